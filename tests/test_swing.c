/* The swing and the flight: laws, closed forms by GSL, and the reference tables. */
#include "check.h"

#include <gsl/gsl_sf_ellint.h>

#include "base/angle.h"
#include "base/random.h"
#include "gibbon/flight.h"
#include "gibbon/swing.h"

static const double g = 9.81;
static const double degree = HH_PI / 180;

static HhSwing hanging(double length, double rad, double rate)
{
  return (HhSwing){.dir = hh_hanging(rad), .rate_radps = rate, .length_m = length};
}

/* Time from one event to the next in frames of dt. */
static double time_to(HhSwing *swing, HhSwingWatch watch, double dt, HhSwingEvent *event)
{
  double time = 0;
  *event = HH_SWING_NONE;
  while (*event == HH_SWING_NONE && time < 100)
    time += hh_swing_step(g, 0, watch, swing, dt, event);
  return time;
}

/* Reference: T = 4 sqrt(l/g) K(sin(amplitude/2)), GSL's elliptic integral. */
static void a_wide_swing_takes_as_long_as_the_elliptic_integral_says(void **state)
{
  (void)state;
  static const double amplitudes[] = {0.1, 5, 30, 60, 89.99};
  static const double frames[] = {1.0 / 30, 1.0 / 60, 1.0 / 120, 1.0 / 240};
  for (size_t a = 0; a < 5; a++) {
    double amplitude = amplitudes[a] * degree;
    double half = 2 * sqrt(0.75 / g) * gsl_sf_ellint_Kcomp(sin(amplitude / 2), GSL_PREC_DOUBLE);
    for (size_t f = 0; f < 4; f++) {
      HhSwing swing = hanging(0.75, -amplitude, 0);
      HhSwingEvent event;
      double time = time_to(&swing, (HhSwingWatch){.turn = true}, frames[f], &event);
      assert_int_equal(event, HH_SWING_TURN);
      CHECK_RELATIVE(time, half, 1e-12);
      CHECK_NEAR(hh_angle_between(hh_vec(0, -1), swing.dir), amplitude, 1e-13);
    }
  }
}

static void a_swing_keeps_its_energy_for_ten_thousand_swings(void **state)
{
  (void)state;
  HhSwing swing = hanging(1, -60 * degree, 0);
  double energy = hh_swing_energy(g, &swing);
  HhSwingEvent event;
  for (int turns = 0; turns < 20000;) {
    hh_swing_step(g, 0, (HhSwingWatch){.turn = true}, &swing, 1.0 / 60, &event);
    turns += event == HH_SWING_TURN;
  }
  CHECK_NEAR(hh_swing_energy(g, &swing), energy, 1e-11);
  CHECK_NEAR(hh_vec_length(swing.dir), 1, 1e-15);
}

/* The work of a constant tangential acceleration is a l (theta - theta0), exactly. */
static void muscle_work_is_acceleration_times_arc(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  for (int i = 0; i < 2000; i++) {
    double l = hh_random_range(&random, 0.3, 1.5), pull = hh_random_range(&random, -20, 20);
    double rate = hh_random_range(&random, 1, 9);
    HhSwing swing = hanging(l, hh_random_range(&random, -1.2, 0.5), rate);
    double before = hh_swing_energy(g, &swing);
    HhSwingEvent event;
    for (int step = 0; step < 20; step++)
      hh_swing_step(g, pull, (HhSwingWatch){.turn = false}, &swing, 1.0 / 60, &event);
    double after = hh_swing_energy(g, &swing);
    CHECK_NEAR(after - before, pull * l * swing.swept_rad,
               1e-12 * (1 + fabs(after) + fabs(before)));
  }
}

