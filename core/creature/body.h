/* The body of a daddy long legs: balls of equal mass, every pair kept at its distance by one pass a
 * tick, out of solids.
 *
 * A tick: velocities are cut to 2 tiles a tick, damping, the same acceleration a for every ball for
 * one tick (exact: v' = v + a, x' = x + (v + v') / 2), the pairs (a share of the error of length,
 * added to place and velocity alike), then each ball along its way until a face stops it, x before
 * y, and out of corners and slopes. No ball's middle is ever inside a solid.
 * Booked, for each unit of body mass: the work of drive and support is a . (v + v') / 2, what the
 * cut and damping take (v^2 - v'^2) / 2, and what pairs and faces change is their change of energy.
 * Not modelled: torque, as everything that moves it acts on all balls alike. After: devlog (pairs
 * in one pass, same correction of place and velocity), creature notes. */
#ifndef HH_CREATURE_BODY_H
#define HH_CREATURE_BODY_H

#include "creature/daddy.h"

/* What acts on it in a tick: accelerations, tile/tick2, and the share of its velocity lost. */
typedef struct HhBodyPush {
  HhVec drive, support;
  double gravity, damping;
} HhBodyPush;

/* What a tick did. Energies, tile2/tick2 for each unit of mass. */
typedef struct HhBodyWork {
  double drive, support, damped, collided;
  double energy;  /* that it then has, kinetic and potential */
  HhVec from, to; /* its middle before and after */
} HhBodyWork;

/* Lays the balls at rest round `middle`; those that would be inside a solid nearer to it. */
void hh_body_lay(const HhDaddyShape *shape, const HhRoom *room, HhVec middle, HhDaddyBody *body);

enum { HH_BODY_LANES = 4 };

/* One tick of 1..HH_BODY_LANES bodies at once, by any compilation: the same bits. */
void hh_bodies_step(HhStrandWide wide, const HhDaddyShape *shape, const HhRoom *room, int count,
                    const HhBodyPush *pushes, HhDaddyBody *const *bodies, HhBodyWork *works);

/* Of one. */
HhBodyWork hh_body_step(const HhDaddyShape *shape, const HhRoom *room, HhBodyPush push,
                        HhDaddyBody *body);

/* Keeps a ball within limit_t of `hold`, as a rope would: the whole body moves and what of its
 * velocity leads away is lost. Returns the energy that takes, under `gravity`. */
double hh_body_tether(const HhDaddyShape *shape, const HhRoom *room, int ball, HhVec hold,
                      double limit_t, double gravity, HhDaddyBody *body);

/* Kinetic and potential. */
double hh_body_energy(const HhDaddyShape *shape, const HhDaddyBody *body, double gravity);

HhVec hh_body_middle(const HhDaddyShape *shape, const HhDaddyBody *body);
HhVec hh_body_velocity(const HhDaddyShape *shape, const HhDaddyBody *body);

#endif
