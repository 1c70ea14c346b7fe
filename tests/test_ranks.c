/* Tests by ranks. References: printed tables, examples of R's documentation, enumeration of all
 * signs and of all ways to share values out; effect sizes by their definitions, pair by pair. */
#include "check.h"

#include "base/random.h"
#include "metrics.h"
#include "rank_tests.h"

enum { MOST = 1024 };

static double wilcoxon(const double *a, const double *b, int count)
{
  HhxRanks ranks;
  assert_true(hhx_ranks_paired(a, b, count, &ranks));
  return ranks.p;
}

/* Differences with the given signs over the ranks 1..n. */
static double p_of_sum(int n, int sum)
{
  double zero[MOST] = {0}, difference[MOST];
  for (int rank = n; rank >= 1; rank--) {
    bool negative = sum >= rank;
    if (negative) sum -= rank;
    difference[rank - 1] = negative ? -rank : rank;
  }
  assert_int_equal(sum, 0);
  return wilcoxon(zero, difference, n);
}

/* Reference: cumulative counts of Wilcoxon's distribution, e.g. Hollander & Wolfe, table A.4:
 * P(T <= 0) = 1/32 for n = 5, P(T <= 3) = 5/256 for n = 8, P(T <= 8) = 25/1024 for n = 10,
 * P(T <= 25) = 0.0240 for n = 15, P(T <= 52) = 0.0242 for n = 20. */
static void the_signed_rank_distribution_is_that_of_the_tables(void **state)
{
  (void)state;
  CHECK_NEAR(p_of_sum(5, 0), 2.0 / 32, 1e-15);
  CHECK_NEAR(p_of_sum(8, 3), 2 * 5.0 / 256, 1e-15);
  CHECK_NEAR(p_of_sum(10, 8), 2 * 25.0 / 1024, 1e-15);
  CHECK_NEAR(p_of_sum(10, 55 - 8), 2 * 25.0 / 1024, 1e-15);
  CHECK_NEAR(p_of_sum(15, 25), 2 * 0.0240, 1e-4);
  CHECK_NEAR(p_of_sum(20, 52), 2 * 0.0242, 1e-4);
}

/* Reference: the example of R's ?wilcox.test (depression data of Hollander & Wolfe, p. 29):
 * V = 40, one-sided p = 0.01953. */
