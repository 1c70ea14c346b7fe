/* How good plans are: regret against the exact optimum on ten published geometries
 * (bench/planner_cases.h), and where the article's map converges. Figures to compare with: planner
 * study, sections 1 and 2. */
#include "check.h"

#include "actor/params.h"
#include "base/angle.h"
#include "gibbon/planner_guess.h"
#include "planner_cases.h"
#include "regret.h"

static HhPlannerParams defaults(void)
{
  HhParams params;
  hh_params_preset(&params);
  return params.gibbon.planner;
}

typedef struct Study {
  double mean_regret;
  double off_ratio; /* share of plans that land more than 5 cm off */
  int failed;
} Study;

static Study study_of(const HhPlannerParams *params, int seeds)
{
  Study study = {0};
  int count = 0;
  for (int i = 0; i < HHB_PLANNER_CASES; i++) {
    HhPlanProblem problem = hhb_planner_problem(&hhb_planner_cases[i]);
    HhRandom random = hh_random(1, HH_STREAM_PLANNER, (uint32_t)i);
    for (int seed = 0; seed < seeds; seed++) {
      HhPlan plan;
      if (hh_planner_choose(params, &problem, &random, &plan) != HH_PLAN_FOUND) {
        study.failed++;
        continue;
      }
      count++;
      study.mean_regret += hhb_regret(params, &problem, &plan);
      study.off_ratio += hhb_flown(params, &problem, &plan).miss_m > 0.05;
    }
  }
  study.mean_regret /= count;
  study.off_ratio /= count;
  print_message("regret %.2g, %.2g %% off, %d failed\n", study.mean_regret, 100 * study.off_ratio,
                study.failed);
  return study;
}

static int seeds_asked(void)
{
  return check_full() ? 300 : 40;
}

static void the_exact_default_regrets_nothing(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  params.method = HH_PLANNER_EXACT;
  Study study = study_of(&params, 1);
  CHECK_NEAR(study.mean_regret, 0, 1e-8);
  assert_true(study.off_ratio <= 0 && study.failed == 0);
}

static void the_iterative_default_regrets_little_and_always_lands(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  params.method = HH_PLANNER_ITERATIVE;
  Study study = study_of(&params, seeds_asked());
  CHECK_NEAR(study.mean_regret, 0, 2e-3);
  assert_true(study.off_ratio <= 0 && study.failed == 0);
}

/* The ladder of the planner study: every rung is better than the one before. */
static void closure_strata_and_relaxation_each_help(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  params.relaxation = HH_PLANNER_PLAIN;
  params.sampling = HH_PLANNER_RANDOM;
  params.weight_closure = 0;
  Study seed = study_of(&params, seeds_asked());
  params.weight_closure = 25;
  Study closure = study_of(&params, seeds_asked());
  params.sampling = HH_PLANNER_STRATIFIED;
  Study strata = study_of(&params, seeds_asked());
  params.relaxation = HH_PLANNER_ADAPTIVE;
  Study adaptive = study_of(&params, seeds_asked());
  assert_true(seed.mean_regret > 3 * closure.mean_regret);
  assert_true(closure.mean_regret > strata.mean_regret);
  assert_true(strata.mean_regret > 3 * adaptive.mean_regret);
  assert_true(seed.off_ratio > 0.05 && closure.off_ratio < 0.01);
}

/* The winner's curse: with no closure term, more guesses pick more unsettled arcs that miss. */
static void without_closure_more_guesses_miss_more_often(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  params.relaxation = HH_PLANNER_PLAIN;
  params.sampling = HH_PLANNER_RANDOM;
  params.weight_closure = 0;
  params.iterations = 4;
  params.guesses = 8;
  Study few = study_of(&params, seeds_asked());
  params.guesses = 256;
  Study many = study_of(&params, seeds_asked());
  assert_true(many.off_ratio > few.off_ratio);
}

