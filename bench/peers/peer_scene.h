/* The strand scene in a physics engine. */
#ifndef HHB_PEERS_PEER_SCENE_H
#define HHB_PEERS_PEER_SCENE_H

#include "peer.h"
#include "strand_scene.h"

typedef struct HhbPeerCreature {
  HhbPeerBody *body, *beads[HHB_STRAND_TENTACLES][HHB_STRAND_BEADS];
  HhbStrandHold holds[HHB_STRAND_TENTACLES];
  bool held[HHB_STRAND_TENTACLES]; /* what the engine knows of it */
} HhbPeerCreature;

typedef struct HhbPeerScene {
  const HhbPeer *peer;
  void *world;
  const HhbStrandScene *scene;
  HhbPeerCreature *creatures;
} HhbPeerScene;

/* False: memory ran out. Keeps the scene. */
bool hhb_peer_scene_create(const HhbPeer *peer, const HhbPeerSettings *settings,
                           const HhbStrandScene *scene, HhbPeerScene *peer_scene);

/* What holds in the step, and how bodies move; then the step with that. */
void hhb_peer_scene_ask(HhbPeerScene *peer_scene, int step);
void hhb_peer_scene_step(HhbPeerScene *peer_scene, int step);

/* Creature by creature, tentacle by tentacle: its root and its beads. */
void hhb_peer_scene_places(const HhbPeerScene *peer_scene, HhVec *places);

#endif
