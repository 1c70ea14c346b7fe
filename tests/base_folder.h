/* What tests of results share: one folder of their own, `base`, and questions about its files. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include "check.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char base[64];

static inline int make_base(void **state)
{
  (void)state;
  snprintf(base, sizeof base, "/tmp/handhold_test_XXXXXX");
  return mkdtemp(base) ? 0 : -1;
}

static inline int remove_base(void **state)
{
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", base);
  return system(command);
}

/* base/a or base/a/b, in one of a few buffers that take turns. */
static inline const char *at(const char *folder, const char *name)
{
  static char paths[8][256];
  static int turn;
  char *path = paths[turn++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s%s%s", base, folder, name ? "/" : "", name ? name : "");
  return path;
}

static inline bool exists(const char *path)
{
  struct stat status;
  return lstat(path, &status) == 0;
}

/* A whole file, to be freed. */
static inline char *slurp(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("cannot open %s", path);
  char *bytes = malloc(1 << 24);
  assert_non_null(bytes);
  *size = fread(bytes, 1, (1 << 24) - 1, file);
  bytes[*size] = '\0';
  fclose(file);
  return bytes;
}

static inline bool says(const char *path, const char *words)
{
  size_t size;
  char *text = slurp(path, &size);
  bool found = strstr(text, words) != NULL;
  free(text);
  return found;
}

static inline void same_file(const char *a, const char *b)
{
  size_t size_a, size_b;
  char *bytes_a = slurp(a, &size_a), *bytes_b = slurp(b, &size_b);
  if (size_a != size_b || memcmp(bytes_a, bytes_b, size_a) != 0) fail_msg("%s is not %s", a, b);
  assert_true(size_a > 0);
  free(bytes_a);
  free(bytes_b);
}

#endif
