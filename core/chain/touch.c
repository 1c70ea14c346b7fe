/* See the header. */
#include "chain/touch.h"

enum { SLIDES = 3 };

HhVec hh_touch_reach(const HhRoom *room, HhVec from, HhVec to, HhVec *normal)
{
  *normal = hh_vec(0, 0);
  if (!room || (from.x == to.x && from.y == to.y)) return to;
  double share = hh_room_cast(room, from, to, normal);
  if (share >= 1 && normal->x == 0 && normal->y == 0) return to;
  HhVec met = hh_vec_along(hh_vec_mix(from, to, share), *normal, HH_TOUCH_SKIN_T);
  if (hh_room_inside(room, met) || !hh_room_sees(room, from, met)) return from;
  return met;
}

static bool is_solid(const HhRoom *room, int x, int y)
{
  return hh_tile_solid(hh_room_tile(room, x, y));
}

static void rub_face(const HhStrandParams *params, HhVec normal, HhVec *velocity)
{
  double into = hh_vec_dot(*velocity, normal);
  HhVec along = hh_vec_along(*velocity, normal, -into);
  if (into < 0) into *= -params->bounce;
  *velocity = hh_vec_along(hh_vec_scale(along, 1 - params->friction), normal, into);
}

/* Keeps a bead its radius away from the faces of its tile. */
static void keep_off(const HhStrandParams *params, const HhRoom *room, HhVec *at, HhTouched *met)
{
  int x = hh_tile_of(at->x), y = hh_tile_of(at->y);
  double u = at->x - x, v = at->y - y,
         radius = params->radius > HH_TOUCH_SKIN_T ? params->radius : HH_TOUCH_SKIN_T;
  int side_x = u < 0.5 ? -1 : 1, side_y = v < 0.5 ? -1 : 1;
  double gap_x = side_x < 0 ? u : 1 - u, gap_y = side_y < 0 ? v : 1 - v;
  HhVec moved = *at;
  if (gap_x < radius && is_solid(room, x + side_x, y)) {
    moved.x -= side_x * (radius - gap_x);
    met->x = hh_vec(-side_x, 0);
  }
  if (gap_y < radius && is_solid(room, x, y + side_y)) {
    moved.y -= side_y * (radius - gap_y);
    met->y = hh_vec(0, -side_y);
  }
  if (!hh_room_inside(room, moved)) *at = moved;
}

HhTouched hh_touch_slide(const HhRoom *room, HhVec *at, HhVec to)
{
  HhTouched met = {{0, 0}, {0, 0}, {0, 0}};
  for (int i = 0; i < SLIDES; i++) {
    HhVec normal;
    *at = hh_touch_reach(room, *at, to, &normal);
    if (normal.x == 0 && normal.y == 0) break;
    HhVec rest = hh_vec_sub(to, *at);
    to = hh_vec_add(*at, hh_vec_along(rest, normal, -hh_vec_dot(rest, normal)));
    *(normal.y == 0 ? &met.x : normal.x == 0 ? &met.y : &met.slope) = normal;
  }
  return met;
}

HhVec hh_touch_sweep(const HhStrandParams *params, const HhRoom *room, HhVec from, HhVec to,
                     HhTouched *met)
{
  *met = hh_touch_slide(room, &from, to);
  if (room) keep_off(params, room, &from, met);
  return from;
}

void hh_touch_rub(const HhStrandParams *params, const HhTouched *met, HhVec *velocity)
{
  if (met->x.x != 0) rub_face(params, met->x, velocity);
  if (met->y.y != 0) rub_face(params, met->y, velocity);
  if (met->slope.x != 0) rub_face(params, met->slope, velocity);
}

HhVec hh_touch_freed(const HhRoom *room, HhVec at, HhVec root)
{
  static const HhVec ways[] = {{0, 1}, {1, 0}, {-1, 0}, {0, -1}};
  HhVec hold;
  if (!hh_room_nearest_hold(room, at, 2.0 * HH_ROOM_SIDE_MOST, &hold)) return root;
  for (int i = 0; i < 4; i++) {
    HhVec off = hh_vec_along(hold, ways[i], HH_TOUCH_SKIN_T);
    if (!hh_room_inside(room, off)) return off;
  }
  return root;
}

HhVec hh_touch_joined(const HhRoom *room, HhVec last, HhVec at, double stick)
{
  double length = hh_vec_distance(last, at);
  if (length <= 2 * stick || hh_room_sees(room, last, at)) return at;
  HhVec normal;
  return hh_touch_reach(room, last, hh_vec_mix(last, at, stick / length), &normal);
}
