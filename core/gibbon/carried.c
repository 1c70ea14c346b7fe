/* Carried motion and its books; see the header. */
#include "gibbon/carried.h"

#include "gibbon/contact.h"

static HhSinePoint wave(const HhFrame *frame, int piece, double phase)
{
  return hh_sine_point(&frame->params->sine, frame->world, piece, phase);
}

/* Body at t_s from now, on the piece of the line that begins at hold `piece`. */
static HhSinePoint body(const HhFrame *frame, int piece, double t_s)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhSinePoint point = wave(frame, piece, gibbon->phase + frame->params->sine.cadence * t_s);
  double length = frame->params->sine.blend, t = gibbon->blend_s + t_s;
  if (gibbon->mode != HH_MODE_BLEND || t >= length) return point;
  double u = t / length;
  double weight = 1 - u * u * (3 - 2 * u), weight_rate = -6 * u * (1 - u) / length;
  HhVec lead = hh_vec_along(gibbon->blend_offset, gibbon->blend_velocity, t);
  point.at = hh_vec_along(point.at, lead, weight);
  point.velocity =
      hh_vec_along(hh_vec_along(point.velocity, gibbon->blend_velocity, weight), lead, weight_rate);
  return point;
}

static double energy(const HhFrame *frame, HhSinePoint point)
{
  return 0.5 * hh_vec_dot(point.velocity, point.velocity) +
         frame->world_params->gravity * point.at.y;
}

/* How much longer than it is an arm would have to be to hold the grip. */
static double slip(const HhFrame *frame, HhVec at)
{
  return fmax(0, hh_vec_distance(at, frame->gibbon->grip) - frame->params->arm_length);
}

/* A change of law at one instant: the body jumps from `before` to `after`. */
static void jump(const HhFrame *frame, HhWay from, HhSinePoint before, HhSinePoint after)
{
  double change = energy(frame, after) - energy(frame, before);
  if (change < 0)
    frame->record->ledger.collision_Jpkg -= change;
  else
    frame->record->ledger.muscle_added_Jpkg += change;
  hh_record_law_change(frame->record,
                       (HhLawChange){.from = from,
                                     .to = hh_gibbon_way(frame->world, frame->gibbon),
                                     .velocity_before = before.velocity,
                                     .velocity_after = after.velocity,
                                     .energy_change_Jpkg = change,
                                     .position_step_m = hh_vec_distance(before.at, after.at),
                                     .slip_m = slip(frame, after.at)});
}

/* Energy of the turning point on the parabola through values at 0, 1/2 and 1, or `end` where the
 * parabola does not turn inside. */
static double turning_energy(double start, double middle, double end)
{
  double rise = end - start, bend = 2 * (start + end - 2 * middle);
  double at = bend == 0 ? 1 : 0.5 - 0.5 * rise / bend;
  if (!(at > 0 && at < 1)) return end;
  return start + at * (rise - bend + bend * at);
}

/* Books the smooth motion over t_s from `start`. */
static void book(const HhFrame *frame, HhSinePoint start, HhSinePoint middle, HhSinePoint end,
                 double t_s)
{
  double e0 = energy(frame, start), e1 = energy(frame, end);
  double turn = turning_energy(e0, energy(frame, middle), e1);
  hh_ledger_muscle(&frame->record->ledger, turn - e0);
  hh_ledger_muscle(&frame->record->ledger, e1 - turn);

  HhVec push = hh_vec_sub(end.velocity, start.velocity);
  push.y += frame->world_params->gravity * t_s;
  if (hh_carried_holds(frame->params, frame->gibbon)) {
    HhVec arm = hh_vec_unit(hh_vec_sub(frame->gibbon->grip, middle.at));
    push = hh_vec_along(push, arm, -fmax(0, hh_vec_dot(push, arm)));
  }
  frame->record->unexplained_dv_mps += hh_vec_length(push);
}

static void place(const HhFrame *frame, HhSinePoint point)
{
  frame->gibbon->at = point.at;
  frame->gibbon->velocity = point.velocity;
}

