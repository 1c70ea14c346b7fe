/* Question: what does each level of a gibbon's body cost, and do 1,000 gibbons with all bones fit
 * into a frame of 60 Hz on one core? Prediction: yes, several times over.
 * Method: (a) rigs of every level follow the same recorded 600 frames of the planned gibbon;
 * `own_ns` is what a level adds to the one below, per creature and step; (b) `frame_ms` is a frame
 * of 1,000 gibbons, motion and plans included, each at another place of its way. Repetitions are
 * interleaved; minimum and median, and the ratio to a chain of dependent multiply-adds in the same
 * run. `hash` is of the points of the rig in (a), of the state in (b): the latter is the same
 * whatever the level. Writes CSV to stdout.
 * Instructions: valgrind --tool=callgrind --toggle-collect=hh_rig_step
 * build/release/bench/bench_rig 1 (the argument is the number of repetitions). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "clock.h"
#include "rig_runs.h"
#include "yardstick.h"

enum { FRAMES = 600, CREATURES = 1000, HOLDS = 512, REPEATS_MAX = 101 };
static const double frame_s = 1.0 / 60;

static const char *const levels[] = {"com", "rig2", "rig5", "rig14", "bones", "skin"};
enum { LEVELS = sizeof levels / sizeof levels[0] };

/* What is measured: [repetition] of one level. */
typedef struct Samples {
  double value[REPEATS_MAX];
  uint64_t hash;
} Samples;

static uint64_t hash_rig(const HhRig *rig, HhLevel level)
{
  uint64_t hash = hh_hash_start();
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    if (hh_rig_points[i].level > level) continue;
    const HhVec3 *at = (const HhVec3 *)((const char *)rig + hh_rig_points[i].offset);
    hash = hh_hash_double(hh_hash_double(hh_hash_double(hash, at->x), at->y), at->z);
  }
  for (int i = 0; i < HH_BONE_COUNT && level >= HH_LEVEL_BONES; i++) {
    HhQuat q = rig->bones.local[i];
    hash = hh_hash_double(hh_hash_double(hash, q.w), q.x);
    hash = hh_hash_double(hh_hash_double(hash, q.y), q.z);
  }
  return hh_hash_end(hash);
}

/* Nanoseconds a step of the rig at `level` along the recorded frames. */
static double follow_ns(const HhParams *params, const HhWorld *world, const HhGibbon *frames,
                        HhLevel level, uint64_t *hash)
{
  HhRigParams rig_params = params->rig;
  rig_params.level = level;
  HhRig rig;
  HhSkin skin;
  hh_rig_start(&rig_params, &params->gibbon, &params->world, world, &frames[0], &rig);
  if (level == HH_LEVEL_SKIN) hh_skin_start(&params->skin, &rig, &skin);
  double start = hhb_clock_thread_s();
  for (int i = 1; i < FRAMES; i++) {
    hh_rig_step(&rig_params, &params->gibbon, &params->world, world, &frames[i], &rig, frame_s);
    if (level == HH_LEVEL_SKIN)
      hh_skin_step(&params->skin, params->world.gravity, &rig, &skin, frame_s);
  }
  double ns = 1e9 * (hhb_clock_thread_s() - start) / (FRAMES - 1);
  *hash = hash_rig(&rig, level);
  return ns;
}

