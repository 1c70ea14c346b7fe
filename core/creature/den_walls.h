/* The tentacles that grow from a den's walls: how they begin, and their tick, which comes after the
 * prey's and before the daddies'. */
#ifndef HH_CREATURE_DEN_WALLS_H
#define HH_CREATURE_DEN_WALLS_H

#include "creature/den.h"

/* False when there is no place for one. */
bool hh_den_walls_start(const HhDenSettings *settings, const HhRoom *room, HhDen *den);

void hh_den_walls_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den);

uint64_t hh_den_walls_hash(uint64_t hash, const HhDen *den);

#endif
