/* What a tick does to HH_BODY_LANES bodies before they collide, lane by lane: what the kernel hands
 * to body.c. */
#ifndef HH_CREATURE_BODY_LANES_H
#define HH_CREATURE_BODY_LANES_H

#include "creature/body.h"

typedef struct HhBodyLanes {
  double drive[HH_BODY_LANES], support[HH_BODY_LANES], damped[HH_BODY_LANES]; /* HhBodyWork's */
  double pushed[HH_BODY_LANES];                        /* energy before the pairs */
  double energy[HH_BODY_LANES];                        /* after them */
  double from_x[HH_BODY_LANES], from_y[HH_BODY_LANES]; /* middle before the tick */
  double to_x[HH_BODY_LANES], to_y[HH_BODY_LANES];     /* and after it */
  double low_x[HH_BODY_LANES], low_y[HH_BODY_LANES];   /* of the balls' middles, before and after */
  double high_x[HH_BODY_LANES], high_y[HH_BODY_LANES];
} HhBodyLanes;

#endif
