/* Question: how many daddy long legs does a core carry, and where does their time go?
 *
 * Prediction: strands are the most of it, then the search for holds; fields are shared, so paths
 * cost next to nothing from a hundred daddies on; 10,000 no longer fit the caches.
 *
 * Method: herds of 1 to 10,000 with 12 tentacles of 16 beads wander between places of one cavern of
 * 200 x 100 tiles: mind, paths, search (one candidate a search, the talk's), physics and all; one
 * herd again without AVX-512, and one in a cavern with slopes. Each has been going for WARM ticks,
 * as in the first seconds, when all leave at once, a tick takes a tenth longer. Blocks of some ms
 * of each herd in turn, REPEATS rounds; by one thread (its CPU time), by two (time on the wall),
 * and by one with a clock on the wall between the stages of each block of daddies. All three must
 * end with the same state hash.
 *
 * Nanoseconds of a creature-step: median and minimum; by stage: medians. Writes CSV to stdout. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "creature/den_block.h"
#include "world/room_maker.h"
#include "yardstick.h"

enum { HERDS = 7, WAYS = 3, REPEATS = 11, WARM = 400, WORK = 2000 /* creature-steps of a block */ };

/* How a herd is stepped. */
typedef enum Way { ONE_THREAD, TWO_THREADS, STAGES } Way;

typedef enum Stage { SHARED, MINDS, LIMBS, BODIES, STRANDS, STAGE_COUNT } Stage;

typedef struct Herd {
  HhDenSettings settings;
  const HhRoom *room;
  double slopes; /* of the room: share of outer corners */
  HhStrandWide wide;
  HhDen *dens[WAYS];
  int ticks; /* of a block */
  double ns[WAYS][REPEATS], stage_ns[STAGE_COUNT][REPEATS];
} Herd;

static void *memory_of(size_t bytes)
{
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (memory) return memory;
  fputs("bench_herds: memory ran out\n", stderr);
  exit(1);
}

static HhRoom make_room(double slopes)
{
  HhRoomParams params;
  hh_room_preset(&params);
  params.width = 200;
  params.height = 100;
  params.exits = 4;
  params.slopes = slopes;
  return hh_room_make(&params, 1, 0, memory_of(hh_room_make_bytes(&params)));
}

/* One tick; stage_s: the seconds of each stage are added, if not null. */
static void step_stages(const Herd *herd, const HhRoom *room, HhDen *den, double *stage_s)
{
  HhDenBlock scratch;
  double times[STAGE_COUNT + 1];
  times[0] = hhb_clock_wall_s();
  hh_den_begin(&herd->settings, room, den);
  stage_s[SHARED] += hhb_clock_wall_s() - times[0];
  for (int block = 0; block < hh_den_blocks(den); block++) {
    times[MINDS] = hhb_clock_wall_s();
    hh_den_block_minds(&herd->settings, room, den, block);
    times[LIMBS] = hhb_clock_wall_s();
    hh_den_block_limbs(&herd->settings, room, den, block, &scratch);
    times[BODIES] = hhb_clock_wall_s();
    hh_den_block_bodies(&herd->settings, room, den, block, &scratch);
    times[STRANDS] = hhb_clock_wall_s();
    hh_den_block_strands(&herd->settings, room, den, block, &scratch);
    times[STAGE_COUNT] = hhb_clock_wall_s();
    for (int stage = MINDS; stage < STAGE_COUNT; stage++)
      stage_s[stage] += times[stage + 1] - times[stage];
  }
  times[0] = hhb_clock_wall_s();
  hh_den_end(&herd->settings, den);
  stage_s[SHARED] += hhb_clock_wall_s() - times[0];
}

static void step_two_threads(const Herd *herd, const HhRoom *room, HhDen *den)
{
  int blocks = hh_den_blocks(den);
  hh_den_begin(&herd->settings, room, den);
#pragma omp parallel for num_threads(2) schedule(static)
  for (int block = 0; block < blocks; block++)
    hh_den_step_blocks(&herd->settings, room, den, block, 1);
  hh_den_end(&herd->settings, den);
}

