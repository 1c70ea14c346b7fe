/* Pareto domination with failures (Deb, Pratap, Agarwal and Meyarivan 2002, "A fast and elitist
 * multiobjective genetic algorithm: NSGA-II", IEEE Trans. Evol. Comp. 6(2):182, definition 1, with
 * the number of failures as the violation): fewer failures dominate; among equals, a point
 * dominates another when it is nowhere larger and somewhere smaller. An objective that is not
 * finite counts as one more failure. All objectives are minimised. */
#ifndef HHX_PARETO_H
#define HHX_PARETO_H

#include <stdbool.h>

/* What the failures and objectives of one point amount to. */
double hhx_pareto_failures(const double *objectives, int count, double failures);

/* Whether a, with hhx_pareto_failures a_failures, dominates b. `count` objectives. */
bool hhx_pareto_dominates(const double *a, double a_failures, const double *b, double b_failures,
                          int count);

/* Flags those of `points` rows of `count` objectives that no other row dominates; of equal rows
 * the first. failures: one number a row, or null for none. Returns how many. */
int hhx_pareto_front(const double *objectives, const double *failures, int points, int count,
                     bool *in_front);

#endif
