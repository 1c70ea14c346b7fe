/* The key `design`: its kinds and what each takes; the points of a list; how many there are. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "design.h"
#include "spec_axis.h"
#include "spec_cells.h"
#include "spec_reader.h"
#include "spec_when.h"

#define RUNS_MAX 2147483648.0 /* episodes of one spec: 2^31 */

enum {
  SAMPLES_MAX = 1 << 30, /* the largest power of two that fits */
  LEVELS_MAX = 1000,
  SCRAMBLES_MAX = 1000,
  LIST_POINTS = 10000, /* a list is written back with every value, within HHX_YAML_NODES */
  LIST_VALUES = 50000,
  LIST_BYTES = 4 * 1024 * 1024
};

#define DESIGN_KEYS(X)  X(kind) X(samples) X(trajectories) X(levels) X(scrambles) X(points)
#define DESIGN_KEY(key) DESIGN_##key,

enum { DESIGN_KEYS(DESIGN_KEY) DESIGN_KEY_COUNT };
static const char *const design_keys[] = {DESIGN_KEYS(HHX_KEY_NAME)};

/* A kind as it is written, the key that says how many points, and another that it takes. */
static const struct {
  const char *example;
  int needed, other;
} kinds[] = {
    [HHX_GRID] = {"{kind: grid}", DESIGN_kind, DESIGN_kind},
    [HHX_RANDOM] = {"{kind: random, samples: 100}", DESIGN_samples, DESIGN_kind},
    [HHX_LATIN_HYPERCUBE] = {"{kind: latin_hypercube, samples: 100}", DESIGN_samples, DESIGN_kind},
    [HHX_SOBOL] = {"{kind: sobol, samples: 128}", DESIGN_samples, DESIGN_kind},
    [HHX_HALTON] = {"{kind: halton, samples: 100}", DESIGN_samples, DESIGN_kind},
    [HHX_MORRIS] = {"{kind: morris, trajectories: 50}", DESIGN_trajectories, DESIGN_levels},
    [HHX_SALTELLI] = {"{kind: saltelli, samples: 1024}", DESIGN_samples, DESIGN_scrambles},
    [HHX_POINTS] = {"{kind: list, points: points.csv}", DESIGN_points, DESIGN_kind},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *const hhx_design_names[] = {"grid",   "random", "latin_hypercube", "sobol",
                                        "halton", "morris", "saltelli",        "list"};

static bool takes(int kind, int key)
{
  return key == DESIGN_kind || key == kinds[kind].needed || key == kinds[kind].other;
}

/* Refuses the keys of other kinds, and misses the one that is needed. */
static bool check_keys(HhxReader *reader, const HhxNode *map, const HhxNode **keys)
{
  int kind = (int)reader->spec->design;
  for (int key = 0; key < DESIGN_KEY_COUNT; key++) {
    if (keys[key] == NULL || takes(kind, key)) continue;
    int owner = 0;
    while (!takes(owner, key))
      owner++;
    return hhx_refuse(reader, keys[key], design_keys[key],
                      "design %s takes no %s; delete it, or write kind: %s", hhx_design_names[kind],
                      design_keys[key], hhx_design_names[owner]);
  }
  int needed = kinds[kind].needed;
  if (needed == DESIGN_kind || keys[needed] != NULL) return true;
  return hhx_refuse(reader, map, design_keys[needed], "missing; write how many, as %s",
                    kinds[kind].example);
}

static bool read_morris(HhxReader *reader, const HhxNode **keys)
{
  HhxSpec *spec = reader->spec;
  spec->levels = 4;
  if (!hhx_read_int(reader, keys[DESIGN_trajectories], "trajectories", 1, SAMPLES_MAX,
                    &spec->samples))
    return false;
  const HhxNode *levels = keys[DESIGN_levels];
  if (levels == NULL) return true;
  if (!hhx_read_int(reader, levels, "levels", 2, LEVELS_MAX, &spec->levels)) return false;
  if (spec->levels % 2 == 0) return true;
  return hhx_refuse(reader, levels, "levels",
                    "%d is odd, and only even numbers of levels make all of them equally likely; "
                    "choose %d or %d",
                    spec->levels, spec->levels - 1, spec->levels + 1);
}

static bool read_saltelli(HhxReader *reader, const HhxNode **keys)
{
  HhxSpec *spec = reader->spec;
  const HhxNode *samples = keys[DESIGN_samples], *scrambles = keys[DESIGN_scrambles];
  spec->scrambles = 16;
  if (!hhx_read_int(reader, samples, "samples", 2, SAMPLES_MAX, &spec->samples)) return false;
  if (scrambles != NULL &&
      !hhx_read_int(reader, scrambles, "scrambles", 0, SCRAMBLES_MAX, &spec->scrambles))
    return false;
  if (scrambles != NULL && spec->scrambles == 1)
    return hhx_refuse(reader, scrambles, "scrambles",
                      "one scramble shows no spread and so no interval; choose 16, or 0 for plain "
                      "Monte Carlo");
  int power = 2;
  while (power < spec->samples)
    power *= 2;
  if (spec->scrambles == 0 || power == spec->samples) return true;
  int nearest = power - spec->samples <= spec->samples - power / 2 ? power : power / 2;
  return hhx_refuse(reader, samples, "samples",
                    "%d is no power of 2, and only those are balanced parts of Sobol's sequence; "
                    "choose %d, or scrambles: 0",
                    spec->samples, nearest);
}

bool hhx_read_design(HhxReader *reader)
{
  const HhxNode *map = reader->keys[SPEC_design];
  if (map == NULL) return true;
  if (reader->keys[SPEC_optimizer] != NULL)
    return hhx_refuse(reader, map, "design",
                      "beside optimizer, which chooses the points itself; delete one of the two");
  if (!hhx_expect(reader, map, "design", HHX_MAP, "{kind: grid}")) return false;
  const HhxNode *keys[DESIGN_KEY_COUNT] = {NULL};
  if (!hhx_read_keys(reader, map, design_keys, DESIGN_KEY_COUNT, keys)) return false;
  HhxSpec *spec = reader->spec;
  if (keys[DESIGN_kind] != NULL) {
    int kind = hhx_read_word(reader, keys[DESIGN_kind], "kind", hhx_design_names, KINDS, "design");
    if (kind < 0) return false;
    spec->design = (HhxDesignKind)kind;
  }
  if (!check_keys(reader, map, keys)) return false;
  reader->points = keys[DESIGN_points];
  switch (spec->design) {
  case HHX_GRID:
  case HHX_POINTS: return true;
  case HHX_MORRIS: return read_morris(reader, keys);
  case HHX_SALTELLI: return read_saltelli(reader, keys);
  default:
    return hhx_read_int(reader, keys[DESIGN_samples], "samples", 1, INT32_MAX, &spec->samples);
  }
}

/* -- a list of points ------------------------------------------------------------------------- */

/* An axis for the column called `name`; false and *fault, without a place, when it cannot be. */
static bool add_column(HhxReader *reader, const HhxNode *node, const char *name, HhxError *fault)
{
  HhxSpec *spec = reader->spec;
  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, name);
  if (param == NULL)
    return hhx_error_at(fault, NULL, 0, 0, NULL,
                        "unknown parameter '%s'; did you mean %s? (the header names parameters)",
                        hhx_shown(name).text,
                        hh_param_nearest(hh_params_table, hh_params_count, name)->name);
  size_t row = (size_t)(param - hh_params_table);
  if (reader->axes[row] != NULL)
    return hhx_error_at(fault, NULL, 0, 0, NULL, "%s a second time; delete one of the two", name);
  if (reader->settings[row] != NULL)
    return hhx_error_at(fault, NULL, 0, 0, NULL,
                        "%s both in set and in the list; delete one of the two", name);
  reader->axes[row] = node;
  spec->axes[spec->axis_count++].param = param;
  return true;
}

