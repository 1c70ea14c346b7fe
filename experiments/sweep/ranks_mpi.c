/* Ranks over MPI: rank 0 sends tasks and receives reports, the others have a thread that talks and
 * threads that run. Between looks both sleep, since MPI's own waiting would turn a processor hot.
 * See the header. */
#include "ranks.h"

#include <assert.h>
#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "clock.h"
#include "interrupt.h"
#include "provenance.h"

const char *const hhx_ranks_remedy =
    "start them with the mpirun of the MPI it was built for, or srun --mpi=pmi2";

enum Tag {
  TAG_JOB = 1, /* what all tasks that follow have in common */
  TAG_TASKS,
  TAG_DRAIN,   /* start no more of them */
  TAG_GIVE_UP, /* nor end those that run */
  TAG_LEAVE,   /* with this exit code */
  TAG_REPORT
};

/* Messages are these structs as bytes: all ranks are the same program on one kind of machine. */
typedef struct Job {
  double duration_s;
  int32_t swings, jobs, timing, hold_count, piece_count;
  int64_t tile_bytes, tiles_at; /* of a room, 0: there is none; of tile (0, 0) among them */
  HhRoom room;
  HhHold holds[]; /* of a course; behind them its pieces, then a room's tiles */
} Job;

typedef struct Task {
  int64_t run;
  uint64_t seed;
  int32_t scene, mover; /* rows of their tables */
  HhParams params;
} Task;

typedef struct Outcome {
  int64_t run;
  HhbResult result;
} Outcome;

typedef struct Report {
  int64_t count, dropped; /* tasks that were done, and that will not be */
  double busy_s;          /* of the threads, for those done */
  Outcome outcomes[];
} Report;

/* Memory that a rank cannot go on without. */
static void *enlarge(void *old, size_t size)
{
  void *fresh = realloc(old, size);
  if (fresh) return fresh;
  fprintf(stderr, "handhold: memory ran out\n");
  MPI_Abort(MPI_COMM_WORLD, 1);
  abort();
}

static bool joined(void)
{
  int yes = 0;
  MPI_Initialized(&yes);
  return yes;
}

