#include "gibbon.h"

#include <math.h>
#include <stdbool.h>

#include "brush.h"
#include "head.h"
#include "limb.h"

static const HhxPalette palettes[] = {
    [HHX_FIGURE_FULL] = {.near = {0.49, 0.33, 0.22},
                         .middle = {0.42, 0.27, 0.18},
                         .far = {0.27, 0.17, 0.12},
                         .pale = {0.96, 0.90, 0.79},
                         .pale_far = {0.74, 0.66, 0.55},
                         .face = {0.20, 0.13, 0.11},
                         .eye = {0.93, 0.66, 0.27},
                         .pupil = {0.05, 0.03, 0.03},
                         .line = {0.16, 0.09, 0.06},
                         .line_m = 0.005,
                         .shine_alpha = 0.055},
    [HHX_FIGURE_OUTLINE] = {.near = {1, 1, 0.98},
                            .middle = {1, 1, 0.98},
                            .far = {0.90, 0.90, 0.88},
                            .pale = {1, 1, 0.98},
                            .pale_far = {0.90, 0.90, 0.88},
                            .face = {0.86, 0.86, 0.86},
                            .eye = {1, 1, 0.98},
                            .pupil = {0.5, 0.53, 0.58},
                            .line = {0.56, 0.59, 0.64},
                            .line_m = 0.006},
};

static const double head_radius_m = 0.078; /* more than the skull's: its fur */

enum { LEGS, ARMS = HH_SIDES, LIMBS = 2 * HH_SIDES };

/* All shapes of a figure. */
typedef struct Shapes {
  double unit; /* size of the body */
  HhxHull trunk;
  HhxFur fur;
  double depth_m; /* of the trunk: limbs farther than it are behind it */
  HhxLimb limb[LIMBS];
  HhxHead head;
} Shapes;

static HhVec flat(HhVec3 v)
{
  return hh_vec(v.x, v.y);
}

/* The body's frame from its joints, and how it looks without cosmetics or with them. */
typedef struct Joints {
  const HhRig14 *rig;
  const HhQuat *bones; /* null below their level */
  HhSkin skin;
  bool furry;
  double unit;
  HhVec3 belly, up; /* unit */
  double turn;      /* +1 faces +x, -1 faces -x, between while it turns */
} Joints;

/* The sum of the bones' lengths, over that of the body in core/rig/body.h. */
static double size_of(const HhRig14 *rig)
{
  double sum = hh_vec3_distance(rig->neck, rig->waist) + hh_vec3_distance(rig->waist, rig->pelvis);
  for (int side = HH_LEFT; side < HH_SIDES; side++) {
    sum += hh_vec3_distance(rig->shoulder[side], rig->elbow[side]) +
           hh_vec3_distance(rig->elbow[side], rig->wrist[side]) +
           hh_vec3_distance(rig->wrist[side], rig->hand[side]) +
           hh_vec3_distance(rig->hip[side], rig->knee[side]) +
           hh_vec3_distance(rig->knee[side], rig->ankle[side]) +
           hh_vec3_distance(rig->ankle[side], rig->toe[side]);
  }
  return sum / (0.28 + 2 * (0.235 + 0.265 + 0.09 + 0.205 + 0.18 + 0.14));
}

static HhSkin plain_skin(const bool *holds)
{
  return (HhSkin){.fingers_ratio = {holds[HH_LEFT] ? 1 : 0.25, holds[HH_RIGHT] ? 1 : 0.25},
                  .along_ratio = 1,
                  .across_ratio = 1};
}

static Joints joints_of(const HhxFigure *figure)
{
  const HhRig14 *rig = &figure->rig->rig14;
  const HhSkin *skin = figure->level >= HH_LEVEL_SKIN ? figure->skin : NULL;
  HhVec3 right = hh_vec3_sub(rig->shoulder[HH_RIGHT], rig->shoulder[HH_LEFT]);
  right = hh_vec3_add(right, hh_vec3_sub(rig->hip[HH_RIGHT], rig->hip[HH_LEFT]));
  HhVec3 up = hh_vec3_unit(hh_vec3_sub(rig->neck, rig->pelvis), hh_vec3(0, 1, 0));
  right = hh_vec3_along(right, up, -hh_vec3_dot(right, up));
  right = hh_vec3_unit(right, hh_vec3(0, 0, 1));
  HhVec3 belly = hh_vec3_cross(up, right);
  return (Joints){.rig = rig,
                  .bones = figure->level >= HH_LEVEL_BONES ? figure->rig->bones.local : NULL,
                  .skin = skin ? *skin : plain_skin(figure->rig->rig5.hand_holds),
                  .furry = skin != NULL,
                  .unit = size_of(rig),
                  .belly = belly,
                  .up = up,
                  .turn = fmax(-1, fmin(1, 2 * hh_vec_cross(flat(belly), flat(up))))};
}

