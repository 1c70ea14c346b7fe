/* The mind of a daddy long legs: where to go, and which way.
 *
 *   exit     to the exit that it was given; there it stays
 *   wander   to one of the den's places after the other, drawn at random
 *   hunt     to where it heard the loudest sound; who hears nothing wanders
 *   stay     where it is
 * The way follows the goal's flow field by an aim that runs ahead as far as it is seen. It pushes
 * toward the velocity that it wants: along the way, slower when few tentacles hold and before the
 * end. */
#ifndef HH_CREATURE_MIND_H
#define HH_CREATURE_MIND_H

#include "creature/den.h"

/* One tick of one daddy. */
void hh_mind_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index);

/* Gives it a goal: a place of the den. */
void hh_mind_go(const HhDen *den, int place, HhDaddy *daddy);

#endif
