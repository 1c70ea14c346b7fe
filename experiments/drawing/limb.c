#include "limb.h"

#include <math.h>

#include "base/angle.h"

/* Samples of the hull: just after shoulder or hip, and after `clear` in the same bone. */
enum { GROWS_FROM = 4, SOLID_FROM = 10 };

static HhVec turned(HhVec v, HhVec by)
{
  return hh_vec(v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x);
}

/* From `at` along `way`, bent evenly by `bend_rad` over its length. */
static void digit_path(cairo_t *cairo, HhVec at, HhVec way, double length_m, double bend_rad)
{
  enum { PIECES = 7 };
  HhVec step = hh_unit_from_angle(bend_rad / PIECES);
  way = turned(way, hh_unit_from_angle(bend_rad / PIECES / 2));
  cairo_move_to(cairo, at.x, at.y);
  for (int i = 0; i < PIECES; i++) {
    at = hh_vec_along(at, way, length_m / PIECES);
    cairo_line_to(cairo, at.x, at.y);
    way = turned(way, step);
  }
}

static void digits_path(cairo_t *cairo, const HhxPaw *paw)
{
  for (int i = 0; i < paw->digits; i++) {
    double place = 2.0 * i / (paw->digits - 1) - 1; /* -1 to 1 */
    HhVec way = turned(paw->way, hh_unit_from_angle(paw->spread_rad * place));
    digit_path(cairo, paw->knuckles, way, paw->length_m * (1 - 0.1 * place * place),
               paw->bend_rad * (1 - 0.12 * place));
  }
  digit_path(cairo, paw->thumb, paw->thumb_way, paw->thumb_m, paw->thumb_bend_rad);
}

static void paint_paw(const HhxBrush *brush, const HhxPaw *paw, HhxTone colour)
{
  cairo_t *cairo = brush->cairo;
  hhx_brush_line(brush, &paw->palm, NULL);
  digits_path(cairo, paw);
  cairo_set_line_width(cairo, paw->width_m + 2 * brush->line_m);
  cairo_stroke(cairo);
  hhx_brush_fill(brush, &paw->palm, NULL, colour);
  digits_path(cairo, paw);
  cairo_set_line_width(cairo, paw->width_m);
  cairo_stroke(cairo);
}

static HhVec unit_or(HhVec v, double least, HhVec otherwise)
{
  return hh_vec_length(v) > least ? hh_vec_unit(v) : otherwise;
}

static HhxPaw hand(double u, HhVec wrist, HhVec grip, double curl, double sense)
{
  HhVec way = unit_or(hh_vec_sub(grip, wrist), 1e-9 * u, hh_vec(0, 1));
  HhVec inward = hh_vec_scale(hh_vec_left(way), sense);
  double finger = 0.1 * u, bend = 0.3 + 3.2 * curl;
  HhVec knuckles = hh_vec_along(grip, inward, -curl * finger / bend);
  HhxStation palm[] = {
      {wrist, 0.0165 * u}, {hh_vec_mix(wrist, knuckles, 0.55), 0.021 * u}, {knuckles, 0.014 * u}};
  return (HhxPaw){.palm = hhx_hull(palm, 3),
                  .knuckles = knuckles,
                  .way = way,
                  .length_m = finger,
                  .bend_rad = sense * bend,
                  .spread_rad = -sense * 0.24 * (1 - 0.85 * curl),
                  .width_m = 0.0125 * u,
                  .digits = 4,
                  .thumb = hh_vec_along(hh_vec_mix(wrist, knuckles, 0.35), inward, 0.012 * u),
                  .thumb_way = hh_vec_unit(hh_vec_along(way, inward, 0.5)),
                  .thumb_m = 0.035 * u,
                  .thumb_bend_rad = sense * 0.5};
}

