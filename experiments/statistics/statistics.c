/* Student's t and Welch's. See the header. */
#include "statistics.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "metrics.h"

static int compare_doubles(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double hhx_statistics_half_ratio(int n)
{
  assert(n >= 2);
  return gsl_cdf_tdist_Pinv(0.975, n - 1) / sqrt(n);
}

/* Of n finite numbers, which end up sorted. */
static HhxStatistics of_finite(double *values, int n)
{
  double missing = hhb_missing();
  HhxStatistics s = {n, missing, missing, missing, missing, missing};
  if (n == 0) return s;
  double sum = 0, squares = 0, rest = 0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  s.mean = sum / n;
  /* Two passes; the rest corrects for the rounding of the mean (Chan, Golub, LeVeque 1983). */
  for (int i = 0; i < n; i++) {
    double deviation = values[i] - s.mean;
    squares += deviation * deviation;
    rest += deviation;
  }
  s.mean += rest / n;
  if (n >= 2) {
    s.sd = sqrt(fmax(0, squares - rest * rest / n) / (n - 1));
    double half = hhx_statistics_half_ratio(n) * s.sd;
    s.ci95_low = s.mean - half;
    s.ci95_high = s.mean + half;
  }
  qsort(values, (size_t)n, sizeof *values, compare_doubles);
  s.median = n % 2 ? values[n / 2] : 0.5 * values[n / 2 - 1] + 0.5 * values[n / 2];
  return s;
}

HhxStatistics hhx_statistics(const double *sample, int count, double *work)
{
  int n = 0;
  for (int i = 0; i < count; i++)
    if (isfinite(sample[i])) work[n++] = sample[i];
  return of_finite(work, n);
}

HhxStatistics hhx_statistics_paired(const double *a, const double *b, int count, double *work)
{
  int n = 0;
  for (int i = 0; i < count; i++)
    if (isfinite(a[i]) && isfinite(b[i])) work[n++] = b[i] - a[i];
  return of_finite(work, n);
}

HhxStatistics hhx_statistics_unpaired(const double *a, int count_a, const double *b, int count_b,
                                      double *work)
{
  HhxStatistics x = hhx_statistics(a, count_a, work), y = hhx_statistics(b, count_b, work);
  double missing = hhb_missing();
  HhxStatistics s = {x.n < y.n ? x.n : y.n, missing, missing, missing, missing, missing};
  if (s.n < 1) return s;
  s.mean = y.mean - x.mean;
  s.median = y.median - x.median;
  if (s.n < 2) return s;
  double free_x = x.n - 1, free_y = y.n - 1;
  double square_x = x.sd * x.sd / x.n, square_y = y.sd * y.sd / y.n, square = square_x + square_y;
  s.sd = sqrt((free_x * x.sd * x.sd + free_y * y.sd * y.sd) / (free_x + free_y));
  double half = 0;
  if (square > 0) {
    double freedom =
        square * square / (square_x * square_x / free_x + square_y * square_y / free_y);
    half = gsl_cdf_tdist_Pinv(0.975, freedom) * sqrt(square);
  }
  s.ci95_low = s.mean - half;
  s.ci95_high = s.mean + half;
  return s;
}
