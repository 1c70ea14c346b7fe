/* TEMPORARY until core/rig lands. */
#include "rig/rig.h"
#define P(name, level, field)                                                                      \
  {                                                                                                \
    name, level, offsetof(HhRig, field)                                                            \
  }
const HhRigPoint hh_rig_points[] = {
    P("hand_l", HH_LEVEL_RIG5, rig5.hand[0]),
    P("hand_r", HH_LEVEL_RIG5, rig5.hand[1]),
    P("foot_l", HH_LEVEL_RIG5, rig5.foot[0]),
    P("foot_r", HH_LEVEL_RIG5, rig5.foot[1]),
    P("pelvis", HH_LEVEL_RIG14, rig14.pelvis),
    P("waist", HH_LEVEL_RIG14, rig14.waist),
    P("neck", HH_LEVEL_RIG14, rig14.neck),
    P("head", HH_LEVEL_RIG14, rig14.head),
    P("shoulder_l", HH_LEVEL_RIG14, rig14.shoulder[0]),
    P("shoulder_r", HH_LEVEL_RIG14, rig14.shoulder[1]),
    P("elbow_l", HH_LEVEL_RIG14, rig14.elbow[0]),
    P("elbow_r", HH_LEVEL_RIG14, rig14.elbow[1]),
    P("wrist_l", HH_LEVEL_RIG14, rig14.wrist[0]),
    P("wrist_r", HH_LEVEL_RIG14, rig14.wrist[1]),
    P("hip_l", HH_LEVEL_RIG14, rig14.hip[0]),
    P("hip_r", HH_LEVEL_RIG14, rig14.hip[1]),
    P("knee_l", HH_LEVEL_RIG14, rig14.knee[0]),
    P("knee_r", HH_LEVEL_RIG14, rig14.knee[1]),
    P("ankle_l", HH_LEVEL_RIG14, rig14.ankle[0]),
    P("ankle_r", HH_LEVEL_RIG14, rig14.ankle[1]),
    P("toe_l", HH_LEVEL_RIG14, rig14.toe[0]),
    P("toe_r", HH_LEVEL_RIG14, rig14.toe[1]),
};
const size_t hh_rig_point_count = sizeof hh_rig_points / sizeof *hh_rig_points;
#define N(id, name, parent) name,
const char *const hh_bone_names[HH_BONE_COUNT] = {HH_BONES(N)};
