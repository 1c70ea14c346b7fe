/* Columns by name into the doubles of a frame. See the header. */
#include "trace_reader.h"

#include <stdio.h>
#include <string.h>

#include "number.h"

const char *const hhx_mode_names[HHX_MODE_COUNT] = {"swing", "slack",  "flight", "sine",  "blend",
                                                    "chain", "stance", "run",    "slide", "bounce",
                                                    "pair",  "wings",  "other"};

static const double far_most = 1e6;

/* Adds a column when the header has it. */
static bool add(HhxTraceReader *reader, const char *name, size_t offset)
{
  int column = hhx_rows_column(&reader->rows, name);
  if (column < 0 || reader->field_count == HHX_FIELDS_MOST) return false;
  HhxTraceField *field = &reader->fields[reader->field_count++];
  *field = (HhxTraceField){.column = column, .offset = offset};
  snprintf(field->name, sizeof field->name, "%.*s", HHX_FIELD_SIZE - 1, name);
  return true;
}

/* The columns of one level of detail: how many are there, and the first that is not. */
typedef struct Level {
  HhxTraceReader *reader;
  int found;
  char missing[64];
} Level;

static bool add_number(Level *level, const char *name, size_t offset)
{
  bool there = add(level->reader, name, offset);
  if (there)
    level->found++;
  else if (level->missing[0] == '\0')
    snprintf(level->missing, sizeof level->missing, "%s", name);
  return there;
}

static void add_point(Level *level, const char *point, size_t offset, int axes)
{
  static const char letters[] = "xyz";
  for (int i = 0; i < axes; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s_%c_m", point, letters[i]);
    add_number(level, name, offset + (size_t)i * sizeof(double));
  }
}

static void add_flag(Level *level, const char *name, size_t offset)
{
  HhxTraceReader *reader = level->reader;
  if (add_number(level, name, offset)) reader->fields[reader->field_count - 1].flag = true;
}

static void add_level(Level *level, HhLevel which)
{
  static const char letters[] = "wxyz";
  const size_t rig = offsetof(HhxFrame, rig);
  if (which == HH_LEVEL_RIG2) add_point(level, "hand", rig + offsetof(HhRig, rig2.hand), 2);
  if (which > HH_LEVEL_RIG2)
    for (size_t i = 0; i < hh_rig_point_count; i++)
      if (hh_rig_points[i].level == which)
        add_point(level, hh_rig_points[i].name, rig + hh_rig_points[i].offset, 3);
  if (which == HH_LEVEL_RIG5) {
    add_flag(level, "hand_l_held", rig + offsetof(HhRig, rig5.hand_holds[HH_LEFT]));
    add_flag(level, "hand_r_held", rig + offsetof(HhRig, rig5.hand_holds[HH_RIGHT]));
    add_flag(level, "foot_l_held", rig + offsetof(HhRig, rig5.foot_holds[HH_LEFT]));
    add_flag(level, "foot_r_held", rig + offsetof(HhRig, rig5.foot_holds[HH_RIGHT]));
  }
  for (size_t i = 0; i < hh_skin_output_count && which == HH_LEVEL_SKIN; i++)
    add_number(level, hh_skin_outputs[i].name,
               offsetof(HhxFrame, skin) + hh_skin_outputs[i].offset);
  if (which != HH_LEVEL_BONES) return;
  for (int bone = 0; bone < HH_BONE_COUNT; bone++)
    for (int i = 0; i < 4; i++) {
      char name[64];
      snprintf(name, sizeof name, "%s_q%c", hh_bone_names[bone], letters[i]);
      add_number(level, name,
                 rig + offsetof(HhRig, bones.local) + (size_t)bone * sizeof(HhQuat) +
                     (size_t)i * sizeof(double));
    }
}

/* The columns of what moves, where the first of them is there. */
static bool find_wood(HhxTraceReader *reader, HhxError *error)
{
  reader->wood_column = hhx_rows_column(&reader->rows, "wood");
  reader->wood_field = reader->field_count;
  for (int i = 0; reader->wood_column >= 0 && i < 2 * (HH_CHAIN_BEADS + 1); i++) {
    const size_t rest = offsetof(HhxFrame, wood.rest), bead = offsetof(HhxFrame, wood.bead);
    char name[64], axis = i % 2 ? 'y' : 'x';
    if (i < 2)
      snprintf(name, sizeof name, "wood_rest_%c_m", axis);
    else
      snprintf(name, sizeof name, "wood_%d_%c_m", i / 2, axis);
    size_t offset = i < 2 ? rest : bead + (size_t)(i / 2 - 1) * sizeof(HhVec);
    if (!add(reader, name, offset + (size_t)(i % 2) * sizeof(double)))
      return hhx_error_at(error, reader->rows.path, 1, 1, name,
                          "no such column, though wood is there; keep all that begin so or none");
    HhxTraceField *field = &reader->fields[reader->field_count - 1];
    field->optional = field->wood = true;
  }
  return true;
}

