/* Ropes that carry weight: laws, closed forms, and the exact solver of core/chain/chain.h. */
#include "check.h"
#include "random_vec.h"

#include <gsl/gsl_sf_ellint.h>

#include "base/angle.h"
#include "base/random.h"
#include "chain/chain.h"
#include "chain/rope.h"

static const HhStrandParams still = {0}; /* neither gravity nor damping */
static const double masses[] = {1, 10, 100, 1000, 1e4, 1e5, 1e6};

enum { MASSES = sizeof masses / sizeof masses[0] };

/* Largest error of a stick, of its length; stick 0 of a loose rope is not there. */
static double stretch_of(const HhRope *rope, const HhRopeDrive *drive)
{
  double most = 0;
  HhVec last = drive->loose ? rope->at[0] : drive->root;
  for (int i = drive->loose ? 1 : 0; i < rope->beads; i++) {
    most = fmax(most, fabs(hh_vec_distance(rope->at[i], last) / drive->stick - 1));
    last = rope->at[i];
  }
  return most;
}

static double energy_of(const HhRope *rope, double gravity)
{
  double sum = 0;
  for (int i = 0; i < rope->beads; i++)
    sum += rope->mass[i] *
           (0.5 * hh_vec_dot(rope->velocity[i], rope->velocity[i]) + gravity * rope->at[i].y);
  return sum;
}

static HhVec momentum_of(const HhRope *rope)
{
  HhVec sum = {0, 0};
  for (int i = 0; i < rope->beads; i++)
    sum = hh_vec_along(sum, rope->velocity[i], rope->mass[i]);
  return sum;
}

/* Creature notes, section 3.1: 20 beads, 10 px, 0.9 px/tick2, dropped from horizontal; XPBD with 4
 * substeps and a clamp stretches by 4.8..7.9 % there and by 0.15..0.3 % at rest. */
static void no_weight_stretches_a_rope_or_makes_it_gain_energy(void **state)
{
  (void)state;
  const HhStrandParams params = {.gravity = 0.9};
  const HhRopeDrive drive = {.root = {2.385, -7.1}, .stick = 10};
  for (int m = 0; m < MASSES; m++) {
    HhRope rope;
    hh_rope_lay(NULL, 20, drive.root, hh_vec(1, 0), drive.stick, &rope);
    rope.mass[19] = masses[m];
    double weight = (19 + masses[m]) * params.gravity, start = energy_of(&rope, params.gravity);
    for (int tick = 0; tick < 2000; tick++) {
      hh_rope_step(&params, NULL, &drive, &rope);
      assert_true(stretch_of(&rope, &drive) < 1e-12);
      assert_true(energy_of(&rope, params.gravity) <= start + 1e-3 * weight * 200);
    }
  }
}

/* A weight may hang in the middle, and be the only light one. */
static void beads_of_any_masses_in_any_order_keep_their_sticks(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  const HhStrandParams params = {.gravity = 0.9};
  for (int run = 0; run < 60; run++) {
    HhRopeDrive drive = {.stick = 10, .loose = run % 3 == 0};
    HhRope rope;
    hh_rope_lay(NULL, 1 + run, drive.root, hh_vec(1, 0.3), drive.stick, &rope);
    for (int i = 0; i < rope.beads; i++) {
      rope.mass[i] = pow(10, hh_random_range(&random, 0, 6));
      hh_rope_throw(&rope, i, random_vec(&random, -5, 5, -5, 5));
    }
    for (int tick = 0; tick < 300; tick++) {
      drive.root = hh_vec(30 * (tick % 100 < 3), 0);
      hh_rope_step(&params, NULL, &drive, &rope);
      assert_true(stretch_of(&rope, &drive) < 1e-9);
    }
    for (int i = 0; i < rope.beads; i++)
      assert_true(drive.loose || hh_vec_length(rope.velocity[i]) < 300);
  }
}

static void a_loose_rope_keeps_its_momentum(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  HhRopeDrive drive = {.stick = 0.4, .loose = true};
  HhRope rope;
  hh_rope_lay(NULL, 12, hh_vec(0, 0), hh_vec(1, 1), drive.stick, &rope);
  for (int i = 0; i < rope.beads; i++) {
    rope.mass[i] = i % 5 == 0 ? 7.3 : 1;
    hh_rope_throw(&rope, i, random_vec(&random, -1, 1, -1, 1));
  }
  HhVec start = momentum_of(&rope);
  for (int tick = 0; tick < 1000; tick++) {
    hh_rope_step(&still, NULL, &drive, &rope);
    assert_true(stretch_of(&rope, &drive) < 1e-12);
    CHECK_NEAR(momentum_of(&rope).x, start.x, 1e-9);
    CHECK_NEAR(momentum_of(&rope).y, start.y, 1e-9);
  }
}

