/* The planner: what it promises of an arc, its score and its refusals, with both methods and every
 * relaxation. What only one of the methods promises is in test_planner_exact.c and
 * test_planner_wide.c; how good the plans are in test_planner_study.c. */
#include "check.h"
#include "random_vec.h"

#include "base/angle.h"
#include "gibbon/flight.h"
#include "gibbon/gibbon.h"
#include "gibbon/planner.h"
#include "gibbon/planner_score.h"

#include "actor/params.h"

static HhPlannerParams defaults(void)
{
  HhParams params;
  hh_params_preset(&params);
  return params.gibbon.planner;
}

/* A swing through the bottom with `speed`, the next hold at (dx, dy), strong muscles. */
static HhPlanProblem problem_of(double dx, double dy, double speed)
{
  double arm = 0.75, g = 9.81;
  return (HhPlanProblem){.hold_to_hold = {dx, dy},
                         .hand_to_com = {0, -1},
                         .swing_arm_m = arm,
                         .grab_arm_m = arm,
                         .gravity_mps2 = g,
                         .energy_Jpkg = 0.5 * speed * speed - g * arm,
                         .work_max_Jpkg = 50,
                         .force_max_mps2 = 1e3,
                         .speed_min_mps = 2,
                         .speed_max_mps = 9};
}

/* The planner as its author has it. */
static HhPlannerParams seed_itself(void)
{
  HhPlannerParams params = defaults();
  params.method = HH_PLANNER_ITERATIVE;
  params.relaxation = HH_PLANNER_PLAIN;
  params.sampling = HH_PLANNER_RANDOM;
  params.weight_closure = 0;
  return params;
}

/* Where the hand is when the planned arc is flown: distance of the closest approach from the reach
 * circle of the hold. */
static double miss_of(const HhPlanProblem *problem, const HhPlan *plan)
{
  HhVec at = hh_vec_scale(hh_vec_right(plan->launch_heading), problem->swing_arm_m);
  HhVec r = hh_vec_sub(at, problem->hold_to_hold);
  HhVec velocity = hh_vec_scale(plan->launch_heading, plan->launch_speed_mps);
  double miss = (double)INFINITY;
  for (int minimum = 0; minimum < 2; minimum++) {
    double t = hh_flight_closest(problem->gravity_mps2, r, velocity, 10);
    if (t < 0) break;
    hh_flight_advance(problem->gravity_mps2, &r, &velocity, t);
    miss = fmin(miss, fabs(hh_vec_length(r) - problem->grab_arm_m));
  }
  return miss;
}

static void a_settled_plan_lands_the_hand_on_the_hold_perpendicular(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  params.iterations = 200;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int i = 0; i < 600; i++) {
    params.relaxation = i % 4;
    params.method = i % 5 == 4 ? HH_PLANNER_EXACT : HH_PLANNER_ITERATIVE;
    params.sampling = i % 3 == 0 ? HH_PLANNER_RANDOM : HH_PLANNER_STRATIFIED;
    double c = hh_random_range(&random, 4, 8);
    HhVec ab = random_vec(&random, 1.5, 4, -0.7, 0.7);
    HhPlanProblem problem = problem_of(ab.x, ab.y, c);
    HhPlan plan;
    assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_FOUND);
    CHECK_NEAR(miss_of(&problem, &plan), 0, 1e-6);
    double own2 = 2 * (problem.energy_Jpkg + 9.81 * 0.75 * plan.launch_heading.x);
    CHECK_NEAR(plan.work_Jpkg, 0.5 * (plan.launch_speed_mps * plan.launch_speed_mps - own2), 1e-10);
  }
}

/* Reference: D = 2 L sin a + v^2 sin 2a / g, and on the level the two headings mirror. */
static void a_settled_level_plan_obeys_the_level_law(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  params.iterations = 300;
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  for (double d = 1.4; d < 4; d += 0.1) {
    HhPlanProblem problem = problem_of(d, 0, 5);
    HhPlan plan;
    assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_FOUND);
    HhVec u = plan.launch_heading;
    double v2 = plan.launch_speed_mps * plan.launch_speed_mps;
    CHECK_NEAR(2 * 0.75 * u.y + v2 * 2 * u.x * u.y / 9.81, d, 1e-6);
    CHECK_NEAR(plan.grab_heading.y, -u.y, 1e-6);
  }
}

