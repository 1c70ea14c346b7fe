/* See the header. */
#include "floors.h"

#include <math.h>

#include "wood.h"

/* A canopy gives way this far to either side of the feet. */
static const double tread_m = 1.5;

/* A floor as it is drawn. */
typedef struct Floor {
  const HhWorld *world;
  int piece;
  const HhxWood *wood;  /* null: not trodden */
  double from_m, to_m;  /* all of it */
  double low_m, high_m; /* what the window shows, and a margin */
  int64_t seed;
} Floor;

/* False when the window shows nothing of it. */
static bool open_floor(const HhxPlants *plants, const HhWorld *world, int piece,
                       const HhxWood *wood, Floor *floor)
{
  double margin_m = 2 * plants->size_m;
  *floor = (Floor){world, piece, wood, .seed = world->pieces[piece].first};
  hh_surface_span(world, piece, &floor->from_m, &floor->to_m);
  floor->low_m = fmax(floor->from_m, hhx_view_low_x(plants->view) - margin_m);
  floor->high_m = fmin(floor->to_m, hhx_view_high_x(plants->view) + margin_m);
  return floor->high_m > floor->low_m;
}

/* The surface; trodden, it gives way like a cushion. */
static double height_at(const Floor *floor, double x_m)
{
  double y_m = hh_surface_at(floor->world, floor->piece, x_m).y_m;
  if (floor->wood == NULL) return y_m;
  double u = (x_m - floor->wood->rest.x) / tread_m, within = 1 - u * u;
  if (!(within > 0)) return y_m;
  return y_m + fmin(floor->wood->bead[0].y - floor->wood->rest.y, 0) * within * within;
}

/* A line `below_m` under the surface, from left to right or back. */
static void trace_surface(const HhxPlants *plants, const Floor *floor, double below_m, bool back)
{
  double step_m = 0.08 * plants->size_m;
  int steps = (int)fmin(ceil((floor->high_m - floor->low_m) / step_m), 4096);
  for (int i = 0; i <= steps; i++) {
    double share = (double)(back ? steps - i : i) / steps;
    double x_m = floor->low_m + share * (floor->high_m - floor->low_m);
    cairo_line_to(plants->cairo, x_m, height_at(floor, x_m) - below_m);
  }
}

static void paint_strip(const HhxPlants *plants, const Floor *floor, double thick_m, unsigned code)
{
  trace_surface(plants, floor, 0, false);
  trace_surface(plants, floor, thick_m, true);
  cairo_close_path(plants->cairo);
  hhx_ink_set(plants->cairo, hhx_leaf_tone(plants, code), 1);
  cairo_fill(plants->cairo);
}

/* ---- ground ---- */

/* Outline of the earth, down below the window's bottom; round where the floor ends. */
static void trace_earth(const HhxPlants *plants, const Floor *floor, double bottom_m)
{
  const double round_m = 0.12 * plants->size_m;
  double left_m = floor->low_m, right_m = floor->high_m;
  double out_left = left_m == floor->from_m ? round_m : 0;
  double out_right = right_m == floor->to_m ? round_m : 0;
  double left_y = height_at(floor, left_m), right_y = height_at(floor, right_m);
  cairo_t *cairo = plants->cairo;
  trace_surface(plants, floor, 0, false);
  cairo_curve_to(cairo, right_m + out_right, right_y, right_m + out_right, right_y,
                 right_m + out_right, right_y - round_m);
  cairo_line_to(cairo, right_m + out_right, bottom_m);
  cairo_line_to(cairo, left_m - out_left, bottom_m);
  cairo_line_to(cairo, left_m - out_left, left_y - round_m);
  cairo_curve_to(cairo, left_m - out_left, left_y, left_m - out_left, left_y, left_m, left_y);
  cairo_close_path(cairo);
}

