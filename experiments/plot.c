/* Which pictures of which result: the words for the scripts of plots/. */
#include "plot.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "design.h"
#include "gallery.h"
#include "label.h"
#include "text.h"

enum { LINES_MOST = 6, LINES_IN_PANELS_MOST = 8, PANELS_MOST = 6 };

/* What the scripts for one column of summary.csv are told, besides the column. */
typedef struct Sheet {
  HhxText scenes, movers, axes, units, scales, values;
  const char *script;
} Sheet;

/* "Energy loss: sloped branch, random course" with the first letter raised; the heading ends and
 * the next line of the title begins. */
static void heading_write(HhxText *title, const char *what, const HhxSpec *spec, int scene)
{
  size_t start = title->size;
  hhx_text_add(title, "%s: ", what);
  if (!title->failed && title->chars[start] >= 'a' && title->chars[start] <= 'z')
    title->chars[start] = (char)(title->chars[start] - 'a' + 'A');
  for (int i = scene < 0 ? 0 : scene; i < (scene < 0 ? spec->scene_count : scene + 1); i++) {
    if (i > 0 && scene < 0) hhx_text_add(title, ", ");
    hhx_label_name(title, spec->scenes[i]->name);
  }
  hhx_text_add(title, "|");
}

/* One swept parameter: name, unit, scale; its values, or - and the ends of an interval. */
static void sheet_axis(Sheet *sheet, const HhxAxis *axis)
{
  const HhParam *param = axis->param;
  bool words = param->kind == HH_CHOICE;
  hhx_text_add(&sheet->axes, "%s ", param->name);
  if (sheet->values.size) hhx_text_add(&sheet->values, "|");
  hhx_text_add(&sheet->units, "%s ", words || !*param->unit ? "-" : param->unit);
  hhx_text_add(&sheet->scales, "%s ", words ? "words" : axis->log ? "log" : "linear");
  for (int i = 0; i < axis->count; i++) {
    char word[64];
    if (words)
      hh_param_choice_name(param, (int)axis->values[i], word, sizeof word);
    else
      snprintf(word, sizeof word, "%.17g", axis->values[i]);
    hhx_text_add(&sheet->values, "%s%s", i ? " " : "", word);
  }
  if (axis->count == 0) hhx_text_add(&sheet->values, "- %.17g %.17g", axis->low, axis->high);
}

/* No axis: bars. Up to three on a grid: lines, in panels by the axis with fewest values, when those
 * are few; two with many values each: a map. Otherwise a panel a parameter, a point a
 * configuration. */
static const char *sheet_script(const HhxSpec *spec)
{
  if (spec->axis_count == 0) return "bars.gp";
  if (spec->design != HHX_GRID || spec->axis_count > 3) return "points.gp";
  int fewest = INT_MAX, most = 0, sum = 0;
  for (int i = 0; i < spec->axis_count; i++) {
    int count = spec->axes[i].count;
    fewest = count < fewest ? count : fewest;
    most = count > most ? count : most;
    sum += count;
  }
  if (spec->axis_count == 1) return "lines.gp";
  if (spec->axis_count == 2) return fewest <= LINES_MOST ? "lines.gp" : "map.gp";
  return fewest <= PANELS_MOST && sum - fewest - most <= LINES_IN_PANELS_MOST ? "lines.gp"
                                                                              : "points.gp";
}

static void sheet_fill(const HhxSpec *spec, Sheet *sheet)
{
  *sheet = (Sheet){.script = sheet_script(spec)};
  for (int i = 0; i < spec->scene_count; i++)
    hhx_text_add(&sheet->scenes, "%s ", spec->scenes[i]->name);
  for (int i = 0; i < spec->mover_count; i++)
    hhx_text_add(&sheet->movers, "%s ", hh_mover_names[spec->movers[i]]);
  for (int i = 0; i < spec->axis_count; i++)
    sheet_axis(sheet, &spec->axes[i]);
}

static void sheet_free(Sheet *sheet)
{
  HhxText *texts[] = {&sheet->scenes, &sheet->movers, &sheet->axes,
                      &sheet->units,  &sheet->scales, &sheet->values};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]->chars);
}

