/* Values by the parameter's kind and unit. See the header. */
#include "base/value.h"

#include <math.h>
#include <string.h>

#include "base/decimal.h"

static const double pi = 3.141592653589793;

const char *hh_value_what(HhValueFault fault)
{
#define HH_VALUE_WHAT(id, what, remedy) what,
  static const char *const sentences[] = {HH_VALUE_FAULT(HH_VALUE_WHAT)};
#undef HH_VALUE_WHAT
  return sentences[fault];
}

const char *hh_value_remedy(HhValueFault fault)
{
#define HH_VALUE_REMEDY(id, what, remedy) remedy,
  static const char *const sentences[] = {HH_VALUE_FAULT(HH_VALUE_REMEDY)};
#undef HH_VALUE_REMEDY
  return sentences[fault];
}

/* Byte `at`, or 0 behind the end. */
static char byte(const char *text, size_t size, size_t at)
{
  return at < size ? text[at] : '\0';
}

/* True when all digits up to the exponent are 0. */
static bool is_naught(const char *text, size_t size)
{
  size_t at = 0;
  while (at < size && strchr("0.+-", text[at]) != NULL)
    at++;
  return byte(text, size, at) < '1' || text[at] > '9';
}

HhValueFault hh_value_number(const char *text, size_t size, size_t *used, double *value)
{
  size_t sign = byte(text, size, 0) == '-' || byte(text, size, 0) == '+';
  char second = byte(text, size, sign + 1);
  if (byte(text, size, sign) == '0' && second != '\0' && strchr("0123456789xXoObB", second) != NULL)
    return HH_VALUE_OCTAL;
  double read = 0;
  size_t span = hh_decimal_read(text, size, &read);
  if (span == 0) return HH_VALUE_NO_NUMBER;
  if (!isfinite(read)) return HH_VALUE_LARGE;
  if (read == 0 && !is_naught(text, span)) return HH_VALUE_SMALL;
  *used = span;
  *value = read + 0.0; /* -0 becomes 0 */
  return HH_VALUE_FINE;
}

static HhValueFault read_choice(const HhParam *param, const char *text, size_t size, double *value)
{
  char word[64];
  if (size >= sizeof word) return HH_VALUE_NO_CHOICE;
  memcpy(word, text, size);
  word[size] = '\0';
  int index = strlen(word) == size ? hh_param_choice(param, word) : -1;
  if (index < 0) return HH_VALUE_NO_CHOICE;
  *value = index;
  return HH_VALUE_FINE;
}

HhValueFault hh_value_read(const HhParam *param, const char *text, size_t size, double *value)
{
  if (param->kind == HH_CHOICE) return read_choice(param, text, size, value);

  size_t at;
  double read;
  HhValueFault fault = hh_value_number(text, size, &at, &read);
  if (fault != HH_VALUE_FINE) return fault;
  if (at < size) {
    bool angle = strcmp(param->unit, "rad") == 0;
    while (at < size && text[at] == ' ')
      at++;
    if (!angle) return HH_VALUE_UNIT;
    if (size - at != 3 || memcmp(text + at, "deg", 3) != 0) return HH_VALUE_NO_ANGLE;
    read = read * pi / 180;
  }
  if (read < param->low || read > param->high) return HH_VALUE_RANGE;
  if (!hh_param_accepts(param, read)) return HH_VALUE_FRACTION;
  *value = read;
  return HH_VALUE_FINE;
}
