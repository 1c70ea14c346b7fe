/* See the header. */
#include "view.h"

HhVec hhx_view_point(const HhxView *view, HhVec world_m)
{
  return hh_vec(view->left + view->width / 2 + (world_m.x - view->at.x) * view->px_per_m,
                view->top + view->height / 2 - (world_m.y - view->at.y) * view->px_per_m);
}

void hhx_view_clip(const HhxView *view, cairo_t *cairo)
{
  cairo_rectangle(cairo, view->left, view->top, view->width, view->height);
  cairo_clip(cairo);
}

void hhx_view_enter(const HhxView *view, cairo_t *cairo)
{
  hhx_view_clip(view, cairo);
  cairo_translate(cairo, view->left + view->width / 2, view->top + view->height / 2);
  cairo_scale(cairo, view->px_per_m, -view->px_per_m);
  cairo_translate(cairo, -view->at.x, -view->at.y);
}
