/* Flights to a perfect grab: flown again in closed form, and against a scan of launches that knows
 * nothing of the family. */
#include "check.h"

#include "base/angle.h"
#include "base/random.h"
#include "gibbon/flight.h"
#include "gibbon/leap.h"

static const double g = 9.81;

static HhLeapProblem drawn(HhRandom *random)
{
  HhVec to_hold = {hh_random_range(random, -5, 5), hh_random_range(random, -4, 4)};
  HhVec own = {hh_random_range(random, -6, 6), hh_random_range(random, -4, 6)};
  return (HhLeapProblem){.to_hold = to_hold,
                         .arm_m = hh_random_range(random, 0.4, 0.9),
                         .gravity_mps2 = g,
                         .facing = to_hold.x > 0 ? 1 : -1,
                         .own = own,
                         .speed_max_mps = hh_random_range(random, 5, 14)};
}

/* Where the body is about the hold when the hand closes, and how it moves. */
static HhVec flown(const HhLeapProblem *problem, const HhLeap *leap, double t_s, HhVec *velocity)
{
  HhVec r = hh_vec_scale(problem->to_hold, -1);
  *velocity = leap->velocity;
  hh_flight_advance(problem->gravity_mps2, &r, velocity, t_s);
  return r;
}

static void a_leap_ends_at_the_arm_s_length_and_across_it(void **state)
{
  (void)state;
  HhRandom random = hh_random(2385, HH_STREAM_TEST, 0);
  int found = 0;
  for (int i = 0; i < 10000; i++) {
    HhLeapProblem problem = drawn(&random);
    HhVec dir = hh_unit_from_angle(hh_random_range(&random, -HH_PI, HH_PI));
    HhLeap leap;
    if (!hh_leap_toward(&problem, dir, &leap)) continue;
    found++;
    HhVec velocity, r = flown(&problem, &leap, leap.flight_s, &velocity);
    double size =
        1 + hh_vec_length(leap.velocity) * leap.flight_s + g * leap.flight_s * leap.flight_s;
    CHECK_NEAR(hh_vec_length(r) / size, problem.arm_m / size, 1e-13);
    CHECK_NEAR(hh_vec_dot(velocity, dir) / (size / leap.flight_s), 0, 1e-13);
    CHECK_NEAR(hh_vec_distance(r, hh_vec_scale(dir, problem.arm_m)) / size, 0, 1e-13);
  }
  assert_in_range(found, 3000, 7000);
}

static void the_best_leap_is_within_its_limits_and_touches_the_circle_once(void **state)
{
  (void)state;
  HhRandom random = hh_random(31, HH_STREAM_TEST, 0);
  int found = 0;
  for (int i = 0; i < 2000; i++) {
    HhLeapProblem problem = drawn(&random);
    HhLeap leap;
    if (!hh_leap_best(&problem, &leap)) continue;
    found++;
    assert_true(hh_vec_length(leap.velocity) <= problem.speed_max_mps * (1 + 1e-15));
    assert_true(problem.facing * leap.velocity.x > 0);
    assert_true(leap.dir.y < 0);
    HhVec velocity, r = flown(&problem, &leap, leap.flight_s, &velocity);
    CHECK_NEAR(hh_vec_length(r), problem.arm_m, 1e-12);
    CHECK_NEAR(hh_vec_dot(velocity, hh_vec_unit(r)), 0, 1e-12);
    assert_true(hh_vec_dot(velocity, velocity) / problem.arm_m - g * leap.dir.y > 0);
    for (int k = 0; k < 200; k++) {
      double t = leap.flight_s * k / 200;
      assert_true(hh_vec_length(flown(&problem, &leap, t, &velocity)) >= problem.arm_m - 1e-12);
    }
  }
  assert_in_range(found, 1000, 2000);
}

/* The least distance of a whole flight from the hold, which a high one comes near to twice, less
 * the arm; *r is where it is then. */
static double least_miss(const HhLeapProblem *problem, HhVec velocity, HhVec *r)
{
  HhVec at = hh_vec_scale(problem->to_hold, -1);
  double least = 1e30;
  for (int pass = 0; pass < 2; pass++) {
    double closest = hh_flight_closest(g, at, velocity, 1e3);
    if (closest < 0) break;
    hh_flight_advance(g, &at, &velocity, closest);
    if (hh_vec_length(at) - problem->arm_m < least) *r = at;
    least = fmin(least, hh_vec_length(at) - problem->arm_m);
    hh_flight_advance(g, &at, &velocity, 1e-3);
  }
  return least;
}

