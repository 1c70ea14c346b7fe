/* Three keys: who presses them, and what they mean to a gibbon that hangs, swings or flies. */
#include "check.h"

#include "actor/actor.h"
#include "base/angle.h"
#include "episode.h"

static const double g = 9.81, arm = 0.75;

static HhPlayerParams player_of(HhPlayerKind kind, HhKey key, double period, double duty)
{
  return (HhPlayerParams){.kind = (int)kind, .key = (int)key, .period = period, .duty = duty};
}

static void nobody_keeps_forward_down(void **state)
{
  (void)state;
  HhPlayerParams params = player_of(HH_PLAYER_AUTO, HH_KEY_UP, 2, 0.5);
  HhPlayer player = hh_player(1, 0);
  for (int i = 0; i < 1000; i++) {
    HhInput input = hh_player_press(&params, &player, i / 60.0);
    assert_true(input.forward && !input.up && !input.release);
  }
}

static void a_held_key_is_down_for_its_share_of_each_period(void **state)
{
  (void)state;
  for (int key = 0; key < 3; key++) {
    HhPlayerParams params = player_of(HH_PLAYER_HOLD, (HhKey)key, 0.7, 0.3);
    HhPlayer player = hh_player(1, 0);
    int down = 0, steps = 7000;
    for (int i = 0; i < steps; i++) {
      HhInput input = hh_player_press(&params, &player, i * 0.01);
      bool pressed[3] = {input.forward, input.up, input.release};
      for (int other = 0; other < 3; other++)
        if (other != key) assert_int_equal(pressed[other], other == HH_KEY_FORWARD);
      down += pressed[key];
    }
    CHECK_NEAR((double)down / steps, 0.3, 0.01);
  }
}

static void a_tap_comes_once_a_period_at_any_frame_rate(void **state)
{
  (void)state;
  static const double frames[] = {1.0 / 240, 1.0 / 60, 0.0173, 0.2};
  for (int f = 0; f < 4; f++) {
    HhPlayerParams params = player_of(HH_PLAYER_TAPS, HH_KEY_UP, 0.5, 0.4);
    HhPlayer player = hh_player(1, 0);
    int taps = 0;
    double last_s = -1;
    for (int i = 0; i * frames[f] < 100; i++) {
      double time_s = i * frames[f];
      HhInput input = hh_player_press(&params, &player, time_s);
      assert_true(input.forward && !input.release);
      if (!input.up) continue;
      taps++;
      double phase = time_s / 0.5 - floor(time_s / 0.5);
      assert_true(phase >= 0.4 - 1e-9 && phase < 0.4 + frames[f] / 0.5 + 1e-9);
      assert_true(time_s - last_s > 0.5 - frames[f] - 1e-9);
      last_s = time_s;
    }
    assert_int_equal(taps, 200);
  }
}

static void chance_draws_by_period_and_creature_and_not_by_frame(void **state)
{
  (void)state;
  enum { PERIODS = 20000 };
  HhPlayerParams params = player_of(HH_PLAYER_RANDOM, HH_KEY_UP, 0.5, 0.2);
  HhPlayer coarse = hh_player(7, 0), fine = hh_player(7, 0), other = hh_player(7, 1);
  int down[3] = {0}, same = 0;
  for (int i = 0; i < PERIODS; i++) {
    HhInput a = hh_player_press(&params, &coarse, 0.5 * i + 0.1), b = a;
    for (int j = 0; j < 5; j++) {
      b = hh_player_press(&params, &fine, 0.5 * i + 0.1 * j + 0.01);
      assert_memory_equal(&a, &b, sizeof a);
    }
    HhInput c = hh_player_press(&params, &other, 0.5 * i + 0.1);
    same += a.forward == c.forward;
    down[0] += a.forward;
    down[1] += a.up;
    down[2] += a.release;
  }
  double sigma = sqrt(0.2 * 0.8 / PERIODS), agree = 0.2 * 0.2 + 0.8 * 0.8;
  for (int key = 0; key < 3; key++)
    CHECK_NEAR((double)down[key] / PERIODS, 0.2, 4 * sigma);
  CHECK_NEAR((double)same / PERIODS, agree, 4 * sqrt(agree * (1 - agree) / PERIODS));
}

