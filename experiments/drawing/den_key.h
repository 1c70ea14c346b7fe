/* What the marks of a room's picture mean: lines of marks with words, of what is there alone. */
#ifndef HHX_DEN_KEY_H
#define HHX_DEN_KEY_H

#include <cairo.h>

#include "den_reader.h"

/* The entries that a picture needs, a bit each. `whose`: the creature whose goals are drawn, -1:
 * of all. */
unsigned hhx_den_key(const HhxDenRoom *room, const HhxDenFrame *frame, int whose);

/* Lines that they take, `width` wide in letters of `size`, px. */
int hhx_den_key_lines(unsigned key, double width, double size);

/* How high a line is, in letters. */
#define HHX_DEN_KEY_LINE 1.6

void hhx_den_key_paint(unsigned key, double left, double top, double width, double size,
                       cairo_t *cairo);

#endif
