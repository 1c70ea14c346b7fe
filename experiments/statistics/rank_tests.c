/* Ranks, their sums and the distributions of these. See the header. */
#include "rank_tests.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "metrics.h"

static const HhxRanks equal = {1, 0};

/* The size of a difference that is not zero, or a value of one of two samples. */
typedef struct Ranked {
  double size;
  bool chosen; /* a positive difference; a value of b */
  int rank2;   /* doubled rank; ties share the mean, which doubled is whole */
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
  double x = ((const Ranked *)a)->size, y = ((const Ranked *)b)->size;
  return (x > y) - (x < y);
}

/* Gives ranks to n sorted values; returns the sum of t^3 - t over groups of t ties. */
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

/* P(sum of the doubled ranks of the positive ones <= limit), every sign equally likely.
 * False when memory ran out. */
static bool signed_tail(const Ranked *ranked, int n, int limit, double *tail)
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

/* Two-sided p of a rank sum that is `distance` from its mean. */
static double normal_p(double distance, double variance)
{
  return fmin(1, 2 * gsl_cdf_ugaussian_Q(fmax(0, distance - 0.5) / sqrt(variance)));
}

/* Of n ranked differences with the doubled sum of the positive ranks. */
static bool signed_p(const Ranked *ranked, int n, double positive2, double ties, double *p)
{
  double size = n, total2 = size * (size + 1);
  if (n > HHX_WILCOXON_EXACT) {
    double variance = size * (size + 1) * (2 * size + 1) / 24 - ties / 48;
    *p = normal_p(0.5 * fabs(positive2 - 0.5 * total2), variance);
    return true;
  }
  /* Symmetric about the middle: twice the smaller tail. */
  double tail = 0;
  if (!signed_tail(ranked, n, (int)fmin(positive2, total2 - positive2), &tail)) return false;
  *p = fmin(1, 2 * tail);
  return true;
}

bool hhx_ranks_paired(const double *a, const double *b, int count, HhxRanks *ranks)
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
  if (pairs == 0) {
    ranks->p = ranks->effect = hhb_missing();
  } else if (n == 0) {
    *ranks = equal;
  } else {
    qsort(ranked, (size_t)n, sizeof *ranked, compare_ranked);
    double ties = give_ranks(ranked, n), positive2 = 0;
    for (int i = 0; i < n; i++)
      positive2 += ranked[i].chosen ? ranked[i].rank2 : 0;
    ranks->effect = 2 * positive2 / ((double)n * (n + 1)) - 1;
    done = signed_p(ranked, n, positive2, ties, &ranks->p);
  }
  free(ranked);
  return done;
}

/* Shares of all ways to choose `chosen` of n ranked values whose doubled ranks sum to at most, and
 * to at least, `sum2`. Counts are whole and below 2^53. False when memory ran out. */
static bool choice_tails(const Ranked *ranked, int n, int chosen, int sum2, double *low,
                         double *high)
{
  int most = 2 * n * chosen; /* no sum is larger */
  size_t width = (size_t)most + 1;
  double *ways = calloc(((size_t)chosen + 1) * width, sizeof *ways);
  if (!ways) return false;
  ways[0] = 1;
  for (int i = 0; i < n; i++) {
    int rank2 = ranked[i].rank2;
    for (int j = i < chosen ? i + 1 : chosen; j > 0; j--)
      for (int sum = most; sum >= rank2; sum--)
        ways[(size_t)j * width + (size_t)sum] +=
            ways[(size_t)(j - 1) * width + (size_t)(sum - rank2)];
  }
  const double *all = ways + (size_t)chosen * width;
  double below = 0, at = all[sum2], above = 0;
  for (int sum = 0; sum <= most; sum++) {
    below += sum < sum2 ? all[sum] : 0;
    above += sum > sum2 ? all[sum] : 0;
  }
  double total = below + at + above;
  *low = (below + at) / total;
  *high = (above + at) / total;
  free(ways);
  return true;
}

/* Of n ranked values, count_b of them b's, with the doubled sum of the ranks of b. */
static bool choice_p(const Ranked *ranked, int n, int count_b, double sum2, double ties, double *p)
{
  double size = n, a = n - count_b, b = count_b;
  if (n > HHX_MANN_WHITNEY_EXACT) {
    double variance = a * b / 12 * (size + 1 - ties / (size * (size - 1)));
    *p = normal_p(fabs(0.5 * sum2 - 0.5 * b * (size + 1)), variance);
    return true;
  }
  double low = 0, high = 0;
  if (!choice_tails(ranked, n, count_b, (int)sum2, &low, &high)) return false;
  *p = fmin(1, 2 * fmin(low, high));
  return true;
}

bool hhx_ranks_unpaired(const double *a, int count_a, const double *b, int count_b, HhxRanks *ranks)
{
  int n = 0, n_a = 0;
  Ranked *ranked = malloc(((size_t)count_a + (size_t)count_b + 1) * sizeof *ranked);
  if (!ranked) return false;
  for (int i = 0; i < count_a; i++)
    if (isfinite(a[i])) ranked[n++] = (Ranked){a[i], false, 0};
  n_a = n;
  for (int i = 0; i < count_b; i++)
    if (isfinite(b[i])) ranked[n++] = (Ranked){b[i], true, 0};
  int n_b = n - n_a;
  bool done = true;
  if (n_a == 0 || n_b == 0) {
    ranks->p = ranks->effect = hhb_missing();
  } else {
    qsort(ranked, (size_t)n, sizeof *ranked, compare_ranked);
    double ties = give_ranks(ranked, n), sum2 = 0;
    for (int i = 0; i < n; i++)
      sum2 += ranked[i].chosen ? ranked[i].rank2 : 0;
    /* U, the pairs in which b is larger, is its rank sum less the least there can be. */
    double pairs = (double)n_a * n_b, larger = 0.5 * sum2 - 0.5 * n_b * (n_b + 1.0);
    ranks->effect = 2 * larger / pairs - 1;
    if (ranked[0].size == ranked[n - 1].size)
      *ranks = equal;
    else
      done = choice_p(ranked, n, n_b, sum2, ties, &ranks->p);
  }
  free(ranked);
  return done;
}
