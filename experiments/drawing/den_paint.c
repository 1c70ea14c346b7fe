/* See the header. */
#include "den_paint.h"

#include <math.h>

#include "base/angle.h"
#include "ink.h"
#include "world/field.h"

const unsigned hhx_ink_ideal = 0xf2c200, hhx_ink_temporary = 0x2fa84f, hhx_ink_goal = 0x1f6fd6,
               hhx_ink_way = 0xc62828, hhx_ink_ghost = 0x5c6bc0, hhx_ink_prey = 0xff8f3a;

static HhVec tile_middle(int x, int y, double tile_m)
{
  return hh_vec((x + 0.5) * tile_m, (y + 0.5) * tile_m);
}

static void disc(cairo_t *cairo, HhVec at, double radius, unsigned code, unsigned rim)
{
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, at.x, at.y, radius, 0, 2 * HH_PI);
  hhx_ink_set(cairo, hhx_rgb(code), 1);
  cairo_fill_preserve(cairo);
  hhx_ink_set(cairo, hhx_rgb(rim), 1);
  cairo_set_line_width(cairo, 0.22 * radius);
  cairo_stroke(cairo);
}

/* -- as it works ------------------------------------------------------------------------------- */

static void paint_ghost(const HhxTiles *tiles, double tile_m, bool holds, cairo_t *cairo)
{
  int x = tiles->x, y = tiles->y;
  for (int i = 0; i < tiles->count; i++) {
    cairo_rectangle(cairo, (x + 0.12) * tile_m, (y + 0.12) * tile_m, 0.76 * tile_m, 0.76 * tile_m);
    if (i + 1 == tiles->count) break;
    x += hh_step_x[tiles->step[i]];
    y += hh_step_y[tiles->step[i]];
  }
  hhx_ink_set(cairo, hhx_rgb(hhx_ink_ghost), holds ? 0.2 : 0.12);
  cairo_fill(cairo);
}

/* Radius of a mark: tiles, but no more pixels, so that in a small room the creature is seen. */
static double mark_m(double tiles, double tile_m, double most_px, double px_m)
{
  return fmin(tiles * tile_m, most_px * px_m);
}

static void paint_way(const HhxDenCreature *creature, double tile_m, double px_m, cairo_t *cairo)
{
  const HhxTiles *way = &creature->way;
  int x = way->x, y = way->y;
  cairo_move_to(cairo, creature->com.x, creature->com.y);
  for (int i = 0; i + 1 < way->count; i++) {
    x += hh_step_x[way->step[i]];
    y += hh_step_y[way->step[i]];
    HhVec at = tile_middle(x, y, tile_m);
    cairo_line_to(cairo, at.x, at.y);
  }
  hhx_ink_set(cairo, hhx_rgb(hhx_ink_way), 0.9);
  cairo_set_line_width(cairo, 0.12 * tile_m);
  cairo_stroke(cairo);
  if (creature->going)
    disc(cairo, creature->target, mark_m(0.3, tile_m, 10, px_m), hhx_ink_way, 0xffffff);
}

/* `faint`: without its beads. */
static void paint_sticks(const HhxArm *arm, bool faint, int beads, double tile_m, double px_m,
                         cairo_t *cairo)
{
  double bead_m = mark_m(0.1, tile_m, 4, px_m);
  cairo_move_to(cairo, arm->root.x, arm->root.y);
  for (int i = 0; i < beads; i++)
    cairo_line_to(cairo, arm->bead[i].x, arm->bead[i].y);
  hhx_ink_set(cairo, hhx_rgb(0x22313a), faint ? 0.25 : 0.9);
  cairo_set_line_width(cairo, 0.05 * tile_m);
  cairo_stroke(cairo);
  if (faint) return;
  for (int i = 0; i < beads; i++) {
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, arm->bead[i].x, arm->bead[i].y, bead_m, 0, 2 * HH_PI);
  }
  cairo_fill(cairo);
}

static void paint_dots(const HhxArm *arm, bool daddy, double radius, cairo_t *cairo)
{
  if (daddy) disc(cairo, arm->ideal, radius, hhx_ink_ideal, 0x6b5600);
  if (arm->found) disc(cairo, arm->temporary, radius, hhx_ink_temporary, 0x124a20);
  if (arm->reaching) disc(cairo, arm->goal, radius, hhx_ink_goal, 0x0b2f5e);
}

/* `goals`: with what it is about; `px_m`: of a pixel. */
static void plan_creature(const HhxDenCreature *creature, bool goals, int beads, double tile_m,
                          double px_m, cairo_t *cairo)
{
  for (int i = 0; i < creature->arms && goals; i++)
    paint_ghost(&creature->arm[i].ghost, tile_m, creature->arm[i].holds, cairo);
  if (goals) paint_way(creature, tile_m, px_m, cairo);
  for (int i = 0; i < creature->arms; i++)
    paint_sticks(&creature->arm[i], !goals, beads, tile_m, px_m, cairo);
  for (int i = 0; i < creature->balls; i++)
    disc(cairo, creature->ball[i], creature->ball_m, 0xdfe4e6, 0x22313a);
  for (int i = 0; i < creature->arms && goals; i++)
    paint_dots(&creature->arm[i], creature->kind == HHX_DEN_DADDY, mark_m(0.17, tile_m, 7, px_m),
               cairo);
  if (creature->kind == HHX_DEN_PREY)
    disc(cairo, creature->com, 0.3 * tile_m, hhx_ink_prey, 0x7a3a00);
}

