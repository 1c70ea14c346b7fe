/* The main job: every run of a spec, on all processors, into a result folder.
 *
 * Finished episodes go to the journal as they finish; when all are there, runs.csv, summary.csv,
 * datapackage.json and the plots are made from it in design order, and the journal goes. So the
 * files are the same bytes for any number of threads and after any kill and --resume (with timing
 * off; the clock's columns differ), and memory does not grow with the number of runs.
 * A failed episode is a row. */
#ifndef HHX_SWEEP_H
#define HHX_SWEEP_H

#include <stdbool.h>

#include "crew.h"
#include "journal.h"
#include "package.h"
#include "shard.h"
#include "spec.h"

typedef struct HhxSweepOptions {
  const char *out; /* result folder */
  int jobs;        /* threads; 0: as many as there are processors */
  bool resume, force, timing, quiet;
  HhxShard shard; /* only its runs: the folder keeps spec.yaml, their journal, provenance.json */
  int submit;     /* number of shards that Slurm is to run instead (submit.h), or 0 */
  bool dry_run;   /* it is not to, but could */
  int merged;     /* number of shards that the folder's journal was made of, or 0 */
  int argc;       /* the command line as typed, for provenance.json */
  char **argv;
  const char *spec_path; /* for the command that goes on; null when the spec is of no file */
  const char *set_file;  /* --set-file, or null */
  const char *const *settings;
  int setting_count;
} HhxSweepOptions;

/* Exit code: 0 done, 1 could not finish (I/O, disk full), 2 refused (nothing was written),
 * 128 + signal when interrupted; --resume goes on after 1 and 128 + signal. Messages on stderr.
 * The first signal lets the running episodes finish, for two seconds; the second ends the process,
 * and so does the first once files are written: what is on the disk then is whole. */
int hhx_sweep(const HhxSpec *spec, const HhxSweepOptions *options);

/* What a command like compare adds to a sweep. */
typedef struct HhxSweepExtra {
  const char *command; /* for provenance.json and messages */
  void *state;         /* handed to run and write */
  int64_t more_runs;   /* records of the journal beyond the runs of the spec */
  /* Runs the episodes; 0, or *error and a code as hhx_crew_run. Null: every run of the spec. */
  int (*run)(const HhxSpec *spec, HhxCrew *crew, void *state, HhxError *error);
  /* Once all are there: writes further files into options->out and their tables into the package;
   * 0, or *error, 1. Null: none. */
  int (*write)(const HhxSpec *spec, const HhxSweepOptions *options, const HhxJournal *journal,
               HhxPackage *package, void *state, HhxError *error);
  int (*plot)(const HhxSpec *spec, const char *out,
              bool quiet); /* 0, or 128 + signal; null: none */
} HhxSweepExtra;

int hhx_sweep_with(const HhxSpec *spec, const HhxSweepOptions *options, const HhxSweepExtra *extra);

#endif
