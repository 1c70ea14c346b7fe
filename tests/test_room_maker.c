/* Rooms from seeds. Reference: a flood of our own over the access map, by straight steps. */
#include "check.h"

#include <limits.h>

#include "actor/params.h"
#include "base/hash.h"
#include "base/random.h"
#include "world/room_plan.h"
#include "world/room_site.h"

enum { KINDS = 4, MOBILITIES = 5 };

static HhRoomParams preset(void)
{
  HhParams params;
  hh_params_preset(&params);
  return params.room;
}

static HhRoom make(const HhRoomParams *params, uint64_t seed, uint32_t number, void **memory)
{
  *memory = malloc(hh_room_make_bytes(params));
  assert_non_null(*memory);
  return hh_room_make(params, seed, number, *memory);
}

/* Grows a set of tiles until it grows no more; false where `map` forbids. */
static void spread(const HhRoom *room, const uint8_t *map, bool *reached)
{
  int width = room->width, count = width * room->height;
  for (bool grew = true; grew;) {
    grew = false;
    for (int pass = 0; pass < 2; pass++)
      for (int n = 0; n < count; n++) {
        int i = pass ? count - 1 - n : n;
        if (reached[i] || map[i] >> 4 == HH_FORBIDDEN) continue;
        int x = i % width;
        bool beside = (x > 0 && reached[i - 1]) || (x + 1 < width && reached[i + 1]) ||
                      (i >= width && reached[i - width]) ||
                      (i + width < count && reached[i + width]);
        if (beside) reached[i] = grew = true;
      }
  }
}

static void check_joined(const HhRoom *room, const HhMobility *mobility)
{
  size_t count = (size_t)room->width * (size_t)room->height;
  uint8_t *map = malloc(count);
  bool *reached = calloc(count, sizeof *reached);
  assert_non_null(map);
  assert_non_null(reached);
  hh_access_map(room, mobility, map);
  reached[room->exits[0].y * room->width + room->exits[0].x] = true;
  spread(room, map, reached);
  for (int i = 0; i < room->exit_count; i++) {
    int at = room->exits[i].y * room->width + room->exits[i].x;
    assert_true(reached[at] && map[at] >> 4 != HH_FORBIDDEN);
  }
  free(map);
  free(reached);
}

/* In the border, each its own free tile, the only ones that are marked as exits; leading nowhere.
 */
static void check_exits(const HhRoom *room, int count)
{
  int marked = 0;
  for (int y = 0; y < room->height; y++)
    for (int x = 0; x < room->width; x++)
      marked += (hh_room_tile(room, x, y) & HH_TILE_EXIT) != 0;
  assert_int_equal(room->exit_count, count);
  assert_int_equal(marked, count);
  for (int i = 0; i < count; i++) {
    HhRoomExit exit = room->exits[i];
    assert_true(exit.x == 0 || exit.y == 0 || exit.x == room->width - 1 ||
                exit.y == room->height - 1);
    uint8_t tile = hh_room_tile(room, exit.x, exit.y);
    assert_true(tile & HH_TILE_EXIT && (tile & HH_TILE_KIND) == HH_TILE_AIR);
    assert_int_equal(exit.room, -1);
    assert_int_equal(exit.exit, -1);
    for (int j = 0; j < i; j++)
      assert_false(exit.x == room->exits[j].x && exit.y == room->exits[j].y);
  }
}

static void check_room(const HhRoomParams *params, uint64_t seed)
{
  void *memory;
  HhRoom room = make(params, seed, 0, &memory);
  assert_int_equal(room.width, params->width);
  assert_int_equal(room.height, params->height);
  check_exits(&room, params->kind == HH_ROOM_CELL ? 2 : params->exits);
  check_joined(&room, hh_room_mobility(params));
  free(memory);
}

static void two_hundred_rooms_can_be_crossed_by_a_daddy_long_legs(void **state)
{
  (void)state;
  for (uint64_t seed = 0; seed < 200; seed++) {
    HhRoomParams params = preset();
    params.kind = (int)(seed % KINDS);
    check_room(&params, seed);
  }
}

