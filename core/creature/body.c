/* The body's balls; see the header. */
#include "creature/body.h"

#include <assert.h>

#include "creature/body_kernel.inc"
#include "creature/daddy_v3.h"

#define SKIN 1e-9 /* tiles between a ball and the face that stopped it */

HhVec hh_body_middle(const HhDaddyShape *shape, const HhDaddyBody *body)
{
  HhVec sum = hh_vec(0, 0);
  for (int i = 0; i < shape->balls; i++)
    sum = hh_vec_add(sum, body->at[i]);
  return hh_vec_scale(sum, shape->share);
}

HhVec hh_body_velocity(const HhDaddyShape *shape, const HhDaddyBody *body)
{
  HhVec sum = hh_vec(0, 0);
  for (int i = 0; i < shape->balls; i++)
    sum = hh_vec_add(sum, body->velocity[i]);
  return hh_vec_scale(sum, shape->share);
}

double hh_body_energy(const HhDaddyShape *shape, const HhDaddyBody *body, double gravity)
{
  double squares = 0;
  for (int i = 0; i < shape->balls; i++)
    squares += hh_vec_dot(body->velocity[i], body->velocity[i]);
  return 0.5 * shape->share * squares + gravity * hh_body_middle(shape, body).y;
}

void hh_body_lay(const HhDaddyShape *shape, const HhRoom *room, HhVec middle, HhDaddyBody *body)
{
  *body = (HhDaddyBody){0};
  for (int i = 0; i < shape->balls; i++) {
    double share = 1;
    HhVec at = hh_vec_along(middle, shape->ball_way[i], shape->ring_t);
    for (; share > 1e-3 && hh_room_inside(room, at); share *= 0.5)
      at = hh_vec_along(middle, shape->ball_way[i], 0.5 * share * shape->ring_t);
    body->at[i] = at;
  }
}

static bool blocked(const HhRoom *room, double x, double y)
{
  return hh_tile_solid(hh_room_tile(room, hh_tile_of(x), hh_tile_of(y)));
}

/* How far a coordinate may go from at's before the ball meets a face ahead of its middle; *stopped
 * tells that it did. */
static double go_along(const HhRoom *room, HhVec at, bool across, double by, double r_t,
                       bool *stopped)
{
  double from = across ? at.x : at.y, other = across ? at.y : at.x, sign = by < 0 ? -1 : 1;
  double edge = from + sign * r_t, goal = edge + by;
  int last = hh_tile_of(goal);
  *stopped = false;
  for (int tile = hh_tile_of(edge); sign > 0 ? tile < last : tile > last;) {
    double face = sign > 0 ? tile + 1 : tile;
    tile += (int)sign;
    double middle = tile + 0.5;
    if (!(across ? blocked(room, middle, other) : blocked(room, other, middle))) continue;
    *stopped = true;
    double stop = face - sign * (r_t + SKIN);
    return sign > 0 ? fmax(from, stop) : fmin(from, stop);
  }
  return from + by;
}

/* Out of the solid tiles about it: those beside its own first, then those across its corners. */
static void leave_tiles(const HhRoom *room, double r_t, HhVec *at, HhVec *velocity)
{
  static const int8_t beside_x[8] = {1, -1, 0, 0, 1, -1, 1, -1};
  static const int8_t beside_y[8] = {0, 0, 1, -1, 1, 1, -1, -1};
  double x = hh_tile_of(at->x), y = hh_tile_of(at->y);
  for (int i = 0; i < 8; i++) {
    double left = x + beside_x[i], low = y + beside_y[i];
    if (!blocked(room, left + 0.5, low + 0.5)) continue;
    HhVec near = hh_vec(fmax(left, fmin(left + 1, at->x)), fmax(low, fmin(low + 1, at->y)));
    HhVec off = hh_vec_sub(*at, near);
    double far = hh_vec_length(off);
    if (!(far < r_t && far > 0)) continue;
    HhVec normal = hh_vec_scale(off, 1 / far);
    *at = hh_vec_along(*at, normal, r_t - far);
    double into = hh_vec_dot(*velocity, normal);
    if (into < 0) *velocity = hh_vec_along(*velocity, normal, -into);
  }
}

/* The depth of a disc in the diagonal face of the slope that its middle's tile is, and the normal;
 * negative: it is clear. */
