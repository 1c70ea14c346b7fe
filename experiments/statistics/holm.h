/* Many tests at once: Holm 1979, Scand. J. Statist. 6:65. With these values below 0.05 taken as
 * discoveries, the chance of even one false one is at most 5 %, however the tests depend on each
 * other. */
#ifndef HHX_HOLM_H
#define HHX_HOLM_H

#include <stdbool.h>
#include <stdint.h>

/* Adjusts a family of p in place; missing ones stay missing and are no part of it. False when
 * memory ran out. */
bool hhx_holm(double *p, int64_t count);

#endif
