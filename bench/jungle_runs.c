/* Runs and what is seen of them; see the header. */
#include "jungle_runs.h"

#include <stdlib.h>
#include <string.h>

#include "world/jungle.h"

static const HhbScene *jungle(void)
{
  return hhb_scene_find("jungle");
}

/* A fall from hold `hold`, for the reason that stood in the record before. */
static void add_fall(const HhWorld *world, int hold, HhFall why, HhbJungleRun *run)
{
  int at = hold < 0 ? 0 : hold, next = hh_world_beyond(world, at, 1);
  HhPieceKind kind = hh_world_kind(world, at);
  run->falls[why][kind][next < 0 ? kind : hh_world_kind(world, next)]++;
}

/* The reason whose count went up. */
static HhFall fall_since(const int before[HH_FALL_COUNT], const HhRecord *after)
{
  for (int why = 0; why < HH_FALL_COUNT; why++)
    if (after->falls_of[why] > before[why]) return (HhFall)why;
  return HH_FALL_LOOSE;
}

HhbJungleRun hhb_jungle_run(const HhParams *params, HhMover mover, uint64_t seed)
{
  HhbSetup setup = {.scene = jungle(),
                    .mover = mover,
                    .params = params,
                    .seed = seed,
                    .duration_s = HHB_JUNGLE_MOST_S};
  HhbEpisode *episode;
  HhbJungleRun run = {.status = hhb_episode_create(&setup, &episode)};
  if (run.status != HH_RUNNING) return run;
  const HhActor *actor = hhb_episode_actor(episode);
  const HhWorld *world = hhb_episode_world(episode);
  while (run.status == HH_RUNNING) {
    int hold = actor->gibbon.hold, falls = actor->record.falls, falls_of[HH_FALL_COUNT];
    memcpy(falls_of, actor->record.falls_of, sizeof falls_of);
    run.status = hhb_episode_step(episode);
    run.steps++;
    if (actor->record.falls > falls)
      add_fall(world, hold, fall_since(falls_of, &actor->record), &run);
  }
  run.record = actor->record;
  run.finished = run.status == HH_ARRIVED && run.record.falls == 0;
  run.duration_s = hhb_episode_time_s(episode);
  run.at_m = actor->gibbon.at.x;
  run.end = hh_world_kind(world, actor->gibbon.hold < 0 ? 0 : actor->gibbon.hold);
  run.state_hash = hh_actor_hash(actor);
  hhb_episode_destroy(episode);
  return run;
}

HhbReach hhb_jungle_oracle(const HhParams *params, uint64_t seed, HhbOracleRules rules)
{
  HhSceneKind scene = jungle()->kind;
  HhbReach reach = {.out_of_memory = true};
  HhHold *holds = malloc((size_t)hh_jungle_holds_most(&params->jungle, scene) * sizeof *holds);
  HhPiece *pieces = malloc((size_t)hh_jungle_pieces_most(&params->jungle, scene) * sizeof *pieces);
  if (holds != NULL && pieces != NULL) {
    HhWorld world = hh_jungle_lay(&params->jungle, scene, seed, holds, pieces);
    reach = hhb_jungle_reach(&world, params, rules);
  }
  free(holds);
  free(pieces);
  return reach;
}
