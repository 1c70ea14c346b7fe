/* The body that all rigs share: lengths, masses and the limits of joints, from parameters.
 * Defaults: reference table of proportions made for this project from published indices
 * (intermembral index 129.9, published 129.7; arms 17.0 % and legs 19.2 % of the body's mass); what
 * has no published source is marked "ours". All lengths grow with gibbon.arm_length: at rig.reach
 * the body has the sizes of the table.
 * Each segment's mass lies at its middle; the trunk is two halves that meet at the waist.
 * Not modelled: soft tissue, unequal sides. */
#ifndef HH_RIG_BODY_H
#define HH_RIG_BODY_H

#include <stdbool.h>

#include "base/limb.h"
#include "base/param.h"
#include "base/quat.h"

/* clang-format off */
#define HH_BODY_SIZE_PARAMS(X)                                                                                         \
  X(REAL, upper_arm,  "body.upper_arm",  "m", 0.235, 0.01, 2, "shoulder to elbow", "intermembral index 129.7, brachial index 113") \
  X(REAL, forearm,    "body.forearm",    "m", 0.265, 0.01, 2, "elbow to wrist", "longer than the upper arm (Sonntag 1924)") \
  X(REAL, hand,       "body.hand",       "m", 0.09,  0.001, 1, "wrist to the middle of the grip", "ours")                \
  X(REAL, thigh,      "body.thigh",      "m", 0.205, 0.01, 2, "hip to knee", "intermembral index 129.7")               \
  X(REAL, shank,      "body.shank",      "m", 0.18,  0.01, 2, "knee to ankle", "crural index 87")                      \
  X(REAL, foot,       "body.foot",       "m", 0.14,  0.001, 1, "ankle to toes", "hand longer than foot (Sonntag 1924)") \
  X(REAL, trunk,      "body.trunk",      "m", 0.28,  0.01, 2, "middle of the hips to the base of the neck", "head and body 0.40 to 0.65 m") \
  X(REAL, head,       "body.head",       "m", 0.13,  0.001, 1, "diameter of the head", "ours")                          \
  X(REAL, neck,       "body.neck",       "m", 0.03,  0.001, 1, "base of the neck to the head's lower edge", "ours")       \
  X(REAL, shoulder,   "body.shoulder",   "m", 0.075, 0.001, 1, "base of the neck to each shoulder", "ours")              \
  X(REAL, hip,        "body.hip",        "m", 0.05,  0.001, 1, "middle of the hips to each hip", "ours")                 \
  X(REAL, waist,      "body.waist",      "",  0.45,  0.1, 0.9, "share of the trunk below the waist", "ours")           \
  X(REAL, upper_arm_mass, "body.upper_arm_mass", "%", 3.6, 0, 100, "share of the body's mass, each", "arms 17 % in all (Channon 2012)") \
  X(REAL, forearm_mass, "body.forearm_mass", "%", 3.3, 0, 100, "share of the body's mass, each", "arms 17 % in all (Channon 2012)") \
  X(REAL, hand_mass,  "body.hand_mass",  "%", 1.6, 0, 100, "share of the body's mass, each", "arms 17 % in all (Channon 2012)") \
  X(REAL, thigh_mass, "body.thigh_mass", "%", 5.4, 0, 100, "share of the body's mass, each", "hind limbs heavier (Zihlman 2011)") \
  X(REAL, shank_mass, "body.shank_mass", "%", 2.9, 0, 100, "share of the body's mass, each", "hind limbs heavier (Zihlman 2011)") \
  X(REAL, foot_mass,  "body.foot_mass",  "%", 1.3, 0, 100, "share of the body's mass, each", "ours")                   \
  X(REAL, trunk_mass, "body.trunk_mass", "%", 56.8, 1, 100, "share of the body's mass", "remainder")                   \
  X(REAL, head_mass,  "body.head_mass",  "%", 7.0, 0, 100, "share of the body's mass", "ours")
#define HH_JOINT_LIMIT_PARAMS(X)                                                                                       \
  X(REAL, elbow_least, "joint.elbow_least", "rad", 0.14, 0, 0.5, "least flexion of an elbow", "ours")                  \
  X(REAL, elbow_most,  "joint.elbow_most",  "rad", 2.80, 1, 3.1, "greatest flexion of an elbow", "ours")               \
  X(REAL, knee_least,  "joint.knee_least",  "rad", 0.17, 0, 0.9, "least flexion of a knee", "ours")                      \
  X(REAL, knee_most,   "joint.knee_most",   "rad", 2.60, 1, 3.1, "greatest flexion of a knee", "ours")                 \
  X(REAL, shoulder,    "joint.shoulder",    "rad", 2.60, 0.5, 3.1, "upper arm from forward and a little up and outward", "ours") \
  X(REAL, hip,         "joint.hip",         "rad", 1.90, 0.5, 3.1, "thigh from forward and down", "ours")                  \
  X(REAL, wrist,       "joint.wrist",       "rad", 1.60, 0.5, 3.1, "hand from the line of the forearm", "ours")         \
  X(REAL, ankle,       "joint.ankle",       "rad", 1.20, 0.1, 3.1, "foot from square to the shank", "ours")             \
  X(REAL, gaze,        "joint.gaze",        "rad", 1.20, 0.1, 1.4, "face from where the chest faces", "ours")           \
  X(REAL, waist,       "joint.waist",       "rad", 1.00, 0.1, 1.5, "upper trunk from the line of the lower, either way", "ours") \
  X(REAL, spine,       "joint.spine",       "rad", 1.60, 0.1, 3.1, "shoulders turned against the hips", "ours")         \
  X(REAL, collar,      "joint.collar",      "rad", 0.90, 0, 1.5, "collar bone raised from sideways", "ours")
