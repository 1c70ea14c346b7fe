/* One episode from the command line. */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv.h"
#include "den_episode.h"
#include "den_reader.h"
#include "episode.h"
#include "layer.h"
#include "number.h"
#include "params_file.h"
#include "room_text.h"
#include "spec_conflict.h"
#include "spec_room.h"
#include "spec_script.h"
#include "spec_unread.h"
#include "spec_value.h"
#include "trace.h"

static int refuse(const char *what, const char *word, const char *remedy)
{
  fprintf(stderr, "handhold run: %s %s: %s\n", what, word, remedy);
  return 2;
}

/* Refuses a word that is none of `words`, with the nearest that is. */
static int refuse_word(const char *option, const char *word, const char *const *words, size_t count,
                       const char *list)
{
  char remedy[256];
  snprintf(remedy, sizeof remedy, "there is none; did you mean %s? (`handhold list %s` has all)",
           hh_word_nearest(words, count, word), list);
  return refuse(option, word, remedy);
}

static int refuse_scene(const char *word)
{
  enum { MOST = 32 };
  const char *names[MOST];
  size_t count = hhb_scene_count < MOST ? hhb_scene_count : MOST;
  for (size_t i = 0; i < count; i++)
    names[i] = hhb_scene_table[i].name;
  return refuse_word("--scene", word, names, count, "scenes");
}

/* Applies NAME=VALUE; 0 or 2. */
static int apply_setting(const char *setting, HhParams *params)
{
  const char *equals = strchr(setting, '=');
  if (equals == NULL) return refuse("--set", setting, "write it as NAME=VALUE");
  char name[128];
  size_t length = (size_t)(equals - setting);
  if (length >= sizeof name) length = sizeof name - 1;
  memcpy(name, setting, length);
  name[length] = '\0';
  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, name);
  if (param == NULL) {
    char remedy[256];
    snprintf(remedy, sizeof remedy,
             "there is no such parameter; did you mean %s? (`handhold list params` has all)",
             hh_param_nearest(hh_params_table, hh_params_count, name)->name);
    return refuse("--set", name, remedy);
  }
  double value;
  HhxError error;
  if (!hhx_value_parse(param, equals + 1, &value, &error)) return refuse("--set", name, error.text);
  hh_param_set(param, params, value);
  return 0;
}

/* Applies the parameter file and, over it, the settings, and says which of them nothing reads; 0 or
 * 2. */
static int apply_all(const HhxRunOptions *options, const HhbScene *scene, HhParams *params)
{
  HhxParamsFile file = {0};
  HhxError error;
  if (options->set_file != NULL && !hhx_params_file_read(options->set_file, &file, &error)) {
    fprintf(stderr, "%s\n", error.text);
    return 2;
  }
  for (int i = 0; i < file.count; i++)
    hh_param_set(file.settings[i].param, params, file.settings[i].value);
  int code = 0;
  for (int i = 0; i < options->setting_count && code == 0; i++)
    code = apply_setting(options->settings[i], params);
  if (code == 0) hhx_run_unread_warn(scene, &file, options->settings, options->setting_count);
  if (options->set_file != NULL) hhx_params_file_free(&file);
  return code;
}

/* True when what is written to `path` comes out where stdout does; *path is then "-", so that a
 * closed stdout is noticed. */
static bool goes_to_stdout(const char **path)
{
  static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(*path, names[i]) == 0) {
      *path = "-";
      return true;
    }
  struct stat file, out;
  return stat(*path, &file) == 0 && fstat(STDOUT_FILENO, &out) == 0 && !S_ISCHR(file.st_mode) &&
         file.st_dev == out.st_dev && file.st_ino == out.st_ino;
}

static void print_result(const HhbResult *result, FILE *out)
{
  HhbResult copy = *result;
  fprintf(out, "%-34s %s (%s)\n", "status", hh_status_name(result->status),
          hh_status_meaning(result->status));
  for (int i = 0; i < HHB_METRIC_COUNT; i++) {
    double value = hhb_metric_values(&copy.metrics)[i];
    if (hhb_is_missing(value)) continue;
    fprintf(out, "%-34s %s%s%s\n", hhb_metric_table[i].name, hhx_number(value).text,
            hhb_metric_table[i].unit[0] != '\0' ? " " : "", hhb_metric_table[i].unit);
  }
  fprintf(out, "%-34s h%016llx\n", "state_hash", (unsigned long long)result->state_hash);
}

