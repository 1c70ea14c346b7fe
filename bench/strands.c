/* Question: what does a bead of a strand cost in a tick, and how well do its sticks keep their
 *   length?
 * Prediction: 3 ns with AVX2 and collision, 2 without, twice that with SSE2; 99.9 % of sticks
 *   within 0.6 %, none beyond 3 % (performance study, section 2: 2.8 ns with fused instructions).
 * Method: the scene of strand_scene.h with 100 creatures, 240 steps to warm up; then 48 steps are
 *   recorded with what was asked of them, and repeated from the same state, every row in turn, 41
 *   times. Nanoseconds of thread time a bead and step, minimum and median; `chain` is the machine's
 *   pace in the same run. Stretch |length / stick - 1| of every stick after each of the next 100
 *   steps; `inside` counts beads in solids. Rows with the same room have the same state hash at the
 *   end. Writes CSV to stdout.
 *
 *     bench_strands [CREATURES]
 *     valgrind --tool=callgrind --toggle-collect=hh_strands_step bench_strands 10 v3|plain
 *
 * The second counts the instructions of the warm-up and twice the recorded steps, solids only: 336
 * steps of 15 groups of 8 strands of 16 beads, 645,120 bead-steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "clock.h"
#include "strand_scene.h"
#include "yardstick.h"

enum { WARM = 240, STEPS = 48, MEASURED = 100, REPEATS = 41, ROWS = 6 };

typedef struct Run {
  HhbStrandScene scene;
  int groups;
  HhStrands *state, *start;
  HhStrandDrive *drives;       /* STEPS x groups */
  HhbStrandHold *holds, *held; /* now, and after the recorded steps */
  HhStrandCount count;
} Run;

static void *claim(size_t count, size_t size)
{
  void *memory = aligned_alloc(64, (count * size + 63) / 64 * 64);
  if (!memory) {
    fputs("strands: out of memory\n", stderr);
    exit(1);
  }
  memset(memory, 0, count * size);
  return memory;
}

static void run_create(int creatures, bool solids, Run *run)
{
  memset(run, 0, sizeof *run);
  if (!hhb_strand_scene_create(&run->scene, creatures, solids)) exit(1);
  int strands = creatures * HHB_STRAND_TENTACLES;
  run->groups = (strands + HH_STRAND_LANES - 1) / HH_STRAND_LANES;
  run->state = claim((size_t)run->groups, sizeof *run->state);
  run->start = claim((size_t)run->groups, sizeof *run->start);
  run->drives = claim(STEPS * (size_t)run->groups, sizeof *run->drives);
  run->holds = claim((size_t)run->groups * HH_STRAND_LANES, sizeof *run->holds);
  run->held = claim((size_t)run->groups * HH_STRAND_LANES, sizeof *run->held);
  for (int s = 0; s < run->groups * HH_STRAND_LANES; s++) {
    int i = s / HHB_STRAND_TENTACLES, k = s % HHB_STRAND_TENTACLES;
    hh_strand_lay(&run->scene.room, HHB_STRAND_BEADS,
                  hhb_strand_root(&run->scene, i % creatures, k, 0), hhb_strand_direction(k),
                  HHB_STRAND_STICK, &run->state[s / HH_STRAND_LANES], s % HH_STRAND_LANES);
  }
}

static void run_destroy(Run *run)
{
  hhb_strand_scene_destroy(&run->scene);
  free(run->state);
  free(run->start);
  free(run->drives);
  free(run->holds);
  free(run->held);
}

/* What is asked of all strands in a step; lanes left over do what the first creature's do. */
static void ask(Run *run, int step, HhStrandDrive *drives)
{
  for (int s = 0; s < run->groups * HH_STRAND_LANES; s++) {
    int i = s / HHB_STRAND_TENTACLES % run->scene.creatures, k = s % HHB_STRAND_TENTACLES;
    int lane = s % HH_STRAND_LANES;
    const HhStrands *group = &run->state[s / HH_STRAND_LANES];
    HhStrandDrive *drive = &drives[s / HH_STRAND_LANES];
    HhVec tip = {(double)group->x[HHB_STRAND_BEADS - 1][lane],
                 (double)group->y[HHB_STRAND_BEADS - 1][lane]};
    HhVec root = hhb_strand_root(&run->scene, i, k, step);
    hhb_strand_hold(&run->scene, i, k, step, tip, &run->holds[s]);
    drive->root_x[lane] = (float)root.x;
    drive->root_y[lane] = (float)root.y;
    drive->stick[lane] = (float)HHB_STRAND_STICK;
    drive->pin_x[lane] = (float)run->holds[s].at.x;
    drive->pin_y[lane] = (float)run->holds[s].at.y;
    drive->pinned[lane] = run->holds[s].held ? -1 : 0;
  }
}

static void advance(Run *run, HhStrandWide wide, const HhStrandDrive *drives)
{
  hh_strands_step(wide, &run->scene.params, &run->scene.room, HHB_STRAND_BEADS, drives, run->state,
                  run->groups, &run->count);
}

static void warm(Run *run, HhStrandWide wide)
{
  for (int step = 0; step < WARM; step++) {
    ask(run, step, run->drives);
    advance(run, wide, run->drives);
  }
  memcpy(run->start, run->state, (size_t)run->groups * sizeof *run->state);
  for (int step = 0; step < STEPS; step++) {
    ask(run, WARM + step, run->drives + step * run->groups);
    advance(run, wide, run->drives + step * run->groups);
  }
  memcpy(run->held, run->holds, (size_t)run->groups * HH_STRAND_LANES * sizeof *run->held);
}

