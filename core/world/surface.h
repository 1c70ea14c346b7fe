/* What can be stood on, as a smooth curve: a floor's or branch's holds joined by cubic Hermite
 * pieces over x, with the slopes of Catmull and Rom (one-sided at the ends): y and the slope are
 * continuous, the curvature jumps at the holds. Between two holds
 *   y(u) = h00(u) y0 + h10(u) w m0 + h01(u) y1 + h11(u) w m1,   u = (x - x0) / w,  w = x1 - x0.
 * The holds of such a piece have increasing x. Not modelled: overhangs, thickness. */
#ifndef HH_WORLD_SURFACE_H
#define HH_WORLD_SURFACE_H

#include "world/world.h"

typedef struct HhSurfacePoint {
  double y_m, slope, bend_pm; /* y, dy/dx, d2y/dx2 */
} HhSurfacePoint;

/* y = c[0] + c[1] t + c[2] t^2 + c[3] t^3, t = x - from_m, valid to to_m. */
typedef struct HhSurfaceCubic {
  double from_m, to_m, c[4];
} HhSurfaceCubic;

/* Least and greatest x of the piece. */
void hh_surface_span(const HhWorld *world, int piece, double *from_m, double *to_m);

/* The cubic between holds `index` and `index` + 1 of one piece. */
HhSurfaceCubic hh_surface_cubic(const HhWorld *world, int index);

/* The surface at x, which is clamped to the span. */
HhSurfacePoint hh_surface_at(const HhWorld *world, int piece, double x_m);

#endif
