/* A bird on the same interface: flaps and glides over the course, from hold to hold.
 * Lift across the velocity v, drag against it, thrust of flapping along it, per mass:
 *   v' = l |v| n v - d |v| v + P v / |v|^2 - g,   n: a quarter turn upward
 *   d = g / (2 E V^2) + l^2 V^2 / (2 E g)
 * the parabolic polar whose best glide ratio is E at speed V: there lift is the weight and drag
 * g / E (Pennycuick 2008, Modelling the Flying Bird, ch. 3, for the shape of the polar). l and P
 * are held during a step, the flapping's power is at most bird.power and its thrust a weight, lift
 * at most 2.5 times that of the best glide at the same speed and four weights.
 * Runge and Kutta's method, in parts so short that the energy errs by less than 1e-9 J/kg a second;
 * the work of the drag is integrated beside the motion, that of constant power is P t.
 *
 * It steers by the steepest slope to the line bird.clearance over the holds within the look ahead,
 * high enough to climb to farther ones as steeply as it can; it flaps while its energy is less than
 * asked for there. A hold counts as a grab when it is passed. Far below the course it has fallen,
 * and goes on over the next hold.
 * Not modelled: single wing strokes' forces, wind, branches in the way, turning back, landing. */
#ifndef HH_GIBBON_BIRD_H
#define HH_GIBBON_BIRD_H

#include "gibbon/frame.h"

/* Over the first hold at cruising speed; sets the ledger's start. */
void hh_bird_start(const HhFrame *frame);

/* For dt_s, or to the end of the course, ARRIVED; returns the time used. */
double hh_bird_step(const HhFrame *frame, double dt_s, HhStatus *status);

#endif
