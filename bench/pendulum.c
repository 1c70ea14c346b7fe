/* Question: which integrator should the swing use?
 * Prediction: a Taylor series of the pendulum costs little more than Runge-Kutta with sines and
 *   is exact to round-off in energy and in time, at any frame rate, without a projection.
 * Method: (a) 10,000 free swings at 60 degrees; (b) 20,000 partial arcs from random grabs, each to
 *   an exact release angle, error against GSL's elliptic integral in time and against the closed
 *   form in energy. Nanoseconds a step: median of interleaved repetitions, with the minimum.
 * Writes CSV to stdout. Figures to compare with: planner study, section 4. */
#include <gsl/gsl_sf_ellint.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/angle.h"
#include "base/random.h"
#include "clock.h"
#include "gibbon/swing.h"
#include "integrators.h"
#include "yardstick.h"

static const double g = 9.81, l = 1;

/* Ours comes after the others. */
enum { TAYLOR = HHB_INTEGRATOR_COUNT, METHODS };

static const HhbPendulum pendulum = {9.81, 1};

static double energy_of(HhbAngle s)
{
  return hhb_pendulum_energy(&pendulum, s);
}

static HhbAngle advance(int method, HhbAngle s, double energy, double h)
{
  return hhb_integrate((HhbIntegrator)method, &pendulum, energy, s, h);
}

/* Largest energy error per gl over 10,000 swings (20,000 half swings) at 60 degrees. */
static double drift(int method, double h)
{
  HhbAngle s = {60 * HH_PI / 180, 0};
  HhSwing swing = {.dir = hh_hanging(s.rad), .length_m = l};
  double energy = energy_of(s),
         period = 4 * sqrt(l / g) * gsl_sf_ellint_Kcomp(0.5, GSL_PREC_DOUBLE);
  double worst = 0;
  for (long i = 0; i < (long)(10000 * period / h); i++) {
    HhSwingEvent event;
    double now;
    if (method == TAYLOR) {
      hh_swing_step(g, 0, (HhSwingWatch){.turn = false}, &swing, h, &event);
      now = hh_swing_energy(g, &swing);
    } else {
      s = advance(method, s, energy, h);
      now = energy_of(s);
    }
    worst = fmax(worst, fabs(now - energy));
  }
  return worst / (g * l);
}

/* Root mean square errors at the release of random partial arcs. */
static void partial_arcs(int method, double h, double *energy_error, double *time_error_s)
{
  enum { ARCS = 20000 };
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  double energy_sum = 0, time_sum = 0;
  for (int i = 0; i < ARCS; i++) {
    double grab = -hh_random_range(&random, 0.2, 1), release = hh_random_range(&random, 0.2, 1);
    double bottom = hh_random_range(&random, 4.5, 8), k = 2 * sqrt(g * l) / bottom;
    HhbAngle s = {grab, sqrt(bottom * bottom - 2 * g * l * (1 - cos(grab))) / l};
    double energy = energy_of(s), time = 0, end_energy = energy;
    if (method == TAYLOR) {
      HhSwing swing = {.dir = hh_hanging(grab), .rate_radps = s.rate_radps, .length_m = l};
      HhSwingWatch watch = {.mark_set = true, .mark = hh_hanging(release)};
      HhSwingEvent event = HH_SWING_NONE;
      while (event == HH_SWING_NONE)
        time += hh_swing_step(g, 0, watch, &swing, h, &event);
      end_energy = hh_swing_energy(g, &swing);
    } else {
      HhbAngle next = advance(method, s, energy, h);
      for (; next.rad < release; next = advance(method, s, energy, h)) {
        s = next;
        time += h;
      }
      /* Release inside the step: secant on the same method's shorter step. */
      double low = 0, high = h;
      for (int n = 0; n < 60; n++) {
        double middle = 0.5 * (low + high);
        if (advance(method, s, energy, middle).rad < release)
          low = middle;
        else
          high = middle;
      }
      time += high;
      end_energy = energy_of(advance(method, s, energy, high));
    }
    double exact = 2 * l / bottom *
                   (gsl_sf_ellint_F(release / 2, k, GSL_PREC_DOUBLE) -
                    gsl_sf_ellint_F(grab / 2, k, GSL_PREC_DOUBLE));
    double kinetic = energy + g * l * cos(release);
    energy_sum += (end_energy - energy) * (end_energy - energy) / (kinetic * kinetic);
    time_sum += (time - exact) * (time - exact);
  }
  *energy_error = sqrt(energy_sum / ARCS);
  *time_error_s = sqrt(time_sum / ARCS);
}

static double step_ns(int method, double h)
{
  enum { STEPS = 20000 };
  HhbAngle s = {1, 0};
  HhSwing swing = {.dir = hh_hanging(1), .length_m = l};
  double energy = energy_of(s), start = hhb_clock_thread_s();
  HhSwingEvent event;
  for (int i = 0; i < STEPS; i++) {
    if (method == TAYLOR)
      hh_swing_step(g, 0, (HhSwingWatch){.turn = true}, &swing, h, &event);
    else
      s = advance(method, s, energy, h);
  }
  double ns = 1e9 * (hhb_clock_thread_s() - start) / STEPS;
  volatile double keep = s.rad + swing.dir.x;
  (void)keep;
  return ns;
}

int main(void)
{
  enum { REPEATS = 31 };
  static const double rates[] = {30, 60, 120, 240};
  printf("method,rate_Hz,energy_drift_10000_swings_ratio,arc_energy_rms_ratio,arc_time_rms_s,"
         "step_median_ns,step_min_ns,step_median_chain_ratio\n");
  for (int r = 0; r < 4; r++) {
    double ns[METHODS][REPEATS], chain[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
      chain[i] = hhb_chain_ns();
      for (int method = 0; method < METHODS; method++)
        ns[method][i] = step_ns(method, 1 / rates[r]);
    }
    double pace = hhb_median(chain, REPEATS);
    for (int method = 0; method < METHODS; method++) {
      double energy, time;
      partial_arcs(method, 1 / rates[r], &energy, &time);
      double median = hhb_median(ns[method], REPEATS);
      printf("%s,%g,%.2e,%.2e,%.2e,%.1f,%.1f,%.1f\n",
             method == TAYLOR ? "taylor_series" : hhb_integrator_names[method], rates[r],
             drift(method, 1 / rates[r]), energy, time, median, hhb_minimum(ns[method], REPEATS),
             median / pace);
    }
  }
  return 0;
}
