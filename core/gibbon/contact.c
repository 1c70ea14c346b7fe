/* Contact; see the header. */
#include "gibbon/contact.h"

#include "base/angle.h"
#include "gibbon/flight.h"
#include "gibbon/moving.h"
#include "gibbon/spin.h"

/* No flight that is looked ahead in lasts longer. */
static const double flight_limit_s = 1e3;

/* A high arc is close to its hold twice; the second time is looked for once the first is past. */
static const double blind_s = 1e-3;

/* Seconds to the next close approach of a planned arc after this one, or -1. */
static double comes_again_s(const HhFrame *frame, HhVec r)
{
  const HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity;
  HhVec velocity = gibbon->velocity;
  if (!gibbon->planned) return -1;
  hh_flight_advance(g, &r, &velocity, blind_s);
  double later = hh_flight_closest(g, r, velocity, flight_limit_s);
  return later >= 0 ? later + blind_s : -1;
}

/* Not this time: the target is given up, unless the arc comes close to it once more. */
static void let_pass(HhGibbon *gibbon, double again_s)
{
  gibbon->blind_s = blind_s;
  if (again_s >= 0) return;
  if (gibbon->facing * (gibbon->target.at.x - gibbon->search.x_m) > 0)
    gibbon->search.x_m = gibbon->target.at.x;
  gibbon->target.hold = -1;
  gibbon->planned = false;
}

/* Deviation from perpendicular at which the arm would become taut if the hand closed now. */
static double deviation_when_taut(const HhFrame *frame, HhVec r)
{
  double g = frame->world_params->gravity;
  HhVec velocity = frame->gibbon->velocity;
  double t = hh_flight_taut(g, r, velocity, frame->params->arm_length, flight_limit_s);
  hh_flight_advance(g, &r, &velocity, t > 0 ? t : 0);
  return fabs(hh_angle_between(hh_vec_scale(hh_vec_left(r), frame->gibbon->facing), velocity));
}

void hh_contact_taut(const HhFrame *frame, HhWay from, double length_m, double step_m)
{
  HhGibbon *gibbon = frame->gibbon;
  HhVec dir = hh_vec_unit(hh_vec_sub(gibbon->at, gibbon->grip));
  double radial = hh_vec_dot(dir, gibbon->velocity);
  double tangential = hh_vec_cross(dir, gibbon->velocity);
  double lost = 0.5 * radial * radial;
  double kept = frame->params->tolerance.projection * lost;
  double speed = copysign(sqrt(tangential * tangential + 2 * kept), tangential);

  frame->record->ledger.collision_Jpkg += lost;
  frame->record->ledger.projected_Jpkg += kept;
  gibbon->debt_Jpkg += frame->params->tolerance.reinjection * (lost - kept);
  hh_record_taut(frame->record, radial, tangential);

  HhVec after_loss = hh_vec_scale(hh_vec_left(dir), tangential);
  gibbon->swing = (HhSwing){.dir = dir, .rate_radps = speed / length_m, .length_m = length_m};
  gibbon->mode = HH_MODE_SWING;
  hh_frame_follow_swing(frame);
  hh_record_law_change(frame->record, (HhLawChange){.from = from,
                                                    .to = HH_WAY_SWING,
                                                    .velocity_before = after_loss,
                                                    .velocity_after = gibbon->velocity,
                                                    .energy_change_Jpkg = kept,
                                                    .position_step_m = step_m,
                                                    .slip_m = step_m});
}

double hh_contact_pull_in(const HhFrame *frame, HhVec hold, double distance_m, double reach_m)
{
  HhGibbon *gibbon = frame->gibbon;
  HhVec before = gibbon->at;
  gibbon->at = hh_vec_mix(hold, before, reach_m / distance_m);
  double work = frame->world_params->gravity * (gibbon->at.y - before.y);
  frame->record->ledger.correction_Jpkg += work;
  return hh_vec_distance(before, gibbon->at);
}

bool hh_contact_close(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  double arm = frame->params->arm_length;
  HhVec r = hh_vec_sub(gibbon->at, gibbon->target.at);
  double distance = hh_vec_length(r);
  double miss = fmax(0, distance - arm);
  bool slack = distance < arm * (1 - frame->params->tolerance.bend);
  double again = comes_again_s(frame, r), early = gibbon->planned_s - gibbon->time_s;
  bool passes = again >= 0 && fabs(early - again) < fabs(early);
  bool waits = !gibbon->planned && hh_world_joined(frame->world, gibbon->target.hold) &&
               arm - distance > arm * frame->params->tolerance.stretch;
  if (miss > frame->params->tolerance.miss || distance == 0 || waits || passes ||
      (slack && deviation_when_taut(frame, r) > frame->params->tolerance.angle)) {
    let_pass(gibbon, again);
    return false;
  }

  frame->record->miss_max_m = fmax(frame->record->miss_max_m, miss);
  HhWay from = hh_gibbon_way(frame->world, gibbon);
  hh_spin_end(frame);
  if (hh_moving_hold(frame->world, gibbon->target.hold)) {
    if (hh_moving_grab(frame, from)) return true;
    let_pass(gibbon, again);
    return false;
  }
  gibbon->grip = gibbon->target.at;
  gibbon->grips++;
  gibbon->mounting = false;
  gibbon->hold = gibbon->target.hold;
  gibbon->target.hold = -1;
  gibbon->pumps = 0;
  gibbon->pumping = 0;
  hh_record_grab(frame->record, gibbon->grip, gibbon->time_s);
  if (slack) {
    gibbon->mode = HH_MODE_SLACK;
    gibbon->swing.length_m = arm;
    hh_frame_law_change(frame, from, gibbon->velocity);
    return true;
  }
  double reach = arm * (1 + frame->params->tolerance.stretch);
  double step = distance > reach ? hh_contact_pull_in(frame, gibbon->grip, distance, reach) : 0;
  hh_contact_taut(frame, from, fmin(distance, reach), step);
  return true;
}

