/* How much worse than the best possible a plan is, once it is flown. */
#ifndef HHB_REGRET_H
#define HHB_REGRET_H

#include "gibbon/planner.h"

/* What flying a plan comes to: the score of the arc as flown, up to its closest approach to the
 * hold (the better one of two), and by how far the outstretched hand misses. */
typedef struct HhbFlown {
  double score; /* without the miss; infinite when there is no closest approach */
  double miss_m;
} HhbFlown;

HhbFlown hhb_flown(const HhPlannerParams *params, const HhPlanProblem *problem, const HhPlan *plan);

/* The lowest score of any collisionless arc within the muscles' limits: a dense scan of the exact
 * family and GSL's minimisation of every dip, nothing shared with the planner's search but the
 * family and the score. Infinite when there is none. */
double hhb_optimum(const HhPlannerParams *params, const HhPlanProblem *problem);

/* Score of the plan as flown plus 100 (miss / arm)^2, minus the optimum. Slightly negative where a
 * small miss is worth its penalty; NaN when no arc is within the limits. */
double hhb_regret(const HhPlannerParams *params, const HhPlanProblem *problem, const HhPlan *plan);

#endif
