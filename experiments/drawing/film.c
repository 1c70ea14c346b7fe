/* Panels painted frame by frame, and the files that the frames go to. See the header. */
#include "film.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body.h"
#include "camera.h"
#include "den_stage.h"
#include "gif.h"
#include "ink.h"
#include "interrupt.h"
#include "mp4.h"
#include "number.h"
#include "picture.h"
#include "progress.h"

/* The way behind the body that is shown, at most this long in time. */
enum { TRAIL_MOST = 256, FRAMES_MOST = 1000000 };
static const double trail_s = 1.2;

/* Frames from which a GIF's palette is cut. */
enum { SAMPLES = 10 };

typedef struct TrailPoint {
  double time_s;
  HhVec at;
  HhxMode mode;
  bool jumped;
} TrailPoint;

/* One body of a run. */
typedef struct Figure {
  HhxTraceReader reader;
  HhxFrame before, after; /* the frames around the time that is shown */
  bool ended;
  TrailPoint trail[TRAIL_MOST]; /* a ring */
  int trail_first, trail_count;
  double facing;
} Figure;

/* One run of the film; the camera is with its first body. */
typedef struct Panel {
  Figure figures[2];
  int count; /* of figures with files */
  HhxCamera camera;
  bool filmed; /* the camera has its file */
  HhxDenStage den;
  bool in_room; /* then all of it is in `den` */
} Panel;

typedef struct Stage {
  const HhxFilm *film;
  Panel *panels;
  int open;               /* panels with files */
  double reach_m, room_m; /* of an arm; of a body, which takes about as much */
} Stage;

int64_t hhx_film_frames(const HhxFilm *film)
{
  double count = (film->to_s - film->from_s) * film->slow * film->fps;
  return count > 1 ? (int64_t)ceil(fmin(count - 1e-6, 1e18)) : 1;
}

static double frame_s(const HhxFilm *film, int64_t number)
{
  return film->from_s + (double)number / (film->fps * film->slow);
}

static void add_trail(Figure *figure, const HhxFrame *frame)
{
  TrailPoint point = {frame->time_s, frame->com, frame->mode, false};
  if (figure->trail_count > 0) {
    const TrailPoint *last =
        &figure->trail[(figure->trail_first + figure->trail_count - 1) % TRAIL_MOST];
    double step_s = point.time_s - last->time_s;
    if (step_s < trail_s / (TRAIL_MOST - 2)) return;
    point.jumped =
        hh_vec_distance(last->at, point.at) > 2 * hh_vec_length(frame->velocity) * step_s + 0.2;
  }
  if (figure->trail_count == TRAIL_MOST) {
    figure->trail_first = (figure->trail_first + 1) % TRAIL_MOST;
    figure->trail_count--;
  }
  figure->trail[(figure->trail_first + figure->trail_count++) % TRAIL_MOST] = point;
}

/* Reads on until `after` is not before the time. False and *error. */
static bool read_on(Figure *figure, double time_s, HhxError *error)
{
  while (!figure->ended && figure->after.time_s < time_s) {
    figure->before = figure->after;
    HhxRowsNext next = hhx_reader_next(&figure->reader, &figure->after, error);
    if (next == HHX_ROWS_FAULT) return false;
    figure->ended = next == HHX_ROWS_END;
    add_trail(figure, &figure->before);
    if (figure->ended) figure->after = figure->before;
  }
  return true;
}

static void stage_close(Stage *stage)
{
  for (int i = 0; i < stage->open; i++) {
    Panel *panel = &stage->panels[i];
    for (int j = 0; j < panel->count; j++)
      hhx_reader_close(&panel->figures[j].reader);
    if (panel->filmed) hhx_camera_close(&panel->camera);
    if (panel->in_room) hhx_den_stage_close(&panel->den);
  }
  free(stage->panels);
  *stage = (Stage){0};
}

static int out_of_memory(HhxError *error)
{
  snprintf(error->text, sizeof error->text, "cannot draw a film: memory ran out");
  return 1;
}

