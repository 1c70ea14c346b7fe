/* Sobol's sequence in base 2, unscrambled: digits of its points.
 *
 * Direction numbers: Joe and Kuo 2008, "Constructing Sobol sequences with better two-dimensional
 * projections", SIAM J. Sci. Comput. 30:2635, their table new-joe-kuo-6.21201, first 200
 * dimensions. Points in the order of the Gray code (Antonov and Saleev 1979), as their program
 * gives them; any 2^k points that start at a multiple of 2^k are a net either way. */
#ifndef HHX_SOBOL_H
#define HHX_SOBOL_H

#include <stdint.h>

enum { HHX_SOBOL_DIMENSIONS = 200 };

/* The first 32 binary digits of the coordinate, the most significant bit first: digits / 2^32. */
uint32_t hhx_sobol_digits(int dimension, uint32_t index);

#endif
