/* A CSV file row by row, in the memory of one row: for files that may be longer than memory.
 * The reader takes CRLF and LF, quotes as csv.h does, and a byte order mark. Row 1 is the header;
 * every row has as many cells as it. Not done: pipes (whoever draws reads a file twice). */
#ifndef HHX_ROWS_H
#define HHX_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

typedef struct HhxRows {
  const char *path; /* borrowed */
  int fd;
  char *bytes; /* what was read and not yet cut: bytes[begin] .. bytes[end - 1] */
  size_t room, begin, end;
  bool ended;
  char **cells; /* of the row that was cut last */
  int *places;  /* where in the line each begins, from 1 */
  int columns;  /* of the header; 0 before it */
  int line, next_line;
} HhxRows;

/* What a call for the next row gives. */
typedef enum HhxRowsNext { HHX_ROWS_FAULT = -1, HHX_ROWS_END, HHX_ROWS_ROW } HhxRowsNext;

/* False and *error when there is no such plain file. */
bool hhx_rows_open(const char *path, HhxRows *rows, HhxError *error);
void hhx_rows_close(HhxRows *rows);

HhxRowsNext hhx_rows_next(HhxRows *rows, HhxError *error);

/* Column of the row cut last (the header) called `name`, or -1. */
int hhx_rows_column(const HhxRows *rows, const char *name);

/* Error at a cell of the row cut last, and false. */
bool hhx_rows_fault(const HhxRows *rows, int column, const char *key, HhxError *error,
                    const char *what);

#endif
