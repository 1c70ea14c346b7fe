/* Ways through rooms: fields and A* against each other, an oracle that shares no code with them,
 * and the published optimal lengths of the Moving AI maps (N. Sturtevant 2012). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "world/astar.h"
#include "world/fields.h"
#include "world/flood.h"

enum { SIDE_MOST = 64, TILES_MOST = SIDE_MOST * SIDE_MOST };

typedef struct Map {
  HhGround ground;
  uint8_t access[TILES_MOST];
} Map;

static void *memory_for_field(int tiles)
{
  void *memory = aligned_alloc(64, (hh_field_bytes(tiles) + 63) / 64 * 64);
  assert_non_null(memory);
  return memory;
}

static void *memory_for_astar(int tiles)
{
  void *memory = aligned_alloc(64, (hh_astar_bytes(tiles) + 63) / 64 * 64);
  assert_non_null(memory);
  return memory;
}

/* Costs 1 to 15, a third solid, some unwanted, some air that cannot be used. */
static void draw_map(uint64_t seed, int drop, Map *map)
{
  HhRandom random = hh_random(seed, HH_STREAM_TEST, 1);
  int width = 3 + (int)hh_random_index(&random, 18), height = 3 + (int)hh_random_index(&random, 18);
  double solid = hh_random_unit(&random) * 0.5, air = drop > 0 ? hh_random_unit(&random) * 0.5 : 0;
  double unwanted = hh_random_unit(&random);
  bool diagonal = hh_random_index(&random, 4) > 0;
  map->ground = (HhGround){width, height, map->access, drop, diagonal};
  for (int i = 0; i < width * height; i++) {
    unsigned cost = 1 + (unsigned)hh_random_index(&random, 15);
    HhLegality legality = hh_random_unit(&random) < unwanted ? HH_UNWANTED : HH_ALLOWED;
    map->access[i] = (uint8_t)((unsigned)legality << 4 | cost);
    if (hh_random_unit(&random) < air) map->access[i] = HH_FORBIDDEN << 4 | 15;
    if (hh_random_unit(&random) < solid) map->access[i] = HH_FORBIDDEN << 4;
  }
}

/* ---- the oracle: Bellman and Ford, over pairs of tiles ---- */

static bool usable(const Map *map, int x, int y)
{
  const HhGround *ground = &map->ground;
  if (x < 0 || y < 0 || x >= ground->width || y >= ground->height) return false;
  return map->access[y * ground->width + x] >> 4 != HH_FORBIDDEN;
}

static bool wanted(const Map *map, int x, int y)
{
  return map->access[y * map->ground.width + x] >> 4 == HH_ALLOWED;
}

/* What a step of `times` costs into tile `to`. */
static uint64_t toll(const Map *map, int to, int times)
{
  uint64_t cost = (map->access[to] & 15u) * (unsigned)times;
  return map->access[to] >> 4 == HH_UNWANTED ? (cost << 32) + cost : cost;
}

/* Cost of going from tile a to tile b in one go, or FAR. */
static uint64_t edge(const Map *map, int a, int b)
{
  int width = map->ground.width;
  int ax = a % width, ay = a / width, bx = b % width, by = b / width;
  if (!usable(map, ax, ay) || !usable(map, bx, by) || a == b) return HH_FRONTIER_FAR;
  int dx = abs(bx - ax), dy = abs(by - ay);
  if (dx + dy == 1) return toll(map, b, 70);
  if (dx == 1 && dy == 1)
    return map->ground.diagonal && wanted(map, ax, by) && wanted(map, bx, ay) ? toll(map, b, 99)
                                                                              : HH_FRONTIER_FAR;
  if (dx != 0 || by > ay || dy > map->ground.drop + 1) return HH_FRONTIER_FAR;
  for (int y = by + 1; y < ay; y++)
    if (map->access[y * width + ax] != (HH_FORBIDDEN << 4 | 15)) return HH_FRONTIER_FAR;
  return toll(map, b, 70 * dy);
}

