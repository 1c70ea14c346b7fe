#include "head.h"

#include <stdbool.h>

#include "base/angle.h"

/* Of the head's ball, rad from where the face looks: to the right and to the crown. */
typedef struct Patch {
  double yaw, pitch, half_yaw, half_pitch;
} Patch;

HhxHead hhx_head(HhVec at, HhVec neck, double radius_m, HhVec3 look, HhVec3 up)
{
  HhVec3 turned = hh_vec3_add(look, hh_vec3(0, 0, 0.8));
  turned = hh_vec3_along(turned, up, -hh_vec3_dot(turned, up));
  HhAxes axes = {.x = hh_vec3_unit(turned, look), .y = up};
  axes.z = hh_vec3_cross(axes.x, axes.y);
  HhVec crown = {up.x, up.y};
  HhxStation ball[] = {{hh_vec_along(at, crown, -0.06 * radius_m), radius_m},
                       {hh_vec_along(at, crown, 0.12 * radius_m), 0.96 * radius_m}};
  return (HhxHead){hhx_hull(ball, 2), at, neck, radius_m, axes, {{0, 0}, {0, 0}}};
}

/* Unit vector from the head's middle. */
static HhVec3 way_to(const HhxHead *head, double yaw, double pitch)
{
  HhVec y = hh_unit_from_angle(yaw), p = hh_unit_from_angle(pitch);
  HhVec3 way = hh_vec3_scale(head->axes.x, p.x * y.x);
  way = hh_vec3_along(way, head->axes.y, p.y);
  return hh_vec3_along(way, head->axes.z, p.x * y.y);
}

/* The point of the ball there, `height` radii from its middle; behind the rim, on the rim. */
static HhVec point(const HhxHead *head, double yaw, double pitch, double height)
{
  HhVec3 way = way_to(head, yaw, pitch);
  HhVec plane = {way.x, way.y};
  if (way.z < 0) plane = hh_vec_unit(plane);
  return hh_vec_along(head->at, plane, height * head->radius_m);
}

static void line_to(const HhxBrush *brush, const HhxHead *head, HhVec plane)
{
  HhVec at = hh_vec_along(head->at, plane, head->radius_m);
  cairo_line_to(brush->cairo, at.x, at.y);
}

/* Where the way from a corner that is seen to one that is not crosses the rim. */
static HhVec crossing(HhVec3 seen, HhVec3 hidden)
{
  HhVec3 way = hh_vec3_along(seen, hh_vec3_sub(hidden, seen), seen.z / (seen.z - hidden.z));
  return hh_vec_unit(hh_vec(way.x, way.y));
}

/* Fills what is seen of the patch: where it goes round the ball, it ends at the rim. */
static void paint_patch(const HhxBrush *brush, const HhxHead *head, Patch patch, HhxTone colour)
{
  enum { CORNERS = 28, RIM = 8 };
  HhVec3 corners[CORNERS];
  int first = CORNERS;
  for (int i = 0; i < CORNERS; i++) {
    HhVec round = hh_unit_from_angle(2 * HH_PI * i / CORNERS);
    corners[i] = way_to(head, patch.yaw + patch.half_yaw * round.x,
                        patch.pitch + patch.half_pitch * round.y);
    if (corners[i].z >= 0 && first == CORNERS) first = i;
  }
  if (first == CORNERS) return;
  cairo_new_sub_path(brush->cairo);
  HhVec left = {0, 0};
  for (int i = 0; i < CORNERS; i++) {
    HhVec3 corner = corners[(first + i) % CORNERS], next = corners[(first + i + 1) % CORNERS];
    if (corner.z >= 0) line_to(brush, head, hh_vec(corner.x, corner.y));
    if (corner.z >= 0 && next.z < 0) left = crossing(corner, next);
    if (corner.z >= 0 || next.z < 0) continue;
    HhVec back = crossing(next, corner);
    for (int j = 0; j <= RIM; j++)
      line_to(brush, head, hh_vec_unit(hh_vec_mix(left, back, (double)j / RIM)));
  }
  cairo_close_path(brush->cairo);
  hhx_brush_ink(brush, colour);
  cairo_fill(brush->cairo);
}

static void paint_ear(const HhxBrush *brush, const HhxHead *head, int side)
{
  double sign = side ? 1 : -1, radius = 0.17 * head->radius_m;
  if (head->axes.z.z * sign < 0) return; /* behind the head */
  HhVec at = hh_vec_add(point(head, sign * 1.6, 0.08, 1), head->ear[side]);
  hhx_brush_disc(brush, at, radius, brush->palette->line);
  hhx_brush_disc(brush, at, radius - 0.8 * brush->line_m, brush->palette->far);
}

static void paint_eye(const HhxBrush *brush, const HhxHead *head, double yaw)
{
  const HhxPalette *palette = brush->palette;
  paint_patch(brush, head, (Patch){yaw, 0.16, 0.21, 0.21}, palette->eye);
  paint_patch(brush, head, (Patch){yaw, 0.16, 0.145, 0.16}, palette->pupil);
  paint_patch(brush, head, (Patch){yaw - 0.03, 0.23, 0.05, 0.05}, palette->pale);
}

static void paint_mouth(const HhxBrush *brush, const HhxHead *head)
{
  HhVec left = point(head, -0.22, -0.56, 1.2), right = point(head, 0.22, -0.56, 1.2);
  HhVec middle = point(head, 0, -0.68, 1.2);
  cairo_move_to(brush->cairo, left.x, left.y);
  cairo_curve_to(brush->cairo, middle.x, middle.y, middle.x, middle.y, right.x, right.y);
  hhx_brush_ink(brush, brush->palette->pupil);
  cairo_set_line_width(brush->cairo, 0.05 * head->radius_m);
  cairo_stroke(brush->cairo);
}

static void paint_face(const HhxBrush *brush, const HhxHead *head)
{
  const HhxPalette *palette = brush->palette;
  double r = head->radius_m;
  paint_patch(brush, head, (Patch){0, -0.06, 0.95, 0.95}, palette->pale);
  for (int side = -1; side <= 1; side += 2)
    paint_patch(brush, head, (Patch){0.36 * side, 0.08, 0.38, 0.46}, palette->face);
  bool away = way_to(head, 0, -0.3).z < -0.2;
  HhxStation muzzle[] = {{point(head, 0, -0.1, 0.86), 0.24 * r},
                         {point(head, 0, -0.48, 1), 0.37 * r}};
  HhxHull snout = hhx_hull(muzzle, 2);
  if (!away) hhx_brush_fill(brush, &snout, NULL, palette->face);
  for (int side = -1; side <= 1; side += 2) {
    if (!away)
      hhx_brush_disc(brush, point(head, 0.1 * side, -0.33, 1.16), 0.045 * r, palette->pupil);
    paint_eye(brush, head, 0.36 * side);
  }
  if (!away) paint_mouth(brush, head);
}

void hhx_head_paint(const HhxBrush *brush, const HhxHead *head)
{
  hhx_hull_path(brush->cairo, &head->skull, NULL);
  hhx_brush_growing(brush, hh_vec_mix(head->neck, head->at, 0.1),
                    hh_vec_mix(head->neck, head->at, 0.8), brush->palette->middle);
  paint_ear(brush, head, 0);
  paint_ear(brush, head, 1);
  paint_face(brush, head);
}
