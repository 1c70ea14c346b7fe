/* Legs on a floor for a moment; see the header. */
#include "gibbon/stance.h"

double hh_stance_touch_s(const HhFrame *frame, double dt_s, int *piece)
{
  (void)frame, (void)dt_s, (void)piece;
  return -1;
}

void hh_stance_land(const HhFrame *frame, int piece)
{
  (void)frame, (void)piece;
}

void hh_stance_mount(const HhFrame *frame)
{
  (void)frame;
}

double hh_stance_step(const HhFrame *frame, double dt_s)
{
  (void)frame;
  return dt_s;
}
