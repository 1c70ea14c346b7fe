/* See the header. */
#include "ours.h"

#include <stdlib.h>
#include <string.h>

static void *lines(size_t count, size_t size)
{
  return aligned_alloc(64, (count * size + 63) / 64 * 64);
}

bool hhb_our_scene_create(const HhbStrandScene *scene, int block_steps, HhbOurScene *ours)
{
  int strands = scene->creatures * HHB_STRAND_TENTACLES;
  *ours = (HhbOurScene){.scene = scene,
                        .group_count = (strands + HH_STRAND_LANES - 1) / HH_STRAND_LANES};
  size_t groups = (size_t)ours->group_count;
  ours->groups = lines(groups, sizeof *ours->groups);
  ours->before = lines(groups, sizeof *ours->before);
  ours->drives = lines(groups * (size_t)block_steps, sizeof *ours->drives);
  ours->holds = calloc(groups * HH_STRAND_LANES, sizeof *ours->holds);
  if (!ours->groups || !ours->before || !ours->drives || !ours->holds) return false;
  memset(ours->groups, 0, groups * sizeof *ours->groups);
  memset(ours->drives, 0, groups * (size_t)block_steps * sizeof *ours->drives);
  for (int i = 0; i < ours->group_count * HH_STRAND_LANES; i++) {
    int creature = i / HHB_STRAND_TENTACLES % scene->creatures, k = i % HHB_STRAND_TENTACLES;
    hh_strand_lay(&scene->room, HHB_STRAND_BEADS, hhb_strand_root(scene, creature, k, 0),
                  hhb_strand_direction(k), HHB_STRAND_STICK, &ours->groups[i / HH_STRAND_LANES],
                  i % HH_STRAND_LANES);
  }
  return true;
}

static void ask(HhbOurScene *ours, int strand, int step, HhStrandDrive *drive)
{
  int creature = strand / HHB_STRAND_TENTACLES % ours->scene->creatures;
  int k = strand % HHB_STRAND_TENTACLES, lane = strand % HH_STRAND_LANES;
  const HhStrands *group = &ours->groups[strand / HH_STRAND_LANES];
  HhbStrandHold *hold = &ours->holds[strand];
  HhVec tip = hh_vec((double)group->x[HHB_STRAND_BEADS - 1][lane],
                     (double)group->y[HHB_STRAND_BEADS - 1][lane]);
  hhb_strand_hold(ours->scene, creature, k, step, tip, hold);
  HhVec root = hhb_strand_root(ours->scene, creature, k, step);
  drive->root_x[lane] = (float)root.x;
  drive->root_y[lane] = (float)root.y;
  drive->stick[lane] = (float)HHB_STRAND_STICK;
  drive->pin_x[lane] = (float)hold->at.x;
  drive->pin_y[lane] = (float)hold->at.y;
  drive->pinned[lane] = hold->held ? -1 : 0;
}

static void advance(HhbOurScene *ours, int step_of_block)
{
  hh_strands_step(hh_strand_wide(), &ours->scene->params, &ours->scene->room, HHB_STRAND_BEADS,
                  ours->drives + (size_t)step_of_block * (size_t)ours->group_count, ours->groups,
                  ours->group_count, &ours->counted);
}

void hhb_our_scene_ask(HhbOurScene *ours, int step, int block_steps)
{
  size_t size = (size_t)ours->group_count * sizeof *ours->groups;
  memcpy(ours->before, ours->groups, size);
  for (int n = 0; n < block_steps; n++) {
    HhStrandDrive *drives = ours->drives + (size_t)n * (size_t)ours->group_count;
    for (int i = 0; i < ours->group_count * HH_STRAND_LANES; i++)
      ask(ours, i, step + n, &drives[i / HH_STRAND_LANES]);
    advance(ours, n);
  }
  memcpy(ours->groups, ours->before, size);
}

void hhb_our_scene_step(HhbOurScene *ours, int block_steps)
{
  for (int n = 0; n < block_steps; n++)
    advance(ours, n);
}

void hhb_our_scene_places(const HhbOurScene *ours, int step, HhVec *places)
{
  for (int i = 0; i < ours->scene->creatures * HHB_STRAND_TENTACLES; i++) {
    const HhStrands *group = &ours->groups[i / HH_STRAND_LANES];
    int lane = i % HH_STRAND_LANES;
    *places++ =
        hhb_strand_root(ours->scene, i / HHB_STRAND_TENTACLES, i % HHB_STRAND_TENTACLES, step);
    for (int bead = 0; bead < HHB_STRAND_BEADS; bead++)
      *places++ = hh_vec((double)group->x[bead][lane], (double)group->y[bead][lane]);
  }
}
