/* Winches; see the header. */
#include "creature/winch.h"

enum { PASSES = 6 };

#define EVEN     0.02   /* e: how much rather many pull a little than few a lot */
#define REEL     0.97   /* of a slack strand's length is left after a tick */
#define STRAINED 0.9998 /* of the way is the length of a taut one */

HhVec hh_winch_pull(HhVec wanted, double most, int count, const HhVec *ways, float *tensions)
{
  HhVec sum = hh_vec(0, 0);
  for (int k = 0; k < count; k++) {
    if (ways[k].x == 0 && ways[k].y == 0) tensions[k] = 0;
    sum = hh_vec_along(sum, ways[k], (double)tensions[k]);
  }
  for (int pass = 0; pass < PASSES; pass++)
    for (int k = 0; k < count; k++) {
      if (ways[k].x == 0 && ways[k].y == 0) continue;
      double now = (double)tensions[k];
      double more = hh_vec_dot(hh_vec_sub(wanted, sum), ways[k]) - EVEN * now;
      tensions[k] = (float)fmax(0, fmin(most, now + more / (1 + EVEN)));
      sum = hh_vec_along(sum, ways[k], (double)tensions[k] - now);
    }
  return sum;
}

double hh_winch_reel(double stick_t, double along_t, int beads)
{
  double taut = STRAINED * along_t / beads;
  return stick_t > taut ? fmax(taut, REEL * stick_t) : taut;
}
