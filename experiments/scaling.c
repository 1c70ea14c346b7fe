/* Question: on how many cores do ranks and shards still pay, and what ends it?
 * Prediction: ranks saturate where rank 0 has no time left, at (episode time) / (its time for one
 *   episode) cores; shards have no such manager. Both end at Amdahl's serial part, the files of the
 *   result, which one process writes.
 * Method: the costs, in processor time, the least of several repetitions, by the functions that
 *   rank 0 uses: taking a task, storing a record, a message each way by size (rank 1 is at the
 *   other end), the files of a result per run (--resume on a journal that is whole), a merge per
 *   run, an episode. Then a simulation. Ranks: every worker reports a chunk, rank 0 serves reports
 *   in their order and answers each with the next chunk (hhx_ranks_share); a worker has one chunk
 *   in advance; a message is seen after half a nap. Shards: nodes of 64 cores, each its own part,
 *   then the merge. Episodes last 0.5 to 1.5 of their mean, uniformly. Then the files.
 *   Left out: start of processes, the network's latency and width, file systems that are slower for
 *   many, machines of different speed.
 * Usage: mpirun -n 2 bench_scaling FOLDER (made, and emptied of earlier results). CSV on stdout,
 *   the measured costs on stderr.
 * Answer, a million episodes on an EPYC: rank 0 needs about 1 us an episode, the files 7 us. So the
 *   files are what ends it for both: half the efficiency is left at (episode time) / 7 us cores, 80
 *   for episodes of 0.6 ms and above 10,000 for those of 0.1 s. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "crew.h"
#include "folder.h"
#include "merge.h"
#include "ranks.h"
#include "sweep.h"
#include "yardstick.h"

enum { REPEATS = 5, MESSAGES = 100, SMALL = 64, LARGE = 1 << 13 };

typedef struct Costs {
  double task_s, record_s;         /* rank 0, for each episode */
  double message_s, byte_s;        /* rank 0, for each message, either way */
  double task_bytes, record_bytes; /* of an episode in a message */
  double file_s, merge_s;          /* the serial end, for each run */
  double nap_s;                    /* until a message is seen, at most */
} Costs;

