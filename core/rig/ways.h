/* What a gibbon asks of its body, whichever way it moves: brachiation.h while it swings, flies or
 * is carried, footing.h on its legs, and here the others.
 *
 *   vine     one hand at the grip, the other near it on the vine, or drawn to the place above it in
 *            a climb; legs drawn up, feet to the vine
 *   cable, bending branch: as brachiation
 *   pair     the partner's hand is a hold; who hangs from another one leads the other hand there
 *   turn     in the air, tucked: the trunk as it was at the launch, turned by the spin
 *   wings    a bird in a gibbon's body: prone, the arms spread as wings that beat where it flaps,
 *            the legs trailing
 * After a hand-over both hands hold for a moment, as far as both reach.
 *
 * Depth. Pieces lie beside the course's plane by HhPiece.depth_m. A body is in the plane of what it
 * holds or stands on, and in the air on its way there: from the piece let go of to the target's,
 * eased over the time of the planned flight; where none is planned it stays and comes over when it
 * has landed, no faster than depth_speed. Motion in the course's plane knows nothing of it. */
#ifndef HH_RIG_WAYS_H
#define HH_RIG_WAYS_H

#include "rig/brachiation.h"
#include "rig/footing.h"
#include "rig/goal.h"
#include "rig/rig2.h"
#include "rig/rig5.h"

/* Depth that the gibbon is to be at. */
double hh_ways_depth(const HhWorld *world, const HhGibbon *gibbon);

/* The goal of this frame. `now` is the rig so far; null: at the start. */
void hh_ways_goal(const HhBrachiationParams *params, const HhGibbonParams *gibbon_params,
                  const HhWorldParams *world_params, const HhBody *body, const HhWorld *world,
                  const HhGibbon *gibbon, const HhRig2 *rig2, const HhRig5 *now, double dt_s,
                  HhRigGoal *goal);

#endif
