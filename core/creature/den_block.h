/* The stages of a block of HH_DEN_BLOCK daddies, in the order in which a tick goes through them;
 * apart so that a benchmark can time them. */
#ifndef HH_CREATURE_DEN_BLOCK_H
#define HH_CREATURE_DEN_BLOCK_H

#include "creature/den.h"

/* Scratch of a block's tick: what is asked of its strands. */
typedef struct HhDenBlock {
  HhStrandDrive drives[HH_DEN_BLOCK * HH_DADDY_TENTACLES / HH_STRAND_LANES];
} HhDenBlock;

void hh_den_block_minds(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block);
void hh_den_block_limbs(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                        HhDenBlock *scratch);
void hh_den_block_bodies(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                         HhDenBlock *scratch);
void hh_den_block_strands(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                          HhDenBlock *scratch);

#endif
