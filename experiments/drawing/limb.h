/* Arms and legs as pictures: a hull of fur, and a pale hand or foot with its digits. */
#ifndef HHX_DRAWING_LIMB_H
#define HHX_DRAWING_LIMB_H

#include "brush.h"

/* The hull of palm or sole and the digits that grow from it. */
typedef struct HhxPaw {
  HhxHull palm;
  HhVec knuckles, way;                            /* where digits begin; unit, where they point */
  double length_m, bend_rad, spread_rad, width_m; /* of a digit; the spread to either side */
  int digits;
  HhVec thumb, thumb_way;
  double thumb_m, thumb_bend_rad;
} HhxPaw;

typedef struct HhxLimb {
  HhxHull hull;
  HhxFur fur;
  HhxPaw paw;
  HhVec root, clear; /* between them it comes out of the trunk */
  double depth_m;    /* z that decides what is in front */
} HhxLimb;

/* From the trunk to the end; of a leg: hip, knee, ankle, toes. */
typedef struct HhxLimbPoints {
  HhVec trunk, upper, middle, lower, end;
  double depth_m;
} HhxLimbPoints;

/* `curl` 0 to 1; fingers bend to the left of the hand for sense 1, to the right for -1. At curl 1
 * they lie round the end, and the palm beside it. */
HhxLimb hhx_limb_arm(double unit, const HhxLimbPoints *points, double curl, double sense);
HhxLimb hhx_limb_leg(double unit, const HhxLimbPoints *points);

/* Behind the trunk; and in front of it, whose outline and fill there are painted already. */
void hhx_limb_paint_behind(const HhxBrush *brush, const HhxLimb *limb);
void hhx_limb_paint_before(const HhxBrush *brush, const HhxLimb *limb);

#endif
