/* Hand in hand: catches, swings, throws and flights of two gibbons, and their books. */
#include "check.h"

#include "base/angle.h"
#include "episode.h"
#include "gibbon/contact.h"
#include "gibbon/pair.h"

static const double g = 9.81, arm = 0.75, both = 1.65 * 0.75; /* one arm; from body to body */

/* Two gibbons over holds at 0 and far to the right and below. */
typedef struct Two {
  HhParams params;
  HhHold holds[2];
  HhWorld world;
  HhGibbon gibbons[2]; /* the partner, the thrower */
  HhRecord records[2];
  HhPair pair;
} Two;

static HhFrame frame_of(Two *two, int which)
{
  return (HhFrame){&two->params.gibbon, &two->params.grab,    &two->params.world,
                   &two->world,         &two->gibbons[which], &two->records[which]};
}

/* The thrower hangs at `angle` and turns at `rate`; the partner flies `apart` from it. */
static void lay(Two *two, double angle, double rate, HhVec apart, HhVec velocity)
{
  *two = (Two){.holds = {{.at = {0.3, 0.2}}, {.at = {40, -3}, .branch = 1}}};
  hh_params_preset(&two->params);
  two->world = (HhWorld){.holds = two->holds, .count = 2, .complete = true};
  for (int i = 0; i < 2; i++)
    hh_gibbon_start(&two->params.gibbon, &two->params.grab, &two->params.world, &two->world,
                    HH_MOVER_BALLISTIC, 1, (uint32_t)i, &two->gibbons[i], &two->records[i]);
  HhFrame thrower = frame_of(two, 1);
  HhGibbon *t = &two->gibbons[1], *p = &two->gibbons[0];
  t->swing = (HhSwing){.dir = hh_hanging(angle), .rate_radps = rate, .length_m = arm};
  t->drive = (HhDrive){0};
  hh_frame_follow_swing(&thrower);
  p->mode = HH_MODE_FLIGHT;
  p->at = hh_vec_add(t->at, apart);
  p->velocity = velocity;
  for (int i = 0; i < 2; i++)
    two->records[i].ledger =
        (HhLedger){.start_Jpkg = hh_gibbon_energy(&two->params.world, &two->gibbons[i])};
}

static void catch (Two *two)
{
  HhFrame thrower = frame_of(two, 1), partner = frame_of(two, 0);
  assert_true(hh_pair_catch(&thrower, &partner, 1, &two->pair));
}

static void step_for(Two *two, bool pump, double time_s)
{
  HhFrame thrower = frame_of(two, 1), partner = frame_of(two, 0);
  for (double left = time_s; left > 0 && two->pair.chain.count > 0;)
    left -= hh_pair_step(&thrower, &partner, pump, &two->pair, left);
}

static double energy(const Two *two)
{
  return hh_gibbon_energy(&two->params.world, &two->gibbons[0]) +
         hh_gibbon_energy(&two->params.world, &two->gibbons[1]);
}

static void check_books(const Two *two, double tolerance)
{
  const HhLedger *partner = &two->records[0].ledger, *thrower = &two->records[1].ledger;
  CHECK_NEAR(partner->partner_Jpkg + thrower->partner_Jpkg, 0, 1e-12);
  CHECK_NEAR(partner->residual_max_Jpkg, 0, tolerance);
  CHECK_NEAR(thrower->residual_max_Jpkg, 0, tolerance);
  CHECK_NEAR(two->pair.momentum_residual_mps, 0, 1e-12);
}

/* Two unit masses, one of them on an arm: along the stick e the impulse j meets the masses 1 and
 * 1 / sin^2 of the angle between stick and arm, so j = u / (1 + sin^2), the loss is j u / 2. */
