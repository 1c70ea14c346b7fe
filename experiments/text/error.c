/* Error lines, and the reading of whole files whose faults they tell. */
#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_WORD = 60, SHOWN_PATH = 200 };

/* Cuts before a UTF-8 character rather than within it. */
static size_t cut(const char *text, size_t length, size_t most)
{
  if (length <= most) return length;
  while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
    most--;
  return most;
}

static void soften(char *text)
{
  for (; *text != '\0'; text++)
    if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
}

HhxShown hhx_shown(const char *text)
{
  HhxShown shown;
  size_t length = strlen(text), kept = cut(text, length, SHOWN_WORD);
  memcpy(shown.text, text, kept);
  strcpy(shown.text + kept, kept < length ? "..." : "");
  soften(shown.text);
  return shown;
}

bool hhx_error_at(HhxError *error, const char *path, int line, int column, const char *key,
                  const char *format, ...)
{
  char place[SHOWN_PATH + 40] = "", owner[80] = "", text[310];
  if (path != NULL) {
    /* A long path keeps its end: the file's name. */
    size_t length = strlen(path), from = length > SHOWN_PATH ? length - SHOWN_PATH : 0;
    while (((unsigned char)path[from] & 0xc0) == 0x80)
      from++;
    if (line > 0)
      snprintf(place, sizeof place, "%s%s:%d:%d: error: ", from > 0 ? "..." : "", path + from, line,
               column);
    else
      snprintf(place, sizeof place, "%s%s: error: ", from > 0 ? "..." : "", path + from);
    soften(place);
  }
  if (key != NULL) snprintf(owner, sizeof owner, "%s: ", hhx_shown(key).text);

  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  snprintf(error->text, sizeof error->text, "%s%s%s", place, owner, text);
  return false;
}

const char *hhx_path_shown(const char *path)
{
  return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* All bytes, or at least one more than `most`; errno of a failure in *fault. */
static char *read_all(FILE *file, size_t most, size_t *size, int *fault)
{
  char *text = NULL;
  *size = 0;
  for (size_t room = 1 << 16; *fault == 0; room *= 2) {
    char *longer = realloc(text, room + 1);
    if (longer == NULL) {
      *fault = ENOMEM;
      break;
    }
    text = longer;
    errno = 0;
    *size += fread(text + *size, 1, room - *size, file);
    if (ferror(file)) *fault = errno;
    if (*size < room || *size > most) break;
  }
  return text;
}

char *hhx_file_read(const char *path, size_t most, size_t *size, HhxError *error)
{
  if (path[0] == '\0') {
    hhx_error_at(error, NULL, 0, 0, NULL, "the name of a file is empty; name one");
    return NULL;
  }
  bool standard_input = strcmp(path, "-") == 0;
  const char *shown = hhx_path_shown(path);
  FILE *file = standard_input ? stdin : fopen(path, "rb");
  if (file == NULL) {
    hhx_error_at(error, shown, 0, 0, NULL, "cannot be opened: %s; check the path and its rights",
                 strerror(errno));
    return NULL;
  }

  int fault = 0;
  char *text = read_all(file, most, size, &fault);
  if (!standard_input) fclose(file);

  if (fault == EISDIR)
    hhx_error_at(error, shown, 0, 0, NULL, "is a folder; name a file");
  else if (fault != 0)
    hhx_error_at(error, shown, 0, 0, NULL, "cannot be read: %s", strerror(fault));
  else if (*size > most)
    hhx_error_at(error, shown, 0, 0, NULL, "is longer than %zu KiB; shorten it", most / 1024);
  else
    return text;
  free(text);
  return NULL;
}
