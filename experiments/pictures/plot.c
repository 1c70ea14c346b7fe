/* Which pictures of which result: the words for the scripts of plots/. */
#include "plot.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "design.h"
#include "label.h"
#include "plot_words.h"

enum { LINES_MOST = 6, LINES_IN_PANELS_MOST = 8, PANELS_MOST = 6 };

/* Whether points fill no grid, or one with holes. */
static bool is_sampled(const HhxSpec *spec)
{
  bool holes = false;
  for (int i = 0; i < spec->axis_count; i++)
    holes = holes || spec->axes[i].when_count > 0;
  return spec->axis_count > 0 && (holes || spec->design != HHX_GRID);
}

/* No axis: bars. Up to three on a grid: lines, in panels by the axis with fewest values, when those
 * are few; two with many values each: a map. Otherwise a panel a parameter, a point a
 * configuration. */
static const char *metric_script(const HhxSpec *spec)
{
  if (spec->axis_count == 0) return "bars.gp";
  if (is_sampled(spec) || spec->axis_count > 3) return "points.gp";
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

static bool is_shown(const HhxSpec *spec, const char *metric)
{
  for (int i = 0; i < spec->metric_count; i++)
    if (spec->metrics[i] == hhb_metric_find(metric)) return true;
  return false;
}

/* regret_vs_cpu.svg, for a spec that shows regret and the time of a plan. Processor time is missing
 * with --timing=off; the script then takes the modelled cost, where the spec shows that. */
static void pareto_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words)
{
  static const char *const columns[] = {"planner_regret", "cpu_plan_us",
                                        "cost_model_us_per_creature_step"};
  if (spec->axis_count == 0 || !is_shown(spec, columns[0]) || !is_shown(spec, columns[1])) return;
  HhxText title = {0}, all = {0}, labels = {0};
  for (int i = 0; i < (is_shown(spec, columns[2]) ? 3 : 2); i++) {
    hhx_text_add(&all, "%s%s", i ? " " : "", columns[i]);
    if (i) hhx_text_add(&labels, "|");
    hhx_label_metric(&labels, columns[i], true);
  }
  hhx_plot_title(&title, spec, "planner regret against cost", spec->scenes, spec->scene_count,
                 "how far from the exact optimum a configuration's plans are, and what they cost");
  hhx_plot_draw(gallery, words, "pareto.gp", "regret_vs_cpu", hhx_text_word(&all),
                hhx_text_word(&labels), hhx_text_word(&title));
  free(title.chars);
  free(all.chars);
  free(labels.chars);
}

/* PREFIXmetric.svg of one metric by a script that is told of all scenes and movers. */
static void metric_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words,
                        const char *script, const char *prefix, const HhbMetric *metric,
                        bool with_unit)
{
  HhxText title = {0}, label = {0}, name = {0}, file = {0};
  hhx_label_metric(&name, metric->name, false);
  hhx_label_metric(&label, metric->name, with_unit);
  hhx_text_add(&file, "%s%s", prefix, metric->name);
  hhx_plot_title(&title, spec, hhx_text_word(&name), spec->scenes, spec->scene_count,
                 metric->meaning);
  hhx_plot_draw(gallery, words, script, hhx_text_word(&file), metric->name, hhx_text_word(&label),
                hhx_text_word(&title));
  free(title.chars);
  free(label.chars);
  free(name.chars);
  free(file.chars);
}

/* failures.svg, whose script puts in how the episodes ended. */
static void failures_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words)
{
  HhxText title = {0}, label = {0};
  hhx_plot_title(&title, spec, "failed episodes", spec->scenes, spec->scene_count,
                 "how many of the episodes did not end well");
  hhx_text_add(&label, "of %d episodes", spec->replicates);
  hhx_plot_draw(gallery, words, metric_script(spec), "failures", "failures", hhx_text_word(&label),
                hhx_text_word(&title));
  free(title.chars);
  free(label.chars);
}

