/* Sine, cosine and arc tangent by their Taylor series after reduction of the argument. */
#include "base/angle.h"

/* pi/2 in two parts, so that k * high is exact for the k that occur. */
static const double half_pi_high = 0x1.921fb544p+0;
static const double half_pi_low = 0x1.0b4611a626331p-34;

HhVec hh_unit_from_angle(double rad)
{
  double k = nearbyint(rad / (half_pi_high + half_pi_low));
  double r = (rad - k * half_pi_high) - k * half_pi_low;
  double z = r * r;
  double s =
      r * (1 + z * (-1.0 / 6 +
                    z * (1.0 / 120 +
                         z * (-1.0 / 5040 +
                              z * (1.0 / 362880 +
                                   z * (-1.0 / 39916800 +
                                        z * (1.0 / 6227020800 + z * (-1.0 / 1307674368000))))))));
  double c =
      1 + z * (-1.0 / 2 +
               z * (1.0 / 24 +
                    z * (-1.0 / 720 +
                         z * (1.0 / 40320 +
                              z * (-1.0 / 3628800 +
                                   z * (1.0 / 479001600 +
                                        z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000))))))));
  switch ((int)k & 3) {
  case 0: return hh_vec(c, s);
  case 1: return hh_vec(-s, c);
  case 2: return hh_vec(-c, -s);
  default: return hh_vec(s, -c);
  }
}

/* tan of half the angle whose tan is t. */
static double half_tangent(double t)
{
  return t / (1 + sqrt(1 + t * t));
}

double hh_angle_of(HhVec v)
{
  double a = fabs(v.x), b = fabs(v.y);
  if (a == 0 && b == 0) return 0;
  double t = half_tangent(half_tangent(half_tangent(a > b ? b / a : a / b)));
  double z = t * t;
  double eighth =
      t *
      (1 +
       z * (-1.0 / 3 +
            z * (1.0 / 5 +
                 z * (-1.0 / 7 +
                      z * (1.0 / 9 +
                           z * (-1.0 / 11 + z * (1.0 / 13 + z * (-1.0 / 15 + z * (1.0 / 17)))))))));
  double angle = a > b ? 8 * eighth : HH_PI / 2 - 8 * eighth;
  if (v.x < 0) angle = HH_PI - angle;
  return v.y < 0 ? -angle : angle;
}

double hh_angle_between(HhVec from, HhVec to)
{
  return hh_angle_of(hh_vec(hh_vec_dot(from, to), hh_vec_cross(from, to)));
}

HhVec hh_hanging(double rad)
{
  return hh_vec_right(hh_unit_from_angle(rad));
}
