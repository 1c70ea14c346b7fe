/* Flights to a perfect grab; see the header. */
#include "gibbon/leap.h"

#include "base/angle.h"
#include "gibbon/flight.h"

/* Directions looked at, and by how much each low one among them is then refined. */
enum { DIRECTIONS = 48, REFINEMENTS = 44 };

/* Makes a launch beyond the limit dearer than any within it, and the fastest the dearest. */
static const double too_fast = 1e6;

static const double nowhere = 1e30;
static const double flight_limit_s = 1e3;

static HhVec way_to(const HhLeapProblem *problem, HhVec dir)
{
  return hh_vec_along(problem->to_hold, dir, problem->arm_m);
}

bool hh_leap_toward(const HhLeapProblem *problem, HhVec dir, HhLeap *leap)
{
  double g = problem->gravity_mps2;
  HhVec way = way_to(problem, dir);
  double square = 2 * hh_vec_dot(way, dir) / (g * dir.y);
  if (!(square > 0 && square <= flight_limit_s * flight_limit_s)) return false;
  double t = sqrt(square);
  *leap = (HhLeap){.velocity = {way.x / t, way.y / t + 0.5 * g * t}, .dir = dir, .flight_s = t};
  return true;
}

/* The flight stays outside the reach circle until it touches it. |r|^2 - arm^2 has a double root
 * there; what is left of it is a t^2 + b t + c. */
static bool touches_first(const HhLeapProblem *problem, const HhLeap *leap)
{
  double g = problem->gravity_mps2, arm = problem->arm_m, t = leap->flight_s;
  double a = 0.25 * g * g, b = g * (0.5 * g * t - leap->velocity.y);
  double c = (hh_vec_dot(problem->to_hold, problem->to_hold) - arm * arm) / (t * t);
  double lowest = fmin(t, fmax(0, -0.5 * b / a));
  return (a * lowest + b) * lowest + c >= 0;
}

/* What the launch toward dir costs; nowhere: it is none of those asked for. */
static double cost(const HhLeapProblem *problem, HhVec dir, HhLeap *leap)
{
  if (!hh_leap_toward(problem, dir, leap) || problem->facing * leap->velocity.x <= 0 ||
      !touches_first(problem, leap))
    return nowhere;
  HhVec asked = hh_vec_sub(leap->velocity, problem->own);
  double excess =
      hh_vec_dot(leap->velocity, leap->velocity) - problem->speed_max_mps * problem->speed_max_mps;
  return hh_vec_dot(asked, asked) + (excess > 0 ? too_fast * excess : 0);
}

typedef struct Search {
  const HhLeapProblem *problem;
  HhLeap *best;
  double least;
} Search;

static double look(Search *search, double angle_rad)
{
  HhLeap leap;
  double price = cost(search->problem, hh_hanging(angle_rad), &leap);
  double speed_max = search->problem->speed_max_mps;
  if (price < search->least && hh_vec_dot(leap.velocity, leap.velocity) <= speed_max * speed_max) {
    search->least = price;
    *search->best = leap;
  }
  return price;
}

/* Golden section between lo and hi. */
static void refine(Search *search, double lo, double hi)
{
  static const double golden = 0.6180339887498949;
  double a = hi - golden * (hi - lo), b = lo + golden * (hi - lo);
  double at_a = look(search, a), at_b = look(search, b);
  for (int i = 0; i < REFINEMENTS; i++) {
    if (at_a < at_b) {
      hi = b, b = a, at_b = at_a;
      a = hi - golden * (hi - lo);
      at_a = look(search, a);
    } else {
      lo = a, a = b, at_a = at_b;
      b = lo + golden * (hi - lo);
      at_b = look(search, b);
    }
  }
}

/* The angles from hanging straight down at which D . d < 0, among those below the hold. */
static bool directions(const HhLeapProblem *problem, double *from_rad, double *to_rad)
{
  HhVec from_hold = hh_vec_scale(problem->to_hold, -1);
  double outside = hh_vec_dot(from_hold, from_hold) - problem->arm_m * problem->arm_m;
  if (!(outside > 0)) return false;
  double middle = hh_angle_between(hh_vec(0, -1), from_hold);
  double half = hh_angle_of(hh_vec(problem->arm_m, sqrt(outside)));
  *from_rad = fmax(-0.5 * HH_PI, middle - half);
  *to_rad = fmin(0.5 * HH_PI, middle + half);
  return *from_rad < *to_rad;
}

bool hh_leap_best(const HhLeapProblem *problem, HhLeap *leap)
{
  double from, to, price[DIRECTIONS + 2];
  if (!directions(problem, &from, &to)) return false;
  Search search = {problem, leap, nowhere};
  double step = (to - from) / (DIRECTIONS + 1);
  price[0] = price[DIRECTIONS + 1] = nowhere;
  for (int i = 1; i <= DIRECTIONS; i++)
    price[i] = look(&search, from + step * i);
  for (int i = 1; i <= DIRECTIONS; i++)
    if (price[i] < nowhere && price[i] <= price[i - 1] && price[i] <= price[i + 1])
      refine(&search, from + step * (i - 1), from + step * (i + 1));
  return search.least < nowhere;
}

double hh_leap_miss(double gravity_mps2, HhVec to_hold, HhVec velocity, double arm_m)
{
  HhVec r = hh_vec_scale(to_hold, -1);
  double closest = hh_flight_closest(gravity_mps2, r, velocity, flight_limit_s);
  if (closest < 0) return nowhere;
  hh_flight_advance(gravity_mps2, &r, &velocity, closest);
  return hh_vec_length(r) - arm_m;
}