static void a_mark_is_met_exactly_at_any_frame_rate(void **state)
{
  (void)state;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  for (int i = 0; i < 2000; i++) {
    double from = hh_random_range(&random, -1.4, 0.2),
           to = from + hh_random_range(&random, 0.05, 1.2);
    double rate = hh_random_range(&random, 7, 14);
    double times[2];
    for (int rough = 0; rough < 2; rough++) {
      HhSwing swing = hanging(0.8, from, rate);
      HhSwingEvent event;
      HhSwingWatch watch = {.mark_set = true, .mark = hh_hanging(to), .turn = true};
      times[rough] = time_to(&swing, watch, rough ? 1.0 / 30 : 1.0 / 1000, &event);
      assert_int_equal(event, HH_SWING_MARK);
      CHECK_NEAR(hh_angle_between(hh_hanging(to), swing.dir), 0, 1e-15);
      CHECK_NEAR(swing.swept_rad, to - from, 1e-13);
    }
    CHECK_NEAR(times[0], times[1], 1e-13);
  }
}

static void a_mark_is_met_going_back_too(void **state)
{
  (void)state;
  HhSwing swing = hanging(0.8, 0.5, -9);
  HhSwingEvent event;
  HhSwingWatch watch = {.mark_set = true, .mark = hh_hanging(-0.4), .turn = true};
  double time = time_to(&swing, watch, 1.0 / 60, &event);
  assert_int_equal(event, HH_SWING_MARK);
  CHECK_NEAR(swing.swept_rad, -0.9, 1e-13);
  HhSwing mirror = hanging(0.8, -0.5, 9);
  HhSwingWatch mirrored = {.mark_set = true, .mark = hh_hanging(0.4), .turn = true};
  CHECK_NEAR(time_to(&mirror, mirrored, 1.0 / 60, &event), time, 1e-14);
}

/* Reference: the loop. The tension vanishes at cos theta = (2 - v_b^2 / (g l)) / 3. */
static void the_arm_goes_slack_where_the_textbook_says(void **state)
{
  (void)state;
  for (double froude = 2.05; froude < 4.95; froude += 0.1) {
    double l = 0.6, v = sqrt(froude * g * l);
    HhSwing swing = hanging(l, 0, v / l);
    HhSwingEvent event;
    time_to(&swing, (HhSwingWatch){.turn = true}, 1.0 / 60, &event);
    assert_int_equal(event, HH_SWING_SLACK);
    CHECK_NEAR(-swing.dir.y, (2 - froude) / 3, 1e-13);
    CHECK_NEAR(hh_swing_tension(g, &swing), 0, 1e-12);
  }
  HhSwing loop = hanging(0.6, 0, sqrt(5.01 * g * 0.6) / 0.6);
  HhSwingEvent event;
  for (int i = 0; i < 600; i++) {
    hh_swing_step(g, 0, (HhSwingWatch){.turn = true}, &loop, 1.0 / 60, &event);
    assert_int_equal(event, HH_SWING_NONE); /* full circles stay taut */
  }
}

/* Reference: a body that leaves the circle where the tension vanishes meets it again after
 * 4 v_y / g. */
static void a_slack_arm_is_taut_again_after_four_rises(void **state)
{
  (void)state;
  for (double cosine = -0.05; cosine > -0.99; cosine -= 0.05) {
    double l = 0.75, sine = sqrt(1 - cosine * cosine);
    HhVec r = hh_vec(l * sine, -l * cosine);
    double speed = sqrt(-g * l * cosine);
    HhVec velocity = hh_vec_scale(hh_vec_left(hh_vec_unit(r)), speed);
    double taut = hh_flight_taut(g, r, velocity, l, 10);
    CHECK_RELATIVE(taut, 4 * velocity.y / g, 1e-12);
    hh_flight_advance(g, &r, &velocity, taut);
    CHECK_NEAR(hh_vec_length(r), l, 1e-12);
  }
}

/* A hand that closes exactly at the arm's length, a little inside or a little outside: the arm is
 * taut now or at once, never never. */
static void an_arm_at_its_length_is_taut_whatever_round_off_says(void **state)
{
  (void)state;
  HhRandom random = hh_random(8, HH_STREAM_TEST, 0);
  for (int i = 0; i < 200000; i++) {
    double l = hh_random_range(&random, 0.3, 1.5), rad = hh_random_range(&random, -1.4, 1.4);
    double off = hh_random_range(&random, -1, 1) * pow(10, hh_random_range(&random, -18, -6));
    double far_away = hh_random_index(&random, 2) ? 1e4 : 0; /* round-off of a long way */
    HhVec r = hh_vec_scale(hh_hanging(rad), l * (1 + off));
    r.x = (r.x + far_away) - far_away;
    HhVec velocity = hh_vec_scale(hh_vec_left(hh_vec_unit(r)), hh_random_range(&random, 1.5, 12));
    double taut = hh_flight_taut(g, r, velocity, l, 10);
    assert_true(taut >= 0 && taut < 0.02);
    assert_true(hh_flight_closest(g, r, velocity, 10) >= 0);
  }
}

