/* The command: checks, the run in the order of the search, and its files. See the header. */
#include "tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design.h"
#include "folder.h"
#include "held_out.h"
#include "importance.h"
#include "params_file.h"
#include "plot.h"
#include "provenance.h"
#include "search.h"
#include "spec_when.h"

typedef struct Tune {
  HhxSearch search;
  HhxCandidates candidates;
  int64_t base; /* record of the first held-out run */
} Tune;

static int run(const HhxSpec *spec, HhxCrew *crew, void *state, HhxError *error)
{
  Tune *tune = state;
  (void)spec;
  int code = hhx_search(&tune->search, crew, error);
  if (code == 0)
    code = hhx_candidates_run(&tune->candidates, &tune->search, crew, tune->base, error);
  return code;
}

/* -- history.csv, front.csv, race.csv --------------------------------------------------------- */

static int no_memory(HhxError *error, const char *name)
{
  snprintf(error->text, sizeof error->text, "%s: memory ran out", name);
  return 1;
}

static void add_objectives(HhxTable *table, const HhxSpec *spec)
{
  for (int i = 0; i < spec->objective_count; i++) {
    const HhbMetric *metric = &hhb_metric_table[spec->objectives[i].metric];
    hhx_table_add(table, HHX_NUMBER, metric->name, metric->unit, metric->meaning);
  }
}

static const double *point_of(const HhxSpec *spec, int trial)
{
  return spec->points + (size_t)trial * (size_t)spec->axis_count;
}

static HhxTable *history_table(const HhxSpec *spec, HhxPackage *package)
{
  HhxTable *table = hhx_package_table(package, "history.csv", "One row for each trial of tune");
  if (!table) return NULL;
  hhx_table_add(table, HHX_INTEGER, "evaluation", "",
                "number of the trial, from 0; config of runs.csv");
  hhx_table_add(table, HHX_INTEGER, "generation", "",
                "generation within the phase, from 0; of a race the last round that the trial was "
                "in, from 1");
  hhx_table_add(table, HHX_STRING, "phase", "",
                "default, then the optimiser with the number of its start, polish last");
  hhx_table_add_axes(table, spec);
  hhx_table_add(table, HHX_INTEGER, "replicates", "", "replicates that were run in each scene");
  hhx_table_add(
      table, HHX_INTEGER, "failures", "",
      "episodes whose status is a failure; all of a scene where an objective was measured "
      "in none");
  add_objectives(table, spec);
  hhx_table_add(table, HHX_NUMBER, "score", "",
                "sum of weight x objective, maximised ones negative; empty for several objectives");
  hhx_table_add(
      table, HHX_NUMBER, "best_score", "",
      "score of the best trial so far: fewest failures, then the lowest score; empty for several "
      "objectives and for a race");
  hhx_table_add(
      table, HHX_NUMBER, "hypervolume", "",
      "of the front after the trial's generation, below the worst of the trials without "
      "failures up to the first generation that has any, and a tenth of their range more; "
      "0 before; empty for one objective");
  return table;
}

static void write_trial(const HhxSpec *spec, const HhxTrial *trial, int number, HhxCsv *csv)
{
  bool several = spec->optimizer.kind == HHX_NSGA2;
  hhx_csv_count(csv, number);
  hhx_csv_count(csv, trial->generation);
  hhx_csv_text(csv, trial->phase);
  hhx_table_axes(spec, point_of(spec, number), csv);
  hhx_csv_count(csv, trial->replicates);
  hhx_csv_count(csv, trial->failures);
  for (int i = 0; i < spec->objective_count; i++)
    hhx_csv_number(csv, trial->objectives[i]);
  hhx_csv_number(csv, several ? hhb_missing() : trial->score);
  hhx_csv_number(csv, several ? hhb_missing() : trial->best_score);
  hhx_csv_number(csv, trial->hypervolume);
  hhx_csv_end(csv);
}

