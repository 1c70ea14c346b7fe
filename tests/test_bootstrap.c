/* BCa intervals. References: the definition over all n^n resamples, the published interval of the
 * air-conditioning data, coverage by simulation beside Student's t. */
#include "check.h"

#include <gsl/gsl_cdf.h>

#include "base/random.h"
#include "bootstrap.h"
#include "metrics.h"
#include "statistics.h"

static HhxInterval one(HhxCentre centre, const double *sample, int count, int resamples)
{
  HhxInterval interval;
  assert_true(hhx_bootstrap(centre, sample, count, resamples, 7, &interval));
  return interval;
}

static HhxInterval two(HhxCentre centre, const double *a, int count_a, const double *b, int count_b,
                       int resamples)
{
  HhxInterval interval;
  assert_true(hhx_bootstrap_unpaired(centre, a, count_a, b, count_b, resamples, 7, &interval));
  return interval;
}

/* Reference: Davison & Hinkley 1997, "Bootstrap Methods and their Application", failure times of
 * air-conditioning, example 5.8: nonparametric BCa interval of the mean 55.33 to 243.50 h, of 999
 * resamples, whose tail is that coarse. */
static void the_air_conditioning_data_have_the_published_interval(void **state)
{
  (void)state;
  const double hours[] = {3, 5, 7, 18, 43, 85, 91, 98, 100, 130, 230, 487};
  HhxInterval interval = one(HHX_MEAN, hours, 12, 200000);
  print_message("%.2f %.2f\n", interval.low, interval.high);
  CHECK_RELATIVE(interval.low, 55.33, 0.04);
  CHECK_RELATIVE(interval.high, 243.50, 0.1);
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double mean_of(const double *values, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i];
  return sum / count;
}

