/* Casting walks from tile to tile along the line. Which face of a tile a line enters and leaves by
 * decides what it meets, so that rounding cannot lead it through a wall: a tile is told by which of
 * its four edges are solid (two for a slope, their common corner is the solid one). A crossing of
 * x = X comes before one of y = Y when |X - from.x| |dy| < |Y - from.y| |dx|; when they are equal,
 * the line goes through a corner. Lengths are in tiles. */
#include "world/room.h"

#include <assert.h>
#include <string.h>

enum { EAST = 1, NORTH = 2, WEST = 4, SOUTH = 8 };

/* Solid edges by kind. */
static const uint8_t edges_of[8] = {
    [HH_TILE_SOLID] = EAST | NORTH | WEST | SOUTH,
    [HH_TILE_SLOPE_SE] = SOUTH | EAST,
    [HH_TILE_SLOPE_SW] = SOUTH | WEST,
    [HH_TILE_SLOPE_NE] = NORTH | EAST,
    [HH_TILE_SLOPE_NW] = NORTH | WEST,
};

static const double half_diagonal = 0.70710678118654752; /* of a tile: sqrt(1/2) */

size_t hh_room_bytes(int width, int height)
{
  return (size_t)(width + 2) * (size_t)(height + 2) + 3;
}

HhRoom hh_room_clear(int width, int height, uint8_t *memory, uint8_t **tiles)
{
  assert(width >= 1 && width <= HH_ROOM_SIDE_MOST && height >= 1 && height <= HH_ROOM_SIDE_MOST);
  int stride = width + 2;
  memset(memory, HH_TILE_SOLID, hh_room_bytes(width, height));
  *tiles = memory + stride + 1;
  for (int y = 0; y < height; y++)
    memset(*tiles + (ptrdiff_t)y * stride, HH_TILE_AIR, (size_t)width);
  return (HhRoom){.width = width, .height = height, .stride = stride, .tiles = *tiles};
}

/* In the room or its ring. */
static unsigned edges_at(const HhRoom *room, int x, int y)
{
  return edges_of[room->tiles[(ptrdiff_t)y * room->stride + x] & HH_TILE_KIND];
}

static bool is_slope(unsigned edges)
{
  return edges != 0 && edges != (EAST | NORTH | WEST | SOUTH);
}

/* Outward normal of a slope's diagonal. */
static HhVec slope_normal(unsigned edges)
{
  return hh_vec(edges & EAST ? -half_diagonal : half_diagonal,
                edges & NORTH ? -half_diagonal : half_diagonal);
}

/* How far outside the solid half of a slope a point is, times sqrt(2); 0 on its diagonal. The
 * middle of the tile lies on it. */
static double above_slope(unsigned edges, int x, int y, HhVec at)
{
  double along_x = at.x - (x + 0.5), along_y = at.y - (y + 0.5);
  return (edges & EAST ? -along_x : along_x) + (edges & NORTH ? -along_y : along_y);
}

/* Inside is what has a whole neighbourhood of solid: on the border of two tiles both must be solid
 * along it, on a corner all four must be solid there. */
bool hh_room_inside(const HhRoom *room, HhVec at)
{
  if (!(at.x >= 0 && at.y >= 0 && at.x <= room->width && at.y <= room->height)) return true;
  int x = (int)at.x, y = (int)at.y;
  bool on_x = at.x == x, on_y = at.y == y;
  unsigned edges = edges_at(room, x, y);
  if (!on_x && !on_y) return edges && (!is_slope(edges) || above_slope(edges, x, y, at) < 0);
  if (!on_y) return edges & WEST && edges_at(room, x - 1, y) & EAST;
  if (!on_x) return edges & SOUTH && edges_at(room, x, y - 1) & NORTH;
  unsigned west = edges_at(room, x - 1, y), south = edges_at(room, x, y - 1);
  unsigned both = edges_at(room, x - 1, y - 1);
  return (edges & (WEST | SOUTH)) == (WEST | SOUTH) && (west & (EAST | SOUTH)) == (EAST | SOUTH) &&
         (south & (WEST | NORTH)) == (WEST | NORTH) && (both & (EAST | NORTH)) == (EAST | NORTH);
}

typedef struct Hit {
  double share;
  HhVec normal;
} Hit;

/* A line on its way through the tiles. */
typedef struct Ray {
  const HhRoom *room;
  HhVec from, to;
  double dx, dy;                                 /* their distance; lengths */
  int step_x, step_y;                            /* +1, -1, 0 */
  int x, y;                                      /* the tile that it is in */
  unsigned ahead_x, ahead_y, behind_x, behind_y; /* edges of a tile, as the line goes */
} Ray;

