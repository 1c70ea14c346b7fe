/* See the header. */
#include "spec_unread.h"

#include <stdlib.h>
#include <string.h>

static bool any_reads(const HhbScene *const *scenes, int count, const HhParam *param)
{
  for (int i = 0; i < count; i++)
    if (hhb_scene_reads(scenes[i], param)) return true;
  return false;
}

static bool among(const HhParam *const *params, int count, const HhParam *param)
{
  for (int i = 0; i < count; i++)
    if (params[i] == param) return true;
  return false;
}

void hhx_unread_warn(const HhbScene *const *scenes, int scene_count, const HhParam *const *params,
                     int count)
{
  enum { SHOWN = 6 };
  int unread = 0;
  for (int i = 0; i < count; i++) {
    if (any_reads(scenes, scene_count, params[i]) || among(params, i, params[i])) continue;
    if (unread < SHOWN)
      fprintf(stderr, "%s%s", unread == 0 ? "warning: nothing reads " : ", ", params[i]->name);
    unread++;
  }
  if (unread > SHOWN) fprintf(stderr, " and %d more", unread - SHOWN);
  if (unread == 0) return;
  fprintf(stderr, " in scene %s", scenes[0]->name);
  for (int i = 1; i < scene_count; i++)
    fprintf(stderr, ", %s", scenes[i]->name);
  fprintf(stderr, ", so it changes nothing\n");
}

void hhx_spec_unread_warn(const HhxSpec *spec)
{
  const HhbScene **scenes = calloc(hhb_scene_count, sizeof *scenes);
  const HhParam **params =
      calloc((size_t)(spec->setting_count + spec->axis_count) + 1, sizeof *params);
  int count = 0;
  for (int i = 0; params && i < spec->setting_count; i++)
    params[count++] = spec->settings[i].param;
  for (int i = 0; params && i < spec->axis_count; i++)
    params[count++] = spec->axes[i].param;
  if (scenes && params) hhx_unread_warn(scenes, hhx_spec_scenes(spec, scenes), params, count);
  free(scenes);
  free(params);
}

void hhx_run_unread_warn(const HhbScene *scene, const HhxParamsFile *file,
                         const char *const *assignments, int count)
{
  int listed = file ? file->count : 0, all = 0;
  const HhParam **params = calloc((size_t)(listed + count) + 1, sizeof *params);
  for (int i = 0; params && i < listed; i++)
    params[all++] = file->settings[i].param;
  for (int i = 0; params && i < count; i++) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(assignments[i], "="), assignments[i]);
    const HhParam *param = hh_param_find(hh_params_table, hh_params_count, name);
    if (param) params[all++] = param;
  }
  if (params) hhx_unread_warn(&scene, 1, params, all);
  free(params);
}
