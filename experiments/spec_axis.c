/* exp and log by series, for the points between the ends of an axis. */
#include "spec_axis.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"

static const double ln2 = 0.6931471805599453;
static const double ln2_high = 0.6931471803691238; /* the leading 32 bits of ln 2 */
static const double ln2_low = 1.9082149292705877e-10;

/* x = m 2^e with m around 1; ln m = 2 atanh((m - 1) / (m + 1)). Error below 1e-15 + 1 ulp. */
static double natural_log(double x)
{
  int exponent;
  double m = frexp(x, &exponent);
  if (m < 0.7071067811865476) m *= 2, exponent--;
  double t = (m - 1) / (m + 1), square = t * t, sum = 0;
  for (int k = 23; k >= 1; k -= 2)
    sum = sum * square + 1.0 / k;
  return exponent * ln2_high + (2 * t * sum + exponent * ln2_low);
}

/* y = k ln 2 + r, |r| <= ln 2 / 2; e^r by its Taylor series. Error a few ulp. */
static double exponential(double y)
{
  double k = floor(y / ln2 + 0.5);
  double r = (y - k * ln2_high) - k * ln2_low, sum = 1;
  for (int n = 18; n >= 1; n--)
    sum = 1 + sum * r / n;
  return ldexp(sum, (int)k);
}

static double clamp(double value, double low, double high)
{
  return value < low ? low : value > high ? high : value;
}

double hhx_axis_between(double low, double high, bool log, double share)
{
  double value = low + (high - low) * share;
  if (log) {
    double from = natural_log(low);
    value = exponential(from + (natural_log(high) - from) * share);
  }
  return clamp(value, low, high);
}

double hhx_axis_step(const HhxAxis *axis, int index, int steps)
{
  if (index == 0) return axis->low;
  if (index == steps - 1) return axis->high;
  double value = hhx_axis_between(axis->low, axis->high, axis->log, (double)index / (steps - 1));
  if (axis->param->kind != HH_REAL) return clamp(floor(value + 0.5), axis->low, axis->high);
  char text[32];
  snprintf(text, sizeof text, "%.12g", value);
  return clamp(strtod(text, NULL), axis->low, axis->high);
}

double hhx_axis_draw(const HhxAxis *axis, uint64_t seed, int number, int64_t point)
{
  HhRandom random = hh_random(seed, HH_STREAM_DESIGN, (uint32_t)number);
  random.draw = (uint64_t)point;
  if (axis->count > 0) return axis->values[hh_random_index(&random, (uint64_t)axis->count)];
  if (axis->param->kind == HH_REAL)
    return hhx_axis_between(axis->low, axis->high, axis->log, hh_random_unit(&random));
  if (!axis->log)
    return axis->low + (double)hh_random_index(&random, (uint64_t)(axis->high - axis->low) + 1);
  double value = hhx_axis_between(axis->low, axis->high + 1, true, hh_random_unit(&random));
  return clamp(floor(value), axis->low, axis->high);
}
