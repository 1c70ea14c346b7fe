/* Search along the family of arcs; planner_exact.h says how. */
#include "gibbon/planner_exact.h"

#include <math.h>
#include <stdbool.h>

enum {
  CANDIDATES_MAX = 128,
  STRETCHES_MAX = 4,
  POINTS_MAX = CANDIDATES_MAX + 4 * STRETCHES_MAX,
  EDGE_STEPS = 60,
  DIP_STEPS = 24 /* least steps to an allowed arc, between candidates none of which is */
};

/* Ends found by solving are this near, as a share of the stretch they were looked for in, and
 * minima; what a minimum's place is off counts squared. */
static const double end_tolerance = 0x1p-32, least_tolerance = 0x1p-20;

/* The smaller part of the golden section. */
static const double golden = 0.38196601125010515;

/* One arc of the family. */
typedef struct Point {
  double x;
  double ahead; /* of the release, > 0 when it is far enough ahead of the body */
  HhPlanArc arc;
  HhPlanScore score;
} Point;

/* Releases that lie ahead have a heading whose sine is in this range. */
typedef struct Ahead {
  double low, high;
} Ahead;

/* What the hold beyond the next asks of an arrival: an energy about the next hold and a heading
 * not past the last from which the swing can still let go. */
typedef struct Onward {
  double least_Jpkg, most_sine; /* no demand: minus and plus infinity */
} Onward;

typedef struct Search {
  const HhPlannerParams *params;
  const HhPlanProblem *problem;
  HhArcProblem family;
  Ahead ahead;
  Onward onward;
  int left; /* arcs that may still be tried */
} Search;

/* A stretch of the family. */
typedef struct Stretch {
  Point low, high;
} Stretch;

/* What is minimised: the score, or (to find an arc within the limits) the work beyond them. */
typedef double Measure(const Point *point);

static double x_of(HhVec half_turn)
{
  return sqrt(half_turn.y / (1 + half_turn.x));
}

static HhVec half_turn_of(double x)
{
  double t = x * x, scale = 1 / (1 + t * t);
  return hh_vec((1 - t) * (1 + t) * scale, 2 * t * scale);
}

HhPlanArc hh_plan_arc(const HhArc *arc)
{
  /* The chord's slope is the mean of the slopes at its ends. */
  double rise = 0.5 * (arc->launch_speed_mps * arc->launch_heading.y +
                       arc->grab_speed_mps * arc->grab_heading.y);
  double run = arc->horizontal_mps;
  return (HhPlanArc){.launch_heading = arc->launch_heading,
                     .grab_heading = arc->grab_heading,
                     .launch_speed_mps = arc->launch_speed_mps,
                     .grab_speed_mps = arc->grab_speed_mps,
                     .flight_s = arc->flight_s,
                     .mean_speed_mps = sqrt(run * run + rise * rise)};
}

/* Headings less than half a turn and more than the least chord ahead of the body's. */
static Ahead ahead_of(HhVec hand_to_com)
{
  double chord = HH_PLAN_CHORD_MIN, half = 0.5 * chord;
  HhVec now = hh_vec_left(hand_to_com);
  double cosine = 1 - 0.5 * chord * chord, sine = chord * sqrt((1 - half) * (1 + half));
  HhVec first = hh_vec(now.x * cosine - now.y * sine, now.x * sine + now.y * cosine);
  return first.x >= 0 ? (Ahead){first.y, 2} : (Ahead){-2, -now.y};
}

/* An arrival this much short in sine (1 degree) of what is asked has no room for round-off. */
static const double onward_margin = 0.02;

/* The muscles may help on the next swing as they may on this. The heading is that of the highest
 * arc within their reach, for the energy this swing has by itself. */
