/* The spec reader. First the document becomes a tree (spec_yaml), then every key finds its node,
 * then each is read in the order in which they need one another, last what concerns several.
 * The first fault ends the reading: one error, at its place. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "spec_conflict.h"
#include "spec_reader.h"
#include "spec_room.h"
#include "spec_when.h"
#include "text.h"

#define DURATION_MAX 1e6 /* s: eleven days of simulated time */

enum { NAME_MAX_BYTES = 100, SWINGS_MAX = 1000000 };

static const char *const spec_keys[] = {HHX_SPEC_KEYS(HHX_KEY_NAME)};

/* -- what, how long, how often ---------------------------------------------------------------- */

static bool read_name(HhxReader *reader)
{
  const HhxNode *node = reader->keys[SPEC_name];
  if (node == NULL)
    return hhx_refuse(reader, reader->root, "name", "missing; add `name: my-sweep`");
  if (!hhx_expect(reader, node, "name", HHX_SCALAR, "a word, as my-sweep")) return false;
  size_t length = strlen(node->text);
  if (length == 0) return hhx_refuse(reader, node, "name", "no value; write a word, as my-sweep");
  if (length > NAME_MAX_BYTES)
    return hhx_refuse(reader, node, "name", "longer than %d bytes; shorten it", NAME_MAX_BYTES);
  reader->spec->name = malloc(length + 1);
  if (reader->spec->name == NULL) return hhx_no_memory(reader);
  memcpy(reader->spec->name, node->text, length + 1);
  return true;
}

static bool read_scenes(HhxReader *reader)
{
  const HhxNode *node = reader->keys[SPEC_scenes];
  if (node == NULL)
    return hhx_refuse(reader, reader->root, "scenes", "missing; add `scenes: [endless_branch]`");
  return hhx_read_scenes(reader, node, &reader->spec->scenes, &reader->spec->scene_count);
}

static bool read_movers(HhxReader *reader)
{
  const HhxNode *node = reader->keys[SPEC_movers];
  HhxSpec *spec = reader->spec;
  bool room = hhb_scene_is_room(spec->scenes[0]);
  int indexes[HHX_WORDS_MAX] = {room ? HH_MOVER_DADDY : HH_MOVER_BALLISTIC};
  spec->mover_count = 1;
  if (node != NULL && !hhx_read_words(reader, node, "movers", hh_mover_names, HH_MOVER_COUNT,
                                      "mover", indexes, &spec->mover_count))
    return false;
  spec->movers = calloc((size_t)spec->mover_count, sizeof *spec->movers);
  if (spec->movers == NULL) return hhx_no_memory(reader);
  for (int i = 0; i < spec->mover_count; i++)
    spec->movers[i] = (HhMover)indexes[i];
  return true;
}

/* What is shown where the spec does not say, by what is alive in its scenes. */
static int usual_metrics(const HhxSpec *spec, int *indexes)
{
  bool gibbons = false, daddies = false, goals = false, prey = false;
  for (int i = 0; i < spec->scene_count; i++) {
    HhParams params;
    hhb_scene_preset(spec->scenes[i], &params);
    for (int j = 0; j < spec->setting_count; j++)
      hh_param_set(spec->settings[j].param, &params, spec->settings[j].value);
    bool room = hhb_scene_is_room(spec->scenes[i]), some = room && params.den.daddies > 0;
    gibbons = gibbons || !room;
    daddies = daddies || some;
    goals = goals || (some && params.den.goal <= HH_DEN_WANDER);
    prey = prey || (room && params.den.prey > 0);
  }
  const struct {
    const char *name;
    bool shown;
  } usual[] = {{"energy_loss_J_per_kg_m", gibbons},
               {"ticks_to_goal", goals},
               {"prey_eaten", prey},
               {"speed_mean_mps", gibbons || daddies},
               {"speed_cv", gibbons},
               {"support_ratio_mean", daddies}};
  int count = 0;
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
    if (usual[i].shown) indexes[count++] = hhb_metric_find(usual[i].name);
  if (count == 0) indexes[count++] = hhb_metric_find("duration_s");
  return count;
}

