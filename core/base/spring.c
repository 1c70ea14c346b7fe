/* Damped springs in closed form; e^-x by its Taylor series after reduction by ln 2. */
#include "base/spring.h"

#include <assert.h>
#include <math.h>

#include "base/angle.h"

/* ln 2 in two parts, so that n * high is exact for the n that occur. */
static const double ln2_high = 0x1.62e42feep-1;
static const double ln2_low = 0x1.a39ef35793c76p-33;

double hh_decay(double x)
{
  if (!(x <= 745)) return 0;
  double n = nearbyint(x / (ln2_high + ln2_low));
  double r = n * ln2_high - x + n * ln2_low;
  double tail =
      1.0 / 2 +
      r * (1.0 / 6 +
           r * (1.0 / 24 + r * (1.0 / 120 +
                                r * (1.0 / 720 +
                                     r * (1.0 / 5040 +
                                          r * (1.0 / 40320 +
                                               r * (1.0 / 362880 +
                                                    r * (1.0 / 3628800 +
                                                         r * (1.0 / 39916800 +
                                                              r * (1.0 / 479001600 +
                                                                   r * (1.0 / 6227020800)))))))))));
  return ldexp(1 + (r + r * r * tail), -(int)n);
}

double hh_ease(double share)
{
  if (!(share > 0)) return 0;
  return share < 1 ? share * share * (3 - 2 * share) : 1;
}

/* With w = k sqrt(1 - r^2) the free motion is e^(-r k t) times
 *   value: cos w t + r k sin(w t) / w,   sin(w t) / w
 *   rate:  -k^2 sin(w t) / w,            cos w t - r k sin(w t) / w
 * and sin(w t) / w is t where w is 0. */
HhSpringStep hh_spring_step(double stiffness_radps, double damping_ratio, double dt_s)
{
  assert(stiffness_radps >= 0 && damping_ratio > 0 && damping_ratio <= 1 && dt_s > 0);
  double k = stiffness_radps, r = damping_ratio;
  double phase = k * sqrt((1 - r) * (1 + r)) * dt_s;
  HhVec unit = hh_unit_from_angle(phase);
  double decay = hh_decay(r * k * dt_s);
  double cosine = decay * unit.x;
  double sine_s = decay * dt_s * (phase > 0 ? unit.y / phase : 1);
  return (HhSpringStep){.dt_s = dt_s,
                        .vv = cosine + r * k * sine_s,
                        .vr = sine_s,
                        .rv = -k * k * sine_s,
                        .rr = cosine - r * k * sine_s,
                        .lag_s = k > 0 ? 2 * r / k : 0};
}

void hh_spring_follow(const HhSpringStep *step, double goal, HhSpring *spring)
{
  double goal_rate = (goal - spring->goal) / step->dt_s;
  double lag = step->lag_s * goal_rate;
  double gap = spring->value - spring->goal + lag, slip = spring->rate - goal_rate;
  spring->value = goal - lag + step->vv * gap + step->vr * slip;
  spring->rate = goal_rate + step->rv * gap + step->rr * slip;
  spring->goal = goal;
}

HhSpring hh_spring_rest(double value)
{
  return (HhSpring){.value = value, .goal = value};
}
