/* A furry ball for the centre of mass, with one arm for two points and four limbs for five; from
 * fourteen joints on a gibbon. */
#include <math.h>

#include "body.h"
#include "gibbon.h"
#include "ink.h"

static const unsigned fur = 0x6b5644, fur_light = 0x86705b, fur_dark = 0x54422f, skin = 0x3a302a,
                      pale = 0xf3ead9;

/* Where it is painted, and how. */
typedef struct Brush {
  cairo_t *cairo;
  bool faint;
} Brush;

static void dip(const Brush *brush, unsigned code)
{
  HhxColour colour = hhx_rgb(code);
  if (brush->faint) colour = hhx_ink_mix(colour, hhx_rgb(0xe9f1f2), 0.68);
  hhx_ink_set(brush->cairo, colour, 1);
}

static void dot(const Brush *brush, HhVec at, double radius, unsigned code)
{
  cairo_t *cairo = brush->cairo;
  dip(brush, code);
  cairo_arc(cairo, at.x, at.y, radius, 0, 6.283185307179586);
  cairo_fill(cairo);
}

static HhVec flat(HhVec3 point)
{
  return hh_vec(point.x, point.y);
}

/* Along the arm while it holds, else square to the velocity: the same line at a release and at a
 * perfect grab. Upright when it stands still. */
static HhVec body_up(const HhxBody *body)
{
  const HhRig2 *rig = &body->rig->rig2;
  HhVec up = hh_vec(0, 0.25 * body->reach_m);
  if (rig->holds) {
    up = hh_vec_add(up, hh_vec_sub(body->contact, rig->com));
  } else {
    HhVec square = hh_vec_scale(hh_vec_left(rig->velocity), body->facing);
    double speed = hh_vec_length(square);
    up = hh_vec_along(up, square, body->reach_m / (speed + 1));
  }
  return up.y < 0.05 * body->reach_m ? hh_vec_unit(hh_vec(up.x, 0.05 * body->reach_m))
                                     : hh_vec_unit(up);
}

/* A limb that narrows, bent by `bow` of its length to the left of its way. */
static void limb(const Brush *brush, HhVec from, HhVec to, double bow, double width, unsigned code)
{
  cairo_t *cairo = brush->cairo;
  HhVec way = hh_vec_sub(to, from);
  HhVec middle = hh_vec_along(hh_vec_mix(from, to, 0.5), hh_vec_left(way), bow);
  dip(brush, code);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width(cairo, width);
  cairo_move_to(cairo, from.x, from.y);
  cairo_curve_to(cairo, middle.x, middle.y, middle.x, middle.y, to.x, to.y);
  cairo_stroke(cairo);
  dot(brush, to, 0.72 * width, skin);
}

/* Tufts around a circle, none as long as the next: an outline of short waves that lie one way. */
static void fur_path(cairo_t *cairo, HhVec at, double radius, double turn, int tufts, double depth)
{
  const double step = 6.283185307179586 / tufts;
  for (int i = 0; i < tufts; i++) {
    double a = turn + (i + 0.3 * sin(4.1 * i)) * step;
    double b = turn + (i + 1 + (i + 1 < tufts ? 0.3 * sin(4.1 * (i + 1)) : 0)) * step;
    double tip = a + 1.05 * (b - a), r = radius * (1 + depth * (0.65 + 0.35 * sin(2.7 * i)));
    double c = a + 0.55 * (b - a), swell = radius * (1 + 0.45 * depth);
    if (i == 0) cairo_move_to(cairo, at.x + radius * cos(a), at.y + radius * sin(a));
    cairo_curve_to(cairo, at.x + swell * cos(c - 0.3 * step), at.y + swell * sin(c - 0.3 * step),
                   at.x + swell * cos(c), at.y + swell * sin(c), at.x + r * cos(tip),
                   at.y + r * sin(tip));
    cairo_curve_to(cairo, at.x + radius * cos(tip), at.y + radius * sin(tip),
                   at.x + radius * cos(b - 0.1 * step), at.y + radius * sin(b - 0.1 * step),
                   at.x + radius * cos(b), at.y + radius * sin(b));
  }
  cairo_close_path(cairo);
}

