/* What can be held, fixed for an episode: holds in the order in which they are met.
 *
 * A hold is a point; holds of one branch share its number, and between two of them the whole
 * branch can be held. Holds of different branches have only air between them.
 * Every hold is a pure function of (parameters, scene, seed, index) given the hold before it, so
 * an endless branch is filled as far as it is needed and every mover meets the same one.
 * Not modelled: branches that bend or sway, curved branches, thickness. */
#ifndef HH_WORLD_WORLD_H
#define HH_WORLD_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/param.h"
#include "base/vec.h"

/* clang-format off */
#define HH_WORLD_PARAMS(X)                                                                                             \
  X(REAL,  gravity,        "world.gravity", "m/s2", 9.81, 0.1, 100, "acceleration of gravity", "standard, rounded")   \
  X(REAL,  spacing,        "world.spacing", "m", 1.8, 0.05, 50, "distance from hold to hold along a branch", "ours")  \
  X(REAL,  spacing_jitter, "world.spacing_jitter", "", 0.1, 0, 0.9, "share of the spacing drawn uniformly to either side", "planner study: 0.2") \
  X(REAL,  slope,          "world.slope", "rad", 0, -1.4, 1.4, "mean slope of the branches", "ours")                  \
  X(REAL,  slope_spread,   "world.slope_spread", "rad", 0, 0, 1.4, "each branch's slope is uniform within this of the mean", "planner study: 10 to 35 degrees") \
  X(COUNT, branch_holds,   "world.branch_holds", "", 8, 1, 1000000, "holds on one branch of sloped_branch", "planner study: 8") \
  X(REAL,  gap_min,        "world.gap_min", "", 1.0, 0.1, 10, "least gap between branches, in spacings", "planner study")  \
  X(REAL,  gap_max,        "world.gap_max", "", 1.6, 0.1, 10, "greatest gap between branches, in spacings", "planner study") \
  X(COUNT, holds,          "world.holds", "", 30, 1, 1000000, "number of holds of random_course", "Reda 2022: 30")    \
  X(REAL,  distance_min,   "world.distance_min", "m", 1.0, 0.05, 50, "least distance between holds of random_course", "Reda 2022") \
  X(REAL,  distance_max,   "world.distance_max", "m", 2.0, 0.05, 50, "greatest distance between holds of random_course", "Reda 2022") \
  X(REAL,  pitch_min,      "world.pitch_min", "rad", -0.2617993877991494, -1.4, 1.4, "least slope between holds of random_course", "Reda 2022: -15 degrees") \
  X(REAL,  pitch_max,      "world.pitch_max", "rad", 0.2617993877991494, -1.4, 1.4, "greatest slope between holds of random_course", "Reda 2022: 15 degrees") \
  X(REAL,  drop_height,    "world.drop_height", "m", 3.0, 0, 1000, "height above the hold from which scene drop starts", "ours") \
  X(REAL,  drop_offset,    "world.drop_offset", "", 1.0, 0, 2, "distance behind the hold at which it falls, in arm lengths", "1: the arm is level and perpendicular") \
  X(REAL,  fall_depth,     "world.fall_depth", "m", 2.0, 0.1, 100, "depth below the next hold at which a fall is over", "ours")
/* clang-format on */

typedef struct HhWorldParams {
  HH_WORLD_PARAMS(HH_PARAM_FIELD)
} HhWorldParams;

typedef enum HhSceneKind {
  HH_SCENE_ENDLESS_BRANCH,
  HH_SCENE_SLOPED_BRANCH,
  HH_SCENE_RANDOM_COURSE,
  HH_SCENE_COURSE,
  HH_SCENE_DROP
} HhSceneKind;

typedef struct HhHold {
  HhVec at;
  double slope_rad; /* of the branch it is on */
  int branch;
} HhHold;

/* A view of the holds that exist so far; whoever owns the array adds to it between steps. */
typedef struct HhWorld {
  const HhHold *holds;
  int count;
  bool complete; /* no hold follows the last one */
} HhWorld;

/* Holds that must exist beyond the one held before a step, unless the world is complete. */
enum { HH_WORLD_AHEAD = 16 };

/* Number of holds the scene has in all, or -1 when it never ends.
 * HH_SCENE_COURSE is not generated: its holds come from the caller. */
int hh_world_total(const HhWorldParams *params, HhSceneKind scene);

/* Writes holds[from] .. holds[to - 1]; holds before `from` must be there. */
void hh_world_fill(const HhWorldParams *params, HhSceneKind scene, uint64_t seed, HhHold *holds,
                   int from, int to);

/* True when the straight line from hold `index` to the next one is branch, not air. */
bool hh_world_joined(const HhWorld *world, int index);

#endif
