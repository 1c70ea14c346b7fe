/* Two points: the hand that holds or will hold next, and the centre of mass. Both are the
 * gibbon's own, to the last bit. In flight the hand leads: an arm's length from the body,
 * perpendicular to the velocity, and drawn to the hold that it flies to as that comes within reach.
 * The hands take turns: whichever grips, the other one is next.
 * After: the article on "Gibbon: Beyond the Trees", two-point rig (README, Sources). */
#ifndef HH_RIG_RIG2_H
#define HH_RIG_RIG2_H

#include <stdbool.h>

#include "base/vec.h"
#include "gibbon/gibbon.h"
#include "rig/body.h"

typedef struct HhRig2 {
  HhVec com, velocity; /* m, m/s */
  HhVec hand;          /* m */
  HhSide side;         /* whose hand it is */
  bool holds;          /* the hand is at the hold, which is within the body's reach */
} HhRig2;

/* The farthest hand from the centre of mass that the body can hold, m; beyond it the hand lets go
 * in the rigs, whatever the level below says. */
double hh_rig2_reach_most(const HhBody *body);

void hh_rig2_start(const HhGibbonParams *params, const HhBody *body, const HhGibbon *gibbon,
                   HhRig2 *rig);
void hh_rig2_follow(const HhGibbonParams *params, const HhBody *body, const HhGibbon *gibbon,
                    HhRig2 *rig);

#endif