/* Contact: bottom to release; reference column T_contact is release to release, twice that. */
static double swing_time_s(double l, double v_bottom, double rad, double dt)
{
  HhSwing swing = hanging(l, 0, v_bottom / l);
  HhSwingEvent event;
  return time_to(&swing, (HhSwingWatch){.mark_set = true, .mark = hh_hanging(rad), .turn = true},
                 dt, &event);
}

/* Reference: every feasible row of level_ricochetal: speeds and energies to 1e-9, times to 1e-6 as
 * simulated at 60 Hz (we reach 1e-10) and to 1e-9 in closed form by GSL. */
static void a_level_cycle_is_that_of_the_reference(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/level_ricochetal.csv"));
  int used = 0;
  for (int row = 0; row < table->rows; row++) {
    if (check_cell(table, row, "feasible") != 1) continue;
    used++;
    double l = check_cell(table, row, "L_m"), d = check_cell(table, row, "D_m");
    double rad = check_cell(table, row, "theta_deg") * degree;
    double v = check_cell(table, row, "v_release_mps"), vb = check_cell(table, row, "v_bottom_mps");

    /* Swing from the bottom. */
    HhSwing swing = hanging(l, 0, vb / l);
    HhSwingEvent event;
    HhSwingWatch watch = {.mark_set = true, .mark = hh_hanging(rad), .turn = true};
    double rise = time_to(&swing, watch, 1.0 / 60, &event);
    CHECK_RELATIVE(2 * rise, check_cell(table, row, "T_contact_s"), 1e-10);
    CHECK_NEAR(hh_swing_energy(g, &swing), check_cell(table, row, "E_Jpkg"), 1e-9 * g * l);
    HhVec at = hh_swing_offset(&swing), velocity = hh_swing_velocity(&swing);
    CHECK_RELATIVE(hh_vec_length(velocity), v, 1e-9);
    CHECK_RELATIVE(velocity.x, check_cell(table, row, "vx_flight_mps"), 1e-9);
    CHECK_RELATIVE(hh_swing_tension(g, &swing) / g, check_cell(table, row, "tension_release_mg"),
                   1e-9);

    /* Flight to the next hold. */
    HhVec r = hh_vec_sub(at, hh_vec(d, 0));
    double flight = 0;
    for (int minimum = 0; minimum < 2 && (minimum == 0 || hh_vec_length(r) > 1.001 * l);
         minimum++) {
      double past = minimum * 1e-3; /* beyond the first one */
      hh_flight_advance(g, &r, &velocity, past);
      double step = hh_flight_closest(g, r, velocity, 10);
      hh_flight_advance(g, &r, &velocity, step);
      flight += past + step;
    }
    CHECK_RELATIVE(flight, check_cell(table, row, "T_flight_s"), 1e-9);
    CHECK_NEAR(hh_vec_length(r), l, 1e-10);
    CHECK_RELATIVE(hh_vec_length(velocity), v, 1e-9);
    CHECK_RELATIVE(2 * rise + flight, check_cell(table, row, "T_cycle_s"), 1e-9);

    /* Closed form: (4 L / v_b) F(theta/2 | k^2 = 4 g L / v_b^2), k may exceed 1. */
    double k = 2 * sqrt(g * l) / vb;
    double contact =
        k <= 1 ? 4 * l / vb * gsl_sf_ellint_F(rad / 2, k, GSL_PREC_DOUBLE)
               : 4 * l / vb / k * gsl_sf_ellint_F(asin(k * sin(rad / 2)), 1 / k, GSL_PREC_DOUBLE);
    CHECK_RELATIVE(contact, check_cell(table, row, "T_contact_s"), 1e-9);
  }
  assert_true(used > 100);
  check_table_free(table);
}

