/* `handhold sensitivity`: the sweep of a design saltelli or morris, and what its outputs say of
 * each parameter: sensitivity.csv, a table on stdout and pictures. What is estimated and how:
 * indices.h; what an output is, failed episodes among them: outputs.h.
 *
 * Each parameter counts through its coordinate of the unit cube, so choices, whole numbers, log
 * scales and conditions need nothing special; a parameter whose condition does not hold changes
 * nothing there. With `seeds: independent` the noise of the seeds is a part of V and of ST that no
 * parameter has; with common seeds it is none. */
#ifndef HHX_SENSITIVITY_H
#define HHX_SENSITIVITY_H

#include "sweep.h"

/* Exit code and messages as hhx_sweep; a spec of another design is refused. */
int hhx_sensitivity(const HhxSpec *spec, const HhxSweepOptions *options);

#endif
