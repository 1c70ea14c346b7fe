/* Pairing of movers, compare.csv, the table on the screen and the traces. See the header. */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design.h"
#include "folder.h"
#include "metrics.h"
#include "plot.h"
#include "statistics.h"
#include "summary.h"
#include "trace.h"

/* Pairs are looked at with all their metrics at once: about 30 MB a mover at this many. */
enum { REPLICATES_MAX = 100000 };

/* One design point in one scene: a group for each mover. */
typedef struct Match {
  const HhxSpec *spec;
  HhxGroup *groups;
  int reference;   /* index of a mover */
  bool *identical; /* of each mover: every replicate measured the same */
  double *work, *a, *b;
} Match;

/* A mover against the reference in one metric, over the replicates that both have. */
typedef struct Pairing {
  HhxStatistics a, b, difference;
  double p;
} Pairing;

static int reference_mover(const HhxSpec *spec)
{
  for (int i = 0; i < spec->mover_count; i++)
    if (spec->movers[i] == HH_MOVER_BALLISTIC) return i;
  return spec->mover_count - 1;
}

static void match_free(Match *match)
{
  for (int i = 0; match->groups && i < match->spec->mover_count; i++)
    hhx_group_free(&match->groups[i]);
  free(match->groups);
  free(match->identical);
  free(match->work);
  free(match->a);
  free(match->b);
}

static bool match_create(Match *match, const HhxSpec *spec)
{
  size_t replicates = (size_t)spec->replicates;
  *match = (Match){.spec = spec, .reference = reference_mover(spec)};
  match->groups = calloc((size_t)spec->mover_count, sizeof *match->groups);
  match->identical = calloc((size_t)spec->mover_count, sizeof *match->identical);
  match->work = calloc(replicates, sizeof *match->work);
  match->a = calloc(replicates, sizeof *match->a);
  match->b = calloc(replicates, sizeof *match->b);
  bool whole = match->groups && match->identical && match->work && match->a && match->b;
  for (int i = 0; whole && i < spec->mover_count; i++)
    whole = hhx_group_create(&match->groups[i], spec->replicates);
  if (!whole) match_free(match);
  return whole;
}

/* On a course without chance every seed gives the same episode: one measurement, however often it
 * is repeated. The clock is apart. */
static bool group_identical(const HhxGroup *group)
{
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
    const double *sample = hhx_group_sample(group, metric);
    if (hhb_metric_table[metric].kind == HHB_CLOCK) continue;
    for (int i = 1; i < group->replicates; i++)
      if (sample[i] != sample[0] && !(isnan(sample[i]) && isnan(sample[0]))) return false;
  }
  return group->replicates > 1;
}

/* Whether a metric of one mover, or a difference of two, has no spread that could be tested. */
static bool without_spread(const Match *match, int mover, int other, int metric)
{
  return match->identical[mover] && match->identical[other] &&
         hhb_metric_table[metric].kind != HHB_CLOCK;
}

/* Differences no larger than this are round-off of quantities of order one: no difference. */
static const double round_off = 1e-12;

/* False when memory ran out. */
static bool pair_up(const Match *match, int mover, int metric, Pairing *pairing)
{
  const double *a = hhx_group_sample(&match->groups[mover], metric);
  const double *b = hhx_group_sample(&match->groups[match->reference], metric);
  int replicates = match->spec->replicates, n = 0;
  for (int i = 0; i < replicates; i++) {
    if (!isfinite(a[i]) || !isfinite(b[i])) continue;
    match->a[n] = a[i];
    match->b[n++] = fabs(b[i] - a[i]) <= round_off ? a[i] : b[i];
  }
  pairing->a = hhx_statistics(match->a, n, match->work);
  pairing->b = hhx_statistics(match->b, n, match->work);
  pairing->difference = hhx_statistics_paired(match->a, match->b, n, match->work);
  if (!hhx_statistics_wilcoxon(match->a, match->b, n, &pairing->p)) return false;
  if (without_spread(match, mover, match->reference, metric))
    pairing->p = pairing->difference.ci95_low = pairing->difference.ci95_high = hhb_missing();
  return true;
}

