/* What lies between the ends of an axis. Logarithms are those of elementary.h, so that every
 * machine runs the same points. */
#ifndef HHX_SPEC_AXIS_H
#define HHX_SPEC_AXIS_H

#include <stdint.h>

#include "spec.h"

/* Most steps of one axis, and most listed values of all axes together: what is accepted can be
 * written back within HHX_YAML_BYTES. */
enum { HHX_AXIS_VALUES = 10000 };

/* The point at `share` of the way from low to high, by difference or (log, low > 0) by ratio. */
double hhx_axis_between(double low, double high, bool log, double share);

/* Value number `index` of `steps` over the axis's interval: the ends as given, what lies between
 * rounded to 12 significant digits (0.3, not 0.30000000000000004), or to a whole number. */
double hhx_axis_step(const HhxAxis *axis, int index, int steps);

/* Draws a value: one of the listed, or from the interval; uniform, or uniform in the logarithm.
 * Whole numbers k of [low, high] are equally likely, or with log as likely as log((k + 1) / k)
 * says. A pure function of (seed, number, point). */
double hhx_axis_draw(const HhxAxis *axis, uint64_t seed, int number, int64_t point);

#endif
