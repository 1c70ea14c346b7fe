/* Pairing of movers, compare.csv, the table on the screen and the traces. See the header. */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bootstrap.h"
#include "contrast.h"
#include "design.h"
#include "folder.h"
#include "holm.h"
#include "metrics.h"
#include "plot.h"
#include "power.h"
#include "statistics.h"
#include "summary.h"
#include "trace.h"

/* Pairs are looked at with all their metrics at once: about 30 MB a mover at this many. */
enum { REPLICATES_MAX = 100000 };

/* Above this many Student's interval of a mean is as good, and a bootstrap takes seconds. */
enum { BOOTSTRAP_MOST = 1000 };

/* One design point in one scene: a group for each mover. */
typedef struct Match {
  const HhxSpec *spec;
  HhxGroup *groups;
  int reference;   /* index of a mover */
  bool *identical; /* of each mover: every replicate measured the same */
  double *work, *a, *b;
  double *adjusted; /* p of the family, see family_place */
} Match;

/* A mover against the reference in one metric. */
typedef struct Pairing {
  HhxContrast contrast;
  HhxBootstrap bootstrap; /* missing for a metric that is not shown */
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
  free(match->adjusted);
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

/* Copies the samples without what is missing and without differences by round-off; unpaired
 * samples have no differences, so there it is values that may differ from 0 by round-off. */
static void take_samples(const Match *match, int mover, int metric, int count[2])
{
  const double *a = hhx_group_sample(&match->groups[mover], metric);
  const double *b = hhx_group_sample(&match->groups[match->reference], metric);
  int n_a = 0, n_b = 0;
  for (int i = 0; i < match->spec->replicates; i++) {
    if (match->spec->independent) {
      if (isfinite(a[i])) match->a[n_a++] = fabs(a[i]) <= HHX_ROUND_OFF ? 0 : a[i];
      if (isfinite(b[i])) match->b[n_b++] = fabs(b[i]) <= HHX_ROUND_OFF ? 0 : b[i];
    } else if (isfinite(a[i]) && isfinite(b[i])) {
      match->a[n_a++] = a[i];
      match->b[n_b++] = fabs(b[i] - a[i]) <= HHX_ROUND_OFF ? a[i] : b[i];
    }
  }
  count[0] = n_a;
  count[1] = n_b;
}

/* False when memory ran out. */
static bool contrast(const Match *match, int mover, int metric, HhxContrast *found)
{
  int count[2];
  take_samples(match, mover, metric, count);
  bool done = match->spec->independent
                  ? hhx_contrast_unpaired(match->a, count[0], match->b, count[1], found)
                  : hhx_contrast_paired(match->a, match->b, count[0], found);
  if (without_spread(match, mover, match->reference, metric))
    found->p = found->effect = found->detectable = found->ci95_low = found->ci95_high =
        hhb_missing();
  return done;
}

/* False when memory ran out. */
static bool bootstrap(const Match *match, int mover, int metric, HhxBootstrap *found)
{
  int count[2];
  uint64_t seed = match->spec->seed;
  take_samples(match, mover, metric, count);
  if (match->spec->independent)
    return hhx_bootstrap_unpaired(match->a, count[0], match->b, count[1], HHX_RESAMPLES, seed,
                                  found);
  for (int i = 0; i < count[0]; i++)
    match->work[i] = match->b[i] - match->a[i];
  return hhx_bootstrap(match->work, count[0], HHX_RESAMPLES, seed, found);
}

/* False when memory ran out. */
static bool pair_up(const Match *match, int mover, int metric, bool shown, Pairing *pairing)
{
  HhxInterval missing = {hhb_missing(), hhb_missing()};
  pairing->bootstrap = (HhxBootstrap){missing, missing};
  if (!contrast(match, mover, metric, &pairing->contrast)) return false;
  bool wanted = shown && match->spec->replicates <= BOOTSTRAP_MOST &&
                !without_spread(match, mover, match->reference, metric);
  return !wanted || bootstrap(match, mover, metric, &pairing->bootstrap);
}

/* Place of a metric among those that the spec shows, or -1. */
static int shown_place(const HhxSpec *spec, int metric)
{
  for (int i = 0; i < spec->metric_count; i++)
    if (spec->metrics[i] == metric) return i;
  return -1;
}

/* The family of tests that are corrected together: what the spec shows, but for the clock's
 * metrics, in every scene and design point, of every mover. -1: not in it. `first` is the run
 * that a match begins with. */
static int64_t family_place(const HhxSpec *spec, int64_t first, int mover, int metric)
{
  int place = shown_place(spec, metric);
  if (place < 0 || hhb_metric_table[metric].kind == HHB_CLOCK) return -1;
  return (first / spec->replicates + mover) * spec->metric_count + place;
}

/* Columns NAME_low and NAME_high. */
static void add_bounds(HhxTable *table, const char *name, const char *of)
{
  char column[64], meaning[256];
  for (int high = 0; high < 2; high++) {
    snprintf(column, sizeof column, "%s_%s", name, high ? "high" : "low");
    snprintf(meaning, sizeof meaning, "%s bound of %s", high ? "upper" : "lower", of);
    hhx_table_add(table, HHX_NUMBER, column, "", meaning);
  }
}

static HhxTable *make_table(HhxPackage *package, bool unpaired)
{
  HhxTable *table = hhx_package_table(
      package, "compare.csv",
      unpaired ? "Differences to the reference mover: same scene, unpaired samples"
               : "Paired differences to the reference mover: same scene, same seeds");
  if (!table) return NULL;
  hhx_table_add(table, HHX_STRING, "scene", "", "scene, see `handhold list scenes`");
  hhx_table_add(table, HHX_INTEGER, "config", "", "number of the design point, from 0");
  hhx_table_add(table, HHX_STRING, "metric", "", "metric, see `handhold list metrics`");
  hhx_table_add(table, HHX_STRING, "unit", "", "unit of the metric");
  hhx_table_add(table, HHX_STRING, "mover_a", "", "mover that is compared");
  hhx_table_add(table, HHX_STRING, "mover_b", "", "reference mover");
  hhx_table_add(table, HHX_INTEGER, "n", "",
                unpaired ? "replicates that have the metric, of the mover with fewer"
                         : "replicates in which both have the metric");
  hhx_table_add(table, HHX_NUMBER, "mean_a", "", "mean of mover_a over these, in the row's unit");
  hhx_table_add(table, HHX_NUMBER, "mean_b", "", "mean of mover_b over these, in the row's unit");
  hhx_table_add(table, HHX_NUMBER, "difference", "", "mean of b - a, in the row's unit");
  add_bounds(table, "ci95",
             unpaired ? "the 95 % interval of the mean difference (Welch's t); empty when all "
                        "replicates are identical"
                      : "the 95 % interval of the mean difference (Student's t); empty when all "
                        "replicates are identical");
  add_bounds(table, "bca95",
             "the 95 % bootstrap interval (BCa, 2000 resamples) of the mean difference; only of "
             "the metrics that the spec shows and of at most 1000 replicates");
  hhx_table_add(table, HHX_NUMBER, "median_difference", "",
                unpaired ? "median of b less median of a, in the row's unit"
                         : "median of b - a, in the row's unit");
  add_bounds(table, "median_bca95",
             "the 95 % bootstrap interval (BCa, 2000 resamples) of the median difference; where "
             "bca95 is");
  hhx_table_add(table, HHX_NUMBER, "effect_size", "",
                unpaired ? "Cliff's delta: P(b > a) - P(b < a), from -1 to 1"
                         : "matched-pairs rank-biserial correlation, from -1 (b is always less) to "
                           "1 (b is always more), zeros left out");
  hhx_table_add(table, HHX_NUMBER, "p", "",
                unpaired ? "two-sided p of the Mann-Whitney test; empty when all replicates are "
                           "identical"
                         : "two-sided p of Wilcoxon's signed-rank test of b - a, zeros left out; "
                           "empty when all replicates are identical");
  hhx_table_add(table, HHX_NUMBER, "p_holm", "",
                "p corrected for many tests (Holm): the family is the metrics that the spec shows, "
                "the clock's left out, in every scene, design point and mover; other rows have "
                "none");
  hhx_table_add(table, HHX_NUMBER, "detectable_difference", "",
                "true mean difference, in the row's unit, that n replicates of this spread would "
                "find with 80 % power at the 5 % level (t test)");
  return table;
}

static void write_interval(double low, double high, HhxCsv *csv)
{
  hhx_csv_number(csv, low);
  hhx_csv_number(csv, high);
}

static bool write_rows(const Match *match, int64_t first, bool timing, HhxCsv *csv)
{
  const HhxSpec *spec = match->spec;
  HhxRun run = hhx_design_run(spec, first);
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
    const HhbMetric *row = &hhb_metric_table[metric];
    if (row->kind == HHB_CLOCK && !timing) continue;
    for (int mover = 0; mover < spec->mover_count; mover++) {
      if (mover == match->reference) continue;
      Pairing pairing;
      if (!pair_up(match, mover, metric, shown_place(spec, metric) >= 0, &pairing)) return false;
      const HhxContrast *found = &pairing.contrast;
      int64_t place = family_place(spec, first, mover, metric);
      hhx_csv_text(csv, run.scene->name);
      hhx_csv_count(csv, run.point);
      hhx_csv_text(csv, row->name);
      hhx_csv_text(csv, row->unit);
      hhx_csv_text(csv, hh_mover_names[spec->movers[mover]]);
      hhx_csv_text(csv, hh_mover_names[spec->movers[match->reference]]);
      hhx_csv_count(csv, found->n);
      hhx_csv_number(csv, found->mean_a);
      hhx_csv_number(csv, found->mean_b);
      hhx_csv_number(csv, found->difference);
      write_interval(found->ci95_low, found->ci95_high, csv);
      write_interval(pairing.bootstrap.mean.low, pairing.bootstrap.mean.high, csv);
      hhx_csv_number(csv, found->median);
      write_interval(pairing.bootstrap.median.low, pairing.bootstrap.median.high, csv);
      hhx_csv_number(csv, found->effect);
      hhx_csv_number(csv, found->p);
      hhx_csv_number(csv, place < 0 ? hhb_missing() : match->adjusted[place]);
      hhx_csv_number(csv, found->detectable);
      hhx_csv_end(csv);
    }
  }
  return true;
}