static Onward onward_of(const HhPlanProblem *problem)
{
  Onward onward = {problem->beyond_known ? problem->onward_Jpkg : -(double)INFINITY,
                   (double)INFINITY};
  HhArcProblem next = {problem->hold_beyond, problem->grab_arm_m, problem->grab_arm_m,
                       problem->gravity_mps2};
  HhArc least, arcs[2];
  if (!problem->beyond_known || hh_arc_min_energy(&next, &least) == HH_ARC_NONE) return onward;
  double arrival = problem->energy_Jpkg - problem->gravity_mps2 * problem->hold_to_hold.y +
                   problem->work_max_Jpkg;
  int count = hh_arc_at_energy(&next, fmax(arrival, least.energy_Jpkg), arcs);
  if (count > 0) onward.most_sine = arcs[count - 1].launch_heading.y - onward_margin;
  /* A swing that turns below level can come again from behind. */
  if (arrival < 0) onward.most_sine = (double)INFINITY;
  return onward;
}

static double onward_cost(const Search *search, const HhPlanArc *arc)
{
  const HhPlanProblem *problem = search->problem;
  double gl = problem->gravity_mps2 * problem->grab_arm_m;
  double arrival = 0.5 * arc->grab_speed_mps * arc->grab_speed_mps - gl * arc->grab_heading.x;
  double lacking = fmax(0, search->onward.least_Jpkg - arrival) / gl;
  double past = fmax(0, arc->grab_heading.y - search->onward.most_sine);
  return search->params->weight_onward * (lacking + past);
}

static Point point_at(Search *search, double x)
{
  search->left--;
  Point point = {.x = x, .ahead = -(double)INFINITY};
  point.score.value = (double)INFINITY;
  point.score.spare_Jpkg = -(double)INFINITY;
  HhArc arc;
  if (!hh_arc_at(&search->family, half_turn_of(x), &arc)) return point;
  double sine = arc.launch_heading.y;
  point.ahead = fmin(sine - search->ahead.low, search->ahead.high - sine);
  point.arc = hh_plan_arc(&arc);
  point.score = hh_plan_score(search->params, search->problem, &point.arc);
  if (point.score.value < HH_PLAN_SCORE_BEYOND)
    point.score.value += onward_cost(search, &point.arc);
  return point;
}

static double by_score(const Point *point)
{
  return point->score.value;
}

static double by_excess(const Point *point)
{
  return -point->score.spare_Jpkg;
}

static double by_spare(const Point *point)
{
  return point->score.spare_Jpkg;
}

static double by_ahead(const Point *point)
{
  return point->ahead;
}

/* The last point on `inside`'s side at which `measure` is not negative; it is so at `inside` and
 * not at `outside`. Regula falsi, the standing end weighed down as Anderson and Bjorck 1973 (BIT
 * 13:253) do; the last steps keep the tolerance's distance from either end, so that both close in.
 * A solver's trial is no candidate: it counts for nothing. */
static Point edge(Search *search, Measure *measure, Point inside, Point outside)
{
  double in = measure(&inside), out = measure(&outside);
  double width = fabs(outside.x - inside.x), tolerance = end_tolerance * width;
  int left = search->left, side = 0;
  for (int i = 0; i < EDGE_STEPS && width > tolerance; i++) {
    double share = in / (in - out), margin = 0.5 * tolerance / width;
    if (!(share >= 0 && share <= 1) || i % 6 == 5) share = 0.5;
    share = fmin(fmax(share, margin), 1 - margin);
    Point next = point_at(search, inside.x + share * (outside.x - inside.x));
    double value = measure(&next);
    double kept = value >= 0 ? 1 - value / in : 1 - value / out;
    if (!(kept > 0)) kept = 0.5;
    if (value >= 0) {
      inside = next;
      in = value;
      if (side > 0) out *= kept;
      side = 1;
    } else {
      outside = next;
      out = value;
      if (side < 0) in *= kept;
      side = -1;
    }
    width = fabs(outside.x - inside.x);
  }
  search->left = left;
  return inside;
}

