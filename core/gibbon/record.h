/* What is booked and counted while a gibbon moves: append only, read by nothing that moves.
 *
 * Ledger, per unit mass. At any instant
 *   kinetic + potential = start + muscle_added - muscle_removed - collision - bleed
 *                         + reinjected + projected + correction + restart + residual
 * and every entry but the residual comes from its own formula, not from the energy balance of the
 * state. */
#ifndef HH_GIBBON_RECORD_H
#define HH_GIBBON_RECORD_H

#include <stdbool.h>

#include "base/vec.h"
#include "gibbon/planner.h"

typedef struct HhLedger {
  double start_Jpkg;
  double muscle_added_Jpkg, muscle_removed_Jpkg; /* both >= 0 */
  double collision_Jpkg; /* radial energy when the arm became taut; jumps of a kinematic body */
  double bleed_Jpkg;
  double reinjected_Jpkg;
  double projected_Jpkg;  /* kept by turning the velocity instead of losing its radial part */
  double correction_Jpkg; /* of moving the centre of mass to where the hand can reach, signed */
  double restart_Jpkg;    /* of hanging the gibbon up again after a fall, signed */
  double residual_max_Jpkg;
} HhLedger;

typedef struct HhRecord {
  HhLedger ledger;
  int grabs, falls, drops;
  int plans, plans_failed, retargets, pumps;
  HhPlanProblem problem; /* the last one posed, so that its cost can be timed */
  HhPlan plan;           /* the last one found, so that its worth can be measured */
  int plans_found;
  int brakes;        /* swings that bled speed */
  double distance_m; /* straight, hold to hold */

  /* hold-to-hold speeds: mean and sum of squared deviations (Welford 1962) */
  int intervals;
  double interval_mean_mps, interval_squares;
  double grab_time_s; /* of the last grab */
  bool interval_open; /* no fall since it */
  HhVec grab_hold;

  /* grabs, when the arm becomes taut */
  int tauts;
  double angle2_sum_rad2; /* squared deviation of the velocity from the arm's perpendicular */
  double radial_sum;      /* radial share of the speed */
  double miss_max_m;

  /* changes of the governing law */
  int law_changes;
  double velocity_step_max_mps, energy_step_max_ratio, position_step_max_m;
  double unexplained_dv_mps; /* integral of |acceleration| beyond gravity and a pulling arm */

  /* counted work, for the cost model */
  long guess_iterations, arcs_scored, family_plans, family_arcs, candidates, swing_steps,
      flight_steps, sine_steps;
} HhRecord;

/* Energy that the entries account for. */
double hh_ledger_explained(const HhLedger *ledger);

/* Compares the energy of the state with the entries and keeps the largest difference. */
void hh_ledger_check(HhLedger *ledger, double energy_Jpkg);

/* Positive work to muscle_added, negative to muscle_removed. */
void hh_ledger_muscle(HhLedger *ledger, double work_Jpkg);

/* The law that governs the motion changed at one instant; velocities before and after. From rest
 * there is no kinetic energy to compare with, so the energy ratio is left out. */
void hh_record_law_change(HhRecord *record, HhVec velocity_before, HhVec velocity_after,
                          double energy_change_Jpkg, double position_step_m);

/* A hand closed on `hold` at time_s. */
void hh_record_grab(HhRecord *record, HhVec hold, double time_s);

#endif
