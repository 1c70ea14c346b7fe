/* Two gibbons hand in hand: one throws the other over a gap that is too wide for it.
 *   sway    the thrower hangs by one arm and swings by itself; the partner, on the hold before,
 *           swings higher until a flight from there would touch the thrower's free hand: where the
 *           least distance between the two bodies on the flight is both arms' length, it lets go
 *   catch   at the closest approach; their two arms are one stick from then on. Equal and opposite
 *           impulses along it make its length stand still; what is lost is booked as a collision,
 *           half to each
 *   swing   a chain (chain.h): the thrower is a bead on its arm, the partner the rider. The thrower
 *           pumps by pushing the partner across the arms, with muscle.force at most, and
 *           muscle.work at most in a half swing; energy that it adds is its own
 *   throw   the partner lets go where its flight ends in a perfect grab of the next hold (leap.h),
 *           found inside the frame; the thrower swings on
 *   air     the thrower lets go of its hold: both fly hand in hand, a dumbbell
 * Both have the mass 1. Energy that goes over from one to the other is the integral of the force on
 * the partner along its way, by Gauss and Lobatto's rule with five nodes over each stretch; in an
 * impulse it is that times the mean velocity of both hands. One's gain is the other's loss.
 * The momentum of both changes by weight and by what the hold gives, and by nothing else.
 * Sticks push as well as they pull. Not modelled: the partner's own muscles, the thrower's
 * shoulders turning. */
#ifndef HH_GIBBON_PAIR_H
#define HH_GIBBON_PAIR_H

#include "gibbon/frame.h"

typedef struct HhPair {
  HhChain chain;      /* bead 0: the thrower; rider: the partner; count 0: not hand in hand */
  int goal;           /* hold that the partner is thrown to */
  double budget_Jpkg; /* work that is left of this half swing's */
  int way;            /* of this half swing, 1 or -1 */

  /* booked; decides nothing */
  int catches, throws;
  HhVec momentum_mps;           /* at the catch, and all that came from outside since */
  double momentum_residual_mps; /* largest difference of the bodies' momentum from that */
} HhPair;

/* Swings on its hold for dt_s or until its arm is slack; `higher`: pumps up to muscle.pump_angle.
 * Returns the time used. */
double hh_pair_sway(const HhFrame *frame, bool higher, double dt_s);

/* Least distance between the bodies if the partner lets go now and the thrower sways on, less both
 * arms' length. */
double hh_pair_miss(const HhFrame *thrower, const HhFrame *partner);

/* Time within dt_s at which a flying partner is closest to the swaying thrower, or -1. */
double hh_pair_meet_s(const HhFrame *thrower, const HhFrame *partner, double dt_s);

/* The hands take each other, where the bodies are now, if the thrower's arm is taut, the arms reach
 * that far and need not bend to less than HH_MOVING_LEAST_ARM; then both have the mode PAIR. The
 * partner is to be thrown to hold `goal`. */
bool hh_pair_catch(const HhFrame *thrower, const HhFrame *partner, int goal, HhPair *pair);

/* Both, for dt_s or to the throw; returns the time used. `pump`: the thrower does so. */
double hh_pair_step(const HhFrame *thrower, const HhFrame *partner, bool pump, HhPair *pair,
                    double dt_s);

/* The partner lets go: both go on as they move, the thrower on its hold if it has one. */
void hh_pair_part(const HhFrame *thrower, const HhFrame *partner, HhPair *pair);

/* The thrower lets go of its hold. */
void hh_pair_fly(const HhFrame *thrower, HhPair *pair);

#endif
