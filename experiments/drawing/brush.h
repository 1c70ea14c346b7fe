/* What a gibbon is painted with: the colours of a style, and lines and fills of hulls. */
#ifndef HHX_DRAWING_BRUSH_H
#define HHX_DRAWING_BRUSH_H

#include <cairo.h>

#include "hull.h"

typedef struct HhxTone {
  double r, g, b;
} HhxTone;

typedef struct HhxPalette {
  HhxTone near, middle, far; /* fur by depth */
  HhxTone pale, pale_far;    /* hands, feet, ring of the face */
  HhxTone face, eye, pupil;
  HhxTone line;
  double line_m;      /* width of lines on a body of the table's sizes */
  double shine_alpha; /* of the highlights */
} HhxPalette;

typedef struct HhxBrush {
  cairo_t *cairo;
  const HhxPalette *palette;
  double unit;   /* size of the body, 1 for that of core/rig/body.h */
  double line_m; /* width of lines outside of shapes */
} HhxBrush;

/* Colours at depth z, m: from far to near shoulder. */
HhxTone hhx_brush_fur(const HhxBrush *brush, double z);
HhxTone hhx_brush_pale(const HhxBrush *brush, double z);

void hhx_brush_ink(const HhxBrush *brush, HhxTone colour);

/* The line round a shape, half of it inside, where the shape's fill covers it; and the fill. */
void hhx_brush_line(const HhxBrush *brush, const HhxHull *hull, const HhxFur *fur);
void hhx_brush_fill(const HhxBrush *brush, const HhxHull *hull, const HhxFur *fur, HhxTone colour);

/* Line and fill of cairo's present path; the second clear at `root`, solid from `clear` on. */
void hhx_brush_solid(const HhxBrush *brush, HhxTone colour);
void hhx_brush_growing(const HhxBrush *brush, HhVec root, HhVec clear, HhxTone colour);

void hhx_brush_shine(const HhxBrush *brush, const HhxHull *hull);
void hhx_brush_disc(const HhxBrush *brush, HhVec at, double radius_m, HhxTone colour);

#endif
