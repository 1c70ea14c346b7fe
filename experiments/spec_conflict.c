/* The corners of a design, held against hh_params_fault. */
#include "spec_conflict.h"

#include <string.h>

#include "spec_value.h"

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

static HhxConflict conflict(const HhParams *params, const HhbScene *scene, const char *name)
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

/* Faults of one scene; base has every axis at its low end. */
static HhxConflict scene_conflict(const HhxSpec *spec, const HhbScene *scene, const HhParams *base)
{
  const char *fault = hh_params_fault(base);
  if (fault != NULL) return conflict(base, scene, fault);
  for (int i = 0; i < spec->axis_count; i++) {
    HhParams one = *base;
    hh_param_set(spec->axes[i].param, &one, extreme(&spec->axes[i], true));
    fault = hh_params_fault(&one);
    if (fault != NULL) return conflict(&one, scene, fault);
    for (int j = 0; j < i; j++) {
      HhParams both = one;
      hh_param_set(spec->axes[j].param, &both, extreme(&spec->axes[j], true));
      fault = hh_params_fault(&both);
      if (fault != NULL) return conflict(&both, scene, fault);
    }
  }
  return (HhxConflict){.name = NULL};
}

HhxConflict hhx_spec_conflict(const HhxSpec *spec)
{
  HhxConflict found = {.name = NULL};
  for (int s = 0; s < spec->scene_count && found.name == NULL; s++) {
    HhParams base;
    hhb_scene_preset(spec->scenes[s], &base);
    for (int i = 0; i < spec->setting_count; i++)
      hh_param_set(spec->settings[i].param, &base, spec->settings[i].value);
    for (int i = 0; i < spec->axis_count; i++)
      hh_param_set(spec->axes[i].param, &base, extreme(&spec->axes[i], false));
    found = scene_conflict(spec, spec->scenes[s], &base);
  }
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
