/* Question: do the optimisers do what the published ones do, and what do they cost themselves?
 * Prediction: median evaluations within a tenth of c-cmaes, the hypervolume of a published NSGA-II,
 *   and below 60 and 100 microseconds an evaluation.
 * Method: functions of landscape.h on the unit cube, minima off the centre, uniform random starts,
 *   seeds 1, 2, ...; CMA-ES with an initial step of 0.3 of the range, once without restarts and
 * once with, 100,000 evaluations at most; local searches with a step of 0.1. A success meets 1e-8
 *   (Branin 1e-5) above the minimum; medians are over successes. NSGA-II with a population of 100
 *   on ZDT1 with 30 variables: hypervolume of the population below (1.1, 1.1). Published:
 *   facts/harness.md, section 3 (c-cmaes, NLopt, NSGA-II), empty where there is none.
 *   Own cost: 2,000 evaluations of the sphere, or of ZDT1, which cost next to nothing; one thread,
 *   nine repetitions, median and best.
 * Usage: bench_optimisers. Writes CSV to stdout; takes some ten seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "clock.h"
#include "cma.h"
#include "hypervolume.h"
#include "landscape.h"
#include "nsga2.h"
#include "polish.h"
#include "yardstick.h"

enum { LIMIT = 100000, MOST_SEEDS = 51, MOST = 30, POPULATION = 100, REPEATS = 9, COUNTED = 2000 };

typedef struct Problem {
  const char *name;
  HhxLandscape landscape;
  int dimensions;
  double target;
} Problem;

static const Problem sphere = {"sphere10", hhx_landscape_sphere, 10, 1e-8};
static const Problem ellipsoid = {"ellipsoid10", hhx_landscape_ellipsoid, 10, 1e-8};
static const Problem rosen2 = {"rosen2", hhx_landscape_rosenbrock, 2, 1e-8};
static const Problem rosen10 = {"rosen10", hhx_landscape_rosenbrock, 10, 1e-8};
static const Problem branin = {"branin", hhx_landscape_branin, 2, 1e-5};
static const Problem rastrigin = {"rastrigin5", hhx_landscape_rastrigin, 5, 1e-8};

static void *checked(void *memory)
{
  if (memory == NULL) {
    fprintf(stderr, "bench_optimisers: out of memory\n");
    exit(1);
  }
  return memory;
}

/* One generation; returns the evaluation, from 1, that met the target, or 0. */
static int generation(HhxCma *cma, const Problem *problem)
{
  int n = problem->dimensions, lambda = hhx_cma_population(cma), met = 0;
  double *points = checked(malloc(sizeof(double) * (size_t)(lambda * n)));
  double *scores = checked(malloc(sizeof(double) * (size_t)lambda));
  hhx_cma_ask(cma, points);
  for (int k = 0; k < lambda; k++) {
    scores[k] = problem->landscape(points + k * n, n);
    if (met == 0 && scores[k] <= problem->target) met = k + 1;
  }
  if (!hhx_cma_tell(cma, scores)) checked(NULL);
  free(points);
  free(scores);
  return met;
}

static void row(const char *function, const char *optimiser, int seeds, double *values, int count,
                const char *unit, const char *published)
{
  printf("%s,%s,%d,%d,", function, optimiser, seeds, count);
  if (count > 0)
    printf("%.6g,%.6g", hhb_median(values, (size_t)count), hhb_minimum(values, (size_t)count));
  else
    printf(",");
  printf(",%s,%s\n", unit, published);
  fflush(stdout);
}

static void search(const Problem *problem, bool restarts, const char *published)
{
  double counts[MOST_SEEDS];
  int met = 0;
  for (uint64_t seed = 1; seed <= MOST_SEEDS; seed++) {
    HhxCma *cma = checked(hhx_cma_create(problem->dimensions, seed, 0.3, 0));
    for (int count = 0; count < LIMIT && (restarts || hhx_cma_restart(cma) == 1);) {
      int lambda = hhx_cma_population(cma), at = generation(cma, problem);
      if (at > 0 && count + at <= LIMIT) {
        counts[met++] = count + at;
        break;
      }
      count += lambda;
    }
    hhx_cma_destroy(cma);
  }
  row(problem->name, restarts ? "cma_es with restarts" : "cma_es", MOST_SEEDS, counts, met,
      "evaluations", published);
}

typedef struct Local {
  const Problem *problem;
  int count, met;
} Local;

static bool evaluate(const double *point, double *score, void *data)
{
  Local *local = data;
  *score = local->problem->landscape(point, local->problem->dimensions);
  local->count++;
  if (*score <= local->problem->target) local->met = local->count;
  return local->met == 0;
}

static void polish(const Problem *problem, HhxPolish method, const char *name,
                   const char *published)
{
  double counts[MOST_SEEDS];
  int met = 0;
  for (uint64_t seed = 1; seed <= MOST_SEEDS; seed++) {
    HhRandom random = hh_random(seed, HH_STREAM_TEST, 0);
    double point[MOST];
    for (int i = 0; i < problem->dimensions; i++)
      point[i] = hh_random_unit(&random);
    Local local = {.problem = problem};
    HhxPolished polished;
    if (!hhx_polish(method, problem->dimensions, 0.1, LIMIT, evaluate, &local, point, &polished))
      checked(NULL);
    if (local.met > 0) counts[met++] = local.met;
  }
  row(problem->name, name, MOST_SEEDS, counts, met, "evaluations", published);
}

