/* See the header. */
#include "den_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static const double far_most = 1e6;

/* Cells of a tentacle before its beads. */
enum {
  DUTY,
  HOLDS,
  STICK,
  ROOT,
  IDEAL = ROOT + 2,
  TEMPORARY = IDEAL + 2,
  GOAL = TEMPORARY + 2,
  GHOST = GOAL + 2,
  BEADS
};

bool hhx_den_is(const char *path)
{
  HhxRows rows;
  HhxError error;
  if (!hhx_rows_open(path, &rows, &error)) return false;
  bool is =
      hhx_rows_next(&rows, &error) == HHX_ROWS_ROW && hhx_rows_column(&rows, "ball_radius_m") >= 0;
  hhx_rows_close(&rows);
  return is;
}

/* The column, or -1 and *error. */
static int find(const HhxDenReader *reader, const char *name, HhxError *error)
{
  int column = hhx_rows_column(&reader->rows, name);
  if (column < 0)
    hhx_error_at(error, reader->rows.path, 1, 1, name,
                 "no such column; is this a trace of `handhold run --trace`?");
  return column;
}

/* The first of cells that follow one another, by the names of the first and the last of them. */
static int find_run(const HhxDenReader *reader, const char *first, const char *last, int apart,
                    HhxError *error)
{
  int from = find(reader, first, error), to = from < 0 ? -1 : find(reader, last, error);
  if (to < 0 || to == from + apart) return to < 0 ? -1 : from;
  hhx_error_at(error, reader->rows.path, 1, 1, first,
               "is not %d columns before %s; keep the order of `handhold run --trace`", apart,
               last);
  return -1;
}

static int find_pair(const HhxDenReader *reader, const char *name, HhxError *error)
{
  char x[64], y[64];
  snprintf(x, sizeof x, "%s_x_m", name);
  snprintf(y, sizeof y, "%s_y_m", name);
  return find_run(reader, x, y, 1, error);
}

/* How many of `most` columns NAME_1_x_m, NAME_2_x_m .. there are. */
static int count_of(const HhxDenReader *reader, const char *before, const char *after, int most)
{
  int count = 0;
  for (; count < most; count++) {
    char name[64];
    snprintf(name, sizeof name, "%s%d%s", before, count + 1, after);
    if (hhx_rows_column(&reader->rows, name) < 0) break;
  }
  return count;
}

static bool find_arm(HhxDenReader *reader, int i, HhxError *error)
{
  char first[64], last[64];
  snprintf(first, sizeof first, "arm_%d_duty", i + 1);
  snprintf(last, sizeof last, "arm_%d_%d_y_m", i + 1, reader->beads);
  reader->arm[i] = find_run(reader, first, last, BEADS + 2 * reader->beads - 1, error);
  return reader->arm[i] >= 0;
}

static bool find_columns(HhxDenReader *reader, HhxError *error)
{
  const struct {
    int *column;
    const char *name;
  } single[] = {{&reader->time, "t_s"},    {&reader->number, "creature"},
                {&reader->mover, "mover"}, {&reader->mode, "mode"},
                {&reader->held, "held"},   {&reader->ball_m, "ball_radius_m"},
                {&reader->way, "way"}};
  for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
    if ((*single[i].column = find(reader, single[i].name, error)) < 0) return false;
  reader->com = find_pair(reader, "com", error);
  if (reader->com < 0) return false;
  reader->velocity = find_run(reader, "vel_x_mps", "vel_y_mps", 1, error);
  if (reader->velocity < 0) return false;
  reader->target = find_pair(reader, "target", error);
  if (reader->target < 0) return false;
  reader->balls = count_of(reader, "ball_", "_x_m", HH_DADDY_BALLS);
  reader->arms = count_of(reader, "arm_", "_duty", HH_DADDY_TENTACLES);
  reader->beads = count_of(reader, "arm_1_", "_x_m", HH_STRAND_BEADS);
  for (int i = 0; i < reader->balls; i++) {
    char name[32];
    snprintf(name, sizeof name, "ball_%d", i + 1);
    if ((reader->ball[i] = find_pair(reader, name, error)) < 0) return false;
  }
  if (reader->arms > 0 && reader->beads == 0)
    return hhx_error_at(error, reader->rows.path, 1, 1, "arm_1_1_x_m", "no such column");
  for (int i = 0; i < reader->arms; i++)
    if (!find_arm(reader, i, error)) return false;
  return true;
}

