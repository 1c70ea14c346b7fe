/* Rooms of square tiles, seen from the side: x to the right, y upward, one unit a tile, tile (0, 0)
 * at the lower left covering [0, 1) x [0, 1).
 *
 * A tile is solid, a slope (half of it solid, its edge a diagonal) or free; a free one may carry
 * horizontal and vertical poles, water, a background wall, or the mark of an exit. What lies
 * outside the room is solid. Bodies collide with solids and slopes; they can hold solids and slopes
 * by their exposed faces, poles, and background walls anywhere.
 * Not modelled: floors that let through from below, thickness of poles. */
#ifndef HH_WORLD_ROOM_H
#define HH_WORLD_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* What a tile is, in its lowest three bits, and what it carries. Slopes are named by the corner
 * that is solid. */
typedef enum HhTile {
  HH_TILE_AIR,
  HH_TILE_SOLID,
  HH_TILE_SLOPE_SE, /* a floor rising to the right, / */
  HH_TILE_SLOPE_SW, /* a floor falling to the right, \ */
  HH_TILE_SLOPE_NE, /* a ceiling */
  HH_TILE_SLOPE_NW,
  HH_TILE_KIND = 7, /* mask */
  HH_TILE_POLE_ACROSS = 8,
  HH_TILE_POLE_UP = 16,
  HH_TILE_WATER = 32,
  HH_TILE_WALL = 64, /* background wall */
  HH_TILE_EXIT = 128
} HhTile;

enum {
  HH_ROOM_SIDE_MOST = 1024, /* tiles */
  HH_ROOM_EXITS = 16
};

/* A way into another room: through which tile, and which exit of which room of the same plan. */
typedef struct HhRoomExit {
  int x, y;
  int room, exit; /* -1: leads nowhere */
} HhRoomExit;

/* A view; whoever made it owns the tiles. They lie row by row from below, `stride` bytes a row,
 * with a ring of solid round them, so that tiles[-1] and tiles[-stride] can be read; 3 bytes more
 * follow the ring, so that four bytes can be read at once anywhere. */
typedef struct HhRoom {
  int width, height, stride; /* tiles */
  const uint8_t *tiles;      /* tile (0, 0) */
  int exit_count;
  HhRoomExit exits[HH_ROOM_EXITS];
} HhRoom;

/* Bytes of memory for a room of that size, ring and tail included. */
size_t hh_room_bytes(int width, int height);

/* A room of air in `memory` (hh_room_bytes of it), its ring solid. *tiles is where to write. */
HhRoom hh_room_clear(int width, int height, uint8_t *memory, uint8_t **tiles);

/* The tile that a coordinate is in; what is no number, or far away, is outside of every room. */
static inline int hh_tile_of(double at)
{
  const double far = 1e9;
  double near = at > -far ? at : -far;
  near = near < far ? near : far;
  int tile = (int)near;
  return tile - (near < tile);
}

static inline uint8_t hh_room_tile(const HhRoom *room, int x, int y)
{
  if (x < 0 || y < 0 || x >= room->width || y >= room->height) return HH_TILE_SOLID;
  return room->tiles[(ptrdiff_t)y * room->stride + x];
}

static inline bool hh_tile_solid(uint8_t tile)
{
  return (tile & HH_TILE_KIND) == HH_TILE_SOLID;
}

/* True where a point is inside solid matter, slopes included. */
bool hh_room_inside(const HhRoom *room, HhVec at);

/* True when the straight line between two points meets nothing solid (points on a face are free).
 */
bool hh_room_sees(const HhRoom *room, HhVec from, HhVec to);

/* Where the straight line first meets something solid: the share of the way, 1 if it does not, and
 * the outward normal of what it meets (0 if none). */
double hh_room_cast(const HhRoom *room, HhVec from, HhVec to, HhVec *normal);

/* The nearest point that can be held within radius_t of `near`: exposed faces of solids and slopes,
 * poles (their middle lines), any point of a background wall. False where there is none. */
bool hh_room_nearest_hold(const HhRoom *room, HhVec near, double radius_t, HhVec *hold);

/* True when `at` is, within 1e-6 tiles, a point that can be held. */
bool hh_room_holds(const HhRoom *room, HhVec at);

#endif
