/* Regret of a plan; the header says what it is. */
#include "regret.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_poly.h>
#include <math.h>
#include <stdbool.h>

#include "gibbon/flight.h"
#include "gibbon/planner_exact.h"

static const double miss_weight = 100;

HhbFlown hhb_flown(const HhPlannerParams *params, const HhPlanProblem *problem, const HhPlan *plan)
{
  double g = problem->gravity_mps2;
  HhVec release = hh_vec_scale(hh_vec_right(plan->launch_heading), problem->swing_arm_m);
  HhVec r = hh_vec_sub(release, problem->hold_to_hold);
  HhVec v = hh_vec_scale(plan->launch_heading, plan->launch_speed_mps);
  HhbFlown flown = {(double)INFINITY, (double)INFINITY};

  /* Approaches: where r.v, a cubic in time, rises through 0, its first and its third root. */
  double c = 2 / (g * g), roots[3] = {0};
  int count = gsl_poly_solve_cubic(-3 * v.y / g, c * (hh_vec_dot(v, v) - g * r.y),
                                   c * hh_vec_dot(r, v), &roots[0], &roots[1], &roots[2]);
  for (int i = 0; i < count; i += 2) {
    double time = roots[i];
    if (!(time > 0)) continue;
    HhVec at = r, velocity = v;
    hh_flight_advance(g, &at, &velocity, time);
    double miss = fabs(hh_vec_length(at) - problem->grab_arm_m);
    if (!(miss < flown.miss_m)) continue;
    HhVec chord = hh_vec_sub(hh_vec_add(at, problem->hold_to_hold), release);
    HhPlanArc arc = {.launch_heading = plan->launch_heading,
                     .grab_heading = hh_vec_unit(velocity),
                     .launch_speed_mps = plan->launch_speed_mps,
                     .grab_speed_mps = hh_vec_length(velocity),
                     .flight_s = time,
                     .mean_speed_mps = hh_vec_length(chord) / time};
    flown = (HhbFlown){hh_plan_score(params, problem, &arc).value, miss};
  }
  return flown;
}

typedef struct Family {
  const HhPlannerParams *params;
  const HhPlanProblem *problem;
  HhArcProblem arcs;
} Family;

static HhPlanScore score_at(const Family *family, double eta)
{
  HhArc arc;
  if (!hh_arc_at(&family->arcs, hh_vec(cos(eta), sin(eta)), &arc))
    return (HhPlanScore){.value = (double)INFINITY, .spare_Jpkg = -(double)INFINITY};
  HhPlanArc seen = hh_plan_arc(&arc);
  return hh_plan_score(family->params, family->problem, &seen);
}

static double value_at(double eta, void *family)
{
  return score_at(family, eta).value;
}

/* Work beyond the limits. */
static double excess_at(double eta, void *family)
{
  return -score_at(family, eta).spare_Jpkg;
}

/* From an infinite measure toward a finite one: the last finite place. */
static double last_finite(Family *family, double (*measure)(double, void *), double infinite,
                          double finite)
{
  if (isfinite(measure(infinite, family))) return infinite;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (infinite + finite);
    if (isfinite(measure(middle, family)))
      finite = middle;
    else
      infinite = middle;
  }
  return finite;
}

/* The place of the minimum between low and high: GSL's Brent where `at` is below both, else the
 * lowest of the three. */
static double minimum(Family *family, double (*measure)(double, void *), double low, double at,
                      double high)
{
  low = last_finite(family, measure, low, at);
  high = last_finite(family, measure, high, at);
  double lowest = measure(at, family), left = measure(low, family), right = measure(high, family);
  if (!(lowest < left && lowest < right)) return left < right ? low : high;
  gsl_function function = {measure, family};
  gsl_min_fminimizer *minimizer = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
  if (!minimizer) return at;
  if (gsl_min_fminimizer_set_with_values(minimizer, &function, at, lowest, low, left, high,
                                         right) == GSL_SUCCESS)
    for (int i = 0; i < 60 && gsl_min_fminimizer_iterate(minimizer) == GSL_SUCCESS; i++)
      at = gsl_min_fminimizer_x_minimum(minimizer);
  gsl_min_fminimizer_free(minimizer);
  return at;
}

