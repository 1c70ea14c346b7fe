/* Worlds that users give, hold by hold: of single holds, or of pieces (core/world/world.h).
 * What a course must keep to is the same from a CSV file and from a spec. */
#ifndef HHX_SPEC_COURSE_H
#define HHX_SPEC_COURSE_H

#include "spec.h"

enum {
  HHX_COURSE_HOLDS = 10000, /* most holds, so that a spec can list them all */
  HHX_COURSE_FAR = 1000000, /* farthest coordinate, m */
  HHX_PIECE_PARAMS = 5      /* kind, depth_m and what moves */
};

/* What can be said of a piece; offsets are into HhPiece. */
extern const HhParam hhx_piece_params[HHX_PIECE_PARAMS];

/* Empty, with room for HHX_COURSE_HOLDS; false when memory ran out. */
bool hhx_course_create(HhxCourse *course);

/* A piece of this kind as the jungle has it by default, where a file says nothing else: branches
 * do not bend. */
HhPiece hhx_course_piece(HhPieceKind kind);

/* Begins a piece; its first and count do not matter. A course of single holds has none. The
 * functions below return what is wrong, with the remedy, or null. */
const char *hhx_course_begin(HhxCourse *course, HhPiece piece);

/* Adds a hold; slope_rad NAN: as the holds beside it say. */
const char *hhx_course_add(HhxCourse *course, HhVec at, double slope_rad);

/* Ends the last piece, if there is one. */
const char *hhx_course_end(HhxCourse *course);

#endif
