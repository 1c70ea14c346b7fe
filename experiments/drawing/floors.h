/* What is stood on: the ground, and canopies, along the curve that feet feel (world/surface.h). */
#ifndef HHX_FLOORS_H
#define HHX_FLOORS_H

#include "leaf.h"
#include "trace_reader.h"
#include "world/surface.h"

/* Earth with grass on top, down to the window's bottom. */
void hhx_floors_ground(const HhxPlants *plants, const HhWorld *world, int piece);

/* The rounded top of a tree; `wood` is how deep it is trodden, or null. */
void hhx_floors_canopy(const HhxPlants *plants, const HhWorld *world, int piece,
                       const HhxWood *wood);

/* Of that only the line that the surface takes where it is trodden. */
void hhx_floors_trodden(const HhxPlants *plants, const HhWorld *world, int piece,
                        const HhxWood *wood);

#endif
