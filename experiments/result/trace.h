/* A run frame by frame, as CSV: a row a frame with t = 0 first and the body in the detail of
 * rig.level, and beside it NAME.world.csv with the holds the gibbon came near. In a world of pieces
 * a frame also has where the piece is that moves. Of what lives in rooms the rows are
 * den_trace.h's. Everything that drawing needs is in those two files. */
#ifndef HHX_TRACE_H
#define HHX_TRACE_H

#include "episode.h"
#include "package.h"
#include "spec.h"

/* Runs the episode and writes both files; *result is that of hhb_episode_run without timing.
 * An episode that cannot start writes nothing and is no error: result->status says why.
 * `package` gets both tables; with null the path is one that the user names, and "-" is standard
 * output, beside which, as beside a device or a link, there is no world file.
 * 0, or *error and an exit code: 1, or for a user's path that cannot be written to at all 2,
 * before the episode begins; 128 + signal when one ended it, with both of a user's files or none.
 */
int hhx_trace_write(const HhbSetup *setup, const char *path, HhxPackage *package, HhbResult *result,
                    HhxError *error);

/* NAME.world.csv for NAME.csv, in new memory; null when memory ran out. */
char *hhx_trace_world_path(const char *path);

#endif
