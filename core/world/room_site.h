/* A room while it is made: its tiles, and memory to look for ways in. */
#ifndef HH_WORLD_ROOM_SITE_H
#define HH_WORLD_ROOM_SITE_H

#include "world/access.h"

typedef struct HhRoomSite {
  HhRoom room;
  uint8_t *tiles; /* of the room */
  const HhMobility *mobility;
  int passage, water; /* tiles; rows under water */
  /* Scratch, one a tile, row by row. */
  uint8_t *map, *mark;
  int32_t *queue;
} HhRoomSite;

static inline uint8_t *hh_site_tile(HhRoomSite *site, int x, int y)
{
  return site->tiles + (ptrdiff_t)y * site->room.stride + x;
}

/* Frees a square of the passage's size about a tile, moved so that it is within the room. */
void hh_site_open(HhRoomSite *site, int x, int y);

/* Makes sure that there is a way between all exits. `level`: they lie along the bottom, and so does
 * the way. */
void hh_site_join(HhRoomSite *site, bool level);

/* Fills what the exits do not lead to. */
void hh_site_fill(HhRoomSite *site);

#endif
