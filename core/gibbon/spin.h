/* Backflips and somersaults: a turn in the air with its angular momentum kept.
 * At the launch the body leaves with the momentum of its swing, H = I_max * rate (per mass); from
 * there to the grab only the inertia changes, which the gibbon chooses, within its tucked and
 * stretched ones, so that the turn ends where the grab wants the body: H T / I = 2 pi n + rest.
 * Where no n fits it does not turn over. The centre of mass knows nothing of it. */
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
