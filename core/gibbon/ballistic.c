/* Choosing the next target and flying to it; see the header. */
#include "gibbon/ballistic.h"

#include "base/angle.h"
#include "gibbon/arc.h"
#include "gibbon/pump.h"

/* A nearer point of the branch is worth a grab only if it is this far away, in arm lengths. */
static const double least_step = 0.5;

HhPlanProblem hh_ballistic_problem(const HhFrame *frame, HhVec target)
{
  const HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity;
  return (HhPlanProblem){.hold_to_hold = hh_vec_sub(target, gibbon->grip),
                         .hand_to_com = gibbon->swing.dir,
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

double hh_ballistic_wanted(const HhFrame *frame, HhVec grip, int hold)
{
  const HhHold *holds = frame->world->holds;
  double g = frame->world_params->gravity, arm = frame->params->arm_length;
  double work = hh_frame_work_max(frame), need = -(double)INFINITY;
  int last = hold + frame->params->planner.foresight;
  if (last >= frame->world->count) last = frame->world->count - 1;
  for (int i = last - 1; i >= hold; i--) {
    HhVec way = hh_vec_sub(holds[i + 1].at, i == hold ? grip : holds[i].at);
    HhArcProblem arc = {way, arm, arm, g};
    HhArc least;
    if (hh_arc_min_energy(&arc, &least) == HH_ARC_NONE) continue;
    need = fmax(least.energy_Jpkg, need + g * way.y) - work;
  }
  return need;
}

/* What the ways after `target`, which belongs to hold `hold`, ask of the arrival there. */
static void look_onward(const HhFrame *frame, HhVec target, int hold, HhPlanProblem *problem)
{
  const HhHold *holds = frame->world->holds;
  problem->onward_Jpkg = hh_ballistic_wanted(frame, target, hold);
  problem->beyond_known = hold + 1 < frame->world->count;
  if (problem->beyond_known) problem->hold_beyond = hh_vec_sub(holds[hold + 1].at, target);
}

/* Asks for one target; with a plan, the swing is driven to its release. */
static HhPlanOutcome try_target(const HhFrame *frame, HhVec target, int hold)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhPlannerParams *planner = &frame->params->planner;
  HhPlanProblem problem = hh_ballistic_problem(frame, target);
  if (planner->method == HH_PLANNER_EXACT) look_onward(frame, target, hold, &problem);
  HhPlan plan;
  HhPlanOutcome outcome = hh_planner_choose(planner, &problem, &gibbon->plan_random, &plan);
  frame->record->plans++;
  frame->record->problem = problem;
  HhPlanWork work = hh_planner_work(planner);
  frame->record->arcs_scored += work.arcs_scored;
  frame->record->family_arcs += work.family_arcs;
  frame->record->family_plans += work.family_arcs > 0;
  frame->record->guess_iterations += work.guess_iterations;
  if (outcome != HH_PLAN_FOUND) return outcome;
  frame->record->plan = plan;
  frame->record->plans_found++;

  gibbon->target = (HhGrabPoint){hold, target};
  gibbon->planned = true;
  gibbon->planned_s = plan.flight_s;
  gibbon->mark = hh_vec_right(plan.launch_heading);
  gibbon->mark_set = true;
  gibbon->release_at_mark = true;
  gibbon->pumping = 0;
  hh_pump_drive(frame, plan.work_Jpkg, hh_angle_between(gibbon->swing.dir, gibbon->mark));
  return outcome;
}

void hh_ballistic_swing(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  const HhPlannerParams *planner = &frame->params->planner;
  int tried = 0;
  HhPlanOutcome first = HH_PLAN_NO_ARC, outcome = HH_PLAN_NO_ARC;

  for (int ahead = planner->lookahead; ahead >= 1 && outcome != HH_PLAN_FOUND; ahead--) {
    int index = gibbon->hold + ahead;
    if (index >= world->count) continue;
    outcome = try_target(frame, world->holds[index].at, index);
    if (tried++ == 0) first = outcome;
  }
  if (hh_world_joined(world, gibbon->hold)) {
    HhVec way = hh_vec_sub(world->holds[gibbon->hold + 1].at, gibbon->grip);
    double least = least_step * frame->params->arm_length / hh_vec_length(way);
    for (int step = 1; step <= planner->retarget_steps && outcome != HH_PLAN_FOUND; step++) {
      double share = 1 - (double)step / (planner->retarget_steps + 1);
      if (share < least) break;
      tried++;
      outcome = try_target(frame, hh_vec_along(gibbon->grip, way, share), gibbon->hold);
    }
  }

  if (first != HH_PLAN_FOUND) frame->record->plans_failed++;
  if (outcome == HH_PLAN_FOUND && tried > 1) frame->record->retargets++;
  if (outcome != HH_PLAN_FOUND) hh_pump_half_swing(frame, first == HH_PLAN_TOO_FAST ? -1 : 1);
}
