/* Single quotes around whatever is not plain. See the header. */
#include "words.h"

#include <stdbool.h>
#include <string.h>

void hhx_words_quote(const char *word, FILE *out)
{
  static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789_@%+=:,./-";
  bool quoted = word[0] == '\0' || word[strspn(word, safe)] != '\0';
  if (quoted) fputc('\'', out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  if (quoted) fputc('\'', out);
}

void hhx_words_put(const char *word, FILE *out)
{
  fputc(' ', out);
  hhx_words_quote(word, out);
}
