/* How evenly the rigs move at 60 Hz, and how little they depend on the frame rate. The limits are
 * ours; HH_TOL_SCALE=0 prints what each leaves, and bench_rig_study by scene and mover. */
#include "check.h"

#include "base/angle.h"
#include "rig_runs.h"
#include "rig_steps.h"

static const double degree = HH_PI / 180;

/* Largest steps in a frame of 60 Hz. A restart after a fall is no motion. */
typedef struct Limits {
  double joint_rad, point_m; /* of a joint's angle; of a point beside the centre of mass */
} Limits;

/* The planned gibbon on the level branch and over the course, where it never hangs on a slack arm:
 * its hands know where they go. */
static const Limits planned_limits[HHB_RIG_CHANGE_COUNT] = {
    [HHB_RIG_NONE] = {35 * HH_PI / 180, 0.2},
    [HHB_RIG_GRAB] = {20 * HH_PI / 180, 0.2},
    [HHB_RIG_RELEASE] = {35 * HH_PI / 180, 0.2},
};

/* All movers in all scenes, falls from 3 m and swings of 9 m/s among them: a hold that is found in
 * the air at the last moment is taken at once, and a body that passes near its hand at 8 m/s folds
 * its elbow as fast, whatever the rig wishes. */
static const Limits all_limits[HHB_RIG_CHANGE_COUNT] = {
    [HHB_RIG_NONE] = {65 * HH_PI / 180, 0.5},    [HHB_RIG_GRAB] = {110 * HH_PI / 180, 0.8},
    [HHB_RIG_RELEASE] = {78 * HH_PI / 180, 0.3}, [HHB_RIG_SLACK] = {25 * HH_PI / 180, 0.15},
    [HHB_RIG_TAUT] = {70 * HH_PI / 180, 0.2},    [HHB_RIG_HANDOVER] = {37 * HH_PI / 180, 0.55},
    [HHB_RIG_BLEND] = {38 * HH_PI / 180, 0.35},
};

/* At a release of the planned gibbon, in a frame of a millisecond. */
static const Limits fine_limits[HHB_RIG_CHANGE_COUNT] = {
    [HHB_RIG_RELEASE] = {3 * HH_PI / 180, 0.015},
};

static HhbRigSteps steps, planned;
static HhbRigRate rates[HHB_RIG_RATES];

static int run_all(void **state)
{
  (void)state;
  uint64_t seeds = check_full() ? 50 : 3;
  for (size_t scene = 0; scene < hhb_rig_scene_count(); scene++)
    for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++)
      for (uint64_t seed = 1; seed <= seeds; seed++) {
        const HhbScene *where = &hhb_scene_table[scene];
        HhParams params;
        HhbSetup setup = hhb_rig_run(where, (HhMover)mover, seed, 8, &params);
        hhb_rig_steps_add(&steps, &setup);
        hhb_rig_rates_add(rates, &setup);
        bool plans = where->kind == HH_SCENE_ENDLESS_BRANCH || where->kind == HH_SCENE_COURSE;
        if (plans && mover == HH_MOVER_BALLISTIC) hhb_rig_steps_add(&planned, &setup);
      }
  return 0;
}

static void tell(const char *what, const HhbRigWorst *worst, double unit)
{
  print_message("%s: worst %.4g (%s; %s, %s, seed %llu, %.4f s)\n", what, worst->value / unit,
                worst->item, worst->scene, worst->mover, (unsigned long long)worst->seed,
                worst->time_s);
}

static void check_steps(const HhbRigSteps *of, HhbRigChange change, const Limits *limits)
{
  assert_true(of->frames[change] > 0);
  const HhbRigWorst *worst = of->worst[change];
  print_message("%s, %ld frames\n", hhb_rig_change_names[change], of->frames[change]);
  tell("  joint, degrees", &worst[HHB_RIG_ANGLE], degree);
  tell("  bone, degrees", &worst[HHB_RIG_BONE], degree);
  tell("  point, m", &worst[HHB_RIG_POINT], 1);
  CHECK_NEAR(worst[HHB_RIG_ANGLE].value, 0, limits[change].joint_rad);
  CHECK_NEAR(worst[HHB_RIG_POINT].value, 0, limits[change].point_m);
}

static void check_change(HhbRigChange change)
{
  check_steps(&steps, change, all_limits);
}

static void a_planned_gibbon_moves_evenly_through_its_grabs(void **state)
{
  (void)state;
  check_steps(&planned, HHB_RIG_NONE, planned_limits);
  check_steps(&planned, HHB_RIG_GRAB, planned_limits);
  check_steps(&planned, HHB_RIG_RELEASE, planned_limits);
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

/* In a millisecond motion is small, and a jump as large as ever. */
static void a_hand_that_lets_go_stays_where_it_was(void **state)
{
  (void)state;
  HhbRigSteps fine = {0};
  for (size_t scene = 0; scene < hhb_rig_scene_count(); scene++)
    for (uint64_t seed = 1; seed <= 3; seed++) {
      HhParams params;
      HhbSetup setup = hhb_rig_run(&hhb_scene_table[scene], HH_MOVER_BALLISTIC, seed, 4, &params);
      params.episode.dt = 1e-3;
      hhb_rig_steps_add(&fine, &setup);
    }
  check_steps(&fine, HHB_RIG_RELEASE, fine_limits);
}

static void the_frame_rate_hardly_matters(void **state)
{
  (void)state;
  static const double worst[HHB_RIG_RATES] = {1.1, 0.8, 0.7};
  static const double mean[HHB_RIG_RATES] = {0.035, 0.018, 0.008};
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
      cmocka_unit_test(a_planned_gibbon_moves_evenly_through_its_grabs),
      cmocka_unit_test(no_joint_jumps_while_nothing_changes),
      cmocka_unit_test(no_joint_jumps_at_a_grab),
      cmocka_unit_test(no_joint_jumps_at_a_release),
      cmocka_unit_test(no_joint_jumps_when_the_arm_becomes_slack_or_taut),
      cmocka_unit_test(no_joint_jumps_from_hand_to_hand),
      cmocka_unit_test(no_joint_jumps_onto_the_wave),
      cmocka_unit_test(a_hand_that_lets_go_stays_where_it_was),
      cmocka_unit_test(the_frame_rate_hardly_matters),
  };
  return cmocka_run_group_tests(tests, run_all, NULL);
}
