/* Sobol indices and elementary effects. See the header. */
#include "indices.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "contrast.h"
#include "cube.h"
#include "elementary.h"
#include "metrics.h"
#include "statistics.h"

enum { RESAMPLES = 1000, LOWEST = 24, HIGHEST = 975 }; /* of the sorted resamples, 95 % between */

static HhxIndex missing_index(int64_t rows, int64_t dropped)
{
  double missing = hhb_missing();
  return (HhxIndex){missing, missing, missing, rows, dropped};
}

/* Resamples or scrambles that all agree say nothing of how far they may be off. */
static void set_interval(HhxIndex *index, double low, double high)
{
  if (high - low <= HHX_ROUND_OFF * (1 + fabs(index->estimate))) return;
  index->ci95_low = low;
  index->ci95_high = high;
}

static int compare_doubles(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* One row for one index. */
typedef struct Row {
  double a, b, c; /* f(A), f(B) and f(AB_j), less the mean */
} Row;

/* Numerators of the two indices, and what both are divided by. */
typedef struct Parts {
  double first, total, variance;
} Parts;

/* Of the rows as they are, or, `random` not null, of as many drawn from them. */
static Parts parts_of(const Row *rows, int64_t count, HhRandom *random)
{
  double sum = 0, squares = 0, shift = 0, product = 0, distance = 0;
  for (int64_t i = 0; i < count; i++) {
    const Row *row = &rows[random ? (int64_t)hh_random_index(random, (uint64_t)count) : i];
    double change = row->c - row->a;
    sum += row->a + row->b;
    squares += row->a * row->a + row->b * row->b;
    shift += change;
    product += row->b * change;
    distance += change * change;
  }
  double n = (double)count, mean = sum / (2 * n);
  return (Parts){(product - mean * shift) / n, distance / (2 * n), squares / (2 * n) - mean * mean};
}

/* The rows of one index in which all three outputs are there, scramble by scramble. */
typedef struct Whole {
  Row *rows;
  int64_t *count; /* of each scramble */
  int64_t total;
  double size; /* largest output */
} Whole;

static void gather(const double *outputs, int samples, int groups, int dimensions, int dimension,
                   Whole *whole)
{
  double sum = 0;
  int64_t kept = 0;
  whole->size = 0;
  for (int group = 0; group < groups; group++) {
    int64_t before = kept;
    for (int64_t i = 0; i < samples; i++) {
      const double *block = outputs + ((int64_t)group * samples + i) * (2 + dimensions);
      Row row = {block[0], block[1], block[2 + dimension]};
      if (!isfinite(row.a) || !isfinite(row.b) || !isfinite(row.c)) continue;
      whole->size = fmax(whole->size, fmax(fabs(row.a), fabs(row.b)));
      sum += row.a + row.b;
      whole->rows[kept++] = row;
    }
    whole->count[group] = kept - before;
  }
  whole->total = kept;
  double mean = kept > 0 ? sum / (2 * (double)kept) : 0;
  for (int64_t i = 0; i < kept; i++) {
    whole->rows[i].a -= mean;
    whole->rows[i].b -= mean;
    whole->rows[i].c -= mean;
  }
}

static bool has_spread(const Whole *whole, double variance)
{
  double least = HHX_ROUND_OFF * fmax(1, whole->size);
  return variance > least * least;
}

/* Independent rows: the bootstrap. `work` has room for RESAMPLES of either index. */
static void by_rows(const Whole *whole, uint64_t seed, int dimension, double *work, HhxIndex *first,
                    HhxIndex *total)
{
  Parts parts = parts_of(whole->rows, whole->total, NULL);
  if (!has_spread(whole, parts.variance)) return;
  first->estimate = parts.first / parts.variance;
  total->estimate = parts.total / parts.variance;
  for (int k = 0; k < RESAMPLES; k++) {
    HhRandom random = hh_random(seed, HH_STREAM_STATISTICS, (uint32_t)dimension * RESAMPLES + k);
    Parts resampled = parts_of(whole->rows, whole->total, &random);
    if (!has_spread(whole, resampled.variance)) return;
    work[k] = resampled.first / resampled.variance;
    work[RESAMPLES + k] = resampled.total / resampled.variance;
  }
  HhxIndex *const indices[] = {first, total};
  for (int i = 0; i < 2; i++) {
    double *sorted = work + i * RESAMPLES;
    qsort(sorted, RESAMPLES, sizeof *sorted, compare_doubles);
    set_interval(indices[i], sorted[LOWEST], sorted[HIGHEST]);
  }
}

/* Student's t over linearised ratios; `linear` has room for the scrambles, twice. */
static void of_ratios(const double *numerators, const double *variances, int count, double *linear,
                      HhxIndex *index)
{
  double numerator = 0, variance = 0;
  for (int i = 0; i < count; i++) {
    numerator += numerators[i];
    variance += variances[i];
  }
  index->estimate = numerator / variance;
  for (int i = 0; i < count; i++)
    linear[i] =
        index->estimate + (numerators[i] - index->estimate * variances[i]) / (variance / count);
  HhxStatistics statistics = hhx_statistics(linear, count, linear + count);
  if (count >= 2) set_interval(index, statistics.ci95_low, statistics.ci95_high);
}

/* Independent scrambles; `work` has room for five numbers of each. */
static void by_scrambles(const Whole *whole, int scrambles, double *work, HhxIndex *first,
                         HhxIndex *total)
{
  double *firsts = work, *totals = work + scrambles, *variances = work + 2 * scrambles;
  const Row *rows = whole->rows;
  double variance = 0;
  int count = 0;
  for (int i = 0; i < scrambles; rows += whole->count[i++]) {
    if (whole->count[i] < 2) continue;
    Parts parts = parts_of(rows, whole->count[i], NULL);
    firsts[count] = parts.first;
    totals[count] = parts.total;
    variances[count++] = parts.variance;
    variance += parts.variance;
  }
  if (count == 0 || !has_spread(whole, variance / count)) return;
  of_ratios(firsts, variances, count, work + 3 * scrambles, first);
  of_ratios(totals, variances, count, work + 3 * scrambles, total);
}

bool hhx_indices_sobol(const double *outputs, int samples, int scrambles, int dimensions,
                       uint64_t seed, HhxIndex *first, HhxIndex *total)
{
  assert(samples > 0 && scrambles >= 0 && dimensions > 0);
  int groups = scrambles > 0 ? scrambles : 1;
  int64_t rows = (int64_t)samples * groups;
  Whole whole = {.rows = calloc((size_t)rows, sizeof *whole.rows),
                 .count = calloc((size_t)groups, sizeof *whole.count)};
  double *work = calloc((size_t)(scrambles > 0 ? 5 * scrambles : 2 * RESAMPLES), sizeof *work);
  bool room = whole.rows && whole.count && work;
  for (int j = 0; room && j < dimensions; j++) {
    gather(outputs, samples, groups, dimensions, j, &whole);
    first[j] = total[j] = missing_index(whole.total, rows - whole.total);
    if (whole.total < 2) continue;
    if (scrambles > 0)
      by_scrambles(&whole, scrambles, work, &first[j], &total[j]);
    else
      by_rows(&whole, seed, j, work, &first[j], &total[j]);
  }
  free(whole.rows);
  free(whole.count);
  free(work);
  return room;
}

/* Mean and Student's t; without spread the interval is missing. */
static void of_sample(const double *sample, int count, double *work, double least, HhxIndex *index)
{
  HhxStatistics statistics = hhx_statistics(sample, count, work);
  index->estimate = statistics.mean;
  if (count < 2 || statistics.sd <= least) return;
  index->ci95_low = statistics.ci95_low;
  index->ci95_high = statistics.ci95_high;
}

/* The variance of s^2 is s^4 (kurtosis - (n-3)/(n-1)) / n, that of ln s a quarter of it over s^4.
 */
static void of_deviation(const double *sample, int count, double *work, double least,
                         HhxIndex *index)
{
  HhxStatistics statistics = hhx_statistics(sample, count, work);
  if (count < 2) return;
  index->estimate = statistics.sd;
  if (statistics.sd <= least) return;
  double n = count, second = 0, fourth = 0;
  for (int i = 0; i < count; i++) {
    double square = (sample[i] - statistics.mean) * (sample[i] - statistics.mean);
    second += square / n;
    fourth += square * square / n;
  }
  double variance = (fourth / (second * second) - (n - 3) / (n - 1)) / n;
  double half = hhx_statistics_half_ratio(count) * sqrt(n) * sqrt(fmax(0, variance)) / 2;
  index->ci95_low = statistics.sd * hhx_exp(-half);
  index->ci95_high = statistics.sd * hhx_exp(half);
}

bool hhx_indices_morris(const double *outputs, int trajectories, int levels, int dimensions,
                        uint64_t seed, const double *moves, HhxIndex *mu_star, HhxIndex *mu,
                        HhxIndex *sigma)
{
  assert(trajectories > 0 && levels >= 2 && dimensions > 0);
  double *effects = calloc(3 * (size_t)trajectories, sizeof *effects);
  if (!effects) return false;
  double *sizes = effects + trajectories, *work = sizes + trajectories;
  double delta = levels / (2.0 * (levels - 1));
  for (int j = 0; j < dimensions; j++) {
    int count = 0;
    double largest = 0;
    for (int trajectory = 0; trajectory < trajectories; trajectory++) {
      bool up;
      int step = hhx_cube_morris_turn(seed, dimensions, trajectory, j, &up);
      const double *ends = outputs + (int64_t)trajectory * (dimensions + 1) + step;
      if (!isfinite(ends[0]) || !isfinite(ends[1])) continue;
      largest = fmax(largest, fmax(fabs(ends[0]), fabs(ends[1])));
      double move = moves ? moves[(int64_t)trajectory * dimensions + j] : up ? delta : -delta;
      double effect = (ends[1] - ends[0]) / move;
      effects[count] = effect;
      sizes[count++] = fabs(effect);
    }
    mu_star[j] = mu[j] = sigma[j] = missing_index(count, trajectories - count);
    if (count == 0) continue;
    double least = HHX_ROUND_OFF * fmax(1, largest) / delta;
    of_sample(sizes, count, work, least, &mu_star[j]);
    of_sample(effects, count, work, least, &mu[j]);
    of_deviation(effects, count, work, least, &sigma[j]);
    if (mu_star[j].ci95_low < 0) mu_star[j].ci95_low = 0;
  }
  free(effects);
  return true;
}