/* Any parameters within their ranges, small rooms and many exits too. */
static void every_room_can_be_crossed_by_whom_it_is_made_for(void **state)
{
  (void)state;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int n = 0; n < (check_full() ? 40000 : 1000); n++) {
    HhRoomParams params = {
        .kind = n % KINDS,
        .mobility = n / KINDS % MOBILITIES,
        .width = 16 + (int)hh_random_index(&random, n % 3 ? 20 : 90),
        .height = 12 + (int)hh_random_index(&random, n % 7 ? 20 : 60),
        .exits = 2 + (int)hh_random_index(&random, 15),
        .passage = 1 + (int)hh_random_index(&random, 8),
        .solid = hh_random_range(&random, 0, 0.6),
        .platforms = hh_random_range(&random, 0, n % 2 ? 10 : 1),
        .poles = hh_random_range(&random, 0, n % 2 ? 1 : 10),
        .slopes = hh_random_unit(&random),
        .walls = n % 5 ? hh_random_unit(&random) : 0,
        .water = n % 3 ? hh_random_unit(&random) : 0,
    };
    check_room(&params, (uint64_t)n);
  }
}

static void the_largest_room_is_made_too(void **state)
{
  (void)state;
  HhRoomParams params = preset();
  params.width = params.height = HH_ROOM_SIDE_MOST;
  params.exits = HH_ROOM_EXITS;
  void *memory;
  HhRoom room = make(&params, 1, 0, &memory);
  check_exits(&room, HH_ROOM_EXITS);
  free(memory);
}

static bool same_tiles(const HhRoom *a, const HhRoom *b)
{
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++)
      if (hh_room_tile(a, x, y) != hh_room_tile(b, x, y)) return false;
  return memcmp(a->exits, b->exits, sizeof a->exits) == 0;
}

static void seed_and_number_decide_everything_and_memory_nothing(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    HhRoomParams params = preset();
    params.kind = kind;
    size_t bytes = hh_room_make_bytes(&params);
    void *first, *memory = malloc(bytes);
    assert_non_null(memory);
    HhRoom room = make(&params, 5, 1, &first);
    memset(memory, 0xa5, bytes);
    HhRoom again = hh_room_make(&params, 5, 1, memory);
    assert_true(same_tiles(&room, &again));
    again = hh_room_make(&params, 5, 2, memory);
    assert_false(same_tiles(&room, &again));
    again = hh_room_make(&params, 6, 1, memory);
    assert_false(same_tiles(&room, &again));
    free(first);
    free(memory);
  }
}

/* A tripwire: rooms of a seed are the same with every compiler and on every machine. */
static void rooms_are_what_they_were(void **state)
{
  (void)state;
  static const uint64_t hashes[KINDS] = {0x74524ecf851d40c8u, 0x2a717261d01d97c2u,
                                         0x11ca671bd001086au, 0x31d6478e49dcdbb2u};
  for (int kind = 0; kind < KINDS; kind++) {
    void *memory;
    HhRoomParams params = preset();
    params.kind = kind;
    HhRoom room = make(&params, 1, 0, &memory);
    uint64_t hash = hh_hash_start();
    for (int i = 0; i < room.width * room.height; i++)
      hash = hh_hash_word(hash, hh_room_tile(&room, i % room.width, i / room.width));
    if (hh_hash_end(hash) != hashes[kind])
      fail_msg("kind %d: 0x%llx", kind, (unsigned long long)hh_hash_end(hash));
    free(memory);
  }
}

/* Share of tiles with any of `bits`, among those whose kind is `kind`; kind -1: among all. */
static double share(const HhRoom *room, int kind, unsigned bits)
{
  int of = 0, count = 0;
  for (int y = 0; y < room->height; y++)
    for (int x = 0; x < room->width; x++) {
      uint8_t tile = hh_room_tile(room, x, y);
      if (kind >= 0 && (tile & HH_TILE_KIND) != kind) continue;
      of++;
      count += (tile & bits) != 0;
    }
  return of ? (double)count / of : 0;
}

