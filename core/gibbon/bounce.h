/* A bounce on a canopy: a spring and a damper under the feet, across the plane that touches the
 * canopy where they met it. With m its slope, q the height over the plane less the leg's, and force
 * k q + c q' along (-m, 1),
 *   q'' = -g - (1 + m^2) (k q + c q'),
 * solved in closed form; along the plane the body goes on evenly but for gravity's part and what
 * the legs lean. On a level canopy this is y'' = -g - k (y - y_floor - leg) - c y'. At the lowest
 * point the legs may push: they stretch at once by as much as the flight wanted next needs, at most
 * twice the crouch, which is work k ((d + push)^2 - d^2) / 2 against the spring; velocity stays. It
 * leaves where the spring is slack: toward a hold with a perfect grab (leap.h), to the floor that
 * comes next, or to bounce again, a little nearer, some times; at last as hard as it can. What is
 * left in the spring then the canopy's damper takes. Not modelled: the canopy's mass, its curvature
 * during one contact. */
#ifndef HH_GIBBON_BOUNCE_H
#define HH_GIBBON_BOUNCE_H

#include "gibbon/frame.h"

/* The feet meet the canopy; position and velocity as they are. */
void hh_bounce_begin(const HhFrame *frame, int piece);

/* For dt_s or to its event; returns the time used. */
double hh_bounce_step(const HhFrame *frame, double dt_s);

/* Energy in the canopy's spring. */
double hh_bounce_energy(const HhWorld *world, const HhGibbon *gibbon);

#endif
