/* What the points of a design gave in one scene with one mover, metric by metric: the mean over the
 * replicates of what is finite, missing where nothing is. An episode that failed counts with what
 * it measured; besides the metrics there is the output `failed`, the share of the replicates that
 * did. Clock metrics are no outputs. As many metrics at a time are held as go into 64 MB, one at
 * least, so memory grows with the points alone. */
#ifndef HHX_OUTPUTS_H
#define HHX_OUTPUTS_H

#include "journal.h"
#include "metrics.h"

/* Rows of hhb_metric_table, and one more. */
enum { HHX_OUTPUT_FAILED = HHB_METRIC_COUNT, HHX_OUTPUT_COUNT };

typedef struct HhxOutputs {
  const HhxSpec *spec;
  int64_t points;
  int band;                   /* outputs there is room for */
  int first;                  /* of those that are held; -1: none */
  int scene;                  /* of the spec's */
  int mover;                  /* of the spec's */
  double *values;             /* output by output, each `points` numbers */
  int64_t episodes, failures; /* of the scene and mover */
} HhxOutputs;

/* False when memory ran out. */
bool hhx_outputs_create(HhxOutputs *outputs, const HhxSpec *spec);
void hhx_outputs_free(HhxOutputs *outputs);

/* Sees that an output is held. 0, or *error and 1 where a run is not in the journal; a tuned
 * design may leave some out. */
int hhx_outputs_hold(HhxOutputs *outputs, const HhxJournal *journal, int scene, int mover,
                     int output, HhxError *error);

/* One number for each point, of an output that is held. */
const double *hhx_outputs_of(const HhxOutputs *outputs, int output);

/* False for the clock's. */
bool hhx_output_counts(int output);
const char *hhx_output_name(int output);
const char *hhx_output_unit(int output);

#endif
