/* The body's balls; see the header. */
#include "creature/body.h"

#define STIFFNESS  0.8  /* share of a pair's error mended in a tick; devlog */
#define SPEED_MOST 2.0  /* tile/tick; whatever is faster is slowed down to it */
#define SKIN       1e-9 /* tiles between a ball and the face that stopped it */

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

static double kinetic(const HhDaddyShape *shape, const HhDaddyBody *body)
{
  double sum = 0;
  for (int i = 0; i < shape->balls; i++)
    sum += hh_vec_dot(body->velocity[i], body->velocity[i]);
  return 0.5 * shape->share * sum;
}

double hh_body_energy(const HhDaddyShape *shape, const HhDaddyBody *body, double gravity)
{
  return kinetic(shape, body) + gravity * hh_body_middle(shape, body).y;
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
  return hh_tile_solid(hh_room_tile(room, (int)floor(x), (int)floor(y)));
}

/* How far a coordinate may go from at's before the ball meets a face ahead of its middle; *stopped
 * tells that it did. */
static double go_along(const HhRoom *room, HhVec at, bool across, double by, double r_t,
                       bool *stopped)
{
  double from = across ? at.x : at.y, other = across ? at.y : at.x, sign = by < 0 ? -1 : 1;
  double edge = from + sign * r_t, goal = edge + by;
  *stopped = false;
  for (int tile = (int)floor(edge); sign > 0 ? tile < floor(goal) : tile > floor(goal);) {
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
  double x = floor(at->x), y = floor(at->y);
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
  double x = floor(at.x), y = floor(at.y);
  double side = sqrt(0.5);
  switch (hh_room_tile(room, (int)x, (int)y) & HH_TILE_KIND) {
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

/* One ball from `from`, where it is free, toward *at. */
static void move_ball(const HhRoom *room, double r_t, HhVec from, HhVec *at, HhVec *velocity)
{
  bool stopped;
  HhVec to = *at, now = from;
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
  int x1 = (int)floor(high.x + shape->ball_t), y1 = (int)floor(high.y + shape->ball_t);
  for (int y = (int)floor(low.y - shape->ball_t); y <= y1; y++)
    for (int x = (int)floor(low.x - shape->ball_t); x <= x1; x++)
      if (hh_room_tile(room, x, y) & HH_TILE_KIND) return false;
  return true;
}

static void move_balls(const HhDaddyShape *shape, const HhRoom *room, const HhDaddyBody *before,
                       HhDaddyBody *body)
{
  if (all_clear(shape, room, before, body)) return;
  for (int i = 0; i < shape->balls; i++)
    move_ball(room, shape->ball_t, before->at[i], &body->at[i], &body->velocity[i]);
}

/* One pass over all pairs. */
static void keep_pairs(const HhDaddyShape *shape, HhDaddyBody *body)
{
  for (int apart = 1; apart < shape->balls; apart++)
    for (int i = 0; i + apart < shape->balls; i++) {
      HhVec way = hh_vec_sub(body->at[i + apart], body->at[i]);
      double square = hh_vec_dot(way, way), rest = shape->rest_t[apart];
      /* (length - rest) / length to second order, without a root */
      double off = STIFFNESS * 0.5 * (square - rest * rest) / (square + rest * rest);
      body->at[i] = hh_vec_along(body->at[i], way, off);
      body->velocity[i] = hh_vec_along(body->velocity[i], way, off);
      body->at[i + apart] = hh_vec_along(body->at[i + apart], way, -off);
      body->velocity[i + apart] = hh_vec_along(body->velocity[i + apart], way, -off);
    }
}

/* Slows down what is too fast. */
static void limit_speed(const HhDaddyShape *shape, HhDaddyBody *body)
{
  for (int i = 0; i < shape->balls; i++) {
    double square = hh_vec_dot(body->velocity[i], body->velocity[i]);
    if (square > SPEED_MOST * SPEED_MOST)
      body->velocity[i] = hh_vec_scale(body->velocity[i], SPEED_MOST / sqrt(square));
  }
}

HhBodyWork hh_body_step(const HhDaddyShape *shape, const HhRoom *room, HhBodyPush push,
                        HhDaddyBody *body)
{
  HhDaddyBody before = *body;
  double kinetic_before = kinetic(shape, body);
  limit_speed(shape, body);
  HhVec way = hh_vec(push.drive.x + push.support.x, push.drive.y + push.support.y - push.gravity);
  for (int i = 0; i < shape->balls; i++)
    body->velocity[i] = hh_vec_scale(body->velocity[i], 1 - push.damping);
  double kinetic_damped = kinetic(shape, body);
  HhVec moved = hh_vec_along(hh_body_velocity(shape, body), way, 0.5);
  for (int i = 0; i < shape->balls; i++) {
    body->at[i] = hh_vec_add(body->at[i], hh_vec_along(body->velocity[i], way, 0.5));
    body->velocity[i] = hh_vec_add(body->velocity[i], way);
  }
  double pushed = hh_body_energy(shape, body, push.gravity);
  keep_pairs(shape, body);
  move_balls(shape, room, &before, body);
  return (HhBodyWork){.drive = hh_vec_dot(push.drive, moved),
                      .support = hh_vec_dot(push.support, moved),
                      .damped = kinetic_before - kinetic_damped,
                      .collided = pushed - hh_body_energy(shape, body, push.gravity)};
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
  move_balls(shape, room, &before, body);
  return energy - hh_body_energy(shape, body, gravity);
}
