/* What a course must keep to. Every hold of a course without pieces is its own branch, level. */
#include "spec_course.h"

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"
#include "chain/chain.h"

#define PIECE_PARAM(field, unit, low, high, meaning)                                               \
  {                                                                                                \
#field, unit, HH_REAL, offsetof(HhPiece, field), 0, low, high, meaning, ""                     \
  }

const HhParam hhx_piece_params[HHX_PIECE_PARAMS] = {
    {"kind", "branch|trunk|vine|cable|canopy|ground", HH_CHOICE, offsetof(HhPiece, kind), 0, 0,
     HH_PIECE_KIND_COUNT - 1, "what the holds are part of", ""},
    PIECE_PARAM(depth_m, "m", -1000, 1000, "of its plane, to the right"),
    PIECE_PARAM(stiffness_ps2, "1/s2", 0, 1e5, "force a metre over a gibbon's mass"),
    PIECE_PARAM(damping_ps, "1/s", 0, 1000, "force a speed over a gibbon's mass"),
    PIECE_PARAM(mass_ratio, "", 0, 100, "of a bead, or of the wood that moves, in gibbons"),
};

bool hhx_course_create(HhxCourse *course)
{
  *course = (HhxCourse){.holds = calloc(HHX_COURSE_HOLDS, sizeof *course->holds),
                        .pieces = calloc(HHX_COURSE_HOLDS, sizeof *course->pieces)};
  if (course->holds != NULL && course->pieces != NULL) return true;
  hhx_course_free(course);
  return false;
}

void hhx_course_free(HhxCourse *course)
{
  free(course->holds);
  free(course->pieces);
  *course = (HhxCourse){0};
}

HhWorld hhx_course_world(const HhxCourse *course)
{
  return (HhWorld){.holds = course->holds,
                   .count = course->count,
                   .complete = true,
                   .pieces = course->piece_count > 0 ? course->pieces : NULL,
                   .piece_count = course->piece_count};
}

HhPiece hhx_course_piece(HhPieceKind kind)
{
  HhParams params;
  hh_params_preset(&params);
  return kind == HH_PIECE_BRANCH ? (HhPiece){.kind = kind} : hh_jungle_piece(&params.jungle, kind);
}

/* As of the same in jungles: what is softer or lighter cannot be followed. */
static const double stiffness_least_ps2 = 1, mass_least_ratio = 0.001;

/* What is wrong with the numbers of a piece. */
static const char *piece_fault(const HhPiece *piece)
{
  HhPieceKind kind = piece->kind;
  bool beads = kind == HH_PIECE_VINE || kind == HH_PIECE_CABLE;
  bool gives = kind == HH_PIECE_BRANCH || kind == HH_PIECE_CANOPY;
  bool light = piece->mass_ratio < mass_least_ratio,
       soft = piece->stiffness_ps2 < stiffness_least_ps2;
  if (!gives && piece->stiffness_ps2 > 0)
    return "only branches and canopies give; leave stiffness_ps2 empty or 0";
  if (kind == HH_PIECE_CANOPY && soft)
    return "a canopy without stiffness; choose stiffness_ps2 from 1 to 100000";
  if (beads && light) return "beads without mass; choose mass_ratio from 0.001 to 100";
  if (kind != HH_PIECE_BRANCH || piece->stiffness_ps2 == 0) return NULL;
  if (soft)
    return "a branch without stiffness; choose stiffness_ps2 from 1 to 100000, or 0 for a rigid "
           "one";
  return light ? "a bending branch whose wood has no mass; choose mass_ratio from 0.001 to 100"
               : NULL;
}

const char *hhx_course_begin(HhxCourse *course, HhPiece piece)
{
  HhPieceKind kind = piece.kind;
  if (course->piece_count == 0 && kind != HH_PIECE_BRANCH && kind != HH_PIECE_TRUNK)
    return "the world begins with neither a branch nor a trunk; put one in front to start from";
  if (course->piece_count == HHX_COURSE_HOLDS) return "more than 10000 pieces; shorten the course";
  const char *fault = piece_fault(&piece);
  if (fault != NULL) return fault;
  piece.first = course->count;
  piece.count = 0;
  course->pieces[course->piece_count++] = piece;
  return NULL;
}

