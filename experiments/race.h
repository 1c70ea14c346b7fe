/* A race: candidates meet on the same blocks (a scene and a replicate's seed), and those that a
 * test finds worse than the best are dropped early. Pure decisions from costs; the caller runs the
 * blocks. Lower costs are better.
 *
 * Rounds: the first test comes after 5 blocks, each further one after twice as many (the schedule
 * of successive halving), the last after all of them. Nothing is dropped but by a test. Three
 * candidates or more: F-race (Birattari, Stuetzle, Paquete and Varrentrapp 2002, "A racing
 * algorithm for configuring metaheuristics", GECCO:11): Friedman's test over the blocks, ties
 * sharing the mean of their ranks, with the chi-square distribution (Conover 1999, Practical
 * Nonparametric Statistics, 3rd ed., section 5.8, T1); when it rejects, Conover's comparison of
 * each with the one of the least rank sum, by Student's t (ibid., equation 6).
 * Two: Wilcoxon's signed-rank test (rank_tests.h).
 * A failed run (a cost that is not finite) ranks behind every other; two failures tie.
 *
 * Confidence is 0.95 for the race, not for a round: each of R rounds tests at 0.05 / R, so that
 * looking often does not drop the best by chance (Bonferroni; F-race itself tests each time at
 * 0.05). */
#ifndef HHX_RACE_H
#define HHX_RACE_H

#include <stdbool.h>

typedef struct HhxRace HhxRace;

typedef enum HhxRaceDecision { HHX_RACE_KEPT, HHX_RACE_DROPPED, HHX_RACE_WINNER } HhxRaceDecision;

/* One candidate in one round. statistic and p are of the test that decided: Friedman's where it
 * does not reject and for the best; else Conover's t against the best; with two candidates
 * Wilcoxon's sum of the ranks in favour of the best. Missing where nothing was tested. */
typedef struct HhxRaceRecord {
  int round, candidate; /* round from 1, candidate from 0 */
  double rank_mean;     /* over the blocks, among those of this round */
  int blocks;
  double statistic, p;
  HhxRaceDecision decision;
  int versus; /* candidate with the least rank sum; of equal ones the first */
} HhxRaceRecord;

enum { HHX_RACE_FIRST = 5 };

/* candidates >= 1, blocks >= 1: most that any candidate is run on. Null: memory ran out. */
HhxRace *hhx_race_create(int candidates, int blocks);

void hhx_race_destroy(HhxRace *race);

/* Candidates still in the race, ascending, into room for all; returns how many. */
int hhx_race_alive(const HhxRace *race, int *candidates);

/* The next round runs the living on blocks *from .. *to - 1. False when the race is over: one is
 * left, or all blocks were run. */
bool hhx_race_next(const HhxRace *race, int *from, int *to);

/* costs: a row of *to - *from numbers for each living candidate. records: room for them; one each,
 * in their order. False when memory ran out. When the race is over, the best one's record says
 * winner: no other living candidate was found different from it. */
bool hhx_race_tell(HhxRace *race, const double *costs, HhxRaceRecord *records);

/* Name for race.csv. */
const char *hhx_race_decision_name(HhxRaceDecision decision);

/* Friedman's statistic T1 of ranks within blocks, its p, and the rank sums (room for candidates).
 * costs: candidates rows of `blocks`, `stride` apart. p is 1 where all tie. */
double hhx_race_friedman(const double *costs, int candidates, int blocks, int stride,
                         double *rank_sums, double *p);

#endif
