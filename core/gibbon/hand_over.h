/* Continuous-contact brachiation: the free hand takes the next hold before the other lets go.
 * An ideal step turns where both arms reach: at the point at an arm's length from both holds, at
 * rest, E = -g L cos(theta) with sin(theta) = D / 2L on the level, and nothing is lost. A step with
 * more energy comes to that point with speed, passes on by contact.overshoot, and loses what the
 * new arm, bent by contact.flexion at most, cannot turn (Usherwood and Bertram 2003).
 * The gait is chosen by speed and spacing: continuous where the least energy of a flight is not
 * below it, that is up to a distance of sqrt(2) arms at any slope (facts, point-mass theory 5, 6),
 * and the swing's energy is within the muscles' work of the step's. */
#ifndef HH_GIBBON_HAND_OVER_H
#define HH_GIBBON_HAND_OVER_H

#include "gibbon/frame.h"

/* Whether the swing that begins now goes on to hold `next` hand over hand; if so it is driven there
 * and gibbon->target and mark are set. */
bool hh_hand_over_swing(const HhFrame *frame, int next);

/* At the mark: the other hand takes gibbon->target, this one lets go. */
void hh_hand_over_take(const HhFrame *frame);

#endif