/* What is wrong with `at` as the hold after the last one of its piece. */
static const char *order_fault(HhPieceKind kind, HhVec last, HhVec at)
{
  if (kind == HH_PIECE_TRUNK && (at.x != last.x || at.y <= last.y))
    return "a trunk that does not go straight up; give its holds one x_m and growing y_m";
  if (kind == HH_PIECE_VINE && (at.x != last.x || at.y >= last.y))
    return "a vine that does not hang straight down; give its holds one x_m and falling y_m";
  if (kind != HH_PIECE_TRUNK && kind != HH_PIECE_VINE && at.x <= last.x)
    return "x_m does not grow from hold to hold; sort the holds by x_m";
  return NULL;
}

const char *hhx_course_add(HhxCourse *course, HhVec at, double slope_rad)
{
  HhPiece *piece = course->piece_count > 0 ? &course->pieces[course->piece_count - 1] : NULL;
  if (fabs(at.x) > HHX_COURSE_FAR || fabs(at.y) > HHX_COURSE_FAR)
    return "a hold beyond 1000 km; choose coordinates in metres";
  if (course->count == HHX_COURSE_HOLDS) return "more than 10000 holds; shorten the course";
  if (course->count > 0) {
    HhPieceKind kind = piece != NULL && piece->count > 0 ? piece->kind : HH_PIECE_BRANCH;
    const char *fault = order_fault(kind, course->holds[course->count - 1].at, at);
    if (fault != NULL) return fault;
  }
  int branch = piece != NULL ? course->piece_count - 1 : course->count;
  course->holds[course->count++] = (HhHold){at, piece != NULL ? slope_rad : 0, branch};
  if (piece != NULL) piece->count++;
  return NULL;
}

static const char *count_fault(const HhPiece *piece)
{
  switch (piece->kind) {
  case HH_PIECE_VINE:
    return piece->count >= 2 && piece->count <= HH_CHAIN_BEADS + 1
               ? NULL
               : "a vine needs 2 to 13 holds: the one it hangs from and its beads";
  case HH_PIECE_CABLE:
    return piece->count >= 3 && piece->count <= HH_CHAIN_BEADS + 2
               ? NULL
               : "a cable needs 3 to 14 holds: its two ends and the beads between them";
  case HH_PIECE_CANOPY:
  case HH_PIECE_GROUND:
    return piece->count >= 2 ? NULL : "a floor needs 2 holds at least: its ends";
  default: return piece->count >= 1 ? NULL : "a piece without a hold; list its points";
  }
}

/* A cable whose sticks do not turn upward cannot be at rest. */
static const char *sag_fault(const HhHold *holds, int count)
{
  for (int i = 2; i < count; i++) {
    HhVec before = hh_vec_sub(holds[i - 1].at, holds[i - 2].at);
    HhVec after = hh_vec_sub(holds[i].at, holds[i - 1].at);
    if (hh_vec_cross(before, after) <= 1e-3 * hh_vec_length(before) * hh_vec_length(after))
      return "a cable that does not sag; lower its holds between the ends, each stretch steeper "
             "than the one before by 0.001 rad at least";
  }
  return NULL;
}

/* Toward the next hold; of the last one as of the one before. */
static double slope_of(const HhPiece *piece, const HhHold *holds, int index)
{
  if (piece->count < 2) return piece->kind == HH_PIECE_TRUNK ? 0.5 * HH_PI : 0;
  int from = index + 1 < piece->count ? index : index - 1;
  return hh_angle_of(hh_vec_sub(holds[from + 1].at, holds[from].at));
}

const char *hhx_course_end(HhxCourse *course)
{
  if (course->piece_count == 0) return NULL;
  const HhPiece *piece = &course->pieces[course->piece_count - 1];
  HhHold *holds = &course->holds[piece->first];
  for (int i = 0; i < piece->count; i++)
    if (isnan(holds[i].slope_rad)) holds[i].slope_rad = slope_of(piece, holds, i);
  const char *fault = count_fault(piece);
  if (fault == NULL && piece->kind == HH_PIECE_CABLE) fault = sag_fault(holds, piece->count);
  return fault;
}
