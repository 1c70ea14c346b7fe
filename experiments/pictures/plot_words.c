/* The words that scripts of plots/ are told. See the header. */
#include "plot_words.h"

#include <stdlib.h>
#include <unistd.h>

#include "label.h"

/* Ends of what a list of points has on an axis; those of its interval elsewhere. */
static void axis_ends(const HhxSpec *spec, int number, double *low, double *high)
{
  const HhxAxis *axis = &spec->axes[number];
  *low = axis->low;
  *high = axis->high;
  if (spec->design != HHX_POINTS || !spec->points) return;
  bool any = false;
  for (int i = 0; i < spec->samples; i++) {
    double value = spec->points[(size_t)i * (size_t)spec->axis_count + (size_t)number];
    if (value != value) continue;
    *low = !any || value < *low ? value : *low;
    *high = !any || value > *high ? value : *high;
    any = true;
  }
}

/* One swept parameter: name, unit, scale; its values, or - and the ends of an interval. */
static void words_axis(HhxPlotWords *words, const HhxSpec *spec, int number)
{
  const HhxAxis *axis = &spec->axes[number];
  const HhParam *param = axis->param;
  bool choice = param->kind == HH_CHOICE;
  hhx_text_add(&words->axes, "%s ", param->name);
  if (words->values.size) hhx_text_add(&words->values, "|");
  hhx_text_add(&words->units, "%s ", choice || !*param->unit ? "-" : param->unit);
  hhx_text_add(&words->scales, "%s ", choice ? "words" : axis->log ? "log" : "linear");
  if (choice && axis->count == 0) {
    for (int i = (int)param->low; i <= (int)param->high; i++) {
      char word[64];
      hh_param_choice_name(param, i, word, sizeof word);
      hhx_text_add(&words->values, "%s%s", i > (int)param->low ? " " : "", word);
    }
  } else if (axis->count == 0) {
    double low, high;
    axis_ends(spec, number, &low, &high);
    hhx_text_add(&words->values, "- %.17g %.17g", low, high);
  }
  for (int i = 0; i < axis->count; i++) {
    char word[64];
    if (choice)
      hh_param_choice_name(param, (int)axis->values[i], word, sizeof word);
    else
      snprintf(word, sizeof word, "%.17g", axis->values[i]);
    hhx_text_add(&words->values, "%s%s", i ? " " : "", word);
  }
}

void hhx_plot_words_choose(HhxPlotWords *words, const HhxSpec *spec, const int *chosen, int count)
{
  *words = (HhxPlotWords){0};
  for (int i = 0; i < spec->scene_count; i++)
    hhx_text_add(&words->scenes, "%s ", spec->scenes[i]->name);
  for (int i = 0; i < spec->mover_count; i++)
    hhx_text_add(&words->movers, "%s ", hh_mover_names[spec->movers[i]]);
  for (int i = 0; i < count; i++)
    words_axis(words, spec, chosen ? chosen[i] : i);
}

void hhx_plot_words_fill(HhxPlotWords *words, const HhxSpec *spec)
{
  hhx_plot_words_choose(words, spec, NULL, spec->axis_count);
}

void hhx_plot_words_free(HhxPlotWords *words)
{
  HhxText *texts[] = {&words->scenes, &words->movers, &words->axes,
                      &words->units,  &words->scales, &words->values};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]->chars);
}

void hhx_plot_title(HhxText *title, const HhxSpec *spec, const char *what,
                    const HhbScene *const *scenes, int scene_count, const char *line)
{
  title->size = 0;
  hhx_text_add(title, "%s: ", what);
  if (!title->failed && title->chars[0] >= 'a' && title->chars[0] <= 'z')
    title->chars[0] = (char)(title->chars[0] - 'a' + 'A');
  for (int i = 0; i < scene_count; i++) {
    if (i > 0) hhx_text_add(title, ", ");
    hhx_label_name(title, scenes[i]->name);
  }
  hhx_text_add(title, "|%s|", line);
  hhx_label_name(title, spec->name);
}

void hhx_plot_draw(HhxGallery *gallery, const HhxPlotWords *words, const char *script,
                   const char *name, const char *columns, const char *labels, const char *title)
{
  const char *told[HHX_GALLERY_WORDS] = {columns,
                                         labels,
                                         title,
                                         hhx_text_word(&words->scenes),
                                         hhx_text_word(&words->movers),
                                         hhx_text_word(&words->axes),
                                         hhx_text_word(&words->units),
                                         hhx_text_word(&words->scales),
                                         hhx_text_word(&words->values)};
  hhx_gallery_draw(gallery, name, script, told);
}

bool hhx_plot_has(const HhxGallery *gallery, const char *name)
{
  HhxText path = {0};
  hhx_text_add(&path, "%s/%s", gallery->out, name);
  bool there = !path.failed && access(path.chars, R_OK) == 0;
  free(path.chars);
  return there;
}

void hhx_plot_importance(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words,
                         const int *metrics, int count, const char *another)
{
  HhxText title = {0}, columns = {0}, labels = {0};
  for (int i = 0; i <= count; i++) {
    const char *name = i < count ? hhb_metric_table[metrics[i]].name : another;
    hhx_text_add(&columns, "%s ", name);
    if (i) hhx_text_add(&labels, "|");
    hhx_label_metric(&labels, name, false);
  }
  hhx_plot_title(&title, spec, "importance of the parameters", spec->scenes, spec->scene_count,
                 "share of a metric's variance over the points that a parameter explains alone");
  const char *told[HHX_GALLERY_WORDS] = {hhx_text_word(&columns), hhx_text_word(&labels),
                                         hhx_text_word(&title), hhx_text_word(&words->axes)};
  hhx_gallery_draw(gallery, "importance", "importance.gp", told);
  free(title.chars);
  free(columns.chars);
  free(labels.chars);
}
