/* Each function maps the unit cube to its domain first. */
#include "landscape.h"

#include <math.h>

static const double pi = 3.141592653589793;

static double from_minus_5_to_5(double share)
{
  return -5 + 10 * share;
}

/* Coordinate number i, from 0, of [-5, 5], measured from the minimum. */
static double shifted(const double *point, int i)
{
  double turn = (i + 1) * 0.6180339887498949;
  return from_minus_5_to_5(point[i]) - (4 * (turn - floor(turn)) - 2);
}

double hhx_landscape_sphere(const double *point, int dimensions)
{
  double sum = 0;
  for (int i = 0; i < dimensions; i++)
    sum += shifted(point, i) * shifted(point, i);
  return sum;
}

double hhx_landscape_ellipsoid(const double *point, int dimensions)
{
  double sum = 0;
  for (int i = 0; i < dimensions; i++) {
    double x = shifted(point, i);
    sum += pow(10, dimensions > 1 ? 6.0 * i / (dimensions - 1) : 0) * x * x;
  }
  return sum;
}

double hhx_landscape_rosenbrock(const double *point, int dimensions)
{
  double sum = 0;
  for (int i = 0; i + 1 < dimensions; i++) {
    double x = from_minus_5_to_5(point[i]), y = from_minus_5_to_5(point[i + 1]);
    sum += 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x);
  }
  return sum;
}

double hhx_landscape_rastrigin(const double *point, int dimensions)
{
  double sum = 10.0 * dimensions;
  for (int i = 0; i < dimensions; i++) {
    double x = shifted(point, i);
    sum += x * x - 10 * cos(2 * pi * x);
  }
  return sum;
}

double hhx_landscape_branin(const double *point, int dimensions)
{
  (void)dimensions;
  double x = -5 + 15 * point[0], y = 15 * point[1];
  double valley = y - 5.1 * x * x / (4 * pi * pi) + 5 * x / pi - 6;
  return valley * valley + 10 * (1 - 1 / (8 * pi)) * cos(x) + 10 - 0.39788735772973816;
}

void hhx_landscape_zdt1(const double *point, int dimensions, double *objectives)
{
  double sum = 0;
  for (int i = 1; i < dimensions; i++)
    sum += point[i];
  double g = 1 + 9 * sum / (dimensions - 1);
  objectives[0] = point[0];
  objectives[1] = g * (1 - sqrt(point[0] / g));
}
