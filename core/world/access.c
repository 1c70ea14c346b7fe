#include "world/access.h"

#define A HH_ALLOWED
#define U HH_UNWANTED
#define F HH_FORBIDDEN

/*                                     floor wall ceiling pole corridor air water */
const HhMobility hh_mobility_daddy = {{A, A, A, A, A, F, F}, {1, 1, 1, 1, 1, 1, 1}, 3, 0, true};
const HhMobility hh_mobility_walker = {{A, F, F, F, A, F, U}, {1, 1, 1, 1, 1, 1, 4}, 0, 8, true};
const HhMobility hh_mobility_climber = {{A, A, F, A, A, F, U}, {1, 2, 1, 1, 1, 1, 4}, 0, 4, true};
const HhMobility hh_mobility_flier = {{F, F, F, F, F, A, F}, {1, 1, 1, 1, 1, 1, 1}, 0, 0, true};
const HhMobility hh_mobility_swimmer = {{U, F, F, F, F, F, A}, {8, 1, 1, 1, 1, 1, 1}, 0, 0, true};

#undef A
#undef U
#undef F

enum { FORBIDDEN = HH_FORBIDDEN << 4 | 15, SOLID = HH_FORBIDDEN << 4 };

static bool solid(const HhRoom *room, int x, int y)
{
  return hh_tile_solid(hh_room_tile(room, x, y));
}

static unsigned kind(const HhRoom *room, int x, int y)
{
  return hh_room_tile(room, x, y) & HH_TILE_KIND;
}

unsigned hh_access(const HhRoom *room, int x, int y)
{
  uint8_t tile = hh_room_tile(room, x, y);
  unsigned own = tile & HH_TILE_KIND;
  if (own == HH_TILE_SOLID) return 0;
  bool left = solid(room, x - 1, y), right = solid(room, x + 1, y);
  bool below = solid(room, x, y - 1), above = solid(room, x, y + 1);
  unsigned bits = tile & HH_TILE_WATER ? 1u << HH_ACCESS_WATER : 1u << HH_ACCESS_AIR;
  if (kind(room, x, y - 1) != HH_TILE_AIR || own == HH_TILE_SLOPE_SE || own == HH_TILE_SLOPE_SW)
    bits |= 1u << HH_ACCESS_FLOOR;
  if (kind(room, x, y + 1) != HH_TILE_AIR || own == HH_TILE_SLOPE_NE || own == HH_TILE_SLOPE_NW)
    bits |= 1u << HH_ACCESS_CEILING;
  if (left || right || tile & HH_TILE_WALL) bits |= 1u << HH_ACCESS_WALL;
  if (tile & (HH_TILE_POLE_ACROSS | HH_TILE_POLE_UP)) bits |= 1u << HH_ACCESS_POLE;
  if ((left && right) || (below && above)) bits |= 1u << HH_ACCESS_CORRIDOR;
  return bits;
}

static uint8_t best_use(const HhMobility *mobility, unsigned bits)
{
  uint8_t best = FORBIDDEN;
  for (int use = 0; use < HH_ACCESS_COUNT; use++) {
    if (!(bits & 1u << use) || mobility->legality[use] == HH_FORBIDDEN) continue;
    uint8_t value =
        (uint8_t)((unsigned)mobility->legality[use] << 4 | (unsigned)mobility->cost[use]);
    if (value < best) best = value;
  }
  return best;
}

/* Free tiles at most `reach` straight steps from one in which something can be held. While they
 * are looked for, the map says how many steps, one more than that, or 0. */
static void mark_reach(const HhRoom *room, int reach, uint8_t *map)
{
  const unsigned holds =
      1u << HH_ACCESS_FLOOR | 1u << HH_ACCESS_WALL | 1u << HH_ACCESS_CEILING | 1u << HH_ACCESS_POLE;
  int width = room->width, height = room->height;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      map[y * width + x] = (hh_access(room, x, y) & holds) != 0;
  for (int step = 1; step <= reach; step++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        uint8_t *at = map + y * width + x;
        if (*at || solid(room, x, y)) continue;
        bool beside = (x > 0 && at[-1] == step) || (x + 1 < width && at[1] == step) ||
                      (y > 0 && at[-width] == step) || (y + 1 < height && at[width] == step);
        if (beside) *at = (uint8_t)(step + 1);
      }
}

void hh_access_map(const HhRoom *room, const HhMobility *mobility, uint8_t *map)
{
  size_t i = 0;
  if (mobility->reach > 0) mark_reach(room, mobility->reach, map);
  for (int y = 0; y < room->height; y++)
    for (int x = 0; x < room->width; x++, i++) {
      unsigned bits = hh_access(room, x, y);
      if (mobility->reach > 0 && map[i]) bits |= 1u << HH_ACCESS_WALL;
      map[i] = bits == 0 ? SOLID : best_use(mobility, bits);
    }
}
