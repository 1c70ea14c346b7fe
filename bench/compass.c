/* Steps and gaits of the compass; see the header. */
#include "compass.h"

#include "base/angle.h"
#include "chain/chain.h"

static const double step_s = 1.0 / 60, longest_s = 20;

/* The free hand's height over the ceiling, which passes through the hand that holds. */
static double above(const HhChain *chain, HhVec ceiling)
{
  return hh_vec_cross(ceiling, chain->bead[1].at);
}

static HhChain after(const HhbCompass *compass, HhChain chain, double dt_s)
{
  HhChainWork work = {0};
  hh_chain_step(compass->gravity_mps2, (HhChainDrive){0}, &chain, dt_s, &work);
  return chain;
}

static HhChain at_rest(const HhbCompass *compass, HhVec ceiling, double stride_m)
{
  double l = compass->link_m, deep = sqrt(l * l - 0.25 * stride_m * stride_m);
  HhChain chain = {.count = 2, .pinned = true, .held = -1, .length_m = {l, l}};
  chain.bead[0].mass_ratio = compass->elbow_kg;
  chain.bead[1].mass_ratio = compass->hand_kg;
  chain.bead[0].at =
      hh_vec_along(hh_vec_scale(ceiling, -0.5 * stride_m), hh_vec_right(ceiling), deep);
  chain.bead[1].at = hh_vec_scale(ceiling, -stride_m);
  return chain;
}

bool hhb_compass_step(const HhbCompass *compass, double stride_m, HhbCompassStep *step)
{
  HhVec ceiling = hh_unit_from_angle(-compass->slope_rad);
  HhChain chain = after(compass, at_rest(compass, ceiling, stride_m), step_s), next = chain;
  double time = step_s;
  for (; time < longest_s; time += step_s) {
    next = after(compass, chain, step_s);
    if (above(&chain, ceiling) < 0 && above(&next, ceiling) >= 0) break;
    chain = next;
  }
  if (time >= longest_s) return false;
  double low = 0, high = step_s;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    next = after(compass, chain, middle);
    *(above(&next, ceiling) < 0 ? &low : &high) = middle;
  }
  *step = (HhbCompassStep){.stride_m = hh_vec_dot(ceiling, next.bead[1].at),
                           .time_s = time + high,
                           .hand_speed_mps = hh_vec_length(next.bead[1].velocity)};
  return step->stride_m > 0;
}

bool hhb_compass_gait(const HhbCompass *compass, double stride_m, HhbCompassStep *step,
                      double *map_slope)
{
  static const double same_m = 1e-12, apart_m = 1e-5;
  for (int i = 0; i < 1000; i++) {
    if (!hhb_compass_step(compass, stride_m, step)) return false;
    if (fabs(step->stride_m - stride_m) > same_m) {
      stride_m = step->stride_m;
      continue;
    }
    HhbCompassStep shorter, longer;
    if (!hhb_compass_step(compass, stride_m - apart_m, &shorter)) return false;
    if (!hhb_compass_step(compass, stride_m + apart_m, &longer)) return false;
    *map_slope = (longer.stride_m - shorter.stride_m) / (2 * apart_m);
    return true;
  }
  return false;
}
