/* A jungle from a seed: pieces of every kind, one after the other from left to right.
 *
 * A course of `jungle.length` is laid piece by piece: a branch first and last, between them a
 * branch or, with the probabilities jungle.trunks, .vines, .cables, .canopies, .grounds, something
 * else; each next piece begins a gap of jungle.gap_min to .gap_max further on. Every draw belongs
 * to its piece, so a longer jungle begins like a shorter one. Small scenes of a single kind are
 * laid by the same functions.
 * Not modelled: where real trees grow. */
#ifndef HH_WORLD_JUNGLE_H
#define HH_WORLD_JUNGLE_H

#include "world/world.h"

/* clang-format off */
#define HH_JUNGLE_PARAMS(X)                                                                                            \
  X(REAL, length,      "jungle.length", "m", 200, 5, 1e6, "of the course, from the first hold to the last", "issue: 200 m") \
  X(REAL, spacing_min, "jungle.spacing_min", "m", 1, 0.2, 20, "least distance between holds of a branch", "issue: 1 to 3 m") \
  X(REAL, spacing_max, "jungle.spacing_max", "m", 3, 0.2, 20, "greatest distance between holds of a branch", "issue: 1 to 3 m") \
  X(REAL, slope,       "jungle.slope", "rad", 0.5235987755982988, 0, 1.4, "each branch's mean slope is uniform within this of level", "issue: 30 degrees") \
  X(REAL, gap_min,     "jungle.gap_min", "m", 2, 0.1, 20, "least gap between pieces", "issue: 2 to 5 m")             \
  X(REAL, gap_max,     "jungle.gap_max", "m", 5, 0.1, 20, "greatest gap between pieces", "issue: 2 to 5 m")
/* clang-format on */

typedef struct HhJungleParams {
  HH_JUNGLE_PARAMS(HH_PARAM_FIELD)
} HhJungleParams;

/* Room for a jungle of this length, at most; for the scene's own pieces. */
int hh_jungle_holds_most(const HhJungleParams *params, HhSceneKind scene);
int hh_jungle_pieces_most(const HhJungleParams *params, HhSceneKind scene);

/* True for scenes that are made of pieces. */
bool hh_scene_has_pieces(HhSceneKind scene);

/* Lays the scene into memory of at least that many; a complete world. */
HhWorld hh_jungle_lay(const HhJungleParams *params, HhSceneKind scene, uint64_t seed,
                      HhHold *holds, HhPiece *pieces);

#endif
