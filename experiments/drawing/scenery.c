/* See the header. */
#include "scenery.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "floors.h"
#include "ink.h"
#include "liana.h"
#include "number.h"
#include "rows.h"
#include "trace.h"
#include "wood.h"

enum { HOLDS_FIRST = 64, HOLDS_MOST = 4000000 };

static bool read_hold(const HhxRows *rows, const int columns[4], HhHold *hold, HhxError *error)
{
  static const char *const names[4] = {"branch", "x_m", "y_m", "slope_rad"};
  double values[4];
  for (int i = 0; i < 4; i++) {
    const char *cell = rows->cells[columns[i]];
    if (!hhx_number_read(cell, &values[i]) || !(fabs(values[i]) < 1e6) ||
        (i == 0 && values[i] != floor(values[i])))
      return hhx_rows_fault(rows, columns[i], names[i], error,
                            i == 0 ? "a whole number below 1000000 is needed here"
                                   : "a finite number below 1000000 is needed here");
  }
  *hold = (HhHold){{values[1], values[2]}, values[3], (int)values[0]};
  return true;
}

/* What the hold is part of; a branch where the file has no such column (-1). */
static bool read_kind(const HhxRows *rows, int column, HhPieceKind *kind, HhxError *error)
{
  *kind = HH_PIECE_BRANCH;
  if (column < 0) return true;
  for (int i = 0; i < HH_PIECE_KIND_COUNT; i++)
    if (strcmp(rows->cells[column], hh_piece_names[i]) == 0) {
      *kind = (HhPieceKind)i;
      return true;
    }
  return hhx_rows_fault(rows, column, "kind", error,
                        "one of branch, trunk, vine, cable, canopy, ground is needed here");
}

/* Depth of its piece; 0 where the file does not say. */
static bool read_depth(const HhxRows *rows, int column, double *depth_m, HhxError *error)
{
  *depth_m = 0;
  if (column < 0 || rows->cells[column][0] == '\0') return true;
  if (hhx_number_read(rows->cells[column], depth_m) && fabs(*depth_m) < 1e6) return true;
  return hhx_rows_fault(rows, column, "depth_m", error,
                        "a finite number below 1000000, or nothing, is needed here");
}

/* Room for one more of `count`; null when memory ran out or there are too many. */
static void *room_for(void *list, int count, size_t size)
{
  bool full = count == 0 || (count >= HOLDS_FIRST && (count & (count - 1)) == 0);
  if (!full) return list;
  if (count > HOLDS_MOST / 2) return NULL;
  return realloc(list, (count < HOLDS_FIRST ? HOLDS_FIRST : 2 * (size_t)count) * size);
}

static bool add_hold(HhxScenery *scenery, HhHold hold, HhPieceKind kind, double depth_m)
{
  HhHold *holds = room_for(scenery->holds, scenery->count, sizeof *holds);
  if (!holds) return false;
  scenery->holds = holds;
  bool same = scenery->count > 0 && holds[scenery->count - 1].branch == hold.branch;
  if (!same) {
    HhPiece *pieces = room_for(scenery->pieces, scenery->piece_count, sizeof *pieces);
    if (!pieces) return false;
    scenery->pieces = pieces;
    pieces[scenery->piece_count++] =
        (HhPiece){.kind = kind, .first = scenery->count, .depth_m = depth_m};
  }
  holds[scenery->count++] = hold;
  scenery->pieces[scenery->piece_count - 1].count++;
  return true;
}

/* Floors first, then from far to near, else as they come. */
static int compare_pieces(const void *a, const void *b)
{
  const HhPiece *p = a, *q = b;
  bool floor_p = !hh_piece_holdable(p->kind), floor_q = !hh_piece_holdable(q->kind);
  if (floor_p != floor_q) return floor_p ? -1 : 1;
  if (p->depth_m != q->depth_m) return p->depth_m < q->depth_m ? -1 : 1;
  return p->first < q->first ? -1 : p->first > q->first;
}