/* Brent's minimisation between low and high, from their best point, in at most *steps, which it
 * counts down; stops at the first point whose measure is not above `enough`. */
static Point descend(Search *search, Measure *measure, double low, double high, Point best,
                     int *steps, double enough)
{
  double fx = measure(&best), x = best.x, w = x, v = x, fw = fx, fv = fx;
  double step = 0, last_step = 0, tolerance = least_tolerance * (high - low);
  for (; *steps > 0 && fx > enough; --*steps) {
    double middle = 0.5 * (low + high);
    if (fabs(x - middle) <= 2 * tolerance - 0.5 * (high - low)) break;

    /* The parabola through the three lowest, if it falls inside and shrinks. */
    double p = 0, q = 0, r;
    if (fabs(last_step) > tolerance) {
      r = (x - w) * (fx - fv);
      q = (x - v) * (fx - fw);
      p = (x - v) * q - (x - w) * r;
      q = 2 * (q - r);
      if (q > 0) p = -p;
      q = fabs(q);
    }
    if (fabs(p) < fabs(0.5 * q * last_step) && p > q * (low - x) && p < q * (high - x)) {
      last_step = step;
      step = p / q;
    } else {
      last_step = x < middle ? high - x : low - x;
      step = golden * last_step;
    }
    if (fabs(step) < tolerance) step = step < 0 ? -tolerance : tolerance;

    Point next = point_at(search, x + step);
    double fu = measure(&next), u = next.x;
    if (fu <= fx) {
      if (u < x)
        high = x;
      else
        low = x;
      v = w, fv = fw;
      w = x, fw = fx;
      x = u, fx = fu;
      best = next;
    } else {
      if (u < x)
        low = u;
      else
        high = u;
      if (fu <= fw || w == x) {
        v = w, fv = fw;
        w = u, fw = fu;
      } else if (fu <= fv || v == x || v == w) {
        v = u, fv = fu;
      }
    }
  }
  return best;
}

/* Where the arcs of one energy are, low and high one; infinite where the family ends before. */
typedef struct Level {
  double low, high;
} Level;

static Level level(const Search *search, double energy)
{
  Level found = {-(double)INFINITY, (double)INFINITY};
  HhArc arcs[2];
  int count = hh_arc_at_energy(&search->family, energy, arcs);
  for (int i = 0; i < count; i++) {
    double c = arcs[i].half_turn.x, s = arcs[i].half_turn.y, x = x_of(arcs[i].half_turn);
    if (s <= c) found.low = x;
    if (s >= c) found.high = x;
  }
  return found;
}

static Stretch stretch_of(Search *search, double low, double high)
{
  return (Stretch){point_at(search, low), point_at(search, high)};
}

/* Leaves the part that lets go ahead of the body, which only one end can lack; false when there is
 * none. */
static bool trim(Search *search, Stretch *stretch)
{
  Point *low = &stretch->low, *high = &stretch->high;
  if (low->ahead < 0 && high->ahead < 0) return false;
  if (low->ahead < 0) *low = edge(search, by_ahead, *high, *low);
  if (high->ahead < 0) *high = edge(search, by_ahead, *low, *high);
  return true;
}

/* Why no arc that lets go ahead has its work within work_max: they all ask for more, or all for
 * less, because the energy has no jump along them. */
static HhPlanOutcome none_ahead(Search *search, const HhArcRange *range)
{
  Stretch all = stretch_of(search, x_of(range->least), x_of(range->most));
  if (!trim(search, &all)) return HH_PLAN_NO_ARC;
  const Point *nearer = by_excess(&all.low) <= by_excess(&all.high) ? &all.low : &all.high;
  return nearer->score.work_Jpkg > 0 ? HH_PLAN_TOO_WEAK : HH_PLAN_TOO_FAST;
}

/* The stretches that let go ahead and whose work is within work_max, in order; *none names why
 * there is none. */
