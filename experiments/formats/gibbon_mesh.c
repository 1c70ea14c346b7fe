/* The gibbon's parts, each a tube: trunk, head, and the right half's limbs, mirrored. See the
 * header. */
#include "gibbon_mesh.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/angle.h"
#include "base/hash.h"

enum { MOST_RINGS = 40 };

/* Linear light. */
static const HhVec3 fur = {0.040, 0.027, 0.019}, belly = {0.062, 0.043, 0.030},
                    crown = {0.028, 0.019, 0.014}, pale = {0.72, 0.66, 0.55},
                    dusk = {0.33, 0.27, 0.20}, skin = {0.020, 0.015, 0.014},
                    muzzle = {0.045, 0.032, 0.027}, palm = {0.075, 0.052, 0.042},
                    iris = {0.23, 0.085, 0.016}, pupil = {0.004, 0.004, 0.004};

typedef struct Figure {
  HhxMesh mesh;
  HhVec3 begin[HH_BONE_COUNT], end[HH_BONE_COUNT]; /* at rest, the pelvis at 0 */
  double trunk_m, hand_m, foot_m, head_m;          /* head: its radius */
} Figure;

/* Fur is nowhere of one colour: each vertex is lighter or darker by up to a fifth. */
static void mottle(HhxMesh *mesh)
{
  for (int i = 0; i < mesh->vertex_count; i++) {
    uint64_t hash = hh_hash_end(hh_hash_word(hh_hash_start(), (uint64_t)i));
    double share = 0.8 + 0.4 * (double)(hash >> 40) / (1 << 24);
    HhVec3 *color = &mesh->vertices[i].color;
    if (color->x < 0.1) *color = hh_vec3_scale(*color, share);
  }
}

static int mirrored(int bone)
{
  if (bone >= HH_BONE_COLLAR_R && bone <= HH_BONE_HAND_R)
    return bone - HH_BONE_COLLAR_R + HH_BONE_COLLAR_L;
  return bone >= HH_BONE_THIGH_R ? bone - HH_BONE_THIGH_R + HH_BONE_THIGH_L : bone;
}

/* A tube of the right half and its mirror image. */
static void add_pair(Figure *figure, HhxRing *rings, int count, int sides)
{
  hhx_mesh_tube(&figure->mesh, rings, count, sides);
  for (int i = 0; i < count; i++) {
    rings[i].centre.z = -rings[i].centre.z;
    rings[i].side.z = -rings[i].side.z;
    rings[i].front.z = -rings[i].front.z;
    rings[i].bone = mirrored(rings[i].bone);
    rings[i].next = mirrored(rings[i].next);
  }
  hhx_mesh_tube(&figure->mesh, rings, count, sides);
}

static double smooth_step(double share)
{
  if (share <= 0) return 0;
  return share < 1 ? share * share * (3 - 2 * share) : 1;
}

/* Where a limb is `at` 0 at the beginning of its first bone, 1 at that of the second, and so on:
 * the joint between two bones moves with both of them for `soft_m` to either side. */
typedef struct Limb {
  const HhVec3 *joints; /* one more than bones */
  const int *bones;
  int count;
  double soft_m;
} Limb;

static HhxRing limb_ring(const Limb *limb, double at)
{
  int bone = at < 0 ? 0 : at >= limb->count ? limb->count - 1 : (int)at;
  HhVec3 from = limb->joints[bone], to = limb->joints[bone + 1];
  HhxRing ring = {.centre = hh_vec3_mix(from, to, at - bone), .bone = limb->bones[bone]};
  double length_m = hh_vec3_distance(from, to), from_m = (at - bone) * length_m;
  double left_m = length_m - from_m;
  if (from_m < left_m && bone > 0) {
    ring.next = limb->bones[bone - 1];
    ring.share = smooth_step((limb->soft_m - from_m) / (2 * limb->soft_m));
  } else if (left_m <= from_m && bone + 1 < limb->count) {
    ring.next = limb->bones[bone + 1];
    ring.share = smooth_step((limb->soft_m - left_m) / (2 * limb->soft_m));
  }
  return ring;
}