/* False and *error. */
static bool open_figure(const char *trace, int creature, Panel *panel, HhxError *error)
{
  Figure *figure = &panel->figures[panel->count];
  figure->facing = 1;
  if (!hhx_reader_open(trace, creature, &figure->reader, error)) return false;
  panel->count++;
  bool fine = hhx_reader_next(&figure->reader, &figure->after, error) == HHX_ROWS_ROW;
  figure->before = figure->after;
  return fine;
}

/* Opens every trace at its start. 0, or an exit code and *error. */
static int stage_open(const HhxFilm *film, Stage *stage, HhxError *error)
{
  *stage = (Stage){.film = film, .panels = calloc((size_t)film->count, sizeof *stage->panels)};
  if (!stage->panels) return out_of_memory(error);
  for (int i = 0; i < film->count; i++) {
    Panel *panel = &stage->panels[i];
    const HhxSurvey *survey = &film->surveys[i];
    stage->reach_m = fmax(stage->reach_m, survey->reach_m);
    stage->open++;
    panel->in_room = survey->room;
    int code = 0;
    if (survey->room)
      code =
          hhx_den_stage_open(film->traces[i], survey->creature, film->from_s, &panel->den, error);
    if (code != 0) {
      stage_close(stage);
      return code;
    }
    if (survey->room) continue;
    bool fine = open_figure(film->traces[i], survey->creature, panel, error);
    if (fine && survey->other >= 0)
      fine = open_figure(film->traces[i], survey->other, panel, error);
    if (fine)
      fine = panel->filmed =
          hhx_camera_open(film->traces[i], survey->creature, &panel->camera, error);
    if (fine) continue;
    stage_close(stage);
    return 2;
  }
  if (stage->reach_m < 0.01) stage->reach_m = 0.75;
  stage->room_m = stage->reach_m;
  for (int i = 0; i < film->count; i++)
    stage->room_m = fmax(stage->room_m, film->surveys[i].span_m / 1.25);
  return 0;
}

static void paint_trail(const Figure *figure, const HhxFrame *frame, const HhxView *view,
                        cairo_t *cairo)
{
  HhVec to = hhx_view_point(view, frame->com);
  bool jumped =
      hh_vec_distance(figure->before.com, frame->com) > 1 && figure->before.held != frame->held;
  HhxMode mode = frame->mode;
  cairo_set_line_width(cairo, fmax(1.5, 0.006 * view->height));
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  for (int i = figure->trail_count - 1; i >= 0; i--) {
    const TrailPoint *point = &figure->trail[(figure->trail_first + i) % TRAIL_MOST];
    double age = (frame->time_s - point->time_s) / trail_s;
    if (age > 1) break;
    HhVec from = hhx_view_point(view, point->at);
    if (!jumped) {
      hhx_ink_set(cairo, hhx_ink_mode(mode), 0.9 * (1 - age));
      cairo_move_to(cairo, from.x, from.y);
      cairo_line_to(cairo, to.x, to.y);
      cairo_stroke(cairo);
    }
    to = from;
    mode = point->mode;
    jumped = point->jumped;
  }
}

/* Words that give way, in this order, where the band is too narrow for letters that can be read. */
typedef enum Left { ALL, NO_SLOW, NO_SPEED, NO_MODE, NO_TIME, NO_WORDS } Left;

/* Width of the words in heights of their letters, the same in every frame. */
static double words_width(Left left, double mover, double slow)
{
  return 2.3 + 1.15 * mover + (left < NO_MODE ? 6.2 : 0) + (left < NO_TIME ? 5.5 : 0) +
         (left < NO_SPEED ? 6.5 : 0) + (left < NO_SLOW && slow > 0 ? slow + 1 : 0);
}