static void a_catch_loses_what_two_masses_on_an_arm_lose(void **state)
{
  (void)state;
  for (int i = 0; i < 40; i++) {
    Two two;
    double between = -1.2 + 0.06 * i;
    HhVec velocity = hh_vec(2.3 - 0.05 * i, 1.1 + 0.02 * i);
    lay(&two, 0.31, 0.9 - 0.1 * i, hh_vec_scale(hh_hanging(0.31 + between), both), velocity);
    HhVec e = hh_hanging(0.31 + between);
    double closing = hh_vec_dot(e, hh_vec_sub(velocity, two.gibbons[1].velocity));
    double before = energy(&two), sine = hh_vec_cross(hh_hanging(0.31), e);
    catch (&two);
    double lost = 0.5 * closing * closing / (1 + sine * sine);
    CHECK_NEAR(before - energy(&two), lost, 1e-12);
    CHECK_NEAR(two.records[0].ledger.collision_Jpkg + two.records[1].ledger.collision_Jpkg, lost,
               1e-12);
    for (int k = 0; k < 2; k++) {
      assert_true(two.records[k].law_changes > 0);
      CHECK_NEAR(two.records[k].velocity_step_max_mps, 0, 1e-12);
    }
    /* each one's own books close over the impulse, and the arm keeps its length */
    step_for(&two, false, 1e-6);
    check_books(&two, 1e-12);
    CHECK_NEAR(hh_vec_dot(two.gibbons[1].velocity, two.gibbons[1].swing.dir), 0, 1e-5);
    HhVec relative = hh_vec_sub(two.gibbons[0].velocity, two.gibbons[1].velocity);
    CHECK_NEAR(hh_vec_dot(relative, e), 0, 1e-5);
  }
}

static void a_hand_beyond_both_arms_is_not_caught(void **state)
{
  (void)state;
  Two two;
  lay(&two, 0.2, 0.5, hh_vec(-1.32, -0.1), hh_vec(2, 0));
  HhFrame thrower = frame_of(&two, 1), partner = frame_of(&two, 0);
  HhGibbon before = two.gibbons[0];
  assert_false(hh_pair_catch(&thrower, &partner, 1, &two.pair));
  assert_memory_equal(&before, &two.gibbons[0], sizeof before);
  assert_int_equal(two.gibbons[1].mode, HH_MODE_SWING);
}

static void who_is_too_near_for_an_arm_is_not_caught(void **state)
{
  (void)state;
  Two two;
  lay(&two, 0.2, 0.5, hh_vec(-0.3 * both + 1e-6, 0), hh_vec(2, 0));
  HhFrame thrower = frame_of(&two, 1), partner = frame_of(&two, 0);
  assert_false(hh_pair_catch(&thrower, &partner, 1, &two.pair));
}

static void who_hangs_by_a_slack_arm_catches_nobody(void **state)
{
  (void)state;
  Two two;
  lay(&two, 0.2, 0.5, hh_vec(-both, 0), hh_vec(2, 0));
  HhFrame thrower = frame_of(&two, 1), partner = frame_of(&two, 0);
  two.gibbons[1].mode = HH_MODE_SLACK;
  two.gibbons[1].at.y += 0.4;
  two.gibbons[0].at.y += 0.4;
  assert_true(hh_pair_meet_s(&thrower, &partner, 1) < 0);
  assert_false(hh_pair_catch(&thrower, &partner, 1, &two.pair));
}

/* A floor, a vine and a branch that bends are no hold to throw from; with a row of its own in the
 * parameters, too, both are on the same holds. */
static void it_throws_from_a_hold_that_stands_still(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    HhParams params;
    HhbSetup setup = {.scene = hhb_scene_find("jungle"),
                      .mover = HH_MOVER_BALLISTIC,
                      .params = &params,
                      .seed = seed,
                      .duration_s = 10};
    hhb_scene_preset(setup.scene, &params);
    params.companion.kind = HH_FRIEND_THROW;
    params.companion.path = HH_FRIEND_OWN;
    params.companion.hold = 1 + (int)(seed % 40);
    params.jungle.branch_holds = 2; /* what bends is often beside what does not */
    HhbEpisode *episode = NULL;
    HhStatus status = hhb_episode_create(&setup, &episode);
    if (status == HH_NO_SCENE) continue;
    assert_int_equal(status, HH_RUNNING);
    const HhWorld *world = hhb_episode_world(episode);
    HhVec grip = hhb_episode_creature(episode, 1)->gibbon.grip;
    CHECK_NEAR(hh_vec_distance(grip, world->holds[params.companion.hold].at), 0, 0);
    assert_ptr_equal(hhb_episode_world_of(episode, 1), world);
    const HhPiece *piece = &world->pieces[world->holds[params.companion.hold].branch];
    assert_true(piece->kind != HH_PIECE_GROUND && piece->kind != HH_PIECE_CANOPY);
    assert_true(piece->kind != HH_PIECE_BRANCH || piece->stiffness_ps2 == 0);
    while (hhb_episode_step(episode) == HH_RUNNING)
      continue;
    HhbResult result;
    hhb_episode_finish(episode, &result);
    CHECK_NEAR(result.metrics.friend_residual_J_per_kg, 0, 1e-8);
    CHECK_NEAR(result.metrics.ledger_residual_J_per_kg, 0, 1e-8);
    hhb_episode_destroy(episode);
  }
}

