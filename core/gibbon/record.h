/* What is booked and counted while a gibbon moves: append only, read by nothing that moves.
 *
 * Ledger, per unit mass. At any instant
 *   kinetic + potential = start + muscle_added - muscle_removed - collision - bleed
 *                         + reinjected + projected + correction + restart
 *                         - friction - damped - drag - left + partner + residual
 * (kinetic and potential: of the body and of the wood it moves), and every entry but the residual
 * comes from its own formula, not from the energy balance of the state. */
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
  double friction_Jpkg;   /* of slides and runs */
  double damped_Jpkg;     /* in wood and canopies that move */
  double drag_Jpkg;       /* of the air on a bird */
  double left_Jpkg;       /* energy left behind in wood that is forgotten */
  double partner_Jpkg;    /* from another gibbon, signed */
  double residual_max_Jpkg;
} HhLedger;

/* What governs a motion, as far as a change between two of them has a name. */
typedef enum HhWay {
  HH_WAY_FLIGHT,
  HH_WAY_SWING, /* on an arm from a hold that stands still */
  HH_WAY_VINE,  /* from one that moves */
  HH_WAY_RUN,   /* legs on a floor, pushes and landings among it */
  HH_WAY_SLIDE,
  HH_WAY_BOUNCE,
  HH_WAY_PAIR,
  HH_WAY_WINGS,
  HH_WAY_COUNT
} HhWay;

/* All changes from one way to another. Velocity steps leave out what is booked as a collision;
 * a sine's are all in. */
typedef struct HhTransitions {
  int count;
  double velocity_step_sum_mps, velocity_step_max_mps;
  double energy_step_max_ratio; /* of the kinetic energy before */
  double position_step_max_m;
  double slip_max_m; /* from where a hand or foot touched to where it held */
} HhTransitions;

/* One change of the governing law at one instant. */
typedef struct HhLawChange {
  HhWay from, to;
  HhVec velocity_before, velocity_after;
  double energy_change_Jpkg, position_step_m, slip_m;
} HhLawChange;

/* Why a flight may end in a fall: told by how it began. */
typedef enum HhFall {
  HH_FALL_LOOSE,   /* it let go of a hold with no other planned for, or began in the air */
  HH_FALL_DROPPED, /* it let go having pumped in vain */
  HH_FALL_MISSED,  /* from a hold, with another one planned for */
  HH_FALL_SHORT,   /* with the legs, with a hold planned for */
  HH_FALL_OFF,     /* off a floor's end, or with the legs, with none */
  HH_FALL_COUNT
} HhFall;

typedef struct HhRecord {
  HhLedger ledger;
  int grabs, falls, drops;
  HhFall falling;              /* why, if the flight under way ends in a fall */
  int falls_of[HH_FALL_COUNT]; /* of which there have been */
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
  HhTransitions transitions[HH_WAY_COUNT][HH_WAY_COUNT];
  double unexplained_dv_mps; /* integral of |acceleration| beyond gravity and a pulling arm */

  /* counted work, for the cost model */
  long guess_iterations, arcs_scored, family_plans, family_arcs, candidates, swing_steps,
      flight_steps, sine_steps, chain_steps, leg_steps, wing_steps;
} HhRecord;

/* Energy that the entries account for. */
double hh_ledger_explained(const HhLedger *ledger);

/* Compares the energy of the state with the entries and keeps the largest difference. */
void hh_ledger_check(HhLedger *ledger, double energy_Jpkg);

/* Positive work to muscle_added, negative to muscle_removed. */
void hh_ledger_muscle(HhLedger *ledger, double work_Jpkg);

/* Counts it. From rest there is no kinetic energy to compare with, so the energy ratio is left
 * out. */
void hh_record_law_change(HhRecord *record, HhLawChange change);

/* The arm becomes taut with these parts of the velocity along it and across. */
void hh_record_taut(HhRecord *record, double radial_mps, double tangential_mps);

/* A hand closed on `hold` at time_s. */
void hh_record_grab(HhRecord *record, HhVec hold, double time_s);

#endif
