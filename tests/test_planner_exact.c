/* The exact method: the best arc of the family, exact refusals, limits that bind. */
#include "check.h"

#include "actor/params.h"
#include "base/angle.h"
#include "gibbon/flight.h"
#include "gibbon/planner_exact.h"
#include "regret.h"

static HhPlannerParams exact(void)
{
  HhParams params;
  hh_params_preset(&params);
  params.gibbon.planner.method = HH_PLANNER_EXACT;
  return params.gibbon.planner;
}

/* Any slope within 60 degrees, unequal arms, muscles from none to strong, any place in the swing.
 */
static HhPlanProblem random_problem(HhRandom *random)
{
  static const double works[] = {0, 0.05, 0.5, 1.2, 5}, forces[] = {1, 5, 25, 100};
  double g = 9.81, d = hh_random_range(random, 0.6, 5);
  double slope = hh_random_range(random, -1.05, 1.05), speed = hh_random_range(random, 1, 8);
  bool odd = hh_random_index(random, 8) == 0;
  double hand = odd ? hh_random_range(random, -3.1, 3.1) : hh_random_range(random, -1, 0.8);
  return (HhPlanProblem){.hold_to_hold = hh_vec_scale(hh_unit_from_angle(slope), d),
                         .hand_to_com = hh_hanging(hand),
                         .swing_arm_m = 1,
                         .grab_arm_m = hh_random_range(random, 0.85, 1.15),
                         .gravity_mps2 = g,
                         .energy_Jpkg = 0.5 * speed * speed - g,
                         .work_max_Jpkg = g * works[hh_random_index(random, 5)],
                         .force_max_mps2 = forces[hh_random_index(random, 4)],
                         .speed_min_mps = 2,
                         .speed_max_mps = 9};
}

static HhArcProblem family_of(const HhPlanProblem *problem)
{
  return (HhArcProblem){problem->hold_to_hold, problem->swing_arm_m, problem->grab_arm_m,
                        problem->gravity_mps2};
}

/* Reference: a dense scan of the family and GSL's minimisation of every dip. */
static void a_plan_is_found_exactly_when_there_is_one_and_is_the_best(void **state)
{
  (void)state;
  int rounds = check_full() ? 100000 : 3000, found = 0, worse = 0, better = 0;
  HhPlannerParams params = exact();
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int i = 0; i < rounds; i++) {
    HhPlanProblem problem = random_problem(&random);
    HhPlan plan;
    HhPlanOutcome outcome = hh_planner_choose(&params, &problem, &random, &plan);
    double optimum = hhb_optimum(&params, &problem);
    if (isfinite(optimum) != (outcome == HH_PLAN_FOUND))
      fail_msg("problem %d: outcome %d, optimum %g", i, outcome, optimum);
    if (outcome != HH_PLAN_FOUND) continue;
    found++;
    double regret = plan.score - optimum;
    worse += regret > 1e-4 * (1 + optimum);
    better += regret < -1e-6 * (1 + optimum); /* the scan has a step, too */
  }
  print_message("%d plans, %d more than 1e-4 above the scan's best, %d below it\n", found, worse,
                better);
  assert_true(found > rounds / 3);
  assert_true(worse <= 2 + found / 1000 && better <= 1 + found / 20000);
}

static void a_plan_lands_perpendicular_without_a_miss(void **state)
{
  (void)state;
  HhPlannerParams params = exact();
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  for (int i = 0; i < 2000; i++) {
    HhPlanProblem problem = random_problem(&random);
    HhPlan plan;
    if (hh_planner_choose(&params, &problem, &random, &plan) != HH_PLAN_FOUND) continue;
    double g = problem.gravity_mps2;
    HhVec at = hh_vec_scale(hh_vec_right(plan.launch_heading), problem.swing_arm_m);
    HhVec velocity = hh_vec_scale(plan.launch_heading, plan.launch_speed_mps);
    hh_flight_advance(g, &at, &velocity, plan.flight_s);
    HhVec arm = hh_vec_sub(at, problem.hold_to_hold);
    CHECK_NEAR(hh_vec_length(arm), problem.grab_arm_m, 1e-9);
    CHECK_NEAR(hh_vec_dot(arm, velocity), 0, 1e-9 * (1 + hh_vec_length(velocity)));
    CHECK_NEAR(hhb_flown(&params, &problem, &plan).miss_m, 0, 1e-9);
    double own2 = 2 * (problem.energy_Jpkg + g * plan.launch_heading.x);
    CHECK_NEAR(plan.work_Jpkg, 0.5 * (plan.launch_speed_mps * plan.launch_speed_mps - own2), 1e-9);
  }
}

