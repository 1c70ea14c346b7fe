/* Workers, signals, and the files of a result in their order. See the header. */
#include "sweep.h"

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "design.h"
#include "folder.h"
#include "metrics.h"
#include "plot.h"
#include "progress.h"
#include "provenance.h"
#include "summary.h"

typedef struct Sweep {
  const HhxSpec *spec;
  const HhxSweepOptions *options;
  const HhxSweepExtra *extra;
  const char *out;
  int64_t runs;
  int jobs;
  HhxJournal *journal;
  HhxPackage *package;
  HhxProgress progress;
  time_t start;
  bool look;        /* the journal may hold records from before */
  int64_t failures; /* episodes that ended badly */
  _Atomic int64_t next;
  atomic_int cause;    /* errno that stopped the workers, or 0 */
  atomic_bool give_up; /* the running episodes too */
  HhxGroup room;       /* of the statistics */
  char *again;         /* the command that goes on */
} Sweep;

/* A signal handler has nothing but globals. The first signal only leaves a note, so that the
 * workers end, or gnuplot. Any later one, and the first while files are written, says the farewell
 * and ends the process, for what is on the disk is whole. */
static atomic_int caught;
static atomic_bool leave_at_once, episodes_run;
static char *patience, *farewell; /* whole before a handler is there */

static void say(const char *text)
{
  ssize_t ignored = text ? write(STDERR_FILENO, text, strlen(text)) : 0;
  (void)ignored;
}

static void on_signal(int number)
{
  int before = errno, none = 0;
  bool first = atomic_compare_exchange_strong(&caught, &none, number);
  if (!first || atomic_load(&leave_at_once)) {
    say(farewell);
    _exit(128 + number);
  }
  if (atomic_load(&episodes_run)) say(patience);
  errno = before;
}

enum { SIGNAL_COUNT = 3 };
static const int signals[SIGNAL_COUNT] = {SIGINT, SIGTERM, SIGHUP};

typedef struct Handlers {
  struct sigaction before[SIGNAL_COUNT], file_size;
} Handlers;

static void take_signals(Handlers *handlers)
{
  atomic_store(&caught, 0);
  atomic_store(&leave_at_once, false);
  /* Calls are interrupted: gnuplot's end is waited for. */
  struct sigaction ours = {.sa_handler = on_signal};
  sigemptyset(&ours.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) {
    sigaction(signals[i], NULL, &handlers->before[i]);
    if (handlers->before[i].sa_handler != SIG_IGN) sigaction(signals[i], &ours, NULL);
  }
  /* A file that reaches `ulimit -f` is an error of write, as a full disk is. */
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGXFSZ, &ignore, &handlers->file_size);
}

static void give_signals_back(const Handlers *handlers)
{
  for (int i = 0; i < SIGNAL_COUNT; i++)
    sigaction(signals[i], &handlers->before[i], NULL);
  sigaction(SIGXFSZ, &handlers->file_size, NULL);
}

