/* The length of the arm that holds a bead of a chain: drawn in to climb, let out again, and on a
 * vine drawn in about the bottom of a half swing that is to gain energy, against weight and
 * centrifugal force, and let out where it turns, against less: as children pump a swing.
 * It is at rest before and after: l'' is constant, and then the opposite for as long, with
 *   |l''| = |way| / t^2,   t = |way| / vine.climb_speed
 * or longer where muscle.force is too small. The work is the chain's to book. */
#ifndef HH_GIBBON_DRAW_H
#define HH_GIBBON_DRAW_H

#include "gibbon/frame.h"

/* Shorter than its length by this share, an arm is bent. */
#define HH_DRAW_MARGIN 0.01

/* Begins to change it; nothing happens where muscles are too weak or too slow for any. */
void hh_draw_to(const HhFrame *frame, double length_m);

/* A change under way goes on, for no more than its half that is left. */
void hh_draw_on(HhMoving *moving, double used_s);

/* A lift that has done its share of work while it still gathers speed slows down from here. */
void hh_draw_cut(const HhFrame *frame);

bool hh_draw_bent(const HhFrame *frame);

/* By how much to draw it in now to gain energy; 0: not now. */
double hh_draw_lift(const HhFrame *frame);

#endif