static void solve(const Map *map, int goal, bool reach, uint64_t *cost)
{
  int tiles = map->ground.width * map->ground.height;
  for (int i = 0; i < tiles; i++)
    cost[i] = HH_FRONTIER_FAR;
  if (map->access[goal] >> 4 != HH_FORBIDDEN) cost[goal] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int a = 0; a < tiles; a++)
      for (int b = 0; b < tiles; b++) {
        if (cost[b] == HH_FRONTIER_FAR) continue;
        uint64_t one = reach ? edge(map, a, b) : edge(map, b, a);
        if (one == HH_FRONTIER_FAR || cost[b] + one >= cost[a]) continue;
        cost[a] = cost[b] + one;
        changed = true;
      }
  }
}

static void finish_field(const HhGround *ground, HhField *field, int budget)
{
  for (int calls = 0; field->running; calls++) {
    assert_true(calls <= 2 * field->tiles + 2);
    hh_field_work(ground, field, budget);
  }
}

static void a_field_costs_what_bellman_and_ford_say(void **state)
{
  (void)state;
  int cases = check_full() ? 3000 : 60;
  static Map map;
  static uint64_t cost[TILES_MOST];
  void *memory = memory_for_field(TILES_MOST);
  for (int n = 0; n < cases; n++) {
    draw_map((uint64_t)n, n % 3 == 0 ? 0 : n % 7, &map);
    int tiles = map.ground.width * map.ground.height, goal = (n * 37) % tiles;
    for (int kind = 0; kind < 2; kind++) {
      solve(&map, goal, kind == HH_FIELD_REACH, cost);
      HhField *field = hh_field_start((HhFieldKind)kind, tiles, memory);
      hh_field_aim(&map.ground, field, goal);
      finish_field(&map.ground, field, 1 + n % 50);
      for (int i = 0; i < tiles; i++)
        if (hh_field_cost(field, i) != cost[i])
          fail_msg("case %d, kind %d: tile %d of %d x %d", n, kind, i, map.ground.width,
                   map.ground.height);
    }
  }
  free(memory);
}

static void whoever_follows_a_field_pays_its_cost_and_arrives(void **state)
{
  (void)state;
  static Map map;
  void *memory = memory_for_field(TILES_MOST);
  int walked = 0;
  for (int n = 0; n < 200; n++) {
    draw_map(1000 + (uint64_t)n, n % 5, &map);
    int tiles = map.ground.width * map.ground.height, goal = (n * 31) % tiles;
    HhField *field = hh_field_start(HH_FIELD_REACH, tiles, memory);
    hh_field_aim(&map.ground, field, goal);
    finish_field(&map.ground, field, 1000000);
    for (int start = 0; start < tiles; start++) {
      uint64_t cost = 0;
      int at = start, steps = 0;
      for (int next; (next = hh_field_next(&map.ground, field, at)) != at; at = next) {
        cost += edge(&map, at, next);
        assert_true(++steps <= tiles);
      }
      bool known = hh_field_cost(field, start) != HH_FRONTIER_FAR;
      assert_true(known == (at == goal && map.access[goal] >> 4 != HH_FORBIDDEN));
      if (known) assert_true(cost == hh_field_cost(field, start));
      walked += known;
    }
  }
  assert_true(walked > 1000);
  free(memory);
}

static void any_budget_gives_the_same_field(void **state)
{
  (void)state;
  static Map map;
  void *first = memory_for_field(TILES_MOST), *second = memory_for_field(TILES_MOST);
  for (int n = 0; n < 100; n++) {
    draw_map(5000 + (uint64_t)n, n % 4, &map);
    int tiles = map.ground.width * map.ground.height, goal = (n * 41) % tiles;
    HhField *once = hh_field_start(HH_FIELD_REACH, tiles, first);
    HhField *bit_by_bit = hh_field_start(HH_FIELD_REACH, tiles, second);
    hh_field_aim(&map.ground, once, goal);
    hh_field_aim(&map.ground, bit_by_bit, goal);
    finish_field(&map.ground, once, 1000000);
    finish_field(&map.ground, bit_by_bit, 1);
    assert_memory_equal(hh_field_ways(once), hh_field_ways(bit_by_bit), (size_t)tiles);
  }
  free(first);
  free(second);
}

