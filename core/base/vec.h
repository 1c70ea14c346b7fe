/* Plane vectors, x forward and y up, metres unless the name says otherwise. */
#ifndef HH_BASE_VEC_H
#define HH_BASE_VEC_H

#include <math.h>

typedef struct HhVec {
  double x, y;
} HhVec;

static inline HhVec hh_vec(double x, double y)
{
  return (HhVec){x, y};
}

static inline HhVec hh_vec_add(HhVec a, HhVec b)
{
  return (HhVec){a.x + b.x, a.y + b.y};
}

static inline HhVec hh_vec_sub(HhVec a, HhVec b)
{
  return (HhVec){a.x - b.x, a.y - b.y};
}

static inline HhVec hh_vec_scale(HhVec a, double k)
{
  return (HhVec){a.x * k, a.y * k};
}

/* a + k b, the step of a straight line. */
static inline HhVec hh_vec_along(HhVec a, HhVec b, double k)
{
  return (HhVec){a.x + k * b.x, a.y + k * b.y};
}

static inline double hh_vec_dot(HhVec a, HhVec b)
{
  return a.x * b.x + a.y * b.y;
}

/* z of the cross product: positive when b lies counter-clockwise of a. */
static inline double hh_vec_cross(HhVec a, HhVec b)
{
  return a.x * b.y - a.y * b.x;
}

static inline double hh_vec_length(HhVec a)
{
  return sqrt(hh_vec_dot(a, a));
}

static inline double hh_vec_distance(HhVec a, HhVec b)
{
  return hh_vec_length(hh_vec_sub(b, a));
}

/* True when two points are `far` apart at most, without a root; no NaN is. */
static inline int hh_vec_within(HhVec a, HhVec b, double far)
{
  HhVec apart = hh_vec_sub(b, a);
  return hh_vec_dot(apart, apart) <= far * far;
}

/* A quarter turn counter-clockwise. */
static inline HhVec hh_vec_left(HhVec a)
{
  return (HhVec){-a.y, a.x};
}

/* A quarter turn clockwise. */
static inline HhVec hh_vec_right(HhVec a)
{
  return (HhVec){a.y, -a.x};
}

/* Unit vector; the zero vector has no direction and gives (1, 0). */
static inline HhVec hh_vec_unit(HhVec a)
{
  double length = hh_vec_length(a);
  return length > 0 ? hh_vec_scale(a, 1 / length) : hh_vec(1, 0);
}

static inline HhVec hh_vec_mix(HhVec a, HhVec b, double share)
{
  return hh_vec_along(a, hh_vec_sub(b, a), share);
}

static inline int hh_vec_finite(HhVec a)
{
  return isfinite(a.x) && isfinite(a.y);
}

#endif
