/* Claims on going hand over hand: the gibbon of core over level holds (gibbon/hand_over.h), and
 * what its recovery and collisions are (recovery.h). */
#include "validate.h"

#include "actor/params.h"
#include "base/angle.h"
#include "gibbon/gibbon.h"
#include "recovery.h"

static const double degree = HH_PI / 180;

typedef enum Part { ANGLE, STEP, MEAN } Part;

/* Mean of 20 steps at 60 Hz, from hanging still; at: arm, distance, part */
static double gait(const double *at)
{
  enum { HOLDS = 30, FROM = 2, TO = 22 };
  HhHold holds[HOLDS];
  for (int i = 0; i < HOLDS; i++)
    holds[i] = (HhHold){.at = {i * at[1], 0}};
  HhWorld world = {.holds = holds, .count = HOLDS, .complete = true};
  HhParams params;
  HhGibbon gibbon;
  HhRecord record;
  hh_params_preset(&params);
  params.gibbon.arm_length = at[0];
  params.gibbon.start = HH_START_REST;
  hh_gibbon_start(&params.gibbon, &params.grab, &params.world, &world, HH_MOVER_BALLISTIC, 1, 0,
                  &gibbon, &record);
  double from_s = 0;
  while (record.grabs < TO && gibbon.time_s < 60) {
    hh_gibbon_step(&params.gibbon, &params.grab, &params.world, &world, &gibbon, &record, 1.0 / 60);
    if (record.grabs == FROM) from_s = record.grab_time_s;
  }
  double step = (record.grab_time_s - from_s) / (TO - FROM);
  HhVec away = hh_vec_sub(gibbon.let_go_at, gibbon.grip);
  double values[] = {hh_angle_between(away, hh_vec(0, -1)) / degree, step, at[1] / step};
  return record.grabs == TO ? values[(int)at[2]] : (double)NAN;
}

typedef enum Measure { RECOVERY, FRACTION } Measure;

/* at: overshoot in degrees, flexion, measure */
static double measured(const double *at)
{
  HhbRecovery step = hhb_recovery_measure(0.8, 1, at[0] * degree, at[1]);
  return at[2] == RECOVERY ? step.recovery_percent : step.fraction;
}

#define ROW_12  "L 0.8 m, D 1.0 m, the gibbon from rest, 60 Hz: "
#define ROW_16  "L 0.8 m, D 1.0 m, hand over hand, "
#define SIAMANG "siamangs: Michilsens et al. 2012, Biology Open 1:411, abstract"
#define NO_TUNED                                                                                   \
  "one of a curve of pairs (bench_contact siamang): none gives both means, 70 % and 0.2"

/* clang-format off */
static const HhxClaim claims[] = {
  {"B12.gait.angle", ROW_12 "angle at the hand-over", "deg", 38.68218745349, HHX_RELATIVE, 1e-6, "theory: sin(a) = D / (2 L)", gait, {0.8, 1, ANGLE}, NULL},
  {"B12.gait.step", ROW_12 "time of a step", "s", 0.923385752998, HHX_RELATIVE, 1e-6, "theory: 2 sqrt(L / g) K(sin(a/2))", gait, {0.8, 1, STEP}, NULL},
  {"B12.gait.mean", ROW_12 "mean speed", "m/s", 1.082971008328, HHX_RELATIVE, 1e-6, "theory, as above", gait, {0.8, 1, MEAN}, NULL},
  {"B15.gait", ROW_12 "time of a step, plausible", "s", 0.89, HHX_PLAUSIBLE, 0.06, "0.83 to 0.95 s observed: Preuschoft & Demes 1984 in Bertram et al. 1999, introduction", gait, {0.8, 1, STEP}, NULL},
  {"B16.ideal", ROW_16 "no overshoot: energy recovery", "%", 100, HHX_ABSOLUTE, 1e-6, "theory: at rest where both arms reach, nothing is lost", measured, {0, 0, RECOVERY}, NULL},
  {"B16.ideal.fraction", ROW_16 "no overshoot: collision fraction", "", 0, HHX_ABSOLUTE, 1e-9, "theory, as above", measured, {0, 0, FRACTION}, NULL},
  {"B16.straight", ROW_16 "overshoot 9 deg, straight arm: energy recovery", "%", 70, HHX_ABSOLUTE, 11.4, SIAMANG, measured, {9, 0, RECOVERY}, NO_TUNED},
  {"B16.straight.fraction", ROW_16 "overshoot 9 deg, straight arm: collision fraction", "", 0.2, HHX_ABSOLUTE, 0.13, SIAMANG, measured, {9, 0, FRACTION}, NULL},
  {"B16.bent", ROW_16 "overshoot 24 deg, arm bent by a fifth: energy recovery", "%", 70, HHX_ABSOLUTE, 11.4, SIAMANG, measured, {24, 0.2, RECOVERY}, NO_TUNED},
  {"B16.bent.fraction", ROW_16 "overshoot 24 deg, arm bent by a fifth: collision fraction", "", 0.2, HHX_ABSOLUTE, 0.13, SIAMANG, measured, {24, 0.2, FRACTION}, NULL},
};
/* clang-format on */

const HhxClaimSet hhx_claims_hand_over = {"Hand over hand (g = 9.81 m/s2)", claims,
                                          sizeof claims / sizeof claims[0]};