static int stretches_within(Search *search, Stretch *stretches, HhPlanOutcome *none)
{
  const HhPlanProblem *problem = search->problem;
  HhArcRange range;
  HhArc least;
  *none = HH_PLAN_NO_ARC;
  if (!hh_arc_range(&search->family, &range)) return 0;
  if (hh_arc_min_energy(&search->family, &least) == HH_ARC_NONE) return 0;
  *none = HH_PLAN_TOO_WEAK;
  double highest = problem->energy_Jpkg + problem->work_max_Jpkg;
  double lowest = problem->energy_Jpkg - problem->work_max_Jpkg;
  if (!(highest >= least.energy_Jpkg)) return 0;

  int count = 0;
  Level most = level(search, highest);
  double low = fmax(x_of(range.least), most.low), high = fmin(x_of(range.most), most.high);
  if (lowest <= least.energy_Jpkg) {
    stretches[0] = stretch_of(search, low, high);
    count += trim(search, &stretches[0]);
  } else {
    Level removed = level(search, lowest);
    if (removed.low >= low) {
      stretches[0] = stretch_of(search, low, removed.low);
      count += trim(search, &stretches[0]);
    }
    if (removed.high <= high) {
      stretches[count] = stretch_of(search, removed.high, high);
      count += trim(search, &stretches[count]);
    }
  }
  if (count == 0) *none = none_ahead(search, &range);
  return count;
}

/* Points in order; neighbours belong together unless a new stretch begins. */
typedef struct Survey {
  int count;
  Point points[POINTS_MAX];
  bool first[POINTS_MAX]; /* of its stretch */
} Survey;

static void append(Survey *survey, Point point, bool first)
{
  if (survey->count == POINTS_MAX) return;
  survey->first[survey->count] = first;
  survey->points[survey->count++] = point;
}

/* The ends of the stretches and about `candidates` points evenly spread between. */
static void spread(Search *search, const Stretch *stretches, int count, int candidates,
                   Survey *survey)
{
  double total = 0;
  for (int i = 0; i < count; i++)
    total += stretches[i].high.x - stretches[i].low.x;
  survey->count = 0;
  for (int i = 0; i < count; i++) {
    double low = stretches[i].low.x, length = stretches[i].high.x - low;
    int parts = length > 0 ? 1 + (int)(candidates * length / total) : 0;
    append(survey, stretches[i].low, true);
    for (int k = 1; k < parts; k++)
      append(survey, point_at(search, low + length * k / parts), false);
    if (parts > 0) append(survey, stretches[i].high, false);
  }
}

/* The neighbours of point i in its stretch, or the point itself. */
static int before(const Survey *survey, int i)
{
  return survey->first[i] ? i : i - 1;
}

static int after(const Survey *survey, int i)
{
  return i + 1 < survey->count && !survey->first[i + 1] ? i + 1 : i;
}

/* Puts a point into the middle of the widest gap, `times` over. */
static void fill(Search *search, int times, Survey *survey)
{
  for (; times > 0 && survey->count < POINTS_MAX; times--) {
    int widest = 0;
    double gap = 0;
    for (int i = 0; i < survey->count; i++) {
      double here = survey->points[i].x - survey->points[before(survey, i)].x;
      if (!(here > gap)) continue;
      gap = here;
      widest = i;
    }
    if (widest == 0) return;
    Point middle = point_at(search, survey->points[widest].x - 0.5 * gap);
    for (int i = survey->count++; i > widest; i--) {
      survey->points[i] = survey->points[i - 1];
      survey->first[i] = survey->first[i - 1];
    }
    survey->points[widest] = middle;
    survey->first[widest] = false;
  }
}