static void two_that_swing_keep_their_energy_and_pass_it_on(void **state)
{
  (void)state;
  Two two;
  lay(&two, -0.4, 1.3, hh_vec_scale(hh_hanging(-0.9), both), hh_vec(3.3, -1.2));
  catch (&two);
  double whole = energy(&two), low = 1e300, high = -1e300;
  for (int i = 0; i < 300; i++) {
    step_for(&two, false, 0.1);
    double share = hh_gibbon_energy(&two.params.world, &two.gibbons[0]);
    low = fmin(low, share);
    high = fmax(high, share);
    CHECK_NEAR(energy(&two), whole, 1e-9);
  }
  assert_true(high - low > 3); /* much goes to and fro */
  check_books(&two, 3e-9);     /* 30 s */
}

/* Faster than anyone swings, and with arms that weight alone would whirl about. */
static void the_books_of_fast_pairs_close_too(void **state)
{
  (void)state;
  for (int i = 0; i < 60; i++) {
    Two two;
    double speed = 3 + 2 * i, heavy = 1 + 9.0 * (i % 3) / 2;
    lay(&two, 0.31, 0.9 - 0.1 * i, hh_vec_scale(hh_hanging(-0.9 + 0.03 * i), both),
        hh_vec(speed, 0.2 * speed));
    two.params.world.gravity *= heavy;
    for (int k = 0; k < 2; k++)
      two.records[k].ledger.start_Jpkg = hh_gibbon_energy(&two.params.world, &two.gibbons[k]);
    double moved = energy(&two) + g * heavy * 4;
    catch (&two);
    step_for(&two, i % 2, 5);
    CHECK_NEAR(two.records[0].ledger.residual_max_Jpkg, 0, 1e-10 * moved);
    CHECK_NEAR(two.records[1].ledger.residual_max_Jpkg, 0, 1e-10 * moved);
  }
}

/* M q'' + K q = 0 with M = l^2 [[2, r], [r, r^2]], K = g l [[2, 0], [0, r]]: squared rates are
 * (1 + r -+ sqrt(1 + r^2)) g / (r l). */
static void small_swings_are_those_of_the_double_pendulum(void **state)
{
  (void)state;
  const double r = both / arm, root2 = sqrt(1 + r * r);
  const double roots[2] = {(1 + r - root2) / r, (1 + r + root2) / r};
  for (int mode = 0; mode < 2; mode++) {
    double root = roots[mode], small = 1e-5;
    double ratio = (1 - root * r) / root; /* of the arm's angle to the arms' */
    double period = 2 * HH_PI / sqrt(root * g / arm);
    Two two;
    lay(&two, small * ratio, 0, hh_vec_scale(hh_hanging(small), both), hh_vec(0, 0));
    catch (&two);
    HhVec start = two.gibbons[0].at, hold = two.gibbons[1].at;
    step_for(&two, false, period / 2);
    CHECK_NEAR(two.gibbons[0].at.x - two.holds[0].at.x, two.holds[0].at.x - start.x, 1e-9);
    CHECK_NEAR(two.gibbons[1].at.x - two.holds[0].at.x, two.holds[0].at.x - hold.x, 1e-9);
    step_for(&two, false, period / 2);
    CHECK_NEAR(two.gibbons[0].at.x, start.x, 1e-9);
    CHECK_NEAR(two.gibbons[1].at.x, hold.x, 1e-9);
  }
}

static double spin_of(const Two *two)
{
  HhVec apart = hh_vec_sub(two->gibbons[0].at, two->gibbons[1].at);
  HhVec relative = hh_vec_sub(two->gibbons[0].velocity, two->gibbons[1].velocity);
  return 0.5 * hh_vec_cross(apart, relative); /* about their middle, masses 1 */
}