static bool read_metrics(HhxReader *reader)
{
  const HhxNode *node = reader->keys[SPEC_metrics];
  const char *words[HHB_METRIC_COUNT];
  int indexes[HHX_WORDS_MAX];
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    words[i] = hhb_metric_table[i].name;
  HhxSpec *spec = reader->spec;
  spec->metric_count = usual_metrics(spec, indexes);
  if (node != NULL && !hhx_read_words(reader, node, "metrics", words, HHB_METRIC_COUNT, "metric",
                                      indexes, &spec->metric_count))
    return false;
  spec->metrics = calloc((size_t)spec->metric_count, sizeof *spec->metrics);
  if (spec->metrics == NULL) return hhx_no_memory(reader);
  memcpy(spec->metrics, indexes, (size_t)spec->metric_count * sizeof *spec->metrics);
  return true;
}

static bool read_until_end(HhxReader *reader, const HhxNode *node)
{
  static const char *const words[] = {"end"};
  if (hhx_read_word(reader, node, "until", words, 1, "word") < 0) return false;
  const HhbScene *scenes[HHX_WORDS_MAX];
  int count = hhx_spec_scenes(reader->spec, scenes);
  for (int i = 0; i < count; i++) {
    HhParams params;
    hhb_scene_preset(scenes[i], &params);
    if (!hhb_scene_ends(scenes[i], &params))
      return hhx_refuse(reader, node, "until",
                        "scene %s never ends; write `duration_s: 60` or `swings: 200` instead",
                        scenes[i]->name);
  }
  return true;
}

static bool read_length(HhxReader *reader)
{
  static const int kinds[] = {SPEC_duration_s, SPEC_swings, SPEC_until};
  HhxSpec *spec = reader->spec;
  const HhxNode *node = NULL;
  int kind = -1;
  for (int i = 0; i < 3; i++) {
    const HhxNode *found = reader->keys[kinds[i]];
    if (found == NULL) continue;
    if (node != NULL)
      return hhx_refuse(
          reader, found, spec_keys[kinds[i]],
          "%s says already when an episode ends; keep one of duration_s, swings, until",
          spec_keys[kind]);
    node = found, kind = kinds[i];
  }

  if (kind == SPEC_until) return read_until_end(reader, node);
  if (kind == SPEC_swings && hhb_scene_is_room(spec->scenes[0]))
    return hhx_refuse(reader, node, "swings",
                      "counts a gibbon's grabs; in a room write `duration_s: 60` instead");
  if (kind == SPEC_swings) {
    return hhx_read_int(reader, node, "swings", 1, SWINGS_MAX, &spec->swings);
  }
  spec->duration_s = 60;
  if (kind < 0) return true;
  if (!hhx_read_number(reader, node, "duration_s", &spec->duration_s)) return false;
  if (spec->duration_s > 0 && spec->duration_s <= DURATION_MAX) return true;
  return hhx_refuse(reader, node, "duration_s",
                    "'%s' is out of range; choose more than 0 and at most 1000000 s",
                    hhx_shown(node->text).text);
}

static bool read_replicates(HhxReader *reader)
{
  static const char *const words[] = {"common", "independent"};
  HhxSpec *spec = reader->spec;
  const HhxNode *replicates = reader->keys[SPEC_replicates], *seed = reader->keys[SPEC_seed];
  int64_t first = 1;
  spec->replicates = 1;
  if (replicates != NULL &&
      !hhx_read_int(reader, replicates, "replicates", 1, INT32_MAX, &spec->replicates))
    return false;
  if (seed != NULL && !hhx_read_whole(reader, seed, "seed", 0, HHX_SEED_MAX, &first)) return false;
  spec->seed = (uint64_t)first;
  if (reader->keys[SPEC_seeds] == NULL) return true;
  int kind = hhx_read_word(reader, reader->keys[SPEC_seeds], "seeds", words, 2, "word");
  spec->independent = kind == 1;
  return kind >= 0;
}

/* -- parameters ------------------------------------------------------------------------------- */

static bool read_set(HhxReader *reader)
{
  const HhxNode *map = reader->keys[SPEC_set];
  if (map == NULL) return true;
  if (!hhx_expect(reader, map, "set", HHX_MAP, "{gibbon.arm_length: 0.75}")) return false;
  HhxSpec *spec = reader->spec;
  spec->settings = calloc(hh_params_count, sizeof *spec->settings);
  if (spec->settings == NULL) return hhx_no_memory(reader);
  for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
    const HhParam *param = hhx_read_param(reader, key, reader->settings);
    double value;
    if (param == NULL || !hhx_read_value(reader, key->next, param, &value)) return false;
    spec->settings[spec->setting_count++] = (HhxSetting){.param = param, .value = value};
  }
  return true;
}

