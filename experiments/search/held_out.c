/* Candidates on other scenes and seeds, each against the default. See the header. */
#include "held_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contrast.h"
#include "design.h"
#include "folder.h"
#include "holm.h"
#include "statistics.h"
#include "summary.h"

static int candidates_most(const HhxSpec *spec)
{
  return spec->optimizer.kind == HHX_NSGA2 ? HHX_CANDIDATES_MOST : 2;
}

bool hhx_candidates_create(const HhxSpec *spec, HhxCandidates *candidates)
{
  *candidates = (HhxCandidates){.spec = *spec};
  HhxSpec *held = &candidates->spec;
  held->scenes = spec->held_out.scenes;
  held->scene_count = spec->held_out.scene_count;
  held->seed = spec->held_out.seed;
  held->replicates = spec->held_out.replicates;
  held->independent = false;
  held->design = HHX_POINTS;
  held->samples = candidates_most(spec);
  held->points = calloc((size_t)held->samples * (size_t)spec->axis_count, sizeof *held->points);
  return held->points != NULL;
}

void hhx_candidates_free(HhxCandidates *candidates)
{
  free(candidates->spec.points);
  candidates->spec.points = NULL;
  for (int i = 0; i < HHX_CANDIDATES_MOST; i++)
    free(candidates->notes[i]);
}

int64_t hhx_candidates_runs(const HhxSpec *spec)
{
  return (int64_t)candidates_most(spec) * spec->held_out.scene_count * spec->held_out.replicates;
}

void hhx_candidate_name(int candidate, char *text, size_t size)
{
  static const char *const names[] = {"default", "tuned"};
  if (candidate < 2)
    snprintf(text, size, "%s", names[candidate]);
  else
    snprintf(text, size, "front_%02u", (unsigned)(candidate - 2) % 100);
}

/* The default first: the trial without a value has each scene's own presets. */
static void choose(HhxCandidates *candidates, const HhxSearch *search)
{
  HhxSpec *held = &candidates->spec;
  candidates->trials[0] = 0;
  candidates->count = 1;
  if (search->winner >= 0) candidates->trials[candidates->count++] = search->winner;
  if (held->optimizer.kind == HHX_NSGA2 && candidates->count > 1)
    candidates->count += hhx_front_spread(&search->front, &search->trials, candidates->trials + 2,
                                          HHX_CANDIDATES_MOST - 2);
  held->samples = candidates->count;
  size_t axes = (size_t)held->axis_count;
  const double *points = search->trials.spec->points;
  for (int i = 0; i < candidates->count; i++) {
    double *point = held->points + (size_t)i * axes;
    memcpy(point, points + (size_t)candidates->trials[i] * axes, axes * sizeof *points);
    for (size_t axis = 0; candidates->trials[i] == 0 && axis < axes; axis++)
      point[axis] = hhb_missing();
  }
}

int hhx_candidates_run(HhxCandidates *candidates, const HhxSearch *search, HhxCrew *crew,
                       int64_t base, HhxError *error)
{
  choose(candidates, search);
  return hhx_crew_run(crew, &candidates->spec, base, 0, hhx_design_runs(&candidates->spec), error);
}

/* One line of held_out.csv. */
typedef struct Line {
  int candidate, scene, metric, failures;
  HhxStatistics own;
  HhxContrast change; /* not of the default itself */
  double holm;        /* missing but for the objectives */
} Line;

typedef struct Report {
  const HhxCandidates *candidates;
  HhxGroup before, after; /* the default, a candidate */
  double *work, *p;
  Line *lines;
  int count;
} Report;

static bool report_create(const HhxCandidates *candidates, Report *report)
{
  const HhxSpec *held = &candidates->spec;
  size_t replicates = (size_t)held->replicates;
  size_t lines = (size_t)candidates->count * (size_t)held->scene_count * HHB_METRIC_COUNT;
  *report = (Report){.candidates = candidates};
  report->work = calloc(replicates, sizeof *report->work);
  report->lines = calloc(lines, sizeof *report->lines);
  report->p = calloc(lines, sizeof *report->p);
  return hhx_group_create(&report->before, held->replicates) &&
         hhx_group_create(&report->after, held->replicates) && report->work && report->lines &&
         report->p;
}

static void report_free(Report *report)
{
  hhx_group_free(&report->before);
  hhx_group_free(&report->after);
  free(report->work);
  free(report->lines);
  free(report->p);
}

