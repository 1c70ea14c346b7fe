/* A slide down a floor or along a branch: as a run (run.h) without muscles, with friction: of each
 * metre forward mu g is lost (friction of the weight; the centripetal share is left out).
 *   v^2 / 2 + g y = E_0 - mu g |x - x_0|
 * It ends where the floor does (a flight), where it goes downhill less steeply than slide.slope or
 * the body has stopped (a run), or where the floor falls away faster than the body (a flight). */
#ifndef HH_GIBBON_SLIDE_H
#define HH_GIBBON_SLIDE_H

#include "gibbon/frame.h"

/* The steep floor, or branch that does not bend, under a swing that the feet have come down to (no
 * farther than legs.height below the body, and still below it), or -1. */
int hh_slide_under(const HhFrame *frame);

/* Begins to slide on `piece` from where it is; the speed across the floor is lost, a collision. */
void hh_slide_begin(const HhFrame *frame, int piece);

/* For dt_s or to its event; returns the time used. */
double hh_slide_step(const HhFrame *frame, double dt_s);

#endif
