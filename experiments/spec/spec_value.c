/* What core reads, with error lines. See the header. */
#include "spec_value.h"

#include <string.h>

#include "error.h"

static const double pi = 3.141592653589793;

HhxNumber hhx_number(double value)
{
  HhxNumber number;
  hhx_number_write(value, number.text);
  return number;
}

bool hhx_number_parse(const char *text, size_t *used, double *value, HhxError *error)
{
  HhValueFault fault = hh_value_number(text, strlen(text), used, value);
  if (fault == HH_VALUE_FINE) return true;
  return hhx_error_at(error, NULL, 0, 0, NULL, "'%s' %s; %s", hhx_shown(text).text,
                      hh_value_what(fault), hh_value_remedy(fault));
}

void hhx_range_text(const HhParam *param, char *text, size_t size)
{
  HhxNumber least = hhx_number(param->low), most = hhx_number(param->high);
  const char *unit = param->unit;
  if (param->kind == HH_CHOICE)
    snprintf(text, size, "one of %s", unit);
  else if (strcmp(unit, "rad") == 0)
    snprintf(text, size, "from %s to %s rad (%.4g to %.4g deg)", least.text, most.text,
             param->low * 180 / pi, param->high * 180 / pi);
  else
    snprintf(text, size, "from %s to %s%s%s", least.text, most.text, unit[0] != '\0' ? " " : "",
             unit);
}

void hhx_value_text(const HhParam *param, double value, char *text, size_t size)
{
  if (param->kind == HH_CHOICE)
    hh_param_choice_name(param, (int)value, text, size);
  else
    snprintf(text, size, "%s", hhx_number(value).text);
}

static void choice_remedy(const HhParam *param, const char *word, char *text, size_t size)
{
  char names[8][32];
  const char *words[8];
  size_t count = 0;
  for (; count < 8 && count <= (size_t)param->high; count++) {
    hh_param_choice_name(param, (int)count, names[count], sizeof names[count]);
    words[count] = names[count];
  }
  snprintf(text, size, "is none of %s; did you mean %s?", param->unit,
           hh_word_nearest(words, count, word));
}

void hhx_value_fault_text(const HhParam *param, HhValueFault fault, const char *word, char *text,
                          size_t size)
{
  char range[128];
  hhx_range_text(param, range, sizeof range);
  const char *what = hh_value_what(fault);
  bool pure = param->unit[0] == '\0';
  switch (fault) {
  case HH_VALUE_NO_CHOICE: choice_remedy(param, word, text, size); break;
  case HH_VALUE_RANGE: snprintf(text, size, "%s; choose %s", what, range); break;
  case HH_VALUE_FRACTION: snprintf(text, size, "%s; choose a whole number %s", what, range); break;
  case HH_VALUE_UNIT:
    snprintf(text, size, "%s; write %s%s", what, pure ? "digits only" : "the number alone, in ",
             param->unit);
    break;
  default: snprintf(text, size, "%s; %s", what, hh_value_remedy(fault)); break;
  }
}

bool hhx_value_parse(const HhParam *param, const char *word, double *value, HhxError *error)
{
  HhValueFault fault = hh_value_read(param, word, strlen(word), value);
  if (fault == HH_VALUE_FINE) return true;
  char text[256];
  hhx_value_fault_text(param, fault, word, text, sizeof text);
  return hhx_error_at(error, NULL, 0, 0, NULL, "'%s' %s", hhx_shown(word).text, text);
}
