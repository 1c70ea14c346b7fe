/* Batches of trials to episodes, and back to objectives. See the header. */
#include "trials.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design.h"
#include "spec_axis.h"
#include "spec_when.h"

bool hhx_trials_create(const HhxSpec *spec, HhxTrials *trials)
{
  size_t budget = (size_t)spec->optimizer.budget;
  *trials = (HhxTrials){.spec = spec, .best = -1};
  trials->rows = calloc(budget, sizeof *trials->rows);
  trials->shares = calloc(budget * (size_t)spec->axis_count, sizeof *trials->shares);
  if (trials->rows && trials->shares) return true;
  hhx_trials_free(trials);
  return false;
}

void hhx_trials_free(HhxTrials *trials)
{
  free(trials->rows);
  free(trials->shares);
  trials->rows = NULL;
  trials->shares = NULL;
}

int hhx_trials_left(const HhxTrials *trials)
{
  return trials->spec->optimizer.budget - trials->count;
}

static double *point_of(const HhxTrials *trials, int trial)
{
  return trials->spec->points + (size_t)trial * (size_t)trials->spec->axis_count;
}

static double *share_of(const HhxTrials *trials, int trial)
{
  return trials->shares + (size_t)trial * (size_t)trials->spec->axis_count;
}

static HhxTrial *append(HhxTrials *trials, const char *phase, int generation)
{
  assert(hhx_trials_left(trials) > 0);
  HhxTrial *row = &trials->rows[trials->count++];
  double missing = hhb_missing();
  *row = (HhxTrial){.generation = generation,
                    .objectives = {missing, missing, missing, missing},
                    .score = missing,
                    .best_score = missing,
                    .hypervolume = missing};
  snprintf(row->phase, sizeof row->phase, "%s", phase);
  return row;
}

void hhx_trials_add(HhxTrials *trials, const char *phase, int generation, const double *shares,
                    int count)
{
  size_t axes = (size_t)trials->spec->axis_count;
  for (int i = 0; i < count; i++) {
    append(trials, phase, generation);
    memcpy(share_of(trials, trials->count - 1), shares + (size_t)i * axes, axes * sizeof *shares);
    hhx_axis_values_at(trials->spec, shares + (size_t)i * axes,
                       point_of(trials, trials->count - 1));
  }
}

/* The value that a scene's presets and the settings give a parameter. */
static double preset_of(const HhxSpec *spec, const HhbScene *scene, const HhParam *param)
{
  HhParams params;
  hhb_scene_preset(scene, &params);
  for (int i = 0; i < spec->setting_count; i++)
    hh_param_set(spec->settings[i].param, &params, spec->settings[i].value);
  return hh_param_get(param, &params);
}

void hhx_trials_add_default(HhxTrials *trials)
{
  const HhxSpec *spec = trials->spec;
  append(trials, "default", 0);
  for (int i = 0; i < spec->axis_count; i++) {
    const HhxAxis *axis = &spec->axes[i];
    double value = preset_of(spec, spec->scenes[0], axis->param);
    share_of(trials, 0)[i] = hhx_axis_share(axis, value);
    /* Where scenes differ, no value at all leaves each its own. */
    for (int scene = 1; scene < spec->scene_count; scene++)
      if (preset_of(spec, spec->scenes[scene], axis->param) != value) value = hhb_missing();
    point_of(trials, 0)[i] = value;
  }
  hhx_axes_quiet(spec, point_of(trials, 0));
}

/* Number of the run among those of the spec; `tune` has one mover. */
static int64_t run_of(const HhxSpec *spec, int trial, int scene, int replicate)
{
  return ((int64_t)trial * spec->scene_count + scene) * spec->replicates + replicate;
}

/* What some replicates of a trial measured. */
typedef struct Measure {
  double objectives[HHX_OBJECTIVES_MOST];
  double score;
  int failures;
} Measure;

/* Sums of one scene, objective by objective. */
typedef struct Sums {
  double sum[HHX_OBJECTIVES_MOST];
  int count[HHX_OBJECTIVES_MOST], failures;
} Sums;

static int sum_scene(const HhxTrials *trials, int trial, int scene, int from, int to, Sums *sums,
                     HhxError *error)
{
  const HhxSpec *spec = trials->spec;
  *sums = (Sums){.failures = 0};
  for (int replicate = from; replicate < to; replicate++) {
    HhbResult result;
    int64_t run = run_of(spec, trial, scene, replicate);
    if (!hhx_journal_read(trials->crew->journal, run, &result)) {
      snprintf(error->text, sizeof error->text, "run %lld is not in the journal, or damaged there",
               (long long)run);
      return 1;
    }
    sums->failures += result.status < 0;
    const double *values = hhb_metric_values(&result.metrics);
    for (int i = 0; i < spec->objective_count; i++) {
      double value = values[spec->objectives[i].metric];
      if (!isfinite(value)) continue;
      sums->sum[i] += value;
      sums->count[i]++;
    }
  }
  return 0;
}

/* To the nearest multiple of 2^-40; missing stays so, and what is not finite becomes so. */
static double rounded(double value)
{
  static const double grain = 0x1p-40;
  if (!isfinite(value)) return hhb_missing();
  return fabs(value) < 1 / grain ? grain * floor(value / grain + 0.5) : value;
}

static double as_cost(const HhxObjective *objective, double value)
{
  return objective->maximize ? -value : value;
}

