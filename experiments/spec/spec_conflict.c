/* The corners of a design, held against hh_params_fault; and words about what is at odds. */
#include "spec_conflict.h"

#include <string.h>

#include "spec_axis.h"
#include "spec_value.h"
#include "spec_when.h"

static double extreme(const HhxAxis *axis, bool high)
{
  if (axis->count == 0) return high ? axis->high : axis->low;
  double found = axis->values[0];
  for (int i = 1; i < axis->count; i++)
    if (high ? axis->values[i] > found : axis->values[i] < found) found = axis->values[i];
  return found;
}

static const HhParam *row(const char *name)
{
  return hh_param_find(hh_params_table, hh_params_count, name);
}

static HhxConflict conflict_of(const HhParams *params, const HhbScene *scene, const char *name)
{
  HhxConflict found = {.name = name, .scene = scene};
  found.value = hh_param_get(row(name), params);
  char partner[64];
  size_t length = strlen(name);
  if (length < 5 || length >= sizeof partner || strcmp(name + length - 4, "_min") != 0)
    return found;
  memcpy(partner, name, length + 1);
  memcpy(partner + length - 4, "_max", 4);
  if (row(partner) == NULL) return found;
  found.partner = row(partner)->name;
  found.partner_value = hh_param_get(row(partner), params);
  return found;
}

static HhxConflict point_conflict(const HhxSpec *spec, const HhbScene *scene, const double *values)
{
  HhParams params;
  hhx_axis_params(spec, scene, values, &params);
  const char *fault = hh_params_fault(&params);
  return fault != NULL ? conflict_of(&params, scene, fault) : (HhxConflict){.name = NULL};
}

/* Values at which an axis is looked at: all of a few that others depend on, else its ends. */
static int looked_at(const HhxSpec *spec, int axis)
{
  enum { FEW = 16 };
  const HhxAxis *owner = &spec->axes[axis];
  for (int i = axis + 1; i < spec->axis_count; i++)
    for (int j = 0; j < spec->axes[i].when_count; j++)
      if (spec->axes[i].when[j].param == owner->param && owner->count > 0 && owner->count <= FEW)
        return owner->count;
  return 2;
}

static double look(const HhxSpec *spec, int axis, int index)
{
  bool all = looked_at(spec, axis) > 2;
  return all ? spec->axes[axis].values[index] : extreme(&spec->axes[axis], index == 1);
}

typedef struct Corner {
  bool conditions; /* the spec has some */
  bool pinned[HHX_AXES];
  double values[HHX_AXES];
} Corner;

/* Whether axes that are pinned and depend on `owner` count where it has `value`. */
static bool suits(const HhxSpec *spec, const Corner *corner, int owner, double value)
{
  for (int i = owner + 1; i < spec->axis_count; i++)
    for (int j = 0; corner->pinned[i] && j < spec->axes[i].when_count; j++) {
      const HhxCondition *condition = &spec->axes[i].when[j];
      if (condition->param == spec->axes[owner].param && !hhx_condition_holds(condition, value))
        return false;
    }
  return true;
}

/* Pins what pinned axes depend on, so that they count, if they ever do together. */
static void pin_owners(const HhxSpec *spec, Corner *corner)
{
  for (int owner = spec->axis_count - 1; owner >= 0; owner--)
    for (int i = owner + 1; i < spec->axis_count && !corner->pinned[owner]; i++)
      for (int j = 0; corner->pinned[i] && j < spec->axes[i].when_count; j++) {
        const HhxCondition *condition = &spec->axes[i].when[j];
        if (condition->param != spec->axes[owner].param) continue;
        for (int k = 0; k < condition->count && !corner->pinned[owner]; k++) {
          corner->values[owner] = condition->values[k];
          corner->pinned[owner] = suits(spec, corner, owner, condition->values[k]);
        }
      }
}