static void paint_words(const Stage *stage, int which, const HhxFrame *frame, double time_s,
                        const HhxView *view, cairo_t *cairo)
{
  const double size_least = 8, unit = 100;
  const HhxFilm *film = stage->film;
  const HhxSurvey *survey = &film->surveys[which];
  HhxColour words = hhx_rgb(hhx_ink_words);
  char slow[HHX_NUMBER_SIZE + 16] = "";
  if (film->slow != 1) {
    hhx_number_write(film->slow, slow);
    strcat(slow, " times slower");
  }
  double mover = hhx_ink_width(cairo, unit, true, survey->mover) / unit;
  double slower = hhx_ink_width(cairo, unit, false, slow) / unit;
  Left left = ALL;
  while (left < NO_WORDS && view->width < size_least * words_width(left, mover, slower))
    left++;
  double most = fmax(9, fmin(0.045 * view->height, 22));
  double size = fmin(most, fmax(view->width / words_width(left, mover, slower), size_least));
  double pad = 0.7 * size;
  HhVec scale = hh_vec(view->left + view->width - 1.6 * pad, view->top + view->height - 1.2 * pad);
  hhx_ink_scale(cairo, scale, view->px_per_m, 0.22 * view->width, 0.9 * size);
  if (left == NO_WORDS) return;

  hhx_ink_set(cairo, hhx_rgb(0xffffff), 0.62);
  cairo_rectangle(cairo, view->left, view->top, view->width, 2 * pad + 1.1 * size);
  cairo_fill(cairo);
  HhVec at = hh_vec(view->left + 1.6 * pad, view->top + pad + 1.05 * size);
  at.x += hhx_ink_text(cairo, at, 0, 1.15 * size, true, words, "%s", survey->mover) + 1.6 * size;
  if (left < NO_MODE) {
    bool ended = time_s > survey->last_s + 1e-9;
    cairo_arc(cairo, at.x, at.y - 0.36 * size, 0.36 * size, 0, 6.283185307179586);
    hhx_ink_set(cairo, hhx_ink_mode(frame->mode), 1);
    cairo_fill(cairo);
    hhx_ink_text(cairo, hh_vec(at.x + 0.8 * size, at.y), 0, size, false, words, "%s",
                 ended ? "ended" : hhx_mode_names[frame->mode]);
  }
  at.x = view->left + view->width - 1.6 * pad;
  if (left < NO_TIME) hhx_ink_text(cairo, at, 1, size, false, words, "%.2f s", time_s);
  at.x -= 5.5 * size;
  if (left < NO_SPEED)
    hhx_ink_text(cairo, at, 1, size, false, words, "%.1f m/s", hh_vec_length(frame->velocity));
  at.x -= 6.5 * size;
  if (left < NO_SLOW) hhx_ink_text(cairo, at, 1, size, false, hhx_rgb(hhx_ink_faint), "%s", slow);
}

/* The branches above belong into the picture, and the body stays in it with its hands and feet. */
static HhVec look_at(HhVec camera, HhVec com, double reach_m, const HhxView *view)
{
  const double hands = 1.45, feet = 0.9, side = 0.9; /* of its reach */
  double half_x = view->width / view->px_per_m / 2, half_y = view->height / view->px_per_m / 2;
  double aside = fmin(0.76 * half_x, fmax(half_x - side * reach_m, 0));
  double up = fmax(half_y - hands * reach_m, 0), down = fmax(half_y - feet * reach_m, 0);
  camera.y += 0.2 * reach_m;
  return hh_vec(fmin(fmax(camera.x, com.x - aside), com.x + aside),
                fmin(fmax(camera.y, com.y - up), com.y + down));
}

/* Its frame at a time. False and *error. */
static bool figure_at(Figure *figure, double time_s, HhxFrame *frame, HhxError *error)
{
  if (!read_on(figure, time_s, error)) return false;
  hhx_reader_mix(&figure->reader, &figure->before, &figure->after, time_s, frame);
  frame->time_s = time_s;
  if (fabs(frame->velocity.x) > 0.3) figure->facing = frame->velocity.x < 0 ? -1 : 1;
  return true;
}

static void paint_figure(const Stage *stage, int which, const Figure *figure, const HhxFrame *frame,
                         const HhxView *view, cairo_t *cairo)
{
  cairo_save(cairo);
  hhx_view_clip(view, cairo);
  paint_trail(figure, frame, view, cairo);
  hhx_view_enter(view, cairo);
  HhxBody body = {.level = stage->film->surveys[which].level,
                  .rig = &frame->rig,
                  .skin = &frame->skin,
                  .contact = frame->contact,
                  .reach_m = stage->reach_m,
                  .facing = figure->facing};
  hhx_body_paint(cairo, &body);
  cairo_restore(cairo);
}

