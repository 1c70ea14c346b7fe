/* Question: what do ways through a room cost, asked for one by one (A*), by a flow field for all
 *   who go to one goal, or by a flood of bits; and what do 300 creatures with 20 moving goals pay a
 *   tick?
 * Prediction: A* looks at a seventh of the room, a field at all of it, so a field pays from about
 *   six creatures a goal on; a flood of bits takes a sixth of a field's time; following costs a
 *   load or two; a tick costs its budget.
 * Method: rooms of 200 x 100 tiles: platforms (rectangles in air), caves (a cellular automaton),
 *   and the platforms as a climber sees them, with costs, unwanted tiles and drops. 400 random
 *   queries a room between tiles of one component; every query's costs by A* and by its field must
 *   agree. Then 300 creatures follow 20 goals that step to a neighbour every fourth tick; the
 *   fields share a budget. The cost of physics beside it is 192 bead-steps of 3 ns a creature.
 *   Microseconds and nanoseconds: median and minimum of interleaved repetitions.
 * Writes CSV to stdout. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/random.h"
#include "clock.h"
#include "world/astar.h"
#include "world/fields.h"
#include "world/flood.h"
#include "yardstick.h"

enum {
  WIDTH = 200,
  HEIGHT = 100,
  TILES = WIDTH * HEIGHT,
  QUERIES = 400,
  FIELD_QUERIES = 40, /* of them, flooded whole */
  REPEATS = 9,
  CREATURES = 300,
  GOALS = 20,
  TICKS = 2000,
  FOLLOWS = 2000
};

static const double PHYSICS_US = CREATURES * 192 * 3e-3;

typedef struct Place {
  const char *name;
  HhGround ground;
  uint8_t access[TILES];
  int from[QUERIES], to[QUERIES];
  uint64_t cost[QUERIES];
  double expanded; /* tiles a query by A* */
  double astar_us[REPEATS], field_us[REPEATS], bits_us[REPEATS];
} Place;

static void *room(size_t bytes)
{
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (memory) return memory;
  fputs("bench_paths: memory ran out\n", stderr);
  exit(1);
}

static void fail(const char *what)
{
  fprintf(stderr, "bench_paths: %s\n", what);
  exit(1);
}

/* ---- rooms ---- */

static void lay_platforms(HhRandom *random, int stride, uint8_t *tiles)
{
  for (int n = 0; n < 160; n++) {
    int width = 2 + (int)hh_random_index(random, 20), height = 1 + (int)hh_random_index(random, 4);
    int x0 = (int)hh_random_index(random, WIDTH - 1), y0 = (int)hh_random_index(random, HEIGHT - 1);
    for (int y = y0; y < y0 + height && y < HEIGHT; y++)
      for (int x = x0; x < x0 + width && x < WIDTH; x++)
        tiles[y * stride + x] = HH_TILE_SOLID;
  }
}

static void lay_caves(HhRandom *random, int stride, uint8_t *tiles)
{
  static uint8_t next[TILES];
  for (int i = 0; i < TILES; i++)
    tiles[i / WIDTH * stride + i % WIDTH] = hh_random_unit(random) < 0.42 ? HH_TILE_SOLID : 0;
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < TILES; i++) {
      const uint8_t *at = tiles + i / WIDTH * stride + i % WIDTH;
      int solid = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          solid += at[dy * stride + dx] == HH_TILE_SOLID;
      next[i] = solid >= 5 ? HH_TILE_SOLID : 0;
    }
    for (int i = 0; i < TILES; i++)
      tiles[i / WIDTH * stride + i % WIDTH] = next[i];
  }
}

static HhField *flood(const Place *place, int goal, HhField *field)
{
  hh_field_aim(&place->ground, field, goal);
  while (field->running)
    hh_field_work(&place->ground, field, TILES);
  return field;
}

static void choose_queries(HhRandom *random, HhField *field, Place *place)
{
  for (int n = 0; n < QUERIES; n++) {
    do {
      do
        place->to[n] = (int)hh_random_index(random, TILES);
      while (!hh_ground_usable(&place->ground, place->to[n]));
      place->from[n] = (int)hh_random_index(random, TILES);
      flood(place, place->to[n], field);
    } while (hh_field_cost(field, place->from[n]) == HH_FRONTIER_FAR);
    place->cost[n] = hh_field_cost(field, place->from[n]);
  }
}

static void lay_costs(HhRandom *random, uint8_t *access)
{
  uint8_t block[TILES / 64 + 64];
  for (size_t i = 0; i < sizeof block; i++)
    block[i] = (uint8_t)(hh_random_index(random, 4) == 0 ? HH_UNWANTED << 4 : HH_ALLOWED << 4) |
               (uint8_t)(1 + hh_random_index(random, 15));
  for (int i = 0; i < TILES; i++)
    if (access[i] >> 4 != HH_FORBIDDEN)
      access[i] = block[i / WIDTH / 8 * (WIDTH / 8) + i % WIDTH / 8];
}

