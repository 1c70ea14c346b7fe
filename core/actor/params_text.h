/* Parameter files: a line a parameter, which is YAML too.
 *
 *   # a comment
 *   gibbon.arm_length: 0.75     # another
 *   world.pitch_max: 15 deg
 *   planner.method: exact
 *
 * Values are read as base/value.h says. An unknown name, a name twice, a value out of range and
 * anything that is no such line are faults. Lines end with LF, CRLF or CR; a byte order mark before
 * the first is passed over. */
#ifndef HH_ACTOR_PARAMS_TEXT_H
#define HH_ACTOR_PARAMS_TEXT_H

#include "actor/params.h"
#include "base/value.h"

enum { HH_PARAMS_TEXT_ROWS = 320 }; /* room for every row of hh_params_table */

/* Where and what is wrong. */
typedef struct HhParamsFault {
  int line, column; /* from 1; 0: not one line, but what all of them together leave */
  char word[64];    /* what the fault is about, as written, cut at 63 bytes */
  const char *what, *remedy;
  const HhParam *param; /* the row concerned; for an unknown name the nearest; null: none */
  HhValueFault value;   /* FINE when the fault is not in a value */
} HhParamsFault;

/* A walk over a file in memory: {text, size} and zeros. */
typedef struct HhParamsText {
  const char *text;
  size_t size, at;
  int line;                       /* that was read last */
  int lines[HH_PARAMS_TEXT_ROWS]; /* in which each row was given; 0: not yet */
} HhParamsText;

/* The next assignment; *param is null behind the last one. False and *fault when it is wrong. */
bool hh_params_next(HhParamsText *walk, const HhParam **param, double *value, HhParamsFault *fault);

/* Applies all assignments over what *params holds, a preset or another file. False and *fault
 * when one is wrong or they contradict each other (hh_params_fault); then *params stays as it
 * was. */
bool hh_params_read(const char *text, size_t size, HhParams *params, HhParamsFault *fault);

/* Writes a line for every parameter that differs from *base, in table order. Returns the length of
 * the whole text; as much as fits `size` is written, and terminated when size > 0. */
size_t hh_params_write(const HhParams *params, const HhParams *base, char *text, size_t size);

#endif
