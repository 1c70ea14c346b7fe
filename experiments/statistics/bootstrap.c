/* Resampling by how often each value of a sorted sample is drawn. See the header. */
#include "bootstrap.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "metrics.h"

/* A sorted sample and how often each value counts. */
typedef struct Sample {
  double *values;
  int *times;
  int count;
} Sample;

static int compare_doubles(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool sample_create(Sample *sample, const double *values, int count)
{
  size_t room = (size_t)count + 1;
  sample->values = malloc(room * sizeof *sample->values);
  sample->times = malloc(room * sizeof *sample->times);
  sample->count = count;
  if (!sample->values || !sample->times) return false;
  if (count > 0) memcpy(sample->values, values, (size_t)count * sizeof *values);
  qsort(sample->values, (size_t)count, sizeof *sample->values, compare_doubles);
  for (int i = 0; i < count; i++)
    sample->times[i] = 1;
  return true;
}

static void sample_free(Sample *sample)
{
  free(sample->values);
  free(sample->times);
}

static void draw(Sample *sample, HhRandom *random)
{
  memset(sample->times, 0, (size_t)sample->count * sizeof *sample->times);
  for (int i = 0; i < sample->count; i++)
    sample->times[hh_random_index(random, (uint64_t)sample->count)]++;
}

/* Value `rank` of the drawn ones in order, from 0. */
static double ordered(const Sample *sample, int rank)
{
  int at = 0;
  for (int passed = sample->times[0]; passed <= rank; passed += sample->times[at])
    at++;
  return sample->values[at];
}

static double mean_of(const Sample *sample)
{
  double sum = 0;
  for (int i = 0; i < sample->count; i++)
    sum += sample->times[i] * sample->values[i];
  return sum / sample->count;
}

static double median_of(const Sample *sample)
{
  int n = sample->count;
  return n % 2 ? ordered(sample, n / 2)
               : 0.5 * ordered(sample, n / 2 - 1) + 0.5 * ordered(sample, n / 2);
}

/* Adds second and third powers of the influence of each value on the mean. */
static void add_influence(const Sample *sample, double sign, double *squares, double *cubes)
{
  double mean = 0;
  for (int i = 0; i < sample->count; i++)
    mean += sample->values[i] / sample->count;
  for (int i = 0; i < sample->count; i++) {
    double influence = sign * (sample->values[i] - mean) / sample->count;
    *squares += influence * influence;
    *cubes += influence * influence * influence;
  }
}

static double mean_acceleration(const Sample *a, const Sample *b)
{
  double squares = 0, cubes = 0;
  if (a) add_influence(a, -1, &squares, &cubes);
  add_influence(b, 1, &squares, &cubes);
  return squares > 0 ? cubes / (6 * squares * sqrt(squares)) : 0;
}

/* Sorted values at a share of them. */
static double quantile(const double *sorted, int count, double share)
{
  double at = (count + 1) * share - 1;
  if (at <= 0) return sorted[0];
  if (at >= count - 1) return sorted[count - 1];
  int below = (int)at;
  return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

static HhxInterval bounds(double *resampled, int count, double measured, double acceleration)
{
  double below = 0;
  for (int i = 0; i < count; i++)
    below += resampled[i] < measured ? 1 : resampled[i] == measured ? 0.5 : 0;
  double share = fmin(fmax(below, 0.5), count - 0.5) / count;
  double bias = gsl_cdf_ugaussian_Pinv(share), z = gsl_cdf_ugaussian_Pinv(0.975);
  qsort(resampled, (size_t)count, sizeof *resampled, compare_doubles);
  double end[2];
  for (int i = 0; i < 2; i++) {
    double from = bias + (i == 0 ? -z : z);
    double moved = gsl_cdf_ugaussian_P(bias + from / (1 - acceleration * from));
    end[i] = quantile(resampled, count, moved);
  }
  return (HhxInterval){end[0], end[1]};
}

/* `a` null: of b alone. */
static bool resample(Sample *a, Sample *b, int resamples, uint64_t seed, HhxBootstrap *bootstrap)
{
  double *means = malloc(2 * (size_t)resamples * sizeof *means);
  if (!means) return false;
  double *medians = means + resamples;
  double mean = mean_of(b) - (a ? mean_of(a) : 0);
  double median = median_of(b) - (a ? median_of(a) : 0);
  HhRandom random = hh_random(seed, HH_STREAM_STATISTICS, 0);
  for (int i = 0; i < resamples; i++) {
    if (a) draw(a, &random);
    draw(b, &random);
    means[i] = mean_of(b) - (a ? mean_of(a) : 0);
    medians[i] = median_of(b) - (a ? median_of(a) : 0);
  }
  bootstrap->mean = bounds(means, resamples, mean, mean_acceleration(a, b));
  bootstrap->median = bounds(medians, resamples, median, 0);
  free(means);
  return true;
}

static HhxBootstrap none(void)
{
  HhxInterval missing = {hhb_missing(), hhb_missing()};
  return (HhxBootstrap){missing, missing};
}

bool hhx_bootstrap(const double *sample, int count, int resamples, uint64_t seed,
                   HhxBootstrap *bootstrap)
{
  Sample own;
  *bootstrap = none();
  bool done = sample_create(&own, sample, count);
  if (done && count >= 2) done = resample(NULL, &own, resamples, seed, bootstrap);
  sample_free(&own);
  return done;
}

bool hhx_bootstrap_unpaired(const double *a, int count_a, const double *b, int count_b,
                            int resamples, uint64_t seed, HhxBootstrap *bootstrap)
{
  Sample own_a, own_b;
  *bootstrap = none();
  bool room_a = sample_create(&own_a, a, count_a), room_b = sample_create(&own_b, b, count_b);
  bool done = room_a && room_b;
  if (done && count_a >= 2 && count_b >= 2)
    done = resample(&own_a, &own_b, resamples, seed, bootstrap);
  sample_free(&own_a);
  sample_free(&own_b);
  return done;
}