/* -- what concerns several keys --------------------------------------------------------------- */

int hhx_spec_scenes(const HhxSpec *spec, const HhbScene **scenes)
{
  int count = 0;
  for (; count < spec->scene_count; count++)
    scenes[count] = spec->scenes[count];
  for (int i = 0; i < spec->held_out.scene_count; i++) {
    bool met = false;
    for (int j = 0; j < spec->scene_count; j++)
      met = met || spec->scenes[j] == spec->held_out.scenes[i];
    if (!met) scenes[count++] = spec->held_out.scenes[i];
  }
  return count;
}

static const HhxNode *item_of(const HhxNode *list, int index)
{
  const HhxNode *item = list->child;
  for (int i = 0; i < index; i++)
    item = item->next;
  return item;
}

/* Where the spec has a scene, of its own or held out, that a mover does not suit, or that mover. */
static const HhxNode *unsuited_place(const HhxReader *reader, const HhbScene *scene, int index,
                                     int mover)
{
  const HhxSpec *spec = reader->spec;
  if (index < spec->scene_count)
    return reader->keys[SPEC_movers] ? item_of(reader->keys[SPEC_movers], mover)
                                     : item_of(reader->keys[SPEC_scenes], index);
  const HhxNode *key = reader->keys[SPEC_held_out]->child;
  while (strcmp(key->text, "scenes") != 0)
    key = key->next->next;
  for (int i = 0;; i++)
    if (spec->held_out.scenes[i] == scene) return item_of(key->next, i);
}

/* Every mover of a sweep runs in every scene of it. */
static bool check_movers(HhxReader *reader)
{
  const HhxSpec *spec = reader->spec;
  const HhbScene *scenes[HHX_WORDS_MAX];
  int count = hhx_spec_scenes(spec, scenes);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < spec->mover_count; j++) {
      HhMover mover = spec->movers[j];
      if (hhb_scene_suits(scenes[i], mover)) continue;
      const HhxNode *place = unsuited_place(reader, scenes[i], i, j);
      char text[640];
      hhx_unsuited_text(scenes[i], mover, text, sizeof text);
      return hhx_refuse(reader, place, hh_mover_names[mover], "%s", text);
    }
  return true;
}

/* What a mover sets itself is not swept. */
static bool check_forces(HhxReader *reader)
{
  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, "daddy.forces");
  const HhxNode *axis = reader->axes[param - hh_params_table];
  for (int i = 0; axis && i < reader->spec->mover_count; i++)
    if ((int)reader->spec->movers[i] == HH_MOVER_DADDY_HONEST)
      return hhx_refuse(reader, axis, param->name,
                        "mover %s is honest whatever it is; leave that mover out, or this",
                        hh_mover_names[HH_MOVER_DADDY_HONEST]);
  return true;
}

static bool check_idle(HhxReader *reader)
{
  HhxIdle idle = hhx_idle_find(reader->spec);
  if (idle.axis == NULL) return true;
  char text[320];
  hhx_idle_text(&idle, text, sizeof text);
  return hhx_refuse(reader, reader->axes[idle.axis->param - hh_params_table],
                    idle.axis->param->name, "%s", text);
}

static bool check_conflict(HhxReader *reader)
{
  HhxConflict conflict = hhx_spec_conflict(reader->spec);
  if (conflict.name == NULL) return true;
  const HhxNode *place = reader->keys[SPEC_scenes];
  const char *const names[] = {conflict.partner, conflict.name};
  for (int i = 0; i < 2; i++) {
    if (names[i] == NULL) continue;
    size_t row =
        (size_t)(hh_param_find(hh_params_table, hh_params_count, names[i]) - hh_params_table);
    if (reader->settings[row] != NULL) place = reader->settings[row];
    if (reader->axes[row] != NULL) place = reader->axes[row];
  }
  char text[320];
  hhx_conflict_text(&conflict, text, sizeof text);
  return hhx_refuse(reader, place, place->kind == HHX_SCALAR ? place->text : "scenes", "%s", text);
}

static bool read_course_file(HhxReader *reader, const HhxNode *node)
{
  HhxSpec *spec = reader->spec;
  if (node->text[0] == '\0')
    return hhx_refuse(reader, node, "course", "no value; write the path of a CSV file");
  spec->course_path = hhx_beside(reader->path, node->text);
  if (spec->course_path == NULL) return hhx_no_memory(reader);
  HhxError fault;
  if (hhx_course_read(spec->course_path, &spec->course, &fault)) return true;
  return hhx_refuse(reader, node, "course", "%s", fault.text);
}

