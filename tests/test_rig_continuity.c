/* How evenly the rigs move at 60 Hz, and how little they depend on the frame rate. The limits are
 * ours; HH_TOL_SCALE=0 prints what each leaves, and bench_rig_study by scene and mover. */
#include "check.h"

#include "base/angle.h"
#include "rig_runs.h"
#include "rig_steps.h"

static const double degree = HH_PI / 180;

/* Largest steps in a frame of 60 Hz, whatever happens in it but a restart after a fall. */
static const double limits[HHB_RIG_QUANTITY_COUNT] = {45 * HH_PI / 180, 45 * HH_PI / 180, 0.25};

static HhbRigSteps steps;
static HhbRigRate rates[HHB_RIG_RATES];

static int run_all(void **state)
{
  (void)state;
  int seeds = check_full() ? 50 : 2;
  for (size_t scene = 0; scene < hhb_scene_count; scene++)
    for (int run = 0; run < seeds * HH_MOVER_COUNT; run++) {
      HhParams params;
      HhbSetup setup = hhb_rig_run(&hhb_scene_table[scene], (HhMover)(run % HH_MOVER_COUNT),
                                   (uint64_t)(1 + run / HH_MOVER_COUNT), 8, &params);
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
  for (int i = 0; i < HHB_RIG_QUANTITY_COUNT; i++) {
    char what[64];
    bool metres = i == HHB_RIG_POINT;
    snprintf(what, sizeof what, "%s, %s", hhb_rig_change_names[change],
             metres              ? "point, m"
             : i == HHB_RIG_BONE ? "bone, degrees"
                                 : "joint, degrees");
    tell(what, &steps.worst[change][i], metres ? 1 : degree);
    CHECK_NEAR(steps.worst[change][i].value, 0, limits[i]);
  }
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

/* The measure sees a jump: a rig that is hung up again turns its joints at once. */
static void a_restart_is_seen_as_one(void **state)
{
  (void)state;
  assert_true(steps.frames[HHB_RIG_RESTART] > 0);
  for (int i = 0; i < HHB_RIG_QUANTITY_COUNT; i++)
    tell(hhb_rig_quantity_names[i], &steps.worst[HHB_RIG_RESTART][i], 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_joint_jumps_while_nothing_changes),
      cmocka_unit_test(no_joint_jumps_at_a_grab),
      cmocka_unit_test(no_joint_jumps_at_a_release),
      cmocka_unit_test(no_joint_jumps_when_the_arm_becomes_slack_or_taut),
      cmocka_unit_test(no_joint_jumps_onto_the_wave),
      cmocka_unit_test(the_frame_rate_hardly_matters),
      cmocka_unit_test(a_restart_is_seen_as_one),
  };
  return cmocka_run_group_tests(tests, run_all, NULL);
}
