/* See the header. */
#include "room_paint.h"

#include <math.h>

#include "ink.h"

const unsigned hhx_ink_exit = 0xb03a2e, hhx_ink_pole = 0x8a5a2b, hhx_ink_wall = 0xe9e2d3,
               hhx_ink_water = 0x9fc8e6;

/* Tiles within the window. */
typedef struct Range {
  int low_x, low_y, high_x, high_y; /* the last two beyond */
} Range;

static int clamp(double value, int most)
{
  return value < 0 ? 0 : value > most ? most : (int)value;
}

static Range range_of(const HhxDenRoom *room, const HhxView *view)
{
  double tile = room->tile_m;
  return (Range){clamp(floor(hhx_view_low_x(view) / tile), room->room.width),
                 clamp(floor(hhx_view_low_y(view) / tile), room->room.height),
                 clamp(ceil(hhx_view_high_x(view) / tile), room->room.width),
                 clamp(ceil(hhx_view_high_y(view) / tile), room->room.height)};
}

/* From now on a unit is a tile; everything outside the room is `outside`. */
static void enter(const HhxDenRoom *room, const HhxView *view, HhxColour outside, HhxColour air,
                  cairo_t *cairo)
{
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  hhx_ink_set(cairo, outside, 1);
  cairo_paint(cairo);
  cairo_scale(cairo, room->tile_m, room->tile_m);
  cairo_rectangle(cairo, 0, 0, room->room.width, room->room.height);
  hhx_ink_set(cairo, air, 1);
  cairo_fill(cairo);
}

/* Paths of runs of tiles that carry what `bits` say. */
static void add_runs(const HhxDenRoom *room, Range range, int bits, cairo_t *cairo)
{
  for (int y = range.low_y; y < range.high_y; y++)
    for (int x = range.low_x, end; x < range.high_x; x = end) {
      bool is = (hh_room_tile(&room->room, x, y) & bits) != 0;
      for (end = x + 1; end < range.high_x; end++)
        if (((hh_room_tile(&room->room, end, y) & bits) != 0) != is) break;
      if (is) cairo_rectangle(cairo, x, y, end - x, 1);
    }
}

/* By which rows of solids overlap, so that no light is seen between them. */
static const double seam_t = 0.02;

/* Solids by runs, slopes as triangles; and a tile beyond the room, which is solid too, so that its
 * border is not seen. */
static void add_solids(const HhxDenRoom *room, Range range, cairo_t *cairo)
{
  range = (Range){range.low_x - 1, range.low_y - 1, range.high_x + 1, range.high_y + 1};
  static const double corners[4][6] = {
      {0, 0, 1, 0, 1, 1}, {0, 0, 1, 0, 0, 1}, {0, 1, 1, 1, 1, 0}, {0, 0, 0, 1, 1, 1}};
  for (int y = range.low_y; y < range.high_y; y++)
    for (int x = range.low_x, end; x < range.high_x; x = end) {
      int kind = hh_room_tile(&room->room, x, y) & HH_TILE_KIND;
      end = x + 1;
      if (kind >= HH_TILE_SLOPE_SE) {
        const double *corner = corners[kind - HH_TILE_SLOPE_SE];
        cairo_new_sub_path(cairo);
        for (int i = 0; i < 3; i++)
          cairo_line_to(cairo, x + corner[2 * i], y + corner[2 * i + 1]);
        cairo_close_path(cairo);
      }
      if (kind != HH_TILE_SOLID) continue;
      while (end < range.high_x && hh_tile_solid(hh_room_tile(&room->room, end, y)))
        end++;
      cairo_rectangle(cairo, x, y, end - x, 1 + seam_t);
    }
}

static void add_poles(const HhxDenRoom *room, Range range, cairo_t *cairo)
{
  for (int y = range.low_y; y < range.high_y; y++)
    for (int x = range.low_x; x < range.high_x; x++) {
      uint8_t tile = hh_room_tile(&room->room, x, y);
      if (tile & HH_TILE_POLE_ACROSS) {
        cairo_move_to(cairo, x, y + 0.5);
        cairo_line_to(cairo, x + 1, y + 0.5);
      }
      if (tile & HH_TILE_POLE_UP) {
        cairo_move_to(cairo, x + 0.5, y);
        cairo_line_to(cairo, x + 0.5, y + 1);
      }
    }
}

static int kind_at(const HhxDenRoom *room, int x, int y)
{
  return hh_room_tile(&room->room, x, y) & HH_TILE_KIND;
}

