/* See the header. */
#include "chain/strand_bead.h"

#include <math.h>

/* What a bead meets: outward normals of faces, 0 where there is none, and of a slope. */
typedef struct Touch {
  int x, y, slope_x, slope_y;
} Touch;

static bool in_room(const HhRoom *room, HhBeadPoint at)
{
  return at.x >= 0 && at.y >= 0 && at.x < (float)room->width && at.y < (float)room->height;
}

static int kind(const HhRoom *room, int x, int y)
{
  return hh_room_tile(room, x, y) & HH_TILE_KIND;
}

/* Outward normal of a slope, times sqrt 2. */
static void slope_normal(int tile, int *x, int *y)
{
  *x = tile == HH_TILE_SLOPE_SE || tile == HH_TILE_SLOPE_NE ? -1 : 1;
  *y = tile == HH_TILE_SLOPE_SE || tile == HH_TILE_SLOPE_SW ? 1 : -1;
}

/* Distance outward from the edge of a slope, times sqrt 2; (u, v) from the tile's lower left. */
static float slope_height(int tile, float u, float v)
{
  int x, y;
  slope_normal(tile, &x, &y);
  return (x > 0 ? u : 1 - u) + (y > 0 ? v : 1 - v) - 1;
}

bool hh_bead_free(const HhRoom *room, HhBeadPoint at)
{
  if (!in_room(room, at)) return false;
  int x = (int)at.x, y = (int)at.y, tile = kind(room, x, y);
  if (tile == HH_TILE_AIR) return true;
  return tile != HH_TILE_SOLID && slope_height(tile, at.x - (float)x, at.y - (float)y) >= 0;
}

bool hh_bead_level(const HhRoom *room, HhBeadPoint at)
{
  return kind(room, (int)at.x, (int)at.y) <= HH_TILE_SOLID;
}

