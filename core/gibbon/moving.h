/* Holds that move: a vine, a cable, a branch that bends. The hold is a bead of the piece's chain
 * (chain.h), the gibbon its rider; branch or vine and gibbon move each other.
 * At a grab the arm becomes taut on a bead: an impulse along it, booked as a collision. Nearer than
 * the arm's length it is held bent, as long as the distance.
 * After the release (sway.h) the chain swings on by itself and comes to rest; its energy stays in
 * the books until it is forgotten for another, and then it is booked as left.
 * A bending branch is one bead at the hold, tied to its place by a spring and damper, such that its
 * own weight leaves it there. A vine's first hold is its pin, a cable's first and last are, the
 * others are beads, HH_CHAIN_BEADS at most.
 * Not modelled: a slack arm (it pushes as well as it pulls), the wood beside a bending branch's
 * hold, which is new at every hold. */
#ifndef HH_GIBBON_MOVING_H
#define HH_GIBBON_MOVING_H

#include "gibbon/frame.h"

/* An arm is not bent to less than this share of its length. */
#define HH_MOVING_LEAST_ARM 0.3

/* True when the hold of this number moves. */
bool hh_moving_hold(const HhWorld *world, int hold);

/* Where the hold is now that is at `place` when nothing moves: with its bead, as far as that piece
 * is the one that moves. */
HhVec hh_moving_place(const HhWorld *world, const HhGibbon *gibbon, HhGrabPoint place);

/* The hand closes on gibbon->target, from where the body is now; mode CHAIN. Books the collision
 * and the change of law. False: the hold has swung away, or is too near for an arm. */
bool hh_moving_grab(const HhFrame *frame, HhWay from);

/* It hangs as a swing on a hold that moves, from a start or a restart: from now on the hold moves.
 */
void hh_moving_hang(const HhFrame *frame);

/* The chain that was let go goes on to the gibbon's time, while that does something else. A flight
 * to one of its beads is led to where it is now. */
void hh_moving_drift(const HhFrame *frame);

/* A hand takes the bead, from where the body is; books the collision. */
void hh_moving_take(const HhFrame *frame, int bead);

/* A swing on the hold begins. */
void hh_moving_settle(HhGibbon *gibbon, HhGrabPoint point);

/* Body and grip as the chain says. */
void hh_moving_follow(HhGibbon *gibbon);

/* True for a vine or cable that was let go last and has not come to rest: it is not where it hangs,
 * and no flight is planned to it. */
bool hh_moving_swings(const HhFrame *frame, int hold);

/* Energy of the chain, 0 at rest. */
double hh_moving_energy(const HhWorldParams *world_params, const HhGibbon *gibbon);

#endif
