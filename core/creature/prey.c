/* Flying prey; see the header. */
#include "creature/prey.h"

#include "base/angle.h"

void hh_prey_start(HhVec at, uint64_t seed, uint32_t index, HhPrey *prey)
{
  *prey = (HhPrey){.at = at,
                   .toward = at,
                   .random = hh_random(seed, HH_STREAM_PREY, index),
                   .until_sound = (int)(index % 20),
                   .catcher = -1,
                   .arm = -1};
}

/* A place in sight a few tiles away, if a draw finds one. */
static void choose_place(const HhRoom *room, HhPrey *prey)
{
  HhVec unit = hh_unit_from_angle(hh_random_range(&prey->random, -HH_PI, HH_PI));
  HhVec place = hh_vec_along(prey->at, unit, hh_random_range(&prey->random, 1, 8));
  HhVec normal;
  double share = hh_room_cast(room, prey->at, place, &normal);
  prey->toward = hh_vec_mix(prey->at, place, share < 1 ? 0.7 * share : 1);
}

void hh_prey_step(const HhPreyParams *params, const HhRoom *room, HhPrey *prey, HhSounds *sounds)
{
  if (hh_vec_distance(prey->at, prey->toward) < 0.5) choose_place(room, prey);
  HhVec way = hh_vec_sub(prey->toward, prey->at);
  double far = hh_vec_length(way);
  HhVec wanted = far > 0 ? hh_vec_scale(way, params->speed / far) : hh_vec(0, 0);
  prey->velocity = hh_vec_mix(prey->velocity, wanted, 0.1);
  HhVec next = hh_vec_add(prey->at, prey->velocity);
  if (hh_room_sees(room, prey->at, next) && !hh_room_inside(room, next)) {
    prey->at = next;
  } else {
    prey->velocity = hh_vec(0, 0);
    prey->toward = prey->at;
  }
  if (--prey->until_sound > 0) return;
  prey->until_sound = params->pause;
  hh_sound_make(prey->at, params->noise, sounds);
}
