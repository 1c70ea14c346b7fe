/* A run on hands and feet along a floor or the top of a branch, and the jump at its end.
 * The body is carried at legs.height above the curve (surface.h). The legs' push is constant for
 * each metre forward, so on any slope
 *   v^2 / 2 + g y = E_0 + w (x - x_0)
 * holds exactly with w the drive, and only x(t), dx/dt = v / sqrt(1 + y'^2), is integrated.
 * Where the way leads on to another piece it plans the jump from the floor's end (leap.h): the
 * speed it runs up to, the place and the push; where no hold is in reach of a jump it waits.
 * Not modelled: single footfalls (gait/), turning on the spot. */
#ifndef HH_GIBBON_RUN_H
#define HH_GIBBON_RUN_H

#include "gibbon/frame.h"

/* Begins to run on `piece` from where it stands or lands; position and velocity as they are. */
void hh_run_begin(const HhFrame *frame, int piece);

/* For dt_s or to its event; returns the time used. */
double hh_run_step(const HhFrame *frame, double dt_s);

#endif