/* Falling, it does with its centre what a single bead does. */
static void a_loose_rope_falls_as_a_bead_does(void **state)
{
  (void)state;
  const HhStrandParams params = {.gravity = 0.00625, .damping = 0.0125};
  HhRopeDrive drive = {.stick = 0.4, .loose = true};
  HhRope rope, bead;
  hh_rope_lay(NULL, 9, hh_vec(0, 0), hh_vec(1, 0), drive.stick, &rope);
  hh_rope_lay(NULL, 1, hh_vec(0, 0), hh_vec(0, 0), drive.stick, &bead);
  double start = bead.at[0].y;
  hh_rope_throw(&rope, 4, hh_vec(0.2, 0.3)); /* it tumbles */
  hh_rope_throw(&bead, 0, hh_vec(0.2 / 9, 0.3 / 9));
  for (int tick = 0; tick < 400; tick++) {
    hh_rope_step(&params, NULL, &drive, &rope);
    hh_rope_step(&params, NULL, &drive, &bead);
  }
  double height = 0;
  for (int i = 0; i < 9; i++)
    height += rope.at[i].y / 9;
  CHECK_NEAR(height, bead.at[0].y - start, 1e-9);
  /* y'' = -g - c y': y = -(g / c) t + (g / c + v) (1 - exp(-c t)) / c, and what starting costs. */
  double fall = 0.00625 / 0.0125, whole = (1 - exp(-5)) / 0.0125;
  CHECK_RELATIVE(height, -fall * 400 + (fall + 0.3 / 9) * whole, 0.005);
}

/* Time from the first to the second passing of the lowest point, in ticks; between ticks by
 * straight lines. */
static double half_ticks(double gravity, double rad)
{
  const HhStrandParams params = {.gravity = gravity};
  const HhRopeDrive drive = {.stick = 2.385};
  HhRope rope;
  double passed = 0;
  hh_rope_lay(NULL, 1, drive.root, hh_hanging(rad), drive.stick, &rope);
  for (int tick = 1;; tick++) {
    double before = rope.at[0].x;
    hh_rope_step(&params, NULL, &drive, &rope);
    if (before * rope.at[0].x > 0) continue;
    double at = tick - 1 + before / (before - rope.at[0].x);
    if (passed > 0) return at - passed;
    passed = at;
  }
}

/* Reference: GSL's elliptic integral: a half swing takes 2 K(sin(angle / 2)) sqrt(L / g). */
static void one_bead_swings_as_the_elliptic_integral_says_with_the_square_of_the_tick(void **state)
{
  (void)state;
  for (double rad = 0.3; rad < 2; rad += 0.5) {
    double exact = 2 * gsl_sf_ellint_Kcomp(sin(rad / 2), GSL_PREC_DOUBLE) * sqrt(2.385);
    double error[3];
    for (int i = 0; i < 3; i++) {
      double tick = 0.05 / (1 << i);
      error[i] = half_ticks(tick * tick, rad) * tick / exact - 1;
    }
    assert_true(fabs(error[2]) < 5e-4);
    CHECK_NEAR(error[0] / error[1], 4, 1);
    CHECK_NEAR(error[1] / error[2], 4, 0.6);
  }
}

/* Largest distance to core/chain/chain.h's exact motion after `ticks` of 1 / rate s for 1 s. */
static double off_chain(int rate, double tip)
{
  const double gravity = 9.81;
  HhStrandParams params = {.gravity = gravity / rate / rate};
  HhRopeDrive drive = {.stick = 0.31};
  HhRope rope;
  hh_rope_lay(NULL, 6, drive.root, hh_hanging(1.1), drive.stick, &rope);
  HhChain chain = {.count = 6, .pinned = true, .held = -1};
  for (int i = 0; i < 6; i++) {
    chain.length_m[i] = drive.stick;
    chain.bead[i].at = rope.at[i];
    chain.bead[i].mass_ratio = rope.mass[i] = i == 5 ? tip : 1;
  }
  HhChainWork work = {0};
  double most = 0;
  hh_chain_step(gravity, (HhChainDrive){0}, &chain, 1.0 / rate, &work);
  for (int i = 0; i < 6; i++) { /* the rope begins a tick later, with what was before */
    rope.at[i] = chain.bead[i].at;
    rope.velocity[i] = hh_vec_scale(chain.bead[i].velocity, 1.0 / rate);
  }
  for (int tick = 1; tick < rate; tick++) {
    hh_rope_step(&params, NULL, &drive, &rope);
    hh_chain_step(gravity, (HhChainDrive){0}, &chain, 1.0 / rate, &work);
    for (int i = 0; i < 6; i++)
      most = fmax(most, hh_vec_distance(rope.at[i], chain.bead[i].at));
  }
  return most;
}

