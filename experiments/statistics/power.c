/* The noncentral t distribution by Simpson's rule, and its centre by secants. See the header. */
#include "power.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

enum { NODES = 401 }; /* odd */

/* The distribution of a measured deviation s, over the true one, at nodes of Simpson's rule. */
typedef struct Deviation {
  double s[NODES], weight[NODES]; /* weights sum to 1 */
} Deviation;

static void deviation_of(double freedom, Deviation *deviation)
{
  /* Eight deviations around 1. */
  double wide = 8 / sqrt(2 * freedom), low = fmax(0, 1 - wide);
  double step = (1 + wide - low) / (NODES - 1), total = 0;
  for (int i = 0; i < NODES; i++) {
    /* s^(freedom - 1) exp(-freedom s^2 / 2), times what keeps it near 1 */
    double s = low + i * step, log_height = -0.5 * freedom * (s * s - 1);
    if (freedom > 1) log_height += (freedom - 1) * log(s); /* minus infinity at 0 */
    double height = exp(log_height);
    deviation->s[i] = s;
    deviation->weight[i] = (i == 0 || i == NODES - 1 ? 1 : i % 2 ? 4 : 2) * height;
    total += deviation->weight[i];
  }
  for (int i = 0; i < NODES; i++)
    deviation->weight[i] /= total;
}

/* Chance that a t with centre c lies beyond +-t. */
static double power_at(const Deviation *deviation, double t, double centre)
{
  double sum = 0;
  for (int i = 0; i < NODES; i++) {
    double bound = t * deviation->s[i];
    sum += deviation->weight[i] *
           (gsl_cdf_ugaussian_P(centre - bound) + gsl_cdf_ugaussian_P(-centre - bound));
  }
  return sum;
}

/* The centre with 80 % power, by secants from t(0.975) + t(0.8), which is within a sixth. */
static double centre_of(double freedom)
{
  Deviation deviation;
  deviation_of(freedom, &deviation);
  double t = gsl_cdf_tdist_Pinv(0.975, freedom);
  double before = t + gsl_cdf_tdist_Pinv(0.8, freedom), centre = 1.01 * before;
  double fault_before = power_at(&deviation, t, before) - 0.8;
  for (int i = 0; i < 20; i++) {
    double fault = power_at(&deviation, t, centre) - 0.8;
    if (fabs(fault) < 1e-12 || fault == fault_before) break;
    double next = centre - fault * (centre - before) / (fault - fault_before);
    before = centre;
    fault_before = fault;
    centre = next;
  }
  return centre;
}

double hhx_power_paired(int n)
{
  assert(n >= 2);
  return centre_of(n - 1) / sqrt(n);
}

double hhx_power_unpaired(int count_a, int count_b)
{
  assert(count_a >= 2 && count_b >= 2);
  return centre_of((double)count_a + count_b - 2) * sqrt(1.0 / count_a + 1.0 / count_b);
}
