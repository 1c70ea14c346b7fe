/* A bird; see the header. */
#include "gibbon/bird.h"

void hh_bird_start(const HhFrame *frame)
{
  frame->gibbon->mode = HH_MODE_WINGS;
}

double hh_bird_step(const HhFrame *frame, double dt_s, HhStatus *status)
{
  (void)frame, (void)status;
  return dt_s;
}
