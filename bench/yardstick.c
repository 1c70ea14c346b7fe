/* Order statistics and the pace of the machine. */
#include "yardstick.h"

#include <stdlib.h>

#include "clock.h"

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double hhb_median(double *values, size_t count)
{
  qsort(values, count, sizeof *values, by_size);
  return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

double hhb_minimum(const double *values, size_t count)
{
  double least = values[0];
  for (size_t i = 1; i < count; i++)
    if (values[i] < least) least = values[i];
  return least;
}

double hhb_chain_ns(void)
{
  enum { LINKS = 200000 };
  volatile double seed = 0.999999;
  double x = 1, k = seed;
  double start = hhb_clock_thread_s();
  for (int i = 0; i < LINKS; i++)
    x = x * k + 1e-9;
  double end = hhb_clock_thread_s();
  seed = x;
  return 1e9 * (end - start) / LINKS;
}
