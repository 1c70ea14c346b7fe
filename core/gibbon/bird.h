/* A bird on the same interface: flaps and glides over the course, from hold to hold.
 * Lift across the velocity, drag against it by the glide polar, thrust of flapping along it:
 *   v' = lift n - drag u + thrust u - g
 * steered toward a point over the next hold; integrated by Runge and Kutta's method with thrust and
 * drag work beside the motion, so that the ledger knows both. A hold counts as passed when it is
 * below or behind. Not modelled: single wing strokes' forces, turning, landing. */
#ifndef HH_GIBBON_BIRD_H
#define HH_GIBBON_BIRD_H

#include "gibbon/frame.h"

void hh_bird_start(const HhFrame *frame);
double hh_bird_step(const HhFrame *frame, double dt_s, HhStatus *status);

#endif
