/* A bounce on a canopy: a spring and a damper under the feet, straight up and down,
 *   y'' = -g - k (y - y_floor - leg) - c y',
 * solved in closed form; over the ground the body goes on evenly. At the lowest point the legs may
 * push: the leg stretches at once by as much as the flight wanted next needs, which is work
 * k ((d + push)^2 - d^2) / 2 against the spring; velocity stays. It leaves where the spring is
 * slack, toward the next hold with a perfect grab where that is in reach (leap.h). */
#ifndef HH_GIBBON_BOUNCE_H
#define HH_GIBBON_BOUNCE_H

#include "gibbon/frame.h"

void hh_bounce_begin(const HhFrame *frame, int piece);
double hh_bounce_step(const HhFrame *frame, double dt_s);

/* Energy in the canopy's spring. */
double hh_bounce_energy(const HhWorld *world, const HhGibbon *gibbon);

#endif
