/* See the header. */
#include "camera.h"

#include <math.h>

static const double half_window_s = 1.3;

bool hhx_camera_open(const char *path, int creature, HhxCamera *camera, HhxError *error)
{
  camera->ended = false;
  camera->first = camera->count = 0;
  return hhx_reader_open(path, creature, &camera->reader, error);
}

void hhx_camera_close(HhxCamera *camera)
{
  hhx_reader_close(&camera->reader);
}

static int place(const HhxCamera *camera, int number)
{
  return (camera->first + number) % HHX_CAMERA_SAMPLES;
}

/* Samples are thinned, so that the ring holds any window. */
static void add(HhxCamera *camera, const HhxFrame *frame)
{
  const double apart_s = 2 * half_window_s / (HHX_CAMERA_SAMPLES - 2);
  if (camera->count > 0 &&
      frame->time_s - camera->samples[place(camera, camera->count - 1)].time_s < apart_s)
    return;
  if (camera->count == HHX_CAMERA_SAMPLES) {
    camera->first = place(camera, 1);
    camera->count--;
  }
  int at = place(camera, camera->count++);
  camera->samples[at].time_s = frame->time_s;
  camera->samples[at].at = frame->com;
}

HhVec hhx_camera_at(HhxCamera *camera, double time_s)
{
  HhxFrame frame;
  HhxError ignored;
  while (!camera->ended &&
         (camera->count == 0 ||
          camera->samples[place(camera, camera->count - 1)].time_s < time_s + half_window_s)) {
    camera->ended = hhx_reader_next(&camera->reader, &frame, &ignored) != HHX_ROWS_ROW;
    if (!camera->ended && frame.time_s > time_s - half_window_s - 1) add(camera, &frame);
  }
  while (camera->count > 1 && camera->samples[camera->first].time_s < time_s - half_window_s) {
    camera->first = place(camera, 1);
    camera->count--;
  }
  HhVec sum = {0, 0};
  double weights = 0;
  for (int i = 0; i < camera->count; i++) {
    double off_s = camera->samples[place(camera, i)].time_s - time_s;
    double weight =
        fabs(off_s) < half_window_s ? 1 + cos(3.141592653589793 * off_s / half_window_s) : 1e-9;
    sum = hh_vec_along(sum, camera->samples[place(camera, i)].at, weight);
    weights += weight;
  }
  return weights > 0 ? hh_vec_scale(sum, 1 / weights) : sum;
}