static void a_hash_tells_how_far_a_flood_is_and_whither(void **state)
{
  (void)state;
  static Map map;
  map.ground = (HhGround){20, 20, map.access, 0, true};
  memset(map.access, 1, sizeof map.access);
  void *first = memory_for_field(400), *second = memory_for_field(400);
  HhField *one = hh_field_start(HH_FIELD_REACH, 400, first);
  HhField *other = hh_field_start(HH_FIELD_REACH, 400, second);
  uint64_t seen = hh_field_hash(one, 1);
  for (int step = 0; step < 45; step++) {
    hh_field_aim(&map.ground, one, step < 41 ? 7 : 8);
    hh_field_aim(&map.ground, other, step < 41 ? 7 : 8);
    hh_field_work(&map.ground, one, 10);
    assert_true(hh_field_hash(one, 1) != hh_field_hash(other, 1) || step == 40);
    for (int i = 0; i < 5; i++)
      hh_field_work(&map.ground, other, 2);
    assert_true(hh_field_hash(one, 1) == hh_field_hash(other, 1));
    assert_true(hh_field_hash(one, 1) != seen || step == 40); /* it has nothing to do */
    seen = hh_field_hash(one, 1);
  }
  free(first);
  free(second);
}

/* What one can fall down, one cannot climb: the way there is none back. */
static void a_drop_leads_one_way(void **state)
{
  (void)state;
  enum { W = HH_FORBIDDEN << 4, AIR = HH_FORBIDDEN << 4 | 15, OK = 1 };
  const uint8_t access[] = {OK, OK,  OK, /* floor below */
                            W,  AIR, W,  W, AIR, W, OK, OK, W /* a ledge above */};
  const HhGround ground = {3, 4, access, 4, true};
  void *memory = memory_for_field(12);
  HhField *reach = hh_field_start(HH_FIELD_REACH, 12, memory);
  hh_field_aim(&ground, reach, 0);
  finish_field(&ground, reach, 100);
  assert_int_equal(hh_field_next(&ground, reach, 10), 1); /* over the edge and down */
  assert_int_equal(hh_field_next(&ground, reach, 9), 10);
  HhField *back = hh_field_start(HH_FIELD_RETURN, 12, memory);
  hh_field_aim(&ground, back, 0);
  finish_field(&ground, back, 100);
  assert_true(hh_field_cost(back, 2) != HH_FRONTIER_FAR);
  assert_true(hh_field_cost(back, 9) == HH_FRONTIER_FAR);
  free(memory);
}

/* A world of 64 x 64 with a closed room of 5 x 5 in it, (10, 10) to (14, 14). */
static void draw_closed_room(Map *map)
{
  map->ground = (HhGround){64, 64, map->access, 0, true};
  for (int i = 0; i < 64 * 64; i++) {
    int x = i % 64 - 10, y = i / 64 - 10;
    bool wall = x >= -1 && x <= 5 && y >= -1 && y <= 5 && (x == -1 || x == 5 || y == -1 || y == 5);
    map->access[i] = wall ? HH_FORBIDDEN << 4 : 1;
  }
}

/* The devlog's case: a goal leaves a closed room and comes back. */
static void a_goal_that_comes_back_into_a_closed_room_is_found_at_once(void **state)
{
  (void)state;
  static Map map;
  draw_closed_room(&map);
  void *memory = memory_for_field(64 * 64);
  HhField *field = hh_field_start(HH_FIELD_REACH, 64 * 64, memory);
  int inside = 12 * 64 + 12, outside = 40 * 64 + 40;
  hh_field_aim(&map.ground, field, inside);
  finish_field(&map.ground, field, 10);
  hh_field_aim(&map.ground, field, outside);
  assert_int_equal(hh_field_work(&map.ground, field, 10), 10);
  assert_int_equal(field->walked, inside); /* meanwhile the last one is walked */
  hh_field_aim(&map.ground, field, inside + 64 + 1);
  assert_int_equal(hh_field_work(&map.ground, field, 26), 25); /* the room, and no more */
  assert_int_equal(field->walked, inside + 64 + 1);
  assert_int_equal(hh_field_next(&map.ground, field, inside + 2 * 64 + 1), inside + 64 + 1);
  free(memory);
}

/* The same through the wall, tile by tile, so that every goal is near the one before. */
static void a_goal_that_steps_through_the_wall_and_back_is_found_at_once(void **state)
{
  (void)state;
  static Map map;
  draw_closed_room(&map);
  void *memory = memory_for_field(64 * 64);
  HhField *field = hh_field_start(HH_FIELD_REACH, 64 * 64, memory);
  hh_field_aim(&map.ground, field, 12 * 64 + 13);
  finish_field(&map.ground, field, 10);
  for (int x = 14; x <= 17; x++) {
    hh_field_aim(&map.ground, field, 12 * 64 + x);
    hh_field_work(&map.ground, field, 30);
  }
  for (int x = 16; x >= 14; x--) {
    hh_field_aim(&map.ground, field, 12 * 64 + x);
    hh_field_work(&map.ground, field, 30);
  }
  assert_int_equal(field->walked, 12 * 64 + 14);
  free(memory);
}

