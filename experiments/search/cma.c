/* Names follow the tutorial: y = B D z, x = m + sigma y, paths p_sigma and p_c, rates c_*. */
#include "cma.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eigen.h"
#include "elementary.h"
#include "gaussian.h"

enum { draws = 4 };                /* tries to hit the box */
static const double margin = 0.05; /* of the box map, share of the range */
static const double flat_ratio = 1e-12, least_width = 1e-11, most_width = 100;
static const double most_condition = 1e14;

typedef struct Ranked {
  double score;
  int index;
} Ranked;

struct HhxCma {
  int n;
  uint64_t seed;
  double first_step;
  int start; /* number of this one, from 1 */
  HhRandom random;

  /* Of the population. */
  int lambda, mu, memory; /* memory: best scores looked back on */
  double mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, weight_sum;
  double *weights;         /* lambda */
  double *z, *y;           /* lambda x n */
  double *history;         /* memory, a ring */
  Ranked *ranked;          /* lambda */
  double *population_room; /* holds weights, z, y and history */

  /* Of the distribution. */
  int64_t generation, generation_limit, decomposed;
  double sigma, fade;                         /* fade: (1 - c_sigma)^(2 generation) */
  double *mean, *p_sigma, *p_c, *step, *path; /* n each; step and path: work */
  double *covariance, *b;                     /* n x n; b: eigenvector i is row i */
  double *d, *work;                           /* n roots of eigenvalues; n n + 2 n */
  double *room;                               /* holds mean to work */
};

/* Equations 49 to 58 with alpha_cov = 2. */
static void set_rates(HhxCma *cma)
{
  double n = cma->n, lambda = cma->lambda;
  double up = 0, up2 = 0, down = 0, down2 = 0;
  for (int i = 0; i < cma->lambda; i++) {
    double w = hhx_log((lambda + 1) / 2) - hhx_log(i + 1);
    cma->weights[i] = w;
    if (i < cma->mu)
      up += w, up2 += w * w;
    else
      down += w, down2 += w * w;
  }
  double mu_eff = up * up / up2, mu_eff_down = down * down / down2;
  cma->mu_eff = mu_eff;
  cma->c_sigma = (mu_eff + 2) / (n + mu_eff + 5);
  cma->d_sigma = 1 + 2 * fmax(0, sqrt((mu_eff - 1) / (n + 1)) - 1) + cma->c_sigma;
  cma->c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);
  cma->c_1 = 2 / ((n + 1.3) * (n + 1.3) + mu_eff);
  cma->c_mu =
      fmin(1 - cma->c_1, 2 * (0.25 + mu_eff + 1 / mu_eff - 2) / ((n + 2) * (n + 2) + mu_eff));
  double most_down = fmin(1 + cma->c_1 / cma->c_mu, 1 + 2 * mu_eff_down / (mu_eff + 2));
  most_down = fmin(most_down, (1 - cma->c_1 - cma->c_mu) / (n * cma->c_mu));
  cma->weight_sum = 0;
  for (int i = 0; i < cma->lambda; i++) {
    cma->weights[i] *= cma->weights[i] >= 0 ? 1 / up : most_down / -down;
    cma->weight_sum += cma->weights[i];
  }
}

/* Makes room for a population of `lambda`. */
static bool set_population(HhxCma *cma, int lambda)
{
  int n = cma->n, memory = 10 + (30 * n + lambda - 1) / lambda;
  size_t numbers = (size_t)lambda * (2 * (size_t)n + 1) + (size_t)memory;
  double *room = calloc(numbers, sizeof *room);
  Ranked *ranked = calloc((size_t)lambda, sizeof *ranked);
  if (!room || !ranked) {
    free(room);
    free(ranked);
    return false;
  }
  free(cma->population_room);
  free(cma->ranked);
  cma->population_room = room;
  cma->weights = room;
  cma->z = room + lambda;
  cma->y = cma->z + (size_t)lambda * n;
  cma->history = cma->y + (size_t)lambda * n;
  cma->ranked = ranked;
  cma->lambda = lambda;
  cma->mu = lambda / 2;
  cma->memory = memory;
  set_rates(cma);
  return true;
}

static void begin(HhxCma *cma)
{
  int n = cma->n;
  cma->random = hh_random(cma->seed, HH_STREAM_OPTIMIZER, (uint32_t)cma->start);
  cma->generation = cma->decomposed = 0;
  cma->generation_limit = (int64_t)(100 + 50 * (n + 3.0) * (n + 3.0) / sqrt(cma->lambda));
  cma->sigma = cma->first_step;
  cma->fade = 1;
  for (int i = 0; i < n; i++) {
    cma->mean[i] = hh_random_unit(&cma->random);
    cma->p_sigma[i] = cma->p_c[i] = 0;
    cma->d[i] = 1;
  }
  for (int i = 0; i < n * n; i++)
    cma->covariance[i] = cma->b[i] = i % (n + 1) == 0;
}

int hhx_cma_default_population(int dimensions)
{
  return 4 + (int)floor(3 * hhx_log(dimensions));
}