/* Paints one run at a time. False and *error. */
static bool paint_panel(Stage *stage, int which, double time_s, cairo_t *cairo, HhxError *error)
{
  const HhxFilm *film = stage->film;
  Panel *panel = &stage->panels[which];
  double top = floor((double)film->height * which / film->count);
  HhxView view = {.top = top,
                  .width = film->width,
                  .height = floor((double)film->height * (which + 1) / film->count) - top};
  if (panel->in_room) {
    if (hhx_den_stage_seek(&panel->den, time_s, error) != 0) return false;
    hhx_den_stage_paint(&panel->den, &film->surveys[which], 0, view.top, view.width, view.height,
                        cairo);
    return true;
  }
  view.px_per_m = fmin(view.height / ((film->count > 1 ? 3.2 : 4.2) * stage->room_m),
                       view.width / (2.4 * stage->room_m));
  HhxFrame frames[2];
  for (int i = 0; i < panel->count; i++)
    if (!figure_at(&panel->figures[i], time_s, &frames[i], error)) return false;
  view.at = look_at(hhx_camera_at(&panel->camera, time_s), frames[0].com, stage->room_m, &view);

  hhx_scenery_sky(&view, true, cairo);
  HhxWood woods[2];
  for (int i = 0; i < panel->count; i++)
    woods[i] = frames[i].wood;
  hhx_scenery_paint(&film->sceneries[which], &view, stage->reach_m, woods, panel->count, cairo);
  for (int i = panel->count - 1; i >= 0; i--)
    paint_figure(stage, which, &panel->figures[i], &frames[i], &view, cairo);
  paint_words(stage, which, &frames[0], time_s, &view, cairo);
  if (which > 0) {
    hhx_ink_set(cairo, hhx_rgb(0xffffff), 1);
    cairo_rectangle(cairo, 0, view.top - 1, view.width, 2);
    cairo_fill(cairo);
  }
  return true;
}

static bool paint_frame(Stage *stage, double time_s, cairo_t *cairo, HhxError *error)
{
  for (int i = 0; i < stage->film->count; i++)
    if (!paint_panel(stage, i, time_s, cairo, error)) return false;
  return true;
}

/* OUT with its %d or %04d replaced, in new memory. */
static char *numbered(const char *out, int64_t number)
{
  const char *percent = strchr(out, '%'), *letter = strchr(percent, 'd');
  size_t room = strlen(out) + 64;
  char *path = malloc(room);
  if (path)
    snprintf(path, room, "%.*s%0*lld%s", (int)(percent - out), out, atoi(percent + 1),
             (long long)number, letter + 1);
  return path;
}

/* One numbered picture. */
static int draw_picture(Stage *stage, int64_t number, HhxError *error)
{
  const HhxFilm *film = stage->film;
  bool svg = film->kind == HHX_FILM_SVG;
  char *path = numbered(film->out, number);
  if (!path) return out_of_memory(error);
  HhxCsv *csv = hhx_csv_open(path, error);
  int cause = errno;
  free(path);
  if (!csv) return number == 0 ? hhx_exit_code(cause) : 1;
  HhxPicture picture;
  int code = hhx_picture_begin(svg, film->width, film->height, csv, &picture, error);
  if (code == 0) {
    bool fine = paint_frame(stage, frame_s(film, number), picture.cairo, error);
    code = hhx_picture_end(&picture, csv, error);
    if (!fine) code = 2;
  }
  return hhx_csv_finish(csv, code, error);
}

/* Where the frames of a single file go. */
typedef struct Reel {
  HhxCsv *csv;
  cairo_surface_t *image;
  cairo_t *cairo;
  HhxGif *gif;
  HhxMp4 mp4;
  size_t size; /* bytes of a frame */
} Reel;

static const uint32_t *pixels_of(const Reel *reel)
{
  cairo_surface_flush(reel->image);
  return (const uint32_t *)(const void *)cairo_image_surface_get_data(reel->image);
}

/* What colours there will be: frames from all over the film. */
static int sample(const HhxFilm *film, Reel *reel, HhxError *error)
{
  Stage stage;
  int code = stage_open(film, &stage, error);
  int64_t frames = hhx_film_frames(film);
  for (int i = 0; i < SAMPLES && code == 0; i++) {
    if (!paint_frame(&stage, frame_s(film, frames * (2 * i + 1) / (2 * SAMPLES)), reel->cairo,
                     error))
      code = 2;
    else
      hhx_gif_sample(reel->gif, pixels_of(reel));
  }
  if (code != 0 && stage.panels == NULL) return code;
  stage_close(&stage);
  return code;
}