static void a_goal_that_creeps_lets_the_flood_end_first(void **state)
{
  (void)state;
  static Map map;
  map.ground = (HhGround){64, 64, map.access, 0, true};
  memset(map.access, 1, sizeof map.access);
  void *memory = memory_for_field(64 * 64);
  HhField *field = hh_field_start(HH_FIELD_REACH, 64 * 64, memory);
  int finished = 0;
  for (int tick = 0, walked = -1; tick < 400; tick++) {
    hh_field_aim(&map.ground, field, 32 * 64 + 5 + tick / 10);
    hh_field_work(&map.ground, field, 100);
    finished += field->walked != walked;
    walked = field->walked;
  }
  assert_true(finished >= 8);
  free(memory);
}

/* One that runs, a tile a tick and then from end to end, is followed all the same. */
static void a_goal_that_runs_cannot_keep_its_field_from_ending(void **state)
{
  (void)state;
  static Map map;
  map.ground = (HhGround){64, 64, map.access, 0, true};
  memset(map.access, 1, sizeof map.access);
  void *memory = memory_for_field(64 * 64);
  HhField *field = hh_field_start(HH_FIELD_REACH, 64 * 64, memory);
  int finished = 0, unfinished = 0, longest = 0;
  for (int tick = 0, walked = -1; tick < 2000; tick++) {
    hh_field_aim(&map.ground, field, tick < 1000 ? tick * 2 % 4096 : tick * 1999 % 4096);
    hh_field_work(&map.ground, field, 100);
    unfinished = field->walked == walked ? unfinished + 1 : 0;
    longest = unfinished > longest ? unfinished : longest;
    finished += field->walked != walked;
    walked = field->walked;
  }
  assert_true(finished >= 20);
  /* what is dropped is at most three floods of all but the end; a flood takes 41 ticks */
  assert_true(longest <= 4 * 41);
  free(memory);
}

/* The last finished field is asked for again: no flood is needed. */
static void a_goal_that_returns_to_the_finished_field_costs_nothing(void **state)
{
  (void)state;
  static Map map;
  map.ground = (HhGround){64, 64, map.access, 0, true};
  memset(map.access, 1, sizeof map.access);
  void *memory = memory_for_field(64 * 64);
  HhField *field = hh_field_start(HH_FIELD_REACH, 64 * 64, memory);
  hh_field_aim(&map.ground, field, 100);
  finish_field(&map.ground, field, 5000);
  hh_field_aim(&map.ground, field, 3000);
  hh_field_work(&map.ground, field, 50);
  hh_field_aim(&map.ground, field, 100);
  assert_int_equal(hh_field_work(&map.ground, field, 50), 0);
  assert_true(field->walked == 100 && !field->running);
  assert_true(hh_field_cost(field, 101) == 70);
  free(memory);
}

/* A goal that nothing leads to costs what its own pocket costs, once. */
static void an_unreachable_goal_is_searched_once(void **state)
{
  (void)state;
  static Map map;
  map.ground = (HhGround){64, 64, map.access, 0, true};
  memset(map.access, 1, sizeof map.access);
  map.access[0] = HH_FORBIDDEN << 4;
  void *memory = memory_for_field(64 * 64);
  HhField *field = hh_field_start(HH_FIELD_REACH, 64 * 64, memory);
  int work = 0;
  for (int tick = 0; tick < 100; tick++) {
    hh_field_aim(&map.ground, field, 0);
    work += hh_field_work(&map.ground, field, 1000);
  }
  assert_int_equal(work, 0);
  assert_int_equal(field->walked, 0);
  assert_int_equal(hh_field_next(&map.ground, field, 77), 77);
  free(memory);
}

