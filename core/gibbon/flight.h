/* Flight and slack arm: a parabola, in closed form.
 *   r(t) = r + v t - g t^2 / 2,  v(t) = v - g t   (g along -y)
 * Events are roots of polynomials: the closest approach to a point, r.v changing from negative to
 * positive (a cubic), and the arm becoming taut, |r| reaching the arm's length from inside (a
 * quartic). A perfect grab only touches the reach circle, so nothing here samples |r|.
 * Not modelled: air drag. */
#ifndef HH_GIBBON_FLIGHT_H
#define HH_GIBBON_FLIGHT_H

#include "base/vec.h"

/* Moves a body by t_s along its parabola. */
void hh_flight_advance(double gravity_mps2, HhVec *at, HhVec *velocity, double t_s);

/* First time in [0, t_max] at which the distance from the origin has a minimum, or -1; r is the
 * position relative to that origin. A high arc has two minima. */
double hh_flight_closest(double gravity_mps2, HhVec r, HhVec velocity, double t_max);

/* First time in [0, t_max] at which the arm is taut: |r| comes from below length_m to length_m, or
 * is there (to round-off) and grows; -1 when there is none.
 * Starting at |r| = length with the tension just gone is no event: it is found again on the way
 * back, 4 v_y / g later when released exactly where the tension vanished. */
double hh_flight_taut(double gravity_mps2, HhVec r, HhVec velocity, double length_m, double t_max);

#endif
