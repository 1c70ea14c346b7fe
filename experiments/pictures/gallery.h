/* Draws pictures into a result folder, each by gnuplot from one script of plots/ and a few words.
 * They are a courtesy: without gnuplot one line on stderr says how to install it; a script that
 * fails, writes no whole SVG or takes too long is a warning. Too long is 60 s a picture and one
 * more for each megabyte of runs.csv, or the environment's HANDHOLD_PLOT_LIMIT, in seconds; then no
 * more pictures are tried. The scripts are those of the environment's HANDHOLD_PLOTS, else of the
 * installation, else of the source tree. */
#ifndef HHX_GALLERY_H
#define HHX_GALLERY_H

#include <stdbool.h>

/* What gnuplot passes on to a script: ARG1 to ARG9. */
enum { HHX_GALLERY_WORDS = 9 };

typedef struct HhxGallery {
  const char *out;
  char *scripts; /* absolute, since gnuplot runs in `out` */
  bool quiet;
  bool absent; /* gnuplot */
  bool stuck;
  double limit_s;
  int drawn;
  int signal;
} HhxGallery;

/* False, with a warning, where there are no scripts; then there is nothing to close. */
bool hhx_gallery_open(HhxGallery *gallery, const char *out, bool quiet);

/* Draws OUT/NAME.svg by SCRIPT. A script that writes nothing has nothing to show; then a picture of
 * an earlier run goes. */
void hhx_gallery_draw(HhxGallery *gallery, const char *name, const char *script,
                      const char *const words[HHX_GALLERY_WORDS]);

/* Says how many were drawn. 0, or 128 + signal when interrupted; no half picture stays behind. (A
 * signal that the caller handles counts as SIGINT; the caller knows better.) */
int hhx_gallery_close(HhxGallery *gallery);

#endif
