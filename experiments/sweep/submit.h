/* `--submit slurm`: a sweep as an array job of shards and a job that merges them.
 *
 *   DIR/submit/spec.yaml        the spec as it will be run: later edits of its file change nothing
 *   DIR/submit/shards.sh        task I runs shard I/N into DIR/submit/shard_I_of_N, with --resume:
 *                               killed and requeued, it goes on, and what is lost is a second
 *   DIR/submit/merge.sh         makes the result in DIR, once all tasks have ended well
 *   DIR/submit/NAME.log         what they say
 *
 * The scripts are plain and may be edited, which --resume respects; sbatch also takes
 * SBATCH_PARTITION, SBATCH_TIMELIMIT, SBATCH_ACCOUNT and the like from the environment. They are
 * handed to sbatch, a program. */
#ifndef HHX_SUBMIT_H
#define HHX_SUBMIT_H

#include <stdbool.h>

#include "sweep.h"

/* In options->submit shards; with `resume`, again what is there; with `dry_run` only the scripts.
 * Exit code: 0 submitted, 1 not (the scripts stay), 2 refused (nothing was written). */
int hhx_submit(const HhxSpec *spec, const char *command, const HhxSweepOptions *options);

#endif
