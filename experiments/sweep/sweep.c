/* The files of a result in their order. See the header. */
#include "sweep.h"

#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "design.h"
#include "folder.h"
#include "importance.h"
#include "interrupt.h"
#include "metrics.h"
#include "plot.h"
#include "provenance.h"
#include "ranks.h"
#include "submit.h"
#include "summary.h"
#include "words.h"

typedef struct Sweep {
  const HhxSpec *spec;
  const HhxSweepOptions *options;
  const HhxSweepExtra *extra;
  const char *out;
  int64_t runs; /* of the spec */
  int64_t mine; /* those of the shard */
  HhxJournal *journal;
  HhxPackage *package;
  HhxCrew crew;
  time_t start;
  int64_t rows;     /* of runs.csv */
  int64_t failures; /* those that ended badly */
  HhxGroup room;    /* of the statistics */
  char *again;      /* the command that goes on */
} Sweep;

static void put_again(const HhxSweepOptions *options, const char *command, FILE *out)
{
  hhx_words_put(options->argv ? options->argv[0] : "handhold", out);
  hhx_words_put(command, out);
  hhx_words_put("--resume", out);
  hhx_words_put("--out", out);
  hhx_words_put(options->out, out);
  if (options->shard.count > 0)
    fprintf(out, " --shard %d/%d", options->shard.number, options->shard.count);
  if (options->jobs > 0) fprintf(out, " --jobs %d", options->jobs);
  if (!options->timing) hhx_words_put("--timing=off", out);
  if (options->quiet) hhx_words_put("--quiet", out);
  /* What came by standard input is gone; the spec as run has it and all that was set. */
  bool piped = strcmp(options->spec_path, "-") == 0;
  if (!piped && options->set_file) {
    hhx_words_put("--set-file", out);
    hhx_words_put(options->set_file, out);
  }
  for (int i = 0; !piped && i < options->setting_count; i++) {
    hhx_words_put("--set", out);
    hhx_words_put(options->settings[i], out);
  }
  char *written = piped ? hhx_folder_file(options->out, "spec.yaml") : NULL;
  const char *spec = written ? written : options->spec_path;
  if (spec[0] == '-') hhx_words_put("--", out);
  hhx_words_put(spec, out);
  free(written);
}

/* The command that goes on with this sweep, in new memory; null when memory ran out. */
static char *make_again(const HhxSweepOptions *options, const char *command)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  if (options->spec_path)
    put_again(options, command, out);
  else
    fputs(" the same command with --resume", out);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

/* All runs that are absent. 0, 1 or 128 + signal. */
static int run_all(Sweep *sweep, HhxError *error)
{
  const HhxSweepExtra *extra = sweep->extra;
  HhxError late = {""};
  FILE *shown = sweep->options->quiet ? NULL : stderr;
  int code = hhx_crew_start(&sweep->crew, sweep->mine + extra->more_runs, shown, error);
  if (code != 0) return code;
  code = extra->run ? extra->run(sweep->spec, &sweep->crew, extra->state, error)
                    : hhx_crew_run(&sweep->crew, sweep->spec, 0, 0, sweep->mine, error);
  if (hhx_crew_end(&sweep->crew, code == 0, &late) == 0 || code == 1) return code;
  *error = late;
  return 1;
}

static bool is_clock(int metric)
{
  return hhb_metric_table[metric].kind == HHB_CLOCK;
}