static void a_scripts_row_holds_until_the_next(void **state)
{
  (void)state;
  static const HhPlayerRow rows[] = {
      {1, {false, true, false}}, {2, {true, false, true}}, {2.001, {false, false, false}}};
  HhPlayerParams params = {.script = rows, .script_count = 3};
  HhPlayer player = hh_player(1, 0);
  assert_true(hh_player_press(&params, &player, 0.99).forward);
  HhInput input = hh_player_press(&params, &player, 1);
  assert_true(!input.forward && input.up && !input.release);
  assert_true(hh_player_press(&params, &player, 1.9).up);
  input = hh_player_press(&params, &player, 2);
  assert_true(input.forward && !input.up && input.release);
  input = hh_player_press(&params, &player, 1e6);
  assert_true(!input.forward && !input.up && !input.release);
}

/* A row of single holds, and a gibbon that swings through below the first at 4 m/s. */
typedef struct Row {
  HhHold holds[64];
  HhWorld world;
  HhParams params;
  HhActor actor;
} Row;

static void begin(Row *row, double spacing, const HhPlayerRow *script, int count)
{
  hh_params_preset(&row->params);
  row->params.player.script = script;
  row->params.player.script_count = count;
  for (int i = 0; i < 64; i++)
    row->holds[i] = (HhHold){.at = {spacing * i, 0}, .branch = i};
  row->world = (HhWorld){.holds = row->holds, .count = 64, .complete = true};
  assert_int_equal(hh_actor_start(&row->params, &row->world, HH_MOVER_BALLISTIC, 1, 0, &row->actor),
                   HH_RUNNING);
}

static void step_to(Row *row, double time_s)
{
  while (row->actor.gibbon.time_s < time_s - 1e-9)
    assert_int_equal(hh_actor_step(&row->params, &row->world, &row->actor, 1.0 / 60), HH_RUNNING);
}

static void check_laws(const Row *row)
{
  const HhRecord *record = &row->actor.record;
  CHECK_NEAR(record->velocity_step_max_mps, 0, 1e-12);
  CHECK_NEAR(record->position_step_max_m, 0, 1e-12);
  CHECK_NEAR(record->ledger.residual_max_Jpkg, 0, 1e-9);
}

/* It sheds what it had: the kinetic energy at the bottom, 4^2 / 2. */
static void who_lets_go_of_forward_hangs_and_then_goes_on(void **state)
{
  (void)state;
  static const HhPlayerRow script[] = {{0, {false, false, false}}, {60, {true, false, false}}};
  Row row;
  begin(&row, 1.8, script, 2);
  step_to(&row, 59);
  const HhLedger *ledger = &row.actor.record.ledger;
  assert_int_equal(row.actor.record.grabs, 0);
  assert_int_equal(row.actor.gibbon.mode, HH_MODE_SWING);
  CHECK_NEAR(ledger->muscle_removed_Jpkg - ledger->muscle_added_Jpkg, 8, 1e-6);
  CHECK_NEAR(row.actor.gibbon.at.y, -arm, 1e-6);
  assert_int_equal(row.actor.record.drops, 0);
  step_to(&row, 75);
  assert_true(row.actor.record.grabs > 5);
  assert_int_equal(row.actor.record.falls, 0);
  check_laws(&row);
}

