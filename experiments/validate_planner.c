/* Claims on the convergence of the iterative planner's map, measured on hh_guess_refine, which
 * every plan of that method ends with. L = 1 m, as in the planner study.
 *
 * Converged: the arc, flown in closed form, ends within 1e-6 L of the reach circle of hold 2 and
 * its velocity there within 1e-6 of perpendicular, after 40, 200 or 1000 iterations.
 * The 24 starts: launch headings -75, -45, ... 75 degrees times grab headings -75, -25, 25, 75.
 * Thresholds: the least speed of the grid 0.5, 0.55, ... 12 m/s from which on all starts converge;
 * the larger of a slope up and down.
 * Errors: of the worse heading, against the arc of the exact family (gibbon/arc.h) with the same
 * average speed, the nearest if there are several; 2000 cases drawn from a speed, distance and
 * slope range each (core 4-8 m/s, 2-4 L, 30 degrees; slow 2-4, 1-2.5, 30; long 2-9, 4-6, 60; all
 * 2-9, 1-6, 60) and headings of the start from the planner's default ranges. */
#include "validate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/angle.h"
#include "base/random.h"
#include "gibbon/arc.h"
#include "gibbon/flight.h"
#include "gibbon/planner_guess.h"

static const double g = 9.81;
static const double degree = HH_PI / 180;
static const double nothing = (double)NAN;

typedef struct Start {
  double launch_rad, grab_rad;
} Start;

/* How a heading moves to the refined one. */
typedef struct Way {
  HhPlannerRelaxation relaxation;
  double damping;
} Way;

static const Way plain = {HH_PLANNER_PLAIN, 1};

/* One guess, refined; false when it ends with the grab behind the release. */
static bool refined(Way way, HhVec hold, double speed_mps, Start start, int iterations,
                    HhPlanArc *arc)
{
  HhPlannerParams params = {
      .relaxation = (int)way.relaxation, .damping = way.damping, .iterations = iterations};
  HhPlanProblem problem = {
      .hold_to_hold = hold, .swing_arm_m = 1, .grab_arm_m = 1, .gravity_mps2 = g};
  HhGuess guess = {.launch_heading = hh_unit_from_angle(start.launch_rad),
                   .grab_heading = hh_unit_from_angle(start.grab_rad),
                   .mean_speed_mps = speed_mps};
  return hh_guess_refine(&params, &problem, &guess, arc);
}

static HhVec hold_at(double distance, double slope_deg)
{
  return hh_vec_scale(hh_unit_from_angle(slope_deg * degree), distance);
}

/* ---- the map's slope at its fixed point ---- */

/* Launch heading after one refinement of (rad, -rad) between level holds. */
static double next_heading(double distance, double speed_mps, double rad)
{
  HhPlanArc arc;
  if (!refined(plain, hh_vec(distance, 0), speed_mps, (Start){rad, -rad}, 1, &arc)) return nothing;
  return hh_angle_of(arc.launch_heading);
}

/* The level fixed point, where the next heading is the heading. */
static double fixed_heading(double distance, double speed_mps)
{
  double low = 0, high = 1.5;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    *(next_heading(distance, speed_mps, middle) > middle ? &low : &high) = middle;
  }
  return low;
}

static double slope_of_map(double distance, double speed_mps)
{
  double at = fixed_heading(distance, speed_mps), h = 1e-5;
  return (next_heading(distance, speed_mps, at + h) - next_heading(distance, speed_mps, at - h)) /
         (2 * h);
}

/* at: distance, speed */
static double map_slope(const double *at)
{
  return slope_of_map(at[0], at[1]);
}

/* The speed at which the slope is -1; at: distance. */
static double critical_speed(const double *at)
{
  double low = 1.5, high = 6;
  for (int i = 0; i < 40; i++) {
    double middle = 0.5 * (low + high);
    *(slope_of_map(at[0], middle) < -1 ? &low : &high) = middle;
  }
  return high;
}