static double slope_depth(const HhRoom *room, HhVec at, double r_t, HhVec *normal)
{
  int x = hh_tile_of(at.x), y = hh_tile_of(at.y);
  double side = sqrt(0.5);
  switch (hh_room_tile(room, x, y) & HH_TILE_KIND) {
  case HH_TILE_SLOPE_SE: *normal = hh_vec(-side, side); break;
  case HH_TILE_SLOPE_SW: *normal = hh_vec(side, side); break;
  case HH_TILE_SLOPE_NE: *normal = hh_vec(-side, -side); break;
  case HH_TILE_SLOPE_NW: *normal = hh_vec(side, -side); break;
  default: return -1;
  }
  return r_t - hh_vec_dot(hh_vec_sub(at, hh_vec(x + 0.5, y + 0.5)), *normal);
}

/* Off the slope that it touches, if any. */
static void leave_slope(const HhRoom *room, double r_t, HhVec *at, HhVec *velocity)
{
  HhVec normal;
  double depth = slope_depth(room, *at, r_t, &normal);
  if (!(depth > 0)) return;
  *at = hh_vec_along(*at, normal, depth);
  double into = hh_vec_dot(*velocity, normal);
  if (into < 0) *velocity = hh_vec_along(*velocity, normal, -into);
}

/* True when the tiles of a box, widened by r_t, are nothing but air; a row is read at once. What is
 * wider than that is not looked at. */
static bool box_clear(const HhRoom *room, HhVec low, HhVec high, double r_t)
{
  int x0 = hh_tile_of(low.x - r_t), y0 = hh_tile_of(low.y - r_t);
  int x1 = hh_tile_of(high.x + r_t), y1 = hh_tile_of(high.y + r_t);
  if (x0 < 0 || y0 < 0 || x1 >= room->width || y1 >= room->height || x1 - x0 > 3) return false;
  static const uint8_t masks[4][4] = {{7}, {7, 7}, {7, 7, 7}, {7, 7, 7, 7}}; /* HH_TILE_KIND */
  uint32_t kinds = 0, row, mask;
  const uint8_t *tiles = room->tiles + (ptrdiff_t)y0 * room->stride + x0;
  for (int y = y0; y <= y1; y++, tiles += room->stride) {
    memcpy(&row, tiles, sizeof row);
    kinds |= row;
  }
  memcpy(&mask, masks[x1 - x0], sizeof mask);
  return (kinds & mask) == 0;
}

static bool way_clear(const HhRoom *room, HhVec from, HhVec to, double r_t)
{
  HhVec low = from, high = to;
  if (to.x < from.x) low.x = to.x, high.x = from.x;
  if (to.y < from.y) low.y = to.y, high.y = from.y;
  return box_clear(room, low, high, r_t);
}

/* One ball from `from`, where it is free, toward *at. */
static void move_ball(const HhRoom *room, double r_t, HhVec from, HhVec *at, HhVec *velocity)
{
  bool stopped;
  HhVec to = *at, now = from;
  if (way_clear(room, from, to, r_t)) {
    *at = hh_vec_add(from, hh_vec_sub(to, from));
    return;
  }
  now.x = go_along(room, now, true, to.x - from.x, r_t, &stopped);
  if (stopped) velocity->x = 0;
  now.y = go_along(room, now, false, to.y - from.y, r_t, &stopped);
  if (stopped) velocity->y = 0;
  leave_tiles(room, r_t, &now, velocity);
  leave_slope(room, r_t, &now, velocity);
  if (hh_room_inside(room, now)) {
    now = from;
    *velocity = hh_vec(0, 0);
  }
  *at = now;
}

/* True when a box that holds all balls before and after meets nothing but air. */
static bool all_clear(const HhDaddyShape *shape, const HhRoom *room, const HhDaddyBody *before,
                      const HhDaddyBody *body)
{
  HhVec low = body->at[0], high = low;
  for (int i = 0; i < shape->balls; i++) {
    low = hh_vec(fmin(low.x, fmin(before->at[i].x, body->at[i].x)),
                 fmin(low.y, fmin(before->at[i].y, body->at[i].y)));
    high = hh_vec(fmax(high.x, fmax(before->at[i].x, body->at[i].x)),
                  fmax(high.y, fmax(before->at[i].y, body->at[i].y)));
  }
  return box_clear(room, low, high, shape->ball_t);
}

