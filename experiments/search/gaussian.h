/* Standard normal numbers by the polar method (Marsaglia and Bray 1964, "A convenient method for
 * generating normal variables", SIAM Review 6:260), with hhx_log: the same bits everywhere. */
#ifndef HHX_GAUSSIAN_H
#define HHX_GAUSSIAN_H

#include "base/random.h"

void hhx_gaussian_fill(HhRandom *random, double *values, int count);

#endif
