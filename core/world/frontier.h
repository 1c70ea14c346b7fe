/* The tiles that a search will look at next, by their cost: buckets of several levels (Denardo, Fox
 * 1979, Oper. Res. 27:161), whose least key never falls. A key is legality (the cost of unwanted
 * tiles) in its high half and cost in its low one, so legality is compared first. A tile lies on
 * the level of the highest digit, of HH_FRONTIER_DIGIT bits, in which its key differs from the
 * least one taken, in the bucket of that digit; with steps as cheap as ours it moves down a level
 * once at most. Each tile is in it at most once; its rows are the caller's. */
#ifndef HH_WORLD_FRONTIER_H
#define HH_WORLD_FRONTIER_H

#include <stdbool.h>
#include <stdint.h>

enum {
  HH_FRONTIER_DIGIT = 8, /* bits */
  HH_FRONTIER_LEVELS = 64 / HH_FRONTIER_DIGIT,
  HH_FRONTIER_BUCKETS = HH_FRONTIER_LEVELS << HH_FRONTIER_DIGIT
};

#define HH_FRONTIER_FAR UINT64_MAX

typedef struct HhFrontierLink {
  int32_t next, before; /* in its bucket; before: -1 - bucket at the head */
} HhFrontierLink;

/* A row a tile. */
typedef struct HhFrontierRows {
  uint64_t *keys; /* the least found so far; HH_FRONTIER_FAR: none yet */
  HhFrontierLink *links;
} HhFrontierRows;

typedef struct HhFrontier {
  uint64_t last;                           /* the least key taken */
  int count;                               /* tiles in it */
  uint64_t some[HH_FRONTIER_BUCKETS / 64]; /* bit b: bucket b is not empty */
  int32_t head[HH_FRONTIER_BUCKETS];
} HhFrontier;

void hh_frontier_clear(HhFrontier *frontier);

static inline bool hh_frontier_empty(const HhFrontier *frontier)
{
  return frontier->count == 0;
}

/* Puts a tile in at key >= the least taken, or moves it there from the greater key that it is in
 * at; its key is set. */
void hh_frontier_put(HhFrontier *frontier, const HhFrontierRows *rows, int tile, uint64_t key);

/* Takes out a tile of the least key; not empty. Among equals the last one put. */
int hh_frontier_take(HhFrontier *frontier, const HhFrontierRows *rows);

#endif
