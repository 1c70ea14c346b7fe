/* Rows are contiguous, so both reflections and rotations run along rows. */
#include "eigen.h"

#include <float.h>
#include <math.h>

/* Reflects column `k` below its first subdiagonal element away from both sides of the matrix,
 * keeps the reflector v (H = I - factor v v') in row k right of the diagonal, and returns the
 * factor; 0 when there is nothing to do. */
static double reflect(int n, double *a, int k, double *off, double *w)
{
  double *v = a + k * n, square = 0;
  for (int j = k + 2; j < n; j++)
    square += v[j] * v[j];
  *off = v[k + 1];
  if (square == 0) return 0;
  double length = sqrt(square + v[k + 1] * v[k + 1]);
  *off = v[k + 1] > 0 ? -length : length;
  v[k + 1] -= *off;
  double factor = 2 / (square + v[k + 1] * v[k + 1]), dot = 0;

  /* A <- H A H = A - v w' - w v', with p = factor A v and w = p - (factor v'p / 2) v. */
  for (int j = k + 1; j < n; j++)
    w[j] = 0;
  for (int i = k + 1; i < n; i++)
    for (int j = k + 1; j < n; j++)
      w[j] += factor * v[i] * a[i * n + j];
  for (int j = k + 1; j < n; j++)
    dot += v[j] * w[j];
  for (int j = k + 1; j < n; j++)
    w[j] -= 0.5 * factor * dot * v[j];
  for (int i = k + 1; i < n; i++)
    for (int j = k + 1; j < n; j++)
      a[i * n + j] -= v[i] * w[j] + w[i] * v[j];
  return factor;
}

/* Rows of `vectors` become those of H_(n-3) ... H_0, the transposed product of reflections. */
static void collect(int n, const double *a, const double *factor, double *vectors)
{
  for (int i = 0; i < n * n; i++)
    vectors[i] = i % (n + 1) == 0;
  for (int k = n - 3; k >= 0; k--) {
    const double *v = a + k * n;
    for (int i = k + 1; i < n; i++) {
      double dot = 0, *row = vectors + i * n;
      for (int j = k + 1; j < n; j++)
        dot += row[j] * v[j];
      for (int j = k + 1; j < n; j++)
        row[j] -= factor[k] * dot * v[j];
    }
  }
}

static void rotate(int n, double *upper, double *lower, double c, double s)
{
  for (int j = 0; j < n; j++) {
    double u = upper[j], l = lower[j];
    upper[j] = c * u + s * l;
    lower[j] = c * l - s * u;
  }
}

/* One implicit QR step on the unreduced block of rows first..last. */
static void step(int n, double *d, double *e, double *vectors, int first, int last)
{
  double half = 0.5 * (d[last - 1] - d[last]), off = e[last - 1];
  double root = sqrt(half * half + off * off);
  double shift = d[last] - off * off / (half + (half < 0 ? -root : root));
  double x = d[first] - shift, z = e[first];
  for (int k = first; k < last; k++) {
    double r = sqrt(x * x + z * z), c = r > 0 ? x / r : 1, s = r > 0 ? z / r : 0;
    if (k > first) e[k - 1] = r;
    double dk = d[k], dl = d[k + 1], ek = e[k];
    d[k] = c * c * dk + 2 * c * s * ek + s * s * dl;
    d[k + 1] = s * s * dk - 2 * c * s * ek + c * c * dl;
    e[k] = c * s * (dl - dk) + (c * c - s * s) * ek;
    if (k + 1 < last) {
      x = e[k];
      z = s * e[k + 1];
      e[k + 1] *= c;
    }
    rotate(n, vectors + k * n, vectors + (k + 1) * n, c, s);
  }
}

bool hhx_eigen(int n, double *matrix, double *values, double *vectors, double *work)
{
  double *off = work, *w = work + n;
  for (int k = 0; k + 2 < n; k++)
    values[k] = reflect(n, matrix, k, &off[k], w);
  if (n > 1) off[n - 2] = matrix[(n - 2) * n + n - 1];
  collect(n, matrix, values, vectors);
  for (int i = 0; i < n; i++)
    values[i] = matrix[i * n + i];

  int last = n - 1;
  for (int steps = 0; last > 0; steps++) {
    for (int i = 0; i < last; i++)
      if (fabs(off[i]) <= 0.5 * DBL_EPSILON * (fabs(values[i]) + fabs(values[i + 1]))) off[i] = 0;
    while (last > 0 && off[last - 1] == 0)
      last--;
    if (last == 0) break;
    if (steps == 30 * n) return false;
    int first = last - 1;
    while (first > 0 && off[first - 1] != 0)
      first--;
    step(n, values, off, vectors, first, last);
  }
  for (int i = 0; i < n; i++)
    if (!isfinite(values[i])) return false;
  return true;
}
