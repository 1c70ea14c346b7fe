/* See the header. */
#include "scenery.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "ink.h"
#include "number.h"
#include "rows.h"
#include "trace.h"

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

static bool add_hold(HhxScenery *scenery, int *room, HhHold hold, HhPieceKind kind)
{
  if (scenery->count == *room) {
    int wider = *room > 0 ? 2 * *room : HOLDS_FIRST;
    if (wider > HOLDS_MOST) return false;
    HhHold *more = realloc(scenery->holds, (size_t)wider * sizeof *more);
    if (!more) return false;
    scenery->holds = more;
    HhPieceKind *kinds = realloc(scenery->kinds, (size_t)wider * sizeof *kinds);
    if (!kinds) return false;
    scenery->kinds = kinds;
    *room = wider;
  }
  scenery->kinds[scenery->count] = kind;
  scenery->holds[scenery->count++] = hold;
  return true;
}

static bool read_holds(HhxRows *rows, HhxScenery *scenery, HhxError *error)
{
  static const char *const names[4] = {"branch", "x_m", "y_m", "slope_rad"};
  int columns[4], room = 0;
  if (hhx_rows_next(rows, error) != HHX_ROWS_ROW) return false;
  for (int i = 0; i < 4; i++) {
    columns[i] = hhx_rows_column(rows, names[i]);
    if (columns[i] < 0)
      return hhx_error_at(error, rows->path, 1, 1, names[i],
                          "no such column; is this a world of `handhold run --trace`?");
  }
  int kind_column = hhx_rows_column(rows, "kind");
  HhxRowsNext next;
  while ((next = hhx_rows_next(rows, error)) == HHX_ROWS_ROW) {
    HhHold hold = {0};
    HhPieceKind kind;
    if (!read_hold(rows, columns, &hold, error)) return false;
    if (!read_kind(rows, kind_column, &kind, error)) return false;
    if (!add_hold(scenery, &room, hold, kind))
      return hhx_error_at(error, rows->path, rows->line, 1, NULL,
                          "too many holds for memory; cut the file after the last one needed");
  }
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
  free(scenery->kinds);
  *scenery = (HhxScenery){0};
}

HhVec hhx_view_point(const HhxView *view, HhVec world_m)
{
  return hh_vec(view->left + view->width / 2 + (world_m.x - view->at.x) * view->px_per_m,
                view->top + view->height / 2 - (world_m.y - view->at.y) * view->px_per_m);
}

void hhx_view_clip(const HhxView *view, cairo_t *cairo)
{
  cairo_rectangle(cairo, view->left, view->top, view->width, view->height);
  cairo_clip(cairo);
}

void hhx_view_enter(const HhxView *view, cairo_t *cairo)
{
  hhx_view_clip(view, cairo);
  cairo_translate(cairo, view->left + view->width / 2, view->top + view->height / 2);
  cairo_scale(cairo, view->px_per_m, -view->px_per_m);
  cairo_translate(cairo, -view->at.x, -view->at.y);
}

/* A number in [0, 1) that belongs to a place and a question. */
static double chance(int64_t place, int question)
{
  uint64_t hash = hh_hash_word(hh_hash_start(), (uint64_t)place);
  hash = hh_hash_end(hh_hash_word(hash, (uint64_t)question));
  return (double)(hash >> 11) / 9007199254740992.0;
}

