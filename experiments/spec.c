/* The spec reader. First the document becomes a tree (spec_yaml), then every key finds its node,
 * then each is read in the order in which they need one another, last what concerns several.
 * The first fault ends the reading: one error, at its place. */
#include "spec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "params_file.h"
#include "spec_axis.h"
#include "spec_conflict.h"
#include "spec_course.h"
#include "spec_error.h"
#include "spec_value.h"
#include "spec_yaml.h"

#define RUNS_MAX       2147483648.0     /* episodes of one spec: 2^31 */
#define SEED_MAX       9007199254740991 /* 2^53 - 1: doubles hold every seed */
#define DURATION_MAX   1e6              /* s: eleven days of simulated time */
#define SWINGS_MAX     1000000
#define REPLICATES_MAX 1000000

enum { NAME_MAX_BYTES = 100, WORDS_MAX = 256 };

/* clang-format off */
#define SPEC_KEYS(X)                                                                               \
  X(name) X(scenes) X(movers) X(duration_s) X(swings) X(until) X(replicates) X(seed) X(set)        \
  X(design) X(sweep) X(metrics) X(course) X(presets)
/* clang-format on */
#define AXIS_KEYS(X)   X(values) X(min) X(max) X(steps) X(scale)
#define DESIGN_KEYS(X) X(kind) X(samples)
#define KEY_ENUM(key)  KEY_##key,
#define KEY_NAME(key)  #key,

enum { SPEC_KEYS(KEY_ENUM) SPEC_KEY_COUNT };
enum { AXIS_KEYS(KEY_ENUM) AXIS_KEY_COUNT };
enum { DESIGN_KEYS(KEY_ENUM) DESIGN_KEY_COUNT };
static const char *const spec_keys[] = {SPEC_KEYS(KEY_NAME)};
static const char *const axis_keys[] = {AXIS_KEYS(KEY_NAME)};
static const char *const design_keys[] = {DESIGN_KEYS(KEY_NAME)};
static const char *const design_kinds[] = {"grid", "random"};
static const char *const scales[] = {"linear", "log"};

typedef struct Reader {
  const char *path;  /* as given: the course lies beside it */
  const char *shown; /* as errors name it */
  HhxError *error;
  HhxSpec *spec;
  const HhxNode *root;
  const HhxNode *keys[SPEC_KEY_COUNT]; /* a value each; null when absent */
  const HhxNode **settings, **axes;    /* by row of hh_params_table: the key in set, in sweep */
  int listed;                          /* values listed under sweep so far */
} Reader;

#define refuse(reader, node, key, ...)                                                             \
  hhx_error_at((reader)->error, (reader)->shown, (node)->line, (node)->column, key, __VA_ARGS__)

static bool no_memory(Reader *reader)
{
  return hhx_error_at(reader->error, reader->shown, 0, 0, NULL, "memory ran out");
}

/* -- nodes ------------------------------------------------------------------------------------ */

static bool expect(Reader *reader, const HhxNode *node, const char *key, HhxNodeKind kind,
                   const char *example)
{
  static const char *const kinds[] = {"a single value", "a list", "a mapping"};
  if (node->kind == kind) return true;
  bool empty = node->kind == HHX_SCALAR && node->text[0] == '\0' && !node->quoted;
  return refuse(reader, node, key, "%s where %s is expected; write %s",
                empty ? "nothing" : kinds[node->kind], kinds[kind], example);
}

static bool expect_filled(Reader *reader, const HhxNode *node, const char *key, const char *example)
{
  if (node->count > 0) return true;
  bool needed = strcmp(key, "scenes") == 0;
  return refuse(reader, node, key, "an empty list; write %s%s", example,
                needed ? "" : ", or delete the key");
}

static bool expect_key(Reader *reader, const HhxNode *key)
{
  if (key->kind == HHX_SCALAR) return true;
  return refuse(reader, key, NULL, "a key that is no word; write `key: value`");
}

static int find_word(const char *const *words, size_t count, const char *word)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(words[i], word) == 0) return (int)i;
  return -1;
}

/* Finds the value of each of `count` keys in a mapping; absent ones stay null. */
static bool read_keys(Reader *reader, const HhxNode *map, const char *const *words, size_t count,
                      const HhxNode **found)
{
  for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
    if (!expect_key(reader, key)) return false;
    int index = find_word(words, count, key->text);
    if (index < 0)
      return refuse(reader, key, key->text, "unknown key; did you mean %s?",
                    hh_word_nearest(words, count, key->text));
    if (found[index] != NULL)
      return refuse(reader, key, key->text, "a second time; delete one of the two");
    found[index] = key->next;
  }
  return true;
}