static int reel_begin(const HhxFilm *film, Reel *reel, HhxError *error)
{
  *reel = (Reel){.csv = hhx_csv_open_anywhere(film->out, error),
                 .size = 4 * (size_t)film->width * (size_t)film->height};
  if (!reel->csv) return hhx_exit_code(errno);
  reel->image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, film->width, film->height);
  reel->cairo = cairo_create(reel->image);
  if (cairo_status(reel->cairo) != CAIRO_STATUS_SUCCESS) return out_of_memory(error);
  if (film->kind == HHX_FILM_MP4)
    return hhx_mp4_begin(film->width, film->height, film->fps, reel->csv, &reel->mp4, error);
  reel->gif = hhx_gif_create(film->width, film->height, film->fps);
  if (!reel->gif) return out_of_memory(error);
  int code = sample(film, reel, error);
  return code == 0 ? hhx_gif_begin(reel->gif, reel->csv, error) : code;
}

static int reel_frame(Reel *reel, HhxError *error)
{
  if (hhx_csv_failed(reel->csv)) return 1;
  return reel->gif ? hhx_gif_frame(reel->gif, pixels_of(reel), error)
                   : hhx_mp4_frame(&reel->mp4, pixels_of(reel), reel->size, error);
}

/* Ends the file, or leaves none. */
static int reel_end(Reel *reel, int code, HhxError *error)
{
  if (reel->mp4.child > 0) {
    if (code == 0)
      code = hhx_mp4_end(&reel->mp4, error);
    else
      hhx_mp4_abandon(&reel->mp4);
  } else if (reel->gif && code == 0) {
    code = hhx_gif_end(reel->gif, error);
  }
  hhx_gif_destroy(reel->gif);
  if (reel->cairo) cairo_destroy(reel->cairo);
  if (reel->image) cairo_surface_destroy(reel->image);
  if (!reel->csv) return code;
  if (code == 1 && hhx_csv_failed(reel->csv)) code = 0; /* closing says why */
  return hhx_csv_finish(reel->csv, code, error);
}

static int interrupted(void)
{
  int number = hhx_interrupt_caught();
  return number != 0 ? 128 + number : 0;
}

static int draw_all(Stage *stage, Reel *reel, HhxError *error)
{
  const HhxFilm *film = stage->film;
  int64_t frames = hhx_film_frames(film);
  bool single = film->kind == HHX_FILM_GIF || film->kind == HHX_FILM_MP4;
  HhxProgress progress;
  hhx_progress_start(&progress, film->shown, "frames", frames);
  int code = 0;
  for (int64_t i = 0; i < frames && code == 0; i++) {
    if (!single)
      code = draw_picture(stage, i, error);
    else if (!paint_frame(stage, frame_s(film, i), reel->cairo, error))
      code = 2;
    else
      code = reel_frame(reel, error);
    if (interrupted() != 0) code = interrupted();
    hhx_progress_done(&progress);
    hhx_progress_show(&progress);
  }
  if (code == 0) hhx_progress_end(&progress);
  return code;
}

int hhx_film_draw(const HhxFilm *film, HhxError *error)
{
  bool single = film->kind == HHX_FILM_GIF || film->kind == HHX_FILM_MP4;
  Stage stage;
  Reel reel = {0};
  int64_t frames = hhx_film_frames(film);
  if (frames > FRAMES_MOST) {
    hhx_error_at(error, film->traces[0], 0, 0, NULL,
                 "%lld frames, from %g to %g s, are too many for one film, which takes %d; draw a "
                 "part with --from and --to, or fewer with --fps or --slow",
                 (long long)frames, film->from_s, film->to_s, FRAMES_MOST);
    return 2;
  }
  int code = stage_open(film, &stage, error);
  if (code != 0) return code;
  if (single) code = reel_begin(film, &reel, error);
  if (code == 0) code = draw_all(&stage, &reel, error);
  if (single) code = reel_end(&reel, code, error);
  stage_close(&stage);
  return code;
}
