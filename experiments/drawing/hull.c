#include "hull.h"

#include <assert.h>
#include <stdbool.h>

#include "base/angle.h"

enum { SAMPLES_A_STATION = 5 };
static_assert((HHX_HULL_STATIONS - 1) * SAMPLES_A_STATION + 1 <= HHX_HULL_SAMPLES, "room");

static HhxStation mix(HhxStation a, HhxStation b, double share)
{
  return (HhxStation){hh_vec_mix(a.at, b.at, share), a.radius + share * (b.radius - a.radius)};
}

/* The B-spline's piece round station i: between the middles to its neighbours; from the first and
 * to the last station itself. */
static HhxStation spline(const HhxStation *stations, int count, int i, double share)
{
  HhxStation here = stations[i];
  HhxStation begin = i <= 1 ? stations[0] : mix(stations[i - 1], here, 0.5);
  HhxStation end = i >= count - 2 ? stations[count - 1] : mix(here, stations[i + 1], 0.5);
  return mix(mix(begin, here, share), mix(here, end, share), share);
}

static void find_normals(HhxHull *hull)
{
  HhVec left = {0, 1};
  for (int i = 0; i < hull->count; i++) {
    HhVec before = hull->sample[i > 0 ? i - 1 : 0].at;
    HhVec after = hull->sample[i < hull->count - 1 ? i + 1 : i].at;
    HhVec way = hh_vec_sub(after, before);
    double length = hh_vec_length(way);
    if (length > 1e-9 * hull->sample[i].radius) left = hh_vec_left(hh_vec_scale(way, 1 / length));
    hull->left[i] = left;
  }
}

HhxHull hhx_hull(const HhxStation *stations, int count)
{
  assert(count >= 1 && count <= HHX_HULL_STATIONS);
  HhxHull hull = {0};
  int first = count > 2 ? 1 : 0, last = count > 2 ? count - 2 : 0;
  for (int i = first; i <= last; i++)
    for (int k = 0; k < SAMPLES_A_STATION; k++)
      hull.sample[hull.count++] = count == 2
                                      ? mix(stations[0], stations[1], (double)k / SAMPLES_A_STATION)
                                      : spline(stations, count, i, (double)k / SAMPLES_A_STATION);
  hull.sample[hull.count++] = stations[count - 1];
  find_normals(&hull);
  return hull;
}

HhxHull hhx_hull_spindle(const HhxHull *hull, double share, HhVec shift)
{
  HhxHull spindle = *hull;
  for (int i = 0; i < spindle.count; i++) {
    HhxStation *sample = &spindle.sample[i];
    double along = (i + 0.5) / spindle.count;
    sample->at = hh_vec_along(sample->at, shift, sample->radius);
    sample->radius *= share * 4 * along * (1 - along);
  }
  return spindle;
}

/* The outline at sample i; side 1 left, -1 right. */
static HhVec edge(const HhxHull *hull, int i, double side)
{
  i = i < 0 ? 0 : i >= hull->count ? hull->count - 1 : i;
  return hh_vec_along(hull->sample[i].at, hull->left[i], side * hull->sample[i].radius);
}

/* A smooth piece from the outline's sample i to i + step (Catmull-Rom). */
static void smooth_piece(cairo_t *cairo, const HhxHull *hull, int i, int step, double side)
{
  HhVec a = edge(hull, i - step, side), b = edge(hull, i, side);
  HhVec c = edge(hull, i + step, side), d = edge(hull, i + 2 * step, side);
  HhVec out = hh_vec_along(b, hh_vec_sub(c, a), 1.0 / 6);
  HhVec in = hh_vec_along(c, hh_vec_sub(d, b), -1.0 / 6);
  cairo_curve_to(cairo, out.x, out.y, in.x, in.y, c.x, c.y);
}

/* How long the tooth between samples i and i + 1 is: none at the fur's ends and in the crook of a
 * bend, and never twice the same in a row. */
