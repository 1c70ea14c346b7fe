/* A run; see the header. */
#include "gibbon/run.h"

#include "base/angle.h"
#include "gibbon/ahead.h"
#include "gibbon/contact.h"
#include "gibbon/jump.h"
#include "gibbon/slide.h"
#include "gibbon/stance.h"
#include "gibbon/track.h"

/* Holds that a jump is planned to at most, and holds in reach after which it looks no further. */
enum { HOLDS_TRIED = 6, HOLDS_FOUND = 2 };

/* Take-offs: ways before the floor's end (m). At the end itself it would fall off. */
static const double takeoffs[] = {0.02, 0.4, 0.8, 1.5};

/* Take-off speeds, in run.speed. */
static const double paces[] = {0.5, 1, 1.5};

/* A hop lands this far beyond a floor's beginning, or up the same floor (m). */
static const double hops[] = {0.3, 1}, hop_up_m = 1.2;

/* Least distance of a hold taken in passing, in arms: nearer ones would cost more than 6 % of the
 * kinetic energy, 1 - 0.97^2. */
static const double take_from = 0.97;

/* The drive is held for a way of this length (m); the last one serves the take-off. */
static const double stretch_m = 1;

/* Round-off of places (m) and energies (J/kg). */
static const double round_off = 1e-9;

/* It sits down to slide from this speed on (m/s). */
static const double slides_from_mps = 1;

/* And where the floor is steeper than what slides end on, so that they go on for a while: by the
 * factor, and by more where that is next to nothing. */
static const double steeper = 1.1, least_slope = 0.01;

/* A way to go on. */
typedef struct Option {
  HhLegsGoal goal;
  int to;
  double takeoff_m, takeoff_mps, cost_Jpkg;
} Option;

static double energy_at(const HhFrame *frame, double x, double speed)
{
  const HhLegs *legs = &frame->gibbon->legs;
  double y = hh_surface_at(frame->world, legs->piece, x).y_m + legs->height_m;
  return 0.5 * speed * speed + frame->world_params->gravity * y;
}

static HhFoothold foothold(const HhFrame *frame, double x, double speed)
{
  const HhLegs *legs = &frame->gibbon->legs;
  HhSurfacePoint floor = hh_surface_at(frame->world, legs->piece, x);
  HhVec along = hh_vec_unit(hh_vec(1, floor.slope));
  return (HhFoothold){.at = {x, floor.y_m + legs->height_m},
                      .velocity = hh_vec_scale(along, frame->gibbon->facing * speed),
                      .slope = floor.slope};
}

static HhFoothold foothold_here(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhSurfacePoint floor = hh_surface_at(frame->world, gibbon->legs.piece, gibbon->at.x);
  return (HhFoothold){.at = gibbon->at, .velocity = gibbon->velocity, .slope = floor.slope};
}

/* The end of a piece that one who faces so comes to last (first: false) or first. */
static double end_of(const HhFrame *frame, int piece, bool first)
{
  double from, to;
  hh_surface_span(frame->world, piece, &from, &to);
  return (frame->gibbon->facing > 0) == first ? from : to;
}

/* A place on the piece this far beyond where one who faces so comes to it. */
static double place_on(const HhFrame *frame, int piece, double beyond_m)
{
  double from, to;
  hh_surface_span(frame->world, piece, &from, &to);
  double x = end_of(frame, piece, true) + frame->gibbon->facing * beyond_m;
  return beyond_m < to - from ? x : 0.5 * (from + to);
}

static bool jump_to_next_floor(const HhFrame *frame, const HhFoothold *from, int floor,
                               HhJump *jump)
{
  bool found = false;
  for (size_t i = 0; i < sizeof hops / sizeof *hops; i++) {
    HhJump other;
    bool may = hh_jump_to_floor(frame, from, floor, place_on(frame, floor, hops[i]), &other);
    if (!may || (found && other.work_Jpkg >= jump->work_Jpkg)) continue;
    *jump = other;
    found = true;
  }
  return found;
}

/* Speeds that it can have at x, from here, within the legs' force; false: it cannot get there. */
static bool speeds_at(const HhFrame *frame, double x, double *least, double *most)
{
  const HhGibbon *gibbon = frame->gibbon;
  double now = hh_gibbon_energy(frame->world_params, gibbon);
  double work = frame->params->legs.run_force * fabs(x - gibbon->at.x);
  double rest = energy_at(frame, x, 0);
  *least = sqrt(2 * fmax(0, now - work - rest));
  *most = sqrt(2 * fmax(0, now + work - rest));
  return now + work >= rest - round_off;
}

