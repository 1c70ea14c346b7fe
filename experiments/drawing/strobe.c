/* Frames of the traces, broken into rows, then painted row by row. See the header. */
#include "strobe.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body.h"
#include "ink.h"
#include "number.h"
#include "picture.h"

/* Pixels. */
enum {
  MARGIN = 40,
  WIDTH = 1600,
  WIDTH_LEAST = 1040,
  HEAD = 64,   /* title of a trace */
  FOOT = 74,   /* legend */
  TIMES = 26,  /* below a row */
  APART = 14,  /* between rows */
  REACH = 112, /* an outstretched arm, at least */
  REACH_MOST = 240
};

/* Figures in between are faint. */
enum { STRIDE = 3 };

typedef struct PathPoint {
  double time_s;
  HhVec com, contact;
  HhxMode mode;
  bool held, jumped; /* jumped: no line from the point before */
} PathPoint;

typedef struct Row {
  int first, last; /* points of the path */
  double low_x, high_x, low_y, high_y;
} Row;

/* What is drawn of one trace. */
typedef struct Tracing {
  PathPoint *path;
  int path_count, path_room;
  HhxFrame *figures;
  int figure_count;
  HhxFrame *others; /* figures of another creature beside it */
  int other_count;
  Row rows[HHX_STROBE_ROWS_MOST];
  int row_count;
  double facing;
} Tracing;

typedef struct Page {
  const HhxStrobe *strobe;
  Tracing *tracings;
  double reach_m, px_per_m, width, height;
  double arrow_s; /* an arrow is as long as the way of this time */
  bool seen[HHX_MODE_COUNT];
} Page;

static bool add_point(const HhxStrobe *strobe, const HhxFrame *frame, Tracing *tracing)
{
  const PathPoint *last = tracing->path_count > 0 ? &tracing->path[tracing->path_count - 1] : NULL;
  PathPoint point = {frame->time_s, frame->com, frame->contact, frame->mode, frame->held, false};
  if (last) {
    double step_s = frame->time_s - last->time_s;
    bool same = last->mode == frame->mode && last->held == frame->held;
    if (same && step_s < strobe->every_s / 32) return true;
    point.jumped =
        hh_vec_distance(last->com, frame->com) > 2 * hh_vec_length(frame->velocity) * step_s + 0.2;
  }
  if (!tracing->path || tracing->path_count == tracing->path_room) {
    int room = tracing->path_room > 0 ? 2 * tracing->path_room : 256;
    PathPoint *wider = realloc(tracing->path, (size_t)room * sizeof *wider);
    if (!wider) return false;
    tracing->path = wider;
    tracing->path_room = room;
  }
  tracing->path[tracing->path_count++] = point;
  return true;
}

static double figure_s(const HhxStrobe *strobe, int number)
{
  return strobe->from_s + number * strobe->every_s;
}

/* Figures that lie between two frames of the trace, or at the last one. */
static void add_figures(const HhxStrobe *strobe, const HhxTraceReader *reader, const HhxFrame *a,
                        const HhxFrame *b, HhxFrame *figures, int *count)
{
  const double slack_s = 1e-9;
  while (*count < HHX_STROBE_FIGURES_MOST) {
    double time_s = figure_s(strobe, *count);
    if (time_s > b->time_s + slack_s || time_s > strobe->to_s + slack_s) return;
    HhxFrame *figure = &figures[(*count)++];
    hhx_reader_mix(reader, a, b, time_s, figure);
    figure->time_s = time_s;
  }
}

