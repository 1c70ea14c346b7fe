/* Words for what is no number, and the digits of core. See the header. */
#include "number.h"

#include <math.h>
#include <string.h>

size_t hhx_number_write(double value, char text[HHX_NUMBER_SIZE])
{
  if (isfinite(value)) return hh_decimal_write(value, text);
  const char *word = isnan(value) ? "NaN" : value < 0 ? "-Inf" : "Inf";
  strcpy(text, word);
  return strlen(word);
}

size_t hhx_number_count(int64_t value, char text[HHX_NUMBER_SIZE])
{
  return hh_decimal_whole(value, text);
}

size_t hhx_number_hash(uint64_t hash, char text[HHX_NUMBER_SIZE])
{
  text[0] = 'h';
  for (int i = 0; i < 16; i++)
    text[1 + i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
  text[17] = '\0';
  return 17;
}

static bool is_word(const char *text, const char *word)
{
  for (; *word; text++, word++)
    if ((*text | 0x20) != *word) return false;
  return *text == '\0';
}

bool hhx_number_read(const char *text, double *value)
{
  const char *at = text;
  bool negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  if (is_word(at, "nan")) {
    *value = (double)NAN;
    return true;
  }
  if (is_word(at, "inf")) {
    *value = negative ? -(double)INFINITY : (double)INFINITY;
    return true;
  }
  size_t size = strlen(text);
  return size > 0 && hh_decimal_read(text, size, value) == size;
}