static double share_made(const HhRoomParams *params, int kind, unsigned bits)
{
  double sum = 0;
  for (uint64_t seed = 0; seed < 10; seed++) {
    void *memory;
    HhRoom room = make(params, seed, 0, &memory);
    sum += share(&room, kind, bits) / 10;
    free(memory);
  }
  return sum;
}

static void shares_of_what_a_room_has_follow_their_parameters(void **state)
{
  (void)state;
  HhRoomParams less = preset(), more = less;
  const unsigned pole = HH_TILE_POLE_ACROSS | HH_TILE_POLE_UP;
  less.solid = 0.3, more.solid = 0.45;
  assert_true(share_made(&more, -1, 1) > share_made(&less, -1, 1) + 0.1);
  less = more = preset();
  less.poles = 0, more.poles = 3;
  assert_true(share_made(&more, HH_TILE_AIR, pole) > share_made(&less, HH_TILE_AIR, pole) + 0.05);
  less = more = preset();
  less.kind = more.kind = HH_ROOM_PLATFORMS;
  less.platforms = 0, more.platforms = 3;
  assert_true(share_made(&more, -1, 1) > share_made(&less, -1, 1) + 0.05);
  for (int wall = 0; wall <= 4; wall++) {
    more = preset();
    more.walls = 0.25 * wall;
    /* A rectangle has at most 80 tiles of two thousand or so. */
    CHECK_NEAR(share_made(&more, HH_TILE_AIR, HH_TILE_WALL), more.walls, 0.04);
  }
  for (int rows = 0; rows <= 43; rows += 43) {
    more = preset();
    more.water = rows / 43.0;
    CHECK_NEAR(share_made(&more, HH_TILE_AIR, HH_TILE_WATER), more.water, 1e-15);
  }
  more = preset();
  more.slopes = 0;
  for (int kind = HH_TILE_SLOPE_SE; kind <= HH_TILE_SLOPE_NW; kind++) {
    less = preset();
    less.slopes = 1;
    assert_true(share_made(&less, kind, 7) > 0);
    assert_true(share_made(&more, kind, 7) == 0);
  }
}

/* The scenario of the performance study. */
static void a_cell_has_a_floor_one_thick_and_three_bumps(void **state)
{
  (void)state;
  HhRoomParams params = preset();
  params.kind = HH_ROOM_CELL;
  params.width = 4 * HH_CELL_WIDTH;
  params.height = 3 * HH_CELL_HEIGHT;
  void *memory;
  HhRoom room = make(&params, 3, 0, &memory);
  for (int cell = 0; cell < 12; cell++) {
    int left = cell % 4 * HH_CELL_WIDTH, low = cell / 4 * HH_CELL_HEIGHT, solid = 0;
    for (int i = 0; i < HH_CELL_WIDTH; i++) {
      assert_int_equal(hh_room_tile(&room, left + i, low), HH_TILE_SOLID);
      for (int j = 1; j < HH_CELL_HEIGHT; j++) {
        uint8_t tile = hh_room_tile(&room, left + i, low + j);
        solid += hh_tile_solid(tile);
        assert_true(j == 1 || tile == HH_TILE_AIR);
      }
    }
    bool with_exit = cell == 0 || cell == 3; /* which may stand where a bump was */
    assert_in_range(solid, with_exit ? 2 : 3, 3);
  }
  assert_true(room.exits[0].x == 0 && room.exits[0].y == 1);
  assert_true(room.exits[1].x == params.width - 1 && room.exits[1].y == 1);
  free(memory);
}

/* A square of that size, all of it air, that covers the tile. */
static bool is_wide(const HhRoom *room, int x, int y, int size)
{
  for (int low = y - size + 1; low <= y; low++)
    for (int left = x - size + 1; left <= x; left++) {
      bool air = true;
      for (int i = 0; i < size * size; i++)
        air = air && !(hh_room_tile(room, left + i % size, low + i / size) & HH_TILE_KIND);
      if (air) return true;
    }
  return false;
}