/* A ring of trunk, arm or leg, in trunks: half axes along x and across, and how far its centre is
 * off the bones, ahead and (arm) up or (leg) outward. */
typedef struct Girth {
  double at, deep, wide, forward, off;
  const HhVec3 *color;
} Girth;

static void add_trunk(Figure *figure)
{
  static const Girth rows[] = {
      {-0.25, 0, 0, -.02, 0, &fur},       {-0.23, .075, .09, -.02, 0, &fur},
      {-0.17, .150, .18, -.02, 0, &fur},  {-0.09, .190, .235, -.016, 0, &fur},
      {0.01, .203, .256, -.006, 0, &fur}, {0.12, .200, .250, .004, 0, &fur},
      {0.24, .194, .236, .012, 0, &fur},  {0.36, .194, .230, .016, 0, &fur},
      {0.48, .202, .238, .014, 0, &fur},  {0.60, .216, .262, .010, 0, &fur},
      {0.72, .228, .290, .004, 0, &fur},  {0.83, .228, .304, -.004, 0, &fur},
      {0.92, .212, .292, -.012, 0, &fur}, {0.99, .188, .252, -.020, 0, &fur},
      {1.05, .166, .210, -.024, 0, &fur}, {1.11, .148, .172, -.024, 0, &fur},
      {1.18, .134, .148, -.022, 0, &fur}, {1.27, .12, .13, -.02, 0, &fur},
      {1.33, 0, 0, -.02, 0, &fur}};
  enum { COUNT = sizeof rows / sizeof *rows, SIDES = 24 };
  double unit_m = figure->trunk_m, waist_m = figure->begin[HH_BONE_SPINE].y;
  double neck_m = figure->begin[HH_BONE_NECK].y;
  HhxRing rings[COUNT];
  for (int i = 0; i < COUNT; i++) {
    double y_m = rows[i].at * unit_m;
    rings[i] = (HhxRing){.centre = {rows[i].forward * unit_m, y_m, 0},
                         .side = {rows[i].deep * unit_m, 0, 0},
                         .front = {0, 0, rows[i].wide * unit_m},
                         .color = *rows[i].color,
                         .bone = HH_BONE_PELVIS,
                         .next = HH_BONE_SPINE,
                         .share = smooth_step((y_m - waist_m) / (0.5 * unit_m) + 0.5)};
    if (y_m < neck_m - 0.06 * unit_m) continue;
    rings[i].bone = HH_BONE_SPINE;
    rings[i].next = HH_BONE_NECK;
    rings[i].share = smooth_step((y_m - neck_m) / (0.12 * unit_m) + 0.5);
  }
  hhx_mesh_tube(&figure->mesh, rings, COUNT, SIDES);
}

/* Gives a share of a vertex to one more bone. */
static void lend(HhxVertex *vertex, int bone, double share)
{
  if (share <= 0) return;
  int free = 0;
  for (int i = 0; i < HHX_MESH_WEIGHTS; i++) {
    vertex->weight[i] *= 1 - share;
    if (vertex->weight[i] > 0) free = i + 1;
  }
  assert(free < HHX_MESH_WEIGHTS);
  vertex->bone[free] = bone;
  vertex->weight[free] = share;
}

