/* Where hand and hold meet and part: closing, becoming taut, letting go, hanging up again.
 * The rules are those of gibbon.h, "Contact"; every joule they cost is booked here. */
#ifndef HH_GIBBON_CONTACT_H
#define HH_GIBBON_CONTACT_H

#include "gibbon/frame.h"

/* At the closest approach to the target: closes the hand if the tolerances allow, and then the
 * mode is SWING or SLACK and the grab is recorded; otherwise the target is given up, unless a
 * planned arc comes close to it once more. */
bool hh_contact_close(const HhFrame *frame);

/* The arm becomes taut at length_m, coming `from` another way, after the body was moved by step_m
 * (a slip of the hand as well): the radial velocity is lost. Mode SWING. */
void hh_contact_taut(const HhFrame *frame, HhWay from, double length_m, double step_m);

/* Moves the body toward the hold, from distance_m to where the hand reaches, reach_m, and books the
 * potential energy of that; returns how far. */
double hh_contact_pull_in(const HhFrame *frame, HhVec hold, double distance_m, double reach_m);

/* Lets go; the body flies on as it moves. */
void hh_contact_release(const HhFrame *frame);

/* After a fall: hung up below the next hold, moving as the start says. */
void hh_contact_restart(const HhFrame *frame);

/* Hangs straight down from hold `index` at `speed_mps`, books nothing. */
void hh_contact_hang(const HhFrame *frame, int index, double speed_mps);

#endif
