/* A window on the world, in pixels, y down. */
#ifndef HHX_VIEW_H
#define HHX_VIEW_H

#include <cairo.h>

#include "base/vec.h"

typedef struct HhxView {
  double left, top, width, height; /* px */
  HhVec at;                        /* m, in its middle */
  double px_per_m;
} HhxView;

HhVec hhx_view_point(const HhxView *view, HhVec world_m);

/* From now on nothing is painted outside the window. */
void hhx_view_clip(const HhxView *view, cairo_t *cairo);

/* The same, and from now on cairo takes world metres, y up. */
void hhx_view_enter(const HhxView *view, cairo_t *cairo);

/* Its edges, m. */
static inline double hhx_view_low_x(const HhxView *view)
{
  return view->at.x - view->width / view->px_per_m / 2;
}

static inline double hhx_view_high_x(const HhxView *view)
{
  return view->at.x + view->width / view->px_per_m / 2;
}

static inline double hhx_view_low_y(const HhxView *view)
{
  return view->at.y - view->height / view->px_per_m / 2;
}

static inline double hhx_view_high_y(const HhxView *view)
{
  return view->at.y + view->height / view->px_per_m / 2;
}

#endif
