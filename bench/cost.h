/* The cost model: counted work times the nanoseconds that a unit of it took once, so that cost
 * can be optimised and compared with the same bytes everywhere. The figures are medians of
 * bench_units (release build, one core of a shared AMD EPYC); only their ratios matter. */
#ifndef HHB_COST_H
#define HHB_COST_H

#include "actor/actor.h"

/* Counted work of a creature, nanoseconds. */
double hhb_cost_ns(const HhActor *actor);

/* The same of a den, the record of its daddies added up. */
double hhb_cost_den_ns(const HhDen *den, const HhDaddyRecord *sum);

#endif
