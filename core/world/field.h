/* Ways to a goal for everybody: a flow field, flooded from the goal over an access map (access.h)
 * in as many ticks as its budget needs, while creatures walk the last one that was finished.
 *
 * A step leads to one of eight neighbours, diagonally only where both tiles beside are usable, or
 * down a drop. It costs 70 times the cost of the tile it enters, 99 diagonally (99/70 is the root
 * of 2 to 5e-5); legality is compared first: among ways, the one with the least cost of unwanted
 * tiles, then the shortest. Two ways to look at it:
 *
 *     HH_FIELD_REACH   the way from each tile to the goal
 *     HH_FIELD_RETURN  whether and how the goal's tile leads to each tile; followed backward
 *
 * When the goal moves while a flood runs: if the flood has come by the new goal, within
 * HH_FIELD_NEAR tiles of the old one, it is finished first; else it is dropped, so a goal that
 * comes back into a closed room does not wait for the flood of the world outside. After
 * HH_FIELD_DROPS in a row a flood is finished whatever the goal does, so no goal can run from its
 * field for ever. A goal that nothing leads to costs one flood of its own component, and then
 * nothing. After: devlog of Rain World (README, Sources); Dijkstra 1959. */
#ifndef HH_WORLD_FIELD_H
#define HH_WORLD_FIELD_H

#include <stddef.h>

#include "world/access.h"
#include "world/frontier.h"

enum {
  HH_STEP_STRAIGHT = 70,
  HH_STEP_DIAGONAL = 99,
  HH_FIELD_NEAR = 4, /* tiles */
  HH_FIELD_DROPS = 3,
  HH_FIELD_GOAL = 8, /* the goal's own tile */
  HH_FIELD_NONE = 9, /* no way */
  HH_FIELD_DROP = 10 /* down, to the next tile that can be used */
};

typedef enum HhFieldKind { HH_FIELD_REACH, HH_FIELD_RETURN } HhFieldKind;

/* What is walked on: an access map and how steps go. */
typedef struct HhGround {
  int width, height;
  const uint8_t *access; /* of hh_access_map */
  int drop;              /* tiles that can be fallen */
  bool diagonal;
} HhGround;

/* How far apart two tiles are, each way. */
static inline void hh_ground_apart(const HhGround *ground, int a, int b, int *x, int *y)
{
  *x = a % ground->width - b % ground->width;
  *y = a / ground->width - b / ground->width;
  if (*x < 0) *x = -*x;
  if (*y < 0) *y = -*y;
}

/* The state of one field; its rows lie behind it in memory of the caller's. */
typedef struct HhField {
  HhFieldKind kind;
  int tiles;
  int goal;     /* tile number of the flood that runs or, if none runs, the last one; -1: none */
  int wanted;   /* of the next flood; -1: none */
  int walked;   /* of the finished field; -1: none is finished */
  int drops;    /* floods dropped in a row */
  int looked;   /* tiles, by the flood that runs */
  int finished; /* where the ways of the finished field begin: 0 or `tiles` */
  int by[10];   /* by how much a way changes the number of a tile */
  bool running;
  bool begun; /* the flood that runs has looked at its goal */
} HhField;

/* Steps from a tile: 0 right, 1 up-right, .. 7 down-right; GOAL and NONE stay. */
extern const int hh_step_x[10], hh_step_y[10];

static inline bool hh_ground_usable(const HhGround *ground, int tile)
{
  return ground->access[tile] >> 4 != HH_FORBIDDEN;
}

/* What a step costs whose straight cost is `straight`, onto a tile. */
static inline uint64_t hh_ground_toll(const HhGround *ground, int tile, int straight)
{
  uint64_t cost = (ground->access[tile] & 15u) * (unsigned)straight;
  return ground->access[tile] >> 4 == HH_UNWANTED ? cost << 32 | cost : cost;
}

/* Which steps from a tile lead to usable ones: bit d for step d. Steps are open both ways; diagonal
 * ones only between two tiles that are wanted. */
unsigned hh_ground_steps(const HhGround *ground, int tile);

/* The same without those that a search need not look at that came by way `way` of the tile: back,
 * and the two beside that, which a straight step reaches from there. */
unsigned hh_ground_steps_on(const HhGround *ground, int tile, unsigned way);

/* Bytes of a field over that many tiles. */
size_t hh_field_bytes(int tiles);

/* An empty field in memory that is aligned to 16 bytes. */
HhField *hh_field_start(HhFieldKind kind, int tiles, void *memory);

/* Asks for the field of a goal tile (y * width + x). Costs nothing where that is what there is. */
void hh_field_aim(const HhGround *ground, HhField *field, int goal);

/* Goes on with the flood, at most `budget` tiles. Returns the tiles looked at; less than the
 * budget: there is nothing to do. */
int hh_field_work(const HhGround *ground, HhField *field, int budget);

/* The directions of the finished field, a byte a tile: 0..7, GOAL, NONE or DROP. */
static inline const uint8_t *hh_field_ways(const HhField *field)
{
  return (const uint8_t *)(field + 1) + field->finished;
}

/* The next tile from `tile` by the finished field; `tile` itself at the goal and where there is no
 * way. */
static inline int hh_field_next(const HhGround *ground, const HhField *field, int tile)
{
  uint8_t way = hh_field_ways(field)[tile];
  if (way != HH_FIELD_DROP) return tile + field->by[way];
  do
    tile -= ground->width;
  while (!hh_ground_usable(ground, tile));
  return tile;
}

/* Cost of the way from (or to) `tile` by the finished field: unwanted cost in the high half;
 * HH_FRONTIER_FAR where there is none. */
uint64_t hh_field_cost(const HhField *field, int tile);

/* Of all that decides its future: on one ground the rows follow from it. */
uint64_t hh_field_hash(const HhField *field, uint64_t hash);

#endif
