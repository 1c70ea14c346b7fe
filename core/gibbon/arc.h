/* Collisionless arcs between two holds: all of them, exactly.
 * A point mass on a massless arm lets go of hold 1, flies a parabola and takes hold 2; both times
 * its velocity is perpendicular to the arm, so nothing is lost. Two holds leave one freedom, and
 * half the turn of the heading in flight, eta, spans it: at every eta there is one arc or none,
 * and those that exist fill an interval that begins at 0 (the flat, infinitely fast arc).
 *
 * Headings are unit vectors, launch (cos a, sin a), grab (cos b, sin b) with |a|, |b| < 90
 * degrees; the body hangs at hold + arm * (heading.y, -heading.x). eta = (a - b)/2, and with
 * tau = tan(eta) tan((a + b)/2), s = sin(eta), c = cos(eta), D = hold_to_hold, arms l0 and l1:
 *   D.x tau - D.y s c (1 - tau^2) = sqrt(s^2 + c^2 tau^2) ((l0 + l1) s^2 tau + (l0 - l1) c^2)
 * is the one equation to solve; then everything follows, the speeds being V (1 + tau) at launch
 * and V (1 - tau) at the grab. Level holds and equal arms: tau = 0, no solve at all. arc.c derives
 * it and proves what this header claims, for any slope and any two arms.
 *
 * The family ends, at the greatest eta, in one of three ways (HhArcKind):
 *   FLIGHT   by our cap alone: above it the arc rises beyond 250 times the distance it covers
 *   CONTACT  the arc has shrunk to a point where both circles meet and the body is at rest:
 *            continuous contact, the slow gait. Level: sin a = D / (2 L). At any slope:
 *            |D|^2 = (l0 - l1)^2 + 4 l0 l1 s^2
 *   PLUMB    the flight has become a vertical line: up from beside hold 1 to rest below hold 2
 *            (a = 90 degrees), or let go at rest, straight down (b = -90). Steep holds only; equal
 *            arms: |D| > 2 L cos(slope)
 * The release energy falls along the family until eta = 45 degrees exactly (launch perpendicular
 * to grab) and rises after it, for any slope and arms; so an energy has no arc, one or two.
 *
 * Bad input is an answer, not an error: there is no arc where a number is not finite, an arm or
 * gravity is not between 1e-30 and 1e30, one arm is 1000 times the other, the hold is not in front
 * (D.x <= 0: for movement to the left mirror the problem), nearer than about 1e-6 arms, or farther
 * than HH_ARC_SPAN_MAX arms.
 * After: Bertram et al. 1999, J. Exp. Biol. 202:2609, point mass, circle and parabola that meet
 * tangentially, and continuous contact. The parametrisation is ours.
 * Not modelled: a perfect grab only touches the reach circle, and a high arc may pass near hold 2
 * once before; whether anything else is in the way. */
#ifndef HH_GIBBON_ARC_H
#define HH_GIBBON_ARC_H

#include <stdbool.h>

#include "base/vec.h"

/* Holds farther apart than this many mean arms have no arc here: round-off then reaches 1e-10
 * arms at the cap of the family. */
#define HH_ARC_SPAN_MAX 128.0

/* The caps of the half turn. sin(eta): below it the launch is faster than 700 sqrt(g D.x).
 * cos(eta): a level arc rises its length / (4 cos(eta)), and round-off grows in proportion. */
#define HH_ARC_SIN_MIN 0x1p-20
#define HH_ARC_COS_MIN 0x1p-10

typedef struct HhArcProblem {
  HhVec hold_to_hold; /* m */
  double launch_arm_m, grab_arm_m;
  double gravity_mps2;
} HhArcProblem;

typedef struct HhArc {
  HhVec half_turn; /* (cos eta, sin eta) */
  HhVec launch_heading, grab_heading;
  double launch_speed_mps, grab_speed_mps, horizontal_mps;
  double flight_s;
  double energy_Jpkg; /* potential zero at hold 1 */
  double closure_m;   /* how far from hold 2's circle the parabola ends: round-off */
} HhArc;

typedef enum HhArcKind { HH_ARC_NONE, HH_ARC_FLIGHT, HH_ARC_CONTACT, HH_ARC_PLUMB } HhArcKind;

/* The half turns that have an arc, as (cos, sin), both ends included; a hair (2^-30 of its
 * sine squared) short of where the family ends. */
typedef struct HhArcRange {
  HhVec least, most;
  HhArcKind end; /* what the family becomes beyond `most` */
} HhArcRange;

/* The arc with one half turn, a unit vector (cos eta, sin eta): hh_unit_from_angle(eta), or from a
 * table. False when there is none (or no unit vector); *arc is written only when found. */
bool hh_arc_at(const HhArcProblem *problem, HhVec half_turn, HhArc *arc);

/* False when there is no arc at all. */
bool hh_arc_range(const HhArcProblem *problem, HhArcRange *range);

/* The least release energy that passes. FLIGHT: the arc with eta = 45 degrees, when the family
 * gets there. Else its end, with *arc the limit: CONTACT (speeds and flight 0), which for equal
 * arms is so below a distance of sqrt(2) L unless the holds are steeper than PLUMB allows, or
 * PLUMB (horizontal speed 0), an energy that arcs approach and do not reach. NONE: no arc. */
HhArcKind hh_arc_min_energy(const HhArcProblem *problem, HhArc *arc);

/* Whether a swing with this energy can pass at all, whatever the angle it lets go at. */
bool hh_arc_feasible(const HhArcProblem *problem, double energy_Jpkg);

/* The arcs with this release energy: 0, 1 or 2 of them, the lower (smaller eta) first; those beyond
 * a cap of the half turn do not count. Downhill the low one may be let go before the bottom. */
int hh_arc_at_energy(const HhArcProblem *problem, double energy_Jpkg, HhArc arcs[2]);

/* Continuous contact: at rest where the circles meet, below both holds (or level with one).
 * False when they do not meet there. The step's two half swings: hh_arc_times. */
bool hh_arc_contact(const HhArcProblem *problem, HhArc *arc);

#endif
