/* A rope: beads of any masses joined by sticks in a room of tiles, for what carries weight; one at
 * a time, in double. Ends are held or free. Units are the caller's; with a room, tiles and ticks.
 *
 * A tick:
 *   1. x* = x + (x - x_before) / 3 + (8 v - 2 v_before) / 9 + (4 / 9) a, swept through the tiles
 *   2. the beads go where sum m_i |x_i - x*_i|^2 is least among all places that keep every stick's
 *      length: Newton steps in the turns of the sticks
 *   3. a bead that this brings into a solid is held along the face's normal and step 2 done again,
 *      until none is added; what still gets in goes back to where it crossed the face
 *   4. v = (3 x - 4 x_then + x_before_then) / 2
 * which is the second backward difference formula: nothing that swings ever grows, whatever its
 * mass, and what is too fast for a tick (light beads under a heavy tip are a string of a thousand
 * waves a tick) fades instead of blowing up. The price: a swing that turns by w radians a tick
 * loses about w^4 of its energy in it. What touches begins anew, as if it had always had its
 * velocity.
 *
 * A Newton step: with q_i along stick i, n_i across it, u_i the move of bead i and f_i = m_i (x_i -
 * x*_i), the force of stick i on its bead is
 *   F_i = K_i u_i + k_i,   K_i = m_i + P_(i+1),   k_i = f_i + p_(i+1),
 *   u_i = u_(i-1) + s_i n_i,   n_i.F_i = -t_i s_i,   t_i = max(0, -q_i.(f_i + ... + f_last)) / L,
 * P and p what the rest of the rope answers with, eliminated from the tip to the root, and t_i the
 * pull that turns along with its stick. The stick then turns by s_i / L; lengths are exact, so
 * there is no mass ratio at which it stretches. K_i is a sum of masses that gets no smaller than
 * m_i: no pivot is ever 0.
 *
 * Laws: no bead is ever inside a solid; without solids in the way no stick is longer or shorter
 * than it should be; a rope too short for both its ends is drawn out evenly; a loose rope keeps its
 * momentum. Round an edge sticks keep their length within 5 % up to a tip of a hundred beads' mass;
 * beyond it they may slip. A rope that is torn (a stick more than a tenth off: the room changed) is
 * laid anew at rest. Coincident beads and a length of 0 are defined; what is asked for and is no
 * number, or beyond 1e70, counts as not asked for.
 * Not modelled: friction by the force with which a rope is pressed on a face; torsion, bending.
 *
 * After: Featherstone 1983 (articulated bodies, Int. J. Robotics Research 2:13); Tournier et al.
 * 2015 (SIGGRAPH, "Stable constrained dynamics": the pull that turns). */
#ifndef HH_CHAIN_ROPE_H
#define HH_CHAIN_ROPE_H

#include <stdbool.h>

#include "chain/strand.h"

enum { HH_ROPE_BEADS = 64 };

/* State. */
typedef struct HhRope {
  int beads;  /* 1..HH_ROPE_BEADS */
  HhVec root; /* of the last tick */
  HhVec at[HH_ROPE_BEADS], before[HH_ROPE_BEADS];
  HhVec velocity[HH_ROPE_BEADS], velocity_before[HH_ROPE_BEADS];
  double mass[HH_ROPE_BEADS]; /* > 0, at most 1e6 times one another */
  HhVec tug;                  /* of the rope on its pin, 4/9 of mass tile/tick2; 0: not pinned */
} HhRope;

typedef struct HhRopeDrive {
  bool loose;      /* the root holds nothing; stick 0 is not there */
  bool pinned;     /* the last bead is held at the pin */
  HhVec root, pin; /* outside solids */
  HhVec pull;      /* acceleration of the tip; bead i of n gets (i + 1) / n of it */
  double stick;    /* length of each, >= 0 */
} HhRopeDrive;

/* At rest from its root along `direction` (0: down), masses 1, as far as the room allows. `room`
 * may be null here and below: nothing is in the way. */
void hh_rope_lay(const HhRoom *room, int beads, HhVec root, HhVec direction, double stick,
                 HhRope *rope);

/* Gives a bead a velocity, as if it had always had it. */
void hh_rope_throw(HhRope *rope, int bead, HhVec velocity);

/* Moves it without a kick: shape and velocities stay; a bead that would be inside a solid is
 * brought as near as a straight way from its predecessor leads. */
void hh_rope_teleport(const HhRoom *room, HhVec by, HhVec root, HhRope *rope);

/* One tick; radius, friction, bounce, gravity and damping are those of strands. */
void hh_rope_step(const HhStrandParams *params, const HhRoom *room, const HhRopeDrive *drive,
                  HhRope *rope);

#endif
