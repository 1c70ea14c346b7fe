/* Numbers about samples. References: printed tables, NIST's certified values, examples of R's
 * documentation, enumeration of all signs; coverage by simulation. */
#include "check.h"

#include "base/random.h"
#include "metrics.h"
#include "statistics.h"

enum { MOST = 1024 };

static double work[MOST];

/* Reference: two-sided 5 % points of Student's t as every textbook prints them. */
static void the_interval_has_the_width_of_student_s_table(void **state)
{
  (void)state;
  static const struct {
    int freedom;
    double t;
  } rows[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {7, 2.365},  {9, 2.262},
              {15, 2.131}, {20, 2.086}, {30, 2.042}, {60, 2.000}, {120, 1.980}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int n = rows[i].freedom + 1;
    CHECK_NEAR(hhx_statistics_half_ratio(n) * sqrt(n), rows[i].t, 0.0005);
  }
}

/* Reference: NIST Statistical Reference Datasets, univariate, NumAcc1 and NumAcc4. */
static void mean_and_deviation_survive_numbers_far_from_zero(void **state)
{
  (void)state;
  const double three[] = {10000001, 10000003, 10000002};
  HhxStatistics s = hhx_statistics(three, 3, work);
  CHECK_NEAR(s.mean, 10000002, 0);
  CHECK_NEAR(s.sd, 1, 1e-15);

  double many[1001] = {10000000.2};
  for (int i = 1; i < 1001; i++)
    many[i] = i % 2 ? 10000000.1 : 10000000.3;
  s = hhx_statistics(many, 1001, work);
  CHECK_NEAR(s.mean, 10000000.2, 2e-9);
  CHECK_NEAR(s.sd, 0.1, 1e-9);
  CHECK_NEAR(s.median, 10000000.2, 0);
}

/* Reference: R's `sleep` data (Student 1908) and t.test(extra ~ group, paired = TRUE):
 * mean of the differences -1.58, 95 percent interval -2.4598858 -0.7001142. */
static const double sleep_1[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double sleep_2[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

static void paired_differences_of_student_s_sleep_data_are_those_of_r(void **state)
{
  (void)state;
  HhxStatistics s = hhx_statistics_paired(sleep_2, sleep_1, 10, work);
  assert_int_equal(s.n, 10);
  CHECK_NEAR(s.mean, -1.58, 1e-14);
  CHECK_NEAR(s.ci95_low, -2.4598858, 5e-8);
  CHECK_NEAR(s.ci95_high, -0.7001142, 5e-8);
  CHECK_NEAR(s.median, -1.3, 1e-14);
}

static void missing_and_infinite_values_are_left_out(void **state)
{
  (void)state;
  const double missing = hhb_missing(), nan = (double)NAN, infinite = (double)INFINITY;
  const double a[] = {1, missing, 3, nan, infinite, 8};
  const double b[] = {2, 5, missing, 7, 9, 8.5};
  HhxStatistics s = hhx_statistics(a, 6, work);
  assert_int_equal(s.n, 3);
  CHECK_NEAR(s.mean, 4, 1e-15);
  CHECK_NEAR(s.median, 3, 0);
  s = hhx_statistics_paired(a, b, 6, work);
  assert_int_equal(s.n, 2);
  CHECK_NEAR(s.mean, 0.75, 1e-15);
}

static void a_sample_too_small_has_missing_numbers(void **state)
{
  (void)state;
  const double one[] = {2.385};
  HhxStatistics s = hhx_statistics(one, 0, work);
  assert_int_equal(s.n, 0);
  assert_true(hhb_is_missing(s.mean) && hhb_is_missing(s.median) && hhb_is_missing(s.ci95_low));
  s = hhx_statistics(one, 1, work);
  CHECK_NEAR(s.mean, 2.385, 0);
  CHECK_NEAR(s.median, 2.385, 0);
  assert_true(hhb_is_missing(s.sd) && hhb_is_missing(s.ci95_low) && hhb_is_missing(s.ci95_high));
}

static double wilcoxon(const double *a, const double *b, int count)
{
  double p = -1;
  assert_true(hhx_statistics_wilcoxon(a, b, count, &p));
  return p;
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

static double draw_normal(HhRandom *random)
{
  double size = sqrt(-2 * log(1 - hh_random_unit(random)));
  return size * cos(6.283185307179586 * hh_random_unit(random));
}

/* Percentile bootstrap of the mean, the usual alternative. */
static bool bootstrap_covers(const double *sample, int n, HhRandom *random)
{
  enum { RESAMPLES = 399 };
  double means[RESAMPLES];
  for (int i = 0; i < RESAMPLES; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += sample[hh_random_index(random, (uint64_t)n)];
    means[i] = sum / n;
  }
  /* The interval is from the 10th to the 390th of the sorted means. */
  int below = 0;
  for (int i = 0; i < RESAMPLES; i++)
    below += means[i] < 0;
  return below >= 10 && below < 390;
}

static void the_interval_covers_19_in_20_where_the_bootstrap_does_not(void **state)
{
  (void)state;
  int trials = check_full() ? 200000 : 20000;
  for (int n = 8; n <= 32; n *= 2) {
    HhRandom random = hh_random(7, HH_STREAM_TEST, (uint32_t)n);
    int student = 0, bootstrap = 0, bootstraps = trials / 10;
    for (int trial = 0; trial < trials; trial++) {
      double sample[32];
      for (int i = 0; i < n; i++)
        sample[i] = draw_normal(&random);
      HhxStatistics s = hhx_statistics(sample, n, work);
      student += s.ci95_low <= 0 && 0 <= s.ci95_high;
      if (trial < bootstraps) bootstrap += bootstrap_covers(sample, n, &random);
    }
    double covers = (double)student / trials, other = (double)bootstrap / bootstraps;
    print_message("n = %d: Student covers %.3f, percentile bootstrap %.3f\n", n, covers, other);
    CHECK_NEAR(covers, 0.95, 0.01);
    if (n == 8) assert_true(other < 0.92);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_interval_has_the_width_of_student_s_table),
      cmocka_unit_test(mean_and_deviation_survive_numbers_far_from_zero),
      cmocka_unit_test(paired_differences_of_student_s_sleep_data_are_those_of_r),
      cmocka_unit_test(missing_and_infinite_values_are_left_out),
      cmocka_unit_test(a_sample_too_small_has_missing_numbers),
      cmocka_unit_test(the_signed_rank_distribution_is_that_of_the_tables),
      cmocka_unit_test(the_depression_data_give_the_p_of_r),
      cmocka_unit_test(ties_are_exact_and_zeros_are_left_out),
      cmocka_unit_test(many_differences_are_exact_up_to_200_and_close_beyond),
      cmocka_unit_test(ties_narrow_the_approximation),
      cmocka_unit_test(the_interval_covers_19_in_20_where_the_bootstrap_does_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
