/* `handhold draw`: what is asked for, whether it can be drawn, and who draws it. */
#include "draw.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "den_stage.h"
#include "export.h"
#include "film.h"
#include "interrupt.h"
#include "path.h"
#include "picture.h"
#include "strobe.h"
#include "trace.h"

static const double strobe_s = 6; /* of the run, where --to does not say */

typedef enum Kind { SVG, PNG, GIF, MP4, BVH, GLB, GLTF, KINDS } Kind;
static const char *const endings[KINDS] = {".svg", ".png", ".gif", ".mp4", ".bvh", ".glb", ".gltf"};

/* A request and what its traces say. */
typedef struct Request {
  const HhxDrawOptions *options;
  Kind kind;
  bool film, clip; /* or a strobe */
  HhxSurvey surveys[HHX_DRAW_TRACES_MOST];
  HhxScenery sceneries[HHX_DRAW_TRACES_MOST];
  double from_s, to_s;
  bool more;  /* the traces go on */
  bool rooms; /* one is of what lives in rooms */
} Request;

static int refuse(const char *what, const char *remedy)
{
  fprintf(stderr, "handhold draw: %s; %s\n", what, remedy);
  return 2;
}

/* One %d or %04d: 1; no %: 0; anything else: -1. */
static int numbering(const char *out)
{
  const char *percent = strchr(out, '%');
  if (!percent) return 0;
  size_t digits = strspn(percent + 1, "0123456789");
  if (digits > 2 || percent[1 + digits] != 'd' || strchr(percent + 1, '%')) return -1;
  return 1;
}

/* True where a file is what a trace is read from: itself, or the world beside it. */
static bool is_read(const char *out, const char *trace)
{
  char *world = hhx_trace_world_path(trace);
  bool read = hhx_same_file(out, trace) || hhx_same_file(out, world);
  free(world);
  return read;
}

static int check_out(const HhxDrawOptions *options, Request *request)
{
  size_t length = strlen(options->out);
  request->kind = KINDS;
  for (int i = 0; i < KINDS; i++) {
    size_t more = strlen(endings[i]);
    if (length > more && strcmp(options->out + length - more, endings[i]) == 0)
      request->kind = (Kind)i;
  }
  if (request->kind == KINDS)
    return refuse("-o: files of that kind are not known",
                  "end its name in .svg, .png, .gif, .mp4, .bvh, .glb or .gltf");
  int numbers = numbering(options->out);
  if (numbers < 0)
    return refuse("-o: % stands for the number of a frame", "write one %d or %04d, or no %");
  bool moving = request->kind == GIF || request->kind == MP4;
  request->clip = request->kind >= BVH;
  if ((moving || request->clip) && numbers > 0)
    return refuse("-o: a film or clip is one file",
                  "leave %d out, or end its name in .png or .svg");
  if (request->clip && options->count > 1)
    return refuse("-o: a clip has one body", "name one trace");
  for (int i = 0; i < options->count; i++)
    if (is_read(options->out, options->traces[i]))
      return refuse("-o is a trace that is drawn, or the world beside it", "give it another name");
  request->film = moving || (!request->clip && numbers > 0);
  return 0;
}

static int check_options(const HhxDrawOptions *options, const Request *request)
{
  bool filmed = options->slow > 0 || options->width > 0;
  if ((request->film || request->clip) && options->every_s > 0)
    return refuse("--every is for pictures with many figures", "a film takes --fps");
  if (!request->film && (filmed || (options->fps > 0 && !request->clip)))
    return refuse("--fps, --slow and --size are for films",
                  "end -o in .gif or .mp4, or number frames with %d");
  if (request->kind == GIF && options->fps > 50)
    return refuse("--fps: a GIF tells hundredths of a second", "ask for at most 50");
  if (request->kind == MP4 && (options->width % 2 != 0 || options->height % 2 != 0))
    return refuse("--size: MP4 stores colours for two pixels by two", "give even numbers");
  if (options->path && (request->film || request->clip || options->every_s > 0))
    return refuse("--path is a picture without figures",
                  "end -o in .svg or .png, without %d, and leave --every out");
  if (options->both && (request->clip || options->path))
    return refuse("--creature all is for tracings and films", "name one creature by its number");
  if (options->from_s >= 0 && options->to_s >= 0 && options->to_s < options->from_s)
    return refuse("--to is before --from", "exchange them");
  return 0;
}

