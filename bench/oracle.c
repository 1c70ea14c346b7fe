/* Search over the arcs of one energy; see the header. */
#include "oracle.h"

#include "base/angle.h"
#include "gibbon/arc.h"

static HhArcProblem transfer(const HhbChain *chain, int from)
{
  HhVec way = hh_vec_sub(chain->holds[from + 1].at, chain->holds[from].at);
  return (HhArcProblem){way, chain->arm_m, chain->arm_m, chain->gravity_mps2};
}

/* Energy about hold `at`. */
static double energy_about(const HhbChain *chain, int at)
{
  return chain->energy_Jpkg - chain->gravity_mps2 * (chain->holds[at].at.y - chain->holds[0].at.y);
}

bool hhb_chain_has_energy(const HhbChain *chain)
{
  for (int i = 0; i + 1 < chain->count; i++) {
    HhArcProblem problem = transfer(chain, i);
    HhArc least;
    if (hh_arc_min_energy(&problem, &least) == HH_ARC_NONE) return false;
    if (energy_about(chain, i) < least.energy_Jpkg) return false;
  }
  return true;
}

/* Whether the end can be reached from hold `from` when the body hangs at `heading_rad` there. */
static bool leads_on(const HhbChain *chain, int from, double heading_rad)
{
  if (from == chain->count - 1) return true;
  HhArcProblem problem = transfer(chain, from);
  double energy = energy_about(chain, from);
  bool comes_again = energy <= 0 || energy >= 1.5 * chain->gravity_mps2 * chain->arm_m;
  HhArc arcs[2];
  int count = hh_arc_at_energy(&problem, energy, arcs);
  for (int i = 0; i < count; i++) {
    if (hh_angle_of(arcs[i].launch_heading) < heading_rad && !comes_again) continue;
    if (leads_on(chain, from + 1, hh_angle_of(arcs[i].grab_heading))) return true;
  }
  return false;
}

bool hhb_chain_passable(const HhbChain *chain)
{
  return leads_on(chain, 0, 0);
}
