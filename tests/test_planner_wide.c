/* Guesses side by side: the same bits however compiled, and what the double reference finds. */
#include "check.h"

#include "actor/params.h"
#include "base/angle.h"
#include "gibbon/planner_guess.h"

static HhPlannerParams defaults(void)
{
  HhParams params;
  hh_params_preset(&params);
  return params.gibbon.planner;
}

static HhPlanProblem random_problem(HhRandom *random)
{
  double arm = hh_random_range(random, 0.5, 1.2), g = 9.81;
  double speed = hh_random_range(random, 3, 8);
  return (HhPlanProblem){.hold_to_hold = {arm * hh_random_range(random, 1.5, 5),
                                          arm * hh_random_range(random, -1.5, 1.5)},
                         .hand_to_com = hh_hanging(hh_random_range(random, -1, 0.3)),
                         .swing_arm_m = arm,
                         .grab_arm_m = arm * hh_random_range(random, 0.9, 1.1),
                         .gravity_mps2 = g,
                         .energy_Jpkg = 0.5 * speed * speed - g * arm,
                         .work_max_Jpkg = g * arm * hh_random_range(random, 0, 3),
                         .force_max_mps2 = hh_random_range(random, 5, 50),
                         .speed_min_mps = 2,
                         .speed_max_mps = 6};
}

/* Law: + - x / and square roots are rounded alike by every instruction set. */
static void both_compilations_give_the_same_bits(void **state)
{
  (void)state;
  if (hh_wide() == HH_WIDE_PLAIN) {
    print_message("skipped: this build or processor has one compilation only\n");
    skip();
  }
  int rounds = check_full() ? 200000 : 10000, finite = 0;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int i = 0; i < rounds; i++) {
    HhPlannerParams params = defaults();
    params.relaxation = i % 4;
    params.damping = hh_random_range(&random, 0.1, 1);
    params.iterations = 1 + (int)hh_random_index(&random, 12);
    HhPlanProblem problem = random_problem(&random);
    if (i % 50 == 0) problem.hold_to_hold.x = 1e30;
    HhGuessStarts starts = hh_guess_starts(&params, &problem, &random);
    HhWideStarts one, two;
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    int from = HH_WIDE_BLOCK * (int)hh_random_index(&random, 100);
    hh_wide_spread(HH_WIDE_PLAIN, &starts.spread, from, &one);
    hh_wide_spread(HH_WIDE_V3, &starts.spread, from, &two);
    assert_memory_equal(&one, &two, sizeof one);

    float plain[HH_WIDE_BLOCK], v3[HH_WIDE_BLOCK];
    HhWideJob job = hh_guess_job(&params, &problem);
    hh_wide_score(HH_WIDE_PLAIN, &job, &one, plain);
    hh_wide_score(HH_WIDE_V3, &job, &one, v3);
    for (int k = 0; k < HH_WIDE_BLOCK; k++) {
      finite += isfinite(plain[k]);
      /* A NaN has no bits that an instruction set must keep. */
      if (isnan(plain[k]) && isnan(v3[k])) continue;
      assert_memory_equal(&plain[k], &v3[k], sizeof plain[k]);
    }
    int count = 1 + (int)hh_random_index(&random, HH_WIDE_BLOCK);
    assert_int_equal(hh_wide_lowest(HH_WIDE_PLAIN, plain, count, INFINITY),
                     hh_wide_lowest(HH_WIDE_V3, plain, count, INFINITY));

    HhPlan a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    HhRandom again = random;
    assert_int_equal(hh_guess_choose(&params, &problem, HH_WIDE_PLAIN, &random, &a),
                     hh_guess_choose(&params, &problem, HH_WIDE_V3, &again, &b));
    assert_memory_equal(&a, &b, sizeof a);
  }
  assert_true(finite > 10 * rounds);
}

/* Compares every lane's score with the reference's from the same start; gives the largest error
 * relative to 1 + score among those that settled below `settled_rad2`, and their number. */
