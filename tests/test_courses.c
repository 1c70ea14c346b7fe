/* Whole courses: the published generator, the passive limit, and what foresight is for. */
#include "check.h"

#include "base/angle.h"
#include "episode.h"
#include "oracle.h"

enum { HOLDS = 30 };

static HhbSetup course_setup(HhParams *params, uint64_t seed)
{
  HhbSetup setup = {.scene = hhb_scene_find("random_course"),
                    .mover = HH_MOVER_BALLISTIC,
                    .params = params,
                    .seed = seed};
  return setup;
}

/* Holds 1-2 m apart, pitch +-15 degrees, from rest: bench_courses has all 1,200 and the other rows.
 */
static void the_published_courses_are_crossed_almost_without_radial_speed(void **state)
{
  (void)state;
  int courses = check_full() ? 1200 : 150;
  for (int method = 0; method < 2; method++) {
    int arrived = 0;
    double radial = 0;
    for (int seed = 1; seed <= courses; seed++) {
      HhParams params;
      hhb_scene_preset(hhb_scene_find("random_course"), &params);
      params.gibbon.planner.method = method;
      HhbSetup setup = course_setup(&params, (uint64_t)seed);
      HhbResult result = hhb_episode_run(&setup, false);
      arrived += result.status == HH_ARRIVED;
      radial += result.metrics.grab_radial_ratio / courses;
    }
    assert_true(arrived >= 0.995 * courses);
    assert_true(radial < 0.05);
  }
}

/* A planner that fails a chain that a passive taut arm can pass is at fault; it chooses with one
 * hold's foresight of direction, so one chain in a thousand may lead it into a dead end. */
static void without_muscles_what_can_be_passed_is_passed(void **state)
{
  (void)state;
  static const double speeds[] = {3, 4, 5, 6, 8};
  int seeds = check_full() ? 1200 : 150;
  int passable = 0, missed = 0;
  for (size_t s = 0; s < 5; s++)
    for (int seed = 1; seed <= seeds; seed++) {
      HhParams params;
      hhb_scene_preset(hhb_scene_find("random_course"), &params);
      params.gibbon.planner.method = HH_PLANNER_EXACT;
      params.gibbon.muscle.work = 0;
      params.gibbon.start = HH_START_SWING;
      params.gibbon.start_speed = speeds[s];
      params.gibbon.tolerance.bleed = 0;
      HhHold holds[HOLDS];
      hh_world_fill(&params.world, HH_SCENE_RANDOM_COURSE, (uint64_t)seed, holds, 0, HOLDS);
      HhbChain chain = {holds, HOLDS, params.gibbon.arm_length, params.world.gravity,
                        0.5 * speeds[s] * speeds[s] -
                            params.world.gravity * params.gibbon.arm_length};
      if (!hhb_chain_has_energy(&chain) || !hhb_chain_passable(&chain)) continue;
      passable++;
      HhbSetup setup = course_setup(&params, (uint64_t)seed);
      HhbResult result = hhb_episode_run(&setup, false);
      missed += result.status != HH_ARRIVED;
      CHECK_NEAR(result.metrics.muscle_added_J_per_kg, 0, 0);
    }
  assert_true(passable > seeds);
  assert_true(missed <= 1 + passable / 300);
}

/* Reference: chain_energy_oracle, 20,000 chains a row; ours has fewer, so four standard errors. */
static void the_energy_oracle_agrees_with_the_reference(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/chain_energy_oracle.csv"));
  enum { CHAINS = 2000 };
  for (int row = 0; row < table->rows; row++) {
    HhParams params;
    hhb_scene_preset(hhb_scene_find("random_course"), &params);
    params.world.distance_min = check_cell(table, row, "d_min_m");
    params.world.distance_max = check_cell(table, row, "d_max_m");
    params.world.pitch_max = check_cell(table, row, "pitch_deg") * HH_PI / 180;
    params.world.pitch_min = -params.world.pitch_max;
    double v = check_cell(table, row, "v_bottom0_mps"), l = check_cell(table, row, "L_m");
    double passable = 0;
    for (uint64_t seed = 1; seed <= CHAINS; seed++) {
      HhHold holds[HOLDS];
      hh_world_fill(&params.world, HH_SCENE_RANDOM_COURSE, seed, holds, 0, HOLDS);
      HhbChain chain = {holds, HOLDS, l, 9.81, 0.5 * v * v - 9.81 * l};
      passable += hhb_chain_has_energy(&chain);
    }
    double expected = check_cell(table, row, "frac_passable");
    double error = sqrt(fmax(expected * (1 - expected), 1e-4) / CHAINS);
    CHECK_NEAR(passable / CHAINS, expected, 4 * error);
  }
  check_table_free(table);
}

/* A gap that one swing cannot cross is crossed with a run-up, and only with foresight. */
static void foresight_takes_a_run_up_to_a_wide_gap(void **state)
{
  (void)state;
  int arrived[2] = {0};
  for (int foresight = 0; foresight < 2; foresight++)
    for (int i = 0; i < 10; i++) {
      HhHold holds[10];
      for (int k = 0; k < 10; k++)
        holds[k] = (HhHold){.at = {1.5 * k + (k == 9 ? 1.7 : 0), 0}, .branch = k};
      HhParams params;
      hhb_scene_preset(hhb_scene_find("course"), &params);
      params.gibbon.planner.method = HH_PLANNER_EXACT;
      params.gibbon.planner.foresight = foresight ? 8 : 0;
      params.gibbon.planner.weight_onward = foresight ? 100 : 0;
      params.gibbon.muscle.work = 0.3;
      params.gibbon.muscle.pump_angle = 1;
      params.gibbon.start_speed = 3.5 + 0.05 * i;
      HhbSetup setup = {.scene = hhb_scene_find("course"),
                        .mover = HH_MOVER_BALLISTIC,
                        .params = &params,
                        .course = {.holds = holds, .count = 10, .complete = true},
                        .seed = 1};
      arrived[foresight] += hhb_episode_run(&setup, false).status == HH_ARRIVED;
    }
  assert_int_equal(arrived[1], 10);
  assert_true(arrived[0] < 5);
}

/* Regret is measured only when asked for, and changes nothing else. */
static void regret_is_measured_when_asked_for(void **state)
{
  (void)state;
  for (int method = 0; method < 2; method++) {
    HhParams params;
    const HhbScene *scene = hhb_scene_find("endless_branch");
    hhb_scene_preset(scene, &params);
    params.gibbon.planner.method = method;
    params.gibbon.planner.weight_onward = 0;
    HhbSetup setup = {.scene = scene,
                      .mover = HH_MOVER_BALLISTIC,
                      .params = &params,
                      .seed = 3,
                      .duration_s = 20};
    HhbResult plain = hhb_episode_run(&setup, false);
    params.episode.regret = 1;
    HhbResult measured = hhb_episode_run(&setup, false);
    assert_true(hhb_is_missing(plain.metrics.planner_regret));
    assert_true(plain.state_hash == measured.state_hash);
    assert_true(fabs(measured.metrics.planner_regret) < (method == HH_PLANNER_EXACT ? 1e-4 : 2e-2));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_published_courses_are_crossed_almost_without_radial_speed),
      cmocka_unit_test(without_muscles_what_can_be_passed_is_passed),
      cmocka_unit_test(the_energy_oracle_agrees_with_the_reference),
      cmocka_unit_test(foresight_takes_a_run_up_to_a_wide_gap),
      cmocka_unit_test(regret_is_measured_when_asked_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
