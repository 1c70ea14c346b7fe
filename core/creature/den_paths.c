/* The pool of fields; see the header. */
#include "creature/den_paths.h"

#include "base/hash.h"
#include "world/field.h"

enum {
  NEAR = 8, /* tiles, in which a place to be is looked for */
  LIFT = 2  /* tiles above which something to hold is sure to carry who is pulled */
};

/* One field of the pool. */
typedef struct Slot {
  int goal; /* tile, -1: not in use */
  bool kept;
  long asked; /* tick */
  long done;  /* tiles looked at for this goal */
} Slot;

typedef struct Pool {
  Slot slots[HH_DEN_FIELDS];
  size_t map_at, fields_at, field_bytes; /* offsets from the pool */
} Pool;

static size_t up64(size_t bytes)
{
  return (bytes + 63) & ~(size_t)63;
}

static Pool *pool_of(HhDen *den)
{
  return (Pool *)(void *)((char *)den + den->paths_at);
}

static const Pool *pool_to_read(const HhDen *den)
{
  return (const Pool *)(const void *)((const char *)den + den->paths_at);
}

static const uint8_t *map_of(const HhDen *den)
{
  const Pool *pool = pool_to_read(den);
  return (const uint8_t *)pool + pool->map_at;
}

static HhField *field_of(HhDen *den, int field)
{
  Pool *pool = pool_of(den);
  char *at = (char *)pool + pool->fields_at + (size_t)field * pool->field_bytes;
  return (HhField *)(void *)at;
}

static const HhField *field_to_read(const HhDen *den, int field)
{
  const Pool *pool = pool_to_read(den);
  const char *at = (const char *)pool + pool->fields_at + (size_t)field * pool->field_bytes;
  return (const HhField *)(const void *)at;
}

static HhGround ground_of(const HhDen *den)
{
  return (HhGround){den->width, den->height, map_of(den), hh_mobility_daddy.drop,
                    hh_mobility_daddy.diagonal};
}

static int tiles_of(const HhRoom *room)
{
  return room->width * room->height;
}

size_t hh_den_paths_bytes(const HhRoom *room)
{
  return up64(sizeof(Pool)) + up64((size_t)tiles_of(room)) +
         HH_DEN_FIELDS * up64(hh_field_bytes(tiles_of(room)));
}

/* True where something at most LIFT tiles above can be held. */
static bool hangs(const HhRoom *room, int x, int y)
{
  HhVec from = hh_vec(x + 0.5, y + 0.5);
  for (int up = 1; up <= LIFT; up++)
    for (int side = -up; side <= up; side++) {
      uint8_t tile = hh_room_tile(room, x + side, y + up);
      HhVec near = hh_vec(x + side + 0.5, y + up + (hh_tile_solid(tile) ? -1e-6 : 0.5));
      if (tile != HH_TILE_AIR && hh_room_sees(room, from, near)) return true;
    }
  return false;
}

/* Where a daddy can be, and how gladly: two sides of a slope are closed, and who is pulled up needs
 * something above it. */
static void map_room(const HhRoom *room, bool pulled, uint8_t *map)
{
  hh_access_map(room, &hh_mobility_daddy, map);
  for (int y = 0, i = 0; y < room->height; y++)
    for (int x = 0; x < room->width; x++, i++) {
      if (map[i] >> 4 != HH_ALLOWED) continue;
      bool slope = hh_room_tile(room, x, y) & HH_TILE_KIND;
      bool floor = hh_access(room, x, y) & 1u << HH_ACCESS_FLOOR;
      if (slope || (pulled && !floor && !hangs(room, x, y))) map[i] = HH_UNWANTED << 4 | 1;
    }
}

void hh_den_paths_start(const HhRoom *room, bool pulled, HhDen *den)
{
  Pool *pool = pool_of(den);
  den->width = room->width;
  den->height = room->height;
  pool->map_at = up64(sizeof *pool);
  pool->fields_at = pool->map_at + up64((size_t)tiles_of(room));
  pool->field_bytes = up64(hh_field_bytes(tiles_of(room)));
  map_room(room, pulled, (uint8_t *)pool + pool->map_at);
  for (int i = 0; i < HH_DEN_FIELDS; i++) {
    pool->slots[i].goal = -1;
    hh_field_start(HH_FIELD_REACH, tiles_of(room), field_of(den, i));
  }
}

/* The slot with that goal, else with one as near as may be, else -1. */
static int slot_with(const HhDen *den, bool near, int x, int y)
{
  const Pool *pool = pool_to_read(den);
  HhGround ground = ground_of(den);
  int apart = near ? HH_DEN_SHARE : 0, best = -1;
  for (int i = 0; i < HH_DEN_FIELDS; i++) {
    if (pool->slots[i].goal < 0) continue;
    int dx, dy;
    hh_ground_apart(&ground, pool->slots[i].goal, y * den->width + x, &dx, &dy);
    int far = dx > dy ? dx : dy;
    if (far > apart) continue;
    apart = far - 1;
    best = i;
  }
  return best;
}

