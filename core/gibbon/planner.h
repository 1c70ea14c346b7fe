/* The ballistic planner of the seed: guess, refine, score, keep the best.
 *
 * Given the swing that is under way and the next hold, find where to let go and how fast, so
 * that the parabola ends with the outstretched hand on that hold and the velocity
 * perpendicular to the arm. For each guess: an average speed over the arc, a launch and a grab
 * heading at random; these give the centre of mass at release and grab, the distance and speed
 * give the flight time, gravity the launch and arrival velocities, whose directions are the
 * refined headings; and again, planner.iterations times. Every guess is scored and the best of
 * planner.guesses is flown.
 * After: "Physics-Based Animation in Gibbon: Beyond the Trees" (see README, Sources).
 *
 * A heading is a unit vector u along the velocity. The arm is perpendicular to it, so the centre
 * of mass hangs at hold + arm * (u.y, -u.x), and no angle is needed inside the loop.
 *
 * Score, lower is better (a sum of weights times):
 *   momentum    (v0 - vpred)^2 / (gL)        vpred: the speed the swing has there by itself
 *   arc_height  max(0, g T^2 / (8 L) - arc_height_free)^2      height over the chord's middle
 *   speed_band  (what v0 and v1 are outside gibbon.speed_min .. speed_max)^2 / (gL)
 *   cruise      (average speed - cruise_speed)^2 / (gL)
 *   closure     squared change of both headings in the last refinement, rad^2
 *   stall       max(0, -vpred^2) / (gL)      the swing does not get there by itself
 * and 1e4 (1 + excess) where the work asked of the muscles is beyond their limit.
 * Weights and the score are ours (facts of the planner study); the seed names the terms only. */
#ifndef HH_GIBBON_PLANNER_H
#define HH_GIBBON_PLANNER_H

#include "base/param.h"
#include "base/random.h"
#include "base/vec.h"

/* clang-format off */
#define HH_PLANNER_PARAMS(X)                                                                                           \
  X(COUNT, guesses,          "planner.guesses", "", 32, 1, 4096, "random arcs tried for one plan", "planner study")    \
  X(COUNT, iterations,       "planner.iterations", "", 8, 1, 1000, "refinements of each guess", "seed: five to ten")   \
  X(REAL,  speed_min,        "planner.speed_min", "m/s", 2, 0.1, 100, "least average speed guessed", "planner study")  \
  X(REAL,  speed_max,        "planner.speed_max", "m/s", 9, 0.1, 100, "greatest average speed guessed", "planner study") \
  X(REAL,  launch_min,       "planner.launch_min", "rad", -0.3, -1.5, 1.5, "least launch heading guessed", "ours")     \
  X(REAL,  launch_max,       "planner.launch_max", "rad", 1.2, -1.5, 1.5, "greatest launch heading guessed", "ours")   \
  X(REAL,  grab_min,         "planner.grab_min", "rad", -1.2, -1.5, 1.5, "least grab heading guessed", "ours")         \
  X(REAL,  grab_max,         "planner.grab_max", "rad", 0.3, -1.5, 1.5, "greatest grab heading guessed", "ours")       \
  X(REAL,  arc_height_free,  "planner.arc_height_free", "", 0.3, 0, 10, "arc height that costs nothing, in arm lengths", "planner study, section 7") \
  X(REAL,  cruise_speed,     "planner.cruise_speed", "m/s", 4, 0.1, 100, "average speed that costs nothing", "ours")   \
  X(REAL,  weight_momentum,  "planner.weight.momentum", "", 4, 0, 1e6, "weight of the speed the muscles must add or remove", "planner study, section 7") \
  X(REAL,  weight_arc_height, "planner.weight.arc_height", "", 2, 0, 1e6, "weight of a high arc", "planner study, section 7") \
  X(REAL,  weight_speed_band, "planner.weight.speed_band", "", 20, 0, 1e6, "weight of leaving the speed band", "planner study, section 7") \
  X(REAL,  weight_cruise,    "planner.weight.cruise", "", 0.1, 0, 1e6, "weight of leaving the cruise speed", "planner study, section 7") \
  X(REAL,  weight_closure,   "planner.weight.closure", "", 25, 0, 1e6, "weight of headings that have not settled", "planner study, section 2; the seed has none") \
  X(COUNT, lookahead,        "planner.lookahead", "", 1, 1, 8, "holds ahead that are tried, farthest first", "ours")   \
  X(COUNT, retarget_steps,   "planner.retarget_steps", "", 3, 0, 16, "nearer points of the same branch tried when there is no plan", "ours")
/* clang-format on */

typedef struct HhPlannerParams {
  HH_PLANNER_PARAMS(HH_PARAM_FIELD)
} HhPlannerParams;

/* The swing under way and the hold wanted. */
typedef struct HhPlanProblem {
  HhVec hold_to_hold; /* m */
  HhVec hand_to_com;  /* unit vector, now */
  double swing_arm_m; /* hand to centre of mass during this swing */
  double grab_arm_m;  /* the same at the grab */
  double gravity_mps2;
  double energy_Jpkg;    /* of the swing, potential zero at the hand; with what it will get for
                            free (re-injection) and without what it will lose (bleed) */
  double work_max_Jpkg;  /* the muscles may add or remove up to this before release */
  double force_max_mps2; /* nor may they pull harder than this along the arc */
  double speed_min_mps, speed_max_mps; /* the band that the score keeps */
} HhPlanProblem;

typedef enum HhPlanOutcome {
  HH_PLAN_FOUND,
  HH_PLAN_HOLD_BEHIND, /* not in front */
  HH_PLAN_NO_ARC,      /* every guess stalled or flew backwards */
  HH_PLAN_TOO_WEAK,    /* arcs exist, but the best asks for more work than allowed */
  HH_PLAN_TOO_FAST     /* the best asks to remove more than allowed */
} HhPlanOutcome;

typedef struct HhPlan {
  HhVec launch_heading; /* unit vector; release when the swing's heading is this */
  HhVec grab_heading;
  double launch_speed_mps;
  double flight_s;
  double work_Jpkg; /* to be added between now and release (negative: removed) */
  double score;
} HhPlan;

/* One plan; draws 3 numbers a guess. *plan is written only when found. */
HhPlanOutcome hh_planner_choose(const HhPlannerParams *params, const HhPlanProblem *problem,
                                HhRandom *random, HhPlan *plan);

#endif
