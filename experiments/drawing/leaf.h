/* Leaves and twigs, and what all plants are painted with: colours that fade with distance, and
 * chance that belongs to a place, so that nothing changes from frame to frame. */
#ifndef HHX_LEAF_H
#define HHX_LEAF_H

#include <stdint.h>

#include "ink.h"
#include "view.h"

typedef struct HhxPlants {
  const HhxView *view; /* entered: cairo takes metres */
  double size_m;       /* of knots, twigs and leaves: 1 for an arm of 0.75 m */
  double haze;         /* 0: near, 1: as pale as the sky */
  cairo_t *cairo;
} HhxPlants;

/* A place on wood: middle, unit vector along, half thickness. */
typedef struct HhxSpot {
  HhVec at, along;
  double half_m;
} HhxSpot;

/* A number in [0, 1) that belongs to a place and a question. */
double hhx_chance(int64_t place, int question);

HhxColour hhx_leaf_tone(const HhxPlants *plants, unsigned code);

/* One of four greens. */
HhxColour hhx_leaf_green(const HhxPlants *plants, double chance);

void hhx_leaf_paint(const HhxPlants *plants, HhVec at, double turn_rad, double size_m,
                    HhxColour colour);

/* A twig with its leaves, above the wood or hanging from it. */
void hhx_leaf_twig(const HhxPlants *plants, const HhxSpot *spot, int64_t place);

#endif