static bool shown(const HhxDenCreature *creature)
{
  return creature->kind != HHX_DEN_PREY || creature->mode[0] != 'e'; /* eaten */
}

bool hhx_den_goals_shown(const HhxDenCreature *creature, int whose)
{
  return creature->kind == HHX_DEN_WALL ||
         (creature->kind == HHX_DEN_DADDY && (whose < 0 || creature->number == whose));
}

void hhx_den_plan(const HhxDenFrame *frame, int whose, int beads, double tile_m,
                  const HhxView *view, cairo_t *cairo)
{
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  for (int i = 0; i < 2 * frame->count; i++) { /* those with goals over the others */
    const HhxDenCreature *creature = &frame->creatures[i % frame->count];
    bool goals = hhx_den_goals_shown(creature, whose);
    if (shown(creature) && goals == (i >= frame->count))
      plan_creature(creature, goals, beads, tile_m, 1 / view->px_per_m, cairo);
  }
  cairo_restore(cairo);
}

/* -- as it is seen ----------------------------------------------------------------------------- */

enum { CURVE_MOST = 1 + HH_STRAND_BEADS * HH_SKIN_POINTS };

/* One lane of a skin as a band from root to tip, tiles. */
typedef struct Curve {
  int count;
  HhVec at[CURVE_MOST];
  double half[CURVE_MOST]; /* of its width */
} Curve;

static Curve curve_of(const HhTentacleRoots *roots, const HhTentacleSkin *skin, int beads, int lane,
                      double width_t)
{
  Curve curve = {.count = 1 + beads * HH_SKIN_POINTS};
  curve.at[0] = hh_vec((double)roots->x[lane], (double)roots->y[lane]);
  for (int i = 1; i < curve.count; i++) {
    int stick = (i - 1) / HH_SKIN_POINTS, point = (i - 1) % HH_SKIN_POINTS;
    curve.at[i] = hh_vec((double)skin->x[stick][point][lane], (double)skin->y[stick][point][lane]);
  }
  for (int i = 0; i < curve.count; i++) {
    double along = (double)i / (curve.count - 1);
    int stick = i > 0 ? (i - 1) / HH_SKIN_POINTS : 0;
    curve.half[i] =
        width_t * (0.5 - 0.4 * sqrt(along)) * (double)skin->thickness[stick][lane] + 0.03;
  }
  return curve;
}

/* Unit vector square to the curve. */
static HhVec side_at(const Curve *curve, int i)
{
  HhVec from = curve->at[i > 0 ? i - 1 : 0];
  HhVec to = curve->at[i + 1 < curve->count ? i + 1 : i];
  HhVec along = hh_vec_sub(to, from);
  double length = hh_vec_length(along);
  return length > 0 ? hh_vec_scale(hh_vec_left(along), 1 / length) : hh_vec(0, 0);
}

static void fill_curve(const Curve *curve, unsigned code, double alpha, cairo_t *cairo)
{
  cairo_new_path(cairo);
  for (int i = 0; i < curve->count; i++) {
    HhVec at = hh_vec_along(curve->at[i], side_at(curve, i), curve->half[i]);
    cairo_line_to(cairo, at.x, at.y);
  }
  for (int i = curve->count - 1; i >= 0; i--) {
    HhVec at = hh_vec_along(curve->at[i], side_at(curve, i), -curve->half[i]);
    cairo_line_to(cairo, at.x, at.y);
  }
  cairo_close_path(cairo);
  hhx_ink_set(cairo, hhx_rgb(code), alpha);
  cairo_fill(cairo);
}

/* The light on its upper side. */
static void shine_curve(const Curve *curve, cairo_t *cairo)
{
  cairo_new_path(cairo);
  for (int i = 0; i < curve->count; i++) {
    HhVec at = curve->at[i];
    cairo_line_to(cairo, at.x, at.y + 0.35 * curve->half[i]);
  }
  hhx_ink_set(cairo, hhx_rgb(0x8fa0d8), 0.35);
  cairo_set_line_width(cairo, 0.045);
  cairo_stroke(cairo);
}

