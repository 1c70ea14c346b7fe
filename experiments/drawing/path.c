/* Points of the traces, rows by abscissa, then piece by piece and way by way. See the header. */
#include "path.h"

#include <math.h>
#include <stdlib.h>

#include "ink.h"
#include "number.h"
#include "picture.h"

/* Pixels. */
enum {
  MARGIN = 40,
  WIDTH = 1600,
  HEAD = 58,  /* title of a trace */
  FOOT = 84,  /* legend, two lines */
  APART = 16, /* between rows */
  SCALE_MOST = 110
};

static const double row_most_m = 52; /* width of a row; a shorter way is drawn larger */
static const double arm_every_s = 0.05;
static const double canopy_m = 1; /* how thick one is drawn */

typedef struct Point {
  double time_s;
  HhVec com, contact;
  HhxMode mode;
  bool held, jumped, arm; /* jumped: no line from the point before; arm: it is drawn here */
} Point;

/* What is drawn of one trace. */
typedef struct Way {
  Point *points;
  int count, room;
  double low_x, high_x;
} Way;

typedef struct Page {
  const HhxPath *path;
  Way *ways;
  double reach_m, row_m, px_per_m, height;
  bool seen[HHX_MODE_COUNT], there[HH_PIECE_KIND_COUNT], fell;
} Page;

static bool add_point(const HhxFrame *frame, Way *way)
{
  Point point = {frame->time_s, frame->com, frame->contact, frame->mode, frame->held, false, false};
  if (way->count > 0) {
    const Point *last = &way->points[way->count - 1];
    double step_s = frame->time_s - last->time_s;
    point.jumped =
        hh_vec_distance(last->com, frame->com) > 2 * hh_vec_length(frame->velocity) * step_s + 0.2;
    point.arm = floor(frame->time_s / arm_every_s) > floor(last->time_s / arm_every_s);
  }
  if (way->count == way->room) {
    int room = way->room > 0 ? 2 * way->room : 1024;
    Point *wider = realloc(way->points, (size_t)room * sizeof *wider);
    if (!wider) return false;
    way->points = wider;
    way->room = room;
  }
  way->points[way->count++] = point;
  way->low_x = fmin(way->low_x, point.com.x);
  way->high_x = fmax(way->high_x, point.com.x);
  return true;
}

/* Reads what is drawn of one trace; 0, or an exit code and *error. */
static int read_way(const HhxPath *path, int which, Way *way, HhxError *error)
{
  const char *trace = path->traces[which];
  HhxTraceReader reader;
  HhxFrame frame;
  HhxRowsNext next;
  bool fine = true;
  *way = (Way){.low_x = HUGE_VAL, .high_x = -HUGE_VAL};
  if (!hhx_reader_open(trace, path->surveys[which].creature, &reader, error)) return 2;
  while (fine && (next = hhx_reader_next(&reader, &frame, error)) == HHX_ROWS_ROW) {
    if (frame.time_s > path->to_s) break;
    if (frame.time_s >= path->from_s) fine = add_point(&frame, way);
  }
  hhx_reader_close(&reader);
  if (!fine) {
    hhx_error_at(error, trace, 0, 0, NULL, "memory ran out");
    return 1;
  }
  if (next == HHX_ROWS_FAULT) return 2;
  if (way->count > 0) return 0;
  hhx_error_at(error, trace, 0, 0, NULL, "has no frame between --from and --to");
  return 2;
}

static int rows_of(const Page *page, const Way *way)
{
  return (int)ceil((way->high_x - way->low_x) / page->row_m - 1e-9);
}

/* A window on one row: as high as the way and what is held in it, and a little more. */
static HhxView row_view(const Page *page, int which, int row)
{
  const Way *way = &page->ways[which];
  const HhxScenery *scenery = &page->path->sceneries[which];
  double from = way->low_x + row * page->row_m, to = from + page->row_m;
  double low = HUGE_VAL, high = -HUGE_VAL, reach = page->reach_m;
  for (int i = 0; i < way->count; i++)
    if (way->points[i].com.x >= from && way->points[i].com.x <= to) {
      low = fmin(low, way->points[i].com.y - 0.5 * reach);
      high = fmax(high, way->points[i].com.y + 1.2 * reach);
    }
  for (int i = 0; i < scenery->piece_count; i++) {
    const HhPiece *piece = &scenery->pieces[i];
    double below = piece->kind == HH_PIECE_CANOPY ? 1.15 * canopy_m : 0.3 * reach;
    for (int j = piece->first; j < piece->first + piece->count; j++) {
      HhVec at = scenery->holds[j].at;
      if (at.x < from || at.x > to) continue;
      low = fmin(low, at.y - below);
      high = fmax(high, at.y + 0.3 * reach);
    }
  }
  if (low > high) low = -reach, high = reach;
  return (HhxView){.left = MARGIN,
                   .width = WIDTH - 2 * MARGIN,
                   .height = ceil((high - low) * page->px_per_m),
                   .at = {(from + to) / 2, (low + high) / 2},
                   .px_per_m = page->px_per_m};
}

