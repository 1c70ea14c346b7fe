/* Design points. A grid counts like an odometer over its axes in the order of the spec, the last
 * axis fastest. Designs that sample take a point of the unit cube from cube.h; the elementary
 * effects of morris run trajectory by trajectory, step by step, and saltelli scramble by scramble,
 * row by row, its blocks (A, B, A with a column of B) fastest. */
#include "design.h"

#include <assert.h>
#include <limits.h>

#include "cube.h"
#include "spec_axis.h"
#include "spec_when.h"

int64_t hhx_design_points(const HhxSpec *spec)
{
  int64_t points = spec->samples;
  switch (spec->design) {
  case HHX_GRID:
    if (spec->active != NULL) return spec->active_count;
    points = 1;
    for (int i = 0; i < spec->axis_count; i++)
      points *= spec->axes[i].count;
    return points;
  case HHX_MORRIS: return points * (spec->axis_count + 1);
  case HHX_SALTELLI:
    return points * (spec->axis_count + 2) * (spec->scrambles > 0 ? spec->scrambles : 1);
  default: return points;
  }
}

int64_t hhx_design_runs(const HhxSpec *spec)
{
  return hhx_design_points(spec) * spec->scene_count * spec->mover_count * spec->replicates;
}

HhxDimensions hhx_design_dimensions(const HhxSpec *spec)
{
  int axes = spec->axis_count;
  if (spec->design == HHX_SOBOL) return (HhxDimensions){axes, HHX_SOBOL_DIMENSIONS};
  if (spec->design == HHX_HALTON) return (HhxDimensions){axes, HHX_HALTON_DIMENSIONS};
  if (spec->design == HHX_SALTELLI && spec->scrambles > 0)
    return (HhxDimensions){2 * axes, HHX_SOBOL_DIMENSIONS};
  return (HhxDimensions){axes, INT_MAX};
}

int64_t hhx_design_seeds(const HhxSpec *spec)
{
  return spec->independent ? hhx_design_runs(spec) : spec->replicates;
}

/* Coordinate `axis` of a point of the unit cube. */
static double share(const HhxSpec *spec, int64_t point, int axis)
{
  int axes = spec->axis_count;
  switch (spec->design) {
  case HHX_LATIN_HYPERCUBE:
    return hhx_cube_latin(spec->seed, spec->choice, axis, point, spec->samples);
  case HHX_SOBOL: return hhx_cube_sobol(spec->seed, 0, axis, point);
  case HHX_HALTON: return hhx_cube_halton(spec->seed, axis, point);
  case HHX_MORRIS:
    return hhx_cube_morris(spec->seed, spec->levels, axes, point / (axes + 1),
                           (int)(point % (axes + 1)), axis);
  case HHX_SALTELLI: {
    int64_t row = point / (axes + 2);
    int scramble = spec->scrambles > 0 ? (int)(row / spec->samples) : -1;
    return hhx_cube_saltelli(spec->seed, scramble, axes, row % spec->samples,
                             (int)(point % (axes + 2)), axis);
  }
  default: return hhx_cube_random(spec->seed, axis, point);
  }
}

void hhx_design_values(const HhxSpec *spec, int64_t point, double *values)
{
  assert(point >= 0 && point < hhx_design_points(spec));
  if (spec->design == HHX_POINTS || spec->design == HHX_TUNED) {
    assert(spec->points != NULL);
    for (int i = 0; i < spec->axis_count; i++)
      values[i] = spec->points[point * spec->axis_count + i];
    return;
  }
  if (spec->design != HHX_GRID) {
    double shares[HHX_AXES];
    for (int i = 0; i < spec->axis_count; i++)
      shares[i] = share(spec, point, i);
    hhx_axis_values_at(spec, shares, values);
    return;
  }
  if (spec->active != NULL) point = spec->active[point];
  for (int i = spec->axis_count - 1; i >= 0; i--) {
    values[i] = spec->axes[i].values[point % spec->axes[i].count];
    point /= spec->axes[i].count;
  }
  hhx_axes_quiet(spec, values);
}

HhxRun hhx_design_run(const HhxSpec *spec, int64_t run)
{
  assert(run >= 0 && run < hhx_design_runs(spec));
  int64_t rest = run;
  int replicate = (int)(rest % spec->replicates);
  rest /= spec->replicates;
  int mover = (int)(rest % spec->mover_count);
  rest /= spec->mover_count;
  int scene = (int)(rest % spec->scene_count);
  rest /= spec->scene_count;
  return (HhxRun){.run = run,
                  .point = rest,
                  .scene = spec->scenes[scene],
                  .mover = spec->movers[mover],
                  .replicate = replicate,
                  .seed = spec->seed + (uint64_t)(spec->independent ? run : replicate)};
}

void hhx_design_params(const HhxSpec *spec, const HhbScene *scene, int64_t point, HhParams *params)
{
  double values[HHX_AXES];
  hhx_design_values(spec, point, values);
  hhx_axis_params(spec, scene, values, params);
}

HhbSetup hhx_design_setup(const HhxSpec *spec, const HhxRun *run, const HhParams *params)
{
  return (HhbSetup){.scene = run->scene,
                    .mover = run->mover,
                    .params = params,
                    .course = hhx_course_world(&spec->course),
                    .room = spec->room.room,
                    .seed = run->seed,
                    .duration_s = spec->duration_s,
                    .swings = spec->swings};
}
