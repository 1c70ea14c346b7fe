/* Dead tentacles that hang about a daddy long legs and do nothing: they fall, swing and rest on
 * what is solid like the living ones, by the same solver, so that it is hard to tell which is
 * which. Nothing reads them.
 * Eight, of lengths from a quarter to two thirds of a living one's; half of them hang from the
 * body, half from living tentacles. One whose root was moved by more than a tile in a tick is laid
 * anew. After: Rain World talk. */
#ifndef HH_SKIN_DANGLE_H
#define HH_SKIN_DANGLE_H

#include "skin/tentacle_skin.h"

enum { HH_DANGLES = HH_STRAND_LANES, HH_DANGLE_BEADS = 8 };

typedef struct HhDangles {
  HhStrands strands;
  HhTentacleRoots roots; /* where they hung in the last tick */
} HhDangles;

/* At rest below their roots; `length_t` is a living tentacle's. Roots inside a solid are left
 * where the room allows. */
void hh_dangles_start(const HhRoom *room, const HhVec root[HH_DANGLES], double length_t,
                      HhDangles *dangles);

/* A tick. */
void hh_dangles_step(const HhStrandParams *params, const HhRoom *room, const HhVec root[HH_DANGLES],
                     HhDangles *dangles);

#endif