/* Keeps the better of the jumps to a hold, or to the floor (hold -1), from this place. */
static void try_takeoff(const HhFrame *frame, double x, int hold, int floor, Option *best)
{
  double least, most, tried = -1, now = hh_gibbon_energy(frame->world_params, frame->gibbon);
  if (!speeds_at(frame, x, &least, &most)) return;
  for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
    double speed = fmin(fmax(paces[i] * frame->params->legs.run_speed, least), most);
    if (speed == tried) continue;
    tried = speed;
    HhFoothold from = foothold(frame, x, speed);
    HhJump jump;
    bool may = hold >= 0 ? hh_jump_to_hold(frame, &from, hold, &jump)
                         : jump_to_next_floor(frame, &from, floor, &jump);
    if (!may) continue;
    double cost = jump.work_Jpkg + fabs(energy_at(frame, x, speed) - now);
    if (best->goal != HH_LEGS_UNDECIDED && cost >= best->cost_Jpkg) continue;
    *best = (Option){.goal = hold >= 0 ? HH_LEGS_LEAP : HH_LEGS_HOP,
                     .to = hold >= 0 ? hold : floor,
                     .takeoff_m = x,
                     .takeoff_mps = speed,
                     .cost_Jpkg = cost};
  }
}

/* Keeps the best take-off to a hold or floor: near the end of this floor, or here where all those
 * are behind or it is to be at once. */
static void try_goal(const HhFrame *frame, bool at_once, int hold, int floor, Option *best)
{
  const HhGibbon *gibbon = frame->gibbon;
  double end = end_of(frame, gibbon->legs.piece, false);
  bool ahead = false;
  for (size_t i = 0; i < sizeof takeoffs / sizeof *takeoffs && !at_once; i++) {
    double x = end - gibbon->facing * takeoffs[i];
    if (gibbon->facing * (x - gibbon->at.x) < 0) continue;
    ahead = true;
    try_takeoff(frame, x, hold, floor, best);
  }
  if (!ahead) try_takeoff(frame, gibbon->at.x, hold, floor, best);
}

/* Rate at which the body carried to x comes nearer to the hold or goes away, per metre forward. */
static double departure(const HhFrame *frame, double x, HhVec hold)
{
  HhFoothold there = foothold(frame, x, 1);
  return hh_vec_dot(hh_vec_sub(there.at, hold), there.velocity);
}

/* A hold that the body passes below, at an arm's length. */
static bool passes_below(const HhFrame *frame, int hold, Option *option)
{
  enum { STEPS = 16, HALVINGS = 60 };
  const HhGibbon *gibbon = frame->gibbon;
  HhVec at = frame->world->holds[hold].at;
  double end = end_of(frame, gibbon->legs.piece, false), arm = frame->params->arm_length;
  double from = gibbon->at.x, way = (end - from) / STEPS;
  for (int i = 0; i < STEPS; i++) {
    double near = from + i * way, far = from + (i + 1) * way;
    if (!(departure(frame, near, at) < 0 && departure(frame, far, at) >= 0)) continue;
    for (int k = 0; k < HALVINGS; k++) {
      double middle = 0.5 * (near + far);
      if (departure(frame, middle, at) < 0)
        near = middle;
      else
        far = middle;
    }
    HhVec body = foothold(frame, far, 1).at;
    double distance = hh_vec_distance(body, at);
    *option = (Option){.goal = HH_LEGS_TAKE,
                       .to = hold,
                       .takeoff_m = far,
                       .takeoff_mps = frame->params->legs.run_speed};
    return body.y < at.y && distance >= take_from * arm &&
           distance <= arm * (1 + frame->params->tolerance.stretch);
  }
  return false;
}

/* Looks ahead: the holds of the next pieces in their order, or the floor that comes next. With
 * at_once it may find nothing. */
