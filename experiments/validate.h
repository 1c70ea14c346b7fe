/* `handhold validate`: the model against theory and published figures, one row a claim.
 *
 * A claim says what is expected and who says so, how near is near enough, and has a function that
 * measures it anew by running the library: a measured value is never a stored one. Where a figure
 * that we had was wrong, the claim is the corrected one and its note says what was wrong and why.
 * Ids: B and the row of the brachiation study's validation table; P and the section of the planner
 * study.
 * Every measurement is a pure function of its arguments; no clock is read. */
#ifndef HHX_VALIDATE_H
#define HHX_VALIDATE_H

#include <stddef.h>
#include <stdio.h>

/* When a measured value is near enough to the expected one. */
typedef enum HhxAccept {
  HHX_ABSOLUTE, /* within the tolerance */
  HHX_RELATIVE, /* within the tolerance times the expected value */
  HHX_FACTOR,   /* the same sign, and neither larger than the tolerance times the other */
  HHX_AT_MOST,  /* no tolerance */
  HHX_AT_LEAST, /* no tolerance */
  HHX_PLAUSIBLE /* within the tolerance, else a warning: what was observed, not what must be */
} HhxAccept;

typedef enum HhxVerdict { HHX_PASS, HHX_WARN, HHX_FAIL } HhxVerdict;

enum { HHX_CLAIM_ARGUMENTS = 4 };

typedef struct HhxClaim {
  const char *id; /* unique */
  const char *claim;
  const char *unit; /* "" for a pure number */
  double expected;
  HhxAccept accept;
  double tolerance; /* 0 where the kind has none */
  const char *source;
  double (*measure)(const double *at); /* NaN when it cannot be measured: then it fails */
  double at[HHX_CLAIM_ARGUMENTS];      /* what the measurement is asked for */
  const char *note;                    /* or null */
} HhxClaim;

typedef struct HhxClaimSet {
  const char *title;
  const HhxClaim *claims;
  size_t count;
} HhxClaimSet;

/* Bertram's point mass: least-energy cycles, sloped arcs, collisions, textbooks, the sine. */
extern const HhxClaimSet hhx_claims_arcs;
/* Where and how fast the iterative planner converges. */
extern const HhxClaimSet hhx_claims_planner;
/* Integrators of the swing, and events between frames. */
extern const HhxClaimSet hhx_claims_pendulum;
/* Gaits of a passive brachiator of two links. */
extern const HhxClaimSet hhx_claims_chain;
/* Hand over hand: step times, recovery, collisions. */
extern const HhxClaimSet hhx_claims_hand_over;

HhxVerdict hhx_verdict(const HhxClaim *claim, double measured);
const char *hhx_verdict_word(HhxVerdict verdict); /* pass, warn, FAIL */

/* Measures every claim and prints the table; csv (may be null) gets the same as CSV.
 * 0, or 1 when a claim fails or the CSV cannot be written. */
int hhx_validate_sets(const HhxClaimSet *const *sets, size_t count, FILE *table, const char *csv);

/* All sets, on standard output (standard error when the CSV goes there, "-"). */
int hhx_validate(const char *csv);

#endif
