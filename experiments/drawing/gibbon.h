/* A gibbon as a picture: what the points of a rig look like from the side, in the manner of a lar
 * gibbon: dark fur, pale hands and feet, a pale ring round a dark face.
 *
 * Orthographic along z, near parts (greater z) in front of far ones and lighter; the head is in
 * front of all. Shapes are hulls round the bones (hull.h), so joints have no gaps.
 * Read are the points of rig14 and rig5.hand_holds; from the bones on, their rotations for where
 * the head looks (below, it looks where the belly faces); and what hh_skin_outputs names. Sizes and
 * directions come from the points, so what a trace holds is enough. Levels below have body.h.
 * Points that are not finite, or all at one place, leave the picture as it is. */
#ifndef HHX_DRAWING_GIBBON_H
#define HHX_DRAWING_GIBBON_H

#include <cairo.h>

#include "skin/skin.h"

typedef struct HhxFigure {
  HhLevel level; /* at least HH_LEVEL_RIG14 */
  const HhRig *rig;
  const HhSkin *skin; /* at HH_LEVEL_SKIN; else not looked at */
} HhxFigure;

typedef enum HhxFigureStyle {
  HHX_FIGURE_FULL,
  HHX_FIGURE_OUTLINE /* ink on paper, for tracings */
} HhxFigureStyle;

/* The transform of `cairo` is in metres of the world, y up. Below HH_LEVEL_SKIN there is no fur on
 * the outline, and hands are closed where they hold. `opacity` in [0, 1] is that of the figure as a
 * whole: its parts do not shine through each other. */
void hhx_gibbon_paint(cairo_t *cairo, const HhxFigure *figure, HhxFigureStyle style,
                      double opacity);

#endif
