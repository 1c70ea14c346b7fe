/* sensitivity.csv and the table on the screen. See the header. */
#include "sensitivity.h"

#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "folder.h"
#include "indices.h"
#include "outputs.h"
#include "plot.h"
#include "spec_axis.h"

enum { KINDS_MAX = 3 };

/* What a design gives: the indices of each parameter. */
typedef struct Kinds {
  int count;
  bool pure[KINDS_MAX]; /* has no unit, where others have the output's */
  const char *names[KINDS_MAX];
} Kinds;

static const Kinds saltelli_kinds = {2, {true, true}, {"S1", "ST"}};
static const Kinds morris_kinds = {3, {false}, {"mu_star", "mu", "sigma"}};

typedef struct Analysis {
  const HhxSpec *spec;
  const Kinds *kinds;
  HhxOutputs outputs;
  HhxIndex *indices; /* kind by kind, each one number a parameter */
  double *moves;     /* of a Morris design, see indices.h */
} Analysis;

static const HhxIndex *index_of(const Analysis *analysis, int kind, int axis)
{
  return &analysis->indices[kind * analysis->spec->axis_count + axis];
}

/* False when memory ran out. */
static bool analyse(Analysis *analysis, int output)
{
  const HhxSpec *spec = analysis->spec;
  const double *values = hhx_outputs_of(&analysis->outputs, output);
  HhxIndex *first = analysis->indices, *second = first + spec->axis_count;
  if (spec->design == HHX_SALTELLI)
    return hhx_indices_sobol(values, spec->samples, spec->scrambles, spec->axis_count, spec->seed,
                             first, second);
  return hhx_indices_morris(values, spec->samples, spec->levels, spec->axis_count, spec->seed,
                            analysis->moves, first, second, second + spec->axis_count);
}

/* How far along its range each axis goes in each trajectory; null when memory ran out. */
static double *make_moves(const HhxSpec *spec)
{
  int axes = spec->axis_count;
  double *moves = calloc((size_t)spec->samples * (size_t)axes, sizeof *moves);
  for (int64_t t = 0; moves && t < spec->samples; t++)
    for (int j = 0; j < axes; j++) {
      bool up;
      int step = hhx_cube_morris_turn(spec->seed, axes, t, j, &up);
      double ends[2];
      for (int end = 0; end < 2; end++)
        ends[end] = hhx_axis_position(
            &spec->axes[j], hhx_cube_morris(spec->seed, spec->levels, axes, t, step + end, j));
      moves[t * axes + j] = ends[1] - ends[0];
    }
  return moves;
}

static HhxTable *make_table(HhxPackage *package)
{
  HhxTable *table =
      hhx_package_table(package, "sensitivity.csv", "How much each parameter changes each metric");
  if (!table) return NULL;
  hhx_table_add(table, HHX_STRING, "scene", "", "scene, see `handhold list scenes`");
  hhx_table_add(table, HHX_STRING, "mover", "", "mover, see `handhold list movers`");
  hhx_table_add(table, HHX_STRING, "metric", "",
                "metric, see `handhold list metrics`, or failed: the share of episodes that did");
  hhx_table_add(table, HHX_STRING, "unit", "", "unit of the estimate and its interval");
  hhx_table_add(table, HHX_STRING, "parameter", "", "swept parameter");
  hhx_table_add(table, HHX_STRING, "index", "",
                "S1, ST: share of the metric's variance that the parameter explains alone, and "
                "with all its interactions; mu_star, mu, sigma: mean size, mean and deviation of "
                "the metric's change over the parameter's whole range, of listed values and whole "
                "numbers from the first to the last");
  hhx_table_add(table, HHX_NUMBER, "estimate", "",
                "the index, in the row's unit; empty where the metric is the same everywhere");
  hhx_table_add(table, HHX_NUMBER, "ci95_low", "",
                "lower bound of its 95 % interval (scrambles or trajectories: Student's t; plain "
                "Monte Carlo: bootstrap)");
  hhx_table_add(table, HHX_NUMBER, "ci95_high", "",
                "upper bound of its 95 % interval (scrambles or trajectories: Student's t; plain "
                "Monte Carlo: bootstrap)");
  hhx_table_add(table, HHX_INTEGER, "rows", "", "rows or trajectories that count");
  hhx_table_add(table, HHX_INTEGER, "rows_dropped", "",
                "rows or trajectories left out: in a point of them no episode has the metric");
  return table;
}

static void write_rows(const Analysis *analysis, int output, HhxCsv *csv)
{
  const HhxSpec *spec = analysis->spec;
  for (int axis = 0; axis < spec->axis_count; axis++) {
    for (int kind = 0; kind < analysis->kinds->count; kind++) {
      const HhxIndex *index = index_of(analysis, kind, axis);
      hhx_csv_text(csv, spec->scenes[analysis->outputs.scene]->name);
      hhx_csv_text(csv, hh_mover_names[spec->movers[analysis->outputs.mover]]);
      hhx_csv_text(csv, hhx_output_name(output));
      hhx_csv_text(csv, analysis->kinds->pure[kind] ? "" : hhx_output_unit(output));
      hhx_csv_text(csv, spec->axes[axis].param->name);
      hhx_csv_text(csv, analysis->kinds->names[kind]);
      hhx_csv_number(csv, index->estimate);
      hhx_csv_number(csv, index->ci95_low);
      hhx_csv_number(csv, index->ci95_high);
      hhx_csv_count(csv, index->rows);
      hhx_csv_count(csv, index->rows_dropped);
      hhx_csv_end(csv);
    }
  }
}