static const HhParam *swept_by(const HhxSpec *spec, int axis)
{
  assert(axis < spec->axis_count && spec->axes[axis].param != NULL);
  return spec->axes[axis].param;
}

/* One more point is about to come. */
static bool add_row(HhxSpec *spec, HhxError *fault)
{
  if (spec->samples == LIST_POINTS)
    return hhx_error_at(fault, NULL, 0, 0, NULL,
                        "more than %d points; split the list over several specs", LIST_POINTS);
  if ((spec->samples + 1) * spec->axis_count > LIST_VALUES)
    return hhx_error_at(fault, NULL, 0, 0, NULL,
                        "more than %d values; split the list over several specs", LIST_VALUES);
  spec->samples++;
  return true;
}

/* The value of one axis at the last point; an empty word leaves the parameter alone. */
static bool add_cell(HhxSpec *spec, int axis, const char *word, HhxError *fault)
{
  double *row = spec->points + (size_t)(spec->samples - 1) * (size_t)spec->axis_count;
  row[axis] = hhb_missing();
  return word[0] == '\0' || hhx_value_parse(swept_by(spec, axis), word, &row[axis], fault);
}

static bool parse_points(HhxReader *reader, const char *path, char *text, size_t size,
                         HhxError *fault)
{
  HhxSpec *spec = reader->spec;
  HhxCells cells;
  if (!hhx_cells_open(&cells, path, text, size, fault)) return false;
  HhxError what;
  int column;
  while (hhx_cells_line(&cells)) {
    const char *word = hhx_cells_field(&cells, &column);
    if (cells.line == 1) {
      for (; word != NULL; word = hhx_cells_field(&cells, &column))
        if (!add_column(reader, reader->points, word, &what))
          return hhx_error_at(fault, path, 1, column, NULL, "%s", what.text);
      continue;
    }
    if (cells.length == 0)
      return hhx_error_at(fault, path, cells.line, 1, NULL, "an empty line; delete it");
    if (!add_row(spec, &what))
      return hhx_error_at(fault, path, cells.line, 1, NULL, "%s", what.text);
    for (int i = 0; i < spec->axis_count; i++, word = hhx_cells_field(&cells, &column)) {
      const char *name = swept_by(spec, i)->name;
      if (word == NULL)
        return hhx_error_at(fault, path, cells.line, column, name,
                            "missing; write as many fields as the header has, %d",
                            spec->axis_count);
      if (!add_cell(spec, i, word, &what))
        return hhx_error_at(fault, path, cells.line, column, name, "%s", what.text);
    }
    if (word != NULL)
      return hhx_error_at(fault, path, cells.line, column, NULL,
                          "more fields than the header has, %d; delete them", spec->axis_count);
  }
  return true;
}

