/* Springs that follow a moving goal.
 * References: GSL's Runge-Kutta-Prince-Dormand integrator on the equation of motion; closed forms
 * and the exponential in long double by the C library. */
#include "check.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "base/random.h"
#include "base/spring.h"

typedef struct Motion {
  double k, ratio, goal, goal_rate;
} Motion;

static int motion(double t, const double y[], double dydt[], void *params)
{
  const Motion *m = (const Motion *)params;
  dydt[0] = y[1];
  dydt[1] = -m->k * m->k * (y[0] - m->goal - m->goal_rate * t) - 2 * m->ratio * m->k * y[1];
  return GSL_SUCCESS;
}

/* The largest difference to GSL of value and of rate / k, in sizes of the start and of the goal. */
static double error_to_integrator(const Motion *m, double value, double rate, double dt_s)
{
  gsl_odeiv2_system system = {motion, NULL, 2, (void *)(uintptr_t)m};
  double scale =
      fabs(value) + fabs(m->goal) + (fabs(rate) + fabs(m->goal_rate)) * (dt_s + 2 / m->k);
  gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(
      &system, gsl_odeiv2_step_rk8pd, 0.01 * fmin(dt_s, 1 / m->k), 1e-14 * scale, 1e-13);
  assert_non_null(driver);
  double t = 0, y[2] = {value, rate};
  assert_int_equal(gsl_odeiv2_driver_apply(driver, &t, dt_s, y), GSL_SUCCESS);
  gsl_odeiv2_driver_free(driver);

  HhSpring spring = {value, rate, m->goal};
  HhSpringStep step = hh_spring_step(m->k, m->ratio, dt_s);
  hh_spring_follow(&step, m->goal + m->goal_rate * dt_s, &spring);
  return fmax(fabs(spring.value - y[0]), fabs(spring.rate - y[1]) / m->k) / scale;
}

static void a_step_is_what_an_integrator_finds(void **state)
{
  (void)state;
  static const double ratios[] = {1, 0.05, 0.999999999, 0.7, 0.3, 1e-3};
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  double worst = 0;
  for (int i = 0; i < 600; i++) {
    Motion m = {.k = pow(10, hh_random_range(&random, -1, 3)),
                .ratio = i % 2 ? ratios[i / 2 % 6] : hh_random_range(&random, 0.05, 1),
                .goal = hh_random_range(&random, -2, 2),
                .goal_rate = hh_random_range(&random, -9, 9)};
    double dt = pow(10, hh_random_range(&random, -4, 1)) / m.k;
    double rate = hh_random_range(&random, -20, 20);
    worst = fmax(worst, error_to_integrator(&m, hh_random_range(&random, -2, 2), rate, dt));
  }
  CHECK_NEAR(worst, 0, 1e-13);
}

/* The coefficients in long double. */
static void steps_are_the_closed_forms_to_round_off(void **state)
{
  (void)state;
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  double worst = 0;
  for (int i = 0; i < 20000; i++) {
    double k = pow(10, hh_random_range(&random, -1, 3)), dt = hh_random_range(&random, 1e-4, 0.1);
    double ratio =
        i % 3 ? hh_random_range(&random, 0.05, 1) : 1 - pow(10, -hh_random_range(&random, 1, 16));
    long double r = (long double)ratio, exact_k = (long double)k, t = (long double)dt;
    long double w = exact_k * sqrtl((1 - r) * (1 + r)), decay = expl(-r * exact_k * t);
    long double sine = decay * (w > 0 ? sinl(w * t) / w : t), cosine = decay * cosl(w * t);
    HhSpringStep step = hh_spring_step(k, ratio, dt);
    worst = fmax(worst, fabs(step.vv - (double)(cosine + r * exact_k * sine)));
    worst = fmax(worst, fabs(step.vr - (double)sine) * k);
    worst = fmax(worst, fabs(step.rv + (double)(sine * exact_k * exact_k)) / k);
    worst = fmax(worst, fabs(step.rr - (double)(cosine - r * exact_k * sine)));
    CHECK_RELATIVE(step.lag_s, 2 * ratio / k, 4e-16);
  }
  CHECK_NEAR(worst, 0, 1.5e-15);
}

