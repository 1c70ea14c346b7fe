/* One loop an optimiser. See the header. */
#include "search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cma.h"
#include "cube.h"
#include "hypervolume.h"
#include "nsga2.h"
#include "polish.h"

/* -- room ------------------------------------------------------------------------------------- */

bool hhx_search_create(const HhxSpec *spec, HhxSearch *search)
{
  *search = (HhxSearch){.winner = -1};
  return hhx_trials_create(spec, &search->trials);
}

void hhx_search_free(HhxSearch *search)
{
  hhx_trials_free(&search->trials);
  hhx_front_free(&search->front);
  free(search->records);
  search->records = NULL;
}

static int no_memory(HhxError *error)
{
  snprintf(error->text, sizeof error->text, "memory ran out");
  return 1;
}

static const HhxSpec *spec_of(const HhxSearch *search)
{
  return search->trials.spec;
}

enum { NSGA2_POPULATION = 100 };

static int population_of(const HhxSpec *spec)
{
  int asked = spec->optimizer.population;
  switch (spec->optimizer.kind) {
  case HHX_NSGA2: return asked > 0 ? asked : NSGA2_POPULATION;
  case HHX_CMA_ES: return asked > 0 ? asked : hhx_cma_default_population(spec->axis_count);
  default: return 1;
  }
}

static int polish_of(const HhxSpec *spec)
{
  return spec->optimizer.polish == HHX_POLISH_NONE ? 0 : spec->optimizer.polish_budget;
}

int hhx_search_least(const HhxSpec *spec)
{
  return 1 + population_of(spec) + polish_of(spec);
}

/* What an optimiser may still take: the polish has its own. */
static int left(const HhxSearch *search)
{
  return hhx_trials_left(&search->trials) - polish_of(spec_of(search));
}

/* Adds a generation and runs it. */
static int run_generation(HhxSearch *search, const char *phase, int generation,
                          const double *points, int count, HhxError *error)
{
  int first = search->trials.count;
  hhx_trials_add(&search->trials, phase, generation, points, count);
  return hhx_trials_run(&search->trials, first, error);
}

/* Whether some episode of a trial did, and there is a score. */
static bool succeeds(const HhxSearch *search, int trial)
{
  const HhxTrial *row = &search->trials.rows[trial];
  bool failed = row->failures == row->replicates * spec_of(search)->scene_count;
  return !failed && !hhb_is_missing(row->score);
}

/* -- cma_es ----------------------------------------------------------------------------------- */

/* Asks, runs and tells generations until the budget has no room for one. */
static int run_cma(HhxSearch *search, HhxCma *cma, double *points, double *values, HhxError *error)
{
  int restart = 0, generation = 0;
  while (left(search) >= hhx_cma_population(cma)) {
    if (hhx_cma_restart(cma) != restart) generation = 0;
    restart = hhx_cma_restart(cma);
    char phase[32];
    snprintf(phase, sizeof phase, "cma_es %d", restart);
    int count = hhx_cma_ask(cma, points);
    int code = run_generation(search, phase, generation++, points, count, error);
    if (code != 0) return code;
    const HhxTrial *rows = &search->trials.rows[search->trials.count - count];
    for (int i = 0; i < count; i++)
      values[i] = hhx_trial_value(&rows[i]);
    if (!hhx_cma_tell(cma, values)) return no_memory(error);
  }
  return 0;
}

static int search_cma(HhxSearch *search, HhxError *error)
{
  const HhxSpec *spec = spec_of(search);
  size_t budget = (size_t)spec->optimizer.budget;
  HhxCma *cma = hhx_cma_create(spec->axis_count, spec->seed, spec->optimizer.step,
                               spec->optimizer.population);
  double *points = calloc(budget * (size_t)spec->axis_count, sizeof *points);
  double *values = calloc(budget, sizeof *values);
  int code = 0;
  if (cma && points && values) {
    hhx_cma_start(cma, search->trials.shares); /* the default */
    code = run_cma(search, cma, points, values, error);
  } else {
    code = no_memory(error);
  }
  hhx_cma_destroy(cma);
  free(points);
  free(values);
  return code;
}