static bool read_points_file(HhxReader *reader)
{
  const HhxNode *node = reader->points;
  if (node->text[0] == '\0')
    return hhx_refuse(reader, node, "points", "no value; write the path of a CSV file");
  char *path = hhx_beside(reader->path, node->text);
  if (path == NULL) return hhx_no_memory(reader);
  size_t size;
  HhxError fault;
  char *text = hhx_file_read(path, LIST_BYTES, &size, &fault);
  bool done = text != NULL && parse_points(reader, path, text, size, &fault);
  free(text);
  free(path);
  return done || hhx_refuse(reader, node, "points", "%s", fault.text);
}

static bool read_points_list(HhxReader *reader)
{
  static const char example[] = "[[planner.iterations, world.spacing], [4, 1.5], [8, ~]]";
  HhxSpec *spec = reader->spec;
  if (!hhx_expect(reader, reader->points, "points", HHX_LIST, "the path of a CSV file"))
    return false;
  HhxError what;
  for (const HhxNode *row = reader->points->child; row != NULL; row = row->next) {
    bool header = row == reader->points->child;
    if (!hhx_expect(reader, row, "points", HHX_LIST, example)) return false;
    if (!hhx_expect_filled(reader, row, "points", example)) return false;
    if (!header && row->count != spec->axis_count)
      return hhx_refuse(reader, row, "points", "%d values under a header of %d; write a value each",
                        row->count, spec->axis_count);
    if (!header && !add_row(spec, &what)) return hhx_refuse(reader, row, "points", "%s", what.text);
    int axis = 0;
    for (const HhxNode *cell = row->child; cell != NULL; cell = cell->next, axis++) {
      if (!hhx_expect(reader, cell, "points", HHX_SCALAR, example)) return false;
      bool empty = !cell->quoted && strcmp(cell->text, "~") == 0;
      bool added = header ? add_column(reader, cell, cell->text, &what)
                          : add_cell(spec, axis, empty ? "" : cell->text, &what);
      if (!added)
        return hhx_refuse(reader, cell, header ? "points" : swept_by(spec, axis)->name, "%s",
                          what.text);
    }
  }
  return true;
}

/* The ends of an axis of a list, and of words the different ones. */
static bool span_column(HhxReader *reader, int number)
{
  HhxSpec *spec = reader->spec;
  HhxAxis *axis = &spec->axes[number];
  const HhParam *param = swept_by(spec, number);
  bool words = param->kind == HH_CHOICE, any = false;
  bool met[HHX_WORDS_MAX] = {false};
  if (words) axis->values = calloc((size_t)param->high + 1, sizeof *axis->values);
  if (words && axis->values == NULL) return hhx_no_memory(reader);
  for (int row = 0; row < spec->samples; row++) {
    double value = spec->points[(size_t)row * (size_t)spec->axis_count + (size_t)number];
    if (hhb_is_missing(value)) continue;
    if (!any || value < axis->low) axis->low = value;
    if (!any || value > axis->high) axis->high = value;
    any = true;
    if (words && !met[(int)value]) axis->values[axis->count++] = value, met[(int)value] = true;
  }
  if (any) return true;
  return hhx_refuse(reader, reader->points, param->name,
                    "no value in any point of the list; delete the column");
}

bool hhx_read_points(HhxReader *reader)
{
  HhxSpec *spec = reader->spec;
  if (spec->design != HHX_POINTS) return true;
  spec->axes = calloc(hh_params_count, sizeof *spec->axes);
  spec->points = calloc(LIST_VALUES, sizeof *spec->points);
  if (spec->axes == NULL || spec->points == NULL) return hhx_no_memory(reader);
  bool file = reader->points->kind == HHX_SCALAR;
  if (!(file ? read_points_file(reader) : read_points_list(reader))) return false;
  if (spec->samples == 0)
    return hhx_refuse(reader, reader->points, "points",
                      "no point; write a header of parameter names and a line a point");
  for (int i = 0; i < spec->axis_count; i++)
    if (!span_column(reader, i)) return false;
  return true;
}

