/* Where a kind of creature can be, tile by tile, and what a step there costs it.
 * Legality comes before cost: a way over unwanted tiles is taken only when no other exists, however
 * short; what is forbidden is never taken. */
#ifndef HH_WORLD_ACCESS_H
#define HH_WORLD_ACCESS_H

#include "world/room.h"

/* How a tile can be used; one tile can be of several. */
#define HH_ACCESSES(X)                                                                             \
  X(FLOOR, "floor", "air on top of a solid or a slope")                                            \
  X(WALL, "wall", "beside a solid, or before a background wall")                                   \
  X(CEILING, "ceiling", "below a solid")                                                           \
  X(POLE, "pole", "a pole")                                                                        \
  X(CORRIDOR, "corridor", "solid on two opposite sides")                                           \
  X(AIR, "air", "free")                                                                            \
  X(WATER, "water", "under water")

typedef enum HhAccess {
#define HH_ACCESS_ID(id, name, meaning) HH_ACCESS_##id,
  HH_ACCESSES(HH_ACCESS_ID)
#undef HH_ACCESS_ID
      HH_ACCESS_COUNT
} HhAccess;

typedef enum HhLegality { HH_ALLOWED, HH_UNWANTED, HH_FORBIDDEN } HhLegality;

/* What a kind of creature can use. A tile is as good as its best use. */
typedef struct HhMobility {
  HhLegality legality[HH_ACCESS_COUNT];
  int cost[HH_ACCESS_COUNT]; /* of a straight step, 1..15; a diagonal one costs 1.4 times that */
  int reach;                 /* tiles: air this near (straight steps) to something that can be held
                                counts as a wall; 0: not at all */
  int drop;                  /* tiles it can fall, one way, through air that it cannot use */
  bool diagonal;             /* may step diagonally where both tiles beside are free */
} HhMobility;

/* The kinds that exist. */
extern const HhMobility hh_mobility_daddy, hh_mobility_walker, hh_mobility_climber,
    hh_mobility_flier, hh_mobility_swimmer;

/* Bits 1 << HhAccess of a tile; 0 for solids. */
unsigned hh_access(const HhRoom *room, int x, int y);

/* Writes, for every tile (row by row from below, width a row), the cost of a straight step onto it
 * in its low nibble and its legality in the high one. The cost of solids is 0, that of free tiles
 * which are forbidden 15: one can fall through those. */
void hh_access_map(const HhRoom *room, const HhMobility *mobility, uint8_t *map);

#endif