/* What importance.csv says of a parameter and metric, over all scenes and movers; 0 without it. */
static double importance(const HhxSheet *sheet, const char *metric, const char *parameter)
{
  int of = hhx_sheet_column(sheet, "metric"), on = hhx_sheet_column(sheet, "parameter");
  int share = hhx_sheet_column(sheet, "importance");
  if (of < 0 || on < 0 || share < 0) return 0;
  double sum = 0, value;
  for (int64_t row = 1; row < sheet->rows; row++)
    if (strcmp(hhx_sheet_cell(sheet, row, of), metric) == 0 &&
        strcmp(hhx_sheet_cell(sheet, row, on), parameter) == 0 &&
        hhx_sheet_number(sheet, row, share, &value) && value > 0)
      sum += value;
  return sum;
}

/* map_METRIC.svg: over the two parameters that matter most, or else the first two. */
static void map_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxSheet *sheet,
                     const HhbMetric *metric)
{
  int chosen[2] = {-1, -1};
  for (int place = 0; place < 2; place++) {
    double most = -1;
    for (int axis = 0; axis < spec->axis_count; axis++) {
      double share = importance(sheet, metric->name, spec->axes[axis].param->name);
      if (axis == chosen[0] || !(share > most)) continue;
      most = share;
      chosen[place] = axis;
    }
  }
  HhxPlotWords words;
  hhx_plot_words_choose(&words, spec, chosen, 2);
  metric_draw(gallery, spec, &words, "scatter.gp", "map_", metric, true);
  hhx_plot_words_free(&words);
}

/* What a design that is no grid gets besides: importance.svg, parallel_METRIC.svg, map_METRIC.svg.
 */
static void sampled_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words)
{
  HhxSheet sheet = {0};
  HhxError error;
  HhxText path = {0};
  hhx_text_add(&path, "%s/importance.csv", gallery->out);
  bool known = hhx_plot_has(gallery, "importance.csv") &&
               hhx_sheet_read(hhx_text_word(&path), &sheet, &error);
  if (!known) sheet = (HhxSheet){0};
  if (known) hhx_plot_importance(gallery, spec, words, spec->metrics, spec->metric_count, "failed");
  for (int i = 0; spec->axis_count > 1 && i < spec->metric_count; i++) {
    const HhbMetric *metric = &hhb_metric_table[spec->metrics[i]];
    metric_draw(gallery, spec, words, "parallel.gp", "parallel_", metric, true);
    map_draw(gallery, spec, &sheet, metric);
  }
  if (known) hhx_sheet_free(&sheet);
  free(path.chars);
}

/* What was swept: METRIC.svg, failures.svg and the rest. */
static void swept_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words)
{
  for (int i = 0; i < spec->metric_count; i++)
    metric_draw(gallery, spec, words, metric_script(spec), "", &hhb_metric_table[spec->metrics[i]],
                true);
  failures_draw(gallery, spec, words);
  pareto_draw(gallery, spec, words);
  if (is_sampled(spec)) sampled_draw(gallery, spec, words);
}

