/* The strands' kernel as compiled for x86-64-v4 (AVX-512), without fused instructions. */
#include "chain/strand_v4.h"

#include "chain/strand_kernel.inc"
#include "chain/strand_v3.h"

void hh_strands_v4_step(const HhStrandParams *params, const HhRoom *room, int beads,
                        const HhStrandDrive *drives, HhStrands *groups, int count,
                        HhStrandCount *counted)
{
  int pairs = count / GROUPS * GROUPS;
  step_any(params, room, beads, drives, groups, pairs, counted);
  if (pairs < count)
    hh_strands_v3_step(params, room, beads, drives + pairs, groups + pairs, 1, counted);
}
