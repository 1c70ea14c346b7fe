/* Turns in the air; see the header. */
#include "gibbon/spin.h"

#include "base/angle.h"
#include "base/spring.h"

/* The middle of a drawn-in stretch is 1.5 times its mean, and so much of it at most. */
static const double middle = 1.5;

typedef enum Flips { FLIPS_OFF, FLIPS_BACK, FLIPS_SOMERSAULT } Flips;

/* c of the header: by how much the mean of 1/I is above that of the stretched body. */
static double drawn_in(const HhSpin *spin, double inertia_max_m2)
{
  return spin->goal_rad / (spin->momentum_m2ps * spin->flight_s) - 1 / inertia_max_m2;
}

void hh_spin_launch(const HhFrame *frame, double rate_radps, double flight_s, double rest_rad)
{
  const HhSpinParams *params = &frame->params->spin;
  HhSpin *spin = &frame->gibbon->spin;
  *spin = (HhSpin){0};
  bool asked = frame->gibbon->input.up;
  if ((params->flips == FLIPS_OFF && !asked) || !(flight_s > 0)) return;
  double way = frame->gibbon->facing * (params->flips == FLIPS_SOMERSAULT ? -1 : 1);
  double momentum = params->inertia_max * rate_radps, rest = way * rest_rad;
  double swept = way * momentum * flight_s; /* times 1/I: the angle turned */
  if (!(swept > 0)) return;

  double least = swept / params->inertia_max;
  double most = least + swept * (1 / params->inertia_min - 1 / params->inertia_max) / middle;
  double turns = fmax(1, ceil((least - rest) / (2 * HH_PI)));
  double goal = 2 * HH_PI * turns + rest;
  if (!(goal >= least && goal <= most)) return;
  *spin = (HhSpin){.momentum_m2ps = momentum,
                   .inertia_m2 = params->inertia_max,
                   .goal_rad = way * goal,
                   .flight_s = flight_s,
                   .turning = true};
}

void hh_spin_step(const HhFrame *frame, double dt_s)
{
  HhSpin *spin = &frame->gibbon->spin;
  if (!spin->turning) return;
  double inertia_max = frame->params->spin.inertia_max, c = drawn_in(spin, inertia_max);
  spin->passed_s += dt_s;
  double share = fmin(1, spin->passed_s / spin->flight_s);
  spin->inertia_m2 = 1 / (1 / inertia_max + 4 * middle * c * share * (1 - share));
  spin->angle_rad =
      spin->momentum_m2ps * (spin->passed_s / inertia_max + spin->flight_s * c * hh_ease(share));
}

void hh_spin_end(const HhFrame *frame)
{
  frame->gibbon->spin = (HhSpin){0};
}
