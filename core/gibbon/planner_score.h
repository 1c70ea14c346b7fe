/* What an arc is worth: the one definition that every way of planning shares (planner.h says the
 * terms; planner_wide_kernel.inc computes the same side by side in float). Trig-free. */
#ifndef HH_GIBBON_PLANNER_SCORE_H
#define HH_GIBBON_PLANNER_SCORE_H

#include "gibbon/planner.h"

/* Anything within the muscles' limits scores at most this, anything beyond them more: below no
 * weight of ours, and far below the largest float. */
#define HH_PLAN_SCORE_BEYOND 1e20

/* The least chord to the release, in arm lengths: less leaves the muscles no time to act. */
#define HH_PLAN_CHORD_MIN 0.001

/* The flight from one hold to the next as the score sees it. */
typedef struct HhPlanArc {
  HhVec launch_heading, grab_heading; /* unit vectors */
  double launch_speed_mps, grab_speed_mps;
  double flight_s;
  double mean_speed_mps; /* straight from release to grab, over the time */
  double unsettled_rad2; /* squared change of both headings in the last refinement */
} HhPlanArc;

typedef struct HhPlanScore {
  double value;      /* lower is better; infinite when the release is already behind the body */
  double work_Jpkg;  /* asked of the muscles, within their limit when spare_Jpkg >= 0 */
  double spare_Jpkg; /* the muscles' limit minus |work|: negative when it is beyond, minus infinity
                        when the release is behind */
} HhPlanScore;

HhPlanScore hh_plan_score(const HhPlannerParams *params, const HhPlanProblem *problem,
                          const HhPlanArc *arc);

/* The plan that flies this arc. */
HhPlan hh_plan_of(const HhPlanArc *arc, const HhPlanScore *score);

#endif
