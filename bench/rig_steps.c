/* Steps of rigs; see the header. */
#include "rig_steps.h"

#include <math.h>

const char *const hhb_rig_change_names[HHB_RIG_CHANGE_COUNT] = {
#define HHB_RIG_CHANGE_NAME(id, name) name,
    HHB_RIG_CHANGES(HHB_RIG_CHANGE_NAME)
#undef HHB_RIG_CHANGE_NAME
};
const char *const hhb_rig_quantity_names[HHB_RIG_QUANTITY_COUNT] = {"angle_rad", "bone_rad",
                                                                    "point_m"};
const int hhb_rig_rates_hz[HHB_RIG_RATES] = {30, 60, 120};

void hhb_rig_worst_add(HhbRigWorst *worst, double value, const char *item, const HhbSetup *setup,
                       double time_s)
{
  if (worst->item != NULL && (isnan(worst->value) || value <= worst->value)) return;
  *worst = (HhbRigWorst){value,       item,  setup->scene->name, hh_mover_names[setup->mover],
                         setup->seed, time_s};
}

void hhb_rig_worst_join(HhbRigWorst *worst, const HhbRigWorst *other)
{
  if (other->item == NULL) return;
  bool more = isnan(other->value) || !(other->value <= worst->value);
  if (worst->item == NULL || (!isnan(worst->value) && more)) *worst = *other;
}

static HhbRigChange change_between(const HhActor *before, const HhActor *after)
{
  const HhGibbon *was = &before->gibbon, *is = &after->gibbon;
  bool held = before->rig.rig2.holds, holds = after->rig.rig2.holds;
  if (after->record.falls > before->record.falls) return HHB_RIG_RESTART;
  if (!held && holds) return HHB_RIG_GRAB;
  if (held && !holds) return HHB_RIG_RELEASE;
  if (held && before->rig.rig2.side != after->rig.rig2.side) return HHB_RIG_HANDOVER;
  if (was->mode == is->mode) return HHB_RIG_NONE;
  if (is->mode == HH_MODE_SLACK) return HHB_RIG_SLACK;
  if (was->mode == HH_MODE_SLACK) return HHB_RIG_TAUT;
  return HHB_RIG_BLEND;
}

/* From the centre of mass. */
static HhVec3 place(const HhRigPoint *point, const HhRig *rig)
{
  const HhVec3 *at = (const HhVec3 *)((const char *)rig + point->offset);
  return hh_vec3_sub(*at, rig->rig14.com);
}

static void add_step(HhbRigWorst worst[HHB_RIG_QUANTITY_COUNT], const HhbSetup *setup,
                     double time_s, const HhActor *before, const HhActor *after)
{
  double was[HH_JOINT_COUNT], is[HH_JOINT_COUNT];
  hh_joint_angles(&before->rig.rig14, was);
  hh_joint_angles(&after->rig.rig14, is);
  for (int i = 0; i < HH_JOINT_COUNT; i++)
    hhb_rig_worst_add(&worst[HHB_RIG_ANGLE], fabs(is[i] - was[i]), hh_joint_names[i], setup,
                      time_s);
  for (int i = 0; i < HH_BONE_COUNT; i++)
    hhb_rig_worst_add(&worst[HHB_RIG_BONE],
                      hh_quat_angle(before->rig.bones.local[i], after->rig.bones.local[i]),
                      hh_bone_names[i], setup, time_s);
  for (size_t i = 0; i < hh_rig_point_count; i++)
    if (hh_rig_points[i].level == HH_LEVEL_RIG5 || hh_rig_points[i].level == HH_LEVEL_RIG14)
      hhb_rig_worst_add(&worst[HHB_RIG_POINT],
                        hh_vec3_distance(place(&hh_rig_points[i], &before->rig),
                                         place(&hh_rig_points[i], &after->rig)),
                        hh_rig_points[i].name, setup, time_s);
}

void hhb_rig_steps_add(HhbRigSteps *steps, const HhbSetup *setup)
{
  HhParams params = *setup->params;
  params.rig.level = HH_LEVEL_BONES;
  HhbSetup bones = *setup;
  bones.params = &params;
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(&bones, &episode);
  HhbRigChange last = HHB_RIG_NONE;
  while (status == HH_RUNNING) {
    HhActor before = *hhb_episode_actor(episode);
    status = hhb_episode_step(episode);
    const HhActor *after = hhb_episode_actor(episode);
    HhbRigChange now = change_between(&before, after);
    HhbRigChange change = now == HHB_RIG_NONE ? last : now;
    steps->frames[change]++;
    add_step(steps->worst[change], setup, hhb_episode_time_s(episode), &before, after);
    last = now;
  }
  hhb_episode_destroy(episode);
}

/* Adds how far the rigs are from the last one of them, the highest rate's. */
static void compare(HhbRigRate rates[HHB_RIG_RATES], const HhRig rigs[HHB_RIG_RATES + 1],
                    const HhbSetup *setup, double time_s)
{
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    const HhRigPoint *point = &hh_rig_points[i];
    if (point->level != HH_LEVEL_RIG14) continue;
    HhVec3 exact = place(point, &rigs[HHB_RIG_RATES]);
    for (int rate = 0; rate < HHB_RIG_RATES; rate++) {
      double share =
          hh_vec3_distance(place(point, &rigs[rate]), exact) / setup->params->gibbon.arm_length;
      hhb_rig_worst_add(&rates[rate].worst, share, point->name, setup, time_s);
      rates[rate].squares += share * share;
      rates[rate].count++;
    }
  }
}

void hhb_rig_rates_add(HhbRigRate rates[HHB_RIG_RATES], const HhbSetup *setup)
{
  enum { SHARED = HHB_RIG_RATE_MOST_HZ / 30, SETTLE = HHB_RIG_RATE_MOST_HZ / 2 };
  HhParams params = *setup->params;
  params.rig.level = HH_LEVEL_BONES;
  params.episode.dt = 1.0 / HHB_RIG_RATE_MOST_HZ;
  HhParams bare = params;
  bare.rig.level = HH_LEVEL_COM;
  HhbSetup fast = *setup;
  fast.params = &bare;
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(&fast, &episode);
  if (status != HH_RUNNING) return;
  const HhActor *actor = hhb_episode_actor(episode);
  const HhWorld *world = hhb_episode_world(episode);

  HhRig rigs[HHB_RIG_RATES + 1];
  for (int i = 0; i <= HHB_RIG_RATES; i++)
    hh_rig_start(&params.rig, &params.gibbon, &params.world, world, &actor->gibbon, &rigs[i]);
  long restart = -SETTLE;
  int falls = 0;
  for (long frame = 1; (status = hhb_episode_step(episode)) == HH_RUNNING; frame++) {
    for (int i = 0; i <= HHB_RIG_RATES; i++) {
      int hz = i < HHB_RIG_RATES ? hhb_rig_rates_hz[i] : HHB_RIG_RATE_MOST_HZ;
      if (frame % (HHB_RIG_RATE_MOST_HZ / hz) != 0) continue;
      hh_rig_step(&params.rig, &params.gibbon, &params.world, world, &actor->gibbon, &rigs[i],
                  1.0 / hz);
    }
    if (actor->record.falls > falls) restart = frame;
    falls = actor->record.falls;
    if (frame % SHARED == 0 && frame - restart >= SETTLE)
      compare(rates, rigs, setup, actor->gibbon.time_s);
  }
  hhb_episode_destroy(episode);
}
