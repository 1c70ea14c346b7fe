/* Races: what is dropped, when, and by which test.
 * References: Friedman's statistic of two published examples; error rates and power by simulation
 * with known truth. */
#include "check.h"

#include "gaussian.h"
#include "race.h"

/* Conover 1999, section 5.8, example 1: ranks of four grasses by twelve homeowners. Rank sums 38,
 * 23.5, 24.5, 34; T1 = 8.0973. */
static void friedman_agrees_with_conovers_grasses(void **state)
{
  (void)state;
  const double costs[4][12] = {{4, 4, 3, 3, 4, 2, 1, 2, 3.5, 4, 4, 3.5},
                               {3, 2, 1.5, 1, 2, 2, 3, 4, 1, 1, 2, 1},
                               {2, 3, 1.5, 2, 1, 2, 2, 1, 2, 3, 3, 2},
                               {1, 1, 4, 4, 3, 4, 4, 3, 3.5, 2, 1, 3.5}};
  const double expected[] = {38, 23.5, 24.5, 34};
  double sums[4];
  HhxFriedman friedman = hhx_race_friedman(costs[0], 4, 12, 12, sums);
  for (int i = 0; i < 4; i++)
    CHECK_NEAR(sums[i], expected[i], 0);
  CHECK_NEAR(friedman.statistic, 8.0973, 5e-5);
  /* Without ties 2 b k (k + 1) / 12 = 40; A1 - C1 = 56.5 takes the ties into account. */
  CHECK_NEAR(friedman.variance, 2 * 56.5 / 3, 1e-12);
}

/* Hollander and Wolfe 1973, p. 140: three ways of rounding first base, 22 players; R's
 * friedman.test has 11.143 and p = 0.003805. */
static void friedman_agrees_with_hollander_and_wolfes_base_runners(void **state)
{
  (void)state;
  const double costs[3][22] = {{5.40, 5.85, 5.20, 5.55, 5.90, 5.45, 5.40, 5.45, 5.25, 5.85, 5.25,
                                5.65, 5.60, 5.05, 5.50, 5.45, 5.55, 5.45, 5.50, 5.65, 5.70, 6.30},
                               {5.50, 5.70, 5.60, 5.50, 5.85, 5.55, 5.40, 5.50, 5.15, 5.80, 5.20,
                                5.55, 5.35, 5.00, 5.50, 5.55, 5.55, 5.50, 5.45, 5.60, 5.65, 6.30},
                               {5.55, 5.75, 5.50, 5.40, 5.70, 5.60, 5.35, 5.35, 5.00, 5.70, 5.10,
                                5.45, 5.45, 4.95, 5.40, 5.50, 5.35, 5.55, 5.25, 5.40, 5.55, 6.25}};
  double sums[3];
  HhxFriedman friedman = hhx_race_friedman(costs[0], 3, 22, 22, sums);
  CHECK_NEAR(friedman.statistic, 11.143, 5e-4);
  CHECK_NEAR(friedman.p, 0.003805, 5e-7);
}

static void rounds_double_the_blocks_from_five(void **state)
{
  (void)state;
  const int blocks[] = {1, 3, 5, 7, 10, 12, 80};
  const int rounds[][7] = {{1}, {3}, {5}, {5, 7}, {5, 10}, {5, 10, 12}, {5, 10, 20, 40, 80}};
  for (int i = 0; i < 7; i++) {
    HhxRace *race = hhx_race_create(3, blocks[i]);
    assert_non_null(race);
    double costs[3 * 80] = {0};
    HhxRaceRecord records[3];
    int from, to, last = 0, round = 0;
    while (hhx_race_next(race, &from, &to)) {
      assert_int_equal(from, last);
      assert_int_equal(to, rounds[i][round]);
      assert_true(hhx_race_tell(race, costs, records));
      round++;
      assert_int_equal(records[2].round, round);
      assert_int_equal(records[2].blocks, to);
      last = to;
    }
    assert_int_equal(last, blocks[i]);
    hhx_race_destroy(race);
  }
}

enum { MOST = 20, BLOCKS = 80 };

typedef struct Result {
  int runs, alive, winner;
  bool dropped_first; /* candidate 0 */
} Result;

