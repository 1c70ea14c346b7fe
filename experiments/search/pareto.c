/* Every pair is compared: fronts here have at most some thousand points. */
#include "pareto.h"

#include <math.h>

double hhx_pareto_failures(const double *objectives, int count, double failures)
{
  for (int i = 0; i < count; i++)
    if (!isfinite(objectives[i])) return failures + 1;
  return failures;
}

bool hhx_pareto_dominates(const double *a, double a_failures, const double *b, double b_failures,
                          int count)
{
  if (a_failures != b_failures) return a_failures < b_failures;
  bool smaller = false;
  for (int i = 0; i < count; i++) {
    if (!(a[i] <= b[i])) return false;
    smaller = smaller || a[i] < b[i];
  }
  return smaller;
}

static bool is_equal(const double *a, const double *b, int count)
{
  for (int i = 0; i < count; i++)
    if (a[i] != b[i]) return false;
  return true;
}

int hhx_pareto_front(const double *objectives, const double *failures, int points, int count,
                     bool *in_front)
{
  int found = 0;
  for (int i = 0; i < points; i++) {
    const double *a = objectives + i * count;
    double a_failures = hhx_pareto_failures(a, count, failures ? failures[i] : 0);
    in_front[i] = true;
    for (int j = 0; j < points && in_front[i]; j++) {
      const double *b = objectives + j * count;
      double b_failures = hhx_pareto_failures(b, count, failures ? failures[j] : 0);
      bool twin = j < i && a_failures == b_failures && is_equal(a, b, count);
      if (twin || hhx_pareto_dominates(b, b_failures, a, a_failures, count)) in_front[i] = false;
    }
    found += in_front[i];
  }
  return found;
}