/* "1.234 +- 0.05", or "-" for what is missing. */
static void interval_text(int n, double mean, double high, bool identical, char *text, size_t size)
{
  if (n == 0)
    snprintf(text, size, "-");
  else if (identical)
    snprintf(text, size, "%.4g identical replicates", hhx_without_round_off(mean));
  else if (n == 1)
    snprintf(text, size, "%.4g", hhx_without_round_off(mean));
  else
    snprintf(text, size, "%.4g +- %.2g", hhx_without_round_off(mean),
             hhx_without_round_off(high - mean));
}

/* A missing value leaves the text as it is. */
static void number_text(double value, char *text, size_t size)
{
  if (isfinite(value)) snprintf(text, size, "%.2g", value);
}

/* Of the column of movers' names. */
static int mover_width(const HhxSpec *spec)
{
  int width = 12;
  for (int i = 0; i < spec->mover_count; i++) {
    int length = (int)strlen(hh_mover_names[spec->movers[i]]);
    if (length > width) width = length;
  }
  return width;
}

/* One metric of every mover; *least is the smallest number that a test had, or what it was. */
static bool show_metric(const Match *match, int64_t first, int metric, int *least, FILE *out)
{
  const HhxSpec *spec = match->spec;
  const HhbMetric *row = &hhb_metric_table[metric];
  for (int mover = 0; mover < spec->mover_count; mover++) {
    const double *sample = hhx_group_sample(&match->groups[mover], metric);
    HhxStatistics own = hhx_statistics(sample, spec->replicates, match->work);
    char mean[48], difference[48] = "", p[16] = "", holm[16] = "", effect[16] = "";
    interval_text(own.n, own.mean, own.ci95_high, without_spread(match, mover, mover, metric), mean,
                  sizeof mean);
    if (mover != match->reference) {
      HhxContrast found;
      if (!contrast(match, mover, metric, &found)) return false;
      bool identical = without_spread(match, mover, match->reference, metric);
      interval_text(found.n, found.difference, found.ci95_high, identical, difference,
                    sizeof difference);
      int64_t place = family_place(spec, first, mover, metric);
      number_text(found.effect, effect, sizeof effect);
      number_text(found.p, p, sizeof p);
      if (place >= 0) number_text(match->adjusted[place], holm, sizeof holm);
      if (!identical && found.n >= 2 && found.n < *least) *least = found.n;
    }
    fprintf(out, "  %-32s %-*s %4d  %-30s %-30s %6s %8s %8s\n", mover == 0 ? row->name : "",
            mover_width(spec), hh_mover_names[spec->movers[mover]], own.n, mean, difference, effect,
            p, holm);
  }
  return true;
}

