/* What any way of moving asks of the rig for one frame: the one interface through which rig5 gets
 * its targets. Brachiation fills it in brachiation.h; other ways of moving fill the same.
 *
 * Contacts and the centre of mass are orders: every rig keeps them exactly, contacts where its body
 * reaches them from there (rig14.h: miss_max_m tells). Everything else is a wish, which the rig
 * follows with springs and within the limits of the joints. To know how high a body stands: its
 * mass centre is lower with the arms down than overhead.
 *
 * The trunk's frame: y up along the trunk from hips to neck, x where the belly faces, z to the
 * right. A free limb is asked for in it, from shoulder or hip: `flex` 0 hangs along the trunk's
 * down, pi/2 points where the belly faces, pi is overhead; `spread` leads away from the middle
 * plane; `extend` is the share of its greatest length. */
#ifndef HH_RIG_GOAL_H
#define HH_RIG_GOAL_H

#include <stdbool.h>

#include "base/vec3.h"
#include "rig/body.h"

typedef struct HhLimbWish {
  double flex_rad, spread_rad, extend_ratio;
} HhLimbWish;

typedef struct HhLimbGoal {
  bool contact;    /* the end is exactly at `at` */
  double pull;     /* 0 to 1, without contact: how far the end is drawn from its wish to `at` */
  double free_s;   /* since the contact ended, if it was inside this frame; 0: at its start */
  HhVec3 let_go;   /* where the end was then, from the centre of mass of that time */
  HhVec3 toes;     /* foot, as far as it is held or drawn: where they point, unit; zero: nowhere */
  HhVec3 at;       /* hand: middle of the grip; foot: ankle; world, m */
  HhLimbWish wish; /* otherwise */
} HhLimbGoal;

typedef struct HhRigGoal {
  HhVec com, velocity; /* m, m/s; exact */
  double depth_m;      /* z of the centre of mass; exact */
  HhVec load;          /* apparent gravity (g - a) / |g|: (0, -1) at rest, 0 in free flight */
  double facing;       /* 1 toward +x, -1 toward -x */
  HhVec up;            /* unit; the trunk from hips to neck, in the course's plane */
  double turn_rad;     /* by which it has turned over, back, since `up`; 0: it does not */
  double twist_rad;    /* of the shoulders about the trunk, right shoulder forward */
  double roll_rad;     /* of the trunk to its right */
  double bend_rad;     /* of the waist, belly inward */
  HhVec3 gaze;         /* point looked at */
  HhLimbGoal hand[HH_SIDES], foot[HH_SIDES];
} HhRigGoal;

#endif