/* Joins a scene's mean to what the scenes before it gave: their sum, or the worst. */
static double join(const HhxObjective *objective, double before, double mean, int scene)
{
  if (scene == 0) return mean;
  double both = before + mean; /* missing where one of them is */
  if (!objective->worst || isnan(both)) return both;
  return as_cost(objective, mean) > as_cost(objective, before) ? mean : before;
}

/* Of replicates [from, to) of a trial in every scene. */
static int take_measure(const HhxTrials *trials, int trial, int from, int to, Measure *measure,
                        HhxError *error)
{
  const HhxSpec *spec = trials->spec;
  *measure = (Measure){.failures = 0};
  for (int scene = 0; scene < spec->scene_count; scene++) {
    Sums sums;
    int code = sum_scene(trials, trial, scene, from, to, &sums, error);
    if (code != 0) return code;
    bool blind = false;
    for (int i = 0; i < spec->objective_count; i++) {
      blind = blind || sums.count[i] == 0;
      double mean = sums.count[i] > 0 ? sums.sum[i] / sums.count[i] : hhb_missing();
      measure->objectives[i] = join(&spec->objectives[i], measure->objectives[i], mean, scene);
    }
    measure->failures += blind ? to - from : sums.failures;
  }
  for (int i = 0; i < spec->objective_count; i++) {
    const HhxObjective *objective = &spec->objectives[i];
    if (!objective->worst) measure->objectives[i] /= spec->scene_count;
    measure->objectives[i] = rounded(measure->objectives[i]);
    measure->score += objective->weight * as_cost(objective, measure->objectives[i]);
  }
  measure->score = rounded(measure->score);
  return 0;
}

static int judge(HhxTrials *trials, int trial, HhxError *error)
{
  HhxTrial *row = &trials->rows[trial];
  Measure measure;
  int code = take_measure(trials, trial, 0, row->replicates, &measure, error);
  if (code != 0) return code;
  row->failures = measure.failures;
  row->score = measure.score;
  for (int i = 0; i < trials->spec->objective_count; i++)
    row->objectives[i] = measure.objectives[i];
  return 0;
}

bool hhx_trial_better(const HhxTrial *a, const HhxTrial *b)
{
  int64_t left = (int64_t)a->failures * b->replicates, right = (int64_t)b->failures * a->replicates;
  if (left != right) return left < right;
  if (hhb_is_missing(a->score) || hhb_is_missing(b->score)) return !hhb_is_missing(a->score);
  return a->score < b->score;
}

double hhx_trial_value(const HhxTrial *trial)
{
  static const double beyond = 1e100;
  if (trial->failures == 0 && !hhb_is_missing(trial->score)) return trial->score;
  return beyond * (1 + (double)trial->failures);
}

void hhx_trial_costs(const HhxTrials *trials, const HhxTrial *trial, double *costs)
{
  for (int i = 0; i < trials->spec->objective_count; i++)
    costs[i] = hhb_is_missing(trial->objectives[i])
                   ? (double)INFINITY
                   : as_cost(&trials->spec->objectives[i], trial->objectives[i]);
}

/* Judges the trials from `first` on and sees which is the best. */
static int judge_from(HhxTrials *trials, int first, HhxError *error)
{
  for (int i = first; i < trials->count; i++) {
    int code = judge(trials, i, error);
    if (code != 0) return code;
    if (trials->best < 0 || hhx_trial_better(&trials->rows[i], &trials->rows[trials->best]))
      trials->best = i;
    trials->rows[i].best_score = trials->rows[trials->best].score;
  }
  return 0;
}

int hhx_trials_run(HhxTrials *trials, int first, HhxError *error)
{
  const HhxSpec *spec = trials->spec;
  int64_t from = run_of(spec, first, 0, 0), to = run_of(spec, trials->count, 0, 0);
  for (int i = first; i < trials->count; i++)
    trials->rows[i].replicates = spec->replicates;
  int code = hhx_crew_run(trials->crew, spec, 0, from, to - from, error);
  return code == 0 ? judge_from(trials, first, error) : code;
}

int hhx_trials_run_some(HhxTrials *trials, const int *list, int count, int from, int to,
                        HhxError *error)
{
  const HhxSpec *spec = trials->spec;
  size_t all = (size_t)count * (size_t)spec->scene_count * (size_t)(to - from), number = 0;
  int64_t *runs = calloc(all + 1, sizeof *runs);
  if (!runs) {
    snprintf(error->text, sizeof error->text, "memory ran out");
    return 1;
  }
  for (int i = 0; i < count; i++)
    for (int scene = 0; scene < spec->scene_count; scene++)
      for (int replicate = from; replicate < to; replicate++)
        runs[number++] = run_of(spec, list[i], scene, replicate);
  int code = hhx_crew_run_list(trials->crew, spec, 0, runs, (int64_t)number, error);
  free(runs);
  for (int i = 0; code == 0 && i < count; i++) {
    trials->rows[list[i]].replicates = to;
    code = judge(trials, list[i], error);
  }
  return code;
}

int hhx_trials_replicate(const HhxTrials *trials, int trial, int replicate, double *cost,
                         HhxError *error)
{
  Measure measure;
  int code = take_measure(trials, trial, replicate, replicate + 1, &measure, error);
  if (code != 0) return code;
  bool failed = measure.failures > 0 || hhb_is_missing(measure.score);
  *cost = failed ? (double)INFINITY : measure.score;
  return 0;
}
