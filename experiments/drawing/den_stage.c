/* See the header. */
#include "den_stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "den_key.h"
#include "ink.h"
#include "picture.h"
#include "room_paint.h"

bool hhx_den_survey(const char *path, int creature, double to_s, HhxSurvey *survey, HhxError *error)
{
  HhxDenReader reader;
  HhxDenFrame frame = {0};
  HhxRowsNext next;
  bool met = creature < 0;
  *survey = (HhxSurvey){.other = -1, .room = true};
  if (!hhx_den_open(path, &reader, error)) return false;
  while ((next = hhx_den_next(&reader, &frame, error)) == HHX_ROWS_ROW) {
    survey->more = survey->frames > 0 && frame.time_s > to_s;
    if (survey->more) break;
    if (survey->frames++ == 0) {
      survey->first_s = frame.time_s;
      survey->creature = creature < 0 ? frame.creatures[0].number : creature;
      snprintf(survey->mover, sizeof survey->mover, "%s", reader.mover_name);
    }
    if (survey->step_s <= 0) survey->step_s = frame.time_s - survey->first_s;
    survey->last_s = frame.time_s;
    for (int i = 0; i < frame.count && !met; i++)
      met = frame.creatures[i].number == creature;
  }
  hhx_den_frame_free(&frame);
  hhx_den_close(&reader);
  if (next == HHX_ROWS_FAULT) return false;
  if (survey->frames > 0 && met) return true;
  return hhx_error_at(error, path, 0, 0, NULL, "%s",
                      survey->frames > 0 ? "has no row of that creature; see its column creature"
                                         : "has no frame; record one with `handhold run --trace`");
}

static int out_of_memory(HhxError *error)
{
  snprintf(error->text, sizeof error->text, "cannot draw a room: memory ran out");
  return 1;
}

/* -- ticks ------------------------------------------------------------------------------------- */

/* Roots of a creature's dead tentacles, within the room, whatever the trace says. */
static void roots_of(const HhxDenStage *stage, const HhxDenCreature *creature,
                     HhVec root[HH_DANGLES])
{
  const HhRoom *room = &stage->room.room;
  hhx_den_dangle_roots(creature, stage->reader.beads, stage->room.tile_m, root);
  for (int i = 0; i < HH_DANGLES; i++)
    root[i] = hh_vec(fmin(fmax(root[i].x, 0), room->width), fmin(fmax(root[i].y, 0), room->height));
}

static double length_t(const HhxDenStage *stage, const HhxDenCreature *creature)
{
  double stick_m = creature->arms > 0 ? creature->arm[0].stick_m : 0;
  return fmin(fmax(stick_m * stage->reader.beads / stage->room.tile_m, 1), 40);
}

/* Dead tentacles of every creature of `before`; anew where there are others than before. */
static bool step_dangles(HhxDenStage *stage)
{
  HhStrandParams params = {0};
#define PRESET(kind, field, name, unit, preset, ...) params.field = preset;
  HH_STRAND_PARAMS(PRESET)
#undef PRESET
  const HhxDenFrame *frame = &stage->before;
  bool anew = frame->count != stage->dangle_count;
  if (anew) {
    HhDangles *dangles = aligned_alloc(_Alignof(HhDangles), (size_t)frame->count * sizeof *dangles);
    free(stage->dangles);
    stage->dangles = dangles;
    stage->dangle_count = frame->count;
    if (!dangles) return false;
  }
  for (int i = 0; i < frame->count; i++) {
    const HhxDenCreature *creature = &frame->creatures[i];
    HhVec root[HH_DANGLES];
    roots_of(stage, creature, root);
    if (anew)
      hh_dangles_start(&stage->room.room, root, length_t(stage, creature), &stage->dangles[i]);
    else if (creature->kind == HHX_DEN_DADDY)
      hh_dangles_step(&params, &stage->room.room, root, &stage->dangles[i]);
  }
  return true;
}

static const HhxDenCreature *watched(const HhxDenStage *stage, const HhxDenFrame *frame)
{
  for (int i = 0; i < frame->count; i++)
    if (frame->creatures[i].number == stage->watched) return &frame->creatures[i];
  return &frame->creatures[0];
}

static bool add_trail(HhxDenStage *stage)
{
  HhVec at = watched(stage, &stage->before)->com;
  if (stage->trail_count > 0 &&
      hh_vec_distance(stage->trail[stage->trail_count - 1], at) < 0.1 * stage->room.tile_m)
    return true;
  if (stage->trail_count == stage->trail_room) {
    int room = stage->trail_room < 256 ? 256 : 2 * stage->trail_room;
    HhVec *wider = room < 1 << 26 ? realloc(stage->trail, (size_t)room * sizeof *wider) : NULL;
    if (!wider) return false;
    stage->trail = wider;
    stage->trail_room = room;
  }
  stage->trail[stage->trail_count++] = at;
  return true;
}

