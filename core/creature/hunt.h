/* What tentacles do beside holding: hunt and examine. A daddy long legs is blind: it knows of prey
 * what its ears and its tentacles tell.
 *
 *   examine  one tentacle feels where a near sound was; what it touches there is hunted
 *   hunt     after a prey that any tentacle touched: toward where it was felt or heard last; a tip
 *            that touches it has it, once the den says whose it is (den.c); then it is reeled in
 * A trace's mode examine is the mind's, which goes after a sound, whether a tentacle feels or not.
 * Tentacles that do not hold are taken first, and holding ones only while enough others hold. */
#ifndef HH_CREATURE_HUNT_H
#define HH_CREATURE_HUNT_H

#include "creature/den.h"

/* One tick of one daddy's duties, before its locomotion. */
void hh_hunt_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index);

/* What tentacle k, whose duty is not locomotion, asks of its strand. */
void hh_hunt_drive(const HhDenSettings *settings, HhDen *den, int index, int k,
                   HhStrandDrive *drive, int lane);

#endif