static void show_title(const Analysis *analysis, FILE *out)
{
  const HhxSpec *spec = analysis->spec;
  const HhxOutputs *outputs = &analysis->outputs;
  fprintf(out, "%s, %s: %d %s", spec->scenes[outputs->scene]->name,
          hh_mover_names[spec->movers[outputs->mover]], spec->samples,
          spec->design == HHX_MORRIS ? "trajectories" : "rows");
  if (spec->design == HHX_SALTELLI && spec->scrambles > 0)
    fprintf(out, " in each of %d scrambles", spec->scrambles);
  fprintf(out, "; %lld of %lld episodes failed\n", (long long)outputs->failures,
          (long long)outputs->episodes);
  fprintf(out, "  %-32s %-28s", "metric", "parameter");
  for (int kind = 0; kind < analysis->kinds->count; kind++)
    fprintf(out, " %-28s", analysis->kinds->names[kind]);
  fprintf(out, " dropped\n");
}

/* "0.314 [0.301, 0.327]", or "-" for what is missing. */
static void index_text(const HhxIndex *index, char *text, size_t size)
{
  if (hhb_is_missing(index->estimate))
    snprintf(text, size, "-");
  else if (hhb_is_missing(index->ci95_low))
    snprintf(text, size, "%.3g", index->estimate);
  else
    snprintf(text, size, "%.3g [%.3g, %.3g]", index->estimate, index->ci95_low, index->ci95_high);
}

static void show(const Analysis *analysis, int output, FILE *out)
{
  const HhxSpec *spec = analysis->spec;
  for (int axis = 0; axis < spec->axis_count; axis++) {
    fprintf(out, "  %-32s %-28s", axis == 0 ? hhx_output_name(output) : "",
            spec->axes[axis].param->name);
    for (int kind = 0; kind < analysis->kinds->count; kind++) {
      char text[64];
      index_text(index_of(analysis, kind, axis), text, sizeof text);
      fprintf(out, " %-28s", text);
    }
    fprintf(out, " %lld\n", (long long)index_of(analysis, 0, axis)->rows_dropped);
  }
}

static bool is_shown(const Analysis *analysis, int output)
{
  const HhxSpec *spec = analysis->spec;
  if (output == HHX_OUTPUT_FAILED) return analysis->outputs.failures > 0;
  for (int i = 0; i < spec->metric_count; i++)
    if (spec->metrics[i] == output) return true;
  return false;
}

/* All outputs of one scene and mover. 0, or *error and 1. */
static int write_group(Analysis *analysis, const HhxJournal *journal, int scene, int mover,
                       HhxCsv *csv, HhxError *error)
{
  for (int output = 0; output < HHX_OUTPUT_COUNT && !hhx_csv_failed(csv); output++) {
    if (!hhx_output_counts(output)) continue;
    if (hhx_outputs_hold(&analysis->outputs, journal, scene, mover, output, error) != 0) return 1;
    if (!analyse(analysis, output)) {
      snprintf(error->text, sizeof error->text, "sensitivity.csv: memory ran out");
      return 1;
    }
    if (output == 0) show_title(analysis, stdout);
    write_rows(analysis, output, csv);
    if (is_shown(analysis, output)) show(analysis, output, stdout);
  }
  fprintf(stdout, "\n");
  return 0;
}

static int write_groups(Analysis *analysis, const HhxJournal *journal, const HhxTable *table,
                        HhxCsv *csv, HhxError *error)
{
  const HhxSpec *spec = analysis->spec;
  hhx_table_header(table, csv);
  for (int scene = 0; scene < spec->scene_count; scene++)
    for (int mover = 0; mover < spec->mover_count; mover++)
      if (write_group(analysis, journal, scene, mover, csv, error) != 0) return 1;
  if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
  snprintf(error->text, sizeof error->text, "cannot write to standard output");
  return 1;
}

static int write_extra(const HhxSpec *spec, const HhxSweepOptions *options,
                       const HhxJournal *journal, HhxPackage *package, void *state, HhxError *error)
{
  (void)state;
  Analysis analysis = {.spec = spec,
                       .kinds = spec->design == HHX_MORRIS ? &morris_kinds : &saltelli_kinds};
  HhxTable *table = make_table(package);
  char *path = hhx_folder_file(options->out, "sensitivity.csv");
  analysis.indices = calloc((size_t)KINDS_MAX * (size_t)spec->axis_count, sizeof *analysis.indices);
  HhxCsv *csv = NULL;
  int code = 1;
  if (spec->design == HHX_MORRIS) analysis.moves = make_moves(spec);
  bool room = analysis.indices && (analysis.moves || spec->design != HHX_MORRIS);
  if (hhx_outputs_create(&analysis.outputs, spec) && table && path && room)
    csv = hhx_csv_open(path, error);
  else
    snprintf(error->text, sizeof error->text, "sensitivity.csv: memory ran out");
  if (csv) {
    code = write_groups(&analysis, journal, table, csv, error);
    code = hhx_csv_finish(csv, code, error);
  }
  hhx_outputs_free(&analysis.outputs);
  free(analysis.indices);
  free(analysis.moves);
  free(path);
  return code;
}

int hhx_sensitivity(const HhxSpec *spec, const HhxSweepOptions *options)
{
  static const HhxSweepExtra extra = {
      .command = "sensitivity", .write = write_extra, .plot = hhx_plot_sensitivity};
  if (spec->design != HHX_SALTELLI && spec->design != HHX_MORRIS) {
    fprintf(stderr,
            "handhold sensitivity: the design of %s has no indices; write for instance  "
            "design: {kind: saltelli, samples: 256, scrambles: 16}  or  "
            "design: {kind: morris, trajectories: 50}\n",
            spec->name);
    return 2;
  }
  return hhx_sweep_with(spec, options, &extra);
}
