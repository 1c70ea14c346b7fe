/* The wide kernel as compiled for any processor, and the choice between compilations. */
#include "gibbon/planner_wide.h"

#include <math.h>

#include "gibbon/planner_wide_kernel.inc"
#include "gibbon/planner_wide_v3.h"

HhWide hh_wide(void)
{
#ifdef HH_WIDE_HAS_V3
  if (__builtin_cpu_supports("avx2")) return HH_WIDE_V3;
#endif
  return HH_WIDE_PLAIN;
}

void hh_wide_spread(HhWide wide, const HhWideSpread *spread, int from, HhWideStarts *starts)
{
#ifdef HH_WIDE_HAS_V3
  if (wide == HH_WIDE_V3) {
    hh_wide_v3_spread(spread, from, starts);
    return;
  }
#endif
  (void)wide;
  spread_any(spread, from, starts);
}

void hh_wide_score(HhWide wide, const HhWideJob *job, const HhWideStarts *starts,
                   float score[HH_WIDE_BLOCK])
{
#ifdef HH_WIDE_HAS_V3
  if (wide == HH_WIDE_V3) {
    hh_wide_v3_score(job, starts, score);
    return;
  }
#endif
  (void)wide;
  score_any(job, starts, score);
}

int hh_wide_lowest(HhWide wide, const float score[HH_WIDE_BLOCK], int count, float below)
{
#ifdef HH_WIDE_HAS_V3
  if (wide == HH_WIDE_V3) return hh_wide_v3_lowest(score, count, below);
#endif
  (void)wide;
  return lowest_any(score, count, below);
}
