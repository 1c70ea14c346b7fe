/* Off a trunk, or off a hold that cannot be stood on, with the legs: from the turning point of a
 * low swing, where the body is at rest, the feet against the wood, one push (jump.h) and a flight
 * to the hold ahead that asks for the least work, or onto the floor that comes next. Where none is
 * within the legs' work it climbs up the trunk to the next hold from which one is (stance.h), and
 * from a branch it goes first along it; else it pushes as hard as it can. Not modelled: what the
 * push does to wood that bends. */
#ifndef HH_GIBBON_PUSH_OFF_H
#define HH_GIBBON_PUSH_OFF_H

#include "gibbon/frame.h"

/* False: legs are too weak for any push; nothing has changed. */
bool hh_push_off(const HhFrame *frame);

/* Whether a push from hanging with the body there reaches what comes next. */
bool hh_push_off_leads_on(const HhFrame *frame, HhVec at, HhVec velocity);

#endif
