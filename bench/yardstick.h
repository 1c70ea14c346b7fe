/* What benchmark programs share: nanoseconds of a piece of work, repetitions interleaved. */
#ifndef HHB_YARDSTICK_H
#define HHB_YARDSTICK_H

#include <stddef.h>

/* Minimum and median of `count` numbers; sorts them. */
double hhb_median(double *values, size_t count);
double hhb_minimum(const double *values, size_t count);

/* A loop of dependent multiplications and additions: the machine's pace in the same run,
 * nanoseconds per link of the chain. */
double hhb_chain_ns(void);

#endif
