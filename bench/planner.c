/* Question: what does a plan cost, and what bounds it?
 * Prediction: guesses side by side cost a tenth of one after the other, a root finder per guess
 *   fifty times as much; the kernel keeps a third of the multipliers and adders busy, the rest is
 *   the length of one guess's chain of dependent operations. The exact method costs less than the
 *   guesses one after the other and is exact.
 * Method: 1,024 random problems (distance 1.5 to 5 arms, slopes within 30 degrees), planner.guesses
 *   x planner.iterations at their defaults; every row in turn, repeated; nanoseconds a plan, median
 *   and minimum. `scalar` is the double reference, `wide` the planner with the kernel of that
 *   compilation, `kernel` its refinements and scores alone, `gsl` gsl_multiroot's hybrids on the
 * two headings of every guess (on 64 of the problems), scored like the others. The peak is
 *   independent chains of multiplication and addition in vectors of the same width, no FMA. Flops
 *   are the additions, multiplications, divisions and square roots in the kernel's source, one
 * each; comparisons and masks none. Regret: mean over the ten geometries of planner_cases.h, 30
 * seeds each. Writes CSV to stdout. Figures to compare with: planner study, section 3. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multiroots.h>
#include <math.h>
#include <stdio.h>

#include "actor/params.h"
#include "base/angle.h"
#include "clock.h"
#include "gibbon/planner_guess.h"
#include "planner_cases.h"
#include "regret.h"
#include "yardstick.h"

enum { PROBLEMS = 1024, GSL_PROBLEMS = 64, REPEATS = 21, ROWS_MAX = 40 };

typedef enum Kind { SCALAR, WIDE, KERNEL, EXACT, GSL, PEAK } Kind;

typedef struct Row {
  Kind kind;
  HhWide wide;
  HhPlannerParams params;
  char name[64];
  double ns[REPEATS];
} Row;

typedef struct Bench {
  HhPlanProblem problems[PROBLEMS];
  HhWideStarts starts[PROBLEMS]; /* of one block each */
  double keep;                   /* what was computed, so that it is */
} Bench;

static void problems_fill(const HhPlannerParams *params, Bench *bench)
{
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int i = 0; i < PROBLEMS; i++) {
    HhbPlannerCase which = {.distance_m = hh_random_range(&random, 1.5, 5),
                            .slope_deg = hh_random_range(&random, -30, 30),
                            .bottom_mps = hh_random_range(&random, 4, 7)};
    bench->problems[i] = hhb_planner_problem(&which);
    HhGuessStarts starts = hh_guess_starts(params, &bench->problems[i], &random);
    hh_guess_block(params, &starts, HH_WIDE_PLAIN, 0, HH_WIDE_BLOCK, &random, &bench->starts[i]);
  }
}

/* One guess's equations: both headings are those of the parabola between the points they give. */
typedef struct Guess {
  const HhPlanProblem *problem;
  double speed_mps;
} Guess;

static int off(const gsl_vector *headings, void *guess, gsl_vector *out)
{
  const HhPlanProblem *problem = ((const Guess *)guess)->problem;
  double speed = ((const Guess *)guess)->speed_mps, g = problem->gravity_mps2;
  double a = gsl_vector_get(headings, 0), b = gsl_vector_get(headings, 1);
  double run =
      problem->hold_to_hold.x + problem->grab_arm_m * sin(b) - problem->swing_arm_m * sin(a);
  double rise =
      problem->hold_to_hold.y - problem->grab_arm_m * cos(b) + problem->swing_arm_m * cos(a);
  double t = hypot(run, rise) / speed, fall = 0.5 * g * t * t;
  gsl_vector_set(out, 0, atan2(rise + fall, run) - a);
  gsl_vector_set(out, 1, atan2(rise - fall, run) - b);
  return GSL_SUCCESS;
}

