/* A body carried over a floor at a fixed height above its curve (surface.h), pushed by a force that
 * is constant for each metre over the ground: what a run and a slide have in common.
 * With f the force per mass toward +x for each metre of x,
 *   (1 + y'^2) x'' + y' y'' x'^2 = f - g y',     v^2 / 2 + g y = E_0 + f (x - x_0).
 * The second holds exactly: x(t) is integrated by Runge and Kutta's method (fourth order, steps
 * short against the curve), the speed taken from the energy. Events are roots inside a step. The
 * floor can only push: where g + y'' x'^2 < 0 the body leaves it. */
#ifndef HH_GIBBON_TRACK_H
#define HH_GIBBON_TRACK_H

#include <stdbool.h>

#include "base/vec.h"
#include "world/surface.h"

typedef enum HhTrackEvent {
  HH_TRACK_NONE,
  HH_TRACK_MARK,  /* the body is at mark_m */
  HH_TRACK_END,   /* at an end of the floor */
  HH_TRACK_STOP,  /* its speed has become 0 */
  HH_TRACK_CREST, /* the floor falls away faster than the body */
} HhTrackEvent;

typedef struct HhTrack {
  int piece;
  double height_m, force_mps2, gravity_mps2;
  double mark_m;
  bool mark_set;
} HhTrack;

/* Moves the body for dt_s or to an event; returns the time used and adds the steps taken. A mark
 * or a crest where the body is already comes at once. */
double hh_track_step(const HhWorld *world, const HhTrack *track, HhVec *at, HhVec *velocity,
                     double dt_s, HhTrackEvent *event, long *steps);

/* The hold of the piece at or before x, with one after it: whose cubic a body moving toward
 * `sense` (1 or -1) is on. The piece has two holds at least. */
int hh_track_hold(const HhWorld *world, int piece, double x_m, int sense);

#endif
