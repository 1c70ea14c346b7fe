/* Which joint of a clip is which part of a body, by its name. Known are the names that CMU's clips,
 * Mixamo, MotionBuilder, 3ds Max, Reallusion, Blender's Rigify, Unreal, VRM and game artists give
 * them; case, separators, a prefix of up to three words ("CC_Base_", "mixamorig:", "DEF-") and the
 * spelling of left and right do not matter. Of several joints that can be one part it is the one
 * nearest to the root. */
#ifndef HHX_ROLES_H
#define HHX_ROLES_H

#include "clip.h"
#include "error.h"
#include "rig/body.h"

/* Joints where parts begin; -1: there is none. */
typedef struct HhxLimbRoles {
  int root, hinge, end, tip; /* upper arm, forearm, hand, fingers; thigh, shank, foot, toes */
} HhxLimbRoles;

typedef struct HhxRoles {
  int head, neck;
  int collar[HH_SIDES];
  HhxLimbRoles arm[HH_SIDES], leg[HH_SIDES];
} HhxRoles;

/* Neck, collars, fingers and toes may be missing. False and *error, which names those that are
 * missing, when any other is. `path` is for the error. */
bool hhx_roles_find(const HhxClip *clip, const char *path, HhxRoles *roles, HhxError *error);

#endif
