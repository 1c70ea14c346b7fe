/* A direction, evenly over the sphere. */
#ifndef RANDOM_UNIT_H
#define RANDOM_UNIT_H

#include "base/random.h"
#include "base/vec3.h"

static inline HhVec3 random_unit(HhRandom *random)
{
  for (;;) {
    HhVec3 v = {hh_random_range(random, -1, 1), hh_random_range(random, -1, 1),
                hh_random_range(random, -1, 1)};
    double length = hh_vec3_length(v);
    if (length > 0.1 && length < 1) return hh_vec3_scale(v, 1 / length);
  }
}

#endif
