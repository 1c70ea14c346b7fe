/* A free swing: no plan. It lets go at a fixed heading, with muscle work only as far as it is
 * needed to leave at the lower speed threshold; when even that does not get there, it pumps.
 * In the air the hand reaches out perpendicular to the velocity, and what it grabs is found by
 * the random search. */
#ifndef HH_GIBBON_FREE_SWING_H
#define HH_GIBBON_FREE_SWING_H

#include "gibbon/frame.h"

/* What to do with the swing that begins now. */
void hh_free_swing(const HhFrame *frame);

/* One frame's search for a hold from the air; also a ballistic gibbon's that missed. The hand goes
 * for where it will be when the frame of dt_s ends. */
void hh_free_swing_reach(const HhFrame *frame, double dt_s);

#endif