/* Index of a scalar among words, or -1 and an error. `kind` is what the words are. */
static int read_word(Reader *reader, const HhxNode *node, const char *key, const char *const *words,
                     size_t count, const char *kind)
{
  if (!expect(reader, node, key, HHX_SCALAR, words[0])) return -1;
  int index = find_word(words, count, node->text);
  if (index < 0)
    refuse(reader, node, key, "unknown %s '%s'; did you mean %s?", kind, hhx_shown(node->text).text,
           hh_word_nearest(words, count, node->text));
  return index;
}

/* A list of different words as indexes; the caller has room for node->count of them, which is
 * at most `count` (more would repeat a word). */
static bool read_words(Reader *reader, const HhxNode *node, const char *key,
                       const char *const *words, size_t count, const char *kind, int *indexes,
                       int *index_count)
{
  char example[64];
  snprintf(example, sizeof example, "[%s]", words[0]);
  if (!expect(reader, node, key, HHX_LIST, example)) return false;
  if (!expect_filled(reader, node, key, example)) return false;
  bool seen[WORDS_MAX] = {false};
  assert(count <= WORDS_MAX);
  *index_count = 0;
  for (const HhxNode *item = node->child; item != NULL; item = item->next) {
    int index = read_word(reader, item, key, words, count, kind);
    if (index < 0) return false;
    if (seen[index])
      return refuse(reader, item, key, "%s a second time; delete one of the two", words[index]);
    seen[index] = true;
    indexes[(*index_count)++] = index;
  }
  return true;
}

static bool expect_plain(Reader *reader, const HhxNode *node, const char *key)
{
  if (!expect(reader, node, key, HHX_SCALAR, "a number")) return false;
  if (node->quoted)
    return refuse(reader, node, key,
                  "text in quotes where a number is expected; remove the quotes");
  if (node->text[0] == '\0') return refuse(reader, node, key, "no value; write a number");
  return true;
}

/* A number in the file's own words, not a parameter's. */
static bool read_number(Reader *reader, const HhxNode *node, const char *key, double *value)
{
  if (!expect_plain(reader, node, key)) return false;
  size_t used;
  HhxError fault;
  if (!hhx_number_parse(node->text, &used, value, &fault))
    return refuse(reader, node, key, "%s", fault.text);
  if (node->text[used] != '\0')
    return refuse(reader, node, key, "'%s' is not a number; write it in digits, without a unit",
                  hhx_shown(node->text).text);
  return true;
}

/* A whole number, exact whatever its size: digits only. */
static bool read_whole(Reader *reader, const HhxNode *node, const char *key, int64_t low,
                       int64_t high, int64_t *value)
{
  double about;
  if (!read_number(reader, node, key, &about)) return false;
  const char *digits = node->text + (node->text[0] == '-' || node->text[0] == '+');
  if (about >= (double)low && about <= (double)high && digits[strspn(digits, "0123456789")] != '\0')
    return refuse(reader, node, key, "'%s' is not written as a whole number; write digits only",
                  hhx_shown(node->text).text);
  *value = about >= (double)low && about <= (double)high ? strtoll(node->text, NULL, 10) : low - 1;
  if (*value < low || *value > high)
    return refuse(reader, node, key,
                  "'%s' is out of range; choose a whole number from %lld to %lld",
                  hhx_shown(node->text).text, (long long)low, (long long)high);
  return true;
}

static bool read_value(Reader *reader, const HhxNode *node, const HhParam *param, double *value)
{
  if (param->kind != HH_CHOICE && !expect_plain(reader, node, param->name)) return false;
  if (!expect(reader, node, param->name, HHX_SCALAR, "a word")) return false;
  HhxError fault;
  if (hhx_value_parse(param, node->text, value, &fault)) return true;
  return refuse(reader, node, param->name, "%s", fault.text);
}

/* The row of the parameter that a key names; marks it in `seen`. Null and an error otherwise. */
static const HhParam *read_param(Reader *reader, const HhxNode *key, const HhxNode **seen)
{
  if (!expect_key(reader, key)) return NULL;
  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, key->text);
  if (param == NULL) {
    refuse(reader, key, key->text,
           "unknown parameter; did you mean %s? (`handhold list params` has them all)",
           hh_param_nearest(hh_params_table, hh_params_count, key->text)->name);
    return NULL;
  }
  size_t row = (size_t)(param - hh_params_table);
  if (seen[row] != NULL) {
    refuse(reader, key, param->name, "a second time; delete one of the two");
    return NULL;
  }
  seen[row] = key;
  return param;
}

/* -- what, how long, how often ---------------------------------------------------------------- */

