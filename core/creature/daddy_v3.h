/* What of a daddy's tick is compiled for x86-64-v3 as well; where HH_STRAND_HAS_WIDER is not set
 * there is no such compilation. */
#ifndef HH_CREATURE_DADDY_V3_H
#define HH_CREATURE_DADDY_V3_H

#include "creature/body_lanes.h"
#include "creature/reel.h"

void hh_body_v3_advance(const HhDaddyShape *shape, const HhBodyPush *const push[HH_BODY_LANES],
                        HhDaddyBody *const body[HH_BODY_LANES], HhBodyLanes *lanes);

void hh_reel_v3_all(const HhDaddyShape *shape, double full_t, HhDaddy *daddy, int lane,
                    HhReel *reel);

#endif
