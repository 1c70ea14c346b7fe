/* How far a sweep or a film is: rate and time left on stderr, one line rewritten in place on a
 * terminal, a plain line every five seconds elsewhere, nothing when quiet. Workers only add to a
 * counter; one other thread calls hhx_progress_show now and then. */
#ifndef HHX_PROGRESS_H
#define HHX_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct HhxProgress {
  FILE *out;        /* null: quiet */
  const char *what; /* is counted: "episodes" */
  bool in_place;
  int64_t total;
  _Atomic int64_t done;    /* run now */
  _Atomic int64_t skipped; /* were there before */
  double start_s, shown_s;
} HhxProgress;

/* `out` null for none; in place when it is a terminal. */
void hhx_progress_start(HhxProgress *progress, FILE *out, const char *what, int64_t total);

/* One of them is done, or was done before; any thread. */
void hhx_progress_done(HhxProgress *progress);
void hhx_progress_skip(HhxProgress *progress);

/* Writes a line when one is due; one thread. */
void hhx_progress_show(HhxProgress *progress);

/* The last line, with the time it took; after the workers have ended. */
void hhx_progress_end(HhxProgress *progress);

/* The line itself, after elapsed_s seconds; what the two above write. */
void hhx_progress_text(const char *what, int64_t done, int64_t skipped, int64_t total,
                       double elapsed_s, char *text, size_t size);

#endif