static void release_lets_go_at_once_and_does_not_grab_while_down(void **state)
{
  (void)state;
  static const HhPlayerRow script[] = {{0.05, {true, false, true}}, {0.5, {true, false, false}}};
  Row row;
  begin(&row, 1.8, script, 2);
  step_to(&row, 0.05);
  assert_int_equal(row.actor.gibbon.mode, HH_MODE_SWING);
  HhVec velocity = row.actor.gibbon.velocity, at = row.actor.gibbon.at;
  step_to(&row, 0.05 + 1.0 / 60);
  assert_int_equal(row.actor.gibbon.mode, HH_MODE_FLIGHT);
  CHECK_NEAR(row.actor.gibbon.velocity.x, velocity.x, 1e-14);
  CHECK_NEAR(row.actor.gibbon.velocity.y, velocity.y - g / 60, 1e-12);
  CHECK_NEAR(row.actor.gibbon.at.x, at.x + velocity.x / 60, 1e-12);
  step_to(&row, 0.5);
  assert_int_equal(row.actor.record.grabs, 0);
  assert_int_equal(row.actor.gibbon.target.hold, -1);
  CHECK_NEAR(row.actor.gibbon.velocity.x, velocity.x, 1e-14);
  check_laws(&row);
}

/* muscle.pump_angle bounds it: -cos(1.5) of gL about the hold. */
static void up_swings_higher_before_it_goes_on(void **state)
{
  (void)state;
  static const HhPlayerRow script[] = {{0, {true, true, false}}};
  double energies[2];
  for (int i = 0; i < 2; i++) {
    Row row;
    begin(&row, 1.2, NULL, 0);
    row.params.gibbon.start = HH_START_REST;
    row.params.gibbon.muscle.work = 0.1;
    row.params.player.script = i == 1 ? script : NULL;
    row.params.player.script_count = i;
    assert_int_equal(hh_actor_start(&row.params, &row.world, HH_MOVER_BALLISTIC, 1, 0, &row.actor),
                     HH_RUNNING);
    for (int j = 0; j < 3000 && row.actor.gibbon.mode == HH_MODE_SWING; j++)
      hh_actor_step(&row.params, &row.world, &row.actor, 1.0 / 60);
    assert_int_equal(row.actor.gibbon.mode, HH_MODE_FLIGHT);
    energies[i] = hh_gibbon_energy(&row.params.world, &row.actor.gibbon);
    check_laws(&row);
  }
  CHECK_NEAR(energies[1], -g * arm * cos(1.5), 0.11 * g * arm);
  assert_true(energies[1] > energies[0] + 0.2 * g * arm);
}

/* On a branch of a jungle, instead of hanging; on top of it it stays, until release brings it down
 * to hang again. */
static void up_mounts_a_branch_and_release_comes_down_again(void **state)
{
  (void)state;
  static const HhPlayerRow script[] = {{0, {false, true, false}},
                                       {12, {false, false, false}},
                                       {20, {false, false, true}},
                                       {20.01, {false, false, false}}};
  HhParams params;
  HhbSetup setup = {.scene = hhb_scene_find("vertical_trunk"),
                    .mover = HH_MOVER_BALLISTIC,
                    .params = &params,
                    .seed = 2,
                    .duration_s = 40};
  hhb_scene_preset(setup.scene, &params);
  params.jungle.bending = 0;
  params.player.script = script;
  params.player.script_count = 4;
  HhbEpisode *episode;
  assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
  while (hhb_episode_time_s(episode) < 19.9)
    assert_int_equal(hhb_episode_step(episode), HH_RUNNING);
  const HhActor *actor = hhb_episode_actor(episode);
  assert_int_equal(actor->gibbon.mode, HH_MODE_RUN);
  assert_true(actor->gibbon.at.y > hhb_episode_world(episode)->holds[0].at.y);
  while (hhb_episode_step(episode) == HH_RUNNING)
    continue;
  assert_int_equal(actor->gibbon.mode, HH_MODE_SWING);
  CHECK_NEAR(actor->gibbon.at.y, actor->gibbon.grip.y - arm, 1e-9);
  CHECK_NEAR(actor->record.falls, 0, 0);
  CHECK_NEAR(actor->record.velocity_step_max_mps, 0, 1e-12);
  CHECK_NEAR(actor->record.ledger.residual_max_Jpkg, 0, 2e-8);
  hhb_episode_destroy(episode);
}

