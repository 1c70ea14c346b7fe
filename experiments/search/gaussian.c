/* A point of the unit disc gives two numbers; an odd count leaves the last one unused. */
#include "gaussian.h"

#include <math.h>

#include "elementary.h"

void hhx_gaussian_fill(HhRandom *random, double *values, int count)
{
  for (int i = 0; i < count; i += 2) {
    double u, v, square;
    do {
      u = 2 * hh_random_unit(random) - 1;
      v = 2 * hh_random_unit(random) - 1;
      square = u * u + v * v;
    } while (square >= 1 || square == 0);
    double length = sqrt(-2 * hhx_log(square) / square);
    values[i] = u * length;
    if (i + 1 < count) values[i + 1] = v * length;
  }
}
