/* Both ways of planning; method and score are in the header. */
#include "gibbon/planner.h"

#include <math.h>

#include "gibbon/planner_exact.h"
#include "gibbon/planner_guess.h"

/* Numbers that an arc can be sought for. */
static bool sound(const HhPlanProblem *problem)
{
  return hh_vec_finite(problem->hold_to_hold) && isfinite(problem->energy_Jpkg) &&
         isfinite(problem->swing_arm_m) && isfinite(problem->grab_arm_m) &&
         problem->swing_arm_m > 0 && problem->grab_arm_m > 0 && problem->gravity_mps2 > 0 &&
         problem->work_max_Jpkg >= 0 && problem->force_max_mps2 >= 0;
}

HhPlanWork hh_planner_work(const HhPlannerParams *params)
{
  if (params->method == HH_PLANNER_EXACT)
    return (HhPlanWork){.family_arcs = params->candidates + params->refinements};
  return (HhPlanWork){.guess_iterations = (long)params->guesses * params->iterations,
                      .arcs_scored = params->guesses};
}

HhPlanOutcome hh_planner_choose(const HhPlannerParams *params, const HhPlanProblem *problem,
                                HhRandom *random, HhPlan *plan)
{
  if (!sound(problem)) return HH_PLAN_NO_ARC;
  if (problem->hold_to_hold.x <= 0) return HH_PLAN_HOLD_BEHIND;
  if (params->method == HH_PLANNER_EXACT) return hh_plan_exact(params, problem, plan);
  return hh_guess_choose(params, problem, hh_wide(), random, plan);
}
