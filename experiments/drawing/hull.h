/* A limb's shape: a smooth tapered hull round a line of stations, each with a radius.
 * The middle line is the quadratic B-spline of the stations (inside their convex hull, so it never
 * overshoots), radii likewise; the outline runs at the radius to both sides, with round ends.
 * Stations may coincide. */
#ifndef HHX_DRAWING_HULL_H
#define HHX_DRAWING_HULL_H

#include <cairo.h>
#include <stddef.h>

#include "base/vec.h"

enum { HHX_HULL_STATIONS = 12, HHX_HULL_SAMPLES = 64 };

typedef struct HhxStation {
  HhVec at;
  double radius;
} HhxStation;

/* Fur on the outline from share `from` to share `to` of its length: teeth that lie toward the
 * hull's end, their tips moved by what mixes `sway_from` and `sway_to` along it. */
typedef struct HhxFur {
  double length; /* 0: none */
  double from, to;
  HhVec sway_from, sway_to;
} HhxFur;

typedef struct HhxHull {
  int count;
  HhxStation sample[HHX_HULL_SAMPLES];
  HhVec left[HHX_HULL_SAMPLES]; /* unit normals of the middle line */
} HhxHull;

/* 1 <= count <= HHX_HULL_STATIONS */
HhxHull hhx_hull(const HhxStation *stations, int count);

/* Adds the outline to cairo's path; without fur with `fur` null. */
void hhx_hull_path(cairo_t *cairo, const HhxHull *hull, const HhxFur *fur);

/* The outline from sample `first` to `last`: round at its beginning and open at its end, so that a
 * line along it does not cross the limb; and from sample `first` on, open at its beginning. */
void hhx_hull_path_between(cairo_t *cairo, const HhxHull *hull, const HhxFur *fur, int first,
                           int last);
void hhx_hull_path_from(cairo_t *cairo, const HhxHull *hull, const HhxFur *fur, int first);

/* A spindle inside the hull for a highlight: `share` of the radius in the middle, none at the ends,
 * moved by `shift` of the radius. */
HhxHull hhx_hull_spindle(const HhxHull *hull, double share, HhVec shift);

#endif
