/* One bead and the tiles, in double: what strand_reference.c and rope.c share. A bead is a point
 * that is kept a radius away from the solid tiles beside its own; slopes stop the point only. What
 * is stopped stops HH_TOUCH_SKIN_T before the face, as in the wide kernel. */
#ifndef HH_CHAIN_TOUCH_H
#define HH_CHAIN_TOUCH_H

#include "chain/strand.h"

#define HH_TOUCH_SKIN_T 0x1p-10

/* From a free place toward another, to before what is met. *normal is of what stopped it, or 0. A
 * null room stops nothing. */
HhVec hh_touch_reach(const HhRoom *room, HhVec from, HhVec to, HhVec *normal);

/* Outward normals of what was met: faces across x, across y, slopes; 0: none. */
typedef struct HhTouched {
  HhVec x, y, slope;
} HhTouched;

/* From a free place toward another, sliding along what it meets. */
HhTouched hh_touch_slide(const HhRoom *room, HhVec *at, HhVec to);

/* The same, and then its radius away from faces. */
HhVec hh_touch_sweep(const HhStrandParams *params, const HhRoom *room, HhVec from, HhVec to,
                     HhTouched *met);

/* Takes from a velocity what goes into what was met, and friction's share of what goes along it. */
void hh_touch_rub(const HhStrandParams *params, const HhTouched *met, HhVec *velocity);

/* Where a bead at `at` is joined to its predecessor at `last`: a stick that is more than twice its
 * length, with a solid in the way, has caught for good, and its bead comes back on the near side.
 */
HhVec hh_touch_joined(const HhRoom *room, HhVec last, HhVec at, double stick);

/* A free place for what a change of the room has left inside: the nearest that can be held, off its
 * face; `root` where there is none. */
HhVec hh_touch_freed(const HhRoom *room, HhVec at, HhVec root);

#endif
