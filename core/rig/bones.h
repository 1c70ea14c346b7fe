/* The display skeleton: 18 bones, each a rotation in the frame of its parent; a pure function of
 * the fourteen joints. Bone lengths are the body's and never change; the rotations rebuild every
 * joint to round-off.
 * At rest all rotations are the identity: upright, facing +x, arms stretched sideways, legs down,
 * toes forward. A bone's twist: knees and elbows bend about one fixed axis of their own bone, a
 * hand turns the least way from its forearm, a foot from its shank. As far as a hand clasps, it
 * then turns about its own line until y, about which its fingers curl, lies in the course's plane,
 * square to that line: hooked over a rod along x when it hangs straight down, the palm toward the
 * middle. It turns by 1.8 rad at most, and less the nearer it lies to z. */
#ifndef HH_RIG_BONES_H
#define HH_RIG_BONES_H

#include "base/quat.h"
#include "rig/rig14.h"

/*    id, name, parent */
#define HH_BONES(X)                                                                                \
  X(PELVIS, "pelvis", -1)                                                                          \
  X(SPINE, "spine", HH_BONE_PELVIS)                                                                \
  X(NECK, "neck", HH_BONE_SPINE)                                                                   \
  X(HEAD, "head", HH_BONE_NECK)                                                                    \
  X(COLLAR_L, "collar_l", HH_BONE_SPINE)                                                           \
  X(UPPER_ARM_L, "upper_arm_l", HH_BONE_COLLAR_L)                                                  \
  X(FOREARM_L, "forearm_l", HH_BONE_UPPER_ARM_L)                                                   \
  X(HAND_L, "hand_l", HH_BONE_FOREARM_L)                                                           \
  X(COLLAR_R, "collar_r", HH_BONE_SPINE)                                                           \
  X(UPPER_ARM_R, "upper_arm_r", HH_BONE_COLLAR_R)                                                  \
  X(FOREARM_R, "forearm_r", HH_BONE_UPPER_ARM_R)                                                   \
  X(HAND_R, "hand_r", HH_BONE_FOREARM_R)                                                           \
  X(THIGH_L, "thigh_l", HH_BONE_PELVIS)                                                            \
  X(SHANK_L, "shank_l", HH_BONE_THIGH_L)                                                           \
  X(FOOT_L, "foot_l", HH_BONE_SHANK_L)                                                             \
  X(THIGH_R, "thigh_r", HH_BONE_PELVIS)                                                            \
  X(SHANK_R, "shank_r", HH_BONE_THIGH_R)                                                           \
  X(FOOT_R, "foot_r", HH_BONE_SHANK_R)

typedef enum HhBone {
#define HH_BONE_ID(id, name, parent) HH_BONE_##id,
  HH_BONES(HH_BONE_ID)
#undef HH_BONE_ID
      HH_BONE_COUNT
} HhBone;

extern const char *const hh_bone_names[HH_BONE_COUNT];
extern const int hh_bone_parents[HH_BONE_COUNT]; /* -1: the root; parents come first */

/* State: plain data. A bone begins at its joint: pelvis between the hips, spine at the waist,
 * neck at its base, head at its middle, collar bones at the base of the neck, upper arm at the
 * shoulder, and so on; hand at the wrist, foot at the ankle. */
typedef struct HhBones {
  HhVec3 root; /* where the pelvis is, m */
  HhQuat local[HH_BONE_COUNT];
} HhBones;

/* At rest: where each bone begins, from its parent's beginning, in the parent's frame; and where
 * it ends (crown, grip, toes; else the beginning of the bone after it), in its own frame. m */
typedef struct HhSkeleton {
  HhVec3 offset[HH_BONE_COUNT], end[HH_BONE_COUNT];
} HhSkeleton;

HhSkeleton hh_bones_skeleton(const HhBody *body);

void hh_bones_follow(const HhRig14 *rig, HhBones *bones);

/* Forward kinematics: beginnings, ends and rotations in the world. Any may be null. */
void hh_bones_world(const HhSkeleton *skeleton, const HhBones *bones, HhVec3 begin[HH_BONE_COUNT],
                    HhVec3 end[HH_BONE_COUNT], HhQuat world[HH_BONE_COUNT]);

#endif