/* The spider that wants into a closed room, or out of it: what it costs, and how often. */
static void a_goal_behind_walls_costs_its_own_side_once(void **state)
{
  (void)state;
  static Map map;
  draw_closed_room(&map);
  void *memory = memory_for_field(64 * 64), *scratch = memory_for_astar(64 * 64);
  int inside = 12 * 64 + 12, outside = 40 * 64 + 40, work = 0;
  HhAstarFound found = hh_astar(&map.ground, outside, inside, scratch, NULL, 0);
  assert_true(!found.found && found.expanded == 25);
  HhField *field = hh_field_start(HH_FIELD_REACH, 64 * 64, memory);
  for (int tick = 0; tick < 100; tick++) {
    hh_field_aim(&map.ground, field, inside);
    work += hh_field_work(&map.ground, field, 1000);
    assert_int_equal(hh_field_next(&map.ground, field, outside), outside);
  }
  assert_int_equal(work, 25);
  assert_true(hh_field_cost(field, outside) == HH_FRONTIER_FAR);
  hh_field_aim(&map.ground, field, outside);
  for (int tick = 0; tick < 100; tick++)
    work += hh_field_work(&map.ground, field, 1000);
  assert_int_equal(work, 25 + 64 * 64 - 49);
  assert_int_equal(hh_field_next(&map.ground, field, inside), inside);
  free(memory);
  free(scratch);
}

/* Law: the way from a to b costs the same looked at from either end, drops included. */
static void reach_from_one_end_is_return_from_the_other(void **state)
{
  (void)state;
  static Map map;
  void *first = memory_for_field(TILES_MOST), *second = memory_for_field(TILES_MOST);
  int ways = 0, one_way = 0;
  for (int n = 0; n < 200; n++) {
    draw_map(40000 + (uint64_t)n, n % 6, &map);
    int tiles = map.ground.width * map.ground.height, a = (n * 53) % tiles,
        b = (n * 61 + 7) % tiles;
    HhField *reach = hh_field_start(HH_FIELD_REACH, tiles, first);
    HhField *back = hh_field_start(HH_FIELD_RETURN, tiles, second);
    hh_field_aim(&map.ground, reach, b);
    hh_field_aim(&map.ground, back, a);
    finish_field(&map.ground, reach, 17);
    finish_field(&map.ground, back, 1000);
    assert_true(hh_field_cost(reach, a) == hh_field_cost(back, b));
    hh_field_aim(&map.ground, back, b);
    finish_field(&map.ground, back, 1000);
    ways += hh_field_cost(reach, a) != HH_FRONTIER_FAR;
    one_way +=
        (hh_field_cost(reach, a) == HH_FRONTIER_FAR) != (hh_field_cost(back, a) == HH_FRONTIER_FAR);
  }
  assert_true(ways > 30 && one_way > 3);
  free(first);
  free(second);
}

static void a_star_costs_what_the_field_costs(void **state)
{
  (void)state;
  static Map map;
  void *memory = memory_for_field(TILES_MOST), *scratch = memory_for_astar(TILES_MOST);
  static int path[TILES_MOST];
  for (int n = 0; n < 300; n++) {
    draw_map(9000 + (uint64_t)n, 0, &map);
    int tiles = map.ground.width * map.ground.height, goal = (n * 29) % tiles;
    HhField *field = hh_field_start(HH_FIELD_REACH, tiles, memory);
    hh_field_aim(&map.ground, field, goal);
    finish_field(&map.ground, field, 1000000);
    for (int start = 0; start < tiles; start += 3) {
      HhAstarFound found = hh_astar(&map.ground, start, goal, scratch, path, TILES_MOST);
      bool far = hh_field_cost(field, start) == HH_FRONTIER_FAR;
      if (map.access[start] >> 4 == HH_FORBIDDEN) far = true;
      assert_true(found.found == !far);
      if (far) continue;
      assert_true(found.cost == hh_field_cost(field, start));
      uint64_t cost = 0;
      int last = found.straight + found.diagonal;
      for (int i = 0; i < last; i++)
        cost += edge(&map, path[i], path[i + 1]);
      assert_true(cost == found.cost && path[0] == start && path[last] == goal);
    }
  }
  free(memory);
  free(scratch);
}

/* ---- floods by bits ---- */

