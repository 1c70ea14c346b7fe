/* The angles of fourteen joints, seventeen in all, against the limits of the body. Waist and spine
 * are the bend and the twist of the trunk, gaze is the face from where the chest faces, collar the
 * collar bone raised from sideways; shoulder and hip are the upper bone from the middle of its
 * cone, elbow, wrist and knee the lower bone from the line of the upper, ankle the foot from
 * square. */
#ifndef HH_RIG_JOINTS_H
#define HH_RIG_JOINTS_H

#include "rig/rig14.h"

enum { HH_JOINT_COUNT = 17 };
extern const char *const hh_joint_names[HH_JOINT_COUNT];

/* Radians; all but the collar bones' are not negative. */
void hh_joint_angles(const HhRig14 *rig, double angle_rad[HH_JOINT_COUNT]);

/* By how much the worst is beyond its limit; 0 when none is by more than round-off. */
double hh_joint_excess_rad(const HhBodyParams *params, const double angle_rad[HH_JOINT_COUNT]);

#endif
