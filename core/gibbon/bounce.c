/* A bounce; see the header. */
#include "gibbon/bounce.h"

#include "base/angle.h"
#include "gibbon/ahead.h"
#include "gibbon/contact.h"
#include "gibbon/flight.h"
#include "gibbon/leap.h"
#include "gibbon/pad.h"
#include "gibbon/stance.h"
#include "world/surface.h"

/* Bounces in a row before it leaps as hard as it can. */
enum { BOUNCES_MOST = 6 };

/* Pushes and leans that are looked at, and holds. */
enum { PUSHES = 16, LEANS = 7, HOLDS_TRIED = 6 };
static const double leans[LEANS] = {0, -0.3, 0.3, -0.6, 0.6, -1, 1}; /* in bounce.lean */

/* It keeps so far from the canopy's ends, and from the one ahead for a last push (m). */
static const double margin_m = 0.3, run_up_m = 1.2;

/* The flight passes a hold this far outside the arm's length, or up to twice as far: on the inside
 * the arm would be slack. Some units in the last place of a position at 1 km. */
static const double outside_m = 1e-12;

static const double flight_limit_s = 1e3;

double hh_bounce_energy(const HhWorld *world, const HhGibbon *gibbon)
{
  if (gibbon->mode != HH_MODE_BOUNCE) return 0;
  double q = hh_pad_deflection(gibbon);
  return 0.5 * world->pieces[gibbon->legs.piece].stiffness_ps2 * q * q;
}

/* ---- what the legs do ---- */

/* A push and a lean from the lowest point, and where they lead to. */
typedef struct Throw {
  double push_m, lean_mps2, cost_Jpkg;
  HhVec at, velocity; /* where it leaves */
} Throw;

/* All that are looked at; those that do not leave have an infinite cost. */
typedef struct Throws {
  Throw of[LEANS][PUSHES + 1];
} Throws;

/* Work of a stretch of the leg by push_m at deflection q. */
static double push_work(const HhPad *pad, double q, double push_m)
{
  return 0.5 * pad->stiffness * push_m * (push_m - 2 * q);
}

/* The longest push that legs have the way and the work for. */
static double push_most(const HhFrame *frame)
{
  const HhLegsParams *legs = &frame->params->legs;
  HhPad pad = hh_pad_of(frame);
  double deep = fmax(0, -hh_pad_deflection(frame->gibbon));
  double by_work = sqrt(deep * deep + 2 * legs->leap / pad.stiffness) - deep;
  return fmax(0, fmin(by_work, 2 * legs->crouch - frame->gibbon->legs.stretch_m));
}

/* Leaves the canopy after a push and a lean. */
static Throw throw_of(const HhFrame *frame, double push_m, double lean)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhPadWatch watch = {.pad = hh_pad_of(frame),
                      .rest = gibbon->legs.rest,
                      .stretch = gibbon->legs.stretch_m + push_m,
                      .pushed = true};
  hh_surface_span(frame->world, gibbon->legs.piece, &watch.from, &watch.to);
  HhPadMotion low = hh_pad_motion(gibbon), now = low;
  now.q -= push_m;
  Throw out = {.push_m = push_m, .cost_Jpkg = (double)INFINITY};
  frame->record->leg_steps++;
  watch.pad.lean = lean;
  if (!(hh_pad_left_s(&watch, &now) > 0)) return out;
  double cost = push_work(&watch.pad, low.q, push_m) +
                fabs(watch.pad.lean * watch.pad.unit * (now.s - low.s));
  if (cost > frame->params->legs.leap) return out;
  out.lean_mps2 = watch.pad.lean;
  out.cost_Jpkg = cost;
  hh_pad_place(&watch.pad, now, watch.rest, watch.stretch, &out.at, &out.velocity);
  return out;
}

static void look_at_throws(const HhFrame *frame, Throws *throws)
{
  double most = push_most(frame), force = frame->params->legs.lean;
  for (int i = 0; i < LEANS; i++)
    for (int k = 0; k <= PUSHES; k++)
      throws->of[i][k] =
          throw_of(frame, most * k / PUSHES, frame->gibbon->facing * leans[i] * force);
}

/* How much farther outside the wanted place the flight passes the hold. */
static double off(const HhFrame *frame, const Throw *thrown, HhVec hold)
{
  return hh_leap_miss(frame->world_params->gravity, hh_vec_sub(hold, thrown->at), thrown->velocity,
                      frame->params->arm_length) -
         1.5 * outside_m;
}