/* Several columns in one picture, a panel each, where nothing was swept. */
static void bars_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words,
                      const char *name, const char *what, const char *line,
                      const char *const columns[3])
{
  HhxText title = {0}, all = {0}, labels = {0};
  for (int i = 0; i < 3; i++) {
    hhx_text_add(&all, "%s%s", i ? " " : "", columns[i]);
    if (i) hhx_text_add(&labels, "|");
    hhx_label_metric(&labels, columns[i], true);
  }
  hhx_plot_title(&title, spec, what, spec->scenes, spec->scene_count, line);
  hhx_plot_draw(gallery, words, "bars.gp", name, hhx_text_word(&all), hhx_text_word(&labels),
                hhx_text_word(&title));
  free(title.chars);
  free(all.chars);
  free(labels.chars);
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
static void traces_draw(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words)
{
  enum { PATHS, ENERGY, SPEED };
  static const char *const kinds[][2] = {[PATHS] = {"paths", "paths"},
                                         [ENERGY] = {"energy", "kinetic and potential energy"},
                                         [SPEED] = {"speed", "speed"}};
  HhxText low = {0}, high = {0}, name = {0}, script = {0}, title = {0}, line = {0};
  traced_write(&line, spec);
  for (int scene = 0; scene < spec->scene_count; scene++) {
    HhParams params;
    hhx_design_params(spec, spec->scenes[scene], 0, &params);
    low.size = high.size = 0;
    bool room = hhb_scene_is_room(spec->scenes[scene]);
    if (room) { /* the band is a gibbon's */
      hhx_text_add(&low, "-");
      hhx_text_add(&high, "-");
    } else {
      hhx_text_add(&low, "%.17g", params.gibbon.speed_min);
      hhx_text_add(&high, "%.17g", params.gibbon.speed_max);
    }
    /* the paths are along holds */
    for (size_t kind = room; kind < sizeof kinds / sizeof *kinds; kind++) {
      if (room && kind == ENERGY && params.den.daddies == 0) continue; /* what is left has none */
      name.size = script.size = 0;
      hhx_text_add(&name, "%s_%s", kinds[kind][0], spec->scenes[scene]->name);
      hhx_text_add(&script, "%s.gp", kinds[kind][0]);
      hhx_plot_title(&title, spec, kinds[kind][1], &spec->scenes[scene], 1, hhx_text_word(&line));
      const char *told[HHX_GALLERY_WORDS] = {spec->scenes[scene]->name,
                                             hhx_text_word(&words->movers), hhx_text_word(&title),
                                             hhx_text_word(&low), hhx_text_word(&high)};
      hhx_gallery_draw(gallery, hhx_text_word(&name), hhx_text_word(&script), told);
    }
  }
  HhxText *texts[] = {&low, &high, &name, &script, &title, &line};
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
  HhxPlotWords words;
  hhx_plot_words_fill(&words, spec);
  swept_draw(&gallery, spec, &words);
  hhx_plot_words_free(&words);
  return hhx_gallery_close(&gallery);
}

int hhx_plot_compare(const HhxSpec *spec, const char *out, bool quiet)
{
  HhxGallery gallery;
  if (!hhx_gallery_open(&gallery, out, quiet)) return 0;
  HhxPlotWords words;
  hhx_plot_words_fill(&words, spec);
  traces_draw(&gallery, spec, &words);
  if (spec->axis_count == 0 && !hhb_scene_is_room(spec->scenes[0])) { /* a gibbon's */
    static const char *const jumps[3] = {"velocity_step_max_mps", "energy_step_max_ratio",
                                         "unphysical_dv_mps_per_m"};
    static const char *const losses[3] = {"energy_loss_J_per_kg_m", "muscle_added_J_per_kg_m",
                                          "muscle_removed_J_per_kg_m"};
    bars_draw(&gallery, spec, &words, "jumps", "jumps",
              "largest jumps where the law of motion changes, and the acceleration that neither "
              "gravity nor a pulling arm explains",
              jumps);
    bars_draw(&gallery, spec, &words, "losses", "energy lost and muscle work",
              "what collisions and deliberate bleed take, and what muscles add and remove, per "
              "metre of way",
              losses);
  }
  swept_draw(&gallery, spec, &words);
  hhx_plot_words_free(&words);
  return hhx_gallery_close(&gallery);
}

int hhx_plot_sensitivity(const HhxSpec *spec, const char *out, bool quiet)
{
  HhxGallery gallery;
  if (!hhx_gallery_open(&gallery, out, quiet)) return 0;
  bool morris = spec->design == HHX_MORRIS;
  const HhbMetric failed = {.name = "failed",
                            .meaning = "1 for an episode that did not end well, else 0"};
  HhxPlotWords words;
  hhx_plot_words_fill(&words, spec);
  for (int i = 0; i <= spec->metric_count; i++)
    metric_draw(&gallery, spec, &words, morris ? "morris.gp" : "sensitivity.gp",
                morris ? "morris_" : "sensitivity_",
                i < spec->metric_count ? &hhb_metric_table[spec->metrics[i]] : &failed, false);
  failures_draw(&gallery, spec, &words);
  hhx_plot_words_free(&words);
  return hhx_gallery_close(&gallery);
}
