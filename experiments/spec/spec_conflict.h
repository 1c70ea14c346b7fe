/* What does not go together: ranges the wrong way round (world.gap_min above world.gap_max),
 * anywhere in a design, and movers in scenes that are not theirs. */
#ifndef HHX_SPEC_CONFLICT_H
#define HHX_SPEC_CONFLICT_H

#include "spec.h"

typedef struct HhxConflict {
  const char *name;    /* the parameter that hh_params_fault names; null: no conflict */
  const char *partner; /* the other end of its range, or null when that is not known */
  double value, partner_value;
  const HhbScene *scene;
} HhxConflict;

/* Looks at the points of a list, and of other designs at every pair of axes at its four corners
 * (at every value, where other axes depend on it and they are few), the rest at their low ends, or
 * where the pair needs them to count. A fault lies between two parameters and an order is worst at
 * a corner, so this finds every fault of a grid without conditions, and all that it finds occur in
 * the grid. Designs that sample are held to the same: intervals that overlap wrongly are refused,
 * whatever is drawn. */
HhxConflict hhx_spec_conflict(const HhxSpec *spec);

/* Says it, with the remedy, after the key that did it. */
void hhx_conflict_text(const HhxConflict *conflict, char *text, size_t size);

/* The same of a mover in a scene that does not suit it (hhb_scene_suits), after its name. */
void hhx_unsuited_text(const HhbScene *scene, HhMover mover, char *text, size_t size);

#endif