/* Time of the closest approach that is at an arm's length, or -1. */
static double arrival_s(const HhFrame *frame, HhVec at, HhVec velocity, HhVec hold)
{
  double g = frame->world_params->gravity, arm = frame->params->arm_length, passed = 0;
  HhVec r = hh_vec_sub(at, hold);
  for (int i = 0; i < 2; i++) {
    double t = hh_flight_closest(g, r, velocity, flight_limit_s);
    if (t < 0) return -1;
    hh_flight_advance(g, &r, &velocity, t);
    passed += t;
    if (fabs(hh_vec_length(r) - arm) < 10 * outside_m) return r.y < 0 ? passed : -1;
    hh_flight_advance(g, &r, &velocity, 1e-3);
    passed += 1e-3;
  }
  return -1;
}

/* Between two throws of the same lean that pass the hold on different sides of an arm's length: the
 * one that passes at it. False: there is none, or it does not come there. */
static bool aim(const HhFrame *frame, Throw near, Throw far, double lean, HhVec hold, Throw *best)
{
  enum { CUTS_MOST = 80 };
  double at_near = off(frame, &near, hold), at_far = off(frame, &far, hold);
  double lo = near.push_m, hi = far.push_m;
  int side = 0, piece;
  Throw found = near;
  for (int i = 0; i < CUTS_MOST && fabs(off(frame, &found, hold)) > 0.5 * outside_m; i++) {
    double push = i % 8 == 7 ? 0.5 * (lo + hi) : lo + (hi - lo) * (at_near / (at_near - at_far));
    found = throw_of(frame, push, lean);
    double here = off(frame, &found, hold);
    if ((here < 0) == (at_near < 0)) {
      lo = push, at_near = here;
      if (side < 0) at_far *= 0.5;
      side = -1;
    } else {
      hi = push, at_far = here;
      if (side > 0) at_near *= 0.5;
      side = 1;
    }
  }
  double t = arrival_s(frame, found.at, found.velocity, hold);
  if (t < 0 || frame->gibbon->facing * found.velocity.x <= 0) return false;
  if (hh_stance_flight_touch_s(frame, found.at, found.velocity, false, t, &piece) >= 0)
    return false;
  if (found.cost_Jpkg >= best->cost_Jpkg) return false;
  *best = found;
  return true;
}

/* The cheapest throw to a hold ahead. */
static bool throw_to_hold(const HhFrame *frame, const Throws *throws, const int *list, int count,
                          int *hold, Throw *best)
{
  bool found = false;
  double force = frame->params->legs.lean;
  best->cost_Jpkg = (double)INFINITY;
  for (int n = 0; n < count && n < HOLDS_TRIED; n++) {
    HhVec at = frame->world->holds[list[n]].at;
    for (int i = 0; i < LEANS; i++) {
      for (int k = 0; k < PUSHES; k++) {
        const Throw *near = &throws->of[i][k], *far = near + 1;
        if (!(near->cost_Jpkg < best->cost_Jpkg && isfinite(far->cost_Jpkg))) continue;
        if ((off(frame, near, at) < 0) == (off(frame, far, at) < 0)) continue;
        double lean = frame->gibbon->facing * leans[i] * force;
        if (!aim(frame, *near, *far, lean, at, best)) continue;
        *hold = list[n];
        found = true;
      }
    }
  }
  return found;
}

/* The cheapest throw that lands on the floor that comes next. */
static bool throw_to_floor(const HhFrame *frame, const Throws *throws, int floor, Throw *best)
{
  bool found = false;
  for (int i = 0; i < LEANS; i++) {
    for (int k = 0; k <= PUSHES; k++) {
      const Throw *one = &throws->of[i][k];
      int piece = -1;
      if (!isfinite(one->cost_Jpkg) || (found && one->cost_Jpkg >= best->cost_Jpkg)) continue;
      if (hh_stance_flight_touch_s(frame, one->at, one->velocity, false, 5, &piece) < 0) continue;
      if (piece != floor) continue;
      *best = *one;
      found = true;
    }
  }
  return found;
}

/* What is left of the canopy beyond x, the way it faces, and how much of it is behind. */
static double left_of(const HhFrame *frame, double x, double *behind)
{
  double from, to;
  hh_surface_span(frame->world, frame->gibbon->legs.piece, &from, &to);
  *behind = frame->gibbon->facing > 0 ? x - from : to - x;
  return to - from - *behind;
}

/* Time of a contact: about half a period. */
static double contact_s(const HhFrame *frame)
{
  HhPad pad = hh_pad_of(frame);
  return HH_PI / sqrt(pad.unit * pad.stiffness);
}

/* Bounces on: as hard as it can so that the flight comes down on this canopy and the next contact
 * finds room; where none does, as little beyond as it can. */