/* Writes a word as a shell wants it, and a blank before it. */
static void put_word(const char *word, FILE *out)
{
  static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789_@%+=:,./-";
  bool quoted = word[0] == '\0' || word[strspn(word, safe)] != '\0';
  fputs(quoted ? " '" : " ", out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  if (quoted) fputc('\'', out);
}

static void put_again(const HhxSweepOptions *options, const char *command, FILE *out)
{
  put_word(options->argv ? options->argv[0] : "handhold", out);
  put_word(command, out);
  put_word("--resume", out);
  put_word("--out", out);
  put_word(options->out, out);
  if (options->jobs > 0) fprintf(out, " --jobs %d", options->jobs);
  if (!options->timing) put_word("--timing=off", out);
  if (options->quiet) put_word("--quiet", out);
  /* What came by standard input is gone; the spec as run has it and all that was set. */
  bool piped = strcmp(options->spec_path, "-") == 0;
  if (!piped && options->set_file) {
    put_word("--set-file", out);
    put_word(options->set_file, out);
  }
  for (int i = 0; !piped && i < options->setting_count; i++) {
    put_word("--set", out);
    put_word(options->settings[i], out);
  }
  char *written = piped ? hhx_folder_file(options->out, "spec.yaml") : NULL;
  const char *spec = written ? written : options->spec_path;
  if (spec[0] == '-') put_word("--", out);
  put_word(spec, out);
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

/* "handhold COMMAND: ..." on a line of its own, in new memory; null when memory ran out. */
static char *make_message(const char *command, const char *what, const char *more)
{
  size_t size = strlen(command) + strlen(what) + strlen(more) + sizeof "\nhandhold : \n";
  char *text = malloc(size);
  if (text) snprintf(text, size, "\nhandhold %s: %s%s\n", command, what, more);
  return text;
}

static bool make_messages(Sweep *sweep)
{
  const char *command = sweep->extra->command;
  sweep->again = make_again(sweep->options, command);
  if (!sweep->again) return false;
  patience = make_message(
      command, "finishing the running episodes, for at most two seconds; once more to stop now",
      "");
  farewell = make_message(command, "interrupted; to go on:", sweep->again);
  return patience && farewell;
}

static void free_messages(Sweep *sweep)
{
  free(sweep->again);
  free(patience);
  free(farewell);
  patience = farewell = NULL;
}

/* Notes why the workers are to stop; the first errno is kept. */
static void stop_for(Sweep *sweep, int cause)
{
  int none = 0;
  atomic_compare_exchange_strong(&sweep->cause, &none, cause);
  atomic_store(&sweep->give_up, true);
}

/* One thread's share: the next run, until there is none. */
static void work(Sweep *sweep)
{
  const HhxSpec *spec = sweep->spec;
  HhParams params;
  int64_t point = -1;
  const HhbScene *scene = NULL;
  while (atomic_load(&caught) == 0 && atomic_load(&sweep->cause) == 0) {
    int64_t number = atomic_fetch_add_explicit(&sweep->next, 1, memory_order_relaxed);
    if (number >= sweep->runs) return;
    HhbResult result;
    if (sweep->look && hhx_journal_read(sweep->journal, number, &result)) {
      hhx_progress_skip(&sweep->progress);
      continue;
    }

    HhxRun run = hhx_design_run(spec, number);
    if (run.point != point || run.scene != scene) {
      point = run.point;
      scene = run.scene;
      hhx_design_params(spec, scene, point, &params);
    }
    HhbSetup setup = {.scene = run.scene,
                      .mover = run.mover,
                      .params = &params,
                      .course = spec->course,
                      .course_count = spec->course_count,
                      .seed = run.seed,
                      .duration_s = spec->duration_s,
                      .swings = spec->swings};
    if (!hhb_episode_run_until(&setup, sweep->options->timing, &sweep->give_up, &result)) return;
    int cause = hhx_journal_write(sweep->journal, number, &result);
    if (cause) {
      stop_for(sweep, cause);
      return;
    }
    hhx_progress_done(&sweep->progress);
  }
}

/* A thread beside the workers: shows the progress, once a second syncs the journal, and after a
 * signal loses patience with episodes that go on. */
typedef struct Ticker {
  Sweep *sweep;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool stop;
} Ticker;

static void *tick(void *argument)
{
  enum { TICKS_A_SYNC = 5, TICKS_OF_PATIENCE = 10 };
  static const long tick_ns = 200000000;
  Ticker *ticker = argument;
  Sweep *sweep = ticker->sweep;
  int waited = 0;
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  pthread_mutex_lock(&ticker->mutex);
  for (int count = 1; !ticker->stop; count++) {
    next.tv_nsec += tick_ns;
    if (next.tv_nsec >= 1000000000) {
      next.tv_nsec -= 1000000000;
      next.tv_sec++;
    }
    while (!ticker->stop &&
           pthread_cond_timedwait(&ticker->changed, &ticker->mutex, &next) != ETIMEDOUT)
      continue;
    pthread_mutex_unlock(&ticker->mutex);
    hhx_progress_show(&sweep->progress);
    int cause = count % TICKS_A_SYNC == 0 ? hhx_journal_sync(sweep->journal) : 0;
    if (cause) stop_for(sweep, cause);
    if (atomic_load(&caught) && ++waited == TICKS_OF_PATIENCE) atomic_store(&sweep->give_up, true);
    pthread_mutex_lock(&ticker->mutex);
  }
  pthread_mutex_unlock(&ticker->mutex);
  return NULL;
}

static int start_ticker(Ticker *ticker, Sweep *sweep)
{
  ticker->sweep = sweep;
  ticker->stop = false;
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_mutex_init(&ticker->mutex, NULL);
  pthread_cond_init(&ticker->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  int cause = pthread_create(&ticker->thread, NULL, tick, ticker);
  if (cause) {
    pthread_cond_destroy(&ticker->changed);
    pthread_mutex_destroy(&ticker->mutex);
  }
  return cause;
}

static void stop_ticker(Ticker *ticker)
{
  pthread_mutex_lock(&ticker->mutex);
  ticker->stop = true;
  pthread_cond_signal(&ticker->changed);
  pthread_mutex_unlock(&ticker->mutex);
  pthread_join(ticker->thread, NULL);
  pthread_cond_destroy(&ticker->changed);
  pthread_mutex_destroy(&ticker->mutex);
}

/* All runs that are absent. 0, 1 or 128 + signal. */
static int run_all(Sweep *sweep, HhxError *error)
{
  FILE *shown = sweep->options->quiet ? NULL : stderr;
  hhx_progress_start(&sweep->progress, shown, sweep->runs);
  Ticker ticker;
  int cause = start_ticker(&ticker, sweep);
  if (cause) {
    snprintf(error->text, sizeof error->text, "cannot start a thread: %s", strerror(cause));
    return 1;
  }
  atomic_store(&episodes_run, true);
#pragma omp parallel num_threads(sweep->jobs)
  work(sweep);
  atomic_store(&episodes_run, false);
  stop_ticker(&ticker);
  hhx_progress_end(&sweep->progress);

  cause = atomic_load(&sweep->cause);
  if (!cause) cause = hhx_journal_sync(sweep->journal);
  if (cause) {
    snprintf(error->text, sizeof error->text, "cannot write %s/runs.journal: %s", sweep->out,
             strerror(cause));
    return 1;
  }
  int number = atomic_load(&caught);
  if (number == 0) return 0;
  int64_t ready = atomic_load(&sweep->progress.done) + atomic_load(&sweep->progress.skipped);
  snprintf(error->text, sizeof error->text, "interrupted after %lld of %lld episodes",
           (long long)ready, (long long)sweep->runs);
  return 128 + number;
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
      snprintf(error->text, sizeof error->text, "run %lld is not in the journal, or damaged there",
               (long long)i);
      code = 1;
      break;
    }
    HhxRun run = hhx_design_run(spec, i);
    if (run.point != point) hhx_design_values(spec, point = run.point, axes);
    write_run(spec, &run, axes, &result, csv);
    sweep->failures += result.status < 0;
  }
  code = hhx_csv_finish(csv, code, error);
  free(axes);
  free(path);
  return code;
}

static int write_spec(const Sweep *sweep, HhxError *error)
{
  char *path = hhx_folder_file(sweep->out, "spec.yaml");
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  bool whole = memory != NULL;
  if (memory) {
    hhx_spec_write(sweep->spec, memory);
    whole = !ferror(memory);
    whole = fclose(memory) == 0 && whole;
  }
  int code = hhx_csv_file(path ? path : "spec.yaml", path && whole ? text : NULL, error);
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
  atomic_store(&leave_at_once, false);
  int code = 0;
  if (sweep->extra->plot) code = sweep->extra->plot(sweep->spec, sweep->out, sweep->options->quiet);
  if (atomic_load(&caught)) code = 128 + atomic_load(&caught);
  atomic_store(&leave_at_once, true);
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

/* Plots, and provenance.json, which names them and is the last file of a result. */
static int plot_and_sign(Sweep *sweep, HhxError *error)
{
  HhxPictures pictures = {0};
  int code = plot(sweep, &pictures, error);
  if (code != 0) return code;
  HhxProvenance provenance = {.command = sweep->extra->command,
                              .argc = sweep->options->argc,
                              .argv = sweep->options->argv,
                              .spec_name = sweep->spec->name,
                              .spec_hash = hhx_spec_hash(sweep->spec),
                              .runs = sweep->runs,
                              .runs_before = atomic_load(&sweep->progress.skipped),
                              .threads = sweep->jobs,
                              .timing = sweep->options->timing,
                              .start = sweep->start,
                              .end = time(NULL),
                              .plots = (const char *const *)pictures.names,
                              .plot_count = pictures.count};
  char *path = hhx_folder_file(sweep->out, "provenance.json");
  if (path) {
    code = hhx_provenance_write(&provenance, path, error);
  } else {
    snprintf(error->text, sizeof error->text, "provenance.json: memory ran out");
    code = 1;
  }
  free(path);
  hhx_pictures_free(&pictures);
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
    code = sweep->extra->write(sweep->spec, sweep->options, sweep->journal, sweep->package, error);
  if (code == 0) code = write_package(sweep, error);
  if (code == 0) code = plot_and_sign(sweep, error);
  if (code == 0) code = hhx_folder_sync(sweep->out, error);
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
  atomic_store(&leave_at_once, true);
  code = finish(sweep, error);
  atomic_store(&leave_at_once, false);
  return code;
}

/* With the folder taken: messages, signals, work. */
static int sweep_in_folder(Sweep *sweep)
{
  HhxError error = {""};
  const char *command = sweep->extra->command;
  Handlers handlers;
  take_signals(&handlers);
  int code = run_and_finish(sweep, &error);
  give_signals_back(&handlers);
  if (code != 0)
    fprintf(stderr, "handhold %s: %s\nwhat is finished is kept; to go on:%s\n", command, error.text,
            sweep->again);
  else if (sweep->failures > 0 && !sweep->options->quiet)
    fprintf(stderr, "%lld of %lld episodes failed: they are rows, and their status says how\n",
            (long long)sweep->failures, (long long)sweep->runs);
  return code;
}

int hhx_sweep_with(const HhxSpec *spec, const HhxSweepOptions *options, const HhxSweepExtra *extra)
{
  HhxError error = {""};
  Sweep sweep = {.spec = spec,
                 .options = options,
                 .extra = extra,
                 .out = options->out,
                 .runs = hhx_design_runs(spec),
                 .jobs = options->jobs > 0 ? options->jobs : omp_get_max_threads(),
                 .start = time(NULL)};
  atomic_init(&sweep.next, 0);
  atomic_init(&sweep.cause, 0);
  atomic_init(&sweep.give_up, false);

  /* What memory is wanted, before anything is made or run. */
  int code = 0;
  sweep.package = hhx_package_create();
  if (!hhx_summary_room(spec, &sweep.room) || !sweep.package || !make_messages(&sweep)) {
    snprintf(error.text, sizeof error.text, "memory ran out");
    code = 1;
  }
  HhxFolderWish wish = {extra->command,
                        {hhx_spec_hash(spec), sweep.runs, options->timing},
                        options->resume,
                        options->force};
  HhxFolder folder = {.journal = NULL};
  if (code == 0) code = hhx_folder_take(sweep.out, &wish, &folder, &error);
  sweep.journal = folder.journal;
  sweep.look = folder.state == HHX_FOLDER_UNFINISHED;
  if (code != 0)
    fprintf(stderr, "handhold %s: %s\n", extra->command, error.text);
  else if (folder.state != HHX_FOLDER_FINISHED)
    code = sweep_in_folder(&sweep);
  else if (!options->quiet)
    fprintf(stderr, "%s is complete; nothing to do\n", sweep.out);
  hhx_folder_leave(&folder);
  hhx_group_free(&sweep.room);
  hhx_package_destroy(sweep.package);
  free_messages(&sweep);
  return code;
}

int hhx_sweep(const HhxSpec *spec, const HhxSweepOptions *options)
{
  static const HhxSweepExtra nothing = {"sweep", NULL, hhx_plot_sweep};
  return hhx_sweep_with(spec, options, &nothing);
}