/* Reads what trace `i` is up to a time. False and *error. */
static bool survey_one(Request *request, int i, double to_s, HhxError *error)
{
  const HhxDrawOptions *options = request->options;
  const char *path = options->traces[i];
  bool room = hhx_den_is(path);
  request->rooms = room || (i > 0 && request->rooms);
  return room ? hhx_den_survey(path, options->creature, to_s, &request->surveys[i], error)
              : hhx_reader_survey(path, options->creature, to_s, &request->surveys[i], error);
}

/* What cannot be had of rooms. 0 or 2. */
static int check_rooms(const Request *request)
{
  const HhxDrawOptions *options = request->options;
  if (options->whole && !request->rooms)
    return refuse("--whole shows all of a room, and there is none", "leave it out");
  if (!request->rooms || request->film) return 0;
  if (request->clip)
    return refuse("-o: what lives in rooms has no bones",
                  "end its name in .svg, .png, .gif or .mp4");
  if (options->count > 1)
    return refuse("a picture of a room shows one trace", "name one, or end -o in .gif or .mp4");
  if (options->path || options->every_s > 0)
    return refuse("a picture of a room has the way, and the creature at its end",
                  "leave --path and --every out; --from and --to say which way");
  return 0;
}

/* Reads what the traces are, and their worlds. 0, or 2 and *error. */
static int survey(Request *request, HhxError *error)
{
  const HhxDrawOptions *options = request->options;
  double first_s = HUGE_VAL, last_s = -HUGE_VAL, to_s = options->to_s;
  for (int i = 0; i < options->count; i++) {
    if (!survey_one(request, i, -HUGE_VAL, error)) return 2;
    first_s = fmin(first_s, request->surveys[i].first_s);
  }
  if (to_s < 0 && !request->film && !request->clip && !options->path)
    to_s = fmax(options->from_s, first_s) + strobe_s;
  if (to_s < 0) to_s = HUGE_VAL;
  for (int i = 0; i < options->count; i++) {
    HhxSurvey *found = &request->surveys[i];
    const char *path = options->traces[i];
    if (!survey_one(request, i, to_s, error)) return 2;
    if (!found->room && !hhx_scenery_read(path, &request->sceneries[i], error)) return 2;
    if (!options->both && found->others > 0)
      fprintf(stderr, "handhold draw: %s: creature %d is drawn; --creature N draws another\n", path,
              found->creature);
    if (!options->both) found->other = -1;
    found->all = options->both;
    found->whole = options->whole;
    request->more = request->more || found->more;
    last_s = fmax(last_s, found->last_s);
  }
  request->from_s = fmax(options->from_s, first_s);
  request->to_s = fmin(to_s, last_s);
  if (to_s < first_s) {
    hhx_error_at(error, options->traces[0], 0, 0, "--to",
                 "is before the first frame, at %g s; ask for a later part", first_s);
    return 2;
  }
  if (request->from_s <= last_s) return 0;
  hhx_error_at(error, options->traces[0], 0, 0, "--from",
               "is after the last frame, at %g s; ask for an earlier part", last_s);
  return 2;
}

static void say_part(const Request *request)
{
  const HhxDrawOptions *options = request->options;
  if (options->to_s < 0 && request->more && !options->quiet)
    fprintf(stderr, "handhold draw: from %g to %g s; --from and --to draw another part\n",
            request->from_s, request->to_s);
}

static int draw_strobe(const Request *request, HhxError *error)
{
  const HhxDrawOptions *options = request->options;
  HhxStrobe strobe = {.traces = options->traces,
                      .surveys = request->surveys,
                      .sceneries = request->sceneries,
                      .count = options->count,
                      .from_s = request->from_s,
                      .to_s = request->to_s,
                      .every_s = options->every_s > 0 ? options->every_s : 0.1};
  double figures = (strobe.to_s - strobe.from_s) / strobe.every_s + 1;
  if (figures > HHX_STROBE_FIGURES_MOST) {
    hhx_error_at(
        error, options->traces[0], 0, 0, NULL,
        "%.0f figures are too many for one picture, which takes %d; draw a part with --from "
        "and --to, or fewer with --every",
        figures, HHX_STROBE_FIGURES_MOST);
    return 2;
  }
  HhxCsv *csv = hhx_csv_open_anywhere(options->out, error);
  if (!csv) return hhx_exit_code(errno);
  say_part(request);
  int code = hhx_strobe_draw(&strobe, request->kind == SVG, csv, error);
  int caught = hhx_interrupt_caught();
  return hhx_csv_finish(csv, caught != 0 ? 128 + caught : code, error);
}