/* z = d(value)/d(ratio) obeys z'' + 2 r k z' + k^2 z = -2 k y', and |y'| <= k/e with the response
 * to a push integrating to 1/k^2 at ratio 1: |z| <= 2/e. For the coefficient of the rate, times k,
 * |y'| <= 1 and |z| <= 2. The difference to ratio 1 shrinks as 1 - ratio; a quotient 0/0 there
 * would grow as its root. */
static void the_ratio_comes_to_one_without_a_gap(void **state)
{
  (void)state;
  for (double x = 0.01; x < 30; x *= 1.1) {
    HhSpringStep one = hh_spring_step(10, 1, x / 10);
    CHECK_NEAR(one.vv, (1 + x) * exp(-x), 4e-16);
    CHECK_NEAR(one.vr * 10, x * exp(-x), 4e-16);
    for (double gap = 0.01; gap > 5e-17; gap /= 3) {
      HhSpringStep near = hh_spring_step(10, 1 - gap, x / 10);
      CHECK_NEAR(near.vv, one.vv, 0.75 * gap + 6e-16);
      CHECK_NEAR(near.vr * 10, one.vr * 10, 2.1 * gap + 6e-16);
    }
  }
}

static void two_half_steps_are_one_step_for_a_goal_that_moves_evenly(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  for (int i = 0; i < 20000; i++) {
    double k = pow(10, hh_random_range(&random, -1, 3)), dt = hh_random_range(&random, 1e-3, 0.1);
    double ratio = i % 3 ? hh_random_range(&random, 0.05, 1) : 1;
    double goal = hh_random_range(&random, -2, 2), rate = hh_random_range(&random, -9, 9);
    HhSpring whole = {hh_random_range(&random, -2, 2), hh_random_range(&random, -20, 20), goal};
    HhSpring halves = whole;
    HhSpringStep full = hh_spring_step(k, ratio, dt), half = hh_spring_step(k, ratio, dt / 2);
    hh_spring_follow(&full, goal + rate * dt, &whole);
    hh_spring_follow(&half, goal + rate * dt / 2, &halves);
    hh_spring_follow(&half, goal + rate * dt, &halves);
    double scale = 4 + 30 * (dt + 2 / k);
    CHECK_NEAR(halves.value, whole.value, 4e-15 * scale);
    CHECK_NEAR(halves.rate, whole.rate, 4e-15 * scale * k + 4e-15 * 30);
  }
}

/* At ratio 1 the response to a push integrates to 1/k^2 and is nowhere negative: between two
 * goals that differ by e the values differ by e at most. A goal A sin(w t) is off its straight
 * line by A w^2 dt^2 / 8 at most, at 60 and at 120 frames a second together 1.25 times that. */
static void other_frame_rates_differ_by_the_goals_bend_in_a_frame(void **state)
{
  (void)state;
  static const double amplitude = 0.5, w = 7, dt = 1.0 / 60;
  HhSpringStep full = hh_spring_step(13, 1, dt), half = hh_spring_step(13, 1, dt / 2);
  HhSpring slow = hh_spring_rest(0), fast = slow;
  double worst = 0;
  for (int i = 0; i < 600; i++) {
    hh_spring_follow(&full, amplitude * sin(w * dt * (i + 1)), &slow);
    hh_spring_follow(&half, amplitude * sin(w * dt * (i + 0.5)), &fast);
    hh_spring_follow(&half, amplitude * sin(w * dt * (i + 1)), &fast);
    worst = fmax(worst, fabs(slow.value - fast.value));
  }
  double bound = amplitude * w * w * dt * dt / 8;
  assert_true(worst > 0.1 * bound && worst < bound);
}

static void a_spring_at_its_goal_stays_there_to_the_bit(void **state)
{
  (void)state;
  HhSpringStep step = hh_spring_step(9, 0.7, 1.0 / 60);
  HhSpring spring = hh_spring_rest(2.385);
  for (int i = 0; i < 1000; i++)
    hh_spring_follow(&step, 2.385, &spring);
  assert_true(spring.value == 2.385 && spring.rate == 0 && spring.goal == 2.385);
}

