/* A film of one run, or of several in step, one below the other: a camera follows each body.
 * The traces are read as they are drawn, so memory does not grow with their length. */
#ifndef HHX_FILM_H
#define HHX_FILM_H

#include <stdio.h>

#include "csv.h"
#include "scenery.h"
#include "trace_reader.h"

typedef enum HhxFilmKind {
  HHX_FILM_GIF,
  HHX_FILM_MP4,
  HHX_FILM_PNG, /* numbered pictures */
  HHX_FILM_SVG
} HhxFilmKind;

typedef struct HhxFilm {
  const char *const *traces;
  const HhxSurvey *surveys;
  const HhxScenery *sceneries;
  int count;
  double from_s, to_s;
  double fps, slow; /* frames a second; seconds of film for a second of the run */
  int width, height;
  HhxFilmKind kind;
  const char *out; /* with one %d for numbered pictures */
  FILE *shown;     /* progress; null: none */
} HhxFilm;

/* Number of frames, at least 1. */
int64_t hhx_film_frames(const HhxFilm *film);

/* Exit code, and *error for 1 and 2; 128 + signal when hhx_interrupt_caught. No half file is left;
 * numbered pictures that were finished stay. */
int hhx_film_draw(const HhxFilm *film, HhxError *error);

#endif
