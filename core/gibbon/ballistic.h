/* Brachiation by plan: what a ballistic gibbon does with the swing that begins now.
 * It asks the planner for the farthest hold of planner.lookahead, then nearer ones, then nearer
 * points of the branch it is on; with a plan it drives the swing to the release, without one it
 * pumps (gaining energy if the best arc was too weak or none was found, shedding it if too fast),
 * and at last it lets go.
 *
 * Foresight: about hold i a swing wants, before its muscles help,
 *   need(i) = max(least energy of the arc to hold i + 1, need(i + 1) + g rise(i)) - work_max,
 * taken back from planner.foresight holds ahead; a wide or high gap so asks for a run-up. */
#ifndef HH_GIBBON_BALLISTIC_H
#define HH_GIBBON_BALLISTIC_H

#include "gibbon/frame.h"

void hh_ballistic_swing(const HhFrame *frame);

/* The problem that hh_ballistic_swing poses for a target, as the swing is now. */
HhPlanProblem hh_ballistic_problem(const HhFrame *frame, HhVec target);

/* Energy about `grip`, which belongs to hold `hold`, for the ways ahead; minus infinity: none. */
double hh_ballistic_wanted(const HhFrame *frame, HhVec grip, int hold);

#endif