static HhxTable *make_runs_table(const HhxSpec *spec, HhxPackage *package)
{
  HhxTable *table = hhx_package_table(package, "runs.csv", "One row for each episode");
  if (!table) return NULL;
  hhx_table_add(table, HHX_INTEGER, "run", "", "number of the episode, from 0");
  hhx_table_add(table, HHX_INTEGER, "config", "", "number of the design point, from 0");
  hhx_table_add(table, HHX_INTEGER, "replicate", "", "number of the repetition, from 0");
  hhx_table_add(table, HHX_INTEGER, "seed", "", "seed of every random number of the episode");
  hhx_table_add(table, HHX_STRING, "scene", "", "scene, see `handhold list scenes`");
  hhx_table_add(table, HHX_STRING, "mover", "", "mover, see `handhold list movers`");
  hhx_table_add_axes(table, spec);
  hhx_table_add(table, HHX_STRING, "status", "",
                "how the episode ended: arrived, finished, fell, stalled, diverged, ...");
  for (int clock = 0; clock < 2; clock++)
    for (int metric = 0; metric < HHB_METRIC_COUNT; metric++)
      if (is_clock(metric) == clock) hhx_table_add_metric(table, metric);
  hhx_table_add(table, HHX_STRING, "state_hash", "",
                "hash of all that decides the future, at the end: equal for equal episodes");
  return table;
}

static void write_run(const HhxSpec *spec, const HhxRun *run, const double *axes,
                      const HhbResult *result, HhxCsv *csv)
{
  hhx_csv_count(csv, run->run);
  hhx_csv_count(csv, run->point);
  hhx_csv_count(csv, run->replicate);
  hhx_csv_count(csv, (int64_t)run->seed);
  hhx_csv_text(csv, run->scene->name);
  hhx_csv_text(csv, hh_mover_names[run->mover]);
  hhx_table_axes(spec, axes, csv);
  hhx_csv_text(csv, hh_status_name(result->status));
  const double *values = hhb_metric_values((HhbMetrics *)&result->metrics);
  for (int clock = 0; clock < 2; clock++)
    for (int metric = 0; metric < HHB_METRIC_COUNT; metric++)
      if (is_clock(metric) == clock) hhx_csv_number(csv, values[metric]);
  hhx_csv_hash(csv, result->state_hash);
  hhx_csv_end(csv);
}

static int write_runs(Sweep *sweep, HhxError *error)
{
  const HhxSpec *spec = sweep->spec;
  HhxTable *table = make_runs_table(spec, sweep->package);
  char *path = hhx_folder_file(sweep->out, "runs.csv");
  double *axes = calloc((size_t)spec->axis_count + 1, sizeof *axes);
  HhxCsv *csv = NULL;
  if (table && path && axes)
    csv = hhx_csv_open(path, error);
  else
    snprintf(error->text, sizeof error->text, "runs.csv: memory ran out");
  int code = csv ? 0 : 1;
  if (csv) hhx_table_header(table, csv);
  int64_t point = -1;
  for (int64_t i = 0; code == 0 && i < sweep->runs && !hhx_csv_failed(csv); i++) {
    HhbResult result;
    if (!hhx_journal_read(sweep->journal, i, &result)) {
      if (spec->design == HHX_TUNED) continue; /* not every point is run to the end */
      snprintf(error->text, sizeof error->text, "run %lld is not in the journal, or damaged there",
               (long long)i);
      code = 1;
      break;
    }
    HhxRun run = hhx_design_run(spec, i);
    if (run.point != point) hhx_design_values(spec, point = run.point, axes);
    write_run(spec, &run, axes, &result, csv);
    sweep->rows++;
    sweep->failures += result.status < 0;
  }
  code = hhx_csv_finish(csv, code, error);
  free(axes);
  free(path);
  return code;
}

static int write_spec(const Sweep *sweep, HhxError *error)
{
  char *path = hhx_folder_file(sweep->out, "spec.yaml"), *text = hhx_spec_text(sweep->spec);
  int code = hhx_csv_file(path ? path : "spec.yaml", path ? text : NULL, error);
  free(text);
  free(path);
  return code;
}

static int write_package(const Sweep *sweep, HhxError *error)
{
  char *path = hhx_folder_file(sweep->out, "datapackage.json");
  if (!path) {
    snprintf(error->text, sizeof error->text, "datapackage.json: memory ran out");
    return 1;
  }
  int code = hhx_package_write(sweep->package, sweep->spec, path, error);
  free(path);
  return code;
}

