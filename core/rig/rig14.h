/* Fourteen joints, a pure function of the five points: head, neck, shoulders, elbows, wrists,
 * hips, knees, ankles; and the waist, the grips and the toes that its segments end in.
 *
 * The trunk is placed so that the mass centre of all segments is the centre of mass (to round-off;
 * `com` itself is copied), limbs by two-bone inverse kinematics (base/limb.h) inside the limits of
 * the joints. A held point that the wished pose cannot reach is reached by raising the collar bone,
 * letting the legs down and turning the trunk into the arm's line, as far as needed and no
 * further.
 * Lengths, mass centre and limits hold for any five points and any body that the parameters allow.
 * One held hand between HhBody.reach_least_m and reach_most_m is exactly at its hold: where no such
 * stance is found, the body hangs by it as in hh_body_hang. Of several limbs that hold, all are
 * there exactly where a stance for them is found; else the feet, one hand, or none, and miss_max_m
 * tells. */
#ifndef HH_RIG_RIG14_H
#define HH_RIG_RIG14_H

#include "rig/body.h"
#include "rig/rig5.h"

typedef struct HhRig14 {
  HhVec3 com; /* of the level below */
  HhVec3 head, neck, waist, pelvis;
  HhVec3 face; /* where the head's sphere looks */
  HhVec3 shoulder[HH_SIDES], elbow[HH_SIDES], wrist[HH_SIDES], hand[HH_SIDES];
  HhVec3 hip[HH_SIDES], knee[HH_SIDES], ankle[HH_SIDES], toe[HH_SIDES];
  HhAxes chest, loins, skull; /* frames of upper trunk, lower trunk and head, as in goal.h */
  HhVec3 neck_line;           /* unit, from the base of the neck to the middle of the head */
  HhVec3 arm_axis[HH_SIDES], leg_axis[HH_SIDES]; /* of elbow and knee, see base/limb.h */
  bool hand_holds[HH_SIDES], foot_holds[HH_SIDES];
  double clasp[HH_SIDES]; /* 0 to 1: how far the hand is hooked over a branch along x */
  int limbs;              /* limbs posed on the way: counted work */
  double miss_max_m;      /* of a contact that no pose within the limits reaches; 0 else */
} HhRig14;

void hh_rig14_follow(const HhBodyParams *params, const HhBody *body, const HhRig5 *rig5,
                     HhRig14 *rig);

/* For whoever poses joints by other means, from the centre of mass: moves all of them; and puts
 * them in their place, contacts copied from the five points. */
void hh_rig14_move(HhVec3 by, HhRig14 *rig);
void hh_rig14_finish(const HhBody *body, const HhRig5 *rig5, HhRig14 *rig);

/* Mass centre of the segments. */
HhVec3 hh_rig14_mass_centre(const HhBody *body, const HhRig14 *rig);

#endif
