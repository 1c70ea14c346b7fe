/* Polynomials c[0] + c[1] t + ... + c[degree] t^degree on a short stretch of time: values and
 * the roots that events are. */
#ifndef HH_BASE_POLY_H
#define HH_BASE_POLY_H

enum { HH_POLY_DEGREE_MAX = 16 };

double hh_poly_value(const double *c, int degree, double t);

/* The root between lo and hi, where the values at lo and hi have opposite signs (or one is 0);
 * Newton's method kept inside a shrinking bracket, to round-off. */
double hh_poly_root(const double *c, int degree, double lo, double hi);

/* The first t in (0, t_max] at which the polynomial comes from below zero to zero or above, or
 * -1 when there is none. Exact for every root that changes sign: the stretch is cut at the
 * roots of the derivative. Touching zero from below counts as coming to it. degree <= 4. */
double hh_poly_first_rise(const double *c, int degree, double t_max);

#endif
