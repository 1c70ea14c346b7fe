/* What an episode is measured by: one line a metric gives the struct field, the CSV column, its
 * unit, and what `list metrics` and datapackage.json say of it.
 * Kinds: REAL a measure, COUNT a whole number, CLOCK a measure of the processor's clock, which
 * differs from run to run and is left empty with --timing=off.
 * A metric that does not apply (a speed without two grabs) is missing, which is not NaN. */
#ifndef HHB_METRICS_H
#define HHB_METRICS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum HhbMetricKind { HHB_REAL, HHB_COUNT, HHB_CLOCK } HhbMetricKind;

typedef struct HhbMetric {
  const char *name; /* CSV column; the unit is its suffix */
  const char *unit; /* "" for a pure number or a count */
  HhbMetricKind kind;
  const char *meaning;
} HhbMetric;

/* clang-format off */
/* Changes from one way of moving to another: name, from, to (HhWay), what it is. */
#define HHB_TRANSITIONS(T, X)                                                                                           \
  T(X, fly_run,     FLIGHT, RUN,    "landings on a floor")                                                             \
  T(X, run_jump,    RUN,    FLIGHT, "jumps and runs off a floor")                                                      \
  T(X, run_swing,   RUN,    SWING,  "grabs from a floor")                                                              \
  T(X, fly_swing,   FLIGHT, SWING,  "grabs from the air, of holds that stand still")                                   \
  T(X, swing_fly,   SWING,  FLIGHT, "launches")                                                                        \
  T(X, swing_swing, SWING,  SWING,  "hand-overs, and arms that become taut or slack while they hold")                  \
  T(X, swing_slide, SWING,  SLIDE,  "swings onto a slide")                                                             \
  T(X, fly_vine,    FLIGHT, VINE,   "grabs from the air, of holds that move")                                          \
  T(X, vine_fly,    VINE,   FLIGHT, "releases of holds that move")                                                     \
  T(X, vine_branch, VINE,   SWING,  "from a hold that moves to one that stands still")                                 \
  T(X, fly_bounce,  FLIGHT, BOUNCE, "landings on a canopy")                                                            \
  T(X, bounce_fly,  BOUNCE, FLIGHT, "jumps off a canopy")