/* Costs: the candidate's mean, a block effect of standard deviation 3, noise of 1. */
static Result simulate(HhRandom *random, int candidates, int blocks, const double *means)
{
  HhxRace *race = hhx_race_create(candidates, blocks);
  assert_non_null(race);
  double effects[BLOCKS];
  Result result = {.winner = -1};
  HhxRaceRecord records[MOST];
  hhx_gaussian_fill(random, effects, blocks);
  for (int from, to; hhx_race_next(race, &from, &to);) {
    static double costs[MOST * BLOCKS];
    int living[MOST], count = hhx_race_alive(race, living), fresh = to - from;
    hhx_gaussian_fill(random, costs, count * fresh);
    for (int i = 0; i < count; i++)
      for (int b = 0; b < fresh; b++)
        costs[i * fresh + b] += means[living[i]] + 3 * effects[from + b];
    assert_true(hhx_race_tell(race, costs, records));
    result.runs += count * fresh;
    int left = count;
    for (int i = 0; i < count; i++) {
      assert_int_equal(records[i].candidate, living[i]);
      if (records[i].decision == HHX_RACE_WINNER) result.winner = living[i];
      if (records[i].decision == HHX_RACE_DROPPED) {
        assert_true(records[i].p < 0.05); /* nothing goes without a test */
        left--;
        if (living[i] == 0) result.dropped_first = true;
      }
    }
    assert_int_equal(hhx_race_alive(race, living), left);
  }
  int living[MOST];
  result.alive = hhx_race_alive(race, living);
  hhx_race_destroy(race);
  return result;
}

typedef struct Rates {
  double dropped_first, won_first, runs, alive;
} Rates;

static Rates rates(int candidates, int blocks, const double *means)
{
  int repeats = check_full() ? 4000 : 400;
  HhRandom random = hh_random(99, HH_STREAM_TEST, 0);
  Rates sum = {0};
  for (int i = 0; i < repeats; i++) {
    Result result = simulate(&random, candidates, blocks, means);
    sum.dropped_first += (double)result.dropped_first / repeats;
    sum.won_first += (double)(result.winner == 0) / repeats;
    sum.runs += (double)result.runs / repeats;
    sum.alive += (double)result.alive / repeats;
  }
  print_message(
      "%d candidates, %d blocks: first dropped %.4f, won %.3f; %.2f left after %.0f runs\n",
      candidates, blocks, sum.dropped_first, sum.won_first, sum.alive, sum.runs);
  return sum;
}