/* One that is free or has not been asked for, for the longest time; -1: none. */
static int free_slot(const HhDen *den)
{
  const Pool *pool = pool_to_read(den);
  int best = -1;
  long oldest = den->tick - HH_DEN_KEPT;
  for (int i = 0; i < HH_DEN_FIELDS; i++) {
    const Slot *slot = &pool->slots[i];
    if (slot->goal < 0) return i;
    if (slot->kept || slot->asked >= oldest) continue;
    oldest = slot->asked;
    best = i;
  }
  return best;
}

int hh_den_paths_ask(HhDen *den, bool near, bool kept, int *x, int *y)
{
  Pool *pool = pool_of(den);
  HhGround ground = ground_of(den);
  int field = slot_with(den, near, *x, *y);
  if (field < 0) {
    field = free_slot(den);
    if (field < 0) return -1;
    int goal = *y * den->width + *x;
    pool->slots[field] = (Slot){.goal = goal};
    hh_field_aim(&ground, field_of(den, field), goal);
  }
  Slot *slot = &pool->slots[field];
  slot->asked = den->tick;
  slot->kept = slot->kept || kept;
  *x = slot->goal % den->width;
  *y = slot->goal / den->width;
  return field;
}

bool hh_den_paths_leads(const HhDen *den, int field, int x, int y)
{
  return field >= 0 && pool_to_read(den)->slots[field].goal == y * den->width + x;
}

int hh_den_paths_step(HhDen *den, int budget)
{
  Pool *pool = pool_of(den);
  HhGround ground = ground_of(den);
  int done = 0;
  for (int i = 0; i < HH_DEN_FIELDS && done < budget; i++) {
    if (pool->slots[i].goal < 0 || !field_to_read(den, i)->running) continue;
    int tiles = hh_field_work(&ground, field_of(den, i), budget - done);
    pool->slots[i].done += tiles;
    done += tiles;
  }
  return done;
}

/* The neighbour of (x, y) with the shortest way, -1: none has one. */
static int neighbour_with_way(const HhDen *den, const HhField *field, int x, int y)
{
  int best = -1;
  uint64_t least = HH_FRONTIER_FAR;
  for (int d = 0; d < 8; d++) {
    int to_x = x + hh_step_x[d], to_y = y + hh_step_y[d];
    if (to_x < 0 || to_y < 0 || to_x >= den->width || to_y >= den->height) continue;
    uint64_t cost = hh_field_cost(field, to_y * den->width + to_x);
    if (cost >= least) continue;
    least = cost;
    best = to_y * den->width + to_x;
  }
  return best;
}

bool hh_den_paths_next(const HhDen *den, int field, int *x, int *y)
{
  if (*x < 0 || *y < 0 || *x >= den->width || *y >= den->height) return false;
  const HhField *way = field_to_read(den, field);
  if (way->walked != pool_to_read(den)->slots[field].goal) return false;
  HhGround ground = ground_of(den);
  int tile = *y * den->width + *x, next = hh_field_next(&ground, way, tile);
  if (next == tile && tile != way->walked) next = neighbour_with_way(den, way, *x, *y);
  if (next < 0 || next == tile) return false;
  *x = next % den->width;
  *y = next / den->width;
  return true;
}

bool hh_den_paths_near(const HhDen *den, int *x, int *y)
{
  const uint8_t *map = map_of(den);
  int from_x = *x, from_y = *y, least = 2 * NEAR * NEAR + 1;
  for (int to_y = from_y - NEAR; to_y <= from_y + NEAR; to_y++)
    for (int to_x = from_x - NEAR; to_x <= from_x + NEAR; to_x++) {
      if (to_x < 0 || to_y < 0 || to_x >= den->width || to_y >= den->height) continue;
      int off_x = to_x - from_x, off_y = to_y - from_y, square = off_x * off_x + off_y * off_y;
      if (square >= least || map[to_y * den->width + to_x] >> 4 == HH_FORBIDDEN) continue;
      least = square;
      *x = to_x;
      *y = to_y;
    }
  return least <= 2 * NEAR * NEAR;
}

uint64_t hh_den_paths_hash(const HhDen *den, uint64_t hash)
{
  const Pool *pool = pool_to_read(den);
  for (int i = 0; i < HH_DEN_FIELDS; i++) {
    const Slot *slot = &pool->slots[i];
    hash = hh_hash_word(hash, (uint64_t)(uint32_t)slot->goal << 1 | slot->kept);
    hash = hh_hash_word(hash, (uint64_t)slot->asked);
    hash = hh_hash_word(hash, (uint64_t)slot->done);
    hash = hh_hash_word(hash, (uint64_t)(uint32_t)field_to_read(den, i)->walked);
  }
  return hash;
}
