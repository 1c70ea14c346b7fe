/* Values of parameters as people write them: numbers, `12 deg` where the unit is rad, the word of
 * a choice. Numbers are stricter than C's and YAML 1.1's: 010 and 1_000 are refused, because
 * readers disagree on what they mean. */
#ifndef HH_BASE_VALUE_H
#define HH_BASE_VALUE_H

#include "base/param.h"

/* What is wrong with a written value, and the remedy. */
#define HH_VALUE_FAULT(X)                                                                          \
  X(FINE, "is fine", "leave it")                                                                   \
  X(OCTAL, "looks octal or hexadecimal", "write a decimal number without leading zeros")           \
  X(NO_NUMBER, "is not a number", "write a decimal number, as 1500, -0.25 or 2.5e-3")              \
  X(LARGE, "is too large", "write a decimal number, as 1500, -0.25 or 2.5e-3")                     \
  X(SMALL, "is too small", "write 0")                                                              \
  X(NO_ANGLE, "is not an angle", "write radians, as 0.21, or degrees, as 12 deg")                  \
  X(UNIT, "is not a number", "write the number alone, in the parameter's unit")                    \
  X(NO_CHOICE, "is no choice", "write one of the parameter's words")                               \
  X(RANGE, "is out of range", "choose a value between the parameter's bounds")                     \
  X(FRACTION, "is not whole", "choose a whole number")

typedef enum HhValueFault {
#define HH_VALUE_FAULT_ENUM(id, what, remedy) HH_VALUE_##id,
  HH_VALUE_FAULT(HH_VALUE_FAULT_ENUM)
#undef HH_VALUE_FAULT_ENUM
} HhValueFault;

/* "is out of range", "choose a value ..."; never null. */
const char *hh_value_what(HhValueFault fault);
const char *hh_value_remedy(HhValueFault fault);

/* The decimal number at the start of `text`; *used of the `size` bytes belong to it. */
HhValueFault hh_value_number(const char *text, size_t size, size_t *used, double *value);

/* All of `text` as a value of `param`, which then accepts it. */
HhValueFault hh_value_read(const HhParam *param, const char *text, size_t size, double *value);

#endif