static Place *make_place(const char *name, bool caves, bool costs, HhField *field)
{
  HhRandom random = hh_random(7, HH_STREAM_TEST, 0);
  Place *place = room(sizeof *place);
  memset(place, 0, sizeof *place);
  place->name = name;
  uint8_t *memory = room(hh_room_bytes(WIDTH, HEIGHT)), *tiles;
  HhRoom laid = hh_room_clear(WIDTH, HEIGHT, memory, &tiles);
  (caves ? lay_caves : lay_platforms)(&random, laid.stride, tiles);
  hh_access_map(&laid, &hh_mobility_flier, place->access);
  free(memory);
  if (costs) lay_costs(&random, place->access);
  place->ground = (HhGround){WIDTH, HEIGHT, place->access, 0, true};
  choose_queries(&random, field, place);
  return place;
}

/* ---- queries ---- */

static double us_each(double start_s, int count)
{
  return 1e6 * (hhb_clock_thread_s() - start_s) / count;
}

static void measure_astar(Place *place, int repeat, void *scratch)
{
  double start = hhb_clock_thread_s(), expanded = 0;
  for (int n = 0; n < QUERIES; n++) {
    HhAstarFound found = hh_astar(&place->ground, place->from[n], place->to[n], scratch, NULL, 0);
    if (!found.found || found.cost != place->cost[n]) fail("A* and its field differ");
    expanded += found.expanded;
  }
  place->astar_us[repeat] = us_each(start, QUERIES);
  place->expanded = expanded / QUERIES;
}

static void measure_queries(Place *place, int repeat, void *scratch, HhField *field, HhFlood *bits)
{
  measure_astar(place, repeat, scratch);
  double start = hhb_clock_thread_s();
  for (int n = 0; n < FIELD_QUERIES; n++) {
    flood(place, place->to[n], field);
    if (hh_field_cost(field, place->from[n]) != place->cost[n]) fail("a field changed");
  }
  place->field_us[repeat] = us_each(start, FIELD_QUERIES);
  bits = hh_flood_start(&place->ground, bits);
  start = hhb_clock_thread_s();
  for (int n = 0; n < FIELD_QUERIES; n++) {
    hh_flood_run(bits, place->to[n]);
    if (hh_flood_way(bits, place->from[n]) == HH_FIELD_NONE) fail("bits find no way");
  }
  place->bits_us[repeat] = us_each(start, FIELD_QUERIES);
}

/* ---- creatures ---- */

typedef struct Herd {
  HhFields *fields;
  const HhGround *ground;
  HhRandom random;
  int goals[GOALS], places[GOALS];
  int at[CREATURES], goal_of[CREATURES];
} Herd;

static int random_tile(const HhGround *ground, HhRandom *random)
{
  int tile;
  do
    tile = (int)hh_random_index(random, TILES);
  while (!hh_ground_usable(ground, tile));
  return tile;
}

static void start_herd(const Place *place, Herd *herd, void *memory)
{
  *herd = (Herd){.ground = &place->ground, .random = hh_random(9, HH_STREAM_TEST, 1)};
  herd->fields = hh_fields_start(HH_FIELD_REACH, TILES, GOALS, memory);
  for (int i = 0; i < GOALS; i++) {
    herd->goals[i] = random_tile(herd->ground, &herd->random);
    hh_fields_ask(herd->fields, herd->goals[i]);
  }
  for (int i = 0; i < CREATURES; i++) {
    herd->at[i] = random_tile(herd->ground, &herd->random);
    herd->goal_of[i] = i % GOALS;
  }
  hh_fields_work(herd->ground, herd->fields, 2 * GOALS * TILES);
  for (int i = 0; i < GOALS; i++)
    herd->places[i] = hh_fields_find(herd->fields, herd->goals[i]);
}

/* Every creature looks up its next tile; those that arrived start somewhere else. */
static int follow(Herd *herd)
{
  int moved = 0;
  for (int i = 0; i < CREATURES; i++) {
    const HhField *field = hh_fields_at(herd->fields, herd->places[herd->goal_of[i]]);
    int next = hh_field_next(herd->ground, field, herd->at[i]);
    moved += next != herd->at[i];
    herd->at[i] = next;
  }
  return moved;
}

/* Nanoseconds of a look-up, the places of the creatures scattered anew for every two hundred. */
static double follow_ns(Herd *herd)
{
  double spent = 0;
  long moved = 0;
  for (int block = 0; block < FOLLOWS / 50; block++) {
    for (int i = 0; i < CREATURES; i++)
      herd->at[i] = random_tile(herd->ground, &herd->random);
    double start = hhb_clock_thread_s();
    for (int n = 0; n < 50; n++)
      moved += follow(herd);
    spent += hhb_clock_thread_s() - start;
  }
  if (moved == 0) fail("nobody moved");
  return 1e9 * spent / ((double)FOLLOWS * CREATURES);
}

