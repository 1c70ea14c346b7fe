/* Poses and clips by an artist, blended over the procedural rig bone by bone; contacts and the
 * centre of mass are exact afterwards too.
 *
 * Each bone's local rotation goes from the rig's (weight 0) to the artist's (weight 1). Limbs that
 * hold are led back to their holds, hinges on the side where the rig has them, and a hand that is
 * about to hold, or has just let go, is led part of the way (HhRig5.clasp), so that nothing jumps.
 * The trunk is placed anew so that the mass centre is where it was. A pose that would tear a hand
 * off its hold is turned as a whole about the mass centre into the line of the arm, as far as it
 * takes; where even that does not reach, it is blended in as far as it does. */
#ifndef HH_RIG_POSE_H
#define HH_RIG_POSE_H

#include "rig/bones.h"

typedef struct HhPose {
  HhQuat local[HH_BONE_COUNT]; /* as in HhBones */
} HhPose;

/* Blends `pose` over a rig that has been posed already; changes rig14 and bones. Weights 0 to 1;
 * all 0 change nothing. The limits of the joints are the artist's affair, but for elbows and knees
 * of limbs that hold. Not continuous where a bone of rig and pose passes half a turn from its
 * middle rotation (pose.c). */
void hh_pose_blend(const HhBody *body, const HhRig5 *rig5, const HhPose *pose,
                   const double weight[HH_BONE_COUNT], HhRig14 *rig14, HhBones *bones);

/* The pose between two of them. */
HhPose hh_pose_mix(const HhPose *a, const HhPose *b, double share);

/* A clip: poses at even distances, borrowed by whoever plays it. */
typedef struct HhPoseClip {
  const HhPose *poses;
  int count;
  double frame_s;
  bool loops; /* after the last pose comes the first */
} HhPoseClip;

/* A clip over the rig: its time 0 is the rig's. */
typedef struct HhPoseLayer {
  HhPoseClip clip;
  double weight[HH_BONE_COUNT];
} HhPoseLayer;

/* The pose at a time; before the first and beyond the last one of a clip that does not loop, that
 * one. count > 0. */
HhPose hh_pose_clip_at(const HhPoseClip *clip, double time_s);

#endif