static int sign_of(double value)
{
  return (value > 0) - (value < 0);
}

/* The tile that a line enters from `at`. */
static int first_tile(double at, int step)
{
  int tile = (int)at;
  return step < 0 && at == tile ? tile - 1 : tile;
}

static Ray ray_of(const HhRoom *room, HhVec from, HhVec to)
{
  Ray ray = {.room = room, .from = from, .to = to};
  ray.dx = fabs(to.x - from.x);
  ray.dy = fabs(to.y - from.y);
  /* Products with distances inside the room stay finite. */
  if (ray.dx > 0x1p500 || ray.dy > 0x1p500) ray.dx *= 0x1p-500, ray.dy *= 0x1p-500;
  ray.step_x = sign_of(to.x - from.x);
  ray.step_y = sign_of(to.y - from.y);
  ray.x = first_tile(from.x, ray.step_x);
  ray.y = first_tile(from.y, ray.step_y);
  ray.ahead_x = ray.step_x > 0 ? EAST : WEST;
  ray.ahead_y = ray.step_y > 0 ? NORTH : SOUTH;
  ray.behind_x = ray.step_x > 0 ? WEST : EAST;
  ray.behind_y = ray.step_y > 0 ? SOUTH : NORTH;
  return ray;
}

static double at_most_1(double share)
{
  return share < 1 ? share : 1;
}

/* The share of the way to the border ahead, in x and in y. */
static double share_x(const Ray *ray)
{
  double x = ray->x + (ray->step_x > 0);
  return at_most_1((x - ray->from.x) / (ray->to.x - ray->from.x));
}

static double share_y(const Ray *ray)
{
  double y = ray->y + (ray->step_y > 0);
  return at_most_1((y - ray->from.y) / (ray->to.y - ray->from.y));
}

/* The normal of a face across x, across y, or of a corner. */
static HhVec face_normal(const Ray *ray, bool across_x, bool across_y)
{
  if (across_x && across_y)
    return hh_vec(-ray->step_x * half_diagonal, -ray->step_y * half_diagonal);
  return hh_vec(across_x ? -ray->step_x : 0, across_y ? -ray->step_y : 0);
}

/* Where the line meets the diagonal of the slope that it is in, no earlier than `entered`. */
static Hit meet_slope(const Ray *ray, unsigned edges, double entered)
{
  double above = above_slope(edges, ray->x, ray->y, ray->from);
  double below = -above_slope(edges, ray->x, ray->y, ray->to);
  double share = above > 0 ? above / (above + below) : 0;
  return (Hit){at_most_1(share > entered ? share : entered), slope_normal(edges)};
}

/* True when the tile that the line has just entered, across x, y or both, is solid there. */
static bool enters_solid(const Ray *ray, unsigned edges, bool across_x, bool across_y)
{
  if (across_x && across_y) return edges & ray->behind_x && edges & ray->behind_y;
  if (across_x) return edges & ray->behind_x;
  if (across_y) return edges & ray->behind_y;
  return false;
}

/* A line goes through a corner when one side of it is free there. On the side of the tile beside it
 * in x lies what of that tile touches the corner, and the sharp corners of the slopes before and
 * after, where their edge with that tile is solid; likewise in y. */
static bool is_pinched(const Ray *ray)
{
  const HhRoom *room = ray->room;
  unsigned before = edges_at(room, ray->x, ray->y);
  unsigned after = edges_at(room, ray->x + ray->step_x, ray->y + ray->step_y);
  unsigned beside_x = edges_at(room, ray->x + ray->step_x, ray->y);
  unsigned beside_y = edges_at(room, ray->x, ray->y + ray->step_y);
  bool solid_x =
      beside_x & (ray->behind_x | ray->ahead_y) || before & ray->ahead_x || after & ray->behind_y;
  bool solid_y =
      beside_y & (ray->ahead_x | ray->behind_y) || before & ray->ahead_y || after & ray->behind_x;
  return solid_x && solid_y;
}

/* The normal where a line is stopped at a corner: of the wall, of the floor, or between. */
static HhVec corner_normal(const Ray *ray)
{
  const HhRoom *room = ray->room;
  bool beside_x = edges_at(room, ray->x + ray->step_x, ray->y) & ray->behind_x;
  bool beside_y = edges_at(room, ray->x, ray->y + ray->step_y) & ray->behind_y;
  bool both = beside_x == beside_y;
  return face_normal(ray, both || beside_x, both || beside_y);
}

