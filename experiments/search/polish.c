/* The best point is kept here, not taken from NLopt, which returns none after a forced stop in
 * some of its methods. */
#include "polish.h"

#include <assert.h>
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

static const double least_step = 1e-9;

typedef struct Search {
  nlopt_opt optimizer;
  HhxPolishScore score;
  void *data;
  double *best;
  double worst; /* finite so far */
  HhxPolished *polished;
} Search;

static double evaluate(unsigned dimensions, const double *point, double *gradient, void *data)
{
  (void)gradient;
  Search *search = data;
  HhxPolished *polished = search->polished;
  double score;
  if (polished->stopped || !search->score(point, &score, search->data)) {
    polished->stopped = true;
    nlopt_force_stop(search->optimizer);
    return HUGE_VAL;
  }
  bool any = isfinite(polished->score);
  polished->evaluations++;
  if (!isfinite(score)) return any ? 2 * search->worst - polished->score + 1 : 1;
  if (!any || score > search->worst) search->worst = score;
  if (!any || score < polished->score) {
    polished->score = score;
    memcpy(search->best, point, dimensions * sizeof *point);
  }
  return score;
}

static nlopt_algorithm algorithm(HhxPolish method, int dimensions)
{
  if (method == HHX_BOBYQA && dimensions > 1) return NLOPT_LN_BOBYQA;
  return method == HHX_NELDER_MEAD ? NLOPT_LN_NELDERMEAD : NLOPT_LN_SBPLX;
}

bool hhx_polish(HhxPolish method, int dimensions, double step, int limit, HhxPolishScore score,
                void *data, double *point, HhxPolished *polished)
{
  assert(method != HHX_POLISH_NONE && dimensions >= 1 && step > 0 && limit >= 1);
  *polished = (HhxPolished){.score = HUGE_VAL};
  double *at = malloc((size_t)dimensions * sizeof *at), value;
  nlopt_opt optimizer = nlopt_create(algorithm(method, dimensions), (unsigned)dimensions);
  nlopt_result result = NLOPT_OUT_OF_MEMORY;
  if (at && optimizer) {
    memcpy(at, point, (size_t)dimensions * sizeof *at);
    Search search = {optimizer, score, data, point, 0, polished};
    nlopt_set_min_objective(optimizer, evaluate, &search);
    nlopt_set_lower_bounds1(optimizer, 0);
    nlopt_set_upper_bounds1(optimizer, 1);
    nlopt_set_initial_step1(optimizer, step);
    nlopt_set_xtol_abs1(optimizer, least_step);
    nlopt_set_maxeval(optimizer, limit);
    result = nlopt_optimize(optimizer, at, &value);
  }
  nlopt_destroy(optimizer);
  free(at);
  return result != NLOPT_OUT_OF_MEMORY;
}
