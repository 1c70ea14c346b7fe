/* The key `sweep`: axes, their values and their conditions. */
#include <stdlib.h>
#include <string.h>

#include "spec_axis.h"
#include "spec_reader.h"
#include "spec_when.h"

#define AXIS_KEY_LIST(X) X(values) X(min) X(max) X(steps) X(scale) X(when)
#define AXIS_KEY(key)    AXIS_##key,

enum { AXIS_KEY_LIST(AXIS_KEY) AXIS_KEYS };
static const char *const axis_keys[] = {AXIS_KEY_LIST(HHX_KEY_NAME)};
static const char *const scales[] = {"linear", "log"};

/* -- values ----------------------------------------------------------------------------------- */

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

static bool read_listed(HhxReader *reader, const HhxNode *list, HhxAxis *axis)
{
  const char *name = axis->param->name;
  if (!hhx_expect(reader, list, name, HHX_LIST, "values: [1, 2, 3]")) return false;
  if (!hhx_expect_filled(reader, list, name, "values: [1, 2, 3]")) return false;
  reader->listed += list->count;
  if (reader->listed > HHX_AXIS_VALUES)
    return hhx_refuse(reader, list, name, "more than %d listed values in all; use an interval",
                      HHX_AXIS_VALUES);
  size_t count = (size_t)list->count;
  axis->values = calloc(count, sizeof *axis->values);
  if (axis->values == NULL) return hhx_no_memory(reader);
  for (const HhxNode *item = list->child; item != NULL; item = item->next)
    if (!hhx_read_value(reader, item, axis->param, &axis->values[axis->count++])) return false;

  /* A twin is looked for in a sorted copy, and told where it stands the second time. */
  double *sorted = calloc(count, sizeof *sorted);
  if (sorted == NULL) return hhx_no_memory(reader);
  memcpy(sorted, axis->values, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, by_value);
  const double *found = find_twin(sorted, axis->count);
  double twin = found != NULL ? *found : 0;
  free(sorted);
  if (found == NULL) return true;
  int index = 0, met = 0;
  for (const HhxNode *item = list->child; item != NULL; item = item->next, index++)
    if (axis->values[index] == twin && ++met == 2)
      return hhx_refuse(reader, item, name, "'%s' is there a second time; delete one of the two",
                        hhx_shown(item->text).text);
  return true;
}

/* The values of a grid's interval, all different. */
static bool space_out(HhxReader *reader, const HhxNode *steps, HhxAxis *axis)
{
  const HhParam *param = axis->param;
  if (steps == NULL)
    return hhx_refuse(reader, reader->axes[param - hh_params_table], param->name,
                      "steps missing; write {min: ..., max: ..., steps: 5}");
  int64_t count;
  if (!hhx_read_whole(reader, steps, "steps", 2, HHX_AXIS_VALUES, &count)) return false;
  axis->steps = (int)count;
  axis->values = calloc((size_t)count, sizeof *axis->values);
  if (axis->values == NULL) return hhx_no_memory(reader);
  for (axis->count = 0; axis->count < axis->steps; axis->count++)
    axis->values[axis->count] = hhx_axis_step(axis, axis->count, axis->steps);

  const double *twin = find_twin(axis->values, axis->count);
  if (twin == NULL) return true;
  return hhx_refuse(reader, steps, param->name,
                    "%d steps from %s to %s meet %s twice; take fewer steps or list the values",
                    axis->steps, hhx_number(axis->low).text, hhx_number(axis->high).text,
                    hhx_number(*twin).text);
}