/* Takes `after` for `before` and reads the next. */
static int read_tick(HhxDenStage *stage, bool trail, HhxError *error)
{
  HhxDenFrame swap = stage->before;
  stage->before = stage->after;
  stage->after = swap;
  if (!step_dangles(stage) || (trail && !add_trail(stage))) return out_of_memory(error);
  HhxRowsNext next = hhx_den_next(&stage->reader, &stage->after, error);
  if (next == HHX_ROWS_FAULT) return 2;
  stage->ended = next == HHX_ROWS_END;
  return 0;
}

static void mix(HhVec to, double share, HhVec *at)
{
  *at = hh_vec_along(*at, hh_vec_sub(to, *at), share);
}

/* Of two frames with the same creatures, what lies between them. */
static void mix_frames(const HhxDenFrame *to, int beads, double share, HhxDenFrame *frame)
{
  for (int i = 0; i < frame->count; i++) {
    HhxDenCreature *creature = &frame->creatures[i];
    const HhxDenCreature *next = &to->creatures[i];
    if (creature->number != next->number || creature->kind != next->kind) return;
    mix(next->com, share, &creature->com);
    for (int j = 0; j < creature->balls; j++)
      mix(next->ball[j], share, &creature->ball[j]);
    for (int j = 0; j < creature->arms; j++) {
      HhxArm *arm = &creature->arm[j];
      mix(next->arm[j].root, share, &arm->root);
      for (int k = 0; k < beads; k++)
        mix(next->arm[j].bead[k], share, &arm->bead[k]);
    }
  }
}

static int seek(HhxDenStage *stage, double time_s, bool trail, HhxError *error)
{
  int code = 0;
  while (code == 0 && !stage->ended && stage->after.time_s <= time_s)
    code = read_tick(stage, trail, error);
  if (code != 0) return code;
  const HhxDenFrame *before = &stage->before, *after = &stage->after;
  if (!hhx_den_frame_copy(before, &stage->shown)) return out_of_memory(error);
  stage->shown.time_s = time_s;
  if (stage->ended || after->count != before->count) return 0;
  double share = (time_s - before->time_s) / (after->time_s - before->time_s);
  mix_frames(after, stage->reader.beads, fmin(fmax(share, 0), 1), &stage->shown);
  return 0;
}

int hhx_den_stage_seek(HhxDenStage *stage, double time_s, HhxError *error)
{
  return seek(stage, time_s, true, error);
}

int hhx_den_stage_open(const char *trace, int creature, double from_s, HhxDenStage *stage,
                       HhxError *error)
{
  *stage = (HhxDenStage){.watched = creature, .reader = {.rows = {.fd = -1}}};
  if (!hhx_den_room_read(trace, &stage->room, error) ||
      !hhx_den_open(trace, &stage->reader, error) ||
      hhx_den_next(&stage->reader, &stage->after, error) != HHX_ROWS_ROW)
    return 2;
  if (!hhx_den_frame_copy(&stage->after, &stage->before)) return out_of_memory(error);
  int code = seek(stage, fmax(from_s, stage->after.time_s), false, error);
  if (code == 0) stage->camera = watched(stage, &stage->shown)->com;
  return code;
}

void hhx_den_stage_close(HhxDenStage *stage)
{
  hhx_den_close(&stage->reader);
  hhx_den_room_free(&stage->room);
  hhx_den_frame_free(&stage->before);
  hhx_den_frame_free(&stage->after);
  hhx_den_frame_free(&stage->shown);
  free(stage->dangles);
  free(stage->trail);
}

/* -- views ------------------------------------------------------------------------------------- */

static void paint_trail(const HhxDenStage *stage, const HhxView *view, cairo_t *cairo)
{
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  for (int i = 0; i < stage->trail_count; i++)
    cairo_line_to(cairo, stage->trail[i].x, stage->trail[i].y);
  hhx_ink_set(cairo, hhx_rgb(hhx_ink_way), 0.45);
  cairo_set_line_width(cairo, 1.2 / view->px_per_m);
  cairo_stroke(cairo);
  cairo_restore(cairo);
}

