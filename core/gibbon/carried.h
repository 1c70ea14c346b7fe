/* A body carried by the wave of sine.h, or blended into it: motion without forces.
 * What gravity and a pulling arm cannot explain is booked: every rise of mechanical energy as
 * muscle added, every fall as muscle removed (exact to the fourth order of the frame at a turning
 * point of the energy), a jump at a change of law as collision loss or muscle added; and the
 * unexplained acceleration is summed. So a sine does not win by pretending.
 *
 * The blend adds the free body's lead over the wave, extrapolated, with a weight that falls from 1
 * to 0 along a smooth step: position and velocity are continuous at both ends. */
#ifndef HH_GIBBON_CARRIED_H
#define HH_GIBBON_CARRIED_H

#include "gibbon/frame.h"

/* Puts the body on the wave at the phase that fits its abscissa: at once, which is a jump and
 * recorded as one, or by a blend. */
void hh_carried_begin(const HhFrame *frame, bool blend);

/* The same for a body that has not moved yet: it begins on the wave, and nothing is recorded. */
void hh_carried_start(const HhFrame *frame);

/* Advances by at most dt_s; returns the time used. ARRIVED at the last hold of a complete
 * world; a mixed mover lets go at the end of a branch (mode FLIGHT). */
double hh_carried_step(const HhFrame *frame, double dt_s, HhStatus *status);

/* True when the hold that the wave passes nearest is within reach of the arm. */
bool hh_carried_holds(const HhGibbonParams *params, const HhGibbon *gibbon);

#endif
