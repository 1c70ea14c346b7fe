/* On a hold that moves: a vine, a cable, a branch that bends. The hold is a bead of the piece's
 * chain (chain.h), the gibbon its rider; branch or vine and gibbon move each other.
 *   grab     the arm becomes taut on a bead: an impulse along it, booked as a collision
 *   swing    free, pumped across the arm within muscle.work a half swing and muscle.force
 *   climb    the arm is drawn in, the other hand takes the bead above; the muscles' work is booked
 *   release  where the flight from here passes a hold of the next piece at exactly an arm's length
 *            (leap.h), found inside the frame; the body's velocity goes on unchanged
 * After the release the chain swings on by itself and comes to rest; its energy stays in the books
 * until it is forgotten for another, and then it is booked as left.
 * A bending branch is one bead at the hold, tied to its place by a spring and damper. */
#ifndef HH_GIBBON_MOVING_H
#define HH_GIBBON_MOVING_H

#include "gibbon/frame.h"

/* True when the hold of this number moves. */
bool hh_moving_hold(const HhWorld *world, int hold);

/* The hand closes on gibbon->target, from where the body is now; mode CHAIN. Books the collision
 * and the change of law. */
void hh_moving_grab(const HhFrame *frame, HhWay from);

/* On the chain, for dt_s or to its event; returns the time used. */
double hh_moving_step(const HhFrame *frame, double dt_s);

/* The chain that was let go goes on, while the gibbon does something else. */
void hh_moving_drift(const HhFrame *frame, double dt_s);

/* Energy of the chain, 0 at rest. */
double hh_moving_energy(const HhWorldParams *world_params, const HhWorld *world,
                        const HhGibbon *gibbon);

#endif
