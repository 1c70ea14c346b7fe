/* What hangs: vines and cables, as their beads are now or at rest. */
#ifndef HHX_LIANA_H
#define HHX_LIANA_H

#include "leaf.h"
#include "trace_reader.h"
#include "world/world.h"

/* From the first hold, where it hangs from a short branch; `wood` null: at rest. */
void hhx_liana_vine(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed,
                    const HhxWood *wood);

/* A rope between two posts, at the first and the last hold. */
void hhx_liana_cable(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed,
                     const HhxWood *wood);

#endif
