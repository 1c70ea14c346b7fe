/* Question: what does the nearest hold in a direction cost as the number of holds grows?
 * Prediction: the grid's rings hold a few cells each however many there are, so what grows is only
 *   what the caches cannot keep; looking at each hold grows by ten for each factor of ten.
 * Method: worlds of about 10^2 to 10^6 holds, a jungle (long and low, core/world/jungle.h) and a
 *   square with the same density in which holds lie anywhere. Asked from within 2 m of some hold,
 *   any direction, within 60 degrees of it and up to 20 m away: near the holds of a hundred, as a
 *   creature asks that is somewhere (`local`), and scattered over all (`near`). Looking at each is
 *   asked less often the longer it takes, and must give the same answers.
 * Nanoseconds a question: median of interleaved repetitions, with the minimum; how a median grew
 * from the row before; how many times as long looking at each takes; the time to build the grid.
 * Writes CSV to stdout. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/angle.h"
#include "base/random.h"
#include "clock.h"
#include "scene.h"
#include "world/near.h"
#include "yardstick.h"

enum { SIZES = 5, ASKS = 4096, REPEATS = 9 };

typedef struct Place {
  HhHold *holds;
  HhNear near;
  double build_s;
  int each_asks; /* questions put to each hold in turn */
  HhNearAsk asks[ASKS], local_asks[ASKS];
  int answers[ASKS];
  double near_ns[REPEATS], local_ns[REPEATS], each_ns[REPEATS];
} Place;

static void *room(size_t count, size_t size)
{
  void *memory = calloc(count, size);
  if (memory) return memory;
  fputs("bench_nearest: memory ran out\n", stderr);
  exit(1);
}

static int lay_jungle(Place *place, int count)
{
  HhParams params;
  hhb_scene_preset(hhb_scene_find("jungle"), &params);
  params.jungle.length = count;
  place->holds =
      room((size_t)hh_jungle_holds_most(&params.jungle, HH_SCENE_JUNGLE), sizeof(HhHold));
  HhPiece *pieces =
      room((size_t)hh_jungle_pieces_most(&params.jungle, HH_SCENE_JUNGLE), sizeof *pieces);
  int laid = hh_jungle_lay(&params.jungle, HH_SCENE_JUNGLE, 1, place->holds, pieces).count;
  free(pieces);
  return laid;
}

/* A hold for every 4 m2. */
static int lay_square(Place *place, int count, HhRandom *random)
{
  place->holds = room((size_t)count, sizeof(HhHold));
  double side_m = 2 * sqrt(count);
  for (int i = 0; i < count; i++) {
    double y = hh_random_range(random, 0, side_m);
    place->holds[i].at = hh_vec(hh_random_range(random, 0, side_m), y);
  }
  return count;
}

static HhNearAsk ask_near(HhVec at, HhRandom *random)
{
  double y = hh_random_range(random, -2, 2);
  HhVec off = hh_vec(hh_random_range(random, -2, 2), y);
  return (HhNearAsk){.from = hh_vec_add(at, off),
                     .way = hh_unit_from_angle(hh_random_range(random, -HH_PI, HH_PI)),
                     .least_cosine = 0.5,
                     .reach_m = 20};
}

static double asked_ns(Place *place, const HhNearAsk *asks)
{
  double start = hhb_clock_thread_s();
  for (int i = 0; i < ASKS; i++)
    place->answers[i] = hh_near_find(&place->near, asks[i]);
  return 1e9 * (hhb_clock_thread_s() - start) / ASKS;
}

static Place *make_place(bool jungle, int wanted)
{
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  Place *place = room(1, sizeof *place);
  int count = jungle ? lay_jungle(place, wanted) : lay_square(place, wanted, &random);
  double start = hhb_clock_thread_s();
  place->near = hh_near_plan(place->holds, count);
  place->near.cells = room((size_t)place->near.columns * (size_t)place->near.rows + 1, sizeof(int));
  place->near.order = room((size_t)count, sizeof(int));
  hh_near_fill(&place->near);
  place->build_s = hhb_clock_thread_s() - start;
  int most = 20000000 / count;
  place->each_asks = most < ASKS ? most : ASKS;
  for (int i = 0; i < ASKS; i++) {
    int anywhere = (int)hh_random_index(&random, (uint64_t)count);
    int somewhere = place->near.order[count / 4 + i % (count / 2 < 100 ? count / 2 : 100)];
    place->asks[i] = ask_near(place->holds[anywhere].at, &random);
    place->local_asks[i] = ask_near(place->holds[somewhere].at, &random);
  }
  return place;
}

static int look_at_each(const HhNear *near, HhNearAsk ask)
{
  int nearest = -1;
  double least = (double)INFINITY;
  for (int i = 0; i < near->count; i++) {
    HhVec way = hh_vec_sub(near->holds[i].at, ask.from);
    double square = hh_vec_dot(way, way);
    if (square >= least) continue;
    double distance = sqrt(square);
    if (distance < ask.apart_m || distance > ask.reach_m) continue;
    if (hh_vec_dot(way, ask.way) < ask.least_cosine * distance) continue;
    nearest = i;
    least = square;
  }
  return nearest;
}

static void measure(Place *place, int repeat)
{
  place->local_ns[repeat] = asked_ns(place, place->local_asks);
  place->near_ns[repeat] = asked_ns(place, place->asks);
  int wrong = 0;
  double start = hhb_clock_thread_s();
  for (int i = 0; i < place->each_asks; i++)
    wrong += look_at_each(&place->near, place->asks[i]) != place->answers[i];
  place->each_ns[repeat] = 1e9 * (hhb_clock_thread_s() - start) / place->each_asks;
  if (wrong == 0) return;
  fprintf(stderr, "bench_nearest: %d of %d answers differ\n", wrong, place->each_asks);
  exit(1);
}

/* Median and minimum, and the growth of the median from *before_ns. */
static void print_times(double *ns, double *before_ns)
{
  double median = hhb_median(ns, REPEATS);
  printf(",%.1f,%.1f,", median, hhb_minimum(ns, REPEATS));
  if (*before_ns > 0) printf("%.2f", median / *before_ns);
  *before_ns = median;
}

int main(void)
{
  static const char *const worlds[] = {"jungle", "square"};
  Place *places[2][SIZES];
  for (int kind = 0; kind < 2; kind++)
    for (int size = 0, count = 100; size < SIZES; size++, count *= 10)
      places[kind][size] = make_place(kind == 0, count);
  for (int repeat = 0; repeat < REPEATS; repeat++)
    for (int kind = 0; kind < 2; kind++)
      for (int size = 0; size < SIZES; size++)
        measure(places[kind][size], repeat);

  puts("world,holds,local_median_ns,local_min_ns,local_growth_ratio,near_median_ns,near_min_ns,"
       "near_growth_ratio,each_median_ns,each_min_ns,each_growth_ratio,faster_ratio,"
       "build_ns_per_hold");
  for (int kind = 0; kind < 2; kind++) {
    double local_ns = 0, near_ns = 0, each_ns = 0;
    for (int size = 0; size < SIZES; size++) {
      Place *place = places[kind][size];
      printf("%s,%d", worlds[kind], place->near.count);
      print_times(place->local_ns, &local_ns);
      print_times(place->near_ns, &near_ns);
      print_times(place->each_ns, &each_ns);
      printf(",%.1f,%.1f\n", each_ns / near_ns, 1e9 * place->build_s / place->near.count);
      free(place->near.cells);
      free(place->near.order);
      free(place->holds);
      free(place);
    }
  }
  return 0;
}
