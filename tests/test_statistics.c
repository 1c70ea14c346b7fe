/* Numbers about samples. References: printed tables, NIST's certified values, examples of R's
 * documentation; coverage by simulation. */
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

/* Reference: R's t.test(extra ~ group, data = sleep): t = -1.8608, df = 17.776,
 * 95 percent interval -3.3654832 0.2054832. */
static void unpaired_means_of_the_sleep_data_have_the_interval_of_r(void **state)
{
  (void)state;
  HhxStatistics s = hhx_statistics_unpaired(sleep_2, 10, sleep_1, 10, work);
  CHECK_NEAR(s.mean, -1.58, 1e-14);
  CHECK_NEAR(s.ci95_low, -3.3654832, 5e-8);
  CHECK_NEAR(s.ci95_high, 0.2054832, 5e-8);
  CHECK_NEAR(s.median, 0.35 - 1.75, 1e-14);
  CHECK_NEAR(s.mean / s.sd * sqrt(5), -1.8608, 5e-5); /* equal sizes: the pooled t is the same */
}

/* With one sample without spread Welch's interval is Student's of the other. */
static void a_constant_sample_leaves_the_interval_of_the_other(void **state)
{
  (void)state;
  const double constant[] = {2, 2, 2, hhb_missing()};
  HhxStatistics one = hhx_statistics(sleep_1, 10, work);
  HhxStatistics s = hhx_statistics_unpaired(constant, 4, sleep_1, 10, work);
  assert_int_equal(s.n, 3);
  CHECK_NEAR(s.ci95_low, one.ci95_low - 2, 1e-14);
  CHECK_NEAR(s.ci95_high, one.ci95_high - 2, 1e-14);
  s = hhx_statistics_unpaired(constant, 3, constant, 2, work);
  CHECK_NEAR(s.ci95_high - s.ci95_low, 0, 0);
  s = hhx_statistics_unpaired(constant, 1, sleep_1, 10, work);
  assert_true(isfinite(s.mean) && hhb_is_missing(s.ci95_low) && hhb_is_missing(s.sd));
  s = hhx_statistics_unpaired(constant, 0, sleep_1, 10, work);
  assert_true(s.n == 0 && hhb_is_missing(s.mean));
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
      cmocka_unit_test(unpaired_means_of_the_sleep_data_have_the_interval_of_r),
      cmocka_unit_test(a_constant_sample_leaves_the_interval_of_the_other),
      cmocka_unit_test(the_interval_covers_19_in_20_where_the_bootstrap_does_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
