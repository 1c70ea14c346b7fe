/* Sensitivity indices from the outputs of a design's points, as arrays.
 *
 * Sobol indices. With f(A), f(B) and f(AB_j) as hhx_cube_saltelli's blocks have them, all less
 * their mean over A and B, and V the variance over A and B (Saltelli et al. 2010, Comput. Phys.
 * Commun. 181:259, table 2):
 *   first order  S1_j = mean of f(B) (f(AB_j) - f(A)) / V         eq. (b)
 *   total order  ST_j = mean of (f(A) - f(AB_j))^2 / (2 V)        eq. (f), Jansen 1999
 * Intervals, 95 %:
 *   scrambles  Student's t over the scrambles, which are independent where the rows within one are
 *              not. The estimate is the mean of the numerators over the mean of V; what varies is
 *              its linearisation in each scramble, S + (numerator - S V) / mean V.
 *   plain      percentile bootstrap over rows, 1000 resamples by Philox. Measured against BCa, the
 *              normal bootstrap and the linearisation it covers best or as well at every number of
 *              rows (test_indices.c); from about 250 on it covers what it says, at 64 90 to 94 %.
 *
 * Elementary effects (Morris 1991, Technometrics 33:161; mu* after Campolongo, Cariboni and
 * Saltelli 2007, Environ. Model. Softw. 22:1509): change of the output over the signed change of
 * one coordinate of the unit cube, so in the output's unit for the parameter's whole range;
 * where a parameter has few values, `moves` says how far along its range each step went.
 *   mu = mean, mu* = mean size, sigma = deviation over trajectories
 * Intervals: Student's t for the two means; for sigma the same of its logarithm, with the variance
 * that the fourth moment gives. That one covers less than it says: of normal effects 91, 92, 93 %
 * at 10, 20, 50 trajectories, of exponential ones 76, 80, 86 %; the bootstrap covers less still.
 *
 * Missing or non-finite outputs: an index leaves out the rows (for Sobol: A, B and AB_j; for
 * Morris: the two ends of the step) in which one is, and counts them. What remains speaks of the
 * part of the cube where the outputs exist. An index that the rows cannot give is missing: fewer
 * than two, or outputs all alike (to a 1e-12 of the largest, or of 1). So is an interval: one
 * scramble, one effect; or scrambles, resamples or effects all alike, as those of a parameter that
 * does nothing are. */
#ifndef HHX_INDICES_H
#define HHX_INDICES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct HhxIndex {
  double estimate, ci95_low, ci95_high; /* missing where they cannot be had */
  int64_t rows, rows_dropped;
} HhxIndex;

/* `outputs` in the order scramble, row, block; the block, 0 .. dimensions + 1, is fastest.
 * scrambles 0: plain Monte Carlo. `first` and `total` have room for `dimensions`.
 * False when memory ran out. */
bool hhx_indices_sobol(const double *outputs, int samples, int scrambles, int dimensions,
                       uint64_t seed, HhxIndex *first, HhxIndex *total);

/* `outputs` in the order trajectory, step 0 .. dimensions, of hhx_cube_morris(seed, levels, ..).
 * moves: signed, as shares of the range, `dimensions` for each trajectory; null: the cube's own.
 * The three have room for `dimensions`. False when memory ran out. */
bool hhx_indices_morris(const double *outputs, int trajectories, int levels, int dimensions,
                        uint64_t seed, const double *moves, HhxIndex *mu_star, HhxIndex *mu,
                        HhxIndex *sigma);

#endif
