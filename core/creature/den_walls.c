/* Tentacles of the walls; see the header. */
#include "creature/den_walls.h"

enum { GROUPS = HH_WALL_TENTACLES / HH_STRAND_LANES };

/* Lanes that no tentacle has do as the last one. */
static int wall_of(const HhDen *den, int lane)
{
  return lane < den->walls ? lane : den->walls - 1;
}

static HhStrands *strands_of(HhDen *den)
{
  return hh_den_strands(den, den->wall_lane / HH_STRAND_LANES);
}

static int groups_of(const HhDen *den)
{
  return (den->walls + HH_STRAND_LANES - 1) / HH_STRAND_LANES;
}

bool hh_den_walls_start(const HhDenSettings *settings, const HhRoom *room, HhDen *den)
{
  for (int i = 0; i < den->walls; i++) {
    HhRandom random = hh_random(den->seed, HH_STREAM_WALL, (uint32_t)i);
    HhVec root, normal;
    if (!hh_wall_tentacle_place(room, &random, &root, &normal)) return false;
    hh_wall_tentacle_start(&settings->tentacle, root, normal, random, &den->wall[i]);
  }
  for (int lane = 0; lane < groups_of(den) * HH_STRAND_LANES; lane++) {
    const HhWallTentacle *wall = &den->wall[wall_of(den, lane)];
    hh_strand_lay(room, den->beads, wall->root, wall->normal, wall->stick,
                  strands_of(den) + lane / HH_STRAND_LANES, lane % HH_STRAND_LANES);
  }
  return true;
}

void hh_den_walls_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den)
{
  if (den->walls == 0) return;
  HhStrandDrive drives[GROUPS];
  for (int lane = 0; lane < groups_of(den) * HH_STRAND_LANES; lane++) {
    HhStrandDrive *drive = &drives[lane / HH_STRAND_LANES];
    int l = lane % HH_STRAND_LANES, i = wall_of(den, lane);
    HhVec tip = hh_den_wall_bead(den, i, den->beads - 1);
    if (i == lane)
      hh_wall_tentacle_step(&settings->wall, &settings->tentacle, room, i, tip, den->prey_count,
                            den->prey, &den->wall[i], drive, l);
    else
      hh_wall_tentacle_drive(&settings->wall, &settings->tentacle, room, tip, &den->wall[i], drive,
                             l);
  }
  hh_strands_step(den->wide, &settings->strand, room, den->beads, drives, strands_of(den),
                  groups_of(den), &den->wall_strands);
}

uint64_t hh_den_walls_hash(uint64_t hash, const HhDen *den)
{
  for (int i = 0; i < den->walls; i++)
    hash = hh_wall_tentacle_hash(hash, &den->wall[i]);
  return hash;
}
