/* Workers over a range of runs, and the ticker. See the header. */
#include "crew.h"

#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "design.h"
#include "interrupt.h"

/* A range of runs that the workers share. */
typedef struct Range {
  HhxCrew *crew;
  const HhxSpec *spec;
  const int64_t *list; /* their numbers; null: the range counts the runs of the shard */
  int64_t runs, base, end;
  _Atomic int64_t next;
} Range;

/* Notes why the workers are to stop; the first errno is kept. */
static void stop_for(HhxCrew *crew, int cause)
{
  int none = 0;
  atomic_compare_exchange_strong(&crew->cause, &none, cause);
  atomic_store(&crew->give_up, true);
}

/* One thread's share: the next run, until there is none. */
static void work(Range *range)
{
  HhxCrew *crew = range->crew;
  const HhxSpec *spec = range->spec;
  HhParams params;
  int64_t point = -1;
  const HhbScene *scene = NULL;
  while (hhx_interrupt_caught() == 0 && atomic_load(&crew->cause) == 0) {
    int64_t at = atomic_fetch_add_explicit(&range->next, 1, memory_order_relaxed);
    if (at >= range->end) return;
    int64_t number = range->list ? range->list[at] : hhx_shard_run(crew->shard, range->runs, at);
    HhbResult result;
    if (crew->look && hhx_journal_read(crew->journal, range->base + number, &result)) {
      hhx_progress_skip(&crew->progress);
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
    if (!hhb_episode_run_until(&setup, crew->timing, &crew->give_up, &result)) return;
    int cause = hhx_journal_write(crew->journal, range->base + number, &result);
    if (cause) {
      stop_for(crew, cause);
      return;
    }
    hhx_progress_done(&crew->progress);
  }
}

/* Shows the progress, once a second syncs the journal, and after a signal loses patience with
 * episodes that go on. */
static void *tick(void *argument)
{
  enum { TICKS_A_SYNC = 5, TICKS_OF_PATIENCE = 10 };
  static const long tick_ns = 200000000;
  HhxCrew *crew = argument;
  int waited = 0;
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  pthread_mutex_lock(&crew->mutex);
  for (int count = 1; !crew->stop; count++) {
    next.tv_nsec += tick_ns;
    if (next.tv_nsec >= 1000000000) {
      next.tv_nsec -= 1000000000;
      next.tv_sec++;
    }
    while (!crew->stop && pthread_cond_timedwait(&crew->changed, &crew->mutex, &next) != ETIMEDOUT)
      continue;
    pthread_mutex_unlock(&crew->mutex);
    hhx_progress_show(&crew->progress);
    int cause = count % TICKS_A_SYNC == 0 ? hhx_journal_sync(crew->journal) : 0;
    if (cause) stop_for(crew, cause);
    if (hhx_interrupt_caught() && ++waited == TICKS_OF_PATIENCE) atomic_store(&crew->give_up, true);
    pthread_mutex_lock(&crew->mutex);
  }
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

int hhx_crew_start(HhxCrew *crew, int64_t total, FILE *shown, HhxError *error)
{
  atomic_init(&crew->cause, 0);
  atomic_init(&crew->give_up, false);
  crew->stop = false;
  hhx_progress_start(&crew->progress, shown, total);
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  int cause = pthread_create(&crew->thread, NULL, tick, crew);
  if (!cause) return 0;
  pthread_cond_destroy(&crew->changed);
  pthread_mutex_destroy(&crew->mutex);
  snprintf(error->text, sizeof error->text, "cannot start a thread: %s", strerror(cause));
  return 1;
}

static int journal_fault(const HhxCrew *crew, int cause, HhxError *error)
{
  snprintf(error->text, sizeof error->text, "cannot write %s: %s", hhx_journal_path(crew->journal),
           strerror(cause));
  return 1;
}

/* 0, or *error and a code. */
static int run_range(Range *range, int64_t first, HhxError *error)
{
  HhxCrew *crew = range->crew;
  atomic_init(&range->next, first);
  hhx_interrupt_phase(HHX_PHASE_EPISODES);
#pragma omp parallel num_threads(crew->jobs)
  work(range);
  hhx_interrupt_phase(HHX_PHASE_CHILD);

  int cause = atomic_load(&crew->cause);
  if (cause) return journal_fault(crew, cause, error);
  int number = hhx_interrupt_caught();
  if (number == 0) return 0;
  int64_t ready = atomic_load(&crew->progress.done) + atomic_load(&crew->progress.skipped);
  snprintf(error->text, sizeof error->text, "interrupted after %lld of %lld episodes",
           (long long)ready, (long long)crew->progress.total);
  return 128 + number;
}

int hhx_crew_run(HhxCrew *crew, const HhxSpec *spec, int64_t base, int64_t first, int64_t count,
                 HhxError *error)
{
  Range range = {.crew = crew,
                 .spec = spec,
                 .runs = hhx_design_runs(spec),
                 .base = base,
                 .end = first + count};
  return run_range(&range, first, error);
}

int hhx_crew_run_list(HhxCrew *crew, const HhxSpec *spec, int64_t base, const int64_t *list,
                      int64_t count, HhxError *error)
{
  Range range = {.crew = crew, .spec = spec, .list = list, .base = base, .end = count};
  return run_range(&range, 0, error);
}

int hhx_crew_end(HhxCrew *crew, HhxError *error)
{
  pthread_mutex_lock(&crew->mutex);
  crew->stop = true;
  pthread_cond_signal(&crew->changed);
  pthread_mutex_unlock(&crew->mutex);
  pthread_join(crew->thread, NULL);
  pthread_cond_destroy(&crew->changed);
  pthread_mutex_destroy(&crew->mutex);
  hhx_progress_end(&crew->progress);
  int cause = hhx_journal_sync(crew->journal);
  return cause ? journal_fault(crew, cause, error) : 0;
}
