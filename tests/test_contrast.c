/* Two samples side by side, what could have been seen, and many tests at once. References: R's
 * sleep data, published sample sizes, Holm's procedure worked by hand. */
#include "check.h"

#include <gsl/gsl_cdf.h>

#include "base/random.h"
#include "contrast.h"
#include "holm.h"
#include "metrics.h"
#include "power.h"

static const double sleep_1[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double sleep_2[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

/* Reference: R's t.test and wilcox.test of `sleep`, paired: interval 0.7001142 2.4598858; nine
 * differences that are not 0, all up, so p = 2/2^9 (with ties: exact, not R's 0.009091). */
static void the_sleep_data_paired(void **state)
{
  (void)state;
  HhxContrast found;
  assert_true(hhx_contrast_paired(sleep_1, sleep_2, 10, &found));
  assert_int_equal(found.n, 10);
  CHECK_NEAR(found.mean_a, 0.75, 1e-14);
  CHECK_NEAR(found.mean_b, 2.33, 1e-14);
  CHECK_NEAR(found.difference, 1.58, 1e-14);
  CHECK_NEAR(found.ci95_low, 0.7001142, 5e-8);
  CHECK_NEAR(found.ci95_high, 2.4598858, 5e-8);
  CHECK_NEAR(found.median, 1.3, 1e-14);
  CHECK_NEAR(found.p, 2.0 / 512, 1e-15);
  CHECK_NEAR(found.effect, 1, 0);
  /* sd of the differences 1.229995; R's power.t.test(n = 10, power = 0.8, type = "paired"):
   * just below one sd, as 9.94 pairs see a whole one. */
  CHECK_NEAR(found.detectable, 1.229995 * 0.996, 1e-3);
}

/* Reference: R's t.test(extra ~ group): -3.3654832 0.2054832, turned. */
static void the_sleep_data_unpaired(void **state)
{
  (void)state;
  double b[] = {1.9, 0.8, 1.1, (double)NAN, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, hhb_missing(), 3.4};
  HhxContrast found;
  assert_true(hhx_contrast_unpaired(sleep_1, 10, b, 12, &found));
  assert_int_equal(found.n, 10);
  CHECK_NEAR(found.difference, 1.58, 1e-14);
  CHECK_NEAR(found.ci95_low, -0.2054832, 5e-8);
  CHECK_NEAR(found.ci95_high, 3.3654832, 5e-8);
  CHECK_NEAR(found.median, 1.75 - 0.35, 1e-14);
  assert_true(found.effect > 0 && found.effect < 1 && found.p > 0.05 && found.p < 0.1);
}

static void a_pair_with_a_missing_half_is_left_out(void **state)
{
  (void)state;
  const double a[] = {1, hhb_missing(), 3, 4}, b[] = {2, 2, (double)INFINITY, 7};
  HhxContrast found;
  assert_true(hhx_contrast_paired(a, b, 4, &found));
  assert_int_equal(found.n, 2);
  CHECK_NEAR(found.mean_a, 2.5, 0);
  CHECK_NEAR(found.difference, 2, 0);
  assert_true(hhx_contrast_paired(a, b, 1, &found));
  CHECK_NEAR(found.difference, 1, 0);
  assert_true(hhb_is_missing(found.ci95_low) && hhb_is_missing(found.detectable));
  assert_true(hhx_contrast_paired(a, b, 0, &found));
  assert_true(found.n == 0 && hhb_is_missing(found.difference) && hhb_is_missing(found.p));
  assert_true(hhx_contrast_unpaired(a, 1, b, 0, &found));
  assert_true(found.n == 0 && hhb_is_missing(found.difference) && hhb_is_missing(found.effect));
}

/* Reference: R's power.t.test(power = 0.8), as its users print it: pairs for 0.2, 0.5, 0.8 and 1
 * sd: 198.15, 33.37, 14.30, 9.94; values in each of two samples: 393.41, 63.77, 25.52, 16.71. */
static void sample_sizes_are_those_of_the_published_tables(void **state)
{
  (void)state;
  static const struct {
    double sd, pairs, each;
  } rows[] = {{0.2, 198.15, 393.41}, {0.5, 33.37, 63.77}, {0.8, 14.30, 25.52}, {1, 9.94, 16.71}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int n = (int)rows[i].pairs;
    double part =
        (rows[i].sd - hhx_power_paired(n)) / (hhx_power_paired(n + 1) - hhx_power_paired(n));
    CHECK_NEAR(n + part, rows[i].pairs, 0.03);
    n = (int)rows[i].each;
    double low = hhx_power_unpaired(n, n), high = hhx_power_unpaired(n + 1, n + 1);
    CHECK_NEAR(n + (rows[i].sd - low) / (high - low), rows[i].each, 0.03);
  }
  /* Centres of the noncentral t by adaptive quadrature (SciPy's nct agrees to 1e-15); GSL's
   * quantile of t is good to 3e-9. */
  static const struct {
    int freedom;
    double centre;
  } centres[] = {{4, 3.761059553825}, {9, 3.149632886390}, {40, 2.871128354034}};
  for (int i = 0; i < 3; i++)
    CHECK_RELATIVE(hhx_power_paired(centres[i].freedom + 1) * sqrt(centres[i].freedom + 1),
                   centres[i].centre, 1e-8);
  assert_true(hhx_power_paired(HHX_POWER_PAIRS) < 0.5 &&
              hhx_power_paired(HHX_POWER_PAIRS - 1) > 0.5);
  assert_true(hhx_power_unpaired(HHX_POWER_EACH, HHX_POWER_EACH) < 0.5);
  assert_true(hhx_power_unpaired(HHX_POWER_EACH - 1, HHX_POWER_EACH - 1) > 0.5);
}

static double draw_normal(HhRandom *random)
{
  double size = sqrt(-2 * log(1 - hh_random_unit(random)));
  return size * cos(6.283185307179586 * hh_random_unit(random));
}

/* Reference: simulated experiments whose true difference is the one said to be seen. */
static void four_experiments_in_five_see_the_detectable_difference(void **state)
{
  (void)state;
  int trials = check_full() ? 200000 : 20000;
  static const int sizes[] = {2, 3, 5, 20};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    int n = sizes[i], seen = 0;
    double shift = hhx_power_paired(n), bound = gsl_cdf_tdist_Pinv(0.975, n - 1);
    HhRandom random = hh_random(3, HH_STREAM_TEST, (uint32_t)n);
    for (int trial = 0; trial < trials; trial++) {
      double sum = 0, squares = 0;
      for (int j = 0; j < n; j++) {
        double value = shift + draw_normal(&random);
        sum += value;
        squares += value * value;
      }
      double deviation = sqrt((squares - sum * sum / n) / (n - 1));
      seen += fabs(sum / sqrt(n)) > bound * deviation;
    }
    CHECK_NEAR((double)seen / trials, 0.8, check_full() ? 0.004 : 0.012);
  }
}

static void unequal_samples_see_what_the_smaller_allows(void **state)
{
  (void)state;
  double equal = hhx_power_unpaired(20, 20), unequal = hhx_power_unpaired(10, 30);
  assert_true(unequal > equal);
  CHECK_NEAR(unequal / equal, sqrt((1.0 / 10 + 1.0 / 30) / (2.0 / 20)), 1e-9);
  CHECK_NEAR(hhx_power_unpaired(30, 10), unequal, 1e-15);
  /* A huge second sample: as one sample against a known mean, but with its freedom. */
  assert_true(hhx_power_unpaired(10, 1000000) < hhx_power_paired(10));
  CHECK_NEAR(hhx_power_unpaired(10, 1000000), (1.959964 + 0.841621) / sqrt(10), 1e-4);
}

/* Worked by hand: sorted 0.005 0.01 0.03 0.04, times 4 3 2 1: 0.02 0.03 0.06 0.04, and each at
 * least as large as the one before. */
static void holm_multiplies_by_the_tests_that_are_left(void **state)
{
  (void)state;
  double p[] = {0.01, 0.04, hhb_missing(), 0.03, 0.005};
  assert_true(hhx_holm(p, 5));
  CHECK_NEAR(p[0], 0.03, 1e-15);
  CHECK_NEAR(p[1], 0.06, 1e-15);
  assert_true(hhb_is_missing(p[2]));
  CHECK_NEAR(p[3], 0.06, 1e-15);
  CHECK_NEAR(p[4], 0.02, 1e-15);

  double large[] = {0.4, 0.9, 0.4}, one[] = {0.03}, none[] = {hhb_missing()};
  assert_true(hhx_holm(large, 3) && hhx_holm(one, 1) && hhx_holm(none, 1) && hhx_holm(none, 0));
  CHECK_NEAR(large[0], 1, 0);
  CHECK_NEAR(large[1], 1, 0);
  CHECK_NEAR(large[2], 1, 0);
  CHECK_NEAR(one[0], 0.03, 0);
  assert_true(hhb_is_missing(none[0]));
}

/* Reference: what the correction is for. Uniform p: no effect anywhere. */
static void one_family_in_twenty_has_a_false_discovery(void **state)
{
  (void)state;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  int trials = 20000, families = 0;
  for (int trial = 0; trial < trials; trial++) {
    double p[20];
    bool found = false;
    for (int i = 0; i < 20; i++)
      p[i] = hh_random_unit(&random);
    assert_true(hhx_holm(p, 20));
    for (int i = 0; i < 20; i++)
      found = found || p[i] < 0.05;
    families += found;
  }
  CHECK_NEAR((double)families / trials, 1 - pow(1 - 0.05 / 20, 20), 0.006);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_sleep_data_paired),
      cmocka_unit_test(the_sleep_data_unpaired),
      cmocka_unit_test(a_pair_with_a_missing_half_is_left_out),
      cmocka_unit_test(sample_sizes_are_those_of_the_published_tables),
      cmocka_unit_test(four_experiments_in_five_see_the_detectable_difference),
      cmocka_unit_test(unequal_samples_see_what_the_smaller_allows),
      cmocka_unit_test(holm_multiplies_by_the_tests_that_are_left),
      cmocka_unit_test(one_family_in_twenty_has_a_false_discovery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