HhxCma *hhx_cma_create(int dimensions, uint64_t seed, double step, int population)
{
  assert(dimensions >= 1 && step > 0 && (population == 0 || population >= 2));
  size_t n = (size_t)dimensions;
  HhxCma *cma = calloc(1, sizeof *cma);
  if (!cma) return NULL;
  *cma = (HhxCma){.n = dimensions, .seed = seed, .first_step = step, .start = 1};
  cma->room = calloc(3 * n * n + 8 * n, sizeof *cma->room);
  if (!population) population = hhx_cma_default_population(dimensions);
  if (!cma->room || !set_population(cma, population)) {
    hhx_cma_destroy(cma);
    return NULL;
  }
  double **parts[] = {&cma->mean, &cma->p_sigma, &cma->p_c, &cma->step, &cma->path, &cma->d};
  double *next = cma->room;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, next += n)
    *parts[i] = next;
  cma->covariance = next;
  cma->b = next + n * n;
  cma->work = next + 2 * n * n;
  begin(cma);
  return cma;
}

void hhx_cma_destroy(HhxCma *cma)
{
  if (!cma) return;
  free(cma->population_room);
  free(cma->ranked);
  free(cma->room);
  free(cma);
}

/* The box map: a period of 2 (1 + 2 margin), mirrored about its middle. */
static double into_box(double t)
{
  double period = 2 * (1 + 2 * margin);
  t = (t + margin) - period * floor((t + margin) / period) - margin;
  if (t > 1 + margin) t = 2 * (1 + margin) - t;
  double low = t + margin, high = 1 + margin - t;
  if (low < 2 * margin) return fmax(0, low * low / (4 * margin));
  if (high < 2 * margin) return fmin(1, 1 - high * high / (4 * margin));
  return t;
}

static double out_of_box(double x)
{
  if (x < margin) return 2 * sqrt(margin * x) - margin;
  if (x > 1 - margin) return 1 + margin - 2 * sqrt(margin * (1 - x));
  return x;
}

void hhx_cma_start(HhxCma *cma, const double *point)
{
  assert(cma->start == 1 && cma->generation == 0);
  for (int i = 0; i < cma->n; i++)
    cma->mean[i] = out_of_box(point[i]);
}

int hhx_cma_population(const HhxCma *cma)
{
  return cma->lambda;
}

int hhx_cma_restart(const HhxCma *cma)
{
  return cma->start;
}

/* to = sum of factor[i] times eigenvector i. */
static void combine(const HhxCma *cma, const double *factor, double *to)
{
  int n = cma->n;
  memset(to, 0, (size_t)n * sizeof *to);
  for (int i = 0; i < n; i++) {
    const double *vector = cma->b + i * n;
    for (int j = 0; j < n; j++)
      to[j] += factor[i] * vector[j];
  }
}

/* Draws z and y = B D z; true when mean + sigma y lies where the box map is not mirrored. */
static bool draw(HhxCma *cma, double *z, double *y)
{
  bool inside = true;
  hhx_gaussian_fill(&cma->random, z, cma->n);
  for (int i = 0; i < cma->n; i++)
    cma->step[i] = cma->d[i] * z[i];
  combine(cma, cma->step, y);
  for (int i = 0; i < cma->n; i++) {
    double t = cma->mean[i] + cma->sigma * y[i];
    inside = inside && t >= -margin && t <= 1 + margin;
  }
  return inside;
}

int hhx_cma_ask(HhxCma *cma, double *points)
{
  int n = cma->n;
  for (int k = 0; k < cma->lambda; k++) {
    double *y = cma->y + k * n;
    for (int i = 0; i < draws; i++)
      if (draw(cma, cma->z + k * n, y)) break;
    for (int i = 0; i < n; i++)
      points[k * n + i] = into_box(cma->mean[i] + cma->sigma * y[i]);
  }
  return cma->lambda;
}

