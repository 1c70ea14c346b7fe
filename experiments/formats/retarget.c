/* Poses of our skeleton from a clip. See the header. */
#include "retarget.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/spring.h"
#include "roles.h"

/* Sines of the flexions between which a limb's plane takes over from the carried axis. */
static const double plane_unsure = 0.07, plane_sure = 0.34;

/* Cosine between feet to head and an axis above which a body stands along it. */
static const double stands_cosine = 0.8;

/* Of the sum of all rest lengths: what is shorter has no direction. */
static const double tiny = 1e-9;

/* A clip on its way to our skeleton. */
typedef struct Retarget {
  const HhxClip *clip;
  const HhBody *body;
  HhxRoles roles;
  int *spine; /* joints of the chain from above the hips to the neck */
  int spine_count;
  double tiny; /* length */
  HhxPlace *world;
  HhQuat upright;  /* the clip's world to ours */
  bool rest_tells; /* and then, in the frames of their joints: */
  HhQuat head;     /* our axes of a head that looks ahead; without rest from the mean */
  HhVec3 hand[HH_SIDES], foot[HH_SIDES]; /* to their tips, unit */
} Retarget;

static HhVec3 place_of(const Retarget *r, int joint)
{
  return hh_quat_rotate(r->upright, r->world[joint].at);
}

static HhVec3 between(const Retarget *r, int from, int to)
{
  return hh_vec3_sub(place_of(r, to), place_of(r, from));
}

static HhVec3 middle_of(const Retarget *r, int a, int b)
{
  return hh_vec3_mix(place_of(r, a), place_of(r, b), 0.5);
}

/* Unit; `otherwise` for what has no direction. */
static HhVec3 direction(const Retarget *r, HhVec3 way, HhVec3 otherwise)
{
  return hh_vec3_length(way) > r->tiny ? hh_vec3_unit(way, otherwise) : otherwise;
}

/* `way` without its part along the unit vector `line`. */
static HhVec3 beside(HhVec3 way, HhVec3 line)
{
  return hh_vec3_along(way, line, -hh_vec3_dot(way, line));
}

static HhVec3 feet_to_head(const Retarget *r)
{
  const HhxLimbRoles *leg = r->roles.leg;
  HhVec3 feet = middle_of(r, leg[HH_LEFT].end, leg[HH_RIGHT].end);
  return hh_vec3_unit(hh_vec3_sub(place_of(r, r->roles.head), feet), (HhVec3){0, 0, 0});
}

static HhVec3 to_the_right(const Retarget *r)
{
  return between(r, r->roles.leg[HH_LEFT].root, r->roles.leg[HH_RIGHT].root);
}

static HhVec3 snapped(HhVec3 v)
{
  HhVec3 size = {fabs(v.x), fabs(v.y), fabs(v.z)};
  if (size.y >= size.x && size.y >= size.z) return (HhVec3){0, copysign(1, v.y), 0};
  if (size.z >= size.x) return (HhVec3){0, 0, copysign(1, v.z)};
  return (HhVec3){copysign(1, v.x), 0, 0};
}

/* The turn from a world in which `up` is up and the hips' right is `right` to ours. */
static HhQuat upright_from(HhVec3 up, HhVec3 right)
{
  HhVec3 forward = hh_vec3_unit(hh_vec3_cross(up, right), hh_vec3_across(up));
  return hh_quat_conj(hh_quat_of_axes((HhAxes){forward, up, hh_vec3_cross(forward, up)}));
}