static void more_refinements_miss_by_less(void **state)
{
  (void)state;
  static const int iterations[] = {2, 5, 10, 20};
  double mean[4] = {0};
  for (int k = 0; k < 4; k++) {
    HhPlannerParams params = seed_itself();
    params.weight_closure = 25;
    params.iterations = iterations[k];
    HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
    for (int i = 0; i < 300; i++) {
      HhPlanProblem problem = problem_of(2.2, 0.1, 5);
      HhPlan plan;
      assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_FOUND);
      mean[k] += miss_of(&problem, &plan) / 300;
    }
  }
  for (int k = 1; k < 4; k++)
    assert_true(mean[k] < 0.5 * mean[k - 1]);
}

/* Each weight pulls its own way: mean of what it prices falls when it grows. */
static void every_weight_pulls_its_own_way(void **state)
{
  (void)state;
  enum { MOMENTUM, HEIGHT, BAND, CRUISE, CLOSURE, WEIGHTS };
  double priced[WEIGHTS][2] = {{0}};
  for (int which = 0; which < WEIGHTS; which++)
    for (int heavy = 0; heavy < 2; heavy++) {
      HhPlannerParams params = which == CLOSURE ? seed_itself() : defaults();
      params.iterations = which == CLOSURE ? 4 : 30;
      /* Cruise far from the swing's own speed, so that the terms disagree. */
      params.cruise_speed = which == CRUISE ? 7 : 3;
      params.weight_cruise = which == BAND || which == MOMENTUM || which == HEIGHT ? 3 : 0.1;
      double *weights[WEIGHTS] = {&params.weight_momentum, &params.weight_arc_height,
                                  &params.weight_speed_band, &params.weight_cruise,
                                  &params.weight_closure};
      *weights[which] = heavy ? 100 : 0;
      HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
      for (int i = 0; i < 200; i++) {
        HhPlanProblem problem = problem_of(2.6, 0.1, 5);
        problem.speed_min_mps = which == BAND ? 4.5 : 2;
        HhPlan plan;
        assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_FOUND);
        double speed = 2.6 / plan.flight_s;
        double own2 = 2 * (problem.energy_Jpkg + 9.81 * 0.75 * plan.launch_heading.x);
        double values[WEIGHTS] = {fabs(plan.launch_speed_mps - sqrt(fmax(0, own2))), plan.flight_s,
                                  fmax(0, 4.5 - plan.launch_speed_mps), fabs(speed - 7),
                                  miss_of(&problem, &plan)};
        priced[which][heavy] += values[which] / 200;
      }
    }
  for (int which = 0; which < WEIGHTS; which++)
    assert_true(priced[which][1] < 0.9 * priced[which][0]);
}

/* The arc along which the muscles pull is no shorter than its chord, which is what counts. */
static void the_work_and_force_limits_are_hard(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  params.iterations = 30;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  int found[2] = {0};
  for (int i = 0; i < 6000; i++) {
    double c = hh_random_range(&random, 2, 9);
    HhVec ab = random_vec(&random, 1, 5, -1, 1);
    HhPlanProblem problem = problem_of(ab.x, ab.y, c);
    problem.work_max_Jpkg = 2;
    problem.force_max_mps2 = 3;
    params.method = i % 2;
    HhPlan plan;
    if (hh_planner_choose(&params, &problem, &random, &plan) != HH_PLAN_FOUND) continue;
    found[params.method]++;
    HhVec release = hh_vec_right(plan.launch_heading);
    double sweep = hh_angle_between(problem.hand_to_com, release);
    double chord = hh_vec_distance(problem.hand_to_com, release);
    assert_true(chord >= HH_PLAN_CHORD_MIN * (1 - 1e-6) && chord <= sweep);
    assert_true(fabs(plan.work_Jpkg) <= 2);
    assert_true(fabs(plan.work_Jpkg) <= 3 * 0.75 * chord * (1 + 1e-12));
  }
  assert_in_range(found[HH_PLANNER_ITERATIVE], 300, 2999);
  assert_in_range(found[HH_PLANNER_EXACT], found[HH_PLANNER_ITERATIVE], 2999);
}

