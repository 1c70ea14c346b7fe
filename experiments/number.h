/* Numbers as text: the shortest decimal that reads back to the same double, whatever locale the
 * process is in.
 *
 * The text is that of the first of %.15g, %.16g and %.17g (in the C locale) that survives the
 * round trip: 0.1, 1e-07, 1234.5, -0, NaN, Inf, -Inf. 15 digits survive the way decimal, double,
 * decimal (below 1e-307 fewer do), so a number that was typed in comes out as it was typed.
 * How: a double m 2^e times 10^k is the integer m 5^k shifted, exact in 192 bits for
 * 1e-34 < |value| < 1e17; digits, rounding and round trip are all decided on that integer.
 * Outside, printf makes the digits and strtod checks them, neither with a decimal point. */
#ifndef HHX_NUMBER_H
#define HHX_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any of the texts below and the final zero. */
enum { HHX_NUMBER_SIZE = 32 };

/* Each writes a terminated text and returns its length. */
size_t hhx_number_write(double value, char text[HHX_NUMBER_SIZE]);
size_t hhx_number_count(int64_t value, char text[HHX_NUMBER_SIZE]);

/* h and 16 hexadecimal digits: no reader of CSV takes it for a number. */
size_t hhx_number_hash(uint64_t hash, char text[HHX_NUMBER_SIZE]);

/* Reads what the three above write and any other decimal number, correctly rounded and with a
 * point in every locale. False when text is anything else. */
bool hhx_number_read(const char *text, double *value);

#endif
