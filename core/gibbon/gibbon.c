/* The gibbon's frame: which way of moving is under way, and what comes next. */
#include "gibbon/gibbon.h"

#include <assert.h>

#include "base/angle.h"
#include "gibbon/aim.h"
#include "gibbon/air.h"
#include "gibbon/ballistic.h"
#include "gibbon/bird.h"
#include "gibbon/bounce.h"
#include "gibbon/carried.h"
#include "gibbon/contact.h"
#include "gibbon/control.h"
#include "gibbon/flight.h"
#include "gibbon/frame.h"
#include "gibbon/free_swing.h"
#include "gibbon/hand_over.h"
#include "gibbon/moving.h"
#include "gibbon/pump.h"
#include "gibbon/run.h"
#include "gibbon/slide.h"
#include "gibbon/spin.h"
#include "gibbon/stance.h"
#include "gibbon/sway.h"

/* More events than this in one frame mean that time does not pass any more. */
enum { EVENTS_MAX = 1000 };

/* A swing begins, or begins again at a turning point: decide what it is for. */
static void begin_swing(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhSwing *swing = &gibbon->swing;
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  gibbon->release_at_mark = false;
  if (gibbon->hand_over) gibbon->target.hold = -1;
  gibbon->hand_over = false;
  double rate = gibbon->facing * swing->rate_radps;
  bool forward = rate > 0 || (rate == 0 && gibbon->facing * swing->dir.x <= 0);
  if (hh_aim_at_end(frame)) {
    gibbon->mark = hh_vec(0, -1);
    gibbon->mark_set = true;
  } else if (gibbon->mounting) {
    hh_pump_mount(frame);
  } else if (hh_control_swing(frame, forward)) {
    return;
  } else if (!forward) {
    bool turns = hh_swing_energy(frame->world_params->gravity, swing) < 0;
    if (gibbon->pumping != 0)
      hh_pump_half_swing(frame, gibbon->pumping);
    else if (!turns)
      hh_pump_half_swing(frame, -1);
  } else if (gibbon->mover == HH_MOVER_BALLISTIC) {
    hh_ballistic_swing(frame);
  } else {
    hh_free_swing(frame);
  }
}

/* The body reaches the mark of its swing. */
static void reach_mark(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  bool along_branch = gibbon->mover == HH_MOVER_MIXED && gibbon->facing > 0 &&
                      hh_frame_joined(frame) &&
                      hh_world_kind(frame->world, gibbon->hold) == HH_PIECE_BRANCH;
  if (gibbon->hand_over) {
    hh_hand_over_take(frame);
    if (gibbon->mode == HH_MODE_SWING) begin_swing(frame);
  } else if (!gibbon->release_at_mark)
    begin_swing(frame);
  else if (along_branch)
    hh_carried_begin(frame, true);
  else
    hh_contact_release(frame);
}

/* Swinging through below the last hold, it has arrived; or it turns and comes back. */
static void arrive(const HhFrame *frame, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  if (gibbon->facing * gibbon->swing.rate_radps <= 0) return;
  if (frame->params->at_end == HH_AT_END_ARRIVE) {
    *status = HH_ARRIVED;
    return;
  }
  gibbon->facing = -gibbon->facing;
  begin_swing(frame);
}

static void book_drive(const HhFrame *frame, double swept_rad, double t_s)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLedger *ledger = &frame->record->ledger;
  double arc = gibbon->swing.length_m * swept_rad;
  double given_back = gibbon->drive.reinjection * arc;
  hh_ledger_muscle(ledger, gibbon->drive.muscle * arc);
  ledger->bleed_Jpkg -= gibbon->drive.bleed * arc;
  ledger->reinjected_Jpkg += given_back;
  gibbon->debt_Jpkg -= given_back;
  double total = gibbon->drive.muscle + gibbon->drive.bleed + gibbon->drive.reinjection;
  frame->record->unexplained_dv_mps += fabs(total) * t_s;
}

