/* The springy contact; see the header. */
#include "gibbon/pad.h"

#include "base/angle.h"
#include "base/bracket.h"
#include "base/spring.h"
#include "world/surface.h"

/* Steps of a contact, in the time in which its fastest part changes by a factor e. */
static const double step_share = 0.25;

/* Energy of a motion that counts as none (J/kg). */
static const double still = 1e-4;

HhPad hh_pad_of(const HhFrame *frame)
{
  const HhLegs *legs = &frame->gibbon->legs;
  const HhPiece *piece = &frame->world->pieces[legs->piece];
  return (HhPad){.stiffness = piece->stiffness_ps2,
                 .damping = piece->damping_ps,
                 .slope = legs->slope,
                 .unit = 1 + legs->slope * legs->slope,
                 .gravity = frame->world_params->gravity,
                 .lean = legs->lean_mps2};
}

double hh_pad_deflection(const HhGibbon *gibbon)
{
  const HhLegs *legs = &gibbon->legs;
  HhVec off = hh_vec_sub(gibbon->at, legs->rest);
  return off.y - legs->slope * off.x - legs->stretch_m;
}

HhPadMotion hh_pad_motion(const HhGibbon *gibbon)
{
  double m = gibbon->legs.slope, unit = 1 + m * m;
  HhVec along = hh_vec(1, m), off = hh_vec_sub(gibbon->at, gibbon->legs.rest);
  return (HhPadMotion){.q = hh_pad_deflection(gibbon),
                       .q_rate = gibbon->velocity.y - m * gibbon->velocity.x,
                       .s = hh_vec_dot(off, along) / unit,
                       .s_rate = hh_vec_dot(gibbon->velocity, along) / unit};
}

void hh_pad_place(const HhPad *pad, HhPadMotion now, HhVec rest, double stretch_m, HhVec *at,
                  HhVec *velocity)
{
  HhVec along = hh_vec(1, pad->slope), across = hh_vec_left(along);
  *at = hh_vec_along(hh_vec_along(rest, along, now.s), across, (now.q + stretch_m) / pad->unit);
  *velocity = hh_vec_along(hh_vec_scale(along, now.s_rate), across, now.q_rate / pad->unit);
}

/* e^(-a t) cos(w t) and e^(-a t) sin(w t) / w, where a^2 + w^2 = k; hyperbolic where w^2 < 0. */
static void swing_of(double a, double k, double t, double *cosine, double *sine_s)
{
  double square = k - a * a;
  if (fabs(square) * t * t < 1e-12) {
    *cosine = hh_decay(a * t);
    *sine_s = t * *cosine;
  } else if (square > 0) {
    double w = sqrt(square), decay = hh_decay(a * t);
    HhVec unit = hh_unit_from_angle(w * t);
    *cosine = decay * unit.x;
    *sine_s = decay * unit.y / w;
  } else {
    double b = sqrt(-square), fast = hh_decay((a + b) * t), slow = hh_decay(k / (a + b) * t);
    *cosine = 0.5 * (slow + fast);
    *sine_s = 0.5 * (slow - fast) / b;
  }
}

HhPadMotion hh_pad_after(const HhPad *pad, HhPadMotion now, double t)
{
  double k = pad->unit * pad->stiffness, a = 0.5 * pad->unit * pad->damping;
  double level = -pad->gravity / k, off = now.q - level;
  double along = pad->lean - pad->gravity * pad->slope / pad->unit;
  double cosine, sine_s;
  swing_of(a, k, t, &cosine, &sine_s);
  return (HhPadMotion){.q = level + off * (cosine + a * sine_s) + now.q_rate * sine_s,
                       .q_rate = now.q_rate * (cosine - a * sine_s) - k * off * sine_s,
                       .s = now.s + t * (now.s_rate + 0.5 * along * t),
                       .s_rate = now.s_rate + along * t};
}

double hh_pad_step_s(const HhPad *pad)
{
  return step_share / (sqrt(pad->unit * pad->stiffness) + pad->unit * pad->damping);
}

