/* Two samples side by side: what b has over a, how sure that is, how large, and what could have
 * been seen. Paired where index i of both is the same seed, else unpaired. */
#ifndef HHX_CONTRAST_H
#define HHX_CONTRAST_H

#include <stdbool.h>

/* Differences no larger than this are round-off of quantities of order one: no difference. */
#define HHX_ROUND_OFF 1e-12

/* A number as people are shown it: round-off is 0. */
double hhx_without_round_off(double value);

typedef struct HhxContrast {
  int n;                      /* pairs; unpaired: values of the smaller sample */
  double mean_a, mean_b;      /* over the pairs; unpaired: over each sample */
  double difference;          /* mean of b - a */
  double ci95_low, ci95_high; /* of it: Student's t; unpaired: Welch's */
  double median;              /* of b - a; unpaired: difference of the medians */
  double p, effect;           /* Wilcoxon, rank-biserial; unpaired: Mann-Whitney, Cliff's delta */
  double detectable;          /* true difference that n would find with 80 % power (power.h) */
} HhxContrast;

/* Values that are not finite are left out, with their pair; a pair that differs by round-off is
 * equal. False when memory ran out. */
bool hhx_contrast_paired(const double *a, const double *b, int count, HhxContrast *contrast);
bool hhx_contrast_unpaired(const double *a, int count_a, const double *b, int count_b,
                           HhxContrast *contrast);

#endif
