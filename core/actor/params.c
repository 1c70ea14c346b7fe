/* The registry: every table line again, as a row. */
#include "actor/params.h"

#include <assert.h>

enum { HH_PARAMS_SIGNATURE = 0x68683031 }; /* "hh01" */

#define HH_PARAM_ROW(kind, place, name, unit, preset, low, high, meaning, source)                  \
  {name, unit, HH_##kind, offsetof(HhParams, place), preset, low, high, meaning, source},
#define HH_ROW_EPISODE(kind, field, ...)     HH_PARAM_ROW(kind, episode.field, __VA_ARGS__)
#define HH_ROW_WORLD(kind, field, ...)       HH_PARAM_ROW(kind, world.field, __VA_ARGS__)
#define HH_ROW_JUNGLE(kind, field, ...)      HH_PARAM_ROW(kind, jungle.field, __VA_ARGS__)
#define HH_ROW_ROOM(kind, field, ...)        HH_PARAM_ROW(kind, room.field, __VA_ARGS__)
#define HH_ROW_LEGS(kind, field, ...)        HH_PARAM_ROW(kind, gibbon.legs.field, __VA_ARGS__)
#define HH_ROW_MOVING(kind, field, ...)      HH_PARAM_ROW(kind, gibbon.moving.field, __VA_ARGS__)
#define HH_ROW_HAND_OVER(kind, field, ...)   HH_PARAM_ROW(kind, gibbon.contact.field, __VA_ARGS__)
#define HH_ROW_SPIN(kind, field, ...)        HH_PARAM_ROW(kind, gibbon.spin.field, __VA_ARGS__)
#define HH_ROW_PAIR(kind, field, ...)        HH_PARAM_ROW(kind, gibbon.pair.field, __VA_ARGS__)
#define HH_ROW_BIRD(kind, field, ...)        HH_PARAM_ROW(kind, gibbon.bird.field, __VA_ARGS__)
#define HH_ROW_GRAB(kind, field, ...)        HH_PARAM_ROW(kind, grab.field, __VA_ARGS__)
#define HH_ROW_BODY(kind, field, ...)        HH_PARAM_ROW(kind, gibbon.field, __VA_ARGS__)
#define HH_ROW_MUSCLE(kind, field, ...)      HH_PARAM_ROW(kind, gibbon.muscle.field, __VA_ARGS__)
#define HH_ROW_TOLERANCE(kind, field, ...)   HH_PARAM_ROW(kind, gibbon.tolerance.field, __VA_ARGS__)
#define HH_ROW_PLANNER(kind, field, ...)     HH_PARAM_ROW(kind, gibbon.planner.field, __VA_ARGS__)
#define HH_ROW_SINE(kind, field, ...)        HH_PARAM_ROW(kind, gibbon.sine.field, __VA_ARGS__)
#define HH_ROW_PLAYER(kind, field, ...)      HH_PARAM_ROW(kind, player.field, __VA_ARGS__)
#define HH_ROW_FRIEND(kind, field, ...)      HH_PARAM_ROW(kind, companion.field, __VA_ARGS__)
#define HH_ROW_RIG(kind, field, ...)         HH_PARAM_ROW(kind, rig.field, __VA_ARGS__)
#define HH_ROW_RIG5(kind, field, ...)        HH_PARAM_ROW(kind, rig.rig5.field, __VA_ARGS__)
#define HH_ROW_BRACHIATION(kind, field, ...) HH_PARAM_ROW(kind, rig.brachiation.field, __VA_ARGS__)
#define HH_ROW_SIZE(kind, field, ...)        HH_PARAM_ROW(kind, rig.body.field, __VA_ARGS__)
#define HH_ROW_JOINT(kind, field, ...)       HH_PARAM_ROW(kind, rig.body.joint.field, __VA_ARGS__)
#define HH_ROW_SKIN(kind, field, ...)        HH_PARAM_ROW(kind, skin.field, __VA_ARGS__)
#define HH_ROW_STRAND(kind, field, ...)      HH_PARAM_ROW(kind, strand.field, __VA_ARGS__)
#define HH_ROW_TENTACLE(kind, field, ...)    HH_PARAM_ROW(kind, tentacle.field, __VA_ARGS__)
#define HH_ROW_GRIP(kind, field, ...)        HH_PARAM_ROW(kind, grip.field, __VA_ARGS__)
#define HH_ROW_DADDY(kind, field, ...)       HH_PARAM_ROW(kind, daddy.field, __VA_ARGS__)
#define HH_ROW_PREY(kind, field, ...)        HH_PARAM_ROW(kind, prey.field, __VA_ARGS__)
#define HH_ROW_WALL(kind, field, ...)        HH_PARAM_ROW(kind, wall.field, __VA_ARGS__)
#define HH_ROW_DEN(kind, field, ...)         HH_PARAM_ROW(kind, den.field, __VA_ARGS__)

const HhParam hh_params_table[] = {
    HH_EPISODE_PARAMS(HH_ROW_EPISODE)         /* */
    HH_WORLD_PARAMS(HH_ROW_WORLD)             /* */
    HH_JUNGLE_PARAMS(HH_ROW_JUNGLE)           /* */
    HH_ROOM_PARAMS(HH_ROW_ROOM)               /* */
    HH_GRAB_PARAMS(HH_ROW_GRAB)               /* */
    HH_BODY_PARAMS(HH_ROW_BODY)               /* */
    HH_MUSCLE_PARAMS(HH_ROW_MUSCLE)           /* */
    HH_TOLERANCE_PARAMS(HH_ROW_TOLERANCE)     /* */
    HH_PLANNER_PARAMS(HH_ROW_PLANNER)         /* */
    HH_SINE_PARAMS(HH_ROW_SINE)               /* */
    HH_LEGS_PARAMS(HH_ROW_LEGS)               /* */
    HH_MOVING_PARAMS(HH_ROW_MOVING)           /* */
    HH_HAND_OVER_PARAMS(HH_ROW_HAND_OVER)     /* */
    HH_SPIN_PARAMS(HH_ROW_SPIN)               /* */
    HH_PAIR_PARAMS(HH_ROW_PAIR)               /* */
    HH_BIRD_PARAMS(HH_ROW_BIRD)               /* */
    HH_PLAYER_PARAMS(HH_ROW_PLAYER)           /* */
    HH_FRIEND_PARAMS(HH_ROW_FRIEND)           /* */
    HH_RIG_PARAMS(HH_ROW_RIG)                 /* */
    HH_BRACHIATION_PARAMS(HH_ROW_BRACHIATION) /* */
    HH_RIG5_PARAMS(HH_ROW_RIG5)               /* */
    HH_BODY_SIZE_PARAMS(HH_ROW_SIZE)          /* */
    HH_JOINT_LIMIT_PARAMS(HH_ROW_JOINT)       /* */
    HH_SKIN_PARAMS(HH_ROW_SKIN)               /* */
    HH_STRAND_PARAMS(HH_ROW_STRAND)           /* */
    HH_TENTACLE_PARAMS(HH_ROW_TENTACLE)       /* */
    HH_GRIP_PARAMS(HH_ROW_GRIP)               /* */
    HH_DADDY_PARAMS(HH_ROW_DADDY)             /* */
    HH_PREY_PARAMS(HH_ROW_PREY)               /* */
    HH_WALL_PARAMS(HH_ROW_WALL)               /* */
    HH_DEN_PARAMS(HH_ROW_DEN)                 /* */
};
const size_t hh_params_count = sizeof hh_params_table / sizeof hh_params_table[0];

void hh_params_preset(HhParams *params)
{
  for (size_t i = 0; i < hh_params_count; i++)
    hh_param_set(&hh_params_table[i], params, hh_params_table[i].preset);
  params->rig.layer = NULL;
  params->player.script = NULL;
  params->player.script_count = 0;
  params->signature = HH_PARAMS_SIGNATURE;
}

const char *hh_params_fault(const HhParams *params)
{
  assert(params->signature == HH_PARAMS_SIGNATURE);
  for (size_t i = 0; i < hh_params_count; i++) {
    const HhParam *row = &hh_params_table[i];
    if (!hh_param_accepts(row, hh_param_get(row, params))) return row->name;
  }
  if (params->world.gap_min > params->world.gap_max) return "world.gap_min";
  if (params->world.distance_min > params->world.distance_max) return "world.distance_min";
  if (params->world.pitch_min > params->world.pitch_max) return "world.pitch_min";
  if (params->jungle.spacing_min > params->jungle.spacing_max) return "jungle.spacing_min";
  if (params->jungle.gap_min > params->jungle.gap_max) return "jungle.gap_min";
  if (params->gibbon.speed_min >= params->gibbon.speed_max) return "gibbon.speed_min";
  if (params->gibbon.spin.inertia_min > params->gibbon.spin.inertia_max) return "flip.inertia_min";
  if (params->gibbon.planner.speed_min > params->gibbon.planner.speed_max)
    return "planner.speed_min";
  if (params->gibbon.planner.launch_min > params->gibbon.planner.launch_max)
    return "planner.launch_min";
  if (params->gibbon.planner.grab_min > params->gibbon.planner.grab_max) return "planner.grab_min";
  return NULL;
}
