/* `handhold run`: one episode, its metrics on stdout, and on request its trace. */
#ifndef HHX_RUN_H
#define HHX_RUN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct HhxRunOptions {
  const char *scene, *mover;
  const char *course;          /* CSV of holds, for scene `course` */
  const char *room;            /* text of tiles, for scene `room` */
  const char *player;          /* CSV of keys, or null */
  const char *trace;           /* file to write, "-" for stdout, or null */
  const char *set_file;        /* parameter file, or null */
  const char *const *settings; /* NAME=VALUE, over it */
  int setting_count;
  const char *clip;                /* motion over the body, or null */
  const char *clip_name;           /* of its animations, or null */
  const char *const *clip_weights; /* NAME=W */
  int clip_weight_count;
  bool clip_once;
  uint64_t seed;
  double duration_s; /* 0: not limited */
  int swings;        /* 0: not limited */
  bool timing;
} HhxRunOptions;

/* Metrics go to stdout, or to stderr when the trace goes there.
 * Exit code: 0 done (a fall is data), 1 the trace could not be written, 2 refused. */
int hhx_run(const HhxRunOptions *options);

#endif