/* Reads what is drawn of one trace; 0, or an exit code and *error. */
static int read_tracing(const HhxStrobe *strobe, int which, Tracing *tracing, HhxError *error)
{
  HhxTraceReader reader;
  HhxFrame frames[2];
  HhxRowsNext next;
  int turn = 0;
  tracing->figures = malloc(HHX_STROBE_FIGURES_MOST * sizeof *tracing->figures);
  bool fine = tracing->figures != NULL;
  if (!hhx_reader_open(strobe->traces[which], strobe->surveys[which].creature, &reader, error))
    return 2;
  while ((next = hhx_reader_next(&reader, &frames[turn], error)) == HHX_ROWS_ROW && fine) {
    const HhxFrame *frame = &frames[turn], *before = reader.frames > 1 ? &frames[!turn] : frame;
    if (frame->time_s >= strobe->from_s)
      add_figures(strobe, &reader, before, frame, tracing->figures, &tracing->figure_count);
    if (frame->time_s > strobe->to_s) break;
    if (frame->time_s >= strobe->from_s) fine = add_point(strobe, frame, tracing);
    turn = !turn;
  }
  hhx_reader_close(&reader);
  if (next == HHX_ROWS_FAULT) return 2;
  if (!fine) hhx_error_at(error, strobe->traces[which], 0, 0, NULL, "memory ran out");
  if (fine && tracing->path_count == 0) {
    hhx_error_at(error, strobe->traces[which], 0, 0, NULL, "has no frame between --from and --to");
    return 2;
  }
  return fine ? 0 : 1;
}

/* Reads the figures of the other creature; 0, or an exit code and *error. */
static int read_others(const HhxStrobe *strobe, int which, Tracing *tracing, HhxError *error)
{
  HhxTraceReader reader;
  HhxFrame frames[2];
  HhxRowsNext next;
  int turn = 0;
  tracing->others = malloc(HHX_STROBE_FIGURES_MOST * sizeof *tracing->others);
  if (!tracing->others) {
    hhx_error_at(error, strobe->traces[which], 0, 0, NULL, "memory ran out");
    return 1;
  }
  if (!hhx_reader_open(strobe->traces[which], strobe->surveys[which].other, &reader, error))
    return 2;
  while ((next = hhx_reader_next(&reader, &frames[turn], error)) == HHX_ROWS_ROW) {
    const HhxFrame *frame = &frames[turn], *before = reader.frames > 1 ? &frames[!turn] : frame;
    if (frame->time_s >= strobe->from_s)
      add_figures(strobe, &reader, before, frame, tracing->others, &tracing->other_count);
    if (frame->time_s > strobe->to_s) break;
    turn = !turn;
  }
  hhx_reader_close(&reader);
  return next == HHX_ROWS_FAULT ? 2 : 0;
}

static void widen(Row *row, HhVec at, double reach_m)
{
  row->low_x = fmin(row->low_x, at.x - 0.75 * reach_m);
  row->high_x = fmax(row->high_x, at.x + 0.75 * reach_m);
  row->low_y = fmin(row->low_y, at.y - 0.76 * reach_m);
  row->high_y = fmax(row->high_y, at.y + 1.1 * reach_m);
}

/* A row with a point; the branch above a held hand belongs to it, and room for a free one. */
static Row row_with(const Row *row, const PathPoint *point, int index, double reach_m)
{
  Row wider = row ? *row : (Row){index, index, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  wider.last = index;
  widen(&wider, point->com, reach_m);
  if (point->held) wider.high_y = fmax(wider.high_y, point->contact.y + 0.5 * reach_m);
  return wider;
}

/* Breaks the path where a row is full. False when there are too many rows. */
static bool break_rows(double reach_m, double most_m, Tracing *tracing)
{
  tracing->row_count = 0;
  for (int i = 0; i < tracing->path_count; i++) {
    const PathPoint *point = &tracing->path[i];
    Row *row = tracing->row_count > 0 ? &tracing->rows[tracing->row_count - 1] : NULL;
    Row wider = row_with(row, point, i, reach_m);
    if (row && wider.high_x - wider.low_x <= most_m) {
      *row = wider;
      continue;
    }
    if (tracing->row_count == HHX_STROBE_ROWS_MOST) return false;
    Row fresh = row && !point->jumped ? row_with(NULL, &tracing->path[i - 1], i - 1, reach_m)
                                      : row_with(NULL, point, i, reach_m);
    tracing->rows[tracing->row_count++] = row_with(&fresh, point, i, reach_m);
  }
  return true;
}

/* Breaks all paths; the number of rows, or -1 - i when trace i has too many. */
static int break_all(Page *page, double most_m)
{
  int rows = 0;
  for (int i = 0; i < page->strobe->count; i++) {
    if (!break_rows(page->reach_m, most_m, &page->tracings[i])) return -1 - i;
    rows += page->tracings[i].row_count;
  }
  return rows;
}

/* As many rows as the page's width asks for, each as narrow as that number allows: so that the
 * last one is not left with little. False and *error when there are too many. */
static bool choose_rows(Page *page, HhxError *error)
{
  enum { HALVINGS = 12 };
  double high = (WIDTH - 2 * MARGIN) * page->reach_m / REACH, low = high / 2;
  int rows = break_all(page, high);
  if (rows < 0)
    return hhx_error_at(error, page->strobe->traces[-1 - rows], 0, 0, NULL,
                        "goes too far for one picture; take a part with --from and --to");
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (low + high) / 2;
    if (break_all(page, middle) == rows)
      high = middle;
    else
      low = middle;
  }
  break_all(page, high);
  return true;
}

