/* What is painted of a body at one instant. */
#ifndef HHX_BODY_H
#define HHX_BODY_H

#include <cairo.h>

#include "skin/skin.h"

typedef struct HhxBody {
  HhLevel level;
  const HhRig *rig; /* points of the level, and the bones */
  const HhSkin *skin;
  HhVec contact;  /* what is held, when rig2.holds */
  double reach_m; /* hand to centre of mass, arm outstretched: the body's size */
  double facing;  /* 1 toward +x, -1 toward -x */
  bool faint;     /* in pale colours: one of many in a tracing */
} HhxBody;

/* In world metres, y up. */
void hhx_body_paint(cairo_t *cairo, const HhxBody *body);

#endif