static void the_depression_data_give_the_p_of_r(void **state)
{
  (void)state;
  const double x[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const double y[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  CHECK_NEAR(wilcoxon(x, y, 9), 2 * 0.01953125, 1e-15);
}

/* All 2^n signs, by the definition. */
static double enumerate(const double *difference, int n)
{
  double rank[16], observed = 0, total = 0;
  for (int i = 0; i < n; i++) {
    int below = 0, same = 0;
    for (int j = 0; j < n; j++) {
      below += fabs(difference[j]) < fabs(difference[i]);
      same += fabs(difference[j]) == fabs(difference[i]);
    }
    rank[i] = below + 0.5 * (same + 1);
    total += rank[i];
    if (difference[i] > 0) observed += rank[i];
  }
  int beyond = 0;
  for (int signs = 0; signs < 1 << n; signs++) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      if (signs >> i & 1) sum += rank[i];
    beyond += fabs(sum - total / 2) >= fabs(observed - total / 2);
  }
  return (double)beyond / (1 << n);
}

static void ties_are_exact_and_zeros_are_left_out(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (int trial = 0; trial < 200; trial++) {
    double a[16], b[16], kept[16];
    int n = 0;
    for (int i = 0; i < 13; i++) {
      a[i] = (double)hh_random_index(&random, 9);
      b[i] = a[i] + (double)hh_random_index(&random, 8) - 3;
      if (b[i] != a[i]) kept[n++] = b[i] - a[i];
    }
    if (n > 0) CHECK_NEAR(wilcoxon(a, b, 13), enumerate(kept, n), 1e-12);
  }
  const double same[] = {1, 2, 3};
  CHECK_NEAR(wilcoxon(same, same, 3), 1, 0);
  assert_true(hhb_is_missing(wilcoxon(same, same, 0)));
}

/* Share of all signs whose sum is at least as far from the middle, by counting sums of doubled
 * ranks from both ends; for more differences than can be enumerated. */
static double count_sums(const double *difference, int n)
{
  enum { SUMS = 50000 };
  static double share[SUMS];
  memset(share, 0, sizeof share);
  share[0] = 1;
  int total = 0, observed = 0;
  for (int i = 0; i < n; i++) {
    int rank2 = 1;
    for (int j = 0; j < n; j++) {
      rank2 += 2 * (fabs(difference[j]) < fabs(difference[i]));
      rank2 += fabs(difference[j]) == fabs(difference[i]);
    }
    total += rank2;
    assert_in_range(total, 0, SUMS - 1);
    if (difference[i] > 0) observed += rank2;
    for (int sum = total; sum >= 0; sum--)
      share[sum] = (share[sum] + (sum >= rank2 ? share[sum - rank2] : 0)) / 2;
  }
  double p = 0;
  for (int sum = 0; sum <= total; sum++)
    if (abs(2 * sum - total) >= abs(2 * observed - total)) p += share[sum];
  return p;
}

static void many_differences_are_exact_up_to_200_and_close_beyond(void **state)
{
  (void)state;
  HhRandom random = hh_random(6, HH_STREAM_TEST, 0);
  double zero[HHX_WILCOXON_EXACT + 1] = {0}, difference[HHX_WILCOXON_EXACT + 1];
  for (int trial = 0; trial < 20; trial++) {
    for (int i = 0; i <= HHX_WILCOXON_EXACT; i++)
      difference[i] = floor(50 * (hh_random_range(&random, -1, 1) + 0.01 * trial)) + 0.5;
    for (int n = HHX_WILCOXON_EXACT; n <= HHX_WILCOXON_EXACT + 1; n++) {
      bool exact = n == HHX_WILCOXON_EXACT;
      CHECK_NEAR(wilcoxon(zero, difference, n), count_sums(difference, n), exact ? 1e-12 : 1e-3);
    }
  }
}

/* Reference: each rank counts or not with chance 1/2, so the variance of their sum is a quarter of
 * the sum of squared ranks, ties or none; R's continuity correction of 1/2; erfc for the tail. */
static void ties_narrow_the_approximation(void **state)
{
  (void)state;
  HhRandom random = hh_random(8, HH_STREAM_TEST, 0);
  enum { COUNT = 301 };
  double zero[COUNT] = {0}, difference[COUNT];
  for (int sizes = 1; sizes <= 9; sizes += 4) {
    double sum = 0, middle = 0, variance = 0;
    for (int i = 0; i < COUNT; i++) {
      difference[i] = 1 + (double)hh_random_index(&random, (uint64_t)sizes);
      if (hh_random_unit(&random) < 0.46) difference[i] = -difference[i];
    }
    for (int i = 0; i < COUNT; i++) {
      double rank = 0.5;
      for (int j = 0; j < COUNT; j++) {
        rank += fabs(difference[j]) < fabs(difference[i]);
        rank += 0.5 * (fabs(difference[j]) == fabs(difference[i]));
      }
      sum += difference[i] > 0 ? rank : 0;
      middle += rank / 2;
      variance += rank * rank / 4;
    }
    double z = (fabs(sum - middle) - 0.5) / sqrt(variance);
    CHECK_NEAR(wilcoxon(zero, difference, COUNT), erfc(z / sqrt(2)), 1e-12);
  }
}

static HhxRanks unpaired(const double *a, int count_a, const double *b, int count_b)
{
  HhxRanks ranks;
  assert_true(hhx_ranks_unpaired(a, count_a, b, count_b, &ranks));
  return ranks;
}

/* Reference: the example of R's ?wilcox.test (permeability of the chorioamnion, Hollander & Wolfe,
 * p. 69): W = 35, one-sided p = 0.1272. */
static void the_chorioamnion_data_give_the_p_of_r(void **state)
{
  (void)state;
  const double x[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const double y[] = {1.15, 0.88, 0.90, 0.74, 1.21};
  HhxRanks ranks = unpaired(y, 5, x, 10);
  CHECK_NEAR(ranks.p, 2 * 0.1272, 1e-4);
  CHECK_NEAR(ranks.effect, 2 * 35 / 50.0 - 1, 1e-15);
  CHECK_NEAR(unpaired(x, 10, y, 5).p, ranks.p, 1e-15);
  CHECK_NEAR(unpaired(x, 10, y, 5).effect, -ranks.effect, 1e-15);
}

/* n values each, of which b's are larger in exactly `larger` of the n^2 pairs. */
static double p_of_pairs(int n, int larger)
{
  double a[MOST], b[MOST];
  for (int i = 0; i < n; i++) {
    int below = larger < n ? larger : n;
    larger -= below;
    a[i] = i;
    b[i] = below - 0.5 + 1e-3 * i;
  }
  assert_int_equal(larger, 0);
  return unpaired(a, n, b, n).p;
}

/* Reference: Mann & Whitney 1947, table I, by counting: for 5 and 5, P(U <= 0) = 1/252, 2, 4 and
 * 7/252 up to U = 3; and the critical value of every textbook, U = 23 for 10 and 10 at 5 %
 * (P(U <= 23) = 0.0216, P(U <= 24) = 0.0262). */
static void the_distribution_of_u_is_that_of_the_tables(void **state)
{
  (void)state;
  const int ways[] = {1, 2, 4, 7};
  for (int u = 0; u < 4; u++) {
    CHECK_NEAR(p_of_pairs(5, u), 2 * ways[u] / 252.0, 1e-15);
    CHECK_NEAR(p_of_pairs(5, 25 - u), 2 * ways[u] / 252.0, 1e-15);
  }
  CHECK_NEAR(p_of_pairs(10, 23), 2 * 0.0216, 1e-4);
  CHECK_NEAR(p_of_pairs(10, 24), 2 * 0.0262, 1e-4);
}

/* Twice the smaller tail of the pairs won, over all choices of the values that are b's. */
static double share_out(const double *all, int n, unsigned chosen)
{
  double low = 0, high = 0, total = 0, observed = -1;
  int size = 0;
  for (int i = 0; i < n; i++)
    size += chosen >> i & 1;
  for (int pass = 0; pass < 2; pass++)
    for (unsigned mask = 0; mask < 1u << n; mask++) {
      int in = 0;
      double won = 0;
      if (pass == 0 && mask != chosen) continue;
      for (int i = 0; i < n; i++)
        in += mask >> i & 1;
      if (in != size) continue;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          if ((mask >> i & 1) && !(mask >> j & 1))
            won += all[i] > all[j] ? 1 : all[i] == all[j] ? 0.5 : 0;
      if (pass == 0) {
        observed = won;
        continue;
      }
      total++;
      low += won <= observed;
      high += won >= observed;
    }
  return fmin(1, 2 * fmin(low, high) / total);
}

static void ties_between_the_samples_are_exact(void **state)
{
  (void)state;
  HhRandom random = hh_random(9, HH_STREAM_TEST, 0);
  for (int trial = 0; trial < 120; trial++) {
    double all[9], a[9], b[9];
    int n_a = 0, n_b = 0;
    unsigned chosen = 1 + (unsigned)hh_random_index(&random, 510); /* neither none nor all */
    for (int i = 0; i < 9; i++) {
      all[i] = (double)hh_random_index(&random, 2 + (uint64_t)trial % 7);
      if (chosen >> i & 1)
        b[n_b++] = all[i];
      else
        a[n_a++] = all[i];
    }
    CHECK_NEAR(unpaired(a, n_a, b, n_b).p, share_out(all, 9, chosen), 1e-12);
  }
}

/* Reference: b's are a random choice of all values, so the variance of their rank sum is that of
 * drawing without replacement, ties or none. */
static double normal_tail(const double *a, int count_a, const double *b, int count_b)
{
  double all[MOST], sum = 0, variance = 0;
  int count = count_a + count_b;
  for (int i = 0; i < count; i++)
    all[i] = i < count_a ? a[i] : b[i - count_a];
  for (int i = 0; i < count; i++) {
    double rank = -0.5 * count;
    for (int j = 0; j < count; j++)
      rank += all[j] < all[i] ? 1 : all[j] == all[i] ? 0.5 : 0;
    if (i >= count_a) sum += rank;
    variance += rank * rank * count_a * count_b / (count * (count - 1.0));
  }
  return erfc(fmax(0, fabs(sum) - 0.5) / sqrt(2 * variance));
}

static void forty_values_are_exact_and_more_have_the_normal_tail(void **state)
{
  (void)state;
  HhRandom random = hh_random(10, HH_STREAM_TEST, 0);
  for (int sizes = 3; sizes <= 3000; sizes *= 10)
    for (int trial = 0; trial < 10; trial++) {
      double a[60], b[60];
      for (int i = 0; i < 60; i++) {
        a[i] = (double)hh_random_index(&random, (uint64_t)sizes);
        b[i] = (double)hh_random_index(&random, (uint64_t)sizes) + (trial % 4 ? 0 : sizes / 3);
      }
      /* Many ties are coarser than the continuity correction supposes. */
      if (sizes >= 300) CHECK_NEAR(unpaired(a, 19, b, 21).p, normal_tail(a, 19, b, 21), 0.01);
      CHECK_NEAR(unpaired(a, 20, b, 21).p, normal_tail(a, 20, b, 21), 1e-12);
      CHECK_NEAR(unpaired(a, 37, b, 60).p, normal_tail(a, 37, b, 60), 1e-12);
    }
}

/* Reference: Cliff's delta and the rank-biserial correlation by their definitions. */
static void effects_are_shares_of_pairs_and_of_rank_sums(void **state)
{
  (void)state;
  HhRandom random = hh_random(12, HH_STREAM_TEST, 0);
  for (int trial = 0; trial < 100; trial++) {
    double a[12], b[12], more = 0, less = 0, up = 0, down = 0;
    for (int i = 0; i < 12; i++) {
      a[i] = (double)hh_random_index(&random, 6);
      b[i] = (double)hh_random_index(&random, 9);
    }
    for (int i = 0; i < 12; i++) {
      double rank = 0.5, size = fabs(b[i] - a[i]);
      for (int j = 0; j < 12; j++) {
        more += b[i] > a[j];
        less += b[i] < a[j];
        if (b[j] != a[j])
          rank += fabs(b[j] - a[j]) < size ? 1 : fabs(b[j] - a[j]) == size ? 0.5 : 0;
      }
      if (b[i] > a[i]) up += rank;
      if (b[i] < a[i]) down += rank;
    }
    HhxRanks paired;
    assert_true(hhx_ranks_paired(a, b, 12, &paired));
    CHECK_NEAR(paired.effect, (up - down) / (up + down), 1e-14);
    CHECK_NEAR(unpaired(a, 12, b, 12).effect, (more - less) / 144, 1e-14);
  }
}

static void samples_without_difference_or_without_values_have_no_effect(void **state)
{
  (void)state;
  const double same[] = {3, 3, 3}, gap[] = {hhb_missing(), (double)NAN, 3};
  HhxRanks ranks = unpaired(same, 3, gap, 3);
  CHECK_NEAR(ranks.p, 1, 0);
  CHECK_NEAR(ranks.effect, 0, 0);
  assert_true(hhx_ranks_paired(same, same, 3, &ranks));
  CHECK_NEAR(ranks.p, 1, 0);
  CHECK_NEAR(ranks.effect, 0, 0);
  ranks = unpaired(same, 3, gap, 2);
  assert_true(hhb_is_missing(ranks.p) && hhb_is_missing(ranks.effect));
  assert_true(hhx_ranks_paired(same, gap, 2, &ranks));
  assert_true(hhb_is_missing(ranks.p) && hhb_is_missing(ranks.effect));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_signed_rank_distribution_is_that_of_the_tables),
      cmocka_unit_test(the_depression_data_give_the_p_of_r),
      cmocka_unit_test(ties_are_exact_and_zeros_are_left_out),
      cmocka_unit_test(many_differences_are_exact_up_to_200_and_close_beyond),
      cmocka_unit_test(ties_narrow_the_approximation),
      cmocka_unit_test(the_chorioamnion_data_give_the_p_of_r),
      cmocka_unit_test(the_distribution_of_u_is_that_of_the_tables),
      cmocka_unit_test(ties_between_the_samples_are_exact),
      cmocka_unit_test(forty_values_are_exact_and_more_have_the_normal_tail),
      cmocka_unit_test(effects_are_shares_of_pairs_and_of_rank_sums),
      cmocka_unit_test(samples_without_difference_or_without_values_have_no_effect),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
