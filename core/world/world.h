/* What can be held, fixed for an episode: holds in the order in which they are met.
 *
 * A hold is a point; holds of one branch share its number, and between two of them the whole
 * branch can be held. Holds of different branches have only air between them.
 * Every hold is a pure function of (parameters, scene, seed, index) given the hold before it, so
 * an endless branch is filled as far as it is needed and every mover meets the same one.
 *
 * A jungle (jungle.h) is made of pieces: each a run of holds of one kind, in the order in which
 * they are met from left to right. A piece's holds are points of
 *   branch   a curve of any slope; can be held anywhere; bends where its stiffness is not 0
 *   trunk    a vertical line, its holds from below upward; can be held anywhere
 *   vine     beads of a hanging chain at rest, from the top, where it is fixed, downward
 *   cable    beads of a sagging chain at rest, fixed at its first and last
 *   canopy   a springy floor
 *   ground   a firm floor
 * Floors are curves through their holds (surface.h), and nothing to hold.
 * Where things move (vines, cables, bending branches), this is the shape at rest; core/chain moves
 * them. Not modelled: thickness. */
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
  HH_SCENE_DROP,
  HH_SCENE_JUNGLE, /* from here on made of pieces */
  HH_SCENE_SINGLE_SWING,
  HH_SCENE_TWO_WAY_BRANCH,
  HH_SCENE_VERTICAL_TRUNK,
  HH_SCENE_VINES,
  HH_SCENE_CANOPY,
  HH_SCENE_PAIR_THROW,
  HH_SCENE_FOLLOW,
  HH_SCENE_ROOM,      /* from here on without holds: of tiles, see room.h; generated, */
  HH_SCENE_ROOM_GIVEN /* or the caller's */
} HhSceneKind;

typedef enum HhPieceKind {
  HH_PIECE_BRANCH,
  HH_PIECE_TRUNK,
  HH_PIECE_VINE,
  HH_PIECE_CABLE,
  HH_PIECE_CANOPY,
  HH_PIECE_GROUND,
  HH_PIECE_KIND_COUNT
} HhPieceKind;

extern const char *const hh_piece_names[HH_PIECE_KIND_COUNT];

typedef struct HhPiece {
  HhPieceKind kind;
  int first, count; /* its holds in the list */
  double depth_m;   /* toward the right of who looks along the course */
  /* of what moves, per mass of a gibbon: */
  double stiffness_ps2; /* bending branch, canopy: force per metre; 0: rigid */
  double damping_ps;    /* force per speed; of a vine's bead too */
  double mass_ratio;    /* of a bead, or of the wood that moves with a bending branch's hold */
} HhPiece;

typedef struct HhHold {
  HhVec at;
  double slope_rad; /* of the branch it is on */
  int branch;       /* its piece, where there are pieces */
} HhHold;

/* A view of the holds that exist so far; whoever owns the array adds to it between steps. */
typedef struct HhWorld {
  const HhHold *holds;
  int count;
  bool complete;         /* no hold follows the last one */
  const HhPiece *pieces; /* null: every branch is a rigid branch */
  int piece_count;
} HhWorld;

/* Holds that must exist beyond the one held before a step, unless the world is complete. */
enum { HH_WORLD_AHEAD = 16 };

/* Number of holds the scene has in all, or -1 when it never ends; 0: what is made of pieces is laid
 * whole (jungle.h).
 * HH_SCENE_COURSE is not generated: its holds come from the caller. */
int hh_world_total(const HhWorldParams *params, HhSceneKind scene);

/* Writes holds[from] .. holds[to - 1]; holds before `from` must be there. */
void hh_world_fill(const HhWorldParams *params, HhSceneKind scene, uint64_t seed, HhHold *holds,
                   int from, int to);

/* True when the straight line from hold `index` to the next one can be held: of one branch or
 * trunk. */
bool hh_world_joined(const HhWorld *world, int index);

/* What hold `index` is part of; a branch where there are no pieces. */
HhPieceKind hh_world_kind(const HhWorld *world, int index);

/* True for what can be held: everything but floors. */
bool hh_piece_holdable(HhPieceKind kind);

/* The first hold beyond the piece of hold `index`, going `facing` (1 or -1); -1: none. Before the
 * first hold (index -1) that is the first. */
int hh_world_beyond(const HhWorld *world, int index, int facing);

#endif
