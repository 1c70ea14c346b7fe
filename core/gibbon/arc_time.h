/* Times of the swings that an arc joins: the pendulum's elliptic integral, own and exact.
 *   t = l * integral of dtheta / v,  v^2 = v_bottom^2 - 4 g l sin^2(theta/2)
 *     = 2 l S R_F(v_bottom^2 (1 - S^2), v^2, v_bottom^2),  S = sin(theta/2)
 * from the bottom to theta. R_F is Carlson's symmetric integral of the first kind, found by his
 * duplication theorem with + - x / and sqrt alone, so that it has the same bits everywhere; no
 * modulus appears, and one formula serves swings that turn, that circle, and the turning point.
 * After: B. C. Carlson 1995, Numerical computation of real or complex elliptic integrals, Numer.
 * Algorithms 10:13-26; series and Legendre's F as in DLMF 19.36.1 and 19.25.5.
 * Not modelled: a slack arm (the circle is kept even where the arm would have to push). */
#ifndef HH_GIBBON_ARC_TIME_H
#define HH_GIBBON_ARC_TIME_H

#include <stdbool.h>

#include "base/vec.h"
#include "gibbon/arc.h"

/* The parts of one step, from the bottom below hold 1 to the bottom below hold 2. The first is
 * negative for a release before the bottom, the last for a grab after it. */
typedef struct HhArcTimes {
  double release_from_bottom_s, flight_s, grab_to_bottom_s;
} HhArcTimes;

/* Time from the bottom to where a counter-clockwise swing has this heading (a unit vector) and
 * speed; negative when that lies before the bottom. False (and nothing written) when it takes
 * forever, or an argument is not finite or not positive; speed 0 is a turning point. */
bool hh_arc_time_from_bottom(double gravity_mps2, double arm_m, HhVec heading, double speed_mps,
                             double *time_s);

/* Contact time: from one heading to another in the counter-clockwise swing of this energy (zero
 * at the hand), not over the top; negative when `to` comes before `from`. False when the swing
 * does not rise that far. */
bool hh_arc_time_between(double gravity_mps2, double arm_m, double energy_Jpkg, HhVec from,
                         HhVec to, double *time_s);

/* The times of the step that an arc, or continuous contact, belongs to. */
bool hh_arc_times(const HhArcProblem *problem, const HhArc *arc, HhArcTimes *times);

#endif
