/* Poses of a gibbon by hand: fourteen joints from a few angles, in the proportions of
 * core/rig/body.h. Angles in the course's plane: 0 down, pi/2 forward, pi up. */
#ifndef HANDHOLD_GIBBON_POSE_H
#define HANDHOLD_GIBBON_POSE_H

#include <math.h>

#include "rig/rig.h"

typedef struct PoseLimb {
  double upper, lower, end; /* rad */
  double out;               /* of the limb's directions, away from the middle plane */
  bool holds;
} PoseLimb;

typedef struct Pose {
  const char *name;
  double lower_trunk, upper_trunk; /* direction from waist to pelvis, and from neck to waist */
  double head;                     /* from neck to head */
  double twist;                    /* shoulders about the trunk, right one forward */
  PoseLimb arm[HH_SIDES], leg[HH_SIDES];
} Pose;

static inline HhVec3 pose_way(double rad, double out, double sign)
{
  double flat = sqrt(1 - out * out);
  return hh_vec3(flat * sin(rad), -flat * cos(rad), sign * out);
}

/* Facing +x. */
static inline HhRig pose_rig(const Pose *pose, HhVec3 neck)
{
  HhRig rig = {0};
  HhRig14 *p = &rig.rig14;
  p->neck = neck;
  p->waist = hh_vec3_along(neck, pose_way(pose->upper_trunk, 0, 1), 0.154);
  p->pelvis = hh_vec3_along(p->waist, pose_way(pose->lower_trunk, 0, 1), 0.126);
  p->head = hh_vec3_along(neck, pose_way(pose->head, 0, 1), 0.095);
  HhVec3 ahead = pose_way(pose->upper_trunk + 1.5707963267948966, 0, 1);
  for (int side = 0; side < HH_SIDES; side++) {
    double sign = hh_side_sign((HhSide)side);
    const PoseLimb *arm = &pose->arm[side], *leg = &pose->leg[side];
    HhVec3 across =
        hh_vec3_add(hh_vec3_scale(ahead, sin(pose->twist)), hh_vec3(0, 0, cos(pose->twist)));
    p->shoulder[side] = hh_vec3_along(neck, across, 0.085 * sign);
    p->elbow[side] = hh_vec3_along(p->shoulder[side], pose_way(arm->upper, arm->out, sign), 0.235);
    p->wrist[side] = hh_vec3_along(p->elbow[side], pose_way(arm->lower, arm->out, sign), 0.265);
    p->hand[side] = hh_vec3_along(p->wrist[side], pose_way(arm->end, 0, sign), 0.09);
    p->hip[side] = hh_vec3_along(p->pelvis, hh_vec3(0, 0, 1), 0.05 * sign);
    p->knee[side] = hh_vec3_along(p->hip[side], pose_way(leg->upper, leg->out, sign), 0.205);
    p->ankle[side] = hh_vec3_along(p->knee[side], pose_way(leg->lower, leg->out, sign), 0.18);
    p->toe[side] = hh_vec3_along(p->ankle[side], pose_way(leg->end, 0, sign), 0.14);
    p->hand_holds[side] = rig.rig5.hand_holds[side] = arm->holds;
  }
  return rig;
}

/* Left is far, right is near. */
static const Pose poses[] = {
    {"hanging",
     0.0,
     0.0,
     2.9,
     0.25,
     {{0.05, -0.05, 0.0, 0.15, false}, {3.05, 3.2, 3.15, 0.05, true}},
     {{1.2, -0.5, 1.0, 0.1, false}, {1.0, -0.6, 0.9, 0.1, false}}},
    {"swing",
     -0.45,
     -0.6,
     2.6,
     -0.5,
     {{2.45, 2.6, 2.6, 0.1, true}, {-0.7, -0.4, -0.3, 0.2, false}},
     {{1.1, -0.8, 0.8, 0.1, false}, {0.8, -0.9, 0.6, 0.1, false}}},
    {"release",
     0.75,
     0.6,
     3.5,
     0.7,
     {{-2.55, -2.65, -2.7, 0.1, true}, {1.9, 2.2, 2.3, 0.15, false}},
     {{1.9, 0.5, 2.1, 0.1, false}, {1.7, 0.1, 1.8, 0.1, false}}},
    {"flight",
     -0.9,
     -1.0,
     2.2,
     0.8,
     {{-1.2, -1.5, -1.6, 0.2, false}, {2.0, 2.15, 2.2, 0.1, false}},
     {{0.6, -1.2, 0.3, 0.1, false}, {0.3, -1.4, 0.1, 0.1, false}}},
    {"grab",
     -0.7,
     -0.85,
     2.4,
     0.6,
     {{-0.9, -0.8, -0.7, 0.2, false}, {2.2, 2.4, 2.45, 0.05, true}},
     {{0.7, -1.0, 0.5, 0.1, false}, {0.5, -1.1, 0.3, 0.1, false}}},
    {"slack",
     0.5,
     0.1,
     2.7,
     0.0,
     {{0.6, 2.9, 3.0, 0.2, false}, {1.9, -2.4, -2.6, 0.15, true}},
     {{2.3, -0.3, 1.9, 0.1, false}, {2.1, -0.4, 1.7, 0.1, false}}},
    {"sitting",
     0.35,
     -0.15,
     2.8,
     0.1,
     {{2.9, 3.3, 3.2, 0.1, true}, {3.0, 3.4, 3.2, 0.1, true}},
     {{2.2, -0.1, 1.7, 0.2, false}, {2.1, -0.2, 1.6, 0.2, false}}},
    {"two hands",
     0.1,
     0.0,
     2.9,
     0.9,
     {{-2.5, -2.8, -2.9, 0.1, true}, {2.5, 2.8, 2.9, 0.1, true}},
     {{0.5, -0.3, 1.1, 0.1, false}, {0.3, -0.4, 1.0, 0.1, false}}},
};

#endif