/* The trunk's skin follows collar bones and thighs a little, its front is lighter. */
static void soften_trunk(Figure *figure)
{
  double unit_m = figure->trunk_m, hip_m = figure->begin[HH_BONE_THIGH_R].z;
  HhVec3 shoulder = figure->begin[HH_BONE_UPPER_ARM_R];
  for (int i = 0; i < figure->mesh.vertex_count; i++) {
    HhxVertex *vertex = &figure->mesh.vertices[i];
    HhVec3 at = vertex->position;
    double out_m = at.z < 0 ? -at.z : at.z;
    bool right = at.z > 0;
    double high = smooth_step((at.y - (shoulder.y - 0.45 * unit_m)) / (0.45 * unit_m));
    double over = smooth_step((shoulder.y + 0.16 * unit_m - at.y) / (0.12 * unit_m));
    lend(vertex, right ? HH_BONE_COLLAR_R : HH_BONE_COLLAR_L,
         0.7 * high * over * smooth_step(out_m / shoulder.z - 0.2));
    double low = smooth_step((0.10 * unit_m - at.y) / (0.30 * unit_m));
    lend(vertex, right ? HH_BONE_THIGH_R : HH_BONE_THIGH_L,
         0.45 * low * smooth_step(out_m / hip_m - 0.3));
    double ahead = smooth_step((at.x - 0.02 * unit_m) / (0.18 * unit_m));
    if (at.y < shoulder.y) vertex->color = hh_vec3_mix(fur, belly, ahead);
  }
}

static void add_arm(Figure *figure)
{
  static const Girth rows[] = {
      {-0.75, 0, 0, -.01, -.10, &fur},        {-0.70, .06, .06, -.01, -.10, &fur},
      {-0.45, .115, .125, -.01, -.085, &fur}, {-0.15, .135, .148, -.008, -.045, &fur},
      {0.03, .132, .146, -.004, -.022, &fur}, {0.12, .124, .134, 0, -.010, &fur},
      {0.25, .114, .120, 0, -.004, &fur},     {0.45, .106, .110, .004, 0, &fur},
      {0.65, .098, .102, .004, 0, &fur},      {0.80, .092, .096, .002, 0, &fur},
      {0.91, .090, .094, 0, 0, &fur},         {1.00, .091, .095, -.006, 0, &fur},
      {1.08, .096, .099, -.004, 0, &fur},     {1.18, .102, .106, 0, -.003, &fur},
      {1.34, .101, .108, .002, -.005, &fur},  {1.52, .090, .098, 0, -.004, &fur},
      {1.70, .078, .084, 0, -.002, &fur},     {1.82, .069, .075, 0, 0, &fur},
      {1.86, .067, .073, 0, 0, &dusk},        {1.90, .066, .072, 0, 0, &pale},
      {1.97, .064, .070, 0, 0, &pale},        {2.04, .055, .061, 0, 0, &pale},
      {2.10, .035, .04, -.004, 0, &pale},     {2.15, 0, 0, -.006, 0, &pale}};
  enum { COUNT = sizeof rows / sizeof *rows, SIDES = 14 };
  static const int bones[] = {HH_BONE_COLLAR_R, HH_BONE_UPPER_ARM_R, HH_BONE_FOREARM_R,
                              HH_BONE_HAND_R};
  const HhVec3 joints[] = {figure->begin[HH_BONE_COLLAR_R], figure->begin[HH_BONE_UPPER_ARM_R],
                           figure->begin[HH_BONE_FOREARM_R], figure->begin[HH_BONE_HAND_R],
                           figure->end[HH_BONE_HAND_R]};
  double unit_m = figure->trunk_m;
  Limb limb = {joints, bones, 4, 0.10 * unit_m};
  HhxRing rings[COUNT];
  for (int i = 0; i < COUNT; i++) {
    const Girth *row = &rows[i];
    rings[i] = limb_ring(&limb, row->at + 1);
    rings[i].centre =
        hh_vec3_add(rings[i].centre, hh_vec3(row->forward * unit_m, row->off * unit_m, 0));
    rings[i].side = hh_vec3(row->deep * unit_m, 0, 0);
    rings[i].front = hh_vec3(0, row->wide * unit_m, 0);
    rings[i].color = *row->color;
  }
  add_pair(figure, rings, COUNT, SIDES);
}

