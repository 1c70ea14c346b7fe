/* Rotations in space. */
#include "base/quat.h"

#include "base/angle.h"

static HhQuat quat_of(double w, HhVec3 v)
{
  return (HhQuat){w, v.x, v.y, v.z};
}

HhQuat hh_quat_mul(HhQuat a, HhQuat b)
{
  return (HhQuat){
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/* v + 2 w (u x v) + 2 u x (u x v), u the vector part. */
HhVec3 hh_quat_rotate(HhQuat q, HhVec3 v)
{
  HhVec3 u = {q.x, q.y, q.z};
  HhVec3 twice = hh_vec3_scale(hh_vec3_cross(u, v), 2);
  return hh_vec3_add(hh_vec3_along(v, twice, q.w), hh_vec3_cross(u, twice));
}

HhQuat hh_quat_unit(HhQuat q)
{
  double length = sqrt(hh_quat_dot(q, q));
  if (!(length > 1e-150)) return hh_quat_identity();
  double k = 1 / length;
  return (HhQuat){q.w * k, q.x * k, q.y * k, q.z * k};
}

/* Cosine and sine of half the angle are half the lengths of sum and difference. */
HhQuat hh_quat_between(HhVec3 from, HhVec3 to)
{
  HhVec3 sum = hh_vec3_add(from, to), cross = hh_vec3_cross(from, sum);
  double length = hh_vec3_length(sum);
  if (hh_vec3_dot(from, to) >= 0)
    return hh_quat_unit(quat_of(length / 2, hh_vec3_scale(cross, 1 / length)));
  /* A cross product shorter than the vectors' own round-off tells no direction. */
  HhVec3 axis = hh_vec3_length(cross) > 1e-15 ? hh_vec3_unit(cross, cross) : hh_vec3_across(from);
  return hh_quat_unit(quat_of(length / 2, hh_vec3_scale(axis, hh_vec3_distance(from, to) / 2)));
}

HhQuat hh_quat_about(HhVec3 axis, double rad)
{
  HhVec half = hh_unit_from_angle(rad / 2);
  return quat_of(half.x, hh_vec3_scale(axis, half.y));
}

/* Four times each component times the largest of them stands in the matrix (Shepperd 1978, J.
 * Guidance and Control 1:223). */
HhQuat hh_quat_of_axes(HhAxes axes)
{
  HhVec3 x = axes.x, y = axes.y, z = axes.z;
  double ww = 1 + x.x + y.y + z.z, xx = 1 + x.x - y.y - z.z;
  double yy = 1 - x.x + y.y - z.z, zz = 1 - x.x - y.y + z.z;
  double wx = y.z - z.y, wy = z.x - x.z, wz = x.y - y.x;
  double xy = y.x + x.y, yz = z.y + y.z, zx = x.z + z.x;
  HhQuat q;
  if (ww >= xx && ww >= yy && ww >= zz)
    q = (HhQuat){ww, wx, wy, wz};
  else if (xx >= yy && xx >= zz)
    q = (HhQuat){wx, xx, xy, zx};
  else if (yy >= zz)
    q = (HhQuat){wy, xy, yy, yz};
  else
    q = (HhQuat){wz, zx, yz, zz};
  q = hh_quat_unit(q);
  return q.w < 0 ? (HhQuat){-q.w, -q.x, -q.y, -q.z} : q;
}

HhAxes hh_quat_axes(HhQuat q)
{
  double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  double xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x;
  double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return (HhAxes){{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (zx - wy)},
                  {2 * (xy - wz), 1 - 2 * (zz + xx), 2 * (yz + wx)},
                  {2 * (zx + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}};
}

HhQuat hh_quat_mix(HhQuat a, HhQuat b, double share)
{
  double of_a = 1 - share, of_b = hh_quat_dot(a, b) < 0 ? -share : share;
  return hh_quat_unit((HhQuat){of_a * a.w + of_b * b.w, of_a * a.x + of_b * b.x,
                               of_a * a.y + of_b * b.y, of_a * a.z + of_b * b.z});
}

/* A quarter of it has the tangent |a - b| / |a + b|, a and b less than a right angle apart. */
double hh_quat_angle(HhQuat a, HhQuat b)
{
  double k = hh_quat_dot(a, b) < 0 ? -1 : 1;
  HhQuat sum = {a.w + k * b.w, a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
  HhQuat difference = {a.w - k * b.w, a.x - k * b.x, a.y - k * b.y, a.z - k * b.z};
  return 4 * hh_angle_of(
                 hh_vec(sqrt(hh_quat_dot(sum, sum)), sqrt(hh_quat_dot(difference, difference))));
}
