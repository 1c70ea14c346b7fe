/* Choosing the next target and flying to it; see the header. */
#include "gibbon/ballistic.h"

#include "base/angle.h"
#include "gibbon/ahead.h"
#include "gibbon/alight.h"
#include "gibbon/arc.h"
#include "gibbon/hand_over.h"
#include "gibbon/moving.h"
#include "gibbon/pump.h"

/* A nearer point of the branch is worth a grab only if it is this far away, in arm lengths. */
static const double least_step = 0.5;

/* A target, what it asks of the planner and what came of it. */
typedef struct Try {
  HhGrabPoint target;
  HhPlanProblem problem;
  HhPlan plan;
  HhPlanOutcome outcome;
} Try;

HhPlanProblem hh_ballistic_problem(const HhFrame *frame, HhVec target)
{
  const HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity;
  return (HhPlanProblem){.hold_to_hold = hh_frame_turned(frame, hh_vec_sub(target, gibbon->grip)),
                         .hand_to_com = hh_frame_turned(frame, gibbon->swing.dir),
                         .swing_arm_m = gibbon->swing.length_m,
                         .grab_arm_m = frame->params->arm_length,
                         .gravity_mps2 = g,
                         .energy_Jpkg = hh_swing_energy(g, &gibbon->swing) +
                                        hh_pump_reinjection_due(frame) - hh_pump_bleed_due(frame),
                         .work_max_Jpkg = hh_frame_work_max(frame),
                         .force_max_mps2 = frame->params->muscle.force,
                         .speed_min_mps = frame->params->speed_min,
                         .speed_max_mps = frame->params->speed_max};
}

/* The hold after `grip`, which belongs to hold `hold`, on the way onward; -1: none, or a floor. */
static int after(const HhFrame *frame, HhVec grip, int hold)
{
  const HhWorld *world = frame->world;
  int facing = frame->gibbon->facing, next = hh_frame_after(frame, grip, hold);
  if (!hh_frame_exists(frame, next)) return -1;
  bool own = world->holds[next].branch == world->holds[hold].branch;
  HhPieceKind kind = hh_world_kind(world, hold);
  if (own && kind == HH_PIECE_BRANCH) return next;
  next = hh_world_beyond(world, hold, facing);
  if (next < 0 || !hh_piece_holdable(hh_world_kind(world, next))) return -1;
  if (world->pieces == NULL) return next;
  /* of a trunk or what hangs, about the middle is held */
  const HhPiece *piece = &world->pieces[world->holds[next].branch];
  return piece->kind == HH_PIECE_BRANCH ? next : next + facing * (piece->count / 2);
}

double hh_ballistic_wanted(const HhFrame *frame, HhVec grip, int hold)
{
  double g = frame->world_params->gravity, arm = frame->params->arm_length;
  double work = hh_frame_work_max(frame), need = -(double)INFINITY;
  HhVec ways[HH_AHEAD_MOST];
  int count = 0;
  while (count < frame->params->planner.foresight) {
    int next = after(frame, grip, hold);
    if (next < 0) break;
    HhVec at = frame->world->holds[next].at;
    ways[count++] = hh_frame_turned(frame, hh_vec_sub(at, grip));
    grip = at;
    hold = next;
  }
  while (count-- > 0) {
    HhArcProblem arc = {ways[count], arm, arm, g};
    HhArc least;
    if (hh_arc_min_energy(&arc, &least) == HH_ARC_NONE) continue;
    need = fmax(least.energy_Jpkg, need + g * ways[count].y) - work;
  }
  return need;
}

/* What the ways after `target` ask of the arrival there. */
static void look_onward(const HhFrame *frame, HhGrabPoint target, HhPlanProblem *problem)
{
  problem->onward_Jpkg = hh_ballistic_wanted(frame, target.at, target.hold);
  int beyond = after(frame, target.at, target.hold);
  problem->beyond_known = beyond >= 0;
  if (problem->beyond_known)
    problem->hold_beyond =
        hh_frame_turned(frame, hh_vec_sub(frame->world->holds[beyond].at, target.at));
}

/* Asks for one target. */
static Try ask(const HhFrame *frame, HhVec at, int hold)
{
  const HhPlannerParams *planner = &frame->params->planner;
  Try asked = {.target = {hold, at}, .problem = hh_ballistic_problem(frame, at)};
  if (planner->method == HH_PLANNER_EXACT) look_onward(frame, asked.target, &asked.problem);
  asked.outcome =
      hh_planner_choose(planner, &asked.problem, &frame->gibbon->plan_random, &asked.plan);
  frame->record->plans++;
  frame->record->problem = asked.problem;
  HhPlanWork work = hh_planner_work(planner);
  frame->record->arcs_scored += work.arcs_scored;
  frame->record->family_arcs += work.family_arcs;
  frame->record->family_plans += work.family_arcs > 0;
  frame->record->guess_iterations += work.guess_iterations;
  return asked;
}

