/* exp and log with the same bits on every machine: only +, -, *, / and exact functions (frexp,
 * ldexp, floor) are used. The C library's differ in the last bit from processor to processor. */
#ifndef HHX_ELEMENTARY_H
#define HHX_ELEMENTARY_H

/* Natural logarithm of a finite x > 0. Error below 1e-15 + 1 ulp. */
double hhx_log(double x);

/* e^y. Error a few ulp; 0 below -745, infinity above 709.8. */
double hhx_exp(double y);

/* x^y = e^(y ln x) for x > 0, and 0 for x = 0 with y > 0. Error about |y ln x| ulp. */
double hhx_power(double x, double y);

#endif
