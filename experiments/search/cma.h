/* CMA-ES on the unit cube, minimising, with restarts: ask for a generation, evaluate it in any
 * order, tell the scores. No clock and no libm function decides anything: the points are a pure
 * function of (dimensions, seed, step, population, start, scores told so far), so that a killed
 * search is replayed by telling its recorded scores again.
 *
 * After: N. Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772v2: figure 6 with
 * negative weights (equations 49 to 58). Eigenvectors are renewed every 1 / (10 n (c1 + cmu))
 * generations, as it advises.
 * Box: a point outside is drawn anew (the tutorial, B.5), three times at most, since deep in a
 * corner or in many dimensions hardly any is inside. Then it is the image under the map of Hansen's
 * c-cmaes (boundary_transformation.c): the identity inside, a parabola within 0.05 of a face
 * (ours the same at both), mirrored beyond, so that a best point on a face is smooth there. The
 * mean stays within 0.05, and the step grows by e at most. Restarts: the population doubles with
 * each start (IPOP: Auger and Hansen 2005, "A restart CMA evolution strategy with increasing
 * population size", IEEE CEC); every start but a given first one begins at a uniform random point.
 *
 * A start ends when
 *   - the best scores of the last 10 + ceil(30 n / population) generations and all scores of this
 *     one lie within a relative 1e-12,
 *   - the distribution is narrower than 1e-11 of every range or wider than 100 of one,
 *   - its axes differ by more than a factor of 1e7, or
 *   - 100 + 50 (n + 3)^2 / sqrt(population) generations are over (Hansen 2009,
 *     "Benchmarking a BI-population CMA-ES on the BBOB-2009 function testbed", GECCO).
 * Beyond that only the order of the scores counts. Equal scores keep the order of their points; a
 * NaN counts as infinity, which is worse than any number. When the best quarter are equal,
 * the step grows (the tutorial, B.4, has the best 0.7 population).
 * Not modelled: noise; replicates and racing are the caller's. */
#ifndef HHX_CMA_H
#define HHX_CMA_H

#include <stdbool.h>
#include <stdint.h>

typedef struct HhxCma HhxCma;

/* 4 + floor(3 ln dimensions). */
int hhx_cma_default_population(int dimensions);

/* dimensions >= 1; step > 0: the initial standard deviation as a share of each range; population:
 * of the first start, 0 for the default, else at least 2. Null: memory ran out. */
HhxCma *hhx_cma_create(int dimensions, uint64_t seed, double step, int population);

void hhx_cma_destroy(HhxCma *cma);

/* Where the first start begins, in place of a random point; before the first ask. */
void hhx_cma_start(HhxCma *cma, const double *point);

/* How many points the next ask gives. */
int hhx_cma_population(const HhxCma *cma);

/* Writes population x dimensions numbers in [0, 1], point by point; returns the population. */
int hhx_cma_ask(HhxCma *cma, double *points);

/* The scores of the points last asked for, in their order. May begin the next start. False when
 * memory ran out for it. */
bool hhx_cma_tell(HhxCma *cma, const double *scores);

/* Number of the start that the next ask belongs to, from 1. */
int hhx_cma_restart(const HhxCma *cma);

#endif