/* All of 24 starts, launch headings -0.3, 0, ... 1.2 times grab headings -1.2, -0.7, ... 0.3,
 * settle to 1e-6 rad in 2000 refinements with the grab in front of the release. */
static bool converges(HhPlanProblem *problem, double speed_mps)
{
  HhPlannerParams params = defaults();
  params.relaxation = HH_PLANNER_PLAIN;
  params.iterations = 2000;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 4; j++) {
      HhGuess guess = {hh_unit_from_angle(-0.3 + 0.3 * i), hh_unit_from_angle(-1.2 + 0.5 * j),
                       speed_mps};
      HhPlanArc arc;
      if (!hh_guess_refine(&params, problem, &guess, &arc)) return false;
      if (!(arc.unsettled_rad2 < 1e-12)) return false;
    }
  return true;
}

static HhPlanProblem convergence_problem(double distance, double slope_deg)
{
  HhVec way = hh_unit_from_angle(slope_deg * HH_PI / 180);
  return (HhPlanProblem){.hold_to_hold = hh_vec_scale(way, distance),
                         .swing_arm_m = 1,
                         .grab_arm_m = 1,
                         .gravity_mps2 = 9.81};
}

/* The lowest of the speeds 0.5, 0.55, ... 12 m/s from which on all starts converge; 0 for all. */
static double threshold(double distance, double slope_deg)
{
  HhPlanProblem problem = convergence_problem(distance, slope_deg);
  for (int k = 240; k >= 10; k--)
    if (!converges(&problem, 0.05 * k)) return 0.05 * (k + 1);
  return 0;
}

typedef struct Threshold {
  double distance, slope_deg, mps;
  bool corrected; /* of the planner study: 2.50, 2.75 and none */
} Threshold;

/* The planner study's table, within its grid of 0.05 m/s, but for three cells (and their mirrors):
 *   2.0, 15 degrees  2.40 not 2.50: the root attracts there (a test below), slowly
 *   2.5, 45 degrees  2.60 not 2.75: a matter of what is done when the grab comes to lie behind the
 *                    release; here the way forward is held at 0.05 arms
 *   4.0, 60 degrees  3.90 not 0: holds exactly two arms apart forward, where slow arcs are
 * vertical, less than 0.05 arms forward; starts end there */
static const Threshold thresholds[] = {
    {1, 0, 3.00, false},    {1, 15, 3.15, false},   {1, 30, 3.20, false},   {1, 45, 3.15, false},
    {1, 60, 3.00, false},   {1.5, 0, 2.80, false},  {1.5, 15, 3.00, false}, {1.5, 30, 3.20, false},
    {1.5, 45, 3.25, false}, {1.5, 60, 3.25, false}, {2, 0, 2.25, false},    {2, 15, 2.40, true},
    {2, 30, 3.00, false},   {2, 45, 3.30, false},   {2, 60, 3.45, false},   {2.5, 0, 0, false},
    {2.5, 15, 0, false},    {2.5, 30, 0, false},    {2.5, 45, 2.60, true},  {2.5, 60, 3.65, false},
    {3, 0, 0, false},       {3, 15, 0, false},      {3, 30, 0, false},      {3, 45, 0, false},
    {3, 60, 3.70, false},   {4, 0, 0, false},       {4, 30, 0, false},      {4, 60, 3.90, true},
    {5, 0, 0, false},       {5, 60, 0, false},      {6, 0, 0, false},       {6, 60, 0, false}};

static void the_plain_map_converges_from_the_known_speeds_on(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; i++) {
    const Threshold *row = &thresholds[i];
    if (check_full()) {
      CHECK_NEAR(threshold(row->distance, row->slope_deg), row->mps, 0.05 + 1e-9);
      CHECK_NEAR(threshold(row->distance, -row->slope_deg), row->mps, 0.05 + 1e-9);
      continue;
    }
    if (row->slope_deg > 20 || row->distance > 2.5) continue;
    HhPlanProblem problem = convergence_problem(row->distance, row->slope_deg);
    for (double above = fmax(0.5, row->mps + 0.05); above < 12; above += 0.77)
      assert_true(converges(&problem, above));
    if (row->mps > 0) assert_false(converges(&problem, row->mps - 0.1));
  }
}

