/* One episode: a pure function of (scene, mover, parameters, seed, end) to a status, metrics and
 * a state hash. It owns the world it steps through and the energy and speed statistics.
 *
 *   HhbEpisode *episode = NULL;
 *   HhStatus status = hhb_episode_create(&setup, &episode);
 *   while (status == HH_RUNNING) status = hhb_episode_step(episode);
 *   hhb_episode_finish(episode, &result);
 *   hhb_episode_destroy(episode);
 *
 * hhb_episode_run does all of that, and with `timing` reads the clock too; nothing decides by it.
 */
#ifndef HHB_EPISODE_H
#define HHB_EPISODE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "actor/friend.h"
#include "den_episode.h"
#include "metrics.h"
#include "scene.h"

/* What to run. With `swings` > 0 the episode ends after that many grabs; otherwise after
 * duration_s > 0; with neither it lasts until the scene ends (refused for scenes that never do).
 * An endless wait is impossible: 60 s without a grab, whatever falls, end as STALLED; for rooms see
 * den_episode.h, and `swings` must be 0. */
typedef struct HhbSetup {
  const HhbScene *scene;
  HhMover mover;
  const HhParams *params; /* signed by hh_params_preset, see actor/params.h */
  HhWorld course;         /* of scene `course`; borrowed */
  HhRoom room;            /* of scene `room`; borrowed */
  uint64_t seed;          /* below 2^53 */
  double duration_s;
  int swings;
} HhbSetup;

typedef struct HhbResult {
  HhStatus status;
  HhbMetrics metrics;
  uint64_t state_hash;
} HhbResult;

typedef struct HhbEpisode HhbEpisode;

/* RUNNING and an episode to destroy, or BAD_PARAMS, NO_SCENE, NO_MEMORY and null. */
HhStatus hhb_episode_create(const HhbSetup *setup, HhbEpisode **episode);
void hhb_episode_destroy(HhbEpisode *episode);

/* Advances by one frame, episode.dt, or to the end; in rooms by one tick. Returns the status after
 * it. */
HhStatus hhb_episode_step(HhbEpisode *episode);

/* What can be watched between steps. Creature 0 is what the episode is about; creature 1 is there
 * where friend.kind says so, and may have a world of its own. In rooms there are none of these. */
int hhb_episode_creatures(const HhbEpisode *episode);
const HhActor *hhb_episode_creature(const HhbEpisode *episode, int creature);
const HhWorld *hhb_episode_world_of(const HhbEpisode *episode, int creature);
const HhActor *hhb_episode_actor(const HhbEpisode *episode); /* creature 0 */
const HhWorld *hhb_episode_world(const HhbEpisode *episode); /* its world */
const HhbDenEpisode *
hhb_episode_den(const HhbEpisode *episode); /* in rooms, which have no actors */
double hhb_episode_time_s(const HhbEpisode *episode);

/* Metrics so far; the clock columns are missing. */
void hhb_episode_finish(const HhbEpisode *episode, HhbResult *result);

/* From start to end, with the clock columns if `timing`; a setup that cannot start gives a result
 * with that status and every metric missing. */
HhbResult hhb_episode_run(const HhbSetup *setup, bool timing);

/* The same, given up between two steps once another thread sets *stop: then false, and *result is
 * that of an episode which is not over. `stop` may be null. */
bool hhb_episode_run_until(const HhbSetup *setup, bool timing, atomic_bool *stop,
                           HhbResult *result);

#endif
