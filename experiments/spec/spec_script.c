/* A script from CSV; see the header. */
#include "spec_script.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "spec_cells.h"
#include "spec_value.h"

enum { SCRIPT_BYTES = 4 * 1024 * 1024, FIELDS = 4 };

static const char header[] = "t_s,forward,up,release";
static const char *const names[FIELDS] = {"t_s", "forward", "up", "release"};

/* One field as a number; false and *error. */
static bool parse_field(const char *path, HhxCells *cells, int index, double *value,
                        HhxError *error)
{
  int column;
  const char *field = hhx_cells_field(cells, &column);
  if (field == NULL)
    return hhx_error_at(error, path, cells->line, column, names[index],
                        "is missing; write %s in every line", header);
  size_t used;
  HhxError fault;
  if (!hhx_number_parse(field, &used, value, &fault))
    return hhx_error_at(error, path, cells->line, column, names[index], "%s", fault.text);
  bool key = index > 0;
  if (field[used] != '\0' || (key && *value != 0 && *value != 1) || *value < 0)
    return hhx_error_at(
        error, path, cells->line, column, names[index], "'%s' is %s", hhx_shown(field).text,
        key ? "no key; write 1 for down or 0 for up" : "no time; write seconds from 0, as 1.75");
  return true;
}

static bool parse_row(const char *path, HhxCells *cells, HhPlayerRow *row, HhxError *error)
{
  double values[FIELDS];
  int column;
  for (int i = 0; i < FIELDS; i++)
    if (!parse_field(path, cells, i, &values[i], error)) return false;
  if (hhx_cells_field(cells, &column) != NULL)
    return hhx_error_at(error, path, cells->line, column, NULL,
                        "more than four fields; write %s only", header);
  *row = (HhPlayerRow){values[0], {values[1] != 0, values[2] != 0, values[3] != 0}};
  return true;
}

static bool is_header(const char *line)
{
  return strcmp(line, header) == 0 || strcmp(line, "\"t_s\",\"forward\",\"up\",\"release\"") == 0;
}

static bool parse_script(const char *path, char *text, size_t size, HhPlayerRow *rows, int *count,
                         HhxError *error)
{
  HhxCells cells;
  if (!hhx_cells_open(&cells, path, text, size, error)) return false;
  *count = 0;
  while (hhx_cells_line(&cells)) {
    if (cells.line == 1) {
      if (is_header(cells.start)) continue;
      return hhx_error_at(error, path, 1, 1, NULL,
                          "the first line is '%s'; it must be the header %s",
                          hhx_shown(cells.start).text, header);
    }
    if (*count == HHX_SCRIPT_ROWS)
      return hhx_error_at(error, path, cells.line, 1, NULL, "more than %d rows; shorten the script",
                          HHX_SCRIPT_ROWS);
    if (!parse_row(path, &cells, &rows[*count], error)) return false;
    if (*count > 0 && !(rows[*count].time_s > rows[*count - 1].time_s))
      return hhx_error_at(error, path, cells.line, 1, "t_s",
                          "time does not grow from row to row; sort the rows by t_s");
    ++*count;
  }
  if (*count == 0)
    return hhx_error_at(error, path, 0, 0, NULL,
                        "no row; write the header %s and a line for each change of keys", header);
  return true;
}

HhPlayerRow *hhx_script_read(const char *path, int *count, HhxError *error)
{
  size_t size;
  char *text = hhx_file_read(path, SCRIPT_BYTES, &size, error);
  if (text == NULL) return NULL;
  HhPlayerRow *rows = calloc(HHX_SCRIPT_ROWS, sizeof *rows);
  bool done = rows != NULL;
  if (done)
    done = parse_script(hhx_path_shown(path), text, size, rows, count, error);
  else
    hhx_error_at(error, path, 0, 0, NULL, "memory ran out");
  free(text);
  if (done) return rows;
  free(rows);
  return NULL;
}