/* Reference: rounds over all tiles, each one step more than the best neighbour. */
static void count_steps(const Map *map, int goal, int *steps)
{
  int tiles = map->ground.width * map->ground.height;
  for (int i = 0; i < tiles; i++)
    steps[i] = -1;
  if (map->access[goal] >> 4 != HH_FORBIDDEN) steps[goal] = 0;
  bool changed = true;
  for (int round = 0; changed; round++) {
    changed = false;
    for (int a = 0; a < tiles; a++)
      for (int b = 0; b < tiles && steps[a] < 0; b++)
        if (steps[b] == round && edge(map, a, b) != HH_FRONTIER_FAR) {
          steps[a] = round + 1;
          changed = true;
        }
  }
}

static void a_flood_by_bits_takes_the_fewest_steps(void **state)
{
  (void)state;
  static Map map;
  static int steps[TILES_MOST];
  HhRandom random = hh_random(5, HH_STREAM_TEST, 3);
  uint64_t *memory = malloc(hh_flood_bytes(256, 256));
  assert_non_null(memory);
  for (int n = 0; n < 240; n++) {
    draw_map(20000 + (uint64_t)n, 0, &map);
    if (n % 2 == 0) { /* across the borders of words */
      map.ground.width = n % 8 == 0 ? 64 : 131;
      map.ground.height = 5;
      for (int i = 0; i < map.ground.width * 5; i++)
        map.access[i] = hh_random_unit(&random) < 0.3 ? HH_FORBIDDEN << 4 : 1;
    }
    int tiles = map.ground.width * map.ground.height, goal = (n * 43 + n / 7) % tiles, longest = 0;
    for (int i = 0; i < tiles; i++) /* by bits all that is usable is wanted */
      if (map.access[i] >> 4 == HH_UNWANTED) map.access[i] &= 15;
    HhFlood *flood = hh_flood_start(&map.ground, memory);
    hh_flood_run(flood, (goal + 1) % tiles);
    hh_flood_run(flood, goal);
    count_steps(&map, goal, steps);
    long reached = 0;
    for (int i = 0; i < tiles; i++) {
      int way = hh_flood_way(flood, i), to;
      assert_true((way == HH_FIELD_NONE) == (steps[i] < 0));
      assert_true((way == HH_FIELD_GOAL) == (steps[i] == 0));
      reached += steps[i] >= 0;
      longest = steps[i] > longest ? steps[i] : longest;
      if (way > 7) continue;
      to = i + hh_step_y[way] * map.ground.width + hh_step_x[way];
      assert_true(edge(&map, i, to) != HH_FRONTIER_FAR);
      assert_int_equal(steps[to], steps[i] - 1);
    }
    assert_int_equal(flood->tiles, reached);
    assert_int_equal(flood->steps, longest);
  }
  free(memory);
}

/* ---- shared fields ---- */

static HhFields *start_fields(int tiles, int places)
{
  void *memory = aligned_alloc(64, (hh_fields_bytes(tiles, places) + 63) / 64 * 64);
  assert_non_null(memory);
  return hh_fields_start(HH_FIELD_REACH, tiles, places, memory);
}

/* Asks for goals, in a tick, and works. */
static int fields_tick(const HhGround *ground, HhFields *fields, int budget, int count,
                       const int *goals)
{
  for (int i = 0; i < count; i++)
    hh_fields_ask(fields, goals[i]);
  int done = hh_fields_work(ground, fields, budget);
  assert_true(done <= budget);
  return done;
}

static int walked(const HhFields *fields, int goal)
{
  int place = hh_fields_find(fields, goal);
  return place < 0 ? -2 : hh_fields_at(fields, place)->walked;
}

static void creatures_with_one_goal_share_a_field_and_the_oldest_makes_way(void **state)
{
  (void)state;
  static Map map;
  map.ground = (HhGround){20, 20, map.access, 0, true};
  memset(map.access, 1, sizeof map.access);
  HhFields *fields = start_fields(400, 3);
  int work = fields_tick(&map.ground, fields, 50, 6, (const int[]){7, 9, 7, 8, 7, 9});
  for (int tick = 0; tick < 40; tick++)
    work += fields_tick(&map.ground, fields, 50, 3, (const int[]){8, 7, 9});
  assert_int_equal(work, 3 * 400); /* each tile of each once */
  assert_true(walked(fields, 7) == 7 && walked(fields, 8) == 8 && walked(fields, 9) == 9);
  fields_tick(&map.ground, fields, 50, 4, (const int[]){7, 8, 9, 10});
  assert_int_equal(hh_fields_find(fields, 10), -1); /* all are needed */
  fields_tick(&map.ground, fields, 50, 3, (const int[]){7, 9, 10});
  assert_int_equal(hh_fields_find(fields, 8), -1); /* none asked for it */
  assert_int_equal(walked(fields, 10), -1);
  fields_tick(&map.ground, fields, 1000, 3, (const int[]){7, 9, 10});
  assert_int_equal(walked(fields, 10), 10);
  int place = hh_fields_find(fields, 7);
  hh_fields_move(&map.ground, fields, place, 390);
  fields_tick(&map.ground, fields, 50, 1, (const int[]){390});
  assert_int_equal(walked(fields, 390), 7); /* the last one, meanwhile */
  fields_tick(&map.ground, fields, 1000, 1, (const int[]){390});
  assert_int_equal(walked(fields, 390), 390);
  assert_int_equal(hh_fields_find(fields, 390), place);
  free(fields);
}

