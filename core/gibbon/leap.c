/* Flights to a perfect grab; see the header. */
#include "gibbon/leap.h"

bool hh_leap_toward(const HhLeapProblem *problem, HhVec dir, HhLeap *leap)
{
  (void)problem, (void)dir, (void)leap;
  return false;
}

bool hh_leap_best(const HhLeapProblem *problem, HhLeap *leap)
{
  (void)problem, (void)leap;
  return false;
}

double hh_leap_miss(double gravity_mps2, HhVec to_hold, HhVec velocity, double arm_m)
{
  (void)gravity_mps2, (void)to_hold, (void)velocity, (void)arm_m;
  return 0;
}
