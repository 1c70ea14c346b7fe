/* Where a body that swings on a hold that moves lets go. It moves by itself, so only the moment can
 * be chosen: that at which the flight from here would pass a hold ahead at exactly an arm's length
 * (leap.h: such a flight ends in a perfect grab), or land well on a floor. The
 * moment is found inside the frame on copies of the chain, on the outer side of the reach circle.
 * How much energy the ways ahead want is told by the arcs (arc.h) of a pendulum as long as the body
 * is from the pin, or from a cable's or branch's hold. */
#ifndef HH_GIBBON_AIM_H
#define HH_GIBBON_AIM_H

#include "gibbon/ahead.h"
#include "gibbon/frame.h"

/* What it may go for, all at rest: the next hold of its own branch, or where there is none the
 * holds of the pieces beyond. After some half swings in vain also nearer points of the branch. */
typedef struct HhAims {
  HhGrabPoint list[HH_AHEAD_MOST];
  int count;
  int floor; /* a piece, or -1 */
} HhAims;

HhAims hh_aim_list(const HhFrame *frame);

/* True where nothing is ahead of hold or floor. */
bool hh_aim_at_end(const HhFrame *frame);

/* Energy of the body, per mass, that the easiest way on wants; infinite: no arc leads on. */
double hh_aim_energy(const HhFrame *frame, const HhAims *aims);

/* Point that the chain swings about, about there. */
HhVec hh_aim_pivot(const HhFrame *frame);

/* A moment within a step of the chain, and where the flight goes that begins then. */
typedef struct HhMoment {
  double t_s; /* into the step */
  HhChain chain;
  HhChainWork work;
  HhGrabPoint target; /* hold -1: none, or it lands */
  double flight_s;
} HhMoment;

/* The first moment to let go between `start` and `end`, to which the drive leads; false: there is
 * none. */
bool hh_aim_release(const HhFrame *frame, const HhAims *aims, HhChainDrive drive,
                    const HhChain *start, const HhMoment *end, HhMoment *release);

#endif