static Throw throw_on(const HhFrame *frame, const Throws *throws)
{
  const Throw *best = &throws->of[0][0];
  double facing = frame->gibbon->facing, g = frame->world_params->gravity, highest = -1;
  double nearest = -(double)INFINITY;
  for (int i = 0; i < LEANS; i++) {
    for (int k = 0; k <= PUSHES; k++) {
      const Throw *one = &throws->of[i][k];
      if (!isfinite(one->cost_Jpkg)) continue;
      double speed = facing * one->velocity.x, flight = 2 * fmax(0, one->velocity.y) / g;
      double behind, left = left_of(frame, one->at.x, &behind) - speed * flight;
      double room = fmin(left - fmax(run_up_m, speed * contact_s(frame) + margin_m),
                         behind + speed * flight - margin_m);
      double energy = 0.5 * hh_vec_dot(one->velocity, one->velocity);
      bool better = room >= 0 ? energy > highest : highest < 0 && room > nearest;
      if (!better) continue;
      best = one;
      nearest = room;
      if (room >= 0) highest = energy;
    }
  }
  return *best;
}

/* Stretches the legs and leans as the throw says. */
static void push(const HhFrame *frame, Throw thrown, HhLegsGoal goal, int to)
{
  HhLegs *legs = &frame->gibbon->legs;
  HhPad pad = hh_pad_of(frame);
  hh_ledger_muscle(&frame->record->ledger,
                   push_work(&pad, hh_pad_deflection(frame->gibbon), thrown.push_m));
  legs->stretch_m += thrown.push_m;
  legs->lean_mps2 = thrown.lean_mps2;
  legs->goal = goal;
  legs->to = to;
}

/* Nobody asks it to go on: up and down on the spot, or not at all. */
static void stay(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  double force = frame->params->legs.lean, rate = hh_pad_motion(gibbon).s_rate;
  Throw still_there = {.push_m = gibbon->input.up ? push_most(frame) : 0,
                       .lean_mps2 = rate > 0   ? -force
                                    : rate < 0 ? force
                                               : 0};
  push(frame, still_there, HH_LEGS_STAND, -1);
}

/* At the lowest point. */
static void decide(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  int list[HH_AHEAD_MOST], floor, hold = -1;
  Throws throws;
  Throw best;
  legs->pushed = true;
  if (!gibbon->input.forward) {
    stay(frame);
    return;
  }
  int count = hh_ahead_holds(frame->world, gibbon->hold, gibbon->facing, list, &floor);
  look_at_throws(frame, &throws);
  if (throw_to_hold(frame, &throws, list, count, &hold, &best))
    push(frame, best, HH_LEGS_LEAP, hold);
  else if (count == 0 && floor >= 0 && throw_to_floor(frame, &throws, floor, &best))
    push(frame, best, HH_LEGS_HOP, -1);
  else if (++legs->bounces < BOUNCES_MOST)
    push(frame, throw_on(frame, &throws), HH_LEGS_HOP, -1);
  else
    push(frame, throws.of[LEANS - 1][PUSHES], HH_LEGS_TRY, -1);
}

/* ---- the contact ---- */

/* Leans, on the way down, toward the speed that would bring it below the first hold ahead after
 * this contact and a flight as high as it fell from, as far as it stays over the canopy. */
static double lean_in(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  int list[HH_AHEAD_MOST], floor;
  double facing = gibbon->facing, contact = contact_s(frame), most = frame->params->legs.lean;
  double behind, left = left_of(frame, gibbon->at.x, &behind);
  double wanted = fmax(0, left - margin_m) / contact;
  int count = hh_ahead_holds(frame->world, gibbon->hold, gibbon->facing, list, &floor);
  if (count > 0) {
    double way = facing * (frame->world->holds[list[0]].at.x - gibbon->at.x);
    double flight = 2 * fabs(gibbon->velocity.y) / frame->world_params->gravity;
    wanted = fmin(wanted, (way - frame->params->arm_length) / (contact + flight));
  }
  double change = (fmax(0, wanted) - facing * gibbon->velocity.x) / (0.5 * contact);
  return facing * fmax(-most, fmin(most, change));
}