static void measure(Herd *herd, Way way, int repeat)
{
  const HhRoom *room = herd->room;
  HhDen *den = herd->dens[way];
  double stage_s[STAGE_COUNT] = {0}, steps = (double)herd->ticks * den->daddies;
  double start = way == TWO_THREADS ? hhb_clock_wall_s() : hhb_clock_thread_s();
  for (int i = 0; i < herd->ticks; i++) {
    if (way == ONE_THREAD)
      hh_den_step(&herd->settings, room, den);
    else if (way == TWO_THREADS)
      step_two_threads(herd, room, den);
    else
      step_stages(herd, room, den, stage_s);
  }
  double end = way == TWO_THREADS ? hhb_clock_wall_s() : hhb_clock_thread_s();
  herd->ns[way][repeat] = 1e9 * (end - start) / steps;
  for (int stage = 0; way == STAGES && stage < STAGE_COUNT; stage++)
    herd->stage_ns[stage][repeat] = 1e9 * stage_s[stage] / steps;
}

static void start(Herd *herd, const HhRoom *room, double slopes, int daddies, HhStrandWide wide)
{
  herd->room = room;
  herd->wide = wide;
  herd->slopes = slopes;
  hh_den_preset(&herd->settings);
  herd->settings.den.daddies = daddies;
  herd->settings.den.goal = HH_DEN_WANDER;
  herd->settings.grab.candidates_per_tick = 1;
  herd->ticks = daddies < WORK ? WORK / daddies : 1;
  for (int way = 0; way < WAYS; way++) {
    void *memory = memory_of(hh_den_bytes(&herd->settings, room));
    if (hh_den_start(&herd->settings, room, 1, memory, &herd->dens[way]) != HH_RUNNING) {
      fputs("bench_herds: the room has no ways\n", stderr);
      exit(1);
    }
    herd->dens[way]->wide = wide;
    for (int i = 0; i < WARM; i++)
      step_two_threads(herd, room, herd->dens[way]);
  }
}

static void print_herd(Herd *herd, double chain_ns)
{
  uint64_t hash = hh_den_hash(herd->dens[ONE_THREAD]);
  for (int way = 1; way < WAYS; way++)
    if (hh_den_hash(herd->dens[way]) != hash) {
      fputs("bench_herds: threads or stages change the state\n", stderr);
      exit(1);
    }
  double median = hhb_median(herd->ns[ONE_THREAD], REPEATS);
  double two = hhb_median(herd->ns[TWO_THREADS], REPEATS);
  static const char *const wides[] = {"plain", "v3", "v4"};
  printf("%d,%g,%s,%.0f,%.0f,%.0f,", herd->settings.den.daddies, herd->slopes, wides[herd->wide],
         median, hhb_minimum(herd->ns[ONE_THREAD], REPEATS), 1e9 / median);
  printf("%.0f,%.0f,%.2f", two, hhb_minimum(herd->ns[TWO_THREADS], REPEATS), median / two);
  for (int stage = 0; stage < STAGE_COUNT; stage++)
    printf(",%.0f", hhb_median(herd->stage_ns[stage], REPEATS));
  printf(",%.0f,%.3f,h%016llx\n", median / chain_ns, chain_ns, (unsigned long long)hash);
}

int main(void)
{
  static const int sizes[HERDS] = {1, 10, 100, 1000, 10000, 1000, 1000};
  static const double slopes[HERDS] = {0, 0, 0, 0, 0, 0, 0.5};
  HhStrandWide widest = hh_strand_wide(), narrow = widest > HH_STRAND_V3 ? HH_STRAND_V3 : widest;
  HhRoom rooms[2] = {make_room(0), make_room(0.5)};
  Herd *herds = memory_of(HERDS * sizeof *herds);
  double chain_ns[REPEATS];
  for (int h = 0; h < HERDS; h++)
    start(&herds[h], &rooms[slopes[h] > 0], slopes[h], sizes[h], h == 5 ? narrow : widest);
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    for (int h = 0; h < HERDS; h++)
      for (int way = 0; way < WAYS; way++)
        measure(&herds[h], (Way)way, repeat);
    chain_ns[repeat] = hhb_chain_ns();
  }
  puts("daddies,slopes,wide,median_ns,min_ns,creature_steps_per_s,two_threads_median_ns,"
       "two_threads_min_ns,two_threads_ratio,shared_ns,minds_ns,limbs_ns,bodies_ns,strands_ns,"
       "yardsticks,"
       "yardstick_ns,state_hash");
  double yardstick_ns = hhb_median(chain_ns, REPEATS);
  for (int h = 0; h < HERDS; h++) {
    print_herd(&herds[h], yardstick_ns);
    for (int way = 0; way < WAYS; way++)
      free(herds[h].dens[way]);
  }
  free(herds);
  for (int i = 0; i < 2; i++) /* a room begins with its ring */
    free((void *)(uintptr_t)(rooms[i].tiles - rooms[i].stride - 1));
  return 0;
}
