/* What a gibbon on its legs asks of its body: on a floor, along the top of a branch, on a canopy.
 *
 * A run is a gallop on four limbs. Its phase is the way over the ground in strides; the hind limbs
 * touch nearly together and then the fore limbs. A limb is on the ground, at a point that stays,
 * for a share of its stride, and swings forward to its next point meanwhile:
 *   phase p of limb i at x: p = frac(x / stride + offset_i),  on the ground while p < duty
 * A slow one lifts its limbs less; at rest all are on the ground. What is planted stays planted
 * until its phase or its reach ends, whatever the way of moving is called meanwhile: a landing and
 * a push off keep their feet, and the run goes on from them. The trunk rises with the body: level
 * in the run, nearly upright where the legs are stretched. slide   sits back, both feet ahead; they
 * slide with it bounce  both feet under the body; on a canopy they go down with it mount   the hand
 * stays on the branch while the body comes up over it Points on the ground are on hh_surface_at to
 * the last bit; a foot's point is its ankle, a hand's the middle of its grip. Points out of the
 * limb's reach are not held. Not modelled: other gaits, turns, thickness of what is run on. */
#ifndef HH_RIG_FOOTING_H
#define HH_RIG_FOOTING_H

#include "gibbon/gibbon.h"
#include "rig/goal.h"
#include "rig/rig5.h"
#include "world/world.h"

/* Fills the limbs, trunk and bend of a goal that is made otherwise, for a gibbon on its legs. `now`
 * is the rig so far; null: at the start. */
void hh_footing_goal(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                     const HhGibbon *gibbon, const HhRig5 *now, HhRigGoal *goal);

/* In a flight whose end is a floor: the legs reach down for it. */
void hh_footing_ready(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                      const HhGibbon *gibbon, HhRigGoal *goal);

#endif
