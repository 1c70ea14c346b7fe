/* The actor interface over the gibbon's movers. */
#include "actor/actor.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "gibbon/gibbon_hash.h"

const char *const hh_mover_names[HH_MOVER_COUNT] = {
    "sine", "free_swing", "mixed", "ballistic", "bird", "creature:daddy", "creature:daddy_honest"};

static const char *const meanings[HH_MOVER_COUNT] = {
    "a sine wave along the line through the holds, kinematic",
    "hand and centre of mass, lets go at a fixed heading and grabs what a random search finds",
    "free swing for the first grab, blended into the sine along the branch",
    "swing and flight with the stochastic iterative planner",
    "a bird that flaps and glides over the course",
    "daddy long legs in a room, moved as daddy.forces says",
    "the same, moved by tension of its tentacles alone, whatever daddy.forces says"};

const char *hh_mover_meaning(HhMover mover)
{
  return (int)mover < HH_MOVER_COUNT ? meanings[mover] : "no such mover";
}

int hh_mover_find(const char *name)
{
  for (int i = 0; i < HH_MOVER_COUNT; i++)
    if (strcmp(hh_mover_names[i], name) == 0) return i;
  return -1;
}

HhStatus hh_actor_start(const HhParams *params, const HhWorld *world, HhMover mover, uint64_t seed,
                        uint32_t creature, HhActor *actor)
{
  if (hh_params_fault(params) != NULL || hh_mover_in_room(mover)) return HH_BAD_PARAMS;
  if (world->count < 1) return HH_NO_SCENE;
  hh_gibbon_start(&params->gibbon, &params->grab, &params->world, world, mover, seed, creature,
                  &actor->gibbon, &actor->record);
  actor->player = hh_player(seed, creature);
  actor->skins = 0;
  hh_rig_start(&params->rig, &params->gibbon, &params->world, world, &actor->gibbon, &actor->rig);
  if (params->rig.level >= HH_LEVEL_SKIN) hh_skin_start(&params->skin, &actor->rig, &actor->skin);
  return HH_RUNNING;
}

/* `hung_up`: after a fall it hangs elsewhere, from the start. */
static void step_body(const HhParams *params, const HhWorld *world, bool hung_up, HhActor *actor,
                      double dt_s)
{
  if (hung_up)
    hh_rig_hang(&params->rig, &params->gibbon, &params->world, world, &actor->gibbon, &actor->rig);
  else
    hh_rig_step(&params->rig, &params->gibbon, &params->world, world, &actor->gibbon, &actor->rig,
                dt_s);
  if (params->rig.level < HH_LEVEL_SKIN) return;
  hh_skin_step(&params->skin, params->world.gravity, &actor->rig, &actor->skin, dt_s);
  actor->skins++;
}

HhStatus hh_actor_step(const HhParams *params, const HhWorld *world, HhActor *actor, double dt_s)
{
  actor->gibbon.input = hh_player_press(&params->player, &actor->player, actor->gibbon.time_s);
  return hh_actor_advance(params, world, actor, dt_s);
}

HhStatus hh_actor_advance(const HhParams *params, const HhWorld *world, HhActor *actor, double dt_s)
{
  HhActorFrame frame = hh_actor_frame(actor, dt_s);
  HhStatus status = hh_gibbon_step(&params->gibbon, &params->grab, &params->world, world,
                                   &actor->gibbon, &actor->record, dt_s);
  return hh_actor_complete(params, world, frame, status, actor);
}

HhActorFrame hh_actor_frame(const HhActor *actor, double dt_s)
{
  return (HhActorFrame){dt_s, actor->gibbon.time_s, actor->record.falls};
}

HhStatus hh_actor_complete(const HhParams *params, const HhWorld *world, HhActorFrame frame,
                           HhStatus status, HhActor *actor)
{
  if (status == HH_DIVERGED) return status;
  /* where it arrives, the frame ends */
  double passed_s = status == HH_ARRIVED ? actor->gibbon.time_s - frame.before_s : frame.dt_s;
  if (passed_s > 0) step_body(params, world, actor->record.falls > frame.falls, actor, passed_s);
  bool fallen = actor->record.falls >= params->episode.fall_limit;
  return status == HH_RUNNING && fallen ? HH_FELL : status;
}

uint64_t hh_actor_hash(const HhActor *actor)
{
  uint64_t hash = hh_gibbon_hash(hh_hash_start(), &actor->gibbon);
  return hh_hash_end(hh_hash_word(hash, actor->player.taps));
}

const char *hh_actor_mode(const HhActor *actor)
{
  switch (actor->gibbon.mode) {
  case HH_MODE_SWING: return "swing";
  case HH_MODE_SLACK: return "slack";
  case HH_MODE_FLIGHT: return "flight";
  case HH_MODE_SINE: return "sine";
  case HH_MODE_BLEND: return "blend";
  case HH_MODE_CHAIN: return "chain";
  case HH_MODE_STANCE: return "stance";
  case HH_MODE_RUN: return "run";
  case HH_MODE_SLIDE: return "slide";
  case HH_MODE_BOUNCE: return "bounce";
  case HH_MODE_PAIR: return "pair";
  case HH_MODE_WINGS: return "wings";
  case HH_MODE_COUNT: break;
  }
  return "unknown";
}
