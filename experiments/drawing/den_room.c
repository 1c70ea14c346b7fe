/* The room of a den's trace; see den_reader.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "den_reader.h"
#include "number.h"
#include "trace.h"

/* Equal tiles beside one another. */
typedef struct Run {
  int row, column, count, tile;
} Run;

typedef struct Runs {
  Run *runs;
  size_t count, room;
  double tile_m;
} Runs;

static bool read_cell(const HhxRows *rows, int column, double low, double high, const char *what,
                      double *value, HhxError *error)
{
  if (hhx_number_read(rows->cells[column], value) && *value >= low && *value <= high) return true;
  return hhx_rows_fault(rows, column, NULL, error, what);
}

static bool read_run(const HhxRows *rows, const int columns[5], Runs *runs, HhxError *error)
{
  static const char *const what[5] = {
      "a row from 0 to 1023 is needed here", "a column from 0 to 1023 is needed here",
      "a count from 1 to 1024 is needed here", "a tile from 0 to 255 is needed here",
      "a length from 0.001 to 1000 m is needed here"};
  static const double low[5] = {0, 0, 1, 0, 0.001}, high[5] = {1023, 1023, 1024, 255, 1000};
  double values[5];
  for (int i = 0; i < 5; i++) {
    if (!read_cell(rows, columns[i], low[i], high[i], what[i], &values[i], error)) return false;
    if (i < 4 && values[i] != floor(values[i]))
      return hhx_rows_fault(rows, columns[i], NULL, error, "a whole number is needed here");
  }
  Run run = {(int)values[0], (int)values[1], (int)values[2], (int)values[3]};
  if (run.column + run.count > HH_ROOM_SIDE_MOST)
    return hhx_rows_fault(rows, columns[2], NULL, error, "goes beyond column 1023");
  if ((run.tile & HH_TILE_KIND) > HH_TILE_SLOPE_NW)
    return hhx_rows_fault(rows, columns[3], NULL, error, "is no tile: its lowest bits are 6 or 7");
  if (runs->count == runs->room) {
    size_t room = runs->room < 64 ? 64 : 2 * runs->room;
    Run *wider = runs->room < 4u << 20 ? realloc(runs->runs, room * sizeof *wider) : NULL;
    if (!wider) return hhx_rows_fault(rows, 0, NULL, error, "too many rows for memory");
    runs->runs = wider;
    runs->room = room;
  }
  runs->runs[runs->count++] = run;
  runs->tile_m = values[4];
  return true;
}

static bool read_runs(HhxRows *rows, Runs *runs, HhxError *error)
{
  static const char *const names[5] = {"row", "column", "count", "tile", "tile_m"};
  int columns[5];
  if (hhx_rows_next(rows, error) != HHX_ROWS_ROW) return false;
  for (int i = 0; i < 5; i++)
    if ((columns[i] = hhx_rows_column(rows, names[i])) < 0)
      return hhx_error_at(error, rows->path, 1, 1, names[i],
                          "no such column; is this the room of `handhold run --trace`?");
  HhxRowsNext next;
  while ((next = hhx_rows_next(rows, error)) == HHX_ROWS_ROW)
    if (!read_run(rows, columns, runs, error)) return false;
  if (next == HHX_ROWS_END && runs->count == 0)
    return hhx_error_at(error, rows->path, 2, 1, NULL, "has no tile; a room has one at least");
  return next == HHX_ROWS_END;
}

static bool lay(const Runs *runs, HhxDenRoom *room)
{
  int width = 0, height = 0;
  for (size_t i = 0; i < runs->count; i++) {
    const Run *run = &runs->runs[i];
    if (run->column + run->count > width) width = run->column + run->count;
    if (run->row >= height) height = run->row + 1;
  }
  uint8_t *tiles;
  room->memory = malloc(hh_room_bytes(width, height));
  if (!room->memory) return false;
  room->room = hh_room_clear(width, height, room->memory, &tiles);
  room->tile_m = runs->tile_m;
  for (size_t i = 0; i < runs->count; i++) {
    const Run *run = &runs->runs[i];
    memset(tiles + (ptrdiff_t)run->row * room->room.stride + run->column, run->tile,
           (size_t)run->count);
  }
  return true;
}

bool hhx_den_room_read(const char *trace_path, HhxDenRoom *room, HhxError *error)
{
  *room = (HhxDenRoom){0};
  char *path = hhx_trace_world_path(trace_path);
  if (!path) return hhx_error_at(error, trace_path, 0, 0, NULL, "memory ran out");
  HhxRows rows;
  Runs runs = {0};
  bool fine = hhx_rows_open(path, &rows, error);
  if (!fine)
    hhx_error_at(error, path, 0, 0, NULL,
                 "cannot be opened; the room lies beside the frames: keep the two files of "
                 "`handhold run --trace` together");
  if (fine) {
    fine = read_runs(&rows, &runs, error);
    hhx_rows_close(&rows);
  }
  if (fine && !lay(&runs, room)) fine = hhx_error_at(error, path, 0, 0, NULL, "memory ran out");
  free(runs.runs);
  free(path);
  return fine;
}

void hhx_den_room_free(HhxDenRoom *room)
{
  free(room->memory);
  *room = (HhxDenRoom){0};
}