/* A furry ball with a face that looks where it goes. */
static void paint_ball(const Brush *brush, const HhxBody *body)
{
  cairo_t *cairo = brush->cairo;
  HhVec at = body->rig->rig2.com, up = body_up(body);
  double radius = 0.21 * body->reach_m;
  HhVec ahead = hh_vec_scale(hh_vec_right(up), body->facing);
  double turn = atan2(up.y, up.x);
  dip(brush, fur_dark);
  fur_path(cairo, at, radius, turn, 22, 0.24);
  cairo_fill(cairo);
  dip(brush, fur);
  fur_path(cairo, hh_vec_along(at, up, 0.06 * radius), 0.9 * radius, turn + 0.1, 20, 0.17);
  cairo_fill(cairo);
  dip(brush, fur_light);
  fur_path(cairo, hh_vec_along(hh_vec_along(at, up, 0.36 * radius), ahead, -0.22 * radius),
           0.4 * radius, turn, 11, 0.3);
  cairo_fill(cairo);

  HhVec face = hh_vec_along(hh_vec_along(at, ahead, 0.42 * radius), up, 0.1 * radius);
  dip(brush, pale);
  fur_path(cairo, face, 0.52 * radius, turn, 15, 0.16);
  cairo_fill(cairo);
  dot(brush, hh_vec_along(face, ahead, 0.06 * radius), 0.41 * radius, skin);
  for (int side = -1; side <= 1; side += 2) {
    HhVec eye =
        hh_vec_along(hh_vec_along(face, ahead, (0.08 + side * 0.17) * radius), up, 0.07 * radius);
    dot(brush, eye, 0.115 * radius, pale);
    dot(brush, hh_vec_along(eye, ahead, 0.03 * radius), 0.062 * radius, skin);
  }
  HhVec mouth = hh_vec_along(hh_vec_along(face, ahead, 0.1 * radius), up, -0.2 * radius);
  dip(brush, 0xc4bcb0);
  cairo_set_line_width(cairo, 0.05 * radius);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  HhVec left = hh_vec_along(mouth, ahead, -0.11 * radius);
  HhVec right = hh_vec_along(mouth, ahead, 0.11 * radius);
  HhVec low = hh_vec_along(mouth, up, -0.06 * radius);
  cairo_move_to(cairo, left.x, left.y);
  cairo_curve_to(cairo, low.x, low.y, low.x, low.y, right.x, right.y);
  cairo_stroke(cairo);
}

static void paint_one_arm(const Brush *brush, const HhxBody *body)
{
  const HhRig2 *rig = &body->rig->rig2;
  double width = 0.085 * body->reach_m;
  limb(brush, rig->com, rig->hand, 0.03 * body->facing, width, fur);
}

/* A model's arm, which pulls and has no body. */
static void paint_line(const Brush *brush, const HhxBody *body)
{
  cairo_t *cairo = brush->cairo;
  const HhRig2 *rig = &body->rig->rig2;
  if (!rig->holds) return;
  dip(brush, fur);
  cairo_set_line_width(cairo, 0.03 * body->reach_m);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_move_to(cairo, rig->com.x, rig->com.y);
  cairo_line_to(cairo, body->contact.x, body->contact.y);
  cairo_stroke(cairo);
  dot(brush, body->contact, 0.045 * body->reach_m, skin);
}

/* The side away from the onlooker first: z points to it. */
static HhSide far_side(const HhxBody *body)
{
  const HhRig5 *rig = &body->rig->rig5;
  return rig->hand[HH_LEFT].z + rig->foot[HH_LEFT].z < rig->hand[HH_RIGHT].z + rig->foot[HH_RIGHT].z
             ? HH_LEFT
             : HH_RIGHT;
}

static void paint_side(const Brush *brush, const HhxBody *body, HhSide side, unsigned code)
{
  const HhRig5 *rig = &body->rig->rig5;
  HhVec at = body->rig->rig2.com, up = body_up(body);
  double unit = body->reach_m;
  HhVec shoulder = hh_vec_along(at, up, 0.12 * unit), hip = hh_vec_along(at, up, -0.12 * unit);
  limb(brush, shoulder, flat(rig->hand[side]), 0.06 * body->facing, 0.07 * unit, code);
  limb(brush, hip, flat(rig->foot[side]), -0.18 * body->facing, 0.075 * unit, code);
}

void hhx_body_paint(cairo_t *cairo, const HhxBody *body)
{
  Brush brush = {cairo, body->faint};
  if (body->level >= HH_LEVEL_RIG14) {
    HhxFigure figure = {body->level, body->rig, body->skin};
    hhx_gibbon_paint(cairo, &figure, body->faint ? HHX_FIGURE_OUTLINE : HHX_FIGURE_FULL, 1);
    return;
  }
  HhSide away = far_side(body);
  if (body->level == HH_LEVEL_COM) paint_line(&brush, body);
  if (body->level == HH_LEVEL_RIG2) paint_one_arm(&brush, body);
  if (body->level == HH_LEVEL_RIG5) paint_side(&brush, body, away, fur_dark);
  paint_ball(&brush, body);
  if (body->level == HH_LEVEL_RIG5)
    paint_side(&brush, body, away == HH_LEFT ? HH_RIGHT : HH_LEFT, fur);
}
