/* Symbols as in Conover's section 5.8: k candidates, b blocks, A1 the sum of squared ranks,
 * C1 = b k (k + 1)^2 / 4. */
#include "race.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rank_tests.h"

static const double error_rate = 0.05;

struct HhxRace {
  int alive, blocks, done, round; /* done: blocks run; round: tests done */
  int rounds;                     /* planned */
  bool over;
  int *candidates; /* alive */
  int *seats;      /* alive: row in this round's records */
  double *costs;   /* a row of `blocks` for each living candidate */
  double *sums;    /* of ranks */
  double *work;    /* 2 blocks */
};

/* Blocks after the next round. */
static int rung(const HhxRace *race, int done)
{
  if (done == 0) return race->blocks < HHX_RACE_FIRST ? race->blocks : HHX_RACE_FIRST;
  return race->blocks / 2 < done ? race->blocks : 2 * done;
}

HhxRace *hhx_race_create(int candidates, int blocks)
{
  assert(candidates >= 1 && blocks >= 1);
  size_t k = (size_t)candidates, b = (size_t)blocks;
  HhxRace *race = calloc(1, sizeof *race);
  if (!race) return NULL;
  *race = (HhxRace){.alive = candidates,
                    .blocks = blocks,
                    .over = candidates == 1,
                    .candidates = calloc(k, sizeof(int)),
                    .seats = calloc(k, sizeof(int)),
                    .costs = calloc(k * b, sizeof(double)),
                    .sums = calloc(k, sizeof(double)),
                    .work = calloc(2 * b, sizeof(double))};
  if (!race->candidates || !race->seats || !race->costs || !race->sums || !race->work) {
    hhx_race_destroy(race);
    return NULL;
  }
  for (int i = 0; i < candidates; i++)
    race->candidates[i] = i;
  for (int done = 0; done < blocks; done = rung(race, done))
    race->rounds++;
  return race;
}

void hhx_race_destroy(HhxRace *race)
{
  if (!race) return;
  free(race->candidates);
  free(race->seats);
  free(race->costs);
  free(race->sums);
  free(race->work);
  free(race);
}

int hhx_race_alive(const HhxRace *race, int *candidates)
{
  memcpy(candidates, race->candidates, (size_t)race->alive * sizeof *candidates);
  return race->alive;
}

bool hhx_race_next(const HhxRace *race, int *from, int *to)
{
  if (race->over) return false;
  *from = race->done;
  *to = rung(race, race->done);
  return true;
}

const char *hhx_race_decision_name(HhxRaceDecision decision)
{
  static const char *const names[] = {"kept", "dropped", "winner"};
  return names[decision];
}

/* -1, 0 or 1 as a is better than, equal to or worse than b. */
static int compare_costs(double a, double b)
{
  if (!isfinite(a) || !isfinite(b)) return !isfinite(a) - !isfinite(b);
  return (a > b) - (a < b);
}

/* Rank sums; returns A1. */
static double rank(const double *costs, int k, int b, int stride, double *sums)
{
  double squares = 0;
  memset(sums, 0, (size_t)k * sizeof *sums);
  for (int block = 0; block < b; block++)
    for (int i = 0; i < k; i++) {
      double position = 1;
      for (int j = 0; j < k; j++) {
        int order = compare_costs(costs[j * stride + block], costs[i * stride + block]);
        position += j == i ? 0 : order < 0 ? 1 : order == 0 ? 0.5 : 0;
      }
      sums[i] += position;
      squares += position * position;
    }
  return squares;
}

HhxFriedman hhx_race_friedman(const double *costs, int candidates, int blocks, int stride,
                              double *rank_sums)
{
  double k = candidates, b = blocks, c1 = 0.25 * b * k * (k + 1) * (k + 1), squares = 0;
  double spread = rank(costs, candidates, blocks, stride, rank_sums) - c1;
  for (int i = 0; i < candidates; i++)
    squares += rank_sums[i] * rank_sums[i];
  double t1 = spread > 0 ? fmax(0, (k - 1) * (squares - b * c1) / spread) : 0;
  return (HhxFriedman){t1, gsl_cdf_chisq_Q(t1, k - 1), 2 * spread / (k - 1)};
}

static HhxRaceRecord *record_of(HhxRaceRecord *records, const HhxRace *race, int i)
{
  return &records[race->seats[i]];
}

