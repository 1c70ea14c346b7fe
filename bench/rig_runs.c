/* Runs for rigs; see the header. */
#include "rig_runs.h"

#include "base/random.h"
#include "world/jungle.h"

static const HhHold course[] = {
    {.at = {0, 0}, .branch = 0},       {.at = {1.4, 0.1}, .branch = 1},
    {.at = {2.9, -0.2}, .branch = 2},  {.at = {4.2, 0.1}, .branch = 3},
    {.at = {6.0, 0.0}, .branch = 4},   {.at = {7.2, 0.3}, .branch = 5},
    {.at = {8.3, 0.2}, .branch = 6},   {.at = {10.1, -0.3}, .branch = 7},
    {.at = {11.6, -0.1}, .branch = 8}, {.at = {12.7, 0.2}, .branch = 9},
    {.at = {14.2, 0.1}, .branch = 10}, {.at = {16.0, -0.4}, .branch = 11},
};

size_t hhb_rig_scene_count(void)
{
  size_t count = 0;
  while (count < hhb_scene_count && !hh_scene_has_pieces(hhb_scene_table[count].kind))
    count++;
  return count;
}

HhbSetup hhb_rig_run(const HhbScene *scene, HhMover mover, uint64_t seed, double duration_s,
                     HhParams *params)
{
  HhRandom random = hh_random(seed, HH_STREAM_DESIGN, (uint32_t)mover);
  hhb_scene_preset(scene, params);
  params->gibbon.start_speed = hh_random_range(&random, 2.5, 5.5);
  params->world.spacing = hh_random_range(&random, 1.5, 2.1);
  params->world.drop_height = hh_random_range(&random, 0.5, 4);
  params->world.drop_offset = hh_random_range(&random, 0.3, 1.5);
  params->world.slope = hh_random_range(&random, -0.15, 0.15);
  bool given = scene->kind == HH_SCENE_COURSE;
  HhWorld world = {course, sizeof course / sizeof course[0], true, NULL, 0};
  return (HhbSetup){.scene = scene,
                    .mover = mover,
                    .params = params,
                    .course = given ? world : (HhWorld){0},
                    .seed = seed,
                    .duration_s = duration_s};
}
