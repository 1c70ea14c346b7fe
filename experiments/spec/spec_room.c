/* See the header. A den is laid in the room, and its ways are looked at. */
#include "spec_room.h"

#include <stdio.h>
#include <stdlib.h>

#include "creature/den_paths.h"
#include "spec_axis.h"

static const char remedy[] =
    "a daddy long legs goes from one exit to another (den.goal exit); %s, or set den.goal to "
    "wander";

static bool leads(const HhDen *den, const HhDenPlace *from, const HhDenPlace *to)
{
  int x = from->x, y = from->y;
  return from->exit >= 0 && to->exit >= 0 && hh_den_paths_next(den, to->field, &x, &y);
}

/* Whether a way leads from any exit to another; true where memory ran out, as the run will say. */
static bool any_leads(const HhRoom *room)
{
  enum { ALIGN = 64 };
  HhDenSettings settings;
  hh_den_preset(&settings);
  size_t bytes = (hh_den_bytes(&settings, room) + ALIGN - 1) / ALIGN * ALIGN;
  void *memory = aligned_alloc(ALIGN, bytes);
  if (memory == NULL) return true;
  HhDen *den;
  bool found = false;
  hh_den_start(&settings, room, 1, memory, &den);
  for (int from = 0; from < den->place_count && !found; from++)
    for (int to = 0; to < den->place_count && !found; to++)
      found = from != to && leads(den, &den->places[from], &den->places[to]);
  free(memory);
  return found;
}

/* "0, 1 and 2" */
static void list_exits(int count, char *text, size_t size)
{
  size_t used = 0;
  for (int i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%x",
                             i == 0          ? ""
                             : i < count - 1 ? ", "
                                             : " and ",
                             (unsigned)i);
}

static bool check(const char *path, const HhRoom *room, HhxError *error)
{
  char what[200], exits[96] = "";
  list_exits(room->exit_count, exits, sizeof exits);
  const char *help = "write 0 and 1 where it may go in and out";
  if (room->exit_count >= 2) {
    if (any_leads(room)) return true;
    snprintf(what, sizeof what, "no way leads between its exits %s", exits);
    help = "open one";
  } else if (room->exit_count == 1)
    snprintf(what, sizeof what, "it has one exit, 0");
  else
    snprintf(what, sizeof what, "it has no exits");
  char text[400];
  snprintf(text, sizeof text, remedy, help);
  return hhx_error_at(error, path, 0, 0, NULL, "%s, and %s", what, text);
}

bool hhx_room_leads(const char *path, const HhRoom *room, const HhParams *params, HhxError *error)
{
  bool goes = params->den.daddies > 0 && params->den.goal == HH_DEN_EXIT;
  return !goes || check(path, room, error);
}

/* Whether the parameter is zero, or is not, anywhere in the design. */
static bool may_be(const HhxSpec *spec, const char *name, bool zero)
{
  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, name);
  HhParams params;
  bool may = false, always = false;
  for (int i = 0; i < spec->axis_count; i++) {
    const HhxAxis *axis = &spec->axes[i];
    if (axis->param != param) continue;
    always = axis->when_count == 0 && spec->design != HHX_POINTS;
    for (int j = 0; j < axis->count; j++)
      may = may || (axis->values[j] == 0) == zero;
    if (axis->count == 0) may = zero ? axis->low <= 0 : axis->high > 0;
  }
  hhx_axis_params(&(HhxSpec){.settings = spec->settings, .setting_count = spec->setting_count},
                  hhb_scene_find("room"), NULL, &params);
  return may || (!always && (hh_param_get(param, &params) == 0) == zero);
}

bool hhx_spec_room_leads(const HhxSpec *spec, const char *path, HhxError *error)
{
  bool goes = spec->room.room.tiles != NULL && may_be(spec, "den.daddies", false) &&
              may_be(spec, "den.goal", true);
  return !goes || check(path, &spec->room.room, error);
}
