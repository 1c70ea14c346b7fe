/* Turns in the air: momentum, where they end, when there are none. */
#include "check.h"

#include "actor/actor.h"
#include "gibbon/spin.h"

static const double turn = 6.283185307179586;

typedef struct Air {
  HhHold holds[64];
  HhWorld world;
  HhParams params;
  HhActor actor;
} Air;

static void lay(Air *air, int flips)
{
  hh_params_preset(&air->params);
  for (int i = 0; i < 64; i++)
    air->holds[i] = (HhHold){.at = {1.8 * i, 0}};
  air->world = (HhWorld){.holds = air->holds, .count = 64, .complete = true};
  air->params.gibbon.spin.flips = flips;
  assert_int_equal(hh_actor_start(&air->params, &air->world, HH_MOVER_BALLISTIC, 1, 0, &air->actor),
                   HH_RUNNING);
}

static HhFrame frame_of(Air *air)
{
  return (HhFrame){&air->params.gibbon, &air->params.grab,  &air->params.world,
                   &air->world,         &air->actor.gibbon, &air->actor.record};
}

enum { OFF, BACK, SOMERSAULT };

/* Awkward launches, frames and directions. The turn over each frame is the integral of H / I, here
 * by Simpson's rule over a thousandth of the flight. */
static void momentum_is_kept_and_the_landing_angle_met(void **state)
{
  (void)state;
  Air air;
  int turned = 0;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  for (int i = 0; i < 400; i++) {
    lay(&air, 1 + i % 2);
    HhFrame frame = frame_of(&air);
    HhSpin *spin = &air.actor.gibbon.spin;
    air.actor.gibbon.facing = i % 4 < 2 ? 1 : -1;
    double rate = hh_random_range(&random, -12, 12), flight = hh_random_range(&random, 0.1, 1.5);
    double rest = hh_random_range(&random, -2, 2);
    hh_spin_launch(&frame, rate, flight, rest);
    if (!spin->turning) continue;
    turned++;
    double momentum = air.params.gibbon.spin.inertia_max * rate, last = 0, angle = 0;
    double inertia = spin->inertia_m2;
    CHECK_NEAR(inertia, air.params.gibbon.spin.inertia_max, 0);
    for (int k = 0; k < 1000; k++) {
      double h = flight / 1000;
      hh_spin_step(&frame, 0.5 * h);
      double half = spin->inertia_m2;
      hh_spin_step(&frame, 0.5 * h);
      angle += momentum * h / 6 * (1 / inertia + 4 / half + 1 / spin->inertia_m2);
      inertia = spin->inertia_m2;
      CHECK_NEAR(spin->angle_rad, angle, 1e-11 * fabs(angle));
      assert_true(rate * (spin->angle_rad - last) > 0);
      assert_in_range(1e6 * inertia, 1e6 * air.params.gibbon.spin.inertia_min - 1,
                      1e6 * air.params.gibbon.spin.inertia_max + 1);
      last = spin->angle_rad;
    }
    CHECK_NEAR(spin->momentum_m2ps, momentum, 0);
    CHECK_NEAR(inertia, air.params.gibbon.spin.inertia_max, 1e-9);
    double turns = (spin->angle_rad - rest) / turn;
    CHECK_NEAR(turns, nearbyint(turns), 1e-12);
    /* backward is counter-clockwise for who goes toward greater x */
    double way = air.actor.gibbon.facing * (i % 2 == 0 ? 1 : -1);
    assert_true(way * turns > 0.5);
  }
  assert_true(turned > 50);
}

/* By hand: 6 rad/s stretched for 0.5 s is 3 rad; a turn back and 1 rad more asks for 7.28. */
static void it_turns_over_only_as_far_as_the_body_can_be_tucked(void **state)
{
  (void)state;
  Air air;
  lay(&air, BACK);
  HhFrame frame = frame_of(&air);
  const HhSpin *spin = &air.actor.gibbon.spin;
  air.params.gibbon.spin.inertia_max = 0.09;
  /* the mean of 1/I is 7.2832 / 3 of the least; its middle 1.5 times what that is above it */
  double middle = 1 + 1.5 * ((turn + 1) / 3 - 1);
  air.params.gibbon.spin.inertia_min = 0.09 / middle * 0.999;
  hh_spin_launch(&frame, 6, 0.5, 1);
  assert_true(spin->turning);
  for (int i = 0; i < 2; i++)
    hh_spin_step(&frame, 0.125);
  CHECK_NEAR(spin->inertia_m2, 0.09 / middle, 1e-12);
  for (int i = 0; i < 2; i++)
    hh_spin_step(&frame, 0.125);
  CHECK_NEAR(spin->angle_rad, turn + 1, 1e-12);

  air.params.gibbon.spin.inertia_min = 0.09 / middle * 1.001;
  hh_spin_launch(&frame, 6, 0.5, 1);
  assert_false(spin->turning);
  /* 14 rad stretched are more than two turns: the third is the least */
  hh_spin_launch(&frame, 14, 1, 0);
  CHECK_NEAR(spin->goal_rad, 3 * turn, 1e-12);
}

static void the_other_way_or_without_time_there_is_no_turn(void **state)
{
  (void)state;
  static const double none[][3] = {{-6, 0.5, 0}, {0, 0.5, 0}, {6, 0, 0}, {6, 0.01, 0}};
  Air air;
  lay(&air, BACK);
  HhFrame frame = frame_of(&air);
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
    hh_spin_launch(&frame, none[i][0], none[i][1], none[i][2]);
    assert_false(air.actor.gibbon.spin.turning);
    hh_spin_step(&frame, 0.1);
    CHECK_NEAR(air.actor.gibbon.spin.angle_rad, 0, 0);
  }
  lay(&air, OFF);
  hh_spin_launch(&frame, 8, 0.9, 0);
  assert_false(air.actor.gibbon.spin.turning);
}

/* The path of the centre of mass is the same to the last bit; every turn ends at its angle. */
static void turning_over_moves_nothing_but_the_body(void **state)
{
  (void)state;
  Air plain, turning;
  lay(&plain, OFF);
  lay(&turning, BACK);
  int turned = 0;
  bool before = false;
  for (int i = 0; i < 1200; i++) {
    HhSpin spin = turning.actor.gibbon.spin;
    double left = turning.actor.gibbon.planned_s - turning.actor.gibbon.time_s;
    assert_int_equal(hh_actor_step(&plain.params, &plain.world, &plain.actor, 1.0 / 60),
                     HH_RUNNING);
    assert_int_equal(hh_actor_step(&turning.params, &turning.world, &turning.actor, 1.0 / 60),
                     HH_RUNNING);
    const HhGibbon *a = &plain.actor.gibbon, *b = &turning.actor.gibbon;
    assert_memory_equal(&a->at, &b->at, sizeof a->at);
    assert_memory_equal(&a->velocity, &b->velocity, sizeof a->velocity);
    if (before && !b->spin.turning) {
      turned++;
      double share = (spin.passed_s + left) / spin.flight_s;
      CHECK_NEAR(share, 1, 1e-9);
    }
    before = b->spin.turning;
    if (!before) CHECK_NEAR(b->spin.angle_rad, 0, 0);
  }
  assert_true(turned > 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(momentum_is_kept_and_the_landing_angle_met),
      cmocka_unit_test(it_turns_over_only_as_far_as_the_body_can_be_tucked),
      cmocka_unit_test(the_other_way_or_without_time_there_is_no_turn),
      cmocka_unit_test(turning_over_moves_nothing_but_the_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
