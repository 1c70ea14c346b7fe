/* A film as MP4 (H.264), by the ffmpeg program where that is installed: it reads raw frames from a
 * pipe and writes the file's draft. Its own words go to stderr. */
#ifndef HHX_MP4_H
#define HHX_MP4_H

#include <stddef.h>
#include <sys/types.h>

#include "csv.h"

typedef struct HhxMp4 {
  pid_t child;
  int pipe;
} HhxMp4;

/* 0; 2 and *error when there is no ffmpeg; 1 and *error when it cannot be started. */
int hhx_mp4_begin(int width, int height, double fps, const HhxCsv *csv, HhxMp4 *mp4,
                  HhxError *error);

/* 0, or 1 and *error when ffmpeg reads no more. */
int hhx_mp4_frame(HhxMp4 *mp4, const void *pixels, size_t size, HhxError *error);

/* Waits for it; 0, or 1 and *error when it failed. */
int hhx_mp4_end(HhxMp4 *mp4, HhxError *error);

/* Ends it without a film. */
void hhx_mp4_abandon(HhxMp4 *mp4);

#endif