static bool is_objective(const HhxSpec *spec, int metric)
{
  for (int i = 0; i < spec->objective_count; i++)
    if (spec->objectives[i].metric == metric) return true;
  return false;
}

/* Lines of one candidate in one scene; the default must be held. */
static bool add_lines(Report *report, int candidate, int scene)
{
  const HhxSpec *held = &report->candidates->spec;
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
    if (hhb_metric_table[metric].kind == HHB_CLOCK) continue;
    const double *a = hhx_group_sample(&report->before, metric);
    const double *b = hhx_group_sample(&report->after, metric);
    Line *line = &report->lines[report->count++];
    *line = (Line){.candidate = candidate,
                   .scene = scene,
                   .metric = metric,
                   .failures = report->after.failures,
                   .own = hhx_statistics(b, held->replicates, report->work),
                   .holm = hhb_missing()};
    if (candidate > 0 && !hhx_contrast_paired(a, b, held->replicates, &line->change)) return false;
  }
  return true;
}

/* The correction is for all differences in objectives: every candidate and scene. */
static bool correct(Report *report)
{
  const HhxSpec *held = &report->candidates->spec;
  int tests = 0;
  for (int i = 0; i < report->count; i++) {
    const Line *line = &report->lines[i];
    if (line->candidate > 0 && is_objective(held, line->metric))
      report->p[tests++] = line->change.p;
  }
  if (!hhx_holm(report->p, tests)) return false;
  tests = 0;
  for (int i = 0; i < report->count; i++) {
    Line *line = &report->lines[i];
    if (line->candidate > 0 && is_objective(held, line->metric)) line->holm = report->p[tests++];
  }
  return true;
}

static int no_memory(HhxError *error)
{
  snprintf(error->text, sizeof error->text, "held_out.csv: memory ran out");
  return 1;
}

static int collect(Report *report, const HhxJournal *journal, int64_t base, HhxError *error)
{
  const HhxSpec *held = &report->candidates->spec;
  for (int candidate = 0; candidate < report->candidates->count; candidate++)
    for (int scene = 0; scene < held->scene_count; scene++) {
      int64_t first = base + (int64_t)scene * held->replicates;
      int64_t own = first + (int64_t)candidate * held->scene_count * held->replicates;
      int code = hhx_group_read(&report->before, journal, first, error);
      if (code == 0) code = hhx_group_read(&report->after, journal, own, error);
      if (code != 0) return code;
      if (!add_lines(report, candidate, scene)) return no_memory(error);
    }
  return correct(report) ? 0 : no_memory(error);
}

static HhxTable *make_table(HhxPackage *package)
{
  HhxTable *table = hhx_package_table(
      package, "held_out.csv", "Candidates on held-out scenes and seeds, each against the default");
  if (!table) return NULL;
  hhx_table_add(table, HHX_STRING, "candidate", "",
                "default; tuned, which is best.yaml; or front_NN, which is front_NN.yaml");
  hhx_table_add(table, HHX_STRING, "scene", "", "held-out scene, see `handhold list scenes`");
  hhx_table_add(table, HHX_STRING, "metric", "", "metric, see `handhold list metrics`");
  hhx_table_add(table, HHX_STRING, "unit", "", "unit of the metric");
  hhx_table_add(table, HHX_INTEGER, "n", "", "replicates that have the metric");
  hhx_table_add(table, HHX_INTEGER, "failures", "", "episodes whose status is a failure");
  hhx_table_add(table, HHX_NUMBER, "mean", "", "mean, in the row's unit");
  hhx_table_add(table, HHX_NUMBER, "ci95_low", "",
                "lower bound of the 95 % interval of the mean (Student's t)");
  hhx_table_add(table, HHX_NUMBER, "ci95_high", "",
                "upper bound of the 95 % interval of the mean (Student's t)");
  hhx_table_add(table, HHX_NUMBER, "difference", "",
                "mean of candidate minus default, paired by seed, in the row's unit");
  hhx_table_add(table, HHX_NUMBER, "difference_ci95_low", "",
                "lower bound of its 95 % interval (Student's t)");
  hhx_table_add(table, HHX_NUMBER, "difference_ci95_high", "",
                "upper bound of its 95 % interval (Student's t)");
  hhx_table_add(table, HHX_NUMBER, "wilcoxon_p", "",
                "two-sided p of Wilcoxon's signed-rank test of the differences");
  hhx_table_add(table, HHX_NUMBER, "wilcoxon_p_holm", "",
                "the same corrected after Holm for all objectives, candidates and scenes; empty "
                "for other metrics");
  hhx_table_add(table, HHX_NUMBER, "effect_size", "", "matched-pairs rank-biserial correlation");
  return table;
}

