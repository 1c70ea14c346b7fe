/* The usual integrators, one step each; the header says which. See the header. */
#include "integrators.h"

#include <math.h>

const char *const hhb_integrator_names[HHB_INTEGRATOR_COUNT] = {
    "explicit_euler", "semi_implicit_euler", "velocity_verlet", "rk4", "rk4_energy_projection"};

/* Below this rate squared, of g/l = 10 /s2, the energy says little of the rate: no projection. */
static const double turning = 0.02;

double hhb_pendulum_energy(const HhbPendulum *pendulum, HhbAngle at)
{
  double l = pendulum->length_m;
  return 0.5 * l * l * at.rate_radps * at.rate_radps - pendulum->gravity_mps2 * l * cos(at.rad);
}

static double pull(const HhbPendulum *pendulum, double rad)
{
  return -pendulum->gravity_mps2 / pendulum->length_m * sin(rad);
}

static HhbAngle rk4(const HhbPendulum *pendulum, HhbAngle at, double h)
{
  double k1 = at.rate_radps, m1 = pull(pendulum, at.rad);
  double k2 = at.rate_radps + 0.5 * h * m1, m2 = pull(pendulum, at.rad + 0.5 * h * k1);
  double k3 = at.rate_radps + 0.5 * h * m2, m3 = pull(pendulum, at.rad + 0.5 * h * k2);
  double k4 = at.rate_radps + h * m3, m4 = pull(pendulum, at.rad + h * k3);
  return (HhbAngle){at.rad + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4),
                    at.rate_radps + h / 6 * (m1 + 2 * m2 + 2 * m3 + m4)};
}

HhbAngle hhb_integrate(HhbIntegrator integrator, const HhbPendulum *pendulum, double energy_Jpkg,
                       HhbAngle at, double dt_s)
{
  double h = dt_s, l = pendulum->length_m;
  switch (integrator) {
  case HHB_EXPLICIT_EULER:
    return (HhbAngle){at.rad + h * at.rate_radps, at.rate_radps + h * pull(pendulum, at.rad)};
  case HHB_SEMI_IMPLICIT_EULER:
    at.rate_radps += h * pull(pendulum, at.rad);
    at.rad += h * at.rate_radps;
    return at;
  case HHB_VERLET: {
    double half = at.rate_radps + 0.5 * h * pull(pendulum, at.rad);
    at.rad += h * half;
    at.rate_radps = half + 0.5 * h * pull(pendulum, at.rad);
    return at;
  }
  case HHB_RK4: return rk4(pendulum, at, h);
  case HHB_RK4_PROJECTED: {
    HhbAngle next = rk4(pendulum, at, h);
    double rate2 = 2 * (energy_Jpkg + pendulum->gravity_mps2 * l * cos(next.rad)) / (l * l);
    if (rate2 > turning) next.rate_radps = copysign(sqrt(rate2), next.rate_radps);
    return next;
  }
  case HHB_INTEGRATOR_COUNT: break;
  }
  return at;
}
