/* Local search from a point of the unit cube, minimising, through NLopt: BOBYQA (Powell 2009,
 * DAMTP NA2009/06), Nelder-Mead with bounds (Nelder and Mead 1965; Box 1965), or Sbplx (Rowan's
 * Subplex 1990). One evaluation after another.
 *
 * None of the three draws a random number or lets a clock decide: the same library on the same
 * architecture asks for the same points, bit by bit; another build of NLopt (with fused
 * multiply-add, say) may not.
 * Nelder-Mead can collapse onto a face of the cube: from random starts it missed Branin's minima in
 * 7 of 100 with a step of 0.1 and in 34 with 0.3, where the other two missed none. It ends when the
 * evaluations are used up, when it is told to, or when steps are below 1e-9 of a range. A score
 * that is not finite counts as worse than all before by their range. */
#ifndef HHX_POLISH_H
#define HHX_POLISH_H

#include <stdbool.h>

#include "spec.h"

/* Evaluates a point; false asks to stop, and the score is not used then. */
typedef bool (*HhxPolishScore)(const double *point, double *score, void *data);

typedef struct HhxPolished {
  int evaluations; /* with a score */
  bool stopped;    /* by the callback */
  double score;    /* of the best point; infinite when none was finite */
} HhxPolished;

/* method: not HHX_POLISH_NONE. point: where to start, and on return the best point met (the start
 * if no score was finite). step: initial, share of each range. limit >= 1: most evaluations.
 * BOBYQA needs two dimensions; with one, Sbplx runs in its place.
 * False when memory ran out. */
bool hhx_polish(HhxPolish method, int dimensions, double step, int limit, HhxPolishScore score,
                void *data, double *point, HhxPolished *polished);

#endif