static double worst_error(int iterations, int relaxation, double settled_rad2, int rounds,
                          int *compared)
{
  HhRandom random = hh_random(2, HH_STREAM_TEST, (uint32_t)relaxation);
  double worst = 0;
  *compared = 0;
  for (int i = 0; i < rounds; i++) {
    HhPlannerParams params = defaults();
    params.relaxation = relaxation;
    params.iterations = iterations;
    HhPlanProblem problem = random_problem(&random);
    HhGuessStarts starts = hh_guess_starts(&params, &problem, &random);
    HhWideStarts block;
    hh_guess_block(&params, &starts, hh_wide(), 0, HH_WIDE_BLOCK, &random, &block);
    float score[HH_WIDE_BLOCK];
    HhWideJob job = hh_guess_job(&params, &problem);
    hh_wide_score(hh_wide(), &job, &block, score);
    for (int k = 0; k < HH_WIDE_BLOCK; k++) {
      HhGuess guess = hh_guess_of(&starts, &block, k);
      HhPlanArc arc;
      bool ahead = hh_guess_refine(&params, &problem, &guess, &arc);
      HhPlanScore scored = hh_plan_score(&params, &problem, &arc);
      if (!ahead || !(arc.unsettled_rad2 < settled_rad2)) continue;
      /* Within float's margin of a limit it may fall on the other side. */
      double margin = 1e-4 * (arc.launch_speed_mps * arc.launch_speed_mps + 9.81);
      if (!(scored.spare_Jpkg > margin)) continue;
      double error = fabs((double)score[k] - scored.value) / (1 + scored.value);
      if (!(error <= worst)) worst = error;
      ++*compared;
    }
  }
  return worst;
}

static void a_settled_guess_scores_as_in_double(void **state)
{
  (void)state;
  for (int relaxation = 0; relaxation < 4; relaxation++)
    for (int iterations = 8; iterations <= 40; iterations += 16) {
      int compared;
      double worst =
          worst_error(iterations, relaxation, 1e-10, check_full() ? 20000 : 1000, &compared);
      /* Anderson divides by differences that vanish as it settles: not for ever. */
      if (relaxation == HH_PLANNER_ANDERSON && iterations > 24) continue;
      CHECK_NEAR(worst, 0, 2e-5);
      assert_true(compared > 1000);
    }
}

static void one_refinement_of_any_start_scores_as_in_double(void **state)
{
  (void)state;
  for (int relaxation = 0; relaxation < 4; relaxation++) {
    int compared;
    double worst =
        worst_error(1, relaxation, (double)INFINITY, check_full() ? 20000 : 1000, &compared);
    CHECK_NEAR(worst, 0, 2e-5);
    assert_true(compared > 1000);
  }
}

/* Law: what is flown was computed in double, so it is the reference's plan or one as good. */
static void the_plan_is_the_reference_s_or_one_as_good(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  int rounds = check_full() ? 50000 : 3000, found = 0, same = 0;
  for (int i = 0; i < rounds; i++) {
    HhPlannerParams params = defaults();
    static const int sizes[] = {1, 7, 31, 32, 33, 100};
    params.guesses = sizes[hh_random_index(&random, 6)];
    params.relaxation = i % 3 == 0 ? HH_PLANNER_DAMPED : HH_PLANNER_ADAPTIVE;
    params.sampling = i % 2;
    HhPlanProblem problem = random_problem(&random);
    HhRandom again = random;
    HhPlan plan, reference;
    HhPlanOutcome outcome = hh_guess_choose(&params, &problem, hh_wide(), &random, &plan);
    if (hh_guess_choose_scalar(&params, &problem, &again, &reference) != HH_PLAN_FOUND) continue;
    /* The kernel keeps a float's margin from the limits. */
    if (outcome != HH_PLAN_FOUND) continue;
    found++;
    assert_int_equal(random.draw, again.draw);
    if (memcmp(&plan, &reference, sizeof plan) == 0) {
      same++;
      continue;
    }
    /* Where the best guess is at a limit, the kernel leaves it for the next. */
    double speed = reference.launch_speed_mps, margin = 1e-4 * (speed * speed + 9.81);
    HhVec chord = hh_vec_sub(hh_vec_right(reference.launch_heading), problem.hand_to_com);
    double force = problem.force_max_mps2 * problem.swing_arm_m * hh_vec_length(chord);
    if (fmin(problem.work_max_Jpkg, force) - fabs(reference.work_Jpkg) < margin) continue;
    CHECK_NEAR(plan.score, reference.score, 1e-3 * (1 + reference.score));
  }
  assert_true(found > rounds / 2);
  assert_true(same > 0.98 * found);
}