/* The hold that the phase is nearest to is the one in hand, as far as a hand reaches. */
static void take_nearest_hold(const HhFrame *frame)
{
  int nearest = (int)nearbyint(frame->gibbon->phase);
  if (nearest < 0) nearest = 0;
  if (nearest >= frame->world->count) nearest = frame->world->count - 1;
  HhVec grip = frame->gibbon->grip, at = frame->world->holds[nearest].at;
  if (grip.x != at.x || grip.y != at.y) frame->gibbon->grips++;
  frame->gibbon->grip = at;
}

bool hh_carried_holds(const HhGibbonParams *params, const HhGibbon *gibbon)
{
  return hh_vec_distance(gibbon->at, gibbon->grip) <= params->sine.reach;
}

/* Finds the phase that fits the body's abscissa; returns the wave's point there. Before the first
 * hold and beyond the last the line goes on straight, as one piece. */
static HhSinePoint meet_wave(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  int from = gibbon->hold < 0 ? 0 : gibbon->hold;
  gibbon->phase = hh_sine_phase(&frame->params->sine, frame->world, from, gibbon->at.x);
  gibbon->hold = (int)fmax(-1, fmin(floor(gibbon->phase), frame->world->count - 1));
  gibbon->mark_set = false;
  gibbon->drive = (HhDrive){0};
  take_nearest_hold(frame);
  return wave(frame, gibbon->hold, gibbon->phase);
}

void hh_carried_start(const HhFrame *frame)
{
  HhSinePoint start = meet_wave(frame);
  frame->gibbon->mode = HH_MODE_SINE;
  place(frame, start);
}

void hh_carried_begin(const HhFrame *frame, bool blend)
{
  HhGibbon *gibbon = frame->gibbon;
  HhWay from = hh_gibbon_way(frame->world, gibbon);
  HhSinePoint before = {gibbon->at, gibbon->velocity};
  HhSinePoint start = meet_wave(frame);
  if (blend && frame->params->sine.blend > 0) {
    gibbon->mode = HH_MODE_BLEND;
    gibbon->blend_s = 0;
    gibbon->blend_offset = hh_vec_sub(before.at, start.at);
    gibbon->blend_velocity = hh_vec_sub(before.velocity, start.velocity);
    hh_frame_law_change(frame, from, before.velocity);
    return;
  }
  gibbon->mode = HH_MODE_SINE;
  jump(frame, from, before, start);
  place(frame, start);
}

/* At hold `index`: a new piece of the line begins, or the way ends. */
static HhStatus pass_hold(const HhFrame *frame, int index)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  HhSinePoint before = {gibbon->at, gibbon->velocity};
  HhWay from = hh_gibbon_way(world, gibbon);
  gibbon->phase = index;
  gibbon->hold = index;
  hh_record_grab(frame->record, world->holds[index].at, gibbon->time_s);
  if (world->complete && index == world->count - 1) return HH_ARRIVED;
  if (gibbon->mover == HH_MOVER_MIXED && !hh_world_joined(world, index)) {
    hh_contact_release(frame);
    return HH_RUNNING;
  }
  HhSinePoint after = body(frame, index, 0);
  jump(frame, from, before, after);
  place(frame, after);
  return HH_RUNNING;
}

double hh_carried_step(const HhFrame *frame, double dt_s, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  double cadence = frame->params->sine.cadence;
  int piece = gibbon->hold;
  if (frame->world->complete && piece >= frame->world->count - 1) {
    *status = HH_ARRIVED; /* the wave was met beyond the last hold */
    return 0;
  }
  double to_hold = (piece + 1 - gibbon->phase) / cadence;
  double to_wave =
      gibbon->mode == HH_MODE_BLEND ? frame->params->sine.blend - gibbon->blend_s : dt_s;
  double used = fmin(dt_s, fmin(to_hold, to_wave));

  HhSinePoint start = {gibbon->at, gibbon->velocity};
  HhSinePoint middle = body(frame, piece, 0.5 * used), end = body(frame, piece, used);
  if (used > 0) book(frame, start, middle, end, used);
  place(frame, end);
  gibbon->phase += cadence * used;
  gibbon->blend_s += used;
  gibbon->time_s += used;
  take_nearest_hold(frame);
  frame->record->sine_steps++;

  if (gibbon->mode == HH_MODE_BLEND && used == to_wave) {
    gibbon->mode = HH_MODE_SINE;
    hh_frame_law_change(frame, HH_WAY_SWING, end.velocity);
  }
  if (used == to_hold) *status = pass_hold(frame, piece + 1);
  return used;
}