static HhxTable *make_table(HhxPackage *package)
{
  HhxTable *table = hhx_package_table(
      package, "compare.csv", "Paired differences to the reference mover: same scene, same seeds");
  if (!table) return NULL;
  hhx_table_add(table, HHX_STRING, "scene", "", "scene, see `handhold list scenes`");
  hhx_table_add(table, HHX_INTEGER, "config", "", "number of the design point, from 0");
  hhx_table_add(table, HHX_STRING, "metric", "", "metric, see `handhold list metrics`");
  hhx_table_add(table, HHX_STRING, "unit", "", "unit of the metric");
  hhx_table_add(table, HHX_STRING, "mover_a", "", "mover that is compared");
  hhx_table_add(table, HHX_STRING, "mover_b", "", "reference mover");
  hhx_table_add(table, HHX_INTEGER, "n", "", "replicates in which both have the metric");
  hhx_table_add(table, HHX_NUMBER, "mean_a", "", "mean of mover_a over these, in the row's unit");
  hhx_table_add(table, HHX_NUMBER, "mean_b", "", "mean of mover_b over these, in the row's unit");
  hhx_table_add(table, HHX_NUMBER, "difference", "", "mean of b - a, in the row's unit");
  hhx_table_add(
      table, HHX_NUMBER, "ci95_low", "",
      "lower bound of the 95 % interval of the mean difference (Student's t); empty when all "
      "replicates are identical");
  hhx_table_add(
      table, HHX_NUMBER, "ci95_high", "",
      "upper bound of the 95 % interval of the mean difference (Student's t); empty when all "
      "replicates are identical");
  hhx_table_add(table, HHX_NUMBER, "median_difference", "", "median of b - a, in the row's unit");
  hhx_table_add(
      table, HHX_NUMBER, "wilcoxon_p", "",
      "two-sided p of Wilcoxon's signed-rank test of b - a, zeros left out; empty when all "
      "replicates are identical");
  return table;
}

static bool write_rows(const Match *match, const HhxRun *run, bool timing, HhxCsv *csv)
{
  const HhxSpec *spec = match->spec;
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
    const HhbMetric *row = &hhb_metric_table[metric];
    if (row->kind == HHB_CLOCK && !timing) continue;
    for (int mover = 0; mover < spec->mover_count; mover++) {
      Pairing pairing;
      if (mover == match->reference) continue;
      if (!pair_up(match, mover, metric, &pairing)) return false;
      hhx_csv_text(csv, run->scene->name);
      hhx_csv_count(csv, run->point);
      hhx_csv_text(csv, row->name);
      hhx_csv_text(csv, row->unit);
      hhx_csv_text(csv, hh_mover_names[spec->movers[mover]]);
      hhx_csv_text(csv, hh_mover_names[spec->movers[match->reference]]);
      hhx_csv_count(csv, pairing.difference.n);
      hhx_csv_number(csv, pairing.a.mean);
      hhx_csv_number(csv, pairing.b.mean);
      hhx_csv_number(csv, pairing.difference.mean);
      hhx_csv_number(csv, pairing.difference.ci95_low);
      hhx_csv_number(csv, pairing.difference.ci95_high);
      hhx_csv_number(csv, pairing.difference.median);
      hhx_csv_number(csv, pairing.p);
      hhx_csv_end(csv);
    }
  }
  return true;
}

/* "1.234 +- 0.05", or "-" for what is missing. */
static void interval_text(const HhxStatistics *statistics, bool identical, char *text, size_t size)
{
  if (statistics->n == 0)
    snprintf(text, size, "-");
  else if (identical)
    snprintf(text, size, "%.4g identical replicates", statistics->mean);
  else if (statistics->n == 1)
    snprintf(text, size, "%.4g", statistics->mean);
  else
    snprintf(text, size, "%.4g +- %.2g", statistics->mean,
             statistics->ci95_high - statistics->mean);
}

static bool show_metric(const Match *match, int metric, FILE *out)
{
  const HhxSpec *spec = match->spec;
  const HhbMetric *row = &hhb_metric_table[metric];
  for (int mover = 0; mover < spec->mover_count; mover++) {
    const double *sample = hhx_group_sample(&match->groups[mover], metric);
    HhxStatistics own = hhx_statistics(sample, spec->replicates, match->work);
    char mean[48], difference[48] = "", p[16] = "";
    interval_text(&own, without_spread(match, mover, mover, metric), mean, sizeof mean);
    if (mover != match->reference) {
      Pairing pairing;
      if (!pair_up(match, mover, metric, &pairing)) return false;
      bool identical = without_spread(match, mover, match->reference, metric);
      interval_text(&pairing.difference, identical, difference, sizeof difference);
      if (pairing.difference.n > 0 && !identical) snprintf(p, sizeof p, "%.2g", pairing.p);
    }
    fprintf(out, "  %-32s %-12s %4d  %-30s %-30s %s\n", mover == 0 ? row->name : "",
            hh_mover_names[spec->movers[mover]], own.n, mean, difference, p);
  }
  return true;
}

