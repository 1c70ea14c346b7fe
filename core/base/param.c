/* Parameter tables: access by row, lookup by name, and the nearest name for a misspelt one.
 * Names are at most HH_NAME_MAX bytes for the distance; longer ones are cut. */
#include "base/param.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { HH_NAME_MAX = 63 };

bool hh_param_accepts(const HhParam *param, double value)
{
  if (!isfinite(value) || value < param->low || value > param->high) return false;
  return param->kind == HH_REAL || value == floor(value);
}

double hh_param_get(const HhParam *param, const void *params)
{
  const char *field = (const char *)params + param->offset;
  if (param->kind == HH_REAL) {
    double value;
    memcpy(&value, field, sizeof value);
    return value;
  }
  int value;
  memcpy(&value, field, sizeof value);
  return value;
}

void hh_param_set(const HhParam *param, void *params, double value)
{
  assert(hh_param_accepts(param, value));
  char *field = (char *)params + param->offset;
  if (param->kind == HH_REAL) {
    memcpy(field, &value, sizeof value);
  } else {
    int whole = (int)value;
    memcpy(field, &whole, sizeof whole);
  }
}

int hh_param_choice(const HhParam *param, const char *word)
{
  size_t length = strlen(word);
  int index = 0;
  for (const char *name = param->unit; length > 0; index++) {
    size_t span = strcspn(name, "|");
    if (span == length && memcmp(name, word, span) == 0) return index;
    if (name[span] == '\0') break;
    name += span + 1;
  }
  return -1;
}

void hh_param_choice_name(const HhParam *param, int index, char *text, size_t size)
{
  const char *name = param->unit;
  for (; index > 0; index--) {
    name += strcspn(name, "|");
    if (*name == '|') name++;
  }
  size_t span = strcspn(name, "|");
  if (span >= size) span = size - 1;
  memcpy(text, name, span);
  text[span] = '\0';
}

const HhParam *hh_param_find(const HhParam *table, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(table[i].name, name) == 0) return &table[i];
  return NULL;
}

static size_t smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Optimal string alignment distance (insert, delete, change, swap neighbours). */
static size_t edit_distance(const char *a, const char *b)
{
  size_t m = smaller(strlen(a), HH_NAME_MAX);
  size_t n = smaller(strlen(b), HH_NAME_MAX);
  size_t row[3][HH_NAME_MAX + 1];
  for (size_t j = 0; j <= n; j++)
    row[0][j] = j;
  for (size_t i = 1; i <= m; i++) {
    size_t *now = row[i % 3], *before = row[(i - 1) % 3], *two_before = row[(i + 1) % 3];
    now[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t change = before[j - 1] + (a[i - 1] != b[j - 1]);
      now[j] = smaller(smaller(before[j], now[j - 1]) + 1, change);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = smaller(now[j], two_before[j - 2] + 1);
    }
  }
  return row[m % 3][n];
}

/* Lower is nearer: twice the edit distance, or 3 for a name that merely contains the word. */
static size_t remoteness(const char *name, const char *word)
{
  size_t apart = 2 * edit_distance(name, word);
  const char *last = strrchr(name, '.');
  if (last != NULL) apart = smaller(apart, 2 * edit_distance(last + 1, word) + 1);
  if (strlen(word) > 2 && strstr(name, word) != NULL) apart = smaller(apart, 3);
  return apart;
}

const HhParam *hh_param_nearest(const HhParam *table, size_t count, const char *name)
{
  const HhParam *nearest = NULL;
  size_t least = 0;
  for (size_t i = 0; i < count; i++) {
    size_t apart = remoteness(table[i].name, name);
    if (nearest == NULL || apart < least) nearest = &table[i], least = apart;
  }
  return nearest;
}

const char *hh_word_nearest(const char *const *words, size_t count, const char *word)
{
  const char *nearest = NULL;
  size_t least = 0;
  for (size_t i = 0; i < count; i++) {
    size_t apart = remoteness(words[i], word);
    if (nearest == NULL || apart < least) nearest = words[i], least = apart;
  }
  return nearest;
}
