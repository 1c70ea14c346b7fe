/* `handhold draw`: pictures and films of runs, from their traces. */
#ifndef HHX_DRAW_H
#define HHX_DRAW_H

#include <stdbool.h>

typedef struct HhxDrawOptions {
  const char *const *traces;
  int count;
  const char *out;
  double from_s, to_s, every_s, fps, slow; /* below 0: not given */
  int width, height;                       /* 0: not given */
  int creature;                            /* below 0: the first row's */
  bool both;                               /* and another one's beside it */
  bool whole;                              /* all of a room */
  bool path;                               /* the way of the centre of mass alone, .svg or .png */
  bool quiet;
} HhxDrawOptions;

enum { HHX_DRAW_TRACES_MOST = 8 };

/* Exit code: 0 done, 1 the file could not be written, 2 refused and nothing written, 128 + signal
 * when interrupted. */
int hhx_draw(const HhxDrawOptions *options);

#endif