/* One pool hears the wishes of a tick in rising order, the other in any. */
static void the_order_of_who_asks_changes_nothing(void **state)
{
  (void)state;
  static Map map;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 2);
  draw_map(77, 2, &map);
  int tiles = map.ground.width * map.ground.height, found = 0;
  HhFields *one = start_fields(tiles, 6), *other = start_fields(tiles, 6);
  uint64_t before = 0;
  for (int tick = 0; tick < 300; tick++) {
    int goals[9] = {0}, shuffled[9], count = 1 + (int)hh_random_index(&random, 9);
    for (int i = 0; i < count; i++)
      goals[i] = (int)hh_random_index(&random, 12) * 5 % tiles;
    memcpy(shuffled, goals, sizeof shuffled);
    for (int i = count - 1; i > 0; i--) {
      int with = (int)hh_random_index(&random, (uint32_t)i + 1), goal = shuffled[i];
      shuffled[i] = shuffled[with];
      shuffled[with] = goal;
    }
    int budget = 1 + (int)hh_random_index(&random, 60);
    assert_int_equal(fields_tick(&map.ground, one, budget, count, goals),
                     fields_tick(&map.ground, other, budget, count, shuffled));
    assert_memory_equal(one->goals, other->goals, sizeof one->goals);
    assert_memory_equal(one->asked, other->asked, sizeof one->asked);
    assert_true(hh_fields_hash(one, 1) == hh_fields_hash(other, 1));
    assert_true(hh_fields_hash(one, 1) != before);
    before = hh_fields_hash(one, 1);
    for (int i = 0; i < 6; i++)
      assert_memory_equal(hh_field_ways(hh_fields_at(one, i)),
                          hh_field_ways(hh_fields_at(other, i)), (size_t)tiles);
    found += walked(one, goals[0]) == goals[0];
  }
  assert_true(found > 30);
  free(one);
  free(other);
}

/* Goals that move in every tick: each place's field is renewed again and again. */
static void no_goal_waits_for_ever(void **state)
{
  (void)state;
  static Map map;
  map.ground = (HhGround){64, 64, map.access, 0, true};
  memset(map.access, 1, sizeof map.access);
  HhFields *fields = start_fields(64 * 64, 4);
  int goals[4], renewed[4] = {0}, last[4] = {-1, -1, -1, -1};
  for (int i = 0; i < 4; i++)
    goals[i] = i;
  fields_tick(&map.ground, fields, 1, 4, goals);
  for (int tick = 0; tick < 2000; tick++) {
    for (int i = 0; i < 4; i++) {
      goals[i] = (i * 16 + tick % 16) * 64 + (tick * (i + 1) + 7 * i) % 64;
      hh_fields_move(&map.ground, fields, i, goals[i]);
    }
    fields_tick(&map.ground, fields, 500, 4, goals);
    for (int i = 0; i < 4; i++) {
      renewed[i] += hh_fields_at(fields, i)->walked != last[i];
      last[i] = hh_fields_at(fields, i)->walked;
    }
  }
  for (int i = 0; i < 4; i++)
    assert_true(renewed[i] > 10);
  free(fields);
}

/* ---- published lengths ---- */