/* The tile's border that the line leaves by, both at a corner; false when it ends in the tile. */
static bool leaves(const Ray *ray, bool *across_x, bool *across_y)
{
  double x = ray->x + (ray->step_x > 0), y = ray->y + (ray->step_y > 0);
  *across_x = (ray->to.x - x) * ray->step_x > 0;
  *across_y = (ray->to.y - y) * ray->step_y > 0;
  if (!*across_x || !*across_y) return *across_x || *across_y;
  double by_x = fabs(x - ray->from.x) * ray->dy, by_y = fabs(y - ray->from.y) * ray->dx;
  *across_x = by_x <= by_y;
  *across_y = by_y <= by_x;
  return true;
}

/* True where a slope stops a line that came in over its free half. */
static bool ends_in_slope(const Ray *ray, unsigned edges, bool leaving, bool across_x,
                          bool across_y)
{
  if (!leaving) return above_slope(edges, ray->x, ray->y, ray->to) < 0;
  return (!across_x || edges & ray->ahead_x) && (!across_y || edges & ray->ahead_y);
}

/* A line that does not lie on a border of tiles. */
static bool cast_over(Ray *ray, Hit *hit)
{
  bool across_x = ray->step_x && ray->from.x == (int)ray->from.x;
  bool across_y = ray->step_y && ray->from.y == (int)ray->from.y;
  for (double share = 0;;) {
    unsigned edges = edges_at(ray->room, ray->x, ray->y);
    if (enters_solid(ray, edges, across_x, across_y)) {
      *hit = (Hit){share, face_normal(ray, across_x, across_y)};
      return true;
    }
    bool leaving = leaves(ray, &across_x, &across_y);
    if (is_slope(edges) && ends_in_slope(ray, edges, leaving, across_x, across_y)) {
      *hit = meet_slope(ray, edges, share);
      return true;
    }
    if (!leaving) return false;
    share = across_x ? share_x(ray) : share_y(ray);
    if (across_x && across_y && is_pinched(ray)) {
      *hit = (Hit){share, corner_normal(ray)};
      return true;
    }
    if (across_x) ray->x += ray->step_x;
    if (across_y) ray->y += ray->step_y;
  }
}

/* A line along a border of tiles: it passes where one side of it is free. */
static bool cast_along(Ray *ray, Hit *hit)
{
  bool upright = ray->step_x == 0;
  unsigned low_edge = upright ? EAST : NORTH, high_edge = upright ? WEST : SOUTH;
  unsigned ahead = upright ? ray->ahead_y : ray->ahead_x;
  unsigned behind = upright ? ray->behind_y : ray->behind_x;
  HhVec normal = face_normal(ray, !upright, upright);
  unsigned low = edges_at(ray->room, ray->x - upright, ray->y - !upright);
  unsigned high = edges_at(ray->room, ray->x, ray->y);
  *hit = (Hit){0, normal};
  if (low & low_edge && high & high_edge) return true;
  for (bool across_x, across_y; leaves(ray, &across_x, &across_y);) {
    hit->share = upright ? share_y(ray) : share_x(ray);
    ray->x += ray->step_x;
    ray->y += ray->step_y;
    unsigned low_next = edges_at(ray->room, ray->x - upright, ray->y - !upright);
    unsigned high_next = edges_at(ray->room, ray->x, ray->y);
    bool low_solid = low & (low_edge | ahead) || low_next & (low_edge | behind);
    bool high_solid = high & (high_edge | ahead) || high_next & (high_edge | behind);
    if (low_solid && high_solid) return true;
    low = low_next;
    high = high_next;
  }
  return false;
}

static bool cast(const HhRoom *room, HhVec from, HhVec to, Hit *hit)
{
  *hit = (Hit){0, hh_vec(0, 0)};
  if (hh_room_inside(room, from) || !hh_vec_finite(to)) return true;
  if (from.x == to.x && from.y == to.y) return false;
  Ray ray = ray_of(room, from, to);
  bool along = (!ray.step_x && from.x == ray.x) || (!ray.step_y && from.y == ray.y);
  return along ? cast_along(&ray, hit) : cast_over(&ray, hit);
}

typedef enum Glance { CLEAR, BLOCKED, UNSURE } Glance;

/* True in a tile of the room that lies one way from a coordinate, or in its ring. */
static bool tile_toward(double at, int side, bool back, int *tile)
{
  if (!(at >= 0 && at <= side)) return false;
  *tile = (int)at;
  *tile -= back & (*tile == at);
  return true;
}

