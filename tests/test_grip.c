/* The grip search. Where a background wall is everywhere a candidate stands for itself, so that
 * what is kept first is what was drawn: its distribution is compared with the uniform one by
 * chi-square (GSL). */
#include "check.h"

#include <gsl/gsl_cdf.h>

#include "base/angle.h"
#include "creature/den.h"
#include "world/room_maker.h"

enum { SIDE = 40, BINS = 64, DRAWS = 64000 };

static const double reach_t = 12;

typedef struct Wall {
  HhRoom room;
  uint8_t memory[(SIDE + 2) * (SIDE + 2) + 3];
} Wall;

static void build_wall(Wall *wall)
{
  uint8_t *tiles;
  wall->room = hh_room_clear(SIDE, SIDE, wall->memory, &tiles);
  for (int y = 0; y < SIDE; y++)
    memset(tiles + y * wall->room.stride, HH_TILE_WALL, SIDE);
}

static HhDenSettings settings_of(HhSampler sampler, double randomness)
{
  HhDenSettings settings;
  hh_den_preset(&settings);
  settings.grip.sampler = sampler;
  settings.grab.randomness = randomness;
  settings.grab.candidates_per_tick = 1;
  return settings;
}

/* Probability of a count at least this uneven. */
static double chi_square(const int count[], int bins, int draws)
{
  double sum = 0, expected = (double)draws / bins;
  for (int i = 0; i < bins; i++)
    sum += (count[i] - expected) * (count[i] - expected) / expected;
  return gsl_cdf_chisq_Q(sum, bins - 1);
}

/* Of 8 rings x 8 sectors of equal areas. */
static int disc_bin(HhVec middle, double radius_t, HhVec at)
{
  HhVec off = hh_vec_sub(at, middle);
  int ring = (int)(8 * hh_vec_dot(off, off) / (radius_t * radius_t));
  int sector = (int)(8 * (atan2(off.y, off.x) / HH_PI + 1) / 2);
  assert_in_range(ring, 0, 8); /* 8: the edge, by rounding */
  return 8 * (ring < 8 ? ring : 7) + (sector < 8 ? sector : 7);
}

/* One candidate of a search that begins; false when nothing is kept. */
static bool first(const HhDenSettings *settings, const HhRoom *room, HhVec root, HhVec ideal,
                  HhRandom *random, HhVec *kept)
{
  HhGripSearch search = {.found = false};
  assert_int_equal(
      hh_grip_search(&settings->grab, &settings->grip, room, root, ideal, reach_t, random, &search),
      1);
  *kept = search.kept;
  return search.found;
}

static void check_disc(HhSampler sampler, double randomness, HhVec middle, double radius_t)
{
  static Wall wall;
  build_wall(&wall);
  HhDenSettings settings = settings_of(sampler, randomness);
  HhRandom random = hh_random(1, HH_STREAM_TEST, (uint32_t)sampler);
  HhVec root = hh_vec(20.385, 19.25), ideal = hh_vec(26.5, 22.125), kept;
  int count[BINS] = {0};
  for (int i = 0; i < DRAWS; i++) {
    assert_true(first(&settings, &wall.room, root, ideal, &random, &kept));
    count[disc_bin(middle, radius_t, kept)]++;
  }
  assert_true(chi_square(count, BINS, DRAWS) > 1e-3);
}

static void the_disc_is_uniform_over_the_reach(void **state)
{
  (void)state;
  check_disc(HH_SAMPLER_DISC, 1, hh_vec(20.385, 19.25), reach_t);
}

static void randomness_draws_the_disc_toward_the_ideal(void **state)
{
  (void)state;
  HhVec middle = hh_vec(0.3 * 20.385 + 0.7 * 26.5, 0.3 * 19.25 + 0.7 * 22.125);
  check_disc(HH_SAMPLER_DISC, 0.3, middle, 0.3 * reach_t);
}

static void local_is_uniform_round_the_ideal_at_first(void **state)
{
  (void)state;
  check_disc(HH_SAMPLER_LOCAL, 0.3, hh_vec(26.5, 22.125), 2);
}

