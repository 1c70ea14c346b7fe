/* What a number of replicates can see: the smallest true difference, in standard deviations, that
 * Student's two-sided test at the 5 % level finds in 80 % of all experiments (Cohen 1988,
 * "Statistical Power Analysis for the Behavioral Sciences", chapter 2). By the noncentral t
 * distribution, integrated over the measured deviation s (a chi variable) and solved for its
 * centre c:
 *   0.8 = integral of (Phi(c - t s) + Phi(-c - t s)) f(s) ds
 * Of normal data rank tests need up to a sixth more, from 6 pairs on (fewer never reach 5 %), and
 * often fewer of others. */
#ifndef HHX_POWER_H
#define HHX_POWER_H

enum {
  HHX_POWER_PAIRS = 34, /* that see half a standard deviation */
  HHX_POWER_EACH = 64   /* the same, of each of two samples */
};

/* n >= 2 pairs: in standard deviations of the differences. */
double hhx_power_paired(int n);

/* Two samples of at least 2: in pooled standard deviations. */
double hhx_power_unpaired(int count_a, int count_b);

#endif
