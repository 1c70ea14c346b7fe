/* A vector of two draws, in an order that no compiler chooses. */
#ifndef RANDOM_VEC_H
#define RANDOM_VEC_H

#include "base/random.h"
#include "base/vec.h"

static inline HhVec random_vec(HhRandom *random, double left, double right, double low, double high)
{
  double y = hh_random_range(random, low, high);
  return hh_vec(hh_random_range(random, left, right), y);
}

#endif
