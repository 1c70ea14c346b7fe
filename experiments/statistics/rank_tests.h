/* Tests by ranks and the effect sizes that belong to them. Two-sided; ties share the mean of their
 * ranks, and the exact distributions are exact given the ties.
 *
 * Paired: Wilcoxon's signed ranks. Zero differences are left out first (Wilcoxon 1945, as R's
 * wilcox.test does; not Pratt's). Exact up to 200 differences: a sum over the doubled ranks, which
 * are whole numbers. Effect: the matched-pairs rank-biserial correlation (Kerby 2014, Comprehensive
 * Psychology 3:1): the share of the rank sum that is positive less the share that is negative.
 *
 * Unpaired: Mann and Whitney 1947. Exact up to 40 values in both samples together, counted over all
 * ways to share them out; p is twice the smaller tail, as R has it. Effect: Cliff's delta (1993,
 * Psychological Bulletin 114:494): P(b > a) - P(b < a).
 *
 * Beyond, both use the normal approximation with tie and continuity correction. Both effects lie in
 * [-1, 1], 0 is none, and are above 0 where b is larger. */
#ifndef HHX_RANK_TESTS_H
#define HHX_RANK_TESTS_H

#include <stdbool.h>

enum { HHX_WILCOXON_EXACT = 200, HHX_MANN_WHITNEY_EXACT = 40 };

typedef struct HhxRanks {
  double p;      /* 1 and effect 0 when all is equal; both missing without a pair, or a value */
  double effect; /* of each sample */
} HhxRanks;

/* Of the differences b[i] - a[i] where both are finite. False when memory ran out. */
bool hhx_ranks_paired(const double *a, const double *b, int count, HhxRanks *ranks);

/* Of the finite values of two samples. False when memory ran out. */
bool hhx_ranks_unpaired(const double *a, int count_a, const double *b, int count_b,
                        HhxRanks *ranks);

#endif
