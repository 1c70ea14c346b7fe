/* The random scored search for a hold: one or more candidates a tick, the better one kept.
 * After: Rain World talk (a random position is drawn, its score compared with the one
 * kept, the better kept), see README, section Sources.
 *
 * A candidate is the point
 *   body + (1 - randomness) * (ideal - body) + randomness * (uniform point of the reach disc)
 * and stands for the nearest point that can be held, a hold or any point of a branch, if that is
 * near enough: thin air cannot be held. The score is minus the distance of that point from the
 * ideal grab position. Randomness 0 always asks at the ideal, 1 is the talk's blind search.
 * Only points ahead of where the search begins count. */
#ifndef HH_WORLD_GRAB_H
#define HH_WORLD_GRAB_H

#include "base/random.h"
#include "world/world.h"

/* clang-format off */
#define HH_GRAB_PARAMS(X)                                                                                              \
  X(COUNT, candidates_per_tick, "grab.candidates_per_tick", "", 4, 1, 1000, "positions tried in one frame of a gibbon, whose searches so depend on episode.dt, or in one search of a tentacle (grab.calm)", "Rain World talk: 1") \
  X(REAL,  randomness, "grab.randomness", "", 0.3, 0, 1, "share of a candidate drawn uniformly over the reach, not from the ideal position; of a tentacle's the samplers local and ray have their own", "Rain World talk: 1") \
  X(REAL,  reach,      "grab.reach", "", 2.5, 0.5, 20, "radius in which candidates are drawn, in arm lengths", "ours") \
  X(REAL,  catch_radius, "grab.catch", "", 0.8, 0, 20, "distance from a candidate within which a point stands for it, in arm lengths; beyond is thin air", "ours") \
  X(REAL,  step_min,   "grab.step_min", "", 0.5, 0, 20, "least distance forward from the last grip, in arm lengths", "ours")
/* clang-format on */

typedef struct HhGrabParams {
  HH_GRAB_PARAMS(HH_PARAM_FIELD)
} HhGrabParams;

/* Where the search begins: holds from this one on and points beyond x, both the way `facing`. */
typedef struct HhGrabFrom {
  int hold;
  double x_m;
  int facing; /* 1 toward greater x, -1 back */
} HhGrabFrom;

/* A point that can be held; `hold` is the last hold of the list at or before it, -1: no point. */
typedef struct HhGrabPoint {
  int hold;
  HhVec at;
} HhGrabPoint;

/* Draws one frame's candidates and keeps the best point so far in *kept, which is scored anew
 * against the present ideal. Returns the number of candidates drawn. */
int hh_grab_search(const HhGrabParams *params, const HhWorld *world, HhVec body, HhVec ideal,
                   double arm_m, HhGrabFrom from, HhRandom *random, HhGrabPoint *kept);

#endif