static void the_lowest_is_the_first_lowest_that_is_a_number(void **state)
{
  (void)state;
  for (int wide = 0; wide <= (int)hh_wide(); wide++) {
    float score[HH_WIDE_BLOCK];
    for (int i = 0; i < HH_WIDE_BLOCK; i++)
      score[i] = NAN;
    assert_int_equal(hh_wide_lowest((HhWide)wide, score, HH_WIDE_BLOCK, INFINITY), -1);
    score[30] = INFINITY;
    assert_int_equal(hh_wide_lowest((HhWide)wide, score, HH_WIDE_BLOCK, INFINITY), -1);
    score[29] = 3;
    score[13] = 3;
    assert_int_equal(hh_wide_lowest((HhWide)wide, score, HH_WIDE_BLOCK, INFINITY), 13);
    assert_int_equal(hh_wide_lowest((HhWide)wide, score, 13, INFINITY), -1);
    assert_int_equal(hh_wide_lowest((HhWide)wide, score, HH_WIDE_BLOCK, 3), -1);
    score[31] = 2.5f;
    assert_int_equal(hh_wide_lowest((HhWide)wide, score, HH_WIDE_BLOCK, 3), 31);
    score[0] = 2.5f;
    assert_int_equal(hh_wide_lowest((HhWide)wide, score, HH_WIDE_BLOCK, 3), 0);
  }
}

/* Law: one guess in each part of the speed range, and headings within theirs. */
static void stratified_guesses_fill_their_ranges_evenly(void **state)
{
  (void)state;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  HhPlannerParams params = defaults();
  params.sampling = HH_PLANNER_STRATIFIED;
  params.guesses = 64;
  for (int i = 0; i < 200; i++) {
    HhPlanProblem problem = random_problem(&random);
    HhGuessStarts starts = hh_guess_starts(&params, &problem, &random);
    int launches[4] = {0}, grabs[4] = {0};
    for (int number = 0; number < params.guesses; number++) {
      HhWideStarts block;
      int from = number / HH_WIDE_BLOCK * HH_WIDE_BLOCK;
      hh_guess_block(&params, &starts, hh_wide(), from, HH_WIDE_BLOCK, &random, &block);
      HhGuess guess = hh_guess_of(&starts, &block, number - from);
      double part =
          (guess.mean_speed_mps - params.speed_min) / (params.speed_max - params.speed_min);
      assert_true(part >= (number - 1e-4) / 64.0 && part <= (number + 1 + 1e-4) / 64.0);
      CHECK_NEAR(hh_vec_length(guess.launch_heading), 1, 1e-6);
      CHECK_NEAR(hh_vec_length(guess.grab_heading), 1, 1e-6);
      double a = (hh_angle_of(guess.launch_heading) - params.launch_min) /
                 (params.launch_max - params.launch_min);
      double b =
          (hh_angle_of(guess.grab_heading) - params.grab_min) / (params.grab_max - params.grab_min);
      assert_true(a > -1e-5 && a < 1 + 1e-5 && b > -1e-5 && b < 1 + 1e-5);
      launches[(int)fmin(3, fmax(0, 4 * a))]++;
      grabs[(int)fmin(3, fmax(0, 4 * b))]++;
    }
    for (int k = 0; k < 4; k++) {
      assert_in_range(launches[k], 13, 19);
      assert_in_range(grabs[k], 13, 19);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_compilations_give_the_same_bits),
      cmocka_unit_test(a_settled_guess_scores_as_in_double),
      cmocka_unit_test(one_refinement_of_any_start_scores_as_in_double),
      cmocka_unit_test(the_plan_is_the_reference_s_or_one_as_good),
      cmocka_unit_test(the_lowest_is_the_first_lowest_that_is_a_number),
      cmocka_unit_test(stratified_guesses_fill_their_ranges_evenly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
