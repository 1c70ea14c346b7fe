/* The nearest hold in a direction: the grid against looking at each hold in turn. */
#include "check.h"
#include "random_vec.h"

#include "base/angle.h"
#include "base/random.h"
#include "world/near.h"

/* Every condition as near.h words it, without cells. */
static int look_at_each(const HhHold *holds, int count, HhNearAsk ask)
{
  int nearest = -1;
  double least = (double)INFINITY;
  for (int i = 0; i < count; i++) {
    HhVec way = hh_vec_sub(holds[i].at, ask.from);
    double distance = hh_vec_length(way);
    if (distance < ask.apart_m || distance > ask.reach_m || distance >= least) continue;
    if (ask.least_cosine > -1 && hh_vec_dot(way, ask.way) < ask.least_cosine * distance) continue;
    nearest = i;
    least = distance;
  }
  return nearest;
}

static HhNear grid_over(const HhHold *holds, int count)
{
  HhNear near = hh_near_plan(holds, count);
  size_t cells = (size_t)near.columns * (size_t)near.rows + 1;
  assert_in_range(cells, 2, 3 * (size_t)count + 5);
  near.cells = malloc(cells * sizeof *near.cells);
  near.order = malloc((size_t)count * sizeof *near.order);
  assert_non_null(near.cells);
  assert_non_null(near.order);
  hh_near_fill(&near);
  return near;
}

static void free_grid(HhNear *near)
{
  free(near->cells);
  free(near->order);
}

/* Asks from in and around a box: any direction, opening, distance apart and reach. */
static HhNearAsk any_ask(HhRandom *random, HhVec low, HhVec high)
{
  static const double openings[] = {-1, -0.7, 0, 0.3, 0.9, 0.999, 1};
  HhVec size = hh_vec_sub(high, low);
  double most = 0.1 + hh_vec_length(size), share = hh_random_unit(random);
  HhVec in = random_vec(random, -0.2, 1.2, -0.2, 1.2);
  HhVec at = hh_vec(low.x + size.x * in.x, low.y + size.y * in.y);
  return (HhNearAsk){.from = at,
                     .way = hh_unit_from_angle(hh_random_range(random, -HH_PI, HH_PI)),
                     .least_cosine = openings[hh_random_index(random, 7)],
                     .apart_m = share < 0.5 ? 0 : 0.1 * most * share,
                     .reach_m = share > 0.8 ? (double)INFINITY : most * share * share};
}

static void check_asks(const HhHold *holds, int count, int asks, uint64_t seed)
{
  HhRandom random = hh_random(seed, HH_STREAM_TEST, 1);
  HhNear near = grid_over(holds, count);
  HhVec low = near.corner, high = near.corner;
  for (int i = 0; i < count; i++)
    high = hh_vec(fmax(high.x, holds[i].at.x), fmax(high.y, holds[i].at.y));
  for (int i = 0; i < asks; i++) {
    HhNearAsk ask = any_ask(&random, low, high);
    if (i % 4 == 0) ask.from = holds[hh_random_index(&random, (uint64_t)count)].at;
    assert_int_equal(hh_near_find(&near, ask), look_at_each(holds, count, ask));
  }
  free_grid(&near);
}

static void the_grid_finds_what_looking_at_each_of_1e5_holds_finds(void **state)
{
  (void)state;
  enum { HOLDS = 100000 };
  HhHold *holds = calloc(HOLDS, sizeof *holds);
  assert_non_null(holds);
  HhRandom random = hh_random(7, HH_STREAM_TEST, 0);
  for (int i = 0; i < HOLDS; i++)
    holds[i].at = random_vec(&random, -300, 1700, -9, 9);
  check_asks(holds, HOLDS, check_full() ? 4000 : 400, 1);
  free(holds);
}

/* Clouds, columns, rows, a lattice with many ties, all at one place, one far away from all. */
static void no_arrangement_of_holds_misleads_the_grid(void **state)
{
  (void)state;
  enum { HOLDS = 400, KINDS = 7 };
  HhHold holds[HOLDS];
  HhRandom random = hh_random(8, HH_STREAM_TEST, 0);
  for (int kind = 0; kind < KINDS; kind++) {
    for (int i = 0; i < HOLDS; i++) {
      HhVec cloud = hh_unit_from_angle(hh_random_range(&random, -HH_PI, HH_PI));
      double apart = hh_random_unit(&random);
      const HhVec places[KINDS] = {hh_vec_scale(cloud, apart * apart * apart),
                                   {2.385, apart},
                                   {-40 * apart, 1},
                                   {i % 20, i / 20},
                                   {3, 4},
                                   {i == 17 ? 1e6 : apart, cloud.x},
                                   {i / 8 * 3.1 + (i % 8 < 4 ? 0 : apart), i % 8}};
      holds[i] = (HhHold){.at = places[kind]};
    }
    check_asks(holds, HOLDS, 20000, 100 + (uint64_t)kind);
  }
}

static void few_holds_are_found_too(void **state)
{
  (void)state;
  HhRandom random = hh_random(9, HH_STREAM_TEST, 0);
  for (int count = 1; count < 8; count++) {
    HhHold holds[8] = {{.at = {0, 0}}};
    for (int i = 0; i < count; i++)
      holds[i].at = random_vec(&random, -5, 5, -5, 5);
    check_asks(holds, count, 5000, 200 + (uint64_t)count);
  }
}

/* By hand: holds at (0,0), (2,0), (2,1), (2,0) again, (-3,0). */
static void the_nearest_in_a_direction_is_the_one_that_the_eye_picks(void **state)
{
  (void)state;
  static const HhHold holds[] = {
      {.at = {0, 0}}, {.at = {2, 0}}, {.at = {2, 1}}, {.at = {2, 0}}, {.at = {-3, 0}}};
  HhNear near = grid_over(holds, 5);
  HhNearAsk ask = {.from = {0, 0}, .way = {1, 0}, .least_cosine = 0.9, .reach_m = 10};
  assert_int_equal(hh_near_find(&near, ask), 0);
  ask.apart_m = 0.1;
  assert_int_equal(hh_near_find(&near, ask), 1); /* not 3, which is as near */
  ask.way = hh_vec_unit(hh_vec(2, 1));
  ask.least_cosine = 0.999;
  assert_int_equal(hh_near_find(&near, ask), 2);
  ask.way = hh_vec(-1, 0);
  assert_int_equal(hh_near_find(&near, ask), 4);
  ask.reach_m = 3;
  assert_int_equal(hh_near_find(&near, ask), 4);
  ask.reach_m = 2.999;
  assert_int_equal(hh_near_find(&near, ask), -1);
  ask.way = hh_vec(0, -1);
  ask.reach_m = (double)INFINITY;
  assert_int_equal(hh_near_find(&near, ask), -1);
  ask.from = hh_vec(1e9, 1e9);
  ask.least_cosine = -1;
  assert_int_equal(hh_near_find(&near, ask), 2);
  free_grid(&near);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_nearest_in_a_direction_is_the_one_that_the_eye_picks),
      cmocka_unit_test(few_holds_are_found_too),
      cmocka_unit_test(no_arrangement_of_holds_misleads_the_grid),
      cmocka_unit_test(the_grid_finds_what_looking_at_each_of_1e5_holds_finds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