static bool read_map(const char *name, Map *map)
{
  char path[1024], line[256];
  snprintf(path, sizeof path, "%s/data/maps/%s", HANDHOLD_SHARED, name);
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  int width = 0, height = 0;
  for (int i = 0; i < 4 && fgets(line, sizeof line, file) != NULL; i++) {
    if (strncmp(line, "height ", 7) == 0) height = atoi(line + 7);
    if (strncmp(line, "width ", 6) == 0) width = atoi(line + 6);
  }
  assert_true(width > 0 && height > 0 && width <= SIDE_MOST && height <= SIDE_MOST);
  for (int y = 0; y < height; y++) {
    assert_non_null(fgets(line, sizeof line, file));
    for (int x = 0; x < width; x++)
      map->access[y * width + x] = line[x] == '.' ? 1 : HH_FORBIDDEN << 4;
  }
  fclose(file);
  map->ground = (HhGround){width, height, map->access, 0, true};
  return true;
}

static double length_of(int straight, int diagonal)
{
  return straight + sqrt(2) * diagonal;
}

static int check_queries(const char *name, const Map *map)
{
  char path[1024], line[256];
  snprintf(path, sizeof path, "%s/data/maps/%s-random-1.scen", HANDHOLD_SHARED, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  int tiles = map->ground.width * map->ground.height, queries = 0;
  void *memory = memory_for_field(tiles), *scratch = memory_for_astar(tiles);
  HhField *field = hh_field_start(HH_FIELD_REACH, tiles, memory);
  while (fgets(line, sizeof line, file) != NULL) {
    int sx, sy, gx, gy;
    double optimal;
    if (sscanf(line, "%*d %*s %*d %*d %d %d %d %d %lf", &sx, &sy, &gx, &gy, &optimal) != 5)
      continue;
    int from = sy * map->ground.width + sx, to = gy * map->ground.width + gx;
    HhAstarFound found = hh_astar(&map->ground, from, to, scratch, NULL, 0);
    assert_true(found.found);
    CHECK_NEAR(length_of(found.straight, found.diagonal), optimal, 1e-6);
    hh_field_aim(&map->ground, field, to);
    finish_field(&map->ground, field, 1000000);
    int straight = 0, diagonal = 0;
    for (int at = from, next; (next = hh_field_next(&map->ground, field, at)) != at; at = next)
      *(next - at == 1 || at - next == 1 || abs(next - at) == map->ground.width ? &straight
                                                                                : &diagonal) += 1;
    CHECK_NEAR(length_of(straight, diagonal), optimal, 1e-6);
    queries++;
  }
  fclose(file);
  free(memory);
  free(scratch);
  return queries;
}

static void every_published_query_is_answered_optimally(void **state)
{
  (void)state;
  static Map map;
  const char *const names[] = {"maze-32-32-2", "room-32-32-4", "random-64-64-20"};
  const int queries[] = {333, 341, 1000};
  for (int i = 0; i < 3; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s.map", names[i]);
    if (!read_map(name, &map)) skip();
    assert_int_equal(check_queries(names[i], &map), queries[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_field_costs_what_bellman_and_ford_say),
      cmocka_unit_test(whoever_follows_a_field_pays_its_cost_and_arrives),
      cmocka_unit_test(any_budget_gives_the_same_field),
      cmocka_unit_test(a_hash_tells_how_far_a_flood_is_and_whither),
      cmocka_unit_test(a_drop_leads_one_way),
      cmocka_unit_test(a_goal_that_comes_back_into_a_closed_room_is_found_at_once),
      cmocka_unit_test(a_goal_that_steps_through_the_wall_and_back_is_found_at_once),
      cmocka_unit_test(a_goal_that_creeps_lets_the_flood_end_first),
      cmocka_unit_test(a_goal_that_runs_cannot_keep_its_field_from_ending),
      cmocka_unit_test(a_goal_that_returns_to_the_finished_field_costs_nothing),
      cmocka_unit_test(an_unreachable_goal_is_searched_once),
      cmocka_unit_test(a_goal_behind_walls_costs_its_own_side_once),
      cmocka_unit_test(reach_from_one_end_is_return_from_the_other),
      cmocka_unit_test(a_star_costs_what_the_field_costs),
      cmocka_unit_test(a_flood_by_bits_takes_the_fewest_steps),
      cmocka_unit_test(creatures_with_one_goal_share_a_field_and_the_oldest_makes_way),
      cmocka_unit_test(the_order_of_who_asks_changes_nothing),
      cmocka_unit_test(no_goal_waits_for_ever),
      cmocka_unit_test(every_published_query_is_answered_optimally),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