static int my_rank(void)
{
  int rank = 0;
  if (joined()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int hhx_ranks_count(void)
{
  int count = 1;
  if (joined()) MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

bool hhx_ranks_leads(void)
{
  return my_rank() == 0;
}

/* Of version and command line. */
static uint64_t hash_request(int argc, char **argv)
{
  uint64_t hash = hh_hash_start();
  for (const char *at = hhx_provenance_version(); *at; at++)
    hash = hh_hash_word(hash, (uint64_t)*at);
  for (int i = 1; i < argc; i++)
    for (const char *at = argv[i];; at++) {
      hash = hh_hash_word(hash, (uint64_t)(unsigned char)*at);
      if (!*at) break;
    }
  return hh_hash_end(hash);
}

int hhx_ranks_join(int argc, char **argv)
{
  static const char *const signs[] = {"PMI_RANK", "PMI_FD", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"};
  bool started = false;
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    started = started || getenv(signs[i]) != NULL;
  if (!started) return 0;
  int level;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) return 1;
  uint64_t hash = hash_request(argc, argv), first = hash;
  MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
  int same = hash == first, all_same = 0;
  MPI_Allreduce(&same, &all_same, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  if (all_same) return 0;
  if (my_rank() == 0)
    fprintf(stderr, "handhold: the ranks are of several versions or command lines; start all with "
                    "one mpirun -n N handhold ...\n");
  MPI_Finalize();
  return 2;
}

void hhx_ranks_leave(int code)
{
  int over = 0;
  MPI_Finalized(&over);
  if (!joined() || over) return;
  int count = hhx_ranks_count();
  for (int rank = 1; my_rank() == 0 && rank < count; rank++)
    MPI_Send(&code, 1, MPI_INT, rank, TAG_LEAVE, MPI_COMM_WORLD);
  MPI_Finalize();
}

/* -- rank 0 ----------------------------------------------------------------------------------- */

typedef struct Worker {
  int64_t outstanding; /* tasks sent and not reported */
  MPI_Request sending;
  Task *tasks; /* what is being sent */
} Worker;

typedef struct Manager {
  HhxTasks *tasks;
  HhxTask task; /* the last that was taken */
  Worker *workers;
  int count, jobs;
  int room; /* tasks in a message */
  int turn; /* which worker is looked at first */
  bool exhausted, drained, given_up;
  int64_t outstanding, done;
  double busy_s; /* for those done */
  Report *report;
  size_t report_size;
} Manager;

/* A view of a course that came with the job. */
static HhWorld course_of(const Job *job)
{
  const HhHold *end = job->holds + job->hold_count;
  return (HhWorld){.holds = job->holds,
                   .count = job->hold_count,
                   .complete = true,
                   .pieces = job->piece_count > 0 ? (const HhPiece *)(const void *)end : NULL,
                   .piece_count = job->piece_count};
}

/* A view of a room that came with the job. */
static HhRoom room_of(const Job *job)
{
  const char *end =
      (const char *)(job->holds + job->hold_count) + (size_t)job->piece_count * sizeof(HhPiece);
  HhRoom room = job->room;
  room.tiles = job->tile_bytes > 0 ? (const uint8_t *)end + job->tiles_at : NULL;
  return room;
}

static void send_job(const Manager *manager)
{
  const HhxSpec *spec = manager->tasks->spec;
  const HhxCourse *course = &spec->course;
  size_t holds = (size_t)course->count * sizeof(HhHold);
  size_t pieces = (size_t)course->piece_count * sizeof(HhPiece);
  const HhxRoom *room = &spec->room;
  size_t tiles = room->memory ? hh_room_bytes(room->room.width, room->room.height) : 0;
  size_t size = sizeof(Job) + holds + pieces + tiles;
  Job *job = enlarge(NULL, size);
  *job = (Job){.duration_s = spec->duration_s,
               .swings = spec->swings,
               .jobs = manager->jobs,
               .timing = manager->tasks->crew->timing,
               .hold_count = course->count,
               .piece_count = course->piece_count,
               .tile_bytes = (int64_t)tiles,
               .tiles_at = tiles > 0 ? room->room.tiles - room->memory : 0,
               .room = room->room};
  if (tiles > 0) memcpy((char *)job + size - tiles, room->memory, tiles);
  if (holds > 0) memcpy(job->holds, course->holds, holds);
  if (pieces > 0) memcpy(job->holds + course->count, course->pieces, pieces);
  for (int i = 0; i < manager->count; i++)
    MPI_Send(job, (int)size, MPI_BYTE, i + 1, TAG_JOB, MPI_COMM_WORLD);
  free(job);
}

static void tell_all(const Manager *manager, enum Tag tag)
{
  for (int i = 0; i < manager->count; i++)
    MPI_Send(NULL, 0, MPI_BYTE, i + 1, tag, MPI_COMM_WORLD);
}

static int64_t share(const Manager *manager)
{
  int64_t left = manager->tasks->end - atomic_load(&manager->tasks->next);
  double episode_s = manager->done > 0 ? manager->busy_s / (double)manager->done : 0;
  return hhx_ranks_share(left > 0 ? left : 0, manager->count, manager->jobs, episode_s,
                         manager->room);
}

/* Sends a worker its next tasks when it has few. True when some were sent. */
static bool feed(Manager *manager, int i)
{
  Worker *worker = &manager->workers[i];
  int sent = 0, count = 0;
  int64_t wanted = share(manager);
  if (worker->outstanding >= wanted) return false;
  MPI_Test(&worker->sending, &sent, MPI_STATUS_IGNORE);
  if (!sent) return false;
  for (; count < wanted && !manager->exhausted; count++) {
    if (!hhx_tasks_next(manager->tasks, &manager->task)) {
      manager->exhausted = true;
      break;
    }
    const HhxRun *run = &manager->task.run;
    worker->tasks[count] = (Task){.run = run->run,
                                  .seed = run->seed,
                                  .scene = (int32_t)(run->scene - hhb_scene_table),
                                  .mover = (int32_t)run->mover,
                                  .params = manager->task.params};
  }
  if (count == 0) return false;
  MPI_Isend(worker->tasks, count * (int)sizeof(Task), MPI_BYTE, i + 1, TAG_TASKS, MPI_COMM_WORLD,
            &worker->sending);
  worker->outstanding += count;
  manager->outstanding += count;
  return true;
}

/* Takes one report; false when there is none. */
static bool take_report(Manager *manager)
{
  int there = 0, size = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, TAG_REPORT, MPI_COMM_WORLD, &there, &status);
  if (!there) return false;
  MPI_Get_count(&status, MPI_BYTE, &size);
  if ((size_t)size > manager->report_size)
    manager->report = enlarge(manager->report, manager->report_size = (size_t)size);
  MPI_Recv(manager->report, size, MPI_BYTE, status.MPI_SOURCE, TAG_REPORT, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  const Report *report = manager->report;
  for (int64_t i = 0; i < report->count; i++)
    hhx_tasks_store(manager->tasks, report->outcomes[i].run, &report->outcomes[i].result);
  manager->workers[status.MPI_SOURCE - 1].outstanding -= report->count + report->dropped;
  manager->outstanding -= report->count + report->dropped;
  manager->done += report->count;
  manager->busy_s += report->busy_s;
  return true;
}

/* One look at everything; true when anything moved. */
static bool manage(Manager *manager)
{
  HhxCrew *crew = manager->tasks->crew;
  bool stop = hhx_interrupt_caught() != 0 || atomic_load(&crew->cause) != 0;
  bool moved = false;
  if (stop && !manager->drained) tell_all(manager, TAG_DRAIN);
  if (atomic_load(&crew->give_up) && !manager->given_up) {
    tell_all(manager, TAG_GIVE_UP);
    manager->given_up = true;
  }
  manager->drained = manager->drained || stop;
  manager->exhausted = manager->exhausted || stop;
  while (take_report(manager))
    moved = true;
  for (int i = 0; i < manager->count && !manager->exhausted; i++)
    moved = feed(manager, (manager->turn + i) % manager->count) || moved;
  manager->turn = (manager->turn + 1) % manager->count;
  return moved;
}

void hhx_ranks_work(HhxTasks *tasks)
{
  enum { ROOM_MAX = 1024, ROOM_BYTES = 64 << 20, NAP_NS = 100000, NAP_MAX_NS = 1000000 };
  int count = hhx_ranks_count() - 1;
  assert(count > 0);
  int64_t room = ROOM_BYTES / (int64_t)sizeof(Task) / count;
  Manager manager = {.tasks = tasks,
                     .task = {.run = {.point = -1}},
                     .workers = enlarge(NULL, (size_t)count * sizeof(Worker)),
                     .count = count,
                     .jobs = tasks->crew->jobs,
                     .report = enlarge(NULL, sizeof(Report)),
                     .report_size = sizeof(Report),
                     .room = (int)(room < 1          ? 1
                                   : room > ROOM_MAX ? ROOM_MAX
                                                     : room)};
  for (int i = 0; i < count; i++)
    manager.workers[i] = (Worker){.sending = MPI_REQUEST_NULL,
                                  .tasks = enlarge(NULL, (size_t)manager.room * sizeof(Task))};
  send_job(&manager);
  struct timespec nap = {0, NAP_NS};
  while (!manager.exhausted || manager.outstanding > 0) {
    if (manage(&manager)) {
      nap.tv_nsec = NAP_NS;
      continue;
    }
    nanosleep(&nap, NULL);
    if (nap.tv_nsec < NAP_MAX_NS) nap.tv_nsec += NAP_NS;
  }
  for (int i = 0; i < count; i++) {
    MPI_Wait(&manager.workers[i].sending, MPI_STATUS_IGNORE);
    free(manager.workers[i].tasks);
  }
  free(manager.workers);
  free(manager.report);
}

/* -- the other ranks --------------------------------------------------------------------------- */

/* The desk between the thread that talks and those that run. */
typedef struct Desk {
  pthread_mutex_t mutex;
  pthread_cond_t tasks_came, work_done;
  Job *job;
  Task *tasks; /* from `next` to `count` are to do */
  size_t task_room;
  int64_t next, count, running;
  Report *report; /* what is to be reported */
  size_t report_room;
  int64_t batch; /* outcomes that are worth a report */
  double reported_s;
  atomic_bool give_up;
  bool leave;
  pthread_t *threads;
  int thread_count;
} Desk;

/* With the desk locked: keeps what came of a task, or that nothing will. */
static void keep(Desk *desk, int64_t run, const HhbResult *result, double busy_s)
{
  desk->running--;
  if (!result) {
    desk->report->dropped++;
    return;
  }
  size_t size = sizeof(Report) + (size_t)(desk->report->count + 1) * sizeof(Outcome);
  if (size > desk->report_room) desk->report = enlarge(desk->report, desk->report_room = 2 * size);
  desk->report->outcomes[desk->report->count++] = (Outcome){run, *result};
  desk->report->busy_s += busy_s;
  bool idle = desk->next == desk->count && desk->running == 0;
  if (idle || desk->report->count >= desk->batch) pthread_cond_signal(&desk->work_done);
}

/* A thread that runs episodes. */
static void *run_tasks(void *argument)
{
  Desk *desk = argument;
  pthread_mutex_lock(&desk->mutex);
  while (!desk->leave) {
    if (desk->next == desk->count) {
      pthread_cond_wait(&desk->tasks_came, &desk->mutex);
      continue;
    }
    Task task = desk->tasks[desk->next++];
    const Job *job = desk->job;
    desk->running++;
    pthread_mutex_unlock(&desk->mutex);
    HhbSetup setup = {.scene = &hhb_scene_table[task.scene],
                      .mover = (HhMover)task.mover,
                      .params = &task.params,
                      .course = course_of(job),
                      .room = room_of(job),
                      .seed = task.seed,
                      .duration_s = job->duration_s,
                      .swings = job->swings};
    HhbResult result;
    double start_s = hhb_clock_wall_s();
    bool whole = hhb_episode_run_until(&setup, job->timing != 0, &desk->give_up, &result);
    double busy_s = hhb_clock_wall_s() - start_s;
    pthread_mutex_lock(&desk->mutex);
    keep(desk, task.run, whole ? &result : NULL, busy_s);
  }
  pthread_mutex_unlock(&desk->mutex);
  return NULL;
}

/* A message from rank 0, in new memory. */
static void *receive(const MPI_Status *status, int *size)
{
  MPI_Get_count(status, MPI_BYTE, size);
  void *bytes = enlarge(NULL, (size_t)*size + 1);
  MPI_Recv(bytes, *size, MPI_BYTE, 0, status->MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return bytes;
}

/* With nothing to do on the desk. */
static void take_job(Desk *desk, Job *job)
{
  assert(desk->next == desk->count && desk->running == 0);
  free(desk->job);
  desk->job = job;
  atomic_store(&desk->give_up, false);
  desk->threads = enlarge(desk->threads, (size_t)job->jobs * sizeof *desk->threads);
  for (; desk->thread_count < job->jobs; desk->thread_count++)
    if (pthread_create(&desk->threads[desk->thread_count], NULL, run_tasks, desk) != 0) {
      fprintf(stderr, "handhold: cannot start a thread\n");
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* With the desk locked. */
static void take_tasks(Desk *desk, const Task *tasks, int64_t count)
{
  int64_t left = desk->count - desk->next;
  if (left > 0 && desk->next > 0)
    memmove(desk->tasks, desk->tasks + desk->next, (size_t)left * sizeof *tasks);
  size_t room = (size_t)(left + count);
  if (room > desk->task_room)
    desk->tasks = enlarge(desk->tasks, (desk->task_room = 2 * room) * sizeof *tasks);
  memcpy(desk->tasks + left, tasks, (size_t)count * sizeof *tasks);
  desk->next = 0;
  desk->count = left + count;
  desk->batch = count / 2;
  pthread_cond_broadcast(&desk->tasks_came);
}

/* Takes one message, where there is one; false when it was the last, and *code with it. */
static bool listen(Desk *desk, bool *moved, int *code)
{
  int there = 0, size = 0;
  MPI_Status status;
  MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  *moved = there != 0;
  if (!there) return true;
  void *bytes = receive(&status, &size);
  bool last = status.MPI_TAG == TAG_LEAVE;
  if (last) memcpy(code, bytes, sizeof *code);
  pthread_mutex_lock(&desk->mutex);
  if (status.MPI_TAG == TAG_JOB) take_job(desk, bytes);
  if (status.MPI_TAG == TAG_TASKS) take_tasks(desk, bytes, size / (int)sizeof(Task));
  if (status.MPI_TAG == TAG_DRAIN || status.MPI_TAG == TAG_GIVE_UP) {
    desk->report->dropped += desk->count - desk->next;
    desk->next = desk->count;
    atomic_store(&desk->give_up, status.MPI_TAG == TAG_GIVE_UP);
  }
  pthread_mutex_unlock(&desk->mutex);
  if (status.MPI_TAG != TAG_JOB) free(bytes);
  return !last;
}

/* Sends what is worth it: a batch, or whatever there is after a while, or before idling. */
static bool report(Desk *desk)
{
  static const double every_s = 0.02;
  double time_s = hhb_clock_wall_s();
  pthread_mutex_lock(&desk->mutex);
  Report *ready = desk->report;
  bool idle = desk->next == desk->count && desk->running == 0;
  bool due = ready->count + ready->dropped > 0 &&
             (idle || ready->count >= desk->batch || time_s - desk->reported_s > every_s);
  if (due) {
    desk->report = enlarge(NULL, desk->report_room = sizeof(Report));
    *desk->report = (Report){.count = 0};
    desk->reported_s = time_s;
  }
  pthread_mutex_unlock(&desk->mutex);
  if (!due) return false;
  size_t size = sizeof *ready + (size_t)ready->count * sizeof(Outcome);
  MPI_Send(ready, (int)size, MPI_BYTE, 0, TAG_REPORT, MPI_COMM_WORLD);
  free(ready);
  return true;
}

/* Until there is something to report, or it is time to listen again. */
static void rest(Desk *desk)
{
  enum { BUSY_NS = 1000000, IDLE_NS = 200000 };
  pthread_mutex_lock(&desk->mutex);
  bool idle = desk->next == desk->count && desk->running == 0;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += idle ? IDLE_NS : BUSY_NS;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_cond_timedwait(&desk->work_done, &desk->mutex, &until);
  pthread_mutex_unlock(&desk->mutex);
}

/* A signal is for rank 0 to answer, which gets it too; should that not be, this rank ends soon. */
static void on_signal(int number)
{
  enum { PATIENCE_S = 10 };
  (void)number;
  if (alarm(PATIENCE_S) > 0) alarm(1);
}

static void wait_for_rank_0_at_signals(void)
{
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction ours = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&ours.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    sigaction(signals[i], &ours, NULL);
}

int hhx_ranks_serve(void)
{
  Desk desk = {.report_room = sizeof(Report)};
  desk.report = enlarge(NULL, desk.report_room);
  *desk.report = (Report){.count = 0};
  pthread_mutex_init(&desk.mutex, NULL);
  pthread_cond_init(&desk.tasks_came, NULL);
  pthread_cond_init(&desk.work_done, NULL);
  wait_for_rank_0_at_signals();
  int code = 1;
  for (bool moved = false; listen(&desk, &moved, &code);)
    if (!report(&desk) && !moved) rest(&desk);
  pthread_mutex_lock(&desk.mutex);
  desk.leave = true;
  pthread_cond_broadcast(&desk.tasks_came);
  pthread_mutex_unlock(&desk.mutex);
  for (int i = 0; i < desk.thread_count; i++)
    pthread_join(desk.threads[i], NULL);
  free(desk.threads);
  free(desk.tasks);
  free(desk.report);
  free(desk.job);
  pthread_cond_destroy(&desk.work_done);
  pthread_cond_destroy(&desk.tasks_came);
  pthread_mutex_destroy(&desk.mutex);
  return code;
}
