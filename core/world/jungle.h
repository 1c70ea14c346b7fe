/* A jungle from a seed: pieces of every kind, one after the other from left to right.
 *
 * A course of `jungle.length` begins and ends with a branch. Between them kinds are dealt like
 * cards from a deck that holds jungle.branches branches, jungle.trunks trunks and so on, and is
 * shuffled anew when all are dealt: each kind comes as often as it has cards, in any order, except
 * that a branch comes between two floors. Each next piece begins a gap of jungle.gap_min to
 * .gap_max further on; before and after floors the widest third is left out.
 * The height of the way through is led back to 0: the further off, the likelier a slope toward it;
 * beyond jungle.height always. Every draw belongs to its piece, so a longer jungle begins like a
 * shorter one, up to its last branch. Small scenes of a single kind are laid by the same functions.
 *
 *   branch   heading = mean + curvature * (s - middle), kept within jungle.slope; holds at
 *            spacings along it; a share jungle.bending of them bends
 *   trunk    7 to 9 holds 0.5 m apart, the way through at a third of its height
 *   vine     a pin and 8 beads 0.45 m apart, hanging straight; the way through at the sixth bead
 *   cable    8 to 10 holds, of which the first and the last are pins, 0.6 m apart, in equilibrium:
 *            with equal weights w at the beads and a horizontal pull H, the slopes of the sticks
 *            grow by the same w / H from each to the next
 *   canopy   level, 4 to 6 m wide, 2 to 3 m below the way through; about it jungle.twigs twigs to
 *            swing on: branches of one hold that bend, half of them before the floor, the others
 *            after it, 1.2 to 1.8 m from one to the next and to the floor
 *   ground   6 to 15 m long, as deep, level at its ends; y = rise u^2 (3 - 2 u) between them,
 *            where steepest 0.6 to 1 of jungle.slope down, to slide, or gentle: six of ten slide
 *            unless already 1.5 of jungle.height below
 * After a floor the way goes on 1.2 to 2.2 m above its end: a leap away.
 * Not modelled: where real trees grow. */
#ifndef HH_WORLD_JUNGLE_H
#define HH_WORLD_JUNGLE_H

#include "world/world.h"

/* clang-format off */
#define HH_JUNGLE_PARAMS(X)                                                                                            \
  X(REAL,  length,      "jungle.length", "m", 200, 5, 1e6, "of the course; it ends at the first hold of a branch beyond", "issue: 200 m") \
  X(REAL,  spacing_min, "jungle.spacing_min", "m", 1, 0.2, 20, "least distance between holds of a branch", "issue: 1 to 3 m") \
  X(REAL,  spacing_max, "jungle.spacing_max", "m", 3, 0.2, 20, "greatest distance between holds of a branch", "issue: 1 to 3 m") \
  X(COUNT, branch_holds, "jungle.branch_holds", "", 8, 2, 1000, "most holds of a branch; at least half as many", "planner study: 8") \
  X(REAL,  slope,       "jungle.slope", "rad", 0.5235987755982988, 0, 1.4, "each branch's mean slope is uniform within this of level, and no part is steeper", "issue: 30 degrees") \
  X(REAL,  curvature,   "jungle.curvature", "rad/m", 0.04, 0, 1, "each branch's curvature is uniform within this of straight", "ours") \
  X(REAL,  gap_min,     "jungle.gap_min", "m", 2, 0.1, 20, "least gap between pieces, level", "issue: 2 to 5 m")      \
  X(REAL,  gap_max,     "jungle.gap_max", "m", 5, 0.1, 20, "greatest gap between pieces, level", "issue: 2 to 5 m")   \
  X(REAL,  step,        "jungle.step", "m", 1, 0, 20, "greatest difference in height across a gap between what can be held", "ours") \
  X(REAL,  height,      "jungle.height", "m", 4, 0.1, 1000, "above or below the start from which every slope leads back", "ours") \
  X(REAL,  depth,       "jungle.depth", "m", 0.5, 0, 20, "each piece lies within this of the middle, to the left or right", "ours") \
  X(COUNT, branches,    "jungle.branches", "", 3, 1, 20, "branches among the pieces of each deck", "ours: a deck of 8") \
  X(COUNT, trunks,      "jungle.trunks", "", 1, 0, 20, "trunks in each deck", "ours")                                  \
  X(COUNT, vines,       "jungle.vines", "", 1, 0, 20, "vines in each deck", "ours")                                    \
  X(COUNT, cables,      "jungle.cables", "", 1, 0, 20, "cables in each deck", "ours")                                  \
  X(COUNT, canopies,    "jungle.canopies", "", 1, 0, 20, "canopies in each deck", "ours")                              \
  X(COUNT, grounds,     "jungle.grounds", "", 1, 0, 20, "stretches of ground in each deck", "ours")                    \
  X(REAL,  bending,     "jungle.bending", "", 0.5, 0, 1, "share of branches that bend", "ours")                        \
  X(REAL,  stiffness,   "jungle.stiffness", "1/s2", 80, 1, 1e5, "of a bending branch: force a metre over a gibbon's mass", "ours: 12 cm under its weight") \
  X(REAL,  damping,     "jungle.damping", "1/s", 2, 0, 1000, "of a bending branch: force a speed over a gibbon's mass", "ours: a tenth of critical") \
  X(REAL,  wood,        "jungle.wood", "", 0.3, 0.001, 100, "mass of the wood that moves with a bending branch's hold, in gibbons", "ours") \
  X(REAL,  canopy_stiffness, "jungle.canopy_stiffness", "1/s2", 49.05, 1, 1e5, "of a canopy", "ours: 20 cm under its weight") \
  X(REAL,  canopy_damping, "jungle.canopy_damping", "1/s", 1.4, 0, 1000, "of a canopy", "ours: a tenth of critical")   \
  X(COUNT, twigs,       "jungle.twigs", "", 3, 0, 20, "twigs to swing on about each canopy", "ours")                     \
  X(REAL,  twig_stiffness, "jungle.twig_stiffness", "1/s2", 60, 1, 1e5, "of a twig", "ours: 16 cm under its weight") \
  X(REAL,  twig_damping, "jungle.twig_damping", "1/s", 1.5, 0, 1000, "of a twig", "ours: a tenth of critical")            \
  X(REAL,  twig_wood,   "jungle.twig_wood", "", 0.05, 0.001, 100, "mass of the wood that moves with a twig, in gibbons", "ours") \
  X(REAL,  vine_mass,   "jungle.vine_mass", "", 0.05, 0.001, 100, "of a vine's or cable's bead, in gibbons", "ours: a liana 4 cm thick") \
  X(REAL,  vine_damping, "jungle.vine_damping", "1/s", 0.02, 0, 100, "of a bead: force a speed over a gibbon's mass", "ours")
/* clang-format on */

typedef struct HhJungleParams {
  HH_JUNGLE_PARAMS(HH_PARAM_FIELD)
} HhJungleParams;

/* A piece of this kind as the parameters have it, without holds; a branch bends. */
HhPiece hh_jungle_piece(const HhJungleParams *params, HhPieceKind kind);

/* Room for the scene, at most. */
int hh_jungle_holds_most(const HhJungleParams *params, HhSceneKind scene);
int hh_jungle_pieces_most(const HhJungleParams *params, HhSceneKind scene);

/* True for scenes that are made of pieces. */
bool hh_scene_has_pieces(HhSceneKind scene);

/* Lays the scene into memory of at least that many; a complete world. */
HhWorld hh_jungle_lay(const HhJungleParams *params, HhSceneKind scene, uint64_t seed, HhHold *holds,
                      HhPiece *pieces);

#endif
