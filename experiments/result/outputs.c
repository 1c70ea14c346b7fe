/* Means over replicates, from the journal. See the header. */
#include "outputs.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "design.h"

bool hhx_outputs_create(HhxOutputs *outputs, const HhxSpec *spec)
{
  static const size_t bytes = (size_t)64 << 20;
  int64_t points = hhx_design_points(spec);
  size_t column = (size_t)points * sizeof *outputs->values, band = bytes / column;
  if (band < 1) band = 1;
  if (band > HHX_OUTPUT_COUNT) band = HHX_OUTPUT_COUNT;
  *outputs = (HhxOutputs){.spec = spec, .points = points, .band = (int)band, .first = -1};
  outputs->values = calloc(band, column);
  return outputs->values != NULL;
}

void hhx_outputs_free(HhxOutputs *outputs)
{
  free(outputs->values);
  outputs->values = NULL;
}

bool hhx_output_counts(int output)
{
  return output == HHX_OUTPUT_FAILED || hhb_metric_table[output].kind != HHB_CLOCK;
}

const char *hhx_output_name(int output)
{
  return output == HHX_OUTPUT_FAILED ? "failed" : hhb_metric_table[output].name;
}

const char *hhx_output_unit(int output)
{
  return output == HHX_OUTPUT_FAILED ? "" : hhb_metric_table[output].unit;
}

static int held(const HhxOutputs *outputs)
{
  int rest = HHX_OUTPUT_COUNT - outputs->first;
  return rest < outputs->band ? rest : outputs->band;
}

/* One point: the replicates from run `run` on into its place in every column. */
static int read_point(HhxOutputs *outputs, const HhxJournal *journal, int64_t point, int64_t run,
                      HhxError *error)
{
  const HhxSpec *spec = outputs->spec;
  double sum[HHX_OUTPUT_COUNT] = {0};
  int count[HHX_OUTPUT_COUNT] = {0};
  for (int64_t i = run; i < run + spec->replicates; i++) {
    HhbResult result;
    if (!hhx_journal_read(journal, i, &result)) {
      if (spec->design == HHX_TUNED) continue;
      snprintf(error->text, sizeof error->text, "run %lld is not in the journal, or damaged there",
               (long long)i);
      return 1;
    }
    outputs->episodes++;
    outputs->failures += result.status < 0;
    const double *values = hhb_metric_values(&result.metrics);
    for (int column = 0; column < held(outputs); column++) {
      int output = outputs->first + column;
      double value = output == HHX_OUTPUT_FAILED ? result.status < 0 : values[output];
      if (!isfinite(value)) continue;
      sum[column] += value;
      count[column]++;
    }
  }
  for (int column = 0; column < held(outputs); column++)
    outputs->values[column * outputs->points + point] =
        count[column] > 0 ? sum[column] / count[column] : hhb_missing();
  return 0;
}

int hhx_outputs_hold(HhxOutputs *outputs, const HhxJournal *journal, int scene, int mover,
                     int output, HhxError *error)
{
  const HhxSpec *spec = outputs->spec;
  if (outputs->first >= 0 && outputs->scene == scene && outputs->mover == mover &&
      output >= outputs->first && output < outputs->first + held(outputs))
    return 0;
  outputs->first = output;
  outputs->scene = scene;
  outputs->mover = mover;
  outputs->episodes = outputs->failures = 0;
  for (int64_t point = 0; point < outputs->points; point++) {
    int64_t group = (point * spec->scene_count + scene) * spec->mover_count + mover;
    if (read_point(outputs, journal, point, group * spec->replicates, error) == 0) continue;
    outputs->first = -1;
    return 1;
  }
  return 0;
}

const double *hhx_outputs_of(const HhxOutputs *outputs, int output)
{
  assert(outputs->first >= 0 && output >= outputs->first);
  assert(output < outputs->first + held(outputs));
  return outputs->values + (output - outputs->first) * outputs->points;
}