/* Where a solid tile has a free one beside it, and the faces of slopes. */
static void add_edges(const HhxDenRoom *room, Range range, cairo_t *cairo)
{
  static const int beside[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  static const double line[4][4] = {{1, 0, 1, 1}, {0, 0, 0, 1}, {0, 1, 1, 1}, {0, 0, 1, 0}};
  for (int y = range.low_y; y < range.high_y; y++)
    for (int x = range.low_x; x < range.high_x; x++) {
      int kind = kind_at(room, x, y);
      if (kind >= HH_TILE_SLOPE_SE) {
        bool rises = kind == HH_TILE_SLOPE_SE || kind == HH_TILE_SLOPE_NW;
        cairo_move_to(cairo, x, rises ? y : y + 1);
        cairo_line_to(cairo, x + 1, rises ? y + 1 : y);
      }
      if (kind != HH_TILE_SOLID) continue;
      for (int i = 0; i < 4; i++) {
        if (kind_at(room, x + beside[i][0], y + beside[i][1]) != HH_TILE_AIR) continue;
        cairo_move_to(cairo, x + line[i][0], y + line[i][1]);
        cairo_line_to(cairo, x + line[i][2], y + line[i][3]);
      }
    }
}

static void add_grid(Range range, cairo_t *cairo)
{
  for (int x = range.low_x; x <= range.high_x; x++) {
    cairo_move_to(cairo, x, range.low_y);
    cairo_line_to(cairo, x, range.high_y);
  }
  for (int y = range.low_y; y <= range.high_y; y++) {
    cairo_move_to(cairo, range.low_x, y);
    cairo_line_to(cairo, range.high_x, y);
  }
}

static void fill(cairo_t *cairo, unsigned code, double alpha)
{
  hhx_ink_set(cairo, hhx_rgb(code), alpha);
  cairo_fill(cairo);
}

static void stroke(cairo_t *cairo, unsigned code, double alpha, double width)
{
  hhx_ink_set(cairo, hhx_rgb(code), alpha);
  cairo_set_line_width(cairo, width);
  cairo_stroke(cairo);
}

/* Width of a line of so many pixels, in tiles. */
static double pixels(const HhxDenRoom *room, const HhxView *view, double px)
{
  return px / (view->px_per_m * room->tile_m);
}

void hhx_room_plan(const HhxDenRoom *room, const HhxView *view, cairo_t *cairo)
{
  Range range = range_of(room, view);
  enter(room, view, hhx_rgb(0xb9c0c4), hhx_rgb(0xffffff), cairo);
  add_runs(room, range, HH_TILE_WALL, cairo);
  fill(cairo, hhx_ink_wall, 1);
  add_runs(room, range, HH_TILE_WATER, cairo);
  fill(cairo, hhx_ink_water, 0.5);
  if (pixels(room, view, 1) < 0.12) {
    add_grid(range, cairo);
    stroke(cairo, 0x22313a, 0.07, pixels(room, view, 0.6));
  }
  add_solids(room, range, cairo);
  fill(cairo, 0xb9c0c4, 1);
  add_edges(room, range, cairo);
  stroke(cairo, 0x6c7f86, 1, pixels(room, view, 1));
  add_poles(room, range, cairo);
  stroke(cairo, hhx_ink_pole, 1, fmax(0.12, pixels(room, view, 1.2)));
  add_runs(room, range, HH_TILE_EXIT, cairo);
  fill(cairo, hhx_ink_exit, 0.45);
  cairo_restore(cairo);
}

void hhx_room_scene(const HhxDenRoom *room, const HhxView *view, cairo_t *cairo)
{
  Range range = range_of(room, view);
  enter(room, view, hhx_rgb(0x11171a), hhx_rgb(0xb7c4bf), cairo);
  add_runs(room, range, HH_TILE_WALL, cairo);
  fill(cairo, 0x8d9c98, 1);
  add_runs(room, range, HH_TILE_EXIT, cairo);
  fill(cairo, 0xe6ecd9, 1);
  add_poles(room, range, cairo);
  stroke(cairo, 0x2a3234, 1, 0.16);
  add_solids(room, range, cairo);
  fill(cairo, 0x11171a, 1);
  add_edges(room, range, cairo);
  stroke(cairo, 0x11171a, 1, 0.08);
  add_runs(room, range, HH_TILE_WATER, cairo);
  fill(cairo, 0x2c5266, 0.45);
  cairo_restore(cairo);
}
