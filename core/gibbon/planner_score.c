/* The score of an arc; planner.h says what it is made of. */
#include "gibbon/planner_score.h"

#include <math.h>

/* The work is half the difference of two squared speeds, each known to a few units in its last
 * place (and the exact family's energies to about 2^-44): beyond a limit by less than this share of
 * them it is at the limit. */
static const double round_off = 0x1p-40;

static double square(double x)
{
  return x * x;
}

static double outside_band(double speed, double low, double high)
{
  return square(fmax(0, low - speed)) + square(fmax(0, speed - high));
}

HhPlanScore hh_plan_score(const HhPlannerParams *params, const HhPlanProblem *problem,
                          const HhPlanArc *arc)
{
  double g = problem->gravity_mps2, l = problem->swing_arm_m, gl = g * l;
  HhPlanScore score = {.value = (double)INFINITY, .spare_Jpkg = -(double)INFINITY};

  /* The speed that the swing has at the release by itself. */
  double launch2 = square(arc->launch_speed_mps);
  double own2 = 2 * (problem->energy_Jpkg + gl * arc->launch_heading.x);
  double own = sqrt(fmax(0, own2));
  score.work_Jpkg = 0.5 * (launch2 - own2);

  /* The muscles' limit; the chord from here to the release is shorter than the arc. */
  HhVec release = hh_vec_right(arc->launch_heading);
  HhVec chord = hh_vec_sub(release, problem->hand_to_com);
  double chord2 = hh_vec_dot(chord, chord);
  if (!(hh_vec_cross(problem->hand_to_com, release) > 0)) return score;
  if (!(chord2 >= HH_PLAN_CHORD_MIN * HH_PLAN_CHORD_MIN)) return score;
  double limit = fmin(problem->work_max_Jpkg, problem->force_max_mps2 * l * sqrt(chord2));
  double spare = limit - fabs(score.work_Jpkg);
  if (spare < 0 && -spare <= round_off * (launch2 + fabs(own2) + gl)) {
    spare = 0;
    score.work_Jpkg = score.work_Jpkg > 0 ? limit : -limit;
  }
  score.spare_Jpkg = spare;
  if (!(spare >= 0)) {
    score.value = HH_PLAN_SCORE_BEYOND * (1 - spare / gl);
    return score;
  }

  double height = g * square(arc->flight_s) / (8 * l) - params->arc_height_free;
  double sum =
      params->weight_momentum * square(arc->launch_speed_mps - own) / gl +
      params->weight_arc_height * square(fmax(0, height)) +
      params->weight_speed_band *
          (outside_band(arc->launch_speed_mps, problem->speed_min_mps, problem->speed_max_mps) +
           outside_band(arc->grab_speed_mps, problem->speed_min_mps, problem->speed_max_mps) +
           fmax(0, -own2)) /
          gl +
      params->weight_cruise * square(arc->mean_speed_mps - params->cruise_speed) / gl +
      params->weight_closure * arc->unsettled_rad2;
  if (isfinite(sum)) score.value = fmin(sum, HH_PLAN_SCORE_BEYOND);
  return score;
}

HhPlan hh_plan_of(const HhPlanArc *arc, const HhPlanScore *score)
{
  return (HhPlan){.launch_heading = arc->launch_heading,
                  .grab_heading = arc->grab_heading,
                  .launch_speed_mps = arc->launch_speed_mps,
                  .flight_s = arc->flight_s,
                  .work_Jpkg = score->work_Jpkg,
                  .score = score->value};
}