/* Reference: the closed form of the least energy that passes. */
static void too_weak_means_below_the_least_energy_of_the_family(void **state)
{
  (void)state;
  HhPlannerParams params = exact();
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  int weak = 0, found = 0;
  for (int i = 0; i < 20000; i++) {
    HhPlanProblem problem = random_problem(&random);
    problem.hand_to_com = hh_hanging(-1.56);
    problem.force_max_mps2 = 1e6;
    HhArcProblem family = family_of(&problem);
    HhArc least;
    HhArcKind kind = hh_arc_min_energy(&family, &least);
    if (kind == HH_ARC_NONE) continue;
    /* Just enough and just not enough, and anything. At its end a family stops a hair short. */
    double short_of = problem.energy_Jpkg + problem.work_max_Jpkg - least.energy_Jpkg;
    if (i % 2) {
      double scale = 9.81 * (kind == HH_ARC_FLIGHT ? 1e-9 : 1e-3);
      double wanted = i % 4 == 1 ? scale : -scale;
      problem.energy_Jpkg += wanted - short_of;
      short_of = wanted;
    } else if (fabs(short_of) < 0.01) {
      continue;
    }
    HhPlan plan;
    HhPlanOutcome outcome = hh_planner_choose(&params, &problem, &random, &plan);
    if (short_of < 0) {
      assert_int_equal(outcome, HH_PLAN_TOO_WEAK);
      weak++;
    } else if (least.launch_heading.y > -0.99) {
      assert_int_not_equal(outcome, HH_PLAN_TOO_WEAK);
      found += outcome == HH_PLAN_FOUND;
    }
  }
  assert_true(weak > 3000 && found > 3000);
}

/* Without muscles only the arcs of the swing's own energy are left, two at most. */
static void without_muscles_the_plan_does_no_work(void **state)
{
  (void)state;
  HhPlannerParams params = exact();
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  int found = 0;
  for (int i = 0; i < 5000; i++) {
    HhPlanProblem problem = random_problem(&random);
    problem.work_max_Jpkg = 0;
    HhArcProblem family = family_of(&problem);
    HhArc arcs[2];
    int count = hh_arc_at_energy(&family, problem.energy_Jpkg, arcs), ahead = 0;
    for (int k = 0; k < count; k++) {
      double sweep = hh_angle_between(problem.hand_to_com, hh_vec_right(arcs[k].launch_heading));
      ahead += sweep > HH_PLAN_CHORD_MIN;
      if (fabs(sweep - HH_PLAN_CHORD_MIN) < 1e-4) ahead = -9;
    }
    if (ahead < 0) continue;
    HhPlan plan;
    HhPlanOutcome outcome = hh_planner_choose(&params, &problem, &random, &plan);
    assert_int_equal(outcome == HH_PLAN_FOUND, ahead > 0);
    if (outcome != HH_PLAN_FOUND) continue;
    found++;
    CHECK_NEAR(plan.work_Jpkg, 0, 0);
    double speed = plan.launch_speed_mps, near = (double)INFINITY;
    for (int k = 0; k < count; k++)
      near = fmin(near, fabs(speed - arcs[k].launch_speed_mps));
    CHECK_NEAR(near, 0, 1e-9);
  }
  assert_true(found > 1000);
}