static bool find_columns(HhxTraceReader *reader, HhxError *error)
{
  const char *path = reader->rows.path;
  static const struct {
    const char *name;
    size_t offset;
  } always[] = {{"t_s", offsetof(HhxFrame, time_s)},
                {"com_x_m", offsetof(HhxFrame, com.x)},
                {"com_y_m", offsetof(HhxFrame, com.y)},
                {"vel_x_mps", offsetof(HhxFrame, velocity.x)},
                {"vel_y_mps", offsetof(HhxFrame, velocity.y)},
                {"held", offsetof(HhxFrame, held)},
                {"contact_x_m", offsetof(HhxFrame, contact.x)},
                {"contact_y_m", offsetof(HhxFrame, contact.y)}};
  static const char remedy[] = "no such column; is this a trace of `handhold run --trace`?";
  for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
    if (!add(reader, always[i].name, always[i].offset))
      return hhx_error_at(error, path, 1, 1, always[i].name, "%s", remedy);
  reader->fields[5].flag = true;
  reader->fields[6].optional = reader->fields[7].optional = true;
  reader->mode_column = hhx_rows_column(&reader->rows, "mode");
  reader->mover_column = hhx_rows_column(&reader->rows, "mover");
  reader->creature_column = hhx_rows_column(&reader->rows, "creature");
  if (reader->mode_column < 0 || reader->mover_column < 0)
    return hhx_error_at(error, path, 1, 1, reader->mode_column < 0 ? "mode" : "mover", "%s",
                        remedy);

  for (int which = HH_LEVEL_RIG2; which <= HH_LEVEL_SKIN; which++) {
    Level level = {.reader = reader};
    int before = reader->field_count;
    add_level(&level, (HhLevel)which);
    if (level.found == 0) {
      reader->field_count = before;
      break;
    }
    if (level.missing[0] != '\0')
      return hhx_error_at(error, path, 1, 1, level.missing,
                          "no such column, though others of its level of detail are there; keep "
                          "all of them or none");
    reader->level = (HhLevel)which;
  }
  return true;
}

bool hhx_reader_open(const char *path, int creature, HhxTraceReader *reader, HhxError *error)
{
  *reader = (HhxTraceReader){.creature = creature, .other = -1};
  if (!hhx_rows_open(path, &reader->rows, error)) return false;
  if (hhx_rows_next(&reader->rows, error) == HHX_ROWS_ROW && find_columns(reader, error) &&
      find_wood(reader, error))
    return true;
  hhx_reader_close(reader);
  return false;
}

void hhx_reader_close(HhxTraceReader *reader)
{
  hhx_rows_close(&reader->rows);
}

/* Error at a cell of the row; `index` of a field. */
static bool fault(const HhxTraceReader *reader, int column, const char *key, HhxError *error,
                  const char *what)
{
  char text[200];
  snprintf(text, sizeof text, "%s, not '%s'", what, hhx_shown(reader->rows.cells[column]).text);
  return hhx_rows_fault(&reader->rows, column, key, error, text);
}

static bool read_field(const HhxTraceReader *reader, const HhxTraceField *field, HhxFrame *frame,
                       HhxError *error)
{
  const char *cell = reader->rows.cells[field->column];
  double value = 0;
  bool empty = field->optional && cell[0] == '\0';
  if (!empty && !hhx_number_read(cell, &value))
    return fault(reader, field->column, field->name, error, "a number is needed here");
  if (!(fabs(value) < far_most))
    return fault(reader, field->column, field->name, error,
                 "a finite number below 1000000 is needed here");
  char *at = (char *)frame + field->offset;
  if (!field->flag) {
    memcpy(at, &value, sizeof value);
    return true;
  }
  if (value != 0 && value != 1)
    return fault(reader, field->column, field->name, error, "0 or 1 is needed here");
  bool flag = value != 0;
  memcpy(at, &flag, sizeof flag);
  return true;
}

/* Whether the row is of the creature that is read; *error and -1 for a bad number. */
static int is_ours(HhxTraceReader *reader, HhxError *error)
{
  double creature = 0;
  if (reader->creature_column >= 0) {
    const char *cell = reader->rows.cells[reader->creature_column];
    if (!hhx_number_read(cell, &creature) || !(creature >= 0 && creature < 1e9) ||
        creature != floor(creature)) {
      fault(reader, reader->creature_column, "creature", error,
            "a whole number from 0 is needed here");
      return -1;
    }
  }
  if (reader->creature < 0) reader->creature = (int)creature;
  bool ours = reader->creature == (int)creature;
  if (!ours && reader->other < 0) reader->other = (int)creature;
  return ours;
}

