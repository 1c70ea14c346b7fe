/* A bounce; see the header. */
#include "gibbon/bounce.h"

void hh_bounce_begin(const HhFrame *frame, int piece)
{
  (void)frame, (void)piece;
}

double hh_bounce_step(const HhFrame *frame, double dt_s)
{
  (void)frame;
  return dt_s;
}

double hh_bounce_energy(const HhWorld *world, const HhGibbon *gibbon)
{
  (void)world, (void)gibbon;
  return 0;
}