/* Negative before the event, zero or more from it on. */
static double past(const HhPadWatch *watch, HhPadEvent event, HhPadMotion now)
{
  const HhPad *pad = &watch->pad;
  double x = watch->rest.x + now.s - pad->slope * (now.q + watch->stretch) / pad->unit;
  switch (event) {
  case HH_PAD_LOWEST: return now.q_rate;
  case HH_PAD_HIGHEST: return -now.q_rate;
  case HH_PAD_SLACK: return pad->stiffness * now.q + pad->damping * now.q_rate;
  case HH_PAD_OFF: return fmax(watch->from - x, x - watch->to);
  case HH_PAD_STILL: return watch->sense == 0 ? -1 : -watch->sense * now.s_rate;
  case HH_PAD_NONE: break;
  }
  return -1;
}

/* Time in (0, t] at which the event comes: regula falsi after Illinois, kept inside its bracket, to
 * round-off; the later side of the root. */
static double event_s(const HhPadWatch *watch, HhPadEvent event, HhPadMotion now, double t)
{
  HhBracket root =
      hh_bracket(t, past(watch, event, now), past(watch, event, hh_pad_after(&watch->pad, now, t)));
  for (double middle; hh_bracket_ask(&root, &middle);)
    hh_bracket_tell(&root, middle, past(watch, event, hh_pad_after(&watch->pad, now, middle)));
  return root.hi;
}

/* Who rises no faster than this does not rise: where spring and weight balance, a lowest and a
 * highest point may be one. */
static const double hardly_mps = 1e-12;

HhPadEvent hh_pad_event(const HhPadWatch *watch, HhPadMotion now, double *t)
{
  HhPadEvent turn = watch->rests ? HH_PAD_NONE : watch->pushed ? HH_PAD_HIGHEST : HH_PAD_LOWEST;
  const HhPadEvent wanted[] = {watch->pushed ? HH_PAD_SLACK : HH_PAD_NONE, turn, HH_PAD_OFF,
                               HH_PAD_STILL};
  HhPadEvent first = HH_PAD_NONE;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    double before = past(watch, wanted[i], now);
    double later = past(watch, wanted[i], hh_pad_after(&watch->pad, now, *t));
    if (wanted[i] == HH_PAD_HIGHEST && before > -hardly_mps) continue; /* at the lowest point yet */
    bool there = before >= 0 && (wanted[i] == HH_PAD_SLACK || wanted[i] == HH_PAD_OFF);
    if (!there && !(later > 0)) continue;
    *t = before < 0 ? event_s(watch, wanted[i], now, *t) : 0;
    first = wanted[i];
  }
  return first;
}

bool hh_pad_rests(const HhPad *pad, HhPadMotion now)
{
  double off_rest = now.q + pad->gravity / (pad->unit * pad->stiffness);
  double energy =
      0.5 * (now.q_rate * now.q_rate / pad->unit + pad->stiffness * off_rest * off_rest);
  return energy < still;
}

double hh_pad_square_of_rate(const HhPad *pad, HhPadMotion now, double t)
{
  static const double at[] = {0, 0.53846931010568309104, 0.90617984593866399280};
  static const double weight[] = {0.56888888888888888889, 0.47862867049936646804,
                                  0.23692688505618908751};
  double middle = hh_pad_after(pad, now, 0.5 * t).q_rate, sum = weight[0] * middle * middle;
  for (int i = 1; i < 3; i++) {
    double early = hh_pad_after(pad, now, 0.5 * t * (1 - at[i])).q_rate;
    double late = hh_pad_after(pad, now, 0.5 * t * (1 + at[i])).q_rate;
    sum += weight[i] * (early * early + late * late);
  }
  return 0.5 * t * sum;
}

double hh_pad_left_s(const HhPadWatch *watch, HhPadMotion *now)
{
  enum { STEPS_MOST = 400 };
  double used = 0;
  for (int i = 0; i < STEPS_MOST; i++) {
    double t = hh_pad_step_s(&watch->pad);
    HhPadEvent event = hh_pad_event(watch, *now, &t);
    *now = hh_pad_after(&watch->pad, *now, t);
    used += t;
    if (event == HH_PAD_HIGHEST) return -1;
    if (event != HH_PAD_NONE) return used;
  }
  return -1;
}