static bool read_interval(HhxReader *reader, const HhxNode *map, const HhxNode **keys,
                          HhxAxis *axis)
{
  const HhParam *param = axis->param;
  if (param->kind == HH_CHOICE)
    return hhx_refuse(reader, map, param->name,
                      "words have no interval; write {values: [...]} with %s", param->unit);
  if (keys[AXIS_min] == NULL || keys[AXIS_max] == NULL)
    return hhx_refuse(reader, map, param->name, "%s missing; write {values: [...]}, or min and max",
                      keys[AXIS_min] == NULL ? "min" : "max");
  if (!hhx_read_value(reader, keys[AXIS_min], param, &axis->low)) return false;
  if (!hhx_read_value(reader, keys[AXIS_max], param, &axis->high)) return false;
  if (axis->low >= axis->high)
    return hhx_refuse(reader, keys[AXIS_max], param->name,
                      "max %s is not above min %s; exchange them, or use `set` for one value",
                      hhx_number(axis->high).text, hhx_number(axis->low).text);

  if (keys[AXIS_scale] != NULL) {
    int scale = hhx_read_word(reader, keys[AXIS_scale], "scale", scales, 2, "scale");
    if (scale < 0) return false;
    axis->log = scale == 1;
  }
  if (axis->log && axis->low <= 0)
    return hhx_refuse(reader, keys[AXIS_min], param->name,
                      "min %s on a log scale; choose min above 0, or scale: linear",
                      hhx_number(axis->low).text);
  if (reader->spec->design == HHX_GRID) return space_out(reader, keys[AXIS_steps], axis);
  if (keys[AXIS_steps] == NULL) return true;
  return hhx_refuse(reader, keys[AXIS_steps], "steps", "%s places its own points; delete steps%s",
                    reader->spec->design == HHX_TUNED ? "an optimizer" : "the design",
                    reader->spec->design == HHX_TUNED ? "" : ", or write kind: grid");
}

/* -- conditions ------------------------------------------------------------------------------- */

static bool is_swept_later(const HhxReader *reader, const char *name)
{
  for (const HhxNode *key = reader->keys[SPEC_sweep]->child; key != NULL; key = key->next->next)
    if (key->kind == HHX_SCALAR && strcmp(key->text, name) == 0) return true;
  return false;
}

/* Whether the axis can be at `value` other than by chance. */
static bool can_be(const HhxAxis *axis, double value)
{
  for (int i = 0; i < axis->count; i++)
    if (axis->values[i] == value) return true;
  return axis->count == 0 && axis->param->kind == HH_COUNT && value >= axis->low &&
         value <= axis->high;
}

/* One value of a condition; `before` is the axis that it is on, or null. */
static bool read_condition_value(HhxReader *reader, const HhxNode *node, const HhxAxis *before,
                                 HhxCondition *condition)
{
  const char *name = condition->param->name;
  double value;
  if (!hhx_read_value(reader, node, condition->param, &value)) return false;
  for (int i = 0; i < condition->count; i++)
    if (condition->values[i] == value)
      return hhx_refuse(reader, node, name, "'%s' is there a second time; delete one of the two",
                        hhx_shown(node->text).text);
  condition->values[condition->count++] = value;
  if (before == NULL || can_be(before, value)) return true;
  if (before->count == 0 && before->param->kind == HH_REAL)
    return hhx_refuse(reader, node, name,
                      "is %s by chance only, being swept over an interval; list its values",
                      hhx_shown(node->text).text);
  return hhx_refuse(reader, node, name,
                    "is never %s in this sweep; choose one of its values, or add it there",
                    hhx_shown(node->text).text);
}

static bool read_condition(HhxReader *reader, const HhxNode *key, const HhxNode **seen,
                           HhxAxis *axis)
{
  static const char example[] = "{planner.method: iterative}";
  const HhParam *param = hhx_read_param(reader, key, seen);
  if (param == NULL) return false;
  const HhxNode *node = key->next;
  int before = hhx_axis_find(reader->spec, param);
  if (param == axis->param)
    return hhx_refuse(reader, key, param->name,
                      "a condition on itself; name a parameter that is swept before it");
  if (before < 0 && is_swept_later(reader, param->name))
    return hhx_refuse(reader, key, param->name,
                      "swept after %s, which depends on it; move it above", axis->param->name);
  if (node->kind == HHX_LIST && !hhx_expect_filled(reader, node, param->name, example))
    return false;
  if (node->kind != HHX_LIST && !hhx_expect(reader, node, param->name, HHX_SCALAR, example))
    return false;

  int count = node->kind == HHX_LIST ? node->count : 1;
  reader->listed += count;
  if (reader->listed > HHX_AXIS_VALUES)
    return hhx_refuse(reader, node, param->name, "more than %d listed values in all; list fewer",
                      HHX_AXIS_VALUES);
  HhxCondition *condition = &axis->when[axis->when_count++];
  condition->param = param;
  condition->values = calloc((size_t)count, sizeof *condition->values);
  if (condition->values == NULL) return hhx_no_memory(reader);
  const HhxAxis *owner = before >= 0 ? &reader->spec->axes[before] : NULL;
  if (node->kind == HHX_SCALAR) return read_condition_value(reader, node, owner, condition);
  for (const HhxNode *item = node->child; item != NULL; item = item->next)
    if (!read_condition_value(reader, item, owner, condition)) return false;
  return true;
}

