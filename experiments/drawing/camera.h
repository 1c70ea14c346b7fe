/* A camera that follows a body: the mean of its ways before and after, so it neither lags nor
 * sways with the swings; and never so far off that the body leaves the picture.
 *   at(t) = sum w(s - t) x(s) / sum w(s - t),  w(u) = 1 + cos(pi u / W),  |u| < W
 * It reads ahead in the trace, by itself; to it a fault there is the trace's end. */
#ifndef HHX_CAMERA_H
#define HHX_CAMERA_H

#include "trace_reader.h"

enum { HHX_CAMERA_SAMPLES = 512 };

typedef struct HhxCamera {
  HhxTraceReader reader;
  bool ended;
  struct {
    double time_s;
    HhVec at;
  } samples[HHX_CAMERA_SAMPLES]; /* a ring */
  int first, count;
} HhxCamera;

bool hhx_camera_open(const char *path, int creature, HhxCamera *camera, HhxError *error);
void hhx_camera_close(HhxCamera *camera);

/* Where it looks at a time, which must not go back. */
HhVec hhx_camera_at(HhxCamera *camera, double time_s);

#endif