static void each_refusal_has_its_name(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  HhRandom random = hh_random(6, HH_STREAM_TEST, 0);
  HhPlan plan;
  HhPlanProblem behind = problem_of(-1, 0, 5), weak = problem_of(4, 1, 3),
                fast = problem_of(1.2, 0, 12);
  HhPlanProblem nowhere = problem_of((double)NAN, 0, 5), armless = problem_of(2, 0, 5),
                same = problem_of(0, 0, 5), far = problem_of(1e6, 0, 5);
  weak.work_max_Jpkg = fast.work_max_Jpkg = 0.5;
  armless.grab_arm_m = 0;
  fast.hand_to_com = hh_hanging(0.1); /* past the flat arcs that speed asks for */
  for (int method = 0; method < 2; method++) {
    params.method = method;
    assert_int_equal(hh_planner_choose(&params, &behind, &random, &plan), HH_PLAN_HOLD_BEHIND);
    assert_int_equal(hh_planner_choose(&params, &same, &random, &plan), HH_PLAN_HOLD_BEHIND);
    assert_int_equal(hh_planner_choose(&params, &nowhere, &random, &plan), HH_PLAN_NO_ARC);
    assert_int_equal(hh_planner_choose(&params, &armless, &random, &plan), HH_PLAN_NO_ARC);
    assert_int_equal(hh_planner_choose(&params, &weak, &random, &plan), HH_PLAN_TOO_WEAK);
    assert_int_equal(hh_planner_choose(&params, &fast, &random, &plan), HH_PLAN_TOO_FAST);
    assert_int_not_equal(hh_planner_choose(&params, &far, &random, &plan), HH_PLAN_FOUND);
  }
}

static void a_plan_repeats_and_draws_what_it_says(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  HhPlanProblem problem = problem_of(2, 0.2, 5);
  for (int way = 0; way < 3; way++) {
    params.sampling = way == 0 ? HH_PLANNER_RANDOM : HH_PLANNER_STRATIFIED;
    params.method = way == 2 ? HH_PLANNER_EXACT : HH_PLANNER_ITERATIVE;
    HhRandom random = hh_random(8, HH_STREAM_PLANNER, 0), again = random;
    HhPlan plan, same;
    assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_FOUND);
    assert_int_equal(random.draw, way == 0 ? 3 * params.guesses : way == 1 ? 1 : 0);
    assert_int_equal(hh_planner_choose(&params, &problem, &again, &same), HH_PLAN_FOUND);
    assert_memory_equal(&plan, &same, sizeof plan);
  }
}

/* Agreement: the article's own loop, in angles, with the C library's functions. */
static void the_seed_itself_is_still_there(void **state)
{
  (void)state;
  HhPlannerParams params = seed_itself();
  HhRandom random = hh_random(10, HH_STREAM_TEST, 0);
  const double g = 9.81, l = 0.75;
  for (int i = 0; i < 200; i++) {
    HhVec ab = random_vec(&random, 2, 4, -0.7, 0.7);
    HhPlanProblem problem = problem_of(ab.x, ab.y, 5);
    HhRandom draws = random;
    HhPlan plan;
    assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_FOUND);

    double best = (double)INFINITY, launch = 0, grab = 0;
    for (int guess = 0; guess < params.guesses; guess++) {
      double s = hh_random_range(&draws, params.speed_min, params.speed_max);
      double a = hh_random_range(&draws, params.launch_min, params.launch_max);
      double b = hh_random_range(&draws, params.grab_min, params.grab_max);
      double dx = 0, v0 = 0, v1 = 0, t = 0;
      for (int k = 0; k < params.iterations; k++) {
        dx = fmax(0.05 * l, problem.hold_to_hold.x + l * sin(b) - l * sin(a));
        double dy = problem.hold_to_hold.y - l * cos(b) + l * cos(a);
        t = hypot(dx, dy) / s;
        double up = dy / t + 0.5 * g * t, down = dy / t - 0.5 * g * t;
        a = atan2(up, dx / t);
        b = atan2(down, dx / t);
        v0 = hypot(up, dx / t);
        v1 = hypot(down, dx / t);
      }
      double own2 = 2 * (problem.energy_Jpkg + g * l * cos(a)), own = sqrt(fmax(0, own2));
      double band = pow(fmax(0, 2 - v0), 2) + pow(fmax(0, v0 - 9), 2) + pow(fmax(0, 2 - v1), 2) +
                    pow(fmax(0, v1 - 9), 2) + fmax(0, -own2);
      double value = 4 * pow(v0 - own, 2) / (g * l) +
                     2 * pow(fmax(0, g * t * t / (8 * l) - 0.3), 2) + 20 * band / (g * l) +
                     0.1 * pow(s - 4, 2) / (g * l);
      if (dx <= 0.05 * l || a < 1.05 * HH_PLAN_CHORD_MIN || !(value < best)) continue;
      best = value;
      launch = a;
      grab = b;
    }
    CHECK_NEAR(plan.score, best, 1e-4 * (1 + best));
    /* Two guesses of nearly the same score may change places in float. */
    if (fabs(plan.launch_heading.y - sin(launch)) > 1e-3) continue;
    CHECK_NEAR(plan.launch_heading.y, sin(launch), 1e-4);
    CHECK_NEAR(plan.grab_heading.y, sin(grab), 1e-4);
  }
}