/* The kinds of pieces along the way. */
static void mark_kinds(Page *page, int which)
{
  const HhxScenery *scenery = &page->path->sceneries[which];
  double low_x = page->ways[which].low_x, high_x = page->ways[which].high_x;
  for (int i = 0; i < scenery->piece_count; i++) {
    const HhPiece *piece = &scenery->pieces[i];
    for (int j = piece->first; j < piece->first + piece->count; j++) {
      double x = scenery->holds[j].at.x;
      if (x >= low_x && x <= high_x) page->there[piece->kind] = true;
    }
  }
}

/* Scale and size of the page. False and *error when there is too much for one. */
static bool lay_out(Page *page, HhxError *error)
{
  const HhxPath *path = page->path;
  double longest = 0;
  for (int i = 0; i < path->count; i++) {
    Way *way = &page->ways[i];
    way->low_x -= 1.2 * page->reach_m;
    way->high_x += 1.2 * page->reach_m;
    longest = fmax(longest, way->high_x - way->low_x);
    for (int j = 0; j < way->count; j++) {
      page->seen[way->points[j].mode] = true;
      page->fell = page->fell || way->points[j].jumped;
    }
    mark_kinds(page, i);
  }
  double rows = ceil(longest / row_most_m), least_m = (WIDTH - 2 * MARGIN) / (double)SCALE_MOST;
  page->row_m = fmax(longest / rows, least_m);
  page->px_per_m = (WIDTH - 2 * MARGIN) / page->row_m;
  page->height = FOOT;
  for (int i = 0; i < path->count; i++) {
    int count = rows_of(page, &page->ways[i]);
    if (count > HHX_PATH_ROWS_MOST)
      return hhx_error_at(error, path->traces[i], 0, 0, NULL,
                          "goes too far for one picture; take a part with --from and --to");
    page->height += HEAD;
    for (int row = 0; row < count; row++)
      page->height += row_view(page, i, row).height + APART;
  }
  if (page->height < 30000) return true;
  return hhx_error_at(error, path->traces[0], 0, 0, NULL,
                      "goes too high for one picture; take a part with --from and --to");
}

/* How a kind of piece is drawn: colour, and thickness in metres. */
typedef struct Look {
  unsigned code;
  double thick_m;
} Look;

static const Look looks[HH_PIECE_KIND_COUNT] = {
    [HH_PIECE_BRANCH] = {0x8a6a4a, 0.13}, [HH_PIECE_TRUNK] = {0x5d4632, 0.3},
    [HH_PIECE_VINE] = {0x6f9e3c, 0.06},   [HH_PIECE_CABLE] = {0x7d7f86, 0.06},
    [HH_PIECE_CANOPY] = {0x9ccb86, 0},    [HH_PIECE_GROUND] = {0xc9b48f, 0}};

/* Floors are filled downward: a canopy to a rounded underside, the ground to the row's bottom. */
static void paint_floor(const HhHold *holds, int count, HhPieceKind kind, const HhxView *view,
                        cairo_t *cairo)
{
  HhVec first = hhx_view_point(view, holds[0].at);
  HhVec last = hhx_view_point(view, holds[count - 1].at);
  double deep =
      kind == HH_PIECE_GROUND ? view->top + view->height : first.y + canopy_m * view->px_per_m;
  cairo_move_to(cairo, first.x, first.y);
  for (int i = 1; i < count; i++) {
    HhVec at = hhx_view_point(view, holds[i].at);
    cairo_line_to(cairo, at.x, at.y);
  }
  double bulge = kind == HH_PIECE_GROUND ? 0 : 0.4 * view->px_per_m;
  deep = fmax(deep, fmax(first.y, last.y));
  cairo_curve_to(cairo, last.x + bulge, deep, last.x, deep, last.x - bulge, deep);
  cairo_line_to(cairo, first.x + bulge, deep);
  cairo_curve_to(cairo, first.x, deep, first.x - bulge, deep, first.x, first.y);
  hhx_ink_set(cairo, hhx_rgb(looks[kind].code), 1);
  cairo_fill_preserve(cairo);
  hhx_ink_set(cairo, hhx_ink_mix(hhx_rgb(looks[kind].code), hhx_rgb(0), 0.35), 1);
  cairo_set_line_width(cairo, 1.2);
  cairo_stroke(cairo);
}

