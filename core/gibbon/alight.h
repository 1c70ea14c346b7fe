/* From a swing to a floor: let go so that the feet come down well on it.
 * Of the headings ahead, that whose flight lands nearest to a third of the way along the floor; a
 * swing too weak to come so far is pumped, one too fast is braked (pump.h). The flight itself finds
 * the floor (stance.h); this only chooses the release. */
#ifndef HH_GIBBON_ALIGHT_H
#define HH_GIBBON_ALIGHT_H

#include "gibbon/frame.h"

/* Where on the floor a body comes down that flies on from here: by steps toward the floor's own
 * height, which is near enough to choose by. False: it does not come down to it. */
bool hh_alight_at(const HhFrame *frame, int floor, HhVec at, HhVec velocity, double *x_m);

void hh_alight_swing(const HhFrame *frame, int floor);

#endif