static void add_leg(Figure *figure)
{
  static const Girth rows[] = {{-0.26, 0, 0, -.01, -.07, &fur},
                               {-0.22, .08, .07, -.01, -.07, &fur},
                               {-0.10, .145, .105, -.004, -.045, &fur},
                               {0.02, .162, .122, .004, -.022, &fur},
                               {0.14, .160, .130, .010, -.008, &fur},
                               {0.28, .150, .127, .014, 0, &fur},
                               {0.44, .134, .117, .014, 0, &fur},
                               {0.60, .117, .106, .012, 0, &fur},
                               {0.76, .101, .095, .010, 0, &fur},
                               {0.90, .094, .089, .010, 0, &fur},
                               {1.00, .093, .088, .008, 0, &fur},
                               {1.09, .094, .089, -.002, 0, &fur},
                               {1.22, .099, .092, -.014, 0, &fur},
                               {1.40, .096, .089, -.016, 0, &fur},
                               {1.60, .082, .078, -.011, 0, &fur},
                               {1.76, .069, .067, -.006, 0, &fur},
                               {1.83, .064, .063, -.004, 0, &dusk},
                               {1.88, .062, .060, -.003, 0, &pale},
                               {1.97, .059, .055, 0, 0, &pale},
                               {2.06, .057, .049, .004, 0, &pale},
                               {2.12, 0, 0, .006, 0, &pale}};
  enum { COUNT = sizeof rows / sizeof *rows, SIDES = 14 };
  static const int bones[] = {HH_BONE_THIGH_R, HH_BONE_SHANK_R, HH_BONE_FOOT_R};
  double unit_m = figure->trunk_m;
  HhVec3 ankle = figure->begin[HH_BONE_FOOT_R];
  const HhVec3 joints[] = {figure->begin[HH_BONE_THIGH_R], figure->begin[HH_BONE_SHANK_R], ankle,
                           hh_vec3_along(ankle, hh_vec3(0, -1, 0), figure->foot_m)};
  Limb limb = {joints, bones, 3, 0.11 * unit_m};
  HhxRing rings[COUNT];
  for (int i = 0; i < COUNT; i++) {
    const Girth *row = &rows[i];
    rings[i] = limb_ring(&limb, row->at);
    rings[i].centre =
        hh_vec3_add(rings[i].centre, hh_vec3(row->forward * unit_m, 0, row->off * unit_m));
    rings[i].side = hh_vec3(row->deep * unit_m, 0, 0);
    rings[i].front = hh_vec3(0, 0, row->wide * unit_m);
    rings[i].color = *row->color;
    if (row->at > 0.12) continue;
    rings[i].next = HH_BONE_PELVIS;
    rings[i].share = smooth_step((0.12 - row->at) / 0.36);
  }
  add_pair(figure, rings, COUNT, SIDES);
}

/* A thin tube of one bone through points, thick and pale at its root: fingers, toes. `flat` is a
 * direction across all of it. */
static void add_digit(Figure *figure, int bone, const HhVec3 *points, int count, HhVec3 flat,
                      double radius_m)
{
  enum { SIDES = 6 };
  assert(count + 2 <= MOST_RINGS);
  HhxRing rings[MOST_RINGS];
  for (int i = 0; i < count; i++) {
    HhVec3 before = points[i > 0 ? i - 1 : 0], after = points[i + 1 < count ? i + 1 : i];
    HhVec3 along = hh_vec3_unit(hh_vec3_sub(after, before), hh_vec3(0, 0, 1));
    HhVec3 across = hh_vec3_unit(hh_vec3_cross(flat, along), hh_vec3(1, 0, 0));
    double here_m = radius_m * (i + 1 < count ? 1 - 0.2 * i / count : 0.6);
    rings[i + 1] = (HhxRing){.centre = points[i],
                             .side = hh_vec3_scale(hh_vec3_cross(along, across), here_m),
                             .front = hh_vec3_scale(across, here_m),
                             .color = hh_vec3_mix(pale, palm, (i + 1.0) / count),
                             .bone = bone};
  }
  HhVec3 last = hh_vec3_unit(hh_vec3_sub(points[count - 1], points[count - 2]), hh_vec3(0, 0, 1));
  HhVec3 first = hh_vec3_unit(hh_vec3_sub(points[0], points[1]), hh_vec3(0, 0, 1));
  rings[0] = rings[1];
  rings[0].centre = hh_vec3_along(points[0], first, 0.5 * radius_m);
  rings[count + 1] = rings[count];
  rings[count + 1].centre = hh_vec3_along(points[count - 1], last, 0.6 * radius_m);
  add_pair(figure, rings, count + 2, SIDES);
}