/* Points of the disc round the kept one that are nearer to the ideal: where two discs overlap. */
static void local_is_uniform_round_the_kept_one_then(void **state)
{
  (void)state;
  static Wall wall;
  build_wall(&wall);
  HhDenSettings settings = settings_of(HH_SAMPLER_LOCAL, 1);
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  double r = settings.grip.local, d = 1.5;
  HhVec root = hh_vec(20.385, 19.25), ideal = hh_vec(22.25, 22.125);
  int better = 0;
  for (int i = 0; i < DRAWS; i++) {
    HhGripSearch search = {.found = true, .kept = hh_vec(ideal.x - d, ideal.y)};
    hh_grip_search(&settings.grab, &settings.grip, &wall.room, root, ideal, reach_t, &random,
                   &search);
    better += search.misses == 0;
  }
  /* Lens of two circles, r and d, a distance d apart. */
  double lens = r * r * acos(r / (2 * d)) + d * d * acos(1 - r * r / (2 * d * d)) -
                0.5 * r * sqrt(4 * d * d - r * r);
  double p = lens / (HH_PI * r * r);
  CHECK_NEAR((double)better / DRAWS, p, 4 * sqrt(p * (1 - p) / DRAWS));
}

static void the_room_sampler_is_uniform_over_the_room(void **state)
{
  (void)state;
  static Wall wall;
  build_wall(&wall);
  HhDenSettings settings = settings_of(HH_SAMPLER_ROOM, 1);
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  HhVec root = hh_vec(20.385, 19.25), ideal = hh_vec(26.5, 22.125), kept;
  int count[BINS] = {0}, found = 0;
  for (int i = 0; i < 4 * DRAWS; i++) {
    if (!first(&settings, &wall.room, root, ideal, &random, &kept)) continue;
    count[disc_bin(root, reach_t, kept)]++;
    found++;
  }
  double p = HH_PI * reach_t * reach_t / (SIDE * SIDE);
  CHECK_NEAR(found / (4.0 * DRAWS), p, 4 * sqrt(p * (1 - p) / (4 * DRAWS)));
  assert_true(chi_square(count, BINS, found) > 1e-3);
}

/* Rays end on the border of the room; `noise` is the share of a half turn to each side. */
static void check_rays(int misses, double noise)
{
  enum { SMALL = 16 };
  uint8_t memory[(SMALL + 2) * (SMALL + 2) + 3], *tiles;
  HhRoom room = hh_room_clear(SMALL, SMALL, memory, &tiles);
  HhDenSettings settings = settings_of(HH_SAMPLER_RAY, 0.3);
  HhRandom random = hh_random(4, HH_STREAM_TEST, (uint32_t)misses);
  HhVec root = hh_vec(8.125, 7.75), ideal = hh_vec(11.5, 9.385);
  int count[BINS] = {0};
  for (int i = 0; i < DRAWS; i++) {
    HhGripSearch search = {.misses = misses};
    hh_grip_search(&settings.grab, &settings.grip, &room, root, ideal, 20, &random, &search);
    assert_true(search.found && hh_room_holds(&room, search.kept));
    HhVec to = hh_vec_sub(ideal, root), at = hh_vec_sub(search.kept, root);
    double turn = atan2(hh_vec_cross(to, at), hh_vec_dot(to, at)) / (noise * HH_PI);
    assert_true(fabs(turn) <= 1 + 1e-9);
    int bin = (int)(BINS * (turn + 1) / 2);
    count[bin < 0 ? 0 : bin < BINS ? bin : BINS - 1]++;
  }
  assert_true(chi_square(count, BINS, DRAWS) > 1e-3);
}

static void rays_go_to_the_ideal_and_everywhere_after_long(void **state)
{
  (void)state;
  check_rays(0, 0.05);
  check_rays(110, 0.5); /* half way from 20 to 200 */
  check_rays(1000, 1);
}

static void the_mixture_has_its_shares(void **state)
{
  (void)state;
  static Wall wall;
  build_wall(&wall);
  HhDenSettings settings = settings_of(HH_SAMPLER_MIXTURE, 1);
  settings.grip.mixture = 0.4;
  settings.grip.local = 0.5;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  HhVec root = hh_vec(20.385, 19.25), ideal = hh_vec(26.5, 22.125), kept;
  int ray = 0, local = 0;
  for (int i = 0; i < DRAWS; i++) {
    assert_true(first(&settings, &wall.room, root, ideal, &random, &kept));
    ray += hh_vec_distance(kept, root) > reach_t - 1e-9;
    local += hh_vec_distance(kept, ideal) < 0.5;
  }
  double of_disc = 0.5 * 0.5 / (reach_t * reach_t), p = 0.3 + 0.3 * of_disc;
  CHECK_NEAR((double)ray / DRAWS, 0.4, 4 * sqrt(0.4 * 0.6 / DRAWS));
  CHECK_NEAR((double)local / DRAWS, p, 4 * sqrt(p * (1 - p) / DRAWS));
}

static HhRoomParams cave_params(void)
{
  HhRoomParams params;
  hh_room_preset(&params);
  return params;
}

/* A cave with a free root and an ideal position, from where there is something to hold. */
typedef struct Case {
  HhRoom room;
  void *memory;
  HhVec root, ideal, best;
} Case;

