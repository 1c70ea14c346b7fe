/* A course: the holds of scene `course`, from CSV. RFC 4180 as far as numbers need it: CRLF or LF,
 * fields in quotes or not. Every hold is its own branch, level. */
#include <stdlib.h>
#include <string.h>

#include "spec_course.h"
#include "spec_error.h"
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

/* The field at *text without its quotes, cut off in place; *text moves behind it, and becomes null
 * when it was the last. */
static char *next_field(char **text)
{
  char *start = *text;
  size_t span = strcspn(start, ",");
  *text = start[span] == ',' ? start + span + 1 : NULL;
  if (span >= 2 && start[0] == '"' && start[span - 1] == '"') start++, span -= 2;
  start[span] = '\0';
  return start;
}

static bool parse_line(const char *path, int line, char *text, double at[2], HhxError *error)
{
  char *start = text;
  int length = (int)strlen(text);
  for (int i = 0; i < 2; i++) {
    if (text == NULL)
      return hhx_error_at(error, path, line, length + 1, "y_m",
                          "'' is not a number; write x_m,y_m in every line");
    int column = (int)(text - start) + 1;
    const char *field = next_field(&text);
    size_t used;
    HhxError fault;
    if (!hhx_number_parse(field, &used, &at[i], &fault))
      return hhx_error_at(error, path, line, column, i == 0 ? "x_m" : "y_m", "%s", fault.text);
    if (field[used] != '\0')
      return hhx_error_at(error, path, line, column, i == 0 ? "x_m" : "y_m",
                          "'%s' is not a number; write metres, as 1.75", hhx_shown(field).text);
  }
  if (text != NULL)
    return hhx_error_at(error, path, line, (int)(text - start) + 1, NULL,
                        "more than two fields; write x_m,y_m only");
  return true;
}

static bool parse_course(const char *path, char *text, size_t size, HhHold *course, int *count,
                         HhxError *error)
{
  if (memchr(text, '\0', size) != NULL)
    return hhx_error_at(error, path, 0, 0, NULL, "holds a NUL byte; name a CSV file");
  text[size] = '\0';
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;

  *count = 0;
  for (int line = 1; *text != '\0'; line++) {
    size_t span = strcspn(text, "\n");
    char *next = text + span + (text[span] == '\n');
    text[span] = '\0';
    if (span > 0 && text[span - 1] == '\r') text[span - 1] = '\0';
    if (line == 1) {
      if (strcmp(text, "x_m,y_m") != 0 && strcmp(text, "\"x_m\",\"y_m\"") != 0)
        return hhx_error_at(error, path, 1, 1, NULL,
                            "the first line is '%s'; it must be the header x_m,y_m",
                            hhx_shown(text).text);
    } else if (*text != '\0' || next[strspn(next, "\r\n")] != '\0') { /* not so at the end */
      double at[2];
      if (!parse_line(path, line, text, at, error)) return false;
      const char *fault = hhx_course_fault(course, *count, at[0], at[1]);
      if (fault != NULL) return hhx_error_at(error, path, line, 1, NULL, "%s", fault);
      hhx_course_add(course, count, at[0], at[1]);
    }
    text = next;
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
