/* A course listed in a spec: [x_m, y_m] a hold, or a mapping a piece. */
#include <math.h>
#include <string.h>

#include "spec_course.h"
#include "spec_reader.h"

/* [x_m, y_m], of pieces [x_m, y_m, slope_rad] too. */
static bool read_point(HhxReader *reader, const HhxNode *hold, bool slope)
{
  if (hold->kind != HHX_LIST || (hold->count != 2 && !(slope && hold->count == 3)))
    return hhx_refuse(reader, hold, "course", "a hold that is not [x_m, y_m]; write [1.5, 0.2]");
  double value[3] = {0, 0, (double)NAN};
  int count = 0;
  for (const HhxNode *number = hold->child; number != NULL; number = number->next)
    if (!hhx_read_number(reader, number, "course", &value[count++])) return false;
  if (value[2] < -1.6 || value[2] > 1.6)
    return hhx_refuse(reader, hold, "course", "a slope out of range; choose from -1.6 to 1.6 rad");
  const char *fault = hhx_course_add(&reader->spec->course, hh_vec(value[0], value[1]), value[2]);
  return fault == NULL || hhx_refuse(reader, hold, "course", "%s", fault);
}

static bool read_points_of(HhxReader *reader, const HhxNode *points)
{
  if (!hhx_expect(reader, points, "points", HHX_LIST, "[[0, 0], [1.5, 0.2]]")) return false;
  for (const HhxNode *hold = points->child; hold != NULL; hold = hold->next)
    if (!read_point(reader, hold, true)) return false;
  return true;
}

static bool read_piece(HhxReader *reader, const HhxNode *node)
{
  static const char example[] = "{kind: branch, points: [[0, 0], [1.5, 0.2]]}";
  if (!hhx_expect(reader, node, "course", HHX_MAP, example)) return false;
  const char *words[HHX_PIECE_PARAMS + 1];
  const HhxNode *found[HHX_PIECE_PARAMS + 1] = {NULL};
  for (int i = 0; i < HHX_PIECE_PARAMS; i++)
    words[i] = hhx_piece_params[i].name;
  words[HHX_PIECE_PARAMS] = "points";
  if (!hhx_read_keys(reader, node, words, HHX_PIECE_PARAMS + 1, found)) return false;
  const HhxNode *points = found[HHX_PIECE_PARAMS];
  if (points == NULL)
    return hhx_refuse(reader, node, "course", "a piece without points; write %s", example);
  double value = HH_PIECE_BRANCH;
  if (found[0] != NULL && !hhx_read_value(reader, found[0], &hhx_piece_params[0], &value))
    return false;
  HhPiece piece = hhx_course_piece((HhPieceKind)value);
  for (int i = 1; i < HHX_PIECE_PARAMS; i++) {
    if (found[i] == NULL) continue;
    if (!hhx_read_value(reader, found[i], &hhx_piece_params[i], &value)) return false;
    hh_param_set(&hhx_piece_params[i], &piece, value);
  }
  const char *fault = hhx_course_begin(&reader->spec->course, piece);
  if (fault != NULL) return hhx_refuse(reader, node, "course", "%s", fault);
  if (!read_points_of(reader, points)) return false;
  fault = hhx_course_end(&reader->spec->course);
  return fault == NULL || hhx_refuse(reader, node, "course", "%s", fault);
}

bool hhx_read_course_list(HhxReader *reader, const HhxNode *list)
{
  HhxCourse *course = &reader->spec->course;
  if (!hhx_course_create(course)) return hhx_no_memory(reader);
  bool pieces = list->child != NULL && list->child->kind == HHX_MAP;
  for (const HhxNode *item = list->child; item != NULL; item = item->next)
    if (!(pieces ? read_piece(reader, item) : read_point(reader, item, false))) return false;
  if (course->count >= 2) return true;
  return hhx_refuse(reader, list, "course", "fewer than two holds; write [[0, 0], [1.5, 0.2]]");
}