static bool read_holds(HhxRows *rows, HhxScenery *scenery, HhxError *error)
{
  static const char *const names[4] = {"branch", "x_m", "y_m", "slope_rad"};
  int columns[4];
  if (hhx_rows_next(rows, error) != HHX_ROWS_ROW) return false;
  for (int i = 0; i < 4; i++) {
    columns[i] = hhx_rows_column(rows, names[i]);
    if (columns[i] < 0)
      return hhx_error_at(error, rows->path, 1, 1, names[i],
                          "no such column; is this a world of `handhold run --trace`?");
  }
  int kind_column = hhx_rows_column(rows, "kind"), depth_column = hhx_rows_column(rows, "depth_m");
  HhxRowsNext next;
  while ((next = hhx_rows_next(rows, error)) == HHX_ROWS_ROW) {
    HhHold hold = {0};
    HhPieceKind kind;
    if (!read_hold(rows, columns, &hold, error)) return false;
    double depth_m;
    if (!read_kind(rows, kind_column, &kind, error)) return false;
    if (!read_depth(rows, depth_column, &depth_m, error)) return false;
    if (!add_hold(scenery, hold, kind, depth_m))
      return hhx_error_at(error, rows->path, rows->line, 1, NULL,
                          "too many holds for memory; cut the file after the last one needed");
  }
  if (scenery->piece_count > 0)
    qsort(scenery->pieces, (size_t)scenery->piece_count, sizeof *scenery->pieces, compare_pieces);
  return next == HHX_ROWS_END;
}

bool hhx_scenery_read(const char *trace_path, HhxScenery *scenery, HhxError *error)
{
  *scenery = (HhxScenery){0};
  char *path = hhx_trace_world_path(trace_path);
  if (!path) return hhx_error_at(error, trace_path, 0, 0, NULL, "memory ran out");
  HhxRows rows;
  bool fine = hhx_rows_open(path, &rows, error);
  if (!fine)
    hhx_error_at(error, path, 0, 0, NULL,
                 "cannot be opened; the holds lie beside the frames: keep the two files of "
                 "`handhold run --trace` together");
  if (fine) {
    fine = read_holds(&rows, scenery, error);
    hhx_rows_close(&rows);
  }
  if (!fine) hhx_scenery_free(scenery);
  free(path);
  return fine;
}

void hhx_scenery_free(HhxScenery *scenery)
{
  free(scenery->holds);
  free(scenery->pieces);
  *scenery = (HhxScenery){0};
}

/* Trunks of one distance, which move with a share of the camera's way. */
static void paint_trunks(const HhxView *view, double share, double apart_px, double width_px,
                         int question, HhxColour colour, cairo_t *cairo)
{
  double shift = view->at.x * view->px_per_m * share - view->width / 2;
  hhx_ink_set(cairo, colour, 1);
  for (int64_t i = (int64_t)floor(shift / apart_px) - 1; (double)i * apart_px < shift + view->width;
       i++) {
    double x = view->left + ((double)i + 0.7 * hhx_chance(i, question)) * apart_px - shift;
    double half = width_px * (0.35 + 0.5 * hhx_chance(i, question + 1));
    double lean = (hhx_chance(i, question + 2) - 0.5) * 0.05 * view->height;
    cairo_move_to(cairo, x - half * 1.3, view->top + view->height);
    cairo_curve_to(cairo, x - half * 0.9, view->top + 0.7 * view->height, x - half * 0.8,
                   view->top + 0.4 * view->height, x + lean - half * 0.75, view->top);
    cairo_line_to(cairo, x + lean + half * 0.75, view->top);
    cairo_curve_to(cairo, x + half * 0.8, view->top + 0.4 * view->height, x + half * 0.9,
                   view->top + 0.7 * view->height, x + half * 1.3, view->top + view->height);
    cairo_close_path(cairo);
  }
  cairo_fill(cairo);
}

/* Leafage of one distance: round clumps that hang from the window's top or stand on its bottom. */
static void paint_clumps(const HhxView *view, double share, bool top, double size_px, int question,
                         HhxColour colour, cairo_t *cairo)
{
  double shift = view->at.x * view->px_per_m * share - view->width / 2, apart = 0.9 * size_px;
  double edge = top ? view->top - 0.45 * size_px : view->top + view->height + 0.45 * size_px;
  hhx_ink_set(cairo, colour, 1);
  for (int64_t i = (int64_t)floor(shift / apart) - 2;
       (double)i * apart < shift + view->width + apart; i++) {
    double x = view->left + ((double)i + 0.5 * hhx_chance(i, question)) * apart - shift;
    double radius = size_px * (0.62 + 0.4 * hhx_chance(i, question + 1));
    double y = edge + (hhx_chance(i, question + 2) - 0.5) * 0.5 * size_px;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, 6.283185307179586);
  }
  cairo_fill(cairo);
}