static bool read_name(Reader *reader)
{
  const HhxNode *node = reader->keys[KEY_name];
  if (node == NULL) return refuse(reader, reader->root, "name", "missing; add `name: my-sweep`");
  if (!expect(reader, node, "name", HHX_SCALAR, "a word, as my-sweep")) return false;
  size_t length = strlen(node->text);
  if (length == 0) return refuse(reader, node, "name", "no value; write a word, as my-sweep");
  if (length > NAME_MAX_BYTES)
    return refuse(reader, node, "name", "longer than %d bytes; shorten it", NAME_MAX_BYTES);
  reader->spec->name = malloc(length + 1);
  if (reader->spec->name == NULL) return no_memory(reader);
  memcpy(reader->spec->name, node->text, length + 1);
  return true;
}

static bool read_scenes(Reader *reader)
{
  const HhxNode *node = reader->keys[KEY_scenes];
  if (node == NULL)
    return refuse(reader, reader->root, "scenes", "missing; add `scenes: [endless_branch]`");
  const char *words[WORDS_MAX];
  int indexes[WORDS_MAX];
  assert(hhb_scene_count <= WORDS_MAX);
  for (size_t i = 0; i < hhb_scene_count; i++)
    words[i] = hhb_scene_table[i].name;
  HhxSpec *spec = reader->spec;
  if (!read_words(reader, node, "scenes", words, hhb_scene_count, "scene", indexes,
                  &spec->scene_count))
    return false;
  spec->scenes = calloc((size_t)spec->scene_count, sizeof(const HhbScene *));
  if (spec->scenes == NULL) return no_memory(reader);
  for (int i = 0; i < spec->scene_count; i++)
    spec->scenes[i] = &hhb_scene_table[indexes[i]];
  return true;
}

static bool read_movers(Reader *reader)
{
  const HhxNode *node = reader->keys[KEY_movers];
  int indexes[WORDS_MAX] = {HH_MOVER_BALLISTIC};
  HhxSpec *spec = reader->spec;
  spec->mover_count = 1;
  if (node != NULL && !read_words(reader, node, "movers", hh_mover_names, HH_MOVER_COUNT, "mover",
                                  indexes, &spec->mover_count))
    return false;
  spec->movers = calloc((size_t)spec->mover_count, sizeof *spec->movers);
  if (spec->movers == NULL) return no_memory(reader);
  for (int i = 0; i < spec->mover_count; i++)
    spec->movers[i] = (HhMover)indexes[i];
  return true;
}

static bool read_metrics(Reader *reader)
{
  static const char *const usual[] = {"energy_loss_J_per_kg_m", "speed_mean_mps", "speed_cv"};
  const HhxNode *node = reader->keys[KEY_metrics];
  const char *words[HHB_METRIC_COUNT];
  int indexes[WORDS_MAX];
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    words[i] = hhb_metric_table[i].name;
  HhxSpec *spec = reader->spec;
  spec->metric_count = (int)(sizeof usual / sizeof usual[0]);
  for (int i = 0; i < spec->metric_count; i++)
    indexes[i] = hhb_metric_find(usual[i]);
  if (node != NULL && !read_words(reader, node, "metrics", words, HHB_METRIC_COUNT, "metric",
                                  indexes, &spec->metric_count))
    return false;
  spec->metrics = calloc((size_t)spec->metric_count, sizeof *spec->metrics);
  if (spec->metrics == NULL) return no_memory(reader);
  memcpy(spec->metrics, indexes, (size_t)spec->metric_count * sizeof *spec->metrics);
  return true;
}

static bool read_until_end(Reader *reader, const HhxNode *node)
{
  static const char *const words[] = {"end"};
  if (read_word(reader, node, "until", words, 1, "word") < 0) return false;
  for (int i = 0; i < reader->spec->scene_count; i++) {
    const HhbScene *scene = reader->spec->scenes[i];
    if (scene->kind == HH_SCENE_COURSE) continue; /* its holds are listed */
    HhParams params;
    hhb_scene_preset(scene, &params);
    if (hh_world_total(&params.world, scene->kind) < 0)
      return refuse(reader, node, "until",
                    "scene %s never ends; write `duration_s: 60` or `swings: 200` instead",
                    scene->name);
  }
  return true;
}

static bool read_length(Reader *reader)
{
  static const int kinds[] = {KEY_duration_s, KEY_swings, KEY_until};
  HhxSpec *spec = reader->spec;
  const HhxNode *node = NULL;
  int kind = -1;
  for (int i = 0; i < 3; i++) {
    const HhxNode *found = reader->keys[kinds[i]];
    if (found == NULL) continue;
    if (node != NULL)
      return refuse(reader, found, spec_keys[kinds[i]],
                    "%s says already when an episode ends; keep one of duration_s, swings, until",
                    spec_keys[kind]);
    node = found, kind = kinds[i];
  }

  if (kind == KEY_until) return read_until_end(reader, node);
  if (kind == KEY_swings) {
    int64_t swings;
    if (!read_whole(reader, node, "swings", 1, SWINGS_MAX, &swings)) return false;
    spec->swings = (int)swings;
    return true;
  }
  spec->duration_s = 60;
  if (kind < 0) return true;
  if (!read_number(reader, node, "duration_s", &spec->duration_s)) return false;
  if (spec->duration_s > 0 && spec->duration_s <= DURATION_MAX) return true;
  return refuse(reader, node, "duration_s",
                "'%s' is out of range; choose more than 0 and at most 1000000 s",
                hhx_shown(node->text).text);
}