static void make_case(uint64_t seed, Case *c)
{
  HhRoomParams params = cave_params();
  if (!c->memory) c->memory = malloc(hh_room_make_bytes(&params));
  c->room = hh_room_make(&params, seed / 10, 0, c->memory);
  HhRandom random = hh_random(seed, HH_STREAM_TEST, 6);
  for (;;) {
    double x = hh_random_range(&random, 0, c->room.width);
    c->root = hh_vec(x, hh_random_range(&random, 0, c->room.height));
    HhVec way = hh_unit_from_angle(hh_random_range(&random, -HH_PI, HH_PI));
    c->ideal = hh_vec_along(c->root, way, 0.7 * reach_t);
    if (hh_room_inside(&c->room, c->root)) continue;
    if (hh_grip_best(&c->room, c->root, c->ideal, reach_t, &c->best)) return;
  }
}

static void what_is_kept_can_be_held_and_got_at_and_gets_no_worse(void **state)
{
  (void)state;
  Case c = {.memory = NULL};
  int kept = 0;
  for (uint64_t seed = 0; seed < 100; seed++) {
    make_case(seed, &c);
    HhDenSettings settings = settings_of((HhSampler)(seed % 5), 0.3);
    HhRandom random = hh_random(seed, HH_STREAM_TEST, 7);
    HhGripSearch search = {.found = false};
    double before = (double)INFINITY;
    for (int tick = 0; tick < 200; tick++) {
      hh_grip_search(&settings.grab, &settings.grip, &c.room, c.root, c.ideal, reach_t, &random,
                     &search);
      if (!search.found) continue;
      HhGhost ghost;
      double now = hh_vec_distance(search.kept, c.ideal);
      assert_true(now <= before);
      if (now == before) continue;
      assert_true(hh_room_holds(&c.room, search.kept));
      assert_true(hh_vec_distance(c.root, search.kept) <= reach_t);
      assert_true(hh_ghost_find(&c.room, c.root, search.kept, reach_t, &ghost));
      before = now;
      kept++;
    }
  }
  assert_true(kept > 200);
  free(c.memory);
}

static void one_that_is_out_of_reach_is_forgotten(void **state)
{
  (void)state;
  uint8_t memory[(SIDE + 2) * (SIDE + 2) + 3], *tiles;
  HhRoom room = hh_room_clear(SIDE, SIDE, memory, &tiles);
  HhDenSettings settings = settings_of(HH_SAMPLER_DISC, 1);
  HhRandom random = hh_random(8, HH_STREAM_TEST, 0);
  HhGripSearch search = {.found = true, .kept = hh_vec(0, 20)};
  hh_grip_search(&settings.grab, &settings.grip, &room, hh_vec(11.9, 20), hh_vec(12, 20), reach_t,
                 &random, &search);
  assert_true(search.found);
  search.kept = hh_vec(0, 20);
  hh_grip_search(&settings.grab, &settings.grip, &room, hh_vec(20, 20), hh_vec(22, 20), 7, &random,
                 &search);
  assert_false(search.found);
}

/* Of all points by steps of an eighth of a tile; those at the end of the reach, where a corner may
 * belong to two tiles, left out. */
static void the_best_is_within_a_tile_of_every_other(void **state)
{
  (void)state;
  Case c = {.memory = NULL};
  int nearer = 0; /* but out of reach */
  for (uint64_t seed = 0; seed < (check_full() ? 400 : 40); seed++) {
    make_case(seed, &c);
    double best = hh_vec_distance(c.best, c.ideal);
    HhVec hold, far = hh_vec(reach_t + 1, reach_t + 1), at = hh_vec_sub(c.root, far);
    for (; at.y < c.root.y + far.y; at.y += 0.13)
      for (at.x = c.root.x - far.x; at.x < c.root.x + far.x; at.x += 0.13) {
        HhGhost ghost;
        if (hh_vec_distance(at, c.ideal) > best) continue;
        if (!hh_room_nearest_hold(&c.room, at, 0.1, &hold)) continue;
        if (hh_vec_distance(hold, c.ideal) >= best - 1) continue;
        assert_false(hh_ghost_find(&c.room, c.root, hold, reach_t - 1, &ghost));
        nearer++;
      }
  }
  assert_true(nearer > 100);
  free(c.memory);
}

