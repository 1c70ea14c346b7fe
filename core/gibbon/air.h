/* In the air without a plan: which hold is next, over several branches, with the arm that grabs
 * across the velocity.
 * The flight is known, so each point that can be held has a least distance to it; the grab there is
 * perfect where that is the arm's length. Of the holds up to 20 m on along the course, and points
 * between those that are joined, that for which it is nearest to an arm's length is aimed at
 * (leap.h). Nearer than that the arm is slack at first and something is lost; farther, it
 * stretches within its limit, and beyond that is not asked for. Holds are in the order in which
 * they are met, so those 20 m are a stretch of the list, however long that is. This is what a
 * ballistic gibbon does in a jungle after a throw, a bounce, a slide or a missed hold. The other
 * movers search at random (world/grab.h).
 */
#ifndef HH_GIBBON_AIR_H
#define HH_GIBBON_AIR_H

#include "gibbon/frame.h"

/* Sets gibbon->target where there is a point within reach of the flight. */
void hh_air_choose(const HhFrame *frame);

#endif
