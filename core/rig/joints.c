/* Angles of the joints. */
#include "rig/joints.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"

const char *const hh_joint_names[HH_JOINT_COUNT] = {
    "waist",   "spine",   "gaze",   "collar_l", "shoulder_l", "elbow_l",
    "wrist_l", "hip_l",   "knee_l", "ankle_l",  "collar_r",   "shoulder_r",
    "elbow_r", "wrist_r", "hip_r",  "knee_r",   "ankle_r"};

/* Angle between two directions of any length, in [0, pi]. */
static double between(HhVec3 a, HhVec3 b)
{
  return hh_angle_of(hh_vec(hh_vec3_dot(a, b), hh_vec3_length(hh_vec3_cross(a, b))));
}

/* Twist of the chest against the loins about the trunk. */
static double spine_twist(const HhRig14 *rig)
{
  HhQuat q = hh_quat_mul(hh_quat_conj(hh_quat_of_axes(rig->loins)), hh_quat_of_axes(rig->chest));
  return 2 * hh_angle_of(hh_vec(fabs(q.w), fabs(q.y)));
}

static void side_angles(const HhRig14 *rig, HhSide side, double angle_rad[7])
{
  HhVec3 collar = hh_vec3_sub(rig->shoulder[side], rig->neck);
  HhVec3 upper = hh_vec3_sub(rig->elbow[side], rig->shoulder[side]);
  HhVec3 fore = hh_vec3_sub(rig->wrist[side], rig->elbow[side]);
  HhVec3 hand = hh_vec3_sub(rig->hand[side], rig->wrist[side]);
  HhVec3 thigh = hh_vec3_sub(rig->knee[side], rig->hip[side]);
  HhVec3 shank = hh_vec3_sub(rig->ankle[side], rig->knee[side]);
  HhVec3 foot = hh_vec3_sub(rig->toe[side], rig->ankle[side]);
  HhVec3 out = hh_vec3_scale(rig->chest.z, hh_side_sign(side));
  angle_rad[0] = hh_angle_of(hh_vec(hh_vec3_dot(collar, out), hh_vec3_dot(collar, rig->chest.y)));
  angle_rad[1] = between(upper, hh_body_arm_rest(&rig->chest, side));
  angle_rad[2] = between(upper, fore);
  angle_rad[3] = between(fore, hand);
  angle_rad[4] = between(thigh, hh_body_leg_rest(&rig->loins, side));
  angle_rad[5] = between(thigh, shank);
  angle_rad[6] = fabs(HH_PI / 2 - between(shank, foot));
}

void hh_joint_angles(const HhRig14 *rig, double angle_rad[HH_JOINT_COUNT])
{
  angle_rad[0] = between(rig->chest.y, rig->loins.y);
  angle_rad[1] = spine_twist(rig);
  angle_rad[2] = between(rig->skull.x, rig->chest.x);
  side_angles(rig, HH_LEFT, angle_rad + 3);
  side_angles(rig, HH_RIGHT, angle_rad + 10);
}

double hh_joint_excess_rad(const HhBodyParams *params, const double angle_rad[HH_JOINT_COUNT])
{
  static const double round_off_rad = 1e-10;
  double excess = 0;
  double most[HH_JOINT_COUNT] = {params->joint.waist, params->joint.spine, params->joint.gaze};
  double least[HH_JOINT_COUNT] = {0};
  for (int side = 0; side < HH_SIDES; side++) {
    double limits[] = {params->joint.collar, params->joint.shoulder, params->joint.elbow_most,
                       params->joint.wrist,  params->joint.hip,      params->joint.knee_most,
                       params->joint.ankle};
    memcpy(most + 3 + 7 * side, limits, sizeof limits);
    least[3 + 7 * side + 2] = params->joint.elbow_least;
    least[3 + 7 * side + 5] = params->joint.knee_least;
  }
  for (int i = 0; i < HH_JOINT_COUNT; i++)
    excess = fmax(excess, fmax(angle_rad[i] - most[i], least[i] - angle_rad[i]));
  return excess > round_off_rad ? excess : 0;
}