/* -- random ----------------------------------------------------------------------------------- */

static int search_random(HhxSearch *search, HhxError *error)
{
  const HhxSpec *spec = spec_of(search);
  int count = left(search);
  double *points = calloc((size_t)count * (size_t)spec->axis_count, sizeof *points);
  if (!points) return no_memory(error);
  for (int i = 0; i < count; i++)
    for (int axis = 0; axis < spec->axis_count; axis++)
      points[(size_t)i * (size_t)spec->axis_count + (size_t)axis] =
          hhx_cube_random(spec->seed, axis, i);
  int code = run_generation(search, "random", 0, points, count, error);
  free(points);
  return code;
}

/* -- polish ----------------------------------------------------------------------------------- */

typedef struct Polish {
  HhxSearch *search;
  HhxError *error;
  int code, generation;
} Polish;

static bool polish_point(const double *point, double *score, void *data)
{
  Polish *polish = data;
  HhxTrials *trials = &polish->search->trials;
  polish->code =
      run_generation(polish->search, "polish", polish->generation++, point, 1, polish->error);
  if (polish->code != 0) return false;
  const HhxTrial *row = &trials->rows[trials->count - 1];
  *score = row->failures == 0 && !hhb_is_missing(row->score) ? row->score : (double)INFINITY;
  return true;
}

static int search_polish(HhxSearch *search, HhxError *error)
{
  static const double step = 0.05; /* share of each range: the neighbourhood of what was found */
  const HhxSpec *spec = spec_of(search);
  const HhxTrial *best = &search->trials.rows[search->trials.best];
  if (polish_of(spec) == 0 || best->failures > 0 || hhb_is_missing(best->score)) return 0;
  Polish polish = {.search = search, .error = error};
  HhxPolished polished;
  double *point = calloc((size_t)spec->axis_count, sizeof *point);
  if (!point) return no_memory(error);
  size_t row = (size_t)search->trials.best * (size_t)spec->axis_count;
  memcpy(point, search->trials.shares + row, (size_t)spec->axis_count * sizeof *point);
  bool done = hhx_polish(spec->optimizer.polish, spec->axis_count, step, polish_of(spec),
                         polish_point, &polish, point, &polished);
  free(point);
  return polish.code != 0 ? polish.code : done ? 0 : no_memory(error);
}

/* -- nsga2 ------------------------------------------------------------------------------------ */

/* What the hypervolume is measured from: in each objective the worst of the default and the trials
 * up to the first generation in which any did not fail, and a tenth of their range more. */
static void worst_of(const HhxSearch *search, double *reference)
{
  double least[HHX_OBJECTIVES_MOST];
  for (int i = 0; i < HHX_OBJECTIVES_MOST; i++) {
    reference[i] = -(double)INFINITY;
    least[i] = (double)INFINITY;
  }
  for (int t = 0; t < search->trials.count; t++) {
    double costs[HHX_OBJECTIVES_MOST];
    const HhxTrial *row = &search->trials.rows[t];
    if (row->failures > 0 || hhb_is_missing(row->score)) continue;
    hhx_trial_costs(&search->trials, row, costs);
    for (int i = 0; i < spec_of(search)->objective_count; i++) {
      reference[i] = fmax(reference[i], costs[i]);
      least[i] = fmin(least[i], costs[i]);
    }
  }
  for (int i = 0; i < HHX_OBJECTIVES_MOST; i++)
    reference[i] += 0.1 * (reference[i] - least[i]);
}

