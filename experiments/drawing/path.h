/* A whole run at one look: the way of the mass centre through the world, each way of moving in its
 * own colour, the arm at even times while something is held, and what the world is made of, each
 * kind of piece as the legend says. The course breaks into rows from left to right; several traces
 * stand below one another at one scale. Where the gibbon fell and was hung up again, a cross. */
#ifndef HHX_PATH_H
#define HHX_PATH_H

#include "csv.h"
#include "scenery.h"
#include "trace_reader.h"

typedef struct HhxPath {
  const char *const *traces;
  const HhxSurvey *surveys; /* of each trace */
  const HhxScenery *sceneries;
  int count;
  double from_s, to_s;
} HhxPath;

enum { HHX_PATH_ROWS_MOST = 60 };

/* Draws into `csv` as SVG, or else PNG. An exit code and *error: 2 when it would not fit. */
int hhx_path_draw(const HhxPath *path, bool svg, HhxCsv *csv, HhxError *error);

#endif
