/* The kernel as compiled for any processor, and the choice between compilations. */
#include "skin/tentacle_skin.h"

#include "skin/tentacle_skin_kernel.inc"
#include "skin/tentacle_skin_v3.h"

void hh_tentacle_skin(HhStrandWide wide, int beads, const HhTentacleRoots *roots,
                      const HhStrands *strands, HhTentacleSkin *skin)
{
#ifdef HH_WIDE_HAS_V3
  if (wide >= HH_STRAND_V3) {
    hh_tentacle_skin_v3(beads, roots, strands, skin);
    return;
  }
#endif
  (void)wide;
  skin_any(beads, roots, strands, skin);
}
