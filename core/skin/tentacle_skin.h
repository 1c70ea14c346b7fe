/* Tentacles as they are seen: beads and sticks smoothed to curves, eight strands side by side.
 * Nothing reads it; what a den does is the same with and without it.
 *
 *   curve      Catmull and Rom's spline through root and beads, four points a stick: a quarter, a
 *              half and three quarters along it, and the bead. Beyond either end the curve goes on
 *              straight.
 *   thickness  of each stick, from its stretch: (rest / length)^0.35 within [0.5, 1.5], to 0.1 %;
 *              where there is no rest length, or no length, 1.5
 *
 * In float, only + - x / and whole numbers: the same bits on any processor. Where a bead is not
 * finite, nor is the curve about it.
 * After: Catmull, Rom 1974, "A class of local interpolating splines". */
#ifndef HH_SKIN_TENTACLE_SKIN_H
#define HH_SKIN_TENTACLE_SKIN_H

#include "chain/strand.h"

enum { HH_SKIN_POINTS = 4 /* a stick */ };

typedef struct HhTentacleSkin {
  _Alignas(32) float x[HH_STRAND_BEADS][HH_SKIN_POINTS][HH_STRAND_LANES]; /* tiles */
  float y[HH_STRAND_BEADS][HH_SKIN_POINTS][HH_STRAND_LANES];
  float thickness[HH_STRAND_BEADS][HH_STRAND_LANES]; /* 1 at rest length */
} HhTentacleSkin;

/* Where the strands of a group are rooted, tiles, and how long each of their sticks is at rest. */
typedef struct HhTentacleRoots {
  _Alignas(32) float x[HH_STRAND_LANES];
  float y[HH_STRAND_LANES], stick[HH_STRAND_LANES];
} HhTentacleRoots;

/* Of `beads` beads (1..HH_STRAND_BEADS). */
void hh_tentacle_skin(HhStrandWide wide, int beads, const HhTentacleRoots *roots,
                      const HhStrands *strands, HhTentacleSkin *skin);

#endif
