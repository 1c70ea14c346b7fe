/* What cmocka 1.1.5 lacks: comparison of doubles, and reference tables.
 *
 *   CHECK_NEAR(actual, expected, tolerance)       |actual - expected| <= tolerance
 *   CHECK_RELATIVE(actual, expected, tolerance)   the same, times |expected|
 *
 * A NaN is near nothing. HH_TOL_SCALE in the environment multiplies every tolerance; with
 * HH_TOL_SCALE=0 no comparison fails and every residual is printed instead, so that one run
 * shows how far each tolerance is from what it guards.
 *
 *   char path[CHECK_PATH];
 *   CheckTable *table = check_table_read(check_shared(path, "reference/collision_loss.csv"));
 *   for (int row = 0; row < table->rows; row++)
 *     CHECK_RELATIVE(ours(check_cell(table, row, "delta_deg")),
 *                    check_cell(table, row, "loss_fraction_sin2"), 1e-11);
 *   check_table_free(table);
 *
 * check_shared skips the test when the build has no HANDHOLD_SHARED.
 * cmocka.h wants these four headers before it. */
#ifndef HANDHOLD_CHECK_H
#define HANDHOLD_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef HANDHOLD_SHARED
#define HANDHOLD_SHARED ""
#endif

enum { CHECK_PATH = 4096 };

#define CHECK_NEAR(actual, expected, tolerance)                                                    \
  check_near((actual), (expected), (tolerance), 1, #actual, __FILE__, __LINE__)

#define CHECK_RELATIVE(actual, expected, tolerance)                                                \
  check_near((actual), (expected), (tolerance), fabs(expected), #actual, __FILE__, __LINE__)

static inline void check_near(double actual, double expected, double tolerance, double unit,
                              const char *what, const char *file, int line)
{
  const char *word = getenv("HH_TOL_SCALE");
  double scale = word ? strtod(word, NULL) : 1;
  double residual = fabs(actual - expected);
  if (scale == 0) {
    print_message("%s:%d: %s: residual %.3g of %.3g\n", file, line, what, residual,
                  tolerance * unit);
    return;
  }
  if (residual <= tolerance * unit * scale) return;
  print_error("%s is %.17g, not %.17g: off by %.3g, allowed %.3g\n", what, actual, expected,
              residual, tolerance * unit * scale);
  _fail(file, line);
}

/* True in the tier that takes minutes, `tests/run --full`. */
static inline bool check_full(void)
{
  const char *word = getenv("HANDHOLD_FULL");
  return word && strcmp(word, "1") == 0;
}

/* Path of a file in the shared folder, written into the caller's buffer of CHECK_PATH chars. */
static inline const char *check_shared(char *path, const char *name)
{
  if (HANDHOLD_SHARED[0] == '\0') {
    print_message("skipped: %s needs -DHANDHOLD_SHARED=FOLDER\n", name);
    skip();
  }
  int length = snprintf(path, CHECK_PATH, "%s/%s", HANDHOLD_SHARED, name);
  assert_in_range(length, 1, CHECK_PATH - 1);
  return path;
}

/* A CSV file in memory: RFC 4180 without line breaks inside a cell. */
typedef struct CheckTable {
  char *text;   /* the file, cut into cells */
  char **names; /* columns */
  char **cells; /* rows x columns */
  int columns, rows;
} CheckTable;

/* Ends the cell that begins at `at` and returns where the next one begins; *last tells that the
 * line ended with it. *cell is the cell without its quotes. */
static inline char *check_cut(char *at, char **cell, bool *last)
{
  *cell = at;
  char *to = at;
  if (*at == '"') {
    for (at++; *at && !(at[0] == '"' && at[1] != '"'); at++) {
      if (*at == '"') at++;
      *to++ = *at;
    }
    if (*at == '"') at++;
  } else {
    while (*at && *at != ',' && *at != '\r' && *at != '\n')
      at++;
    to = at;
  }
  *last = *at != ',';
  if (*at == '\r') at++;
  if (*at) at++;
  *to = '\0';
  return at;
}

/* Fails the test when the file cannot be read or a row has another number of cells. */
static inline CheckTable *check_table_read(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("cannot open %s", path);
  size_t size = 0, room = 4096;
  char *text = malloc(room);
  assert_non_null(text);
  for (size_t got; (got = fread(text + size, 1, room - size - 1, file)) > 0;) {
    size += got;
    if (size + 1 < room) continue;
    text = realloc(text, room *= 2);
    assert_non_null(text);
  }
  fclose(file);
  text[size] = '\0';

  size_t most = 2; /* cells, header included */
  for (size_t i = 0; i < size; i++)
    most += text[i] == ',' || text[i] == '\n';
  CheckTable *table = calloc(1, sizeof *table);
  char **cells = calloc(most, sizeof *cells);
  assert_non_null(table);
  assert_non_null(cells);

  int count = 0, width = 0;
  for (char *at = text; *at;) {
    int before = count;
    for (bool last = false; !last;)
      at = check_cut(at, &cells[count++], &last);
    if (width == 0) width = count;
    if (count - before != width)
      fail_msg("%s: row %d has %d cells, the header %d", path, before / width, count - before,
               width);
  }
  if (width == 0) fail_msg("%s is empty", path);
  *table = (CheckTable){text, cells, cells + width, width, count / width - 1};
  return table;
}

static inline void check_table_free(CheckTable *table)
{
  free(table->names);
  free(table->text);
  free(table);
}

/* Number of the column called `name`, or -1. */
static inline int check_column(const CheckTable *table, const char *name)
{
  for (int i = 0; i < table->columns; i++)
    if (strcmp(table->names[i], name) == 0) return i;
  return -1;
}

/* A cell as it is written; fails the test when there is no such row or column. */
static inline const char *check_text(const CheckTable *table, int row, const char *name)
{
  int column = check_column(table, name);
  if (column < 0) fail_msg("no column %s", name);
  if (row < 0 || row >= table->rows) fail_msg("no row %d of %d", row, table->rows);
  return table->cells[row * table->columns + column];
}

/* A cell as a number; NaN where it is empty or no number. */
static inline double check_cell(const CheckTable *table, int row, const char *name)
{
  const char *word = check_text(table, row, name);
  char *end = NULL;
  double value = strtod(word, &end);
  return end == word || *end ? (double)NAN : value;
}

#endif
