/* Lines and fields of a small CSV. */
#include "spec_cells.h"

#include <string.h>

#include "error.h"

bool hhx_cells_open(HhxCells *cells, const char *path, char *text, size_t size, HhxError *error)
{
  if (memchr(text, '\0', size) != NULL)
    return hhx_error_at(error, path, 0, 0, NULL, "holds a NUL byte; name a CSV file");
  text[size] = '\0';
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
  *cells = (HhxCells){.next = text};
  return true;
}

bool hhx_cells_line(HhxCells *cells)
{
  char *text = cells->next;
  if (text[strspn(text, "\r\n")] == '\0') return false;
  size_t span = strcspn(text, "\n");
  cells->next = text + span + (text[span] == '\n');
  text[span] = '\0';
  if (span > 0 && text[span - 1] == '\r') text[--span] = '\0';
  cells->start = cells->rest = text;
  cells->length = (int)span;
  cells->line++;
  return true;
}

const char *hhx_cells_field(HhxCells *cells, int *column)
{
  char *start = cells->rest;
  *column = start != NULL ? (int)(start - cells->start) + 1 : cells->length + 1;
  if (start == NULL) return NULL;
  size_t span = strcspn(start, ",");
  cells->rest = start[span] == ',' ? start + span + 1 : NULL;
  if (span >= 2 && start[0] == '"' && start[span - 1] == '"') start++, span -= 2;
  start[span] = '\0';
  return start;
}