/* Whether a scene of that kind is in the spec; if it is and `node`, what it is given, is not, or
 * the other way round, *fine is false and the fault told. */
static bool asked_for(HhxReader *reader, HhSceneKind kind, const HhxNode *node, const char *key,
                      const char *example, bool *fine)
{
  const HhbScene *scenes[HHX_WORDS_MAX];
  bool asked = false, listed = false; /* by any key; by `scenes` */
  for (int i = hhx_spec_scenes(reader->spec, scenes) - 1; i >= 0; i--) {
    bool is = scenes[i]->kind == kind;
    asked = asked || is;
    listed = listed || (is && i < reader->spec->scene_count);
  }
  *fine = asked == (node != NULL);
  if (asked && node == NULL)
    hhx_refuse(reader, reader->keys[listed ? SPEC_scenes : SPEC_held_out],
               listed ? "scenes" : "held_out", "scene %s needs its %s; add `%s", key,
               kind == HH_SCENE_COURSE ? "holds" : "tiles", example);
  if (!asked && node != NULL)
    hhx_refuse(reader, node, key, "no scene uses it; add scene %s, or delete the key", key);
  return asked;
}

static bool read_course(HhxReader *reader)
{
  const HhxNode *node = reader->keys[SPEC_course];
  bool fine;
  bool asked = asked_for(reader, HH_SCENE_COURSE, node, "course",
                         "course: holds.csv` (header x_m,y_m)", &fine);
  if (!asked || !fine) return fine;
  if (node->kind == HHX_SCALAR) return read_course_file(reader, node);
  if (!hhx_expect(reader, node, "course", HHX_LIST, "the path of a CSV file")) return false;
  return hhx_read_course_list(reader, node);
}

/* Its lines, as a spec is written back. */
static bool read_room_lines(HhxReader *reader, const HhxNode *list)
{
  HhxText text = {.chars = NULL};
  HhxError fault;
  for (const HhxNode *line = list->child; line != NULL; line = line->next) {
    if (!hhx_expect(reader, line, "room", HHX_SCALAR, "a row of tiles in quotes")) {
      free(text.chars);
      return false;
    }
    hhx_text_add(&text, "%s\n", line->text);
  }
  if (text.failed) return hhx_no_memory(reader);
  bool fine = hhx_room_parse("room", text.chars != NULL ? text.chars : "", text.size,
                             &reader->spec->room, &fault) &&
              hhx_spec_room_leads(reader->spec, "room", &fault);
  free(text.chars);
  return fine || hhx_refuse(reader, list, "room", "%s", fault.text);
}

static bool read_room(HhxReader *reader)
{
  const HhxNode *node = reader->keys[SPEC_room];
  bool fine;
  bool asked =
      asked_for(reader, HH_SCENE_ROOM_GIVEN, node, "room", "room: cave.txt` (a row a line)", &fine);
  if (!asked || !fine) return fine;
  if (node->kind == HHX_LIST) return read_room_lines(reader, node);
  if (!hhx_expect(reader, node, "room", HHX_SCALAR, "the path of a text file")) return false;
  if (node->text[0] == '\0')
    return hhx_refuse(reader, node, "room", "no value; write the path of a text file");
  char *path = hhx_beside(reader->path, node->text);
  if (path == NULL) return hhx_no_memory(reader);
  HhxError fault;
  fine = hhx_room_read(path, &reader->spec->room, &fault) &&
         hhx_spec_room_leads(reader->spec, path, &fault);
  free(path);
  return fine || hhx_refuse(reader, node, "room", "%s", fault.text);
}

/* What the spec's author had where neither set nor swept must be what this build has. */
static bool check_preset(HhxReader *reader, const HhbScene *scene, const HhxNode *map,
                         const HhxNode **listed)
{
  static const char remedy[] = "move the value under `set` to keep it, or delete `presets`";
  HhParams params;
  hhb_scene_preset(scene, &params);
  for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
    const HhParam *param = hhx_read_param(reader, key, listed);
    double value;
    if (param == NULL || !hhx_read_value(reader, key->next, param, &value)) return false;
    double ours = hh_param_get(param, &params);
    if (value == ours) continue;
    char text[64];
    hhx_value_text(param, ours, text, sizeof text);
    return hhx_refuse(reader, key->next, param->name, "%s in scene %s, but %s in this build; %s",
                      hhx_shown(key->next->text).text, scene->name, text, remedy);
  }
  for (size_t row = 0; row < hh_params_count; row++)
    if (listed[row] == NULL && !hhx_spec_gives(reader->spec, &hh_params_table[row]))
      return hhx_refuse(reader, map, scene->name, "%s is missing; %s", hh_params_table[row].name,
                        remedy);
  return true;
}

