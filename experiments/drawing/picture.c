/* See the header. */
#include "picture.h"

#include <cairo-svg.h>
#include <fontconfig/fontconfig.h>
#include <stdio.h>

static cairo_status_t put(void *closure, const unsigned char *bytes, unsigned size)
{
  HhxCsv *csv = closure;
  hhx_csv_bytes(csv, bytes, size);
  return hhx_csv_failed(csv) ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

/* A failure of the file is told when it is closed; what cairo says is told here. */
static int finish(cairo_status_t status, const HhxCsv *csv, HhxError *error)
{
  if (status == CAIRO_STATUS_SUCCESS || hhx_csv_failed(csv)) return 0;
  snprintf(error->text, sizeof error->text, "cannot draw: %s", cairo_status_to_string(status));
  return 1;
}

int hhx_picture_begin(bool svg, double width, double height, HhxCsv *csv, HhxPicture *picture,
                      HhxError *error)
{
  picture->svg = svg;
  if (svg) {
    picture->surface = cairo_svg_surface_create_for_stream(put, csv, width, height);
    cairo_svg_surface_set_document_unit(picture->surface, CAIRO_SVG_UNIT_PX);
  } else {
    picture->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
  }
  picture->cairo = cairo_create(picture->surface);
  int code = finish(cairo_status(picture->cairo), csv, error);
  if (code == 0) return 0;
  cairo_destroy(picture->cairo);
  cairo_surface_destroy(picture->surface);
  return code;
}

int hhx_picture_png(cairo_surface_t *image, HhxCsv *csv, HhxError *error)
{
  return finish(cairo_surface_write_to_png_stream(image, put, csv), csv, error);
}

int hhx_picture_end(HhxPicture *picture, HhxCsv *csv, HhxError *error)
{
  cairo_status_t status = cairo_status(picture->cairo);
  cairo_destroy(picture->cairo);
  if (picture->svg) {
    cairo_surface_finish(picture->surface);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(picture->surface);
  }
  int code = finish(status, csv, error);
  if (code == 0 && !picture->svg) code = hhx_picture_png(picture->surface, csv, error);
  cairo_surface_destroy(picture->surface);
  return code;
}

void hhx_picture_forget(void)
{
  cairo_debug_reset_static_data();
  FcFini();
}