static HhxFur fur_of(const Joints *joints, double length, double from, double to, int tuft_from,
                     int tuft_to)
{
  if (!joints->furry) return (HhxFur){0};
  return (HhxFur){length * joints->unit, from, to, flat(joints->skin.tuft[tuft_from]),
                  flat(joints->skin.tuft[tuft_to])};
}

/* A point of the spine, stretched from the neck down and `back` from the joints' line. */
static HhVec spine(const Joints *joints, HhVec3 from, HhVec3 to, double share, double back)
{
  HhVec3 at = hh_vec3_mix(from, to, share), neck = joints->rig->neck;
  at = hh_vec3_along(neck, hh_vec3_sub(at, neck), joints->skin.along_ratio);
  return flat(hh_vec3_along(at, joints->belly, -back * joints->unit));
}

static HhxHull trunk_of(const Joints *joints)
{
  const HhRig14 *rig = joints->rig;
  double wide = joints->unit * joints->skin.across_ratio;
  double chest = wide * (1 + 0.06 * joints->skin.breath_ratio);
  HhxStation stations[] = {
      {hh_vec_mix(flat(rig->neck), flat(rig->head), 0.6), 0.045 * joints->unit},
      {flat(rig->neck), 0.056 * wide},
      {spine(joints, rig->neck, rig->waist, 0.35, 0.01), 0.085 * chest},
      {spine(joints, rig->neck, rig->waist, 0.75, 0.02), 0.085 * chest},
      {spine(joints, rig->waist, rig->pelvis, 0.3, 0.018), 0.076 * wide},
      {spine(joints, rig->waist, rig->pelvis, 0.95, 0.007), 0.068 * wide},
      {spine(joints, rig->waist, rig->pelvis, 1.1, 0), 0.045 * wide}};
  return hhx_hull(stations, 7);
}

static HhxLimb arm_of(const Joints *joints, int side)
{
  const HhRig14 *rig = joints->rig;
  HhVec shoulder = flat(rig->shoulder[side]);
  HhVec beside = hh_vec_mix(flat(rig->neck), shoulder, 0.55);
  HhxLimbPoints points = {.trunk = hh_vec_mix(beside, flat(rig->waist), 0.12),
                          .upper = shoulder,
                          .middle = flat(rig->elbow[side]),
                          .lower = flat(rig->wrist[side]),
                          .end = flat(rig->hand[side]),
                          .depth_m = 0.7 * rig->shoulder[side].z + 0.3 * rig->elbow[side].z};
  HhxLimb arm =
      hhx_limb_arm(joints->unit, &points, joints->skin.fingers_ratio[side], -joints->turn);
  arm.fur = fur_of(joints, 0.017, 0.3, 0.92, HH_TUFT_UPPER_ARM_L + side, HH_TUFT_FOREARM_L + side);
  return arm;
}

static HhxLimb leg_of(const Joints *joints, int side)
{
  const HhRig14 *rig = joints->rig;
  HhVec hip = flat(rig->hip[side]);
  HhxLimbPoints points = {.trunk = hh_vec_mix(hip, flat(rig->waist), 0.18),
                          .upper = hip,
                          .middle = flat(rig->knee[side]),
                          .lower = flat(rig->ankle[side]),
                          .end = flat(rig->toe[side]),
                          .depth_m = 0.7 * rig->hip[side].z + 0.3 * rig->knee[side].z};
  HhxLimb leg = hhx_limb_leg(joints->unit, &points);
  leg.fur = fur_of(joints, 0.016, 0.3, 0.85, HH_TUFT_RUMP, HH_TUFT_RUMP);
  return leg;
}

/* Where the head looks, and its crown: as the head's bone is turned; without bones where the belly
 * faces, square to the neck. */
static HhAxes look_of(const Joints *joints)
{
  if (joints->bones) {
    static const HhBone chain[] = {HH_BONE_PELVIS, HH_BONE_SPINE, HH_BONE_NECK, HH_BONE_HEAD};
    HhQuat turn = hh_quat_identity();
    for (size_t i = 0; i < sizeof chain / sizeof *chain; i++)
      turn = hh_quat_mul(turn, joints->bones[chain[i]]);
    return hh_quat_axes(hh_quat_unit(turn));
  }
  const HhRig14 *rig = joints->rig;
  HhVec3 up = hh_vec3_unit(hh_vec3_sub(rig->head, rig->neck), joints->up);
  HhVec3 look = hh_vec3_along(joints->belly, up, -hh_vec3_dot(joints->belly, up));
  look = hh_vec3_unit(look, joints->belly);
  return (HhAxes){look, up, hh_vec3_cross(look, up)};
}