/* How the rest pose stands: hips above feet, head above hips, along an axis. False: it does not. */
static bool rest_upright(Retarget *r, HhVec3 *up, HhQuat *turn)
{
  const HhxLimbRoles *leg = r->roles.leg;
  hhx_clip_rest(r->clip, r->world);
  r->upright = hh_quat_identity();
  HhVec3 whole = feet_to_head(r);
  *up = snapped(whole);
  HhVec3 hips = middle_of(r, leg[HH_LEFT].root, leg[HH_RIGHT].root);
  HhVec3 feet = middle_of(r, leg[HH_LEFT].end, leg[HH_RIGHT].end);
  HhVec3 below = hh_vec3_sub(hips, feet);
  HhVec3 above = hh_vec3_sub(place_of(r, r->roles.head), hips);
  HhVec3 right = beside(to_the_right(r), *up);
  *turn = upright_from(*up, right);
  return hh_vec3_dot(whole, *up) > stands_cosine && hh_vec3_dot(below, *up) > r->tiny &&
         hh_vec3_dot(above, *up) > r->tiny && hh_vec3_length(right) > r->tiny;
}

/* Directions at rest in the frames of their joints; `turn` takes the rest pose to ours. */
static void read_rest(Retarget *r, HhQuat turn)
{
  const HhxPlace *rest = r->world;
  HhQuat back = hh_quat_conj(turn);
  r->head = hh_quat_mul(hh_quat_conj(rest[r->roles.head].turn), back);
  for (int side = 0; side < HH_SIDES; side++) {
    const HhxLimbRoles *arm = &r->roles.arm[side], *leg = &r->roles.leg[side];
    HhVec3 ahead = hh_quat_rotate(back, (HhVec3){1, 0, 0});
    HhVec3 along = hh_vec3_unit(hh_vec3_sub(rest[arm->end].at, rest[arm->hinge].at), ahead);
    r->hand[side] = hh_quat_rotate(hh_quat_conj(rest[arm->end].turn), along);
    r->foot[side] = hh_quat_rotate(hh_quat_conj(rest[leg->end].turn), ahead);
  }
}

static HhVec3 mean_of(Retarget *r, HhVec3 (*of)(const Retarget *))
{
  HhVec3 sum = {0, 0, 0};
  for (int frame = 0; frame < r->clip->frames; frame++) {
    hhx_clip_world(r->clip, frame, r->world);
    sum = hh_vec3_add(sum, of(r));
  }
  return hh_vec3_scale(sum, 1.0 / r->clip->frames);
}

/* Finds the way from the clip's world to ours, and what the rest pose tells. */
static void stand_up(Retarget *r)
{
  HhVec3 rest_up;
  HhQuat rest_turn;
  bool stands = rest_upright(r, &rest_up, &rest_turn);
  if (stands) read_rest(r, rest_turn);
  HhVec3 mean = mean_of(r, feet_to_head);
  HhVec3 up = snapped(mean);
  if (hh_vec3_dot(mean, up) <= stands_cosine && stands) up = rest_up;
  r->rest_tells = stands && hh_vec3_dot(rest_up, up) > 0.5;
  HhVec3 right = beside(mean_of(r, to_the_right), up);
  if (hh_vec3_length(right) <= r->tiny) { /* turns round and round: as it begins */
    hhx_clip_world(r->clip, 0, r->world);
    right = beside(to_the_right(r), up);
  }
  r->upright = upright_from(up, right);
}

static bool is_above(const HhxClip *clip, int joint, int of)
{
  while (of >= 0 && of != joint)
    of = clip->parents[of];
  return of == joint;
}

/* The joint nearest to both. -1: none is above both. */
static int common(const HhxClip *clip, int a, int b)
{
  while (a >= 0 && !is_above(clip, a, b))
    a = clip->parents[a];
  return a;
}

