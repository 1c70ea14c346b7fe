/* Bootstrap intervals of means and medians.
 *
 * BCa (Efron 1987, JASA 82:171): 95 % bounds are quantiles of the resampled values, taken where the
 * bias z0 (the share of resampled values below the measured one) and the acceleration a move them:
 *   Phi(z0 + (z0 + z) / (1 - a (z0 + z))),  z = -1.96, 1.96.
 * a is a sixth of the skewness of the empirical influence, for two samples as in Davison & Hinkley
 * 1997, "Bootstrap Methods and their Application", section 5.3; that of a median takes two values
 * as often, so its a is 0. Quantiles are interpolated between the (B + 1) q th values.
 * Resampling is by Philox, seed and HH_STREAM_STATISTICS: the same draws for every sample of a
 * length. At 8 values the interval is too short (it covers 89 % of normal samples, where Student's
 * t covers 95 %); what it is for is skew. test_bootstrap.c measures both. */
#ifndef HHX_BOOTSTRAP_H
#define HHX_BOOTSTRAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct HhxInterval {
  double low, high; /* missing with fewer than two values in a sample */
} HhxInterval;

typedef struct HhxBootstrap {
  HhxInterval mean, median; /* from the same draws */
} HhxBootstrap;

enum { HHX_RESAMPLES = 2000 };

/* Of finite numbers. False when memory ran out. */
bool hhx_bootstrap(const double *sample, int count, int resamples, uint64_t seed,
                   HhxBootstrap *bootstrap);

/* Of the mean and the median of b less those of a, each resampled by itself. False when memory ran
 * out. */
bool hhx_bootstrap_unpaired(const double *a, int count_a, const double *b, int count_b,
                            int resamples, uint64_t seed, HhxBootstrap *bootstrap);

#endif