static HhxHead head_of(const Joints *joints)
{
  const HhRig14 *rig = joints->rig;
  HhAxes axes = look_of(joints);
  HhxHead head =
      hhx_head(flat(rig->head), flat(rig->neck), head_radius_m * joints->unit, axes.x, axes.y);
  for (int side = HH_LEFT; side < HH_SIDES; side++)
    head.ear[side] = flat(joints->skin.tuft[HH_TUFT_EAR_L + side]);
  return head;
}

static Shapes shapes_of(const HhxFigure *figure)
{
  Joints joints = joints_of(figure);
  Shapes shapes = {.unit = joints.unit};
  shapes.trunk = trunk_of(&joints);
  shapes.fur = fur_of(&joints, 0.022, 0.15, 0.97, HH_TUFT_BACK, HH_TUFT_RUMP);
  shapes.depth_m = (joints.rig->neck.z + joints.rig->pelvis.z) / 2;
  for (int side = HH_LEFT; side < HH_SIDES; side++) {
    shapes.limb[LEGS + side] = leg_of(&joints, side);
    shapes.limb[ARMS + side] = arm_of(&joints, side);
  }
  shapes.head = head_of(&joints);
  return shapes;
}

static void sort_by_depth(const Shapes *shapes, int order[LIMBS])
{
  for (int i = 0; i < LIMBS; i++) {
    int k = i;
    for (; k > 0 && shapes->limb[order[k - 1]].depth_m > shapes->limb[i].depth_m; k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
}

/* From far to near: limbs behind the trunk, the trunk, limbs in front of it; and the head, which
 * no arm hides. Trunk, head and what is in front are one shape with one outline first; then each
 * of them grows out of it. */
static void paint_shapes(const HhxBrush *brush, const Shapes *shapes)
{
  int order[LIMBS], before = 0;
  sort_by_depth(shapes, order);
  for (; before < LIMBS; before++) {
    const HhxLimb *limb = &shapes->limb[order[before]];
    if (limb->depth_m > shapes->depth_m) break;
    hhx_limb_paint_behind(brush, limb);
  }
  HhxTone fur = brush->palette->middle;
  for (int i = before; i < LIMBS; i++)
    hhx_brush_line(brush, &shapes->limb[order[i]].hull, &shapes->limb[order[i]].fur);
  hhx_brush_line(brush, &shapes->head.skull, NULL);
  hhx_brush_line(brush, &shapes->trunk, &shapes->fur);
  for (int i = before; i < LIMBS; i++)
    hhx_brush_fill(brush, &shapes->limb[order[i]].hull, &shapes->limb[order[i]].fur, fur);
  hhx_brush_fill(brush, &shapes->head.skull, NULL, fur);
  hhx_brush_fill(brush, &shapes->trunk, &shapes->fur, fur);
  hhx_brush_shine(brush, &shapes->trunk);
  for (int i = before; i < LIMBS; i++)
    hhx_limb_paint_before(brush, &shapes->limb[order[i]]);
  hhx_head_paint(brush, &shapes->head);
}

static bool hull_is_finite(const HhxHull *hull)
{
  for (int i = 0; i < hull->count; i++)
    if (!hh_vec_finite(hull->sample[i].at) || !isfinite(hull->sample[i].radius)) return false;
  return true;
}

/* False also for a body without size. */
static bool can_paint(const Shapes *shapes)
{
  if (!(shapes->unit > 1e-9 && hull_is_finite(&shapes->trunk) &&
        hull_is_finite(&shapes->head.skull)))
    return false;
  for (int i = 0; i < LIMBS; i++)
    if (!hull_is_finite(&shapes->limb[i].hull) || !hull_is_finite(&shapes->limb[i].paw.palm))
      return false;
  return true;
}

/* Half a pixel, in metres. */
static double thinnest_line(cairo_t *cairo)
{
  double x = 0.5, y = 0;
  cairo_device_to_user_distance(cairo, &x, &y);
  return hypot(x, y);
}

void hhx_gibbon_paint(cairo_t *cairo, const HhxFigure *figure, HhxFigureStyle style, double opacity)
{
  Shapes shapes = shapes_of(figure);
  if (!can_paint(&shapes) || opacity <= 0) return;
  const HhxPalette *palette = &palettes[style];
  HhxBrush brush = {cairo, palette, shapes.unit,
                    fmax(palette->line_m * shapes.unit, thinnest_line(cairo))};
  cairo_save(cairo);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  if (opacity < 1) cairo_push_group(cairo);
  paint_shapes(&brush, &shapes);
  if (opacity < 1) {
    cairo_pop_group_to_source(cairo);
    cairo_paint_with_alpha(cairo, opacity);
  }
  cairo_restore(cairo);
}