/* The swing is driven to the release of the plan. */
static void follow(const HhFrame *frame, const Try *found)
{
  HhGibbon *gibbon = frame->gibbon;
  frame->record->problem = found->problem;
  frame->record->plan = found->plan;
  frame->record->plans_found++;
  gibbon->target = found->target;
  gibbon->planned = true;
  gibbon->planned_s = found->plan.flight_s;
  gibbon->mark = hh_frame_turned(frame, hh_vec_right(found->plan.launch_heading));
  gibbon->mark_set = true;
  gibbon->release_at_mark = true;
  gibbon->pumping = 0;
  double sweep = gibbon->facing * hh_angle_between(gibbon->swing.dir, gibbon->mark);
  hh_pump_drive(frame, found->plan.work_Jpkg, sweep);
}

/* Along the branch: the farthest hold of planner.lookahead, then nearer ones. Where there are no
 * pieces, whatever the list has next. */
static bool try_own(const HhFrame *frame, int *tried, HhPlanOutcome *first)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  int next = hh_frame_next(frame);
  for (int ahead = frame->params->planner.lookahead; ahead >= 1; ahead--) {
    int index = next + gibbon->facing * (ahead - 1);
    if (!hh_frame_exists(frame, index)) continue;
    if (world->pieces && world->holds[index].branch != world->holds[gibbon->hold].branch) continue;
    Try asked = ask(frame, world->holds[index].at, index);
    if ((*tried)++ == 0) *first = asked.outcome;
    if (asked.outcome != HH_PLAN_FOUND) continue;
    follow(frame, &asked);
    return true;
  }
  return false;
}

/* Nearer points of the way to the next hold. */
static bool try_nearer(const HhFrame *frame, int *tried)
{
  const HhGibbon *gibbon = frame->gibbon;
  int next = hh_frame_next(frame), steps = frame->params->planner.retarget_steps;
  if (!hh_frame_joined(frame)) return false;
  HhVec way = hh_vec_sub(frame->world->holds[next].at, gibbon->grip);
  double least = least_step * frame->params->arm_length / hh_vec_length(way);
  for (int step = 1; step <= steps; step++) {
    double share = 1 - (double)step / (steps + 1);
    if (share < least) break;
    (*tried)++;
    Try asked = ask(frame, hh_vec_along(gibbon->grip, way, share),
                    gibbon->facing > 0 ? gibbon->hold : next);
    if (asked.outcome != HH_PLAN_FOUND) continue;
    follow(frame, &asked);
    return true;
  }
  return false;
}

/* From the end of a piece: the best of what is ahead over the gap. */
static bool try_beyond(const HhFrame *frame, const int *list, int count, int *tried,
                       HhPlanOutcome *first)
{
  Try best = {.outcome = HH_PLAN_NO_ARC};
  for (int i = 0; i < count; i++) {
    if (hh_moving_swings(frame, list[i])) continue;
    Try asked = ask(frame, frame->world->holds[list[i]].at, list[i]);
    if ((*tried)++ == 0 || asked.outcome == HH_PLAN_TOO_WEAK) *first = asked.outcome;
    if (asked.outcome != HH_PLAN_FOUND) continue;
    if (best.outcome != HH_PLAN_FOUND || asked.plan.score < best.plan.score) best = asked;
  }
  if (best.outcome != HH_PLAN_FOUND) return false;
  follow(frame, &best);
  return true;
}

void hh_ballistic_swing(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  int tried = 0, list[HH_AHEAD_MOST], floor = -1, count = 0;
  HhPlanOutcome first = HH_PLAN_NO_ARC;
  bool branch = hh_world_kind(world, gibbon->hold) == HH_PIECE_BRANCH, found = false;
  int next = hh_frame_next(frame);
  bool own = world->pieces == NULL || (branch && hh_frame_joined(frame));
  if (own) {
    if (hh_frame_exists(frame, next) && hh_hand_over_swing(frame, next)) return;
    found = try_own(frame, &tried, &first) || (branch && try_nearer(frame, &tried));
  } else {
    count = hh_ahead_holds(world, gibbon->hold, gibbon->facing, list, &floor);
    found = try_beyond(frame, list, count, &tried, &first);
    if (!found && count == 0 && floor >= 0) {
      hh_alight_swing(frame, floor);
      return;
    }
  }
  if (first != HH_PLAN_FOUND) frame->record->plans_failed++;
  if (found && own && tried > 1) frame->record->retargets++;
  if (!found) hh_pump_half_swing(frame, first == HH_PLAN_TOO_FAST ? -1 : 1);
}
