/* Conditions: where an axis counts. An axis that does not count has no value (hhb_missing()), its
 * parameter keeps what the settings and the scene say, and a condition on it does not hold. */
#ifndef HHX_SPEC_WHEN_H
#define HHX_SPEC_WHEN_H

#include "spec.h"

bool hhx_condition_holds(const HhxCondition *condition, double value);

/* Whether axis number `axis` counts where the axes before it have `values`. Conditions on
 * parameters that are not swept hold: hhx_idle_find is asked before anything runs. */
bool hhx_axis_active(const HhxSpec *spec, int axis, const double *values);

/* Takes the values of axes that do not count away. */
void hhx_axes_quiet(const HhxSpec *spec, double *values);

/* Whether set or sweep give the parameter a value at every point. */
bool hhx_spec_gives(const HhxSpec *spec, const HhParam *param);

/* Number of the axis that sweeps `param`, or -1. */
int hhx_axis_find(const HhxSpec *spec, const HhParam *param);

/* An axis that counts nowhere in a scene, because a parameter that is not swept is `value`. */
typedef struct HhxIdle {
  const HhxAxis *axis; /* null: there is none */
  const HhParam *param;
  double value;
  const HhbScene *scene;
} HhxIdle;

HhxIdle hhx_idle_find(const HhxSpec *spec);
void hhx_idle_text(const HhxIdle *idle, char *text, size_t size);

/* Most points of a grid with conditions, before those that are one are taken together. */
enum { HHX_GRID_POINTS = 10000000 };

/* Numbers the points of a grid that differ (spec->active): of those that differ only in axes that
 * do not count, the first. False when memory ran out; *idle is an axis that counts at none of
 * them, or -1. */
bool hhx_grid_number(HhxSpec *spec, int *idle);

#endif
