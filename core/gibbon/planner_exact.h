/* The exact method: the best of all collisionless arcs within the muscles' limits.
 *
 * The family (arc.h) has one freedom, eta. Along it the release energy E falls until 45 degrees and
 * rises after, so the work limit, |E - energy| <= work_max, leaves at most two intervals of eta,
 * whose ends are arcs of known energy. The launch heading only rises with eta (the end fixed by
 * P da = -Q db, arc.c), so the part that still lies ahead of the body is one interval more. What
 * the force limit leaves of them is found from the candidates, its ends solved for; where it leaves
 * none of these, by raising the muscles' spare work until there is some or no arc near the best has
 * more.
 *
 * Search. planner.candidates arcs, the ends and evenly spread in x = sqrt(tan(eta / 2)) between
 * them (so that flat fast arcs, whose speed goes as 1 / x, get their share), and once more where
 * the force limit cuts something off; then planner.refinements steps of Brent's minimisation by
 * parabolas and golden sections (Brent 1973, Algorithms for minimization without derivatives, ch.
 * 5) around the two lowest of them. No random number is drawn: the same problem has the same plan.
 *
 * Outcomes, exact: HOLD_BEHIND; NO_ARC (the family is empty, or all of it lets go behind the body);
 * TOO_WEAK when every arc ahead asks for more work than allowed, TOO_FAST when every one asks to
 * remove more; when the force limit forbids some for one reason and some for the other, the name
 * is that of the arc nearest to the limit. So with all arcs ahead and force to spare, TOO_WEAK if
 * and only if energy + work_max is below hh_arc_min_energy. */
#ifndef HH_GIBBON_PLANNER_EXACT_H
#define HH_GIBBON_PLANNER_EXACT_H

#include "gibbon/arc.h"
#include "gibbon/planner_score.h"

/* A sound problem whose hold is in front. */
HhPlanOutcome hh_plan_exact(const HhPlannerParams *params, const HhPlanProblem *problem,
                            HhPlan *plan);

/* An arc of the family as the score sees it. */
HhPlanArc hh_plan_arc(const HhArc *arc);

#endif
