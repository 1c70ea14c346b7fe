#include "world/room_plan.h"

#include <assert.h>

#include "base/random.h"

/* Behind the tiles of all rooms lies the memory that making the last one needs. */
static size_t tiles_stride(const HhRoomParams *params)
{
  size_t all = hh_room_make_bytes(params);
  size_t tiles = all > hh_room_bytes(1, 1) ? hh_room_bytes(params->width, params->height) : all;
  return (tiles + 3) / 4 * 4;
}

size_t hh_room_plan_bytes(const HhRoomParams *params, int count)
{
  return tiles_stride(params) * (size_t)(count - 1) + hh_room_make_bytes(params);
}

/* A free exit of a room, or -1. */
static int draw_exit(const HhRoom *room, HhRandom *random)
{
  int free[HH_ROOM_EXITS], count = 0;
  for (int i = 0; i < room->exit_count; i++)
    if (room->exits[i].room < 0) free[count++] = i;
  return count ? free[hh_random_index(random, (uint64_t)count)] : -1;
}

/* A room of the first `count` that has a free exit, of which there always is one: every room has
 * two exits at least, and joining one more takes two. */
static int draw_room(const HhRoomPlan *plan, int count, HhRandom *random)
{
  int room = (int)hh_random_index(random, (uint64_t)count);
  while (draw_exit(&plan->room[room], random) < 0)
    room = (room + 1) % count;
  return room;
}

static void join(HhRoomPlan *plan, int a, int b, HhRandom *random)
{
  int from = draw_exit(&plan->room[a], random), to = draw_exit(&plan->room[b], random);
  plan->room[a].exits[from].room = b;
  plan->room[a].exits[from].exit = to;
  plan->room[b].exits[to].room = a;
  plan->room[b].exits[to].exit = from;
}

void hh_room_plan_make(const HhRoomParams *params, uint64_t seed, int count, void *memory,
                       HhRoomPlan *plan)
{
  HhRandom random = hh_random(seed, HH_STREAM_WORLD, UINT32_MAX);
  assert(count >= 1 && count <= HH_PLAN_ROOMS);
  plan->count = count;
  for (int i = 0; i < count; i++) {
    uint8_t *tiles = (uint8_t *)memory + tiles_stride(params) * (size_t)i;
    plan->room[i] = hh_room_make(params, seed, (uint32_t)i, tiles);
    if (plan->room[i].exit_count == 0) continue; /* bad parameters */
    if (i > 0) join(plan, draw_room(plan, i, &random), i, &random);
  }
}

const HhRoomExit *hh_room_plan_beyond(const HhRoomPlan *plan, const HhRoomExit *exit)
{
  return exit->room < 0 ? NULL : &plan->room[exit->room].exits[exit->exit];
}
