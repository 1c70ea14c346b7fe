/* What a gibbon does on a hold that moves (moving.h).
 *   swing     free, pumped across the arm and by the arm's length (draw.h) within muscle.work a
 *             half swing and muscle.force until the energy is that of the easiest way on (arc.h);
 *             the pull across the arm is soft, zero at the turns
 *   climb     the arm is drawn in and the other hand takes the bead above; pumped in vain it takes
 *             the bead below, where it swings wider
 *   along     a cable's next bead, or a hold beyond, is taken where the body comes near it or turns
 *   release   where the flight from here passes a hold ahead at exactly an arm's length, or lands
 *             well on a floor (aim.h), found inside the frame; the velocity goes on unchanged
 *   push off  with the legs (push_off.h), from a bending branch on which swinging gains nothing any
 *             more; from a vine on whose lowest bead it would not come to the energy wanted within
 *             muscle.pumps_max, after climbing to its top, where that leads on; else it lets go at
 *             last where it rises fastest
 * What it decides beside the release it decides once a step. Other movers than the ballistic one
 * have no plan: they let go at the end of the step in which they come to free_swing.release. */
#ifndef HH_GIBBON_SWAY_H
#define HH_GIBBON_SWAY_H

#include "gibbon/frame.h"

/* For dt_s or to its event; returns the time used. ARRIVED when it swings through below the last
 * hold, where it does not turn. */
double hh_sway_step(const HhFrame *frame, double dt_s, HhStatus *status);

#endif
