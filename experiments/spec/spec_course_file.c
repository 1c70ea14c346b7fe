/* A course from CSV: x_m,y_m alone are single holds; with a column `branch` a world of pieces. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "spec_cells.h"
#include "spec_course.h"
#include "spec_value.h"

enum { COURSE_BYTES = 4 * 1024 * 1024 };

enum {
  COLUMN_X,
  COLUMN_Y,
  COLUMN_HOLD,
  COLUMN_BRANCH,
  COLUMN_SLOPE,
  COLUMN_PIECE, /* the first of HHX_PIECE_PARAMS */
  COLUMNS = COLUMN_PIECE + HHX_PIECE_PARAMS
};

/* One line; NAN where a cell is empty or there is no such column. */
typedef struct Row {
  double value[COLUMNS];
  int at[COLUMNS]; /* where the cell stands */
} Row;

typedef struct Reader {
  const char *path;
  HhxCells cells;
  HhxCourse *course;
  HhxError *error;
  int order[COLUMNS], columns; /* of the header */
  bool has[COLUMNS];
  int piece_line; /* where the last piece began */
} Reader;

#define refuse(reader, column, key, ...)                                                           \
  hhx_error_at((reader)->error, (reader)->path, (reader)->cells.line, column, key, __VA_ARGS__)

static const char *name_of(int column)
{
  static const char *const names[COLUMN_PIECE] = {"x_m", "y_m", "hold", "branch", "slope_rad"};
  return column < COLUMN_PIECE ? names[column] : hhx_piece_params[column - COLUMN_PIECE].name;
}

static int find_column(const char *name)
{
  for (int i = 0; i < COLUMNS; i++)
    if (strcmp(name_of(i), name) == 0) return i;
  return -1;
}

static bool read_header(Reader *reader)
{
  HhxShown line = hhx_shown(reader->cells.start);
  const char *field;
  int at;
  while ((field = hhx_cells_field(&reader->cells, &at)) != NULL) {
    int column = find_column(field);
    if (column < 0)
      return refuse(
          reader, at, NULL,
          "the first line is '%s'; it must be the header x_m,y_m, with branch where there "
          "are pieces, and kind, depth_m, stiffness_ps2, damping_ps, mass_ratio, "
          "slope_rad or hold as needed; '%s' is none of them",
          line.text, hhx_shown(field).text);
    if (reader->has[column])
      return refuse(reader, at, name_of(column), "a second time; delete one of the two");
    reader->has[column] = true;
    reader->order[reader->columns++] = column;
  }
  if (!reader->has[COLUMN_X] || !reader->has[COLUMN_Y])
    return refuse(reader, 1, NULL,
                  "the first line is '%s'; it must be the header x_m,y_m or have these columns",
                  line.text);
  for (int i = 0; i < reader->columns; i++)
    if (reader->order[i] > COLUMN_BRANCH && !reader->has[COLUMN_BRANCH])
      return refuse(reader, 1, name_of(reader->order[i]),
                    "it is about branches; add a column branch, 0 for the holds of the first");
  return true;
}

static bool read_cell(Reader *reader, int column, const char *field, Row *row)
{
  const char *name = name_of(column);
  double *value = &row->value[column];
  HhxError fault;
  bool needed = column < 2 || column == COLUMN_BRANCH;
  if (field[0] == '\0' && !needed) return true;
  if (column >= COLUMN_PIECE) {
    if (hhx_value_parse(&hhx_piece_params[column - COLUMN_PIECE], field, value, &fault))
      return true;
    return refuse(reader, row->at[column], name, "%s", fault.text);
  }
  size_t used;
  if (!hhx_number_parse(field, &used, value, &fault))
    return refuse(reader, row->at[column], name, "%s", fault.text);
  if (field[used] != '\0')
    return refuse(reader, row->at[column], name, "'%s' is not a number; write %s",
                  hhx_shown(field).text, column < 2 ? "metres, as 1.75" : "it alone, as 1");
  if (column == COLUMN_SLOPE && !(fabs(*value) <= 1.6))
    return refuse(reader, row->at[column], name,
                  "'%s' is out of range; choose from -1.6 to 1.6 rad", hhx_shown(field).text);
  return true;
}