/* Part (a): the motion that all rigs follow. */
static void measure_levels(int repeats, double *chain)
{
  static HhGibbon frames[FRAMES];
  static Samples own[LEVELS];
  HhParams params;
  HhbSetup setup =
      hhb_rig_run(hhb_scene_find("sloped_branch"), HH_MOVER_BALLISTIC, 1, 1e6, &params);
  HhbEpisode *episode = NULL;
  if (hhb_episode_create(&setup, &episode) != HH_RUNNING) return;
  for (int i = 0; i < FRAMES; i++) {
    frames[i] = hhb_episode_actor(episode)->gibbon;
    hhb_episode_step(episode);
  }
  const HhWorld *world = hhb_episode_world(episode);
  for (int i = 0; i < repeats; i++) {
    chain[i] = hhb_chain_ns();
    double below = 0;
    for (int level = HH_LEVEL_RIG2; level <= HH_LEVEL_SKIN; level++) {
      double ns = follow_ns(&params, world, frames, (HhLevel)level, &own[level].hash);
      own[level].value[i] = ns - below;
      below = ns;
    }
  }
  double pace = hhb_median(chain, (size_t)repeats);
  for (int level = HH_LEVEL_RIG2; level <= HH_LEVEL_SKIN; level++) {
    double least = hhb_minimum(own[level].value, (size_t)repeats);
    double median = hhb_median(own[level].value, (size_t)repeats);
    printf("own_ns,%s,%.1f,%.1f,%.1f,%016" PRIx64 "\n", levels[level], median, least, median / pace,
           own[level].hash);
  }
  hhb_episode_destroy(episode);
}

static double crowd_ms(const HhParams *params, const HhWorld *world, HhActor *actors)
{
  double start = hhb_clock_thread_s();
  for (int i = 0; i < CREATURES; i++)
    hh_actor_step(params, world, &actors[i], frame_s);
  return 1e3 * (hhb_clock_thread_s() - start);
}

/* Part (b): one branch, on which all hang. */
static int measure_crowd(int repeats, double pace_ns)
{
  static HhHold holds[HOLDS];
  static Samples frame[LEVELS];
  HhParams params[LEVELS];
  hhb_scene_preset(hhb_scene_find("endless_branch"), &params[0]);
  hh_world_fill(&params[0].world, HH_SCENE_ENDLESS_BRANCH, 1, holds, 0, HOLDS);
  HhWorld world = {.holds = holds, .count = HOLDS};
  HhActor *actors = malloc((size_t)LEVELS * CREATURES * sizeof *actors);
  if (actors == NULL) return 1;
  for (int level = 0; level < LEVELS; level++) {
    params[level] = params[0];
    params[level].rig.level = level;
    for (int i = 0; i < CREATURES; i++) {
      HhActor *actor = &actors[level * CREATURES + i];
      hh_actor_start(&params[level], &world, HH_MOVER_BALLISTIC, (uint64_t)i, 0, actor);
      for (int step = 0; step < i % 97; step++)
        hh_actor_step(&params[level], &world, actor, frame_s);
    }
  }
  for (int i = 0; i < repeats; i++)
    for (int level = 0; level < LEVELS; level++)
      frame[level].value[i] = crowd_ms(&params[level], &world, &actors[level * CREATURES]);
  for (int level = 0; level < LEVELS; level++) {
    uint64_t hash = hh_hash_start();
    for (int i = 0; i < CREATURES; i++)
      hash = hh_hash_word(hash, hh_actor_hash(&actors[level * CREATURES + i]));
    double least = hhb_minimum(frame[level].value, (size_t)repeats);
    double median = hhb_median(frame[level].value, (size_t)repeats);
    printf("frame_ms,%s,%.3f,%.3f,%.0f,%016" PRIx64 "\n", levels[level], median, least,
           1e6 * median / pace_ns, hh_hash_end(hash));
  }
  free(actors);
  return 0;
}

int main(int count, char **words)
{
  int repeats = count > 1 ? atoi(words[1]) : 61;
  if (repeats < 1 || repeats > REPEATS_MAX) {
    fprintf(stderr, "usage: bench_rig [REPETITIONS, 1 to %d]\n", REPEATS_MAX);
    return 2;
  }
  double chain[REPEATS_MAX];
  printf("measure,level,median,min,median_chain_ratio,hash\n");
  measure_levels(repeats, chain);
  return measure_crowd(repeats, hhb_median(chain, (size_t)repeats));
}
