/* A den's trace on its way through a picture or film: the ticks about a time, the room, the dead
 * tentacles that follow, and two views beside one another: how it works, and how it is seen. The
 * trace is read as it is drawn. */
#ifndef HHX_DEN_STAGE_H
#define HHX_DEN_STAGE_H

#include "csv.h"
#include "den_paint.h"
#include "trace_reader.h"

typedef struct HhxDenStage {
  HhxDenReader reader;
  HhxDenRoom room;
  HhxDenFrame before, after, shown; /* about the time, and at it */
  bool ended;
  HhDangles *dangles; /* one a creature of `before` */
  int dangle_count;
  int watched;  /* its creature's number; -1: the first of the trace */
  HhVec *trail; /* where its middle was */
  int trail_count, trail_room;
  HhVec camera; /* m */
} HhxDenStage;

/* What the trace tells up to to_s, as hhx_reader_survey of others. False and *error. */
bool hhx_den_survey(const char *path, int creature, double to_s, HhxSurvey *survey,
                    HhxError *error);

/* The stage is to be closed whatever comes. 0, or an exit code and *error. */
int hhx_den_stage_open(const char *trace, int creature, double from_s, HhxDenStage *stage,
                       HhxError *error);
void hhx_den_stage_close(HhxDenStage *stage);

/* Reads on to the time, which is not before the last one. The same codes. */
int hhx_den_stage_seek(HhxDenStage *stage, double time_s, HhxError *error);

/* Both views of the time that was sought, the camera with the creature; pixels. */
void hhx_den_stage_paint(HhxDenStage *stage, const HhxSurvey *survey, double left, double top,
                         double width, double height, cairo_t *cairo);

/* A picture of the way from from_s to to_s and of the creature at its end: SVG, or else PNG. */
int hhx_den_draw(const char *trace, const HhxSurvey *survey, double from_s, double to_s, bool svg,
                 HhxCsv *csv, HhxError *error);

#endif
