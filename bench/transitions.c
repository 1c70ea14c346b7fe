/* Question: how large is the step where a flight goes over into a sine, and where it goes over into
 * a swing? Prediction: a sine steps by a median of 1.20 m/s and 37 % of the kinetic energy (p95 2.6
 * m/s), one that is as fast over the ground as the flight by 0.54 m/s and 12 % (2.0 m/s): the
 * planner study's figures; a perpendicular grab by nothing but round-off. Method: 10,000 flights of
 * takeover.h, each ended in four ways. Writes CSV to stdout; counts are exact, so any machine
 * prints the same. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "takeover.h"
#include "yardstick.h"

enum { FLIGHTS = 10000 };

static double steps[3][FLIGHTS];

static void add(const HhbStep *step, int index)
{
  steps[0][index] = step->velocity_mps;
  steps[1][index] = step->energy_ratio;
  steps[2][index] = step->position_m;
}

/* hhb_median leaves the numbers sorted. */
static void write_row(HhbTakeover takeover, int count)
{
  printf("%s,%d,%d", hhb_takeover_names[takeover], FLIGHTS, count);
  for (int i = 0; i < 3; i++) {
    double median = hhb_median(steps[i], (size_t)count);
    printf(",%.3g,%.3g,%.3g", median, steps[i][(int)(0.95 * (count - 1))], steps[i][count - 1]);
  }
  printf("\n");
}

int main(void)
{
  HhParams params;
  hh_params_preset(&params);
  printf("takes_over,flights,taken,velocity_step_median_mps,velocity_step_p95_mps,"
         "velocity_step_max_mps,energy_step_median_ratio,energy_step_p95_ratio,"
         "energy_step_max_ratio,position_step_median_m,position_step_p95_m,position_step_max_m\n");
  for (int takeover = 0; takeover < HHB_TAKEOVER_COUNT; takeover++) {
    HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
    int taken = 0;
    for (int i = 0; i < FLIGHTS; i++) {
      HhbFlight flight = hhb_flight_draw(&hhb_flights_study, &params, &random);
      HhbStep step;
      if (hhb_takeover_step(&params, &flight, (HhbTakeover)takeover, (uint64_t)i, &step))
        add(&step, taken++);
    }
    write_row((HhbTakeover)takeover, taken);
  }
  return 0;
}