/* Property: whatever the numbers, a plan that is given is finite and within its limits. */
static void hostile_problems_give_a_status_and_no_nan(void **state)
{
  (void)state;
  static const double odd[] = {0, -0.0, 1e-300, 1e-9, 0.3, 1, 2.385, 75, 1e6, 1e150, 1e300};
  int rounds = check_full() ? 1000000 : 40000, found = 0;
  HhRandom random = hh_random(9, HH_STREAM_TEST, 0);
  for (int i = 0; i < rounds; i++) {
    HhPlannerParams params = defaults();
    params.method = (int)hh_random_index(&random, 2);
    params.relaxation = (int)hh_random_index(&random, 4);
    params.sampling = (int)hh_random_index(&random, 2);
    params.guesses = 1 + (int)hh_random_index(&random, 40);
    params.iterations = 1 + (int)hh_random_index(&random, 12);
    params.candidates = 4 + (int)hh_random_index(&random, 40);
    params.refinements = (int)hh_random_index(&random, 20);
    double pick[6];
    for (int k = 0; k < 6; k++) {
      double value = odd[hh_random_index(&random, sizeof odd / sizeof odd[0])];
      if (hh_random_index(&random, 40) == 0) value = k % 2 ? (double)NAN : (double)INFINITY;
      pick[k] = hh_random_index(&random, 2) ? value : -value;
    }
    HhPlanProblem problem = problem_of(pick[0], pick[1], pick[2]);
    problem.swing_arm_m = fabs(pick[3]);
    problem.grab_arm_m = fabs(pick[4]);
    problem.work_max_Jpkg = fabs(pick[5]);
    problem.hand_to_com = hh_hanging(hh_random_range(&random, -3, 3));
    if (hh_random_index(&random, 3) == 0) {
      /* One hostile number is easier to miss than six. */
      HhPlanProblem sane = problem_of(2.385, 0.3, 4);
      double *numbers[] = {&sane.hold_to_hold.x, &sane.hold_to_hold.y, &sane.swing_arm_m,
                           &sane.grab_arm_m,     &sane.energy_Jpkg,    &sane.work_max_Jpkg,
                           &sane.force_max_mps2, &sane.gravity_mps2,   &sane.hand_to_com.x};
      *numbers[hh_random_index(&random, 9)] = pick[0];
      problem = sane;
    }
    HhPlan plan;
    if (hh_planner_choose(&params, &problem, &random, &plan) != HH_PLAN_FOUND) continue;
    found++;
    assert_true(hh_vec_finite(plan.launch_heading) && hh_vec_finite(plan.grab_heading));
    assert_true(isfinite(plan.launch_speed_mps) && isfinite(plan.work_Jpkg) &&
                isfinite(plan.flight_s) && isfinite(plan.score));
    assert_true(fabs(plan.work_Jpkg) <= problem.work_max_Jpkg);
  }
  assert_true(found > rounds / 50);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_settled_plan_lands_the_hand_on_the_hold_perpendicular),
      cmocka_unit_test(a_settled_level_plan_obeys_the_level_law),
      cmocka_unit_test(more_refinements_miss_by_less),
      cmocka_unit_test(every_weight_pulls_its_own_way),
      cmocka_unit_test(the_work_and_force_limits_are_hard),
      cmocka_unit_test(each_refusal_has_its_name),
      cmocka_unit_test(a_plan_repeats_and_draws_what_it_says),
      cmocka_unit_test(the_seed_itself_is_still_there),
      cmocka_unit_test(hostile_problems_give_a_status_and_no_nan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
