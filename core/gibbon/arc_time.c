/* Carlson's R_F and the swing times made of it; formulas and sources are in the header. */
#include "gibbon/arc_time.h"

#include <math.h>

/* The series' first omitted terms are of order 8 in the spread: 2^-64, below round-off. */
static const double spread_max = 0x1p-8;

/* R_F(x, y, z) of numbers >= 0, of which one at most is 0. Each round divides the spread by four,
 * after a few that only bring the numbers near each other; 64 are never used up. */
static double symmetric_integral(double x, double y, double z)
{
  double mean = 0, dx = 0, dy = 0;
  for (int i = 0; i < 64; i++) {
    mean = (x + y + z) / 3;
    dx = 1 - x / mean;
    dy = 1 - y / mean;
    if (fabs(dx) < spread_max && fabs(dy) < spread_max && fabs(dx + dy) < spread_max) break;
    double rx = sqrt(x), ry = sqrt(y), rz = sqrt(z);
    double lambda = rx * ry + ry * rz + rz * rx;
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
  }
  double dz = -(dx + dy);
  double e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
  double series = 1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44 - 5 * e2 * e2 * e2 / 208 +
                  3 * e3 * e3 / 104 + e2 * e2 * e3 / 16;
  return series / sqrt(mean);
}

bool hh_arc_time_from_bottom(double gravity_mps2, double arm_m, HhVec heading, double speed_mps,
                             double *time_s)
{
  if (!(gravity_mps2 > 0 && arm_m > 0 && speed_mps >= 0) || !hh_vec_finite(heading)) return false;

  /* Sine and cosine squared of half the angle from hanging, without cancellation. */
  double cosine = heading.x, sine = heading.y;
  double cos2 = cosine > 0 ? 0.5 * (1 + cosine) : 0.5 * sine * sine / (1 - cosine);
  double sin2 = cosine > 0 ? 0.25 * sine * sine / cos2 : 0.5 * (1 - cosine);
  double speed2 = speed_mps * speed_mps, bottom2 = speed2 + 4 * gravity_mps2 * arm_m * sin2;
  double half = sine < 0 ? -sqrt(sin2) : sqrt(sin2);
  if (!(bottom2 > 0 && bottom2 * cos2 + speed2 > 0 && isfinite(4 * bottom2))) return false;
  double time = 2 * arm_m * half * symmetric_integral(bottom2 * cos2, speed2, bottom2);
  if (!isfinite(time)) return false;
  *time_s = time;
  return true;
}

/* Speed of the swing where it has this heading; false where it does not rise so far. */
static bool speed_at(double gravity, double arm, double energy, HhVec heading, double *speed)
{
  double gl = gravity * arm;
  double half_square = energy + gl * heading.x;
  /* A turning point comes out as 0 but for the rounding of energy and product. */
  if (fabs(half_square) <= 0x1p-51 * (fabs(energy) + gl)) half_square = 0;
  *speed = sqrt(2 * fabs(half_square));
  return half_square >= 0;
}

bool hh_arc_time_between(double gravity_mps2, double arm_m, double energy_Jpkg, HhVec from,
                         HhVec to, double *time_s)
{
  double speed, before, after;
  if (!speed_at(gravity_mps2, arm_m, energy_Jpkg, from, &speed) ||
      !hh_arc_time_from_bottom(gravity_mps2, arm_m, from, speed, &before))
    return false;
  if (!speed_at(gravity_mps2, arm_m, energy_Jpkg, to, &speed) ||
      !hh_arc_time_from_bottom(gravity_mps2, arm_m, to, speed, &after))
    return false;
  *time_s = after - before;
  return true;
}

bool hh_arc_times(const HhArcProblem *problem, const HhArc *arc, HhArcTimes *times)
{
  double release, grab;
  if (!hh_arc_time_from_bottom(problem->gravity_mps2, problem->launch_arm_m, arc->launch_heading,
                               arc->launch_speed_mps, &release) ||
      !hh_arc_time_from_bottom(problem->gravity_mps2, problem->grab_arm_m, arc->grab_heading,
                               arc->grab_speed_mps, &grab))
    return false;
  *times = (HhArcTimes){release, arc->flight_s, -grab};
  return true;
}