static double median_of(double *values, int count)
{
  qsort(values, (size_t)count, sizeof *values, ascending);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static double centre_of(HhxCentre centre, const double *values, int count)
{
  double copy[8];
  memcpy(copy, values, (size_t)count * sizeof *values);
  return centre == HHX_MEAN ? mean_of(copy, count) : median_of(copy, count);
}

/* Resample `number` of all count^count. */
static void resample(const double *sample, int count, int number, double *resampled)
{
  for (int i = 0; i < count; i++, number /= count)
    resampled[i] = sample[number % count];
}

/* Efron's formula on all resamples of b less all of a (count_a 0: of b alone); the acceleration
 * from leaving out one value at a time, each sample by itself. */
static HhxInterval by_definition(HhxCentre centre, const double *a, int count_a, const double *b,
                                 int count_b)
{
  int ways_a = (int)(pow(count_a, count_a) + 0.5), ways_b = (int)(pow(count_b, count_b) + 0.5);
  int ways = ways_a * ways_b;
  double *all = malloc((size_t)ways * sizeof *all), picked[8];
  assert_non_null(all);
  double measured = centre_of(centre, b, count_b) - (count_a ? centre_of(centre, a, count_a) : 0);
  double below = 0, squares = 0, cubes = 0;
  for (int i = 0; i < ways; i++) {
    resample(b, count_b, i % ways_b, picked);
    all[i] = centre_of(centre, picked, count_b);
    if (count_a) {
      resample(a, count_a, i / ways_b, picked);
      all[i] -= centre_of(centre, picked, count_a);
    }
    below += all[i] < measured - 1e-9 ? 1 : all[i] < measured + 1e-9 ? 0.5 : 0;
  }
  for (int which = 0; centre == HHX_MEAN && which < 2; which++) {
    const double *sample = which ? b : a;
    int count = which ? count_b : count_a;
    for (int left_out = 0; left_out < count; left_out++) {
      int kept = 0;
      for (int i = 0; i < count; i++)
        if (i != left_out) picked[kept++] = sample[i];
      double influence = (mean_of(sample, count) - mean_of(picked, kept)) * (count - 1) / count;
      squares += influence * influence;
      cubes += (which ? 1 : -1) * influence * influence * influence;
    }
  }
  double skew = squares > 0 ? cubes / (6 * pow(squares, 1.5)) : 0;
  double bias = gsl_cdf_ugaussian_Pinv(below / ways), end[2];
  qsort(all, (size_t)ways, sizeof *all, ascending);
  for (int i = 0; i < 2; i++) {
    double z = bias + (i ? 1.959964 : -1.959964);
    end[i] = all[(int)(gsl_cdf_ugaussian_P(bias + z / (1 - skew * z)) * ways)];
  }
  free(all);
  return (HhxInterval){end[0], end[1]};
}

static void one_sample_has_the_interval_of_all_its_resamples(void **state)
{
  (void)state;
  const double skewed[] = {0.31, 1.07, 1.22, 2.13, 4.4, 9.6}, even[] = {-3.1, -1.2, 0.1, 0.9, 3.3};
  HhxInterval expected = by_definition(HHX_MEAN, NULL, 0, skewed, 6);
  HhxInterval interval = one(HHX_MEAN, skewed, 6, 200000);
  print_message("%.3f %.3f, all resamples %.3f %.3f\n", interval.low, interval.high, expected.low,
                expected.high);
  CHECK_NEAR(interval.low, expected.low, 0.02);
  CHECK_NEAR(interval.high, expected.high, 0.04);
  expected = by_definition(HHX_MEAN, NULL, 0, even, 5);
  interval = one(HHX_MEAN, even, 5, 200000);
  CHECK_NEAR(interval.low, expected.low, 0.03);
  CHECK_NEAR(interval.high, expected.high, 0.03);
  /* A median takes few values: it is one of them. */
  expected = by_definition(HHX_MEDIAN, NULL, 0, even, 5);
  interval = one(HHX_MEDIAN, even, 5, 200000);
  CHECK_NEAR(interval.low, expected.low, 1e-12);
  CHECK_NEAR(interval.high, expected.high, 1e-12);
}

static void two_samples_have_the_interval_of_all_their_resamples(void **state)
{
  (void)state;
  const double a[] = {0.2, 0.3, 0.35, 2.1}, b[] = {1.1, 1.9, 2.2, 7.5, 2.6};
  HhxInterval expected = by_definition(HHX_MEAN, a, 4, b, 5);
  HhxInterval interval = two(HHX_MEAN, a, 4, b, 5, 200000);
  print_message("%.3f %.3f, all resamples %.3f %.3f\n", interval.low, interval.high, expected.low,
                expected.high);
  CHECK_NEAR(interval.low, expected.low, 0.02);
  CHECK_NEAR(interval.high, expected.high, 0.04);
  HhxInterval turned = two(HHX_MEAN, b, 5, a, 4, 200000);
  CHECK_NEAR(turned.low, -interval.high, 0.04);
  CHECK_NEAR(turned.high, -interval.low, 0.02);
  expected = by_definition(HHX_MEDIAN, a, 4, b, 5);
  interval = two(HHX_MEDIAN, a, 4, b, 5, 200000);
  CHECK_NEAR(interval.low, expected.low, 0.01);
  CHECK_NEAR(interval.high, expected.high, 0.01);
}

static void an_interval_follows_its_sample_and_its_seed(void **state)
{
  (void)state;
  double sample[12], moved[12];
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int i = 0; i < 12; i++) {
    sample[i] = hh_random_unit(&random);
    moved[11 - i] = 5 - 3 * sample[i]; /* in another order, too */
  }
  for (HhxCentre centre = HHX_MEAN; centre <= HHX_MEDIAN; centre++) {
    HhxInterval first = one(centre, sample, 12, HHX_RESAMPLES);
    HhxInterval again = one(centre, sample, 12, HHX_RESAMPLES);
    assert_memory_equal(&first, &again, sizeof first);
    HhxInterval turned = one(centre, moved, 12, 100000), many = one(centre, sample, 12, 100000);
    CHECK_NEAR(turned.low, 5 - 3 * many.high, 0.02);
    CHECK_NEAR(turned.high, 5 - 3 * many.low, 0.02);
    HhxInterval other;
    assert_true(hhx_bootstrap(centre, sample, 12, HHX_RESAMPLES, 8, &other));
    if (centre == HHX_MEAN) assert_true(other.low != first.low);
    CHECK_NEAR(other.low, first.low, 0.1);
  }
}

