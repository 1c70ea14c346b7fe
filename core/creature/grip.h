/* The search for something to hold: every tick a few random candidates, the best kept.
 *
 * A candidate stands for the nearest point of the room that can be held (world/room.h) and that the
 * tentacle can get to: by tiles, from its root, within its length. The score is minus the distance
 * from the ideal position; thin air scores nothing. One that is kept is scored anew every tick,
 * since the ideal moves, and forgotten once it is out of reach.
 * Samplers:
 *   room      anywhere in the room: the talk's search
 *   disc      uniformly over the disc of the reach
 *   local     round the one that is kept, else the ideal, farther the longer nothing better was
 *             found
 *   ray       from the root toward the ideal to the first solid, its direction noisier the longer
 *             nothing better was found
 *   mixture   grab.mixture of the candidates by ray, half of the others by disc, half by local;
 *             after grab.patience searches with nothing better every second one is the next of a
 *             sweep over all tiles within reach, so that what chance misses is found
 * grab.randomness mixes the ideal into candidates of room and disc (world/grab.h): 0 asks at the
 * ideal, 1 is the sampler's own; local and ray do not read it. What it leaves out of reach must not
 * stay so: after grab.patience searches with nothing better it grows in proportion, to 1 at most. A
 * kept one within 0.1 tiles of the ideal is good enough: nothing is tried.
 * After: Rain World talk (README, Sources). */
#ifndef HH_CREATURE_GRIP_H
#define HH_CREATURE_GRIP_H

#include "base/random.h"
#include "world/grab.h"
#include "world/room.h"

/* clang-format off */
#define HH_GRIP_PARAMS(X)                                                                                              \
  X(CHOICE, sampler,     "grab.sampler", "room|disc|local|ray|mixture", 4, 0, 4, "where a tentacle's candidates are drawn", "Rain World talk: room") \
  X(REAL,   mixture,     "grab.mixture", "", 0.25, 0, 1, "share of rays in the mixture", "ours")                       \
  X(COUNT,  patience,    "grab.patience", "", 20, 1, 100000, "searches without a better one after which rays become noisier, other draws wider, and the mixture sweeps", "creature notes: 20") \
  X(COUNT,  calm,        "grab.calm", "tick", 16, 1, 100000, "between two searches of a tentacle that has a goal", "Rain World talk: 1") \
  X(REAL,   local,       "grab.local", "tile", 2, 0.1, 100, "radius of the local sampler", "ours")                    \
  X(REAL,   ideal,       "grab.ideal", "", 0.7, 0, 1, "distance of the ideal position from the root, in tentacle lengths", "creature notes: 0.7")
/* clang-format on */

typedef struct HhGripParams {
  HH_GRIP_PARAMS(HH_PARAM_FIELD)
} HhGripParams;

typedef enum HhSampler {
  HH_SAMPLER_ROOM,
  HH_SAMPLER_DISC,
  HH_SAMPLER_LOCAL,
  HH_SAMPLER_RAY,
  HH_SAMPLER_MIXTURE
} HhSampler;

/* State of one tentacle's search. All 0: it begins. */
typedef struct HhGripSearch {
  HhVec kept; /* the temporary goal, if found */
  bool found;
  int misses;    /* searches since a better one was found */
  int swept;     /* candidates of the sweep, in turn */
  HhVec shunned; /* nothing nearer to this than shun_t is kept */
  double shun_t;
} HhGripSearch;

/* One tick. Returns the number of candidates tried. */
int hh_grip_search(const HhGrabParams *grab, const HhGripParams *params, const HhRoom *room,
                   HhVec root, HhVec ideal, double length_t, HhRandom *random,
                   HhGripSearch *search);

/* The best that there is, by looking at everything within reach: the measure of a search. */
bool hh_grip_best(const HhRoom *room, HhVec root, HhVec ideal, double length_t, HhVec *best);

#endif