static void a_rope_goes_to_the_exact_chain_as_ticks_shorten(void **state)
{
  (void)state;
  for (double tip = 1; tip < 2000; tip *= 10) {
    double coarse = off_chain(250, tip), fine = off_chain(1000, tip);
    if (tip < 50) CHECK_NEAR(coarse / fine, 16, 3); /* beyond, not all waves are slow yet */
    assert_true(coarse < 0.004 && fine < 0.0006);
  }
}

/* Discrete catenary: from stick to stick the slope grows by m g / H. */
static void a_rope_between_two_pins_hangs_as_a_catenary(void **state)
{
  (void)state;
  const HhStrandParams params = {.gravity = 0.00625, .damping = 0.05};
  const HhRopeDrive drive = {.stick = 0.4, .pinned = true, .root = {1, 5}, .pin = {5.3, 5.7}};
  HhRope rope;
  hh_rope_lay(NULL, 16, drive.root, hh_vec(1, 0), drive.stick, &rope);
  for (int tick = 0; tick < 3000; tick++)
    hh_rope_step(&params, NULL, &drive, &rope);
  assert_true(stretch_of(&rope, &drive) < 1e-6);
  double last = 0, first_rise = 0;
  for (int i = 0; i < 16; i++) {
    HhVec d = hh_vec_sub(rope.at[i], i > 0 ? rope.at[i - 1] : drive.root);
    double slope = d.y / d.x;
    if (i == 1) first_rise = slope - last;
    if (i > 1) CHECK_RELATIVE(slope - last, first_rise, 1e-4);
    last = slope;
  }
}

static void a_rope_without_a_root_hangs_from_its_pin(void **state)
{
  (void)state;
  const HhStrandParams params = {.gravity = 0.00625, .damping = 0.05};
  const HhRopeDrive drive = {.stick = 0.4, .loose = true, .pinned = true, .pin = {2.4, 5}};
  HhRope rope;
  hh_rope_lay(NULL, 6, hh_vec(0, 5), hh_vec(1, 0), drive.stick, &rope);
  rope.mass[0] = 30;
  for (int tick = 0; tick < 3000; tick++)
    hh_rope_step(&params, NULL, &drive, &rope);
  for (int i = 0; i < 6; i++) {
    CHECK_NEAR(rope.at[i].x, 2.4, 1e-3);
    CHECK_NEAR(rope.at[i].y, 5 - 0.4 * (5 - i), 1e-3);
  }
  /* The pin carries all but its own bead. */
  CHECK_RELATIVE(rope.tug.y * 9 / 4, -34 * params.gravity, 0.02);
}

static void a_rope_too_short_for_both_pins_is_drawn_out_evenly(void **state)
{
  (void)state;
  const HhStrandParams params = {.gravity = 0.00625, .damping = 0.05};
  const HhRopeDrive drive = {.stick = 0.4, .pinned = true, .root = {1, 5}, .pin = {6, 5}};
  HhRope rope;
  hh_rope_lay(NULL, 10, drive.root, hh_vec(1, 0), drive.stick, &rope);
  for (int tick = 0; tick < 500; tick++)
    hh_rope_step(&params, NULL, &drive, &rope);
  for (int i = 0; i < 10; i++) {
    double length = hh_vec_distance(rope.at[i], i > 0 ? rope.at[i - 1] : drive.root);
    CHECK_RELATIVE(length, 0.5, 0.01);
  }
}

static void a_mirrored_rope_makes_the_mirrored_motion_bit_by_bit(void **state)
{
  (void)state;
  const HhStrandParams params = {.gravity = 0.9, .damping = 0.01};
  HhRopeDrive right = {.stick = 10}, left = right;
  HhRope one, other;
  hh_rope_lay(NULL, 20, right.root, hh_vec(1, 0.25), 10, &one);
  hh_rope_lay(NULL, 20, left.root, hh_vec(-1, 0.25), 10, &other);
  one.mass[7] = other.mass[7] = 350;
  for (int tick = 0; tick < 500; tick++) {
    right.root.x = 0.5 * tick;
    left.root.x = -right.root.x;
    hh_rope_step(&params, NULL, &right, &one);
    hh_rope_step(&params, NULL, &left, &other);
    for (int i = 0; i < 20; i++) {
      assert_true(one.at[i].x == -other.at[i].x);
      assert_true(one.at[i].y == other.at[i].y);
    }
  }
}

