/* The ballistic planner: where to let go and how fast, so that the parabola ends with the
 * outstretched hand on the next hold and the velocity perpendicular to the arm.
 *
 * planner.method iterative: guess, refine, score, keep the best, as the article has it. For each
 * guess an average speed over the arc, a launch and a grab heading; these give the centre of mass
 * at release and grab, the distance and speed give the flight time, gravity the launch and arrival
 * velocities, whose directions are the refined headings; and again, planner.iterations times.
 * After: "Physics-Based Animation in Gibbon: Beyond the Trees" (see README, Sources).
 *   relaxation  how a heading moves to the refined one, in its slope p = tan of the heading:
 *     plain     all the way, as the article does; below a Froude number of about 1 it swings about
 *     damped    planner.damping of the way
 *     adaptive  1 / (1 + (g m / 2 s^2) ca cb (ca + cb)) of the way, m the mean arm, s the speed,
 *               ca, cb the headings' cosines: what makes the map's own swinging mode vanish
 *     anderson  Anderson's method of depth 1 on both slopes (Walker, Ni 2011, SIAM J. Numer. Anal.
 *               49:1715)
 *   sampling    random: each guess draws its speed and headings from the whole range; stratified:
 *               one guess in each of planner.guesses equal parts of the speed range, one offset
 *               drawn for all of them, and headings by a lattice with drawn offsets
 * The article's own: iterative, plain, random, weight.closure 0.
 * Guesses are refined and scored side by side in float (planner_wide.h); the best is refined again
 * in double from the same start, and that is the plan.
 *
 * planner.method exact: a search along the family of all collisionless arcs (arc.h), which has one
 * freedom. planner_exact.h says how; it draws no random numbers.
 *
 * A heading is a unit vector u along the velocity. The arm is perpendicular to it, so the centre
 * of mass hangs at hold + arm * (u.y, -u.x), and no angle is needed inside a loop.
 *
 * Score, lower is better, the same for both methods (a sum of weights times):
 *   momentum    (v0 - vpred)^2 / (gL)        vpred: the speed the swing has there by itself
 *   arc_height  max(0, g T^2 / (8 L) - arc_height_free)^2      height over the chord's middle
 *   speed_band  (what v0 and v1 are outside gibbon.speed_min .. speed_max)^2 / (gL), and
 *               max(0, -vpred^2) / (gL): the swing does not get there by itself
 *   cruise      (average speed - cruise_speed)^2 / (gL)
 *   closure     squared change of both headings in the last refinement, rad^2; exact: none
 *   onward      exact only: how far the arrival is from where the swings that follow, with the
 *               muscles' help, can go on, in energy (over gL, planner.foresight holds ahead) and in
 *               the sine of the heading (the hold beyond the next); an arc that is the best alone
 *               may lead into a dead end, and a wide gap wants a run-up
 * L is the arm of the swing under way. The muscles' work W = (v0^2 - vpred^2) / 2 has a hard limit,
 * |W| <= min(work_max, force_max * L * chord), chord the straight way from the body's present
 * direction to the release on the unit circle (shorter than the arc, so the muscles are never
 * stronger than allowed): an arc within it always beats one beyond, and the release lies ahead,
 * less than half a turn and more than a chord of 0.001.
 * Weights and the score are ours (the planner study); the article names the terms only. */
#ifndef HH_GIBBON_PLANNER_H
#define HH_GIBBON_PLANNER_H

#include <stdbool.h>

#include "base/param.h"
#include "base/random.h"
#include "base/vec.h"

