/* Question: in how many ticks does a random search find a grip as good as the best there is?
 * Prediction: anywhere in the room takes hundreds of ticks, a ray to the ideal a handful but it
 *   never sees round corners; a mixture takes the best of both.
 * Method: rooms of 72 x 43 tiles with boxes of solid tiles, about one tile in seven a surface. A
 *   root in the air, an ideal position within reach of it, a reach of 12 tiles; one candidate a
 *   tick, and as many as grab.candidates_per_tick. A trial ends when the kept hold is within a tile
 *   (of distance from the ideal) of the best reachable one, or after 4,000 ticks. Randomness 1, so
 *   that a sampler is all there is, and the default.
 * Writes CSV to stdout. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/angle.h"
#include "clock.h"
#include "creature/grip.h"
#include "scene.h"

enum { WIDTH = 72, HEIGHT = 43, TRIALS = 1500, TICKS = 4000 };

static const double reach_t = 12;

/* Boxes until a seventh of the tiles can be held. */
static HhRoom boxes(uint64_t seed, uint8_t *memory)
{
  uint8_t *tiles;
  HhRoom room = hh_room_clear(WIDTH, HEIGHT, memory, &tiles);
  HhRandom random = hh_random(seed, HH_STREAM_TEST, 7);
  for (int box = 0; box < 28; box++) {
    int x = (int)hh_random_index(&random, WIDTH), y = (int)hh_random_index(&random, HEIGHT);
    int w = 1 + (int)hh_random_index(&random, 9), h = 1 + (int)hh_random_index(&random, 5);
    for (int j = y; j < y + h && j < HEIGHT; j++)
      for (int i = x; i < x + w && i < WIDTH; i++)
        tiles[j * room.stride + i] = HH_TILE_SOLID;
  }
  return room;
}

/* A free root and an ideal position from which something can be held. */
static HhVec draw_case(const HhRoom *room, HhRandom *random, HhVec *ideal, HhVec *best)
{
  for (;;) {
    double x = hh_random_range(random, 0, WIDTH);
    HhVec root = hh_vec(x, hh_random_range(random, 0, HEIGHT));
    HhVec way = hh_unit_from_angle(hh_random_range(random, -HH_PI, HH_PI));
    *ideal = hh_vec_along(root, way, 0.7 * reach_t);
    if (hh_room_inside(room, root)) continue;
    if (hh_grip_best(room, root, *ideal, reach_t, best)) return root;
  }
}

typedef struct Result {
  double ticks[TRIALS];
  int never;
  double ns;
} Result;

static void run(const HhGrabParams *grab, const HhGripParams *params, Result *result)
{
  static uint8_t memory[(WIDTH + 2) * (HEIGHT + 2) + 3];
  *result = (Result){.never = 0};
  double spent = 0, ticks = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    HhRoom room = boxes((uint64_t)trial / 10, memory);
    HhRandom random = hh_random((uint64_t)trial, HH_STREAM_GRAB, 3);
    HhVec ideal, best, root = draw_case(&room, &random, &ideal, &best);
    double enough = hh_vec_distance(best, ideal) + 1;
    HhGripSearch search = {.found = false};
    int tick = 0;
    double began = hhb_clock_thread_s();
    do
      hh_grip_search(grab, params, &room, root, ideal, reach_t, &random, &search);
    while (++tick < TICKS && !(search.found && hh_vec_distance(search.kept, ideal) <= enough));
    spent += hhb_clock_thread_s() - began;
    ticks += tick;
    result->never += tick == TICKS;
    result->ticks[trial] = tick;
  }
  result->ns = 1e9 * spent / ticks;
}

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void)
{
  static const char *const names[] = {"room", "disc", "local", "ray", "mixture"};
  HhParams params;
  hh_params_preset(&params);
  puts(
      "sampler,randomness,candidates_per_tick,ticks_p50,ticks_p90,ticks_max,never_ratio,cpu_ns_per_"
      "tick");
  for (int setting = 0; setting < 3; setting++)
    for (int sampler = HH_SAMPLER_ROOM; sampler <= HH_SAMPLER_MIXTURE; sampler++) {
      HhGrabParams grab = params.grab;
      HhGripParams grip = params.grip;
      grip.sampler = sampler;
      if (setting < 2) grab.candidates_per_tick = 1;
      if (setting < 1) grab.randomness = 1;
      static Result result;
      run(&grab, &grip, &result);
      qsort(result.ticks, TRIALS, sizeof *result.ticks, by_size);
      printf("%s,%g,%d,%g,%g,%g,%.4f,%.0f\n", names[sampler], grab.randomness,
             grab.candidates_per_tick, result.ticks[TRIALS / 2], result.ticks[TRIALS * 9 / 10],
             result.ticks[TRIALS - 1], (double)result.never / TRIALS, result.ns);
      fflush(stdout);
    }
  return 0;
}
