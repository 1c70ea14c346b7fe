/* What a brachiating gibbon asks of its body, from its two points: the goals of one frame.
 *
 * The line of the arm is the guide: while it swings, from the body to the hold; in flight, the
 * perpendicular of the velocity, which is the same line at a release and at a perfect grab. The
 * trunk leans along it. The shoulders turn under the hold, so that the other arm comes forward; it
 * swings low behind at first and reaches for the next hold before the release. The legs hang along
 * the apparent gravity, tucked; they are let down in the descent and kick forward in the rise.
 * The head looks at the next hold.
 * Before a hand-over the body comes to hang between both hands. Who goes back along the course is
 * the same mirrored.
 * Not modelled: hands that change their grip, both hands on one hold; the apparent gravity on a
 * wave: there it is as at rest. */
#ifndef HH_RIG_BRACHIATION_H
#define HH_RIG_BRACHIATION_H

#include "gibbon/gibbon.h"
#include "rig/goal.h"
#include "rig/rig2.h"
#include "world/world.h"

/* clang-format off */
#define HH_BRACHIATION_PARAMS(X)                                                                                       \
  X(REAL, lean,  "rig.lean",  "",    0.8,  0, 1, "share by which the trunk leans into the line of the arm", "ours")    \
  X(REAL, twist, "rig.twist", "rad", 0.9,  0, 1.5, "turn of the shoulders to either side", "ours")                     \
  X(REAL, tuck,  "rig.tuck",  "",    0.6,  0, 1, "how far the legs are drawn up", "ours")                              \
  X(REAL, kick,  "rig.kick",  "rad", 0.5,  0, 1.5, "by which the legs lead in the rise of a swing", "ours")             \
  X(REAL, stride, "rig.stride", "rad", 0.16, 0, 1, "by which one leg is before, the other behind", "ours")            \
  X(REAL, roll,  "rig.roll",  "rad", 0.15, 0, 1, "by which the trunk rolls to let the holding shoulder rise", "ours")  \
  X(REAL, bend,  "rig.bend",  "rad", 0.3,  0, 1, "of the waist in the descent", "ours")                                \
  X(REAL, crunch, "rig.crunch", "rad", 0.35, 0, 1, "of the waist, more of it in the rise", "ours")                     \
  X(REAL, arm_low, "rig.arm_low", "rad", 0.45, -0.5, 3, "flexion of the free arm after its release, from hanging along the trunk", "ours") \
  X(REAL, arm_high, "rig.arm_high", "rad", 2.5, 0, 3.2, "flexion of the free arm before it reaches for its hold", "ours")
/* clang-format on */

typedef struct HhBrachiationParams {
  HH_BRACHIATION_PARAMS(HH_PARAM_FIELD)
} HhBrachiationParams;

void hh_brachiation_goal(const HhBrachiationParams *params, const HhWorldParams *world_params,
                         const HhWorld *world, const HhGibbon *gibbon, const HhRig2 *rig2,
                         HhRigGoal *goal);

#endif
