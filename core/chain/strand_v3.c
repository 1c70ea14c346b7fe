/* The strands' kernel as compiled for x86-64-v3 (AVX2) without FMA. */
#include "chain/strand_v3.h"

#include "chain/strand_kernel.inc"

void hh_strands_v3_step(const HhStrandParams *params, const HhRoom *room, int beads,
                        const HhStrandDrive *drives, HhStrands *groups, int count,
                        HhStrandCount *counted)
{
  step_any(params, room, beads, drives, groups, count, counted);
}
