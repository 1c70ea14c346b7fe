/* A room of tiles, as a plan to read and as what is seen. */
#ifndef HHX_ROOM_PAINT_H
#define HHX_ROOM_PAINT_H

#include <cairo.h>

#include "den_reader.h"
#include "view.h"

/* Grey solids, outlined; poles, background walls, water and exits by colour; a faint grid. */
void hhx_room_plan(const HhxDenRoom *room, const HhxView *view, cairo_t *cairo);

/* Dark solids before pale air. */
void hhx_room_scene(const HhxDenRoom *room, const HhxView *view, cairo_t *cairo);

extern const unsigned hhx_ink_exit, hhx_ink_pole, hhx_ink_wall, hhx_ink_water;

#endif