static bool check_presets(HhxReader *reader)
{
  const HhxNode *map = reader->keys[SPEC_presets];
  if (map == NULL) return true;
  if (!hhx_expect(reader, map, "presets", HHX_MAP, "nothing: delete the key")) return false;
  const char *words[HHX_WORDS_MAX];
  const HhxNode *found[HHX_WORDS_MAX] = {NULL};
  for (size_t i = 0; i < hhb_scene_count; i++)
    words[i] = hhb_scene_table[i].name;
  if (!hhx_read_keys(reader, map, words, hhb_scene_count, found)) return false;

  const HhxNode **listed = calloc(hh_params_count, sizeof *listed);
  if (listed == NULL) return hhx_no_memory(reader);
  bool right = true;
  for (size_t i = 0; right && i < hhb_scene_count; i++) {
    if (found[i] == NULL) continue;
    memset(listed, 0, hh_params_count * sizeof *listed);
    right = hhx_expect(reader, found[i], words[i], HHX_MAP, "nothing: delete presets") &&
            check_preset(reader, &hhb_scene_table[i], found[i], listed);
  }
  free(listed);
  return right;
}

/* -- the whole -------------------------------------------------------------------------------- */

static bool read_spec(HhxReader *reader)
{
  if (!hhx_expect(reader, reader->root, NULL, HHX_MAP, "lines `key: value`")) return false;
  return hhx_read_keys(reader, reader->root, spec_keys, SPEC_KEYS, reader->keys) &&
         read_name(reader) && read_scenes(reader) && read_movers(reader) &&
         read_replicates(reader) && read_set(reader) && hhx_read_design(reader) &&
         hhx_read_optimizer(reader) && hhx_read_sweep(reader) && hhx_read_points(reader) &&
         read_metrics(reader) && hhx_check_points(reader) && hhx_read_objectives(reader) &&
         hhx_read_held_out(reader) && check_movers(reader) && check_forces(reader) &&
         read_length(reader) && check_idle(reader) && check_conflict(reader) &&
         read_course(reader) && read_room(reader) && check_presets(reader);
}

HhxSpec *hhx_spec_parse(const char *path, const char *text, size_t size, HhxError *error)
{
  const char *shown = hhx_path_shown(path);
  HhxNode *root = hhx_yaml_parse(shown, text, size, error);
  if (root == NULL) return NULL;

  HhxReader reader = {.path = path, .shown = shown, .error = error, .root = root};
  reader.spec = calloc(1, sizeof *reader.spec);
  reader.settings = calloc(hh_params_count, sizeof *reader.settings);
  reader.axes = calloc(hh_params_count, sizeof *reader.axes);
  bool ready = reader.spec != NULL && reader.settings != NULL && reader.axes != NULL;
  bool done = ready ? read_spec(&reader) : hhx_no_memory(&reader);

  free(reader.settings);
  free(reader.axes);
  hhx_yaml_free(root);
  if (done) return reader.spec;
  hhx_spec_free(reader.spec);
  return NULL;
}

HhxSpec *hhx_spec_read(const char *path, HhxError *error)
{
  size_t size;
  char *text = hhx_file_read(path, HHX_YAML_BYTES, &size, error);
  if (text == NULL) return NULL;
  HhxSpec *spec = hhx_spec_parse(path, text, size, error);
  free(text);
  return spec;
}

void hhx_spec_free(HhxSpec *spec)
{
  if (spec == NULL) return;
  for (int i = 0; i < spec->axis_count; i++) {
    for (int j = 0; j < spec->axes[i].when_count; j++)
      free(spec->axes[i].when[j].values);
    free(spec->axes[i].when);
    free(spec->axes[i].values);
  }
  free(spec->axes);
  free(spec->points);
  free(spec->active);
  free(spec->name);
  free(spec->scenes);
  free(spec->movers);
  free(spec->settings);
  free(spec->metrics);
  free(spec->course_path);
  hhx_course_free(&spec->course);
  free(spec->room.memory);
  free(spec->objectives);
  free(spec->held_out.scenes);
  free(spec);
}