/* Units: the bone's length, from the wrist; x where the palm faces, z along the hand, y to the
 * thumb. */
static void add_hand(Figure *figure)
{
  static const double rows[][5] = {/* z, x, thick, wide, y */
                                   {-.25, 0, 0, 0, 0},           {-.20, 0, .08, .10, 0},
                                   {.00, -.01, .135, .16, 0},    {.20, -.06, .150, .225, .01},
                                   {.45, -.13, .140, .272, 0},   {.65, -.185, .12, .275, -.01},
                                   {.78, -.215, .09, .25, -.01}, {.84, -.22, 0, 0, -.01}};
  enum { COUNT = sizeof rows / sizeof *rows, SIDES = 12, HOOK = 8, FINGERS = 4, THUMB = 5 };
  HhVec3 wrist = figure->begin[HH_BONE_HAND_R];
  double unit_m = figure->hand_m;
  HhxRing rings[COUNT];
  for (int i = 0; i < COUNT; i++)
    rings[i] = (HhxRing){
        .centre = hh_vec3_along(wrist, hh_vec3(rows[i][1], rows[i][4], rows[i][0]), unit_m),
        .side = {rows[i][2] * unit_m, 0, 0},
        .front = {0, rows[i][3] * unit_m, 0},
        .color = pale,
        .bone = HH_BONE_HAND_R};
  add_pair(figure, rings, COUNT, SIDES);

  /* From the knuckles over the rod and down before it. */
  static const double hook[HOOK][2] = {{-.215, .70}, {-.232, .90},  {-.205, 1.06}, {-.11, 1.18},
                                       {.03, 1.215}, {.155, 1.145}, {.215, 1.01},  {.20, .86}};
  static const double longer[FINGERS] = {.97, 1.04, 1.02, .90};
  for (int f = 0; f < FINGERS; f++) {
    HhVec3 points[HOOK];
    double y = (1.5 - f) * 0.142 - 0.01;
    for (int i = 0; i < HOOK; i++) {
      double grown = 1 + (longer[f] - 1) * i / (HOOK - 1.0);
      points[i] = hh_vec3_along(
          wrist, hh_vec3(hook[i][0], y * (1 - 0.012 * i), 1 + (hook[i][1] - 1) * grown), unit_m);
    }
    add_digit(figure, HH_BONE_HAND_R, points, HOOK, hh_vec3(0, 1, 0), 0.078 * unit_m);
  }
  static const double thumb[THUMB][3] = {
      {-.03, .12, .12}, {-.01, .23, .26}, {.02, .30, .41}, {.06, .32, .54}, {.10, .31, .64}};
  HhVec3 points[THUMB];
  for (int i = 0; i < THUMB; i++)
    points[i] = hh_vec3_along(wrist, hh_vec3(thumb[i][0], thumb[i][1], thumb[i][2]), unit_m);
  add_digit(figure, HH_BONE_HAND_R, points, THUMB, hh_vec3(1, 0, 0), 0.085 * unit_m);
}

