/* Decimal numbers as text and back, both to the bit and without the C library's locale.
 *
 * Written is the first of %.15g, %.16g and %.17g (in the C locale) that survives the round trip:
 * 0.1, 1e-07, 1234.5, -0. 15 digits survive the way decimal, double, decimal (below 1e-307 fewer
 * do), so a number that was typed in comes out as it was typed. Read is the nearest double, ties
 * to even, from any number of digits.
 * How: a double m 2^e times 10^k is the integer m 5^k shifted, exact in 192 bits for
 * 1e-34 < |value| < 1e17; digits, rounding and round trip are all decided on that integer.
 * Outside, and for reading what 53 bits do not hold, on the quotient of two long integers.
 * Not done: hexadecimal, infinities, not-a-number. */
#ifndef HH_BASE_DECIMAL_H
#define HH_BASE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* Room for any of the texts below and the final zero. */
enum { HH_DECIMAL_SIZE = 32 };

/* Each writes a terminated text and returns its length; the value is finite. */
size_t hh_decimal_write(double value, char text[HH_DECIMAL_SIZE]);
size_t hh_decimal_whole(int64_t value, char text[HH_DECIMAL_SIZE]);

/* Reads the number at the start of `text`: sign, digits with at most one point, exponent. Returns
 * how many of the `size` bytes belong to it, 0 when none do. Too large reads as infinity and too
 * small as 0. */
size_t hh_decimal_read(const char *text, size_t size, double *value);

#endif
