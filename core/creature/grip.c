/* The grip search; see the header. */
#include "creature/grip.h"

#include <math.h>

#include "base/angle.h"
#include "creature/ghost.h"

/* Of the sweep's candidates, at most, that are passed over at once. */
enum { SKIP = 16 };

/* From a candidate to the point that it stands for, tiles. */
static const double touch_t = 1;

/* Of the reach: what rounding must not put beyond it. */
static const double within = 1 - 1e-12;

/* A kept one that near to the ideal is good enough, tiles. */
static const double good_t = 0.1;

static int clamp_tile(double at, int count)
{
  return at < 0 ? 0 : at < count ? (int)at : count - 1;
}

/* True when something in or beside a tile can be held: a quick look before the exact one. */
static bool terrain(const HhRoom *room, HhVec at)
{
  if (!(at.x >= -touch_t && at.y >= -touch_t)) return false;
  if (!(at.x <= room->width + touch_t && at.y <= room->height + touch_t)) return false;
  int x = clamp_tile(at.x, room->width), y = clamp_tile(at.y, room->height);
  const uint8_t *tile = room->tiles + (ptrdiff_t)y * room->stride + x;
  if (*tile & (HH_TILE_POLE_ACROSS | HH_TILE_POLE_UP | HH_TILE_WALL)) return true;
  unsigned kind = *tile & HH_TILE_KIND;
  if (kind > HH_TILE_SOLID) return true; /* a slope */
  unsigned differ = (kind ^ tile[1]) | (kind ^ tile[-1]);
  differ |= (kind ^ tile[room->stride]) | (kind ^ tile[-room->stride]);
  return differ & HH_TILE_KIND;
}

/* By how much a search reaches out that is in vain: 1, growing after grab.patience ticks. */
static double growth(const HhGripParams *params, int misses)
{
  return misses > params->patience ? (double)misses / params->patience : 1;
}

/* Uniform over a disc: the first point of a square that is in it. */
static HhVec disc_point(HhRandom *random, HhRandomBlock block, HhVec middle, double radius_t)
{
  for (int i = 0;; i++) {
    uint32_t word = block.word[i];
    HhVec at = hh_vec((word >> 16) * 0x1p-15 - 1, (word & 0xffff) * 0x1p-15 - 1);
    if (hh_vec_dot(at, at) <= 1) return hh_vec_along(middle, at, radius_t);
    if (i < 2) continue;
    block = hh_random_next(random);
    i = -1;
  }
}

/* Toward the ideal to the first solid; noisier, up to anywhere, the more ticks were in vain. */
static HhVec ray_point(const HhGripParams *params, const HhRoom *room, HhVec root, HhVec ideal,
                       double length_t, int misses, double unit)
{
  double noise = (double)(misses - params->patience) / (9.0 * params->patience);
  noise = fmax(0.05, fmin(1, noise));
  HhVec way = hh_vec_sub(ideal, root);
  double far = hh_vec_length(way);
  way = far > 0 ? hh_vec_scale(way, 1 / far) : hh_vec(0, -1);
  HhVec round = hh_unit_from_angle(noise * (2 * unit - 1) * HH_PI);
  way = hh_vec_add(hh_vec_scale(way, round.x), hh_vec_scale(hh_vec_left(way), round.y));
  HhVec normal, end = hh_vec_along(root, way, within * length_t);
  double share = hh_room_cast(room, root, end, &normal);
  return hh_vec_along(root, hh_vec_sub(end, root), share);
}

static HhSampler choose(const HhGripParams *params, uint32_t word)
{
  if (params->sampler != HH_SAMPLER_MIXTURE) return (HhSampler)params->sampler;
  double lot = word * 0x1p-32, rest = (1 - params->mixture) / 2;
  return lot < rest ? HH_SAMPLER_DISC : lot < 2 * rest ? HH_SAMPLER_LOCAL : HH_SAMPLER_RAY;
}

static HhVec draw(const HhGripParams *params, const HhRoom *room, HhVec root, HhVec ideal,
                  double length_t, double share, const HhGripSearch *search, HhRandom *random)
{
  HhRandomBlock block = hh_random_next(random);
  double unit = block.word[0] * 0x1p-32;
  switch (choose(params, block.word[3])) {
  case HH_SAMPLER_ROOM: {
    HhVec anywhere = hh_vec(unit * room->width, block.word[1] * 0x1p-32 * room->height);
    return hh_vec_mix(ideal, anywhere, share);
  }
  case HH_SAMPLER_LOCAL: {
    double radius_t = fmin(length_t, params->local * growth(params, search->misses));
    return disc_point(random, block, search->found ? search->kept : ideal, radius_t);
  }
  case HH_SAMPLER_RAY: return ray_point(params, room, root, ideal, length_t, search->misses, unit);
  case HH_SAMPLER_DISC:
  case HH_SAMPLER_MIXTURE: break;
  }
  return hh_vec_mix(ideal, disc_point(random, block, root, length_t), share);
}