/* Says so when even a large difference, 0.8 standard deviations (Cohen 1988), may be missed. */
static void show_power(bool unpaired, int n, FILE *out)
{
  double seen = unpaired ? hhx_power_unpaired(n, n) : hhx_power_paired(n);
  if (seen > 0.8)
    fprintf(out,
            "  n = %d: only differences above %.2g sd are likely to be seen; n >= %d would see "
            "0.5 sd\n",
            n, seen, unpaired ? HHX_POWER_EACH : HHX_POWER_PAIRS);
}

/* The table for people: means, and what the reference changes. */
static bool show(const Match *match, int64_t first, bool timing, FILE *out)
{
  const HhxSpec *spec = match->spec;
  HhxRun run = hhx_design_run(spec, first);
  const char *reference = hh_mover_names[spec->movers[match->reference]];
  char title[48], config[512];
  snprintf(title, sizeof title, "%s minus it", reference);
  hhx_plot_config(spec, run.point, config, sizeof config);
  if (*config)
    fprintf(out, "%s, config %lld: %s\n", run.scene->name, (long long)run.point, config);
  else
    fprintf(out, "%s\n", run.scene->name);
  fprintf(out, "  %-32s %-*s %4s  %-30s %-30s %6s %8s %8s\n", "metric", mover_width(spec), "mover",
          "n", "mean +- 95 %", title, "effect", "p", "p (Holm)");
  int least = spec->replicates + 1;
  for (int i = 0; i < spec->metric_count; i++) {
    int metric = spec->metrics[i];
    if (hhb_metric_table[metric].kind == HHB_CLOCK && !timing) continue;
    if (!show_metric(match, first, metric, &least, out)) return false;
  }
  for (int mover = 0; mover < spec->mover_count; mover++)
    if (match->groups[mover].failures > 0)
      fprintf(out, "  %s: %d of %d episodes failed\n", hh_mover_names[spec->movers[mover]],
              match->groups[mover].failures, spec->replicates);
  if (least <= spec->replicates) show_power(spec->independent, least, out);
  fprintf(out, "\n");
  return true;
}