static int by_size(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

/* Ticks until what is kept is within a tile of the best: their median and most. */
static void race(const HhDenSettings *settings, int trials, int *median, int *most)
{
  enum { TRIALS = 1500, TICKS = 4000 };
  static int ticks[TRIALS];
  Case c = {.memory = NULL};
  for (int trial = 0; trial < trials; trial++) {
    make_case((uint64_t)trial, &c);
    double enough = hh_vec_distance(c.best, c.ideal) + 1;
    HhRandom random = hh_random((uint64_t)trial, HH_STREAM_GRAB, 3);
    HhGripSearch search = {.found = false};
    ticks[trial] = 0;
    do
      hh_grip_search(&settings->grab, &settings->grip, &c.room, c.root, c.ideal, reach_t, &random,
                     &search);
    while (++ticks[trial] < TICKS &&
           !(search.found && hh_vec_distance(search.kept, c.ideal) <= enough));
  }
  free(c.memory);
  qsort(ticks, (size_t)trials, sizeof *ticks, by_size);
  *median = ticks[trials / 2];
  *most = ticks[trials - 1];
}

static void a_grip_near_the_best_is_found_soon_and_always(void **state)
{
  (void)state;
  int trials = check_full() ? 1500 : 300, median, most;
  HhDenSettings settings = settings_of(HH_SAMPLER_MIXTURE, 0.3);
  race(&settings, trials, &median, &most);
  print_message("one candidate a tick: median %d, most %d ticks\n", median, most);
  assert_true(median <= 20 && most < 4000);
  hh_den_preset(&settings);
  race(&settings, trials, &median, &most);
  print_message("the default: median %d, most %d ticks\n", median, most);
  assert_true(median <= 20 && most < 4000);
}

static void the_same_draws_give_the_same_search(void **state)
{
  (void)state;
  Case c = {.memory = NULL};
  make_case(5, &c);
  HhDenSettings settings = settings_of(HH_SAMPLER_MIXTURE, 0.3);
  HhGripSearch search[2] = {{.found = false}, {.found = false}};
  for (int i = 0; i < 2; i++) {
    HhRandom random = hh_random(9, HH_STREAM_GRAB, 1);
    for (int tick = 0; tick < 100; tick++)
      hh_grip_search(&settings.grab, &settings.grip, &c.room, c.root, c.ideal, reach_t, &random,
                     &search[i]);
  }
  assert_true(search[0].found && search[0].kept.x == search[1].kept.x);
  assert_true(search[0].kept.y == search[1].kept.y && search[0].misses == search[1].misses);
  free(c.memory);
}

static void searches_from_and_to_anywhere_end_and_find_what_is_a_number(void **state)
{
  (void)state;
  static Wall wall;
  build_wall(&wall);
  const double wild[] = {(double)NAN, (double)INFINITY, -1e308, 4294967296.5, -2147483649.0, 5.5};
  HhDenSettings settings = settings_of(HH_SAMPLER_MIXTURE, 1);
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int c = 0; c < 6 * 6 * 6; c++) {
    HhVec root = hh_vec(wild[c % 6], c % 2 ? 5.5 : wild[c % 6]), hold;
    HhVec ideal = hh_vec(8, wild[c / 6 % 6]);
    double length_t = wild[c / 36] > 100 ? 20 : wild[c / 36];
    HhGhost ghost;
    if (hh_ghost_find(&wall.room, root, ideal, length_t, &ghost))
      assert_true(hh_vec_finite(root) && hh_vec_finite(ideal));
    if (hh_grip_best(&wall.room, root, ideal, length_t, &hold)) assert_true(hh_vec_finite(hold));
    HhGripSearch search = {.found = c % 3 == 0, .kept = {5, 5}, .misses = c};
    for (int i = 0; i < 8; i++)
      hh_grip_search(&settings.grab, &settings.grip, &wall.room, root, ideal, length_t, &random,
                     &search);
    assert_true(!search.found || hh_vec_finite(search.kept));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(searches_from_and_to_anywhere_end_and_find_what_is_a_number),
      cmocka_unit_test(the_disc_is_uniform_over_the_reach),
      cmocka_unit_test(randomness_draws_the_disc_toward_the_ideal),
      cmocka_unit_test(local_is_uniform_round_the_ideal_at_first),
      cmocka_unit_test(local_is_uniform_round_the_kept_one_then),
      cmocka_unit_test(the_room_sampler_is_uniform_over_the_room),
      cmocka_unit_test(rays_go_to_the_ideal_and_everywhere_after_long),
      cmocka_unit_test(the_mixture_has_its_shares),
      cmocka_unit_test(what_is_kept_can_be_held_and_got_at_and_gets_no_worse),
      cmocka_unit_test(one_that_is_out_of_reach_is_forgotten),
      cmocka_unit_test(the_best_is_within_a_tile_of_every_other),
      cmocka_unit_test(a_grip_near_the_best_is_found_soon_and_always),
      cmocka_unit_test(the_same_draws_give_the_same_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
