/* What may come next: the holds that are worth asking for from where the gibbon is. */
#ifndef HH_GIBBON_AHEAD_H
#define HH_GIBBON_AHEAD_H

#include "world/world.h"

enum { HH_AHEAD_MOST = 16 };

/* Numbers of holds going `facing`, nearest piece first, into list; returns how many.
 * The next hold of its own piece is for who follows the branch; here are those of the two pieces
 * beyond: of a branch its first three, of a trunk or a vine all that fit, of a cable its first four
 * between the pins. A floor ends the list and is told in *floor (a piece, or -1): what lies behind
 * it is reached from it. */
int hh_ahead_holds(const HhWorld *world, int hold, int facing, int list[HH_AHEAD_MOST], int *floor);

#endif
