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
 * The difference of the means of two unpaired samples has Welch's interval (1947, Biometrika
 * 34:28): the same with sqrt(sa^2/na + sb^2/nb) and the degrees of freedom of Satterthwaite. */
#ifndef HHX_STATISTICS_H
#define HHX_STATISTICS_H

typedef struct HhxStatistics {
  int n;
  double mean, sd, median; /* missing where n is too small: 1, 2, 1 */
  double ci95_low, ci95_high;
} HhxStatistics;

/* `work` has room for count numbers. */
HhxStatistics hhx_statistics(const double *sample, int count, double *work);

/* The same of b[i] - a[i], over the pairs in which both are finite. */
HhxStatistics hhx_statistics_paired(const double *a, const double *b, int count, double *work);

/* b less a, two samples that need not be of one length: n is that of the smaller, sd the pooled
 * one, the median the difference of the medians. `work` has room for the larger. */
HhxStatistics hhx_statistics_unpaired(const double *a, int count_a, const double *b, int count_b,
                                      double *work);

/* Half the length of the interval over sd: t(0.975, n-1) / sqrt(n), n >= 2. */
double hhx_statistics_half_ratio(int n);

#endif
