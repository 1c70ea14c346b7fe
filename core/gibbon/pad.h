/* The springy contact of a bounce (bounce.h) in closed form: where the body is after a time, when
 * something happens that ends a stretch of it, what the damper takes. */
#ifndef HH_GIBBON_PAD_H
#define HH_GIBBON_PAD_H

#include "gibbon/frame.h"

/* The contact as springs go: deflection, along the plane (in lengths of (1, m)), and their rates.
 */
typedef struct HhPadMotion {
  double q, q_rate, s, s_rate;
} HhPadMotion;

typedef struct HhPad {
  double stiffness, damping, slope, unit; /* unit = 1 + slope^2 */
  double gravity, lean;
} HhPad;

typedef enum HhPadEvent {
  HH_PAD_NONE,
  HH_PAD_LOWEST,
  HH_PAD_HIGHEST,
  HH_PAD_SLACK,
  HH_PAD_OFF,
  HH_PAD_STILL
} HhPadEvent;

/* What an event of a contact needs to know. */
typedef struct HhPadWatch {
  HhPad pad;
  HhVec rest;
  double stretch, from, to; /* of the leg; of the canopy */
  double sense;             /* of the way along the plane, 0: nothing leans */
  bool pushed, rests;
} HhPadWatch;

/* The canopy under the feet, with what the legs lean. */
HhPad hh_pad_of(const HhFrame *frame);

/* Height over the plane, less the leg's. */
double hh_pad_deflection(const HhGibbon *gibbon);

/* Of the body, now; and of a motion after t, without regard to events. */
HhPadMotion hh_pad_motion(const HhGibbon *gibbon);
HhPadMotion hh_pad_after(const HhPad *pad, HhPadMotion now, double t);

/* The body there, with legs stretched by stretch_m. */
void hh_pad_place(const HhPad *pad, HhPadMotion now, HhVec rest, double stretch_m, HhVec *at,
                  HhVec *velocity);

/* The longest step in which events are looked for. */
double hh_pad_step_s(const HhPad *pad);

/* The first event within *t of now, which becomes its time: before the lowest point that, then the
 * spring's becoming slack or the top, unless it rests; the canopy's end; the end of what the legs
 * lean against. */
HhPadEvent hh_pad_event(const HhPadWatch *watch, HhPadMotion now, double *t);

/* Up and down there is no motion. */
bool hh_pad_rests(const HhPad *pad, HhPadMotion now);

/* Integral of the square of the deflection's rate: Gauss and Legendre's five points, whose error on
 * such steps is below round-off. */
double hh_pad_square_of_rate(const HhPad *pad, HhPadMotion now, double t);

/* Time to the end of the contact, by an event; -1: it goes on to its highest point. *now becomes
 * what it is then. */
double hh_pad_left_s(const HhPadWatch *watch, HhPadMotion *now);

#endif