static Option look_ahead(const HhFrame *frame, bool at_once)
{
  const HhGibbon *gibbon = frame->gibbon;
  int list[HH_AHEAD_MOST], floor, found = 0;
  int count = hh_ahead_holds(frame->world, gibbon->hold, gibbon->facing, list, &floor);
  Option best = {.goal = HH_LEGS_UNDECIDED}, take;
  for (int i = 0; i < count && i < HOLDS_TRIED && found < HOLDS_FOUND; i++) {
    if (list[i] == gibbon->legs.missed) continue;
    if (!at_once && passes_below(frame, list[i], &take)) return take;
    double before = best.cost_Jpkg;
    bool none = best.goal == HH_LEGS_UNDECIDED;
    try_goal(frame, at_once, list[i], -1, &best);
    found += best.goal != HH_LEGS_UNDECIDED && (none || best.cost_Jpkg < before);
  }
  if (best.goal == HH_LEGS_UNDECIDED && floor >= 0) try_goal(frame, at_once, -1, floor, &best);
  if (best.goal != HH_LEGS_UNDECIDED || at_once) return best;
  if (count == 0 && floor < 0) return (Option){.goal = HH_LEGS_STAND};
  double x = end_of(frame, gibbon->legs.piece, false) - gibbon->facing * takeoffs[0];
  if (gibbon->facing * (x - gibbon->at.x) < 0) x = gibbon->at.x;
  double least, most;
  (void)speeds_at(frame, x, &least, &most);
  return (Option){.goal = HH_LEGS_TRY,
                  .takeoff_m = x,
                  .takeoff_mps = fmin(fmax(frame->params->legs.run_speed, least), most)};
}

void hh_run_begin(const HhFrame *frame, int piece)
{
  hh_stance_settle(frame, piece, HH_MODE_RUN);
}

void hh_run_leave(const HhFrame *frame)
{
  hh_frame_forget_target(frame);
  hh_contact_release(frame);
  frame->gibbon->legs.goal = HH_LEGS_TRY;
}

/* Jumps, to nothing in particular. */
static void try_hardest(const HhFrame *frame)
{
  HhFoothold from = foothold_here(frame);
  HhJump jump;
  if (!hh_jump_hardest(frame, &from, &jump)) {
    hh_run_leave(frame);
    return;
  }
  hh_jump_begin(frame, &jump, -1);
  frame->gibbon->planned = false;
  frame->gibbon->legs.goal = HH_LEGS_TRY;
}

/* At the take-off: does what it came for. */
static void go(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  HhFoothold from = foothold_here(frame);
  HhJump jump;
  legs->mark_set = false;
  if (legs->goal == HH_LEGS_TAKE) {
    gibbon->target = (HhGrabPoint){legs->to, frame->world->holds[legs->to].at};
    gibbon->planned = true;
    gibbon->planned_s = gibbon->time_s;
    legs->missed = legs->to;
    legs->goal = HH_LEGS_UNDECIDED;
    (void)hh_contact_close(frame);
  } else if (legs->goal == HH_LEGS_LEAP && hh_jump_to_hold(frame, &from, legs->to, &jump)) {
    hh_jump_begin(frame, &jump, legs->to);
  } else if (legs->goal == HH_LEGS_HOP && jump_to_next_floor(frame, &from, legs->to, &jump)) {
    hh_jump_begin(frame, &jump, -1);
  } else {
    try_hardest(frame);
  }
}

/* Too steep to go on from rest: up the same floor by a jump, or by its hardest; false: legs are too
 * weak for either. */
static bool hop_up(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhFoothold from = foothold_here(frame);
  HhJump jump;
  double end = end_of(frame, gibbon->legs.piece, false), facing = gibbon->facing;
  double way = fmin(hop_up_m, facing * (end - gibbon->at.x));
  if (!hh_jump_to_floor(frame, &from, gibbon->legs.piece, gibbon->at.x + facing * way, &jump) &&
      !hh_jump_hardest(frame, &from, &jump))
    return false;
  hh_jump_begin(frame, &jump, -1);
  return true;
}

/* The drive of the next stretch, and where it ends. */
static void set_drive(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  double force = frame->params->legs.run_force, facing = gibbon->facing, x = gibbon->at.x;
  legs->mark_set = facing * gibbon->velocity.x >= 0;
  legs->drive_mps2 = facing * force;
  if (!legs->mark_set) return; /* it moves backward: turns first */
  double now = hh_gibbon_energy(frame->world_params, gibbon);
  double way = facing * (legs->takeoff_m - x);
  double need = (energy_at(frame, legs->takeoff_m, legs->takeoff_mps) - now) / way;
  legs->mark_m = legs->takeoff_m;
  if (way > stretch_m && fabs(need) < 0.8 * force) {
    legs->mark_m = x + facing * stretch_m;
    need = (energy_at(frame, legs->mark_m, frame->params->legs.run_speed) - now) / stretch_m;
  }
  legs->drive_mps2 = facing * fmax(-force, fmin(force, need));
}