static void a_pair_in_the_air_keeps_momentum_and_spin(void **state)
{
  (void)state;
  Two two;
  lay(&two, 0.5, 2.1, hh_vec_scale(hh_hanging(0.8), both), hh_vec(3.1, 1.7));
  catch (&two);
  step_for(&two, true, 0.2);
  HhFrame thrower = frame_of(&two, 1);
  HhVec jump = two.gibbons[1].velocity;
  hh_pair_fly(&thrower, &two.pair);
  assert_memory_equal(&jump, &two.gibbons[1].velocity, sizeof jump);
  HhVec at = hh_vec_scale(hh_vec_add(two.gibbons[0].at, two.gibbons[1].at), 0.5);
  HhVec velocity = hh_vec_scale(hh_vec_add(two.gibbons[0].velocity, two.gibbons[1].velocity), 0.5);
  double spin = spin_of(&two), whole = energy(&two), passed = 0;
  for (int i = 1; i <= 20; i++) {
    step_for(&two, true, 0.1);
    double t = 0.1 * i;
    HhVec sum = hh_vec_add(two.gibbons[0].velocity, two.gibbons[1].velocity);
    HhVec middle = hh_vec_scale(hh_vec_add(two.gibbons[0].at, two.gibbons[1].at), 0.5);
    CHECK_NEAR(0.5 * sum.x, velocity.x, 1e-12);
    CHECK_NEAR(0.5 * sum.y, velocity.y - g * t, 1e-12);
    CHECK_NEAR(middle.x, at.x + velocity.x * t, 1e-12);
    CHECK_NEAR(middle.y, at.y + velocity.y * t - 0.5 * g * t * t, 1e-11);
    CHECK_NEAR(spin_of(&two), spin, 1e-12);
    CHECK_NEAR(energy(&two), whole, 1e-10);
    passed = fmax(passed, fabs(two.records[0].ledger.partner_Jpkg));
  }
  assert_true(fabs(spin) > 0.5 && passed > 0.5);
  check_books(&two, 1e-9);
}

static void the_thrower_keeps_its_muscles_limits(void **state)
{
  (void)state;
  Two two;
  lay(&two, -0.2, 0.4, hh_vec_scale(hh_hanging(-0.5), both), hh_vec(1.3, -0.4));
  two.params.gibbon.muscle.work = 0.3;
  catch (&two);
  double most = 0.3 * g * arm, before = 0, start = energy(&two);
  int way = 1;
  for (int i = 0; i < 1200; i++) {
    double added = two.records[1].ledger.muscle_added_Jpkg;
    step_for(&two, true, 1.0 / 60);
    int now = two.gibbons[0].velocity.x > 0 ? 1 : -1;
    assert_true(two.records[1].ledger.muscle_added_Jpkg - before <= most + 0.1 * most);
    if (now != way) before = added; /* the frame of the turn belongs to both */
    way = now;
  }
  CHECK_NEAR(two.records[0].ledger.muscle_added_Jpkg, 0, 0);
  assert_true(energy(&two) > start + 5); /* and yet it swings higher */
  check_books(&two, 2e-8);
}

static HhbSetup scene_of(HhParams *params, uint64_t seed)
{
  HhbSetup setup = {.scene = hhb_scene_find("pair_throw"),
                    .mover = HH_MOVER_BALLISTIC,
                    .params = params,
                    .seed = seed,
                    .duration_s = 60};
  assert_non_null(setup.scene);
  hhb_scene_preset(setup.scene, params);
  return setup;
}

static void the_thrown_one_arrives_where_alone_it_cannot(void **state)
{
  (void)state;
  int seeds = check_full() ? 1000 : 100, alone_too = check_full() ? 1000 : 30, in_vain = 0;
  for (int seed = 0; seed < seeds; seed++) {
    HhParams params;
    HhbSetup setup = scene_of(&params, (uint64_t)seed);
    HhbResult result = hhb_episode_run(&setup, false);
    const HhbMetrics *m = &result.metrics;
    bool thrown = result.status == HH_ARRIVED && m->throws == 1 && m->falls == 0;
    in_vain += !thrown;
    if (!thrown) { /* after muscle.pumps_max half swings they part */
      assert_int_equal(result.status, HH_FELL);
      CHECK_NEAR(m->drops, 1, 0);
    }
    CHECK_NEAR(m->momentum_residual_mps, 0, 1e-12);
    CHECK_NEAR(m->velocity_step_max_mps, 0, 1e-12);
    CHECK_NEAR(m->position_step_max_m, 0, 1e-12);
    CHECK_NEAR(m->ledger_residual_J_per_kg, 0, 1e-9 * m->duration_s);
    CHECK_NEAR(m->friend_residual_J_per_kg, 0, 1e-9 * m->duration_s);
    if (seed >= alone_too) continue;
    params.companion.kind = HH_FRIEND_OFF;
    HhStatus alone = hhb_episode_run(&setup, false).status;
    assert_true(alone == HH_FELL || alone == HH_FINISHED);
  }
  assert_true(in_vain <= seeds / 100);
}

