/* The sine wave of the prototype along a line through the holds. */
#include "gibbon/sine.h"

#include <math.h>

#include "base/angle.h"

/* x^0.8 for x >= 1 by Newton's method on y^5 = x^4, started above the root: the same bits
 * everywhere, which pow does not promise. */
static double power_4_5(double x)
{
  double x4 = x * x * x * x;
  double y = x;
  for (int i = 0; i < 40; i++) {
    double y4 = y * y * y * y;
    double next = y - (y * y4 - x4) / (5 * y4);
    if (!(next < y)) break;
    y = next;
  }
  return y;
}

/* How high the line is above a floor: the wave hangs 0.84 m low, and legs are 0.35 m long. */
static const double over_floor_m = 1.2;

static HhVec hold_at(const HhWorld *world, int index)
{
  int last = world->count - 1;
  if (index < 0) index = 0;
  if (index > last) index = last;
  HhVec at = world->holds[index].at;
  if (!hh_piece_holdable(hh_world_kind(world, index))) at.y += over_floor_m;
  return at;
}

/* Derivative of the line at a hold, per hold. */
static HhVec tangent(const HhWorld *world, int index)
{
  int last = world->count - 1;
  if (last == 0) return hh_vec(1, 0);
  if (index <= 0) return hh_vec_sub(hold_at(world, 1), hold_at(world, 0));
  if (index >= last) return hh_vec_sub(hold_at(world, last), hold_at(world, last - 1));
  return hh_vec_scale(hh_vec_sub(hold_at(world, index + 1), hold_at(world, index - 1)), 0.5);
}

typedef struct Line {
  HhVec at, d1, d2; /* position, first and second derivative by tau */
} Line;

static Line line_at(const HhWorld *world, int piece, double tau)
{
  int last = world->count - 1;
  if (piece < 0 || piece >= last) {
    int end = piece < 0 ? 0 : last;
    HhVec along = tangent(world, end);
    return (Line){hh_vec_along(hold_at(world, end), along, tau - end), along, {0, 0}};
  }
  HhVec p = hold_at(world, piece), m0 = tangent(world, piece), m1 = tangent(world, piece + 1);
  HhVec d = hh_vec_sub(hold_at(world, piece + 1), p);
  /* p + m0 u + c2 u^2 + c3 u^3 on the piece */
  HhVec c2 = hh_vec_sub(hh_vec_sub(hh_vec_scale(d, 3), hh_vec_scale(m0, 2)), m1);
  HhVec c3 = hh_vec_sub(hh_vec_add(m0, m1), hh_vec_scale(d, 2));
  double u = tau - piece;
  HhVec at = hh_vec_along(p, hh_vec_along(m0, hh_vec_along(c2, c3, u), u), u);
  HhVec d1 = hh_vec_along(m0, hh_vec_along(hh_vec_scale(c2, 2), c3, 3 * u), u);
  HhVec d2 = hh_vec_along(hh_vec_scale(c2, 2), c3, 6 * u);
  return (Line){at, d1, d2};
}

HhSinePoint hh_sine_point(const HhSineParams *params, const HhWorld *world, int piece, double tau)
{
  Line line = line_at(world, piece, tau);
  double f = params->cadence;
  double step = hh_vec_length(line.d1);
  double v = step * f;
  double v_rate = step > 0 ? hh_vec_dot(line.d1, line.d2) / step * f * f : 0;

  double base = v / 10 + 1;
  double swell = power_4_5(base);
  double a = swell - 0.9;
  double a_rate = 0.08 * swell / base * v_rate;
  double turn = 2 * HH_PI * (tau - floor(tau) - params->lag * f - 0.25);
  HhVec unit = hh_unit_from_angle(turn);
  double rest = fmax(0, 0.1 - 0.1 * v), rest_rate = v < 1 ? -0.1 * v_rate : 0;

  double height = params->scale * (-1 + 0.25 * a + rest + a * (1 + unit.y));
  double height_rate = params->scale * (0.25 * a_rate + rest_rate + a_rate * (1 + unit.y) +
                                        a * unit.x * 2 * HH_PI * f);
  return (HhSinePoint){
      .at = hh_vec(line.at.x - params->lag * v, line.at.y + height),
      .velocity = hh_vec(line.d1.x * f - params->lag * v_rate, line.d1.y * f + height_rate)};
}

double hh_sine_phase(const HhSineParams *params, const HhWorld *world, int from, double x_m)
{
  double low = from - 1, high = from + HH_WORLD_AHEAD;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (hh_sine_point(params, world, (int)floor(middle), middle).at.x < x_m)
      low = middle;
    else
      high = middle;
  }
  return high;
}