/* The trace and its world replace nothing that is read; 0 or 2. */
static int check_trace(const HhxRunOptions *options)
{
  char *world = options->trace ? hhx_trace_world_path(options->trace) : NULL;
  const char *const writes[] = {options->trace, world};
  int code = 0;
  for (int i = 0; i < 2 && code == 0; i++)
    if (hhx_same_file(writes[i], options->course) || hhx_same_file(writes[i], options->set_file) ||
        hhx_same_file(writes[i], options->room) || hhx_same_file(writes[i], options->clip) ||
        hhx_same_file(writes[i], options->player))
      code =
          refuse("--trace", options->trace, "it would replace a file that is read; name another");
  free(world);
  return code;
}

/* A den fits into the machine; 0 or 2. */
static int check_memory(const HhbScene *scene, const HhParams *params)
{
  double pages = (double)sysconf(_SC_PHYS_PAGES), page = (double)sysconf(_SC_PAGESIZE);
  double bytes = hhb_scene_is_room(scene) ? (double)hhb_den_bytes(params) : 0;
  if (pages <= 0 || page <= 0 || bytes < pages * page) return 0;
  char text[160];
  snprintf(text, sizeof text, "it takes %.3g GB of memory, and the machine has %.3g; lower it",
           1e-9 * bytes, 1e-9 * pages * page);
  return refuse("parameter", "den.daddies", text);
}

/* A trace has creatures, and no more than can be drawn; 0 or 2. */
static int check_traced(const HhxRunOptions *options, const HhbScene *scene, const HhParams *params)
{
  if (!options->trace || !hhb_scene_is_room(scene)) return 0;
  int count = params->den.daddies + params->den.prey + params->den.walls;
  if (count == 0)
    return refuse("--trace", options->trace,
                  "nothing lives in the room; raise den.daddies, den.prey or den.wall_tentacles");
  if (count <= HHX_DEN_CREATURES_MOST) return 0;
  char text[160];
  snprintf(text, sizeof text,
           "%d creatures are more than can be drawn, %d; lower den.daddies, or leave it out", count,
           HHX_DEN_CREATURES_MOST);
  return refuse("--trace", options->trace, text);
}

/* What goes with what; 0 or 2. */
static int check_company(const HhxRunOptions *options, const HhbScene *scene, HhMover mover)
{
  bool room = hhb_scene_is_room(scene);
  if (!hhb_scene_suits(scene, mover)) {
    char text[640];
    hhx_unsuited_text(scene, mover, text, sizeof text);
    return refuse("--mover", options->mover, text);
  }
  if (room && options->swings > 0)
    return refuse("--swings", "counts a gibbon's grabs", "in a room give --duration S");
  if (room && options->clip != NULL)
    return refuse("--clip", options->clip, "it moves a gibbon's bones; there is none in a room");
  if (room && options->player != NULL)
    return refuse("--player", options->player, "keys are a gibbon's; leave it out in a room");
  return 0;
}

static int check_setup(const HhxRunOptions *options, const HhbScene *scene, const HhParams *params)
{
  const char *fault = hh_params_fault(params);
  if (fault != NULL)
    return refuse("parameter", fault, "it contradicts its counterpart (a minimum above a maximum)");
  bool made = hhb_scene_is_room(scene) && scene->kind != HH_SCENE_ROOM_GIVEN;
  if (made && params->room.kind == HH_ROOM_CELL && params->room.exits != 2)
    return refuse("parameter", "room.exits", "room.kind=cell has 2 exits; leave it 2");
  bool course = scene->kind == HH_SCENE_COURSE;
  if (course && options->course == NULL)
    return refuse(
        "--scene", scene->name,
        "it needs --course FILE, CSV with columns x_m,y_m (README, \"A world of your own\")");
  if (!course && options->course != NULL)
    return refuse("--course", options->course, "only --scene course reads it");
  bool given = scene->kind == HH_SCENE_ROOM_GIVEN;
  if (given && options->room == NULL)
    return refuse("--scene", scene->name,
                  "it needs --room FILE, text with a row of tiles in each line (README, \"Rooms "
                  "and tentacles\")");
  if (!given && options->room != NULL)
    return refuse("--room", options->room, "only --scene room reads it");
  if (!hhb_scene_ends(scene, params) && options->duration_s <= 0 && options->swings <= 0)
    return refuse("--scene", scene->name, "it never ends; give --duration S or --swings N");
  return 0;
}