/* The recorded steps again; nanoseconds a bead and step. */
static double repeat_ns(Run *run, HhStrandWide wide)
{
  memcpy(run->state, run->start, (size_t)run->groups * sizeof *run->state);
  run->count = (HhStrandCount){0};
  double start = hhb_clock_thread_s();
  for (int step = 0; step < STEPS; step++)
    advance(run, wide, run->drives + step * run->groups);
  double bead_steps = (double)STEPS * run->groups * HH_STRAND_LANES * HHB_STRAND_BEADS;
  return 1e9 * (hhb_clock_thread_s() - start) / bead_steps;
}

static uint64_t hash_of(const Run *run)
{
  uint64_t hash = hh_hash_start();
  size_t size = (size_t)run->groups * sizeof *run->state / sizeof hash;
  for (size_t i = 0; i < size; i++) {
    uint64_t word;
    memcpy(&word, (const char *)run->state + i * sizeof word, sizeof word);
    hash = hh_hash_word(hash, word);
  }
  return hh_hash_end(hash);
}

typedef struct Quality {
  double p50, p99, p999, most;
  long inside;
} Quality;

static int by_size(const void *a, const void *b)
{
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static size_t sticks_of(const Run *run, const HhStrandDrive *drives, float *stretch, long *inside)
{
  size_t count = 0;
  for (int g = 0; g < run->groups; g++)
    for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
      HhVec last = {(double)drives[g].root_x[lane], (double)drives[g].root_y[lane]};
      for (int i = 0; i < HHB_STRAND_BEADS; i++) {
        HhVec at = {(double)run->state[g].x[i][lane], (double)run->state[g].y[i][lane]};
        stretch[count++] = (float)fabs(hh_vec_distance(last, at) / HHB_STRAND_STICK - 1);
        *inside += hh_room_inside(&run->scene.room, at);
        last = at;
      }
    }
  return count;
}

static Quality quality_of(Run *run, HhStrandWide wide)
{
  size_t sticks = (size_t)run->groups * HH_STRAND_LANES * HHB_STRAND_BEADS, count = 0;
  float *stretch = claim(MEASURED * sticks, sizeof *stretch);
  Quality quality = {0};
  memcpy(run->holds, run->held, (size_t)run->groups * HH_STRAND_LANES * sizeof *run->held);
  HhStrandDrive *drives = claim((size_t)run->groups, sizeof *drives);
  for (int step = 0; step < MEASURED; step++) {
    ask(run, WARM + STEPS + step, drives);
    advance(run, wide, drives);
    count += sticks_of(run, drives, stretch + count, &quality.inside);
  }
  qsort(stretch, count, sizeof *stretch, by_size);
  quality.p50 = (double)stretch[count / 2];
  quality.p99 = (double)stretch[count * 99 / 100];
  quality.p999 = (double)stretch[count * 999 / 1000];
  quality.most = (double)stretch[count - 1];
  free(stretch);
  free(drives);
  return quality;
}

int main(int count, char **words)
{
  static const char *const names[] = {"plain", "v3", "v4"};
  int creatures = count > 1 ? atoi(words[1]) : 100;
  if (creatures < 1 || creatures > 3000) {
    fputs("usage: bench_strands [creatures, 1..3000 [plain|v3|v4]]\n", stderr);
    return 2;
  }
  static Run runs[2]; /* solids, none */
  HhStrandWide which = HH_STRAND_PLAIN;
  for (int wide = 0; count > 2 && wide <= (int)hh_strand_wide(); wide++)
    if (strcmp(words[2], names[wide]) == 0) which = (HhStrandWide)wide;
  HhStrandWide widest = hh_strand_wide();
  for (int i = 0; i < (count > 2 ? 1 : 2); i++) {
    run_create(creatures, i == 0, &runs[i]);
    warm(&runs[i], count > 2 ? which : widest);
  }
  if (count > 2) {
    repeat_ns(&runs[0], which);
    run_destroy(&runs[0]);
    return 0;
  }
  double ns[ROWS][REPEATS], chain[REPEATS];
  uint64_t hash[ROWS] = {0};
  HhStrandCount counted[ROWS];
  for (int r = 0; r < REPEATS; r++) {
    for (int row = 0; row < ROWS; row++) {
      if (row / 2 > (int)widest) continue;
      ns[row][r] = repeat_ns(&runs[row % 2], (HhStrandWide)(row / 2));
      hash[row] = hash_of(&runs[row % 2]);
      counted[row] = runs[row % 2].count;
    }
    chain[r] = hhb_chain_ns();
  }
  puts(
      "wide,solids,creatures,ns_min,ns_median,chain_ns_median,stretch_p50,stretch_p99,stretch_p999,"
      "stretch_max,inside,swept_ratio,relaid,hash");
  double pace = hhb_median(chain, REPEATS);
  double bead_steps = (double)STEPS * runs[0].groups * HH_STRAND_LANES * HHB_STRAND_BEADS;
  for (int row = 0; row < ROWS; row++) {
    if (row / 2 > (int)widest) continue;
    double least = hhb_minimum(ns[row], REPEATS);
    repeat_ns(&runs[row % 2], widest);
    Quality quality = quality_of(&runs[row % 2], (HhStrandWide)(row / 2));
    printf("%s,%d,%d,%.3f,%.3f,%.3f,%.2g,%.2g,%.2g,%.2g,%ld,%.2g,%ld,%016llx\n", names[row / 2],
           row % 2 == 0, creatures, least, hhb_median(ns[row], REPEATS), pace, quality.p50,
           quality.p99, quality.p999, quality.most, quality.inside,
           (double)counted[row].swept / bead_steps, counted[row].relaid,
           (unsigned long long)hash[row]);
  }
  for (int i = 0; i < 2; i++)
    run_destroy(&runs[i]);
  return 0;
}
