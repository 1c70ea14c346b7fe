/* The points that an optimiser tries: evaluated in batches, judged, remembered.
 *
 * A trial is a row of spec->points and with it a design point: its episodes are runs like any
 * other, with the same seeds for every trial, so its objectives are a pure function of its
 * parameters. An objective is the metric's mean over the replicates (values that are missing are
 * left out), then its mean over the scenes, or the worst of them. Score: the sum of weight x
 * objective, maximised ones negative. Both are rounded to 2^-40 (9e-13): what is less is round-off
 * and no progress.
 * Failures: fewer failed episodes win whatever the score, and an objective that no episode of a
 * scene could measure counts as all of them failed. */
#ifndef HHX_TRIALS_H
#define HHX_TRIALS_H

#include "crew.h"

enum { HHX_OBJECTIVES_MOST = 4 };

typedef struct HhxTrial {
  char phase[16];
  int generation; /* within the phase, from 0 */
  int replicates; /* run so far */
  int failures;
  double objectives[HHX_OBJECTIVES_MOST]; /* in the metric's unit */
  double score;                           /* missing where nothing could be measured */
  double best_score;                      /* of this and all earlier trials */
  double hypervolume; /* at the end of the generation; missing for one objective */
} HhxTrial;

typedef struct HhxTrials {
  const HhxSpec *spec; /* spec->points is filled row by row */
  HhxCrew *crew;
  HhxTrial *rows;
  double *shares; /* points of the unit cube, one row of axes a trial */
  int count, best;
} HhxTrials;

/* Room for spec->optimizer.budget trials; false when memory ran out. */
bool hhx_trials_create(const HhxSpec *spec, HhxTrials *trials);
void hhx_trials_free(HhxTrials *trials);

/* How many more trials the budget has. */
int hhx_trials_left(const HhxTrials *trials);

/* Appends `count` points (rows of axis_count numbers in [0, 1]); nothing is run. */
void hhx_trials_add(HhxTrials *trials, const char *phase, int generation, const double *shares,
                    int count);

/* Appends the point that the scenes' presets and the spec's settings are: trial 0. */
void hhx_trials_add_default(HhxTrials *trials);

/* Runs the trials from `first` on in every replicate and judges them. 0, or *error and a code. */
int hhx_trials_run(HhxTrials *trials, int first, HhxError *error);

/* Runs replicates [from, to) of the listed trials and judges them by all they have so far. */
int hhx_trials_run_some(HhxTrials *trials, const int *list, int count, int from, int to,
                        HhxError *error);

/* True when trial a is better than b: fewer failures (per replicate), then the lower score. */
bool hhx_trial_better(const HhxTrial *a, const HhxTrial *b);

/* One number in the same order: the score, or 1e100 and more for a trial with failures. */
double hhx_trial_value(const HhxTrial *trial);

/* The objectives of a trial as they are minimised: maximised ones negative. */
void hhx_trial_costs(const HhxTrials *trials, const HhxTrial *trial, double *costs);

/* What one replicate of a trial costs: the score of its episodes, one a scene; infinite when one
 * failed. They must be in the journal: 0, or *error and 1. */
int hhx_trials_replicate(const HhxTrials *trials, int trial, int replicate, double *cost,
                         HhxError *error);

#endif
