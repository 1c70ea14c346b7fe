/* A run on hands and feet along a floor or the top of a branch, and the jump at its end.
 * The body is carried at a fixed height above the curve (track.h). The legs' push is constant for
 * each metre forward, so on any slope
 *   v^2 / 2 + g y = E_0 + w (x - x_0)
 * holds exactly with w the drive.
 * Where the way leads on to another piece it plans the jump from the floor's end (jump.h): the
 * place, the speed it runs up to and the push that cost least; a hold that passes overhead at an
 * arm's length it takes in passing; a floor too steep to run up it hops up; one steep enough to
 * gain speed on it slides down (slide.h); where nothing is in reach it jumps at its hardest toward
 * the first hold, and where nothing comes it stands. Without input.forward it slows down and
 * stands; with input.up it jumps as soon as it can. Not modelled: single footfalls (gait/), turning
 * on the spot. */
#ifndef HH_GIBBON_RUN_H
#define HH_GIBBON_RUN_H

#include "gibbon/frame.h"

/* Begins to run on `piece` from where it stands or lands; what speed it has across the floor is
 * lost, a collision. */
void hh_run_begin(const HhFrame *frame, int piece);

/* For dt_s or to its event; returns the time used. */
double hh_run_step(const HhFrame *frame, double dt_s);

/* The floor is left as it moves: a flight. */
void hh_run_leave(const HhFrame *frame);

#endif
