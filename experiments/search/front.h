/* The Pareto front of all trials so far: of those with the fewest failures, where all goes well
 * none, those that no other beats or equals in every objective. Of equal trials the first stays. */
#ifndef HHX_FRONT_H
#define HHX_FRONT_H

#include "trials.h"

typedef struct HhxFront {
  int *members; /* numbers of trials, ascending */
  int count, room;
  int failures; /* of each member */
} HhxFront;

/* Looks at the trials from `first` on; false when memory ran out. */
bool hhx_front_add(HhxFront *front, const HhxTrials *trials, int first);
void hhx_front_free(HhxFront *front);

/* At most `most` members that show the whole front, ascending by the first objective: the ends, and
 * between them again and again the one that lies farthest from those chosen, every objective
 * counted by its range over the front. Returns how many; `chosen` has room for `most`. */
int hhx_front_spread(const HhxFront *front, const HhxTrials *trials, int *chosen, int most);

/* The member nearest to the best of every objective, each counted by its range; -1 when the front
 * is empty. */
int hhx_front_knee(const HhxFront *front, const HhxTrials *trials);

#endif
