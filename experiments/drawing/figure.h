/* What is painted of a body at one instant. */
#ifndef HHX_FIGURE_H
#define HHX_FIGURE_H

#include <cairo.h>

#include "rig/rig.h"

typedef struct HhxFigure {
  HhLevel level;
  const HhRig *rig; /* points of the level; rotations from bones on */
  HhVec contact;    /* what is held, when rig2.holds */
  double reach_m;   /* hand to centre of mass, arm outstretched: the body's size */
  double facing;    /* 1 toward +x, -1 toward -x */
} HhxFigure;

/* Both paint in world metres, y up. */
void hhx_body_paint(cairo_t *cairo, const HhxFigure *figure);

#endif
