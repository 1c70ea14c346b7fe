/* Nanoseconds a unit of work; repeat with `units` (see README, "Numbers"). */
#include "cost.h"

static const double guess_iteration_ns = 40;
static const double arc_scored_ns = 150;
static const double candidate_ns = 150;
static const double swing_step_ns = 250;
static const double flight_step_ns = 150;
static const double sine_step_ns = 400;

double hhb_cost_ns(const HhRecord *record)
{
  return guess_iteration_ns * (double)record->guess_iterations +
         arc_scored_ns * (double)record->arcs_scored + candidate_ns * (double)record->candidates +
         swing_step_ns * (double)record->swing_steps +
         flight_step_ns * (double)record->flight_steps + sine_step_ns * (double)record->sine_steps;
}