static int draw_room(const Request *request, HhxError *error)
{
  const HhxDrawOptions *options = request->options;
  HhxCsv *csv = hhx_csv_open_anywhere(options->out, error);
  if (!csv) return hhx_exit_code(errno);
  say_part(request);
  int code = hhx_den_draw(options->traces[0], &request->surveys[0], request->from_s, request->to_s,
                          request->kind == SVG, csv, error);
  int caught = hhx_interrupt_caught();
  return hhx_csv_finish(csv, caught != 0 ? 128 + caught : code, error);
}

static int draw_path(const Request *request, HhxError *error)
{
  const HhxDrawOptions *options = request->options;
  HhxPath path = {.traces = options->traces,
                  .surveys = request->surveys,
                  .sceneries = request->sceneries,
                  .count = options->count,
                  .from_s = request->from_s,
                  .to_s = request->to_s};
  HhxCsv *csv = hhx_csv_open_anywhere(options->out, error);
  if (!csv) return hhx_exit_code(errno);
  int code = hhx_path_draw(&path, request->kind == SVG, csv, error);
  int caught = hhx_interrupt_caught();
  return hhx_csv_finish(csv, caught != 0 ? 128 + caught : code, error);
}

static int draw_film(const Request *request, HhxError *error)
{
  static const HhxFilmKind kinds[KINDS] = {
      [SVG] = HHX_FILM_SVG, [PNG] = HHX_FILM_PNG, [GIF] = HHX_FILM_GIF, [MP4] = HHX_FILM_MP4};
  const HhxDrawOptions *options = request->options;
  bool small = request->kind == GIF;
  int share = small ? 220 : 360;
  HhxFilm film = {.traces = options->traces,
                  .surveys = request->surveys,
                  .sceneries = request->sceneries,
                  .count = options->count,
                  .from_s = request->from_s,
                  .to_s = request->to_s,
                  .fps = options->fps > 0 ? options->fps
                         : small          ? 20
                                          : 30,
                  .slow = options->slow > 0 ? options->slow : 1,
                  .width = request->rooms ? (small ? 800 : 1600)
                           : small        ? 640
                                          : 1280,
                  .height = small ? 360 : 720,
                  .kind = kinds[request->kind],
                  .out = options->out,
                  .shown = options->quiet ? NULL : stderr};
  if (film.height < share * film.count) film.height = share * film.count;
  if (options->width > 0) {
    film.width = options->width;
    film.height = options->height;
  }
  return hhx_film_draw(&film, error);
}

static int write_clip(const Request *request, HhxError *error)
{
  const HhxDrawOptions *options = request->options;
  const HhxSurvey *found = &request->surveys[0];
  HhxExport export = {.trace = options->traces[0],
                      .survey = found,
                      .scenery = &request->sceneries[0],
                      .from_s = request->from_s,
                      .to_s = request->to_s,
                      .step_s = options->fps > 0    ? 1 / options->fps
                                : found->step_s > 0 ? found->step_s
                                                    : 1,
                      .kind = request->kind == BVH ? HHX_EXPORT_BVH : HHX_EXPORT_GLTF,
                      .out = options->out};
  if (found->level >= HH_LEVEL_BONES) return hhx_export_write(&export, error);
  hhx_error_at(error, options->traces[0], 1, 1, NULL,
               "has no bones; record it with `handhold run --set rig.level=bones --trace`");
  return 2;
}

int hhx_draw(const HhxDrawOptions *options)
{
  Request request = {.options = options};
  HhxError error = {""};
  int code = check_out(options, &request);
  if (code == 0) code = check_options(options, &request);
  if (code != 0) return code;
  if (!hhx_interrupt_take("draw", " the same command")) return 1;
  hhx_interrupt_phase(HHX_PHASE_CHILD);
  code = survey(&request, &error);
  if (code == 0) code = check_rooms(&request);
  if (code == 0)
    code = request.clip    ? write_clip(&request, &error)
           : request.film  ? draw_film(&request, &error)
           : request.rooms ? draw_room(&request, &error)
           : options->path ? draw_path(&request, &error)
                           : draw_strobe(&request, &error);
  hhx_picture_forget();
  int caught = hhx_interrupt_caught();
  hhx_interrupt_give_back();
  if (caught != 0 && code != 0)
    fprintf(stderr, "\nhandhold draw: interrupted; nothing was left half drawn\n");
  else if (code != 0 && error.text[0] != '\0')
    fprintf(stderr, "%s\n", error.text);
  for (int i = 0; i < options->count; i++)
    hhx_scenery_free(&request.sceneries[i]);
  return code;
}
