/* Honest forces: tentacles that hold are winches. Each pulls the body along its first sticks with a
 * tension t_k, 0 <= t_k <= most, such that sum t_k d_k is as near as can be to the acceleration
 * that the body wants, weight included: minimise |sum t_k d_k - w|^2 + e sum t_k^2 by a fixed
 * number of projected Gauss-Seidel passes from the tensions of the tick before: off by 0.2 % of w
 * in the median where it begins from nothing, at worst by a third, and by 0.5 % in all but one of a
 * hundred cases after ten ticks. A slack tentacle
 * pulls nothing; it is reeled in until it is taut, and paid out when the body leaves. Not modelled:
 * friction where it bends round a corner, its own weight. Lawson and Hanson 1974, Solving Least
 * Squares Problems, chapter 23 (the problem). */
#ifndef HH_CREATURE_WINCH_H
#define HH_CREATURE_WINCH_H

#include "creature/daddy.h"

/* Tensions for the wanted acceleration, tile/tick2; ways are unit vectors from the roots, (0, 0)
 * for what cannot pull. Returns their sum of pulls. */
HhVec hh_winch_pull(HhVec wanted, double most, int count, const HhVec *ways, float *tensions);

/* The new length of the sticks of a strand with that many beads, of which `along_t` is the way from
 * root to tip that it could at the least take, taut: so at least that, and shorter each tick. */
double hh_winch_reel(double stick_t, double along_t, int beads);

#endif