static int out_of_memory(HhxError *error)
{
  snprintf(error->text, sizeof error->text, "compare.csv: memory ran out");
  return 1;
}

/* The movers' runs from `first` on. */
static int read_match(Match *match, const HhxJournal *journal, int64_t first, HhxError *error)
{
  for (int mover = 0; mover < match->spec->mover_count; mover++) {
    int64_t at = first + (int64_t)mover * match->spec->replicates;
    if (hhx_group_read(&match->groups[mover], journal, at, error) != 0) return 1;
    match->identical[mover] = group_identical(&match->groups[mover]);
  }
  return 0;
}

/* p of the whole family, corrected. */
static int adjust(Match *match, const HhxJournal *journal, HhxError *error)
{
  const HhxSpec *spec = match->spec;
  int64_t step = (int64_t)spec->mover_count * spec->replicates, runs = hhx_design_runs(spec);
  int64_t tests = runs / spec->replicates * spec->metric_count;
  match->adjusted = malloc((size_t)tests * sizeof *match->adjusted);
  if (!match->adjusted) return out_of_memory(error);
  for (int64_t i = 0; i < tests; i++)
    match->adjusted[i] = hhb_missing();
  for (int64_t first = 0; first < runs; first += step) {
    if (read_match(match, journal, first, error) != 0) return 1;
    for (int mover = 0; mover < spec->mover_count; mover++)
      for (int i = 0; mover != match->reference && i < spec->metric_count; i++) {
        HhxContrast found;
        int64_t place = family_place(spec, first, mover, spec->metrics[i]);
        if (place < 0) continue;
        if (!contrast(match, mover, spec->metrics[i], &found)) return out_of_memory(error);
        match->adjusted[place] = found.p;
      }
  }
  return hhx_holm(match->adjusted, tests) ? 0 : out_of_memory(error);
}

/* compare.csv and the table, scene by scene. */
static int write_compare(const HhxSpec *spec, const HhxSweepOptions *options,
                         const HhxJournal *journal, const HhxTable *table, Match *match,
                         HhxCsv *csv, HhxError *error)
{
  if (adjust(match, journal, error) != 0) return 1;
  hhx_table_header(table, csv);
  int64_t step = (int64_t)spec->mover_count * spec->replicates, runs = hhx_design_runs(spec);
  for (int64_t first = 0; first < runs && !hhx_csv_failed(csv); first += step) {
    if (read_match(match, journal, first, error) != 0) return 1;
    if (!write_rows(match, first, options->timing, csv) ||
        !show(match, first, options->timing, stdout))
      return out_of_memory(error);
  }
  printf("effect: %s, -1 to 1. p: %s; Holm's for all tests shown, but not those of the clock\n",
         spec->independent ? "Cliff's delta" : "rank-biserial correlation",
         spec->independent ? "Mann-Whitney" : "Wilcoxon's signed ranks");
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
    HhbSetup setup = hhx_design_setup(spec, &run, &params);
    char name[128];
    hhx_folder_trace(run.scene, run.mover, ".csv", name, sizeof name);
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
  HhxTable *table = make_table(package, spec->independent);
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
  if (spec->mover_count < 2 && spec->design != HHX_TUNED) {
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