static void front(void)
{
  enum { SEEDS = 11, STAGES = 4 };
  static const int stages[STAGES] = {50, 100, 150, 250};
  static const char *const names[STAGES] = {"zdt1 5000", "zdt1 10000", "zdt1 15000", "zdt1 25000"};
  static const char *const published[STAGES] = {"0.726", "0.867", "0.8701", "0.8704"};
  static double record[2 * POPULATION * 250], volumes[STAGES][SEEDS];
  for (int s = 0; s < SEEDS; s++) {
    HhxNsga2 *nsga2 = checked(hhx_nsga2_create(MOST, 2, (uint64_t)s + 1, POPULATION));
    for (int g = 0, stage = 0; stage < STAGES; g++) {
      double points[POPULATION * MOST], *objectives = record + 2 * POPULATION * g;
      hhx_nsga2_ask(nsga2, points);
      for (int k = 0; k < POPULATION; k++)
        hhx_landscape_zdt1(points + k * MOST, MOST, objectives + 2 * k);
      hhx_nsga2_tell(nsga2, objectives, NULL);
      if (g + 1 < stages[stage]) continue;
      const double reference[] = {1.1, 1.1};
      double population[2 * POPULATION];
      int64_t numbers[POPULATION];
      hhx_nsga2_survivors(nsga2, numbers);
      for (int i = 0; i < POPULATION; i++)
        memcpy(population + 2 * i, record + 2 * numbers[i], 2 * sizeof *population);
      if (!hhx_hypervolume(population, POPULATION, 2, reference, &volumes[stage][s])) checked(NULL);
      stage++;
    }
    hhx_nsga2_destroy(nsga2);
  }
  for (int stage = 0; stage < STAGES; stage++)
    row(names[stage], "nsga2", SEEDS, volumes[stage], SEEDS, "hypervolume", published[stage]);
}

static void cma_cost(int dimensions, const char *name)
{
  double costs[REPEATS];
  Problem problem = {name, hhx_landscape_sphere, dimensions, 0};
  for (int i = 0; i < REPEATS; i++) {
    double start = hhb_clock_wall_s();
    HhxCma *cma = checked(hhx_cma_create(dimensions, 1, 0.3, 0));
    int count = 0;
    for (; count < COUNTED; count += hhx_cma_population(cma))
      generation(cma, &problem);
    hhx_cma_destroy(cma);
    costs[i] = 1e6 * (hhb_clock_wall_s() - start) / count;
  }
  row(name, "cma_es", REPEATS, costs, REPEATS, "us_per_evaluation", "");
}

static void nsga2_cost(int dimensions, const char *name)
{
  double costs[REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    double start = hhb_clock_wall_s();
    HhxNsga2 *nsga2 = checked(hhx_nsga2_create(dimensions, 2, 1, POPULATION));
    for (int count = 0; count < COUNTED; count += POPULATION) {
      double points[POPULATION * MOST], objectives[2 * POPULATION];
      hhx_nsga2_ask(nsga2, points);
      for (int k = 0; k < POPULATION; k++)
        hhx_landscape_zdt1(points + k * dimensions, dimensions, objectives + 2 * k);
      hhx_nsga2_tell(nsga2, objectives, NULL);
    }
    hhx_nsga2_destroy(nsga2);
    costs[i] = 1e6 * (hhb_clock_wall_s() - start) / COUNTED;
  }
  row(name, "nsga2", REPEATS, costs, REPEATS, "us_per_evaluation", "");
}

int main(void)
{
  printf("function,optimiser,seeds,successes,median,best,unit,published\n");
  search(&sphere, false, "1507");
  search(&ellipsoid, false, "6909");
  search(&rosen2, false, "737");
  search(&rosen10, false, "7451");
  search(&rosen10, true, "");
  search(&branin, false, "198");
  search(&rastrigin, false, "");
  search(&rastrigin, true, "");
  polish(&sphere, HHX_BOBYQA, "bobyqa", "28");
  polish(&sphere, HHX_SBPLX, "sbplx", "625");
  polish(&sphere, HHX_NELDER_MEAD, "nelder_mead", "1199");
  polish(&rosen2, HHX_BOBYQA, "bobyqa", "209");
  polish(&rosen2, HHX_SBPLX, "sbplx", "262");
  polish(&rosen2, HHX_NELDER_MEAD, "nelder_mead", "176");
  polish(&branin, HHX_BOBYQA, "bobyqa", "25");
  polish(&branin, HHX_SBPLX, "sbplx", "70");
  polish(&branin, HHX_NELDER_MEAD, "nelder_mead", "53");
  front();
  cma_cost(5, "own cost 5");
  cma_cost(10, "own cost 10");
  cma_cost(30, "own cost 30");
  nsga2_cost(5, "own cost 5");
  nsga2_cost(30, "own cost 30");
  return 0;
}