/* clang-format off */
#define HH_PLANNER_PARAMS(X)                                                                                           \
  X(CHOICE, method,          "planner.method", "iterative|exact", 0, 0, 1, "guess and refine, or search the exact family of arcs", "Gibbon article; ours") \
  X(COUNT, guesses,          "planner.guesses", "", 32, 1, 4096, "iterative: arcs tried for one plan", "planner study") \
  X(COUNT, iterations,       "planner.iterations", "", 8, 1, 1000, "iterative: refinements of each guess", "Gibbon article: five to ten") \
  X(CHOICE, relaxation,      "planner.relaxation", "plain|damped|adaptive|anderson", 2, 0, 3, "iterative: how a heading moves to the refined one", "planner study, section 1; the Gibbon article: plain") \
  X(REAL,  damping,          "planner.damping", "", 0.7, 0.01, 1, "share of the way to the refined heading when damped", "planner study, section 1") \
  X(CHOICE, sampling,        "planner.sampling", "random|stratified", 1, 0, 1, "iterative: how guesses spread over their ranges", "planner study, section 2; the Gibbon article: random") \
  X(COUNT, candidates,       "planner.candidates", "", 40, 4, 128, "exact: arcs tried across the family, half of them only where a limit cuts it", "ours")    \
  X(COUNT, refinements,      "planner.refinements", "", 24, 0, 128, "exact: arcs tried near the best ones", "ours")  \
  X(REAL,  speed_min,        "planner.speed_min", "m/s", 2, 0.1, 100, "iterative: least average speed guessed", "planner study")  \
  X(REAL,  speed_max,        "planner.speed_max", "m/s", 9, 0.1, 100, "iterative: greatest average speed guessed", "planner study") \
  X(REAL,  launch_min,       "planner.launch_min", "rad", -0.3, -1.5, 1.5, "iterative: least launch heading guessed", "ours")     \
  X(REAL,  launch_max,       "planner.launch_max", "rad", 1.2, -1.5, 1.5, "iterative: greatest launch heading guessed", "ours")   \
  X(REAL,  grab_min,         "planner.grab_min", "rad", -1.2, -1.5, 1.5, "iterative: least grab heading guessed", "ours")         \
  X(REAL,  grab_max,         "planner.grab_max", "rad", 0.3, -1.5, 1.5, "iterative: greatest grab heading guessed", "ours")       \
  X(REAL,  arc_height_free,  "planner.arc_height_free", "", 0.3, 0, 10, "arc height that costs nothing, in arm lengths", "planner study, section 7") \
  X(REAL,  cruise_speed,     "planner.cruise_speed", "m/s", 4, 0.1, 100, "average speed that costs nothing", "ours")   \
  X(REAL,  weight_momentum,  "planner.weight.momentum", "", 4, 0, 1e6, "weight of the speed the muscles must add or remove", "planner study, section 7") \
  X(REAL,  weight_arc_height, "planner.weight.arc_height", "", 2, 0, 1e6, "weight of a high arc", "planner study, section 7") \
  X(REAL,  weight_speed_band, "planner.weight.speed_band", "", 20, 0, 1e6, "weight of leaving the speed band", "planner study, section 7") \
  X(REAL,  weight_cruise,    "planner.weight.cruise", "", 0.1, 0, 1e6, "weight of leaving the cruise speed", "planner study, section 7") \
  X(REAL,  weight_closure,   "planner.weight.closure", "", 25, 0, 1e6, "weight of headings that have not settled", "planner study, section 2; the Gibbon article has none") \
  X(REAL,  weight_onward,    "planner.weight.onward", "", 100, 0, 1e6, "exact: weight of arriving where the hold beyond cannot be reached", "ours") \
  X(COUNT, foresight,        "planner.foresight", "", 8, 0, 15, "exact: holds ahead whose energy is provided for", "ours") \
  X(COUNT, lookahead,        "planner.lookahead", "", 1, 1, 8, "holds ahead that are tried, farthest first", "ours")   \
  X(COUNT, retarget_steps,   "planner.retarget_steps", "", 3, 0, 16, "nearer points of the same branch tried when there is no plan", "ours")
/* clang-format on */

typedef enum HhPlannerMethod { HH_PLANNER_ITERATIVE, HH_PLANNER_EXACT } HhPlannerMethod;

typedef enum HhPlannerRelaxation {
  HH_PLANNER_PLAIN,
  HH_PLANNER_DAMPED,
  HH_PLANNER_ADAPTIVE,
  HH_PLANNER_ANDERSON
} HhPlannerRelaxation;

typedef enum HhPlannerSampling { HH_PLANNER_RANDOM, HH_PLANNER_STRATIFIED } HhPlannerSampling;

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
  bool beyond_known;                   /* the two that follow; exact method only */
  HhVec hold_beyond;                   /* from the next hold to the one after it */
  double onward_Jpkg; /* energy wanted about the next hold for all that follows, see ballistic.h */
} HhPlanProblem;

/* The exact method's names are exact: of the arcs that let go ahead of the body, none is within the
 * muscles' limit. Iterative: of the guesses. */
typedef enum HhPlanOutcome {
  HH_PLAN_FOUND,
  HH_PLAN_HOLD_BEHIND, /* not in front */
  HH_PLAN_NO_ARC,      /* no arc at all, or none that lets go ahead of where the body is */
  HH_PLAN_TOO_WEAK,    /* arcs exist, but the nearest to the limit asks for more work */
  HH_PLAN_TOO_FAST     /* the nearest to the limit asks to remove more */
} HhPlanOutcome;

typedef struct HhPlan {
  HhVec launch_heading; /* unit vector; release when the swing's heading is this */
  HhVec grab_heading;
  double launch_speed_mps;
  double flight_s;
  double work_Jpkg; /* to be added between now and release (negative: removed) */
  double score;
} HhPlan;

/* The work that one plan takes at most, for the cost model: refinements and scores of guesses, and
 * arcs of the exact family. */
typedef struct HhPlanWork {
  long guess_iterations, arcs_scored, family_arcs;
} HhPlanWork;

HhPlanWork hh_planner_work(const HhPlannerParams *params);

/* One plan; *plan is written only when found. Draws 3 numbers a guess when the sampling is random,
 * one when it is stratified, none with the exact method. */
HhPlanOutcome hh_planner_choose(const HhPlannerParams *params, const HhPlanProblem *problem,
                                HhRandom *random, HhPlan *plan);

#endif
