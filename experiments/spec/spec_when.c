/* Conditions on axes, and the points of a grid that differ under them. */
#include "spec_when.h"

#include <assert.h>
#include <stdlib.h>

#include "spec_axis.h"
#include "spec_value.h"

int hhx_axis_find(const HhxSpec *spec, const HhParam *param)
{
  for (int i = 0; i < spec->axis_count; i++)
    if (spec->axes[i].param == param) return i;
  return -1;
}

bool hhx_condition_holds(const HhxCondition *condition, double value)
{
  for (int i = 0; i < condition->count; i++)
    if (condition->values[i] == value) return true;
  return false;
}

bool hhx_axis_active(const HhxSpec *spec, int axis, const double *values)
{
  for (int i = 0; i < spec->axes[axis].when_count; i++) {
    const HhxCondition *condition = &spec->axes[axis].when[i];
    int owner = hhx_axis_find(spec, condition->param);
    if (owner >= 0 && !hhx_condition_holds(condition, values[owner])) return false;
  }
  return true;
}

void hhx_axes_quiet(const HhxSpec *spec, double *values)
{
  for (int i = 0; i < spec->axis_count; i++)
    if (!hhx_axis_active(spec, i, values)) values[i] = hhb_missing();
}

/* Whether the axis has no value at some point: by a condition, or an empty cell in a list. */
static bool pauses(const HhxSpec *spec, int axis)
{
  if (spec->axes[axis].when_count > 0) return true;
  if (spec->design != HHX_POINTS) return false;
  for (int row = 0; row < spec->samples; row++)
    if (hhb_is_missing(spec->points[(size_t)row * (size_t)spec->axis_count + (size_t)axis]))
      return true;
  return false;
}

bool hhx_spec_gives(const HhxSpec *spec, const HhParam *param)
{
  for (int i = 0; i < spec->setting_count; i++)
    if (spec->settings[i].param == param) return true;
  int axis = hhx_axis_find(spec, param);
  return axis >= 0 && !pauses(spec, axis);
}

static HhxIdle idle_in(const HhxSpec *spec, const HhbScene *scene)
{
  HhParams params;
  hhb_scene_preset(scene, &params);
  for (int i = 0; i < spec->setting_count; i++)
    hh_param_set(spec->settings[i].param, &params, spec->settings[i].value);
  for (int i = 0; i < spec->axis_count; i++)
    for (int j = 0; j < spec->axes[i].when_count; j++) {
      const HhxCondition *condition = &spec->axes[i].when[j];
      double value = hh_param_get(condition->param, &params);
      if (hhx_axis_find(spec, condition->param) < 0 && !hhx_condition_holds(condition, value))
        return (HhxIdle){&spec->axes[i], condition->param, value, scene};
    }
  return (HhxIdle){.axis = NULL};
}

HhxIdle hhx_idle_find(const HhxSpec *spec)
{
  const HhbScene *scenes[HHX_AXES];
  int count = hhx_spec_scenes(spec, scenes);
  for (int i = 0; i < count; i++) {
    HhxIdle idle = idle_in(spec, scenes[i]);
    if (idle.axis != NULL) return idle;
  }
  return (HhxIdle){.axis = NULL};
}

void hhx_idle_text(const HhxIdle *idle, char *text, size_t size)
{
  char value[64];
  hhx_value_text(idle->param, idle->value, value, sizeof value);
  snprintf(text, size,
           "leaves %s no point where it counts: %s is %s in scene %s; set it to what `when` asks "
           "for, sweep it before, or delete %s",
           idle->axis->param->name, idle->param->name, value, idle->scene->name,
           idle->axis->param->name);
}

typedef struct Walk {
  const HhxSpec *spec;
  int64_t *points; /* null: only count */
  int64_t count;
  double values[HHX_AXES];
  bool met[HHX_AXES]; /* axes that count somewhere */
} Walk;

/* The points below one choice of the first `axis` values, whose number that is. No deeper than
 * there are axes. */
static void visit(Walk *walk, int axis, int64_t number)
{
  const HhxSpec *spec = walk->spec;
  if (axis == spec->axis_count) {
    if (walk->points != NULL) walk->points[walk->count] = number;
    walk->count++;
    return;
  }
  bool active = hhx_axis_active(spec, axis, walk->values);
  walk->met[axis] = walk->met[axis] || active;
  int count = spec->axes[axis].count;
  for (int i = 0; i < (active ? count : 1); i++) {
    walk->values[axis] = active ? spec->axes[axis].values[i] : hhb_missing();
    visit(walk, axis + 1, number * count + i);
  }
}

bool hhx_grid_number(HhxSpec *spec, int *idle)
{
  *idle = -1;
  assert(spec->design == HHX_GRID && spec->axis_count <= HHX_AXES && spec->active == NULL);
  Walk *walk = calloc(1, sizeof *walk);
  if (walk == NULL) return false;
  walk->spec = spec;
  visit(walk, 0, 0);
  spec->active_count = walk->count;
  spec->active = calloc((size_t)walk->count, sizeof *spec->active);
  walk->points = spec->active;
  walk->count = 0;
  if (walk->points != NULL) visit(walk, 0, 0);
  for (int i = spec->axis_count - 1; i >= 0; i--)
    if (!walk->met[i]) *idle = i;
  free(walk);
  return spec->active != NULL;
}
