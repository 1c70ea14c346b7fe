/* Beads and sticks: point masses in the plane joined by massless sticks that keep their length,
 * for vines, cables, bending branches, and two gibbons hand in hand.
 *
 * Bead i hangs by stick i from bead i - 1, the first one from the pin if there is one, and the last
 * one may be joined to a second pin. Each bead may be tied to a place of its own by a spring and a
 * damper (wood that bends is one such bead). At one bead holds a rider: a body of mass 1 at the end
 * of one more stick, its arm, whose length may change as muscles will:
 *   m_i a_i = m_i g - k_i (x_i - rest_i) - c_i v_i + forces along the sticks,
 *   |x_i - x_{i-1}| = l_i,   |rider - x_held| = l(t),  l'' given.
 * The forces along the sticks follow from the second derivative of the lengths (a symmetric system,
 * banded along the chain). Accelerations, pulls and squared lengths are products of one another, so
 * the motion is a Taylor series whose coefficients follow one from the other with one
 * factorization; a step is cut into as many substeps as the last terms ask for. Lengths and rates
 * are put back onto their constraints before each substep. Work of muscles, dampers and the impulse
 * of what is outside are integrals of series of the same order, never taken from the balance.
 * Everything is per mass of the rider. Sticks push as well as they pull; lengths are above 0.
 * What cannot be followed stands still for a step, its motion counted as damped: a straight chain
 * between two pins, which no force could hold, and beads much lighter than 1e-5.
 * Not modelled: collisions of beads with the world, bending stiffness, air.
 * After: the constraint equations of d'Alembert and Lagrange in the form of Baraff 1996 (SIGGRAPH,
 * "Linear-time dynamics using Lagrange multipliers"); series as in Jorba and Zou 2005 (Experimental
 * Mathematics 14:99). */
#ifndef HH_CHAIN_CHAIN_H
#define HH_CHAIN_CHAIN_H

#include <stdbool.h>

#include "base/vec.h"

enum { HH_CHAIN_BEADS = 12 };

typedef struct HhBead {
  HhVec at, velocity;            /* m, m/s */
  double mass_ratio;             /* of the rider's mass, > 0 */
  double spring_ps2, damping_ps; /* force on it per rider's mass; damping of its whole velocity */
  HhVec rest;                    /* m, where the spring is slack */
} HhBead;

typedef struct HhChain {
  int count; /* beads; 0: there is no chain */
  bool pinned, pinned_end;
  HhVec pin, pin_end;                  /* m */
  double length_m[HH_CHAIN_BEADS + 1]; /* of stick i; the last one leads to pin_end */
  HhBead bead[HH_CHAIN_BEADS];
  int held; /* bead that the rider holds; -1: no rider */
  HhVec rider, rider_velocity;
  double arm_m, arm_rate_mps;
} HhChain;

/* What the rider's muscles do during a step. */
typedef struct HhChainDrive {
  double pull_mps2;    /* on the rider across its arm, counter-clockwise positive; the hand pushes
                          the held bead the other way */
  double stretch_mps2; /* l'' of the arm */
} HhChainDrive;

/* Adds up over steps, J per kg of the rider. */
typedef struct HhChainWork {
  double added_Jpkg, removed_Jpkg; /* by pull and by arm, each by its sign; both >= 0 */
  double damped_Jpkg;              /* >= 0 */
  HhVec impulse_mps; /* of pins, springs and dampers on the whole, for momentum balances */
} HhChainWork;

void hh_chain_step(double gravity_mps2, HhChainDrive drive, HhChain *chain, double dt_s,
                   HhChainWork *work);

/* A rider takes hold of `bead` with an arm of its present distance that keeps its length from now:
 * equal and opposite impulses along every stick make all rates fit. Returns the kinetic energy that
 * is lost, half the impulse times the rate it stops (>= 0). The held bead's velocity may jump, the
 * rider's only along the arm where the chain gives way. Adds the pins' impulse to *impulse. */
double hh_chain_grab(HhChain *chain, int bead, HhVec rider, HhVec velocity, HhVec *impulse_mps);

/* The rider lets go; nothing jumps. */
void hh_chain_release(HhChain *chain);

/* Energy of beads and springs, potential zero at y = 0, and of the rider, per rider's mass. */
double hh_chain_energy(double gravity_mps2, const HhChain *chain);
double hh_chain_rider_energy(double gravity_mps2, const HhChain *chain);

/* Pull of the arm on the rider, per its mass, negative when it pushes; 0 without a rider. */
double hh_chain_tension(double gravity_mps2, HhChainDrive drive, const HhChain *chain);

#endif