static bool read_row(Reader *reader, Row *row)
{
  for (int i = 0; i < COLUMNS; i++)
    row->value[i] = (double)NAN, row->at[i] = 1;
  for (int i = 0; i < reader->columns; i++) {
    int column = reader->order[i];
    const char *field = hhx_cells_field(&reader->cells, &row->at[column]);
    if (field == NULL)
      return refuse(reader, row->at[column], name_of(column),
                    "'' is not a number; write %s in every line",
                    reader->columns == 2 ? "x_m,y_m" : "as many fields as the header");
    if (!read_cell(reader, column, field, row)) return false;
  }
  int at;
  if (hhx_cells_field(&reader->cells, &at) != NULL)
    return refuse(reader, at, NULL, "more than %s fields; write as many as the header",
                  reader->columns == 2 ? "two" : hhx_number(reader->columns).text);
  return true;
}

static bool end_piece(Reader *reader)
{
  const char *fault = hhx_course_end(reader->course);
  return fault == NULL ||
         hhx_error_at(reader->error, reader->path, reader->piece_line, 1, NULL, "%s", fault);
}

static bool begin_piece(Reader *reader, const Row *row)
{
  if (!end_piece(reader)) return false;
  double kind = row->value[COLUMN_PIECE];
  HhPiece piece = hhx_course_piece(isnan(kind) ? HH_PIECE_BRANCH : (HhPieceKind)kind);
  for (int i = 0; i < HHX_PIECE_PARAMS; i++) {
    double value = row->value[COLUMN_PIECE + i];
    if (!isnan(value)) hh_param_set(&hhx_piece_params[i], &piece, value);
  }
  reader->piece_line = reader->cells.line;
  const char *fault = hhx_course_begin(reader->course, piece);
  return fault == NULL || refuse(reader, row->at[COLUMN_BRANCH], NULL, "%s", fault);
}

/* What the first hold of a piece says, the others may repeat. */
static bool goes_on(Reader *reader, const Row *row)
{
  const HhPiece *piece = &reader->course->pieces[reader->course->piece_count - 1];
  for (int i = 0; i < HHX_PIECE_PARAMS; i++) {
    int column = COLUMN_PIECE + i;
    double first = hh_param_get(&hhx_piece_params[i], piece);
    if (!isnan(row->value[column]) && row->value[column] != first)
      return refuse(reader, row->at[column], name_of(column),
                    "another value than at the first hold of the branch; repeat that or leave it "
                    "empty, or begin another branch");
  }
  return true;
}

static bool place_in_piece(Reader *reader, const Row *row)
{
  int last = reader->course->piece_count - 1;
  double branch = row->value[COLUMN_BRANCH];
  if (branch == last && last >= 0) return goes_on(reader, row);
  if (branch == last + 1) return begin_piece(reader, row);
  return refuse(reader, row->at[COLUMN_BRANCH], "branch",
                "%s where %d is next; number branches 0, 1, 2 ... and keep the holds of each "
                "together",
                hhx_number(branch).text, last + 1);
}

static bool take_row(Reader *reader, const Row *row)
{
  HhxCourse *course = reader->course;
  double hold = row->value[COLUMN_HOLD];
  if (!isnan(hold) && hold != course->count)
    return refuse(reader, row->at[COLUMN_HOLD], "hold",
                  "%s where %d is next; number holds 0, 1, 2 ... or delete the column",
                  hhx_number(hold).text, course->count);
  if (reader->has[COLUMN_BRANCH] && !place_in_piece(reader, row)) return false;
  HhVec at = hh_vec(row->value[COLUMN_X], row->value[COLUMN_Y]);
  const char *fault = hhx_course_add(course, at, row->value[COLUMN_SLOPE]);
  return fault == NULL || refuse(reader, 1, NULL, "%s", fault);
}

static bool read_course(Reader *reader, char *text, size_t size)
{
  if (!hhx_cells_open(&reader->cells, reader->path, text, size, reader->error)) return false;
  while (hhx_cells_line(&reader->cells)) {
    Row row;
    if (reader->cells.line == 1) {
      if (!read_header(reader)) return false;
    } else if (!read_row(reader, &row) || !take_row(reader, &row)) {
      return false;
    }
  }
  if (reader->course->count < 2)
    return hhx_error_at(reader->error, reader->path, 0, 0, NULL,
                        "fewer than two holds; write the header x_m,y_m and a line a hold");
  return end_piece(reader);
}

bool hhx_course_read(const char *path, HhxCourse *course, HhxError *error)
{
  *course = (HhxCourse){0};
  size_t size;
  char *text = hhx_file_read(path, COURSE_BYTES, &size, error);
  if (text == NULL) return false;
  Reader reader = {.path = hhx_path_shown(path), .course = course, .error = error};
  bool done = hhx_course_create(course);
  if (done)
    done = read_course(&reader, text, size);
  else
    hhx_error_at(error, path, 0, 0, NULL, "memory ran out");
  free(text);
  if (!done) hhx_course_free(course);
  return done;
}
