/* CSV after RFC 4180: commas, CRLF, quotes only where needed, and files that appear whole or not
 * at all.
 *
 * A writer fills a draft, PATH.XXXXXX.tmp, a new file whose X are letters and digits, through its
 * own buffer; hhx_csv_close flushes, syncs, closes and renames it. So a link at PATH is replaced
 * and never followed. The first error (a full disk, say) is kept, later calls do nothing, and close
 * reports it; so callers check once.
 * The reader takes CRLF and LF. Not done: encodings (text is UTF-8 as it comes), other
 * separators. */
#ifndef HHX_CSV_H
#define HHX_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#define HHX_CSV_LINE_END "\r\n"

typedef struct HhxCsv HhxCsv;

/* Null, errno and *error when the file cannot be made. */
HhxCsv *hhx_csv_open(const char *path, HhxError *error);

/* The same for a path that the user names: "-" is standard output, and what is no plain file (a
 * device, a pipe, a link) is written in place. */
HhxCsv *hhx_csv_open_anywhere(const char *path, HhxError *error);

/* True for a path that hhx_csv_open_anywhere writes in place: nothing can lie beside it. */
bool hhx_csv_in_place(const char *path);

/* True for two paths of one plain file, which its reader would lose to its writer. Null: false. */
bool hhx_same_file(const char *one, const char *other);

/* Length of NAME when `name` is that of its draft, else 0. */
size_t hhx_csv_draft_of(const char *name);

/* Exit code when a path cannot be opened or made: 2 when the path is wrong (absent, no folder, no
 * right to it), 1 when the machine is at its end (disk, descriptors, memory). */
int hhx_exit_code(int cause);

/* A plain file for reading, neither a link nor a pipe that would be waited for; -1 and errno. */
int hhx_plain_open(const char *path);

/* The next cell of the row. A number that hhb_is_missing makes an empty cell. */
void hhx_csv_text(HhxCsv *csv, const char *text);
void hhx_csv_number(HhxCsv *csv, double value);
void hhx_csv_count(HhxCsv *csv, int64_t value);
void hhx_csv_hash(HhxCsv *csv, uint64_t hash);
void hhx_csv_empty(HhxCsv *csv);

/* Ends the row; every row has as many cells as the first, else the calling code is wrong. */
void hhx_csv_end(HhxCsv *csv);

/* Bytes as they are: for files that are no CSV and want the same care. */
void hhx_csv_bytes(HhxCsv *csv, const void *bytes, size_t size);

/* The file that is written now, the draft or the path itself: for a program that writes it. */
const char *hhx_csv_written(const HhxCsv *csv);

/* errno of the first failure so far, or 0. */
int hhx_csv_failed(const HhxCsv *csv);

/* Frees the writer. False and *error when anything failed; then no file is left behind. */
bool hhx_csv_close(HhxCsv *csv, HhxError *error);

/* Frees the writer and removes what it wrote. Null is allowed. */
void hhx_csv_discard(HhxCsv *csv);

/* Closes what was written with exit code 0, discards it otherwise; the code, or 1 and *error when
 * closing failed. */
int hhx_csv_finish(HhxCsv *csv, int code, HhxError *error);

/* Writes one whole text file with the same care; text null means that memory ran out.
 * 0, or *error and exit code 1. */
int hhx_csv_file(const char *path, const char *text, HhxError *error);

/* Cuts the cell at `at` off a terminated text: unquotes it in place and returns where the next one
 * begins, or null where a quote is out of place. *ended: the row ends with it. */
char *hhx_csv_cut(char *at, char **cell, bool *ended);

/* A whole file in memory: row 0 is the header, every row has `columns` cells. */
typedef struct HhxSheet {
  char *bytes;
  char **cells;
  int columns;
  int64_t rows;
} HhxSheet;

/* False and *error (file, row and fault) when it cannot be read or is ragged. */
bool hhx_sheet_read(const char *path, HhxSheet *sheet, HhxError *error);
void hhx_sheet_free(HhxSheet *sheet);

/* Cell of a row; column called `name`, or -1. */
const char *hhx_sheet_cell(const HhxSheet *sheet, int64_t row, int column);
int hhx_sheet_column(const HhxSheet *sheet, const char *name);

/* The cell as a number; an empty cell is hhb_missing(). False when it is a word. */
bool hhx_sheet_number(const HhxSheet *sheet, int64_t row, int column, double *value);

#endif