#define HHB_TRANSITION_METRICS(X, name, from, to, words)                                                               \
  X(COUNT, name##_count, "", words)                                                                                    \
  X(REAL,  name##_velocity_step_mean_mps, "m/s", "mean velocity jump of " #name ", booked collisions apart")           \
  X(REAL,  name##_velocity_step_max_mps, "m/s", "largest velocity jump of " #name ", booked collisions apart")         \
  X(REAL,  name##_energy_step_max_ratio, "", "largest energy jump of " #name ", of the kinetic energy before")         \
  X(REAL,  name##_position_step_max_m, "m", "largest position jump of " #name)                                         \
  X(REAL,  name##_slip_max_m, "m", "farthest from where a hand or foot touched to where it held, " #name)

/* Why it fell: HhFall in core/gibbon/record.h. */
#define HHB_FALLS(F, X)                                                                                                 \
  F(X, dropped, DROPPED, "falls after it let go, having pumped in vain")                                               \
  F(X, missed,  MISSED,  "falls where a hold planned for was not caught")                                              \
  F(X, short,   SHORT,   "falls where a leap with the legs did not reach the hold planned for")                        \
  F(X, off,     OFF,     "falls off a floor's end, or after a leap with no hold in reach")                            \
  F(X, loose,   LOOSE,   "falls after it let go of a hold with no other planned for")

#define HHB_FALL_METRICS(X, name, kind, words) X(COUNT, falls_##name, "", words)

/* In rooms alone; of several daddy long legs measures are means and counts are sums. */
#define HHB_DEN_METRICS(X)                                                                                              \
  X(REAL,  work_drive_J_per_kg, "J/kg", "work of the drive on a daddy long legs; with daddy.forces cheat; this and what follows only in rooms, where of several measures are means and counts are sums") \
  X(REAL,  work_support_J_per_kg, "J/kg", "the same of what takes their weight away (signed)")                         \
  X(REAL,  support_ratio_mean, "", "share of tentacles that hold, mean over time")                                     \
  X(COUNT, fallen_ticks, "", "ticks with no tentacle that holds: those before the first hold, since the last one is never let go")                                                      \
  X(COUNT, goals, "", "goals reached")                                                                                 \
  X(REAL,  ticks_to_goal, "tick", "mean time from a goal taken to it reached")                                         \
  X(REAL,  climb_mps, "m/s", "height gained over time")                                                                \
  X(COUNT, grips, "", "holds taken")                                                                                   \
  X(COUNT, grips_refused, "", "holds kept because no tentacle would have held without")                                \
  X(COUNT, grips_strained, "", "times a tentacle that was caught, stretched at its full length, let go or gave its goal up") \
  X(REAL,  grab_quality_mean_tile, "tile", "distance of a grip from the ideal position beyond that of the best reachable hold, mean; only with den.quality on") \
  X(REAL,  grab_quality_max_tile, "tile", "greatest of that")                                                          \
  X(COUNT, candidates, "", "places tried by searches for holds")                                                       \
  X(REAL,  stretch_p50_ratio, "", "stretch of sticks, either way, that half of those looked at stay below (den.watch)") \
  X(REAL,  stretch_p99_ratio, "", "the same of 99 in 100")                                                             \
  X(REAL,  stretch_max_ratio, "", "greatest stretch looked at")                                                        \
  X(REAL,  penetration_max_m, "m", "deepest that a bead looked at was inside a solid")                                 \
  X(COUNT, stuck_ticks, "", "ticks of being more than half stuck")                                                     \
  X(COUNT, prey_eaten, "", "prey eaten, in rooms with prey")

#define HHB_METRICS(X)                                                                                                  \
  X(REAL,  distance_m, "m", "straight distance from hold to hold over all grabs; in rooms along the way of the body")                                      \
  X(REAL,  duration_s, "s", "simulated time")                                                                          \
  X(COUNT, swings, "", "grabs")                                                                                        \
  X(COUNT, falls, "", "times no hold was reached; in rooms times the last hold was lost: 0, since daddies never let it go (grips_refused, stuck_ticks)")                                                                     \
  X(REAL,  energy_loss_J_per_kg_m, "J/(kg m)", "collision loss, without what projection kept, and deliberate bleed over distance")                    \
  X(REAL,  muscle_added_J_per_kg_m, "J/(kg m)", "positive muscle work over distance")                                  \
  X(REAL,  muscle_removed_J_per_kg_m, "J/(kg m)", "negative muscle work over distance, as a positive number")          \
  X(REAL,  cost_of_transport, "", "positive muscle work / (weight x distance)")                                        \
  X(REAL,  ledger_residual_J_per_kg, "J/kg", "largest energy change that no ledger entry explains, over the episode")  \
  X(REAL,  collision_J_per_kg, "J/kg", "ledger: radial kinetic energy when the arm became taut, and what a kinematic body lost in jumps")                           \
  X(REAL,  muscle_added_J_per_kg, "J/kg", "ledger: work added by muscle")                                              \
  X(REAL,  muscle_removed_J_per_kg, "J/kg", "ledger: work removed by muscle")                                          \
  X(REAL,  bleed_J_per_kg, "J/kg", "ledger: energy taken away on purpose above gibbon.brake_speed")                               \
  X(REAL,  reinjected_J_per_kg, "J/kg", "ledger: earlier collision loss given back during swings")                     \
  X(REAL,  projected_J_per_kg, "J/kg", "ledger: radial speed turned onto the arc instead of lost")                     \
  X(REAL,  correction_J_per_kg, "J/kg", "ledger: potential energy of position corrections at grabs (signed)")          \
  X(REAL,  restart_J_per_kg, "J/kg", "ledger: energy given (or taken) when the gibbon is hung up again after a fall (signed)") \
  X(REAL,  friction_J_per_kg, "J/kg", "ledger: lost to friction in slides and runs")                                   \
  X(REAL,  damped_J_per_kg, "J/kg", "ledger: lost in wood and canopies that move")                                     \
  X(REAL,  drag_J_per_kg, "J/kg", "ledger: lost to the air, by a bird")                                                \
  X(REAL,  left_J_per_kg, "J/kg", "ledger: left behind in wood that still moves when it is forgotten")                 \
  X(REAL,  partner_J_per_kg, "J/kg", "ledger: from another gibbon (signed)")                                           \
  X(REAL,  speed_mean_mps, "m/s", "distance / duration")                                                               \
  X(REAL,  speed_cv, "", "standard deviation / mean of hold-to-hold speeds; in rooms of speeds second by second")                                           \
  X(REAL,  speed_in_band_ratio, "", "share of time, by frames, with the speed at their end between gibbon.speed_min and gibbon.speed_max")      \
  X(REAL,  speed_end_mps, "m/s", "speed at the end of the episode")                                                    \
  X(REAL,  velocity_step_max_mps, "m/s", "largest velocity jump where the governing law changes, booked collisions and restarts after a fall apart") \
  X(REAL,  energy_step_max_ratio, "", "largest energy jump there, of the kinetic energy before")                       \
  X(REAL,  position_step_max_m, "m", "largest position jump there")                                                    \
  X(COUNT, law_changes, "", "changes of the governing law; of them the kinds below, and some of no kind: mounts of a branch") \
  HHB_TRANSITIONS(HHB_TRANSITION_METRICS, X)                                                                           \
  HHB_FALLS(HHB_FALL_METRICS, X)                                                                                       \
  X(REAL,  unphysical_dv_mps_per_m, "m/(s m)", "time integral of the acceleration that neither gravity nor a pulling arm explains, per metre") \
  X(REAL,  grab_angle_rms_deg, "deg", "root mean square deviation of the velocity from the arm's perpendicular whenever the arm becomes taut") \
  X(REAL,  grab_radial_ratio, "", "mean radial share of the speed then")                                               \
  X(REAL,  grab_miss_max_m, "m", "most by which the outstretched hand fell short of the hold at a grab, before correction") \
  X(COUNT, plans, "", "times the planner was asked")                                                                   \
  X(COUNT, plans_failed, "", "times it had no answer for the first hold it was asked for")                             \
  X(COUNT, retargets, "", "times another hold was aimed at instead, from the branch or in the air")                    \
  X(COUNT, pumps, "", "half swings spent on gaining or shedding energy on one hold")                                   \
  X(COUNT, drops, "", "times it let go after pumping in vain")                                                         \
  X(COUNT, brakes, "", "swings that bled speed above gibbon.brake_speed")                                                       \
  X(REAL,  planner_regret, "", "mean score of the plans as flown, the miss counted, above the exact optimum; only with episode.regret on") \
  X(REAL,  friend_distance_m, "m", "distance of the second gibbon from hold to hold; these only with friend.kind on")  \
  X(COUNT, friend_falls, "", "its falls")                                                                              \
  X(REAL,  friend_gap_mean_m, "m", "mean over time of how far it is behind, level")                                    \
  X(REAL,  friend_gap_min_m, "m", "least of that, by frames")                                                          \
  X(REAL,  friend_gap_max_m, "m", "greatest of that, by frames")                                                       \
  X(REAL,  friend_residual_J_per_kg, "J/kg", "its ledger_residual")                                                    \
  X(COUNT, throws, "", "times it threw the first one; these only with friend.kind throw")                              \
  X(REAL,  momentum_residual_mps, "m/s", "largest momentum of both hand in hand, over a mass, that neither weight nor hold explains") \
  X(REAL,  joint_step_max_deg, "deg", "largest change of a joint's angle from frame to frame, falls apart; only with rig.level rig14 or finer") \
  X(REAL,  bone_step_max_deg, "deg", "largest turn of a bone against its parent from frame to frame, falls apart; only with rig.level bones or skin") \
  X(REAL,  joint_excess_max_deg, "deg", "most by which a joint was beyond its limit; only then")                        \
  X(REAL,  contact_miss_max_m, "m", "largest distance from a holding hand to its hold; only then")                     \
  HHB_DEN_METRICS(X)                                                                                                   \
  X(REAL,  cost_model_us_per_creature_step, "us", "counted work x shipped nanoseconds a unit, per step: the same everywhere; searches for jumps and releases from what moves are not counted") \
  X(CLOCK, cpu_us_per_creature_step, "us", "thread CPU time of the episode per step")                                  \
  X(CLOCK, cpu_plan_us, "us", "thread CPU time of one plan, timed on the episode's last planning problem")
/* clang-format on */

typedef struct HhbMetrics {
#define HHB_METRIC_FIELD(kind, name, unit, meaning) double name;
  HHB_METRICS(HHB_METRIC_FIELD)
#undef HHB_METRIC_FIELD
} HhbMetrics;

#define HHB_METRIC_ONE(kind, name, unit, meaning) +1
enum { HHB_METRIC_COUNT = 0 HHB_METRICS(HHB_METRIC_ONE) };
#undef HHB_METRIC_ONE

/* The HHB_METRIC_COUNT rows in CSV order; a value is hhb_metric_values(m)[row]. */
extern const HhbMetric hhb_metric_table[];

static inline double *hhb_metric_values(HhbMetrics *metrics)
{
  return (double *)metrics;
}

/* The number that stands for "does not apply": a NaN with a payload of its own. */
double hhb_missing(void);
bool hhb_is_missing(double value);

/* Row of the metric called `name`, or -1. */
int hhb_metric_find(const char *name);

#endif