/* Reference: every row of level_min_energy: swing to the release angle of least energy. */
static void the_cheapest_level_cycle_is_that_of_the_reference(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/level_min_energy.csv"));
  for (int row = 0; row < table->rows; row++) {
    double l = check_cell(table, row, "L_m"), vb = check_cell(table, row, "v_bottom_mps");
    double rad = check_cell(table, row, "theta_minE_deg") * degree;
    bool slow = strcmp(check_text(table, row, "gait_minE"), "continuous") == 0;
    /* A hand over at rest: the last digit of the printed angle decides whether it is reached. */
    if (slow) rad -= 1e-9;
    HhSwing swing = hanging(l, 0, vb / l);
    CHECK_RELATIVE(hh_swing_energy(g, &swing), check_cell(table, row, "E_min_Jpkg"), 1e-9);
    CHECK_RELATIVE(hh_swing_tension(g, &swing) / g, check_cell(table, row, "tension_bottom_mg"),
                   1e-9);
    if (slow) continue; /* timed by the rows of continuous_contact */
    double rise = swing_time_s(l, vb, rad, 1.0 / 60);
    CHECK_RELATIVE(2 * rise, check_cell(table, row, "T_contact_s"), 1e-9);
    double v = check_cell(table, row, "v_release_mps");
    CHECK_RELATIVE(2 * v * sin(rad) / g, check_cell(table, row, "T_flight_s"), 1e-9);
  }
  check_table_free(table);
}

/* Reference: every row of continuous_contact: half a swing between turning points is a step. */
static void a_slow_step_is_that_of_the_reference(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/continuous_contact.csv"));
  for (int row = 0; row < table->rows; row++) {
    double l = check_cell(table, row, "L_m"), rad = check_cell(table, row, "theta_deg") * degree;
    HhSwing swing = hanging(l, -rad, 0);
    CHECK_RELATIVE(hh_swing_energy(g, &swing), check_cell(table, row, "E_Jpkg"), 1e-9);
    HhSwing half = swing;
    HhSwingEvent event;
    HhSwingWatch bottom = {.mark_set = true, .mark = {0, -1}};
    double fall = time_to(&half, bottom, 1.0 / 60, &event);
    CHECK_RELATIVE(hh_vec_length(hh_swing_velocity(&half)), check_cell(table, row, "v_bottom_mps"),
                   1e-9);
    CHECK_RELATIVE(hh_swing_tension(g, &half) / g, check_cell(table, row, "tension_bottom_mg"),
                   1e-9);
    double step = time_to(&swing, (HhSwingWatch){.turn = true}, 1.0 / 60, &event);
    CHECK_RELATIVE(step, check_cell(table, row, "T_step_s"), 1e-9);
    CHECK_RELATIVE(2 * fall, step, 1e-12);
  }
  check_table_free(table);
}

/* Reference: level_release_speed_error: a release a little too slow misses, one too fast enters
 * the circle and collides when the arm is taut again. */
static void a_wrong_release_speed_misses_or_collides_as_the_reference_says(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table =
      check_table_read(check_shared(path, "reference/level_release_speed_error.csv"));
  for (int row = 0; row < table->rows; row++) {
    double l = check_cell(table, row, "L_m"), d = check_cell(table, row, "D_m");
    double rad = check_cell(table, row, "theta_deg") * degree;
    double v =
        sqrt(g * (d - 2 * l * sin(rad)) / sin(2 * rad)) * (1 + check_cell(table, row, "eps_speed"));
    HhVec r = hh_vec_sub(hh_vec_scale(hh_hanging(rad), l), hh_vec(d, 0));
    HhVec velocity = hh_vec_scale(hh_unit_from_angle(rad), v);
    HhVec near = r, near_velocity = velocity;
    double closest = hh_flight_closest(g, r, velocity, 10);
    assert_true(closest > 0);
    hh_flight_advance(g, &near, &near_velocity, closest);
    CHECK_RELATIVE(hh_vec_length(near), check_cell(table, row, "closest_m"), 1e-9);
    if (strcmp(check_text(table, row, "outcome"), "overshoot") != 0) continue;
    double exit = closest + hh_flight_taut(g, near, near_velocity, l, 10);
    CHECK_RELATIVE(exit, check_cell(table, row, "t_exit_s"), 1e-9);
    hh_flight_advance(g, &r, &velocity, exit);
    HhVec arm = hh_vec_unit(r);
    double radial = hh_vec_dot(arm, velocity), speed = hh_vec_length(velocity);
    CHECK_RELATIVE(radial * radial / (speed * speed), check_cell(table, row, "loss_exit"), 1e-9);
    CHECK_RELATIVE(asin(radial / speed), check_cell(table, row, "delta_exit_deg") * degree, 1e-9);
  }
  check_table_free(table);
}

