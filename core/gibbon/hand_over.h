/* Continuous-contact brachiation: the free hand takes the next hold before the other lets go.
 *
 * The meeting: the point below and between both holds at the length of the swinging arm from this
 * hold and an outstretched arm from the next one. An ideal step comes there to rest and swings on
 * about the next hold: nothing is lost. On the level its energy is -g L cos(theta) with
 * sin(theta) = D / 2L, whence the speed at the bottom; on a slope the steps' energies differ, and
 * the muscles do the difference.
 *   E = g l (-cos turn),  turn = meeting + contact.overshoot,  from hanging, as far as pumping goes
 * is what the muscles bring the swing to. A step with more energy than the ideal one's passes the
 * meeting, nearer to the next hold, so that the arm that takes over must be bent. Where it turns
 * before contact.flexion is used up, it takes over at rest on the bent arm and still loses nothing.
 * Else it takes over where that is used up: the body moves on into the circle of the new arm, falls
 * until that is taut again, at the length at which it took over, and loses the radial part of its
 * velocity (Usherwood and Bertram 2003, J. Exp. Biol. 206:1631, "overshoot").
 *
 * The gait is chosen by spacing and speed: continuous up to a distance of sqrt(2) arms, where no
 * flight needs less energy at any slope (facts, point-mass theory 5, 6), if the muscles' work of
 * one swing makes up the difference between the swing's energy and the step's, and what the step
 * leaves is enough for the ways after it (ballistic.h, "Foresight").
 * Not modelled: the time in which both hands hold, a loop of the path at the hand-over, a bent
 * arm's stretching during the swing. */
#ifndef HH_GIBBON_HAND_OVER_H
#define HH_GIBBON_HAND_OVER_H

#include "gibbon/frame.h"

/* Whether the swing that begins now, `facing` ahead, goes on to hold `next` hand over hand; if so
 * it is driven there, and gibbon->target and hand_over are set. */
bool hh_hand_over_swing(const HhFrame *frame, int next);

/* At the mark or the turning point of such a swing: the other hand takes gibbon->target, this one
 * lets go. Mode SWING from rest, or SLACK. Where the hand does not reach, it holds on. */
void hh_hand_over_take(const HhFrame *frame);

#endif
