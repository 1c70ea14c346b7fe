/* A slide down a floor or along a branch: as a run (run.h) without muscles, with friction: of each
 * metre forward mu g is lost (friction of the weight; the centripetal share is left out).
 *   v^2 / 2 + g y = E_0 - mu g |x - x_0|
 * It ends where the floor does (a flight), where it has become flat or slow (a run), or where the
 * floor falls away faster than the body (a flight). */
#ifndef HH_GIBBON_SLIDE_H
#define HH_GIBBON_SLIDE_H

#include "gibbon/frame.h"

void hh_slide_begin(const HhFrame *frame, int piece);
double hh_slide_step(const HhFrame *frame, double dt_s);

#endif
