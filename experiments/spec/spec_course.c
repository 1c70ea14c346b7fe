/* A course: the holds of scene `course`, from CSV. Every hold is its own branch, level. */
#include "spec_course.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "spec_cells.h"
#include "spec_value.h"

enum { COURSE_BYTES = 4 * 1024 * 1024 };

const char *hhx_course_fault(const HhHold *course, int count, double x_m, double y_m)
{
  if (x_m > HHX_COURSE_FAR || x_m < -HHX_COURSE_FAR || y_m > HHX_COURSE_FAR ||
      y_m < -HHX_COURSE_FAR)
    return "a hold beyond 1000 km; choose coordinates in metres";
  if (count > 0 && x_m <= course[count - 1].at.x)
    return "x_m does not grow from hold to hold; sort the holds by x_m";
  if (count == HHX_COURSE_HOLDS) return "more than 10000 holds; shorten the course";
  return NULL;
}

void hhx_course_add(HhHold *course, int *count, double x_m, double y_m)
{
  course[*count] = (HhHold){.at = hh_vec(x_m, y_m), .slope_rad = 0, .branch = *count};
  ++*count;
}

static bool parse_line(const char *path, HhxCells *cells, double at[2], HhxError *error)
{
  static const char *const names[] = {"x_m", "y_m"};
  int column;
  for (int i = 0; i < 2; i++) {
    const char *field = hhx_cells_field(cells, &column);
    if (field == NULL)
      return hhx_error_at(error, path, cells->line, column, names[i],
                          "'' is not a number; write x_m,y_m in every line");
    size_t used;
    HhxError fault;
    if (!hhx_number_parse(field, &used, &at[i], &fault))
      return hhx_error_at(error, path, cells->line, column, names[i], "%s", fault.text);
    if (field[used] != '\0')
      return hhx_error_at(error, path, cells->line, column, names[i],
                          "'%s' is not a number; write metres, as 1.75", hhx_shown(field).text);
  }
  if (hhx_cells_field(cells, &column) != NULL)
    return hhx_error_at(error, path, cells->line, column, NULL,
                        "more than two fields; write x_m,y_m only");
  return true;
}

static bool parse_course(const char *path, char *text, size_t size, HhHold *course, int *count,
                         HhxError *error)
{
  HhxCells cells;
  if (!hhx_cells_open(&cells, path, text, size, error)) return false;
  *count = 0;
  while (hhx_cells_line(&cells)) {
    double at[2];
    if (cells.line == 1) {
      if (strcmp(cells.start, "x_m,y_m") == 0 || strcmp(cells.start, "\"x_m\",\"y_m\"") == 0)
        continue;
      return hhx_error_at(error, path, 1, 1, NULL,
                          "the first line is '%s'; it must be the header x_m,y_m",
                          hhx_shown(cells.start).text);
    }
    if (!parse_line(path, &cells, at, error)) return false;
    const char *fault = hhx_course_fault(course, *count, at[0], at[1]);
    if (fault != NULL) return hhx_error_at(error, path, cells.line, 1, NULL, "%s", fault);
    hhx_course_add(course, count, at[0], at[1]);
  }
  if (*count < 2)
    return hhx_error_at(error, path, 0, 0, NULL,
                        "fewer than two holds; write the header x_m,y_m and a line a hold");
  return true;
}

HhHold *hhx_course_read(const char *path, int *count, HhxError *error)
{
  size_t size;
  char *text = hhx_file_read(path, COURSE_BYTES, &size, error);
  if (text == NULL) return NULL;
  HhHold *course = calloc(HHX_COURSE_HOLDS, sizeof *course);
  bool done = course != NULL;
  if (done)
    done = parse_course(hhx_path_shown(path), text, size, course, count, error);
  else
    hhx_error_at(error, path, 0, 0, NULL, "memory ran out");
  free(text);
  if (done) return course;
  free(course);
  return NULL;
}