/* What ticks cost: the whole of paths, and how old the walked fields are. */
typedef struct Ticks {
  double us[TICKS];
  double median_us, worst_us, mean_us;
  double age_ticks; /* since the goal stood where the walked field leads, mean */
} Ticks;

static void step_goals(Herd *herd)
{
  for (int i = 0; i < GOALS; i++) {
    unsigned open = hh_ground_steps(herd->ground, herd->goals[i]);
    int step = (int)hh_random_index(&herd->random, 8);
    if ((open >> step & 1) == 0) continue;
    herd->goals[i] += hh_step_y[step] * WIDTH + hh_step_x[step];
  }
}

static void run_ticks(Herd *herd, int budget, Ticks *ticks)
{
  static int stood[GOALS][TILES]; /* the last tick in which a goal stood on a tile */
  double age = 0, sum = 0;
  for (int tick = 0; tick < TICKS; tick++) {
    if (tick % 4 == 0) step_goals(herd);
    for (int i = 0; i < GOALS; i++)
      stood[i][herd->goals[i]] = tick;
    double start = hhb_clock_thread_s();
    for (int i = 0; i < GOALS; i++)
      hh_fields_move(herd->ground, herd->fields, herd->places[i], herd->goals[i]);
    hh_fields_work(herd->ground, herd->fields, budget);
    follow(herd);
    ticks->us[tick] = us_each(start, 1);
    sum += ticks->us[tick];
    for (int i = 0; i < GOALS; i++)
      age += tick - stood[i][hh_fields_at(herd->fields, herd->places[i])->walked];
    for (int i = 0; i < CREATURES; i++)
      if (herd->at[i] == herd->goals[herd->goal_of[i]])
        herd->at[i] = random_tile(herd->ground, &herd->random);
  }
  ticks->age_ticks = age / ((double)TICKS * GOALS);
  ticks->mean_us = sum / TICKS;
  ticks->median_us = hhb_median(ticks->us, TICKS);
  ticks->worst_us = ticks->us[TICKS - 1];
}

static void print_place(Place *place)
{
  int usable = 0;
  for (int i = 0; i < TILES; i++)
    usable += hh_ground_usable(&place->ground, i);
  printf("%s,%d,", place->name, usable);
  double field_us = hhb_median(place->field_us, REPEATS);
  double astar_us = hhb_median(place->astar_us, REPEATS);
  printf("%.0f,%.1f,%.1f,%.1f,%.1f,", place->expanded, astar_us,
         hhb_minimum(place->astar_us, REPEATS), field_us, hhb_minimum(place->field_us, REPEATS));
  printf("%.1f,%.1f,%.1f\n", hhb_median(place->bits_us, REPEATS),
         hhb_minimum(place->bits_us, REPEATS), field_us / astar_us);
}

int main(void)
{
  static const int budgets[] = {1000, 2000, 3000, 4000, 5000};
  static Herd herd;
  static Ticks ticks;
  double ns[REPEATS];
  HhField *field = hh_field_start(HH_FIELD_REACH, TILES, room(hh_field_bytes(TILES)));
  void *scratch = room(hh_astar_bytes(TILES)), *bits = room(hh_flood_bytes(WIDTH, HEIGHT));
  void *memory = room(hh_fields_bytes(TILES, GOALS));
  Place *places[] = {make_place("platforms", false, false, field),
                     make_place("caves", true, false, field),
                     make_place("costs", true, true, field)};
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    for (int i = 0; i < 3; i++)
      measure_queries(places[i], repeat, scratch, field, bits);
    start_herd(places[0], &herd, memory);
    ns[repeat] = follow_ns(&herd);
  }
  puts("room,tiles,astar_tiles,astar_median_us,astar_min_us,field_median_us,field_min_us,"
       "bits_median_us,bits_min_us,field_per_astar_ratio");
  for (int i = 0; i < 3; i++)
    print_place(places[i]);
  puts("\nfollow_median_ns,follow_min_ns");
  double follow_median_ns = hhb_median(ns, REPEATS);
  printf("%.2f,%.2f\n", follow_median_ns, hhb_minimum(ns, REPEATS));
  puts("\nbudget_tiles,median_us,mean_us,worst_us,per_physics_ratio,age_ticks,state_hash");
  for (int i = 0; i < 5; i++) {
    start_herd(places[0], &herd, memory);
    run_ticks(&herd, budgets[i], &ticks);
    printf("%d,%.1f,%.1f,%.1f,%.2f,%.1f,", budgets[i], ticks.median_us, ticks.mean_us,
           ticks.worst_us, ticks.mean_us / PHYSICS_US, ticks.age_ticks);
    printf("h%016" PRIx64 "\n", hh_hash_end(hh_fields_hash(herd.fields, hh_hash_start())));
  }
  for (int i = 0; i < 3; i++)
    free(places[i]);
  free(field);
  free(scratch);
  free(bits);
  free(memory);
  return 0;
}
