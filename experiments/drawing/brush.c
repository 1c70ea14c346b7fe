#include "brush.h"

#include "base/angle.h"

static HhxTone blend(HhxTone a, HhxTone b, double share)
{
  return (HhxTone){a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
}

/* 0 as far as a far shoulder, 1 as near as a near one. */
static double nearness(const HhxBrush *brush, double z)
{
  double share = 0.5 + z / (0.15 * brush->unit);
  return share < 0 ? 0 : share > 1 ? 1 : share;
}

HhxTone hhx_brush_fur(const HhxBrush *brush, double z)
{
  const HhxPalette *palette = brush->palette;
  double share = nearness(brush, z);
  return share < 0.5 ? blend(palette->far, palette->middle, 2 * share)
                     : blend(palette->middle, palette->near, 2 * share - 1);
}

HhxTone hhx_brush_pale(const HhxBrush *brush, double z)
{
  return blend(brush->palette->pale_far, brush->palette->pale, nearness(brush, z));
}

void hhx_brush_ink(const HhxBrush *brush, HhxTone colour)
{
  cairo_set_source_rgb(brush->cairo, colour.r, colour.g, colour.b);
}

void hhx_brush_line(const HhxBrush *brush, const HhxHull *hull, const HhxFur *fur)
{
  hhx_hull_path(brush->cairo, hull, fur);
  hhx_brush_ink(brush, brush->palette->line);
  cairo_set_line_width(brush->cairo, 2 * brush->line_m);
  cairo_stroke(brush->cairo);
}

void hhx_brush_fill(const HhxBrush *brush, const HhxHull *hull, const HhxFur *fur, HhxTone colour)
{
  hhx_hull_path(brush->cairo, hull, fur);
  hhx_brush_ink(brush, colour);
  cairo_fill(brush->cairo);
}

void hhx_brush_solid(const HhxBrush *brush, HhxTone colour)
{
  hhx_brush_ink(brush, brush->palette->line);
  cairo_set_line_width(brush->cairo, 2 * brush->line_m);
  cairo_stroke_preserve(brush->cairo);
  hhx_brush_ink(brush, colour);
  cairo_fill(brush->cairo);
}

/* The caller destroys it. */
static cairo_pattern_t *fade(HhVec root, HhVec clear, HhxTone colour)
{
  cairo_pattern_t *pattern = cairo_pattern_create_linear(root.x, root.y, clear.x, clear.y);
  cairo_pattern_add_color_stop_rgba(pattern, 0, colour.r, colour.g, colour.b, 0);
  cairo_pattern_add_color_stop_rgba(pattern, 1, colour.r, colour.g, colour.b, 1);
  return pattern;
}

void hhx_brush_growing(const HhxBrush *brush, HhVec root, HhVec clear, HhxTone colour)
{
  cairo_pattern_t *line = fade(root, clear, brush->palette->line);
  cairo_pattern_t *fill = fade(root, clear, colour);
  cairo_set_source(brush->cairo, line);
  cairo_set_line_width(brush->cairo, 2 * brush->line_m);
  cairo_stroke_preserve(brush->cairo);
  cairo_set_source(brush->cairo, fill);
  cairo_fill(brush->cairo);
  cairo_pattern_destroy(line);
  cairo_pattern_destroy(fill);
}

void hhx_brush_shine(const HhxBrush *brush, const HhxHull *hull)
{
  if (brush->palette->shine_alpha <= 0) return;
  cairo_set_source_rgba(brush->cairo, 1, 0.8, 0.55, brush->palette->shine_alpha);
  for (int ring = 1; ring <= 3; ring++) {
    HhxHull spindle = hhx_hull_spindle(hull, 0.25 * ring, hh_vec(0, 0.2));
    hhx_hull_path(brush->cairo, &spindle, NULL);
    cairo_fill(brush->cairo);
  }
}

void hhx_brush_disc(const HhxBrush *brush, HhVec at, double radius_m, HhxTone colour)
{
  if (!(radius_m > 0)) return;
  cairo_new_sub_path(brush->cairo);
  cairo_arc(brush->cairo, at.x, at.y, radius_m, 0, 2 * HH_PI);
  hhx_brush_ink(brush, colour);
  cairo_fill(brush->cairo);
}
