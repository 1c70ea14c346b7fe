/* The chain of rigs, each level a constraint on the next: centre of mass -> rig2 -> rig5 -> rig14
 * -> bones. Nothing here is read by the levels below; a level that is not asked for is not
 * computed. */
#ifndef HH_RIG_RIG_H
#define HH_RIG_RIG_H

#include <stddef.h>

#include "rig/bones.h"
#include "rig/brachiation.h"
#include "rig/joints.h"
#include "rig/pose.h"
#include "rig/rig14.h"
#include "rig/rig2.h"
#include "rig/rig5.h"
#include "rig/ways.h"

typedef enum HhLevel {
  HH_LEVEL_COM,
  HH_LEVEL_RIG2,
  HH_LEVEL_RIG5,
  HH_LEVEL_RIG14,
  HH_LEVEL_BONES,
  HH_LEVEL_SKIN
} HhLevel;

/* clang-format off */
#define HH_RIG_PARAMS(X)                                                                                               \
  X(CHOICE, level, "rig.level", "com|rig2|rig5|rig14|bones|skin", 0, 0, 5, "detail of the body; the motion of its centre of mass is the same in all", "Gibbon article: levels of detail") \
  X(REAL,   reach, "rig.reach", "m", 0.705, 0.05, 5, "hand to centre of mass of a hanging body of the sizes of body.*; with gibbon.arm_length it gives the scale", "ours")
/* clang-format on */

typedef struct HhRigParams {
  HH_RIG_PARAMS(HH_PARAM_FIELD)
  HhBodyParams body;
  HhRig5Params rig5;
  HhBrachiationParams brachiation;
  const HhPoseLayer *layer; /* over the rig, from bones on; borrowed, null: none */
} HhRigParams;

typedef struct HhRig {
  HhBody body; /* of the parameters, fixed */
  HhRig2 rig2;
  HhRig5 rig5;
  HhRig14 rig14;
  HhBones bones;
  long steps, limbs, skeletons; /* counted work: five points, limbs posed, all bones */
} HhRig;

void hh_rig_start(const HhRigParams *params, const HhGibbonParams *gibbon_params,
                  const HhWorldParams *world_params, const HhWorld *world, const HhGibbon *gibbon,
                  HhRig *rig);

/* The same body put somewhere else at once, as after a fall. */
void hh_rig_hang(const HhRigParams *params, const HhGibbonParams *gibbon_params,
                 const HhWorldParams *world_params, const HhWorld *world, const HhGibbon *gibbon,
                 HhRig *rig);

void hh_rig_step(const HhRigParams *params, const HhGibbonParams *gibbon_params,
                 const HhWorldParams *world_params, const HhWorld *world, const HhGibbon *gibbon,
                 HhRig *rig, double dt_s);

/* Poses the levels above rig5 anew from it, at a time of the layer. */
void hh_rig_pose(const HhRigParams *params, double time_s, HhRig *rig);

/* The points of a rig by name, for whoever writes or draws them: level at which they appear, and
 * where they are in HhRig. */
typedef struct HhRigPoint {
  const char *name; /* hand_l, .. head, neck, .. */
  HhLevel level;
  size_t offset; /* of an HhVec3 in HhRig */
} HhRigPoint;

extern const HhRigPoint hh_rig_points[];
extern const size_t hh_rig_point_count;

static inline HhVec3 *hh_rig_point(const HhRigPoint *point, HhRig *rig)
{
  return (HhVec3 *)((char *)rig + point->offset);
}

#endif
