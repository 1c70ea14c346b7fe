/* Flights that end in a perfect grab, from a given place: the counterpart of arc.h where the launch
 * is not on a circle.
 * The grab: the body hangs at hold + arm * d, d a unit vector, and moves across d. With D the way
 * from the launch to that point and g the gravity vector, the velocity on arrival is
 * D / T + g T / 2; that it is perpendicular to d gives the time of flight in closed form,
 *   T^2 = -2 (D . d) / (g . d),   launch velocity D / T - g T / 2:
 * one flight for each d, none where D . d and g . d have the same sign. For d below the hold the
 * launch lies outside the circle, on the outer side of its tangent at d, and nearer than the arm
 * just before or after the grab it does not come: v^2 + arm (g . d) > 0, which is also the tension.
 * Every flight whose least distance from a hold is the arm's length is one of these: so a body
 * that moves by itself (on a vine) lets go where hh_leap_miss crosses zero. */
#ifndef HH_GIBBON_LEAP_H
#define HH_GIBBON_LEAP_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct HhLeap {
  HhVec velocity; /* at the launch, m/s */
  HhVec dir;      /* unit, from the hold to the body at the grab */
  double flight_s;
} HhLeap;

/* From the launch place to the hold; the arm at the grab. */
typedef struct HhLeapProblem {
  HhVec to_hold;
  double arm_m, gravity_mps2;
  int facing;           /* the way it goes over the ground, 1 or -1 */
  HhVec own;            /* velocity that the body would have by itself */
  double speed_max_mps; /* at the launch */
} HhLeapProblem;

/* The flight that arrives at dir; false: there is none. */
bool hh_leap_toward(const HhLeapProblem *problem, HhVec dir, HhLeap *leap);

/* Of the flights with d below the hold that go forward within the limit and come no nearer than the
 * arm before the grab: that whose launch asks for the least change of `own`. False: there is none.
 * A scan of d, refined by golden section. */
bool hh_leap_best(const HhLeapProblem *problem, HhLeap *leap);

/* The first least distance that a flight from here comes to the hold, less the arm's length:
 * negative, it passes inside the reach; 1e30: it only goes away. to_hold from the body. */
double hh_leap_miss(double gravity_mps2, HhVec to_hold, HhVec velocity, double arm_m);

#endif
