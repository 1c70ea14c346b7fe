/* Series after reduction to around 1 and around 0. */
#include "elementary.h"

#include <math.h>

static const double ln2 = 0.6931471805599453;
static const double ln2_high = 0.6931471803691238; /* the leading 32 bits of ln 2 */
static const double ln2_low = 1.9082149292705877e-10;

/* x = m 2^e with m around 1; ln m = 2 atanh((m - 1) / (m + 1)). */
double hhx_log(double x)
{
  int exponent;
  double m = frexp(x, &exponent);
  if (m < 0.7071067811865476) m *= 2, exponent--;
  double t = (m - 1) / (m + 1), square = t * t, sum = 0;
  for (int k = 23; k >= 1; k -= 2)
    sum = sum * square + 1.0 / k;
  return exponent * ln2_high + (2 * t * sum + exponent * ln2_low);
}

/* y = k ln 2 + r, |r| <= ln 2 / 2; e^r by its Taylor series. */
double hhx_exp(double y)
{
  if (y < -746) return 0;
  if (y > 710) return HUGE_VAL;
  double k = floor(y / ln2 + 0.5);
  double r = (y - k * ln2_high) - k * ln2_low, sum = 1;
  for (int n = 18; n >= 1; n--)
    sum = 1 + sum * r / n;
  return ldexp(sum, (int)k);
}

double hhx_power(double x, double y)
{
  return x > 0 ? hhx_exp(y * hhx_log(x)) : 0;
}
