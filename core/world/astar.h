/* One way for one creature: A* with the octile distance (Hart, Nilsson, Raphael 1968), over the
 * same ground and costs as field.h, and with the same tie of legality before cost. Without drops:
 * its estimate knows steps only. A field pays from 13 to 16 creatures a goal on where costs are all
 * one, from 2 on where they vary (bench_paths). */
#ifndef HH_WORLD_ASTAR_H
#define HH_WORLD_ASTAR_H

#include "world/field.h"

typedef struct HhAstarFound {
  bool found;
  uint64_t cost;          /* unwanted cost in the high half; only if found */
  int straight, diagonal; /* steps of the way */
  int expanded;           /* tiles */
} HhAstarFound;

/* Bytes of scratch over that many tiles, aligned to 16 bytes. */
size_t hh_astar_bytes(int tiles);

/* The best way between two tiles. Its tiles, `from` first, are written to path[0 .. most), the
 * number of them all is straight + diagonal + 1; path may be null with most 0. */
HhAstarFound hh_astar(const HhGround *ground, int from, int to, void *scratch, int *path, int most);

#endif
