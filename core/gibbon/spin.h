/* Backflips and somersaults: a turn in the air with its angular momentum kept.
 * The body leaves stretched, with the momentum of its launch, H = I_max rate (per mass); until the
 * grab only its inertia I changes, which the gibbon chooses so that the turn ends where the grab
 * wants the body:
 *   angle' = H / I,   1/I = 1/I_max + c 6 s (1 - s),   s = t / T
 *   angle = H T (s / I_max + c (3 s^2 - 2 s^3)),   angle(T) = 2 pi n + rest  gives c
 * It draws in and stretches again smoothly, and turns as fast at both ends as when it let go. n is
 * the least number of turns for which c >= 0; where it would have to be smaller than tucked in the
 * middle, or the momentum turns it the other way, it does not turn over. A swing's momentum turns
 * it backward, one over the feet forward. Later than planned it stays stretched and turns on.
 * The centre of mass knows nothing of it. Not modelled: limbs' own momentum, the air. */
#ifndef HH_GIBBON_SPIN_H
#define HH_GIBBON_SPIN_H

#include "gibbon/frame.h"

/* At a launch whose flight is planned to last flight_s and to end with the body turned by
 * rest_rad from now. rate_radps: of the body at the launch. */
void hh_spin_launch(const HhFrame *frame, double rate_radps, double flight_s, double rest_rad);

/* During a flight of dt_s; and its end. */
void hh_spin_step(const HhFrame *frame, double dt_s);
void hh_spin_end(const HhFrame *frame);

#endif
