/* An artist's pose over the rig. Computed from the centre of mass, as in rig14.c. */
#include "rig/pose.h"

#include <assert.h>
#include <math.h>

/* Rounds in which the trunk is placed, and in which the share of the pose is found that keeps the
 * held points within reach. */
enum { PLACE_ROUNDS = 40, SHARE_ROUNDS = 40 };

typedef struct Side {
  HhBone collar, upper_arm, forearm, hand, thigh, shank, foot;
} Side;

static const Side sides[HH_SIDES] = {
    {HH_BONE_COLLAR_L, HH_BONE_UPPER_ARM_L, HH_BONE_FOREARM_L, HH_BONE_HAND_L, HH_BONE_THIGH_L,
     HH_BONE_SHANK_L, HH_BONE_FOOT_L},
    {HH_BONE_COLLAR_R, HH_BONE_UPPER_ARM_R, HH_BONE_FOREARM_R, HH_BONE_HAND_R, HH_BONE_THIGH_R,
     HH_BONE_SHANK_R, HH_BONE_FOOT_R}};

typedef struct Task {
  const HhBody *body;
  HhSkeleton skeleton;
  HhVec3 hand[HH_SIDES], foot[HH_SIDES]; /* held, from the centre of mass */
  const HhRig14 *before;
} Task;

/* The points of a skeleton, its pelvis at the origin. */
static void points_of(const Task *task, const HhBones *bones, HhRig14 *rig)
{
  HhVec3 begin[HH_BONE_COUNT], end[HH_BONE_COUNT];
  HhQuat world[HH_BONE_COUNT];
  HhBones at_origin = *bones;
  at_origin.root = hh_vec3(0, 0, 0);
  hh_bones_world(&task->skeleton, &at_origin, begin, end, world);
  *rig = *task->before;
  rig->pelvis = begin[HH_BONE_PELVIS];
  rig->waist = begin[HH_BONE_SPINE];
  rig->neck = begin[HH_BONE_NECK];
  rig->head = begin[HH_BONE_HEAD];
  rig->loins = hh_quat_axes(world[HH_BONE_PELVIS]);
  rig->chest = hh_quat_axes(world[HH_BONE_SPINE]);
  rig->skull = hh_quat_axes(world[HH_BONE_HEAD]);
  rig->neck_line = hh_vec3_unit(hh_vec3_sub(rig->head, rig->neck), rig->chest.y);
  for (int i = 0; i < HH_SIDES; i++) {
    const Side *side = &sides[i];
    rig->shoulder[i] = begin[side->upper_arm];
    rig->elbow[i] = begin[side->forearm];
    rig->wrist[i] = begin[side->hand];
    rig->hand[i] = end[side->hand];
    rig->hip[i] = begin[side->thigh];
    rig->knee[i] = begin[side->shank];
    rig->ankle[i] = begin[side->foot];
    rig->toe[i] = end[side->foot];
    rig->arm_axis[i] =
        hh_vec3_scale(hh_quat_axes(world[side->upper_arm]).y, hh_side_sign((HhSide)i));
    rig->leg_axis[i] = hh_vec3_scale(hh_quat_axes(world[side->thigh]).z, -1);
  }
}

/* Leads a limb's end to `target`, its hinge on the side where the pose has it. */
static HhLimbPose lead(const HhLimb *limb, HhVec3 root, HhVec3 target, HhVec3 axis)
{
  HhVec3 line = hh_vec3_unit(hh_vec3_sub(target, root), axis);
  HhVec3 bend = hh_vec3_unit(hh_vec3_cross(line, axis), axis);
  return hh_limb_solve(limb, root, target, bend);
}

static void hold_on(const Task *task, int i, HhRig14 *rig)
{
  const HhBody *body = task->body;
  if (rig->hand_holds[i]) {
    HhVec3 way = hh_vec3_sub(task->hand[i], rig->shoulder[i]);
    double length = hh_vec3_length(way);
    HhVec3 line = hh_vec3_unit(way, rig->chest.y);
    double wrist_m = fmax(length - body->hand_m, 0.5 * body->arm.least_m);
    HhVec3 wrist = hh_vec3_along(rig->shoulder[i], line, wrist_m);
    HhLimbPose pose = lead(&body->arm, rig->shoulder[i], wrist, rig->arm_axis[i]);
    rig->elbow[i] = pose.hinge;
    rig->wrist[i] = pose.end;
    rig->hand[i] = hh_vec3_along(pose.end, line, body->hand_m);
    rig->arm_axis[i] = pose.axis;
  }
  if (rig->foot_holds[i]) {
    HhVec3 toe = hh_vec3_sub(rig->toe[i], rig->ankle[i]);
    HhLimbPose pose = lead(&body->leg, rig->hip[i], task->foot[i], rig->leg_axis[i]);
    rig->knee[i] = pose.hinge;
    rig->ankle[i] = pose.end;
    rig->toe[i] = hh_vec3_add(pose.end, toe);
    rig->leg_axis[i] = pose.axis;
  }
}

/* Puts the mass centre at the origin, the holding limbs on their holds; a fixed point whose error
 * shrinks by the share of the holding limbs' mass each round. Returns how far they miss. */
