/* A push off the floor and the flight after it. The push is a stretch of constant net acceleration
 * from the velocity v along the floor to the launch velocity V of the flight, over
 *   t = 2 crouch / u,   u the speed of V across the floor, at most push_longest,
 * after which the body has risen by the crouch over the floor's tangent: the launch is at
 *   at + (v + V) t / 2,
 * and V is that of a flight from there, so both are found together, as a fixed point.
 * The flight to a hold ends in a perfect grab (leap.h), that to a floor at a place over it. */
#ifndef HH_GIBBON_JUMP_H
#define HH_GIBBON_JUMP_H

#include "gibbon/frame.h"

/* Where it pushes off: the body, its velocity along the floor, the floor's slope there. */
typedef struct HhFoothold {
  HhVec at, velocity;
  double slope;
} HhFoothold;

typedef struct HhJump {
  HhVec push_mps2; /* net acceleration */
  double push_s;
  HhVec launch, velocity; /* at its end */
  double flight_s;
  double work_Jpkg; /* that legs add */
} HhJump;

/* The jump to a hold that asks for the least work, within legs.leap, over no floor that it would
 * touch; false: there is none. */
bool hh_jump_to_hold(const HhFrame *frame, const HhFoothold *from, int hold, HhJump *jump);

/* The same to the body's place over the floor `piece` at x. */
bool hh_jump_to_floor(const HhFrame *frame, const HhFoothold *from, int piece, double x_m,
                      HhJump *jump);

/* As hard as legs can, forward and upward. */
bool hh_jump_hardest(const HhFrame *frame, const HhFoothold *from, HhJump *jump);

/* Begins the push from where the gibbon is, to a hold or (-1) to a floor. */
void hh_jump_begin(const HhFrame *frame, const HhJump *jump, int hold);

#endif
