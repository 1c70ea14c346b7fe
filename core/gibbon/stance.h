/* Legs on a floor for a moment: taking up a landing, pushing off for a jump, drawing itself up onto
 * the branch it hangs from. Each is a stretch of constant net acceleration, so that position and
 * velocity are continuous, in closed form, and the legs' work is (a + g up) . way, split where its
 * power changes sign.
 *   land   from leg height + crouch at most down to leg height: the speed across the floor is taken
 *          up over that way; what is beyond legs.landing is a collision. Legs brake no softer than
 *          with g: who comes slowly touches later, where the speed u over the floor and what is
 *          left of the way c make u^2 = 2 g c.
 *   jump   from leg height up by the crouch, ending with the velocity of the leap (jump.h)
 *   mount  from hanging still to standing on top: up and over, to rest
 * A canopy is touched at leg height, and bounced on. */
#ifndef HH_GIBBON_STANCE_H
#define HH_GIBBON_STANCE_H

#include "gibbon/frame.h"

/* Time until the feet touch a floor ahead on this flight, within dt_s, or -1; the piece touched.
 * Where hh_gibbon_perches, branches that do not bend are floors too. */
double hh_stance_touch_s(const HhFrame *frame, double dt_s, int *piece);

/* The same for a flight from elsewhere; perch: branches count as floors too. */
double hh_stance_flight_touch_s(const HhFrame *frame, HhVec at, HhVec velocity, bool perch,
                                double dt_s, int *piece);

/* The feet have touched `piece`: lands, or begins a bounce on a canopy, or a slide where the floor
 * is steep. Books what is lost and the change of law. */
void hh_stance_land(const HhFrame *frame, int piece);

/* Hanging still below a branch: begins to mount it, where the legs' work allows; afterwards it runs
 * along it. */
void hh_stance_mount(const HhFrame *frame);

/* The same up a trunk, to hang at rest from a higher hold; or from the top of a branch down, to
 * hang at rest below it. */
void hh_stance_climb(const HhFrame *frame, int hold);

/* For dt_s or to the end of the stance; returns the time used. */
double hh_stance_step(const HhFrame *frame, double dt_s);

/* From now on it runs or slides (mode) on `piece` at the height over it that it has. Speed across
 * the floor is lost, a collision. */
void hh_stance_settle(const HhFrame *frame, int piece, HhMode mode);

/* Its place in the list of holds is that of the floor under it. */
void hh_stance_stand(const HhFrame *frame, int piece);

/* True for what legs can stand on; perch: branches that do not bend count too. */
bool hh_stance_stands(const HhPiece *floor, bool perch);

/* True for a floor that slides begin on, for a body that moves toward `sense` at x. */
bool hh_stance_steep(const HhFrame *frame, int piece, double x_m, double sense);

#endif
