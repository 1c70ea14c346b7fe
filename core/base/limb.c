/* Two bones and a hinge in closed form. */
#include "base/limb.h"

#include <assert.h>
#include <stdbool.h>

#include "base/angle.h"
#include "base/spring.h"

/* Bends closer to the line than this angle decide less and less. */
static const double cone_rad = 1e-3;

/* (u - l)^2 + 4 u l cos^2(flexion / 2) where it folds, (u + l)^2 - 4 u l sin^2(flexion / 2) where
 * it is straight: nothing cancels at the limits 0 and pi. */
HhLimb hh_limb(double upper_m, double lower_m, double flex_least_rad, double flex_most_rad)
{
  assert(upper_m > 0 && lower_m > 0);
  assert(0 <= flex_least_rad && flex_least_rad < flex_most_rad && flex_most_rad <= HH_PI);
  double sum = upper_m + lower_m, difference = upper_m - lower_m;
  double cosine = hh_unit_from_angle(flex_most_rad / 2).x;
  double sine = hh_unit_from_angle(flex_least_rad / 2).y;
  double fourfold = 4 * upper_m * lower_m;
  return (HhLimb){.upper_m = upper_m,
                  .lower_m = lower_m,
                  .least_m = sqrt(difference * difference + fourfold * cosine * cosine),
                  .most_m = sqrt(sum * sum - fourfold * sine * sine)};
}

/* Toward the axis of the hinge, of any length; inside the cone mixed with that of the fixed bend.
 */
static HhVec3 toward_axis(HhVec3 bend, HhVec3 line)
{
  HhVec3 axis = hh_vec3_cross(bend, line);
  double sine_squared = hh_vec3_dot(axis, axis);
  if (sine_squared >= cone_rad * cone_rad) return axis;
  HhVec3 fixed = hh_vec3_cross(hh_vec3_across(bend), line);
  double share = hh_ease(sqrt(sine_squared) / cone_rad);
  return hh_vec3_mix(fixed, hh_vec3_unit(axis, fixed), share);
}

/* The pose whose end lies `wanted` along the unit vector `line`, its hinge toward the unit vector
 * `side`, which is perpendicular to it. a and h, the hinge along the line and off it, come from sum
 * and difference of the bones: 4 d^2 h^2 = (sum^2 - d^2) (d^2 - difference^2). */
static HhLimbPose pose_along(const HhLimb *limb, HhVec3 root, HhVec3 line, double wanted,
                             HhVec3 side)
{
  double d = wanted < limb->least_m ? limb->least_m : wanted > limb->most_m ? limb->most_m : wanted;
  double sum = limb->upper_m + limb->lower_m, difference = limb->upper_m - limb->lower_m;
  double ratio = d > 0 ? difference / d : 0;
  double a = 0.5 * (ratio * sum + d);
  double h = 0.5 * sqrt((sum - d) * (sum + d) * (1 - ratio) * (1 + ratio));
  return (HhLimbPose){.hinge = hh_vec3_along(hh_vec3_along(root, line, a), side, h),
                      .end = hh_vec3_along(root, line, d),
                      .axis = hh_vec3_cross(side, line),
                      .miss_m = fabs(wanted - d)};
}

HhLimbPose hh_limb_solve(const HhLimb *limb, HhVec3 root, HhVec3 target, HhVec3 bend)
{
  HhVec3 to_target = hh_vec3_sub(target, root);
  double wanted = hh_vec3_length(to_target);
  HhVec3 line = wanted > 1e-150 ? hh_vec3_scale(to_target, 1 / wanted) : hh_vec3_across(bend);
  HhVec3 side = hh_vec3_cross(line, toward_axis(bend, line));
  side = hh_vec3_unit(side, hh_vec3_across(line));
  HhLimbPose pose = pose_along(limb, root, line, wanted, side);
  if (pose.miss_m == 0) pose.end = target;
  return pose;
}

/* For a vector perpendicular to `rest` the smallest rotation is the mirror image along the sum of
 * both directions; then the round-off along the line is taken out. What that leaves of the length
 * matters only close to -rest; at it there is no sum, and no number but `bend`. */
static HhVec3 carried(HhVec3 rest, HhVec3 bend, HhVec3 line)
{
  HhVec3 sum = hh_vec3_add(rest, line);
  double squared = hh_vec3_dot(sum, sum);
  HhVec3 turned = hh_vec3_along(bend, sum, -2 * hh_vec3_dot(bend, sum) / squared);
  turned = hh_vec3_along(turned, line, -hh_vec3_dot(turned, line));
  return squared > 1e-10 ? turned : hh_vec3_unit(turned, bend);
}

HhVec3 hh_limb_bend(HhVec3 rest, HhVec3 bend, HhVec3 line)
{
  return carried(rest, bend, line);
}

HhLimbPose hh_limb_reach(const HhLimb *limb, HhVec3 root, HhVec3 line, double distance_m,
                         HhVec3 rest, HhVec3 bend)
{
  return pose_along(limb, root, line, distance_m, carried(rest, bend, line));
}

double hh_limb_flexion(HhVec3 root, HhVec3 hinge, HhVec3 end)
{
  HhVec3 upper = hh_vec3_sub(hinge, root), lower = hh_vec3_sub(end, hinge);
  return hh_angle_of(
      hh_vec(hh_vec3_dot(upper, lower), hh_vec3_length(hh_vec3_cross(upper, lower))));
}
