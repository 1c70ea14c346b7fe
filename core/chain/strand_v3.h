/* The strands' kernel as compiled for x86-64-v3; where HH_STRAND_HAS_WIDER is not set there is
 * none.
 */
#ifndef HH_CHAIN_STRAND_V3_H
#define HH_CHAIN_STRAND_V3_H

#include "chain/strand.h"

void hh_strands_v3_step(const HhStrandParams *params, const HhRoom *room, int beads,
                        const HhStrandDrive *drives, HhStrands *groups, int count,
                        HhStrandCount *counted);

#endif