static bool read_replicates(Reader *reader)
{
  HhxSpec *spec = reader->spec;
  const HhxNode *replicates = reader->keys[KEY_replicates], *seed = reader->keys[KEY_seed];
  int64_t count = 1, first = 1;
  if (replicates != NULL && !read_whole(reader, replicates, "replicates", 1, INT32_MAX, &count))
    return false;
  if (seed != NULL && !read_whole(reader, seed, "seed", 0, SEED_MAX, &first)) return false;
  if (count - 1 > SEED_MAX - first)
    return refuse(reader, seed != NULL ? seed : replicates, "seed",
                  "the last replicate's seed would be %lld, and seeds stay below 2^53; "
                  "choose at most %lld",
                  (long long)(first + count - 1), (long long)(SEED_MAX - count + 1));
  spec->replicates = (int)count;
  spec->seed = (uint64_t)first;
  return true;
}

/* -- parameters ------------------------------------------------------------------------------- */

static bool read_set(Reader *reader)
{
  const HhxNode *map = reader->keys[KEY_set];
  if (map == NULL) return true;
  if (!expect(reader, map, "set", HHX_MAP, "{gibbon.arm_length: 0.75}")) return false;
  HhxSpec *spec = reader->spec;
  spec->settings = calloc(hh_params_count, sizeof *spec->settings);
  if (spec->settings == NULL) return no_memory(reader);
  for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
    const HhParam *param = read_param(reader, key, reader->settings);
    double value;
    if (param == NULL || !read_value(reader, key->next, param, &value)) return false;
    spec->settings[spec->setting_count++] = (HhxSetting){.param = param, .value = value};
  }
  return true;
}

static bool read_design(Reader *reader)
{
  const HhxNode *map = reader->keys[KEY_design];
  if (map == NULL) return true;
  if (!expect(reader, map, "design", HHX_MAP, "{kind: grid}")) return false;
  const HhxNode *keys[DESIGN_KEY_COUNT] = {NULL};
  if (!read_keys(reader, map, design_keys, DESIGN_KEY_COUNT, keys)) return false;

  HhxSpec *spec = reader->spec;
  if (keys[KEY_kind] != NULL) {
    int kind = read_word(reader, keys[KEY_kind], "kind", design_kinds, 2, "design");
    if (kind < 0) return false;
    spec->design = (HhxDesignKind)kind;
  }
  const HhxNode *samples = keys[KEY_samples];
  if (spec->design == HHX_GRID) {
    if (samples == NULL) return true;
    return refuse(reader, samples, "samples",
                  "a grid runs all its points; delete samples, or write kind: random");
  }
  if (samples == NULL)
    return refuse(reader, map, "samples",
                  "missing; write how many points to draw: {kind: random, samples: 100}");
  int64_t count;
  if (!read_whole(reader, samples, "samples", 1, INT32_MAX, &count)) return false;
  spec->samples = (int)count;
  return true;
}

