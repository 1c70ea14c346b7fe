/* Turns in the air; see the header. */
#include "gibbon/spin.h"

void hh_spin_launch(const HhFrame *frame, double rate_radps, double flight_s, double rest_rad)
{
  (void)frame, (void)rate_radps, (void)flight_s, (void)rest_rad;
}

void hh_spin_step(const HhFrame *frame, double dt_s)
{
  (void)frame, (void)dt_s;
}

void hh_spin_end(const HhFrame *frame)
{
  (void)frame;
}
