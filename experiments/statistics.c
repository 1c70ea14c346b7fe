/* Student's t, paired differences and the exact signed rank distribution. See the header. */
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

/* A difference that is not zero. */
typedef struct Ranked {
  double size;
  bool positive;
  int rank2; /* doubled rank; ties share the mean, which doubled is whole */
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
  return compare_doubles(&((const Ranked *)a)->size, &((const Ranked *)b)->size);
}

/* Gives ranks to n sorted differences; returns the sum of t^3 - t over groups of t ties. */
static double give_ranks(Ranked *ranked, int n)
{
  double ties = 0;
  for (int first = 0, next; first < n; first = next) {
    for (next = first + 1; next < n && ranked[next].size == ranked[first].size;)
      next++;
    for (int i = first; i < next; i++)
      ranked[i].rank2 = first + 1 + next; /* first + 1 .. next in ranks */
    double t = next - first;
    ties += t * t * t - t;
  }
  return ties;
}

/* P(sum of the doubled ranks of a random half <= limit), every sign equally likely.
 * False when memory ran out. */
static bool exact_tail(const Ranked *ranked, int n, int limit, double *tail)
{
  double *chance = calloc((size_t)limit + 1, sizeof *chance);
  if (!chance) return false;
  chance[0] = 1;
  for (int i = 0; i < n; i++) {
    int rank2 = ranked[i].rank2;
    for (int sum = limit; sum >= 0; sum--)
      chance[sum] = 0.5 * chance[sum] + (sum >= rank2 ? 0.5 * chance[sum - rank2] : 0);
  }
  *tail = 0;
  for (int sum = 0; sum <= limit; sum++)
    *tail += chance[sum];
  free(chance);
  return true;
}

static double normal_two_sided(int n, double sum2, double ties)
{
  double size = n, mean2 = 0.5 * size * (size + 1); /* doubled, as the ranks are */
  double variance = size * (size + 1) * (2 * size + 1) / 24 - ties / 48;
  double distance = fmax(0, 0.5 * fabs(sum2 - mean2) - 0.5);
  return fmin(1, 2 * gsl_cdf_ugaussian_Q(distance / sqrt(variance)));
}

bool hhx_statistics_wilcoxon(const double *a, const double *b, int count, double *p)
{
  int n = 0, pairs = 0;
  Ranked *ranked = malloc(((size_t)count + 1) * sizeof *ranked);
  if (!ranked) return false;
  for (int i = 0; i < count; i++) {
    if (!isfinite(a[i]) || !isfinite(b[i])) continue;
    double difference = b[i] - a[i];
    pairs++;
    if (difference != 0) ranked[n++] = (Ranked){fabs(difference), difference > 0, 0};
  }
  bool done = true;
  if (n == 0) {
    *p = pairs > 0 ? 1 : hhb_missing();
  } else {
    qsort(ranked, (size_t)n, sizeof *ranked, compare_ranked);
    double ties = give_ranks(ranked, n);
    double positive2 = 0, total2 = (double)n * (n + 1);
    for (int i = 0; i < n; i++)
      positive2 += ranked[i].positive ? ranked[i].rank2 : 0;
    if (n > HHX_WILCOXON_EXACT) {
      *p = normal_two_sided(n, positive2, ties);
    } else {
      /* Symmetric about the middle: twice the smaller tail. */
      double tail = 0;
      done = exact_tail(ranked, n, (int)fmin(positive2, total2 - positive2), &tail);
      *p = fmin(1, 2 * tail);
    }
  }
  free(ranked);
  return done;
}