/* Of the front, into the rows from `first` on; 0 as long as every trial has failures. */
static int note_hypervolume(HhxSearch *search, int first, const double *reference, HhxError *error)
{
  int objectives = spec_of(search)->objective_count;
  const HhxFront *front = &search->front;
  double *costs = calloc((size_t)(front->count + 1) * (size_t)objectives, sizeof *costs);
  if (!costs) return no_memory(error);
  for (int i = 0; i < front->count; i++)
    hhx_trial_costs(&search->trials, &search->trials.rows[front->members[i]],
                    costs + (size_t)i * (size_t)objectives);
  double volume = 0;
  bool done =
      front->failures > 0 || hhx_hypervolume(costs, front->count, objectives, reference, &volume);
  free(costs);
  if (!done) return no_memory(error);
  for (int i = first; i < search->trials.count; i++)
    search->trials.rows[i].hypervolume = volume;
  return 0;
}

/* Tells the last `count` trials. */
static void tell_nsga2(const HhxSearch *search, HhxNsga2 *nsga2, int count, double *costs,
                       double *failures)
{
  int objectives = spec_of(search)->objective_count;
  const HhxTrial *rows = &search->trials.rows[search->trials.count - count];
  for (int i = 0; i < count; i++) {
    hhx_trial_costs(&search->trials, &rows[i], costs + (size_t)i * (size_t)objectives);
    failures[i] = rows[i].failures;
  }
  hhx_nsga2_tell(nsga2, costs, failures);
}

static int run_nsga2(HhxSearch *search, HhxNsga2 *nsga2, double *points, double *costs,
                     double *failures, HhxError *error)
{
  double reference[HHX_OBJECTIVES_MOST] = {0};
  int population = population_of(spec_of(search)), first = 0;
  bool placed = false; /* the reference */
  for (int generation = 0; left(search) >= population; generation++) {
    hhx_nsga2_ask(nsga2, points);
    int code = run_generation(search, "nsga2", generation, points, population, error);
    if (code != 0) return code;
    tell_nsga2(search, nsga2, population, costs, failures);
    if (!hhx_front_add(&search->front, &search->trials, first)) return no_memory(error);
    if (!placed && search->front.count > 0 && search->front.failures == 0) {
      worst_of(search, reference);
      placed = true;
    }
    code = note_hypervolume(search, first, reference, error);
    if (code != 0) return code;
    first = search->trials.count;
  }
  return 0;
}

static int search_nsga2(HhxSearch *search, HhxError *error)
{
  const HhxSpec *spec = spec_of(search);
  size_t population = (size_t)population_of(spec);
  HhxNsga2 *nsga2 =
      hhx_nsga2_create(spec->axis_count, spec->objective_count, spec->seed, (int)population);
  double *points = calloc(population * (size_t)spec->axis_count, sizeof *points);
  double *costs = calloc(population * HHX_OBJECTIVES_MOST, sizeof *costs);
  double *failures = calloc(population, sizeof *failures);
  int code = nsga2 && points && costs && failures
                 ? run_nsga2(search, nsga2, points, costs, failures, error)
                 : no_memory(error);
  hhx_nsga2_destroy(nsga2);
  free(points);
  free(costs);
  free(failures);
  int knee = hhx_front_knee(&search->front, &search->trials);
  if (knee >= 0 && succeeds(search, knee)) search->winner = knee;
  return code;
}

/* -- race ------------------------------------------------------------------------------------- */

/* Latin hypercube points after the default. */
static int add_runners(HhxSearch *search, HhxError *error)
{
  const HhxSpec *spec = spec_of(search);
  int count = left(search), choice = hhx_cube_latin_choice(spec->seed, spec->axis_count, count);
  double *point = calloc((size_t)spec->axis_count, sizeof *point);
  if (!point) return no_memory(error);
  for (int i = 0; i < count; i++) {
    for (int axis = 0; axis < spec->axis_count; axis++)
      point[axis] = hhx_cube_latin(spec->seed, choice, axis, i, count);
    hhx_trials_add(&search->trials, "race", 0, point, 1);
  }
  free(point);
  return 0;
}

