/* Movers side by side on the same scenes and seeds. A sweep's result folder, and in it also
 *   compare.csv                    paired differences to the reference mover, every metric
 *   trace_<scene>_<mover>.csv      replicate 0 of config 0, frame by frame, with .world.csv
 * and on stdout a table for each scene and design point, headed by the values that were swept. The
 * reference is `ballistic` when the spec has it, else its last mover; a difference is reference
 * minus the other, so its sign reads "what the reference changes". Replicates are paired by seed;
 * with `seeds: independent` they are unpaired samples. Where a seed changes nothing, as on a given
 * course, the replicates are identical and there is no interval and no p.
 * p_holm is corrected over one family: the metrics that the spec shows (the clock's left out), in
 * every scene and design point, of every mover. */
#ifndef HHX_COMPARE_H
#define HHX_COMPARE_H

#include "sweep.h"

/* Exit codes as hhx_sweep; a spec with one mover is refused (2). */
int hhx_compare(const HhxSpec *spec, const HhxSweepOptions *options);

#endif
