/* Continuous contact; see the header. */
#include "gibbon/hand_over.h"

bool hh_hand_over_swing(const HhFrame *frame, int next)
{
  (void)frame, (void)next;
  return false;
}

void hh_hand_over_take(const HhFrame *frame)
{
  (void)frame;
}