/* Earth that gets darker with depth. */
static void paint_earth(const HhxPlants *plants, const Floor *floor)
{
  static const unsigned codes[] = {0xb1956f, 0xa4875f, 0x967a55};
  double left_y = height_at(floor, floor->low_m), right_y = height_at(floor, floor->high_m);
  double lowest_m = fmin(hhx_view_low_y(plants->view), fmin(left_y, right_y) - plants->size_m);
  cairo_t *cairo = plants->cairo;
  cairo_save(cairo);
  trace_earth(plants, floor, lowest_m);
  hhx_ink_set(cairo, hhx_leaf_tone(plants, codes[0]), 1);
  cairo_fill_preserve(cairo);
  cairo_clip(cairo);
  for (int layer = 1; layer < 3; layer++) {
    double below_m = 0.75 * layer * plants->size_m, beyond_m = plants->size_m;
    cairo_move_to(cairo, floor->low_m - beyond_m, left_y - below_m);
    trace_surface(plants, floor, below_m, false);
    cairo_line_to(cairo, floor->high_m + beyond_m, right_y - below_m);
    cairo_line_to(cairo, floor->high_m + beyond_m, lowest_m);
    cairo_line_to(cairo, floor->low_m - beyond_m, lowest_m);
    cairo_close_path(cairo);
    hhx_ink_set(cairo, hhx_leaf_tone(plants, codes[layer]), 1);
    cairo_fill(cairo);
  }
  cairo_restore(cairo);
}

/* Stones in the earth, of a grid over the whole floor. */
static void paint_stones(const HhxPlants *plants, const Floor *floor)
{
  const double cell_m = 0.6 * plants->size_m;
  enum { DEEP = 4 };
  hhx_ink_set(plants->cairo, hhx_leaf_tone(plants, 0x85694a), 1);
  for (int64_t i = (int64_t)ceil(floor->low_m / cell_m); (double)(i + 1) * cell_m < floor->high_m;
       i++)
    for (int j = 0; j < DEEP; j++) {
      int64_t place = (floor->seed * 1000003 + i) * DEEP + j;
      if (hhx_chance(place, 1) < 0.6) continue;
      double x_m = ((double)i + hhx_chance(place, 2)) * cell_m;
      double y_m = height_at(floor, x_m) - (j + 0.4 + 0.6 * hhx_chance(place, 3)) * cell_m;
      double half_m = (0.03 + 0.05 * hhx_chance(place, 4)) * plants->size_m;
      cairo_new_sub_path(plants->cairo);
      cairo_save(plants->cairo);
      cairo_translate(plants->cairo, x_m, y_m);
      cairo_scale(plants->cairo, half_m, 0.6 * half_m);
      cairo_arc(plants->cairo, 0, 0, 1, 0, 6.283185307179586);
      cairo_restore(plants->cairo);
    }
  cairo_fill(plants->cairo);
}

static void paint_grass(const HhxPlants *plants, const Floor *floor)
{
  static const unsigned codes[] = {0x6f9f5b, 0x86b56c};
  const double size_m = plants->size_m, apart_m = 0.06 * size_m;
  paint_strip(plants, floor, 0.09 * size_m, 0x7fae64);
  cairo_set_line_width(plants->cairo, 0.02 * size_m);
  cairo_set_line_cap(plants->cairo, CAIRO_LINE_CAP_ROUND);
  for (int kind = 0; kind < 2; kind++) {
    hhx_ink_set(plants->cairo, hhx_leaf_tone(plants, codes[kind]), 1);
    for (int64_t i = (int64_t)ceil(floor->low_m / apart_m); (double)i * apart_m < floor->high_m;
         i++) {
      int64_t place = floor->seed * 1000003 + i;
      if ((hhx_chance(place, 1) < 0.5) != (kind == 0)) continue;
      double x_m = (double)i * apart_m, y_m = height_at(floor, x_m);
      double high_m = (0.03 + 0.07 * hhx_chance(place, 2)) * size_m;
      cairo_move_to(plants->cairo, x_m, y_m - 0.03 * size_m);
      cairo_line_to(plants->cairo, x_m + (hhx_chance(place, 3) - 0.5) * high_m, y_m + high_m);
    }
    cairo_stroke(plants->cairo);
  }
}

void hhx_floors_ground(const HhxPlants *plants, const HhWorld *world, int piece)
{
  Floor floor;
  if (!open_floor(plants, world, piece, NULL, &floor)) return;
  paint_earth(plants, &floor);
  paint_stones(plants, &floor);
  paint_grass(plants, &floor);
}

/* ---- canopies ---- */

