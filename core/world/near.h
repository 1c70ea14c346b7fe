/* The nearest hold in a direction, fast among very many: a uniform grid over the holds with about
 * two in a cell, walked in rings around the point asked for until no nearer one is possible.
 * The expected time does not depend on how many holds there are as long as they are spread about
 * evenly; the worst case (all but one in a single cell) looks at each. Where there is nothing in
 * that direction, each cell of the box around the sector within reach is looked into.
 * bench/nearest shows the growth. After: Bentley, Weide and Yao 1980, ACM TOMS 6:563, "Optimal
 * expected-time algorithms for closest point problems". */
#ifndef HH_WORLD_NEAR_H
#define HH_WORLD_NEAR_H

#include "world/world.h"

/* A view over memory of the caller: `cells`, where the holds of each cell begin in `order`, and
 * `order`, the holds sorted by cell. */
typedef struct HhNear {
  const HhHold *holds;
  int count;
  HhVec corner; /* m, of the first cell */
  double cell_m;
  int columns, rows;
  int *cells, *order;
} HhNear;

/* How the grid over these holds would be; then the caller gives near->cells
 * (columns * rows + 1 ints, at most 3 count + 4) and near->order (count ints) and fills it. count >
 * 0. */
HhNear hh_near_plan(const HhHold *holds, int count);
void hh_near_fill(HhNear *near);

/* What is asked: holds whose direction from `from` is within acos(least_cosine) of `way` (a unit
 * vector; least_cosine -1: any direction), from apart_m to reach_m away (INFINITY: however far). */
typedef struct HhNearAsk {
  HhVec from, way;
  double least_cosine, apart_m, reach_m;
} HhNearAsk;

/* The nearest hold, its branch in holds[].branch; -1: none. The lower number wins a tie. */
int hh_near_find(const HhNear *near, HhNearAsk ask);

#endif