static HhxMode mode_of(const char *word)
{
  for (int i = 0; i < HHX_MODE_OTHER; i++)
    if (strcmp(word, hhx_mode_names[i]) == 0) return (HhxMode)i;
  return HHX_MODE_OTHER;
}

/* What follows from the columns. */
static void complete(HhxFrame *frame)
{
  HhRig *rig = &frame->rig;
  rig->rig2.com = frame->com;
  rig->rig2.velocity = frame->velocity;
  rig->rig2.holds = frame->held;
  rig->bones.root = rig->rig14.pelvis;
  rig->rig5.trunk = rig->rig14.com = hh_vec3_of(frame->com);
  for (int side = 0; side < HH_SIDES; side++) {
    rig->rig14.hand_holds[side] = rig->rig5.hand_holds[side];
    rig->rig14.foot_holds[side] = rig->rig5.foot_holds[side];
  }
}

static HhQuat scaled(HhQuat q, double length)
{
  return (HhQuat){q.w / length, q.x / length, q.y / length, q.z / length};
}

/* Rotations are of length 1; what rounding took from them is given back. */
static bool check_bones(const HhxTraceReader *reader, HhxFrame *frame, HhxError *error)
{
  for (int i = 0; i < reader->field_count; i++) {
    const HhxTraceField *field = &reader->fields[i];
    size_t into = field->offset - offsetof(HhxFrame, rig.bones.local);
    if (into >= sizeof frame->rig.bones.local || into % sizeof(HhQuat) != 0) continue;
    HhQuat *turn = &frame->rig.bones.local[into / sizeof(HhQuat)];
    double length = sqrt(hh_quat_dot(*turn, *turn));
    if (!(length > 0.9 && length < 1.1))
      return fault(reader, field->column, field->name, error,
                   "a rotation is needed in this cell and the three after it, whose squares add "
                   "up to 1");
    *turn = scaled(*turn, length);
  }
  return true;
}

/* Which piece moves, and how many beads it has: those that are there. */
static bool read_wood(const HhxTraceReader *reader, HhxFrame *frame, HhxError *error)
{
  HhxWood *wood = &frame->wood;
  const char *const *cells = (const char *const *)reader->rows.cells;
  double piece = -1;
  wood->piece = -1;
  if (reader->wood_column < 0 || cells[reader->wood_column][0] == '\0') return true;
  if (!hhx_number_read(cells[reader->wood_column], &piece) || !(piece >= 0 && piece < far_most) ||
      piece != floor(piece))
    return fault(reader, reader->wood_column, "wood", error,
                 "a whole number from 0, or nothing, is needed here");
  wood->piece = (int)piece;
  while (wood->count < HH_CHAIN_BEADS &&
         cells[reader->fields[reader->wood_field + 2 + 2 * wood->count].column][0] != '\0')
    wood->count++;
  return wood->count > 0 || fault(reader, reader->fields[reader->wood_field + 2].column,
                                  "wood_1_x_m", error, "wood is there, so a number is needed here");
}

HhxRowsNext hhx_reader_next(HhxTraceReader *reader, HhxFrame *frame, HhxError *error)
{
  const HhxRows *rows = &reader->rows;
  for (;;) {
    HhxRowsNext next = hhx_rows_next(&reader->rows, error);
    if (next != HHX_ROWS_ROW) return next;
    int ours = is_ours(reader, error);
    if (ours < 0) return HHX_ROWS_FAULT;
    if (ours) break;
    reader->others++;
  }
  *frame = (HhxFrame){0};
  for (int i = 0; i < reader->field_count; i++)
    if (!read_field(reader, &reader->fields[i], frame, error)) return HHX_ROWS_FAULT;
  if (!read_wood(reader, frame, error)) return HHX_ROWS_FAULT;
  if (reader->frames > 0 && frame->time_s < reader->last_s) {
    fault(reader, reader->fields[0].column, "t_s", error,
          "time goes back; sort the rows by t_s. It must be at least that of the row before");
    return HHX_ROWS_FAULT;
  }
  if (frame->held && (rows->cells[reader->fields[6].column][0] == '\0' ||
                      rows->cells[reader->fields[7].column][0] == '\0')) {
    fault(reader, reader->fields[6].column, "contact_x_m", error,
          "held is 1, so where the contact is must be here");
    return HHX_ROWS_FAULT;
  }
  if (reader->level >= HH_LEVEL_BONES && !check_bones(reader, frame, error)) return HHX_ROWS_FAULT;
  frame->mode = mode_of(rows->cells[reader->mode_column]);
  if (reader->frames == 0)
    snprintf(reader->mover, sizeof reader->mover, "%.*s", HHX_MOVER_SIZE - 1,
             hhx_shown(rows->cells[reader->mover_column]).text);
  complete(frame);
  reader->last_s = frame->time_s;
  reader->frames++;
  return HHX_ROWS_ROW;
}

