/* Nanoseconds a unit of work; repeat with bench_units (README, "Numbers"). */
#include "cost.h"

static const double guess_iteration_ns = 1.2;
static const double arc_scored_ns = 6.6;
static const double family_plan_ns = 3000;
static const double family_arc_ns = 92;
static const double candidate_ns = 139;
static const double swing_step_ns = 245;
static const double flight_step_ns = 20;
static const double sine_step_ns = 144;
static const double chain_step_ns = 610; /* of one bead; a vine of eight takes ten times that */
static const double leg_step_ns = 95;
static const double wing_step_ns = 55;
static const double rig_step_ns = 573;
static const double limb_ns = 86;
static const double skeleton_ns = 1400;
static const double skin_ns = 290;

static const double bead_step_ns = 6.2;
static const double grip_candidate_ns = 102;
static const double tile_expanded_ns = 36;
static const double daddy_tick_ns = 2250;

double hhb_cost_den_ns(const HhDen *den, const HhDaddyRecord *sum)
{
  long wall_beads = den->tick * den->walls * den->beads;
  return bead_step_ns * (double)(sum->bead_steps + wall_beads) +
         daddy_tick_ns * (double)sum->ticks + grip_candidate_ns * (double)sum->candidates +
         tile_expanded_ns * (double)den->expanded;
}

double hhb_cost_ns(const HhActor *actor)
{
  const HhRecord *record = &actor->record;
  return guess_iteration_ns * (double)record->guess_iterations +
         arc_scored_ns * (double)record->arcs_scored +
         family_plan_ns * (double)record->family_plans +
         family_arc_ns * (double)record->family_arcs + candidate_ns * (double)record->candidates +
         swing_step_ns * (double)record->swing_steps +
         flight_step_ns * (double)record->flight_steps + sine_step_ns * (double)record->sine_steps +
         chain_step_ns * (double)record->chain_steps + leg_step_ns * (double)record->leg_steps +
         wing_step_ns * (double)record->wing_steps + rig_step_ns * (double)actor->rig.steps +
         limb_ns * (double)actor->rig.limbs + skeleton_ns * (double)actor->rig.skeletons +
         skin_ns * (double)actor->skins;
}