/* Whether a figure stands in the row: a row's last is the next one's first. */
static bool in_row(const Tracing *tracing, const Row *row, const HhxFrame *figure)
{
  const double slack_s = 1e-9, time_s = figure->time_s;
  double from_s = tracing->path[row->first].time_s, to_s = tracing->path[row->last].time_s;
  bool last_row = row == &tracing->rows[tracing->row_count - 1];
  return time_s >= from_s - slack_s && time_s <= (last_row ? to_s + slack_s : to_s - slack_s);
}

/* The arrow's scale: the fastest is somewhat shorter than an arm, 1, 2, 5, 10, .. m/s to a metre.
 */
static double choose_arrow_s(const Page *page)
{
  static const double steps[] = {1, 2, 5};
  double fastest_mps = 0, per_m = 0.01;
  for (int i = 0; i < page->strobe->count; i++)
    for (int j = 0; j < page->tracings[i].figure_count; j += STRIDE)
      fastest_mps = fmax(fastest_mps, hh_vec_length(page->tracings[i].figures[j].velocity));
  for (int i = 0; i < 30 && fastest_mps > 0.8 * per_m * page->reach_m; i++) {
    int decade = i / 3 - 2;
    per_m = pow(10, decade) * steps[i % 3];
  }
  return 1 / per_m;
}

/* Makes room for what a figure stretches out, and for its arrow. */
static void widen_to_figure(const Page *page, const HhxFrame *frame, HhLevel level, bool arrow,
                            Row *row)
{
  HhVec low = frame->com, high = frame->com;
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    HhVec3 at;
    memcpy(&at, (const char *)&frame->rig + hh_rig_points[i].offset, sizeof at);
    if (hh_rig_points[i].level > level) continue;
    low = hh_vec(fmin(low.x, at.x), fmin(low.y, at.y));
    high = hh_vec(fmax(high.x, at.x), fmax(high.y, at.y));
  }
  /* Fur, fingers and the crown lie beyond the points. */
  double around = fmax(0.14 * page->reach_m, 0.12 * hh_vec_distance(low, high));
  low = hh_vec(low.x - around, low.y - around);
  high = hh_vec(high.x + around, high.y + around);
  HhVec tip = arrow ? hh_vec_along(frame->com, frame->velocity, page->arrow_s) : frame->com;
  row->low_x = fmin(row->low_x, fmin(low.x, tip.x));
  row->low_y = fmin(row->low_y, fmin(low.y, tip.y));
  row->high_x = fmax(row->high_x, fmax(high.x, tip.x));
  row->high_y = fmax(row->high_y, fmax(high.y, tip.y));
}

/* Makes room for the other creature where it is near. */
static void widen_to_others(const Page *page, int trace, Row *row)
{
  const Tracing *tracing = &page->tracings[trace];
  double near_m = 4 * page->reach_m, low = row->low_x - near_m, high = row->high_x + near_m;
  for (int i = 0; i < tracing->other_count; i++) {
    const HhxFrame *figure = &tracing->others[i];
    if (in_row(tracing, row, figure) && figure->com.x > low && figure->com.x < high)
      widen_to_figure(page, figure, page->strobe->surveys[trace].level, false, row);
  }
}