bool hh_bead_off_face(const HhRoom *room, HhBeadPoint *at)
{
  static const HhBeadPoint ways[] = {{0, 0},   {-1, 0}, {0, -1}, {1, 0}, {0, 1},
                                     {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    HhBeadPoint moved = {at->x + HH_BEAD_SKIN_T * ways[i].x, at->y + HH_BEAD_SKIN_T * ways[i].y};
    if (!hh_bead_free(room, moved)) continue;
    *at = moved;
    return true;
  }
  return false;
}

static float clamp(float x, float low, float high)
{
  return x < low ? low : x > high ? high : x;
}

/* The point of tile (x, y), skin off, that is nearest to `at`; of a slope's open half. */
static HhBeadPoint in_tile(const HhRoom *room, HhBeadPoint at, int x, int y)
{
  float u = at.x - (float)x, v = at.y - (float)y;
  int tile = kind(room, x, y);
  if (tile > HH_TILE_SOLID) {
    int nx, ny;
    slope_normal(tile, &nx, &ny);
    float lack = 0.5f * (HH_BEAD_SKIN_T - slope_height(tile, u, v));
    if (lack > 0) u += lack * (float)nx, v += lack * (float)ny;
  }
  return (HhBeadPoint){(float)x + clamp(u, HH_BEAD_SKIN_T, 1 - HH_BEAD_SKIN_T),
                       (float)y + clamp(v, HH_BEAD_SKIN_T, 1 - HH_BEAD_SKIN_T)};
}

/* A way from tile to tile; shares of it are in 0..1. */
typedef struct Walk {
  const HhRoom *room;
  HhBeadPoint from, by;
  int x, y;          /* tile */
  float share, next; /* where it entered the tile, where it leaves it */
  bool across_x, across_y;
} Walk;

static HhBeadPoint on_way(const Walk *walk, float share)
{
  return (HhBeadPoint){walk->from.x + share * walk->by.x, walk->from.y + share * walk->by.y};
}

/* Sets where the way leaves its tile. */
static void look_ahead(Walk *walk)
{
  float x = (float)INFINITY, y = (float)INFINITY;
  if (walk->by.x != 0) x = ((float)(walk->x + (walk->by.x > 0)) - walk->from.x) / walk->by.x;
  if (walk->by.y != 0) y = ((float)(walk->y + (walk->by.y > 0)) - walk->from.y) / walk->by.y;
  walk->next = x < y ? x : y;
  walk->across_x = x <= y;
  walk->across_y = y <= x;
}

/* Whether the way, at its next share, may not go on into that tile. */
static bool bars(const Walk *walk, int x, int y)
{
  int tile = kind(walk->room, x, y);
  if (tile <= HH_TILE_SOLID) return tile == HH_TILE_SOLID;
  HhBeadPoint at = on_way(walk, walk->next);
  return slope_height(tile, clamp(at.x - (float)x, 0, 1), clamp(at.y - (float)y, 0, 1)) <= 0;
}

/* Whether the way meets the slope of its tile, and at which share. */
static bool meets_slope(const Walk *walk, float *share)
{
  int tile = kind(walk->room, walk->x, walk->y);
  if (tile <= HH_TILE_SOLID) return false;
  HhBeadPoint in = on_way(walk, walk->share);
  HhBeadPoint out = on_way(walk, walk->next < 1 ? walk->next : 1);
  float before = slope_height(tile, in.x - (float)walk->x, in.y - (float)walk->y);
  float after = slope_height(tile, out.x - (float)walk->x, out.y - (float)walk->y);
  if (!(after < before) || after >= HH_BEAD_SKIN_T) return false;
  float part = clamp((before - HH_BEAD_SKIN_T) / (before - after), 0, 1);
  *share = walk->share + part * ((walk->next < 1 ? walk->next : 1) - walk->share);
  return true;
}

/* Steps into the next tile, or says by which faces it may not. A way exactly through a corner needs
 * both tiles beside it free. */
static bool step(Walk *walk, Touch *met)
{
  int dx = walk->by.x > 0 ? 1 : -1, dy = walk->by.y > 0 ? 1 : -1;
  bool x = walk->across_x && bars(walk, walk->x + dx, walk->y);
  bool y = walk->across_y && bars(walk, walk->x, walk->y + dy);
  if (walk->across_x && walk->across_y && !x && !y) x = bars(walk, walk->x + dx, walk->y + dy);
  if (x) met->x = -dx;
  if (y) met->y = -dy;
  if (x || y) return false;
  if (walk->across_x) walk->x += dx;
  if (walk->across_y) walk->y += dy;
  walk->share = walk->next;
  return true;
}

/* Goes from a free place as far as it can; the share of the way gone, and what stopped it. */
static float go(const HhRoom *room, HhBeadPoint *at, HhBeadPoint by, Touch *met)
{
  Walk walk = {.room = room, .from = *at, .by = by, .x = (int)at->x, .y = (int)at->y};
  float share = 1;
  for (;;) { /* each step nears the room's edge, which is solid */
    look_ahead(&walk);
    if (meets_slope(&walk, &share)) {
      slope_normal(kind(room, walk.x, walk.y), &met->slope_x, &met->slope_y);
      break;
    }
    if (!(walk.next <= 1)) break;
    if (step(&walk, met)) continue;
    share = walk.next;
    break;
  }
  HhBeadPoint stop = in_tile(room, on_way(&walk, share), walk.x, walk.y);
  if (hh_bead_free(room, stop)) *at = stop;
  return share;
}

/* Goes along what stops it, too; what it met. */
static Touch slide(const HhRoom *room, HhBeadPoint *at, HhBeadPoint by)
{
  enum { SLIDES = 3 };
  Touch all = {0};
  for (int i = 0; i < SLIDES; i++) {
    Touch met = {0};
    float left = 1 - go(room, at, by, &met);
    if (met.x == 0 && met.y == 0 && met.slope_x == 0) break;
    by = (HhBeadPoint){met.x ? 0 : left * by.x, met.y ? 0 : left * by.y};
    if (met.slope_x) {
      float along = 0.5f * (by.y * (float)met.slope_x - by.x * (float)met.slope_y);
      by = (HhBeadPoint){-along * (float)met.slope_y, along * (float)met.slope_x};
      all.slope_x = met.slope_x, all.slope_y = met.slope_y;
    }
    if (met.x) all.x = met.x;
    if (met.y) all.y = met.y;
  }
  return all;
}

HhBeadPoint hh_bead_reach(const HhRoom *room, HhBeadPoint from, HhBeadPoint to)
{
  Touch met = {0};
  HhBeadPoint by = {to.x - from.x, to.y - from.y};
  if (!hh_bead_free(room, from) || !isfinite(by.x) || !isfinite(by.y)) return from;
  go(room, &from, by, &met);
  return from;
}

bool hh_bead_sees(const HhRoom *room, HhBeadPoint from, HhBeadPoint to)
{
  HhBeadPoint at = hh_bead_reach(room, from, to);
  return fabsf(at.x - to.x) <= 2 * HH_BEAD_SKIN_T && fabsf(at.y - to.y) <= 2 * HH_BEAD_SKIN_T;
}

unsigned hh_bead_slide(const HhRoom *room, HhBeadPoint to, HhBeadPoint *at)
{
  HhBeadPoint by = {to.x - at->x, to.y - at->y};
  if (!hh_bead_free(room, *at) || !isfinite(by.x) || !isfinite(by.y)) return 0;
  Touch met = slide(room, at, by);
  return (met.x ? HH_BEAD_MET_X : 0u) | (met.y ? HH_BEAD_MET_Y : 0u);
}

/* Takes from a velocity what goes into a face; `bounce` of it comes back, and `keep` of what goes
 * along. */
static void touch(float nx, float ny, float bounce, float keep, HhBeadPoint *velocity)
{
  float into = velocity->x * nx + velocity->y * ny, along = velocity->y * nx - velocity->x * ny;
  if (into < 0) into *= -bounce;
  along *= keep;
  *velocity = (HhBeadPoint){into * nx - along * ny, into * ny + along * nx};
}

/* Keeps the bead its radius away from the faces and the slope of its tile. */
static void keep_off(const HhRoom *room, float radius, HhBeadPoint *at, Touch *met)
{
  int x = (int)at->x, y = (int)at->y, tile = kind(room, x, y);
  float u = at->x - (float)x, v = at->y - (float)y;
  int side_x = u < 0.5f ? -1 : 1, side_y = v < 0.5f ? -1 : 1;
  float gap_x = side_x < 0 ? u : 1 - u, gap_y = side_y < 0 ? v : 1 - v;
  HhBeadPoint moved = *at;
  if (gap_x < radius && kind(room, x + side_x, y) == HH_TILE_SOLID) {
    moved.x -= (float)side_x * (radius - gap_x);
    met->x = -side_x;
  }
  if (gap_y < radius && kind(room, x, y + side_y) == HH_TILE_SOLID) {
    moved.y -= (float)side_y * (radius - gap_y);
    met->y = -side_y;
  }
  if (tile > HH_TILE_SOLID) {
    float lack = 1.41421356f * radius - slope_height(tile, moved.x - (float)x, moved.y - (float)y);
    if (lack > 0) {
      slope_normal(tile, &met->slope_x, &met->slope_y);
      moved.x += 0.5f * lack * (float)met->slope_x;
      moved.y += 0.5f * lack * (float)met->slope_y;
    }
    moved = in_tile(room, moved, x, y);
  }
  if (hh_bead_free(room, moved)) *at = moved;
}

bool hh_bead_sweep(const HhRoom *room, const HhBeadContact *contact, HhBeadPoint *at,
                   HhBeadPoint *velocity)
{
  if (!hh_bead_free(room, *at) || !isfinite(velocity->x) || !isfinite(velocity->y)) return false;
  float most = HH_ROOM_SIDE_MOST;
  *velocity = (HhBeadPoint){clamp(velocity->x, -most, most), clamp(velocity->y, -most, most)};
  Touch all = slide(room, at, *velocity);
  keep_off(room, contact->radius, at, &all);
  float keep = 1 - contact->friction;
  if (all.x) touch((float)all.x, 0, contact->bounce, keep, velocity);
  if (all.y) touch(0, (float)all.y, contact->bounce, keep, velocity);
  if (all.slope_x)
    touch(0.70710678f * (float)all.slope_x, 0.70710678f * (float)all.slope_y, contact->bounce, keep,
          velocity);
  return true;
}

HhBeadPoint hh_bead_nearest_free(const HhRoom *room, HhBeadPoint at)
{
  if (!isfinite(at.x)) at.x = 0;
  if (!isfinite(at.y)) at.y = 0;
  if (hh_bead_off_face(room, &at)) return at;
  int x0 = (int)clamp(at.x, 0, (float)(room->width - 1));
  int y0 = (int)clamp(at.y, 0, (float)(room->height - 1));
  for (int ring = 0; ring < room->width || ring < room->height; ring++)
    for (int y = y0 - ring; y <= y0 + ring; y++) {
      int stride = y == y0 - ring || y == y0 + ring || ring == 0 ? 1 : 2 * ring;
      for (int x = x0 - ring; x <= x0 + ring; x += stride)
        if (kind(room, x, y) == HH_TILE_AIR) return (HhBeadPoint){(float)x + 0.5f, (float)y + 0.5f};
    }
  return at;
}
