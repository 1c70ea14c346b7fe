/* Flow fields; see the header. Behind a field lie two rows of ways (a byte a tile) and two of keys,
 * of the finished field and of the flood that runs, then the links and the frontier of that. */
#include "world/field.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

const int hh_step_x[10] = {1, 1, 0, -1, -1, -1, 0, 1, 0, 0};
const int hh_step_y[10] = {0, 1, 1, 1, 0, -1, -1, -1, 0, 0};

static size_t up16(size_t bytes)
{
  return (bytes + 15) & ~(size_t)15;
}

static size_t keys_at(int tiles)
{
  return up16(sizeof(HhField) + (size_t)tiles * 2);
}

/* Those that begin at tile number `which` of both rows. */
static uint64_t *keys_of(HhField *field, int which)
{
  char *at = (char *)field + keys_at(field->tiles);
  return (uint64_t *)(void *)at + which;
}

/* What the flood that runs writes. */
typedef struct Flood {
  const HhGround *ground;
  HhFrontier *frontier;
  HhFrontierRows rows;
  uint8_t *ways;
  bool reach;
  const int *by;
} Flood;

static Flood flood_of(const HhGround *ground, HhField *field)
{
  int which = field->tiles - field->finished;
  Flood flood = {.ground = ground};
  flood.rows.keys = keys_of(field, which);
  flood.rows.links = (HhFrontierLink *)(void *)keys_of(field, 2 * field->tiles);
  flood.frontier = (HhFrontier *)(void *)(flood.rows.links + field->tiles);
  flood.ways = (uint8_t *)(field + 1) + which;
  flood.reach = field->kind == HH_FIELD_REACH;
  flood.by = field->by;
  return flood;
}

size_t hh_field_bytes(int tiles)
{
  return keys_at(tiles) + (size_t)tiles * (2 * sizeof(uint64_t) + sizeof(HhFrontierLink)) +
         sizeof(HhFrontier);
}

HhField *hh_field_start(HhFieldKind kind, int tiles, void *memory)
{
  HhField *field = memory;
  *field = (HhField){.kind = kind, .tiles = tiles, .goal = -1, .wanted = -1, .walked = -1};
  memset(field + 1, HH_FIELD_NONE, (size_t)tiles * 2);
  memset(keys_of(field, 0), 0xff, (size_t)tiles * 2 * sizeof(uint64_t)); /* FAR */
  return field;
}

/* Bit d: the tile beside, by straight step d, is no worse than `worst`. */
static unsigned sides(const HhGround *ground, int tile, HhLegality worst)
{
  int width = ground->width, x = tile % width, y = tile / width, last = ground->height - 1;
  const uint8_t *at = ground->access + tile;
  return (unsigned)(x + 1 < width && at[1] >> 4 <= (int)worst) |
         (unsigned)(y < last && at[width] >> 4 <= (int)worst) << 2 |
         (unsigned)(x > 0 && at[-1] >> 4 <= (int)worst) << 4 |
         (unsigned)(y > 0 && at[-width] >> 4 <= (int)worst) << 6;
}

unsigned hh_ground_steps(const HhGround *ground, int tile)
{
  int width = ground->width;
  unsigned open = sides(ground, tile, HH_UNWANTED);
  if (!ground->diagonal) return open;
  unsigned corners = (open & (open >> 2 | open << 6)) << 1;
  if (!corners) return open;
  unsigned easy = sides(ground, tile, HH_ALLOWED);
  corners &= (easy & (easy >> 2 | easy << 6)) << 1; /* both tiles beside are wanted */
  if (corners & 2 && hh_ground_usable(ground, tile + width + 1)) open |= 2;
  if (corners & 8 && hh_ground_usable(ground, tile + width - 1)) open |= 8;
  if (corners & 32 && hh_ground_usable(ground, tile - width - 1)) open |= 32;
  if (corners & 128 && hh_ground_usable(ground, tile - width + 1)) open |= 128;
  return open;
}

unsigned hh_ground_steps_on(const HhGround *ground, int tile, unsigned way)
{
  unsigned open = hh_ground_steps(ground, tile);
  return way < 8 ? open & ~(0x83u << way | 0x83u >> (8 - way)) : open;
}

static bool near_tiles(const HhGround *ground, int a, int b)
{
  int x, y;
  hh_ground_apart(ground, a, b, &x, &y);
  return x <= HH_FIELD_NEAR && y <= HH_FIELD_NEAR;
}

/* Whether the flood that runs is worth its end, now that the goal is another. */
static bool worth_finishing(const HhGround *ground, HhField *field, int goal)
{
  if (!field->begun) return false;
  if (field->drops >= HH_FIELD_DROPS) return true;
  return near_tiles(ground, field->goal, goal) &&
         keys_of(field, field->tiles - field->finished)[goal] != HH_FRONTIER_FAR;
}

