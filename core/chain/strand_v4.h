/* The strands' kernel as compiled for x86-64-v4; where HH_STRAND_HAS_WIDER is not set there is
 * none.
 */
#ifndef HH_CHAIN_STRAND_V4_H
#define HH_CHAIN_STRAND_V4_H

#include "chain/strand.h"

void hh_strands_v4_step(const HhStrandParams *params, const HhRoom *room, int beads,
                        const HhStrandDrive *drives, HhStrands *groups, int count,
                        HhStrandCount *counted);

#endif
