/* How evenly the rigs move at 60 Hz, and how little they depend on the frame rate. The limits are
 * ours; HH_TOL_SCALE=0 prints what each leaves, and bench_rig_study by scene and mover. */
#include "check.h"

#include "base/angle.h"
#include "rig_runs.h"
#include "rig_steps.h"

static const double degree = HH_PI / 180;

/* Largest steps in a frame of 60 Hz: joint and bone, and where a contact or the law of motion
 * changes; a point beside the centre of mass. A restart after a fall is no motion. */
static const double turn_most = 45 * HH_PI / 180, turn_most_at_change = 30 * HH_PI / 180,
                    point_most_m = 0.25;

static HhbRigSteps steps;
static HhbRigRate rates[HHB_RIG_RATES];

static int run_all(void **state)
{
  (void)state;
  uint64_t seeds = check_full() ? 50 : 3;
  for (size_t scene = 0; scene < hhb_scene_count; scene++)
    for (int mover = 0; mover < HH_MOVER_COUNT; mover++)
      for (uint64_t seed = 1; seed <= seeds; seed++) {
        HhParams params;
        HhbSetup setup = hhb_rig_run(&hhb_scene_table[scene], (HhMover)mover, seed, 8, &params);
        hhb_rig_steps_add(&steps, &setup);
        hhb_rig_rates_add(rates, &setup);
      }
  return 0;
}

static void tell(const char *what, const HhbRigWorst *worst, double unit)
{
  print_message("%s: worst %.4g (%s; %s, %s, seed %llu, %.4f s)\n", what, worst->value / unit,
                worst->item, worst->scene, worst->mover, (unsigned long long)worst->seed,
                worst->time_s);
}

static void check_change(HhbRigChange change)
{
  assert_true(steps.frames[change] > 0);
  const HhbRigWorst *worst = steps.worst[change];
  double turn = change == HHB_RIG_NONE ? turn_most : turn_most_at_change;
  print_message("%s, %ld frames\n", hhb_rig_change_names[change], steps.frames[change]);
  tell("  joint, degrees", &worst[HHB_RIG_ANGLE], degree);
  tell("  bone, degrees", &worst[HHB_RIG_BONE], degree);
  tell("  point, m", &worst[HHB_RIG_POINT], 1);
  CHECK_NEAR(worst[HHB_RIG_ANGLE].value, 0, turn);
  CHECK_NEAR(worst[HHB_RIG_BONE].value, 0, turn);
  CHECK_NEAR(worst[HHB_RIG_POINT].value, 0, point_most_m);
}

static void no_joint_jumps_while_nothing_changes(void **state)
{
  (void)state;
  check_change(HHB_RIG_NONE);
}

static void no_joint_jumps_at_a_grab(void **state)
{
  (void)state;
  check_change(HHB_RIG_GRAB);
}

static void no_joint_jumps_at_a_release(void **state)
{
  (void)state;
  check_change(HHB_RIG_RELEASE);
}

static void no_joint_jumps_when_the_arm_becomes_slack_or_taut(void **state)
{
  (void)state;
  check_change(HHB_RIG_SLACK);
  check_change(HHB_RIG_TAUT);
}

static void no_joint_jumps_from_hand_to_hand(void **state)
{
  (void)state;
  check_change(HHB_RIG_HANDOVER);
}

static void no_joint_jumps_onto_the_wave(void **state)
{
  (void)state;
  check_change(HHB_RIG_BLEND);
}

static void the_frame_rate_hardly_matters(void **state)
{
  (void)state;
  static const double worst[HHB_RIG_RATES] = {0.6, 0.3, 0.15};
  static const double mean[HHB_RIG_RATES] = {0.05, 0.02, 0.01};
  for (int i = 0; i < HHB_RIG_RATES; i++) {
    char what[64];
    double rms = sqrt(rates[i].squares / (double)rates[i].count);
    snprintf(what, sizeof what, "%d Hz against %d, shares of the arm, r.m.s. %.4g",
             hhb_rig_rates_hz[i], HHB_RIG_RATE_MOST_HZ, rms);
    tell(what, &rates[i].worst, 1);
    CHECK_NEAR(rates[i].worst.value, 0, worst[i]);
    CHECK_NEAR(rms, 0, mean[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_joint_jumps_while_nothing_changes),
      cmocka_unit_test(no_joint_jumps_at_a_grab),
      cmocka_unit_test(no_joint_jumps_at_a_release),
      cmocka_unit_test(no_joint_jumps_when_the_arm_becomes_slack_or_taut),
      cmocka_unit_test(no_joint_jumps_from_hand_to_hand),
      cmocka_unit_test(no_joint_jumps_onto_the_wave),
      cmocka_unit_test(the_frame_rate_hardly_matters),
  };
  return cmocka_run_group_tests(tests, run_all, NULL);
}