void hh_field_aim(const HhGround *ground, HhField *field, int goal)
{
  assert(field->tiles == ground->width * ground->height && goal >= 0 && goal < field->tiles);
  if (field->running && field->goal != goal && worth_finishing(ground, field, goal)) {
    field->wanted = goal;
    return;
  }
  field->wanted = -1;
  if (field->goal == goal) return;
  field->drops = field->running && field->begun ? field->drops + 1 : field->drops;
  field->goal = goal;
  field->running = field->walked != goal;
  field->begun = false;
}

/* Puts the goal into a flood that has nothing yet. */
static void begin(HhField *field, const Flood *flood)
{
  field->begun = true;
  field->looked = 0;
  for (int way = 0; way < 10; way++)
    field->by[way] = hh_step_y[way] * flood->ground->width + hh_step_x[way];
  hh_frontier_clear(flood->frontier);
  memset(flood->rows.keys, 0xff, (size_t)field->tiles * sizeof(uint64_t)); /* FAR */
  memset(flood->ways, HH_FIELD_NONE, (size_t)field->tiles);
  if (!hh_ground_usable(flood->ground, field->goal)) return;
  flood->ways[field->goal] = HH_FIELD_GOAL;
  hh_frontier_put(flood->frontier, &flood->rows, field->goal, 0);
}

/* A cheaper way for `tile`, by way `way`. */
static inline void offer(const Flood *flood, int tile, uint64_t key, uint8_t way)
{
  if (key >= flood->rows.keys[tile]) return;
  hh_frontier_put(flood->frontier, &flood->rows, tile, key);
  flood->ways[tile] = way;
}

/* Offers every neighbour of `tile` the way through it. */
static void spread_steps(const Flood *flood, int tile, uint64_t key)
{
  const HhGround *ground = flood->ground;
  const uint64_t own[2] = {hh_ground_toll(ground, tile, HH_STEP_STRAIGHT),
                           hh_ground_toll(ground, tile, HH_STEP_DIAGONAL)};
  for (unsigned open = hh_ground_steps_on(ground, tile, flood->ways[tile]); open != 0;
       open &= open - 1) {
    int step = __builtin_ctz(open);
    int to = tile + flood->by[step];
    uint64_t toll = own[step & 1];
    if (!flood->reach)
      toll = hh_ground_toll(ground, to, step & 1 ? HH_STEP_DIAGONAL : HH_STEP_STRAIGHT);
    offer(flood, to, key + toll, (uint8_t)(step ^ 4));
  }
}

/* Who can drop onto `tile` (reach), or where a drop from it ends (return). The air between is not
 * usable, and not solid: forbidden with a cost. */
static void spread_drops(const Flood *flood, int tile, uint64_t key)
{
  const HhGround *ground = flood->ground;
  int tiles = ground->width * ground->height, step = flood->reach ? ground->width : -ground->width;
  for (int fallen = 1, at = tile + step; fallen <= ground->drop + 1; fallen++, at += step) {
    if (at < 0 || at >= tiles || (ground->access[at] & 15) == 0) return;
    if (!hh_ground_usable(ground, at)) continue;
    uint64_t toll = hh_ground_toll(ground, flood->reach ? tile : at, HH_STEP_STRAIGHT * fallen);
    if (fallen > 1) offer(flood, at, key + toll, HH_FIELD_DROP);
    return;
  }
}

/* The flood is over: its ways are walked from now on. */
static void finish(HhField *field)
{
  field->finished = field->tiles - field->finished;
  field->walked = field->goal;
  field->running = false;
  field->begun = false;
  field->drops = 0;
  if (field->wanted < 0) return;
  field->running = field->wanted != field->goal;
  field->goal = field->wanted;
  field->wanted = -1;
}

int hh_field_work(const HhGround *ground, HhField *field, int budget)
{
  int expanded = 0;
  while (field->running) {
    Flood flood = flood_of(ground, field);
    if (!field->begun) begin(field, &flood);
    int before = expanded;
    for (; expanded < budget && !hh_frontier_empty(flood.frontier); expanded++) {
      int tile = hh_frontier_take(flood.frontier, &flood.rows);
      uint64_t key = flood.rows.keys[tile];
      spread_steps(&flood, tile, key);
      if (ground->drop > 0) spread_drops(&flood, tile, key);
    }
    field->looked += expanded - before;
    /* one that is whole at the very end of its budget is finished with it */
    if (!hh_frontier_empty(flood.frontier)) break;
    finish(field);
  }
  return expanded;
}

uint64_t hh_field_cost(const HhField *field, int tile)
{
  const char *at = (const char *)field + keys_at(field->tiles);
  const uint64_t *keys = (const uint64_t *)(const void *)at;
  return keys[field->finished + tile];
}

uint64_t hh_field_hash(const HhField *field, uint64_t hash)
{
  const int words[] = {field->goal,   field->wanted,  field->walked, field->drops,
                       field->looked, field->running, field->begun};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    hash = hh_hash_word(hash, (uint64_t)words[i]);
  return hash;
}