/* Opens out/name with the table's header; null and *error. */
static HhxCsv *open_table(const char *out, const HhxTable *table, const char *name, HhxError *error)
{
  char *path = table ? hhx_folder_file(out, name) : NULL;
  HhxCsv *csv = NULL;
  if (path)
    csv = hhx_csv_open(path, error);
  else
    no_memory(error, name);
  free(path);
  if (csv) hhx_table_header(table, csv);
  return csv;
}

static int write_history(const HhxSearch *search, const char *out, HhxPackage *package,
                         HhxError *error)
{
  const HhxSpec *spec = search->trials.spec;
  HhxCsv *csv = open_table(out, history_table(spec, package), "history.csv", error);
  if (!csv) return 1;
  for (int i = 0; i < search->trials.count; i++)
    write_trial(spec, &search->trials.rows[i], i, csv);
  return hhx_csv_finish(csv, 0, error);
}

static int write_front(const HhxSearch *search, const char *out, HhxPackage *package,
                       HhxError *error)
{
  const HhxSpec *spec = search->trials.spec;
  HhxTable *table = hhx_package_table(package, "front.csv", "The Pareto front of all trials");
  if (table) {
    hhx_table_add(table, HHX_INTEGER, "evaluation", "", "number of the trial, as in history.csv");
    hhx_table_add_axes(table, spec);
    add_objectives(table, spec);
  }
  HhxCsv *csv = open_table(out, table, "front.csv", error);
  if (!csv) return 1;
  for (int i = 0; i < search->front.count; i++) {
    int trial = search->front.members[i];
    hhx_csv_count(csv, trial);
    hhx_table_axes(spec, point_of(spec, trial), csv);
    for (int j = 0; j < spec->objective_count; j++)
      hhx_csv_number(csv, search->trials.rows[trial].objectives[j]);
    hhx_csv_end(csv);
  }
  return hhx_csv_finish(csv, 0, error);
}

static HhxTable *race_table(HhxPackage *package)
{
  HhxTable *table =
      hhx_package_table(package, "race.csv", "The race: what was decided of whom, and why");
  if (!table) return NULL;
  hhx_table_add(table, HHX_INTEGER, "round", "", "number of the test, from 1");
  hhx_table_add(table, HHX_INTEGER, "evaluation", "", "number of the trial, as in history.csv");
  hhx_table_add(table, HHX_NUMBER, "rank_mean", "", "mean rank over the blocks, 1 the best");
  hhx_table_add(table, HHX_INTEGER, "blocks", "",
                "replicates that were ranked, each of all scenes");
  hhx_table_add(
      table, HHX_NUMBER, "statistic", "",
      "of the test that decided: Friedman's where it does not reject and for the best, "
      "else the normal deviate of the difference to the least rank sum; of two Wilcoxon's sum");
  hhx_table_add(table, HHX_NUMBER, "p", "", "of that test; dropped below 0.05 / rounds");
  hhx_table_add(table, HHX_STRING, "decision", "", "kept, dropped, winner");
  hhx_table_add(table, HHX_INTEGER, "versus", "", "number of the trial with the least rank sum");
  return table;
}

static int write_race(const HhxSearch *search, const char *out, HhxPackage *package,
                      HhxError *error)
{
  HhxCsv *csv = open_table(out, race_table(package), "race.csv", error);
  if (!csv) return 1;
  for (int i = 0; i < search->record_count; i++) {
    const HhxRaceRecord *record = &search->records[i];
    hhx_csv_count(csv, record->round);
    hhx_csv_count(csv, record->candidate);
    hhx_csv_number(csv, record->rank_mean);
    hhx_csv_count(csv, record->blocks);
    hhx_csv_number(csv, record->statistic);
    hhx_csv_number(csv, record->p);
    hhx_csv_text(csv, hhx_race_decision_name(record->decision));
    hhx_csv_count(csv, record->versus);
    hhx_csv_end(csv);
  }
  return hhx_csv_finish(csv, 0, error);
}

/* -- parameter files -------------------------------------------------------------------------- */