static void among_equals_the_best_is_dropped_in_at_most_5_of_100_races(void **state)
{
  (void)state;
  const double means[MOST] = {0};
  const int cases[][2] = {{2, 80}, {3, 5}, {3, 80}, {5, 40}, {20, 5}, {20, 80}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_true(rates(cases[i][0], cases[i][1], means).dropped_first <= 0.05);
}

/* Where Conover's pooled error fails: the others rank in the same order in each block. */
static void bad_company_does_not_drop_one_of_two_equally_good(void **state)
{
  (void)state;
  double means[MOST] = {0};
  for (int i = 2; i < MOST; i++)
    means[i] = 20 * i;
  const int candidates[] = {3, 10};
  for (int i = 0; i < 2; i++) {
    Rates found = rates(candidates[i], BLOCKS, means);
    assert_true(found.dropped_first <= 0.05);
    assert_true(found.alive <= 2.05);
    assert_true(found.runs < 230); /* 800 without racing; 160 for the two alone */
  }
}

static void clear_differences_are_found_early(void **state)
{
  (void)state;
  double apart[MOST], ahead[MOST];
  for (int i = 0; i < MOST; i++) {
    apart[i] = i;
    ahead[i] = i > 0;
  }
  Rates found = rates(20, BLOCKS, apart);
  assert_true(found.won_first >= 0.99 && found.dropped_first == 0);
  assert_true(found.runs < 0.15 * 20 * BLOCKS);
  found = rates(10, BLOCKS, ahead);
  assert_true(found.won_first >= 0.99 && found.alive < 1.1);
  assert_true(found.runs < 0.55 * 10 * BLOCKS);
  found = rates(2, BLOCKS, ahead);
  assert_true(found.won_first >= 0.99 && found.alive < 1.1);
}

/* Runs a whole race on costs given for all blocks; the last round's records. */
static int race_through(const double *costs, int candidates, int blocks, HhxRaceRecord *records,
                        int *living)
{
  HhxRace *race = hhx_race_create(candidates, blocks);
  assert_non_null(race);
  for (int from, to; hhx_race_next(race, &from, &to);) {
    double part[MOST * BLOCKS];
    int count = hhx_race_alive(race, living);
    for (int i = 0; i < count; i++)
      for (int b = from; b < to; b++)
        part[i * (to - from) + b - from] = costs[living[i] * blocks + b];
    assert_true(hhx_race_tell(race, part, records));
  }
  int left = hhx_race_alive(race, living);
  hhx_race_destroy(race);
  return left;
}

static void a_failed_run_ranks_behind_every_other(void **state)
{
  (void)state;
  enum { K = 3, B = 20 };
  double costs[K * B];
  HhxRaceRecord records[K];
  int living[K];
  /* 1 fails always, 2 is slower than 0 by a little, differently in each block. */
  for (int b = 0; b < B; b++) {
    costs[b] = 100 + 7 * (b % 3);
    costs[B + b] = b % 2 ? (double)NAN : (double)INFINITY;
    costs[2 * B + b] = costs[b] + 0.1 * (b + 1);
  }
  assert_int_equal(race_through(costs, K, B, records, living), 1);
  assert_int_equal(living[0], 0);

  /* Of two, the one that fails now and then loses, although it is faster otherwise. */
  for (int b = 0; b < B; b++)
    costs[B + b] = b % 4 == 3 ? costs[b] - 0.5 : (double)NAN;
  assert_int_equal(race_through(costs, 2, B, records, living), 1);
  assert_int_equal(living[0], 0);

  for (int b = 0; b < K * B; b++)
    costs[b] = (double)NAN;
  assert_int_equal(race_through(costs, K, B, records, living), K);
  assert_int_equal(records[0].decision, HHX_RACE_WINNER);
}

/* By hand: differences 3, -1, 2, 2, 5 of sizes ranked 4, 1, 2.5, 2.5, 5: 14 in favour of the first;
 * P(sum <= 1) = 2 / 32 on each side. */
static void two_are_compared_by_wilcoxons_signed_ranks(void **state)
{
  (void)state;
  const double costs[] = {1, 2, 3, 4, 5, 4, 1, 5, 6, 10};
  HhxRaceRecord records[2];
  int living[2];
  assert_int_equal(race_through(costs, 2, 5, records, living), 2);
  CHECK_NEAR(records[0].statistic, 14, 0);
  CHECK_NEAR(records[1].statistic, 14, 0);
  CHECK_NEAR(records[1].p, 4 / 32.0, 1e-15);
  CHECK_NEAR(records[0].rank_mean, 1.2, 1e-15);
  CHECK_NEAR(records[1].rank_mean, 1.8, 1e-15);
  assert_int_equal(records[0].decision, HHX_RACE_WINNER);
  assert_int_equal(records[1].decision, HHX_RACE_KEPT);
  assert_int_equal(records[1].versus, 0);
}

static void a_lone_candidate_has_won_and_equal_ones_stay(void **state)
{
  (void)state;
  HhxRaceRecord records[MOST];
  int living[MOST];
  double costs[4 * BLOCKS];
  for (int i = 0; i < 4 * BLOCKS; i++)
    costs[i] = 2.385;
  assert_int_equal(race_through(costs, 1, BLOCKS, records, living), 1);
  assert_int_equal(race_through(costs, 4, BLOCKS, records, living), 4);
  for (int i = 0; i < 4; i++) {
    CHECK_NEAR(records[i].rank_mean, 2.5, 0);
    CHECK_NEAR(records[i].p, 1, 0);
    assert_int_equal(records[i].versus, 0);
    assert_string_equal(hhx_race_decision_name(records[i].decision), i == 0 ? "winner" : "kept");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friedman_agrees_with_conovers_grasses),
      cmocka_unit_test(friedman_agrees_with_hollander_and_wolfes_base_runners),
      cmocka_unit_test(rounds_double_the_blocks_from_five),
      cmocka_unit_test(among_equals_the_best_is_dropped_in_at_most_5_of_100_races),
      cmocka_unit_test(bad_company_does_not_drop_one_of_two_equally_good),
      cmocka_unit_test(clear_differences_are_found_early),
      cmocka_unit_test(a_failed_run_ranks_behind_every_other),
      cmocka_unit_test(two_are_compared_by_wilcoxons_signed_ranks),
      cmocka_unit_test(a_lone_candidate_has_won_and_equal_ones_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