/* At the launch of a planned flight it may turn over, to hang as the grab wants it: across the
 * velocity then. A swing turns the body about the hand, a jump over the feet. */
static void launch_spin(const HhFrame *frame, double flight_s)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhLegsParams *legs = &frame->params->legs;
  HhVec at = gibbon->at, velocity = gibbon->velocity;
  hh_flight_advance(frame->world_params->gravity, &at, &velocity, flight_s);
  double rate = gibbon->mode == HH_MODE_SWING ? gibbon->swing.rate_radps
                                              : -velocity.x / (legs->height + legs->crouch);
  hh_spin_launch(frame, rate, flight_s, hh_angle_between(gibbon->velocity, velocity));
}

/* What it will be called if the flight that begins ends in a fall. */
static HhFall fall_of(HhWay from, bool planned)
{
  bool floor = from == HH_WAY_RUN || from == HH_WAY_SLIDE || from == HH_WAY_BOUNCE;
  if (floor) return planned ? HH_FALL_SHORT : HH_FALL_OFF;
  return planned ? HH_FALL_MISSED : HH_FALL_LOOSE;
}

void hh_contact_release(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhWay from = hh_gibbon_way(frame->world, gibbon);
  frame->record->falling = fall_of(from, gibbon->planned);
  bool turns = gibbon->mode == HH_MODE_SWING || from == HH_WAY_RUN;
  if (gibbon->planned && turns) launch_spin(frame, gibbon->planned_s);
  gibbon->mode = HH_MODE_FLIGHT;
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  gibbon->planned_s += gibbon->time_s;
  gibbon->let_go_s = gibbon->time_s;
  gibbon->let_go_at = gibbon->at;
  bool hung = from == HH_WAY_SWING || from == HH_WAY_VINE;
  double step = gibbon->facing * frame->params->arm_length * frame->grab->step_min;
  double beyond = hung ? gibbon->grip.x + step : gibbon->at.x;
  gibbon->search = (HhGrabFrom){gibbon->hold, beyond, gibbon->facing};
  hh_frame_law_change(frame, from, gibbon->velocity);
}

void hh_contact_hang(const HhFrame *frame, int index, double speed_mps)
{
  HhGibbon *gibbon = frame->gibbon;
  double arm = frame->params->arm_length;
  gibbon->mode = HH_MODE_SWING;
  gibbon->hold = index;
  gibbon->grip = frame->world->holds[index].at;
  gibbon->grips++;
  gibbon->mounting = false;
  gibbon->target.hold = -1;
  gibbon->pumps = 0;
  gibbon->pumping = 0;
  gibbon->debt_Jpkg = 0;
  gibbon->swing = (HhSwing){.dir = {0, -1}, .rate_radps = speed_mps / arm, .length_m = arm};
  hh_frame_follow_swing(frame);
}

/* The next hold of a branch or trunk, or where there is none ahead the last one. */
static int next_firm_hold(const HhFrame *frame)
{
  const HhWorld *world = frame->world;
  int facing = frame->gibbon->facing, next = hh_frame_next(frame), firm = -1;
  for (int i = next; firm < 0 && hh_frame_exists(frame, i); i += facing)
    if (hh_world_kind(world, i) <= HH_PIECE_TRUNK) firm = i;
  for (int i = next - facing; firm < 0 && hh_frame_exists(frame, i); i -= facing)
    if (hh_world_kind(world, i) <= HH_PIECE_TRUNK) firm = i;
  return firm < 0 ? 0 : firm;
}

void hh_contact_restart(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  double before = hh_gibbon_energy(frame->world_params, gibbon);
  int next = next_firm_hold(frame);
  bool at_rest = frame->params->start == HH_START_REST;
  hh_contact_hang(frame, next, at_rest ? 0 : gibbon->facing * frame->params->start_speed);
  hh_moving_hang(frame);
  frame->record->falls++;
  frame->record->falls_of[frame->record->falling]++;
  frame->record->ledger.restart_Jpkg += hh_gibbon_energy(frame->world_params, gibbon) - before;
  frame->record->grab_hold = gibbon->grip;
  frame->record->grab_time_s = gibbon->time_s;
  frame->record->interval_open = true;
}
