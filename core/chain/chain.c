/* Beads and sticks; see the header. */
#include "chain/chain.h"

void hh_chain_step(double gravity_mps2, HhChainDrive drive, HhChain *chain, double dt_s,
                   HhChainWork *work)
{
  (void)gravity_mps2, (void)drive, (void)chain, (void)dt_s, (void)work;
}

double hh_chain_grab(HhChain *chain, int bead, HhVec rider, HhVec velocity, HhVec *impulse_mps)
{
  (void)chain, (void)bead, (void)rider, (void)velocity, (void)impulse_mps;
  return 0;
}

void hh_chain_release(HhChain *chain)
{
  (void)chain;
}

double hh_chain_energy(double gravity_mps2, const HhChain *chain)
{
  (void)gravity_mps2, (void)chain;
  return 0;
}

double hh_chain_rider_energy(double gravity_mps2, const HhChain *chain)
{
  (void)gravity_mps2, (void)chain;
  return 0;
}

double hh_chain_tension(double gravity_mps2, HhChainDrive drive, const HhChain *chain)
{
  (void)gravity_mps2, (void)drive, (void)chain;
  return 0;
}