/* Draws; *ours are the pictures of this result. 0, or *error and a code. */
static int plot(Sweep *sweep, HhxPictures *ours, HhxError *error)
{
  HhxPictures before = {0};
  bool known = hhx_pictures_look(sweep->out, &before);
  hhx_interrupt_phase(HHX_PHASE_CHILD);
  int code = 0;
  if (sweep->extra->plot && !sweep->options->quiet) fprintf(stderr, "drawing pictures\n");
  if (sweep->extra->plot) code = sweep->extra->plot(sweep->spec, sweep->out, sweep->options->quiet);
  if (hhx_interrupt_caught()) code = 128 + hhx_interrupt_caught();
  hhx_interrupt_phase(HHX_PHASE_FILES);
  if (code != 0) {
    snprintf(error->text, sizeof error->text, "interrupted while plotting");
  } else if (!known || !hhx_pictures_look(sweep->out, ours)) {
    snprintf(error->text, sizeof error->text, "cannot read %s: %s", sweep->out, strerror(errno));
    code = 1;
  } else {
    hhx_pictures_keep_ours(ours, &before, hhx_journal_begun(sweep->journal));
  }
  hhx_pictures_free(&before);
  return code;
}

/* provenance.json, which names the pictures and is the last file of a result or shard. */
static int sign(Sweep *sweep, const HhxPictures *pictures, HhxError *error)
{
  const HhxSweepOptions *options = sweep->options;
  HhxProvenance provenance = {.command = sweep->extra->command,
                              .argc = options->argc,
                              .argv = options->argv,
                              .spec_name = sweep->spec->name,
                              .spec_hash = hhx_spec_hash(sweep->spec),
                              .runs = sweep->crew.progress.total,
                              .runs_before = atomic_load(&sweep->crew.progress.skipped),
                              .threads = sweep->crew.jobs,
                              .ranks = hhx_ranks_count() > 1 ? hhx_ranks_count() : 0,
                              .shard = {options->shard.number, options->merged > 0
                                                                   ? options->merged
                                                                   : options->shard.count},
                              .timing = options->timing,
                              .start = sweep->start,
                              .end = time(NULL),
                              .plots = (const char *const *)pictures->names,
                              .plot_count = pictures->count};
  char *path = hhx_folder_file(sweep->out, "provenance.json");
  int code = 1;
  if (path)
    code = hhx_provenance_write(&provenance, path, error);
  else
    snprintf(error->text, sizeof error->text, "provenance.json: memory ran out");
  free(path);
  return code == 0 ? hhx_folder_sync(sweep->out, error) : code;
}

static int plot_and_sign(Sweep *sweep, HhxError *error)
{
  HhxPictures pictures = {0};
  int code = plot(sweep, &pictures, error);
  if (code == 0) code = sign(sweep, &pictures, error);
  hhx_pictures_free(&pictures);
  return code;
}

/* The shard's runs are in the journal, which stays. */
static int finish_shard(Sweep *sweep, HhxError *error)
{
  static const HhxPictures none = {0};
  const HhxShard *shard = &sweep->options->shard;
  int code = sign(sweep, &none, error);
  if (code == 0 && !sweep->options->quiet)
    fprintf(stderr, "shard %d/%d is complete; with the others: handhold merge DIR... --out DIR\n",
            shard->number, shard->count);
  return code;
}

/* Every run is in the journal: makes the result, then the journal goes. */
static int finish(Sweep *sweep, HhxError *error)
{
  int code = write_runs(sweep, error);
  if (code == 0)
    code = hhx_summary_write(sweep->spec, sweep->journal, &sweep->room, sweep->out, sweep->package,
                             error);
  if (code == 0 && sweep->extra->write)
    code = sweep->extra->write(sweep->spec, sweep->options, sweep->journal, sweep->package,
                               sweep->extra->state, error);
  if (code == 0) code = write_package(sweep, error);
  if (code == 0) code = plot_and_sign(sweep, error);
  if (code != 0) return code;
  int cause = hhx_journal_remove(sweep->journal);
  if (!cause) return 0;
  snprintf(error->text, sizeof error->text, "cannot remove %s/runs.journal: %s", sweep->out,
           strerror(cause));
  return 1;
}

