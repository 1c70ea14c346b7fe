/* The kernel as compiled for x86-64-v3; where HH_WIDE_HAS_V3 is not set there is none. */
#ifndef HH_SKIN_TENTACLE_SKIN_V3_H
#define HH_SKIN_TENTACLE_SKIN_V3_H

#include "skin/tentacle_skin.h"

void hh_tentacle_skin_v3(int beads, const HhTentacleRoots *roots, const HhStrands *strands,
                         HhTentacleSkin *skin);

#endif