/* The joints from what carries the hips (without it) to the neck, or to what carries both arms. */
static bool find_spine(Retarget *r)
{
  const HhxClip *clip = r->clip;
  const HhxRoles *roles = &r->roles;
  int top = roles->neck;
  if (top < 0) top = common(clip, roles->arm[HH_LEFT].root, roles->arm[HH_RIGHT].root);
  int hips = common(clip, roles->leg[HH_LEFT].root, roles->leg[HH_RIGHT].root);
  int bottom = hips < 0 || top < 0 ? -1 : common(clip, hips, top);
  for (int i = top; i >= 0 && i != bottom; i = clip->parents[i])
    r->spine_count++;
  r->spine = malloc(((size_t)r->spine_count + 1) * sizeof *r->spine);
  if (!r->spine) return false;
  int at = r->spine_count;
  for (int i = top; i >= 0 && i != bottom; i = clip->parents[i])
    r->spine[--at] = i;
  return true;
}

/* The points along the trunk: hips, spine, neck; `index` from 0 to spine_count + 1. */
static HhVec3 trunk_point(const Retarget *r, int index)
{
  const HhxRoles *roles = &r->roles;
  if (index == 0) return middle_of(r, roles->leg[HH_LEFT].root, roles->leg[HH_RIGHT].root);
  if (index <= r->spine_count) return place_of(r, r->spine[index - 1]);
  if (roles->neck >= 0) return place_of(r, roles->neck);
  return middle_of(r, roles->arm[HH_LEFT].root, roles->arm[HH_RIGHT].root);
}

/* The point at `share` of the length of that line. */
static HhVec3 waist_point(const Retarget *r, double share)
{
  double whole = 0;
  for (int i = 0; i <= r->spine_count; i++)
    whole += hh_vec3_distance(trunk_point(r, i), trunk_point(r, i + 1));
  double left = share * whole;
  for (int i = 0; i <= r->spine_count; i++) {
    HhVec3 from = trunk_point(r, i), to = trunk_point(r, i + 1);
    double length = hh_vec3_distance(from, to);
    if (left <= length && length > 0) return hh_vec3_mix(from, to, left / length);
    left -= length;
  }
  return trunk_point(r, r->spine_count + 1);
}

/* Axes of half a trunk: y along `line`, z as near as can be to `right`. */
static HhAxes trunk_axes(const Retarget *r, HhVec3 line, HhVec3 right)
{
  HhVec3 y = direction(r, line, (HhVec3){0, 1, 0});
  HhVec3 z = direction(r, beside(right, y), hh_vec3_across(y));
  return (HhAxes){hh_vec3_cross(y, z), y, z};
}

static HhQuat turn_of(const Retarget *r, int joint)
{
  return hh_quat_mul(r->upright, r->world[joint].turn);
}

/* Unit: from a joint to the next one, or to its end. False when there is neither. */
static bool tip_way(const Retarget *r, int joint, int next, HhVec3 *way)
{
  if (next >= 0 && hh_vec3_length(between(r, joint, next)) > r->tiny) {
    *way = hh_vec3_unit(between(r, joint, next), *way);
    return true;
  }
  for (int i = 0; i < r->clip->ends; i++) {
    const HhxEnd *end = &r->clip->end[i];
    if (end->joint != joint || hh_vec3_length(end->at) <= r->tiny) continue;
    *way = hh_vec3_unit(hh_quat_rotate(turn_of(r, joint), end->at), *way);
    return true;
  }
  return false;
}

/* The hinge's axis: the normal of upper and lower bone, or where they are nearly in line `rest`
 * carried from the upper bone's resting line. */
static HhVec3 hinge_axis(HhVec3 upper, HhVec3 lower, HhVec3 rest_line, HhVec3 rest)
{
  HhVec3 carried = hh_limb_bend(rest_line, rest, upper), normal = hh_vec3_cross(upper, lower);
  double sine = hh_vec3_length(normal);
  double share = hh_ease((sine - plane_unsure) / (plane_sure - plane_unsure));
  return hh_vec3_unit(hh_vec3_mix(carried, hh_vec3_unit(normal, carried), share), carried);
}

