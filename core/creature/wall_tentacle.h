/* A tentacle that grows from a wall, as in the talk's first demonstration: it sways until prey
 * flies within its length, reaches for that round corners, and pulls what it catches back to the
 * wall.
 *
 * A tick: while it has no prey one at random is looked at; if that is free, near enough and a ghost
 * leads there, it reaches for it: its tip is pulled along the ghost (tentacle.h), which is found
 * anew when the prey is in another tile. What is within wall.catch of its tip, in sight, is caught;
 * then the tentacle is shortened, by the same share every tick, until the prey is at the wall. Prey
 * that it cannot get to within wall.patience, or that somebody else caught, is given up.
 * Not modelled: weight of prey, its struggle. After: Rain World talk. */
#ifndef HH_CREATURE_WALL_TENTACLE_H
#define HH_CREATURE_WALL_TENTACLE_H

#include "creature/prey.h"
#include "creature/tentacle.h"

enum { HH_WALL_TENTACLES = 64 };

/* clang-format off */
#define HH_WALL_PARAMS(X)                                                                                              \
  X(REAL,  notice,   "wall.notice", "", 0.9, 0, 1, "distance from its root within which a wall's tentacle reaches for prey, in lengths", "ours") \
  X(REAL,  touch,    "wall.catch", "tile", 0.4, 0.01, 5, "distance from its tip at which prey is caught, and from its root at which it is eaten", "ours") \
  X(COUNT, patience, "wall.patience", "tick", 120, 1, 100000, "ticks of reaching after which prey is given up", "ours") \
  X(REAL,  sway,     "wall.sway", "tile/tick2", 0.02, 0, 1, "pull of the tip while there is no prey", "ours")           \
  X(REAL,  reel,     "wall.reel", "", 0.97, 0.5, 0.999, "share of its length that is left after a tick of pulling back", "ours")
/* clang-format on */

typedef struct HhWallParams {
  HH_WALL_PARAMS(HH_PARAM_FIELD)
} HhWallParams;

/* State. Tiles, ticks. */
typedef struct HhWallTentacle {
  HhVec root, normal; /* just off the face that it grows from; away from it */
  HhRandom random;
  HhTentacle tentacle; /* reaching: for its prey; its goal otherwise is where it sways to */
  int prey;            /* that it reaches for or holds, -1: none */
  bool caught;
  int left;     /* ticks until it gives up or sways elsewhere */
  double stick; /* of its strand */
} HhWallTentacle;

/* A place on a random face of the room; false when many draws find none. */
bool hh_wall_tentacle_place(const HhRoom *room, HhRandom *random, HhVec *root, HhVec *normal);

void hh_wall_tentacle_start(const HhTentacleParams *tentacle, HhVec root, HhVec normal,
                            HhRandom random, HhWallTentacle *wall);

/* One tick of tentacle number `self`, whose tip is at `tip`: what it does to the prey, and what it
 * asks of its strand. */
void hh_wall_tentacle_step(const HhWallParams *params, const HhTentacleParams *tentacle,
                           const HhRoom *room, int self, HhVec tip, int prey_count, HhPrey *prey,
                           HhWallTentacle *wall, HhStrandDrive *drive, int lane);

/* What it asks of its strand alone. */
void hh_wall_tentacle_drive(const HhWallParams *params, const HhTentacleParams *tentacle,
                            const HhRoom *room, HhVec tip, const HhWallTentacle *wall,
                            HhStrandDrive *drive, int lane);

uint64_t hh_wall_tentacle_hash(uint64_t hash, const HhWallTentacle *wall);

#endif
