/* One strand in double: what core/chain/strand.h's wide kernel is held against. The same tick bead
 * by bead, with the same guards, without lanes; equations in strand_kernel.inc. Beads are of equal
 * mass; core/chain/rope.h is for those that are not. */
#ifndef HH_CHAIN_STRAND_REFERENCE_H
#define HH_CHAIN_STRAND_REFERENCE_H

#include <stdbool.h>

#include "chain/strand.h"

enum { HH_STRAND_REFERENCE_BEADS = 64 };

/* State. Positions now and a tick before. */
typedef struct HhStrandReference {
  int beads; /* 1..HH_STRAND_REFERENCE_BEADS */
  HhVec at[HH_STRAND_REFERENCE_BEADS], before[HH_STRAND_REFERENCE_BEADS];
} HhStrandReference;

/* As HhStrandDrive of one lane. */
typedef struct HhStrandReferenceDrive {
  HhVec root, pin, pull;
  double stick;
  bool pinned;
} HhStrandReferenceDrive;

/* As hh_strand_lay. `room` may be null here and below: nothing is in the way. */
void hh_strand_reference_lay(const HhRoom *room, int beads, HhVec root, HhVec direction,
                             double stick, HhStrandReference *strand);

/* One tick. What is asked for here, above and below and is no number, or beyond 1e70, counts as not
 * asked for. */
void hh_strand_reference_step(const HhStrandParams *params, const HhRoom *room,
                              const HhStrandReferenceDrive *drive, HhStrandReference *strand);

/* Moves it without a kick: shape and velocity stay; a bead that would be inside a solid is brought
 * as near as a straight way from its predecessor leads. */
void hh_strand_reference_teleport(const HhRoom *room, HhVec by, HhVec root,
                                  HhStrandReference *strand);

#endif
