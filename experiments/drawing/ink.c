/* See the header. */
#include "ink.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "number.h"

const unsigned hhx_ink_words = 0x22313a, hhx_ink_faint = 0x6c7f86, hhx_ink_velocity = 0xb03a2e,
               hhx_ink_arm = 0x0b7a4b;

HhxColour hhx_rgb(unsigned code)
{
  return (HhxColour){(code >> 16 & 255) / 255.0, (code >> 8 & 255) / 255.0, (code & 255) / 255.0};
}

HhxColour hhx_ink_mix(HhxColour a, HhxColour b, double share)
{
  return (HhxColour){a.red + share * (b.red - a.red), a.green + share * (b.green - a.green),
                     a.blue + share * (b.blue - a.blue)};
}

void hhx_ink_set(cairo_t *cairo, HhxColour colour, double alpha)
{
  cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, alpha);
}

HhxColour hhx_ink_mode(HhxMode mode)
{
  static const unsigned codes[HHX_MODE_COUNT] = {
      [HHX_MODE_SWING] = 0x0072b2,  [HHX_MODE_SLACK] = 0xcc5f9b, [HHX_MODE_FLIGHT] = 0xe08a00,
      [HHX_MODE_SINE] = 0x6a4c93,   [HHX_MODE_BLEND] = 0x8a8f2a, [HHX_MODE_CHAIN] = 0x009e73,
      [HHX_MODE_STANCE] = 0x7f1d1d, [HHX_MODE_RUN] = 0xd62728,   [HHX_MODE_SLIDE] = 0x2fb5e0,
      [HHX_MODE_BOUNCE] = 0xff6fa3, [HHX_MODE_PAIR] = 0x111111,  [HHX_MODE_WINGS] = 0x5c6bc0,
      [HHX_MODE_OTHER] = 0x777777};
  return hhx_rgb(codes[mode]);
}

/* Bytes of the character at `text`, or 0 when none begins there that cairo would write: it takes
 * UTF-8 of the shortest form without surrogates and codes that are no characters. */
static int character(const unsigned char *text)
{
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (*text < 0x80) return 1;
  if (*text < 0xc2 || *text > 0xf4) return 0;
  int more = *text >= 0xf0 ? 3 : *text >= 0xe0 ? 2 : 1;
  uint32_t code = *text & (0x3fu >> more);
  for (int i = 1; i <= more; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (text[i] & 0x3fu);
  }
  bool none = code >> 11 == 0x1b || (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code < 0xfdf0);
  return code < least[more] || code > 0x10ffff || none ? 0 : more + 1;
}

/* Replaces what is no character: a bad byte would end all of cairo's drawing. */
static void heal(char *text)
{
  for (int size; *text; text += size > 0 ? size : 1)
    if ((size = character((const unsigned char *)text)) == 0) *text = '?';
}

static void choose_font(cairo_t *cairo, double size, bool bold)
{
  cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size);
}

static double advance(cairo_t *cairo, const char *text)
{
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text, &extents);
  return extents.x_advance;
}

double hhx_ink_width(cairo_t *cairo, double size, bool bold, const char *text)
{
  char healed[256];
  snprintf(healed, sizeof healed, "%s", text);
  heal(healed);
  choose_font(cairo, size, bold);
  return advance(cairo, healed);
}

double hhx_ink_text(cairo_t *cairo, HhVec at, double anchor, double size, bool bold,
                    HhxColour colour, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  heal(text);
  choose_font(cairo, size, bold);
  double width = advance(cairo, text);
  hhx_ink_set(cairo, colour, 1);
  cairo_move_to(cairo, at.x - anchor * width, at.y);
  cairo_show_text(cairo, text);
  cairo_new_path(cairo);
  return width;
}

void hhx_ink_arrow(cairo_t *cairo, HhVec from, HhVec to, double width, HhxColour colour)
{
  HhVec along = hh_vec_sub(to, from);
  double length = hh_vec_length(along), head = 3.6 * width;
  if (length < head) return;
  along = hh_vec_unit(along);
  HhVec neck = hh_vec_along(to, along, -head), side = hh_vec_scale(hh_vec_left(along), 0.42 * head);
  hhx_ink_set(cairo, colour, 1);
  cairo_set_line_width(cairo, width);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_move_to(cairo, from.x, from.y);
  cairo_line_to(cairo, neck.x, neck.y);
  cairo_stroke(cairo);
  cairo_move_to(cairo, to.x, to.y);
  cairo_line_to(cairo, neck.x + side.x, neck.y + side.y);
  cairo_line_to(cairo, neck.x - side.x, neck.y - side.y);
  cairo_close_path(cairo);
  cairo_fill(cairo);
}

void hhx_ink_scale(cairo_t *cairo, HhVec at, double px_per_m, double most_px, double size)
{
  static const double steps[] = {1, 2, 5};
  double length_m = 1e-3;
  for (int i = 0; i < 30; i++) {
    int decade = i / 3 - 3;
    double next = pow(10, decade) * steps[i % 3];
    if (next * px_per_m <= most_px) length_m = next;
  }
  double from = at.x - length_m * px_per_m, tick = size * 0.35;
  hhx_ink_set(cairo, hhx_rgb(hhx_ink_words), 1);
  cairo_set_line_width(cairo, size * 0.14);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  cairo_move_to(cairo, from, at.y - tick);
  cairo_line_to(cairo, from, at.y);
  cairo_line_to(cairo, at.x, at.y);
  cairo_line_to(cairo, at.x, at.y - tick);
  cairo_stroke(cairo);
  char text[HHX_NUMBER_SIZE];
  hhx_number_write(length_m, text);
  hhx_ink_text(cairo, hh_vec((from + at.x) / 2, at.y - tick - size * 0.3), 0.5, size, false,
               hhx_rgb(hhx_ink_words), "%s m", text);
}
