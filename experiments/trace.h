/* A run frame by frame, as CSV: a row a frame with t = 0 first, and beside it NAME.world.csv with
 * the holds the gibbon came near. Everything that drawing needs is in those two files. */
#ifndef HHX_TRACE_H
#define HHX_TRACE_H

#include "episode.h"
#include "package.h"
#include "spec.h"

/* Runs the episode and writes both files; *result is that of hhb_episode_run without timing.
 * An episode that cannot start writes nothing and is no error: result->status says why. "-" is
 * standard output; beside it and beside a device or a link there is no world file.
 * `package` gets both tables, or is null. 0, or *error and exit code 1. */
int hhx_trace_write(const HhbSetup *setup, const char *path, HhxPackage *package, HhbResult *result,
                    HhxError *error);

/* NAME.world.csv for NAME.csv, in new memory; null when memory ran out. */
char *hhx_trace_world_path(const char *path);

#endif