static void a_sample_too_small_has_no_interval_and_a_constant_one_a_point(void **state)
{
  (void)state;
  const double same[] = {2.385, 2.385, 2.385};
  assert_true(hhb_is_missing(one(HHX_MEAN, same, 0, 100).low));
  assert_true(hhb_is_missing(one(HHX_MEAN, same, 1, 100).high));
  assert_true(hhb_is_missing(two(HHX_MEAN, same, 1, same, 3, 100).low));
  assert_true(hhb_is_missing(two(HHX_MEDIAN, same, 3, same, 0, 100).low));
  CHECK_NEAR(one(HHX_MEAN, same, 3, 100).low, 2.385, 1e-15);
  CHECK_NEAR(one(HHX_MEDIAN, same, 3, 100).high, 2.385, 0);
  CHECK_NEAR(two(HHX_MEAN, same, 3, same, 2, 100).high, 0, 1e-15);
}

static double draw_normal(HhRandom *random)
{
  double size = sqrt(-2 * log(1 - hh_random_unit(random)));
  return size * cos(6.283185307179586 * hh_random_unit(random));
}

/* Shares of samples whose interval lies below, and above, the true mean. */
typedef struct Missed {
  double low, high;
} Missed;

static void count_missed(Missed *missed, double low, double high, double mean, int trials)
{
  missed->low += high < mean ? 1.0 / trials : 0;
  missed->high += low > mean ? 1.0 / trials : 0;
}

static void measure(int n, bool lognormal, int trials, Missed *student, Missed *bca)
{
  double sample[32], work[32], mean = lognormal ? exp(0.5) : 0;
  HhRandom random = hh_random(2, HH_STREAM_TEST, (uint32_t)n);
  *student = *bca = (Missed){0, 0};
  for (int trial = 0; trial < trials; trial++) {
    for (int i = 0; i < n; i++)
      sample[i] = lognormal ? exp(draw_normal(&random)) : draw_normal(&random);
    HhxInterval interval;
    /* Draws of its own for each sample, or the trials would not be independent. */
    assert_true(hhx_bootstrap(HHX_MEAN, sample, n, check_full() ? HHX_RESAMPLES : 999,
                              (uint64_t)trial, &interval));
    HhxStatistics s = hhx_statistics(sample, n, work);
    count_missed(bca, interval.low, interval.high, mean, trials);
    count_missed(student, s.ci95_low, s.ci95_high, mean, trials);
  }
}

/* Reference for normal data: Student's is right, and a bootstrap's width is that of the known
 * deviation, 1.96 sqrt((n - 1) / n) s / sqrt(n), which covers as often as t says. */
static void coverage_is_what_theory_says_and_skew_is_missed_more_evenly(void **state)
{
  (void)state;
  int trials = check_full() ? 20000 : 1000;
  double slack = check_full() ? 0 : 0.015;
  for (int n = 8; n <= 32; n *= 2) {
    Missed student, bca;
    measure(n, false, trials, &student, &bca);
    double covers = 1 - bca.low - bca.high;
    double expected = 1 - 2 * gsl_cdf_tdist_Q(1.96 * sqrt((n - 1.0) / n), n - 1);
    print_message("n = %2d normal: Student covers %.3f, BCa %.3f (theory of a bootstrap %.3f)\n", n,
                  1 - student.low - student.high, covers, expected);
    CHECK_NEAR(1 - student.low - student.high, 0.95, 0.005 + slack);
    CHECK_NEAR(covers, expected, 0.02 + slack);

    measure(n, true, trials, &student, &bca);
    print_message("n = %2d lognormal: Student covers %.3f, misses %.3f below and %.3f above; "
                  "BCa covers %.3f, misses %.3f and %.3f\n",
                  n, 1 - student.low - student.high, student.low, student.high,
                  1 - bca.low - bca.high, bca.low, bca.high);
    assert_true(bca.high > student.high);
    if (n >= 16) assert_true(bca.low < student.low);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_air_conditioning_data_have_the_published_interval),
      cmocka_unit_test(one_sample_has_the_interval_of_all_its_resamples),
      cmocka_unit_test(two_samples_have_the_interval_of_all_their_resamples),
      cmocka_unit_test(an_interval_follows_its_sample_and_its_seed),
      cmocka_unit_test(a_sample_too_small_has_no_interval_and_a_constant_one_a_point),
      cmocka_unit_test(coverage_is_what_theory_says_and_skew_is_missed_more_evenly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
