/* Legs on a floor for a moment: taking up a landing, pushing off for a jump, drawing itself up onto
 * the branch it hangs from. Each is a stretch of constant net acceleration, so that position and
 * velocity are continuous, in closed form, and the legs' work is (a + g up) . way, split where its
 * power changes sign.
 *   land   from leg height + crouch down to leg height: the speed across the floor is taken up over
 *          that way; what is beyond legs.landing is a collision
 *   jump   from leg height up by the crouch, ending with the velocity of the leap
 *   mount  from hanging still to standing on top: up and over, from rest to rest */
#ifndef HH_GIBBON_STANCE_H
#define HH_GIBBON_STANCE_H

#include "gibbon/frame.h"

/* Time until the feet touch a floor ahead on this flight, within dt_s, or -1; the piece touched. */
double hh_stance_touch_s(const HhFrame *frame, double dt_s, int *piece);

/* The feet have touched `piece`: lands, or begins a bounce on a canopy, or a slide where the floor
 * is steep. Books what is lost and the change of law. */
void hh_stance_land(const HhFrame *frame, int piece);

/* Hanging still below a branch: begins to mount it; afterwards it runs along it. */
void hh_stance_mount(const HhFrame *frame);

/* For dt_s or to the end of the stance; returns the time used. */
double hh_stance_step(const HhFrame *frame, double dt_s);

#endif
