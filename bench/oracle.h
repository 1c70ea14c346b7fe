/* What a chain of holds allows a gibbon without muscles: the measure for planners.
 * Ours; the energy condition is that of the point-mass theory (README, Sources). */
#ifndef HHB_ORACLE_H
#define HHB_ORACLE_H

#include <stdbool.h>

#include "world/world.h"

typedef struct HhbChain {
  const HhHold *holds;
  int count;
  double arm_m, gravity_mps2;
  double energy_Jpkg; /* potential zero at the first hold */
} HhbChain;

/* Whether the energy reaches the least that every transfer needs. Necessary, not sufficient: it
 * forgets that an arm goes slack when a swing rises above level. */
bool hhb_chain_has_energy(const HhbChain *chain);

/* Whether some choice among the zero-work arcs leads to the last hold without loss on a taut arm,
 * from the bottom of the first hold, going forward. A release that the body has already passed is
 * reached again only by a swing that turns back below level, or by a full circle that stays taut
 * (v^2 >= 5 g l at the bottom). */
bool hhb_chain_passable(const HhbChain *chain);

#endif
