/* What lives in a den, twice: as it works and as it is seen. */
#ifndef HHX_DEN_PAINT_H
#define HHX_DEN_PAINT_H

#include <cairo.h>

#include "den_reader.h"
#include "skin/dangle.h"
#include "view.h"

/* The sticks of all, faint, and over them one daddy (`whose`, -1: all) and the tentacles of walls
 * with beads and what they are about: way and target in red, ghosts as squares, and dots, the goal
 * of a tentacle blue, of a daddy's also the ideal position yellow and the temporary goal green. */
void hhx_den_plan(const HhxDenFrame *frame, int whose, int beads, double tile_m,
                  const HhxView *view, cairo_t *cairo);

/* Whether it is one of those whose goals are drawn. */
bool hhx_den_goals_shown(const HhxDenCreature *creature, int whose);

/* Bodies and smoothed tentacles; `dangles` one each of the creatures, only daddies' are read. */
void hhx_den_scene(const HhxDenFrame *frame, const HhDangles *dangles, int beads, double tile_m,
                   const HhxView *view, cairo_t *cairo);

/* Where the dead tentacles of a creature hang, tiles. */
void hhx_den_dangle_roots(const HhxDenCreature *creature, int beads, double tile_m,
                          HhVec root[HH_DANGLES]);

extern const unsigned hhx_ink_ideal, hhx_ink_temporary, hhx_ink_goal, hhx_ink_way, hhx_ink_ghost,
    hhx_ink_prey;

#endif
