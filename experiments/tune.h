/* handhold tune: parameters that make objectives small, found on some scenes and seeds and
 * reported on others.
 *
 * A sweep whose points an optimiser adds as it goes (search.h). It is a pure function of the spec:
 * after a kill, --resume asks the optimiser the same questions and finds the answers in the
 * journal. Writes, besides what a sweep writes, history.csv, for a race race.csv, for several
 * objectives front.csv and front_NN.yaml, held_out.csv, and best.yaml, the parameter file that
 * --set-file and hh_params_read take: the best trial or, for several objectives, the member of the
 * front nearest to the best of each. */
#ifndef HHX_TUNE_H
#define HHX_TUNE_H

#include "sweep.h"

/* Exit code as hhx_sweep. */
int hhx_tune(const HhxSpec *spec, const HhxSweepOptions *options);

#endif
