/* The world of a trace: its pieces, and how they are painted: wood with twigs and leaves (wood.h),
 * what hangs (liana.h) and what is stood on (floors.h), floors behind all else and the far before
 * the near, which is less pale, in front of a light sky and, in films, a pale forest. What grows
 * where is decided by place alone, so it stays there from frame to frame. */
#ifndef HHX_SCENERY_H
#define HHX_SCENERY_H

#include <cairo.h>
#include <stdbool.h>

#include "error.h"
#include "trace_reader.h"
#include "view.h"
#include "world/world.h"

typedef struct HhxScenery {
  HhHold *holds; /* of one branch, joined, where they follow one another */
  int count;
  HhPiece
      *pieces; /* in the order in which they are painted; branches where the file does not say */
  int piece_count;
} HhxScenery;

/* Reads NAME.world.csv of the trace NAME.csv. False and *error. */
bool hhx_scenery_read(const char *trace_path, HhxScenery *scenery, HhxError *error);
void hhx_scenery_free(HhxScenery *scenery);

/* Sky, and on request a pale forest far behind, which the camera passes slowly. */
void hhx_scenery_sky(const HhxView *view, bool forest, cairo_t *cairo);

/* All pieces within the window, those that move as the woods say; `reach_m` gives their size. */
void hhx_scenery_paint(const HhxScenery *scenery, const HhxView *view, double reach_m,
                       const HhxWood *woods, int wood_count, cairo_t *cairo);

/* The piece alone that moves, for behind the others, as pale as `haze` says: 0 not at all, 1 as the
 * sky. A floor is not painted. */
void hhx_scenery_ghost(const HhxScenery *scenery, const HhxView *view, double reach_m,
                       const HhxWood *wood, double haze, cairo_t *cairo);

/* The line that a floor takes under the feet, for in front of it. */
void hhx_scenery_tread(const HhxScenery *scenery, const HhxView *view, double reach_m,
                       const HhxWood *wood, cairo_t *cairo);

#endif