/* A perfect grab only touches the circle; the closest approach must be found all the same. */
static void a_grazing_grab_is_found_at_every_frame_rate(void **state)
{
  (void)state;
  double l = 0.6, d = 1.5, rad = 45 * degree, v = sqrt(g * (d - sqrt(2.0) * l));
  static const double frames[] = {1.0 / 30, 1.0 / 60, 1.0 / 120, 1.0 / 240, 1.0 / 1000};
  for (size_t f = 0; f < 5; f++) {
    HhVec r = hh_vec_sub(hh_vec_scale(hh_hanging(rad), l), hh_vec(d, 0));
    HhVec velocity = hh_vec_scale(hh_unit_from_angle(rad), v);
    double time = 0, found = -1;
    while (found < 0 && time < 2) {
      found = hh_flight_closest(g, r, velocity, frames[f]);
      double step = found >= 0 ? found : frames[f];
      hh_flight_advance(g, &r, &velocity, step);
      time += step;
    }
    CHECK_NEAR(hh_vec_length(r), l, 1e-12);
    CHECK_NEAR(time, 2 * v * sin(rad) / g, 1e-12);
  }
}

static void nothing_finite_goes_in_nothing_finite_comes_out_but_it_ends(void **state)
{
  (void)state;
  HhSwing swing = hanging(0.75, 0.3, (double)NAN);
  HhSwingEvent event;
  double used = hh_swing_step(g, 0, (HhSwingWatch){.turn = true}, &swing, 1.0 / 60, &event);
  assert_true(used >= 0 && !(swing.rate_radps == swing.rate_radps));
  HhSwing mad = hanging(0.75, 0.3, 1e6);
  used = hh_swing_step(g, 0, (HhSwingWatch){.turn = true}, &mad, 1e-4, &event);
  CHECK_NEAR(used, 1e-4, 0);
  assert_true(isfinite(mad.rate_radps));
  assert_true(hh_flight_closest(g, hh_vec((double)NAN, 0), hh_vec(1, 1), 1) < 0);
  assert_true(hh_flight_taut(g, hh_vec(0, 0), hh_vec((double)INFINITY, 1), 1, 1) < 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_wide_swing_takes_as_long_as_the_elliptic_integral_says),
      cmocka_unit_test(a_swing_keeps_its_energy_for_ten_thousand_swings),
      cmocka_unit_test(muscle_work_is_acceleration_times_arc),
      cmocka_unit_test(a_mark_is_met_exactly_at_any_frame_rate),
      cmocka_unit_test(a_mark_is_met_going_back_too),
      cmocka_unit_test(the_arm_goes_slack_where_the_textbook_says),
      cmocka_unit_test(a_slack_arm_is_taut_again_after_four_rises),
      cmocka_unit_test(an_arm_at_its_length_is_taut_whatever_round_off_says),
      cmocka_unit_test(a_level_cycle_is_that_of_the_reference),
      cmocka_unit_test(the_cheapest_level_cycle_is_that_of_the_reference),
      cmocka_unit_test(a_slow_step_is_that_of_the_reference),
      cmocka_unit_test(a_wrong_release_speed_misses_or_collides_as_the_reference_says),
      cmocka_unit_test(a_grazing_grab_is_found_at_every_frame_rate),
      cmocka_unit_test(nothing_finite_goes_in_nothing_finite_comes_out_but_it_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
