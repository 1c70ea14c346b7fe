/* Values of parameters. Numbers are stricter than C's and YAML 1.1's: a spec that says 010 or
 * 1_000 is refused, because readers disagree on what it means. */
#include "spec_value.h"

#include <math.h>
#include <string.h>

#include "spec_error.h"

enum { NUMBER_MAX_CHARS = 63 };

static const double pi = 3.141592653589793;

HhxNumber hhx_number(double value)
{
  HhxNumber number;
  hhx_number_write(value, number.text);
  return number;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool says(HhxError *error, const char *what, const char *text, const char *remedy)
{
  return hhx_error_at(error, NULL, 0, 0, NULL, "'%s' %s; %s", hhx_shown(text).text, what, remedy);
}

static size_t digits(const char *text)
{
  size_t count = 0;
  while (is_digit(text[count]))
    count++;
  return count;
}

/* True for a number all of whose digits are 0 up to the exponent. */
static bool is_naught(const char *text)
{
  while (*text == '0' || *text == '.' || *text == '-' || *text == '+')
    text++;
  return !is_digit(*text);
}

bool hhx_number_parse(const char *text, size_t *used, double *value, HhxError *error)
{
  static const char remedy[] = "write a decimal number, as 1500, -0.25 or 2.5e-3";
  size_t sign = text[0] == '-' || text[0] == '+';
  const char *start = text + sign;
  if (start[0] == '0' && start[1] != '\0' && strchr("0123456789xXoObB", start[1]) != NULL)
    return says(error, "looks octal or hexadecimal", text,
                "write a decimal number without leading zeros");

  size_t whole = digits(start), point = start[whole] == '.';
  size_t fraction = point ? digits(start + whole + 1) : 0;
  if (whole + fraction == 0) return says(error, "is not a number", text, remedy);
  size_t span = sign + whole + point + fraction;
  if (text[span] == 'e' || text[span] == 'E') {
    size_t exponent_sign = text[span + 1] == '-' || text[span + 1] == '+';
    size_t exponent = digits(text + span + 1 + exponent_sign);
    if (exponent > 0) span += 1 + exponent_sign + exponent;
  }

  char number[NUMBER_MAX_CHARS + 1];
  if (span > NUMBER_MAX_CHARS) return says(error, "is too long", text, "write up to 17 digits");
  memcpy(number, text, span);
  number[span] = '\0';
  double read;
  if (!hhx_number_read(number, &read)) return says(error, "is not a number", text, remedy);
  if (!isfinite(read)) return says(error, "is too large", text, remedy);
  if (read == 0 && !is_naught(number)) return says(error, "is too small", text, "write 0");
  *used = span;
  *value = read + 0.0; /* -0 becomes 0 */
  return true;
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

static bool choice_parse(const HhParam *param, const char *word, double *value, HhxError *error)
{
  int index = hh_param_choice(param, word);
  if (index >= 0) {
    *value = index;
    return true;
  }
  char names[8][32];
  const char *words[8];
  size_t count = 0;
  for (; count < 8 && count <= (size_t)param->high; count++) {
    hh_param_choice_name(param, (int)count, names[count], sizeof names[count]);
    words[count] = names[count];
  }
  return hhx_error_at(error, NULL, 0, 0, NULL, "'%s' is none of %s; did you mean %s?",
                      hhx_shown(word).text, param->unit, hh_word_nearest(words, count, word));
}

bool hhx_value_parse(const HhParam *param, const char *word, double *value, HhxError *error)
{
  if (param->kind == HH_CHOICE) return choice_parse(param, word, value, error);

  size_t used;
  double read;
  if (!hhx_number_parse(word, &used, &read, error)) return false;
  const char *rest = word + used + strspn(word + used, " ");
  bool angle = strcmp(param->unit, "rad") == 0;
  if (angle && strcmp(rest, "deg") == 0) {
    read = read * pi / 180;
  } else if (word[used] != '\0') {
    if (angle)
      return says(error, "is not an angle", word, "write radians, as 0.21, or degrees, as 12 deg");
    return hhx_error_at(
        error, NULL, 0, 0, NULL, "'%s' is not a number; write %s%s", hhx_shown(word).text,
        param->unit[0] != '\0' ? "the number alone, in " : "digits only", param->unit);
  }

  char range[128];
  hhx_range_text(param, range, sizeof range);
  if (read < param->low || read > param->high)
    return hhx_error_at(error, NULL, 0, 0, NULL, "'%s' is out of range; choose %s",
                        hhx_shown(word).text, range);
  if (!hh_param_accepts(param, read))
    return hhx_error_at(error, NULL, 0, 0, NULL, "'%s' is not whole; choose a whole number %s",
                        hhx_shown(word).text, range);
  *value = read;
  return true;
}