static void paint_arms(const HhxDenCreature *creature, int beads, double tile_m, cairo_t *cairo)
{
  for (int first = 0; first < creature->arms; first += HH_STRAND_LANES) {
    HhTentacleRoots roots = {.x = {0}};
    HhStrands strands = {.x = {{0}}};
    HhTentacleSkin skin;
    int lanes = creature->arms - first < HH_STRAND_LANES ? creature->arms - first : HH_STRAND_LANES;
    for (int lane = 0; lane < lanes; lane++) {
      const HhxArm *arm = &creature->arm[first + lane];
      roots.x[lane] = (float)(arm->root.x / tile_m);
      roots.y[lane] = (float)(arm->root.y / tile_m);
      roots.stick[lane] = (float)(arm->stick_m / tile_m);
      for (int i = 0; i < beads; i++) {
        strands.x[i][lane] = (float)(arm->bead[i].x / tile_m);
        strands.y[i][lane] = (float)(arm->bead[i].y / tile_m);
      }
    }
    hh_tentacle_skin(hh_strand_wide(), beads, &roots, &strands, &skin);
    for (int lane = 0; lane < lanes; lane++) {
      Curve curve = curve_of(&roots, &skin, beads, lane, 0.34);
      fill_curve(&curve, 0x1b1f3a, 1, cairo);
      shine_curve(&curve, cairo);
      HhVec tip = curve.at[curve.count - 1];
      if (creature->arm[first + lane].holds) disc(cairo, tip, 0.13, 0x3a4a9a, 0x1b1f3a);
    }
  }
}

static void paint_dangles(const HhDangles *dangles, cairo_t *cairo)
{
  HhTentacleSkin skin;
  hh_tentacle_skin(hh_strand_wide(), HH_DANGLE_BEADS, &dangles->roots, &dangles->strands, &skin);
  for (int lane = 0; lane < HH_DANGLES; lane++) {
    Curve curve = curve_of(&dangles->roots, &skin, HH_DANGLE_BEADS, lane, 0.24);
    fill_curve(&curve, 0x23284a, 1, cairo);
  }
}

/* Balls grown together. */
static void paint_body(const HhxDenCreature *creature, double tile_m, cairo_t *cairo)
{
  HhVec middle = hh_vec_scale(creature->com, 1 / tile_m);
  double ball = creature->ball_m / tile_m, most = 0;
  for (int i = 0; i < creature->balls; i++)
    most = fmax(most, hh_vec_distance(hh_vec_scale(creature->ball[i], 1 / tile_m), middle));
  disc(cairo, middle, most + 0.6 * ball, 0x1b1f3a, 0x1b1f3a);
  for (int i = 0; i < creature->balls; i++)
    disc(cairo, hh_vec_scale(creature->ball[i], 1 / tile_m), 1.9 * ball + 0.06, 0x1b1f3a, 0x1b1f3a);
  for (int i = 0; i < creature->balls; i++) {
    HhVec at = hh_vec_scale(creature->ball[i], 1 / tile_m);
    disc(cairo, hh_vec(at.x - 0.3 * ball, at.y + 0.5 * ball), 0.55 * ball, 0x39408a, 0x1b1f3a);
  }
}

static void paint_prey(const HhxDenCreature *creature, double tile_m, double time_s, cairo_t *cairo)
{
  HhVec at = hh_vec_scale(creature->com, 1 / tile_m);
  double beat = creature->mode[0] == 'c' ? 0.1 : 0.45 * sin(40 * time_s + creature->number);
  for (int side = -1; side <= 1; side += 2) {
    cairo_move_to(cairo, at.x, at.y + 0.1);
    cairo_line_to(cairo, at.x + 0.6 * side, at.y + 0.2 + beat);
    cairo_line_to(cairo, at.x + 0.35 * side, at.y);
    cairo_close_path(cairo);
    hhx_ink_set(cairo, hhx_rgb(0xf4f7ee), 0.9);
    cairo_fill(cairo);
  }
  disc(cairo, at, 0.22, 0xf4f7ee, 0x6c7f86);
}

void hhx_den_scene(const HhxDenFrame *frame, const HhDangles *dangles, int beads, double tile_m,
                   const HhxView *view, cairo_t *cairo)
{
  cairo_save(cairo);
  hhx_view_enter(view, cairo);
  cairo_scale(cairo, tile_m, tile_m);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  for (int i = 0; i < frame->count; i++) {
    const HhxDenCreature *creature = &frame->creatures[i];
    if (!shown(creature)) continue;
    if (creature->kind == HHX_DEN_PREY) {
      paint_prey(creature, tile_m, frame->time_s, cairo);
      continue;
    }
    if (creature->kind == HHX_DEN_DADDY) paint_dangles(&dangles[i], cairo);
    paint_arms(creature, beads, tile_m, cairo);
    if (creature->kind == HHX_DEN_DADDY) paint_body(creature, tile_m, cairo);
  }
  cairo_restore(cairo);
}

void hhx_den_dangle_roots(const HhxDenCreature *creature, int beads, double tile_m,
                          HhVec root[HH_DANGLES])
{
  for (int i = 0; i < HH_DANGLES; i++) {
    bool hangs = i >= HH_DANGLES / 2 && creature->arms > 0;
    const HhxArm *arm = &creature->arm[hangs ? i * 3 % creature->arms : 0];
    HhVec at = hangs                 ? arm->bead[beads / 3]
               : creature->balls > 0 ? creature->ball[i % creature->balls]
                                     : creature->com;
    root[i] = hh_vec_scale(at, 1 / tile_m);
  }
}