/* The throw itself: nothing jumps when they part, and the arm is perpendicular when it grabs. */
static void a_throw_ends_in_a_perfect_grab(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = scene_of(&params, 4);
  HhbEpisode *episode;
  assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
  const HhActor *thrown = hhb_episode_creature(episode, 0),
                *thrower = hhb_episode_creature(episode, 1);
  bool held_hands = false;
  while (hhb_episode_step(episode) == HH_RUNNING && thrown->gibbon.hold < 4)
    if (thrown->gibbon.mode == HH_MODE_PAIR) {
      held_hands = true;
      CHECK_NEAR(hh_vec_distance(thrown->gibbon.at, thrower->gibbon.at), both, 1e-6);
      CHECK_NEAR(hh_vec_distance(thrown->gibbon.at, thrown->gibbon.grip), arm, 1e-6);
    }
  assert_true(held_hands);
  assert_int_equal(thrower->gibbon.mode, HH_MODE_SWING);
  assert_int_equal(thrown->gibbon.hold, 4);
  CHECK_NEAR(thrown->gibbon.swing.length_m, arm, 1e-9);
  const HhTransitions(*changes)[HH_WAY_COUNT] = thrown->record.transitions;
  assert_int_equal(changes[HH_WAY_FLIGHT][HH_WAY_PAIR].count, 1);
  assert_int_equal(changes[HH_WAY_PAIR][HH_WAY_FLIGHT].count, 1);
  assert_int_equal(thrower->record.transitions[HH_WAY_SWING][HH_WAY_PAIR].count, 1);
  assert_int_equal(thrower->record.transitions[HH_WAY_PAIR][HH_WAY_SWING].count, 1);
  CHECK_NEAR(changes[HH_WAY_PAIR][HH_WAY_FLIGHT].velocity_step_max_mps, 0, 0);
  hhb_episode_destroy(episode);
}

static void keys_part_the_pair(void **state)
{
  (void)state;
  static const HhPlayerRow release[] = {{0, {.forward = true}}, {1.6, {true, false, true}}},
                           up[] = {{0, {.forward = true}}, {1.6, {true, true, false}}};
  for (int i = 0; i < 2; i++) {
    HhParams params;
    HhbSetup setup = scene_of(&params, 1);
    params.player.script = i == 0 ? release : up;
    params.player.script_count = 2;
    setup.duration_s = 1.7;
    HhbEpisode *episode;
    assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
    while (hhb_episode_step(episode) == HH_RUNNING)
      continue;
    HhMode thrown = hhb_episode_creature(episode, 0)->gibbon.mode;
    HhMode thrower = hhb_episode_creature(episode, 1)->gibbon.mode;
    assert_int_equal(thrown, i == 0 ? HH_MODE_FLIGHT : HH_MODE_PAIR);
    assert_int_equal(thrower, i == 0 ? HH_MODE_SWING : HH_MODE_PAIR);
    hhb_episode_destroy(episode);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_catch_loses_what_two_masses_on_an_arm_lose),
      cmocka_unit_test(a_hand_beyond_both_arms_is_not_caught),
      cmocka_unit_test(who_is_too_near_for_an_arm_is_not_caught),
      cmocka_unit_test(who_hangs_by_a_slack_arm_catches_nobody),
      cmocka_unit_test(it_throws_from_a_hold_that_stands_still),
      cmocka_unit_test(the_books_of_fast_pairs_close_too),
      cmocka_unit_test(two_that_swing_keep_their_energy_and_pass_it_on),
      cmocka_unit_test(small_swings_are_those_of_the_double_pendulum),
      cmocka_unit_test(a_pair_in_the_air_keeps_momentum_and_spin),
      cmocka_unit_test(the_thrower_keeps_its_muscles_limits),
      cmocka_unit_test(the_thrown_one_arrives_where_alone_it_cannot),
      cmocka_unit_test(a_throw_ends_in_a_perfect_grab),
      cmocka_unit_test(keys_part_the_pair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