void hh_bounce_begin(const HhFrame *frame, int piece)
{
  HhGibbon *gibbon = frame->gibbon;
  HhWay from = hh_gibbon_way(frame->world, gibbon);
  bool again = gibbon->legs.goal == HH_LEGS_HOP && gibbon->legs.piece == piece;
  int bounces = again ? gibbon->legs.bounces : 0;
  double slope = hh_surface_at(frame->world, piece, gibbon->at.x).slope;
  gibbon->mode = HH_MODE_BOUNCE;
  gibbon->target.hold = -1;
  gibbon->planned = false;
  gibbon->legs = (HhLegs){.missed = -1, .rest = gibbon->at, .slope = slope, .bounces = bounces};
  hh_stance_stand(frame, piece);
  gibbon->legs.lean_mps2 = gibbon->input.forward ? lean_in(frame) : 0;
  hh_frame_law_change(frame, from, gibbon->velocity);
}

/* The spring is slack, or the canopy ends. */
static void let_go(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegsGoal goal = gibbon->legs.goal;
  gibbon->target = (HhGrabPoint){.hold = -1};
  gibbon->planned = goal == HH_LEGS_LEAP || goal == HH_LEGS_HOP;
  gibbon->planned_s = 0;
  if (goal == HH_LEGS_LEAP) {
    HhVec at = frame->world->holds[gibbon->legs.to].at;
    gibbon->target = (HhGrabPoint){gibbon->legs.to, at};
    gibbon->planned_s = fmax(0, arrival_s(frame, gibbon->at, gibbon->velocity, at));
  }
  frame->record->ledger.damped_Jpkg += hh_bounce_energy(frame->world, gibbon);
  hh_contact_release(frame);
}

/* At the top of a contact that goes on: the legs fold again, where the spring stays pressed. */
static void fold(const HhFrame *frame)
{
  HhLegs *legs = &frame->gibbon->legs;
  HhPad pad = hh_pad_of(frame);
  double q = hh_pad_deflection(frame->gibbon);
  legs->pushed = false;
  if (q + legs->stretch_m > 0) return;
  hh_ledger_muscle(&frame->record->ledger, push_work(&pad, q, -legs->stretch_m));
  legs->stretch_m = 0;
}

static void happen(const HhFrame *frame, HhPadEvent event)
{
  HhGibbon *gibbon = frame->gibbon;
  HhPad pad = hh_pad_of(frame);
  switch (event) {
  case HH_PAD_LOWEST: decide(frame); break;
  case HH_PAD_HIGHEST: fold(frame); break;
  case HH_PAD_SLACK:
  case HH_PAD_OFF: let_go(frame); break;
  case HH_PAD_STILL:
    if (gibbon->legs.goal == HH_LEGS_STAND)
      gibbon->legs.lean_mps2 = pad.gravity * pad.slope / pad.unit;
    break;
  case HH_PAD_NONE: break;
  }
}

/* One step of the contact, for t_s or to an event; returns the time used. */
static double step(const HhFrame *frame, double t_s, HhPadEvent *event)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhLegs *legs = &gibbon->legs;
  HhLedger *ledger = &frame->record->ledger;
  HhPadWatch watch = {.pad = hh_pad_of(frame),
                      .rest = legs->rest,
                      .stretch = legs->stretch_m,
                      .pushed = legs->pushed};
  hh_surface_span(frame->world, legs->piece, &watch.from, &watch.to);
  HhPadMotion now = hh_pad_motion(gibbon);
  watch.rests = hh_pad_rests(&watch.pad, now);
  bool leaning = legs->lean_mps2 != 0 && now.s_rate != 0;
  watch.sense = !leaning ? 0 : now.s_rate > 0 ? 1 : -1;
  double t = fmin(t_s, hh_pad_step_s(&watch.pad)), s = now.s;
  *event = hh_pad_event(&watch, now, &t);
  ledger->damped_Jpkg += watch.pad.damping * hh_pad_square_of_rate(&watch.pad, now, t);
  now = hh_pad_after(&watch.pad, now, t);
  if (*event == HH_PAD_STILL) now.s_rate = 0;
  hh_ledger_muscle(ledger, legs->lean_mps2 * watch.pad.unit * (now.s - s));
  hh_pad_place(&watch.pad, now, watch.rest, watch.stretch, &gibbon->at, &gibbon->velocity);
  gibbon->time_s += t;
  frame->record->leg_steps++;
  return t;
}

double hh_bounce_step(const HhFrame *frame, double dt_s)
{
  HhInput input = frame->gibbon->input;
  HhPad pad = hh_pad_of(frame);
  HhPadEvent event = HH_PAD_NONE;
  double used = 0;
  if ((input.forward || input.up) && hh_pad_rests(&pad, hh_pad_motion(frame->gibbon)))
    decide(frame);
  while (used < dt_s && event == HH_PAD_NONE)
    used += step(frame, dt_s - used, &event);
  hh_stance_stand(frame, frame->gibbon->legs.piece);
  happen(frame, event);
  return used;
}
