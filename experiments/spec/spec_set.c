/* Settings from a parameter file and the command line, put over those of the spec. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "params_file.h"
#include "spec_conflict.h"
#include "spec_room.h"
#include "spec_when.h"

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

/* The place of the last setting of one of two names, the second of which may be null. */
typedef struct Place {
  const char *owner, *path; /* the name; the file, null when it was given by --set */
  int line;
} Place;

static Place place_of(const char *name, const char *partner, const HhxParamsFile *file,
                      const char *const *assignments, int count)
{
  Place place = {.owner = name};
  for (int i = 0; file != NULL && i < file->count; i++) {
    const char *given = file->settings[i].param->name;
    if (strcmp(given, name) != 0 && (partner == NULL || strcmp(given, partner) != 0)) continue;
    place = (Place){.owner = given, .path = file->path, .line = file->lines[i]};
  }
  for (int i = 0; i < count; i++) {
    bool other = partner != NULL && is_of(assignments[i], partner);
    if (other || is_of(assignments[i], name)) place = (Place){.owner = other ? partner : name};
  }
  return place;
}

/* What all settings leave: axes that count nowhere, parameters at odds, a room without a way. */
static bool check_together(const HhxSpec *spec, const HhxParamsFile *file,
                           const char *const *assignments, int count, HhxError *error)
{
  char text[320];
  const char *name, *partner = NULL;
  HhxIdle idle = hhx_idle_find(spec);
  if (idle.axis != NULL) {
    name = idle.param->name;
    hhx_idle_text(&idle, text, sizeof text);
  } else {
    HhxConflict conflict = hhx_spec_conflict(spec);
    if (conflict.name == NULL) return hhx_spec_room_leads(spec, "room", error);
    name = conflict.name;
    partner = conflict.partner;
    hhx_conflict_text(&conflict, text, sizeof text);
  }
  Place place = place_of(name, partner, file, assignments, count);
  return hhx_error_at(error, place.path, place.line, 1, place.owner, "%s", text);
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
  if (done && (count > 0 || file != NULL))
    done = check_together(spec, file, assignments, count, error);

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
