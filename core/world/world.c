/* Scenes' holds, each from its own draws and the hold before it. */
#include "world/world.h"

#include <assert.h>

#include "base/angle.h"
#include "base/random.h"

/* Draws of one hold: independent of all others, whatever they use. */
static HhRandom draws_of(uint64_t seed, int index)
{
  HhRandom random = hh_random(seed, HH_STREAM_WORLD, 0);
  random.draw = 8 * (uint64_t)index;
  return random;
}

static double branch_slope(const HhWorldParams *params, uint64_t seed, int branch)
{
  HhRandom random = hh_random(seed, HH_STREAM_WORLD, 1);
  random.draw = (uint64_t)branch;
  return params->slope + params->slope_spread * hh_random_range(&random, -1, 1);
}

static HhHold beyond(HhHold before, double distance_m, double heading_rad)
{
  HhHold hold = before;
  hold.at = hh_vec_along(before.at, hh_unit_from_angle(heading_rad), distance_m);
  return hold;
}

static HhHold branch_hold(const HhWorldParams *params, uint64_t seed, HhHold before, int index,
                          int branch, double slope_rad)
{
  HhRandom random = draws_of(seed, index);
  double jitter = params->spacing_jitter * hh_random_range(&random, -1, 1);
  double gap = hh_random_range(&random, params->gap_min, params->gap_max);
  HhHold hold;
  if (branch == before.branch)
    hold = beyond(before, params->spacing * (1 + jitter), slope_rad);
  else
    hold = beyond(before, params->spacing * gap, 0.5 * (before.slope_rad + slope_rad));
  hold.branch = branch;
  hold.slope_rad = slope_rad;
  return hold;
}

static HhHold course_hold(const HhWorldParams *params, uint64_t seed, HhHold before, int index)
{
  HhRandom random = draws_of(seed, index);
  double distance = hh_random_range(&random, params->distance_min, params->distance_max);
  double pitch = hh_random_range(&random, params->pitch_min, params->pitch_max);
  HhHold hold = beyond(before, distance, pitch);
  hold.branch = index;
  hold.slope_rad = pitch;
  return hold;
}

int hh_world_total(const HhWorldParams *params, HhSceneKind scene)
{
  if (scene == HH_SCENE_RANDOM_COURSE) return params->holds;
  if (scene >= HH_SCENE_JUNGLE) return 0;
  return scene == HH_SCENE_DROP ? 1 : -1;
}

void hh_world_fill(const HhWorldParams *params, HhSceneKind scene, uint64_t seed, HhHold *holds,
                   int from, int to)
{
  assert(scene != HH_SCENE_COURSE);
  for (int i = from; i < to; i++) {
    int branch = scene == HH_SCENE_SLOPED_BRANCH ? i / params->branch_holds : 0;
    double slope =
        scene == HH_SCENE_SLOPED_BRANCH ? branch_slope(params, seed, branch) : params->slope;
    if (i == 0)
      holds[i] = (HhHold){.slope_rad = slope};
    else if (scene == HH_SCENE_RANDOM_COURSE)
      holds[i] = course_hold(params, seed, holds[i - 1], i);
    else
      holds[i] = branch_hold(params, seed, holds[i - 1], i, branch, slope);
  }
}

bool hh_world_joined(const HhWorld *world, int index)
{
  if (index < 0 || index + 1 >= world->count) return false;
  if (world->holds[index].branch != world->holds[index + 1].branch) return false;
  HhPieceKind kind = hh_world_kind(world, index);
  return kind == HH_PIECE_BRANCH || kind == HH_PIECE_TRUNK;
}

const char *const hh_piece_names[HH_PIECE_KIND_COUNT] = {"branch", "trunk",  "vine",
                                                         "cable",  "canopy", "ground"};

HhPieceKind hh_world_kind(const HhWorld *world, int index)
{
  return world->pieces == NULL ? HH_PIECE_BRANCH : world->pieces[world->holds[index].branch].kind;
}

bool hh_piece_holdable(HhPieceKind kind)
{
  return kind != HH_PIECE_CANOPY && kind != HH_PIECE_GROUND;
}

int hh_world_beyond(const HhWorld *world, int index, int facing)
{
  if (index < 0) return facing > 0 && world->count > 0 ? 0 : -1;
  int branch = world->holds[index].branch, next = index;
  while (next >= 0 && next < world->count && world->holds[next].branch == branch)
    next += facing;
  return next < world->count ? next : -1;
}