static void note_objectives(const HhxSearch *search, int trial, FILE *notes)
{
  const HhxSpec *spec = search->trials.spec;
  fprintf(notes, "Trial %d of %d; on the scenes and seeds it was tuned on:\n", trial,
          search->trials.count);
  for (int i = 0; i < spec->objective_count; i++) {
    const HhbMetric *metric = &hhb_metric_table[spec->objectives[i].metric];
    fprintf(notes, "  %s %.4g, default %.4g%s%s\n", metric->name,
            search->trials.rows[trial].objectives[i], search->trials.rows[0].objectives[i],
            *metric->unit ? " " : "", metric->unit);
  }
}

/* The comments of a parameter file, in new memory; null when memory ran out. */
static char *make_comments(const HhxSearch *search, int trial, const char *held_out)
{
  const HhxSpec *spec = search->trials.spec;
  char *text = NULL;
  size_t size = 0;
  FILE *notes = open_memstream(&text, &size);
  if (!notes) return NULL;
  fprintf(notes, "Parameters found by handhold tune: handhold %s\n", hhx_provenance_version());
  fprintf(notes, "Spec %s, hash h%016" PRIx64 "; spec.yaml beside this file repeats it.\n",
          spec->name, hhx_spec_hash(spec));
  note_objectives(search, trial, notes);
  int length = (int)strlen(held_out) - 1; /* without the last line end */
  fprintf(notes, "On held-out scenes and seeds:\n%.*s", length > 0 ? length : 0, held_out);
  bool whole = !ferror(notes);
  if (fclose(notes) == 0 && whole) return text;
  free(text);
  return NULL;
}

/* What the spec sets and what the trial does; the default does nothing. */
static int write_params(const HhxSearch *search, int trial, const char *held_out, const char *out,
                        const char *name, HhxError *error)
{
  const HhxSpec *spec = search->trials.spec;
  size_t most = (size_t)spec->setting_count + (size_t)spec->axis_count;
  HhxSetting *settings = calloc(most, sizeof *settings);
  char *path = hhx_folder_file(out, name), *comments = make_comments(search, trial, held_out);
  int code = 1, count = 0;
  if (settings && path && comments) {
    for (int i = 0; i < spec->setting_count; i++)
      settings[count++] = spec->settings[i];
    for (int i = 0; i < spec->axis_count; i++) {
      double value = point_of(spec, trial)[i];
      if (trial > 0 && !hhb_is_missing(value))
        settings[count++] = (HhxSetting){.param = spec->axes[i].param, .value = value};
    }
    code = hhx_params_file_write(path, (const char *const *)&comments, 1, settings, count, error);
  } else {
    no_memory(error, name);
  }
  free(settings);
  free(path);
  free(comments);
  return code;
}

/* best.yaml, and for several objectives front_NN.yaml. */
static int write_best(const Tune *tune, const char *out, HhxError *error)
{
  int code = 0;
  for (int i = 1; code == 0 && i < tune->candidates.count; i++) {
    char name[32], file[64];
    hhx_candidate_name(i, name, sizeof name);
    snprintf(file, sizeof file, "%s.yaml", i == 1 ? "best" : name);
    code = write_params(&tune->search, tune->candidates.trials[i], tune->candidates.notes[i], out,
                        file, error);
  }
  return code;
}

static int write_files(const HhxSpec *spec, const HhxSweepOptions *options,
                       const HhxJournal *journal, HhxPackage *package, void *state, HhxError *error)
{
  Tune *tune = state;
  const char *out = options->out;
  int code = write_history(&tune->search, out, package, error);
  if (code == 0 && spec->optimizer.kind == HHX_NSGA2)
    code = write_front(&tune->search, out, package, error);
  if (code == 0 && spec->optimizer.kind == HHX_RACE)
    code = write_race(&tune->search, out, package, error);
  if (code == 0) code = hhx_importance_write(spec, options, journal, package, NULL, error);
  if (code == 0)
    code = hhx_held_out_write(&tune->candidates, journal, tune->base, out, package, error);
  return code == 0 ? write_best(tune, out, error) : code;
}

/* An objective that no trial has, or null. */
static const char *unmeasured(const HhxTrials *trials)
{
  for (int i = 0; i < trials->spec->objective_count; i++) {
    int trial = 0;
    while (trial < trials->count && hhb_is_missing(trials->rows[trial].objectives[i]))
      trial++;
    if (trial == trials->count) return hhb_metric_table[trials->spec->objectives[i].metric].name;
  }
  return NULL;
}

