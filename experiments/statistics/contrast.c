/* Statistics, ranks and power of two samples. See the header. */
#include "contrast.h"

#include <math.h>
#include <stdlib.h>

#include "metrics.h"
#include "power.h"
#include "rank_tests.h"
#include "statistics.h"

double hhx_without_round_off(double value)
{
  return fabs(value) <= HHX_ROUND_OFF ? 0 : value;
}

static HhxContrast gather(const HhxStatistics *a, const HhxStatistics *b,
                          const HhxStatistics *difference)
{
  return (HhxContrast){.n = difference->n,
                       .mean_a = a->mean,
                       .mean_b = b->mean,
                       .difference = difference->mean,
                       .ci95_low = difference->ci95_low,
                       .ci95_high = difference->ci95_high,
                       .median = difference->median,
                       .detectable = hhb_missing()};
}

bool hhx_contrast_paired(const double *a, const double *b, int count, HhxContrast *contrast)
{
  size_t room = (size_t)count + 1;
  double *work = malloc(3 * room * sizeof *work);
  if (!work) return false;
  double *x = work + room, *y = x + room;
  int n = 0;
  for (int i = 0; i < count; i++)
    if (isfinite(a[i]) && isfinite(b[i]))
      x[n] = a[i], y[n++] = fabs(b[i] - a[i]) <= HHX_ROUND_OFF ? a[i] : b[i];
  HhxStatistics of_a = hhx_statistics(x, n, work), of_b = hhx_statistics(y, n, work);
  HhxStatistics difference = hhx_statistics_paired(x, y, n, work);
  *contrast = gather(&of_a, &of_b, &difference);
  if (n >= 2) contrast->detectable = hhx_power_paired(n) * difference.sd;
  HhxRanks ranks;
  bool done = hhx_ranks_paired(x, y, n, &ranks);
  free(work);
  if (!done) return false;
  contrast->p = ranks.p;
  contrast->effect = ranks.effect;
  return true;
}

bool hhx_contrast_unpaired(const double *a, int count_a, const double *b, int count_b,
                           HhxContrast *contrast)
{
  double *work = malloc(((size_t)(count_a > count_b ? count_a : count_b) + 1) * sizeof *work);
  if (!work) return false;
  HhxStatistics of_a = hhx_statistics(a, count_a, work), of_b = hhx_statistics(b, count_b, work);
  HhxStatistics difference = hhx_statistics_unpaired(a, count_a, b, count_b, work);
  *contrast = gather(&of_a, &of_b, &difference);
  if (difference.n >= 2) contrast->detectable = hhx_power_unpaired(of_a.n, of_b.n) * difference.sd;
  HhxRanks ranks;
  bool done = hhx_ranks_unpaired(a, count_a, b, count_b, &ranks);
  free(work);
  if (!done) return false;
  contrast->p = ranks.p;
  contrast->effect = ranks.effect;
  return true;
}
