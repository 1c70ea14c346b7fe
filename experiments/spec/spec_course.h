/* What a list of holds must keep to, from a file or from a spec. */
#ifndef HHX_SPEC_COURSE_H
#define HHX_SPEC_COURSE_H

#include "spec.h"

enum {
  HHX_COURSE_HOLDS = 10000, /* most holds, so that a spec can list them all */
  HHX_COURSE_FAR = 1000000  /* farthest coordinate, m */
};

/* What is wrong with a hold at (x_m, y_m) after the `count` holds of the course, and the remedy;
 * null when nothing is. */
const char *hhx_course_fault(const HhHold *course, int count, double x_m, double y_m);

/* Appends a hold; there must be room. */
void hhx_course_add(HhHold *course, int *count, double x_m, double y_m);

#endif
