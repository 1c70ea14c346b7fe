/* Design points. A grid counts like an odometer over its axes in the order of the spec, the last
 * axis fastest; a random point is drawn from (spec seed, axis, point) alone. */
#include "design.h"

#include <assert.h>

#include "spec_axis.h"

int64_t hhx_design_points(const HhxSpec *spec)
{
  if (spec->design == HHX_RANDOM) return spec->samples;
  int64_t points = 1;
  for (int i = 0; i < spec->axis_count; i++)
    points *= spec->axes[i].count;
  return points;
}

int64_t hhx_design_runs(const HhxSpec *spec)
{
  return hhx_design_points(spec) * spec->scene_count * spec->mover_count * spec->replicates;
}

void hhx_design_values(const HhxSpec *spec, int64_t point, double *values)
{
  assert(point >= 0 && point < hhx_design_points(spec));
  for (int i = spec->axis_count - 1; i >= 0; i--) {
    const HhxAxis *axis = &spec->axes[i];
    if (spec->design == HHX_RANDOM) {
      values[i] = hhx_axis_draw(axis, spec->seed, i, point);
    } else {
      values[i] = axis->values[point % axis->count];
      point /= axis->count;
    }
  }
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
                  .seed = spec->seed + (uint64_t)replicate};
}

void hhx_design_params(const HhxSpec *spec, const HhbScene *scene, int64_t point, HhParams *params)
{
  assert(point >= 0 && point < hhx_design_points(spec));
  hhb_scene_preset(scene, params);
  for (int i = 0; i < spec->setting_count; i++)
    hh_param_set(spec->settings[i].param, params, spec->settings[i].value);
  for (int i = spec->axis_count - 1; i >= 0; i--) {
    const HhxAxis *axis = &spec->axes[i];
    if (spec->design == HHX_RANDOM) {
      hh_param_set(axis->param, params, hhx_axis_draw(axis, spec->seed, i, point));
    } else {
      hh_param_set(axis->param, params, axis->values[point % axis->count]);
      point /= axis->count;
    }
  }
}
