/* Roots of polynomials by cutting at the roots of the derivative. */
#include "base/poly.h"

#include <assert.h>
#include <math.h>

double hh_poly_value(const double *c, int degree, double t)
{
  double value = c[degree];
  for (int k = degree - 1; k >= 0; k--)
    value = value * t + c[k];
  return value;
}

double hh_poly_root(const double *c, int degree, double lo, double hi)
{
  double at_lo = hh_poly_value(c, degree, lo), at_hi = hh_poly_value(c, degree, hi);
  if (at_lo == 0) return lo;
  if (at_hi == 0) return hi;
  double t = lo + (hi - lo) * (at_lo / (at_lo - at_hi));
  for (int i = 0; i < 100; i++) {
    double value = c[degree], slope = 0;
    for (int k = degree - 1; k >= 0; k--) {
      slope = slope * t + value;
      value = value * t + c[k];
    }
    if (value == 0) return t;
    if ((value < 0) == (at_lo < 0))
      lo = t;
    else
      hi = t;
    double next = t - value / slope;
    if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
    if (next == t || next == lo || next == hi) return next;
    t = next;
  }
  return t;
}

/* Sign-changing roots in (lo, hi), ascending. */
static int roots_between(const double *c, int degree, double lo, double hi, double *roots)
{
  double cuts[HH_POLY_DEGREE_MAX + 2];
  int cut_count = 0;
  cuts[cut_count++] = lo;
  if (degree > 1) {
    double slope[HH_POLY_DEGREE_MAX];
    for (int k = 1; k <= degree; k++)
      slope[k - 1] = k * c[k];
    cut_count += roots_between(slope, degree - 1, lo, hi, cuts + 1);
  }
  cuts[cut_count++] = hi;
  int count = 0;
  for (int i = 0; i + 1 < cut_count; i++) {
    double a = hh_poly_value(c, degree, cuts[i]), b = hh_poly_value(c, degree, cuts[i + 1]);
    if ((a < 0 && b > 0) || (a > 0 && b < 0))
      roots[count++] = hh_poly_root(c, degree, cuts[i], cuts[i + 1]);
    else if (b == 0 && a != 0 && i + 2 < cut_count)
      roots[count++] = cuts[i + 1];
  }
  return count;
}

double hh_poly_first_rise(const double *c, int degree, double t_max)
{
  assert(degree >= 1 && degree <= 4);
  double cuts[6], slope[4];
  int cut_count = 0;
  cuts[cut_count++] = 0;
  for (int k = 1; k <= degree; k++)
    slope[k - 1] = k * c[k];
  if (degree > 1) cut_count += roots_between(slope, degree - 1, 0, t_max, cuts + 1);
  cuts[cut_count++] = t_max;
  for (int i = 0; i + 1 < cut_count; i++) {
    double before = hh_poly_value(c, degree, cuts[i]);
    double after = hh_poly_value(c, degree, cuts[i + 1]);
    if (before < 0 && after >= 0) return hh_poly_root(c, degree, cuts[i], cuts[i + 1]);
  }
  return -1;
}