/* The two lowest points that neither neighbour undercuts; -1 where there is none. */
static void two_lowest(const Survey *survey, Measure *measure, int lowest[2])
{
  lowest[0] = lowest[1] = -1;
  for (int i = 0; i < survey->count; i++) {
    double value = measure(&survey->points[i]);
    if (!(value <= measure(&survey->points[before(survey, i)]) &&
          value <= measure(&survey->points[after(survey, i)])))
      continue;
    if (lowest[0] < 0 || value < measure(&survey->points[lowest[0]])) {
      lowest[1] = lowest[0];
      lowest[0] = i;
    } else if (lowest[1] < 0 || value < measure(&survey->points[lowest[1]])) {
      lowest[1] = i;
    }
  }
}

/* Descends from both, a third of the steps kept for the second, and puts what is found in the
 * place of where it began; the better of both. */
static Point descend_both(Search *search, Measure *measure, int steps, double enough,
                          Survey *survey)
{
  int lowest[2];
  two_lowest(survey, measure, lowest);
  if (lowest[0] < 0) return survey->points[0]; /* none is a number */
  Point best = survey->points[lowest[0]];
  for (int k = 0; k < 2 && lowest[k] >= 0; k++) {
    Point *from = &survey->points[lowest[k]];
    int saved = k == 0 && lowest[1] >= 0 ? steps / 3 : 0;
    steps -= saved;
    *from = descend(search, measure, survey->points[before(survey, lowest[k])].x,
                    survey->points[after(survey, lowest[k])].x, *from, &steps, enough);
    steps += saved;
    if (measure(from) < measure(&best)) best = *from;
  }
  return best;
}

static bool allowed(const Point *point)
{
  return point->score.spare_Jpkg >= 0;
}

static int count_allowed(const Survey *survey)
{
  int count = 0;
  for (int i = 0; i < survey->count; i++)
    count += allowed(&survey->points[i]);
  return count;
}

/* Leaves the points that are allowed, with the ends of what is. */
static void keep_allowed(Search *search, const Survey *all, Survey *kept)
{
  kept->count = 0;
  for (int i = 0; i < all->count; i++) {
    const Point *point = &all->points[i], *last = &all->points[before(all, i)];
    bool joined = !all->first[i];
    if (allowed(point) && joined && !allowed(last))
      append(kept, edge(search, by_spare, *point, *last), true);
    if (allowed(point)) append(kept, *point, !joined);
    if (!allowed(point) && joined && allowed(last))
      append(kept, edge(search, by_spare, *last, *point), false);
  }
}

HhPlanOutcome hh_plan_exact(const HhPlannerParams *params, const HhPlanProblem *problem,
                            HhPlan *plan)
{
  Search search = {
      params,
      problem,
      {problem->hold_to_hold, problem->swing_arm_m, problem->grab_arm_m, problem->gravity_mps2},
      ahead_of(problem->hand_to_com),
      onward_of(problem),
      params->candidates + params->refinements};
  Stretch stretches[STRETCHES_MAX];
  HhPlanOutcome none;
  int count = stretches_within(&search, stretches, &none);
  if (count == 0) return none;
  Survey found;
  spread(&search, stretches, count, params->candidates / 2, &found);

  /* The force limit may leave but a part, or what no candidate is in. */
  int kept = count_allowed(&found);
  if (kept < found.count) {
    int all_left = search.left > DIP_STEPS ? search.left : DIP_STEPS;
    int steps = kept > 0 ? params->candidates / 4 : all_left;
    Point nearest = descend_both(&search, by_excess, steps, 0, &found);
    if (!allowed(&nearest))
      return nearest.score.work_Jpkg > 0 ? HH_PLAN_TOO_WEAK : HH_PLAN_TOO_FAST;
    Survey part;
    keep_allowed(&search, &found, &part);
    fill(&search, search.left - params->refinements, &part);
    found = part;
  }

  int steps = search.left < params->refinements ? search.left : params->refinements;
  Point best = descend_both(&search, by_score, steps, 0, &found);
  if (!isfinite(best.score.value)) return HH_PLAN_NO_ARC;
  *plan = hh_plan_of(&best.arc, &best.score);
  return HH_PLAN_FOUND;
}
