/* Shares of an interval, and where a value lies in it. */
#include "spec_axis.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "elementary.h"
#include "spec_when.h"

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

/* How many parts of equal weight the axis has; 0: reals of an interval. */
static double parts(const HhxAxis *axis)
{
  if (axis->count > 0) return axis->count;
  return axis->param->kind == HH_REAL ? 0 : axis->high - axis->low + 1;
}

double hhx_axis_at(const HhxAxis *axis, double share)
{
  assert(share >= 0 && share <= 1);
  double count = parts(axis);
  if (count == 0) return hhx_axis_between(axis->low, axis->high, axis->log, share);
  double part = clamp(floor(share * count), 0, count - 1);
  if (axis->count > 0) return axis->values[(int)part];
  if (!axis->log) return axis->low + part;
  double value = hhx_axis_between(axis->low, axis->high + 1, true, share);
  return clamp(floor(value), axis->low, axis->high);
}

/* The share of the way from low to high at which `value` lies. */
static double share_between(double low, double high, bool log, double value)
{
  if (!log) return (value - low) / (high - low);
  double from = hhx_log(low);
  return (hhx_log(value) - from) / (hhx_log(high) - from);
}

double hhx_axis_share(const HhxAxis *axis, double value)
{
  double count = parts(axis);
  if (axis->count > 0) {
    int nearest = 0;
    for (int i = 1; i < axis->count; i++)
      if (fabs(axis->values[i] - value) < fabs(axis->values[nearest] - value)) nearest = i;
    return (nearest + 0.5) / count;
  }
  value = clamp(value, axis->low, axis->high);
  if (count == 0) return clamp(share_between(axis->low, axis->high, axis->log, value), 0, 1);
  double high = axis->high + 1;
  double start = share_between(axis->low, high, axis->log, value);
  return (start + share_between(axis->low, high, axis->log, value + 1)) / 2;
}

double hhx_axis_position(const HhxAxis *axis, double share)
{
  double first = hhx_axis_share(axis, hhx_axis_at(axis, 0));
  double last = hhx_axis_share(axis, hhx_axis_at(axis, 1));
  return (hhx_axis_share(axis, hhx_axis_at(axis, share)) - first) / (last - first);
}

void hhx_axis_values_at(const HhxSpec *spec, const double *shares, double *values)
{
  for (int i = 0; i < spec->axis_count; i++)
    values[i] = hhx_axis_at(&spec->axes[i], shares[i]);
  hhx_axes_quiet(spec, values);
}

void hhx_axis_params(const HhxSpec *spec, const HhbScene *scene, const double *values,
                     HhParams *params)
{
  hhb_scene_preset(scene, params);
  for (int i = 0; i < spec->setting_count; i++)
    hh_param_set(spec->settings[i].param, params, spec->settings[i].value);
  for (int i = 0; i < spec->axis_count; i++)
    if (!hhb_is_missing(values[i])) hh_param_set(spec->axes[i].param, params, values[i]);
}