/* Trunks of one distance, which move with a share of the camera's way. */
static void paint_trunks(const HhxView *view, double share, double apart_px, double width_px,
                         int question, HhxColour colour, cairo_t *cairo)
{
  double shift = view->at.x * view->px_per_m * share - view->width / 2;
  hhx_ink_set(cairo, colour, 1);
  for (int64_t i = (int64_t)floor(shift / apart_px) - 1; (double)i * apart_px < shift + view->width;
       i++) {
    double x = view->left + ((double)i + 0.7 * chance(i, question)) * apart_px - shift;
    double half = width_px * (0.35 + 0.5 * chance(i, question + 1));
    double lean = (chance(i, question + 2) - 0.5) * 0.05 * view->height;
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
    double x = view->left + ((double)i + 0.5 * chance(i, question)) * apart - shift;
    double radius = size_px * (0.62 + 0.4 * chance(i, question + 1));
    double y = edge + (chance(i, question + 2) - 0.5) * 0.5 * size_px;
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

/* One branch: holds[first] .. holds[last], and a little wood beyond both. */
typedef struct Branch {
  const HhHold *holds;
  int first, last;
  double before_m, after_m, length_m; /* length with both */
  double size_m;                      /* of knots, twigs and leaves: 1 for an arm of 0.75 m */
  double thick_m;                     /* half its thickness where it is thickest */
  int64_t seed;
} Branch;

/* A place on the branch: middle, unit vector along, half thickness. */
typedef struct Spot {
  HhVec at, along;
  double half_m;
} Spot;

/* Walks along the branch; queries must not go back. */
typedef struct Walk {
  int hold;        /* the stretch is from this one to the next */
  double begins_m; /* of the stretch */
} Walk;

/* Part of a branch that lies within the window, by its way from the branch's foot. */
typedef struct Part {
  double from_m, to_m;
  Walk walk; /* at its begin */
} Part;

static double stretch_m(const Branch *branch, int hold)
{
  return hh_vec_distance(branch->holds[hold].at, branch->holds[hold + 1].at);
}

static double half_at(const Branch *branch, double way_m)
{
  double way = way_m / branch->size_m, length = branch->length_m / branch->size_m;
  double taper = 1 - 0.45 * fmin(1, way / fmax(length, 12));
  double tip = fmin(1, 0.22 + 0.78 * (length - way) / fmin(1.6, 0.7 * length));
  double foot = fmin(1, 0.3 + 0.7 * way / fmin(0.7, 0.4 * length));
  double knots = 1 + 0.09 * sin(way * 5.1 + (double)(branch->seed % 7)) +
                 0.06 * sin(way * 11.7 + (double)(branch->seed % 5));
  return branch->thick_m * taper * tip * foot * knots;
}

static Spot spot_at(const Branch *branch, double way_m, Walk *walk)
{
  double from_first = way_m - branch->before_m;
  Spot spot = {.half_m = half_at(branch, way_m)};
  if (branch->first == branch->last) {
    double slope = branch->holds[branch->first].slope_rad;
    spot.along = hh_vec(cos(slope), sin(slope));
    spot.at = hh_vec_along(branch->holds[branch->first].at, spot.along, from_first);
    return spot;
  }
  while (walk->hold + 1 < branch->last &&
         walk->begins_m + stretch_m(branch, walk->hold) < from_first)
    walk->begins_m += stretch_m(branch, walk->hold++);
  HhVec from = branch->holds[walk->hold].at, to = branch->holds[walk->hold + 1].at;
  spot.along = hh_vec_unit(hh_vec_sub(to, from));
  spot.at = hh_vec_along(from, spot.along, from_first - walk->begins_m);
  return spot;
}

static void paint_leaf(HhVec at, double turn_rad, double size_m, HhxColour colour, cairo_t *cairo)
{
  double c = cos(turn_rad), s = sin(turn_rad), l = size_m, w = 0.36 * size_m;
  hhx_ink_set(cairo, colour, 1);
  cairo_move_to(cairo, at.x, at.y);
  cairo_curve_to(cairo, at.x + 0.3 * l * c - w * s, at.y + 0.3 * l * s + w * c,
                 at.x + 0.8 * l * c - 0.7 * w * s, at.y + 0.8 * l * s + 0.7 * w * c, at.x + l * c,
                 at.y + l * s);
  cairo_curve_to(cairo, at.x + 0.8 * l * c + 0.7 * w * s, at.y + 0.8 * l * s - 0.7 * w * c,
                 at.x + 0.3 * l * c + w * s, at.y + 0.3 * l * s - w * c, at.x, at.y);
  cairo_fill(cairo);
}

/* A twig with its leaves, above the branch or hanging from it. */
static void paint_twig(const Spot *spot, int64_t place, double size_m, cairo_t *cairo)
{
  static const unsigned greens[] = {0x9cc08b, 0x84b07a, 0xb4cf9a, 0x76a572};
  double side = chance(place, 1) < 0.6 ? 1 : -1;
  double lean = (chance(place, 2) - 0.35) * 0.9, length = size_m * (0.14 + 0.24 * chance(place, 3));
  HhVec out = hh_vec_scale(hh_vec_left(spot->along), side);
  HhVec way = hh_vec_unit(hh_vec_along(out, spot->along, lean));
  HhVec root = hh_vec_along(spot->at, out, 0.5 * spot->half_m);
  HhVec tip = hh_vec_along(root, way, length);
  HhVec bow = hh_vec_along(hh_vec_mix(root, tip, 0.5), spot->along,
                           (chance(place, 7) - 0.5) * 0.5 * length);
  hhx_ink_set(cairo, hhx_rgb(0x8d7256), 1);
  cairo_set_line_width(cairo, 0.016 * size_m);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_move_to(cairo, root.x, root.y);
  cairo_curve_to(cairo, bow.x, bow.y, bow.x, bow.y, tip.x, tip.y);
  cairo_stroke(cairo);
  double heading = atan2(tip.y - bow.y, tip.x - bow.x);
  int leaves = 3 + (int)floor(3 * chance(place, 4));
  for (int i = 0; i < leaves; i++) {
    int pair = i / 2;
    double back = (double)pair / leaves;
    double turn = (i % 2 ? 1 : -1) * (0.35 + 0.5 * chance(place, 9 + i));
    HhVec at = hh_vec_mix(tip, hh_vec_mix(bow, root, 0.3), back);
    paint_leaf(at, heading + (i == 0 ? 0 : turn), size_m * (0.13 + 0.08 * chance(place, 20 + i)),
               hhx_rgb(greens[(int)floor(4 * chance(place, 30 + i))]), cairo);
  }
}

/* Narrows [*low, *high], shares of a straight way, to where its coordinate is within +-half. */
static void narrow(double from, double to, double half, double *low, double *high)
{
  double way = to - from;
  if (way == 0) {
    if (fabs(from) > half) *high = *low - 1;
    return;
  }
  double a = (-half - from) / way, b = (half - from) / way;
  *low = fmax(*low, fmin(a, b));
  *high = fmin(*high, fmax(a, b));
}

/* The part of one stretch, from `from_m` to `to_m` of the branch, that the window and a margin
 * hold. False when there is none. */
static bool seen(const Branch *branch, const HhxView *view, double from_m, double to_m, Part *part)
{
  double margin_m = 2 * branch->size_m, low = 0, high = 1;
  Walk walk = part->walk;
  HhVec from = hh_vec_sub(spot_at(branch, from_m, &walk).at, view->at);
  walk = part->walk;
  HhVec to = hh_vec_sub(spot_at(branch, to_m, &walk).at, view->at);
  narrow(from.x, to.x, view->width / view->px_per_m / 2 + margin_m, &low, &high);
  narrow(from.y, to.y, view->height / view->px_per_m / 2 + margin_m, &low, &high);
  part->from_m = from_m + low * (to_m - from_m);
  part->to_m = from_m + high * (to_m - from_m);
  return low <= high;
}

static void paint_twigs(const Branch *branch, const Part *part, cairo_t *cairo)
{
  const double size_m = branch->size_m, apart_m = 0.5 * size_m;
  Walk walk = part->walk;
  for (int64_t i = (int64_t)ceil(part->from_m / apart_m); (double)i * apart_m <= part->to_m; i++) {
    int64_t place = branch->seed * 1000003 + i;
    double way = ((double)i + 0.6 * (chance(place, 5) - 0.5)) * apart_m;
    bool bare = way < 0.15 * size_m || way > branch->length_m - 0.05 * size_m;
    if (chance(place, 6) < 0.45 || bare) continue;
    Spot spot = spot_at(branch, way, &walk);
    paint_twig(&spot, place, size_m, cairo);
  }
}

/* Upper edge there, lower edge back; then the light on its upper half. */
static void paint_wood(const Spot *spots, int count, cairo_t *cairo)
{
  static const unsigned codes[] = {0x7d624a, 0x9a7d60};
  for (int layer = 0; layer < 2; layer++) {
    hhx_ink_set(cairo, hhx_rgb(codes[layer]), 1);
    for (int i = 0; i < count; i++) {
      HhVec edge = hh_vec_along(spots[i].at, hh_vec_left(spots[i].along), spots[i].half_m);
      cairo_line_to(cairo, edge.x, edge.y);
    }
    for (int i = count - 1; i >= 0; i--) {
      double lower = layer == 0 ? -spots[i].half_m : 0.15 * spots[i].half_m;
      HhVec edge = hh_vec_along(spots[i].at, hh_vec_left(spots[i].along), lower);
      cairo_line_to(cairo, edge.x, edge.y);
    }
    cairo_close_path(cairo);
    cairo_fill(cairo);
  }
}

static void paint_part(const Branch *branch, const Part *part, cairo_t *cairo)
{
  enum { SPOTS_MOST = 2048 };
  const double step_m = 0.1 * branch->size_m;
  Spot spots[SPOTS_MOST];
  int count = 0;
  Walk walk = part->walk;
  paint_twigs(branch, part, cairo);
  for (int64_t i = (int64_t)floor(part->from_m / step_m);; i++) {
    double way = fmin(fmax((double)i * step_m, 0), part->to_m);
    spots[count++] = spot_at(branch, way, &walk);
    bool ended = way >= part->to_m;
    if (!ended && count < SPOTS_MOST) continue;
    paint_wood(spots, count, cairo);
    if (ended) return;
    spots[0] = spots[count - 1];
    count = 1;
  }
}

/* What lies within the window, so that a branch may be as long as it likes. */
static void paint_branch(const Branch *branch, const HhxView *view, cairo_t *cairo)
{
  Part part, whole = {0}; /* whole: of several stretches */
  bool begun = false;
  double way = branch->before_m;
  int stretches = branch->last > branch->first ? branch->last - branch->first : 1;
  for (int i = branch->first; i < branch->first + stretches; i++) {
    double from_m = i == branch->first ? 0 : way, to_m = branch->length_m;
    part.walk = (Walk){i, way - branch->before_m};
    if (i + 1 < branch->last) to_m = way += stretch_m(branch, i);
    bool inside = seen(branch, view, from_m, to_m, &part);
    if (begun && inside && whole.to_m > part.from_m - 1e-9) {
      whole.to_m = part.to_m;
      continue;
    }
    if (begun) paint_part(branch, &whole, cairo);
    begun = inside;
    whole = part;
  }
  if (begun) paint_part(branch, &whole, cairo);
}

void hhx_scenery_branches(const HhxScenery *scenery, const HhxView *view, double reach_m,
                          cairo_t *cairo)
{
  double size_m = reach_m / 0.75;
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  for (int i = 0; i < scenery->count; i++) {
    Branch branch = {.holds = scenery->holds, .first = i, .last = i, .size_m = size_m, .seed = i};
    while (branch.last + 1 < scenery->count &&
           scenery->holds[branch.last + 1].branch == scenery->holds[i].branch)
      branch.length_m += stretch_m(&branch, branch.last++);
    bool alone = branch.first == branch.last;
    branch.before_m = (alone ? 0.32 : 0.55) * size_m;
    branch.after_m = (alone ? 0.38 : 0.7) * size_m;
    branch.length_m += branch.before_m + branch.after_m;
    branch.thick_m = (alone ? 0.032 : 0.042) * size_m;
    paint_branch(&branch, view, cairo);
    i = branch.last;
  }
  cairo_restore(cairo);
}
