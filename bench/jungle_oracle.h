/* What a search over exact arcs can finish in a jungle, with the muscles that a gibbon has: the
 * measure for movers. It looks for a way from the first hold to the last, from left to right, over
 * every hold and three points between each two of a branch or trunk.
 *
 * Energy is total, per mass, potential zero at y = 0; an arc keeps it. At a hold a swing may
 *   come with what it arrived with, or be pumped until it turns at muscle.pump_angle, and
 *   add muscle.work * g * arm before it lets go;
 * and from the least energy of an arc (gibbon/arc.h) upward there is an arc of every energy. So of
 * the energies with which a place can be reached the greatest decides alone, and since every move
 * goes forward one sweep in order of the abscissa finds it for every place.
 *
 * Rules:
 *   arcs     arms alone: every hold at its place of rest, vines and cables among them; no floors
 *   floors   also: a vine swings as a pendulum about its pin, and can be climbed with no loss, as
 *            a trunk can; a floor is landed on wherever a parabola reaches it, and left for
 * whatever a leap of legs.leap reaches from any point of it at run.speed legs     also: a branch
 * can be stood upon, and left like a floor An upper bound in all of them: no release is behind the
 * body, no arm slack, no speed braked, no vine or bending branch takes energy, legs push at once, a
 * parabola from a floor need not end in a perfect grab. Not a bound on what the tolerances of a
 * grab allow: a hand misses by up to tolerance.grab_miss and still closes. Moves back along the
 * course are left out. */
#ifndef HHB_JUNGLE_ORACLE_H
#define HHB_JUNGLE_ORACLE_H

#include "actor/params.h"

typedef enum HhbOracleRules {
  HHB_ORACLE_ARCS,
  HHB_ORACLE_FLOORS,
  HHB_ORACLE_LEGS,
  HHB_ORACLE_RULES_COUNT
} HhbOracleRules;

extern const char *const hhb_oracle_rules_names[HHB_ORACLE_RULES_COUNT];

typedef struct HhbReach {
  bool finishes, out_of_memory;
  int farthest_hold;   /* the last one in the list that can be reached */
  double arrival_Jpkg; /* greatest total energy there */
} HhbReach;

/* The first hold is hung from with start.speed at the bottom, or at rest. */
HhbReach hhb_jungle_reach(const HhWorld *world, const HhParams *params, HhbOracleRules rules);

#endif
