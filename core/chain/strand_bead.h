/* One bead alone in a room of tiles, swept along its way: what a strand does with a bead that is
 * too fast for the kernel, or goes into a corner or a slope. Floats, like it.
 *
 * A place is free where its tile is air, or on the open side of a slope; coordinates on a face
 * belong to the tile above or to the right. What is stopped stops HH_BEAD_SKIN_T before the face,
 * so that rounding never puts it behind; what ends its way in air is put that far from its tile's
 * borders, too. After: Amanatides and Woo 1987 (Eurographics), the walk
 * from tile to tile. */
#ifndef HH_CHAIN_STRAND_BEAD_H
#define HH_CHAIN_STRAND_BEAD_H

#include <stdbool.h>

#include "chain/strand.h"

/* Eight steps of a float at the far side of the largest room. */
#define HH_BEAD_SKIN_T 0x1p-10f

typedef struct HhBeadPoint {
  float x, y;
} HhBeadPoint;

/* What contact does; radius at least the skin. */
typedef struct HhBeadContact {
  float radius, friction, bounce;
} HhBeadContact;

/* Which coordinate of a bead a face has stopped. */
typedef enum HhBeadMet { HH_BEAD_MET_X = 1, HH_BEAD_MET_Y = 2 } HhBeadMet;

bool hh_bead_free(const HhRoom *room, HhBeadPoint at);

/* Whether the tile of `at`, in the room, has no slope. */
bool hh_bead_level(const HhRoom *room, HhBeadPoint at);

/* True when `at` is free, or was on a face and has been moved off it. */
bool hh_bead_off_face(const HhRoom *room, HhBeadPoint *at);

/* Moves `at` by *velocity, sliding along what it meets, and then its radius away from faces;
 * *velocity becomes what is left (at most a room's side a tick). False, nothing changed, when it
 * does not start from a free place.
 */
bool hh_bead_sweep(const HhRoom *room, const HhBeadContact *contact, HhBeadPoint *at,
                   HhBeadPoint *velocity);

/* How far the straight way from a free place leads: `to`, or before what it meets. */
HhBeadPoint hh_bead_reach(const HhRoom *room, HhBeadPoint from, HhBeadPoint to);

/* Whether that leads all the way, but for the skin. */
bool hh_bead_sees(const HhRoom *room, HhBeadPoint from, HhBeadPoint to);

/* Goes there from a free place, and on along what it meets: bits HhBeadMet. */
unsigned hh_bead_slide(const HhRoom *room, HhBeadPoint to, HhBeadPoint *at);

/* A free place: the middle of the nearest free tile if `at` is none; `at` where no tile is free. */
HhBeadPoint hh_bead_nearest_free(const HhRoom *room, HhBeadPoint at);

#endif