/* What it stands for may be nearer to the ideal than kept_t. */
static bool hopeful(const HhRoom *room, HhVec ideal, HhVec candidate, double kept_t)
{
  HhVec off = hh_vec_sub(candidate, ideal);
  double far_t = kept_t + touch_t;
  return hh_vec_dot(off, off) < far_t * far_t && terrain(room, candidate);
}

/* Tries one candidate; true when it is kept. */
static bool try_point(const HhRoom *room, HhVec root, HhVec ideal, double length_t, HhVec candidate,
                      double *kept_t, HhGripSearch *search)
{
  if (!hopeful(room, ideal, candidate, *kept_t)) return false;
  HhVec hold;
  if (!hh_room_nearest_hold(room, candidate, touch_t, &hold)) return false;
  double hold_t = hh_vec_distance(hold, ideal);
  if (hold_t >= *kept_t ||
      (search->shun_t > 0 && hh_vec_distance(hold, search->shunned) < search->shun_t))
    return false;
  HhGhost ghost;
  if (!hh_ghost_find(room, root, hold, length_t, &ghost)) return false;
  *kept_t = hold_t;
  search->kept = hold;
  search->found = true;
  return true;
}

/* Candidates that leave nothing out: two in each tile near enough, the point that is nearest to the
 * ideal, and the middle. */
static int sweep_side(double length_t)
{
  double reach_t = length_t > 0 ? fmin(length_t, HH_ROOM_SIDE_MOST) : 0;
  return 2 * ((int)ceil(reach_t) + 1) + 1;
}

static HhVec sweep_point(HhVec root, HhVec ideal, int side, int index)
{
  int x = hh_tile_of(root.x) + index / 2 % side - side / 2;
  int y = hh_tile_of(root.y) + index / 2 / side - side / 2;
  HhVec middle = hh_vec(x + 0.5, y + 0.5);
  if (index % 2) return middle;
  HhVec nearest = hh_vec(fmax(x, fmin(x + 1.0, ideal.x)), fmax(y, fmin(y + 1.0, ideal.y)));
  return hh_vec_mix(middle, nearest, 1 - 1e-9);
}

/* True every other time that the mixture has long been in vain. */
static bool sweeps(const HhGripParams *params, int number, const HhGripSearch *search)
{
  return params->sampler == HH_SAMPLER_MIXTURE && search->misses > params->patience &&
         (search->misses + number) % 2 == 0;
}

/* The sweep's next that may be better. */
static HhVec sweep(const HhRoom *room, HhVec root, HhVec ideal, double length_t, double kept_t,
                   HhGripSearch *search)
{
  int side = sweep_side(length_t);
  HhVec point = ideal;
  for (int skip = 0; skip < SKIP; skip++) {
    search->swept = (search->swept + 1) % (2 * side * side);
    point = sweep_point(root, ideal, side, search->swept);
    if (hopeful(room, ideal, point, kept_t)) break;
  }
  return point;
}

int hh_grip_search(const HhGrabParams *grab, const HhGripParams *params, const HhRoom *room,
                   HhVec root, HhVec ideal, double length_t, HhRandom *random, HhGripSearch *search)
{
  if (search->found && !hh_vec_within(root, search->kept, length_t)) search->found = false;
  double kept_t = search->found ? hh_vec_distance(search->kept, ideal) : (double)INFINITY;
  if (kept_t <= good_t) return 0;
  bool better = false;
  double share = fmin(1, grab->randomness * growth(params, search->misses));
  for (int i = 0; i < grab->candidates_per_tick; i++) {
    HhVec candidate = sweeps(params, i, search)
                          ? sweep(room, root, ideal, length_t, kept_t, search)
                          : draw(params, room, root, ideal, length_t, share, search, random);
    better |= try_point(room, root, ideal, length_t, candidate, &kept_t, search);
  }
  search->misses = better ? 0 : search->misses + 1;
  return grab->candidates_per_tick;
}

bool hh_grip_best(const HhRoom *room, HhVec root, HhVec ideal, double length_t, HhVec *best)
{
  HhGripSearch search = {.found = false};
  double kept_t = (double)INFINITY;
  int side = sweep_side(length_t);
  for (int i = 0; i < 2 * side * side; i++)
    try_point(room, root, ideal, length_t, sweep_point(root, ideal, side, i), &kept_t, &search);
  if (search.found) *best = search.kept;
  return search.found;
}