/* The distance from which on the slope is above -1 at every speed. */
static double critical_distance(const double *at)
{
  (void)at;
  double low = 2.05, high = 3;
  for (int i = 0; i < 24; i++) {
    double distance = 0.5 * (low + high), steepest = 0;
    for (double speed = 0.8; speed < 3; speed *= 1.01)
      steepest = fmin(steepest, slope_of_map(distance, speed));
    *(steepest < -1 ? &low : &high) = distance;
  }
  return high;
}

/* ---- thresholds ---- */

static const double near_enough = 1e-6;

static bool arrives(HhVec hold, const HhPlanArc *flown)
{
  HhVec body = hh_vec_sub(hh_vec_right(flown->launch_heading), hold);
  HhVec velocity = hh_vec_scale(flown->launch_heading, flown->launch_speed_mps);
  hh_flight_advance(g, &body, &velocity, flown->flight_s);
  return fabs(hh_vec_length(body) - 1) < near_enough &&
         fabs(hh_vec_dot(body, hh_vec_unit(velocity))) < near_enough;
}

static bool converges(HhVec hold, double speed_mps, Start start)
{
  static const int iterations[] = {40, 200, 1000};
  for (int i = 0; i < 3; i++) {
    HhPlanArc arc;
    if (refined(plain, hold, speed_mps, start, iterations[i], &arc) && arrives(hold, &arc))
      return true;
  }
  return false;
}

static bool all_converge(HhVec hold, double speed_mps)
{
  for (int launch = -75; launch <= 75; launch += 30)
    for (int grab = -75; grab <= 75; grab += 50)
      if (!converges(hold, speed_mps, (Start){launch * degree, grab * degree})) return false;
  return true;
}

/* In twentieths of a metre a second; 0 when all converge from 0.5 m/s on. */
static int threshold_20(double distance, double slope_deg)
{
  HhVec hold = hold_at(distance, slope_deg);
  int speed = 240;
  while (speed >= 10 && all_converge(hold, speed / 20.0))
    speed--;
  return speed < 10 ? 0 : speed + 1;
}

/* The larger of up and down; at: distance, slope. */
static double threshold(const double *at)
{
  int up = threshold_20(at[0], at[1]), down = threshold_20(at[0], -at[1]);
  return (up > down ? up : down) / 20.0;
}

/* The largest where the study has none. */
static double threshold_elsewhere(const double *at)
{
  (void)at;
  static const double far[][2] = {{2.5, 30}, {3, 45}, {4, 45}, {5, 60}, {6, 60}};
  int most = 0;
  for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
    for (double slope = -far[i][1]; slope <= far[i][1]; slope += 15) {
      int found = threshold_20(far[i][0], slope);
      if (found > most) most = found;
    }
  }
  return most / 20.0;
}

/* The greatest speed at which a start fails, in sqrt(gL); at: steepest slope. */
static double last_failure(const double *at)
{
  double worst = 0;
  for (double distance = 1; distance <= 6; distance += distance < 4.2 ? 0.09 : 0.4) {
    for (double slope = -at[0]; slope <= at[0]; slope += 15) {
      double froude = 1.6;
      while (froude > worst && all_converge(hold_at(distance, slope), froude * sqrt(g)))
        froude -= 0.02;
      worst = fmax(worst, froude);
    }
  }
  return worst;
}

/* ---- errors after k iterations ---- */

/* Distances, average speeds and slopes of the cases. */
typedef struct Cases {
  double speed_min, speed_max, distance_min, distance_max, slope_deg;
} Cases;

typedef enum CaseSet { CORE, SLOW, LONG, ALL } CaseSet;

static const Cases case_sets[] = {
    {4, 8, 2, 4, 30}, {2, 4, 1, 2.5, 30}, {2, 9, 4, 6, 60}, {2, 9, 1, 6, 60}};

enum { CASES = 2000 };

/* The larger of both headings' errors against one arc. */
static double error_from(const HhPlanArc *flown, const HhArc *arc)
{
  return fmax(fabs(hh_angle_between(arc->launch_heading, flown->launch_heading)),
              fabs(hh_angle_between(arc->grab_heading, flown->grab_heading)));
}