/* -- how many points -------------------------------------------------------------------------- */

static bool check_dimensions(HhxReader *reader)
{
  const HhxSpec *spec = reader->spec;
  HhxDimensions dimensions = hhx_design_dimensions(spec);
  if (dimensions.needed <= dimensions.most) return true;
  return hhx_refuse(reader, reader->keys[SPEC_design], "design",
                    "%s needs %d dimensions for %d swept parameters, and its sequence has %d; "
                    "sweep fewer, or write kind: random",
                    hhx_design_names[spec->design], dimensions.needed, spec->axis_count,
                    dimensions.most);
}

static double count_points(const HhxSpec *spec)
{
  double points = spec->samples;
  switch (spec->design) {
  case HHX_GRID:
    points = 1;
    for (int i = 0; i < spec->axis_count; i++)
      points *= spec->axes[i].count;
    return points;
  case HHX_MORRIS: return points * (spec->axis_count + 1);
  case HHX_SALTELLI:
    return points * (spec->axis_count + 2) * (spec->scrambles > 0 ? spec->scrambles : 1);
  default: return points;
  }
}

/* Joins the points of a grid that conditions make one. */
static bool join_points(HhxReader *reader)
{
  HhxSpec *spec = reader->spec;
  bool conditions = false;
  for (int i = 0; i < spec->axis_count; i++)
    conditions = conditions || spec->axes[i].when_count > 0;
  if (!conditions || spec->design != HHX_GRID) return true;
  double full = count_points(spec);
  if (full > HHX_GRID_POINTS)
    return hhx_refuse(reader, reader->keys[SPEC_sweep], "sweep",
                      "%.4g points before conditions, and with conditions %d is the most; take "
                      "fewer steps, or a random design",
                      full, HHX_GRID_POINTS);
  int idle;
  if (!hhx_grid_number(spec, &idle)) return hhx_no_memory(reader);
  if (idle < 0) return true;
  const HhParam *param = spec->axes[idle].param;
  return hhx_refuse(reader, reader->axes[param - hh_params_table], param->name,
                    "counts at no point, its conditions never hold together; change `when`, or "
                    "delete the axis");
}

static bool check_runs(HhxReader *reader)
{
  const HhxSpec *spec = reader->spec;
  double points = spec->active != NULL ? (double)spec->active_count : count_points(spec);
  double runs = points * spec->scene_count * spec->mover_count * spec->replicates;
  if (runs <= RUNS_MAX) return true;
  const HhxNode *node = reader->keys[SPEC_sweep] != NULL ? reader->keys[SPEC_sweep] : reader->root;
  return hhx_refuse(reader, node, "sweep",
                    "%.4g episodes (points x scenes x movers x replicates), and 2^31 is the most; "
                    "take %s",
                    runs,
                    spec->design == HHX_TUNED
                        ? "a smaller budget or fewer replicates"
                        : "fewer steps or replicates, or a random design of fewer samples");
}

static bool check_replicates(HhxReader *reader)
{
  if (reader->spec->replicates <= HHX_REPLICATES_MAX) return true;
  return hhx_refuse(reader, reader->keys[SPEC_replicates], "replicates",
                    "%d is more than the statistics have room for; choose at most %d",
                    reader->spec->replicates, HHX_REPLICATES_MAX);
}

static bool check_seeds(HhxReader *reader)
{
  const HhxSpec *spec = reader->spec;
  int64_t count = hhx_design_seeds(spec), first = (int64_t)spec->seed;
  if (count - 1 <= HHX_SEED_MAX - first) return true;
  const HhxNode *node = reader->keys[SPEC_seed];
  if (node == NULL) node = reader->keys[SPEC_replicates];
  return hhx_refuse(reader, node, "seed",
                    "the last replicate's seed would be %lld, and seeds stay below 2^53; "
                    "choose at most %lld",
                    (long long)(first + count - 1), (long long)(HHX_SEED_MAX - count + 1));
}

bool hhx_check_points(HhxReader *reader)
{
  HhxSpec *spec = reader->spec;
  if (!check_dimensions(reader) || !join_points(reader) || !check_runs(reader) ||
      !check_replicates(reader) || !check_seeds(reader))
    return false;
  if (spec->design == HHX_LATIN_HYPERCUBE)
    spec->choice = hhx_cube_latin_choice(spec->seed, spec->axis_count, spec->samples);
  return true;
}