static void show_defeat(const HhxTrials *trials)
{
  const char *metric = unmeasured(trials);
  if (metric)
    printf("every trial failed or measured no %s in some scene: there is no best.yaml; widen the "
           "ranges under `sweep`, run longer, or take another objective\n",
           metric);
  else
    printf("every trial failed: there is no best.yaml; widen the ranges under `sweep`\n");
}

/* For people, once everything is on the disk. */
static void show(const Tune *tune)
{
  if (tune->search.winner < 0) {
    show_defeat(&tune->search.trials);
    return;
  }
  for (int i = 1; i < tune->candidates.count; i++) {
    char name[32];
    hhx_candidate_name(i, name, sizeof name);
    printf("%s: trial %d of %d, on the held-out scenes and seeds\n%s", name,
           tune->candidates.trials[i], tune->search.trials.count, tune->candidates.notes[i]);
  }
}

/* -- the request ------------------------------------------------------------------------------ */

static int refuse(const char *what)
{
  fprintf(stderr, "handhold tune: %s\n", what);
  return 2;
}

/* Whether an objective is the regret, and nothing switches its measuring on. */
static bool misses_regret(const HhxSpec *spec)
{
  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, "episode.regret");
  bool wanted = false, measured = hhx_axis_find(spec, param) >= 0;
  for (int i = 0; i < spec->objective_count; i++)
    wanted = wanted || spec->objectives[i].metric == hhb_metric_find("planner_regret");
  for (int i = 0; i < spec->setting_count; i++)
    measured = measured || (spec->settings[i].param == param && spec->settings[i].value > 0);
  return wanted && !measured;
}

/* 0, or 2 with a message. */
static int check(const HhxSpec *spec, const HhxSweepOptions *options)
{
  char text[320];
  if (options->shard.count > 0)
    return refuse("a search is one after another and has no shards; leave --shard out");
  if (spec->design != HHX_TUNED)
    return refuse("the spec names no optimizer; write instead of `design` for instance\n"
                  "  optimizer: {kind: cma_es, budget: 1000}\n"
                  "  objectives: [{metric: energy_loss_J_per_kg_m}]");
  if (spec->held_out.replicates == 0)
    return refuse("nothing is held out, and what was tuned on proves nothing; write for instance\n"
                  "  held_out: {scenes: [random_course], seed: 1000, replicates: 64}");
  if (misses_regret(spec))
    return refuse("objectives: planner_regret is measured only with episode.regret on; write\n"
                  "  set: {episode.regret: on}");
  int least = hhx_search_least(spec);
  if (spec->optimizer.budget >= least) return 0;
  snprintf(text, sizeof text,
           "optimizer: budget %d is less than the default, one generation and the polish are "
           "together: choose at least %d",
           spec->optimizer.budget, least);
  return refuse(text);
}

int hhx_tune(const HhxSpec *spec, const HhxSweepOptions *options)
{
  int code = check(spec, options);
  if (code != 0) return code;
  HhxSpec own = *spec; /* of which only the points are owned */
  Tune tune = {.base = hhx_design_runs(spec)};
  own.points = calloc((size_t)own.optimizer.budget * (size_t)own.axis_count, sizeof *own.points);
  bool room = own.points && hhx_search_create(&own, &tune.search);
  room = hhx_candidates_create(&own, &tune.candidates) && room;
  HhxSweepExtra extra = {.command = "tune",
                         .state = &tune,
                         .more_runs = hhx_candidates_runs(spec),
                         .run = run,
                         .write = write_files,
                         .plot = hhx_plot_tune};
  if (room) {
    code = hhx_sweep_with(&own, options, &extra);
    if (code == 0 && tune.candidates.count > 0) show(&tune);
  } else {
    fprintf(stderr, "handhold tune: memory ran out\n");
    code = 1;
  }
  hhx_search_free(&tune.search);
  hhx_candidates_free(&tune.candidates);
  free(own.points);
  return code;
}
