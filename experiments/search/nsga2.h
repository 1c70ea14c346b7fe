/* NSGA-II on the unit cube, minimising 2 to 4 objectives: ask for a generation, evaluate it in any
 * order, tell the objectives. The points are a pure function of (dimensions, objectives, seed,
 * population, what was told so far), so that a killed search is replayed by telling its record.
 *
 * After: Deb, Pratap, Agarwal and Meyarivan 2002, "A fast and elitist multiobjective genetic
 * algorithm: NSGA-II", IEEE Trans. Evol. Comp. 6(2):182: non-dominated sorting, crowding distance,
 * binary tournaments, parents and children competing together. Simulated binary crossover, index
 * 15, of nine pairs in ten and half of the variables (Deb and Agrawal 1995, Complex Systems 9:115);
 * polynomial mutation, index 20, of one variable in each child on average (Deb and Goyal 1996,
 * Computer Science and Informatics 26(4):30). A child beyond a face of the cube is set on it.
 * Ours differs: of the front that does not fit whole, the most crowded point is dropped and its
 * neighbours' distances are renewed, one point at a time (Kukkonen and Deb 2006, "Improved pruning
 * of non-dominated solutions based on crowding distance for bi-objective optimization problems",
 * IEEE CEC); failures as in pareto.h. */
#ifndef HHX_NSGA2_H
#define HHX_NSGA2_H

#include <stdint.h>

typedef struct HhxNsga2 HhxNsga2;

/* population: even, at least 4. Null: memory ran out. */
HhxNsga2 *hhx_nsga2_create(int dimensions, int objectives, uint64_t seed, int population);

void hhx_nsga2_destroy(HhxNsga2 *nsga2);

/* Writes population x dimensions numbers in [0, 1], point by point; the first generation is
 * uniform. Returns the population. */
int hhx_nsga2_ask(HhxNsga2 *nsga2, double *points);

/* Of the points last asked for, in their order: population x objectives numbers, and how often each
 * point failed, or null for never. */
void hhx_nsga2_tell(HhxNsga2 *nsga2, const double *objectives, const double *failures);

/* The population that survived the last tell: for each member, the number of its point among all
 * asked for, from 0. The non-dominated come first; `numbers` has room for the population. */
void hhx_nsga2_survivors(const HhxNsga2 *nsga2, int64_t *numbers);

#endif
