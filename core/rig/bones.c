/* Rotations of the display skeleton. */
#include "rig/bones.h"

#include <math.h>

#include "base/angle.h"
#include "base/spring.h"

#define HH_BONE_NAME(id, name, parent)   name,
#define HH_BONE_PARENT(id, name, parent) parent,
const char *const hh_bone_names[HH_BONE_COUNT] = {HH_BONES(HH_BONE_NAME)};
const int hh_bone_parents[HH_BONE_COUNT] = {HH_BONES(HH_BONE_PARENT)};

/* Bones of a limb on one side. */
typedef struct Chain {
  HhBone first, second, third;
} Chain;

static const HhBone collars[HH_SIDES] = {HH_BONE_COLLAR_L, HH_BONE_COLLAR_R};
static const Chain arms[HH_SIDES] = {{HH_BONE_UPPER_ARM_L, HH_BONE_FOREARM_L, HH_BONE_HAND_L},
                                     {HH_BONE_UPPER_ARM_R, HH_BONE_FOREARM_R, HH_BONE_HAND_R}};
static const Chain legs[HH_SIDES] = {{HH_BONE_THIGH_L, HH_BONE_SHANK_L, HH_BONE_FOOT_L},
                                     {HH_BONE_THIGH_R, HH_BONE_SHANK_R, HH_BONE_FOOT_R}};

HhSkeleton hh_bones_skeleton(const HhBody *body)
{
  HhSkeleton rest = {0};
  double neck = body->neck_m + 0.5 * body->head_m;
  rest.offset[HH_BONE_SPINE] = rest.end[HH_BONE_PELVIS] = hh_vec3(0, body->lower_trunk_m, 0);
  rest.offset[HH_BONE_NECK] = rest.end[HH_BONE_SPINE] = hh_vec3(0, body->upper_trunk_m, 0);
  rest.offset[HH_BONE_HEAD] = rest.end[HH_BONE_NECK] = hh_vec3(0, neck, 0);
  rest.end[HH_BONE_HEAD] = hh_vec3(0, 0.5 * body->head_m, 0);
  for (int side = 0; side < HH_SIDES; side++) {
    double out = hh_side_sign((HhSide)side);
    Chain arm = arms[side], leg = legs[side];
    rest.offset[collars[side]] = hh_vec3(0, body->upper_trunk_m, 0);
    rest.offset[arm.first] = rest.end[collars[side]] = hh_vec3(0, 0, out * body->shoulder_m);
    rest.offset[arm.second] = rest.end[arm.first] = hh_vec3(0, 0, out * body->arm.upper_m);
    rest.offset[arm.third] = rest.end[arm.second] = hh_vec3(0, 0, out * body->arm.lower_m);
    rest.end[arm.third] = hh_vec3(0, 0, out * body->hand_m);
    rest.offset[leg.first] = hh_vec3(0, 0, out * body->hip_m);
    rest.offset[leg.second] = rest.end[leg.first] = hh_vec3(0, -body->leg.upper_m, 0);
    rest.offset[leg.third] = rest.end[leg.second] = hh_vec3(0, -body->leg.lower_m, 0);
    rest.end[leg.third] = hh_vec3(body->foot_m, 0, 0);
  }
  return rest;
}

/* The rotation of a bone that lies from one point to another and whose hinge turns about `axis`, or
 * about the nearest to it that is square to the bone. An arm at rest lies along z of its side with
 * its hinge about y; flexing leads the hand forward. A leg at rest hangs along -y with its hinge
 * about -z; flexing leads the foot back. */
static HhQuat arm_bone(HhVec3 from, HhVec3 to, HhVec3 axis, HhSide side)
{
  double out = hh_side_sign(side);
  HhVec3 z = hh_vec3_unit(hh_vec3_scale(hh_vec3_sub(to, from), out), axis);
  HhVec3 x = hh_vec3_scale(hh_vec3_cross(axis, z), out);
  x = hh_vec3_unit(x, hh_vec3_across(z));
  return hh_quat_of_axes((HhAxes){x, hh_vec3_cross(z, x), z});
}

static HhQuat leg_bone(HhVec3 from, HhVec3 to, HhVec3 axis)
{
  HhVec3 y = hh_vec3_unit(hh_vec3_sub(from, to), axis);
  HhVec3 x = hh_vec3_unit(hh_vec3_cross(axis, y), hh_vec3_across(y));
  return hh_quat_of_axes((HhAxes){x, y, hh_vec3_cross(x, y)});
}

/* `parent` turned the least way so that its image of `rest` becomes `line`. */
static HhQuat carried(HhQuat parent, HhVec3 rest, HhVec3 line)
{
  HhVec3 from = hh_quat_rotate(parent, rest);
  return hh_quat_unit(hh_quat_mul(hh_quat_between(from, hh_vec3_unit(line, from)), parent));
}

