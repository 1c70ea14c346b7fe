/* What lives in a den, twice: as it works and as it is seen. */
#ifndef HHX_DEN_PAINT_H
#define HHX_DEN_PAINT_H

#include <cairo.h>

#include "den_reader.h"
#include "skin/dangle.h"
#include "view.h"

/* Way and target in red, ghosts as squares, beads and sticks, and three dots a tentacle: the ideal
 * position yellow, the temporary goal green, the current one blue. */
void hhx_den_plan(const HhxDenFrame *frame, int beads, double tile_m, const HhxView *view,
                  cairo_t *cairo);

/* Bodies and smoothed tentacles; `dangles` one each of the creatures, only daddies' are read. */
void hhx_den_scene(const HhxDenFrame *frame, const HhDangles *dangles, int beads, double tile_m,
                   const HhxView *view, cairo_t *cairo);

/* Where the dead tentacles of a creature hang, tiles. */
void hhx_den_dangle_roots(const HhxDenCreature *creature, int beads, double tile_m,
                          HhVec root[HH_DANGLES]);

extern const unsigned hhx_ink_ideal, hhx_ink_temporary, hhx_ink_goal, hhx_ink_way;

#endif