/* What the legs are for, from what is asked for and from what lies ahead. */
static void decide(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  bool stands = legs->goal == HH_LEGS_STAND;
  Option option = {.goal = HH_LEGS_UNDECIDED};
  if (gibbon->input.up) option = look_ahead(frame, true);
  if (option.goal == HH_LEGS_UNDECIDED) {
    if (!gibbon->input.forward)
      option.goal = HH_LEGS_STAND;
    else if (stands || legs->goal == HH_LEGS_UNDECIDED)
      option = look_ahead(frame, false);
    else
      return;
  }
  legs->goal = option.goal;
  legs->to = option.to;
  legs->takeoff_m = option.takeoff_m;
  legs->takeoff_mps = option.takeoff_mps;
  legs->mark_set = false;
}

/* Slows down, or stays; returns true while it stays. */
static bool stand(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  double force = frame->params->legs.run_force;
  gibbon->legs.mark_set = false;
  gibbon->legs.drive_mps2 = gibbon->velocity.x > 0 ? -force : force;
  return gibbon->velocity.x == 0;
}

/* At rest, or moving backward, where the legs' force does not suffice to go on. */
static bool stalls(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  double slope = hh_surface_at(frame->world, gibbon->legs.piece, gibbon->at.x).slope;
  double net = gibbon->legs.drive_mps2 - frame->world_params->gravity * slope;
  return gibbon->facing * gibbon->velocity.x <= 0 && gibbon->facing * net <= 0;
}

/* Chooses the drive, or goes for the goal, and then another mode may begin; true: it stays where
 * it is. */
static bool steer(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  decide(frame);
  if (legs->goal == HH_LEGS_STAND) return stand(frame);
  if (legs->mark_set) return false;
  double way = gibbon->facing * (legs->takeoff_m - gibbon->at.x);
  if (way <= round_off && gibbon->facing * gibbon->velocity.x >= 0) {
    go(frame);
    return false;
  }
  set_drive(frame);
  if (!stalls(frame)) return false;
  legs->mark_set = false;
  return !hop_up(frame) && gibbon->velocity.x == 0;
}

/* Where the floor is steep enough that sliding down it gains speed. */
static bool slides_on(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  double facing = gibbon->facing, x = gibbon->at.x;
  if (!gibbon->input.forward || facing * gibbon->velocity.x < slides_from_mps) return false;
  double down = -facing * hh_surface_at(frame->world, gibbon->legs.piece, x).slope;
  HhVec limit = hh_unit_from_angle(frame->params->legs.slide_slope);
  return down > frame->params->legs.friction && down * limit.x > steeper * limit.y + least_slope;
}

double hh_run_step(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  if (slides_on(frame)) {
    hh_slide_begin(frame, legs->piece);
    return 0;
  }
  bool stays = steer(frame);
  if (gibbon->mode != HH_MODE_RUN) return 0;
  if (stays || legs->goal == HH_LEGS_UNDECIDED) {
    gibbon->time_s += stays ? dt_s : 0;
    return stays ? dt_s : 0;
  }
  HhTrack track = {.piece = legs->piece,
                   .height_m = legs->height_m,
                   .force_mps2 = legs->drive_mps2,
                   .gravity_mps2 = frame->world_params->gravity,
                   .mark_m = legs->mark_m,
                   .mark_set = legs->mark_set};
  double x = gibbon->at.x;
  HhTrackEvent event;
  double used = hh_track_step(frame->world, &track, &gibbon->at, &gibbon->velocity, dt_s, &event,
                              &frame->record->leg_steps);
  hh_ledger_muscle(&frame->record->ledger, legs->drive_mps2 * (gibbon->at.x - x));
  gibbon->time_s += used;
  hh_stance_stand(frame, legs->piece);
  if (event == HH_TRACK_MARK || event == HH_TRACK_STOP) legs->mark_set = false;
  if (event == HH_TRACK_END || event == HH_TRACK_CREST) hh_run_leave(frame);
  return used;
}