/* Of this process: other ones on the machine do not count. */
static double cpu_s(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static HhxSpec *parse(const char *text)
{
  HhxError error;
  HhxSpec *spec = hhx_spec_parse("built-in", text, strlen(text), &error);
  if (spec) return spec;
  fprintf(stderr, "%s\n", error.text);
  exit(1);
}

/* -- measured --------------------------------------------------------------------------------- */

/* Rank 1 sends and then receives as rank 0 says; a negative size ends it. */
static void echo(void)
{
  static char bytes[LARGE];
  for (;;) {
    int size;
    MPI_Recv(&size, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (size < 0) return;
    for (int i = 0; i < MESSAGES; i++)
      MPI_Send(bytes, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    for (int i = 0; i < MESSAGES; i++)
      MPI_Recv(bytes, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

/* As rank 0 waits. */
static void nap(bool wanted)
{
  if (wanted) nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* Seconds for a message of `size` bytes, mean of both ways, as rank 0 handles it. */
static double message_s(int size)
{
  static char bytes[LARGE];
  double found[REPEATS];
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    MPI_Send(&size, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    /* They wait already when they are looked for. */
    nanosleep(&(struct timespec){0, 100000000}, NULL);
    double start_s = cpu_s();
    for (int i = 0; i < MESSAGES; i++) {
      MPI_Status status;
      int there = 0;
      for (; !there; nap(!there))
        MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &there, &status);
      MPI_Recv(bytes, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < MESSAGES; i++) {
      MPI_Request request;
      int sent = 0;
      MPI_Isend(bytes, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
      for (; !sent; nap(!sent))
        MPI_Test(&request, &sent, MPI_STATUS_IGNORE);
    }
    found[repeat] = (cpu_s() - start_s) / 2 / MESSAGES;
  }
  return hhb_minimum(found, REPEATS);
}

static const char cheap_text[] = "name: cheap\nscenes: [drop]\nmovers: [free_swing]\nuntil: end\n"
                                 "replicates: 10\n"
                                 "sweep: {world.drop_height: {min: 0.1, max: 0.2, steps: 2000}}\n";

static HhbResult one_result(const HhxSpec *spec)
{
  HhxRun run = hhx_design_run(spec, 0);
  HhParams params;
  hhx_design_params(spec, run.scene, run.point, &params);
  HhbSetup setup = hhx_design_setup(spec, &run, &params);
  return hhb_episode_run(&setup, false);
}

/* Fills the journal of a folder; *task_s and *record_s a run. */
static void fill(const HhxSpec *spec, const char *out, HhxShard shard, double *task_s,
                 double *record_s)
{
  HhxFolderWish wish = {.key = {.command = "sweep",
                                .spec_hash = hhx_spec_hash(spec),
                                .runs = hhx_design_runs(spec),
                                .shard = shard},
                        .force = true};
  HhxFolder folder;
  HhxError error;
  if (hhx_folder_take(out, &wish, &folder, &error) != 0) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  int64_t size = hhx_shard_size(shard, wish.key.runs);
  HhxCrew crew = {.journal = folder.journal, .shard = shard};
  HhxTasks tasks = {.crew = &crew, .spec = spec, .runs = wish.key.runs, .end = size};
  HhxTask task = {.run = {.point = -1}};
  HhbResult result = one_result(spec);
  HhParams copy = {0};
  double start_s = cpu_s();
  while (hhx_tasks_next(&tasks, &task))
    copy = task.params;
  double taken_s = cpu_s();
  for (int64_t i = 0; i < size; i++)
    hhx_tasks_store(&tasks, hhx_shard_run(shard, wish.key.runs, i), &result);
  *record_s = (cpu_s() - taken_s) / (double)size;
  *task_s = (taken_s - start_s) / (double)size;
  if (copy.signature == 0) exit(1); /* it is used */
  char *path = hhx_folder_file(out, "spec.yaml"), *text = hhx_spec_text(spec);
  FILE *file = path && text ? fopen(path, "w") : NULL;
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(1);
  free(path);
  free(text);
  hhx_folder_leave(&folder);
}

/* Every run is there. */
static int run_none(const HhxSpec *spec, HhxCrew *crew, void *state, HhxError *error)
{
  (void)spec, (void)crew, (void)state, (void)error;
  return 0;
}

/* The serial end: files of a result whose runs are all there; and of two shards, the merge. */
static void measure_files(const HhxSpec *spec, const char *out, Costs *costs)
{
  static const HhxSweepExtra files_only = {.command = "sweep", .run = run_none};
  double file[REPEATS], merge[REPEATS], task[REPEATS], record[REPEATS], ignored;
  double runs = (double)hhx_design_runs(spec);
  char *parts[] = {hhx_folder_file(out, "part1"), hhx_folder_file(out, "part2")};
  char *whole = hhx_folder_file(out, "whole"), *merged = hhx_folder_file(out, "merged");
  for (int i = 0; i < REPEATS; i++) {
    fill(spec, whole, (HhxShard){0, 0}, &task[i], &record[i]);
    HhxSweepOptions options = {.out = whole, .jobs = 1, .resume = true, .quiet = true};
    double start_s = cpu_s();
    if (hhx_sweep_with(spec, &options, &files_only) != 0) exit(1);
    file[i] = (cpu_s() - start_s) / runs;

    for (int part = 0; part < 2; part++)
      fill(spec, parts[part], (HhxShard){part + 1, 2}, &ignored, &ignored);
    HhxMergeOptions wish = {
        .folders = (const char *const *)parts, .folder_count = 2, .out = merged, .force = true};
    HhxSpec *read;
    HhxJournalKey key;
    start_s = cpu_s();
    if (hhx_merge(&wish, &read, &key) != 0) exit(1);
    merge[i] = (cpu_s() - start_s) / runs;
    hhx_spec_free(read);
  }
  costs->file_s = hhb_minimum(file, REPEATS);
  costs->merge_s = hhb_minimum(merge, REPEATS);
  costs->task_s = hhb_minimum(task, REPEATS);
  costs->record_s = hhb_minimum(record, REPEATS);
  free(parts[0]);
  free(parts[1]);
  free(whole);
  free(merged);
}

/* A minute of the planner's default on the endless branch. */
static double measure_episode_s(void)
{
  HhxSpec *spec = parse("name: usual\nscenes: [endless_branch]\nmovers: [ballistic]\n"
                        "duration_s: 60\nreplicates: 200\n");
  double start_s = cpu_s();
  int64_t runs = hhx_design_runs(spec);
  for (int64_t i = 0; i < runs; i++) {
    HhxRun run = hhx_design_run(spec, i);
    HhParams params;
    hhx_design_params(spec, run.scene, run.point, &params);
    HhbSetup setup = hhx_design_setup(spec, &run, &params);
    hhb_episode_run(&setup, false);
  }
  double episode_s = (cpu_s() - start_s) / (double)runs;
  hhx_spec_free(spec);
  return episode_s;
}

/* -- simulated --------------------------------------------------------------------------------- */

/* A report that reaches rank 0. */
typedef struct Event {
  double time_s;
  int worker;
  int64_t tasks;
} Event;

/* Binary heap, the earliest first. */
typedef struct Queue {
  Event *events;
  int count;
} Queue;

static bool is_before(const Event *a, const Event *b)
{
  return a->time_s < b->time_s || (a->time_s == b->time_s && a->worker < b->worker);
}

static void push(Queue *queue, Event event)
{
  int at = queue->count++;
  for (; at > 0 && is_before(&event, &queue->events[(at - 1) / 2]); at = (at - 1) / 2)
    queue->events[at] = queue->events[(at - 1) / 2];
  queue->events[at] = event;
}

static Event pop(Queue *queue)
{
  Event first = queue->events[0], last = queue->events[--queue->count];
  int at = 0;
  for (;;) {
    int child = 2 * at + 1;
    if (child >= queue->count) break;
    if (child + 1 < queue->count && is_before(&queue->events[child + 1], &queue->events[child]))
      child++;
    if (!is_before(&queue->events[child], &last)) break;
    queue->events[at] = queue->events[child];
    at = child;
  }
  queue->events[at] = last;
  return first;
}

/* Sum of the durations of so many episodes. */
static double work_s(HhRandom *random, int64_t tasks, double episode_s)
{
  double sum = 0;
  for (int64_t i = 0; i < tasks; i++)
    sum += hh_random_range(random, 0.5, 1.5);
  return sum * episode_s;
}

/* Makespan of the episodes with ranks; *busy_s is rank 0's own work. */
static double simulate_ranks(const Costs *costs, int workers, int64_t episodes, double episode_s,
                             double *busy_s)
{
  Queue queue = {.events = calloc(2 * (size_t)workers, sizeof(Event))};
  double *free_s = calloc((size_t)workers, sizeof *free_s), manager_s = 0, end_s = 0;
  if (!queue.events || !free_s) exit(1);
  HhRandom random = hh_random(1, HH_STREAM_STATISTICS, 0);
  int64_t left = episodes;
  /* Every worker asks twice at the start: one chunk to run, one in advance. */
  for (int i = 0; i < 2 * workers; i++)
    push(&queue, (Event){0, i % workers, 0});
  *busy_s = 0;
  while (queue.count > 0) {
    Event event = pop(&queue);
    double records = (double)event.tasks;
    double cost_s =
        records == 0
            ? 0
            : costs->message_s + records * (costs->record_s + costs->record_bytes * costs->byte_s);
    int64_t tasks = hhx_ranks_share(left, workers, 1, left == episodes ? 0 : episode_s, 1024);
    if (tasks > left) tasks = left;
    left -= tasks;
    if (tasks > 0)
      cost_s +=
          costs->message_s + (double)tasks * (costs->task_s + costs->task_bytes * costs->byte_s);
    manager_s = (manager_s > event.time_s ? manager_s : event.time_s) + cost_s;
    *busy_s += cost_s;
    if (manager_s > end_s) end_s = manager_s;
    if (tasks == 0) continue;
    double *its_s = &free_s[event.worker];
    double seen_s = manager_s + costs->nap_s / 2;
    *its_s = (*its_s > seen_s ? *its_s : seen_s) + work_s(&random, tasks, episode_s);
    push(&queue, (Event){*its_s + costs->nap_s / 2, event.worker, tasks});
  }
  free(queue.events);
  free(free_s);
  return end_s;
}

/* Makespan of the episodes in shards, one for each node. */
static double simulate_shards(const Costs *costs, int cores, int64_t episodes, double episode_s)
{
  enum { NODE = 64 };
  int nodes = (cores + NODE - 1) / NODE;
  double end_s = 0;
  HhRandom random = hh_random(2, HH_STREAM_STATISTICS, 0);
  for (int node = 1; node <= nodes; node++) {
    int here = cores < NODE ? cores : NODE;
    double core_s[NODE] = {0}, last_s = 0;
    int64_t size = hhx_shard_size((HhxShard){node, nodes}, episodes);
    for (int64_t i = 0; i < size; i++) {
      int first = 0;
      for (int core = 1; core < here; core++)
        if (core_s[core] < core_s[first]) first = core;
      core_s[first] += work_s(&random, 1, episode_s) + costs->record_s;
    }
    for (int core = 0; core < here; core++)
      last_s = core_s[core] > last_s ? core_s[core] : last_s;
    end_s = last_s > end_s ? last_s : end_s;
  }
  return nodes > 1 ? end_s + (double)episodes * costs->merge_s : end_s;
}

static void write_row(const char *engine, int cores, int64_t episodes, double episode_s,
                      double run_s, double files_s, const char *bound)
{
  double makespan_s = run_s + files_s;
  printf("%s,%d,%lld,%.4g,%.4g,%.4g,%.4g,%.3f,%s\n", engine, cores, (long long)episodes,
         1e3 * episode_s, run_s, files_s, makespan_s,
         (double)episodes * episode_s / cores / makespan_s, bound);
}

static void simulate(const Costs *costs, int64_t episodes, double episode_s)
{
  static const int cores[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 10240};
  double files_s = (double)episodes * costs->file_s;
  for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
    double ideal_s = (double)episodes * episode_s / cores[i], busy_s;
    double run_s = simulate_ranks(costs, cores[i], episodes, episode_s, &busy_s);
    write_row("ranks", cores[i], episodes, episode_s, run_s, files_s,
              busy_s > 0.9 * run_s ? "rank 0"
              : files_s > ideal_s  ? "files"
                                   : "episodes");
    run_s = simulate_shards(costs, cores[i], episodes, episode_s);
    write_row("shards", cores[i], episodes, episode_s, run_s, files_s,
              files_s + (double)episodes * costs->merge_s > ideal_s ? "files" : "episodes");
  }
}

static void lead(const char *folder)
{
  HhxSpec *cheap = parse(cheap_text);
  Costs costs = {
      .nap_s = 0.0002, .task_bytes = sizeof(HhParams) + 24, .record_bytes = sizeof(HhbResult) + 8};
  double small_s = message_s(SMALL), large_s = message_s(LARGE);
  costs.message_s = small_s;
  costs.byte_s = fmax(0, (large_s - small_s) / (LARGE - SMALL));
  measure_files(cheap, folder, &costs);
  double usual_s = measure_episode_s();
  hhx_spec_free(cheap);
  fprintf(stderr,
          "rank 0: %.2f us a task, %.2f us a record, %.2f us a message and %.2f ns a byte\n"
          "serial end: files %.2f us a run, merge %.2f us a run\n"
          "an episode of 60 s: %.0f us\n",
          1e6 * costs.task_s, 1e6 * costs.record_s, 1e6 * costs.message_s, 1e9 * costs.byte_s,
          1e6 * costs.file_s, 1e6 * costs.merge_s, 1e6 * usual_s);
  printf("engine,cores,episodes,episode_ms,episodes_s,files_s,makespan_s,efficiency,bound\n");
  const double episodes_s[] = {usual_s, 0.01, 0.1, 1};
  for (size_t i = 0; i < sizeof episodes_s / sizeof episodes_s[0]; i++)
    simulate(&costs, 1000000, episodes_s[i]);
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  int code = hhx_ranks_join(argc, argv);
  if (code != 0) return code;
  if (argc != 2 || hhx_ranks_count() != 2) {
    if (hhx_ranks_leads()) fprintf(stderr, "usage: mpirun -n 2 bench_scaling FOLDER\n");
    code = 2;
  } else if (hhx_ranks_leads()) {
    int end = -1;
    lead(argv[1]);
    MPI_Send(&end, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    echo();
  }
  if (hhx_ranks_count() > 1) MPI_Finalize();
  return code;
}