/* A rotation and its negative are the same: the shorter way. */
static void mix_bones(const HhRig *a, const HhRig *b, double share, HhRig *rig)
{
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    HhQuat p = a->bones.local[i], q = b->bones.local[i];
    double k = hh_quat_dot(p, q) < 0 ? -share : share;
    HhQuat sum = {p.w * (1 - share) + q.w * k, p.x * (1 - share) + q.x * k,
                  p.y * (1 - share) + q.y * k, p.z * (1 - share) + q.z * k};
    double length = sqrt(hh_quat_dot(sum, sum));
    if (length > 0) rig->bones.local[i] = scaled(sum, length);
  }
}

static bool same_wood(const HhxWood *a, const HhxWood *b)
{
  bool bends = a->count == 1 && b->count == 1;
  return a->piece == b->piece && a->count == b->count &&
         (!bends || hh_vec_distance(a->rest, b->rest) < 0.2);
}

void hhx_reader_mix(const HhxTraceReader *reader, const HhxFrame *a, const HhxFrame *b,
                    double time_s, HhxFrame *frame)
{
  double span_s = b->time_s - a->time_s;
  double share = span_s > 0 ? (time_s - a->time_s) / span_s : 0;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  double speed_mps = fmax(hh_vec_length(a->velocity), hh_vec_length(b->velocity));
  bool jumped = hh_vec_distance(a->com, b->com) > 2 * speed_mps * span_s + 0.2;
  const HhxFrame *nearer = share < 0.5 ? a : b;
  *frame = *nearer;
  if (jumped) return;
  bool apart = a->held != b->held, other_wood = !same_wood(&a->wood, &b->wood);
  for (int i = 0; i < reader->field_count; i++) {
    const HhxTraceField *field = &reader->fields[i];
    if (field->flag || (field->optional && (field->wood ? other_wood : apart))) continue;
    double from, to;
    memcpy(&from, (const char *)a + field->offset, sizeof from);
    memcpy(&to, (const char *)b + field->offset, sizeof to);
    double value = from + share * (to - from);
    memcpy((char *)frame + field->offset, &value, sizeof value);
  }
  if (reader->level >= HH_LEVEL_BONES) mix_bones(&a->rig, &b->rig, share, &frame->rig);
  complete(frame);
}

/* How far the body stretches from its centre of mass, in the plane of the picture. */
static double span_m(const HhxFrame *frame, HhLevel level)
{
  double most = 0;
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    HhVec3 at;
    if (hh_rig_points[i].level > level) continue;
    memcpy(&at, (const char *)&frame->rig + hh_rig_points[i].offset, sizeof at);
    most = fmax(most, hh_vec_distance(frame->com, hh_vec(at.x, at.y)));
  }
  return most;
}

bool hhx_reader_survey(const char *path, int creature, double to_s, HhxSurvey *survey,
                       HhxError *error)
{
  HhxTraceReader reader;
  HhxFrame frame;
  HhxRowsNext next;
  *survey = (HhxSurvey){0};
  if (!hhx_reader_open(path, creature, &reader, error)) return false;
  while ((next = hhx_reader_next(&reader, &frame, error)) == HHX_ROWS_ROW) {
    survey->more = survey->frames > 0 && frame.time_s > to_s;
    if (survey->more) break;
    if (survey->frames++ == 0) survey->first_s = frame.time_s;
    if (survey->step_s <= 0) survey->step_s = frame.time_s - survey->first_s;
    survey->last_s = frame.time_s;
    survey->span_m = fmax(survey->span_m, span_m(&frame, reader.level));
    if (frame.held)
      survey->reach_m = fmax(survey->reach_m, hh_vec_distance(frame.com, frame.contact));
  }
  survey->level = reader.level;
  survey->creature = reader.creature;
  survey->other = reader.other;
  survey->others = reader.others;
  memcpy(survey->mover, reader.mover, sizeof survey->mover);
  hhx_reader_close(&reader);
  if (next == HHX_ROWS_FAULT) return false;
  if (survey->frames > 0) return true;
  return hhx_error_at(error, path, 0, 0, NULL, "%s",
                      survey->others > 0 ? "has no row of that creature; see its column creature"
                                         : "has no frame; record one with `handhold run --trace`");
}
