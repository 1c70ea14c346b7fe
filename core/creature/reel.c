/* Lengths of tentacles; see the header. */
#include "creature/reel.h"

#include "creature/daddy_v3.h"
#include "creature/reel_kernel.inc"
#include "creature/winch.h"

#define SLIP 0.2 /* of its length, that a stretched stick is paid out in a tick, at most */

double hh_reel_along(HhDen *den, int index, int k, HhVec root)
{
  HhVec from = root;
  double sum = 0;
  for (int bead = 1; bead < den->beads - 1; bead += 2) {
    HhVec at = hh_den_bead(den, index, k, bead);
    sum += hh_vec_distance(from, at);
    from = at;
  }
  return sum + hh_vec_distance(from, hh_den_bead(den, index, k, den->beads - 1));
}

static void reel_all(HhStrandWide wide, const HhDaddyShape *shape, double full_t, HhDaddy *daddy,
                     int lane, HhReel *reel)
{
#ifdef HH_STRAND_HAS_WIDER
  if (wide >= HH_STRAND_V3) {
    hh_reel_v3_all(shape, full_t, daddy, lane, reel);
    return;
  }
#endif
  (void)wide;
  reel_any(shape, full_t, daddy, lane, reel);
}

/* What was caught is reeled in by who caught it; what is stretched is paid out; what holds by
 * honest forces is taut. */
static double length_of(const HhDenSettings *settings, HhDen *den, int index, int k, double before)
{
  const HhDaddy *daddy = hh_den_daddy(den, index);
  if (daddy->arms[k].caught) return before;
  double wanted = (double)daddy->stick[k], stretch = hh_den_stretch(den, index, k);
  bool taut = settings->daddy.forces == HH_FORCES_HONEST && daddy->tentacles[k].holding;
  if (stretch > 0) {
    double longer = before * (1 + (stretch < SLIP ? stretch : SLIP));
    wanted = taut || longer > wanted ? longer : wanted;
  } else if (taut) {
    double along_t = hh_reel_along(den, index, k, hh_daddy_root(&den->shape, daddy, k));
    wanted = hh_winch_reel(before, along_t, den->beads);
  }
  double full = settings->tentacle.length / den->beads, least = HH_REEL_SHORTEST * full;
  return wanted < least ? least : wanted < full ? wanted : full;
}

void hh_reel_step(const HhDenSettings *settings, HhDen *den, int index, int lane, HhReel *reel)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  float before[HH_DADDY_TENTACLES];
  memcpy(before, daddy->stick, sizeof before);
  reel_all(den->wide, &den->shape, settings->tentacle.length, daddy, lane, reel);
  if (settings->daddy.forces != HH_FORCES_HONEST && den->prey_count == 0 && !daddy->stretched)
    return;
  for (int k = 0; k < den->tentacles; k++)
    reel->stick[lane + k] = daddy->stick[k] =
        (float)length_of(settings, den, index, k, (double)before[k]);
}
