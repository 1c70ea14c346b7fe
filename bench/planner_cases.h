/* The ten geometries on which the planner's regret is published. Arm 1 m, gravity 9.81 m/s2; the
 * body has just grabbed, 0.5 rad before the bottom, where it will pass with the speed given;
 * muscles 0.5 gL and 25 m/s2, speed band 2 to 9 m/s; the score's weights are the registry's
 * defaults. Level, up and down; the first two are short and slow, where the plain map swings
 * about. */
#ifndef HHB_PLANNER_CASES_H
#define HHB_PLANNER_CASES_H

#include "gibbon/planner.h"

enum { HHB_PLANNER_CASES = 10 };

typedef struct HhbPlannerCase {
  double distance_m, slope_deg, bottom_mps;
} HhbPlannerCase;

static const HhbPlannerCase hhb_planner_cases[HHB_PLANNER_CASES] = {
    {1.5, 0, 3.4},   {2.2, 0, 3.8}, {2.0, 15, 4.6}, {2.4, -20, 4.4}, {2.6, 8, 5.2},
    {2.8, -10, 5.0}, {3.0, 0, 5.2}, {3.2, 20, 6.4}, {3.6, -25, 5.6}, {4.0, 5, 6.2},
};

static inline HhPlanProblem hhb_planner_problem(const HhbPlannerCase *which)
{
  const double g = 9.81, arm = 1, rad = which->slope_deg * 3.14159265358979323846 / 180;
  return (HhPlanProblem){
      .hold_to_hold = {which->distance_m * cos(rad), which->distance_m * sin(rad)},
      .hand_to_com = {-sin(0.5), -cos(0.5)},
      .swing_arm_m = arm,
      .grab_arm_m = arm,
      .gravity_mps2 = g,
      .energy_Jpkg = 0.5 * which->bottom_mps * which->bottom_mps - g * arm,
      .work_max_Jpkg = 0.5 * g * arm,
      .force_max_mps2 = 25,
      .speed_min_mps = 2,
      .speed_max_mps = 9};
}

#endif
