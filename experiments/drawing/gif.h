/* A film as GIF, through giflib into a file's draft. One palette for all frames, cut from samples
 * of them (median cut); a pixel that stays as it was is left transparent, which packs well.
 * Not done: dithering. */
#ifndef HHX_GIF_H
#define HHX_GIF_H

#include <stdbool.h>
#include <stdint.h>

#include "csv.h"

typedef struct HhxGif HhxGif;

/* Frames are 32-bit pixels, 0x00rrggbb, without gaps between rows. Null when memory ran out. */
HhxGif *hhx_gif_create(int width, int height, double fps);
void hhx_gif_destroy(HhxGif *gif);

/* Before the first frame: what colours there will be. */
void hhx_gif_sample(HhxGif *gif, const uint32_t *pixels);

/* 0, or exit code 1 and *error. A failure of the file is told when that is closed. */
int hhx_gif_begin(HhxGif *gif, HhxCsv *csv, HhxError *error);
int hhx_gif_frame(HhxGif *gif, const uint32_t *pixels, HhxError *error);
int hhx_gif_end(HhxGif *gif, HhxError *error);

#endif
