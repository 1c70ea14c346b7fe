/* The grab search; see the header. */
#include "world/grab.h"

#include <math.h>

#include "base/angle.h"

/* Uniform point of the unit disc. */
static HhVec disc_point(HhRandom *random)
{
  double radius = sqrt(hh_random_unit(random));
  HhVec unit = hh_unit_from_angle(hh_random_range(random, -HH_PI, HH_PI));
  return hh_vec_scale(unit, radius);
}

/* Nearest point of the branch between hold `index` and the next one. */
static HhVec nearest_on_branch(const HhWorld *world, int index, HhVec point)
{
  HhVec start = world->holds[index].at;
  HhVec along = hh_vec_sub(world->holds[index + 1].at, start);
  double share = hh_vec_dot(hh_vec_sub(point, start), along) / hh_vec_dot(along, along);
  return hh_vec_along(start, along, fmax(0, fmin(1, share)));
}

/* Nearest of the points in sight that can be held, or none in thin air. */
static HhGrabPoint nearest_point(const HhWorld *world, HhVec point, HhGrabFrom from, double catch_m)
{
  HhGrabPoint nearest = {.hold = -1};
  double least = catch_m;
  int first = from.hold < 0 ? 0 : from.hold;
  for (int n = 0; n < HH_WORLD_AHEAD; n++) {
    int i = first + from.facing * n;
    if (i < 0 || i >= world->count) break;
    if (!hh_piece_holdable(hh_world_kind(world, i))) continue;
    bool branch = hh_world_joined(world, i);
    HhVec at = branch ? nearest_on_branch(world, i, point) : world->holds[i].at;
    double distance = hh_vec_distance(at, point);
    if (from.facing * (at.x - from.x_m) <= 0 || distance > least) continue;
    nearest = (HhGrabPoint){i, at};
    least = distance;
  }
  return nearest;
}

int hh_grab_search(const HhGrabParams *params, const HhWorld *world, HhVec body, HhVec ideal,
                   double arm_m, HhGrabFrom from, HhRandom *random, HhGrabPoint *kept)
{
  for (int i = 0; i < params->candidates_per_tick; i++) {
    HhVec anywhere = hh_vec_along(body, disc_point(random), params->reach * arm_m);
    HhVec candidate = hh_vec_mix(ideal, anywhere, params->randomness);
    HhGrabPoint found = nearest_point(world, candidate, from, params->catch_radius * arm_m);
    if (found.hold < 0) continue;
    bool better =
        kept->hold < 0 || hh_vec_distance(found.at, ideal) < hh_vec_distance(kept->at, ideal);
    if (better) *kept = found;
  }
  return params->candidates_per_tick;
}