/* The sole is on the side that the shank comes down to, as far as it does. */
static HhxPaw foot(double u, HhVec knee, HhVec ankle, HhVec toes)
{
  HhVec reach = hh_vec_sub(toes, ankle);
  HhVec way = unit_or(reach, 1e-9 * u, hh_vec(1, 0));
  HhVec shank = unit_or(hh_vec_sub(ankle, knee), 1e-9 * u, hh_vec(0, -1));
  double sense = fmax(-1, fmin(1, 2 * hh_vec_cross(way, shank)));
  HhVec sole = hh_vec_scale(hh_vec_left(way), sense);
  HhVec heel = hh_vec_along(hh_vec_along(ankle, reach, -0.14), sole, 0.008 * u);
  HhVec ball = hh_vec_along(hh_vec_along(ankle, reach, 0.55), sole, 0.006 * u);
  HhxStation stations[] = {
      {heel, 0.015 * u}, {hh_vec_along(ankle, reach, 0.15), 0.02 * u}, {ball, 0.015 * u}};
  return (HhxPaw){.palm = hhx_hull(stations, 3),
                  .knuckles = ball,
                  .way = way,
                  .length_m = 0.5 * hh_vec_length(reach),
                  .bend_rad = sense * 0.9,
                  .spread_rad = -sense * 0.16,
                  .width_m = 0.0125 * u,
                  .digits = 3,
                  .thumb = hh_vec_along(hh_vec_along(ankle, reach, 0.3), sole, 0.01 * u),
                  .thumb_way = hh_vec_unit(hh_vec_add(way, sole)),
                  .thumb_m = 0.3 * hh_vec_length(reach),
                  .thumb_bend_rad = -sense * 0.4};
}

HhxLimb hhx_limb_arm(double u, const HhxLimbPoints *points, double curl, double sense)
{
  HhVec shoulder = points->upper, elbow = points->middle, wrist = points->lower;
  HhxStation stations[] = {{points->trunk, 0.042 * u},
                           {shoulder, 0.043 * u},
                           {hh_vec_mix(shoulder, elbow, 0.45), 0.036 * u},
                           {hh_vec_mix(shoulder, elbow, 0.8), 0.029 * u},
                           {elbow, 0.028 * u},
                           {hh_vec_mix(elbow, wrist, 0.22), 0.031 * u},
                           {hh_vec_mix(elbow, wrist, 0.6), 0.026 * u},
                           {hh_vec_mix(elbow, wrist, 0.95), 0.018 * u}};
  return (HhxLimb){.hull = hhx_hull(stations, 8),
                   .paw = hand(u, wrist, points->end, curl, sense),
                   .root = hh_vec_mix(shoulder, elbow, 0.12),
                   .clear = hh_vec_mix(shoulder, elbow, 0.45),
                   .depth_m = points->depth_m};
}

HhxLimb hhx_limb_leg(double u, const HhxLimbPoints *points)
{
  HhVec hip = points->upper, knee = points->middle, ankle = points->lower;
  HhxStation stations[] = {{points->trunk, 0.05 * u},
                           {hip, 0.055 * u},
                           {hh_vec_mix(hip, knee, 0.45), 0.046 * u},
                           {hh_vec_mix(hip, knee, 0.85), 0.032 * u},
                           {knee, 0.032 * u},
                           {hh_vec_mix(knee, ankle, 0.3), 0.032 * u},
                           {hh_vec_mix(knee, ankle, 0.97), 0.019 * u}};
  return (HhxLimb){.hull = hhx_hull(stations, 7),
                   .paw = foot(u, knee, ankle, points->end),
                   .root = hh_vec_mix(hip, knee, 0.15),
                   .clear = hh_vec_mix(hip, knee, 0.5),
                   .depth_m = points->depth_m};
}

void hhx_limb_paint_behind(const HhxBrush *brush, const HhxLimb *limb)
{
  paint_paw(brush, &limb->paw, hhx_brush_pale(brush, limb->depth_m));
  hhx_brush_line(brush, &limb->hull, &limb->fur);
  hhx_brush_fill(brush, &limb->hull, &limb->fur, hhx_brush_fur(brush, limb->depth_m));
  hhx_brush_shine(brush, &limb->hull);
}

void hhx_limb_paint_before(const HhxBrush *brush, const HhxLimb *limb)
{
  HhxTone colour = hhx_brush_fur(brush, limb->depth_m);
  paint_paw(brush, &limb->paw, hhx_brush_pale(brush, limb->depth_m));
  cairo_set_line_cap(brush->cairo, CAIRO_LINE_CAP_BUTT);
  hhx_hull_path_between(brush->cairo, &limb->hull, &limb->fur, GROWS_FROM, SOLID_FROM + 1);
  hhx_brush_growing(brush, limb->root, limb->clear, colour);
  hhx_hull_path_from(brush->cairo, &limb->hull, &limb->fur, SOLID_FROM);
  hhx_brush_solid(brush, colour);
  cairo_set_line_cap(brush->cairo, CAIRO_LINE_CAP_ROUND);
  hhx_brush_shine(brush, &limb->hull);
}
