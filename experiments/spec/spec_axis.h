/* What lies between the ends of an axis, and where. Logarithms are those of elementary.h, so that
 * every machine runs the same points. */
#ifndef HHX_SPEC_AXIS_H
#define HHX_SPEC_AXIS_H

#include <stdint.h>

#include "spec.h"

/* Most steps of one axis, and most listed values of all axes together: what is accepted can be
 * written back within HHX_YAML_BYTES. */
enum { HHX_AXIS_VALUES = 10000 };

/* Room for the axes of any spec: there are fewer parameters. */
enum { HHX_AXES = 320 };

/* The point at `share` of the way from low to high, by difference or (log, low > 0) by ratio. */
double hhx_axis_between(double low, double high, bool log, double share);

/* Value number `index` of `steps` over the axis's interval: the ends as given, what lies between
 * rounded to 12 significant digits (0.3, not 0.30000000000000004), or to a whole number. */
double hhx_axis_step(const HhxAxis *axis, int index, int steps);

/* The value at `share` of [0, 1] of the axis. Listed values have equal parts of it; so have the
 * whole numbers of an interval, or with log parts as log((k + 1) / k); reals lie at the share of
 * the way from low to high, by difference or ratio. */
double hhx_axis_at(const HhxAxis *axis, double share);

/* The share at which an axis has a value: the middle of its part where values have parts, that of
 * the nearest value where it has not this one. */
double hhx_axis_share(const HhxAxis *axis, double value);

/* How far along its range the value at a share is: 0 at the first, 1 at the last; where values have
 * parts by the middles of these, so that of two values the second is at 1. */
double hhx_axis_position(const HhxAxis *axis, double share);

/* The values of all axes at a point of the unit cube, conditions applied: axes that do not count
 * are hhb_missing(). */
void hhx_axis_values_at(const HhxSpec *spec, const double *shares, double *values);

/* Scene's presets, then the spec's settings, then the values of its axes that are not missing. */
void hhx_axis_params(const HhxSpec *spec, const HhbScene *scene, const double *values,
                     HhParams *params);

#endif
