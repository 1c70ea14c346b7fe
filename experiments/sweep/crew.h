/* The threads that run episodes, and the one beside them that shows the progress and, once a
 * second, makes the journal survive a power cut.
 *
 *   hhx_crew_start(&crew, jobs, journal, ...);
 *   while (...) code = hhx_crew_run(&crew, spec, base, first, count, &error);
 *   hhx_crew_end(&crew, code == 0, &error);
 *
 * An episode that the journal has already is not run again. After a signal (interrupt.h) the
 * running episodes have two seconds to end and are then given up. */
#ifndef HHX_CREW_H
#define HHX_CREW_H

#include <pthread.h>
#include <stdatomic.h>

#include "design.h"
#include "journal.h"
#include "progress.h"
#include "shard.h"
#include "spec.h"

typedef struct HhxCrew {
  HhxJournal *journal;
  int jobs;    /* threads */
  bool timing; /* read the clock */
  bool look;   /* the journal may hold records from before */
  HhxShard shard;
  HhxProgress progress;
  atomic_int cause;    /* errno that stopped the workers, or 0 */
  atomic_bool give_up; /* the running episodes too */
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool stop;
} HhxCrew;

/* Starts the thread beside the workers; `total` and `shown` (null: quiet) are the progress's.
 * 0, or *error and 1. */
int hhx_crew_start(HhxCrew *crew, int64_t total, FILE *shown, HhxError *error);

/* Runs those of the spec's runs first .. first + count - 1 that are absent, counted within the
 * shard where there is one; run r is record base + r of the journal. 0, or *error and 1 (disk) or
 * 128 + signal. */
int hhx_crew_run(HhxCrew *crew, const HhxSpec *spec, int64_t base, int64_t first, int64_t count,
                 HhxError *error);

/* The same for the `count` runs of a list. */
int hhx_crew_run_list(HhxCrew *crew, const HhxSpec *spec, int64_t base, const int64_t *list,
                      int64_t count, HhxError *error);

/* The runs of such a call that are still to be done, for who hands them out. */
typedef struct HhxTasks {
  HhxCrew *crew;
  const HhxSpec *spec;
  const int64_t *list; /* numbers of the runs; null: those of the crew's shard in order */
  int64_t runs, base, end;
  _Atomic int64_t next;
} HhxTasks;

typedef struct HhxTask {
  HhxRun run;      /* its point -1 before the first */
  HhParams params; /* of its point and scene */
} HhxTask;

/* The next run that is absent, in the place of the last one; false when there is none or work is
 * to stop. Any thread. */
bool hhx_tasks_next(HhxTasks *tasks, HhxTask *task);

/* Stores what came of a run; any thread. */
void hhx_tasks_store(HhxTasks *tasks, int64_t run, const HhbResult *result);

/* Syncs the journal and ends the thread; 0, or *error and 1. `finished`: what was run is all there
 * is to run, though a search may have announced more. */
int hhx_crew_end(HhxCrew *crew, bool finished, HhxError *error);

#endif
