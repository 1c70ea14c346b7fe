/* A second gibbon that throws the first one over a gap (gibbon/pair.h says how). It hangs from hold
 * friend.hold and swings, friend.sway fast at the bottom. The first one comes by itself as far as
 * the hold before; from there on both act together:
 *   coming    the first one is on its way to the hold before; having come, it waits there
 *   ready     it swings higher, and lets go where its flight leads to the other's free hand
 *   flying    on that flight
 *   together  hand in hand; forward lets the thrower pump, release lets them part,
 *             up lets the thrower leave its hold as well
 *   thrown    it goes on by itself; the other hangs where it is
 * A first one that misses the hand, or falls, goes on by itself too. */
#ifndef HH_ACTOR_THROWER_H
#define HH_ACTOR_THROWER_H

#include "actor/actor.h"
#include "gibbon/pair.h"

typedef enum HhThrowPhase {
  HH_THROW_COMING,
  HH_THROW_READY,
  HH_THROW_FLYING,
  HH_THROW_TOGETHER,
  HH_THROW_DONE
} HhThrowPhase;

typedef struct HhThrower {
  HhThrowPhase phase;
  HhPair pair;
} HhThrower;

/* The second gibbon has been started; moves it to its hold. False: there is no such hold, or it
 * moves, or it or the one beyond it is a floor's or is not there. */
bool hh_thrower_start(const HhParams *params, const HhWorld *world, HhActor *second,
                      HhThrower *thrower);

/* One frame of both, the keys of the first one in its input; the status is the first one's, except
 * that either may be DIVERGED. */
HhStatus hh_thrower_step(const HhParams *params, const HhWorld *world, HhActor *first,
                         HhActor *second, HhThrower *thrower, double dt_s);

uint64_t hh_thrower_hash(uint64_t hash, const HhThrower *thrower);

#endif
