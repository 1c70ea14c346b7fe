/* Two points: the hand that holds or will hold next, and the centre of mass. Both are the
 * gibbon's own, to the last bit. In flight the hand leads: an arm's length from the body,
 * perpendicular to the velocity, and drawn to the hold that it flies to as that comes near: from
 * 1.6 arm's lengths on, wholly within 1.1.
 * The hands take turns: whichever grips, the other one is next; on a wave also at a hold that
 * passes beyond the body's reach.
 * After: the article on "Gibbon: Beyond the Trees", two-point rig (README, Sources). */
#ifndef HH_RIG_RIG2_H
#define HH_RIG_RIG2_H

#include <stdbool.h>

#include "base/vec.h"
#include "gibbon/gibbon.h"
#include "rig/body.h"
#include "world/world.h"

typedef struct HhRig2 {
  HhVec com, velocity; /* m, m/s */
  HhVec hand;          /* m */
  HhSide side;         /* whose hand it is */
  bool holds;          /* the hand is at the hold: it grips, and a body can be posed so */
  bool gripping;       /* the gibbon holds, whether or not its body could */
  HhVec grip;          /* what it holds, held last or, on a wave, comes to next */
  bool aims;           /* it does not hold and has a next hold */
  HhVec aim;           /* that one */
  HhVec toward;        /* the point toward it at an arm's length; it, when it is nearer */
  double draw;         /* 0 to 1: how far it is drawn there */
  HhVec next;          /* while it holds: toward the next hold, as `toward` */
  double next_draw;    /* and how far the other hand is drawn there */
  double lead;         /* 0 to 1: how far a free arm goes to `hand`: early in a flight not yet */
} HhRig2;

void hh_rig2_follow(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                    const HhGibbon *gibbon, HhRig2 *rig);

#endif
