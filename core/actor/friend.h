/* A second gibbon beside the one that a run is about, creature 1 after creature 0.
 *   follow  It goes after the first on the same holds or on a row of its own, and wants to be
 *           friend.gap behind it (level). While its next hold would be nearer than that by
 *           friend.slack it waits: hangs, with the forward key let go of. Otherwise it plans for a
 *           cruise speed, and runs, faster by the share friend.hurry for each metre of gap beyond
 *           the wanted one, or slower for each metre below it, within a half and twice.
 *           The first one moves as if it were alone, unless friend.patience lets it wait for who
 *           is farther behind than that, until it has come within three quarters of it.
 *   throw   It throws the first one over a gap: thrower.h.
 * Not modelled: that they could be in each other's way. */
#ifndef HH_ACTOR_FRIEND_H
#define HH_ACTOR_FRIEND_H

#include "actor/thrower.h"

typedef struct HhFriend {
  bool waits, waited_for, arrived; /* the second waits; the first does; the second has arrived */
  HhThrower thrower;
} HhFriend;

/* Places the second gibbon at the start of its world, hanging at rest, or on its hold, from which
 * it throws; NO_SCENE: it cannot throw from that hold (thrower.h). */
HhStatus hh_friend_start(const HhParams *params, const HhWorld *world, HhMover mover, uint64_t seed,
                         HhActor *second, HhFriend *other);

/* One frame of both, the first one by its player's keys; the status is the first one's, except that
 * either may be DIVERGED. A world each. */
HhStatus hh_friend_step(const HhParams *params, const HhWorld *const worlds[2], HhActor *first,
                        HhActor *second, HhFriend *other, double dt_s);

/* A hash of everything that decides the future of both. */
uint64_t hh_friend_hash(const HhActor *first, const HhActor *second, const HhFriend *other);

/* How far the second is behind the first, level, m. */
double hh_friend_gap_m(const HhActor *first, const HhActor *second);

#endif