/* With the folder taken and signals too. */
static int run_and_finish(Sweep *sweep, HhxError *error)
{
  int code = write_spec(sweep, error);
  if (code == 0) code = hhx_folder_sync(sweep->out, error);
  if (code == 0) code = run_all(sweep, error);
  if (code != 0) return code;
  hhx_interrupt_phase(HHX_PHASE_FILES);
  return sweep->options->shard.count > 0 ? finish_shard(sweep, error) : finish(sweep, error);
}

/* With the folder taken. */
static int sweep_in_folder(Sweep *sweep)
{
  HhxError error = {""};
  hhx_interrupt_phase(HHX_PHASE_CHILD);
  int code = run_and_finish(sweep, &error);
  if (code != 0)
    fprintf(stderr, "handhold %s: %s\nwhat is finished is kept; to go on:%s\n",
            sweep->extra->command, error.text, sweep->again);
  else if (sweep->failures > 0 && !sweep->options->quiet)
    fprintf(stderr, "%lld of %lld episodes failed: they are rows, and their status says how\n",
            (long long)sweep->failures, (long long)sweep->rows);
  return code;
}

int hhx_sweep_with(const HhxSpec *spec, const HhxSweepOptions *options, const HhxSweepExtra *extra)
{
  HhxError error = {""};
  if (spec->design == HHX_TUNED && !extra->run) {
    fprintf(stderr,
            "handhold %s: the spec's points come from an optimizer; run handhold tune, or write "
            "`design` in place of `optimizer`\n",
            extra->command);
    return 2;
  }
  if (options->submit > 0) return hhx_submit(spec, extra->command, options);
  Sweep sweep = {.spec = spec,
                 .options = options,
                 .extra = extra,
                 .out = options->out,
                 .runs = hhx_design_runs(spec),
                 .mine = hhx_shard_size(options->shard, hhx_design_runs(spec)),
                 .start = time(NULL)};

  /* What memory is wanted, before anything is made or run. */
  int code = 0;
  sweep.package = hhx_package_create();
  sweep.again = make_again(options, extra->command);
  bool room = hhx_summary_room(spec, &sweep.room) && sweep.package && sweep.again;
  bool signals = room && hhx_interrupt_take(extra->command, sweep.again);
  if (!signals) {
    snprintf(error.text, sizeof error.text, "memory ran out");
    code = 1;
  }
  HhxFolderWish wish = {.key = {.spec_hash = hhx_spec_hash(spec),
                                .runs = sweep.runs + extra->more_runs,
                                .timing = options->timing,
                                .shard = options->shard},
                        .spec = spec,
                        .resume = options->resume,
                        .force = options->force};
  snprintf(wish.key.command, sizeof wish.key.command, "%s", extra->command);
  HhxFolder folder = {.journal = NULL};
  if (code == 0) code = hhx_folder_take(sweep.out, &wish, &folder, &error);
  sweep.journal = folder.journal;
  sweep.crew = (HhxCrew){.journal = folder.journal,
                         .jobs = options->jobs > 0       ? options->jobs
                                 : hhx_ranks_count() > 1 ? 1
                                                         : omp_get_max_threads(),
                         .timing = options->timing,
                         .shard = options->shard,
                         .look = folder.state == HHX_FOLDER_UNFINISHED};
  if (code != 0)
    fprintf(stderr, "handhold %s: %s\n", extra->command, error.text);
  else if (folder.state != HHX_FOLDER_FINISHED)
    code = sweep_in_folder(&sweep);
  else if (!options->quiet)
    fprintf(stderr, "%s is complete; nothing to do\n", sweep.out);
  hhx_folder_leave(&folder);
  if (signals) hhx_interrupt_give_back();
  hhx_group_free(&sweep.room);
  hhx_package_destroy(sweep.package);
  free(sweep.again);
  return code;
}

int hhx_sweep(const HhxSpec *spec, const HhxSweepOptions *options)
{
  static const HhxSweepExtra extra = {
      .command = "sweep", .write = hhx_importance_write, .plot = hhx_plot_sweep};
  return hhx_sweep_with(spec, options, &extra);
}
