/* Sequences in the unit cube, from which designs take their points.
 *
 * Each function gives one coordinate of one point and is pure: it depends on its arguments alone,
 * needs no memory, and costs at most a few microseconds. Coordinates lie in [0, 1), those of
 * hhx_cube_morris in [0, 1]; `index` is below HHX_CUBE_POINTS and `dimension` below 65536 or the
 * bound that is named. Chance comes from Philox under the seed; coordinates of different
 * dimensions share nothing of it. Not modelled: weights, correlated inputs. */
#ifndef HHX_CUBE_H
#define HHX_CUBE_H

#include <stdbool.h>
#include <stdint.h>

#include "sobol.h"

enum { HHX_HALTON_DIMENSIONS = 200 };
#define HHX_CUBE_POINTS ((int64_t)1 << 31)

/* Independent uniform numbers. */
double hhx_cube_random(uint64_t seed, int dimension, int64_t index);

/* Latin hypercube (McKay, Beckman and Conover 1979, Technometrics 21:239): in each dimension one
 * point in each of `samples` equal strata, anywhere within. `choice` names one of many. The strata
 * are permuted by the swap-or-not shuffle (Hoang, Morris and Rogaway 2012, CRYPTO, fig. 1), a
 * permutation of any number of things that needs no table. */
double hhx_cube_latin(uint64_t seed, int choice, int dimension, int64_t index, int64_t samples);

/* Which of the first 32 choices has the largest least distance between two points (maximin:
 * Johnson, Moore and Ylvisaker 1990, J. Stat. Plan. Inference 26:131). A design of more than
 * HHX_LATIN_CHOSEN coordinates is not searched: 0. At most half a second's work. */
enum { HHX_LATIN_CHOSEN = 4096 };
int hhx_cube_latin_choice(uint64_t seed, int dimensions, int64_t samples);

/* Sobol's sequence with Owen's nested uniform scrambling (Owen 1995, in: Monte Carlo and
 * Quasi-Monte Carlo Methods in Scientific Computing, p. 299), exactly: each binary digit is flipped
 * or not by a fair bit that belongs to all the digits before it. Scrambles are independent of each
 * other, 0 <= scramble < 65536. dimension < HHX_SOBOL_DIMENSIONS. */
double hhx_cube_sobol(uint64_t seed, int scramble, int dimension, int64_t index);

/* Halton's sequence, radical inverses in the first primes, with nested scrambling: a digit d in
 * base b becomes (h d + g) mod b, h of 1 .. b-1 and g of 0 .. b-1 belonging to all the digits
 * before it. These maps move any two digits as uniform permutations do (Matousek 1998, J.
 * Complexity 14:527), so the variance is that of Owen's scrambling. dimension <
 * HHX_HALTON_DIMENSIONS. */
double hhx_cube_halton(uint64_t seed, int dimension, int64_t index);

/* Morris 1991, Technometrics 33:161, section 3: step 0 .. dimensions of a trajectory on the grid
 * {0, 1/(levels-1), .., 1}, levels even. From one step to the next one coordinate moves, up or
 * down by levels / (2 (levels - 1)); each does so once, in a random order. */
double hhx_cube_morris(uint64_t seed, int levels, int dimensions, int64_t trajectory, int step,
                       int dimension);

/* The step, 0 .. dimensions - 1, after which that trajectory moves `dimension`, and whether up. */
int hhx_cube_morris_turn(uint64_t seed, int dimensions, int64_t trajectory, int dimension,
                         bool *up);

/* Saltelli et al. 2010, Comput. Phys. Commun. 181:259: block 0 is A, 1 is B, 2 + j is A with column
 * j of B. A row of A and of B are the two halves of one point of 2 * dimensions coordinates: taken
 * one after the other from a sequence of fewer they would depend on each other. scramble < 0:
 * independent uniform numbers in place of Sobol's sequence. */
double hhx_cube_saltelli(uint64_t seed, int scramble, int dimensions, int64_t row, int block,
                         int dimension);

#endif
