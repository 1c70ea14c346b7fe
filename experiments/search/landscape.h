/* Functions with known minima, for holding optimisers to published numbers. A point is in the unit
 * cube; the usual domain is given with each function, and no minimum is at its centre, where some
 * methods look first.
 *
 *   sphere       sum x_i^2                                          [-5, 5]^n, x shifted
 *   ellipsoid    sum 10^(6 (i - 1) / (n - 1)) x_i^2                 [-5, 5]^n, x shifted
 *   rosenbrock   sum 100 (x_(i+1) - x_i^2)^2 + (1 - x_i)^2          [-5, 5]^n, minimum at 1
 *   rastrigin    10 n + sum x_i^2 - 10 cos(2 pi x_i)                [-5, 5]^n, x shifted
 *   branin       (x2 - 5.1 x1^2 / (4 pi^2) + 5 x1 / pi - 6)^2 + 10 (1 - 1 / (8 pi)) cos(x1) + 10
 *                minus its minimum 0.397887...                      [-5, 10] x [0, 15]
 *   zdt1         f1 = x1, f2 = g (1 - sqrt(f1 / g)), g = 1 + 9 mean(x_2..x_n)   [0, 1]^n
 *
 * Shifted: the minimum lies at x_i = 4 frac(i (sqrt(5) - 1) / 2) - 2. All minima are 0.
 * Sources: Hansen et al. 2009, INRIA RR-6829 (the first four); Dixon and Szego 1978 (Branin);
 * Zitzler, Deb and Thiele 2000, Evolutionary Computation 8(2):173 (ZDT1, equation 7).
 * These use libm: they belong to tests and benchmarks, not to results. */
#ifndef HHX_LANDSCAPE_H
#define HHX_LANDSCAPE_H

typedef double (*HhxLandscape)(const double *point, int dimensions);

double hhx_landscape_sphere(const double *point, int dimensions);
double hhx_landscape_ellipsoid(const double *point, int dimensions);
double hhx_landscape_rosenbrock(const double *point, int dimensions);
double hhx_landscape_rastrigin(const double *point, int dimensions);
double hhx_landscape_branin(const double *point, int dimensions);

/* Two objectives; the front is f2 = 1 - sqrt(f1). */
void hhx_landscape_zdt1(const double *point, int dimensions, double *objectives);

#endif