bool hhx_den_open(const char *path, HhxDenReader *reader, HhxError *error)
{
  *reader = (HhxDenReader){.last_s = -HUGE_VAL};
  if (!hhx_rows_open(path, &reader->rows, error)) return false;
  if (hhx_rows_next(&reader->rows, error) == HHX_ROWS_ROW && find_columns(reader, error))
    return true;
  hhx_den_close(reader);
  return false;
}

void hhx_den_close(HhxDenReader *reader)
{
  hhx_rows_close(&reader->rows);
}

/* -- cells ------------------------------------------------------------------------------------- */

static bool fault(const HhxDenReader *reader, int column, HhxError *error, const char *what)
{
  return hhx_rows_fault(&reader->rows, column, NULL, error, what);
}

static bool empty(const HhxDenReader *reader, int column)
{
  return reader->rows.cells[column][0] == '\0';
}

static bool read_number(const HhxDenReader *reader, int column, double *value, HhxError *error)
{
  if (hhx_number_read(reader->rows.cells[column], value) && fabs(*value) < far_most) return true;
  return fault(reader, column, error, "a finite number below 1000000 is needed here");
}

static bool read_pair(const HhxDenReader *reader, int column, HhVec *at, HhxError *error)
{
  return read_number(reader, column, &at->x, error) &&
         read_number(reader, column + 1, &at->y, error);
}

/* The same where both may be empty. */
static bool read_maybe(const HhxDenReader *reader, int column, bool *there, HhVec *at,
                       HhxError *error)
{
  *there = !empty(reader, column) || !empty(reader, column + 1);
  return !*there || read_pair(reader, column, at, error);
}

static bool read_whole(const HhxDenReader *reader, int column, int most, int *value,
                       HhxError *error)
{
  double number;
  if (!read_number(reader, column, &number, error)) return false;
  *value = (int)number;
  if (number == floor(number) && number >= 0 && number <= most) return true;
  char text[96];
  snprintf(text, sizeof text, "a whole number from 0 to %d is needed here", most);
  return fault(reader, column, error, text);
}

/* "4 7 0012": a tile, then steps. */
static bool read_tiles(const HhxDenReader *reader, int column, HhxTiles *tiles, HhxError *error)
{
  static const char what[] = "tiles are needed here, as `4 7 0012`: column, row and at most 255 "
                             "steps from 0 to 7; or nothing";
  const char *cell = reader->rows.cells[column];
  int used = 0;
  tiles->count = 0;
  if (cell[0] == '\0') return true;
  if (sscanf(cell, "%4d %4d %n", &tiles->x, &tiles->y, &used) != 2 || used == 0 || tiles->x < 0 ||
      tiles->y < 0)
    return fault(reader, column, error, what);
  size_t steps = strlen(cell + used);
  if (steps >= HHX_WAY_MOST || strspn(cell + used, "01234567") != steps)
    return fault(reader, column, error, what);
  for (size_t i = 0; i < steps; i++)
    tiles->step[i] = (uint8_t)(cell[(size_t)used + i] - '0');
  tiles->count = (int)steps + 1;
  return true;
}

static bool read_arm(const HhxDenReader *reader, int from, HhxArm *arm, HhxError *error)
{
  int holds;
  if (!read_whole(reader, from + HOLDS, 1, &holds, error) ||
      !read_number(reader, from + STICK, &arm->stick_m, error) ||
      !read_pair(reader, from + ROOT, &arm->root, error) ||
      !read_pair(reader, from + IDEAL, &arm->ideal, error) ||
      !read_maybe(reader, from + TEMPORARY, &arm->found, &arm->temporary, error) ||
      !read_maybe(reader, from + GOAL, &arm->reaching, &arm->goal, error) ||
      !read_tiles(reader, from + GHOST, &arm->ghost, error))
    return false;
  arm->holds = holds != 0;
  for (int i = 0; i < reader->beads; i++)
    if (!read_pair(reader, from + BEADS + 2 * i, &arm->bead[i], error)) return false;
  return true;
}

static HhxDenKind kind_of(const char *mover)
{
  if (strcmp(mover, "wall_tentacle") == 0) return HHX_DEN_WALL;
  return strcmp(mover, "prey") == 0 ? HHX_DEN_PREY : HHX_DEN_DADDY;
}

