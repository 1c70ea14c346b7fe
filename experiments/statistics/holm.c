/* Step-down from the smallest p. See the header. */
#include "holm.h"

#include <math.h>
#include <stdlib.h>

typedef struct Test {
  double p;
  int64_t place;
} Test;

static int by_p(const void *a, const void *b)
{
  const Test *x = a, *y = b;
  if (x->p != y->p) return x->p < y->p ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

bool hhx_holm(double *p, int64_t count)
{
  Test *tests = malloc(((size_t)count + 1) * sizeof *tests);
  if (!tests) return false;
  int64_t n = 0;
  for (int64_t i = 0; i < count; i++)
    if (isfinite(p[i])) tests[n++] = (Test){p[i], i};
  qsort(tests, (size_t)n, sizeof *tests, by_p);
  double largest = 0;
  for (int64_t i = 0; i < n; i++) {
    largest = fmax(largest, fmin(1, (double)(n - i) * tests[i].p));
    p[tests[i].place] = largest;
  }
  free(tests);
  return true;
}