/* Reference: on the level the map's slope at its root is -cos^3(a) / Fr, so it swings about below
 * Fr = cos^3(a): D = 2 sin a + Fr_launch sin 2a with the chord's speed s = v cos a. */
static void level_thresholds_are_where_the_slope_is_one(void **state)
{
  (void)state;
  static const double distances[] = {1, 1.5, 2};
  for (int i = 0; i < 3; i++) {
    double low = 0.01, high = 1.5; /* of a, where s^2 = g cos^3 a */
    for (int k = 0; k < 60; k++) {
      double a = 0.5 * (low + high);
      double flown = 2 * sin(a) + 2 * pow(cos(a), 3) * tan(a);
      *(flown < distances[i] ? &low : &high) = a;
    }
    double predicted = sqrt(9.81 * pow(cos(low), 3));
    double measured = threshold(distances[i], 0);
    print_message("level, %.1f arms: %.3f m/s predicted, %.2f measured\n", distances[i], predicted,
                  measured);
    assert_true(measured >= predicted && measured <= predicted + 0.1);
  }
}

/* Proof of the corrected cell 2.0, 15 degrees: from 2.40 m/s on the map contracts at its root. */
static void the_corrected_root_attracts(void **state)
{
  (void)state;
  HhPlannerParams params = defaults();
  HhPlanProblem problem = convergence_problem(2, 15);
  for (double speed = 2.40; speed < 2.52; speed += 0.05) {
    params.relaxation = HH_PLANNER_ADAPTIVE;
    params.iterations = 1000;
    HhGuess guess = {hh_unit_from_angle(0.8), hh_unit_from_angle(-0.4), speed};
    HhPlanArc root;
    assert_true(hh_guess_refine(&params, &problem, &guess, &root));
    assert_true(root.unsettled_rad2 < 1e-28);

    /* The spectral radius of its derivative, by central differences. */
    params.relaxation = HH_PLANNER_PLAIN;
    params.iterations = 1;
    double a = hh_angle_of(root.launch_heading), b = hh_angle_of(root.grab_heading), h = 1e-6;
    double j[2][2];
    for (int column = 0; column < 2; column++) {
      HhVec moved[2];
      for (int side = 0; side < 2; side++) {
        double d = side ? h : -h;
        HhGuess near = {hh_unit_from_angle(a + (column == 0 ? d : 0)),
                        hh_unit_from_angle(b + (column == 1 ? d : 0)), speed};
        HhPlanArc arc;
        hh_guess_refine(&params, &problem, &near, &arc);
        moved[side] = hh_vec(hh_angle_of(arc.launch_heading), hh_angle_of(arc.grab_heading));
      }
      j[0][column] = (moved[1].x - moved[0].x) / (2 * h);
      j[1][column] = (moved[1].y - moved[0].y) / (2 * h);
    }
    double trace = j[0][0] + j[1][1], determinant = j[0][0] * j[1][1] - j[0][1] * j[1][0];
    double square = trace * trace - 4 * determinant;
    double radius = square < 0 ? sqrt(determinant) : 0.5 * (fabs(trace) + sqrt(square));
    print_message("%.2f m/s: spectral radius %.4f\n", speed, radius);
    assert_true(radius < 0.965);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_exact_default_regrets_nothing),
      cmocka_unit_test(the_iterative_default_regrets_little_and_always_lands),
      cmocka_unit_test(closure_strata_and_relaxation_each_help),
      cmocka_unit_test(without_closure_more_guesses_miss_more_often),
      cmocka_unit_test(the_plain_map_converges_from_the_known_speeds_on),
      cmocka_unit_test(level_thresholds_are_where_the_slope_is_one),
      cmocka_unit_test(the_corrected_root_attracts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