static int by_value(const void *a, const void *b)
{
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

/* A value that occurs twice in the axis, or null. */
static const double *find_twin(const double *sorted, int count)
{
  for (int i = 1; i < count; i++)
    if (sorted[i] == sorted[i - 1]) return &sorted[i];
  return NULL;
}

static bool read_listed(Reader *reader, const HhxNode *list, HhxAxis *axis)
{
  const char *name = axis->param->name;
  if (!expect(reader, list, name, HHX_LIST, "values: [1, 2, 3]")) return false;
  if (!expect_filled(reader, list, name, "values: [1, 2, 3]")) return false;
  reader->listed += list->count;
  if (reader->listed > HHX_AXIS_VALUES)
    return refuse(reader, list, name, "more than %d listed values in all; use an interval",
                  HHX_AXIS_VALUES);
  size_t count = (size_t)list->count;
  axis->values = calloc(count, sizeof *axis->values);
  if (axis->values == NULL) return no_memory(reader);
  for (const HhxNode *item = list->child; item != NULL; item = item->next)
    if (!read_value(reader, item, axis->param, &axis->values[axis->count++])) return false;

  /* A twin is looked for in a sorted copy, and told where it stands the second time. */
  double *sorted = calloc(count, sizeof *sorted);
  if (sorted == NULL) return no_memory(reader);
  memcpy(sorted, axis->values, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, by_value);
  const double *found = find_twin(sorted, axis->count);
  double twin = found != NULL ? *found : 0;
  free(sorted);
  if (found == NULL) return true;
  int index = 0, met = 0;
  for (const HhxNode *item = list->child; item != NULL; item = item->next, index++)
    if (axis->values[index] == twin && ++met == 2)
      return refuse(reader, item, name, "'%s' is there a second time; delete one of the two",
                    hhx_shown(item->text).text);
  return true;
}

/* The values of a grid's interval, all different. */
static bool space_out(Reader *reader, const HhxNode *steps, HhxAxis *axis)
{
  const HhParam *param = axis->param;
  if (steps == NULL)
    return refuse(reader, reader->axes[param - hh_params_table], param->name,
                  "steps missing; write {min: ..., max: ..., steps: 5}");
  int64_t count;
  if (!read_whole(reader, steps, "steps", 2, HHX_AXIS_VALUES, &count)) return false;
  axis->steps = (int)count;
  axis->values = calloc((size_t)count, sizeof *axis->values);
  if (axis->values == NULL) return no_memory(reader);
  for (axis->count = 0; axis->count < axis->steps; axis->count++)
    axis->values[axis->count] = hhx_axis_step(axis, axis->count, axis->steps);

  const double *twin = find_twin(axis->values, axis->count);
  if (twin == NULL) return true;
  return refuse(reader, steps, param->name,
                "%d steps from %s to %s meet %s twice; take fewer steps or list the values",
                axis->steps, hhx_number(axis->low).text, hhx_number(axis->high).text,
                hhx_number(*twin).text);
}

static bool read_interval(Reader *reader, const HhxNode *map, const HhxNode **keys, HhxAxis *axis)
{
  const HhParam *param = axis->param;
  if (param->kind == HH_CHOICE)
    return refuse(reader, map, param->name, "words have no interval; write {values: [...]} with %s",
                  param->unit);
  if (keys[KEY_min] == NULL || keys[KEY_max] == NULL)
    return refuse(reader, map, param->name, "%s missing; write {values: [...]}, or min and max",
                  keys[KEY_min] == NULL ? "min" : "max");
  if (!read_value(reader, keys[KEY_min], param, &axis->low)) return false;
  if (!read_value(reader, keys[KEY_max], param, &axis->high)) return false;
  if (axis->low >= axis->high)
    return refuse(reader, keys[KEY_max], param->name,
                  "max %s is not above min %s; exchange them, or use `set` for one value",
                  hhx_number(axis->high).text, hhx_number(axis->low).text);

  if (keys[KEY_scale] != NULL) {
    int scale = read_word(reader, keys[KEY_scale], "scale", scales, 2, "scale");
    if (scale < 0) return false;
    axis->log = scale == 1;
  }
  if (axis->log && axis->low <= 0)
    return refuse(reader, keys[KEY_min], param->name,
                  "min %s on a log scale; choose min above 0, or scale: linear",
                  hhx_number(axis->low).text);
  if (reader->spec->design == HHX_GRID) return space_out(reader, keys[KEY_steps], axis);
  if (keys[KEY_steps] == NULL) return true;
  return refuse(reader, keys[KEY_steps], "steps",
                "a random design draws its points; delete steps, or write kind: grid");
}

static bool read_axis(Reader *reader, const HhxNode *map, HhxAxis *axis)
{
  const char *name = axis->param->name;
  if (!expect(reader, map, name, HHX_MAP, "{values: [...]} or {min: ..., max: ...}")) return false;
  const HhxNode *keys[AXIS_KEY_COUNT] = {NULL};
  if (!read_keys(reader, map, axis_keys, AXIS_KEY_COUNT, keys)) return false;
  if (keys[KEY_values] == NULL) return read_interval(reader, map, keys, axis);
  for (int i = 0; i < AXIS_KEY_COUNT; i++)
    if (i != KEY_values && keys[i] != NULL)
      return refuse(reader, keys[i], name, "%s beside values; keep either values or an interval",
                    axis_keys[i]);
  return read_listed(reader, keys[KEY_values], axis);
}

static bool read_sweep(Reader *reader)
{
  HhxSpec *spec = reader->spec;
  const HhxNode *map = reader->keys[KEY_sweep];
  if (map != NULL) {
    if (!expect(reader, map, "sweep", HHX_MAP, "{planner.iterations: {values: [1, 2, 5]}}"))
      return false;
    spec->axes = calloc(hh_params_count, sizeof *spec->axes);
    if (spec->axes == NULL) return no_memory(reader);
    for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
      const HhParam *param = read_param(reader, key, reader->axes);
      if (param == NULL) return false;
      if (reader->settings[param - hh_params_table] != NULL)
        return refuse(reader, key, param->name, "both in set and in sweep; delete one of the two");
      HhxAxis *axis = &spec->axes[spec->axis_count++];
      axis->param = param;
      if (!read_axis(reader, key->next, axis)) return false;
    }
  }
  if (spec->design == HHX_RANDOM && spec->axis_count == 0)
    return refuse(reader, reader->keys[KEY_design], "design",
                  "random, but nothing is swept; add `sweep`, or write kind: grid");
  return true;
}