static bool read_creature(HhxDenReader *reader, HhxDenCreature *creature, HhxError *error)
{
  char *const *cells = reader->rows.cells;
  *creature = (HhxDenCreature){.kind = kind_of(cells[reader->mover])};
  if (reader->mover_name[0] == '\0')
    snprintf(reader->mover_name, sizeof reader->mover_name, "%.39s",
             hhx_shown(cells[reader->mover]).text);
  snprintf(creature->mode, sizeof creature->mode, "%.15s", cells[reader->mode]);
  if (!read_whole(reader, reader->number, 999999, &creature->number, error) ||
      !read_pair(reader, reader->com, &creature->com, error) ||
      !read_pair(reader, reader->velocity, &creature->velocity, error) ||
      !read_whole(reader, reader->held, HH_DADDY_TENTACLES, &creature->held, error))
    return false;
  if (creature->kind == HHX_DEN_PREY) return true;
  creature->arms = creature->kind == HHX_DEN_DADDY ? reader->arms : 1;
  if (creature->arms > reader->arms)
    return fault(reader, reader->mover, error, "a tentacle, so columns arm_1_.. must be there");
  for (int i = 0; i < creature->arms; i++)
    if (!read_arm(reader, reader->arm[i], &creature->arm[i], error)) return false;
  if (creature->kind == HHX_DEN_WALL) return true;
  creature->balls = reader->balls;
  for (int i = 0; i < creature->balls; i++)
    if (!read_pair(reader, reader->ball[i], &creature->ball[i], error)) return false;
  return read_number(reader, reader->ball_m, &creature->ball_m, error) &&
         read_maybe(reader, reader->target, &creature->going, &creature->target, error) &&
         read_tiles(reader, reader->way, &creature->way, error);
}

/* -- frames ------------------------------------------------------------------------------------ */

static bool make_room(HhxDenFrame *frame, int count)
{
  if (count <= frame->room) return true;
  int room = frame->room < 8 ? 8 : 2 * frame->room;
  if (room < count) room = count;
  HhxDenCreature *creatures = realloc(frame->creatures, (size_t)room * sizeof *creatures);
  if (!creatures) return false;
  frame->creatures = creatures;
  frame->room = room;
  return true;
}

static bool add_creature(HhxDenReader *reader, HhxDenFrame *frame, HhxError *error)
{
  if (frame->count == HHX_DEN_CREATURES_MOST)
    return fault(reader, reader->time, error, "more than 4096 creatures at one time");
  if (!make_room(frame, frame->count + 1))
    return fault(reader, reader->time, error, "memory ran out");
  return read_creature(reader, &frame->creatures[frame->count++], error);
}

HhxRowsNext hhx_den_next(HhxDenReader *reader, HhxDenFrame *frame, HhxError *error)
{
  frame->count = 0;
  while (!reader->ended) {
    if (!reader->pending) {
      HhxRowsNext next = hhx_rows_next(&reader->rows, error);
      if (next == HHX_ROWS_FAULT) return next;
      reader->ended = next == HHX_ROWS_END;
      if (reader->ended) break;
    }
    double time_s;
    reader->pending = true;
    if (!read_number(reader, reader->time, &time_s, error)) return HHX_ROWS_FAULT;
    if (frame->count > 0 && time_s != frame->time_s) return HHX_ROWS_ROW;
    if (time_s < reader->last_s) {
      fault(reader, reader->time, error, "time goes back; sort the rows by t_s");
      return HHX_ROWS_FAULT;
    }
    frame->time_s = reader->last_s = time_s;
    reader->pending = false;
    if (!add_creature(reader, frame, error)) return HHX_ROWS_FAULT;
  }
  return frame->count > 0 ? HHX_ROWS_ROW : HHX_ROWS_END;
}

bool hhx_den_frame_copy(const HhxDenFrame *from, HhxDenFrame *to)
{
  if (!make_room(to, from->count)) return false;
  if (from->count > 0)
    memcpy(to->creatures, from->creatures, (size_t)from->count * sizeof *to->creatures);
  to->count = from->count;
  to->time_s = from->time_s;
  return true;
}

void hhx_den_frame_free(HhxDenFrame *frame)
{
  free(frame->creatures);
  *frame = (HhxDenFrame){0};
}
