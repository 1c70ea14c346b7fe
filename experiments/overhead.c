/* Question: what does the laboratory cost an episode, over the episode itself?
 * Prediction: far below 40 microseconds, with every column written.
 * Method: one thread. The same runs (a drop onto one hold, the shortest episode there is) once as a
 *   bare loop of hhb_episode_run and once as a whole sweep with journal, runs.csv, summary.csv and
 *   the JSON files; the difference of wall time over the number of runs. Repetitions interleaved,
 *   median and minimum. Then the same sweep for 1 and 2 threads of longer episodes: the speed-up.
 *   The same difference a trial of handhold tune, by optimiser, with everything that it writes,
 * over a bare loop of as many such episodes. Usage: bench_overhead FOLDER (made, and emptied of
 * earlier results). Writes CSV to stdout. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "design.h"
#include "episode.h"
#include "sweep.h"
#include "tune.h"
#include "yardstick.h"

static const char short_runs[] = "name: overhead\nscenes: [drop]\nmovers: [free_swing]\n"
                                 "until: end\nreplicates: 50\n"
                                 "sweep: {world.drop_height: {min: 0.1, max: 0.2, steps: 400}}\n";

static const char long_runs[] = "name: scaling\nscenes: [endless_branch]\nmovers: [ballistic]\n"
                                "duration_s: 60\nreplicates: 8000\n"
                                "set: {planner.guesses: 128}\n"
                                "sweep: {planner.iterations: {values: [8, 16]}}\n";

/* One episode a trial, the shortest there is, over five parameters that it does not heed. */
#define TRIAL_SPEC(rest)                                                                           \
  "name: trials\nscenes: [drop]\nmovers: [free_swing]\nuntil: end\n" rest                          \
  "sweep:\n  planner.weight.momentum: {min: 1, max: 9}\n  planner.cruise_speed: {min: 1, max: "    \
  "9}\n"                                                                                           \
  "  planner.weight.cruise: {min: 0, max: 1}\n  planner.weight.closure: {min: 1, max: 9}\n"        \
  "  world.drop_height: {min: 0.1, max: 0.2}\n"
#define TUNE_SPEC(optimizer, objectives)                                                           \
  TRIAL_SPEC("optimizer: {" optimizer ", budget: 20001}\nobjectives: [" objectives "]\n"           \
             "held_out: {scenes: [drop], seed: 1000, replicates: 2}\n")
enum { TRIALS = 20000 };

static const char trials_bare[] = TRIAL_SPEC("design: {kind: random, samples: 20000}\n");
static const struct {
  const char *name, *spec;
} optimizers[] = {
    {"random", TUNE_SPEC("kind: random", "{metric: speed_end_mps}")},
    {"cma_es", TUNE_SPEC("kind: cma_es", "{metric: speed_end_mps}")},
    {"nsga2", TUNE_SPEC("kind: nsga2", "{metric: speed_end_mps}, {metric: duration_s}")}};
enum { OPTIMIZERS = sizeof optimizers / sizeof optimizers[0] };

static HhxSpec *parse(const char *text)
{
  HhxError error;
  HhxSpec *spec = hhx_spec_parse("built-in", text, strlen(text), &error);
  if (spec == NULL) fprintf(stderr, "%s\n", error.text);
  return spec;
}

static double bare_loop_s(const HhxSpec *spec)
{
  double start = hhb_clock_wall_s();
  for (int64_t i = 0; i < hhx_design_runs(spec); i++) {
    HhxRun run = hhx_design_run(spec, i);
    HhParams params;
    hhx_design_params(spec, run.scene, run.point, &params);
    HhbSetup setup = hhx_design_setup(spec, &run, &params);
    hhb_episode_run(&setup, false);
  }
  return hhb_clock_wall_s() - start;
}

/* Pictures are no cost of an episode. */
static const HhxSweepExtra without_pictures = {.command = "sweep"};

/* Wall time of a whole sweep, or negative when it failed. */
static double sweep_s(const HhxSpec *spec, const char *folder, int jobs)
{
  HhxSweepOptions options = {.out = folder, .jobs = jobs, .force = true, .quiet = true};
  double start = hhb_clock_wall_s();
  return hhx_sweep_with(spec, &options, &without_pictures) == 0 ? hhb_clock_wall_s() - start : -1;
}

static double tune_s(const HhxSpec *spec, const char *folder)
{
  HhxSweepOptions options = {.out = folder, .jobs = 1, .force = true, .quiet = true};
  double start = hhb_clock_wall_s();
  return hhx_tune(spec, &options) == 0 ? hhb_clock_wall_s() - start : -1;
}

/* Microseconds a trial, of each optimiser; false when one failed. */
static bool measure_trials(const char *folder, FILE *out)
{
  enum { REPEATS = 5 };
  HhxSpec *bare = parse(trials_bare);
  for (int i = 0; bare && i < OPTIMIZERS; i++) {
    double overhead[REPEATS];
    HhxSpec *spec = parse(optimizers[i].spec);
    for (int repeat = 0; spec && repeat < REPEATS; repeat++) {
      double loop = bare_loop_s(bare), whole = tune_s(spec, folder);
      if (whole < 0) return false;
      overhead[repeat] = 1e6 * (whole - loop) / TRIALS;
    }
    if (!spec) return false;
    hhx_spec_free(spec);
    double median = hhb_median(overhead, REPEATS);
    fprintf(out, "overhead_%s_us_per_trial,%.2f,%.2f\n", optimizers[i].name, median,
            hhb_minimum(overhead, REPEATS));
  }
  hhx_spec_free(bare);
  return bare != NULL;
}

int main(int argc, char **argv)
{
  enum { REPEATS = 9, PAIRS = 3 };
  if (argc != 2) {
    fprintf(stderr, "usage: bench_overhead FOLDER\n");
    return 2;
  }
  gsl_set_error_handler_off();
  /* Tables for people go nowhere, and a path without gnuplot draws nothing: pictures are made once
   * a command, not once a trial. */
  FILE *out = fdopen(dup(STDOUT_FILENO), "w");
  if (!out || !freopen("/dev/null", "w", stdout) || setenv("PATH", "/nowhere", 1) != 0) return 1;
  HhxSpec *brief = parse(short_runs), *lengthy = parse(long_runs);
  if (brief == NULL || lengthy == NULL) return 1;

  double overhead[REPEATS], runs = (double)hhx_design_runs(brief);
  for (int i = 0; i < REPEATS; i++) {
    double bare = bare_loop_s(brief), whole = sweep_s(brief, argv[1], 1);
    if (whole < 0) return 1;
    overhead[i] = 1e6 * (whole - bare) / runs;
  }
  double speedup[PAIRS];
  for (int i = 0; i < PAIRS; i++) {
    double one = sweep_s(lengthy, argv[1], 1), two = sweep_s(lengthy, argv[1], 2);
    if (one < 0 || two < 0) return 1;
    speedup[i] = one / two;
  }
  hhx_spec_free(brief);
  hhx_spec_free(lengthy);
  double least = hhb_minimum(overhead, REPEATS), most = 0;
  for (int i = 0; i < PAIRS; i++)
    if (speedup[i] > most) most = speedup[i];
  fprintf(out, "figure,median,best\n");
  fprintf(out, "overhead_us_per_episode,%.2f,%.2f\n", hhb_median(overhead, REPEATS), least);
  fprintf(out, "two_threads_over_one_ratio,%.3f,%.3f\n", hhb_median(speedup, PAIRS), most);
  bool done = measure_trials(argv[1], out);
  return fclose(out) == 0 && done ? 0 : 1;
}