/* -- what concerns several keys --------------------------------------------------------------- */

static bool check_size(Reader *reader)
{
  const HhxSpec *spec = reader->spec;
  double points = spec->design == HHX_RANDOM ? spec->samples : 1;
  for (int i = 0; spec->design == HHX_GRID && i < spec->axis_count; i++)
    points *= spec->axes[i].count;
  double runs = points * spec->scene_count * spec->mover_count * spec->replicates;
  if (runs <= RUNS_MAX) return true;
  const HhxNode *node = reader->keys[KEY_sweep] != NULL ? reader->keys[KEY_sweep] : reader->root;
  return refuse(reader, node, "sweep",
                "%.4g episodes (points x scenes x movers x replicates), and 2^31 is the most; "
                "take fewer steps or replicates, or a random design",
                runs);
}

/* The statistics of a design point hold a metric of every replicate. */
static bool check_replicates(Reader *reader)
{
  if (reader->spec->replicates <= REPLICATES_MAX) return true;
  return refuse(reader, reader->keys[KEY_replicates], "replicates",
                "%d is more than the statistics have room for; choose at most %d",
                reader->spec->replicates, REPLICATES_MAX);
}

static bool check_conflict(Reader *reader)
{
  HhxConflict conflict = hhx_spec_conflict(reader->spec);
  if (conflict.name == NULL) return true;
  const HhxNode *place = reader->keys[KEY_scenes];
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
  return refuse(reader, place, place->kind == HHX_SCALAR ? place->text : "scenes", "%s", text);
}

/* The spec's folder and the course's path in it. */
static char *beside(const char *spec_path, const char *path)
{
  const char *slash = path[0] == '/' ? NULL : strrchr(spec_path, '/');
  size_t folder = slash != NULL ? (size_t)(slash - spec_path) + 1 : 0, length = strlen(path);
  char *joined = malloc(folder + length + 1);
  if (joined == NULL) return NULL;
  memcpy(joined, spec_path, folder);
  memcpy(joined + folder, path, length + 1);
  return joined;
}

static bool read_course_file(Reader *reader, const HhxNode *node)
{
  HhxSpec *spec = reader->spec;
  if (node->text[0] == '\0')
    return refuse(reader, node, "course", "no value; write the path of a CSV file");
  spec->course_path = beside(reader->path, node->text);
  if (spec->course_path == NULL) return no_memory(reader);
  HhxError fault;
  spec->course = hhx_course_read(spec->course_path, &spec->course_count, &fault);
  if (spec->course != NULL) return true;
  return refuse(reader, node, "course", "%s", fault.text);
}

static bool read_course_list(Reader *reader, const HhxNode *list)
{
  HhxSpec *spec = reader->spec;
  spec->course = calloc(HHX_COURSE_HOLDS, sizeof *spec->course);
  if (spec->course == NULL) return no_memory(reader);
  for (const HhxNode *hold = list->child; hold != NULL; hold = hold->next) {
    if (hold->kind != HHX_LIST || hold->count != 2)
      return refuse(reader, hold, "course", "a hold that is not [x_m, y_m]; write [1.5, 0.2]");
    double x_m, y_m;
    if (!read_number(reader, hold->child, "course", &x_m)) return false;
    if (!read_number(reader, hold->child->next, "course", &y_m)) return false;
    const char *fault = hhx_course_fault(spec->course, spec->course_count, x_m, y_m);
    if (fault != NULL) return refuse(reader, hold, "course", "%s", fault);
    hhx_course_add(spec->course, &spec->course_count, x_m, y_m);
  }
  if (spec->course_count >= 2) return true;
  return refuse(reader, list, "course", "fewer than two holds; write [[0, 0], [1.5, 0.2]]");
}

static bool read_course(Reader *reader)
{
  const HhxNode *node = reader->keys[KEY_course];
  bool asked = false;
  for (int i = 0; i < reader->spec->scene_count; i++)
    asked = asked || reader->spec->scenes[i]->kind == HH_SCENE_COURSE;
  if (node == NULL && !asked) return true;
  if (node == NULL)
    return refuse(reader, reader->keys[KEY_scenes], "scenes",
                  "scene course needs its holds; add `course: holds.csv` (header x_m,y_m)");
  if (!asked)
    return refuse(reader, node, "course", "no scene uses it; add scene course, or delete the key");
  if (node->kind == HHX_SCALAR) return read_course_file(reader, node);
  if (!expect(reader, node, "course", HHX_LIST, "the path of a CSV file")) return false;
  return read_course_list(reader, node);
}

