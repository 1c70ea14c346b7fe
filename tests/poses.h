/* A body in awkward sizes and a swing made by hand, for tests of what is drawn around bones. Not
 * made by core/rig, so that they hold whatever the rig does. */
#ifndef HANDHOLD_POSES_H
#define HANDHOLD_POSES_H

#include "base/angle.h"
#include "rig/bones.h"

static inline HhSkeleton poses_skeleton(void)
{
  HhSkeleton rest = {0};
  rest.offset[HH_BONE_SPINE] = rest.end[HH_BONE_PELVIS] = hh_vec3(0, 0.1263, 0);
  rest.offset[HH_BONE_NECK] = rest.end[HH_BONE_SPINE] = hh_vec3(0, 0.1529, 0);
  rest.offset[HH_BONE_HEAD] = rest.end[HH_BONE_NECK] = hh_vec3(0, 0.0957, 0);
  rest.end[HH_BONE_HEAD] = hh_vec3(0, 0.0653, 0);
  for (int i = 0; i < HH_SIDES; i++) {
    double out = hh_side_sign((HhSide)i);
    int arm = i == HH_LEFT ? HH_BONE_COLLAR_L : HH_BONE_COLLAR_R;
    int leg = i == HH_LEFT ? HH_BONE_THIGH_L : HH_BONE_THIGH_R;
    const double lengths_m[] = {0.0753, 0.2347, 0.2651, 0.0911};
    rest.offset[arm] = rest.offset[HH_BONE_NECK];
    for (int j = 0; j < 4; j++) {
      rest.end[arm + j] = hh_vec3(0, 0, out * lengths_m[j]);
      if (j > 0) rest.offset[arm + j] = rest.end[arm + j - 1];
    }
    rest.offset[leg] = hh_vec3(0, 0, out * 0.0507);
    rest.offset[leg + 1] = rest.end[leg] = hh_vec3(0, -0.2053, 0);
    rest.offset[leg + 2] = rest.end[leg + 1] = hh_vec3(0, -0.1801, 0);
    rest.end[leg + 2] = hh_vec3(0.1403, 0, 0);
  }
  return rest;
}

/* Crown to sole when standing. */
#define POSES_BODY_M 0.83

static inline HhBones poses_rest(void)
{
  HhBones bones = {.root = {0, 0, 0}};
  for (int i = 0; i < HH_BONE_COUNT; i++)
    bones.local[i] = hh_quat_identity();
  return bones;
}

/* `phase` of a swing, in turns: the arms go from low to overhead by turns, elbows and knees bend
 * and stretch, the trunk leans and twists. */
static inline HhBones poses_swing(double phase)
{
  HhBones bones = poses_rest();
  HhVec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  HhVec on = hh_unit_from_angle(2 * HH_PI * phase);
  bones.root = hh_vec3(1.7 * phase - 1.3, 0.31 * on.x - 0.777, 0.02 * on.y);
  bones.local[HH_BONE_PELVIS] =
      hh_quat_mul(hh_quat_about(z, 0.7 * on.y), hh_quat_about(y, 0.5 * on.x));
  bones.local[HH_BONE_SPINE] =
      hh_quat_mul(hh_quat_about(y, -0.8 * on.x), hh_quat_about(z, -0.3 + 0.2 * on.y));
  bones.local[HH_BONE_NECK] = hh_quat_about(z, 0.2 * on.y);
  bones.local[HH_BONE_HEAD] = hh_quat_about(y, 0.6 * on.x);
  for (int i = 0; i < HH_SIDES; i++) {
    double out = hh_side_sign((HhSide)i), high = 0.5 + 0.5 * out * on.x, low = 1 - high;
    int arm = i == HH_LEFT ? HH_BONE_COLLAR_L : HH_BONE_COLLAR_R;
    int leg = i == HH_LEFT ? HH_BONE_THIGH_L : HH_BONE_THIGH_R;
    bones.local[arm] = hh_quat_about(x, -out * 0.5 * high);
    bones.local[arm + 1] = hh_quat_mul(hh_quat_about(y, out * 0.4 * on.y),
                                       hh_quat_about(x, out * (1.1 * low - 0.9 * high)));
    bones.local[arm + 2] = hh_quat_about(y, out * (0.2 + 1.9 * low));
    bones.local[arm + 3] = hh_quat_about(x, -out * 0.3 * high);
    bones.local[leg] = hh_quat_about(z, 0.9 + 0.5 * out * on.y);
    bones.local[leg + 1] = hh_quat_about(z, -1.3 + 0.6 * on.y);
    bones.local[leg + 2] = hh_quat_about(z, -0.4);
  }
  return bones;
}

#endif
