/* The words that scripts of plots/ are told: what was swept, over which scenes and movers, and what
 * a picture is called. A list is words; lists of lists are joined by |. */
#ifndef HHX_PLOT_WORDS_H
#define HHX_PLOT_WORDS_H

#include "gallery.h"
#include "spec.h"
#include "text.h"

typedef struct HhxPlotWords {
  HhxText scenes, movers;
  HhxText axes, units, scales, values; /* of the swept parameters */
} HhxPlotWords;

/* The words of a spec, with all of its axes, or with only the `count` of them in `chosen`. */
void hhx_plot_words_fill(HhxPlotWords *words, const HhxSpec *spec);
void hhx_plot_words_choose(HhxPlotWords *words, const HhxSpec *spec, const int *chosen, int count);
void hhx_plot_words_free(HhxPlotWords *words);

/* "Energy loss: sloped branch, random course|LINE|the spec's name": the first letter raised. */
void hhx_plot_title(HhxText *title, const HhxSpec *spec, const char *what,
                    const HhbScene *const *scenes, int scene_count, const char *line);

/* Draws NAME.svg by SCRIPT, told columns, labels and title, then all of the words. */
void hhx_plot_draw(HhxGallery *gallery, const HhxPlotWords *words, const char *script,
                   const char *name, const char *columns, const char *labels, const char *title);

/* Draws importance.svg from importance.csv: of `count` rows of hhb_metric_table, and of `another`,
 * `failed` or `score`. */
void hhx_plot_importance(HhxGallery *gallery, const HhxSpec *spec, const HhxPlotWords *words,
                         const int *metrics, int count, const char *another);

/* Whether the result has a file. */
bool hhx_plot_has(const HhxGallery *gallery, const char *name);

#endif