/* The best of the guesses, each solved by GSL. */
static double plan_by_gsl(const HhPlannerParams *params, const HhPlanProblem *problem,
                          const HhWideStarts *starts, gsl_multiroot_fsolver *solver)
{
  double best = (double)INFINITY, unit = sqrt(problem->gravity_mps2 * problem->swing_arm_m);
  gsl_vector *start = gsl_vector_alloc(2);
  for (int i = 0; i < params->guesses && i < HH_WIDE_BLOCK; i++) {
    Guess guess = {problem, unit * (double)starts->speed[i]};
    gsl_multiroot_function function = {off, 2, &guess};
    gsl_vector_set(start, 0, atan2((double)starts->launch_y[i], (double)starts->launch_x[i]));
    gsl_vector_set(start, 1, atan2((double)starts->grab_y[i], (double)starts->grab_x[i]));
    gsl_multiroot_fsolver_set(solver, &function, start);
    int status = GSL_CONTINUE;
    for (int k = 0; k < 50 && status == GSL_CONTINUE; k++) {
      if (gsl_multiroot_fsolver_iterate(solver)) break;
      status = gsl_multiroot_test_residual(solver->f, 1e-9);
    }
    double a = gsl_vector_get(solver->x, 0), b = gsl_vector_get(solver->x, 1);
    double run =
        problem->hold_to_hold.x + problem->grab_arm_m * sin(b) - problem->swing_arm_m * sin(a);
    double rise =
        problem->hold_to_hold.y - problem->grab_arm_m * cos(b) + problem->swing_arm_m * cos(a);
    double t = hypot(run, rise) / guess.speed_mps;
    if (status != GSL_SUCCESS || !(run > 0)) continue;
    HhPlanArc arc = {.launch_heading = {cos(a), sin(a)},
                     .grab_heading = {cos(b), sin(b)},
                     .launch_speed_mps = run / (t * cos(a)),
                     .grab_speed_mps = run / (t * cos(b)),
                     .flight_s = t,
                     .mean_speed_mps = guess.speed_mps};
    best = fmin(best, hh_plan_score(params, problem, &arc).value);
  }
  gsl_vector_free(start);
  return best;
}

/* Independent chains of multiply and add; the vector's width is the function's target's. */
typedef float Four __attribute__((vector_size(16)));
typedef float Eight __attribute__((vector_size(32)));
enum { CHAINS = 12, LINKS = 20000 };

#define PEAK_LOOP(Type, width)                                                                     \
  Type x[CHAINS], k = (Type){0} + factor, c = (Type){0} + 1e-9f;                                   \
  for (int i = 0; i < CHAINS; i++)                                                                 \
    x[i] = (Type){0} + 1.0f + 0.01f * (float)i;                                                    \
  for (int n = 0; n < LINKS; n++)                                                                  \
    for (int i = 0; i < CHAINS; i++)                                                               \
      x[i] = x[i] * k + c;                                                                         \
  float sum = 0;                                                                                   \
  for (int i = 0; i < CHAINS; i++)                                                                 \
    for (int j = 0; j < width; j++)                                                                \
      sum += x[i][j];                                                                              \
  return sum