static void nothing_is_narrower_than_the_passage(void **state)
{
  (void)state;
  for (int n = 0; n < 8 * 3 * MOBILITIES; n++) {
    HhRoomParams params = preset();
    void *memory;
    params.passage = 1 + n % 8;
    params.kind = n / 8 % 3;
    params.mobility = n / 24;
    params.exits = 5;
    HhRoom room = make(&params, (uint64_t)n, 0, &memory);
    for (int y = 0; y < room.height; y++)
      for (int x = 0; x < room.width; x++)
        if (!(hh_room_tile(&room, x, y) & HH_TILE_KIND))
          assert_true(is_wide(&room, x, y, params.passage));
    free(memory);
  }
}

/* Two chambers behind a wall two thick, at the shortest three apart. */
static void a_way_that_is_cut_is_the_shortest(void **state)
{
  (void)state;
  static const char *const rows[] = {"########", "#..#####", "#..##..#",
                                     "#..##..#", "#####..#", "########"};
  enum { WIDTH = 8, HEIGHT = 6 };
  uint8_t memory[(WIDTH + 2) * (HEIGHT + 2) + 3], map[WIDTH * HEIGHT], mark[WIDTH * HEIGHT];
  int32_t queue[WIDTH * HEIGHT];
  HhRoomSite site = {
      .mobility = &hh_mobility_climber, .passage = 1, .map = map, .mark = mark, .queue = queue};
  site.room = hh_room_clear(WIDTH, HEIGHT, memory, &site.tiles);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    *hh_site_tile(&site, i % WIDTH, i / WIDTH) = rows[HEIGHT - 1 - i / WIDTH][i % WIDTH] == '#';
  site.room.exit_count = 2;
  site.room.exits[0] = (HhRoomExit){1, 4, -1, -1};
  site.room.exits[1] = (HhRoomExit){6, 1, -1, -1};
  hh_site_join(&site, false);
  int cut = 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    uint8_t tile = hh_room_tile(&site.room, i % WIDTH, i / WIDTH);
    if (rows[HEIGHT - 1 - i / WIDTH][i % WIDTH] != '#' || tile == HH_TILE_SOLID) continue;
    assert_int_equal(tile, HH_TILE_POLE_ACROSS);
    cut++;
  }
  assert_int_equal(cut, 2);
  check_joined(&site.room, &hh_mobility_climber);
}

/* What can be got to through free tiles from an exit is all that is free. */
static void no_pocket_is_left(void **state)
{
  (void)state;
  HhRoomParams params = preset();
  for (uint64_t seed = 0; seed < 20; seed++) {
    void *memory;
    params.kind = (int)(seed % 3);
    HhRoom room = make(&params, seed, 0, &memory);
    uint8_t map[72 * 43];
    bool reached[72 * 43] = {false};
    for (int i = 0; i < 72 * 43; i++)
      map[i] = hh_tile_solid(hh_room_tile(&room, i % 72, i / 72)) ? HH_FORBIDDEN << 4 : 0;
    reached[room.exits[0].y * 72 + room.exits[0].x] = true;
    spread(&room, map, reached);
    for (int i = 0; i < 72 * 43; i++)
      assert_true(reached[i] || map[i]);
    free(memory);
  }
}

static void check_plan(const HhRoomPlan *plan)
{
  bool reached[HH_PLAN_ROOMS] = {true};
  for (int pass = 0; pass < plan->count; pass++)
    for (int i = 0; i < plan->count; i++)
      for (int j = 0; j < plan->room[i].exit_count; j++) {
        const HhRoomExit *exit = &plan->room[i].exits[j];
        const HhRoomExit *beyond = hh_room_plan_beyond(plan, exit);
        if (!beyond) continue;
        assert_ptr_equal(hh_room_plan_beyond(plan, beyond), exit);
        assert_int_not_equal(exit->room, i);
        if (reached[i]) reached[exit->room] = true;
      }
  for (int i = 0; i < plan->count; i++)
    assert_true(reached[i]);
}