/* A hand turns by no more than this about its line. */
static const double clasp_most_rad = 1.8;

/* The turn that is made of one that is wanted: beyond the most it falls back to none at half a
 * turn, where the hand lies along the rod the other way round. */
static double turn_made(double rad)
{
  double beyond = HH_PI - fabs(rad), most = clasp_most_rad;
  return beyond < HH_PI - most ? copysign(beyond * most / (HH_PI - most), rad) : rad;
}

/* A hand hooked over a rod in the course's plane by a share. `right`: where the chest's right is.
 */
static HhQuat clasped(HhQuat hand, HhVec3 right, HhSide side, double clasp)
{
  if (clasp == 0) return hand;
  HhAxes axes = hh_quat_axes(hand);
  HhVec3 to = hh_vec3_cross(hh_vec3(0, 0, right.z > 0 ? 1 : -1), axes.z);
  to = hh_vec3_scale(to, hh_side_sign(side));
  HhVec turn = {hh_vec3_dot(axes.y, to), hh_vec3_dot(axes.z, hh_vec3_cross(axes.y, to))};
  double sure = hh_ease(2 * hh_vec3_length(to)) * fmin(1, 5 * fabs(right.z));
  double rad = clasp * sure * turn_made(hh_angle_of(turn));
  return hh_quat_unit(hh_quat_mul(hh_quat_about(axes.z, rad), hand));
}

static void set_side(const HhRig14 *rig, HhSide side, HhQuat world[HH_BONE_COUNT])
{
  HhVec3 out = hh_vec3(0, 0, hh_side_sign(side));
  Chain arm = arms[side], leg = legs[side];
  HhVec3 shoulder = rig->shoulder[side], elbow = rig->elbow[side], wrist = rig->wrist[side];
  HhVec3 knee = rig->knee[side], ankle = rig->ankle[side], axis = rig->leg_axis[side];
  world[collars[side]] = carried(world[HH_BONE_SPINE], out, hh_vec3_sub(shoulder, rig->neck));
  world[arm.first] = arm_bone(shoulder, elbow, rig->arm_axis[side], side);
  world[arm.second] = arm_bone(elbow, wrist, rig->arm_axis[side], side);
  HhQuat hand = carried(world[arm.second], out, hh_vec3_sub(rig->hand[side], wrist));
  world[arm.third] = clasped(hand, rig->chest.z, side, rig->clasp[side]);
  world[leg.first] = leg_bone(rig->hip[side], knee, axis);
  world[leg.second] = leg_bone(knee, ankle, axis);
  world[leg.third] =
      carried(world[leg.second], hh_vec3(1, 0, 0), hh_vec3_sub(rig->toe[side], ankle));
}

void hh_bones_follow(const HhRig14 *rig, HhBones *bones)
{
  HhQuat world[HH_BONE_COUNT];
  HhVec3 up = {0, 1, 0};
  world[HH_BONE_PELVIS] = hh_quat_of_axes(rig->loins);
  world[HH_BONE_SPINE] = hh_quat_of_axes(rig->chest);
  world[HH_BONE_NECK] = carried(world[HH_BONE_SPINE], up, hh_vec3_sub(rig->head, rig->neck));
  world[HH_BONE_HEAD] = hh_quat_of_axes(rig->skull);
  set_side(rig, HH_LEFT, world);
  set_side(rig, HH_RIGHT, world);
  bones->root = rig->pelvis;
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    int parent = hh_bone_parents[i];
    HhQuat local = parent < 0 ? world[i] : hh_quat_mul(hh_quat_conj(world[parent]), world[i]);
    if (local.w < 0) local = (HhQuat){-local.w, -local.x, -local.y, -local.z};
    bones->local[i] = hh_quat_unit(local);
  }
}

void hh_bones_world(const HhSkeleton *skeleton, const HhBones *bones, HhVec3 begin[HH_BONE_COUNT],
                    HhVec3 end[HH_BONE_COUNT], HhQuat world[HH_BONE_COUNT])
{
  HhVec3 at[HH_BONE_COUNT];
  HhQuat turn[HH_BONE_COUNT];
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    int parent = hh_bone_parents[i];
    at[i] = parent < 0 ? bones->root
                       : hh_vec3_add(at[parent], hh_quat_rotate(turn[parent], skeleton->offset[i]));
    turn[i] = parent < 0 ? bones->local[i] : hh_quat_mul(turn[parent], bones->local[i]);
    if (begin) begin[i] = at[i];
    if (end) end[i] = hh_vec3_add(at[i], hh_quat_rotate(turn[i], skeleton->end[i]));
    if (world) world[i] = turn[i];
  }
}