/* Columns of summary.csv over what was swept, as the picture NAME; more than one for bars only. */
static void sheet_draw(HhxGallery *gallery, const Sheet *sheet, const char *name,
                       const char *columns, const char *label, const char *title)
{
  const char *words[HHX_GALLERY_WORDS] = {columns,
                                          label,
                                          title,
                                          hhx_text_word(&sheet->scenes),
                                          hhx_text_word(&sheet->movers),
                                          hhx_text_word(&sheet->axes),
                                          hhx_text_word(&sheet->units),
                                          hhx_text_word(&sheet->scales),
                                          hhx_text_word(&sheet->values)};
  hhx_gallery_draw(gallery, name, sheet->script, words);
}

static bool is_shown(const HhxSpec *spec, const char *metric)
{
  for (int i = 0; i < spec->metric_count; i++)
    if (spec->metrics[i] == hhb_metric_find(metric)) return true;
  return false;
}

/* regret_vs_cpu.svg, for a spec that shows regret and the time of a plan. Processor time is missing
 * with --timing=off; the script then takes the modelled cost, where the spec shows that. */
static void pareto_draw(HhxGallery *gallery, const HhxSpec *spec, const Sheet *sheet)
{
  static const char *const columns[] = {"planner_regret", "cpu_plan_us",
                                        "cost_model_us_per_creature_step"};
  if (spec->axis_count == 0 || !is_shown(spec, columns[0]) || !is_shown(spec, columns[1])) return;
  HhxText title = {0}, words = {0}, label = {0};
  for (int i = 0; i < (is_shown(spec, columns[2]) ? 3 : 2); i++) {
    hhx_text_add(&words, "%s%s", i ? " " : "", columns[i]);
    if (i) hhx_text_add(&label, "|");
    hhx_label_metric(&label, columns[i], true);
  }
  heading_write(&title, "planner regret against cost", spec, -1);
  hhx_text_add(&title,
               "how far from the exact optimum a configuration's plans are, and what they cost|");
  hhx_label_name(&title, spec->name);
  Sheet both = *sheet;
  both.script = "pareto.gp";
  sheet_draw(gallery, &both, "regret_vs_cpu", hhx_text_word(&words), hhx_text_word(&label),
             hhx_text_word(&title));
  free(title.chars);
  free(words.chars);
  free(label.chars);
}

/* METRIC.svg, and failures.svg, whose script puts in how the episodes ended. */
static void sweep_draw(HhxGallery *gallery, const HhxSpec *spec, const Sheet *sheet)
{
  HhxText title = {0}, label = {0}, name = {0};
  for (int i = 0; i < spec->metric_count; i++) {
    const HhbMetric *metric = &hhb_metric_table[spec->metrics[i]];
    title.size = label.size = name.size = 0;
    hhx_label_metric(&name, metric->name, false);
    hhx_label_metric(&label, metric->name, true);
    heading_write(&title, hhx_text_word(&name), spec, -1);
    hhx_text_add(&title, "%s|", metric->meaning);
    hhx_label_name(&title, spec->name);
    sheet_draw(gallery, sheet, metric->name, metric->name, hhx_text_word(&label),
               hhx_text_word(&title));
  }
  title.size = label.size = 0;
  heading_write(&title, "failed episodes", spec, -1);
  hhx_text_add(&title, "how many of the episodes did not end well|");
  hhx_label_name(&title, spec->name);
  hhx_text_add(&label, "of %d episodes", spec->replicates);
  sheet_draw(gallery, sheet, "failures", "failures", hhx_text_word(&label), hhx_text_word(&title));
  free(title.chars);
  free(label.chars);
  free(name.chars);
}

/* Several columns in one picture, a panel each, where nothing was swept. */
static void bars_draw(HhxGallery *gallery, const HhxSpec *spec, const Sheet *sheet,
                      const char *name, const char *what, const char *line,
                      const char *const columns[3])
{
  HhxText title = {0}, words = {0}, several = {0};
  for (int i = 0; i < 3; i++) {
    hhx_text_add(&words, "%s%s", i ? " " : "", columns[i]);
    if (i) hhx_text_add(&several, "|");
    hhx_label_metric(&several, columns[i], true);
  }
  heading_write(&title, what, spec, -1);
  hhx_text_add(&title, "%s|", line);
  hhx_label_name(&title, spec->name);
  sheet_draw(gallery, sheet, name, hhx_text_word(&words), hhx_text_word(&several),
             hhx_text_word(&title));
  free(title.chars);
  free(words.chars);
  free(several.chars);
}

/* Which episode the traces are. */
static void traced_write(HhxText *line, const HhxSpec *spec)
{
  char config[512];
  hhx_plot_config(spec, 0, config, sizeof config);
  hhx_text_add(line, "one episode of %d: replicate 0, seed %llu",
               (int)hhx_design_points(spec) * spec->replicates, (unsigned long long)spec->seed);
  if (*config) hhx_text_add(line, "; config 0: %s", config);
}

