/* Numbers about samples.
 *
 * A sample is an array in which missing and non-finite values are allowed: they are left out, and
 * `n` says how many stayed. Sums run in index order, so results do not depend on threads.
 *
 * Interval of the mean: Student's t, mean +- t(0.975, n-1) sd / sqrt(n). Chosen over the
 * percentile bootstrap because at the 8 to 32 replicates of a sweep the bootstrap is too short by
 * sqrt((n-1)/n) and by z in place of t; test_statistics.c measures both. Two values are needed;
 * with one the bounds are missing.
 *
 * Wilcoxon's signed-rank test: zero differences are left out first (Wilcoxon 1945, as R's
 * wilcox.test does; not Pratt's), ties share the mean of their ranks. Up to 200 differences the
 * distribution is exact given the ties: a sum over the doubled ranks, which are whole numbers.
 * Beyond, the normal approximation with tie and continuity correction. Two-sided. */
#ifndef HHX_STATISTICS_H
#define HHX_STATISTICS_H

#include <stdbool.h>

typedef struct HhxStatistics {
  int n;
  double mean, sd, median; /* missing where n is too small: 1, 2, 1 */
  double ci95_low, ci95_high;
} HhxStatistics;

/* `work` has room for count numbers. */
HhxStatistics hhx_statistics(const double *sample, int count, double *work);

/* The same of b[i] - a[i], over the pairs in which both are finite. */
HhxStatistics hhx_statistics_paired(const double *a, const double *b, int count, double *work);

/* Two-sided p of the differences b[i] - a[i]; 1 when all are zero, missing without any pair.
 * False when memory ran out. */
bool hhx_statistics_wilcoxon(const double *a, const double *b, int count, double *p);

/* Half the length of the interval over sd: t(0.975, n-1) / sqrt(n), n >= 2. */
double hhx_statistics_half_ratio(int n);

enum { HHX_WILCOXON_EXACT = 200 };

#endif