/* The table for people: means, and what the reference changes. */
static bool show(const Match *match, const HhxRun *run, bool timing, FILE *out)
{
  const HhxSpec *spec = match->spec;
  const char *reference = hh_mover_names[spec->movers[match->reference]];
  char title[48], config[512];
  snprintf(title, sizeof title, "%s minus it", reference);
  hhx_plot_config(spec, run->point, config, sizeof config);
  if (*config)
    fprintf(out, "%s, config %lld: %s\n", run->scene->name, (long long)run->point, config);
  else
    fprintf(out, "%s\n", run->scene->name);
  fprintf(out, "  %-32s %-12s %4s  %-30s %-30s %s\n", "metric", "mover", "n", "mean +- 95 %", title,
          "p");
  for (int i = 0; i < spec->metric_count; i++) {
    int metric = spec->metrics[i];
    if (hhb_metric_table[metric].kind == HHB_CLOCK && !timing) continue;
    if (!show_metric(match, metric, out)) return false;
  }
  for (int mover = 0; mover < spec->mover_count; mover++)
    if (match->groups[mover].failures > 0)
      fprintf(out, "  %s: %d of %d episodes failed\n", hh_mover_names[spec->movers[mover]],
              match->groups[mover].failures, spec->replicates);
  fprintf(out, "\n");
  return true;
}

/* compare.csv and the table, scene by scene. */
static int write_compare(const HhxSpec *spec, const HhxSweepOptions *options,
                         const HhxJournal *journal, const HhxTable *table, Match *match,
                         HhxCsv *csv, HhxError *error)
{
  hhx_table_header(table, csv);
  int64_t step = (int64_t)spec->mover_count * spec->replicates, runs = hhx_design_runs(spec);
  for (int64_t first = 0; first < runs && !hhx_csv_failed(csv); first += step) {
    HhxRun run = hhx_design_run(spec, first);
    for (int mover = 0; mover < spec->mover_count; mover++) {
      int64_t at = first + (int64_t)mover * spec->replicates;
      if (hhx_group_read(&match->groups[mover], journal, at, error) != 0) return 1;
      match->identical[mover] = group_identical(&match->groups[mover]);
    }
    if (!write_rows(match, &run, options->timing, csv) ||
        !show(match, &run, options->timing, stdout)) {
      snprintf(error->text, sizeof error->text, "compare.csv: memory ran out");
      return 1;
    }
  }
  if (fflush(stdout) != 0 || ferror(stdout)) {
    snprintf(error->text, sizeof error->text, "cannot write to standard output");
    return 1;
  }
  return 0;
}

/* Replicate 0 of config 0, every scene and mover. */
static int write_traces(const HhxSpec *spec, const char *out, HhxPackage *package, HhxError *error)
{
  int64_t groups = (int64_t)spec->scene_count * spec->mover_count;
  for (int64_t i = 0; i < groups; i++) {
    HhxRun run = hhx_design_run(spec, i * spec->replicates);
    HhParams params;
    hhx_design_params(spec, run.scene, run.point, &params);
    HhbSetup setup = {.scene = run.scene,
                      .mover = run.mover,
                      .params = &params,
                      .course = spec->course,
                      .course_count = spec->course_count,
                      .seed = run.seed,
                      .duration_s = spec->duration_s,
                      .swings = spec->swings};
    char name[128];
    snprintf(name, sizeof name, "trace_%s_%s.csv", run.scene->name, hh_mover_names[run.mover]);
    char *path = hhx_folder_file(out, name);
    HhbResult result;
    int code = 1;
    if (path)
      code = hhx_trace_write(&setup, path, package, &result, error);
    else
      snprintf(error->text, sizeof error->text, "%s: memory ran out", name);
    free(path);
    if (code != 0) return code;
  }
  return 0;
}

static int write_extra(const HhxSpec *spec, const HhxSweepOptions *options,
                       const HhxJournal *journal, HhxPackage *package, void *state, HhxError *error)
{
  (void)state;
  HhxTable *table = make_table(package);
  char *path = hhx_folder_file(options->out, "compare.csv");
  Match match;
  bool room = match_create(&match, spec);
  HhxCsv *csv = NULL;
  int code = 1;
  if (table && path && room)
    csv = hhx_csv_open(path, error);
  else
    snprintf(error->text, sizeof error->text, "compare.csv: memory ran out");
  if (csv) {
    code = write_compare(spec, options, journal, table, &match, csv, error);
    code = hhx_csv_finish(csv, code, error);
  }
  if (room) match_free(&match);
  free(path);
  return code == 0 ? write_traces(spec, options->out, package, error) : code;
}

int hhx_compare(const HhxSpec *spec, const HhxSweepOptions *options)
{
  static const HhxSweepExtra extra = {
      .command = "compare", .write = write_extra, .plot = hhx_plot_compare};
  if (spec->mover_count < 2) {
    fprintf(stderr,
            "handhold compare: the spec names one mover and two are compared; "
            "write for instance  movers: [sine, %s]\n",
            hh_mover_names[HH_MOVER_BALLISTIC]);
    return 2;
  }
  if (spec->replicates > REPLICATES_MAX) {
    fprintf(stderr,
            "handhold compare: %d replicates are held in memory for every mover; "
            "choose at most %d, or sweep\n",
            spec->replicates, REPLICATES_MAX);
    return 2;
  }
  return hhx_sweep_with(spec, options, &extra);
}
