/* Sounds; see the header. */
#include "creature/sound.h"

static int weakest_of(const HhSounds *sounds)
{
  int weakest = 0;
  for (int i = 1; i < sounds->count; i++)
    if (sounds->sound[i].strength_t < sounds->sound[weakest].strength_t) weakest = i;
  return weakest;
}

void hh_sound_make(HhVec at, double strength_t, HhSounds *sounds)
{
  if (!(strength_t > 0)) return;
  HhSound made = {at, strength_t};
  if (sounds->count < HH_SOUNDS) {
    sounds->sound[sounds->count++] = made;
    return;
  }
  int weakest = weakest_of(sounds);
  if (sounds->sound[weakest].strength_t >= strength_t) return;
  for (int i = weakest; i + 1 < HH_SOUNDS; i++)
    sounds->sound[i] = sounds->sound[i + 1];
  sounds->sound[HH_SOUNDS - 1] = made;
}

int hh_sound_loudest(const HhSounds *sounds, HhVec ears, double hearing)
{
  int loudest = -1;
  double most = 0;
  for (int i = 0; i < sounds->count; i++) {
    double loud =
        sounds->sound[i].strength_t * hearing - hh_vec_distance(ears, sounds->sound[i].at);
    if (!(loud > most)) continue;
    loudest = i;
    most = loud;
  }
  return loudest;
}
