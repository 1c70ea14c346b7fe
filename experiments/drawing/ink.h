/* Colours, lettering and small marks of all pictures; in pixels, y down. */
#ifndef HHX_INK_H
#define HHX_INK_H

#include <cairo.h>

#include "base/vec.h"
#include "trace_reader.h"

typedef struct HhxColour {
  double red, green, blue;
} HhxColour;

HhxColour hhx_rgb(unsigned code); /* 0xrrggbb */
HhxColour hhx_ink_mix(HhxColour a, HhxColour b, double share);
void hhx_ink_set(cairo_t *cairo, HhxColour colour, double alpha);

/* Of what governs the motion: told apart by any eye (after Okabe and Ito). */
HhxColour hhx_ink_mode(HhxMode mode);

extern const unsigned hhx_ink_words, hhx_ink_faint, hhx_ink_velocity, hhx_ink_arm;

/* Bytes that are no UTF-8 are written as '?'. */
double hhx_ink_width(cairo_t *cairo, double size, bool bold, const char *text);

/* Where `at` is in the text: 0 its left end, 0.5 its middle, 1 its right end. Its width. */
double hhx_ink_text(cairo_t *cairo, HhVec at, double anchor, double size, bool bold,
                    HhxColour colour, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

/* A line from `from` with a head at `to`; nothing when it is shorter than its head. */
void hhx_ink_arrow(cairo_t *cairo, HhVec from, HhVec to, double width, HhxColour colour);

/* A bar of a round number of metres, at most most_px long, its right end at `at`, with words. */
void hhx_ink_scale(cairo_t *cairo, HhVec at, double px_per_m, double most_px, double size);

#endif
