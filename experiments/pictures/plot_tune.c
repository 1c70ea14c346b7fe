/* The pictures of a search: see plot.h. */
#include <stdlib.h>

#include "label.h"
#include "plot.h"
#include "plot_words.h"

/* "energy loss minimised, mean of the scenes; speed ... maximised, worst of the scenes, weight 2".
 */
static void goals_write(HhxText *line, const HhxSpec *spec)
{
  for (int i = 0; i < spec->objective_count; i++) {
    const HhxObjective *objective = &spec->objectives[i];
    if (i) hhx_text_add(line, "; ");
    hhx_label_metric(line, hhb_metric_table[objective->metric].name, false);
    hhx_text_add(line, " %s", objective->maximize ? "maximised" : "minimised");
    if (spec->scene_count > 1)
      hhx_text_add(line, ", %s of the scenes", objective->worst ? "worst" : "mean");
    if (objective->weight != 1) hhx_text_add(line, ", weight %.4g", objective->weight);
  }
}

/* Names and labels of the objectives: "NAME NAME", "LABEL|LABEL". */
static void objectives_write(HhxText *columns, HhxText *labels, const HhxSpec *spec)
{
  for (int i = 0; i < spec->objective_count; i++) {
    const char *name = hhb_metric_table[spec->objectives[i].metric].name;
    hhx_text_add(columns, "%s%s", columns->size ? " " : "", name);
    if (labels->size) hhx_text_add(labels, "|");
    hhx_label_metric(labels, name, true);
  }
}

/* One objective is its own score, where nothing weighs or turns it. */
static void score_write(HhxText *label, const HhxSpec *spec)
{
  const HhxObjective *first = spec->objectives;
  if (spec->objective_count == 1 && first->weight == 1 && !first->maximize)
    hhx_label_metric(label, hhb_metric_table[first->metric].name, true);
  else
    hhx_text_add(label, "score, weighted sum");
}

/* history.svg, slices.svg, parallel.svg. A search for a front has no score. */
static void evaluations_draw(HhxGallery *gallery, const HhxSpec *spec, HhxPlotWords *words,
                             const char *line)
{
  bool front = spec->optimizer.kind == HHX_NSGA2;
  HhxText title = {0}, score = {0}, objectives = {0}, labels = {0}, columns = {0}, called = {0};
  objectives_write(&objectives, &labels, spec);
  score_write(&score, spec);
  hhx_plot_title(&title, spec, "how the search went", spec->scenes, spec->scene_count, line);
  const char *told[HHX_GALLERY_WORDS] = {hhx_text_word(&objectives), hhx_text_word(&labels),
                                         hhx_text_word(&title), hhx_text_word(&score)};
  hhx_gallery_draw(gallery, "history", "history.gp", told);

  if (!front) {
    hhx_text_add(&columns, "score");
    hhx_text_add(&called, "%s", hhx_text_word(&score));
  }
  if (front || spec->objective_count > 1) objectives_write(&columns, &called, spec);
  /* In place of scenes and movers, which an evaluation has all of. */
  words->scenes.size = words->movers.size = 0;
  if (front) hhx_text_add(&words->movers, "front");
  if (hhx_plot_has(gallery, "race.csv")) hhx_text_add(&words->movers, "race");
  hhx_plot_title(&title, spec, "evaluations over each parameter", spec->scenes, spec->scene_count,
                 line);
  hhx_plot_draw(gallery, words, "slices.gp", "slices", hhx_text_word(&columns),
                hhx_text_word(&called), hhx_text_word(&title));
  hhx_plot_title(&title, spec, "evaluations across all parameters", spec->scenes, spec->scene_count,
                 line);
  hhx_plot_draw(gallery, words, "parallel.gp", "parallel", hhx_text_word(&columns),
                hhx_text_word(&called), hhx_text_word(&title));
  HhxText *texts[] = {&title, &score, &objectives, &labels, &columns, &called};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]->chars);
}

/* NAME.svg of a table that tells its own candidates and scenes. */
static void table_draw(HhxGallery *gallery, const HhxSpec *spec, const char *name, const char *what,
                       bool held_out, const char *line)
{
  HhxText title = {0}, objectives = {0}, labels = {0}, file = {0}, script = {0};
  hhx_text_add(&file, "%s.csv", name);
  hhx_text_add(&script, "%s.gp", name);
  if (hhx_plot_has(gallery, hhx_text_word(&file))) {
    objectives_write(&objectives, &labels, spec);
    hhx_plot_title(&title, spec, what, held_out ? spec->held_out.scenes : spec->scenes,
                   held_out ? spec->held_out.scene_count : spec->scene_count, line);
    const char *told[HHX_GALLERY_WORDS] = {hhx_text_word(&objectives), hhx_text_word(&labels),
                                           hhx_text_word(&title)};
    hhx_gallery_draw(gallery, name, hhx_text_word(&script), told);
  }
  HhxText *texts[] = {&title, &objectives, &labels, &file, &script};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]->chars);
}

int hhx_plot_tune(const HhxSpec *spec, const char *out, bool quiet)
{
  HhxGallery gallery;
  if (!hhx_gallery_open(&gallery, out, quiet)) return 0;
  HhxPlotWords words;
  HhxText line = {0};
  hhx_plot_words_fill(&words, spec);
  goals_write(&line, spec);
  evaluations_draw(&gallery, spec, &words, hhx_text_word(&line));
  if (hhx_plot_has(&gallery, "importance.csv")) {
    int *metrics = calloc((size_t)spec->objective_count + 1, sizeof *metrics);
    for (int i = 0; metrics && i < spec->objective_count; i++)
      metrics[i] = spec->objectives[i].metric;
    if (metrics)
      hhx_plot_importance(&gallery, spec, &words, metrics, spec->objective_count, "score");
    free(metrics);
  }
  table_draw(&gallery, spec, "front", "Pareto front", false, hhx_text_word(&line));
  table_draw(&gallery, spec, "race", "race of the candidates", false, hhx_text_word(&line));
  table_draw(&gallery, spec, "held_out", "default against tuned, held out", true,
             hhx_text_word(&line));
  hhx_plot_words_free(&words);
  free(line.chars);
  return hhx_gallery_close(&gallery);
}
