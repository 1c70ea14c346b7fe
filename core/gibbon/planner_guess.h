/* The iterative method: starts of the guesses, the best of them, and the refinement in double. The
 * choice is made by the wide kernel, or one guess after the other in double, which is its
 * reference. */
#ifndef HH_GIBBON_PLANNER_GUESS_H
#define HH_GIBBON_PLANNER_GUESS_H

#include <stdbool.h>

#include "gibbon/planner_score.h"
#include "gibbon/planner_wide.h"

/* Where a guess begins. */
typedef struct HhGuess {
  HhVec launch_heading, grab_heading; /* unit vectors, to float's round-off */
  double mean_speed_mps;
} HhGuess;

/* planner.iterations refinements of a guess. False when the grab ends behind the release. */
bool hh_guess_refine(const HhPlannerParams *params, const HhPlanProblem *problem,
                     const HhGuess *guess, HhPlanArc *arc);

/* The problem for the wide kernel. */
HhWideJob hh_guess_job(const HhPlannerParams *params, const HhPlanProblem *problem);

/* Where a plan's guesses begin; draws what stratified guesses share. */
typedef struct HhGuessStarts {
  HhWideSpread spread;
  double speed_unit_mps; /* of the starts' speeds */
} HhGuessStarts;

HhGuessStarts hh_guess_starts(const HhPlannerParams *params, const HhPlanProblem *problem,
                              HhRandom *random);

/* The starts of `count` guesses from number `from` on, a multiple of HH_WIDE_BLOCK; draws the
 * numbers of random ones. */
void hh_guess_block(const HhPlannerParams *params, const HhGuessStarts *starts, HhWide wide,
                    int from, int count, HhRandom *random, HhWideStarts *block);

HhGuess hh_guess_of(const HhGuessStarts *starts, const HhWideStarts *block, int lane);

/* A plan by the best guess: chosen by the kernel, or by the reference. A sound problem whose hold
 * is in front. */
HhPlanOutcome hh_guess_choose(const HhPlannerParams *params, const HhPlanProblem *problem,
                              HhWide wide, HhRandom *random, HhPlan *plan);
HhPlanOutcome hh_guess_choose_scalar(const HhPlannerParams *params, const HhPlanProblem *problem,
                                     HhRandom *random, HhPlan *plan);

#endif