static void set_arm(const Retarget *r, HhSide side, HhRig14 *rig)
{
  const HhBody *body = r->body;
  const HhxLimbRoles *arm = &r->roles.arm[side];
  HhVec3 out = hh_vec3_scale(rig->chest.z, hh_side_sign(side)), collar = out;
  int from = r->roles.collar[side];
  if (from >= 0) collar = direction(r, between(r, from, arm->root), out);
  HhVec3 upper = direction(r, between(r, arm->root, arm->hinge), out);
  HhVec3 lower = direction(r, between(r, arm->hinge, arm->end), upper);
  HhVec3 hand = lower;
  if (!tip_way(r, arm->end, arm->tip, &hand) && r->rest_tells)
    hand = hh_quat_rotate(turn_of(r, arm->end), r->hand[side]);
  rig->shoulder[side] = hh_vec3_along(rig->neck, collar, body->shoulder_m);
  rig->elbow[side] = hh_vec3_along(rig->shoulder[side], upper, body->arm.upper_m);
  rig->wrist[side] = hh_vec3_along(rig->elbow[side], lower, body->arm.lower_m);
  rig->hand[side] = hh_vec3_along(rig->wrist[side], hand, body->hand_m);
  HhVec3 rest = hh_vec3_scale(rig->chest.y, hh_side_sign(side));
  rig->arm_axis[side] = hinge_axis(upper, lower, out, rest);
}

static void set_leg(const Retarget *r, HhSide side, HhRig14 *rig)
{
  const HhBody *body = r->body;
  const HhxLimbRoles *leg = &r->roles.leg[side];
  HhVec3 down = hh_vec3_scale(rig->loins.y, -1);
  HhVec3 upper = direction(r, between(r, leg->root, leg->hinge), down);
  HhVec3 lower = direction(r, between(r, leg->hinge, leg->end), upper);
  HhVec3 axis = hinge_axis(upper, lower, down, hh_vec3_scale(rig->loins.z, -1));
  HhVec3 foot = hh_vec3_unit(hh_vec3_cross(lower, axis), rig->loins.x);
  if (!tip_way(r, leg->end, leg->tip, &foot) && r->rest_tells)
    foot = hh_quat_rotate(turn_of(r, leg->end), r->foot[side]);
  rig->hip[side] = hh_vec3_along(rig->pelvis, rig->loins.z, hh_side_sign(side) * body->hip_m);
  rig->knee[side] = hh_vec3_along(rig->hip[side], upper, body->leg.upper_m);
  rig->ankle[side] = hh_vec3_along(rig->knee[side], lower, body->leg.lower_m);
  rig->toe[side] = hh_vec3_along(rig->ankle[side], foot, body->foot_m);
  rig->leg_axis[side] = axis;
}

/* The joints of our body, its pelvis at the origin, but for the head's turn and the limbs. */
static void set_trunk(const Retarget *r, HhRig14 *rig)
{
  const HhxRoles *roles = &r->roles;
  const HhBody *body = r->body;
  HhVec3 hips = trunk_point(r, 0), neck = trunk_point(r, r->spine_count + 1);
  double trunk_m = body->lower_trunk_m + body->upper_trunk_m;
  HhVec3 waist = waist_point(r, body->lower_trunk_m / trunk_m);
  HhVec3 shoulders = between(r, roles->arm[HH_LEFT].root, roles->arm[HH_RIGHT].root);
  rig->loins = trunk_axes(r, hh_vec3_sub(waist, hips), to_the_right(r));
  rig->chest = trunk_axes(r, hh_vec3_sub(neck, waist), shoulders);
  rig->neck_line = direction(r, hh_vec3_sub(place_of(r, roles->head), neck), rig->chest.y);
  rig->pelvis = (HhVec3){0, 0, 0};
  rig->waist = hh_vec3_along(rig->pelvis, rig->loins.y, body->lower_trunk_m);
  rig->neck = hh_vec3_along(rig->waist, rig->chest.y, body->upper_trunk_m);
  rig->head = hh_vec3_along(rig->neck, rig->neck_line, body->neck_m + 0.5 * body->head_m);
}

