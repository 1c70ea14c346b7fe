/* See the header. */
#include "leaf.h"

#include <math.h>

#include "base/hash.h"

double hhx_chance(int64_t place, int question)
{
  uint64_t hash = hh_hash_word(hh_hash_start(), (uint64_t)place);
  hash = hh_hash_end(hh_hash_word(hash, (uint64_t)question));
  return (double)(hash >> 11) / 9007199254740992.0;
}

HhxColour hhx_leaf_tone(const HhxPlants *plants, unsigned code)
{
  return hhx_ink_mix(hhx_rgb(code), hhx_rgb(0xe6f1ee), plants->haze);
}

HhxColour hhx_leaf_green(const HhxPlants *plants, double chance)
{
  static const unsigned greens[] = {0x9cc08b, 0x84b07a, 0xb4cf9a, 0x76a572};
  return hhx_leaf_tone(plants, greens[(int)floor(4 * chance)]);
}

void hhx_leaf_paint(const HhxPlants *plants, HhVec at, double turn_rad, double size_m,
                    HhxColour colour)
{
  cairo_t *cairo = plants->cairo;
  double c = cos(turn_rad), s = sin(turn_rad), l = size_m, w = 0.36 * size_m;
  hhx_ink_set(cairo, colour, 1);
  cairo_move_to(cairo, at.x, at.y);
  cairo_curve_to(cairo, at.x + 0.3 * l * c - w * s, at.y + 0.3 * l * s + w * c,
                 at.x + 0.8 * l * c - 0.7 * w * s, at.y + 0.8 * l * s + 0.7 * w * c, at.x + l * c,
                 at.y + l * s);
  cairo_curve_to(cairo, at.x + 0.8 * l * c + 0.7 * w * s, at.y + 0.8 * l * s - 0.7 * w * c,
                 at.x + 0.3 * l * c + w * s, at.y + 0.3 * l * s - w * c, at.x, at.y);
  cairo_fill(cairo);
}

void hhx_leaf_twig(const HhxPlants *plants, const HhxSpot *spot, int64_t place)
{
  cairo_t *cairo = plants->cairo;
  const double size_m = plants->size_m;
  double side = hhx_chance(place, 1) < 0.6 ? 1 : -1;
  double lean = (hhx_chance(place, 2) - 0.35) * 0.9,
         length = size_m * (0.14 + 0.24 * hhx_chance(place, 3));
  HhVec out = hh_vec_scale(hh_vec_left(spot->along), side);
  HhVec way = hh_vec_unit(hh_vec_along(out, spot->along, lean));
  HhVec root = hh_vec_along(spot->at, out, 0.5 * spot->half_m);
  HhVec tip = hh_vec_along(root, way, length);
  HhVec bow = hh_vec_along(hh_vec_mix(root, tip, 0.5), spot->along,
                           (hhx_chance(place, 7) - 0.5) * 0.5 * length);
  hhx_ink_set(cairo, hhx_leaf_tone(plants, 0x8d7256), 1);
  cairo_set_line_width(cairo, 0.016 * size_m);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_move_to(cairo, root.x, root.y);
  cairo_curve_to(cairo, bow.x, bow.y, bow.x, bow.y, tip.x, tip.y);
  cairo_stroke(cairo);
  double heading = atan2(tip.y - bow.y, tip.x - bow.x);
  int leaves = 3 + (int)floor(3 * hhx_chance(place, 4));
  for (int i = 0; i < leaves; i++) {
    int pair = i / 2;
    double back = (double)pair / leaves;
    double turn = (i % 2 ? 1 : -1) * (0.35 + 0.5 * hhx_chance(place, 9 + i));
    HhVec at = hh_vec_mix(tip, hh_vec_mix(bow, root, 0.3), back);
    hhx_leaf_paint(plants, at, heading + (i == 0 ? 0 : turn),
                   size_m * (0.13 + 0.08 * hhx_chance(place, 20 + i)),
                   hhx_leaf_green(plants, hhx_chance(place, 30 + i)));
  }
}
