/* Question: how much worse than the best possible are plans, and what makes them better?
 * Prediction: the article's guesses land off the hold when they are scored before they have
 *   settled, and more guesses make that worse; a price on what has not settled, guesses spread
 *   evenly and an adaptive step each help; the exact search regrets nothing with fewer arcs.
 * Method: the ten geometries of planner_cases.h, 300 seeds each; regret is the score of the arc as
 *   flown plus 100 (miss / arm)^2, minus the lowest score of any arc, found by a dense scan and GSL
 *   (regret.h). `off` is the share of plans that land more than 5 cm off the hold, `failed` the
 *   number of times no guess was an arc within the limits. An exact row's first number is
 *   planner.candidates, its second planner.refinements; it draws nothing: one run a geometry.
 * Writes CSV to stdout. Figures to compare with: planner study, section 2. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

#include "actor/params.h"
#include "planner_cases.h"
#include "regret.h"

enum { SEEDS = 300 };

typedef struct Row {
  const char *name;
  int method, relaxation, sampling;
  double closure;
} Row;

static void study(const Row *row, int first, int second, const double *optimum)
{
  HhParams all;
  hh_params_preset(&all);
  HhPlannerParams params = all.gibbon.planner;
  params.method = row->method;
  params.relaxation = row->relaxation;
  params.sampling = row->sampling;
  params.weight_closure = row->closure;
  if (row->method == HH_PLANNER_EXACT) {
    params.candidates = first;
    params.refinements = second;
  } else {
    params.guesses = first;
    params.iterations = second;
  }

  double sum = 0, worst = 0;
  int count = 0, off = 0, failed = 0;
  for (int i = 0; i < HHB_PLANNER_CASES; i++) {
    HhPlanProblem problem = hhb_planner_problem(&hhb_planner_cases[i]);
    HhRandom random = hh_random(1, HH_STREAM_PLANNER, (uint32_t)i);
    for (int seed = 0; seed < (row->method == HH_PLANNER_EXACT ? 1 : SEEDS); seed++) {
      HhPlan plan;
      if (hh_planner_choose(&params, &problem, &random, &plan) != HH_PLAN_FOUND) {
        failed++;
        continue;
      }
      HhbFlown flown = hhb_flown(&params, &problem, &plan);
      double miss = flown.miss_m / problem.grab_arm_m;
      double regret = flown.score + 100 * miss * miss - optimum[i];
      sum += regret;
      worst = fmax(worst, regret);
      off += flown.miss_m > 0.05;
      count++;
    }
  }
  printf("%s,%d,%d,%.2g,%.2g,%.4f,%d\n", row->name, first, second, sum / count, worst,
         (double)off / count, failed);
}

int main(void)
{
  static const Row rows[] = {
      {"seed", HH_PLANNER_ITERATIVE, HH_PLANNER_PLAIN, HH_PLANNER_RANDOM, 0},
      {"seed + closure", HH_PLANNER_ITERATIVE, HH_PLANNER_PLAIN, HH_PLANNER_RANDOM, 25},
      {"stratified + closure", HH_PLANNER_ITERATIVE, HH_PLANNER_PLAIN, HH_PLANNER_STRATIFIED, 25},
      {"stratified + closure + damped", HH_PLANNER_ITERATIVE, HH_PLANNER_DAMPED,
       HH_PLANNER_STRATIFIED, 25},
      {"stratified + closure + anderson", HH_PLANNER_ITERATIVE, HH_PLANNER_ANDERSON,
       HH_PLANNER_STRATIFIED, 25},
      {"stratified + closure + adaptive", HH_PLANNER_ITERATIVE, HH_PLANNER_ADAPTIVE,
       HH_PLANNER_STRATIFIED, 25},
      {"stratified + adaptive", HH_PLANNER_ITERATIVE, HH_PLANNER_ADAPTIVE, HH_PLANNER_STRATIFIED,
       0},
      {"random + closure + adaptive", HH_PLANNER_ITERATIVE, HH_PLANNER_ADAPTIVE, HH_PLANNER_RANDOM,
       25}};
  static const int sizes[][2] = {{8, 8}, {32, 4}, {32, 8}, {32, 12}, {256, 4}, {256, 8}};
  static const Row exact = {"exact", HH_PLANNER_EXACT, 0, 0, 0};
  static const int searches[][2] = {{8, 0},   {16, 0}, {32, 0},  {64, 0},
                                    {128, 0}, {8, 8},  {16, 16}, {40, 24}};
  gsl_set_error_handler_off();
  HhParams all;
  hh_params_preset(&all);
  double optimum[HHB_PLANNER_CASES];
  for (int i = 0; i < HHB_PLANNER_CASES; i++) {
    HhPlanProblem problem = hhb_planner_problem(&hhb_planner_cases[i]);
    optimum[i] = hhb_optimum(&all.gibbon.planner, &problem);
  }
  printf("row,first,second,mean_regret,worst_regret,off_ratio,failed\n");
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
      study(&rows[r], sizes[k][0], sizes[k][1], optimum);
  for (size_t k = 0; k < sizeof searches / sizeof searches[0]; k++)
    study(&exact, searches[k][0], searches[k][1], optimum);
  return 0;
}