/* Room of a race: what its candidates are, cost, and what is decided of them. */
typedef struct Track {
  HhxRace *race;
  int *alive;
  double *costs;
} Track;

/* Room for `count` more records at the end; null when memory ran out. */
static HhxRaceRecord *more_records(HhxSearch *search, int count)
{
  size_t all = (size_t)search->record_count + (size_t)count;
  HhxRaceRecord *wider = realloc(search->records, all * sizeof *wider);
  if (!wider) return NULL;
  search->records = wider;
  return wider + search->record_count;
}

/* One round: replicates [from, to) of those that are left, and what is decided of them. */
static int run_round(HhxSearch *search, const Track *track, int from, int to, HhxError *error)
{
  int count = hhx_race_alive(track->race, track->alive);
  int code = hhx_trials_run_some(&search->trials, track->alive, count, from, to, error);
  for (int i = 0; code == 0 && i < count; i++)
    for (int replicate = from; code == 0 && replicate < to; replicate++)
      code = hhx_trials_replicate(&search->trials, track->alive[i], replicate,
                                  &track->costs[i * (to - from) + replicate - from], error);
  if (code != 0) return code;
  HhxRaceRecord *records = more_records(search, count);
  if (!records || !hhx_race_tell(track->race, track->costs, records)) return no_memory(error);
  search->record_count += count;
  for (int i = 0; i < count; i++)
    search->trials.rows[track->alive[i]].generation = records[i].round;
  return 0;
}

/* Of those that no test found worse than the one of the least ranks, the best by the objectives. */
static void name_winner(HhxSearch *search, const Track *track)
{
  int count = hhx_race_alive(track->race, track->alive), winner = track->alive[0];
  const HhxTrial *rows = search->trials.rows;
  for (int i = 1; i < count; i++)
    if (hhx_trial_better(&rows[track->alive[i]], &rows[winner])) winner = track->alive[i];
  search->winner = succeeds(search, winner) ? winner : -1;
  for (int i = 0; i < search->record_count; i++) {
    HhxRaceRecord *record = &search->records[i];
    if (record->decision == HHX_RACE_WINNER) record->decision = HHX_RACE_KEPT;
    bool last = record->round == search->records[search->record_count - 1].round;
    if (last && record->candidate == winner) record->decision = HHX_RACE_WINNER;
  }
}

static int search_race(HhxSearch *search, HhxError *error)
{
  const HhxSpec *spec = spec_of(search);
  int code = add_runners(search, error), from, to;
  if (code != 0) return code;
  size_t count = (size_t)search->trials.count;
  Track track = {.race = hhx_race_create((int)count, spec->replicates),
                 .alive = calloc(count, sizeof *track.alive),
                 .costs = calloc(count * (size_t)spec->replicates, sizeof *track.costs)};
  if (!track.race || !track.alive || !track.costs) code = no_memory(error);
  while (code == 0 && hhx_race_next(track.race, &from, &to))
    code = run_round(search, &track, from, to, error);
  if (code == 0) name_winner(search, &track);
  hhx_race_destroy(track.race);
  free(track.alive);
  free(track.costs);
  return code;
}

/* -- the whole -------------------------------------------------------------------------------- */

int hhx_search(HhxSearch *search, HhxCrew *crew, HhxError *error)
{
  search->trials.crew = crew;
  const HhxSpec *spec = spec_of(search);
  hhx_trials_add_default(&search->trials);
  if (spec->optimizer.kind == HHX_RACE) return search_race(search, error);
  int code = hhx_trials_run(&search->trials, 0, error);
  if (code != 0) return code;
  if (spec->optimizer.kind == HHX_NSGA2) return search_nsga2(search, error);
  code =
      spec->optimizer.kind == HHX_CMA_ES ? search_cma(search, error) : search_random(search, error);
  if (code == 0) code = search_polish(search, error);
  if (succeeds(search, search->trials.best)) search->winner = search->trials.best;
  return code;
}
