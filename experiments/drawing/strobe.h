/* A stroboscopic tracing, as the biomechanics papers draw it (Usherwood & Bertram 2003, Fig. 4):
 * the body at even times, the way of its mass centre coloured by what governs it, what the hands
 * held, and, at every few figures, the velocity and the arm, which are square to each other at a
 * perfect grab. A long run breaks into rows, so that figures keep their size; several traces
 * stand below one another at one scale. */
#ifndef HHX_STROBE_H
#define HHX_STROBE_H

#include "csv.h"
#include "scenery.h"
#include "trace_reader.h"

typedef struct HhxStrobe {
  const char *const *traces;
  const HhxSurvey *surveys; /* of each trace */
  const HhxScenery *sceneries;
  int count;
  double from_s, to_s, every_s; /* a figure at from_s, from_s + every_s, .. */
} HhxStrobe;

enum { HHX_STROBE_FIGURES_MOST = 400, HHX_STROBE_ROWS_MOST = 24 };

/* Draws into `csv` as SVG, or else PNG. An exit code and *error: 2 when it would not fit. */
int hhx_strobe_draw(const HhxStrobe *strobe, bool svg, HhxCsv *csv, HhxError *error);

#endif
