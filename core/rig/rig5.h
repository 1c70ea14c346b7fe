/* Five points: trunk, two hands, two feet; and the trunk's frame. The trunk's point is the centre
 * of mass. Contacts are exactly where the goal says; everything else follows its goal with springs
 * (base/spring.h), so a change of what is wanted never makes a jump.
 * Free ends lie where shoulder and hip of a body in its resting pose would put them; rig14 keeps
 * them within the limits of the joints. */
#ifndef HH_RIG_RIG5_H
#define HH_RIG_RIG5_H

#include <stdbool.h>

#include "base/quat.h"
#include "base/spring.h"
#include "rig/goal.h"

/* clang-format off */
#define HH_RIG5_PARAMS(X)                                                                                              \
  X(REAL, trunk_rate, "rig.trunk_rate", "rad/s", 22, 0.1, 1000, "stiffness with which the trunk follows its goal", "ours") \
  X(REAL, trunk_damping, "rig.trunk_damping", "", 0.8, 0.05, 1, "damping ratio of the trunk", "ours")                  \
  X(REAL, arm_rate,   "rig.arm_rate",   "rad/s", 13, 0.1, 1000, "stiffness with which a free arm follows its goal", "ours") \
  X(REAL, arm_speed,  "rig.arm_speed",  "rad/s", 14, 0.1, 1000, "a free arm turns no faster in its shoulder", "ours") \
  X(REAL, leg_rate,   "rig.leg_rate",   "rad/s", 10, 0.1, 1000, "stiffness with which a free leg follows its goal", "ours") \
  X(REAL, leg_damping, "rig.leg_damping", "", 0.7, 0.05, 1, "damping ratio of the legs", "ours")                       \
  X(REAL, gaze_rate,  "rig.gaze_rate",  "rad/s", 10, 0.1, 1000, "stiffness with which the head follows the gaze", "ours")
/* clang-format on */

typedef struct HhRig5Params {
  HH_RIG5_PARAMS(HH_PARAM_FIELD)
} HhRig5Params;

/* Shares of the twist that turn the shoulders, and the hips the other way. */
#define HH_TWIST_OF_SHOULDERS (2.0 / 3)
#define HH_TWIST_OF_HIPS      (1.0 / 3)

typedef struct HhLimbSprings {
  HhSpring flex, spread, extend;
} HhLimbSprings;

typedef struct HhRig5 {
  HhVec3 trunk; /* the centre of mass */
  HhVec3 hand[HH_SIDES], foot[HH_SIDES];
  HhVec3 shoulder[HH_SIDES], hip[HH_SIDES]; /* of the resting body, from which free ends are */
  bool hand_holds[HH_SIDES], foot_holds[HH_SIDES];
  HhAxes axes;      /* trunk: x where the belly faces, y to the neck, z to the right */
  double twist_rad; /* two thirds of it turn the shoulders, one third the hips the other way */
  double bend_rad;  /* of the waist */
  HhVec3 gaze;      /* unit, from the head */

  HhSpring turn; /* 0 faces +x, 1 faces -x */
  HhSpring tilt; /* of the trunk, back from upright */
  HhSpring twist, roll, bend;
  HhSpring look; /* of the gaze, up from level */
  HhLimbSprings arm[HH_SIDES], leg[HH_SIDES];
  HhVec3 drawn_to[HH_SIDES], foot_drawn_to[HH_SIDES]; /* where a free hand, a foot was drawn last */
  double draw[HH_SIDES], foot_draw[HH_SIDES];         /* and how far */
  HhVec3 way[HH_SIDES];            /* from shoulder to hand, in the trunk's frame, m */
  HhVec3 foot_way[HH_SIDES];       /* from hip to foot */
  double turned_rad, turned_radps; /* of a turn in the air, on top of the tilt */
  HhSole sole[HH_SIDES];           /* of the feet */
  double hold[HH_SIDES];           /* 1 while a hand holds, fades after it let go */
  double clasp[HH_SIDES]; /* rises to 1 while a hand holds or is drawn, fades after it let go */
} HhRig5;

void hh_rig5_start(const HhRig5Params *params, const HhBody *body, const HhRigGoal *goal,
                   HhRig5 *rig);
void hh_rig5_follow(const HhRig5Params *params, const HhBody *body, const HhRigGoal *goal,
                    HhRig5 *rig, double dt_s);

#endif