static void write_line(const Report *report, const Line *line, HhxCsv *csv)
{
  const HhxSpec *held = &report->candidates->spec;
  const HhbMetric *metric = &hhb_metric_table[line->metric];
  char name[32];
  hhx_candidate_name(line->candidate, name, sizeof name);
  hhx_csv_text(csv, name);
  hhx_csv_text(csv, held->scenes[line->scene]->name);
  hhx_csv_text(csv, metric->name);
  hhx_csv_text(csv, metric->unit);
  hhx_csv_count(csv, line->own.n);
  hhx_csv_count(csv, line->failures);
  hhx_csv_number(csv, line->own.mean);
  hhx_csv_number(csv, line->own.ci95_low);
  hhx_csv_number(csv, line->own.ci95_high);
  if (line->candidate == 0) {
    for (int i = 0; i < 6; i++)
      hhx_csv_empty(csv);
  } else {
    hhx_csv_number(csv, line->change.difference);
    hhx_csv_number(csv, line->change.ci95_low);
    hhx_csv_number(csv, line->change.ci95_high);
    hhx_csv_number(csv, line->change.p);
    hhx_csv_number(csv, line->holm);
    hhx_csv_number(csv, line->change.effect);
  }
  hhx_csv_end(csv);
}

static const Line *default_of(const Report *report, const Line *line)
{
  for (int i = 0; i < report->count; i++) {
    const Line *other = &report->lines[i];
    if (other->candidate == 0 && other->scene == line->scene && other->metric == line->metric)
      return other;
  }
  return line;
}

static void note_line(const HhxSpec *held, const Line *line, const Line *before, FILE *out)
{
  const HhbMetric *metric = &hhb_metric_table[line->metric];
  fprintf(out, "  %-16s %-32s ", held->scenes[line->scene]->name, metric->name);
  if (hhb_is_missing(line->change.ci95_low))
    fprintf(out, "measured of both on fewer than two seeds");
  else
    fprintf(out, "%.4g, default %.4g, difference %.3g [%.3g, %.3g]%s%s, p %.2g (Holm)",
            hhx_without_round_off(line->own.mean), hhx_without_round_off(before->own.mean),
            line->change.difference, line->change.ci95_low, line->change.ci95_high,
            *metric->unit ? " " : "", metric->unit, line->holm);
  if (line->failures + before->failures > 0)
    fprintf(out, ", %d of %d failed, default %d", line->failures, held->replicates,
            before->failures);
  fprintf(out, "\n");
}

/* The objectives of a candidate in every scene, in new memory; null when memory ran out. */
static char *make_notes(const Report *report, int candidate)
{
  const HhxSpec *held = &report->candidates->spec;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  for (int i = 0; i < report->count; i++) {
    const Line *line = &report->lines[i];
    if (line->candidate != candidate || !is_objective(held, line->metric)) continue;
    note_line(held, line, default_of(report, line), out);
  }
  bool whole = !ferror(out);
  if (fclose(out) == 0 && whole) return text;
  free(text);
  return NULL;
}

int hhx_held_out_write(HhxCandidates *candidates, const HhxJournal *journal, int64_t base,
                       const char *out, HhxPackage *package, HhxError *error)
{
  Report report;
  bool room = report_create(candidates, &report);
  HhxTable *table = make_table(package);
  char *path = hhx_folder_file(out, "held_out.csv");
  HhxCsv *csv = NULL;
  int code = room && table && path ? collect(&report, journal, base, error) : no_memory(error);
  if (code == 0 && !(csv = hhx_csv_open(path, error))) code = 1;
  if (csv) {
    hhx_table_header(table, csv);
    for (int i = 0; i < report.count; i++)
      write_line(&report, &report.lines[i], csv);
    code = hhx_csv_finish(csv, code, error);
  }
  for (int i = 1; code == 0 && i < candidates->count; i++) {
    candidates->notes[i] = make_notes(&report, i);
    if (!candidates->notes[i]) code = no_memory(error);
  }
  report_free(&report);
  free(path);
  return code;
}
