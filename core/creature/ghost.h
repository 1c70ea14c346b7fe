/* A tentacle's ghost: the tiles that it runs through, from its root to its goal, none of them
 * solid. Where the root sees its goal there are no tiles in it: the way is the straight line.
 * The tiles are a run of the fewest steps (diagonal ones only where both tiles beside are free), of
 * several not always the shortest. Where they, counted from the middle of the first to that of the
 * last, are longer than the tentacle there is no ghost. */
#ifndef HH_CREATURE_GHOST_H
#define HH_CREATURE_GHOST_H

#include "world/room.h"

enum { HH_GHOST_TILES = 48 /* at most */ };

typedef struct HhGhost {
  int x, y;                     /* its first tile, the root's */
  int count;                    /* tiles; 0: straight, or there is none */
  uint8_t step[HH_GHOST_TILES]; /* to the next tile: 0 right, 1 up-right, .. 7 down-right */
} HhGhost;

/* The ghost from a root to a goal that can be held; false when the goal is out of sight and the run
 * of tiles longer than length_t. */
bool hh_ghost_find(const HhRoom *room, HhVec root, HhVec goal, double length_t, HhGhost *ghost);

/* True while the root is in its first tile. */
static inline bool hh_ghost_starts_at(const HhGhost *ghost, HhVec root)
{
  return root.x >= ghost->x && root.x < ghost->x + 1 && root.y >= ghost->y && root.y < ghost->y + 1;
}

/* The middles of its tiles, ghost->count of them, from the root's. */
void hh_ghost_tiles(const HhGhost *ghost, HhVec middle[]);

#endif
