/* importance.csv: what the points of a sampling design say of each parameter, without a design made
 * for it: the share of a metric's variance that the parameter's main effect explains.
 *
 * The points are divided into classes by the parameter's value: about sqrt(n) classes, at most 64,
 * of equal numbers of points (the last may have fewer), but equal values (words of a choice) never
 * apart. Then the correlation ratio (Pearson 1905; as first-order index of given data: Plischke,
 * Borgonovo and Smith 2013, Eur. J. Oper. Res. 226:536, section 3), less what chance gives n points
 * in k classes (Kelley 1935, PNAS 21:554): eta^2 = sum of n_c (mean_c - mean)^2 / sum of (y -
 * mean)^2 importance = 1 - (1 - eta^2) (n - 1) / (n - k), and 0 where that is below What changes
 * within a class is not seen, so a wavy effect comes out low (two periods over the range: 5 % at
 * 256 points, 1 % at 1024). Interactions count for none. Points in which the parameter does not
 * count (its condition) or the metric is missing are left out. Points of an optimiser crowd where
 * it searched: their shares are of the variance there. Memory grows with the points, not with
 * metrics or parameters. */
#ifndef HHX_IMPORTANCE_H
#define HHX_IMPORTANCE_H

#include "sweep.h"

enum { HHX_IMPORTANCE_POINTS = 30 };

/* A point's value of a parameter, and its number. */
typedef struct HhxRanked {
  double x;
  int64_t point;
} HhxRanked;

/* Puts points in the order of x, those in which it is missing last; how many have it. */
int64_t hhx_importance_rank(HhxRanked *ranked, int64_t count);

/* The estimate from `count` points in that order and y of every point; missing where fewer than
 * HHX_IMPORTANCE_POINTS have a y or it is the same in all. *rows: those that have. */
double hhx_importance(const HhxRanked *ranked, int64_t count, const double *y, int64_t *rows);

/* For HhxSweepExtra.write: the file of a sweep over random, latin_hypercube, sobol, halton, list
 * or tuned points, where there are enough of them; else does nothing. */
int hhx_importance_write(const HhxSpec *spec, const HhxSweepOptions *options,
                         const HhxJournal *journal, HhxPackage *package, void *state,
                         HhxError *error);

#endif