static void widen_rows(Page *page)
{
  page->arrow_s = choose_arrow_s(page);
  for (int i = 0; i < page->strobe->count; i++) {
    Tracing *tracing = &page->tracings[i];
    for (int j = 0; j < tracing->row_count; j++)
      for (int k = 0; k < tracing->figure_count; k++)
        if (in_row(tracing, &tracing->rows[j], &tracing->figures[k]))
          widen_to_figure(page, &tracing->figures[k], page->strobe->surveys[i].level,
                          k % STRIDE == 0, &tracing->rows[j]);
    for (int j = 0; j < tracing->row_count; j++)
      widen_to_others(page, i, &tracing->rows[j]);
  }
}

/* Rows, scale and size of the page. False and *error when there is too much for one. */
static bool lay_out(Page *page, HhxError *error)
{
  const HhxStrobe *strobe = page->strobe;
  double widest = 0;
  if (!choose_rows(page, error)) return false;
  widen_rows(page);
  for (int i = 0; i < strobe->count; i++) {
    Tracing *tracing = &page->tracings[i];
    for (int j = 0; j < tracing->row_count; j++)
      widest = fmax(widest, tracing->rows[j].high_x - tracing->rows[j].low_x);
    for (int j = 0; j < tracing->path_count; j++)
      page->seen[tracing->path[j].mode] = true;
    const PathPoint *path = tracing->path;
    tracing->facing = path[tracing->path_count - 1].com.x < path[0].com.x ? -1 : 1;
  }
  /* What is short is drawn larger. */
  page->px_per_m = fmin((WIDTH - 2 * MARGIN) / widest, REACH_MOST / page->reach_m);
  page->width = fmax(WIDTH_LEAST, ceil(2 * MARGIN + widest * page->px_per_m));
  page->height = FOOT;
  for (int i = 0; i < strobe->count; i++) {
    page->height += HEAD;
    for (int j = 0; j < page->tracings[i].row_count; j++) {
      const Row *row = &page->tracings[i].rows[j];
      page->height += ceil((row->high_y - row->low_y) * page->px_per_m) + TIMES + APART;
    }
  }
  if (page->height < 30000) return true;
  return hhx_error_at(error, strobe->traces[0], 0, 0, NULL,
                      "goes too high for one picture; take a part with --from and --to");
}

static void paint_path(const Tracing *tracing, const Row *row, const HhxView *view, cairo_t *cairo)
{
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  for (int halo = 1; halo >= 0; halo--)
    for (int i = row->first; i < row->last;) {
      int j = i;
      HhVec at = hhx_view_point(view, tracing->path[i].com);
      cairo_move_to(cairo, at.x, at.y);
      HhxMode mode = tracing->path[i + 1].mode;
      while (j < row->last && tracing->path[j + 1].mode == mode) {
        at = hhx_view_point(view, tracing->path[++j].com);
        if (tracing->path[j].jumped)
          cairo_move_to(cairo, at.x, at.y);
        else
          cairo_line_to(cairo, at.x, at.y);
      }
      cairo_set_line_width(cairo, halo ? 5.5 : 2.6);
      hhx_ink_set(cairo, halo ? hhx_rgb(0xffffff) : hhx_ink_mode(mode), halo ? 0.75 : 1);
      cairo_stroke(cairo);
      i = j;
    }
}

static void ring(cairo_t *cairo, HhVec at)
{
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, at.x, at.y, 5, 0, 6.283185307179586);
  hhx_ink_set(cairo, hhx_rgb(0xffffff), 1);
  cairo_fill_preserve(cairo);
  hhx_ink_set(cairo, hhx_rgb(hhx_ink_words), 1);
  cairo_set_line_width(cairo, 2);
  cairo_stroke(cairo);
}

/* What hands held in the row, each place once; a hold that moves, every few centimetres. */
static void paint_contacts(const Tracing *tracing, const Row *row, const HhxView *view,
                           cairo_t *cairo)
{
  const PathPoint *last = NULL;
  for (int i = row->first; i <= row->last; i++) {
    const PathPoint *point = &tracing->path[i];
    if (!point->held) continue;
    bool moves = point->mode == HHX_MODE_CHAIN || point->mode == HHX_MODE_PAIR;
    if (last && hh_vec_distance(last->contact, point->contact) <= (moves ? 0.12 : 0.02)) continue;
    ring(cairo, hhx_view_point(view, point->contact));
    last = point;
  }
}

