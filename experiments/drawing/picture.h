/* One picture of cairo into a file's draft (text/csv.h): SVG, or PNG from an image in memory. */
#ifndef HHX_PICTURE_H
#define HHX_PICTURE_H

#include <cairo.h>
#include <stdbool.h>

#include "csv.h"

typedef struct HhxPicture {
  cairo_surface_t *surface;
  cairo_t *cairo;
  bool svg;
} HhxPicture;

/* 0, or an exit code and *error. */
int hhx_picture_begin(bool svg, double width, double height, HhxCsv *csv, HhxPicture *picture,
                      HhxError *error);

/* Writes what was painted and frees the picture; the same codes. */
int hhx_picture_end(HhxPicture *picture, HhxCsv *csv, HhxError *error);

/* An image as PNG. */
int hhx_picture_png(cairo_surface_t *image, HhxCsv *csv, HhxError *error);

/* Frees what cairo and fontconfig keep from picture to picture; every picture is freed. */
void hhx_picture_forget(void);

#endif