static double swing(const HhFrame *frame, double dt_s, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  HhSwingWatch watch = {.mark_set = gibbon->mark_set, .mark = gibbon->mark, .turn = true};
  double pull = gibbon->drive.muscle + gibbon->drive.bleed + gibbon->drive.reinjection;
  double swept = gibbon->swing.swept_rad;
  HhSwingEvent event;
  double used =
      hh_swing_step(frame->world_params->gravity, pull, watch, &gibbon->swing, dt_s, &event);
  frame->record->swing_steps++;
  book_drive(frame, gibbon->swing.swept_rad - swept, used);
  hh_frame_follow_swing(frame);
  gibbon->time_s += used;

  if (event == HH_SWING_SLACK) {
    gibbon->mode = HH_MODE_SLACK;
    gibbon->drive = (HhDrive){0};
    hh_frame_law_change(frame, HH_WAY_SWING, gibbon->velocity);
  } else if (event == HH_SWING_TURN) {
    if (gibbon->hand_over) hh_hand_over_take(frame);
    begin_swing(frame);
  } else if (event == HH_SWING_MARK && hh_aim_at_end(frame)) {
    arrive(frame, status);
  } else if (event == HH_SWING_MARK) {
    reach_mark(frame);
  }
  return used;
}

/* Where the tension only touches zero, an arm that is slack is taut again at once: not sooner than
 * this, in which a parabola leaves the circle by less than 1e-15 m. */
static const double slack_least_s = 1e-6;

/* Whether an arm that is taut from now on pulls. */
static bool pulls(HhVec r, HhVec velocity, double gravity_mps2)
{
  double across = hh_vec_cross(r, velocity), length2 = hh_vec_dot(r, r);
  return across * across > gravity_mps2 * r.y * length2 * (1 + 1e-9);
}

/* Holding, but the arm is slack: a parabola inside the reach circle. */
static double slack(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity, length = gibbon->swing.length_m;
  HhVec r = hh_vec_sub(gibbon->at, gibbon->grip);
  double taut = hh_flight_taut(g, r, gibbon->velocity, length, dt_s);
  double used = taut >= 0 ? taut : dt_s;
  if (taut == 0 && !pulls(r, gibbon->velocity, g)) used = slack_least_s;
  bool ends = taut >= 0 && used <= dt_s;
  used = fmin(used, dt_s);
  hh_flight_advance(g, &gibbon->at, &gibbon->velocity, used);
  frame->record->flight_steps++;
  gibbon->time_s += used;
  if (ends) {
    hh_contact_taut(frame, HH_WAY_SWING, hh_vec_distance(gibbon->at, gibbon->grip), 0);
    begin_swing(frame);
  }
  return used;
}

static double fly(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity;
  double closest = -1;
  if (gibbon->blind_s > 0)
    dt_s = fmin(dt_s, gibbon->blind_s);
  else if (gibbon->target.hold >= 0)
    closest =
        hh_flight_closest(g, hh_vec_sub(gibbon->at, gibbon->target.at), gibbon->velocity, dt_s);
  double used = closest >= 0 ? closest : dt_s;
  int floor = -1;
  double touch = hh_stance_touch_s(frame, used, &floor);
  if (touch >= 0) used = touch;
  hh_flight_advance(g, &gibbon->at, &gibbon->velocity, used);
  hh_spin_step(frame, used);
  frame->record->flight_steps++;
  gibbon->time_s += used;
  gibbon->blind_s = fmax(0, gibbon->blind_s - used);
  if (touch >= 0) {
    hh_spin_end(frame);
    hh_stance_land(frame, floor);
    return used;
  }
  if (closest >= 0 && hh_contact_close(frame) && gibbon->mode == HH_MODE_SWING) begin_swing(frame);
  return used;
}

/* Height of the next hold, or of the lowest of what stands or hangs there. */
static double next_height(const HhFrame *frame)
{
  const HhWorld *world = frame->world;
  int next = hh_frame_next(frame);
  if (!hh_frame_exists(frame, next)) next -= frame->gibbon->facing;
  double lowest = world->holds[next].at.y;
  if (hh_world_kind(world, next) == HH_PIECE_BRANCH) return lowest;
  const HhPiece *piece = &world->pieces[world->holds[next].branch];
  for (int i = 0; i < piece->count; i++)
    lowest = fmin(lowest, world->holds[piece->first + i].at.y);
  return lowest;
}

static void check_fall(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  if (gibbon->mode != HH_MODE_FLIGHT || gibbon->velocity.y > 0) return;
  double lowest = next_height(frame);
  if (frame->world->pieces != NULL && gibbon->planned && gibbon->target.hold >= 0)
    lowest = fmin(lowest, gibbon->target.at.y);
  if (gibbon->at.y > lowest - frame->params->arm_length - frame->world_params->fall_depth) return;
  hh_contact_restart(frame);
  if (gibbon->mode == HH_MODE_SWING) begin_swing(frame);
}

/* In the air without a plan. */
static void reach_out(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  if (gibbon->mover != HH_MOVER_BALLISTIC || frame->world->pieces == NULL)
    hh_free_swing_reach(frame, dt_s);
  else if (gibbon->target.hold < 0 && gibbon->blind_s == 0)
    hh_air_choose(frame);
}