/* The head looks where the chest faces, in the mean of all frames. */
static void look_ahead(Retarget *r)
{
  HhQuat sum = {0, 0, 0, 0};
  for (int frame = 0; frame < r->clip->frames; frame++) {
    HhRig14 rig;
    hhx_clip_world(r->clip, frame, r->world);
    set_trunk(r, &rig);
    HhQuat ahead = hh_quat_mul(hh_quat_conj(turn_of(r, r->roles.head)), hh_quat_of_axes(rig.chest));
    double sign = hh_quat_dot(sum, ahead) < 0 ? -1 : 1;
    sum = (HhQuat){sum.w + sign * ahead.w, sum.x + sign * ahead.x, sum.y + sign * ahead.y,
                   sum.z + sign * ahead.z};
  }
  r->head = hh_quat_unit(sum);
}

static void pose_frame(Retarget *r, int frame, HhPose *pose)
{
  HhRig14 rig = {0};
  hhx_clip_world(r->clip, frame, r->world);
  set_trunk(r, &rig);
  rig.skull = hh_quat_axes(hh_quat_unit(hh_quat_mul(turn_of(r, r->roles.head), r->head)));
  for (int side = 0; side < HH_SIDES; side++) {
    set_arm(r, (HhSide)side, &rig);
    set_leg(r, (HhSide)side, &rig);
  }
  HhBones bones;
  hh_bones_follow(&rig, &bones);
  memcpy(pose->local, bones.local, sizeof pose->local);
}

/* The joints of our own bones. False when one is missing. */
static bool find_own(const HhxClip *clip, int joint[HH_BONE_COUNT])
{
  for (int bone = 0; bone < HH_BONE_COUNT; bone++) {
    joint[bone] = 0;
    while (joint[bone] < clip->joints && strcmp(clip->names[joint[bone]], hh_bone_names[bone]) != 0)
      joint[bone]++;
    if (joint[bone] == clip->joints) return false;
  }
  return true;
}

static void copy_own(const HhxClip *clip, const int joint[HH_BONE_COUNT], int frame,
                     HhxPlace *world, HhPose *pose)
{
  hhx_clip_world(clip, frame, world);
  for (int bone = 0; bone < HH_BONE_COUNT; bone++) {
    int parent = hh_bone_parents[bone];
    HhQuat turn = world[joint[bone]].turn;
    if (parent >= 0) turn = hh_quat_mul(hh_quat_conj(world[joint[parent]].turn), turn);
    pose->local[bone] = hh_quat_unit(turn);
  }
}

/* False when memory runs out. */
static bool fill(Retarget *r, HhPose *poses)
{
  if (!find_spine(r)) return false;
  stand_up(r);
  if (!r->rest_tells) look_ahead(r);
  for (int frame = 0; frame < r->clip->frames; frame++)
    pose_frame(r, frame, &poses[frame]);
  return true;
}

HhPose *hhx_retarget(const HhxClip *clip, const HhBody *body, const char *path, HhxError *error)
{
  Retarget r = {.clip = clip, .body = body, .tiny = tiny * hhx_clip_length(clip)};
  int joint[HH_BONE_COUNT];
  bool own = find_own(clip, joint);
  if (!own && !hhx_roles_find(clip, path, &r.roles, error)) return NULL;
  HhPose *poses = calloc((size_t)clip->frames, sizeof *poses);
  r.world = calloc((size_t)clip->joints, sizeof *r.world);
  bool done = poses && r.world;
  if (done && own)
    for (int frame = 0; frame < clip->frames; frame++)
      copy_own(clip, joint, frame, r.world, &poses[frame]);
  else
    done = done && fill(&r, poses);
  free(r.spine);
  free(r.world);
  if (done) return poses;
  free(poses);
  hhx_error_at(error, path, 0, 0, NULL, "memory ran out");
  return NULL;
}
