/* Workers over a range of runs, and the ticker. See the header. */
#include "crew.h"

#include <errno.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "design.h"
#include "interrupt.h"
#include "ranks.h"

/* Notes why the workers are to stop; the first errno is kept. */
static void stop_for(HhxCrew *crew, int cause)
{
  int none = 0;
  atomic_compare_exchange_strong(&crew->cause, &none, cause);
  atomic_store(&crew->give_up, true);
}

bool hhx_tasks_next(HhxTasks *tasks, HhxTask *task)
{
  HhxCrew *crew = tasks->crew;
  while (hhx_interrupt_caught() == 0 && atomic_load(&crew->cause) == 0) {
    int64_t at = atomic_fetch_add_explicit(&tasks->next, 1, memory_order_relaxed);
    if (at >= tasks->end) return false;
    int64_t number = tasks->list ? tasks->list[at] : hhx_shard_run(crew->shard, tasks->runs, at);
    HhbResult result;
    if (crew->look && hhx_journal_read(crew->journal, tasks->base + number, &result)) {
      hhx_progress_skip(&crew->progress);
      continue;
    }
    HhxRun run = hhx_design_run(tasks->spec, number);
    if (run.point != task->run.point || run.scene != task->run.scene)
      hhx_design_params(tasks->spec, run.scene, run.point, &task->params);
    task->run = run;
    return true;
  }
  return false;
}

void hhx_tasks_store(HhxTasks *tasks, int64_t run, const HhbResult *result)
{
  int cause = hhx_journal_write(tasks->crew->journal, tasks->base + run, result);
  if (cause)
    stop_for(tasks->crew, cause);
  else
    hhx_progress_done(&tasks->crew->progress);
}

/* One thread's share: the next run, until there is none. */
static void work(HhxTasks *tasks)
{
  HhxTask task = {.run = {.point = -1}};
  while (hhx_tasks_next(tasks, &task)) {
    HhbSetup setup = hhx_design_setup(tasks->spec, &task.run, &task.params);
    HhbResult result;
    if (!hhb_episode_run_until(&setup, tasks->crew->timing, &tasks->crew->give_up, &result)) return;
    hhx_tasks_store(tasks, task.run.run, &result);
  }
}

/* Shows the progress, once a second syncs the journal, and after a signal loses patience with
 * episodes that go on; where one does not hear that, as one that begins, with the signal's own
 * way out: what is finished is in the journal. */
static void *tick(void *argument)
{
  enum { TICKS_A_SYNC = 5, TICKS_OF_PATIENCE = 7, TICKS_AT_MOST = 10 };
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
    int number = hhx_interrupt_caught();
    waited += number != 0;
    if (waited == TICKS_OF_PATIENCE) atomic_store(&crew->give_up, true);
    if (waited == TICKS_AT_MOST && hhx_journal_sync(crew->journal) == 0) raise(number);
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
  hhx_progress_start(&crew->progress, shown, "episodes", total);
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
static int run_tasks(HhxTasks *tasks, int64_t first, HhxError *error)
{
  HhxCrew *crew = tasks->crew;
  tasks->runs = hhx_design_runs(tasks->spec);
  atomic_init(&tasks->next, first);
  hhx_interrupt_phase(HHX_PHASE_EPISODES);
  if (hhx_ranks_count() > 1) {
    hhx_ranks_work(tasks);
  } else {
#pragma omp parallel num_threads(crew->jobs)
    work(tasks);
  }
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
  HhxTasks tasks = {.crew = crew, .spec = spec, .base = base, .end = first + count};
  return run_tasks(&tasks, first, error);
}

int hhx_crew_run_list(HhxCrew *crew, const HhxSpec *spec, int64_t base, const int64_t *list,
                      int64_t count, HhxError *error)
{
  HhxTasks tasks = {.crew = crew, .spec = spec, .list = list, .base = base, .end = count};
  return run_tasks(&tasks, 0, error);
}

int hhx_crew_end(HhxCrew *crew, bool finished, HhxError *error)
{
  pthread_mutex_lock(&crew->mutex);
  crew->stop = true;
  pthread_cond_signal(&crew->changed);
  pthread_mutex_unlock(&crew->mutex);
  pthread_join(crew->thread, NULL);
  pthread_cond_destroy(&crew->changed);
  pthread_mutex_destroy(&crew->mutex);
  if (finished)
    crew->progress.total = atomic_load(&crew->progress.done) + atomic_load(&crew->progress.skipped);
  hhx_progress_end(&crew->progress);
  int cause = hhx_journal_sync(crew->journal);
  return cause ? journal_fault(crew, cause, error) : 0;
}
