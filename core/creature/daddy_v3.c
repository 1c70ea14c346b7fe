/* The kernels of a daddy's tick as compiled for x86-64-v3 (AVX2) without FMA. */
#include "creature/daddy_v3.h"

#include "creature/body_kernel.inc"
#include "creature/reel_kernel.inc"

void hh_body_v3_advance(const HhDaddyShape *shape, const HhBodyPush *const push[HH_BODY_LANES],
                        HhDaddyBody *const body[HH_BODY_LANES], HhBodyLanes *lanes)
{
  advance_any(shape, push, body, lanes);
}

void hh_reel_v3_all(const HhDaddyShape *shape, double full_t, HhDaddy *daddy, int lane,
                    HhReel *reel)
{
  reel_any(shape, full_t, daddy, lane, reel);
}
