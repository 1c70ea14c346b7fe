/* How long a daddy's tentacles are: each as long as its goal needs, changing by so much a tick and
 * no more; what holds by honest forces is reeled taut (winch.h). One that holds is at least as long
 * as the way to its goal, and one that is stretched, as it is wound round a corner, is paid out. */
#ifndef HH_CREATURE_REEL_H
#define HH_CREATURE_REEL_H

#include "creature/den.h"

#define HH_REEL_SHORTEST 0.01 /* of its full length is left of a stick, at the least */

enum { HH_REEL_LANES = (HH_DEN_BLOCK + 1) * HH_DADDY_TENTACLES };

/* What that asks of a block's strands, lane by lane. */
typedef struct HhReel {
  float root_x[HH_REEL_LANES], root_y[HH_REEL_LANES], stick[HH_REEL_LANES];
} HhReel;

/* One tick of a daddy, whose lanes begin at `lane`. */
void hh_reel_step(const HhDenSettings *settings, HhDen *den, int index, int lane, HhReel *reel);

/* The least that the strand from root to its tip could measure if it were taut: the way by every
 * second bead. */
double hh_reel_along(HhDen *den, int index, int k, HhVec root);

#endif