/* x' = v, x = goal - (2 r / k) v */
static void a_spring_trails_an_even_goal_by_its_lag(void **state)
{
  (void)state;
  HhSpringStep step = hh_spring_step(8, 0.7, 1.0 / 60);
  HhSpring spring = hh_spring_rest(0);
  for (int i = 1; i <= 1200; i++)
    hh_spring_follow(&step, 3.0 * i / 60, &spring);
  CHECK_NEAR(spring.value, 60 - 3 * 2 * 0.7 / 8, 2e-13);
  CHECK_NEAR(spring.rate, 3, 1e-12);
}

/* Overshoot of a step from rest: e^(-pi r / sqrt(1 - r^2)). */
static void ratio_one_does_not_overshoot_and_smaller_ones_do_by_the_formula(void **state)
{
  (void)state;
  static const double ratios[] = {0.05, 0.3, 0.7, 1};
  for (int i = 0; i < 4; i++) {
    HhSpringStep step = hh_spring_step(10, ratios[i], 1e-4);
    HhSpring spring = {0, 0, 1};
    double highest = 0, last = 0;
    for (int n = 0; n < 20000; n++) {
      hh_spring_follow(&step, 1, &spring);
      if (ratios[i] == 1) assert_true(spring.value >= last - 1e-15);
      last = spring.value;
      highest = fmax(highest, last);
    }
    double over = ratios[i] < 1 ? exp(-acos(-1) * ratios[i] / sqrt(1 - ratios[i] * ratios[i])) : 0;
    CHECK_NEAR(highest, 1 + over, 1e-6);
    if (ratios[i] == 1) assert_true(highest <= 1 + 1e-15);
  }
}

static void a_spring_without_stiffness_moves_on_evenly(void **state)
{
  (void)state;
  HhSpringStep step = hh_spring_step(0, 0.7, 0.25);
  HhSpring spring = {1, 2, 5};
  hh_spring_follow(&step, -7, &spring);
  CHECK_NEAR(spring.value, 1.5, 1e-15);
  CHECK_NEAR(spring.rate, 2, 1e-14);
}

static void decay_is_the_exponential(void **state)
{
  (void)state;
  double worst = 0;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  for (int i = 0; i < 200000; i++) {
    double x = i % 2 ? hh_random_range(&random, 0, 708) : hh_random_range(&random, 0, 2);
    long double exact = expl(-(long double)x), ours = (long double)hh_decay(x);
    worst = fmax(worst, (double)fabsl((ours - exact) / exact));
  }
  CHECK_NEAR(worst, 0, 3e-16);
  assert_true(hh_decay(0) == 1 && hh_decay(746) == 0 && hh_decay((double)INFINITY) == 0);
  assert_true(hh_decay(744) > 0 && hh_decay(1e-300) == 1);
}

static void ease_is_flat_at_both_ends_and_even_about_its_middle(void **state)
{
  (void)state;
  assert_true(hh_ease(-1) == 0 && hh_ease(0) == 0 && hh_ease(1) == 1 && hh_ease(1.3) == 1);
  CHECK_NEAR(hh_ease(0.25), 0.15625, 0);
  for (double s = 0; s <= 1; s += 0.01)
    CHECK_NEAR(hh_ease(s) + hh_ease(1 - s), 1, 4e-16);
  CHECK_NEAR(hh_ease(1e-6), 0, 3e-12);
  CHECK_NEAR(hh_ease(1 - 1e-6), 1, 3.1e-12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_is_what_an_integrator_finds),
      cmocka_unit_test(steps_are_the_closed_forms_to_round_off),
      cmocka_unit_test(the_ratio_comes_to_one_without_a_gap),
      cmocka_unit_test(two_half_steps_are_one_step_for_a_goal_that_moves_evenly),
      cmocka_unit_test(other_frame_rates_differ_by_the_goals_bend_in_a_frame),
      cmocka_unit_test(a_spring_at_its_goal_stays_there_to_the_bit),
      cmocka_unit_test(a_spring_trails_an_even_goal_by_its_lag),
      cmocka_unit_test(ratio_one_does_not_overshoot_and_smaller_ones_do_by_the_formula),
      cmocka_unit_test(a_spring_without_stiffness_moves_on_evenly),
      cmocka_unit_test(decay_is_the_exponential),
      cmocka_unit_test(ease_is_flat_at_both_ends_and_even_about_its_middle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
