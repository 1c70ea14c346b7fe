/* Brachiation as a sine wave, the prototype that the article's authors set out to better.
 *
 * The body follows the line through the holds; one wave a hold, always `sine.cadence` holds a
 * second. At speed v along the line, with A = (|v| / 10 + 1)^0.8 - 0.9 and phase tau (holds
 * passed), the centre of mass is at
 *   x = line - lag v,   y = line + scale (-1 + A / 4 + max(0, 0.1 - 0.1 |v|)
 *                                          + A (1 + sin 2 pi (tau - lag cadence - 1/4)))
 * After: D. Rosen's movement prototype for "Gibbon: Beyond the Trees", constants of the published
 * prototype, the formula in our words.
 * Ours differs: the line is a Catmull-Rom curve through the scene's holds, so that spacing and
 * slope may vary, and v is its speed; where its curvature changes, at a hold, the velocity has a
 * small jump, which is recorded. The phase puts the lowest point below each hold (the prototype
 * has tau - 0.1 of its own hand cycle). Over floors the line is raised so that the body passes at
 * the height of one that runs; of trunks and what hangs it follows every hold. Before the first
 * hold and beyond the last it goes straight. Not modelled: the prototype's input (speed changes of
 * at most 5 m/s2, swings of at most 10 m/s) and its arms, which flex to 40 %. Kinematic: no force
 * moves this body; what it gains and loses is booked as muscle work. */
#ifndef HH_GIBBON_SINE_H
#define HH_GIBBON_SINE_H

#include "base/param.h"
#include "base/vec.h"
#include "world/world.h"

/* clang-format off */
#define HH_SINE_PARAMS(X)                                                                                              \
  X(REAL, cadence,    "sine.cadence", "1/s", 1.2732395447351628, 0.1, 20, "holds passed in a second", "Rosen prototype: 8 / (2 pi)") \
  X(REAL, scale,      "sine.scale", "m", 0.9, 0.01, 10, "unit of height", "Rosen prototype: 90 cm")                    \
  X(REAL, lag,        "sine.lag", "s", 0.05, 0, 1, "time by which the body trails the line", "Rosen prototype")        \
  X(REAL, blend,      "mixed.blend", "s", 0.25, 0, 5, "duration of the blend from free swing into the sine", "planner study, section 5") \
  X(REAL, reach,      "sine.reach", "m", 0.9, 0.05, 10, "distance from body to hold at which a hand on the wave holds", "Rosen prototype: 90 cm; its wave hangs 0.84 m low")
/* clang-format on */

typedef struct HhSineParams {
  HH_SINE_PARAMS(HH_PARAM_FIELD)
} HhSineParams;

typedef struct HhSinePoint {
  HhVec at, velocity;
} HhSinePoint;

/* The point of phase tau, holds passed; `piece` is the hold that begins the piece of the line on
 * which tau lies (floor(tau), but at a hold either side may be asked for). */
HhSinePoint hh_sine_point(const HhSineParams *params, const HhWorld *world, int piece, double tau);

/* The phase whose point has abscissa x_m, searched from hold `from` - 1 on, to 16 holds further. */
double hh_sine_phase(const HhSineParams *params, const HhWorld *world, int from, double x_m);

#endif
