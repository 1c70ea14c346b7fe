/* Sounds: events with a place and a strength, heard by whoever is near enough, in the tick in which
 * they are made. */
#ifndef HH_CREATURE_SOUND_H
#define HH_CREATURE_SOUND_H

#include "base/vec.h"

enum { HH_SOUNDS = 64 };

typedef struct HhSound {
  HhVec at;          /* tiles */
  double strength_t; /* distance, in tiles, at which plain ears just hear it */
} HhSound;

typedef struct HhSounds {
  int count;
  HhSound sound[HH_SOUNDS]; /* of one tick, in the order in which they were made */
} HhSounds;

/* Adds one; the weakest is left out when there is no room. */
void hh_sound_make(HhVec at, double strength_t, HhSounds *sounds);

/* The loudest (strength times hearing minus distance, > 0) at `ears`, or -1. */
int hh_sound_loudest(const HhSounds *sounds, HhVec ears, double hearing);

#endif
