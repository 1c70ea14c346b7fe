/* Which pictures a result folder gets, drawn from its CSV; gallery.h says what happens without
 * gnuplot and the like. All return 0, or 128 + signal when interrupted. */
#ifndef HHX_PLOT_H
#define HHX_PLOT_H

#include <stdbool.h>

#include "spec.h"

/* Draws from out/summary.csv and out/runs.csv: METRIC.svg for every metric of the spec, and
 * failures.svg where an episode failed; regret_vs_cpu.svg for swept parameters where the spec shows
 * planner_regret and cpu_plan_us. A design that is no grid, or one with holes, also gets
 * parallel_METRIC.svg and map_METRIC.svg, and importance.svg from out/importance.csv. */
int hhx_plot_sweep(const HhxSpec *spec, const char *out, bool quiet);

/* What a design point sets, for people: "start.speed 3 m/s, grab.randomness 0.1"; empty where
 * nothing was swept. Cut off at `size`. */
void hhx_plot_config(const HhxSpec *spec, int64_t point, char *text, size_t size);

/* Draws from out/trace_SCENE_MOVER.csv and .world.csv: paths_SCENE.svg, energy_SCENE.svg,
 * speed_SCENE.svg; from out/summary.csv: jumps.svg, losses.svg and those of a sweep. */
int hhx_plot_compare(const HhxSpec *spec, const char *out, bool quiet);

/* Draws from out/sensitivity.csv: sensitivity_METRIC.svg, or morris_METRIC.svg for elementary
 * effects, for every metric of the spec and `failed`; failures.svg as of a sweep. */
int hhx_plot_sensitivity(const HhxSpec *spec, const char *out, bool quiet);

/* Draws from out/history.csv: history.svg, slices.svg, parallel.svg; and importance.svg, front.svg,
 * race.svg and held_out.svg, each from the CSV of its name where there is one. */
int hhx_plot_tune(const HhxSpec *spec, const char *out, bool quiet);

#endif
