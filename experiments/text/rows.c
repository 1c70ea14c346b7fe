/* A window that moves along the file. See the header. */
#include "rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv.h"

enum { ROOM_FIRST = 1 << 16, ROOM_MOST = 1 << 21 };

bool hhx_rows_open(const char *path, HhxRows *rows, HhxError *error)
{
  struct stat status;
  *rows =
      (HhxRows){.path = path, .next_line = 1, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (rows->fd < 0)
    return hhx_error_at(error, path, 0, 0, NULL,
                        "cannot be opened: %s; check the path and its rights", strerror(errno));
  if (fstat(rows->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    hhx_rows_close(rows);
    return hhx_error_at(error, path, 0, 0, NULL, "is no plain file; name a CSV file");
  }
  rows->room = ROOM_FIRST;
  rows->bytes = malloc(rows->room);
  if (rows->bytes) return true;
  hhx_rows_close(rows);
  return hhx_error_at(error, path, 0, 0, NULL, "cannot be read: memory ran out");
}

void hhx_rows_close(HhxRows *rows)
{
  if (rows->fd >= 0) close(rows->fd);
  free(rows->bytes);
  free(rows->cells);
  free(rows->places);
  *rows = (HhxRows){.fd = -1};
}

bool hhx_rows_fault(const HhxRows *rows, int column, const char *key, HhxError *error,
                    const char *what)
{
  return hhx_error_at(error, rows->path, rows->line, rows->places[column], key, "%s", what);
}

static HhxRowsNext fail(const HhxRows *rows, HhxError *error, const char *what)
{
  hhx_error_at(error, rows->path, rows->line, 1, NULL, "%s", what);
  return HHX_ROWS_FAULT;
}

/* Reads on; moves what is left to the front first, and takes more room when that is all of it. */
static bool read_on(HhxRows *rows)
{
  memmove(rows->bytes, rows->bytes + rows->begin, rows->end - rows->begin);
  rows->end -= rows->begin;
  rows->begin = 0;
  if (rows->end + 1 >= rows->room) {
    char *wider = rows->room < ROOM_MOST ? realloc(rows->bytes, rows->room * 2) : NULL;
    if (!wider) return false;
    rows->bytes = wider;
    rows->room *= 2;
  }
  ssize_t got;
  do {
    got = read(rows->fd, rows->bytes + rows->end, rows->room - rows->end - 1);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return false;
  rows->end += (size_t)got;
  rows->ended = got == 0;
  return true;
}

/* Length of the row at the window's begin without its line end's LF; *found when that is there. */
static size_t row_length(const HhxRows *rows, int *lines, bool *found)
{
  bool quoted = false;
  *lines = 0;
  *found = false;
  size_t i = rows->begin;
  for (; i < rows->end && !*found; i++) {
    if (rows->bytes[i] == '"') quoted = !quoted;
    if (rows->bytes[i] != '\n') continue;
    ++*lines;
    *found = !quoted;
  }
  return i - rows->begin - *found;
}

/* Room for the header's cells: one more than it has commas. */
static bool make_cells(HhxRows *rows, const char *row)
{
  size_t most = 1;
  for (const char *at = row; *at != '\0'; at++)
    most += *at == ',';
  rows->cells = malloc(most * sizeof *rows->cells);
  rows->places = malloc(most * sizeof *rows->places);
  rows->columns = (int)most;
  return rows->cells && rows->places;
}

/* Cuts the terminated row into cells; null, or what is wrong. */
static const char *cut_row(HhxRows *rows, char *row)
{
  int count = 0;
  char *at = row;
  for (bool ended = false; !ended;) {
    if (count == rows->columns) return "more cells than the header; give each row the same number";
    rows->places[count] = (int)(at - row) + 1;
    at = hhx_csv_cut(at, &rows->cells[count++], &ended);
    if (!at) return "a quote out of place; quote whole cells and double the quotes within";
  }
  if (rows->line == 1) rows->columns = count;
  if (count < rows->columns) return "fewer cells than the header; give each row the same number";
  return NULL;
}

HhxRowsNext hhx_rows_next(HhxRows *rows, HhxError *error)
{
  int lines;
  bool found;
  size_t length;
  rows->line = rows->next_line;
  for (;;) {
    length = row_length(rows, &lines, &found);
    if (found || rows->ended) break;
    errno = 0;
    if (!read_on(rows))
      return fail(rows, error, errno != 0 ? strerror(errno) : "a line beyond 1 MiB; is this CSV?");
  }
  if (!found && length == 0)
    return rows->columns > 0 ? HHX_ROWS_END : fail(rows, error, "is empty; a header is needed");
  char *row = rows->bytes + rows->begin;
  row[length] = '\0';
  rows->begin += length + found;
  rows->next_line += lines;
  bool marked = rows->line == 1 && length >= 3 && memcmp(row, "\xef\xbb\xbf", 3) == 0;
  if (marked) {
    row += 3;
    length -= 3;
  }
  if (memchr(row, '\0', length)) return fail(rows, error, "a zero byte: this is no text");
  if (rows->columns == 0 && !make_cells(rows, row)) return fail(rows, error, "memory ran out");
  if (length > 0 && row[length - 1] == '\r') row[length - 1] = '\0';
  const char *fault = cut_row(rows, row);
  return fault ? fail(rows, error, fault) : HHX_ROWS_ROW;
}

int hhx_rows_column(const HhxRows *rows, const char *name)
{
  for (int i = 0; i < rows->columns; i++)
    if (strcmp(rows->cells[i], name) == 0) return i;
  return -1;
}