/* clang-format on */

typedef struct HhBodyParams {
  HH_BODY_SIZE_PARAMS(HH_PARAM_FIELD)
  struct {
    HH_JOINT_LIMIT_PARAMS(HH_PARAM_FIELD)
  } joint;
} HhBodyParams;

/* Left is -z for a creature that faces +x. */
typedef enum HhSide { HH_LEFT, HH_RIGHT, HH_SIDES } HhSide;

/* +1 for the right, -1 for the left. */
static inline double hh_side_sign(HhSide side)
{
  return side == HH_RIGHT ? 1 : -1;
}

/* The same in the sizes of one creature; masses are shares of their sum. */
typedef struct HhBody {
  double size_ratio; /* to the table */
  double reach_least_m,
      reach_most_m; /* centre of mass to a held hand: every pose between is there */
  HhLimb arm, leg;
  double hand_m, foot_m, lower_trunk_m, upper_trunk_m, neck_m, head_m, shoulder_m, hip_m;
  double upper_arm_mass, forearm_mass, hand_mass, thigh_mass, shank_mass, foot_mass;
  double lower_trunk_mass, upper_trunk_mass, head_mass;
  double com_below_neck_m; /* of the resting pose; where rig5 takes shoulders and hips to be */
  HhVec shoulder_cone, hip_cone, gaze_cone; /* cosine and sine of the limits */
  HhVec raised;                             /* the collar bone at its limit: out and up */
  HhVec droop;                              /* of a free foot, from square to the shank */
  HhVec ankle_cone;                         /* cosine and sine of the limit from there */
} HhBody;

/* reach_m: rig.reach, the hand to the centre of mass of a body of the table's sizes. */
HhBody hh_body(const HhBodyParams *params, double arm_length_m, double reach_m);

/* Where an upper arm or a thigh rests: the middle of its cone; unit to round-off. */
HhVec3 hh_body_arm_rest(const HhAxes *chest, HhSide side);
HhVec3 hh_body_leg_rest(const HhAxes *loins, HhSide side);

/* Whence a limb hangs, where its upper bone rests, and where elbow or knee point then. */
typedef struct HhSocket {
  HhVec3 root; /* shoulder, from the base of the neck; or hip, from the middle of the hips */
  HhVec3 rest, bend;
} HhSocket;

/* collar: out and up, unit. */
HhSocket hh_body_shoulder(const HhBody *body, const HhAxes *chest, HhVec collar, HhSide side);
HhSocket hh_body_hip(const HhBody *body, const HhAxes *loins, HhSide side);

/* Shoulder, elbow, wrist, hand; or hip, knee, ankle, toe. */
typedef struct HhPosedLimb {
  HhVec3 root, hinge, end, tip;
  HhVec3 axis; /* of the hinge, see base/limb.h */
} HhPosedLimb;

/* Where the toes of a foot on the ground point, unit, and how far it minds: 0 to 1. With 0 a foot
 * that holds is square to the shank, a free one droops. */
typedef struct HhSole {
  HhVec3 toes;
  double share;
} HhSole;

/* A limb that holds is as close to what it holds as elbow or knee allow, the hand in the line from
 * the shoulder. A free one is only led there: never quite straight, but as far as its `hold` is not
 * over yet, its upper bone in its cone. */
HhPosedLimb hh_body_arm(const HhBody *body, const HhSocket *socket, HhVec3 neck, HhVec3 hand,
                        bool holds, double hold);
HhPosedLimb hh_body_leg(const HhBody *body, const HhSocket *socket, HhVec3 pelvis, HhVec3 ankle,
                        HhSole sole, bool holds);

/* The upper bone inside its cone; or by how much it must be turned to be there (identity: not). */
bool hh_body_in_cone(HhVec cone, HhVec3 rest, const HhPosedLimb *limb);
HhQuat hh_body_into_cone(HhVec cone, HhVec3 rest, const HhPosedLimb *limb);

/* Mass times place. */
HhVec3 hh_body_arm_moment(const HhBody *body, const HhPosedLimb *arm);
HhVec3 hh_body_leg_moment(const HhBody *body, const HhPosedLimb *leg);

/* The pose that always is there: trunk upright, legs down, both arms overhead (fold 0) or folded
 * so that the hands are near the centre of mass (1), all within the limits; from the base of the
 * neck, facing +x. */
typedef struct HhHang {
  HhPosedLimb arm[HH_SIDES], leg[HH_SIDES];
  HhVec3 head, waist, pelvis, com;
} HhHang;

HhHang hh_body_hang(const HhBody *body, double fold);

#endif