/* Clumps of one layer: circles whose tops are `under_m` below the surface or more. */
static void paint_clumps(const HhxPlants *plants, const Floor *floor, int layer, double under_m,
                         double radius_m, unsigned code)
{
  double apart_m = 0.6 * radius_m, width_m = floor->to_m - floor->from_m;
  int count = (int)fmin(ceil(width_m / apart_m), 100000);
  hhx_ink_set(plants->cairo, hhx_leaf_tone(plants, code), 1);
  for (int i = 0; i <= count; i++) {
    int64_t place = (floor->seed * 1000003 + i) * 4 + layer;
    double share = (double)i / count, x_m = floor->from_m + share * width_m;
    if (x_m < floor->low_m - radius_m || x_m > floor->high_m + radius_m) continue;
    double round = sqrt(fmax(0, 4 * share * (1 - share))); /* thin at both ends */
    double radius = radius_m * (0.75 + 0.3 * hhx_chance(place, 1)) * (0.6 + 0.4 * round);
    double y_m = height_at(floor, x_m) - under_m * (0.4 + 0.6 * round) - radius;
    cairo_new_sub_path(plants->cairo);
    cairo_arc(plants->cairo, x_m, y_m, radius, 0, 6.283185307179586);
  }
  cairo_fill(plants->cairo);
}

/* Leaves of a grid over all of it, and more of them along its top, just above the surface. */
static void paint_foliage(const HhxPlants *plants, const Floor *floor, int rows, double cell_m,
                          double bare)
{
  const double size_m = plants->size_m;
  for (int64_t i = (int64_t)ceil(floor->low_m / cell_m); (double)i * cell_m <= floor->high_m; i++)
    for (int j = rows - 1; j >= 0; j--) {
      int64_t place = (floor->seed * 1000003 + i) * 8 + j + (rows > 1);
      if (hhx_chance(place, 1) < bare) continue;
      double x_m = ((double)i + 0.8 * (hhx_chance(place, 2) - 0.5)) * cell_m;
      double below_m = (0.05 + (j + 0.5 * hhx_chance(place, 4)) * cell_m) * size_m;
      HhVec at = {x_m, height_at(floor, x_m) - below_m};
      hhx_leaf_paint(plants, at, 1.5707963267948966 + 2.4 * (hhx_chance(place, 3) - 0.5),
                     size_m * (0.09 + 0.07 * hhx_chance(place, 5)),
                     hhx_leaf_green(plants, hhx_chance(place, 6)));
    }
}

void hhx_floors_canopy(const HhxPlants *plants, const HhWorld *world, int piece,
                       const HhxWood *wood)
{
  Floor floor;
  if (!open_floor(plants, world, piece, wood, &floor)) return;
  const double size_m = plants->size_m;
  double middle_m = (floor.from_m + floor.to_m) / 2;
  hhx_wood_post(plants, hh_vec(middle_m, height_at(&floor, middle_m) - 0.5 * size_m), 0.14 * size_m,
                floor.seed);
  paint_clumps(plants, &floor, 0, 0.5 * size_m, 0.5 * size_m, 0x6b976b);
  paint_clumps(plants, &floor, 1, 0.22 * size_m, 0.42 * size_m, 0x7eab77);
  paint_clumps(plants, &floor, 2, 0, 0.34 * size_m, 0x94bd84);
  paint_strip(plants, &floor, 0.25 * size_m, 0x94bd84);
  paint_foliage(plants, &floor, 6, 0.17 * size_m, 0.5);
  paint_foliage(plants, &floor, 1, 0.07 * size_m, 0.1);
}

void hhx_floors_trodden(const HhxPlants *plants, const HhWorld *world, int piece,
                        const HhxWood *wood)
{
  Floor floor;
  if (!open_floor(plants, world, piece, wood, &floor)) return;
  floor.low_m = fmax(floor.low_m, wood->rest.x - tread_m);
  floor.high_m = fmin(floor.high_m, wood->rest.x + tread_m);
  if (!(floor.high_m > floor.low_m)) return;
  trace_surface(plants, &floor, 0, false);
  hhx_ink_set(plants->cairo, hhx_leaf_tone(plants, 0x4b7a50), 1);
  cairo_set_line_width(plants->cairo, 0.02 * plants->size_m);
  cairo_stroke(plants->cairo);
}
