/* The end of a flight, and what takes the body over there: the step of a change of law, everything
 * in it, a booked collision too.
 *
 * A flight is drawn as one that ends in a perfect grab: the distance and slope from hold to hold
 * and the speed at the grab are uniform in their ranges, and of the collisionless arcs
 * (gibbon/arc.h) that arrive so fast it is the low one. Draws that have none are drawn anew. The
 * same flight then ends in sine      the wave of gibbon/sine.h along holds of that distance and
 * slope, at its own cadence matched   the same with the cadence that makes it as fast over the
 * ground as the flight grab      the hand planned for that hold: perpendicular to the arm search
 * the hand takes what a free swing's search finds Not measured: accelerations. The arm of a perfect
 * grab pulls at once, with more than the wave. */
#ifndef HHB_TAKEOVER_H
#define HHB_TAKEOVER_H

#include "actor/params.h"
#include "gibbon/arc.h"

typedef enum HhbTakeover {
  HHB_TAKEOVER_SINE,
  HHB_TAKEOVER_MATCHED,
  HHB_TAKEOVER_GRAB,
  HHB_TAKEOVER_SEARCH,
  HHB_TAKEOVER_COUNT
} HhbTakeover;

extern const char *const hhb_takeover_names[HHB_TAKEOVER_COUNT];

typedef struct HhbFlights {
  double distance_min_m, distance_max_m, slope_rad, speed_min_mps, speed_max_mps;
} HhbFlights;

/* The planner study (README, Sources) gives its figures without its draw. These are the holds and
 * slopes of its endless run, 3 m apart within 20 % and within 10 degrees of level, and speeds with
 * which its medians come out nearly: of 10,000 a sine's step has a median of 1.20 m/s and 41 % of
 * the kinetic energy, p95 2.5 m/s (the study: 1.20 m/s, 37 %, 2.6 m/s), matched 0.58 m/s, 11 % and
 * 1.9 m/s (0.54 m/s, 12 %, 2.0 m/s). */
extern const HhbFlights hhb_flights_study;

typedef struct HhbFlight {
  HhVec hold_to_hold;
  HhArc arc;
} HhbFlight;

HhbFlight hhb_flight_draw(const HhbFlights *flights, const HhParams *params, HhRandom *random);

typedef struct HhbStep {
  double velocity_mps, energy_ratio, position_m; /* energy: of the kinetic energy before */
} HhbStep;

/* False when the flight ends in nothing (a search that finds no hold in reach). */
bool hhb_takeover_step(const HhParams *params, const HhbFlight *flight, HhbTakeover takeover,
                       uint64_t seed, HhbStep *step);

#endif