/* Cheapest launch of one heading whose flight passes the hold at the arm's length: speeds at which
 * the miss changes its sign. */
static double cheapest_along(const HhLeapProblem *problem, HhVec heading)
{
  enum { SPEEDS = 80 };
  double least = (double)INFINITY, lo = 0, at_lo = 0;
  HhVec r = {0};
  for (int i = 1; i <= SPEEDS; i++) {
    double hi = problem->speed_max_mps * i / SPEEDS, end = hi;
    double at_hi = least_miss(problem, hh_vec_scale(heading, hi), &r);
    bool crosses = i > 1 && at_lo * at_hi < 0 && fabs(at_lo) < 1e3 && fabs(at_hi) < 1e3;
    for (int k = 0; crosses && k < 40; k++) {
      double middle = 0.5 * (lo + end);
      if (least_miss(problem, hh_vec_scale(heading, middle), &r) * at_lo > 0)
        lo = middle;
      else
        end = middle;
    }
    HhVec velocity = hh_vec_scale(heading, end), asked = hh_vec_sub(velocity, problem->own);
    bool grab = crosses && fabs(least_miss(problem, velocity, &r)) < 1e-6 && r.y < 0;
    if (grab) least = fmin(least, hh_vec_dot(asked, asked));
    lo = hi;
    at_lo = at_hi;
  }
  return least;
}

/* Headings are a thousandth of a half turn apart: the scan's cheapest is a little dearer. */
static void the_best_leap_is_the_cheapest_of_all_launches(void **state)
{
  (void)state;
  enum { HEADINGS = 1000 };
  HhRandom random = hh_random(77, HH_STREAM_TEST, 0);
  int compared = 0;
  for (int i = 0; i < (check_full() ? 400 : 24); i++) {
    HhLeapProblem problem = drawn(&random);
    double least = (double)INFINITY;
    for (int k = 0; k < HEADINGS; k++) {
      HhVec heading = hh_unit_from_angle(HH_PI * ((k + 0.5) / HEADINGS - 0.5));
      heading.x *= problem.facing;
      least = fmin(least, cheapest_along(&problem, heading));
    }
    HhLeap leap;
    bool found = hh_leap_best(&problem, &leap);
    assert_true(found || isinf(least));
    if (isinf(least)) continue;
    compared++;
    double ours = hh_vec_distance(leap.velocity, problem.own);
    assert_true(ours <= sqrt(least) + 1e-6);
    CHECK_NEAR(sqrt(least), ours, 0.02);
  }
  assert_true(compared >= 12);
}

static void a_launch_within_reach_of_the_hold_has_no_leap(void **state)
{
  (void)state;
  HhLeapProblem problem = {
      .to_hold = {0.2, 0.4}, .arm_m = 0.75, .gravity_mps2 = g, .facing = 1, .speed_max_mps = 9};
  HhLeap leap;
  assert_false(hh_leap_best(&problem, &leap));
}

/* From rest at the height of the arm's end, an arm's length and a drop of h away: a fall of h. */
static void the_miss_of_a_flight_is_its_least_distance_less_the_arm(void **state)
{
  (void)state;
  HhVec beside = {0.9, -3};
  CHECK_NEAR(hh_leap_miss(g, beside, hh_vec(0, 0), 0.75), 0.15, 1e-12);
  CHECK_NEAR(hh_leap_miss(g, beside, hh_vec(0, 0), 1.1), -0.2, 1e-12);
  assert_true(hh_leap_miss(g, hh_vec(-1, 5), hh_vec(2, 0), 0.75) > 1e6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_leap_ends_at_the_arm_s_length_and_across_it),
      cmocka_unit_test(the_best_leap_is_within_its_limits_and_touches_the_circle_once),
      cmocka_unit_test(the_best_leap_is_the_cheapest_of_all_launches),
      cmocka_unit_test(a_launch_within_reach_of_the_hold_has_no_leap),
      cmocka_unit_test(the_miss_of_a_flight_is_its_least_distance_less_the_arm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