static double place(const Task *task, const HhRig14 *pose, HhRig14 *rig)
{
  HhVec3 at = hh_vec3_scale(hh_rig14_mass_centre(task->body, pose), -1);
  double size = task->body->arm.most_m;
  for (int round = 0; round < PLACE_ROUNDS; round++) {
    *rig = *pose;
    hh_rig14_move(at, rig);
    for (int i = 0; i < HH_SIDES; i++)
      hold_on(task, i, rig);
    HhVec3 error = hh_rig14_mass_centre(task->body, rig);
    if (hh_vec3_dot(error, error) <= 1e-30 * size * size) break;
    at = hh_vec3_sub(at, error);
  }
  double miss = 0;
  for (int i = 0; i < HH_SIDES; i++) {
    if (rig->hand_holds[i]) miss = fmax(miss, hh_vec3_distance(rig->hand[i], task->hand[i]));
    if (rig->foot_holds[i]) miss = fmax(miss, hh_vec3_distance(rig->ankle[i], task->foot[i]));
  }
  return miss;
}

/* `share` of the pose over the rig's own rotations. */
static double blend_at(const Task *task, const HhBones *from, const HhPose *pose,
                       const double weight[HH_BONE_COUNT], double share, HhBones *bones,
                       HhRig14 *rig)
{
  for (int i = 0; i < HH_BONE_COUNT; i++)
    bones->local[i] = hh_quat_mix(from->local[i], pose->local[i], share * weight[i]);
  HhRig14 posed;
  points_of(task, bones, &posed);
  return place(task, &posed, rig);
}

static void turn_limb(const HhBone limb[3], const HhQuat blended[], const HhQuat solved[],
                      HhBones *bones)
{
  HhQuat parent = blended[hh_bone_parents[limb[0]]];
  for (int i = 0; i < 3; i++) {
    bones->local[limb[i]] = hh_quat_unit(hh_quat_mul(hh_quat_conj(parent), solved[limb[i]]));
    parent = solved[limb[i]];
  }
}

/* Rotations of the limbs that were led to their holds; the others are as blended. */
static void turn_holding_limbs(const Task *task, const HhRig14 *rig, HhBones *bones)
{
  HhBones solved;
  HhQuat of_solved[HH_BONE_COUNT], of_blended[HH_BONE_COUNT];
  hh_bones_follow(rig, &solved);
  hh_bones_world(&task->skeleton, &solved, NULL, NULL, of_solved);
  hh_bones_world(&task->skeleton, bones, NULL, NULL, of_blended);
  for (int i = 0; i < HH_SIDES; i++) {
    const HhBone arm[] = {sides[i].upper_arm, sides[i].forearm, sides[i].hand};
    const HhBone leg[] = {sides[i].thigh, sides[i].shank, sides[i].foot};
    if (rig->hand_holds[i]) turn_limb(arm, of_blended, of_solved, bones);
    if (rig->foot_holds[i]) turn_limb(leg, of_blended, of_solved, bones);
  }
}

void hh_pose_blend(const HhBody *body, const HhRig5 *rig5, const HhPose *pose,
                   const double weight[HH_BONE_COUNT], HhRig14 *rig14, HhBones *bones)
{
  HhRig14 before = *rig14;
  HhBones from = *bones;
  Task task = {.body = body, .skeleton = hh_bones_skeleton(body), .before = &before};
  for (int i = 0; i < HH_SIDES; i++) {
    task.hand[i] = hh_vec3_sub(rig5->hand[i], rig5->trunk);
    task.foot[i] = hh_vec3_sub(rig5->foot[i], rig5->trunk);
  }
  double near = 1e-12 * body->arm.most_m;
  double most = 0, too_much = 1;
  if (blend_at(&task, &from, pose, weight, 1, bones, rig14) > near) {
    for (int round = 0; round < SHARE_ROUNDS; round++) {
      double share = 0.5 * (most + too_much);
      bool reaches = blend_at(&task, &from, pose, weight, share, bones, rig14) <= near;
      *(reaches ? &most : &too_much) = share;
    }
    blend_at(&task, &from, pose, weight, most, bones, rig14);
  }
  turn_holding_limbs(&task, rig14, bones);
  hh_rig14_finish(body, rig5, rig14);
  bones->root = rig14->pelvis;
}

HhPose hh_pose_mix(const HhPose *a, const HhPose *b, double share)
{
  HhPose pose;
  for (int i = 0; i < HH_BONE_COUNT; i++)
    pose.local[i] = hh_quat_mix(a->local[i], b->local[i], share);
  return pose;
}

HhPose hh_pose_clip_at(const HhPoseClip *clip, double time_s)
{
  assert(clip->count > 0 && clip->frame_s > 0);
  double frame = time_s / clip->frame_s, last = clip->count - 1;
  if (clip->loops) frame -= clip->count * floor(frame / clip->count);
  frame = fmin(fmax(frame, 0), clip->loops ? clip->count : last);
  int from = (int)frame < clip->count ? (int)frame : clip->count - 1;
  int to = from + 1 < clip->count ? from + 1 : clip->loops ? 0 : from;
  return hh_pose_mix(&clip->poses[from], &clip->poses[to], frame - from);
}