static HhxBody body_of(const Page *page, const Tracing *tracing, int trace, const HhxFrame *frame)
{
  double facing =
      fabs(frame->velocity.x) > 0.3 ? (frame->velocity.x < 0 ? -1 : 1) : tracing->facing;
  return (HhxBody){.level = page->strobe->surveys[trace].level,
                   .rig = &frame->rig,
                   .skin = &frame->skin,
                   .contact = frame->contact,
                   .reach_m = page->reach_m,
                   .facing = facing};
}

/* Words that have their place in a row. */
typedef struct Places {
  HhVec at[HHX_STROBE_FIGURES_MOST];
  int count;
} Places;

static bool take_place(Places *places, HhVec at)
{
  for (int i = 0; i < places->count; i++)
    if (fabs(places->at[i].x - at.x) < 44 && fabs(places->at[i].y - at.y) < 14) return false;
  places->at[places->count++] = at;
  return true;
}

/* When it was: below the row, or beside the figure where another figure's time is there. */
static void paint_time(const Page *page, const HhxFrame *frame, const HhxView *view, Places *places,
                       cairo_t *cairo)
{
  const double size = 13;
  HhxColour colour = hhx_rgb(hhx_ink_faint);
  HhVec com = hhx_view_point(view, frame->com);
  HhVec below = hh_vec(com.x, view->top + view->height + 19);
  HhVec beside = hh_vec(com.x + 0.3 * page->reach_m * page->px_per_m + 24, com.y + 5);
  char text[HHX_NUMBER_SIZE + 2];
  hhx_number_write(round(frame->time_s * 1000) / 1000, text);
  strcat(text, " s");
  if (take_place(places, below)) {
    hhx_ink_set(cairo, colour, 1);
    cairo_set_line_width(cairo, 1);
    cairo_move_to(cairo, com.x, below.y - 19);
    cairo_line_to(cairo, com.x, below.y - 14);
    cairo_stroke(cairo);
    hhx_ink_text(cairo, below, 0.5, size, false, colour, "%s", text);
  } else if (take_place(places, beside)) {
    double width = hhx_ink_width(cairo, size, false, text) + 8;
    hhx_ink_set(cairo, hhx_rgb(0xffffff), 0.8);
    cairo_rectangle(cairo, beside.x - width / 2, beside.y - 13, width, 17);
    cairo_fill(cairo);
    hhx_ink_text(cairo, beside, 0.5, size, false, hhx_rgb(hhx_ink_words), "%s", text);
  }
}

static void paint_vectors(const HhxFrame *frame, double arrow_s, const HhxView *view,
                          cairo_t *cairo)
{
  HhVec com = hhx_view_point(view, frame->com);
  HhVec ahead = hhx_view_point(view, hh_vec_along(frame->com, frame->velocity, arrow_s));
  if (frame->held)
    hhx_ink_arrow(cairo, com, hhx_view_point(view, frame->contact), 2.2, hhx_rgb(hhx_ink_arm));
  hhx_ink_arrow(cairo, com, ahead, 2.4, hhx_rgb(hhx_ink_velocity));
  cairo_arc(cairo, com.x, com.y, 3, 0, 6.283185307179586);
  hhx_ink_set(cairo, hhx_rgb(hhx_ink_words), 1);
  cairo_fill(cairo);
}

static void paint_figure(const HhxBody *body, const HhxView *view, cairo_t *cairo)
{
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  hhx_body_paint(cairo, body);
  cairo_restore(cairo);
}