static float peak_plain(float factor)
{
  PEAK_LOOP(Four, 4);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static float peak_v3(float factor)
{
  PEAK_LOOP(Eight, 8);
}
#endif

/* Nanoseconds of one flop at the peak. */
static double peak_ns(HhWide wide, Bench *bench)
{
  volatile float factor = 0.999999f;
  double start = hhb_clock_thread_s();
#ifdef __x86_64__
  if (wide == HH_WIDE_V3)
    bench->keep += (double)peak_v3(factor);
  else
#endif
    bench->keep += (double)peak_plain(factor);
  double flops = 2.0 * CHAINS * LINKS * (wide == HH_WIDE_V3 ? 8 : 4);
  return 1e9 * (hhb_clock_thread_s() - start) / flops;
}

/* Nanoseconds a plan (of a peak: a flop). */
static double run(const Row *row, gsl_multiroot_fsolver *solver, Bench *bench)
{
  if (row->kind == PEAK) return peak_ns(row->wide, bench);
  const HhPlannerParams *params = &row->params;
  int count = row->kind == GSL ? GSL_PROBLEMS : PROBLEMS;
  HhRandom random = hh_random(2, HH_STREAM_PLANNER, 0);
  HhPlan plan = {0};
  float scores[HH_WIDE_BLOCK];
  double start = hhb_clock_thread_s();
  for (int i = 0; i < count; i++) {
    const HhPlanProblem *problem = &bench->problems[i];
    switch (row->kind) {
    case SCALAR: hh_guess_choose_scalar(params, problem, &random, &plan); break;
    case WIDE: hh_guess_choose(params, problem, row->wide, &random, &plan); break;
    case EXACT: hh_planner_choose(params, problem, &random, &plan); break;
    case GSL: bench->keep += plan_by_gsl(params, problem, &bench->starts[i], solver); break;
    default: {
      HhWideJob job = hh_guess_job(params, problem);
      hh_wide_score(row->wide, &job, &bench->starts[i], scores);
      bench->keep += (double)scores[i % HH_WIDE_BLOCK] > 0;
    }
    }
    bench->keep += plan.score;
  }
  return 1e9 * (hhb_clock_thread_s() - start) / count;
}

/* Operations on a guess in planner_wide_kernel.inc: a refinement, and the start,
 * score and closure once. */
static double kernel_flops(const HhPlannerParams *params)
{
  static const double refinement[] = {26, 37, 43, 49};
  return HH_WIDE_BLOCK * (refinement[params->relaxation] * params->iterations + 85);
}

static double mean_regret(const Row *row)
{
  enum { SEEDS = 30 };
  double sum = 0;
  int count = 0;
  for (int which = 0; which < HHB_PLANNER_CASES; which++) {
    HhPlanProblem problem = hhb_planner_problem(&hhb_planner_cases[which]);
    HhRandom random = hh_random(3, HH_STREAM_PLANNER, (uint32_t)which);
    for (int i = 0; i < SEEDS; i++) {
      HhPlan plan;
      if (hh_planner_choose(&row->params, &problem, &random, &plan) != HH_PLAN_FOUND) continue;
      sum += hhb_regret(&row->params, &problem, &plan);
      count++;
    }
  }
  return count ? sum / count : (double)NAN;
}

static Row *add(Row *rows, int *count, Kind kind, HhWide wide, const HhPlannerParams *params,
                const char *what)
{
  static const char *const kinds[] = {"scalar", "wide", "kernel", "exact", "gsl", "peak"};
  static const char *const wides[] = {"x86-64", "x86-64-v3"};
  Row *row = &rows[(*count)++];
  *row = (Row){.kind = kind, .wide = wide, .params = *params};
  bool compiled = kind == WIDE || kind == KERNEL || kind == PEAK;
  snprintf(row->name, sizeof row->name, "%s%s%s%s%s", kinds[kind], *what ? " " : "", what,
           compiled ? " " : "", compiled ? wides[wide] : "");
  return row;
}

int main(void)
{
  static Row rows[ROWS_MAX];
  static Bench bench;
  static const char *const relaxations[] = {"plain", "damped", "adaptive", "anderson"};
  gsl_set_error_handler_off();
  HhParams all;
  hh_params_preset(&all);
  HhPlannerParams params = all.gibbon.planner;
  problems_fill(&params, &bench);

  int count = 0;
  HhWide widest = hh_wide();
  Row *peak[HH_WIDES];
  for (int wide = 0; wide <= (int)widest; wide++)
    peak[wide] = add(rows, &count, PEAK, (HhWide)wide, &params, "");
  for (int relaxation = 0; relaxation < 4; relaxation++) {
    params.relaxation = relaxation;
    add(rows, &count, SCALAR, widest, &params, relaxations[relaxation]);
    for (int wide = 0; wide <= (int)widest; wide++) {
      add(rows, &count, WIDE, (HhWide)wide, &params, relaxations[relaxation]);
      add(rows, &count, KERNEL, (HhWide)wide, &params, relaxations[relaxation]);
    }
  }
  HhPlannerParams seed = all.gibbon.planner;
  seed.relaxation = HH_PLANNER_PLAIN;
  seed.sampling = HH_PLANNER_RANDOM;
  seed.weight_closure = 0;
  add(rows, &count, SCALAR, widest, &seed, "seed");
  add(rows, &count, WIDE, widest, &seed, "seed");
  params = all.gibbon.planner;
  add(rows, &count, GSL, widest, &params, "");
  params.method = HH_PLANNER_EXACT;
  add(rows, &count, EXACT, widest, &params, "default");
  params.candidates = 8;
  params.refinements = 8;
  add(rows, &count, EXACT, widest, &params, "8+8");

  gsl_multiroot_fsolver *solver = gsl_multiroot_fsolver_alloc(gsl_multiroot_fsolver_hybrids, 2);
  if (!solver) return 1;
  for (int i = 0; i < REPEATS; i++)
    for (int r = 0; r < count; r++)
      rows[r].ns[i] = run(&rows[r], solver, &bench);
  gsl_multiroot_fsolver_free(solver);

  double scalar[4] = {0};
  for (int r = 0; r < count; r++) {
    Row *row = &rows[r];
    double median = hhb_median(row->ns, REPEATS);
    if (row->kind == SCALAR && row->params.sampling != HH_PLANNER_RANDOM)
      scalar[row->params.relaxation] = median;
  }
  printf("row,median_ns,min_ns,plans_per_s,times_scalar,gflop_per_s,peak_ratio,mean_regret\n");
  for (int r = 0; r < count; r++) {
    Row *row = &rows[r];
    double median = row->ns[REPEATS / 2], minimum = hhb_minimum(row->ns, REPEATS);
    if (row->kind == PEAK) {
      printf("%s,,,,,%.1f,1,\n", row->name, 1 / median);
      continue;
    }
    printf("%s,%.1f,%.1f,%.0f,%.2f,", row->name, median, minimum, 1e9 / median,
           scalar[row->params.relaxation] / median);
    if (row->kind == KERNEL) {
      double flops = kernel_flops(&row->params);
      printf("%.1f,%.3f,", flops / median, flops / median * peak[row->wide]->ns[REPEATS / 2]);
    } else {
      printf(",,");
    }
    if (row->kind == WIDE || row->kind == EXACT) printf("%.2g", mean_regret(row));
    printf("\n");
  }
  volatile double keep = bench.keep;
  (void)keep;
  return 0;
}
