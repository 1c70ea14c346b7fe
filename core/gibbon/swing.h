/* A swing: the centre of mass on a circle about the handhold.
 *   theta'' = -(g/l) sin theta + a/l
 * theta from hanging, counter-clockwise (forward) positive; l the length of the arm; a the
 * tangential acceleration of the muscles, constant over a stretch of the swing, so that its work
 * per mass is exactly a l (theta - theta0).
 * The state is the unit vector (sin theta, -cos theta) and the rate: no trigonometry. A step is
 * the Taylor series of order HH_SWING_ORDER, whose coefficients follow from
 *   s' = c w,  c' = -s w,  w' = (a - g s) / l,  theta' = w;
 * the step is halved until the last terms are below round-off, and every event is a root of the
 * same polynomials. Energy and time are exact to round-off at any frame rate (bench/pendulum
 * compares it with the usual integrators).
 * The arm pulls and never pushes: a step ends where the tension l w^2 + g c vanishes.
 * After: Bertram et al. 1999, J. Exp. Biol. 202:2609, point-mass model; the series by the usual
 * recurrences (Moore 1966, Interval Analysis, ch. 11). Not modelled: the elbow, legs, grip. */
#ifndef HH_GIBBON_SWING_H
#define HH_GIBBON_SWING_H

#include <stdbool.h>

#include "base/vec.h"

enum { HH_SWING_ORDER = 14 };

typedef struct HhSwing {
  HhVec dir;         /* unit vector, hand to centre of mass */
  double rate_radps; /* counter-clockwise */
  double length_m;
  double swept_rad; /* net angle since the swing began */
} HhSwing;

/* Which events end a step early, besides its length. */
typedef struct HhSwingWatch {
  bool mark_set; /* end when dir passes `mark`, whichever way */
  HhVec mark;
  bool turn; /* end when the rate changes sign */
} HhSwingWatch;

typedef enum HhSwingEvent {
  HH_SWING_NONE,
  HH_SWING_MARK,
  HH_SWING_TURN,
  HH_SWING_SLACK /* tension vanished */
} HhSwingEvent;

/* Advances by dt_s or to the first event; returns the time used. muscle_mps2 is the constant
 * tangential acceleration, counter-clockwise positive. dt_s > 0. */
double hh_swing_step(double gravity_mps2, double muscle_mps2, HhSwingWatch watch, HhSwing *swing,
                     double dt_s, HhSwingEvent *event);

/* Position relative to the hand, velocity, energy per mass with the datum at the hand, and the
 * tension of the arm per mass. */
HhVec hh_swing_offset(const HhSwing *swing);
HhVec hh_swing_velocity(const HhSwing *swing);
double hh_swing_energy(double gravity_mps2, const HhSwing *swing);
double hh_swing_tension(double gravity_mps2, const HhSwing *swing);

#endif