/* Three or more living. */
static void test_many(HhxRace *race, int best, double level, HhxRaceRecord *records)
{
  HhxFriedman friedman =
      hhx_race_friedman(race->costs, race->alive, race->done, race->blocks, race->sums);
  for (int i = 0; i < race->alive; i++) {
    HhxRaceRecord *record = record_of(records, race, i);
    record->statistic = friedman.statistic;
    record->p = friedman.p;
    if (friedman.p >= level || i == best) continue;
    record->statistic = (race->sums[i] - race->sums[best]) / sqrt(friedman.variance);
    record->p = 2 * gsl_cdf_ugaussian_Q(record->statistic);
    if (record->p < level) record->decision = HHX_RACE_DROPPED;
  }
}

/* Sum of the ranks of positive differences among those that are not zero. */
static double positive_ranks(const double *differences, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++) {
    if (differences[i] <= 0) continue;
    sum += 0.5;
    for (int j = 0; j < count; j++) {
      double other = fabs(differences[j]);
      if (other > 0 && other <= differences[i]) sum += other < differences[i] ? 1 : 0.5;
    }
  }
  return sum;
}

/* Two: Wilcoxon's test on the differences, a failure being larger than any of them. */
static bool test_two(HhxRace *race, int best, double level, HhxRaceRecord *records)
{
  const double *a = race->costs + best * race->blocks;
  const double *b = race->costs + (1 - best) * race->blocks;
  double *differences = race->work, *zeros = race->work + race->blocks, largest = 0;
  HhxRanks ranks;
  for (int i = 0; i < race->done; i++)
    if (isfinite(a[i]) && isfinite(b[i])) largest = fmax(largest, fabs(b[i] - a[i]));
  for (int i = 0; i < race->done; i++) {
    bool both = isfinite(a[i]) && isfinite(b[i]);
    differences[i] = both ? b[i] - a[i] : (2 * largest + 1) * compare_costs(b[i], a[i]);
    zeros[i] = 0;
  }
  if (!hhx_ranks_paired(zeros, differences, race->done, &ranks)) return false;
  for (int i = 0; i < 2; i++) {
    HhxRaceRecord *record = record_of(records, race, i);
    record->statistic = positive_ranks(differences, race->done);
    record->p = ranks.p;
    if (ranks.p < level && i != best) record->decision = HHX_RACE_DROPPED;
  }
  return true;
}

/* Closes the rows of the living up; true when any was dropped. */
static bool bury(HhxRace *race, HhxRaceRecord *records)
{
  int left = 0, before = race->alive;
  for (int i = 0; i < before; i++) {
    if (record_of(records, race, i)->decision == HHX_RACE_DROPPED) continue;
    memmove(race->costs + left * race->blocks, race->costs + i * race->blocks,
            (size_t)race->done * sizeof *race->costs);
    race->candidates[left] = race->candidates[i];
    race->seats[left++] = race->seats[i];
  }
  race->alive = left;
  return left < before;
}

bool hhx_race_tell(HhxRace *race, const double *costs, HhxRaceRecord *records)
{
  assert(!race->over);
  int to = rung(race, race->done), fresh = to - race->done, best;
  for (int i = 0; i < race->alive; i++) {
    memcpy(race->costs + i * race->blocks + race->done, costs + i * fresh,
           (size_t)fresh * sizeof *costs);
    race->seats[i] = i;
  }
  race->done = to;
  race->round++;
  double level = error_rate / race->rounds;
  do {
    int k = race->alive;
    rank(race->costs, k, to, race->blocks, race->sums);
    best = 0;
    for (int i = 1; i < k; i++)
      if (race->sums[i] < race->sums[best]) best = i;
    for (int i = 0; i < k; i++)
      *record_of(records, race, i) = (HhxRaceRecord){.round = race->round,
                                                     .candidate = race->candidates[i],
                                                     .rank_mean = race->sums[i] / to,
                                                     .blocks = to,
                                                     .decision = HHX_RACE_KEPT,
                                                     .versus = race->candidates[best]};
    if (k > 2)
      test_many(race, best, level, records);
    else if (!test_two(race, best, level, records))
      return false;
    best = race->seats[best];
  } while (bury(race, records) && race->alive > 1);
  race->over = race->alive == 1 || race->done == race->blocks;
  if (race->over) records[best].decision = HHX_RACE_WINNER;
  return true;
}