/* Units: the bone's length, from the ankle; x along the foot, y up, z outward. */
static void add_foot(Figure *figure)
{
  static const double rows[][5] = {
      /* x, y, high, wide, z */
      {-.24, -.10, 0, 0, 0},        {-.20, -.10, .075, .09, 0},    {-.10, -.075, .115, .125, 0},
      {.04, -.06, .125, .135, 0},   {.20, -.075, .105, .145, .01}, {.38, -.095, .085, .155, .02},
      {.54, -.105, .07, .155, .02}, {.66, -.11, .05, .14, .02},    {.70, -.11, 0, 0, .02}};
  enum { COUNT = sizeof rows / sizeof *rows, SIDES = 12, TOE = 5, TOES = 4 };
  HhVec3 ankle = figure->begin[HH_BONE_FOOT_R];
  double unit_m = figure->foot_m;
  HhxRing rings[COUNT];
  for (int i = 0; i < COUNT; i++)
    rings[i] = (HhxRing){
        .centre = hh_vec3_along(ankle, hh_vec3(rows[i][0], rows[i][1], rows[i][4]), unit_m),
        .side = {0, rows[i][2] * unit_m, 0},
        .front = {0, 0, rows[i][3] * unit_m},
        .color = pale,
        .bone = HH_BONE_FOOT_R};
  add_pair(figure, rings, COUNT, SIDES);

  static const double toe[TOE][2] = {
      {.58, -.10}, {.72, -.085}, {.85, -.095}, {.95, -.125}, {1.0, -.17}};
  static const double longer[TOES] = {.98, 1.0, .96, .88};
  for (int t = 0; t < TOES; t++) {
    HhVec3 points[TOE];
    for (int i = 0; i < TOE; i++)
      points[i] = hh_vec3_along(
          ankle, hh_vec3(toe[i][0] * longer[t], toe[i][1], .02 + (t - 1.5) * (.078 + .004 * i)),
          unit_m);
    add_digit(figure, HH_BONE_FOOT_R, points, TOE, hh_vec3(0, 0, 1), 0.046 * unit_m);
  }
  static const double big[TOE][3] = {{.06, -.10, -.05},
                                     {.20, -.11, -.15},
                                     {.32, -.115, -.22},
                                     {.43, -.12, -.255},
                                     {.52, -.135, -.265}};
  HhVec3 points[TOE];
  for (int i = 0; i < TOE; i++)
    points[i] = hh_vec3_along(ankle, hh_vec3(big[i][0], big[i][1], big[i][2]), unit_m);
  add_digit(figure, HH_BONE_FOOT_R, points, TOE, hh_vec3(0, 1, 0), 0.055 * unit_m);
}

/* An ellipsoid of the head in its radii, from its middle: its front, so many rings of it, has a
 * colour of its own. One off the middle plane comes with its mirror image. */
typedef struct Egg {
  HhVec3 centre, size;
  int rings, sides, front_rings;
  const HhVec3 *front, *color;
} Egg;

static void add_egg(Figure *figure, const Egg *egg)
{
  assert(egg->rings <= MOST_RINGS);
  double unit_m = figure->head_m;
  HhVec3 centre = hh_vec3_along(figure->begin[HH_BONE_HEAD], egg->centre, unit_m);
  HhxRing rings[MOST_RINGS];
  for (int i = 0; i < egg->rings; i++) {
    HhVec on = hh_unit_from_angle(HH_PI * i / (egg->rings - 1));
    rings[i] = (HhxRing){.centre = hh_vec3_along(centre, hh_vec3(egg->size.x, 0, 0), unit_m * on.x),
                         .side = {0, egg->size.y * unit_m * on.y, 0},
                         .front = {0, 0, egg->size.z * unit_m * on.y},
                         .color = i < egg->front_rings ? *egg->front : *egg->color,
                         .bone = HH_BONE_HEAD};
  }
  if (egg->centre.z > 0)
    add_pair(figure, rings, egg->rings, egg->sides);
  else
    hhx_mesh_tube(&figure->mesh, rings, egg->rings, egg->sides);
}

