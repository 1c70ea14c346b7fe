/* Lengths of tentacles; see the header. */
#include "creature/reel.h"

#include "creature/daddy_v3.h"
#include "creature/reel_kernel.inc"
#include "creature/winch.h"

/* The way from root to tip, or to where that will be held, by every bead or every second one. */
static double way_by(HhDen *den, int index, int k, HhVec root, int stride)
{
  HhVec from = root;
  double sum = 0;
  for (int bead = stride - 1; bead < den->beads - 1; bead += stride) {
    HhVec at = hh_den_bead(den, index, k, bead);
    sum += hh_vec_distance(from, at);
    from = at;
  }
  const HhTentacle *tentacle = &hh_den_daddy(den, index)->tentacles[k];
  HhVec tip = tentacle->holding ? tentacle->goal : hh_den_bead(den, index, k, den->beads - 1);
  return sum + hh_vec_distance(from, tip);
}

double hh_reel_along(HhDen *den, int index, int k, HhVec root)
{
  return way_by(den, index, k, root, 2);
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

/* What was caught is reeled in by who caught it; what is stretched is as long as it measures; what
 * holds by honest forces is taut. */
static double length_of(const HhDenSettings *settings, HhDen *den, int index, int k, double before)
{
  const HhDaddy *daddy = hh_den_daddy(den, index);
  if (daddy->arms[k].caught) return before;
  double wanted = (double)daddy->stick[k], stretch = hh_den_stretch(den, index, k);
  bool taut = settings->daddy.forces == HH_FORCES_HONEST && daddy->tentacles[k].holding;
  HhVec root = hh_daddy_root(&den->shape, daddy, k);
  if (stretch > 0) {
    double longer = fmax(before, way_by(den, index, k, root, 1) / den->beads);
    wanted = taut || longer > wanted ? longer : wanted;
  } else if (taut) {
    wanted = hh_winch_reel(before, hh_reel_along(den, index, k, root), den->beads);
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
