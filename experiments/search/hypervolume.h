/* Hypervolume: the volume that a set of points dominates below a reference point, all objectives
 * minimised (Zitzler and Thiele 1998, PPSN V:292). Exact, by slicing objectives (While, Hingston,
 * Barone and Huband 2006, "A faster algorithm for calculating hypervolume", IEEE Trans. Evol. Comp.
 * 10(1):29): time grows as points^(objectives - 1).
 *
 * Points that do not lie below the reference in every objective add nothing, nor do points that are
 * not finite; dominated points may be among them. Two sets compare by it only with the same
 * reference, so that one is fixed for a whole history: a useful choice is the worst of the first
 * generation in each objective, plus a tenth of its range there. */
#ifndef HHX_HYPERVOLUME_H
#define HHX_HYPERVOLUME_H

#include <stdbool.h>

/* points rows of `count` >= 1 objectives. False when memory ran out. */
bool hhx_hypervolume(const double *objectives, int points, int count, const double *reference,
                     double *volume);

#endif