/* The creature whose goals are shown; -1: all. */
static int whose(const HhxDenStage *stage, const HhxSurvey *survey)
{
  return survey->all ? -1 : watched(stage, &stage->shown)->number;
}

static void paint_plan(const HhxDenStage *stage, const HhxSurvey *survey, const HhxView *view,
                       cairo_t *cairo)
{
  hhx_room_plan(&stage->room, view, cairo);
  paint_trail(stage, view, cairo);
  hhx_den_plan(&stage->shown, whose(stage, survey), stage->reader.beads, stage->room.tile_m, view,
               cairo);
}

static void paint_scene(const HhxDenStage *stage, const HhxView *view, cairo_t *cairo)
{
  hhx_room_scene(&stage->room, view, cairo);
  hhx_den_scene(&stage->shown, stage->dangles, stage->reader.beads, stage->room.tile_m, view,
                cairo);
}

/* The band of words over both views. */
typedef struct Band {
  double size, height; /* of letters, and in all; px */
  unsigned key;
} Band;

/* For views that are `width` wide together, in a picture `height` high; without a key where that
 * would take a quarter of it. */
static Band band_of(const HhxDenStage *stage, const HhxSurvey *survey, double width, double height)
{
  double size = fmax(9, fmin(fmax(0.03 * height, 0.009 * width), 0.014 * width));
  Band band = {.size = size, .height = floor(2.4 * size)};
  unsigned key = hhx_den_key(&stage->room, &stage->shown, whose(stage, survey));
  double high = hhx_den_key_lines(key, width - 1.4 * size, size) * HHX_DEN_KEY_LINE * size;
  if (band.height + high > height / 4) return band;
  band.key = key;
  band.height = floor(band.height + high);
  return band;
}

/* A length to compare with, on paper of its own. */
static void paint_scale(const HhxView *view, double size, cairo_t *cairo)
{
  double most = 0.2 * view->width;
  HhVec at = hh_vec(view->left + view->width - size, view->top + view->height - 0.8 * size);
  cairo_rectangle(cairo, at.x - most - 0.5 * size, at.y - 2.2 * size, most + size, 2.6 * size);
  hhx_ink_set(cairo, hhx_rgb(0xffffff), 0.75);
  cairo_fill(cairo);
  hhx_ink_scale(cairo, at, view->px_per_m, most, 0.9 * size);
}

static void paint_words(const HhxDenStage *stage, const HhxSurvey *survey, const HhxView *view,
                        double width, const Band *band, cairo_t *cairo)
{
  double size = band->size, pad = 0.7 * size, top = view->top - band->height, y = top + 1.6 * size;
  const HhxDenCreature *creature = watched(stage, &stage->shown);
  HhxColour words = hhx_rgb(hhx_ink_words);
  hhx_ink_set(cairo, hhx_rgb(0xffffff), 1);
  cairo_rectangle(cairo, view->left, top, width, band->height);
  cairo_fill(cairo);
  double x = view->left + pad;
  x += hhx_ink_text(cairo, hh_vec(x, y), 0, 1.1 * size, true, words, "%s", survey->mover) + size;
  hhx_ink_text(cairo, hh_vec(x, y), 0, size, false, words, "%s", creature->mode);
  double right = view->left + width - pad;
  hhx_ink_text(cairo, hh_vec(right, y), 1, size, false, words, "%.2f s", stage->shown.time_s);
  hhx_ink_text(cairo, hh_vec(right - 5.5 * size, y), 1, size, false, words, "%.1f m/s",
               hh_vec_length(creature->velocity));
  hhx_den_key_paint(band->key, view->left + pad, top + 2.2 * size, width - 2 * pad, size, cairo);
}

/* Two views beside one another, the left one given, below a band of words. */
static void paint_both(const HhxDenStage *stage, const HhxSurvey *survey, HhxView view,
                       const Band *band, cairo_t *cairo)
{
  double left = view.left, width = 2 * view.width;
  paint_plan(stage, survey, &view, cairo);
  paint_scale(&view, band->size, cairo);
  view.left += view.width;
  paint_scene(stage, &view, cairo);
  hhx_ink_set(cairo, hhx_rgb(0xffffff), 1);
  cairo_rectangle(cairo, view.left - 1, view.top, 2, view.height);
  cairo_fill(cairo);
  view.left = left;
  paint_words(stage, survey, &view, width, band, cairo);
}

/* As near to `at` as shows no more than needed of what is outside of [0, size]. */
static double within(double at, double half, double size)
{
  return 2 * half >= size ? size / 2 : fmin(fmax(at, half), size - half);
}

