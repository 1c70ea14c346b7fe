/* What a player's three keys mean where the gibbon is. A key acts as long as it is down.
 *
 *                 forward let go of       up                          release
 *   swing         hangs: sheds energy,    swings higher before it     lets go now, whatever
 *                 does not let go         goes on; instead of         was planned; slides where
 *                                         hanging, mounts its branch  feet reach a steep floor
 *   vine          hangs                   climbs                      lets go now
 *   flight        -                       turns over, if down when    does not grab
 *                                         it let go
 *   run           stops                   jumps as soon as it can     from a branch's top down
 *                                                                     to hang below it
 *   bounce        stays on the canopy     pushes as hard as it can    -
 *   hand in hand  the thrower does not    the thrower lets go of      the hands let go now
 *                 pump                    its hold as well
 *   wings         -                       climbs                      folds them
 * A wave (sine, mixed along its branch) is not asked.
 * With forward down and nothing else a gibbon does what it would do alone. Swing and flight are
 * here; the others are where those ways are. */
#ifndef HH_GIBBON_CONTROL_H
#define HH_GIBBON_CONTROL_H

#include "gibbon/frame.h"

/* At the start of a frame; true: the swing under way was decided under other keys, decide anew. */
bool hh_control_frame(const HhFrame *frame);

/* Decides a swing where the keys do so; false: they leave it to the gibbon. `forward`: it swings
 * that way. */
bool hh_control_swing(const HhFrame *frame, bool forward);

#endif
