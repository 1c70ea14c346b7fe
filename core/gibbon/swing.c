/* The swing's Taylor step and its events; the model is in the header. */
#include "gibbon/swing.h"

#include <assert.h>
#include <math.h>

#include "base/poly.h"

/* Terms below this share of the quantity's scale are below round-off (2^-56). */
static const double negligible = 0x1p-56;

typedef struct Series {
  double s[HH_SWING_ORDER + 1];     /* sin theta */
  double c[HH_SWING_ORDER + 1];     /* cos theta */
  double w[HH_SWING_ORDER + 1];     /* rate */
  double theta[HH_SWING_ORDER + 1]; /* angle from the start of the step */
  int order;
} Series;

/* Expands the motion about now until the last terms at *step_s no longer count; where the full
 * order does not suffice the step is halved. */
static void expand(double g, double muscle, const HhSwing *swing, double *step_s, Series *series)
{
  double *s = series->s, *c = series->c, *w = series->w, *theta = series->theta;
  double l = swing->length_m;
  s[0] = swing->dir.x;
  c[0] = -swing->dir.y;
  w[0] = swing->rate_radps;
  theta[0] = 0;
  double rate_scale = fabs(w[0]) + sqrt((g + fabs(muscle)) / l);
  double power = 1;
  int quiet = 0;
  int k = 0;
  while (k < HH_SWING_ORDER && quiet < 2) {
    double cw = 0, sw = 0;
    for (int j = 0; j <= k; j++) {
      cw += c[j] * w[k - j];
      sw += s[j] * w[k - j];
    }
    double pull = (k == 0 ? muscle : 0) - g * s[k];
    k++;
    s[k] = cw / k;
    c[k] = -sw / k;
    w[k] = pull / (l * k);
    theta[k] = w[k - 1] / k;
    power *= *step_s;
    double term = fmax(fmax(fabs(s[k]), fabs(c[k])), fabs(w[k]) / rate_scale) * power;
    quiet = term < negligible ? quiet + 1 : 0;
  }
  series->order = k;
  /* The terms of the full order shrink by 2^k with each halving. */
  if (quiet >= 2) return;
  double tail =
      fmax(fmax(fabs(s[k]) + fabs(c[k]), fabs(w[k]) / rate_scale) * power,
           fmax(fabs(s[k - 1]) + fabs(c[k - 1]), fabs(w[k - 1]) / rate_scale) * power / *step_s);
  for (double halved = tail; halved > negligible; halved *= 0x1p-13)
    *step_s *= 0.5;
}

static double value(const Series *series, const double *c, double t)
{
  return hh_poly_value(c, series->order, t);
}

/* The time in (0, until] at which the tension vanishes; it is positive at 0, negative at until. */
static double slack_time(double g, double l, const Series *series, double until)
{
  double tension[HH_SWING_ORDER + 1];
  for (int k = 0; k <= series->order; k++) {
    double square = 0;
    for (int j = 0; j <= k; j++)
      square += series->w[j] * series->w[k - j];
    tension[k] = l * square + g * series->c[k];
  }
  return tension[0] <= 0 ? 0 : hh_poly_root(tension, series->order, 0, until);
}

/* The time in (0, until] at which the direction passes the mark, or -1. The body goes one way all
 * that time. */
static double mark_time(HhVec mark, const Series *series, double until)
{
  double way = series->w[0] + value(series, series->w, until) < 0 ? -1 : 1;
  double apart[HH_SWING_ORDER + 1]; /* sin(theta - theta_mark), rising the way it goes */
  for (int k = 0; k <= series->order; k++)
    apart[k] = way * (series->s[k] * -mark.y - series->c[k] * mark.x);
  double facing =
      value(series, series->s, until) * mark.x + value(series, series->c, until) * -mark.y;
  /* A mark within round-off of the present direction is there already. */
  if (!(apart[0] < -negligible) || value(series, apart, until) < 0 || facing < 0) return -1;
  return hh_poly_root(apart, series->order, 0, until);
}

static void move_to(const Series *series, double t, HhSwing *swing)
{
  swing->dir = hh_vec_unit(hh_vec(value(series, series->s, t), -value(series, series->c, t)));
  swing->rate_radps = value(series, series->w, t);
  swing->swept_rad += value(series, series->theta, t);
}

double hh_swing_step(double gravity_mps2, double muscle_mps2, HhSwingWatch watch, HhSwing *swing,
                     double dt_s, HhSwingEvent *event)
{
  assert(dt_s > 0 && swing->length_m > 0);
  *event = HH_SWING_NONE;
  double used = 0;
  while (used < dt_s && *event == HH_SWING_NONE) {
    Series series;
    double step = dt_s - used;
    expand(gravity_mps2, muscle_mps2, swing, &step, &series);

    /* The rate changes sign at most once in so short a step; marks are looked for before that. */
    double until = step;
    double end_rate = value(&series, series.w, step);
    if (series.w[0] * end_rate < 0) {
      until = hh_poly_root(series.w, series.order, 0, step);
      if (watch.turn) *event = HH_SWING_TURN;
    }
    double l = swing->length_m;
    double rate = value(&series, series.w, until), cosine = value(&series, series.c, until);
    if (l * rate * rate + gravity_mps2 * cosine < 0) {
      until = slack_time(gravity_mps2, l, &series, until);
      *event = HH_SWING_SLACK;
    }
    double at_mark = watch.mark_set ? mark_time(watch.mark, &series, until) : -1;
    if (at_mark >= 0) {
      until = at_mark;
      *event = HH_SWING_MARK;
    }

    if (*event == HH_SWING_NONE) until = step;
    move_to(&series, until, swing);
    if (*event == HH_SWING_TURN) swing->rate_radps = 0;
    used = *event == HH_SWING_NONE && step == dt_s - used ? dt_s : used + until;
  }
  return used;
}

HhVec hh_swing_offset(const HhSwing *swing)
{
  return hh_vec_scale(swing->dir, swing->length_m);
}

HhVec hh_swing_velocity(const HhSwing *swing)
{
  return hh_vec_scale(hh_vec_left(swing->dir), swing->length_m * swing->rate_radps);
}

double hh_swing_energy(double gravity_mps2, const HhSwing *swing)
{
  double speed = swing->length_m * swing->rate_radps;
  return 0.5 * speed * speed + gravity_mps2 * swing->length_m * swing->dir.y;
}

double hh_swing_tension(double gravity_mps2, const HhSwing *swing)
{
  return swing->length_m * swing->rate_radps * swing->rate_radps - gravity_mps2 * swing->dir.y;
}