/* Courses over time, a picture a scene and script. */
static void traces_draw(HhxGallery *gallery, const HhxSpec *spec, const Sheet *sheet)
{
  static const char *const kinds[][2] = {
      {"paths", "paths"}, {"energy", "kinetic and potential energy"}, {"speed", "speed"}};
  HhxText low = {0}, high = {0}, name = {0}, script = {0}, title = {0};
  for (int scene = 0; scene < spec->scene_count; scene++) {
    HhParams params;
    hhx_design_params(spec, spec->scenes[scene], 0, &params);
    low.size = high.size = 0;
    hhx_text_add(&low, "%.17g", params.gibbon.speed_min);
    hhx_text_add(&high, "%.17g", params.gibbon.speed_max);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
      name.size = script.size = title.size = 0;
      hhx_text_add(&name, "%s_%s", kinds[kind][0], spec->scenes[scene]->name);
      hhx_text_add(&script, "%s.gp", kinds[kind][0]);
      heading_write(&title, kinds[kind][1], spec, scene);
      traced_write(&title, spec);
      hhx_text_add(&title, "|");
      hhx_label_name(&title, spec->name);
      const char *words[HHX_GALLERY_WORDS] = {spec->scenes[scene]->name,
                                              hhx_text_word(&sheet->movers), hhx_text_word(&title),
                                              hhx_text_word(&low), hhx_text_word(&high)};
      hhx_gallery_draw(gallery, hhx_text_word(&name), hhx_text_word(&script), words);
    }
  }
  HhxText *texts[] = {&low, &high, &name, &script, &title};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]->chars);
}

void hhx_plot_config(const HhxSpec *spec, int64_t point, char *text, size_t size)
{
  double *values = calloc((size_t)spec->axis_count + 1, sizeof *values);
  size_t used = 0;
  if (size > 0) *text = '\0';
  if (!values) return;
  hhx_design_values(spec, point, values);
  for (int i = 0; i < spec->axis_count && used < size; i++) {
    if (hhb_is_missing(values[i])) continue;
    const HhParam *param = spec->axes[i].param;
    char word[64];
    const char *unit = param->kind == HH_CHOICE ? "" : param->unit;
    if (param->kind == HH_CHOICE)
      hh_param_choice_name(param, (int)values[i], word, sizeof word);
    else
      snprintf(word, sizeof word, "%.4g", values[i]);
    used += (size_t)snprintf(text + used, size - used, "%s%s %s%s%s", used > 0 ? ", " : "",
                             param->name, word, *unit ? " " : "", unit);
  }
  free(values);
}

int hhx_plot_sweep(const HhxSpec *spec, const char *out, bool quiet)
{
  HhxGallery gallery;
  if (!hhx_gallery_open(&gallery, out, quiet)) return 0;
  Sheet sheet;
  sheet_fill(spec, &sheet);
  sweep_draw(&gallery, spec, &sheet);
  pareto_draw(&gallery, spec, &sheet);
  sheet_free(&sheet);
  return hhx_gallery_close(&gallery);
}

int hhx_plot_compare(const HhxSpec *spec, const char *out, bool quiet)
{
  HhxGallery gallery;
  if (!hhx_gallery_open(&gallery, out, quiet)) return 0;
  Sheet sheet;
  sheet_fill(spec, &sheet);
  traces_draw(&gallery, spec, &sheet);
  if (spec->axis_count == 0) {
    static const char *const jumps[3] = {"velocity_step_max_mps", "energy_step_max_ratio",
                                         "unphysical_dv_mps_per_m"};
    static const char *const losses[3] = {"energy_loss_J_per_kg_m", "muscle_added_J_per_kg_m",
                                          "muscle_removed_J_per_kg_m"};
    bars_draw(&gallery, spec, &sheet, "jumps", "jumps",
              "largest jumps where the law of motion changes, and the acceleration that neither "
              "gravity nor a pulling arm explains",
              jumps);
    bars_draw(&gallery, spec, &sheet, "losses", "energy lost and muscle work",
              "what collisions and deliberate bleed take, and what muscles add and remove, per "
              "metre of way",
              losses);
  }
  sweep_draw(&gallery, spec, &sheet);
  pareto_draw(&gallery, spec, &sheet);
  sheet_free(&sheet);
  return hhx_gallery_close(&gallery);
}
