/* Strands: beads joined by sticks, eight side by side, in a room of tiles. For tentacles by the
 * thousand: float, one lane a strand, one tick a step. core/chain/chain.h is the exact solver for
 * what carries a gibbon; this is the fast one, and no energy is kept in it.
 *
 * Units: tiles and ticks. Bead 0 hangs by stick 0 from the root, bead i by stick i from bead i - 1.
 * A tick:
 *   1. Verlet with damping, gravity and the lane's pull, whose share rises along the strand
 *   2. beads out of solids: tile faces with friction and bounce; one that is too fast for that is
 *      swept along its way
 *   3. two Newton steps on the squared lengths of all sticks (a tridiagonal system a lane), the
 *      root and the pinned tip not moving
 *   4. whatever bead that brought into a solid stops where it crossed the face and slides along it
 *   5. a lane with a stick that is off by more than 0.6 % has up to sixteen more Newton steps, in
 *      turns one in which what a face has just stopped stays, and one that finds anew what faces
 *      stop; what of a loose strand is still on the far side of a solid, by a stick of more than
 *      twice its length, comes back to the near one, at rest
 * Cut: speeds to 1,024 tiles a tick, sticks to 1,024 tiles. A pin inside solid matter does not
 * hold; one on a face or a slope is held a thousandth of a tile before it.
 *
 * Laws: no bead is ever inside a solid; a lane's bits do not depend on the other lanes of its
 * group, on the processor or the compiler; no NaN or infinity from any input (a lane that gets one
 * is laid anew at its root and counted); coincident beads and a length of 0 are defined. Only
 * + - x / and square roots, no fused multiply-add, no estimates: the same bits on any x86-64.
 *
 * Not kept: energy. A bead that swings on one stick by small angles loses a share g / 2 L of its
 * amplitude a tick beside the damping, by wide ones more, and its period is 2 pi / atan(sqrt(g /
 * L)) ticks. Floats round gravity to steps of the position: falls are off by 1e-3 at 400 tiles.
 *
 * After: Jakobsen 2001 (Verlet); Goldenthal et al. 2007 (SIGGRAPH, fast projection); equations in
 * strand_kernel.inc. strand_reference.h is the same in double, one strand; rope.h is for beads of
 * any masses. */
#ifndef HH_CHAIN_STRAND_H
#define HH_CHAIN_STRAND_H

#include <stdint.h>

#include "base/param.h"
#include "world/room.h"

enum { HH_STRAND_LANES = 8, HH_STRAND_BEADS = 20 /* at most */ };

/* clang-format off */
#define HH_STRAND_PARAMS(X)                                                                                            \
  X(REAL,  gravity,  "strand.gravity",  "tile/tick2", 0.00625, 0, 1, "of beads", "10 tile/s2 at 40 ticks a second")     \
  X(REAL,  damping,  "strand.damping",  "1/tick", 0.2, 0, 1, "share of a bead's velocity lost in a tick", "ours; creature notes: 0.1") \
  X(REAL,  friction, "strand.friction", "", 0.3, 0, 1, "share of the speed along a face lost in a tick of contact", "performance study: 0.3") \
  X(REAL,  bounce,   "strand.bounce",   "", 0, 0, 1, "share of the speed into a face that comes back", "ours")          \
  X(REAL,  radius,   "strand.radius",   "tile", 0.1, 0, 0.4, "of a bead: its centre keeps that far from faces, sticks permitting", "performance study: 0.1")
/* clang-format on */

typedef struct HhStrandParams {
  HH_STRAND_PARAMS(HH_PARAM_FIELD)
} HhStrandParams;

/* State of eight strands. Positions now and a tick before: their difference is the velocity.
 * `stretch` is by how much of its length the worst stick is off after the tick; 0: no stick is off
 * by more than 0.6 %. */
typedef struct HhStrands {
  _Alignas(32) float x[HH_STRAND_BEADS][HH_STRAND_LANES];
  float y[HH_STRAND_BEADS][HH_STRAND_LANES];
  float x_before[HH_STRAND_BEADS][HH_STRAND_LANES], y_before[HH_STRAND_BEADS][HH_STRAND_LANES];
  float stretch[HH_STRAND_LANES];
} HhStrands;

/* What is asked of each strand in a tick. */
typedef struct HhStrandDrive {
  _Alignas(32) float root_x[HH_STRAND_LANES];
  float root_y[HH_STRAND_LANES];                          /* tiles; outside solids */
  float stick[HH_STRAND_LANES];                           /* length of each stick, tiles, >= 0 */
  float pull_x[HH_STRAND_LANES], pull_y[HH_STRAND_LANES]; /* acceleration of the tip, tile/tick2;
                                                             bead i of n gets (i + 1) / n of it */
  float pin_x[HH_STRAND_LANES], pin_y[HH_STRAND_LANES];
  int32_t pinned[HH_STRAND_LANES]; /* -1: the last bead is held at the pin; 0: it is free */
} HhStrandDrive;

typedef struct HhStrandCount {
  long swept, relaid; /* beads too fast for the fast path; lanes that were not finite */
} HhStrandCount;

/* Which compilation; hh_strand_wide() is the widest that this build and processor have. All give
 * the same bits. */
typedef enum HhStrandWide {
  HH_STRAND_PLAIN,
  HH_STRAND_V3,
  HH_STRAND_V4,
  HH_STRAND_WIDES
} HhStrandWide;
HhStrandWide hh_strand_wide(void);

/* One tick of `count` groups of `beads` beads (1..HH_STRAND_BEADS). Counts add up. */
void hh_strands_step(HhStrandWide wide, const HhStrandParams *params, const HhRoom *room, int beads,
                     const HhStrandDrive *drives, HhStrands *groups, int count,
                     HhStrandCount *counted);

/* Lays lane `lane` at rest from its root along `direction` (any length; 0: down), each bead as far
 * as the room allows. */
void hh_strand_lay(const HhRoom *room, int beads, HhVec root, HhVec direction, double stick,
                   HhStrands *group, int lane);

/* Moves a whole strand without a kick: shape and velocity stay; beads that would be inside a solid
 * are laid anew. */
void hh_strand_teleport(const HhRoom *room, int beads, HhVec by, HhVec root, double stick,
                        HhStrands *group, int lane);

#endif
