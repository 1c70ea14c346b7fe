/* Numbers and words as users write them, and back. */
#ifndef HHX_SPEC_VALUE_H
#define HHX_SPEC_VALUE_H

#include "base/value.h"
#include "number.h"
#include "spec.h"

/* hhx_number_write's text as a value, to be used within one expression. */
typedef struct HhxNumber {
  char text[HHX_NUMBER_SIZE];
} HhxNumber;

HhxNumber hhx_number(double value);

/* Reads the decimal number at the start of text: digits, fraction, exponent; no leading zeros, no
 * hexadecimal or octal, nothing infinite. *used bytes belong to it. On refusal false, and what
 * is wrong, with the remedy, in error->text. */
bool hhx_number_parse(const char *text, size_t *used, double *value, HhxError *error);

/* "from 0.05 to 50 m", for radians in degrees too, and for a choice "one of a|b". */
void hhx_range_text(const HhParam *param, char *text, size_t size);

/* "is out of range; choose from 0.05 to 50 m": what is wrong with the word, and the remedy. */
void hhx_value_fault_text(const HhParam *param, HhValueFault fault, const char *word, char *text,
                          size_t size);

/* The value as `set:` writes it: a number in the parameter's unit, or the word of a choice. */
void hhx_value_text(const HhParam *param, double value, char *text, size_t size);

#endif