static int64_t apart(int64_t a, int64_t b)
{
  return a < b ? b - a : a - b;
}

/* What most of sight is: through air from the first tile to the last, or into a whole solid tile,
 * and past no corner so near that whole numbers cannot tell the side. `ahead` is by how much the
 * border ahead in x is crossed later than the one in y, times dx dy. Each end is off by 1 at most
 * in each coordinate, so `ahead` by twice the way. There is no branch to guess in the loop. */
static Glance glance(const HhRoom *room, HhVec from, HhVec to)
{
  const double fine = 0x1p20;
  bool right = (to.x > from.x), left = (to.x < from.x);
  bool up = (to.y > from.y), down = (to.y < from.y);
  int x, y, last_x, last_y;
  if (!tile_toward(from.x, room->width, left, &x) || !tile_toward(from.y, room->height, down, &y) ||
      !tile_toward(to.x, room->width, right, &last_x) ||
      !tile_toward(to.y, room->height, up, &last_y))
    return UNSURE;
  int64_t from_x = (int64_t)(from.x * fine), from_y = (int64_t)(from.y * fine);
  int64_t dx = apart((int64_t)(to.x * fine), from_x), dy = apart((int64_t)(to.y * fine), from_y);
  int64_t by_x = apart((int64_t)(x + right) << 20, from_x);
  int64_t by_y = apart((int64_t)(y + up) << 20, from_y);
  int64_t ahead = by_x * dy - by_y * dx, slack = 4 * (dx + dy + (1 << 20));
  int64_t tile_x = dx << 20, more = (dx + dy) << 20;
  ptrdiff_t row = up ? room->stride : -room->stride, across = (right ? 1 : -1) - row;
  const uint8_t *tile = room->tiles + (ptrdiff_t)y * room->stride + x;
  unsigned first = *tile, all = first;
  bool near = false;
  for (int64_t steps = apart(last_x, x) + apart(last_y, y); steps > 0; steps--) {
    int64_t in_x = -(int64_t)(ahead < 0);
    near |= (uint64_t)(ahead + slack) <= (uint64_t)(2 * slack);
    tile += row + (in_x & across);
    ahead += (in_x & more) - tile_x;
    all |= *tile;
  }
  if (near || first & HH_TILE_KIND || (all & HH_TILE_KIND) > HH_TILE_SOLID) return UNSURE;
  return all & HH_TILE_KIND ? BLOCKED : CLEAR;
}

bool hh_room_sees(const HhRoom *room, HhVec from, HhVec to)
{
  Glance seen = glance(room, from, to);
  Hit hit;
  return seen == UNSURE ? !cast(room, from, to, &hit) : seen == CLEAR;
}

double hh_room_cast(const HhRoom *room, HhVec from, HhVec to, HhVec *normal)
{
  Hit hit;
  bool met = glance(room, from, to) != CLEAR && cast(room, from, to, &hit);
  *normal = met ? hit.normal : hh_vec(0, 0);
  return met ? hit.share : 1;
}

/* The nearest point so far; before there is one, how far it may be. */
typedef struct Nearest {
  HhVec near, hold;
  double distance2;
  bool found;
} Nearest;

static double clamp(double value, double low, double high)
{
  return value < low ? low : value > high ? high : value;
}

/* Whether what is that far may be the nearest: the first of several as near is. */
static bool may_be(const Nearest *nearest, double distance2)
{
  return nearest->found ? distance2 < nearest->distance2 : distance2 <= nearest->distance2;
}

static void offer(Nearest *nearest, HhVec hold)
{
  HhVec apart = hh_vec_sub(hold, nearest->near);
  double distance2 = hh_vec_dot(apart, apart);
  if (!may_be(nearest, distance2)) return;
  nearest->distance2 = distance2;
  nearest->hold = hold;
  nearest->found = true;
}

static void offer_across(Nearest *nearest, int x, double y)
{
  offer(nearest, hh_vec(clamp(nearest->near.x, x, x + 1), y));
}

static void offer_up(Nearest *nearest, double x, int y)
{
  offer(nearest, hh_vec(x, clamp(nearest->near.y, y, y + 1)));
}

/* The foot of the perpendicular on a diagonal, which rises (/) where the solid corner is SE or NW.
 */
static void offer_diagonal(Nearest *nearest, unsigned edges, int x, int y)
{
  HhVec near = hh_vec_sub(nearest->near, hh_vec(x, y));
  bool rises = (edges & EAST) ? !(edges & NORTH) : (edges & NORTH) != 0;
  double along = clamp((near.x + (rises ? near.y : 1 - near.y)) / 2, 0, 1);
  offer(nearest, hh_vec(x + along, y + (rises ? along : 1 - along)));
}