/* A course is over once it runs on its last piece, or it turns there and on the first. */
static void run_at_end(const HhFrame *frame, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  if (gibbon->mode != HH_MODE_RUN) return;
  bool last = world->complete && gibbon->legs.piece == world->piece_count - 1;
  if (frame->params->at_end == HH_AT_END_ARRIVE) {
    if (gibbon->facing > 0 && last) *status = HH_ARRIVED;
  } else if (world->piece_count > 1 && (gibbon->facing > 0 ? last : gibbon->legs.piece == 0)) {
    gibbon->facing = -gibbon->facing;
    gibbon->legs.goal = HH_LEGS_UNDECIDED;
    gibbon->legs.mark_set = false;
  }
}

HhStatus hh_gibbon_step(const HhGibbonParams *params, const HhGrabParams *grab,
                        const HhWorldParams *world_params, const HhWorld *world, HhGibbon *gibbon,
                        HhRecord *record, double dt_s)
{
  assert(dt_s > 0 && world->count > 0);
  HhFrame frame = {params, grab, world_params, world, gibbon, record};
  HhStatus status = HH_RUNNING;
  if (hh_control_frame(&frame)) begin_swing(&frame);
  if (gibbon->mode == HH_MODE_FLIGHT && !gibbon->planned && !gibbon->input.release)
    reach_out(&frame, dt_s);

  int events = 0;
  for (double left = dt_s; left > 0 && status == HH_RUNNING;) {
    double used = left;
    switch (gibbon->mode) {
    case HH_MODE_SWING: used = swing(&frame, left, &status); break;
    case HH_MODE_SLACK: used = slack(&frame, left); break;
    case HH_MODE_FLIGHT: used = fly(&frame, left); break;
    case HH_MODE_SINE:
    case HH_MODE_BLEND: used = hh_carried_step(&frame, left, &status); break;
    case HH_MODE_CHAIN: used = hh_sway_step(&frame, left, &status); break;
    case HH_MODE_STANCE: used = hh_stance_step(&frame, left); break;
    case HH_MODE_RUN:
      used = hh_run_step(&frame, left);
      if (gibbon->mode == HH_MODE_SWING) begin_swing(&frame);
      break;
    case HH_MODE_SLIDE: used = hh_slide_step(&frame, left); break;
    case HH_MODE_BOUNCE: used = hh_bounce_step(&frame, left); break;
    case HH_MODE_WINGS: used = hh_bird_step(&frame, left, &status); break;
    case HH_MODE_PAIR: /* whoever holds both moves it (actor) */
    case HH_MODE_COUNT: break;
    }
    if (gibbon->mode != HH_MODE_CHAIN) hh_moving_drift(&frame);
    left -= used;
    if (++events > EVENTS_MAX) return HH_DIVERGED;
  }
  check_fall(&frame);
  if (status == HH_RUNNING) run_at_end(&frame, &status);
  if (!hh_vec_finite(gibbon->at) || !hh_vec_finite(gibbon->velocity)) return HH_DIVERGED;
  hh_ledger_check(&record->ledger, hh_gibbon_energy(world_params, gibbon) +
                                       hh_gibbon_wood_energy(world_params, world, gibbon));
  return status;
}

/* In the air, `start.flight` seconds before a perfect grab of the first hold. */
static void start_in_flight(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhVec heading = hh_unit_from_angle(frame->params->start_heading);
  gibbon->at =
      hh_vec_along(frame->world->holds[0].at, hh_vec_right(heading), frame->params->arm_length);
  gibbon->velocity = hh_vec_scale(heading, frame->params->start_speed);
  hh_flight_advance(frame->world_params->gravity, &gibbon->at, &gibbon->velocity,
                    -frame->params->start_flight);
}

/* Above and behind the first hold, at rest. */
static void start_dropping(const HhFrame *frame)
{
  HhVec hold = frame->world->holds[0].at;
  double behind = frame->world_params->drop_offset * frame->params->arm_length;
  frame->gibbon->at = hh_vec(hold.x - behind, hold.y + frame->world_params->drop_height);
  frame->gibbon->velocity = hh_vec(0, 0);
}

