/* A slide; see the header. */
#include "gibbon/slide.h"

void hh_slide_begin(const HhFrame *frame, int piece)
{
  (void)frame, (void)piece;
}

double hh_slide_step(const HhFrame *frame, double dt_s)
{
  (void)frame;
  return dt_s;
}