static void up_turns_over_in_the_air(void **state)
{
  (void)state;
  static const HhPlayerRow script[] = {{0, {true, true, false}}};
  int turns[2] = {0};
  for (int i = 0; i < 2; i++) {
    Row row;
    begin(&row, 1.8, i == 1 ? script : NULL, i);
    for (int j = 0; j < 600; j++) {
      bool turning = row.actor.gibbon.spin.turning;
      hh_actor_step(&row.params, &row.world, &row.actor, 1.0 / 60);
      turns[i] += row.actor.gibbon.spin.turning && !turning;
    }
    check_laws(&row);
  }
  assert_int_equal(turns[0], 0);
  assert_true(turns[1] > 0);
}

/* Same bytes for the same seed, others for another; and keys change what happens. */
static void a_player_is_an_experiment(void **state)
{
  (void)state;
  uint64_t hashes[4][2];
  for (int kind = 0; kind < 4; kind++)
    for (int again = 0; again < 2; again++) {
      HhParams params;
      HhbSetup setup = {.scene = hhb_scene_find("endless_branch"),
                        .mover = HH_MOVER_BALLISTIC,
                        .params = &params,
                        .seed = 3,
                        .duration_s = 30};
      hhb_scene_preset(setup.scene, &params);
      params.player = player_of((HhPlayerKind)kind, HH_KEY_FORWARD, 3, 0.6);
      if (kind == HH_PLAYER_TAPS) params.player.key = HH_KEY_RELEASE;
      HhbResult result = hhb_episode_run(&setup, false);
      hashes[kind][again] = result.state_hash;
      CHECK_NEAR(result.metrics.ledger_residual_J_per_kg, 0, 3e-8);
    }
  for (int kind = 0; kind < 4; kind++) {
    assert_true(hashes[kind][0] == hashes[kind][1]);
    for (int other = 0; other < kind; other++)
      assert_true(hashes[kind][0] != hashes[other][0]);
  }
}

/* Whatever is pressed, every mover's books close and nothing diverges. */
static void no_keys_break_the_laws(void **state)
{
  (void)state;
  int seeds = check_full() ? 200 : 10;
  for (int seed = 0; seed < seeds; seed++)
    for (int mover = 0; mover <= HH_MOVER_BALLISTIC; mover++) {
      HhParams params;
      HhbSetup setup = {.scene = hhb_scene_find("sloped_branch"),
                        .mover = (HhMover)mover,
                        .params = &params,
                        .seed = (uint64_t)seed,
                        .duration_s = 20};
      hhb_scene_preset(setup.scene, &params);
      params.player = player_of(HH_PLAYER_RANDOM, HH_KEY_UP, 0.4, seed % 2 == 0 ? 0.5 : 0.15);
      HhbResult result = hhb_episode_run(&setup, false);
      assert_int_equal(result.status, HH_FINISHED);
      CHECK_NEAR(result.metrics.ledger_residual_J_per_kg, 0, 2e-8);
      if (mover != HH_MOVER_BALLISTIC) continue;
      CHECK_NEAR(result.metrics.velocity_step_max_mps, 0, 1e-12);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nobody_keeps_forward_down),
      cmocka_unit_test(a_held_key_is_down_for_its_share_of_each_period),
      cmocka_unit_test(a_tap_comes_once_a_period_at_any_frame_rate),
      cmocka_unit_test(chance_draws_by_period_and_creature_and_not_by_frame),
      cmocka_unit_test(a_scripts_row_holds_until_the_next),
      cmocka_unit_test(who_lets_go_of_forward_hangs_and_then_goes_on),
      cmocka_unit_test(release_lets_go_at_once_and_does_not_grab_while_down),
      cmocka_unit_test(up_swings_higher_before_it_goes_on),
      cmocka_unit_test(up_mounts_a_branch_and_release_comes_down_again),
      cmocka_unit_test(up_turns_over_in_the_air),
      cmocka_unit_test(a_player_is_an_experiment),
      cmocka_unit_test(no_keys_break_the_laws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