static void every_room_of_a_plan_leads_to_every_other_and_back(void **state)
{
  (void)state;
  static HhRoomPlan plan;
  HhRoomParams params = preset();
  params.width = params.height = 16;
  for (int count = 1; count <= HH_PLAN_ROOMS; count += 9) {
    params.exits = 2 + count % 3;
    size_t bytes = hh_room_plan_bytes(&params, count);
    uint8_t *memory = malloc(bytes);
    assert_non_null(memory);
    hh_room_plan_make(&params, (uint64_t)count, count, memory, &plan);
    check_plan(&plan);
    for (int i = 0; i < count; i++) {
      void *alone;
      HhRoom room = make(&params, (uint64_t)count, (uint32_t)i, &alone);
      for (int j = 0; j < room.exit_count; j++) {
        room.exits[j].room = plan.room[i].exits[j].room;
        room.exits[j].exit = plan.room[i].exits[j].exit;
      }
      assert_true(same_tiles(&room, &plan.room[i]));
      assert_true(plan.room[i].tiles > memory && plan.room[i].tiles < memory + bytes);
      free(alone);
    }
    free(memory);
  }
}

/* Calls `check` with every parameter out of its range, one at a time, in every way there is. */
static void spoil_each(void (*check)(const HhRoomParams *params))
{
#define SPOIL_COUNT(field, low, high)                                                              \
  {                                                                                                \
    const int bad[] = {(low)-1, (high) + 1, INT_MIN, INT_MAX};                                     \
    for (int i = 0; i < 4; i++) {                                                                  \
      HhRoomParams params = preset();                                                              \
      params.field = bad[i];                                                                       \
      check(&params);                                                                              \
    }                                                                                              \
  }
#define SPOIL_CHOICE SPOIL_COUNT
#define SPOIL_REAL(field, low, high)                                                               \
  {                                                                                                \
    const double bad[] = {(low)-0.01, (high) + 0.01, 1e308, -(double)INFINITY, (double)NAN};       \
    for (int i = 0; i < 5; i++) {                                                                  \
      HhRoomParams params = preset();                                                              \
      params.field = bad[i];                                                                       \
      check(&params);                                                                              \
    }                                                                                              \
  }
#define SPOIL(kind, field, name, unit, preset, low, high, ...) SPOIL_##kind(field, low, high)
  HH_ROOM_PARAMS(SPOIL)
}

static void check_one_tile(const HhRoomParams *params)
{
  uint8_t *memory = malloc(hh_room_make_bytes(params));
  assert_non_null(memory);
  HhRoom room = hh_room_make(params, 1, 0, memory);
  assert_true(room.width == 1 && room.height == 1 && room.exit_count == 0);
  assert_true(hh_tile_solid(hh_room_tile(&room, 0, 0)) && hh_room_mobility(params));
  free(memory);
  static HhRoomPlan plan;
  memory = malloc(hh_room_plan_bytes(params, 3));
  assert_non_null(memory);
  hh_room_plan_make(params, 1, 3, memory, &plan);
  assert_true(plan.count == 3 && plan.room[2].width == 1 && plan.room[2].exit_count == 0);
  free(memory);
}

static void a_parameter_out_of_its_range_makes_one_solid_tile(void **state)
{
  (void)state;
  spoil_each(check_one_tile);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_hundred_rooms_can_be_crossed_by_a_daddy_long_legs),
      cmocka_unit_test(every_room_can_be_crossed_by_whom_it_is_made_for),
      cmocka_unit_test(the_largest_room_is_made_too),
      cmocka_unit_test(seed_and_number_decide_everything_and_memory_nothing),
      cmocka_unit_test(rooms_are_what_they_were),
      cmocka_unit_test(shares_of_what_a_room_has_follow_their_parameters),
      cmocka_unit_test(a_cell_has_a_floor_one_thick_and_three_bumps),
      cmocka_unit_test(nothing_is_narrower_than_the_passage),
      cmocka_unit_test(a_way_that_is_cut_is_the_shortest),
      cmocka_unit_test(no_pocket_is_left),
      cmocka_unit_test(every_room_of_a_plan_leads_to_every_other_and_back),
      cmocka_unit_test(a_parameter_out_of_its_range_makes_one_solid_tile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
