/* The locomotion mind: where limbs go. Every tentacle that is not hunting searches round its ideal
 * position, each tick while it has no goal, else every grab.calm ticks; when the body moves and
 * more than half hold, the one that would gain the most lets go, and when the body has been stuck
 * for long and more than a third hold, any one does, now and then; never the last one. Stuck: of
 * the places where it was 40 to 80 ticks ago more than three quarters are within a tile of where
 * it is: 1 more a tick, else 2 less, 0..200; above 100 it shakes. After: Rain World talk, creature
 * notes (README, Sources). */
#ifndef HH_CREATURE_LOCOMOTION_H
#define HH_CREATURE_LOCOMOTION_H

#include "creature/den.h"

enum { HH_STUCK_MOST = 200, HH_STUCK_SHAKES = 100 };

/* One tick of the tentacles of one daddy; `drives` are those of its block, lanes from `lane` on. */
void hh_locomotion_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index,
                        int lane, HhStrandDrive *drives);

/* Remembers where it is and tells how stuck it is. */
void hh_locomotion_remember(const HhDaddyShape *shape, long tick, HhDaddy *daddy);

#endif