static bool read_when(HhxReader *reader, const HhxNode *map, HhxAxis *axis)
{
  if (map == NULL) return true;
  if (!hhx_expect(reader, map, "when", HHX_MAP, "{planner.method: iterative}")) return false;
  if (!hhx_expect_filled(reader, map, "when", "{planner.method: iterative}")) return false;
  const HhxNode **seen = calloc(hh_params_count, sizeof *seen);
  axis->when = calloc((size_t)map->count, sizeof *axis->when);
  bool done = seen != NULL && axis->when != NULL;
  if (!done) hhx_no_memory(reader);
  for (const HhxNode *key = map->child; done && key != NULL; key = key->next->next)
    done = read_condition(reader, key, seen, axis);
  free(seen);
  return done;
}

/* -- axes ------------------------------------------------------------------------------------- */

static bool read_axis(HhxReader *reader, const HhxNode *map, HhxAxis *axis)
{
  const char *name = axis->param->name;
  if (!hhx_expect(reader, map, name, HHX_MAP, "{values: [...]} or {min: ..., max: ...}"))
    return false;
  const HhxNode *keys[AXIS_KEYS] = {NULL};
  if (!hhx_read_keys(reader, map, axis_keys, AXIS_KEYS, keys)) return false;
  if (keys[AXIS_values] == NULL)
    return read_interval(reader, map, keys, axis) && read_when(reader, keys[AXIS_when], axis);
  for (int i = 0; i < AXIS_KEYS; i++)
    if (i != AXIS_values && i != AXIS_when && keys[i] != NULL)
      return hhx_refuse(reader, keys[i], name,
                        "%s beside values; keep either values or an interval", axis_keys[i]);
  return read_listed(reader, keys[AXIS_values], axis) && read_when(reader, keys[AXIS_when], axis);
}

bool hhx_read_sweep(HhxReader *reader)
{
  HhxSpec *spec = reader->spec;
  const HhxNode *map = reader->keys[SPEC_sweep];
  if (map != NULL &&
      !hhx_expect(reader, map, "sweep", HHX_MAP, "{planner.iterations: {values: [1, 2, 5]}}"))
    return false;
  if (spec->design == HHX_POINTS) {
    if (map == NULL || map->count == 0) return true;
    return hhx_refuse(reader, map, "sweep",
                      "beside a list, whose header says what is swept; delete one of the two");
  }
  if (map != NULL && map->count > 0) {
    spec->axes = calloc(hh_params_count, sizeof *spec->axes);
    if (spec->axes == NULL) return hhx_no_memory(reader);
    for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
      const HhParam *param = hhx_read_param(reader, key, reader->axes);
      if (param == NULL) return false;
      if (reader->settings[param - hh_params_table] != NULL)
        return hhx_refuse(reader, key, param->name,
                          "both in set and in sweep; delete one of the two");
      HhxAxis *axis = &spec->axes[spec->axis_count++];
      axis->param = param;
      if (!read_axis(reader, key->next, axis)) return false;
    }
  }
  if (spec->axis_count > 0 || spec->design == HHX_GRID) return true;
  if (spec->design == HHX_TUNED)
    return hhx_refuse(reader, reader->keys[SPEC_optimizer], "optimizer",
                      "has nothing to choose; add `sweep` with the parameters to tune");
  return hhx_refuse(reader, reader->keys[SPEC_design], "design",
                    "%s, but nothing is swept; add `sweep`, or write kind: grid",
                    hhx_design_names[spec->design]);
}