/* What the spec's author had where neither set nor swept must be what this build has. */
static bool check_preset(Reader *reader, const HhbScene *scene, const HhxNode *map,
                         const HhxNode **listed)
{
  static const char remedy[] = "move the value under `set` to keep it, or delete `presets`";
  HhParams params;
  hhb_scene_preset(scene, &params);
  for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
    const HhParam *param = read_param(reader, key, listed);
    double value;
    if (param == NULL || !read_value(reader, key->next, param, &value)) return false;
    double ours = hh_param_get(param, &params);
    if (value == ours) continue;
    char text[64];
    hhx_value_text(param, ours, text, sizeof text);
    return refuse(reader, key->next, param->name, "%s in scene %s, but %s in this build; %s",
                  hhx_shown(key->next->text).text, scene->name, text, remedy);
  }
  for (size_t row = 0; row < hh_params_count; row++)
    if (listed[row] == NULL && reader->settings[row] == NULL && reader->axes[row] == NULL)
      return refuse(reader, map, scene->name, "%s is missing; %s", hh_params_table[row].name,
                    remedy);
  return true;
}

static bool check_presets(Reader *reader)
{
  const HhxNode *map = reader->keys[KEY_presets];
  if (map == NULL) return true;
  if (!expect(reader, map, "presets", HHX_MAP, "nothing: delete the key")) return false;
  const char *words[WORDS_MAX];
  const HhxNode *found[WORDS_MAX] = {NULL};
  for (size_t i = 0; i < hhb_scene_count; i++)
    words[i] = hhb_scene_table[i].name;
  if (!read_keys(reader, map, words, hhb_scene_count, found)) return false;

  const HhxNode **listed = calloc(hh_params_count, sizeof *listed);
  if (listed == NULL) return no_memory(reader);
  bool right = true;
  for (size_t i = 0; right && i < hhb_scene_count; i++) {
    if (found[i] == NULL) continue;
    memset(listed, 0, hh_params_count * sizeof *listed);
    right = expect(reader, found[i], words[i], HHX_MAP, "nothing: delete presets") &&
            check_preset(reader, &hhb_scene_table[i], found[i], listed);
  }
  free(listed);
  return right;
}

/* -- the whole -------------------------------------------------------------------------------- */

static bool read_spec(Reader *reader)
{
  if (!expect(reader, reader->root, NULL, HHX_MAP, "lines `key: value`")) return false;
  return read_keys(reader, reader->root, spec_keys, SPEC_KEY_COUNT, reader->keys) &&
         read_name(reader) && read_scenes(reader) && read_movers(reader) && read_length(reader) &&
         read_replicates(reader) && read_set(reader) && read_design(reader) && read_sweep(reader) &&
         read_metrics(reader) && check_size(reader) && check_replicates(reader) &&
         check_conflict(reader) && read_course(reader) && check_presets(reader);
}

HhxSpec *hhx_spec_parse(const char *path, const char *text, size_t size, HhxError *error)
{
  const char *shown = hhx_path_shown(path);
  HhxNode *root = hhx_yaml_parse(shown, text, size, error);
  if (root == NULL) return NULL;

  Reader reader = {.path = path, .shown = shown, .error = error, .root = root};
  reader.spec = calloc(1, sizeof *reader.spec);
  reader.settings = calloc(hh_params_count, sizeof *reader.settings);
  reader.axes = calloc(hh_params_count, sizeof *reader.axes);
  bool ready = reader.spec != NULL && reader.settings != NULL && reader.axes != NULL;
  bool done = ready ? read_spec(&reader) : no_memory(&reader);

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
  for (int i = 0; i < spec->axis_count; i++)
    free(spec->axes[i].values);
  free(spec->axes);
  free(spec->name);
  free(spec->scenes);
  free(spec->movers);
  free(spec->settings);
  free(spec->metrics);
  free(spec->course_path);
  free(spec->course);
  free(spec);
}

/* The setting of `param`, or a new one at the end; null when memory ran out. */
static HhxSetting *setting_of(HhxSpec *spec, const HhParam *param)
{
  for (int i = 0; i < spec->setting_count; i++)
    if (spec->settings[i].param == param) return &spec->settings[i];
  if (spec->settings == NULL) spec->settings = calloc(hh_params_count, sizeof *spec->settings);
  return spec->settings != NULL ? &spec->settings[spec->setting_count] : NULL;
}