/* Reads --clip and its weights; 0 or 2. *poses is what is to be freed. */
static int read_clip(const HhxRunOptions *options, const HhParams *params, HhPoseLayer *layer,
                     HhPose **poses)
{
  *poses = NULL;
  if (options->clip == NULL) {
    bool more = options->clip_name || options->clip_weight_count > 0 || options->clip_once;
    return more ? refuse("--clip", "is missing", "--clip-name, -weight and -loop are about it") : 0;
  }
  if (params->rig.level < HH_LEVEL_BONES)
    return refuse("--clip", options->clip,
                  "it moves bones, which this run leaves out; add --set rig.level=bones");
  HhxError error;
  for (int i = 0; i < HH_BONE_COUNT; i++)
    layer->weight[i] = 1;
  for (int i = 0; i < options->clip_weight_count; i++)
    if (!hhx_layer_weigh(options->clip_weights[i], layer->weight, &error))
      return refuse("--clip-weight", options->clip_weights[i], error.text);
  HhBody body = hh_body(&params->rig.body, params->gibbon.arm_length, params->rig.reach);
  *poses =
      hhx_layer_read(options->clip, options->clip_name, !options->clip_once, &body, layer, &error);
  if (*poses) return 0;
  fprintf(stderr, "%s\n", error.text);
  return 2;
}

int hhx_run(const HhxRunOptions *options)
{
  const HhbScene *scene = hhb_scene_find(options->scene);
  if (scene == NULL) return refuse_scene(options->scene);
  int mover = hh_mover_find(options->mover);
  if (mover < 0)
    return refuse_word("--mover", options->mover, hh_mover_names, HH_MOVER_COUNT, "movers");

  if (check_company(options, scene, (HhMover)mover) != 0) return 2;

  HhParams params;
  hhb_scene_preset(scene, &params);
  if (apply_all(options, scene, &params) != 0) return 2;
  if (check_setup(options, scene, &params) != 0 || check_trace(options) != 0 ||
      check_traced(options, scene, &params) != 0 || check_memory(scene, &params) != 0)
    return 2;
  HhPoseLayer layer;
  HhPose *poses;
  if (read_clip(options, &params, &layer, &poses) != 0) return 2;
  if (poses) params.rig.layer = &layer;

  HhxError error;
  HhPlayerRow *script = NULL;
  HhxCourse course = {0};
  HhxRoom room = {.memory = NULL};
  bool fine = true;
  if (options->player != NULL) {
    script = hhx_script_read(options->player, &params.player.script_count, &error);
    params.player.script = script;
    fine = script != NULL;
  }
  if (fine && options->course != NULL) fine = hhx_course_read(options->course, &course, &error);
  if (fine && options->room != NULL)
    fine = hhx_room_read(options->room, &room, &error) &&
           hhx_room_leads(options->room, &room.room, &params, &error);
  HhbSetup setup = {.scene = scene,
                    .mover = (HhMover)mover,
                    .params = &params,
                    .room = room.room,
                    .seed = options->seed,
                    .duration_s = options->duration_s,
                    .swings = options->swings};
  if (options->course != NULL) setup.course = hhx_course_world(&course);
  if (!fine) fprintf(stderr, "%s\n", error.text);

  int code = fine ? 0 : 2;
  HhbResult result;
  FILE *out = stdout;
  if (code == 0 && options->trace != NULL) {
    const char *path = options->trace;
    if (goes_to_stdout(&path)) out = stderr;
    code = hhx_trace_write(&setup, path, NULL, &result, &error);
    if (code == 2)
      fprintf(stderr, "handhold run: --trace: %s\n", error.text);
    else if (code > 128)
      fprintf(stderr, "\nhandhold run: interrupted; no half of a trace was left\n");
    else if (code != 0)
      fprintf(stderr, "%s\n", error.text);
  }
  if (code < 2) {
    bool known = options->trace != NULL && code == 0 && !options->timing;
    if (!known) result = hhb_episode_run(&setup, options->timing);
    print_result(&result, out);
  }
  hhx_course_free(&course);
  free(room.memory);
  free(script);
  free(poses);
  return code;
}