static void what_is_no_number_is_not_asked_for(void **state)
{
  (void)state;
  const HhStrandParams params = {.gravity = 0.9};
  const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
  for (int i = 0; i < 4; i++) {
    HhRopeDrive drive = {.stick = 10};
    HhRope rope;
    hh_rope_lay(NULL, 20, drive.root, hh_vec(1, 0), 10, &rope);
    for (int tick = 0; tick < 60; tick++) {
      bool odd = tick % 7 == 3;
      drive.root.x = odd && tick < 20 ? bad[i] : 0;
      drive.pull.y = odd && tick > 30 ? bad[i] : 0;
      drive.pin.y = bad[i];
      drive.pinned = odd && i < 3;
      if (tick == 25) rope.velocity[5].x = bad[i];
      hh_rope_step(&params, NULL, &drive, &rope);
      for (int k = 0; k < 20; k++)
        assert_true(hh_vec_finite(rope.at[k]));
    }
    drive.pinned = false;
    for (int tick = 0; tick < 100; tick++)
      hh_rope_step(&params, NULL, &drive, &rope);
    assert_true(stretch_of(&rope, &drive) < 1e-9);
  }
}

static bool is_finite(const HhRope *rope)
{
  for (int i = 0; i < rope->beads; i++)
    if (!hh_vec_finite(rope->at[i]) || !hh_vec_finite(rope->before[i]) ||
        !hh_vec_finite(rope->velocity[i]) || !hh_vec_finite(rope->velocity_before[i]))
      return false;
  return hh_vec_finite(rope->root) && hh_vec_finite(rope->tug);
}

/* One call of a rope's life with a number that is none, or is too large; by what way. */
typedef enum Way { LAY, LAY_STICK, STICK, THROW, TELEPORT, TELEPORT_ROOT, WAYS } Way;

static void lay_by(Way way, double bad, int beads, HhRope *rope)
{
  HhVec direction = way == LAY ? hh_vec(bad, 1) : hh_vec(1, 0);
  hh_rope_lay(NULL, beads, hh_vec(5, 5), direction, way == LAY_STICK ? bad : 0.5, rope);
}

static void disturb(Way way, double bad, HhRope *rope)
{
  if (way == THROW) hh_rope_throw(rope, rope->beads / 2, hh_vec(1, bad));
  if (way == TELEPORT) hh_rope_teleport(NULL, hh_vec(bad, 0), hh_vec(5, 5), rope);
  if (way == TELEPORT_ROOT) hh_rope_teleport(NULL, hh_vec(0, 0), hh_vec(bad, 5), rope);
}

static void no_call_makes_a_rope_that_is_no_number(void **state)
{
  (void)state;
  const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e155, 1e71,
                        1e60};
  const HhStrandParams params = {.gravity = 0.00625, .damping = 0.2};
  for (int c = 0; c < WAYS * 7 * 4 * 4; c++) {
    Way way = (Way)(c % WAYS);
    double value = bad[c / WAYS % 7];
    HhRopeDrive drive = {.root = {5, 5},
                         .pin = {6, 4},
                         .stick = 0.5,
                         .loose = c / WAYS / 7 % 2 == 1,
                         .pinned = c / WAYS / 14 % 2 == 1};
    HhRope rope;
    lay_by(way, value, 1 + c / WAYS / 28 * 13, &rope);
    for (int tick = 0; tick < 100; tick++) {
      if (tick == 5) disturb(way, value, &rope);
      drive.stick = way == STICK && tick == 5 ? value : 0.5;
      hh_rope_step(&params, NULL, &drive, &rope);
      if (!is_finite(&rope)) fail_msg("way %d, %g, %d beads", way, value, rope.beads);
    }
    if (!drive.pinned && !drive.loose) assert_true(stretch_of(&rope, &drive) < 1e-9);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_weight_stretches_a_rope_or_makes_it_gain_energy),
      cmocka_unit_test(beads_of_any_masses_in_any_order_keep_their_sticks),
      cmocka_unit_test(a_loose_rope_keeps_its_momentum),
      cmocka_unit_test(a_loose_rope_falls_as_a_bead_does),
      cmocka_unit_test(one_bead_swings_as_the_elliptic_integral_says_with_the_square_of_the_tick),
      cmocka_unit_test(a_rope_goes_to_the_exact_chain_as_ticks_shorten),
      cmocka_unit_test(a_rope_between_two_pins_hangs_as_a_catenary),
      cmocka_unit_test(a_rope_without_a_root_hangs_from_its_pin),
      cmocka_unit_test(a_rope_too_short_for_both_pins_is_drawn_out_evenly),
      cmocka_unit_test(a_mirrored_rope_makes_the_mirrored_motion_bit_by_bit),
      cmocka_unit_test(what_is_no_number_is_not_asked_for),
      cmocka_unit_test(no_call_makes_a_rope_that_is_no_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
