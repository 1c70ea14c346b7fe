/* The chain of rigs. */
#include "rig/rig.h"

void hh_rig_start(const HhRigParams *params, const HhGibbonParams *gibbon_params,
                  const HhWorldParams *world_params, const HhWorld *world, const HhGibbon *gibbon,
                  HhRig *rig)
{
  *rig = (HhRig){.body = hh_body(&params->body, gibbon_params->arm_length, params->reach)};
  hh_rig_hang(params, gibbon_params, world_params, world, gibbon, rig);
}

void hh_rig_hang(const HhRigParams *params, const HhGibbonParams *gibbon_params,
                 const HhWorldParams *world_params, const HhWorld *world, const HhGibbon *gibbon,
                 HhRig *rig)
{
  if (params->level < HH_LEVEL_RIG2) return;
  hh_rig2_follow(gibbon_params, &rig->body, world, gibbon, &rig->rig2);
  if (params->level < HH_LEVEL_RIG5) return;
  HhRigGoal goal;
  hh_ways_goal(&params->brachiation, gibbon_params, world_params, &rig->body, world, gibbon,
               &rig->rig2, NULL, 0, &goal);
  hh_rig5_start(&params->rig5, &rig->body, &goal, &rig->rig5);
  hh_rig_pose(params, gibbon->time_s, rig);
}

void hh_rig_step(const HhRigParams *params, const HhGibbonParams *gibbon_params,
                 const HhWorldParams *world_params, const HhWorld *world, const HhGibbon *gibbon,
                 HhRig *rig, double dt_s)
{
  if (params->level < HH_LEVEL_RIG2) return;
  hh_rig2_follow(gibbon_params, &rig->body, world, gibbon, &rig->rig2);
  if (params->level < HH_LEVEL_RIG5) return;
  HhRigGoal goal;
  hh_ways_goal(&params->brachiation, gibbon_params, world_params, &rig->body, world, gibbon,
               &rig->rig2, &rig->rig5, dt_s, &goal);
  hh_rig5_follow(&params->rig5, &rig->body, &goal, &rig->rig5, dt_s);
  rig->steps++;
  hh_rig_pose(params, gibbon->time_s, rig);
}

void hh_rig_pose(const HhRigParams *params, double time_s, HhRig *rig)
{
  if (params->level < HH_LEVEL_RIG14) return;
  hh_rig14_follow(&params->body, &rig->body, &rig->rig5, &rig->rig14);
  if (params->level >= HH_LEVEL_BONES) {
    hh_bones_follow(&rig->rig14, &rig->bones);
    rig->skeletons++;
    if (params->layer) {
      HhPose pose = hh_pose_clip_at(&params->layer->clip, time_s);
      hh_pose_blend(&rig->body, &rig->rig5, &pose, params->layer->weight, &rig->rig14, &rig->bones);
    }
  }
  rig->limbs += rig->rig14.limbs;
}

#define HH_POINT(name, level, field)                                                               \
  {                                                                                                \
    name, HH_LEVEL_##level, offsetof(HhRig, field)                                                 \
  }
#define HH_POINT_PAIR(name, level, field)                                                          \
  HH_POINT(name "_l", level, field[HH_LEFT]), HH_POINT(name "_r", level, field[HH_RIGHT])

const HhRigPoint hh_rig_points[] = {
    HH_POINT_PAIR("hand", RIG5, rig5.hand),     HH_POINT_PAIR("foot", RIG5, rig5.foot),
    HH_POINT("pelvis", RIG14, rig14.pelvis),    HH_POINT("waist", RIG14, rig14.waist),
    HH_POINT("neck", RIG14, rig14.neck),        HH_POINT("head", RIG14, rig14.head),
    HH_POINT("face", RIG14, rig14.face),        HH_POINT_PAIR("shoulder", RIG14, rig14.shoulder),
    HH_POINT_PAIR("elbow", RIG14, rig14.elbow), HH_POINT_PAIR("wrist", RIG14, rig14.wrist),
    HH_POINT_PAIR("grip", RIG14, rig14.hand),   HH_POINT_PAIR("hip", RIG14, rig14.hip),
    HH_POINT_PAIR("knee", RIG14, rig14.knee),   HH_POINT_PAIR("ankle", RIG14, rig14.ankle),
    HH_POINT_PAIR("toe", RIG14, rig14.toe),
};
const size_t hh_rig_point_count = sizeof hh_rig_points / sizeof hh_rig_points[0];
