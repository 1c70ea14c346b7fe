/* A race: candidates meet on the same blocks (a replicate of all scenes, the same seeds for all),
 * and those that a test finds worse than the best are dropped early. Pure decisions from costs; the
 * caller runs the blocks. Lower costs are better.
 *
 * Rounds: the first test comes after 5 blocks, each further one after twice as many (the schedule
 * of successive halving), the last after all of them. Nothing is dropped but by a test.
 *   - Three candidates or more: F-race (Birattari, Stuetzle, Paquete and Varrentrapp 2002, "A
 *     racing algorithm for configuring metaheuristics", GECCO:11): Friedman's test over the blocks,
 *     ties sharing the mean of their ranks, with the chi-square distribution (Conover 1999,
 *     Practical Nonparametric Statistics, 3rd ed., section 5.8, T1); when it rejects, each rank sum
 *     is compared with the least one.
 *   - Two: Wilcoxon's signed-rank test (rank_tests.h).
 *   - After a drop the living are ranked among themselves and tested again on the same blocks.
 *   - A failed run (a cost that is not finite) ranks behind every other; two failures tie.
 *
 * Ours differs from F-race in two ways.
 *   - The comparison takes the variance that a difference of rank sums has when all candidates are
 *     equal, 2 (A1 - C1) / (k - 1), and the normal distribution (Demsar 2006, "Statistical
 *     comparisons of classifiers over multiple data sets", JMLR 7:1, section 3.2.2, for ties).
 *     Conover's error, pooled over all candidates, shrinks to nothing when bad candidates rank in
 *     the same order in each block: with it, one of two equally good ones among ten was dropped in
 *     39 of 100 races; with this one in 3.
 *   - Confidence is about 0.95 for the race, not for a round: each of R rounds tests at 0.05 / R,
 * so that looking often does not drop the best by chance. Of 20 equally good and a bad one a given
 *     good one is dropped in 5 % of all races, of 100 and 5 in 7 %. */
#ifndef HHX_RACE_H
#define HHX_RACE_H

#include <stdbool.h>

typedef struct HhxRace HhxRace;

typedef enum HhxRaceDecision { HHX_RACE_KEPT, HHX_RACE_DROPPED, HHX_RACE_WINNER } HhxRaceDecision;

/* One candidate in one round, by the last test that it was in. statistic and p: Friedman's where
 * it does not reject, and for the best; else the normal deviate of the comparison with the best;
 * with two candidates Wilcoxon's sum of the ranks in favour of the best. */
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

/* The next round runs the living on blocks from .. to - 1. False when the race is over: one is
 * left, or all blocks were run. */
bool hhx_race_next(const HhxRace *race, int *from, int *to);

/* costs: a row of to - from numbers for each living candidate. records: room for them; one each,
 * in their order. False when memory ran out. When the race is over, the best one's record says
 * winner: no other living candidate was found different from it. */
bool hhx_race_tell(HhxRace *race, const double *costs, HhxRaceRecord *records);

/* Name for race.csv. */
const char *hhx_race_decision_name(HhxRaceDecision decision);

/* Friedman's test, Conover's T1. */
typedef struct HhxFriedman {
  double statistic, p;
  double variance; /* of a difference of two rank sums when all candidates are equal */
} HhxFriedman;

/* costs: `candidates` >= 2 rows of `blocks`, `stride` apart; rank_sums: room for candidates. */
HhxFriedman hhx_race_friedman(const double *costs, int candidates, int blocks, int stride,
                              double *rank_sums);

#endif