/* The window that a force limit leaves is found however narrow, by making it narrow. */
static void the_last_bit_of_force_decides(void **state)
{
  (void)state;
  HhPlannerParams params = exact();
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  int decided = 0;
  for (int i = 0; i < 300; i++) {
    HhPlanProblem problem = random_problem(&random);
    problem.work_max_Jpkg = 30;
    HhPlan plan;
    double low = 0, high = 200;
    problem.force_max_mps2 = high;
    if (hh_planner_choose(&params, &problem, &random, &plan) != HH_PLAN_FOUND) continue;
    problem.force_max_mps2 = 1e-3;
    HhPlanOutcome outcome = hh_planner_choose(&params, &problem, &random, &plan);
    if (outcome == HH_PLAN_FOUND) continue;
    assert_true(outcome == HH_PLAN_TOO_WEAK || outcome == HH_PLAN_TOO_FAST);
    for (int k = 0; k < 40; k++) {
      problem.force_max_mps2 = 0.5 * (low + high);
      bool found = hh_planner_choose(&params, &problem, &random, &plan) == HH_PLAN_FOUND;
      *(found ? &high : &low) = problem.force_max_mps2;
    }
    /* Reference: the least force over a dense scan of the family. */
    double least = (double)INFINITY;
    HhArcProblem family = family_of(&problem);
    HhArcRange range;
    assert_true(hh_arc_range(&family, &range));
    double first = hh_angle_of(range.least), last = hh_angle_of(range.most);
    for (int k = 0; k <= 40000; k++) {
      HhArc arc;
      if (!hh_arc_at(&family, hh_unit_from_angle(first + (last - first) * k / 40000), &arc))
        continue;
      HhVec release = hh_vec_right(arc.launch_heading);
      double chord = hh_vec_distance(problem.hand_to_com, release);
      if (hh_vec_cross(problem.hand_to_com, release) <= 0 || chord < HH_PLAN_CHORD_MIN) continue;
      double work = fabs(arc.energy_Jpkg - problem.energy_Jpkg);
      if (work <= 30) least = fmin(least, work / (chord * problem.swing_arm_m));
    }
    decided++;
    assert_true(high <= least * (1 + 1e-4) + 1e-3);
  }
  assert_true(decided > 50);
}

static void a_body_past_every_release_has_no_arc(void **state)
{
  (void)state;
  HhPlannerParams params = exact();
  HhRandom random = hh_random(6, HH_STREAM_TEST, 0);
  HhPlanProblem problem = random_problem(&random);
  problem.hold_to_hold = hh_vec(1.2, 0); /* launch headings up to 37 degrees */
  problem.grab_arm_m = 1;
  problem.work_max_Jpkg = 1e3;
  problem.force_max_mps2 = 1e6;
  HhPlan plan;
  problem.hand_to_com = hh_hanging(0.60);
  assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_FOUND);
  assert_true(hh_angle_of(plan.launch_heading) > 0.60);
  problem.hand_to_com = hh_hanging(0.65);
  assert_int_equal(hh_planner_choose(&params, &problem, &random, &plan), HH_PLAN_NO_ARC);
}

/* 64 arcs, of which most plans need but the half that is spread evenly, and the refinements. */
static void the_default_tries_at_most_64_arcs(void **state)
{
  (void)state;
  HhPlannerParams params = exact();
  HhPlanWork work = hh_planner_work(&params);
  assert_int_equal(work.family_arcs, 64);
  assert_int_equal(work.arcs_scored + work.guess_iterations, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plan_is_found_exactly_when_there_is_one_and_is_the_best),
      cmocka_unit_test(a_plan_lands_perpendicular_without_a_miss),
      cmocka_unit_test(too_weak_means_below_the_least_energy_of_the_family),
      cmocka_unit_test(without_muscles_the_plan_does_no_work),
      cmocka_unit_test(the_last_bit_of_force_decides),
      cmocka_unit_test(a_body_past_every_release_has_no_arc),
      cmocka_unit_test(the_default_tries_at_most_64_arcs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
