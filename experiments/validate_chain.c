/* Claims on beads and sticks: gaits of the passive compass brachiator (bench/compass.h), found by
 * stepping from a stride that is well off. L 0.8 m, 1 kg at the elbow and at the free hand. */
#include "validate.h"

#include <math.h>

#include "base/angle.h"
#include "compass.h"

typedef enum Gait { STRIDE, TIME, SPEED, MAP_SLOPE } Gait;

/* at: slope of the ceiling in degrees, first stride, what */
static double gait(const double *at)
{
  HhbCompass compass = {.link_m = 0.8,
                        .elbow_kg = 1,
                        .hand_kg = 1,
                        .gravity_mps2 = 9.81,
                        .slope_rad = at[0] * HH_PI / 180};
  HhbCompassStep step;
  double map_slope;
  if (!hhb_compass_gait(&compass, at[1], &step, &map_slope)) return (double)NAN;
  double values[] = {step.stride_m, step.time_s, step.hand_speed_mps, map_slope};
  return values[(int)at[2]];
}

/* clang-format off */
#define TABLE "table compass_brachiator_fixed_points, mpmath"

static const HhxClaim claims[] = {
  {"B17.35.stride", "compass brachiator, 35 deg ceiling: stable stride", "m", 0.81406867, HHX_RELATIVE, 5e-4, TABLE, gait, {35, 0.9, STRIDE}, "the repository passive-brachiator says 0.815240, with steps of 10 ms"},
  {"B17.35.time", "compass brachiator, 35 deg ceiling: time of a swing", "s", 0.948645624, HHX_RELATIVE, 5e-4, TABLE, gait, {35, 0.9, TIME}, NULL},
  {"B17.35.map", "compass brachiator, 35 deg ceiling: slope of the stride map", "", 0.73118, HHX_RELATIVE, 5e-4, TABLE, gait, {35, 0.9, MAP_SLOPE}, NULL},
  {"B17.35.speed", "compass brachiator, 35 deg ceiling: hand's speed at the grab", "m/s", 4.6760946, HHX_RELATIVE, 5e-4, TABLE, gait, {35, 0.9, SPEED}, NULL},
  {"B17.10.stride", "compass brachiator, 10 deg ceiling: stable stride", "m", 1.457191974, HHX_RELATIVE, 5e-4, TABLE, gait, {10, 1.45, STRIDE}, NULL},
  {"B17.15.stride", "compass brachiator, 15 deg ceiling: stable stride", "m", 1.480262344, HHX_RELATIVE, 5e-4, TABLE, gait, {15, 1.45, STRIDE}, NULL},
  {"B17.40.stride", "compass brachiator, 40 deg ceiling: stable stride", "m", 0.873966335, HHX_RELATIVE, 5e-4, TABLE, gait, {40, 0.8, STRIDE}, NULL},
};
/* clang-format on */

const HhxClaimSet hhx_claims_chain = {"Beads and sticks: a passive compass brachiator", claims,
                                      sizeof claims / sizeof claims[0]};
