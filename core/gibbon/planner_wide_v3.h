/* The wide kernel as compiled for x86-64-v3; where HH_WIDE_HAS_V3 is not set there is none. */
#ifndef HH_GIBBON_PLANNER_WIDE_V3_H
#define HH_GIBBON_PLANNER_WIDE_V3_H

#include "gibbon/planner_wide.h"

void hh_wide_v3_spread(const HhWideSpread *spread, int from, HhWideStarts *starts);
void hh_wide_v3_score(const HhWideJob *job, const HhWideStarts *starts, float score[HH_WIDE_BLOCK]);
int hh_wide_v3_lowest(const float score[HH_WIDE_BLOCK], int count, float below);

#endif