void hhx_scenery_sky(const HhxView *view, bool forest, cairo_t *cairo)
{
  HhxColour high = hhx_rgb(0xd3e8f1), low = hhx_rgb(0xf6faf3);
  double unit = view->height;
  cairo_save(cairo);
  hhx_view_clip(view, cairo);
  cairo_pattern_t *sky = cairo_pattern_create_linear(0, view->top, 0, view->top + view->height);
  cairo_pattern_add_color_stop_rgb(sky, 0, high.red, high.green, high.blue);
  cairo_pattern_add_color_stop_rgb(sky, 1, low.red, low.green, low.blue);
  cairo_set_source(cairo, sky);
  cairo_paint(cairo);
  cairo_pattern_destroy(sky);
  if (forest) {
    paint_clumps(view, 0.06, false, 0.3 * unit, 40, hhx_rgb(0xdfeee6), cairo);
    paint_trunks(view, 0.12, 0.3 * unit, 0.03 * unit, 10, hhx_rgb(0xd3e4e2), cairo);
    paint_clumps(view, 0.12, false, 0.2 * unit, 50, hhx_rgb(0xd2e6d8), cairo);
    paint_clumps(view, 0.12, true, 0.2 * unit, 55, hhx_rgb(0xcfe4de), cairo);
    paint_trunks(view, 0.3, 0.9 * unit, 0.075 * unit, 20, hhx_rgb(0xc0d6d0), cairo);
    paint_clumps(view, 0.3, false, 0.14 * unit, 60, hhx_rgb(0xc1dcc4), cairo);
  }
  cairo_restore(cairo);
}

static HhWorld world_of(const HhxScenery *scenery)
{
  return (HhWorld){.holds = scenery->holds,
                   .count = scenery->count,
                   .complete = true,
                   .pieces = scenery->pieces,
                   .piece_count = scenery->piece_count};
}

/* A piece as `wood`, or null, says that it is. */
static void paint_piece(const HhxScenery *scenery, int index, const HhxWood *wood,
                        const HhxPlants *plants)
{
  const HhPiece *piece = &scenery->pieces[index];
  const HhHold *holds = &scenery->holds[piece->first];
  HhWorld world = world_of(scenery);
  int count = piece->count;
  switch (piece->kind) {
  case HH_PIECE_BRANCH: hhx_wood_branch(plants, holds, count, piece->first, wood); break;
  case HH_PIECE_TRUNK: hhx_wood_trunk(plants, holds, count, piece->first); break;
  case HH_PIECE_VINE: hhx_liana_vine(plants, holds, count, piece->first, wood); break;
  case HH_PIECE_CABLE: hhx_liana_cable(plants, holds, count, piece->first, wood); break;
  case HH_PIECE_CANOPY: hhx_floors_canopy(plants, &world, index, wood); break;
  case HH_PIECE_GROUND: hhx_floors_ground(plants, &world, index); break;
  case HH_PIECE_KIND_COUNT: break;
  }
}

static bool is_of(const HhxScenery *scenery, int index, const HhxWood *wood)
{
  return wood->piece >= 0 && scenery->holds[scenery->pieces[index].first].branch == wood->piece;
}

void hhx_scenery_paint(const HhxScenery *scenery, const HhxView *view, double reach_m,
                       const HhxWood *woods, int wood_count, cairo_t *cairo)
{
  const double haze_most = 0.3, far_m = 1; /* as pale as this so far behind */
  HhxPlants plants = {.view = view, .size_m = reach_m / 0.75, .cairo = cairo};
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  for (int i = 0; i < scenery->piece_count; i++) {
    const HhxWood *moved = NULL;
    for (int j = 0; j < wood_count; j++)
      if (is_of(scenery, i, &woods[j])) moved = &woods[j];
    plants.haze = haze_most * fmin(fmax(-scenery->pieces[i].depth_m / far_m, 0), 1);
    paint_piece(scenery, i, moved, &plants);
  }
  cairo_restore(cairo);
}

void hhx_scenery_ghost(const HhxScenery *scenery, const HhxView *view, double reach_m,
                       const HhxWood *wood, double haze, cairo_t *cairo)
{
  HhxPlants plants = {.view = view, .size_m = reach_m / 0.75, .haze = haze, .cairo = cairo};
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  for (int i = 0; i < scenery->piece_count; i++)
    if (is_of(scenery, i, wood) && hh_piece_holdable(scenery->pieces[i].kind))
      paint_piece(scenery, i, wood, &plants);
  cairo_restore(cairo);
}

void hhx_scenery_tread(const HhxScenery *scenery, const HhxView *view, double reach_m,
                       const HhxWood *wood, cairo_t *cairo)
{
  HhxPlants plants = {.view = view, .size_m = reach_m / 0.75, .cairo = cairo};
  HhWorld world = world_of(scenery);
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  for (int i = 0; i < scenery->piece_count; i++)
    if (is_of(scenery, i, wood) && !hh_piece_holdable(scenery->pieces[i].kind))
      hhx_floors_trodden(&plants, &world, i, wood);
  cairo_restore(cairo);
}