/* The fault of one point, axes that are not pinned at their low ends where they count. */
static HhxConflict corner_conflict(const HhxSpec *spec, const HhbScene *scene, Corner *corner)
{
  if (corner->conditions) pin_owners(spec, corner);
  for (int i = 0; i < spec->axis_count; i++) {
    if (!corner->pinned[i]) corner->values[i] = extreme(&spec->axes[i], false);
    if (!hhx_axis_active(spec, i, corner->values)) corner->values[i] = hhb_missing();
  }
  return point_conflict(spec, scene, corner->values);
}

static HhxConflict corners_conflict(const HhxSpec *spec, const HhbScene *scene)
{
  Corner corner = {.conditions = false};
  for (int i = 0; i < spec->axis_count; i++)
    corner.conditions = corner.conditions || spec->axes[i].when_count > 0;
  HhxConflict found = corner_conflict(spec, scene, &corner);
  for (int i = 0; i < spec->axis_count; i++)
    for (int j = -1; j < i; j++) /* -1: the axis alone */
      for (int a = 0; a < looked_at(spec, i); a++)
        for (int b = 0; b < (j >= 0 ? looked_at(spec, j) : 1); b++) {
          if (found.name != NULL) return found;
          memset(corner.pinned, 0, sizeof corner.pinned);
          corner.pinned[i] = true;
          corner.values[i] = look(spec, i, a);
          if (j >= 0) corner.pinned[j] = true, corner.values[j] = look(spec, j, b);
          found = corner_conflict(spec, scene, &corner);
        }
  return found;
}

static HhxConflict list_conflict(const HhxSpec *spec, const HhbScene *scene)
{
  HhxConflict found = {.name = NULL};
  for (int row = 0; row < spec->samples && found.name == NULL; row++)
    found = point_conflict(spec, scene, spec->points + (size_t)row * (size_t)spec->axis_count);
  return found;
}

HhxConflict hhx_spec_conflict(const HhxSpec *spec)
{
  const HhbScene *scenes[HHX_AXES];
  int count = hhx_spec_scenes(spec, scenes);
  HhxConflict found = {.name = NULL};
  for (int i = 0; i < count && found.name == NULL; i++)
    found = spec->design == HHX_POINTS ? list_conflict(spec, scenes[i])
                                       : corners_conflict(spec, scenes[i]);
  return found;
}

void hhx_conflict_text(const HhxConflict *conflict, char *text, size_t size)
{
  HhxNumber value = hhx_number(conflict->value), other = hhx_number(conflict->partner_value);
  if (conflict->partner != NULL)
    snprintf(text, size,
             "leaves %s not below %s somewhere in the design (scene %s, %s against %s); "
             "set or sweep both so that it is",
             conflict->name, conflict->partner, conflict->scene->name, value.text, other.text);
  else
    snprintf(text, size,
             "leaves %s = %s at odds with another parameter somewhere in the design (scene %s); "
             "see handhold list params",
             conflict->name, value.text, conflict->scene->name);
}

/* Names of the scenes, or of the movers, that are in rooms or not; at most 512 bytes. */
static void list_scenes(bool room, char *text, size_t size)
{
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < hhb_scene_count && used < size; i++)
    if (hhb_scene_is_room(&hhb_scene_table[i]) == room)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                               hhb_scene_table[i].name);
}

static void list_movers(bool room, char *text, size_t size)
{
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < HH_MOVER_COUNT && used < size; i++)
    if (hh_mover_in_room((HhMover)i) == room)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                               hh_mover_names[i]);
}

void hhx_unsuited_text(const HhbScene *scene, HhMover mover, char *text, size_t size)
{
  char scenes[320], movers[160];
  list_scenes(hh_mover_in_room(mover), scenes, sizeof scenes);
  list_movers(hhb_scene_is_room(scene), movers, sizeof movers);
  snprintf(text, size,
           "%s, and scene %s is made of %s; choose another scene (%s) or another mover (%s)",
           hh_mover_in_room(mover) ? "lives in rooms of tiles" : "moves along holds", scene->name,
           hhb_scene_is_room(scene) ? "tiles" : "holds", scenes, movers);
}
