/* See the header. */
#include "liana.h"

#include <math.h>

#include "wood.h"

/* What moves of a chain that is drawn: its beads and both ends. */
enum { POINTS_MOST = 256 };

/* The holds as they are now; the number of points. */
static int points_of(const HhHold *holds, int count, bool pinned_end, const HhxWood *wood,
                     HhVec points[POINTS_MOST])
{
  int ends = pinned_end ? 2 : 1, used = 0;
  if (wood == NULL) {
    while (used < count && used < POINTS_MOST) {
      points[used] = holds[used].at;
      used++;
    }
    return used;
  }
  points[used++] = holds[0].at;
  for (int i = 0; i < wood->count && i < count - ends; i++)
    points[used++] = wood->bead[i];
  if (pinned_end && count > 1) points[used++] = holds[count - 1].at;
  return used;
}

static bool seen(const HhxPlants *plants, const HhVec *points, int count)
{
  double low = HUGE_VAL, high = -HUGE_VAL, margin_m = 2 * plants->size_m;
  for (int i = 0; i < count; i++) {
    low = fmin(low, points[i].x);
    high = fmax(high, points[i].x);
  }
  return low < hhx_view_high_x(plants->view) + margin_m &&
         high > hhx_view_low_x(plants->view) - margin_m;
}

static HhVec tangent(const HhVec *points, int count, int i)
{
  return hh_vec_scale(hh_vec_sub(points[i + 1 < count ? i + 1 : i], points[i > 0 ? i - 1 : i]),
                      i > 0 && i + 1 < count ? 0.5 : 1);
}

/* A smooth line through all points (Catmull and Rom). */
static void trace_curve(const HhVec *points, int count, cairo_t *cairo)
{
  cairo_move_to(cairo, points[0].x, points[0].y);
  for (int i = 0; i + 1 < count; i++) {
    HhVec a = hh_vec_along(points[i], tangent(points, count, i), 1.0 / 3);
    HhVec b = hh_vec_along(points[i + 1], tangent(points, count, i + 1), -1.0 / 3);
    cairo_curve_to(cairo, a.x, a.y, b.x, b.y, points[i + 1].x, points[i + 1].y);
  }
}

static void stroke_curve(const HhxPlants *plants, const HhVec *points, int count, double width_m,
                         unsigned code)
{
  trace_curve(points, count, plants->cairo);
  hhx_ink_set(plants->cairo, hhx_leaf_tone(plants, code), 1);
  cairo_set_line_width(plants->cairo, width_m * plants->size_m);
  cairo_stroke(plants->cairo);
}

/* Small leaves that hang from it by their tops, at places that move with it. */
static void paint_leaves(const HhxPlants *plants, const HhVec *points, int count, int64_t seed)
{
  enum { LEAVES = 3 }; /* between two beads, at most */
  for (int i = 0; i + 1 < count; i++)
    for (int j = 0; j < LEAVES; j++) {
      int64_t place = (seed * 1000003 + i) * LEAVES + j;
      if (hhx_chance(place, 1) < 0.35) continue;
      HhVec at = hh_vec_mix(points[i], points[i + 1], (j + hhx_chance(place, 2)) / LEAVES);
      double side = hhx_chance(place, 3) < 0.5 ? -1 : 1;
      double turn_rad = -1.5707963267948966 + side * (0.35 + 0.7 * hhx_chance(place, 4));
      hhx_leaf_paint(plants, at, turn_rad, plants->size_m * (0.09 + 0.07 * hhx_chance(place, 5)),
                     hhx_leaf_green(plants, hhx_chance(place, 6)));
    }
}

void hhx_liana_vine(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed,
                    const HhxWood *wood)
{
  HhVec points[POINTS_MOST + 1];
  int used = points_of(holds, count, false, wood, points);
  if (!seen(plants, points, used)) return;
  HhHold pin = {.at = holds[0].at};
  hhx_wood_branch(plants, &pin, 1, seed, NULL);
  if (used > 1) { /* a tail, free of hands */
    HhVec on = hh_vec_unit(hh_vec_sub(points[used - 1], points[used - 2]));
    points[used] = hh_vec_along(points[used - 1], on, 0.25 * plants->size_m);
    used++;
  }
  cairo_set_line_cap(plants->cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(plants->cairo, CAIRO_LINE_JOIN_ROUND);
  stroke_curve(plants, points, used, 0.05, 0x4f7a37);
  stroke_curve(plants, points, used, 0.024, 0x7fae55);
  paint_leaves(plants, points, used, seed);
}

void hhx_liana_cable(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed,
                     const HhxWood *wood)
{
  HhVec points[POINTS_MOST];
  int used = points_of(holds, count, true, wood, points);
  if (!seen(plants, points, used)) return;
  const double size_m = plants->size_m, twist_m = 0.05 * size_m;
  for (int i = 0; i < 2; i++) {
    HhVec pin = holds[i == 0 ? 0 : count - 1].at;
    hhx_wood_post(plants, hh_vec(pin.x, pin.y + 0.22 * size_m), 0.06 * size_m, seed + i);
  }
  cairo_set_line_join(plants->cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(plants->cairo, CAIRO_LINE_CAP_ROUND);
  stroke_curve(plants, points, used, 0.036, 0x3d352e);
  cairo_set_line_cap(plants->cairo, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash(plants->cairo, &twist_m, 1, 0);
  stroke_curve(plants, points, used, 0.018, 0x8a7b69);
  cairo_set_dash(plants->cairo, NULL, 0, 0);
}
