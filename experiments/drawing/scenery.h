/* The world of a trace: its holds, and how it is painted: branches of wood with twigs and leaves
 * in front of a light sky and, in films, a pale forest. What grows where is decided by place alone,
 * so it stays there from frame to frame. */
#ifndef HHX_SCENERY_H
#define HHX_SCENERY_H

#include <cairo.h>
#include <stdbool.h>

#include "error.h"
#include "world/world.h"

typedef struct HhxScenery {
  HhHold *holds;      /* of one branch, joined, where they follow one another */
  HhPieceKind *kinds; /* of the piece of each; branches where the file does not say */
  int count;
} HhxScenery;

/* Reads NAME.world.csv of the trace NAME.csv. False and *error. */
bool hhx_scenery_read(const char *trace_path, HhxScenery *scenery, HhxError *error);
void hhx_scenery_free(HhxScenery *scenery);

/* A window on the world: `at` is in its middle. Pixels, y down. */
typedef struct HhxView {
  double left, top, width, height; /* px */
  HhVec at;                        /* m */
  double px_per_m;
} HhxView;

HhVec hhx_view_point(const HhxView *view, HhVec world_m);

/* From now on nothing is painted outside the window. */
void hhx_view_clip(const HhxView *view, cairo_t *cairo);

/* The same, and from now on cairo takes world metres, y up. */
void hhx_view_enter(const HhxView *view, cairo_t *cairo);

/* Sky, and on request a pale forest far behind, which the camera passes slowly. */
void hhx_scenery_sky(const HhxView *view, bool forest, cairo_t *cairo);

/* Branches and leaves within the window; `reach_m` gives their size. */
void hhx_scenery_branches(const HhxScenery *scenery, const HhxView *view, double reach_m,
                          cairo_t *cairo);

#endif
