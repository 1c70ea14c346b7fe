/* The stochastic iterative planner; method and score are in the header. */
#include "gibbon/planner.h"

#include <assert.h>
#include <math.h>

#include "base/angle.h"

/* A work limit is hard: beyond it every arc is worse than any arc within it. */
static const double over_limit = 1e4;

/* Shorter sweeps than this to the release leave the muscles no time to act. */
static const double sweep_min_rad = 0.02;

typedef struct Arc {
  HhVec launch, grab;              /* headings */
  double launch_speed, grab_speed; /* m/s */
  double flight_s, chord_speed;
  double unsettled_rad2; /* squared change of both headings in the last refinement */
} Arc;

/* One refinement at a fixed average speed: headings -> positions -> times -> headings.
 * False when the grab lies behind the release. */
static bool refine(const HhPlanProblem *problem, Arc *arc)
{
  double l0 = problem->swing_arm_m, l1 = problem->grab_arm_m, g = problem->gravity_mps2;
  double dx = problem->hold_to_hold.x + l1 * arc->grab.y - l0 * arc->launch.y;
  double dy = problem->hold_to_hold.y - l1 * arc->grab.x + l0 * arc->launch.x;
  double least = 0.05 * l1;
  bool ahead = dx >= least;
  if (!ahead) dx = least;

  double t = sqrt(dx * dx + dy * dy) / arc->chord_speed;
  double vx = dx / t, middle = dy / t, half = 0.5 * g * t;
  double v0 = sqrt(vx * vx + (middle + half) * (middle + half));
  double v1 = sqrt(vx * vx + (middle - half) * (middle - half));
  HhVec launch = hh_vec(vx / v0, (middle + half) / v0);
  HhVec grab = hh_vec(vx / v1, (middle - half) / v1);
  HhVec a = hh_vec_sub(launch, arc->launch), b = hh_vec_sub(grab, arc->grab);
  arc->unsettled_rad2 = hh_vec_dot(a, a) + hh_vec_dot(b, b);
  arc->launch = launch;
  arc->grab = grab;
  arc->launch_speed = v0;
  arc->grab_speed = v1;
  arc->flight_s = t;
  return ahead;
}

static double square(double x)
{
  return x * x;
}

static double outside_band(double speed, double low, double high)
{
  return square(fmax(0, low - speed)) + square(fmax(0, speed - high));
}

/* Score of an arc and the work it asks for. The swing's own speed at the release follows from its
 * energy; *excess is how far the work is beyond the limit, in limits. */
static double score(const HhPlannerParams *params, const HhPlanProblem *problem, const Arc *arc,
                    double *work, double *excess)
{
  double g = problem->gravity_mps2, l = problem->swing_arm_m, gl = g * l;
  double own2 = 2 * (problem->energy_Jpkg + gl * arc->launch.x);
  double own = sqrt(fmax(0, own2));
  *work = 0.5 * (square(arc->launch_speed) - own2);

  HhVec release = hh_vec_right(arc->launch);
  double sweep = hh_angle_between(problem->hand_to_com, release);
  double limit = fmin(problem->work_max_Jpkg, problem->force_max_mps2 * l * sweep);
  *excess = sweep < sweep_min_rad  ? (double)INFINITY
            : fabs(*work) <= limit ? 0
                                   : (fabs(*work) - limit) / gl;

  double height = g * square(arc->flight_s) / (8 * l) - params->arc_height_free;
  double sum =
      params->weight_momentum * square(arc->launch_speed - own) / gl +
      params->weight_arc_height * square(fmax(0, height)) +
      params->weight_speed_band *
          (outside_band(arc->launch_speed, problem->speed_min_mps, problem->speed_max_mps) +
           outside_band(arc->grab_speed, problem->speed_min_mps, problem->speed_max_mps)) /
          gl +
      params->weight_cruise * square(arc->chord_speed - params->cruise_speed) / gl +
      params->weight_closure * arc->unsettled_rad2;
  if (own2 < 0) sum += params->weight_speed_band * -own2 / gl;
  if (*excess > 0) sum += over_limit * (1 + *excess);
  return sum;
}

/* Numbers that an arc can be sought for. */
static bool sound(const HhPlanProblem *problem)
{
  return hh_vec_finite(problem->hold_to_hold) && isfinite(problem->energy_Jpkg) &&
         isfinite(problem->swing_arm_m) && isfinite(problem->grab_arm_m) &&
         problem->swing_arm_m > 0 && problem->grab_arm_m > 0 && problem->gravity_mps2 > 0 &&
         problem->work_max_Jpkg >= 0 && problem->force_max_mps2 >= 0;
}

HhPlanOutcome hh_planner_choose(const HhPlannerParams *params, const HhPlanProblem *problem,
                                HhRandom *random, HhPlan *plan)
{
  if (!sound(problem)) return HH_PLAN_NO_ARC;
  if (problem->hold_to_hold.x <= 0) return HH_PLAN_HOLD_BEHIND;

  double best = (double)INFINITY, best_work = 0, best_excess = (double)INFINITY;
  Arc chosen = {0};
  for (int guess = 0; guess < params->guesses; guess++) {
    Arc arc = {.chord_speed = hh_random_range(random, params->speed_min, params->speed_max)};
    arc.launch =
        hh_unit_from_angle(hh_random_range(random, params->launch_min, params->launch_max));
    arc.grab = hh_unit_from_angle(hh_random_range(random, params->grab_min, params->grab_max));
    bool ahead = false;
    for (int i = 0; i < params->iterations; i++)
      ahead = refine(problem, &arc);
    if (!ahead) continue;

    double work, excess;
    double value = score(params, problem, &arc, &work, &excess);
    if (!(value < best)) continue;
    best = value;
    best_work = work;
    best_excess = excess;
    chosen = arc;
  }

  if (!isfinite(best)) return HH_PLAN_NO_ARC;
  if (!(best_excess <= 0)) return best_work > 0 ? HH_PLAN_TOO_WEAK : HH_PLAN_TOO_FAST;
  *plan = (HhPlan){.launch_heading = chosen.launch,
                   .grab_heading = chosen.grab,
                   .launch_speed_mps = chosen.launch_speed,
                   .flight_s = chosen.flight_s,
                   .work_Jpkg = best_work,
                   .score = best};
  return HH_PLAN_FOUND;
}
