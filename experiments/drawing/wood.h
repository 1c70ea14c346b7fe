/* Wood: branches along their holds, and stems that stand: trunks, posts. */
#ifndef HHX_WOOD_H
#define HHX_WOOD_H

#include "leaf.h"
#include "trace_reader.h"
#include "world/world.h"

/* Through holds of one branch, joined, and a little beyond both ends. `seed` makes it grow in its
 * own way; `wood` is how it is bent, or null. */
void hhx_wood_branch(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed,
                     const HhxWood *wood);

/* Through the holds of a trunk, lowest first, and on beyond both ends as far as the window goes. */
void hhx_wood_trunk(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed);

/* A bare stem that reaches from its top down through the window. */
void hhx_wood_post(const HhxPlants *plants, HhVec top, double half_m, int64_t seed);

#endif
