/* The strand scene in hh_strands_step. Strand creature * 12 + tentacle is lane `strand % 8` of
 * group `strand / 8`; lanes to spare are strands of the first creature. */
#ifndef HHB_PEERS_OURS_H
#define HHB_PEERS_OURS_H

#include "strand_scene.h"

typedef struct HhbOurScene {
  const HhbStrandScene *scene;
  int group_count;
  HhStrands *groups, *before; /* now; where a block began */
  HhStrandDrive *drives;      /* of each step of a block */
  HhbStrandHold *holds;
  HhStrandCount counted;
} HhbOurScene;

/* False: memory ran out. Keeps the scene. */
bool hhb_our_scene_create(const HhbStrandScene *scene, int block_steps, HhbOurScene *ours);

/* Finds out what is asked in the steps of a block, by taking them, and goes back to where it began;
 * then the block with that. */
void hhb_our_scene_ask(HhbOurScene *ours, int step, int block_steps);
void hhb_our_scene_step(HhbOurScene *ours, int block_steps);

/* As hhb_peer_scene_places, after step `step`. */
void hhb_our_scene_places(const HhbOurScene *ours, int step, HhVec *places);

#endif