static void paint_piece(const HhHold *holds, int count, HhPieceKind kind, const HhxView *view,
                        cairo_t *cairo)
{
  if (!hh_piece_holdable(kind)) {
    paint_floor(holds, count, kind, view, cairo);
    return;
  }
  /* A lone hold is a short piece of its branch. */
  HhVec ends = hh_vec_scale(hh_vec(cos(holds[0].slope_rad), sin(holds[0].slope_rad)), 0.25);
  bool alone = count == 1;
  for (int i = 0; i < count; i++) {
    HhVec at = hhx_view_point(view, alone ? hh_vec_sub(holds[0].at, ends) : holds[i].at);
    cairo_line_to(cairo, at.x, at.y);
  }
  HhVec end = hhx_view_point(view, hh_vec_add(holds[0].at, ends));
  if (alone) cairo_line_to(cairo, end.x, end.y);
  cairo_set_line_width(cairo, fmax(2, looks[kind].thick_m * view->px_per_m));
  hhx_ink_set(cairo, hhx_rgb(looks[kind].code), 1);
  cairo_stroke(cairo);
}

/* The pieces in the order of their kinds' depth: floors behind what hangs over them. */
static void paint_world(const HhxScenery *scenery, const HhxView *view, cairo_t *cairo)
{
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  for (int kind = HH_PIECE_KIND_COUNT - 1; kind >= 0; kind--)
    for (int i = 0; i < scenery->piece_count; i++) {
      const HhPiece *piece = &scenery->pieces[i];
      if ((int)piece->kind == kind)
        paint_piece(&scenery->holds[piece->first], piece->count, piece->kind, view, cairo);
    }
}

static void paint_arms(const Way *way, const HhxView *view, cairo_t *cairo)
{
  cairo_set_line_width(cairo, 1);
  for (int i = 0; i < way->count; i++) {
    const Point *point = &way->points[i];
    if (!point->held || !point->arm) continue;
    HhVec com = hhx_view_point(view, point->com), hand = hhx_view_point(view, point->contact);
    cairo_move_to(cairo, com.x, com.y);
    cairo_line_to(cairo, hand.x, hand.y);
    hhx_ink_set(cairo, hhx_ink_mode(point->mode), 0.3);
    cairo_stroke(cairo);
  }
}

static void paint_way(const Way *way, const HhxView *view, cairo_t *cairo)
{
  for (int halo = 1; halo >= 0; halo--)
    for (int i = 0; i + 1 < way->count;) {
      HhxMode mode = way->points[i + 1].mode;
      HhVec at = hhx_view_point(view, way->points[i].com);
      cairo_move_to(cairo, at.x, at.y);
      for (; i + 1 < way->count && way->points[i + 1].mode == mode; i++) {
        at = hhx_view_point(view, way->points[i + 1].com);
        if (way->points[i + 1].jumped)
          cairo_move_to(cairo, at.x, at.y);
        else
          cairo_line_to(cairo, at.x, at.y);
      }
      cairo_set_line_width(cairo, halo ? 5 : 2.8);
      hhx_ink_set(cairo, halo ? hhx_rgb(0xffffff) : hhx_ink_mode(mode), halo ? 0.8 : 1);
      cairo_stroke(cairo);
    }
}

static void cross(HhVec at, cairo_t *cairo)
{
  for (int side = -1; side <= 1; side += 2) {
    cairo_move_to(cairo, at.x - 5, at.y - 5 * side);
    cairo_line_to(cairo, at.x + 5, at.y + 5 * side);
  }
  hhx_ink_set(cairo, hhx_rgb(0xb00020), 1);
  cairo_set_line_width(cairo, 2.6);
  cairo_stroke(cairo);
}

static void dot(HhVec at, cairo_t *cairo)
{
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, at.x, at.y, 2.6, 0, 6.283185307179586);
  hhx_ink_set(cairo, hhx_rgb(hhx_ink_words), 1);
  cairo_fill(cairo);
}

/* Where hands held, each place once, and where it fell. */
static void paint_marks(const Way *way, const HhxView *view, cairo_t *cairo)
{
  const Point *last = NULL;
  for (int i = 0; i < way->count; i++) {
    const Point *point = &way->points[i];
    if (point->jumped) cross(hhx_view_point(view, way->points[i - 1].com), cairo);
    if (!point->held) continue;
    if (!last || hh_vec_distance(last->contact, point->contact) > 0.25)
      dot(hhx_view_point(view, point->contact), cairo);
    last = point;
  }
}

static void paint_row(const Page *page, int which, const HhxView *view, cairo_t *cairo)
{
  hhx_scenery_sky(view, false, cairo);
  cairo_save(cairo);
  hhx_view_clip(view, cairo);
  paint_world(&page->path->sceneries[which], view, cairo);
  paint_arms(&page->ways[which], view, cairo);
  paint_way(&page->ways[which], view, cairo);
  paint_marks(&page->ways[which], view, cairo);
  cairo_restore(cairo);
}

