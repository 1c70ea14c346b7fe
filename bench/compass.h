/* A passive brachiator like a pair of compasses: two links, a mass at the elbow and one at the free
 * hand, under a ceiling that falls forward by a slope. A step starts at rest with both hands on the
 * ceiling; the rear one lets go, swings below and comes up to the ceiling ahead, where the grab
 * takes all speed. Then the hands swap: the stride of one step makes that of the next, and a gait
 * is a stride that makes itself. Moved by core/chain, the ceiling met inside a step by bisection.
 * After: the repository chalmers-rail/passive-brachiator. */
#ifndef HHB_COMPASS_H
#define HHB_COMPASS_H

#include <stdbool.h>

typedef struct HhbCompass {
  double link_m, elbow_kg, hand_kg, gravity_mps2, slope_rad;
} HhbCompass;

typedef struct HhbCompassStep {
  double stride_m, time_s, hand_speed_mps; /* at the end, of the hand before the grab */
} HhbCompassStep;

/* False when the hand does not come to the ceiling ahead of the other within 20 s. The stride is
 * above 0 and at most two links. */
bool hhb_compass_step(const HhbCompass *compass, double stride_m, HhbCompassStep *step);

/* Steps until the stride stays the same to 1e-12 m, 1000 at most, and how far the next stride
 * changes with a small change of the stride (a central difference). False when there is no such
 * stride to be found from here. */
bool hhb_compass_gait(const HhbCompass *compass, double stride_m, HhbCompassStep *step,
                      double *map_slope);

#endif
