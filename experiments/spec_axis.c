/* Shares of an interval, and draws from it. */
#include "spec_axis.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "elementary.h"

static double clamp(double value, double low, double high)
{
  return value < low ? low : value > high ? high : value;
}

double hhx_axis_between(double low, double high, bool log, double share)
{
  double value = low + (high - low) * share;
  if (log) {
    double from = hhx_log(low);
    value = hhx_exp(from + (hhx_log(high) - from) * share);
  }
  return clamp(value, low, high);
}

double hhx_axis_step(const HhxAxis *axis, int index, int steps)
{
  if (index == 0) return axis->low;
  if (index == steps - 1) return axis->high;
  double value = hhx_axis_between(axis->low, axis->high, axis->log, (double)index / (steps - 1));
  if (axis->param->kind != HH_REAL) return clamp(floor(value + 0.5), axis->low, axis->high);
  char text[32];
  snprintf(text, sizeof text, "%.12g", value);
  return clamp(strtod(text, NULL), axis->low, axis->high);
}

double hhx_axis_draw(const HhxAxis *axis, uint64_t seed, int number, int64_t point)
{
  HhRandom random = hh_random(seed, HH_STREAM_DESIGN, (uint32_t)number);
  random.draw = (uint64_t)point;
  if (axis->count > 0) return axis->values[hh_random_index(&random, (uint64_t)axis->count)];
  if (axis->param->kind == HH_REAL)
    return hhx_axis_between(axis->low, axis->high, axis->log, hh_random_unit(&random));
  if (!axis->log)
    return axis->low + (double)hh_random_index(&random, (uint64_t)(axis->high - axis->low) + 1);
  double value = hhx_axis_between(axis->low, axis->high + 1, true, hh_random_unit(&random));
  return clamp(floor(value), axis->low, axis->high);
}