/* What a word of the trace stands for, where it does not say so itself. */
static const char *const legend_words[HHX_MODE_COUNT] = {[HHX_MODE_CHAIN] = " (a hold that moves)",
                                                         [HHX_MODE_STANCE] =
                                                             " (legs push off or land)",
                                                         [HHX_MODE_PAIR] = " (hand in hand)"};

static void paint_legend(const Page *page, cairo_t *cairo)
{
  const double size = 14;
  HhxColour words = hhx_rgb(hhx_ink_words);
  HhVec at = hh_vec(MARGIN, page->height - 52);
  at.x += hhx_ink_text(cairo, at, 0, size, false, words, "centre of mass:") + 12;
  for (int i = 0; i < HHX_MODE_COUNT; i++) {
    if (!page->seen[i]) continue;
    hhx_ink_set(cairo, hhx_ink_mode((HhxMode)i), 1);
    cairo_set_line_width(cairo, 3.4);
    cairo_move_to(cairo, at.x, at.y - 5);
    cairo_line_to(cairo, at.x + 24, at.y - 5);
    cairo_stroke(cairo);
    at.x += 30;
    at.x += hhx_ink_text(cairo, at, 0, size, false, words, "%s%s", hhx_mode_names[i],
                         legend_words[i] ? legend_words[i] : "") +
            18;
  }
  at = hh_vec(MARGIN, page->height - 24);
  for (int i = 0; i < HH_PIECE_KIND_COUNT; i++) {
    if (!page->there[i]) continue;
    hhx_ink_set(cairo, hhx_rgb(looks[i].code), 1);
    cairo_rectangle(cairo, at.x, at.y - 12, 22, 12);
    cairo_fill(cairo);
    at.x += 28;
    at.x += hhx_ink_text(cairo, at, 0, size, false, words, "%s", hh_piece_names[i]) + 18;
  }
  dot(hh_vec(at.x + 4, at.y - 5), cairo);
  at.x += 14;
  at.x += hhx_ink_text(cairo, at, 0, size, false, words, "held") + 18;
  if (page->fell) {
    cross(hh_vec(at.x + 5, at.y - 5), cairo);
    hhx_ink_text(cairo, hh_vec(at.x + 16, at.y), 0, size, false, words, "fell, and hung up again");
  }
  hhx_ink_scale(cairo, hh_vec(WIDTH - MARGIN, page->height - 24), page->px_per_m, 220, size);
}

static void paint_page(const Page *page, cairo_t *cairo)
{
  const HhxPath *path = page->path;
  hhx_ink_set(cairo, hhx_rgb(0xffffff), 1);
  cairo_paint(cairo);
  double top = 0;
  for (int i = 0; i < path->count; i++) {
    const Way *way = &page->ways[i];
    char from[HHX_NUMBER_SIZE], to[HHX_NUMBER_SIZE];
    hhx_number_write(round(way->points[0].time_s * 100) / 100, from);
    hhx_number_write(round(way->points[way->count - 1].time_s * 100) / 100, to);
    double width = hhx_ink_text(cairo, hh_vec(MARGIN, top + 40), 0, 24, true,
                                hhx_rgb(hhx_ink_words), "%s", path->surveys[i].mover);
    hhx_ink_text(cairo, hh_vec(MARGIN + width + 18, top + 40), 0, 15, false, hhx_rgb(hhx_ink_faint),
                 "%s to %s s", from, to);
    top += HEAD;
    for (int row = 0; row < rows_of(page, way); row++) {
      HhxView view = row_view(page, i, row);
      view.top = top;
      paint_row(page, i, &view, cairo);
      top += view.height + APART;
    }
  }
  paint_legend(page, cairo);
}

int hhx_path_draw(const HhxPath *path, bool svg, HhxCsv *csv, HhxError *error)
{
  Page page = {.path = path, .ways = calloc((size_t)path->count, sizeof *page.ways)};
  int code = page.ways ? 0 : 1;
  for (int i = 0; i < path->count && code == 0; i++) {
    page.reach_m = fmax(page.reach_m, path->surveys[i].reach_m);
    code = read_way(path, i, &page.ways[i], error);
  }
  if (page.reach_m < 0.01) page.reach_m = 0.75;
  if (code == 0 && !lay_out(&page, error)) code = 2;
  if (code == 0) {
    HhxPicture picture;
    code = hhx_picture_begin(svg, WIDTH, page.height, csv, &picture, error);
    if (code == 0) {
      paint_page(&page, picture.cairo);
      code = hhx_picture_end(&picture, csv, error);
    }
  }
  for (int i = 0; i < path->count && page.ways; i++)
    free(page.ways[i].points);
  free(page.ways);
  return code;
}
