/* The ways of a den's daddies: a pool of flow fields toward the tiles that they go to. A field is
 * shared by all who go to its tile, and by those who go to a sound within HH_DEN_SHARE tiles of it;
 * the one that was asked for the longest ago makes room for a new one. */
#ifndef HH_CREATURE_DEN_PATHS_H
#define HH_CREATURE_DEN_PATHS_H

#include "creature/den.h"

enum {
  HH_DEN_FIELDS = 40,
  HH_DEN_SHARE = 2, /* tiles */
  HH_DEN_KEPT = 80  /* ticks for which a field is kept after it was asked for */
};

size_t hh_den_paths_bytes(const HhRoom *room);
/* `pulled`: by tensions, not by the cheat. */
void hh_den_paths_start(const HhRoom *room, bool pulled, HhDen *den);

/* The field toward a tile, or toward one near it when `near`, which *x and *y then are; -1: all are
 * in use. `kept` ones stay for ever. */
int hh_den_paths_ask(HhDen *den, bool near, bool kept, int *x, int *y);

/* True while that is a field toward (x, y). */
bool hh_den_paths_leads(const HhDen *den, int field, int x, int y);

/* A tick's work: at most so many tiles. Returns how many. */
int hh_den_paths_step(HhDen *den, int budget);

/* The next tile on the way; false: not known, none, or there. Where no way begins, a neighbour that
 * has one. */
bool hh_den_paths_next(const HhDen *den, int field, int *x, int *y);

/* The nearest tile to (x, y) where a daddy can be, within a few; false: none. */
bool hh_den_paths_near(const HhDen *den, int *x, int *y);

/* Of the fields. */
uint64_t hh_den_paths_hash(const HhDen *den, uint64_t hash);

#endif