/* The edge of what the limits allow, on its inner side. */
static double edge(const Family *family, double inside, double outside)
{
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (inside + outside);
    if (score_at(family, middle).spare_Jpkg >= 0)
      inside = middle;
    else
      outside = middle;
  }
  return inside;
}

/* The lowest score between a and b: a scan, and GSL around its lowest point. */
static double lowest_between(Family *family, double a, double b)
{
  enum { PARTS = 40 };
  double best = (double)INFINITY, at = a, step = (b - a) / PARTS;
  for (int i = 0; i <= PARTS; i++) {
    double eta = i < PARTS ? a + step * i : b, value = value_at(eta, family);
    if (value < best) {
      best = value;
      at = eta;
    }
  }
  at = minimum(family, value_at, fmax(a, at - step), at, fmin(b, at + step));
  return fmin(best, value_at(at, family));
}

double hhb_optimum(const HhPlannerParams *params, const HhPlanProblem *problem)
{
  enum { SCAN = 1600 };
  Family family = {
      params,
      problem,
      {problem->hold_to_hold, problem->swing_arm_m, problem->grab_arm_m, problem->gravity_mps2}};
  HhArcRange range;
  double best = (double)INFINITY;
  if (!hh_arc_range(&family.arcs, &range)) return best;
  double first = atan2(range.least.y, range.least.x), last = atan2(range.most.y, range.most.x);

  /* The arcs at the work limit: what is allowed may be narrower than the scan's step. */
  for (int sign = -1; sign <= 1; sign++) {
    HhArc arcs[2];
    int count =
        hh_arc_at_energy(&family.arcs, problem->energy_Jpkg + sign * problem->work_max_Jpkg, arcs);
    for (int i = 0; i < count; i++) {
      HhPlanArc seen = hh_plan_arc(&arcs[i]);
      HhPlanScore score = hh_plan_score(params, problem, &seen);
      if (score.spare_Jpkg >= 0) best = fmin(best, score.value);
    }
  }

  /* Every dip of the score, every edge of what is allowed, and what is allowed between two points
   * that are not. The scan is closer at both ends of the family, where arcs change fastest. */
  double eta[3] = {first, first, first};
  HhPlanScore score[3];
  score[0] = score[1] = score[2] = score_at(&family, first);
  for (int i = 1; i <= SCAN + 1; i++) {
    double share = i < SCAN ? 0.5 * (1 - cos(3.14159265358979323846 * i / SCAN)) : 1;
    eta[0] = eta[1], score[0] = score[1];
    eta[1] = eta[2], score[1] = score[2];
    eta[2] = first + (last - first) * share;
    score[2] = score_at(&family, eta[2]);
    double inside = eta[1];
    if (!(score[1].spare_Jpkg >= 0)) {
      bool peak =
          score[1].spare_Jpkg > score[0].spare_Jpkg && score[1].spare_Jpkg > score[2].spare_Jpkg;
      if (!peak) continue;
      inside = minimum(&family, excess_at, eta[0], eta[1], eta[2]);
      if (!(score_at(&family, inside).spare_Jpkg >= 0)) continue;
    }
    bool open_low = score[0].spare_Jpkg >= 0, open_high = score[2].spare_Jpkg >= 0;
    bool dip = score[1].value <= score[0].value && score[1].value <= score[2].value;
    if (!dip && open_low && open_high && i <= SCAN) continue;
    best = fmin(best, lowest_between(&family, open_low ? eta[0] : edge(&family, inside, eta[0]),
                                     open_high ? eta[2] : edge(&family, inside, eta[2])));
  }
  return best;
}

double hhb_regret(const HhPlannerParams *params, const HhPlanProblem *problem, const HhPlan *plan)
{
  double optimum = hhb_optimum(params, problem);
  if (!isfinite(optimum)) return (double)NAN;
  HhbFlown flown = hhb_flown(params, problem, plan);
  double miss = flown.miss_m / problem->grab_arm_m;
  return flown.score + miss_weight * miss * miss - optimum;
}