static bool arc_and_speed(const HhArcProblem *problem, double half_turn, HhArc *arc, double *mean)
{
  if (!hh_arc_at(problem, hh_unit_from_angle(half_turn), arc)) return false;
  HhVec chord = hh_vec_add(problem->hold_to_hold, hh_vec_sub(hh_vec_right(arc->grab_heading),
                                                             hh_vec_right(arc->launch_heading)));
  *mean = hh_vec_length(chord) / arc->flight_s;
  return true;
}

/* The nearest arc with this average speed, or infinity: the family is searched in 90 pieces. */
static double true_error(HhVec hold, double speed_mps, const HhPlanArc *flown)
{
  HhArcProblem problem = {
      .hold_to_hold = hold, .launch_arm_m = 1, .grab_arm_m = 1, .gravity_mps2 = g};
  double best = (double)INFINITY, before = nothing;
  for (int i = 1; i <= 90; i++) {
    HhArc arc;
    double now;
    if (!arc_and_speed(&problem, (i - 0.5) * degree, &arc, &now)) break;
    if ((before - speed_mps) * (now - speed_mps) <= 0) {
      double low = (i - 1.5) * degree, high = (i - 0.5) * degree, mean = now;
      for (int k = 0; k < 50; k++) {
        double middle = 0.5 * (low + high);
        if (!arc_and_speed(&problem, middle, &arc, &mean)) break;
        *((mean - speed_mps) * (before - speed_mps) > 0 ? &low : &high) = middle;
      }
      best = fmin(best, error_from(flown, &arc));
    }
    before = now;
  }
  return best;
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorted errors of one set of cases. */
static void errors_of(CaseSet set, Way way, int iterations, double errors[CASES])
{
  Cases cases = case_sets[set];
  HhRandom random = hh_random(11, HH_STREAM_TEST, (uint32_t)set);
  for (int i = 0; i < CASES; i++) {
    double speed = hh_random_range(&random, cases.speed_min, cases.speed_max);
    double distance = hh_random_range(&random, cases.distance_min, cases.distance_max);
    double slope = hh_random_range(&random, -cases.slope_deg, cases.slope_deg);
    double launch = hh_random_range(&random, -0.3, 1.2);
    double grab = hh_random_range(&random, -1.2, 0.3);
    Start start = {launch, grab};
    HhVec hold = hold_at(distance, slope);
    HhPlanArc arc;
    errors[i] = refined(way, hold, speed, start, iterations, &arc) ? true_error(hold, speed, &arc)
                                                                   : (double)INFINITY;
  }
  qsort(errors, CASES, sizeof errors[0], ascending);
}

/* Of the core set; at: relaxation, damping, iterations, quantile. */
static double angle_error(const double *at)
{
  double errors[CASES];
  errors_of(CORE, (Way){(HhPlannerRelaxation)at[0], at[1]}, (int)at[2], errors);
  return errors[(int)(at[3] * CASES)];
}

/* Share with more than 0.01 rad after 20 iterations; at: set, relaxation, damping. */
static double failing_share(const double *at)
{
  double errors[CASES];
  errors_of((CaseSet)at[0], (Way){(HhPlannerRelaxation)at[1], at[2]}, 20, errors);
  int failing = 0;
  while (failing < CASES && errors[CASES - 1 - failing] > 0.01)
    failing++;
  return (double)failing / CASES;
}

/* ---- the exact family ---- */

static double worst_closure(const double *at)
{
  (void)at;
  double worst = 0;
  HhRandom random = hh_random(12, HH_STREAM_TEST, 0);
  for (int i = 0; i < 50000; i++) {
    double distance = hh_random_range(&random, 1, 6), slope = hh_random_range(&random, -60, 60);
    HhVec hold = hold_at(distance, slope);
    HhArcProblem problem = {
        .hold_to_hold = hold, .launch_arm_m = 1, .grab_arm_m = 1, .gravity_mps2 = g};
    HhArc arc;
    if (!hh_arc_at(&problem, hh_unit_from_angle(hh_random_range(&random, 5, 80) * degree), &arc))
      continue;
    worst = fmax(worst, arc.closure_m);
  }
  return worst;
}

/* clang-format off */
#define FROM       "plain, all starts converge above, "
#define ALWAYS     "plain, all starts converge above, sqrt(gL), D 1 to 6, "
#define CORE_CASES "core cases, "
#define SLOW_CASES "slow cases, "
#define LONG_CASES "long cases, "
#define ALL_CASES  "all cases, "
#define THEORY     "theory: -cos^3(a) / Fr, Fr = s^2 / (gL)"
#define STUDY     "planner study, section 1"

static const HhxClaim claims[] = {
  {"P1.slope", "level, D 2 L, s 4 m/s: slope of the plain map at its fixed point", "", -0.4956907916530, HHX_RELATIVE, 1e-6, THEORY, map_slope, {2, 4}, NULL},
  {"P1.critical.1", "level, D 1 L: speed at which that slope is -1", "m/s", 2.97358489848, HHX_ABSOLUTE, 0.005, THEORY, critical_speed, {1}, NULL},
  {"P1.critical.1.5", "level, D 1.5 L: speed at which that slope is -1", "m/s", 2.72972588734, HHX_ABSOLUTE, 0.005, THEORY, critical_speed, {1.5}, NULL},
  {"P1.critical.2", "level, D 2 L: speed at which that slope is -1", "m/s", 2.18320126098, HHX_ABSOLUTE, 0.005, THEORY, critical_speed, {2}, NULL},
  {"P1.critical.none", "level: distance, L, from which on no speed has a slope of -1", "", 2.17732421581, HHX_ABSOLUTE, 0.0005, "theory: the maximum of 2 sin(a) (1 + cos^2 a)", critical_distance, {0}, NULL},
  {"P1.from.1.0", FROM "D 1 L, level", "m/s", 3.00, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1, 0}, NULL},
  {"P1.from.1.15", FROM "D 1 L, slope +-15 deg", "m/s", 3.15, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1, 15}, NULL},
  {"P1.from.1.30", FROM "D 1 L, slope +-30 deg", "m/s", 3.20, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1, 30}, NULL},
  {"P1.from.1.45", FROM "D 1 L, slope +-45 deg", "m/s", 3.15, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1, 45}, NULL},
  {"P1.from.1.60", FROM "D 1 L, slope +-60 deg", "m/s", 3.00, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1, 60}, NULL},
  {"P1.from.1.5.0", FROM "D 1.5 L, level", "m/s", 2.80, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1.5, 0}, NULL},
  {"P1.from.1.5.15", FROM "D 1.5 L, slope +-15 deg", "m/s", 3.00, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1.5, 15}, NULL},
  {"P1.from.1.5.30", FROM "D 1.5 L, slope +-30 deg", "m/s", 3.20, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1.5, 30}, NULL},
  {"P1.from.1.5.45", FROM "D 1.5 L, slope +-45 deg", "m/s", 3.25, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1.5, 45}, NULL},
  {"P1.from.1.5.60", FROM "D 1.5 L, slope +-60 deg", "m/s", 3.25, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {1.5, 60}, NULL},
  {"P1.from.2.0", FROM "D 2 L, level", "m/s", 2.25, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {2, 0}, NULL},
  {"P1.from.2.15", FROM "D 2 L, slope +-15 deg", "m/s", 2.40, HHX_ABSOLUTE, 0.0501, "the bare map iterated 2000 times from 1024 starts, our own study", threshold, {2, 15}, "the planner study's 2.50 is where it stopped iterating: from 2.3 to 2.5 m/s the slowest mode shrinks by 0.96 a step"},
  {"P1.from.2.30", FROM "D 2 L, slope +-30 deg", "m/s", 3.00, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {2, 30}, NULL},
  {"P1.from.2.45", FROM "D 2 L, slope +-45 deg", "m/s", 3.30, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {2, 45}, NULL},
  {"P1.from.2.60", FROM "D 2 L, slope +-60 deg", "m/s", 3.45, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {2, 60}, NULL},
  {"P1.from.2.5.45", FROM "D 2.5 L, slope +-45 deg", "m/s", 2.60, HHX_ABSOLUTE, 0.0501, "the bare map with the planner's floor, our own study", threshold, {2.5, 45}, "the planner study's 2.75 has no floor, and hangs on the starts: 2.85 to 2.9 from ours"},
  {"P1.from.2.5.60", FROM "D 2.5 L, slope +-60 deg", "m/s", 3.65, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {2.5, 60}, NULL},
  {"P1.from.3.60", FROM "D 3 L, slope +-60 deg", "m/s", 3.70, HHX_ABSOLUTE, 0.0501, STUDY, threshold, {3, 60}, NULL},
  {"P1.from.4.60", FROM "D 4 L, slope +-60 deg", "m/s", 3.90, HHX_ABSOLUTE, 0.0501, "the bare map with the planner's floor, our own study", threshold, {4, 60}, "there D.x = 2 L: without a floor strays settle on plumb flights of round-off length, which the planner study counted as converged"},
  {"P1.from.elsewhere", FROM "D 2.5 to 30, 3, 4 to 45, 5, 6 to 60 deg", "m/s", 0, HHX_ABSOLUTE, 0, STUDY, threshold_elsewhere, {0}, NULL},
  {"P1.always.45", ALWAYS "slopes to 45 deg", "", 1.18, HHX_AT_MOST, 0, STUDY, last_failure, {45}, NULL},
  {"P1.always.60", ALWAYS "slopes to 60 deg", "", 1.26, HHX_AT_MOST, 0, "the bare map with the planner's floor, our own study", last_failure, {60}, "the planner study's 1.18 looked at no distance from 3 to 4 L nor just above 4 L"},
  {"P1.error.plain.3.median", "core cases, plain: angle error after 3, median", "rad", 0.012, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 3, 0.5}, NULL},
  {"P1.error.plain.3.p95", "core cases, plain: angle error after 3, 95 %", "rad", 0.069, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 3, 0.95}, NULL},
  {"P1.error.plain.5.median", "core cases, plain: angle error after 5, median", "rad", 0.00069, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 5, 0.5}, NULL},
  {"P1.error.plain.5.p95", "core cases, plain: angle error after 5, 95 %", "rad", 0.012, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 5, 0.95}, NULL},
  {"P1.error.plain.8.median", "core cases, plain: angle error after 8, median", "rad", 1.1e-05, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 8, 0.5}, NULL},
  {"P1.error.plain.8.p95", "core cases, plain: angle error after 8, 95 %", "rad", 0.0009, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 8, 0.95}, NULL},
  {"P1.error.plain.10.median", "core cases, plain: angle error after 10, median", "rad", 7.1e-07, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 10, 0.5}, NULL},
  {"P1.error.plain.10.p95", "core cases, plain: angle error after 10, 95 %", "rad", 0.00017, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 10, 0.95}, NULL},
  {"P1.error.plain.20.median", "core cases, plain: angle error after 20, median", "rad", 8e-13, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 20, 0.5}, NULL},
  {"P1.error.plain.20.p95", "core cases, plain: angle error after 20, 95 %", "rad", 4e-08, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_PLAIN, 1, 20, 0.95}, NULL},
  {"P1.error.damped7.3.median", "core cases, damped 0.7: angle error after 3, median", "rad", 0.0023, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 3, 0.5}, NULL},
  {"P1.error.damped7.3.p95", "core cases, damped 0.7: angle error after 3, 95 %", "rad", 0.0096, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 3, 0.95}, NULL},
  {"P1.error.damped7.5.median", "core cases, damped 0.7: angle error after 5, median", "rad", 5.6e-05, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 5, 0.5}, NULL},
  {"P1.error.damped7.5.p95", "core cases, damped 0.7: angle error after 5, 95 %", "rad", 0.00039, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 5, 0.95}, NULL},
  {"P1.error.damped7.8.median", "core cases, damped 0.7: angle error after 8, median", "rad", 2.3e-07, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 8, 0.5}, NULL},
  {"P1.error.damped7.8.p95", "core cases, damped 0.7: angle error after 8, 95 %", "rad", 3.4e-06, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 8, 0.95}, NULL},
  {"P1.error.damped7.10.median", "core cases, damped 0.7: angle error after 10, median", "rad", 5.8e-09, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 10, 0.5}, NULL},
  {"P1.error.damped7.10.p95", "core cases, damped 0.7: angle error after 10, 95 %", "rad", 1.4e-07, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.7, 10, 0.95}, NULL},
  {"P1.error.damped5.3.median", "core cases, damped 0.5: angle error after 3, median", "rad", 0.033, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 3, 0.5}, NULL},
  {"P1.error.damped5.3.p95", "core cases, damped 0.5: angle error after 3, 95 %", "rad", 0.071, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 3, 0.95}, NULL},
  {"P1.error.damped5.5.median", "core cases, damped 0.5: angle error after 5, median", "rad", 0.0049, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 5, 0.5}, NULL},
  {"P1.error.damped5.5.p95", "core cases, damped 0.5: angle error after 5, 95 %", "rad", 0.013, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 5, 0.95}, NULL},
  {"P1.error.damped5.8.median", "core cases, damped 0.5: angle error after 8, median", "rad", 0.0003, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 8, 0.5}, NULL},
  {"P1.error.damped5.8.p95", "core cases, damped 0.5: angle error after 8, 95 %", "rad", 0.001, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 8, 0.95}, NULL},
  {"P1.error.damped5.10.median", "core cases, damped 0.5: angle error after 10, median", "rad", 4.7e-05, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 10, 0.5}, NULL},
  {"P1.error.damped5.10.p95", "core cases, damped 0.5: angle error after 10, 95 %", "rad", 0.00019, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_DAMPED, 0.5, 10, 0.95}, NULL},
  {"P1.error.adaptive.3.median", "core cases, adaptive: angle error after 3, median", "rad", 0.00017, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 3, 0.5}, NULL},
  {"P1.error.adaptive.3.p95", "core cases, adaptive: angle error after 3, 95 %", "rad", 0.0074, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 3, 0.95}, NULL},
  {"P1.error.adaptive.5.median", "core cases, adaptive: angle error after 5, median", "rad", 1.7e-07, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 5, 0.5}, NULL},
  {"P1.error.adaptive.5.p95", "core cases, adaptive: angle error after 5, 95 %", "rad", 6.4e-05, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 5, 0.95}, NULL},
  {"P1.error.adaptive.8.median", "core cases, adaptive: angle error after 8, median", "rad", 6e-12, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 8, 0.5}, NULL},
  {"P1.error.adaptive.8.p95", "core cases, adaptive: angle error after 8, 95 %", "rad", 7.7e-08, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 8, 0.95}, NULL},
  {"P1.error.adaptive.10.median", "core cases, adaptive: angle error after 10, median", "rad", 7e-15, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 10, 0.5}, NULL},
  {"P1.error.adaptive.10.p95", "core cases, adaptive: angle error after 10, 95 %", "rad", 9e-10, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ADAPTIVE, 1, 10, 0.95}, NULL},
  {"P1.error.anderson.3.median", "core cases, Anderson: angle error after 3, median", "rad", 0.0029, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ANDERSON, 1, 3, 0.5}, NULL},
  {"P1.error.anderson.3.p95", "core cases, Anderson: angle error after 3, 95 %", "rad", 0.044, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ANDERSON, 1, 3, 0.95}, NULL},
  {"P1.error.anderson.5.median", "core cases, Anderson: angle error after 5, median", "rad", 6e-05, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ANDERSON, 1, 5, 0.5}, NULL},
  {"P1.error.anderson.5.p95", "core cases, Anderson: angle error after 5, 95 %", "rad", 0.0017, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ANDERSON, 1, 5, 0.95}, NULL},
  {"P1.error.anderson.8.median", "core cases, Anderson: angle error after 8, median", "rad", 1.1e-07, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ANDERSON, 1, 8, 0.5}, NULL},
  {"P1.error.anderson.8.p95", "core cases, Anderson: angle error after 8, 95 %", "rad", 1.1e-05, HHX_FACTOR, 5, STUDY, angle_error, {HH_PLANNER_ANDERSON, 1, 8, 0.95}, NULL},
  {"P1.fail.plain.core", CORE_CASES "plain: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {CORE, HH_PLANNER_PLAIN, 1}, NULL},
  {"P1.fail.plain.slow", SLOW_CASES "plain: share off by 0.01 rad after 20", "", 0.48, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {SLOW, HH_PLANNER_PLAIN, 1}, NULL},
  {"P1.fail.plain.long", LONG_CASES "plain: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {LONG, HH_PLANNER_PLAIN, 1}, NULL},
  {"P1.fail.plain.all", ALL_CASES "plain: share off by 0.01 rad after 20", "", 0.057, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {ALL, HH_PLANNER_PLAIN, 1}, NULL},
  {"P1.fail.damped7.core", CORE_CASES "damped 0.7: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {CORE, HH_PLANNER_DAMPED, 0.7}, NULL},
  {"P1.fail.damped7.slow", SLOW_CASES "damped 0.7: share off by 0.01 rad after 20", "", 0.068, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {SLOW, HH_PLANNER_DAMPED, 0.7}, NULL},
  {"P1.fail.damped7.long", LONG_CASES "damped 0.7: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {LONG, HH_PLANNER_DAMPED, 0.7}, NULL},
  {"P1.fail.damped7.all", ALL_CASES "damped 0.7: share off by 0.01 rad after 20", "", 0.021, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {ALL, HH_PLANNER_DAMPED, 0.7}, NULL},
  {"P1.fail.damped5.core", CORE_CASES "damped 0.5: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {CORE, HH_PLANNER_DAMPED, 0.5}, NULL},
  {"P1.fail.damped5.slow", SLOW_CASES "damped 0.5: share off by 0.01 rad after 20", "", 0.04, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {SLOW, HH_PLANNER_DAMPED, 0.5}, NULL},
  {"P1.fail.damped5.long", LONG_CASES "damped 0.5: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {LONG, HH_PLANNER_DAMPED, 0.5}, NULL},
  {"P1.fail.damped5.all", ALL_CASES "damped 0.5: share off by 0.01 rad after 20", "", 0.019, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {ALL, HH_PLANNER_DAMPED, 0.5}, NULL},
  {"P1.fail.adaptive.core", CORE_CASES "adaptive: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {CORE, HH_PLANNER_ADAPTIVE, 1}, NULL},
  {"P1.fail.adaptive.slow", SLOW_CASES "adaptive: share off by 0.01 rad after 20", "", 0.028, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {SLOW, HH_PLANNER_ADAPTIVE, 1}, NULL},
  {"P1.fail.adaptive.long", LONG_CASES "adaptive: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {LONG, HH_PLANNER_ADAPTIVE, 1}, NULL},
  {"P1.fail.adaptive.all", ALL_CASES "adaptive: share off by 0.01 rad after 20", "", 0.019, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {ALL, HH_PLANNER_ADAPTIVE, 1}, NULL},
  {"P1.fail.anderson.core", CORE_CASES "Anderson: share off by 0.01 rad after 20", "", 0, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {CORE, HH_PLANNER_ANDERSON, 1}, NULL},
  {"P1.fail.anderson.slow", SLOW_CASES "Anderson: share off by 0.01 rad after 20", "", 0.057, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {SLOW, HH_PLANNER_ANDERSON, 1}, NULL},
  {"P1.fail.anderson.long", LONG_CASES "Anderson: share off by 0.01 rad after 20", "", 0.0001, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {LONG, HH_PLANNER_ANDERSON, 1}, NULL},
  {"P1.fail.anderson.all", ALL_CASES "Anderson: share off by 0.01 rad after 20", "", 0.017, HHX_ABSOLUTE, 0.03, STUDY, failing_share, {ALL, HH_PLANNER_ANDERSON, 1}, NULL},
  {"P1.closure", "exact family, D 1 to 6 L, slopes to 60 deg: largest closure", "L", 1e-10, HHX_AT_MOST, 0, STUDY, worst_closure, {0}, NULL},
};
/* clang-format on */

const HhxClaimSet hhx_claims_planner = {"Convergence of the iterative planner (L = 1 m)", claims,
                                        sizeof claims / sizeof claims[0]};
