/* A small CSV in memory that knows where each of its fields stands: RFC 4180 as far as numbers and
 * words need it: CRLF or LF, fields in quotes or not, none with a comma, quote or line end. */
#ifndef HHX_SPEC_CELLS_H
#define HHX_SPEC_CELLS_H

#include "spec.h"

typedef struct HhxCells {
  char *next;         /* what has not been looked at; the text is cut in place */
  char *start, *rest; /* the line, and what of it is left: null when its last field was taken */
  int line, length;   /* the line's number, from 1, and its length in bytes */
} HhxCells;

/* Begins with the `size` bytes at text, behind which there is room for one more. False for bytes
 * that are no text, and *error in the name of path. */
bool hhx_cells_open(HhxCells *cells, const char *path, char *text, size_t size, HhxError *error);

/* Goes to the next line; false at the end. Empty lines at the end do not count. */
bool hhx_cells_line(HhxCells *cells);

/* The next field of the line without its quotes, and its column; null, and the column behind the
 * line, when there is none. */
const char *hhx_cells_field(HhxCells *cells, int *column);

#endif