void hhx_den_stage_paint(HhxDenStage *stage, const HhxSurvey *survey, double left, double top,
                         double width, double height, cairo_t *cairo)
{
  const double tile_px = 15, tiles_least = 18;
  double tile_m = stage->room.tile_m;
  const HhRoom *room = &stage->room.room;
  Band band = band_of(stage, survey, width, height);
  HhxView view = {
      .left = left, .top = top + band.height, .width = width / 2, .height = height - band.height};
  double tiles = fmax(fmin(view.width, view.height) / tile_px, tiles_least);
  view.px_per_m = fmin(view.width, view.height) / (tiles * tile_m);
  double all = fmin(view.width / room->width, view.height / room->height) / tile_m;
  if (survey->whole || view.px_per_m < all) view.px_per_m = all;
  mix(watched(stage, &stage->shown)->com, 0.08, &stage->camera);
  view.at = hh_vec(within(stage->camera.x, view.width / view.px_per_m / 2, room->width * tile_m),
                   within(stage->camera.y, view.height / view.px_per_m / 2, room->height * tile_m));
  paint_both(stage, survey, view, &band, cairo);
}

/* -- a picture --------------------------------------------------------------------------------- */

typedef struct Box {
  HhVec low, high;
} Box;

static void widen(HhVec at, Box *box)
{
  box->low = hh_vec(fmin(box->low.x, at.x), fmin(box->low.y, at.y));
  box->high = hh_vec(fmax(box->high.x, at.x), fmax(box->high.y, at.y));
}

/* The way and the creature at its end, with a few tiles about them, within the room; the whole room
 * where that is asked for or it is about the tentacles of its walls. */
static Box box_of(const HhxDenStage *stage, const HhxSurvey *survey)
{
  const HhxDenCreature *creature = watched(stage, &stage->shown);
  double tile_m = stage->room.tile_m, margin = 5 * tile_m, least = 12 * tile_m;
  Box box = {creature->com, creature->com};
  for (int i = 0; i < stage->trail_count; i++)
    widen(stage->trail[i], &box);
  for (int i = 0; i < creature->arms; i++)
    widen(creature->arm[i].ideal, &box);
  HhVec middle = hh_vec_scale(hh_vec_add(box.low, box.high), 0.5);
  widen(hh_vec(middle.x - least, middle.y - least), &box);
  widen(hh_vec(middle.x + least, middle.y + least), &box);
  double width_m = stage->room.room.width * tile_m, height_m = stage->room.room.height * tile_m;
  if (survey->whole || creature->kind != HHX_DEN_DADDY)
    return (Box){hh_vec(0, 0), hh_vec(width_m, height_m)};
  box.low = hh_vec(fmax(box.low.x - margin, 0), fmax(box.low.y - margin, 0));
  box.high = hh_vec(fmin(box.high.x + margin, width_m), fmin(box.high.y + margin, height_m));
  return box;
}

static HhxView view_of(const Box *box)
{
  const double width = 800, high_most = 1200, high_least = 300;
  double wide_m = fmax(box->high.x - box->low.x, 1e-3),
         high_m = fmax(box->high.y - box->low.y, 1e-3);
  HhxView view = {.width = width};
  view.px_per_m = fmin(width / wide_m, high_most / high_m);
  view.height = floor(fmin(fmax(high_m * view.px_per_m, high_least), high_most));
  view.at = hh_vec_scale(hh_vec_add(box->low, box->high), 0.5);
  return view;
}

static int paint_picture(const HhxDenStage *stage, const HhxSurvey *survey, bool svg, HhxCsv *csv,
                         HhxError *error)
{
  Box box = box_of(stage, survey);
  HhxView view = view_of(&box);
  Band band = band_of(stage, survey, 2 * view.width, view.height);
  view.top = band.height;
  HhxPicture picture;
  int code =
      hhx_picture_begin(svg, 2 * view.width, band.height + view.height, csv, &picture, error);
  if (code != 0) return code;
  paint_both(stage, survey, view, &band, picture.cairo);
  return hhx_picture_end(&picture, csv, error);
}

int hhx_den_draw(const char *trace, const HhxSurvey *survey, double from_s, double to_s, bool svg,
                 HhxCsv *csv, HhxError *error)
{
  HhxDenStage stage;
  int code = hhx_den_stage_open(trace, survey->creature, from_s, &stage, error);
  if (code == 0) code = hhx_den_stage_seek(&stage, to_s, error);
  if (code == 0) code = paint_picture(&stage, survey, svg, csv, error);
  hhx_den_stage_close(&stage);
  return code;
}
