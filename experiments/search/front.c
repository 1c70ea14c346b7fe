/* Dominance and distances on the front. See the header. */
#include "front.h"

#include <math.h>
#include <stdlib.h>

#include "pareto.h"

static bool is_same(const double *a, const double *b, int count)
{
  for (int i = 0; i < count; i++)
    if (a[i] != b[i]) return false;
  return true;
}

/* Dominates, or is equal in all. */
static bool covers(const HhxTrials *trials, const HhxTrial *a, const HhxTrial *b)
{
  double of_a[HHX_OBJECTIVES_MOST], of_b[HHX_OBJECTIVES_MOST];
  int objectives = trials->spec->objective_count;
  hhx_trial_costs(trials, a, of_a);
  hhx_trial_costs(trials, b, of_b);
  return hhx_pareto_dominates(of_a, a->failures, of_b, b->failures, objectives) ||
         (a->failures == b->failures && is_same(of_a, of_b, objectives));
}

static bool add_one(HhxFront *front, const HhxTrials *trials, int trial)
{
  const HhxTrial *rows = trials->rows, *row = &rows[trial];
  int kept = 0;
  if (hhb_is_missing(row->score)) return true;
  for (int i = 0; i < front->count; i++)
    if (covers(trials, &rows[front->members[i]], row)) return true;
  for (int i = 0; i < front->count; i++)
    if (!covers(trials, row, &rows[front->members[i]])) front->members[kept++] = front->members[i];
  front->count = kept;
  front->failures = row->failures;
  if (front->count == front->room) {
    int room = front->room > 0 ? 2 * front->room : 64;
    int *wider = realloc(front->members, (size_t)room * sizeof *wider);
    if (!wider) return false;
    front->members = wider;
    front->room = room;
  }
  front->members[front->count++] = trial;
  return true;
}

bool hhx_front_add(HhxFront *front, const HhxTrials *trials, int first)
{
  for (int i = first; i < trials->count; i++)
    if (!add_one(front, trials, i)) return false;
  return true;
}

void hhx_front_free(HhxFront *front)
{
  free(front->members);
  *front = (HhxFront){0};
}

/* The least and the most of each objective over the front. */
typedef struct Range {
  double low[HHX_OBJECTIVES_MOST], high[HHX_OBJECTIVES_MOST];
} Range;

static Range range_of(const HhxFront *front, const HhxTrials *trials)
{
  Range range;
  for (int i = 0; i < HHX_OBJECTIVES_MOST; i++) {
    range.low[i] = (double)INFINITY;
    range.high[i] = -(double)INFINITY;
  }
  for (int m = 0; m < front->count; m++) {
    double costs[HHX_OBJECTIVES_MOST];
    hhx_trial_costs(trials, &trials->rows[front->members[m]], costs);
    for (int i = 0; i < trials->spec->objective_count; i++) {
      range.low[i] = fmin(range.low[i], costs[i]);
      range.high[i] = fmax(range.high[i], costs[i]);
    }
  }
  return range;
}

/* Square of the distance of two points, or of one from the best of everything (b null). */
static double distance2(const Range *range, const double *a, const double *b, int objectives)
{
  double sum = 0;
  for (int i = 0; i < objectives; i++) {
    double width = range->high[i] - range->low[i];
    double d = width > 0 ? (a[i] - (b ? b[i] : range->low[i])) / width : 0;
    sum += d * d;
  }
  return sum;
}

int hhx_front_knee(const HhxFront *front, const HhxTrials *trials)
{
  Range range = range_of(front, trials);
  int knee = -1;
  double least = (double)INFINITY;
  for (int m = 0; m < front->count; m++) {
    double costs[HHX_OBJECTIVES_MOST];
    hhx_trial_costs(trials, &trials->rows[front->members[m]], costs);
    double d = distance2(&range, costs, NULL, trials->spec->objective_count);
    if (d >= least) continue;
    least = d;
    knee = front->members[m];
  }
  return knee;
}

static double first_cost(const HhxTrials *trials, int trial)
{
  double costs[HHX_OBJECTIVES_MOST];
  hhx_trial_costs(trials, &trials->rows[trial], costs);
  return costs[0];
}

/* The member with the least of an objective. */
static int least_of(const HhxFront *front, const HhxTrials *trials, int objective)
{
  int found = front->members[0];
  double least = (double)INFINITY;
  for (int m = 0; m < front->count; m++) {
    double costs[HHX_OBJECTIVES_MOST];
    hhx_trial_costs(trials, &trials->rows[front->members[m]], costs);
    if (costs[objective] >= least) continue;
    least = costs[objective];
    found = front->members[m];
  }
  return found;
}

static bool is_chosen(const int *chosen, int count, int trial)
{
  for (int i = 0; i < count; i++)
    if (chosen[i] == trial) return true;
  return false;
}

/* The member that lies farthest from those chosen, or -1 when all are. */
static int farthest(const HhxFront *front, const HhxTrials *trials, const Range *range,
                    const int *chosen, int count)
{
  int objectives = trials->spec->objective_count, found = -1;
  double most = -1;
  for (int m = 0; m < front->count; m++) {
    double costs[HHX_OBJECTIVES_MOST], other[HHX_OBJECTIVES_MOST], nearest = (double)INFINITY;
    if (is_chosen(chosen, count, front->members[m])) continue;
    hhx_trial_costs(trials, &trials->rows[front->members[m]], costs);
    for (int i = 0; i < count; i++) {
      hhx_trial_costs(trials, &trials->rows[chosen[i]], other);
      nearest = fmin(nearest, distance2(range, costs, other, objectives));
    }
    if (nearest <= most) continue;
    most = nearest;
    found = front->members[m];
  }
  return found;
}

int hhx_front_spread(const HhxFront *front, const HhxTrials *trials, int *chosen, int most)
{
  int count = 0;
  if (front->count == 0) return 0;
  Range range = range_of(front, trials);
  for (int i = 0; i < trials->spec->objective_count && count < most; i++) {
    int end = least_of(front, trials, i);
    if (!is_chosen(chosen, count, end)) chosen[count++] = end;
  }
  while (count < most) {
    int next = farthest(front, trials, &range, chosen, count);
    if (next < 0) break;
    chosen[count++] = next;
  }
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && first_cost(trials, chosen[j]) < first_cost(trials, chosen[j - 1]);
         j--) {
      int swap = chosen[j];
      chosen[j] = chosen[j - 1];
      chosen[j - 1] = swap;
    }
  return count;
}
