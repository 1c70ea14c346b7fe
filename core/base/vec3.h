/* Vectors in space, metres unless the name says otherwise: x forward along the course, y up, z to
 * the right of a creature that moves toward +x (right-handed; the course lies in z = 0). */
#ifndef HH_BASE_VEC3_H
#define HH_BASE_VEC3_H

#include <math.h>

#include "base/vec.h"

typedef struct HhVec3 {
  double x, y, z;
} HhVec3;

static inline HhVec3 hh_vec3(double x, double y, double z)
{
  return (HhVec3){x, y, z};
}

/* A point of the course's plane. */
static inline HhVec3 hh_vec3_of(HhVec v)
{
  return (HhVec3){v.x, v.y, 0};
}

static inline HhVec3 hh_vec3_add(HhVec3 a, HhVec3 b)
{
  return (HhVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline HhVec3 hh_vec3_sub(HhVec3 a, HhVec3 b)
{
  return (HhVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline HhVec3 hh_vec3_scale(HhVec3 a, double k)
{
  return (HhVec3){a.x * k, a.y * k, a.z * k};
}

/* a + k b, the step of a straight line. */
static inline HhVec3 hh_vec3_along(HhVec3 a, HhVec3 b, double k)
{
  return (HhVec3){a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
}

/* a for share 0, b for share 1. */
static inline HhVec3 hh_vec3_mix(HhVec3 a, HhVec3 b, double share)
{
  return hh_vec3_along(a, hh_vec3_sub(b, a), share);
}

static inline double hh_vec3_dot(HhVec3 a, HhVec3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline HhVec3 hh_vec3_cross(HhVec3 a, HhVec3 b)
{
  return (HhVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double hh_vec3_length(HhVec3 a)
{
  return sqrt(hh_vec3_dot(a, a));
}

static inline double hh_vec3_distance(HhVec3 a, HhVec3 b)
{
  return hh_vec3_length(hh_vec3_sub(a, b));
}

/* a scaled to length 1; `otherwise` when a is shorter than 1e-150. */
static inline HhVec3 hh_vec3_unit(HhVec3 a, HhVec3 otherwise)
{
  double length = hh_vec3_length(a);
  return length > 1e-150 ? hh_vec3_scale(a, 1 / length) : otherwise;
}

/* A fixed unit vector perpendicular to the unit vector a: the nearest to z, or to x when a lies
 * closer than 37 degrees to z. */
static inline HhVec3 hh_vec3_across(HhVec3 a)
{
  HhVec3 near = fabs(a.z) < 0.8 ? hh_vec3(0, 0, 1) : hh_vec3(1, 0, 0);
  return hh_vec3_unit(hh_vec3_along(near, a, -hh_vec3_dot(near, a)), near);
}

static inline int hh_vec3_finite(HhVec3 a)
{
  return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

#endif