/* The figures of the row, the faint or the full ones. */
static void paint_figures(const Page *page, int trace, const Row *row, const HhxView *view,
                          bool faint, cairo_t *cairo)
{
  const Tracing *tracing = &page->tracings[trace];
  for (int i = 0; i < tracing->other_count; i++) {
    if ((i % STRIDE != 0) != faint || !in_row(tracing, row, &tracing->others[i])) continue;
    HhxBody body = body_of(page, tracing, trace, &tracing->others[i]);
    body.faint = faint;
    paint_figure(&body, view, cairo);
  }
  for (int i = 0; i < tracing->figure_count; i++) {
    if ((i % STRIDE != 0) != faint || !in_row(tracing, row, &tracing->figures[i])) continue;
    HhxBody body = body_of(page, tracing, trace, &tracing->figures[i]);
    body.faint = faint;
    paint_figure(&body, view, cairo);
  }
}

/* Vectors and times of the full figures: above them all, so that none hides another's. */
static void paint_marks(const Page *page, const Tracing *tracing, const Row *row,
                        const HhxView *view, cairo_t *cairo)
{
  Places places = {.count = 0};
  cairo_save(cairo);
  hhx_view_clip(view, cairo);
  for (int i = 0; i < tracing->figure_count; i += STRIDE)
    if (in_row(tracing, row, &tracing->figures[i]))
      paint_vectors(&tracing->figures[i], page->arrow_s, view, cairo);
  cairo_restore(cairo);
  for (int i = 0; i < tracing->figure_count; i += STRIDE)
    if (in_row(tracing, row, &tracing->figures[i]))
      paint_time(page, &tracing->figures[i], view, &places, cairo);
}

/* The wood that moved, where it was at each figure: faint, behind where it is at rest; floors that
 * were trodden in front of that. */
static void paint_moved(const Page *page, int trace, const Row *row, const HhxView *view,
                        bool floors, cairo_t *cairo)
{
  const double faint = 0.7, full = 0.4;
  const Tracing *tracing = &page->tracings[trace];
  const HhxScenery *scenery = &page->strobe->sceneries[trace];
  for (int i = 0; i < tracing->figure_count + tracing->other_count; i++) {
    bool other = i >= tracing->figure_count;
    int number = other ? i - tracing->figure_count : i;
    const HhxFrame *figure = other ? &tracing->others[number] : &tracing->figures[number];
    if (!in_row(tracing, row, figure)) continue;
    if (floors)
      hhx_scenery_tread(scenery, view, page->reach_m, &figure->wood, cairo);
    else
      hhx_scenery_ghost(scenery, view, page->reach_m, &figure->wood,
                        number % STRIDE != 0 ? faint : full, cairo);
  }
}

static void paint_row(const Page *page, int trace, const Row *row, double top, cairo_t *cairo)
{
  HhxView view = {.left = MARGIN,
                  .top = top,
                  .width = page->width - 2 * MARGIN,
                  .height = ceil((row->high_y - row->low_y) * page->px_per_m),
                  .px_per_m = page->px_per_m};
  view.at = hh_vec(row->low_x + view.width / view.px_per_m / 2, (row->low_y + row->high_y) / 2);
  hhx_scenery_sky(&view, false, cairo);
  paint_moved(page, trace, row, &view, false, cairo);
  hhx_scenery_paint(&page->strobe->sceneries[trace], &view, page->reach_m, NULL, 0, cairo);
  paint_moved(page, trace, row, &view, true, cairo);
  paint_figures(page, trace, row, &view, true, cairo);
  cairo_save(cairo);
  hhx_view_clip(&view, cairo);
  paint_path(&page->tracings[trace], row, &view, cairo);
  cairo_restore(cairo);
  paint_figures(page, trace, row, &view, false, cairo);
  paint_marks(page, &page->tracings[trace], row, &view, cairo);
  paint_contacts(&page->tracings[trace], row, &view, cairo);
}

