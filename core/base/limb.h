/* Two bones and a hinge: arm or leg from its root to its end, in closed form.
 *   d^2 = u^2 + l^2 + 2 u l cos(flexion),   a = (u^2 - l^2 + d^2) / (2 d)
 * The hinge's limits bound the distance from root to end; within them the end is exactly where it
 * is asked for, beyond them at the nearest point of the same line, and the hinge moves steadily
 * through that border. A least flexion above 0 keeps the hinge's speed finite there (a straight
 * limb that shortens by e bends by the order of sqrt(e)).
 * Where the hinge lies on its circle is decided by `bend`, the direction it is wanted in. A bend
 * along the line from root to end decides nothing: within 1e-3 rad of it the hinge turns smoothly
 * over to the fixed perpendicular hh_vec3_across(bend). No rule that follows the bend elsewhere is
 * continuous for all lines (a field on a sphere that turns once around a point has a zero inside):
 * here the hinge jumps at the line (and its opposite) that leans 0.5e-3 rad from the bend toward
 * the perpendicular. hh_limb_bend carries a bend from a resting direction along; it jumps only
 * opposite to rest. */
#ifndef HH_BASE_LIMB_H
#define HH_BASE_LIMB_H

#include "base/vec3.h"

typedef struct HhLimb {
  double upper_m, lower_m; /* > 0 */
  double least_m, most_m;  /* root to end, from the hinge's limits */
} HhLimb;

typedef struct HhLimbPose {
  HhVec3 hinge, end;
  HhVec3 axis;   /* unit; the lower bone is flexed about it, right-handed, away from `bend` */
  double miss_m; /* end to target; 0 when it is reached */
} HhLimbPose;

/* Flexion 0 is straight; 0 <= flex_least < flex_most <= pi. */
HhLimb hh_limb(double upper_m, double lower_m, double flex_least_rad, double flex_most_rad);

/* A target closer than 1e-150 m to the root counts as at the root: the line is taken perpendicular
 * to `bend`, a unit vector. Target and root lie less than 1e150 m from the origin. */
HhLimbPose hh_limb_solve(const HhLimb *limb, HhVec3 root, HhVec3 target, HhVec3 bend);

/* `bend` (unit, perpendicular to the unit vector `rest`) as it is after the smallest rotation from
 * `rest` to the unit vector `line`; perpendicular to `line`. At line = -rest: `bend` itself. */
HhVec3 hh_limb_bend(HhVec3 rest, HhVec3 bend, HhVec3 line);

/* The same for an end that is wanted `distance_m` along the unit vector `line`, with the bend that
 * hh_limb_bend carries along. */
HhLimbPose hh_limb_reach(const HhLimb *limb, HhVec3 root, HhVec3 line, double distance_m,
                         HhVec3 rest, HhVec3 bend);

/* Flexion of the hinge in [0, pi]. */
double hh_limb_flexion(HhVec3 root, HhVec3 hinge, HhVec3 end);

#endif
