/* The kernel as compiled for x86-64-v3 (AVX2) without FMA. */
#include "skin/tentacle_skin_v3.h"

#include "skin/tentacle_skin_kernel.inc"

void hh_tentacle_skin_v3(int beads, const HhTentacleRoots *roots, const HhStrands *strands,
                         HhTentacleSkin *skin)
{
  skin_any(beads, roots, strands, skin);
}