static void paint_legend(const Page *page, cairo_t *cairo)
{
  const double size = 14;
  HhVec at = hh_vec(MARGIN, page->height - 28);
  HhxColour words = hhx_rgb(hhx_ink_words);
  at.x += hhx_ink_text(cairo, at, 0, size, false, words, "centre of mass:") + 12;
  for (int i = 0; i < HHX_MODE_COUNT; i++) {
    if (!page->seen[i]) continue;
    hhx_ink_set(cairo, hhx_ink_mode((HhxMode)i), 1);
    cairo_set_line_width(cairo, 3);
    cairo_move_to(cairo, at.x, at.y - 5);
    cairo_line_to(cairo, at.x + 24, at.y - 5);
    cairo_stroke(cairo);
    at.x += 30;
    at.x += hhx_ink_text(cairo, at, 0, size, false, words, "%s", hhx_mode_names[i]) + 16;
  }
  at.x += 14;
  ring(cairo, hh_vec(at.x, at.y - 5));
  at.x += 12;
  at.x += hhx_ink_text(cairo, at, 0, size, false, words, "held") + 30;
  hhx_ink_arrow(cairo, hh_vec(at.x, at.y - 5), hh_vec(at.x + 30, at.y - 5), 2.4,
                hhx_rgb(hhx_ink_velocity));
  at.x += 38;
  at.x += hhx_ink_text(cairo, at, 0, size, false, words, "velocity (1 m is %g m/s)",
                       1 / page->arrow_s) +
          30;
  hhx_ink_arrow(cairo, hh_vec(at.x, at.y - 5), hh_vec(at.x + 30, at.y - 5), 2,
                hhx_rgb(hhx_ink_arm));
  at.x += 38;
  hhx_ink_text(cairo, at, 0, size, false, words, "hand to centre of mass");
  hhx_ink_scale(cairo, hh_vec(page->width - MARGIN, page->height - 28), page->px_per_m, 220, size);
}

static void paint_page(const Page *page, cairo_t *cairo)
{
  const HhxStrobe *strobe = page->strobe;
  hhx_ink_set(cairo, hhx_rgb(0xffffff), 1);
  cairo_paint(cairo);
  double top = 0;
  for (int i = 0; i < strobe->count; i++) {
    const Tracing *tracing = &page->tracings[i];
    char from[HHX_NUMBER_SIZE], to[HHX_NUMBER_SIZE], every[HHX_NUMBER_SIZE];
    hhx_number_write(round(strobe->from_s * 1000) / 1000, from);
    hhx_number_write(round(tracing->path[tracing->path_count - 1].time_s * 1000) / 1000, to);
    hhx_number_write(strobe->every_s, every);
    double width = hhx_ink_text(cairo, hh_vec(MARGIN, top + 42), 0, 24, true,
                                hhx_rgb(hhx_ink_words), "%s", strobe->surveys[i].mover);
    hhx_ink_text(cairo, hh_vec(MARGIN + width + 18, top + 42), 0, 15, false, hhx_rgb(hhx_ink_faint),
                 "%s to %s s, a figure every %s s", from, to, every);
    top += HEAD;
    for (int j = 0; j < tracing->row_count; j++) {
      const Row *row = &tracing->rows[j];
      paint_row(page, i, row, top, cairo);
      top += ceil((row->high_y - row->low_y) * page->px_per_m) + TIMES + APART;
    }
  }
  paint_legend(page, cairo);
}

int hhx_strobe_draw(const HhxStrobe *strobe, bool svg, HhxCsv *csv, HhxError *error)
{
  Page page = {.strobe = strobe, .tracings = calloc((size_t)strobe->count, sizeof *page.tracings)};
  int code = page.tracings ? 0 : 1;
  for (int i = 0; i < strobe->count && code == 0; i++) {
    page.reach_m = fmax(page.reach_m, strobe->surveys[i].reach_m);
    code = read_tracing(strobe, i, &page.tracings[i], error);
    if (code == 0 && strobe->surveys[i].other >= 0)
      code = read_others(strobe, i, &page.tracings[i], error);
  }
  if (page.reach_m < 0.01) page.reach_m = 0.75;
  if (code == 0 && !lay_out(&page, error)) code = 2;
  if (code == 0) {
    HhxPicture picture;
    code = hhx_picture_begin(svg, page.width, page.height, csv, &picture, error);
    if (code == 0) {
      paint_page(&page, picture.cairo);
      code = hhx_picture_end(&picture, csv, error);
    }
  }
  for (int i = 0; i < strobe->count && page.tracings; i++) {
    free(page.tracings[i].path);
    free(page.tracings[i].figures);
    free(page.tracings[i].others);
  }
  free(page.tracings);
  return code;
}