static const char swept[] = "swept by the spec; delete it there, or do not set it";

static bool is_swept(const HhxSpec *spec, const HhParam *param)
{
  for (int i = 0; i < spec->axis_count; i++)
    if (spec->axes[i].param == param) return true;
  return false;
}

/* Puts a value over the settings, with no look at the others. */
static bool put_setting(HhxSpec *spec, HhxSetting put, HhxError *error)
{
  HhxSetting *setting = setting_of(spec, put.param);
  if (setting == NULL) return hhx_error_at(error, NULL, 0, 0, put.param->name, "memory ran out");
  spec->setting_count += setting == &spec->settings[spec->setting_count];
  *setting = put;
  return true;
}

static bool set_one(HhxSpec *spec, const char *assignment, HhxError *error)
{
  const char *equals = strchr(assignment, '=');
  char name[64] = "";
  size_t length = equals != NULL ? (size_t)(equals - assignment) : 0;
  if (length == 0)
    return hhx_error_at(error, NULL, 0, 0, assignment,
                        "not an assignment; write name=value, as planner.iterations=8");
  if (length >= sizeof name) length = sizeof name - 1;
  memcpy(name, assignment, length);

  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, name);
  if (param == NULL)
    return hhx_error_at(error, NULL, 0, 0, name,
                        "unknown parameter; did you mean %s? (`handhold list params` has them all)",
                        hh_param_nearest(hh_params_table, hh_params_count, name)->name);
  if (is_swept(spec, param)) return hhx_error_at(error, NULL, 0, 0, name, swept);
  double value;
  HhxError fault;
  if (!hhx_value_parse(param, equals + 1, &value, &fault))
    return hhx_error_at(error, NULL, 0, 0, name, "%s", fault.text);
  return put_setting(spec, (HhxSetting){.param = param, .value = value}, error);
}

static bool set_file(HhxSpec *spec, const HhxParamsFile *file, HhxError *error)
{
  for (int i = 0; i < file->count; i++) {
    const HhxSetting *setting = &file->settings[i];
    if (is_swept(spec, setting->param))
      return hhx_error_at(error, file->path, file->lines[i], 1, setting->param->name, swept);
    if (!put_setting(spec, *setting, error)) return false;
  }
  return true;
}

static bool is_of(const char *assignment, const char *name)
{
  size_t length = strlen(name);
  return strncmp(assignment, name, length) == 0 && assignment[length] == '=';
}

/* In the name of the last setting that the conflict is about, and at its line. */
static bool refuse_conflict(const HhxConflict *conflict, const HhxParamsFile *file,
                            const char *const *assignments, int count, HhxError *error)
{
  const char *owner = conflict->name, *path = NULL;
  int line = 0;
  for (int i = 0; file != NULL && i < file->count; i++) {
    const char *name = file->settings[i].param->name;
    bool partner = conflict->partner != NULL && strcmp(name, conflict->partner) == 0;
    if (!partner && strcmp(name, conflict->name) != 0) continue;
    owner = name;
    path = file->path;
    line = file->lines[i];
  }
  for (int i = 0; i < count; i++) {
    bool partner = conflict->partner != NULL && is_of(assignments[i], conflict->partner);
    if (!partner && !is_of(assignments[i], conflict->name)) continue;
    owner = partner ? conflict->partner : conflict->name;
    path = NULL;
    line = 0;
  }
  char text[320];
  hhx_conflict_text(conflict, text, sizeof text);
  return hhx_error_at(error, path, line, 1, owner, "%s", text);
}

bool hhx_spec_set_all(HhxSpec *spec, const HhxParamsFile *file, const char *const *assignments,
                      int count, HhxError *error)
{
  int before_count = spec->setting_count;
  HhxSetting *before = calloc((size_t)before_count + 1, sizeof *before);
  if (before == NULL) return hhx_error_at(error, NULL, 0, 0, "--set", "memory ran out");
  for (int i = 0; i < before_count; i++)
    before[i] = spec->settings[i];

  bool done = file == NULL || set_file(spec, file, error);
  for (int i = 0; done && i < count; i++)
    done = set_one(spec, assignments[i], error);
  HhxConflict conflict = {.name = NULL};
  if (done && (count > 0 || file != NULL)) conflict = hhx_spec_conflict(spec);
  if (conflict.name != NULL) done = refuse_conflict(&conflict, file, assignments, count, error);

  if (!done) {
    for (int i = 0; i < before_count; i++)
      spec->settings[i] = before[i];
    spec->setting_count = before_count;
  }
  free(before);
  return done;
}

bool hhx_spec_set(HhxSpec *spec, const char *assignment, HhxError *error)
{
  return hhx_spec_set_all(spec, NULL, &assignment, 1, error);
}