void hh_gibbon_start(const HhGibbonParams *params, const HhGrabParams *grab,
                     const HhWorldParams *world_params, const HhWorld *world, HhMover mover,
                     uint64_t seed, uint32_t creature, HhGibbon *gibbon, HhRecord *record)
{
  assert(world->count > 0);
  *record = (HhRecord){.interval_open = false};
  *gibbon = (HhGibbon){.mover = mover,
                       .facing = 1,
                       .input = {.forward = true},
                       .heeded = {.forward = true},
                       .moving = {.piece = -1},
                       .hold = -1,
                       .target = {.hold = -1},
                       .search = {-1, -1e300, 1},
                       .swing = {.dir = {0, -1}, .length_m = params->arm_length},
                       .plan_random = hh_random(seed, HH_STREAM_PLANNER, creature),
                       .grab_random = hh_random(seed, HH_STREAM_GRAB, creature)};
  HhFrame frame = {params, grab, world_params, world, gibbon, record};
  switch ((HhStartKind)params->start) {
  case HH_START_SWING: hh_contact_hang(&frame, 0, params->start_speed); break;
  case HH_START_REST: hh_contact_hang(&frame, 0, 0); break;
  case HH_START_FLIGHT: start_in_flight(&frame); break;
  case HH_START_DROP: start_dropping(&frame); break;
  }
  bool hangs = gibbon->hold >= 0;
  if (hangs) {
    record->grab_hold = gibbon->grip;
    record->interval_open = true;
    if (mover == HH_MOVER_SINE) hh_carried_start(&frame);
    hh_moving_hang(&frame);
  } else {
    gibbon->mode = HH_MODE_FLIGHT;
    gibbon->planned = mover == HH_MOVER_BALLISTIC;
    if (gibbon->planned) gibbon->target = (HhGrabPoint){0, world->holds[0].at};
    gibbon->planned_s = params->start_flight;
  }
  record->ledger.start_Jpkg = hh_gibbon_energy(world_params, gibbon);
  if (!hangs && mover == HH_MOVER_SINE) hh_carried_begin(&frame, false);
  if (mover == HH_MOVER_BIRD) hh_bird_start(&frame);
  if (gibbon->mode == HH_MODE_SWING) begin_swing(&frame);
}

double hh_gibbon_energy(const HhWorldParams *world_params, const HhGibbon *gibbon)
{
  return 0.5 * hh_vec_dot(gibbon->velocity, gibbon->velocity) +
         world_params->gravity * gibbon->at.y;
}

double hh_gibbon_wood_energy(const HhWorldParams *world_params, const HhWorld *world,
                             const HhGibbon *gibbon)
{
  return hh_moving_energy(world_params, gibbon) + hh_bounce_energy(world, gibbon);
}

HhWay hh_gibbon_way(const HhWorld *world, const HhGibbon *gibbon)
{
  switch (gibbon->mode) {
  case HH_MODE_SWING:
  case HH_MODE_SLACK: return HH_WAY_SWING;
  case HH_MODE_SINE:
  case HH_MODE_BLEND: {
    int hold = gibbon->hold < 0 ? 0 : gibbon->hold;
    return hh_piece_holdable(hh_world_kind(world, hold)) ? HH_WAY_SWING : HH_WAY_RUN;
  }
  case HH_MODE_CHAIN: return HH_WAY_VINE;
  case HH_MODE_STANCE: return gibbon->legs.after == HH_MODE_SLIDE ? HH_WAY_SLIDE : HH_WAY_RUN;
  case HH_MODE_RUN: return HH_WAY_RUN;
  case HH_MODE_SLIDE: return HH_WAY_SLIDE;
  case HH_MODE_BOUNCE: return HH_WAY_BOUNCE;
  case HH_MODE_PAIR: return HH_WAY_PAIR;
  case HH_MODE_WINGS: return HH_WAY_WINGS;
  case HH_MODE_FLIGHT:
  case HH_MODE_COUNT: break;
  }
  return HH_WAY_FLIGHT;
}

bool hh_gibbon_perches(const HhWorld *world, const HhGibbon *gibbon)
{
  if (world->pieces == NULL || gibbon->hold < 0 || gibbon->planned) return false;
  return gibbon->mode == HH_MODE_FLIGHT && gibbon->legs.goal != HH_LEGS_UNDECIDED &&
         world->holds[gibbon->hold].branch == gibbon->legs.piece;
}

bool hh_gibbon_holds(const HhGibbonParams *params, const HhGibbon *gibbon)
{
  switch (gibbon->mode) {
  case HH_MODE_SWING:
  case HH_MODE_SLACK: return true;
  case HH_MODE_SINE:
  case HH_MODE_BLEND: return hh_carried_holds(params, gibbon);
  case HH_MODE_CHAIN:
  case HH_MODE_PAIR: return true; /* of another's hand too */
  default: break;
  }
  return false;
}
