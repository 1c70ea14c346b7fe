/* Rotations in space as unit quaternions w + xi + yj + zk; v' = q v q*. Only + - x / and square
 * roots, so the same bits on every processor.
 * hh_quat_mul(a, b) turns by b first, then by a: with b local and a the parent's, the child's. */
#ifndef HH_BASE_QUAT_H
#define HH_BASE_QUAT_H

#include "base/vec3.h"

typedef struct HhQuat {
  double w, x, y, z;
} HhQuat;

/* Three unit vectors at right angles, right-handed: the images of x, y and z. */
typedef struct HhAxes {
  HhVec3 x, y, z;
} HhAxes;

/* v given in the axes, in the frame that the axes are given in. */
static inline HhVec3 hh_axes_out(const HhAxes *axes, HhVec3 v)
{
  HhVec3 in_plane = hh_vec3_along(hh_vec3_scale(axes->x, v.x), axes->y, v.y);
  return hh_vec3_along(in_plane, axes->z, v.z);
}

static inline HhQuat hh_quat_identity(void)
{
  return (HhQuat){1, 0, 0, 0};
}

static inline HhQuat hh_quat_conj(HhQuat q)
{
  return (HhQuat){q.w, -q.x, -q.y, -q.z};
}

static inline double hh_quat_dot(HhQuat a, HhQuat b)
{
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

HhQuat hh_quat_mul(HhQuat a, HhQuat b);
HhVec3 hh_quat_rotate(HhQuat q, HhVec3 v);

/* Scaled to length 1; the identity when q is shorter than 1e-150. */
HhQuat hh_quat_unit(HhQuat q);

/* The smallest rotation that turns the unit vector `from` into the unit vector `to`. Opposite
 * vectors: half a turn about a fixed axis perpendicular to `from`. */
HhQuat hh_quat_between(HhVec3 from, HhVec3 to);

/* By `rad` about a unit axis, |rad| <= 1000, right-handed. */
HhQuat hh_quat_about(HhVec3 axis, double rad);

/* The rotation that takes x, y, z to `axes`, and back. w >= 0. */
HhQuat hh_quat_of_axes(HhAxes axes);
HhAxes hh_quat_axes(HhQuat q);

/* From a (share 0) to b (share 1) the shorter way, straight and scaled to length 1: at most
 * 8.2 degrees from the even turn for rotations half a turn apart, 1 for a quarter. */
HhQuat hh_quat_mix(HhQuat a, HhQuat b, double share);

/* Angle between two rotations, in [0, pi]; exact to round-off for small angles too. */
double hh_quat_angle(HhQuat a, HhQuat b);

#endif
