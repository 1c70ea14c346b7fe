/* What a player's three keys mean where the gibbon is. A key acts as long as it is down.
 *
 *                 forward let go of       up                          release
 *   swing         hangs: sheds energy,    swings higher before it     lets go now, whatever
 *                 does not let go         goes on; hanging still it   was planned
 *                                         mounts its branch
 *   vine          hangs                   climbs                      lets go now
 *   air           -                       turns over                  does not grab
 *   run, slide    stops                   jumps now                   drops down to hang
 *   bounce        stays on the canopy     -                           -
 *   hand in hand  does not pump           -                           lets go now
 *   wings         -                       climbs                      folds them
 *   sine          nothing: a wave is not asked
 *
 * With forward down and nothing else a gibbon does what it would do alone. Swing and air are here;
 * the others are where those ways are. */
#ifndef HH_GIBBON_CONTROL_H
#define HH_GIBBON_CONTROL_H

#include "gibbon/frame.h"

/* At the start of a frame; true: the swing under way was decided under other keys, decide anew. */
bool hh_control_frame(const HhFrame *frame);

/* Decides a swing where the keys do so; false: they leave it to the gibbon. `forward`: it swings
 * that way. */
bool hh_control_swing(const HhFrame *frame, bool forward);

#endif
