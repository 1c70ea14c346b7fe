/* The wide kernel as compiled for x86-64-v3 (AVX2) without FMA. */
#include "gibbon/planner_wide_v3.h"

#include <math.h>

#include "gibbon/planner_wide_kernel.inc"

void hh_wide_v3_spread(const HhWideSpread *spread, int from, HhWideStarts *starts)
{
  spread_any(spread, from, starts);
}

void hh_wide_v3_score(const HhWideJob *job, const HhWideStarts *starts, float score[HH_WIDE_BLOCK])
{
  score_any(job, starts, score);
}

int hh_wide_v3_lowest(const float score[HH_WIDE_BLOCK], int count, float below)
{
  return lowest_any(score, count, below);
}
