/* Lists of scenes, movers, parameters and metrics. */
#include "list.h"

#include <stdio.h>
#include <string.h>

#include "actor/actor.h"
#include "metrics.h"
#include "scene.h"
#include "spec_value.h"

static void list_scenes(void)
{
  for (size_t i = 0; i < hhb_scene_count; i++) {
    const HhbScene *scene = &hhb_scene_table[i];
    printf("%-16s %s\n", scene->name, scene->meaning);
    for (const HhbPreset *preset = scene->presets; preset->name != NULL; preset++) {
      const HhParam *param = hh_param_find(hh_params_table, hh_params_count, preset->name);
      char text[64];
      hhx_value_text(param, preset->value, text, sizeof text);
      printf("%-16s   presets %s: %s\n", "", preset->name, text);
    }
  }
}

static void list_movers(void)
{
  for (int i = 0; i < HH_MOVER_COUNT; i++)
    printf("%-21s %s\n", hh_mover_names[i], hh_mover_meaning((HhMover)i));
}

static void list_params(void)
{
  for (size_t i = 0; i < hh_params_count; i++) {
    const HhParam *param = &hh_params_table[i];
    char preset[64], range[160];
    hhx_value_text(param, param->preset, preset, sizeof preset);
    hhx_range_text(param, range, sizeof range);
    printf("%s\n  %s\n  default %s, %s\n  source: %s\n", param->name, param->meaning, preset, range,
           param->source);
  }
}

static void list_metrics(void)
{
  for (int i = 0; i < HHB_METRIC_COUNT; i++) {
    const HhbMetric *metric = &hhb_metric_table[i];
    const char *unit = metric->unit[0] != '\0'     ? metric->unit
                       : metric->kind == HHB_COUNT ? "count"
                                                   : "ratio";
    printf("%-34s %-10s %s%s\n", metric->name, unit, metric->meaning,
           metric->kind == HHB_CLOCK ? " (clock: empty with --timing=off)" : "");
  }
}

int hhx_list(const char *what)
{
  static const struct {
    const char *name;
    void (*print)(void);
  } lists[] = {{"scenes", list_scenes},
               {"movers", list_movers},
               {"params", list_params},
               {"metrics", list_metrics}};
  for (size_t i = 0; what != NULL && i < sizeof lists / sizeof lists[0]; i++) {
    if (strcmp(lists[i].name, what) != 0) continue;
    lists[i].print();
    return 0;
  }
  if (what == NULL)
    fprintf(stderr, "handhold list: which list? There are ");
  else
    fprintf(stderr, "handhold list: there is no list %s; there are ", what);
  fprintf(stderr, "scenes, movers, params and metrics\n");
  return 2;
}