static double tooth_length(const HhxHull *hull, const HhxFur *fur, int i, double side)
{
  static const double uneven[] = {1, 0.62, 0.85, 0.5, 0.95, 0.7, 0.55};
  HhVec step = hh_vec_sub(edge(hull, i + 1, side), edge(hull, i, side));
  bool inside_bend = hh_vec_cross(step, hull->left[i]) <
                     0.3 * hh_vec_distance(hull->sample[i].at, hull->sample[i + 1].at);
  double share = (i + 0.5) / (hull->count - 1);
  if (inside_bend || share <= fur->from || share >= fur->to) return 0;
  double inside = (share - fur->from) / (fur->to - fur->from);
  double swell = fmin(1, 4 * inside) * fmin(1, 6 * (1 - inside));
  return fur->length * swell * uneven[(i + (side > 0 ? 0 : 3)) % 7];
}

/* One tooth from `root` out and along to its tip and back to `end`, the side toward the hull's
 * beginning round, the other one hollow. */
static void tooth(cairo_t *cairo, const HhxHull *hull, int i, double side, double length,
                  const HhxFur *fur)
{
  HhVec root = edge(hull, i, side), end = edge(hull, i + 1, side);
  HhVec out = hh_vec_scale(hull->left[i + 1], side);
  HhVec along = hh_vec_right(hull->left[i + 1]);
  HhVec tip = hh_vec_along(hh_vec_along(end, out, 0.4 * length), along, length);
  HhVec sway = hh_vec_mix(fur->sway_from, fur->sway_to, (i + 0.5) / (hull->count - 1));
  tip = hh_vec_along(tip, sway, length / fur->length);
  HhVec crest = hh_vec_along(hh_vec_mix(root, end, 0.6), out, 0.5 * length);
  if (side > 0) {
    cairo_curve_to(cairo, root.x, root.y, crest.x, crest.y, tip.x, tip.y);
    cairo_line_to(cairo, end.x, end.y);
  } else {
    cairo_line_to(cairo, tip.x, tip.y);
    cairo_curve_to(cairo, crest.x, crest.y, root.x, root.y, root.x, root.y);
  }
}

/* One side of the outline between two samples, toward the end on the left, back on the right. */
static void side_path(cairo_t *cairo, const HhxHull *hull, const HhxFur *fur, double side,
                      int first, int last)
{
  static const HhxFur none = {0};
  const HhxFur *worn = fur ? fur : &none;
  for (int k = 0; k < last - first; k++) {
    int i = side > 0 ? first + k : last - 1 - k;
    double length = worn->length > 0 ? tooth_length(hull, worn, i, side) : 0;
    if (length > 0)
      tooth(cairo, hull, i, side, length, worn);
    else if (side > 0)
      smooth_piece(cairo, hull, i, 1, side);
    else
      smooth_piece(cairo, hull, i + 1, -1, side);
  }
}

/* Half a circle from the left side to the right one round the end, or back round the beginning. */
static void cap(cairo_t *cairo, const HhxHull *hull, int i, double begin_rad)
{
  HhxStation at = hull->sample[i];
  double angle = hh_angle_of(hull->left[i]) + begin_rad;
  cairo_arc_negative(cairo, at.at.x, at.at.y, at.radius, angle, angle - HH_PI);
}

static void move_to_edge(cairo_t *cairo, const HhxHull *hull, int i, double side)
{
  HhVec at = edge(hull, i, side);
  cairo_move_to(cairo, at.x, at.y);
}

void hhx_hull_path(cairo_t *cairo, const HhxHull *hull, const HhxFur *fur)
{
  hhx_hull_path_from(cairo, hull, fur, 0);
  cap(cairo, hull, 0, HH_PI);
  cairo_close_path(cairo);
}

void hhx_hull_path_from(cairo_t *cairo, const HhxHull *hull, const HhxFur *fur, int first)
{
  int last = hull->count - 1;
  move_to_edge(cairo, hull, first, 1);
  side_path(cairo, hull, fur, 1, first, last);
  cap(cairo, hull, last, 0);
  side_path(cairo, hull, fur, -1, first, last);
}

void hhx_hull_path_between(cairo_t *cairo, const HhxHull *hull, const HhxFur *fur, int first,
                           int last)
{
  move_to_edge(cairo, hull, last, -1);
  side_path(cairo, hull, fur, -1, first, last);
  cap(cairo, hull, first, HH_PI);
  side_path(cairo, hull, fur, 1, first, last);
}