static int compare_ranked(const void *a, const void *b)
{
  const Ranked *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

static void rank(HhxCma *cma, const double *scores)
{
  for (int k = 0; k < cma->lambda; k++)
    cma->ranked[k] = (Ranked){isnan(scores[k]) ? HUGE_VAL : scores[k], k};
  qsort(cma->ranked, (size_t)cma->lambda, sizeof *cma->ranked, compare_ranked);
}

/* Equations for the mean and the two paths; returns h_sigma. */
static bool move(HhxCma *cma)
{
  int n = cma->n;
  double *z_mean = cma->work, *y_mean = cma->step;
  memset(z_mean, 0, (size_t)n * sizeof *z_mean);
  memset(y_mean, 0, (size_t)n * sizeof *y_mean);
  for (int r = 0; r < cma->mu; r++) {
    const double *z = cma->z + cma->ranked[r].index * n, *y = cma->y + cma->ranked[r].index * n;
    for (int i = 0; i < n; i++) {
      z_mean[i] += cma->weights[r] * z[i];
      y_mean[i] += cma->weights[r] * y[i];
    }
  }
  combine(cma, z_mean, cma->path); /* C^(-1/2) <y> = B <z> */
  double keep = 1 - cma->c_sigma, square = 0;
  double gain = sqrt(cma->c_sigma * (2 - cma->c_sigma) * cma->mu_eff);
  for (int i = 0; i < n; i++) {
    cma->mean[i] = fmin(fmax(cma->mean[i] + cma->sigma * y_mean[i], -margin), 1 + margin);
    cma->p_sigma[i] = keep * cma->p_sigma[i] + gain * cma->path[i];
    square += cma->p_sigma[i] * cma->p_sigma[i];
  }
  double usual = sqrt(n) * (1 - 1 / (4.0 * n) + 1 / (21.0 * n * n)); /* E |N(0, I)| */
  cma->fade *= keep * keep;
  bool h_sigma = sqrt(square / (1 - cma->fade)) < (1.4 + 2 / (n + 1.0)) * usual;
  gain = h_sigma ? sqrt(cma->c_c * (2 - cma->c_c) * cma->mu_eff) : 0;
  for (int i = 0; i < n; i++)
    cma->p_c[i] = (1 - cma->c_c) * cma->p_c[i] + gain * y_mean[i];
  cma->sigma *= hhx_exp(fmin(1, cma->c_sigma / cma->d_sigma * (sqrt(square) / usual - 1)));
  return h_sigma;
}

/* C += factor v v', the lower triangle. */
static void add_outer(HhxCma *cma, double factor, const double *v)
{
  int n = cma->n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      cma->covariance[i * n + j] += factor * v[i] * v[j];
}

static void adapt(HhxCma *cma, bool h_sigma)
{
  int n = cma->n;
  double keep = 1 - cma->c_1 - cma->c_mu * cma->weight_sum;
  if (!h_sigma) keep += cma->c_1 * cma->c_c * (2 - cma->c_c);
  for (int i = 0; i < n * n; i++)
    cma->covariance[i] *= keep;
  add_outer(cma, cma->c_1, cma->p_c);
  for (int r = 0; r < cma->lambda; r++) {
    const double *z = cma->z + cma->ranked[r].index * n, *y = cma->y + cma->ranked[r].index * n;
    double factor = cma->c_mu * cma->weights[r], square = 0;
    if (factor < 0) {
      for (int i = 0; i < n; i++)
        square += z[i] * z[i];
      factor *= n / square; /* square: of C^(-1/2) y */
    }
    add_outer(cma, factor, y);
  }
}

/* Renews B and D from C; false when C is no longer positive definite enough. */
static bool decompose(HhxCma *cma)
{
  int n = cma->n;
  double *copy = cma->work, least = HUGE_VAL, most = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      copy[i * n + j] = copy[j * n + i] = cma->covariance[i * n + j];
  if (!hhx_eigen(n, copy, cma->d, cma->b, cma->work + n * n)) return false;
  for (int i = 0; i < n; i++) {
    least = fmin(least, cma->d[i]);
    most = fmax(most, cma->d[i]);
  }
  if (least <= 0 || most > most_condition * least) return false;
  for (int i = 0; i < n; i++)
    cma->d[i] = sqrt(cma->d[i]);
  cma->decomposed = cma->generation;
  return true;
}

/* True when the generation and the best of those before it hold nothing to choose between. */
static bool is_flat(const HhxCma *cma)
{
  if (cma->generation < cma->memory) return false;
  double low = cma->ranked[0].score, high = cma->ranked[cma->lambda - 1].score;
  for (int i = 0; i < cma->memory; i++) {
    low = fmin(low, cma->history[i]);
    high = fmax(high, cma->history[i]);
  }
  double range = high - low;
  return low == high || (isfinite(range) && range <= flat_ratio * fmax(fabs(low), fabs(high)));
}

/* True when the distribution has become a point, or has nothing to do with the box any more. */
static bool is_lost(const HhxCma *cma)
{
  double widest = 0;
  for (int i = 0; i < cma->n; i++)
    widest = fmax(widest, cma->covariance[i * (cma->n + 1)]);
  double width = cma->sigma * sqrt(widest);
  return !(width >= least_width && width <= most_width);
}

bool hhx_cma_tell(HhxCma *cma, const double *scores)
{
  rank(cma, scores);
  cma->history[cma->generation % cma->memory] = cma->ranked[0].score;
  cma->generation++;
  adapt(cma, move(cma));
  if (cma->ranked[0].score == cma->ranked[1 + cma->lambda / 4].score)
    cma->sigma *= hhx_exp(0.2 + cma->c_sigma / cma->d_sigma);

  bool over = is_flat(cma) || is_lost(cma) || cma->generation >= cma->generation_limit;
  double every = 1 / (10 * cma->n * (cma->c_1 + cma->c_mu));
  if (!over && (double)(cma->generation - cma->decomposed) > every) over = !decompose(cma);
  if (!over) return true;
  cma->start++;
  if (!set_population(cma, 2 * cma->lambda)) return false;
  begin(cma);
  return true;
}
