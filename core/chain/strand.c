/* The strands' kernel as compiled for any processor, the choice between compilations, and what is
 * done to one strand alone. */
#include "chain/strand.h"

#include <assert.h>
#include <math.h>

#include "chain/strand_kernel.inc"
#include "chain/strand_v3.h"
#include "chain/strand_v4.h"

HhStrandWide hh_strand_wide(void)
{
#ifdef HH_STRAND_HAS_WIDER
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
    return HH_STRAND_V4;
  if (__builtin_cpu_supports("avx2")) return HH_STRAND_V3;
#endif
  return HH_STRAND_PLAIN;
}

void hh_strands_step(HhStrandWide wide, const HhStrandParams *params, const HhRoom *room, int beads,
                     const HhStrandDrive *drives, HhStrands *groups, int count,
                     HhStrandCount *counted)
{
  assert(beads >= 1 && beads <= HH_STRAND_BEADS);
#ifdef HH_STRAND_HAS_WIDER
  if (wide == HH_STRAND_V4) {
    hh_strands_v4_step(params, room, beads, drives, groups, count, counted);
    return;
  }
  if (wide == HH_STRAND_V3) {
    hh_strands_v3_step(params, room, beads, drives, groups, count, counted);
    return;
  }
#endif
  (void)wide;
  step_any(params, room, beads, drives, groups, count, counted);
}

/* Puts bead `i` of a lane at rest. */
static void put(HhBeadPoint at, int i, HhStrands *group, int lane)
{
  group->x[i][lane] = group->x_before[i][lane] = at.x;
  group->y[i][lane] = group->y_before[i][lane] = at.y;
}

/* A length that can be walked: 0 for what is none. */
static float length_of(double stick)
{
  return stick > 0 ? (float)fmin(stick, HH_ROOM_SIDE_MOST) : 0;
}

void hh_strand_lay(const HhRoom *room, int beads, HhVec root, HhVec direction, double stick,
                   HhStrands *group, int lane)
{
  HhVec down = {0, -1};
  double length = hh_vec_length(direction);
  HhVec along = length > 0 && isfinite(length) ? hh_vec_unit(direction) : down;
  HhBeadPoint at = hh_bead_nearest_free(room, (HhBeadPoint){(float)root.x, (float)root.y});
  float reach = length_of(stick);
  group->stretch[lane] = 0;
  for (int i = 0; i < beads; i++) {
    at = hh_bead_reach(room, at,
                       (HhBeadPoint){at.x + reach * (float)along.x, at.y + reach * (float)along.y});
    put(at, i, group, lane);
  }
}

void hh_strand_teleport(const HhRoom *room, int beads, HhVec by, HhVec root, double stick,
                        HhStrands *group, int lane)
{
  HhBeadPoint last = hh_bead_nearest_free(room, (HhBeadPoint){(float)root.x, (float)root.y});
  for (int i = 0; i < beads; i++) {
    HhBeadPoint was = {group->x[i][lane], group->y[i][lane]};
    HhBeadPoint at = {was.x + (float)by.x, was.y + (float)by.y};
    if (hh_bead_free(room, at)) {
      group->x_before[i][lane] = at.x - (was.x - group->x_before[i][lane]);
      group->y_before[i][lane] = at.y - (was.y - group->y_before[i][lane]);
      group->x[i][lane] = at.x;
      group->y[i][lane] = at.y;
    } else {
      at = hh_bead_reach(room, last, (HhBeadPoint){last.x, last.y - length_of(stick)});
      put(at, i, group, lane);
    }
    last = at;
  }
}