/* Everything that can be held in a tile: the faces round it, its diagonal, its poles, its wall. A
 * face is where the neighbour's edge is solid and its own is not. */
static void offer_tile(const HhRoom *room, int x, int y, Nearest *nearest)
{
  const uint8_t *at = room->tiles + (ptrdiff_t)y * room->stride + x;
  if (hh_tile_solid(*at)) return; /* it has no faces of its own */
  const unsigned carried = HH_TILE_POLE_ACROSS | HH_TILE_POLE_UP | HH_TILE_WALL;
  unsigned own = edges_of[*at & HH_TILE_KIND];
  unsigned faces = (edges_of[at[1] & HH_TILE_KIND] & WEST ? EAST : 0u) |
                   (edges_of[at[room->stride] & HH_TILE_KIND] & SOUTH ? NORTH : 0u) |
                   (edges_of[at[-1] & HH_TILE_KIND] & EAST ? WEST : 0u) |
                   (edges_of[at[-room->stride] & HH_TILE_KIND] & NORTH ? SOUTH : 0u);
  faces &= ~own;
  if (!faces && !is_slope(own) && !(*at & carried)) return;
  if (faces & SOUTH) offer_across(nearest, x, y);
  if (faces & NORTH) offer_across(nearest, x, y + 1);
  if (faces & WEST) offer_up(nearest, x, y);
  if (faces & EAST) offer_up(nearest, x + 1, y);
  if (is_slope(own)) offer_diagonal(nearest, own, x, y);
  if (own) return;
  if (*at & HH_TILE_POLE_ACROSS) offer_across(nearest, x, y + 0.5);
  if (*at & HH_TILE_POLE_UP) offer_up(nearest, x + 0.5, y);
  if (*at & HH_TILE_WALL)
    offer(nearest, hh_vec(clamp(nearest->near.x, x, x + 1), clamp(nearest->near.y, y, y + 1)));
}

/* Squared distance from a coordinate to a tile's. */
static double gap2(double near, int tile)
{
  double gap = near < tile ? tile - near : near > tile + 1 ? near - (tile + 1) : 0;
  return gap * gap;
}

/* The tiles of the square ring at a distance from a tile, as far as they are in the room and may be
 * near enough. */
static void offer_ring(const HhRoom *room, int middle_x, int middle_y, int ring, Nearest *nearest)
{
  int left = middle_x - ring, right = middle_x + ring;
  for (int y = middle_y - ring; y <= middle_y + ring; y++) {
    double up2 = gap2(nearest->near.y, y);
    if (y < 0 || y >= room->height || !may_be(nearest, up2)) continue;
    bool whole = y == middle_y - ring || y == middle_y + ring;
    int step = whole || ring == 0 ? 1 : 2 * ring;
    for (int x = left; x <= right; x += step)
      if (x >= 0 && x < room->width && may_be(nearest, up2 + gap2(nearest->near.x, x)))
        offer_tile(room, x, y, nearest);
  }
}

static double lesser(double a, double b)
{
  return a < b ? a : b;
}

bool hh_room_nearest_hold(const HhRoom *room, HhVec near, double radius_t, HhVec *hold)
{
  if (!hh_vec_finite(near) || !(radius_t >= 0)) return false;
  /* What is at `ring` tiles from the middle is at least ring - 1 plus the way to its border away;
   * for a point outside, as for the nearest one in the room. */
  HhVec inner = hh_vec(clamp(near.x, 0, room->width), clamp(near.y, 0, room->height));
  int x = (int)clamp(inner.x, 0, room->width - 1), y = (int)clamp(inner.y, 0, room->height - 1);
  double left = inner.x - x, low = inner.y - y;
  double border = lesser(lesser(left, 1 - left), lesser(low, 1 - low));
  int side = room->width > room->height ? room->width : room->height;
  Nearest nearest = {.near = near, .distance2 = radius_t * radius_t};
  for (int ring = 0; ring <= side; ring++) {
    double least = ring - 1 + border;
    if (ring > 0 && least > 0 && !may_be(&nearest, least * least)) break;
    offer_ring(room, x, y, ring, &nearest);
  }
  if (nearest.found) *hold = nearest.hold;
  return nearest.found;
}

bool hh_room_holds(const HhRoom *room, HhVec at)
{
  HhVec hold;
  return hh_room_nearest_hold(room, at, 1e-6, &hold);
}
