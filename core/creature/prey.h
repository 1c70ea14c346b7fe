/* Flying prey: a point that flies about a room from place to place and is heard when it beats its
 * wings. What is caught hangs at the tip of the tentacle that caught it.
 * Not modelled: its own senses; it does not flee. */
#ifndef HH_CREATURE_PREY_H
#define HH_CREATURE_PREY_H

#include "base/param.h"
#include "base/random.h"
#include "creature/sound.h"
#include "world/room.h"

enum { HH_PREY_MOST = 64 };

/* clang-format off */
#define HH_PREY_PARAMS(X)                                                                                              \
  X(REAL,  speed,  "prey.speed", "tile/tick", 0.06, 0, 1, "at which prey flies", "ours")                               \
  X(REAL,  noise,  "prey.noise", "tile", 25, 0, 1000, "distance at which plain ears hear its wings", "ours")           \
  X(COUNT, pause,  "prey.pause", "tick", 20, 1, 100000, "between two sounds of its wings", "ours")
/* clang-format on */

typedef struct HhPreyParams {
  HH_PREY_PARAMS(HH_PARAM_FIELD)
} HhPreyParams;

/* State. Tiles, ticks. */
typedef struct HhPrey {
  HhVec at, velocity, toward; /* toward: where it flies */
  HhRandom random;
  int until_sound;  /* ticks */
  int catcher, arm; /* the daddy and its tentacle that hold it, or the wall's tentacle and -1;
                     * catcher -1: it is free */
  bool eaten;
} HhPrey;

/* Puts it at `at`. */
void hh_prey_start(HhVec at, uint64_t seed, uint32_t index, HhPrey *prey);

/* One tick of one that is free; adds its sounds. */
void hh_prey_step(const HhPreyParams *params, const HhRoom *room, HhPrey *prey, HhSounds *sounds);

#endif