/* The skull: rings around the line of sight, so that the pale ring is one of them. Units: its
 * radius. */
static void add_head(Figure *figure)
{
  static const struct {
    double deg;
    const HhVec3 *color;
  } rows[] = {{0, &skin},  {14, &skin}, {26, &skin}, {35, &skin}, {39, &skin},  {41.5, &pale},
              {45, &pale}, {49, &pale}, {52, &pale}, {55, &dusk}, {58, &crown}, {65, &fur},
              {76, &fur},  {88, &fur},  {102, &fur}, {116, &fur}, {130, &fur},  {144, &fur},
              {157, &fur}, {169, &fur}, {180, &fur}};
  enum { COUNT = sizeof rows / sizeof *rows, SIDES = 28 };
  HhVec3 middle = figure->begin[HH_BONE_HEAD];
  double unit_m = figure->head_m;
  HhxRing rings[COUNT];
  for (int i = 0; i < COUNT; i++) {
    HhVec on = hh_unit_from_angle(rows[i].deg * HH_PI / 180);
    double depth = on.x > 0 ? 0.88 : 1.06;
    rings[i] =
        (HhxRing){.centre = hh_vec3_along(middle, hh_vec3(depth * on.x, -0.06 * on.x, 0), unit_m),
                  .side = {0, 1.0 * on.y * unit_m, 0},
                  .front = {0, 0, 0.98 * on.y * unit_m},
                  .color = *rows[i].color,
                  .bone = HH_BONE_HEAD};
  }
  hhx_mesh_tube(&figure->mesh, rings, COUNT, SIDES);
}

static void add_face(Figure *figure)
{
  static const Egg eggs[] = {
      {{.70, -.30, 0}, {.37, .28, .33}, 9, 16, 4, &muzzle, &skin},      /* muzzle */
      {{.87, -.11, 0}, {.15, .15, .085}, 6, 8, 0, &skin, &skin},        /* nose */
      {{.775, .10, .26}, {.12, .110, .120}, 8, 12, 4, &iris, &skin},    /* eyes */
      {{.847, .10, .256}, {.066, .068, .068}, 6, 8, 0, &pupil, &pupil}, /* pupils */
      {{.70, .275, .22}, {.145, .08, .27}, 6, 10, 0, &skin, &skin},     /* brows */
      {{-.02, -.02, .95}, {.13, .22, .12}, 7, 10, 0, &skin, &skin},     /* ears */
  };
  for (size_t i = 0; i < sizeof eggs / sizeof eggs[0]; i++)
    add_egg(figure, &eggs[i]);
}

double hhx_gibbon_mesh_grip_m(const HhSkeleton *skeleton)
{
  return 0.13 * hh_vec3_length(skeleton->end[HH_BONE_HAND_R]);
}

HhxMesh hhx_gibbon_mesh(const HhSkeleton *skeleton)
{
  Figure figure = {.trunk_m = skeleton->offset[HH_BONE_SPINE].y + skeleton->offset[HH_BONE_NECK].y,
                   .hand_m = hh_vec3_length(skeleton->end[HH_BONE_HAND_R]),
                   .foot_m = hh_vec3_length(skeleton->end[HH_BONE_FOOT_R]),
                   .head_m = hh_vec3_length(skeleton->end[HH_BONE_HEAD])};
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    if (i > 0) figure.begin[i] = hh_vec3_add(figure.begin[hh_bone_parents[i]], skeleton->offset[i]);
    figure.end[i] = hh_vec3_add(figure.begin[i], skeleton->end[i]);
  }
  add_trunk(&figure);
  if (!figure.mesh.failed) soften_trunk(&figure);
  add_arm(&figure);
  add_hand(&figure);
  add_leg(&figure);
  add_foot(&figure);
  add_head(&figure);
  add_face(&figure);
  if (!figure.mesh.failed) hhx_mesh_smooth(&figure.mesh);
  mottle(&figure.mesh);
  return figure.mesh;
}
