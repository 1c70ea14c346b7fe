/* How evenly a rig moves: the largest step of a joint's angle, of a bone's rotation in its parent
 * and of a point beside the centre of mass, from frame to frame, by what happened meanwhile; and
 * how far the points of a rig depend on the frame rate. */
#ifndef HHB_RIG_STEPS_H
#define HHB_RIG_STEPS_H

#include <stdint.h>

#include "episode.h"

/* What happened in a frame or in the one before it. A restart after a fall is no motion. */
#define HHB_RIG_CHANGES(X)                                                                         \
  X(NONE, "none")                                                                                  \
  X(GRAB, "grab")                                                                                  \
  X(RELEASE, "release")                                                                            \
  X(HANDOVER, "handover")                                                                          \
  X(SLACK, "slack")                                                                                \
  X(TAUT, "taut")                                                                                  \
  X(BLEND, "blend")                                                                                \
  X(RESTART, "restart")

typedef enum HhbRigChange {
#define HHB_RIG_CHANGE_ID(id, name) HHB_RIG_##id,
  HHB_RIG_CHANGES(HHB_RIG_CHANGE_ID)
#undef HHB_RIG_CHANGE_ID
      HHB_RIG_CHANGE_COUNT
} HhbRigChange;

typedef enum HhbRigQuantity {
  HHB_RIG_ANGLE, /* of hh_joint_angles, rad */
  HHB_RIG_BONE,  /* local rotation, rad; the pelvis in the world */
  HHB_RIG_POINT, /* from the centre of mass, m */
  HHB_RIG_QUANTITY_COUNT
} HhbRigQuantity;

extern const char *const hhb_rig_change_names[HHB_RIG_CHANGE_COUNT];
extern const char *const hhb_rig_quantity_names[HHB_RIG_QUANTITY_COUNT];

/* The largest value so far and where it was; NaN is larger than anything. */
typedef struct HhbRigWorst {
  double value;
  const char *item; /* joint, bone or point; null: no value yet */
  const char *scene, *mover;
  uint64_t seed;
  double time_s;
} HhbRigWorst;

void hhb_rig_worst_add(HhbRigWorst *worst, double value, const char *item, const HhbSetup *setup,
                       double time_s);
void hhb_rig_worst_join(HhbRigWorst *worst, const HhbRigWorst *other);

typedef struct HhbRigSteps {
  HhbRigWorst worst[HHB_RIG_CHANGE_COUNT][HHB_RIG_QUANTITY_COUNT];
  long frames[HHB_RIG_CHANGE_COUNT];
} HhbRigSteps;

/* Runs an episode at level bones and adds its steps. */
void hhb_rig_steps_add(HhbRigSteps *steps, const HhbSetup *setup);

/* Frame rates that are compared with the highest one. */
enum { HHB_RIG_RATES = 3, HHB_RIG_RATE_MOST_HZ = 240 };
extern const int hhb_rig_rates_hz[HHB_RIG_RATES];

/* Distance of a point from where the highest rate has it, as a share of gibbon.arm_length. */
typedef struct HhbRigRate {
  HhbRigWorst worst;
  double squares;
  long count;
} HhbRigRate;

/* Runs an episode at the highest rate; rigs of every rate follow the same centre of mass and are
 * compared at the instants all rates share, but not for 0.5 s after a restart. */
void hhb_rig_rates_add(HhbRigRate rates[HHB_RIG_RATES], const HhbSetup *setup);

#endif
