/* Rooms joined by their exits. Every room can be got to from every other; exits that no room is
 * left for lead nowhere. */
#ifndef HH_WORLD_ROOM_PLAN_H
#define HH_WORLD_ROOM_PLAN_H

#include "world/room_maker.h"

enum { HH_PLAN_ROOMS = 64 };

typedef struct HhRoomPlan {
  int count;
  HhRoom room[HH_PLAN_ROOMS];
} HhRoomPlan;

size_t hh_room_plan_bytes(const HhRoomParams *params, int count);

/* `count` rooms of a seed, 1 to HH_PLAN_ROOMS; they differ in nothing but their number. Each but
 * the first is joined to one of those before it, drawn like the exits that join them; rooms of bad
 * parameters are not joined. */
void hh_room_plan_make(const HhRoomParams *params, uint64_t seed, int count, void *memory,
                       HhRoomPlan *plan);

/* Where an exit of a plan's room leads: null when nowhere. */
const HhRoomExit *hh_room_plan_beyond(const HhRoomPlan *plan, const HhRoomExit *exit);

#endif
