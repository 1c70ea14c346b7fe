/* Numbers of CSV files as text: core's decimals (base/decimal.h), and NaN, Inf, -Inf for what is
 * no finite number. */
#ifndef HHX_NUMBER_H
#define HHX_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/decimal.h"

/* Room for any of the texts below and the final zero. */
enum { HHX_NUMBER_SIZE = HH_DECIMAL_SIZE };

/* Each writes a terminated text and returns its length. */
size_t hhx_number_write(double value, char text[HHX_NUMBER_SIZE]);
size_t hhx_number_count(int64_t value, char text[HHX_NUMBER_SIZE]);

/* h and 16 hexadecimal digits: no reader of CSV takes it for a number. */
size_t hhx_number_hash(uint64_t hash, char text[HHX_NUMBER_SIZE]);

/* Reads what the three above write and any other decimal number, correctly rounded and with a
 * point in every locale. False when text is anything else. */
bool hhx_number_read(const char *text, double *value);

#endif
