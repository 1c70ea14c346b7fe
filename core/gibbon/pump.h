/* Swinging on one hold to gain or shed energy, when there is no arc to the next one.
 * A half swing gets a constant tangential acceleration W / (l * sweep), where sweep ends at the
 * angle at which a swing with W more energy turns: so the half swing does exactly W, up to the
 * muscles' limits of work and force. A body too fast to turn is braked over a quarter turn, and
 * then it is decided anew. */
#ifndef HH_GIBBON_PUMP_H
#define HH_GIBBON_PUMP_H

#include "gibbon/frame.h"

/* Drives the half swing that begins now; direction 1 adds, -1 removes. After
 * muscle.pumps_max half swings on one hold it lets go instead; in a jungle, and there as soon as no
 * pump makes the swing higher, it begins to mount. */
void hh_pump_half_swing(const HhFrame *frame, int direction);

/* Drives the half swing that begins now toward rest, as often as it is asked to. */
void hh_pump_hang(const HhFrame *frame);

/* While gibbon->mounting: toward rest, and at a low turning point up onto the branch, or off the
 * trunk (push_off.h). */
void hh_pump_mount(const HhFrame *frame);

/* Drives the half swing that begins now higher, as often as it is asked to, up to
 * muscle.pump_angle. */
void hh_pump_gain(const HhFrame *frame);

/* True when a pump would still make the swing higher. */
bool hh_pump_can_gain(const HhFrame *frame);

/* Sets the drives that do `work_Jpkg` by muscle over `sweep_rad` (> 0, the way the body goes,
 * forward), together with what is due of re-injection and bleed. */
void hh_pump_drive(const HhFrame *frame, double work_Jpkg, double sweep_rad);

/* Energy due to be given back and to be bled in the swing that begins now, per mass, both >= 0. */
double hh_pump_reinjection_due(const HhFrame *frame);
double hh_pump_bleed_due(const HhFrame *frame);

#endif