/* Out of solids, from where they were. */
static void move_balls(const HhDaddyShape *shape, const HhRoom *room, const HhVec *before,
                       HhDaddyBody *body)
{
  for (int i = 0; i < shape->balls; i++)
    move_ball(room, shape->ball_t, before[i], &body->at[i], &body->velocity[i]);
}

/* What a lane did, and its collisions. */
static HhBodyWork collide(const HhDaddyShape *shape, const HhRoom *room, double gravity,
                          const HhBodyLanes *lanes, int lane, const HhVec *before,
                          HhDaddyBody *body)
{
  HhBodyWork work = {.drive = lanes->drive[lane],
                     .support = lanes->support[lane],
                     .damped = lanes->damped[lane],
                     .energy = lanes->energy[lane],
                     .from = hh_vec(lanes->from_x[lane], lanes->from_y[lane]),
                     .to = hh_vec(lanes->to_x[lane], lanes->to_y[lane])};
  HhVec low = hh_vec(lanes->low_x[lane], lanes->low_y[lane]);
  HhVec high = hh_vec(lanes->high_x[lane], lanes->high_y[lane]);
  if (!box_clear(room, low, high, shape->ball_t)) {
    move_balls(shape, room, before, body);
    work.energy = hh_body_energy(shape, body, gravity);
    work.to = hh_body_middle(shape, body);
  }
  work.collided = lanes->pushed[lane] - work.energy;
  return work;
}

static void advance(HhStrandWide wide, const HhDaddyShape *shape,
                    const HhBodyPush *const push[HH_BODY_LANES],
                    HhDaddyBody *const body[HH_BODY_LANES], HhBodyLanes *lanes)
{
#ifdef HH_STRAND_HAS_WIDER
  if (wide >= HH_STRAND_V3) {
    hh_body_v3_advance(shape, push, body, lanes);
    return;
  }
#endif
  (void)wide;
  advance_any(shape, push, body, lanes);
}

void hh_bodies_step(HhStrandWide wide, const HhDaddyShape *shape, const HhRoom *room, int count,
                    const HhBodyPush *pushes, HhDaddyBody *const *bodies, HhBodyWork *works)
{
  assert(count >= 1 && count <= HH_BODY_LANES);
  HhBodyLanes lanes;
  HhVec before[HH_BODY_LANES][HH_DADDY_BALLS];
  HhDaddyBody spare, *body[HH_BODY_LANES];
  const HhBodyPush *push[HH_BODY_LANES];
  for (int l = 0; l < HH_BODY_LANES; l++) {
    push[l] = &pushes[l < count ? l : 0];
    body[l] = l < count ? bodies[l] : &spare;
    memcpy(before[l], bodies[l < count ? l : 0]->at, sizeof before[l]);
  }
  if (count < HH_BODY_LANES) spare = *bodies[0];
  advance(wide, shape, push, body, &lanes);
  for (int l = 0; l < count; l++)
    works[l] = collide(shape, room, push[l]->gravity, &lanes, l, before[l], body[l]);
}

HhBodyWork hh_body_step(const HhDaddyShape *shape, const HhRoom *room, HhBodyPush push,
                        HhDaddyBody *body)
{
  HhBodyWork work;
  hh_bodies_step(HH_STRAND_PLAIN, shape, room, 1, &push, &body, &work);
  return work;
}

double hh_body_tether(const HhDaddyShape *shape, const HhRoom *room, int ball, HhVec hold,
                      double limit_t, double gravity, HhDaddyBody *body)
{
  HhVec away = hh_vec_sub(body->at[ball], hold);
  double distance = hh_vec_length(away);
  if (!(distance > limit_t)) return 0;
  HhDaddyBody before = *body;
  double energy = hh_body_energy(shape, body, gravity);
  HhVec unit = hh_vec_scale(away, 1 / distance);
  double leaving = fmax(0, hh_vec_dot(hh_body_velocity(shape, body), unit));
  for (int i = 0; i < shape->balls; i++) {
    body->at[i] = hh_vec_along(body->at[i], unit, limit_t - distance);
    body->velocity[i] = hh_vec_along(body->velocity[i], unit, -leaving);
  }
  if (!all_clear(shape, room, &before, body)) move_balls(shape, room, before.at, body);
  return energy - hh_body_energy(shape, body, gravity);
}
