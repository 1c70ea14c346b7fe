#include "world/room_maker.h"

#include <assert.h>
#include <string.h>

#include "base/random.h"
#include "world/room_site.h"

/* Of a room's draws. */
typedef enum Part { LAY, LEDGES, EXITS, SLOPES, POLES, WALLS, PARTS } Part;

typedef struct Maker {
  const HhRoomParams *params;
  HhRoomSite site;
  int width, height;
  uint64_t seed;
  uint32_t number;
} Maker;

static HhRandom draws(const Maker *maker, Part part)
{
  return hh_random(maker->seed, HH_STREAM_WORLD, maker->number * PARTS + (uint32_t)part);
}

static int draw_from(HhRandom *random, int low, int high)
{
  int count = high - low + 1;
  return low + (int)hh_random_index(random, (uint64_t)count);
}

static uint8_t *at(Maker *maker, int x, int y)
{
  return hh_site_tile(&maker->site, x, y);
}

static bool is_solid(const Maker *maker, int x, int y)
{
  return hh_tile_solid(hh_room_tile(&maker->site.room, x, y));
}

static bool is_within(const Maker *maker, int x, int y)
{
  return x >= 0 && y >= 0 && x < maker->width && y < maker->height;
}

static void put_row(Maker *maker, int x, int y, int length, uint8_t tile)
{
  for (int i = 0; i < length; i++)
    if (is_within(maker, x + i, y)) *at(maker, x + i, y) = tile;
}

static void fill_all(Maker *maker, uint8_t tile)
{
  for (int y = 0; y < maker->height; y++)
    put_row(maker, 0, y, maker->width, tile);
}

/* One generation of caves. */
static void grow_caves(Maker *maker)
{
  uint8_t *next = maker->site.mark;
  for (int y = 0; y < maker->height; y++)
    for (int x = 0; x < maker->width; x++) {
      int solid = 0;
      for (int i = 0; i < 9; i++)
        solid += is_solid(maker, x + i % 3 - 1, y + i / 3 - 1);
      *next++ = solid >= 5 ? HH_TILE_SOLID : HH_TILE_AIR;
    }
  for (int y = 0; y < maker->height; y++)
    memcpy(at(maker, 0, y), maker->site.mark + (ptrdiff_t)y * maker->width, (size_t)maker->width);
}

static void lay_caverns(Maker *maker)
{
  HhRandom random = draws(maker, LAY);
  for (int y = 0; y < maker->height; y++)
    for (int x = 0; x < maker->width; x++)
      if (hh_random_unit(&random) < maker->params->solid) *at(maker, x, y) = HH_TILE_SOLID;
  for (int generation = 0; generation < 4; generation++)
    grow_caves(maker);
}

static void lay_platforms(Maker *maker)
{
  put_row(maker, 0, 0, maker->width, HH_TILE_SOLID);
  for (int y = 1; y < maker->height; y++) {
    put_row(maker, 0, y, 1, HH_TILE_SOLID);
    put_row(maker, maker->width - 1, y, 1, HH_TILE_SOLID);
  }
}

/* Its middle and its half width change by at most a tile from row to row. Returns where it begins
 * and ends. */
static void lay_shaft(Maker *maker, int ends[2])
{
  HhRandom random = draws(maker, LAY);
  int margin = maker->width < 16 ? maker->width / 2 - 1 : 7;
  int middle = draw_from(&random, margin, maker->width - 1 - margin), half = 4;
  fill_all(maker, HH_TILE_SOLID);
  ends[0] = middle;
  for (int y = 0; y < maker->height; y++) {
    put_row(maker, middle - half, y, 2 * half + 1, HH_TILE_AIR);
    ends[1] = middle;
    int to = middle + draw_from(&random, -1, 1), wide = half + draw_from(&random, -1, 1);
    if (to >= margin && to < maker->width - margin) middle = to;
    if (wide >= 3 && wide <= 6) half = wide;
  }
}

static void lay_cells(Maker *maker)
{
  HhRandom random = draws(maker, LAY);
  for (int y = 0; y < maker->height; y += HH_CELL_HEIGHT) {
    put_row(maker, 0, y, maker->width, HH_TILE_SOLID);
    for (int x = 0; x < maker->width; x += HH_CELL_WIDTH) {
      int bump[3];
      for (int i = 0; i < 3; i++) { /* each anywhere but where another is */
        bump[i] = draw_from(&random, 0, HH_CELL_WIDTH - 1 - i);
        for (int j = 0; j < i; j++)
          if (bump[i] >= bump[j]) bump[i]++;
        put_row(maker, x + bump[i], y + 1, 1, HH_TILE_SOLID);
      }
    }
  }
}

/* How many of something there are, so many a hundred tiles. */
static int count_of(const Maker *maker, double per_hundred)
{
  return (int)(per_hundred * maker->width * maker->height / 100 + 0.5);
}

static void lay_ledges(Maker *maker)
{
  HhRandom random = draws(maker, LEDGES);
  for (int i = count_of(maker, maker->params->platforms); i > 0; i--) {
    int length = draw_from(&random, 3, 10), x = draw_from(&random, 0, maker->width - 1);
    int y = draw_from(&random, 1, maker->height - 1);
    if (!is_solid(maker, x, y)) put_row(maker, x, y, length, HH_TILE_SOLID);
  }
}

/* Fills what no free square of the passage's size covers. */
static void fill_narrow(Maker *maker)
{
  int passage = maker->site.passage, width = maker->width;
  uint8_t *mark = maker->site.mark;
  memset(mark, 0, (size_t)width * (size_t)maker->height);
  for (int y = 0; y + passage <= maker->height; y++)
    for (int x = 0; x + passage <= width; x++) {
      bool free = true;
      for (int i = 0; free && i < passage * passage; i++)
        free = !is_solid(maker, x + i % passage, y + i / passage);
      for (int j = 0; free && j < passage; j++)
        memset(mark + (ptrdiff_t)(y + j) * width + x, 1, (size_t)passage);
    }
  for (int y = 0; y < maker->height; y++)
    for (int x = 0; x < width; x++)
      if (!mark[(ptrdiff_t)y * width + x]) *at(maker, x, y) = HH_TILE_SOLID;
}

static void put_exit(Maker *maker, int x, int y)
{
  HhRoom *room = &maker->site.room;
  if (maker->params->kind != HH_ROOM_CELL) hh_site_open(&maker->site, x, y);
  *at(maker, x, y) = HH_TILE_EXIT;
  room->exits[room->exit_count++] = (HhRoomExit){x, y, -1, -1};
}

/* Somewhere along a side, else at the first place along it, from there on, that is no exit yet. The
 * sides are left, right, above, below. */
static void draw_exit(Maker *maker, HhRandom *random, int side)
{
  bool upright = side < 2;
  int length = upright ? maker->height : maker->width;
  int margin = maker->site.passage / 2 < length / 4 ? maker->site.passage / 2 : length / 4;
  int along = draw_from(random, margin, length - 1 - margin);
  for (int i = 0; i < length; i++, along = (along + 1) % length) {
    int x = upright ? (side == 0 ? 0 : maker->width - 1) : along;
    int y = upright ? along : (side == 2 ? maker->height - 1 : 0);
    if (*at(maker, x, y) & HH_TILE_EXIT) continue;
    put_exit(maker, x, y);
    return;
  }
}

/* Along the bottom, or a cell's floor: at its ends, then anywhere between. */
static void put_level_exits(Maker *maker, int count)
{
  HhRandom random = draws(maker, EXITS);
  int y = maker->params->kind == HH_ROOM_CELL;
  put_exit(maker, 0, y);
  put_exit(maker, maker->width - 1, y);
  for (int i = 2; i < count; i++)
    draw_exit(maker, &random, 3);
}

static void put_exits(Maker *maker, const int ends[2])
{
  HhRandom random = draws(maker, EXITS);
  bool shaft = maker->params->kind == HH_ROOM_SHAFT;
  if (shaft) {
    put_exit(maker, ends[0], 0);
    put_exit(maker, ends[1], maker->height - 1);
  }
  for (int i = shaft ? 2 : 0; i < maker->params->exits; i++)
    draw_exit(maker, &random, i % (shaft ? 2 : 4));
}

static bool is_air(const Maker *maker, int x, int y)
{
  return (hh_room_tile(&maker->site.room, x, y) & HH_TILE_KIND) == HH_TILE_AIR;
}

/* The slope that an outer corner can be: free on one side and above or below. */
static uint8_t slope_for(const Maker *maker, int x, int y)
{
  bool right = is_air(maker, x + 1, y), above = is_air(maker, x, y + 1);
  if (right == is_air(maker, x - 1, y) || above == is_air(maker, x, y - 1)) return HH_TILE_SOLID;
  if (above) return right ? HH_TILE_SLOPE_SW : HH_TILE_SLOPE_SE;
  return right ? HH_TILE_SLOPE_NW : HH_TILE_SLOPE_NE;
}

static void cut_slopes(Maker *maker)
{
  HhRandom random = draws(maker, SLOPES);
  for (int y = 0; y < maker->height; y++)
    for (int x = 0; x < maker->width; x++) {
      if (!is_solid(maker, x, y)) continue;
      uint8_t slope = slope_for(maker, x, y);
      if (slope != HH_TILE_SOLID && hh_random_unit(&random) < maker->params->slopes)
        *at(maker, x, y) = slope;
    }
}

/* From a free tile both ways until something is solid, at most 6 tiles. */
static void put_poles(Maker *maker)
{
  HhRandom random = draws(maker, POLES);
  for (int i = count_of(maker, maker->params->poles); i > 0; i--) {
    int x = draw_from(&random, 0, maker->width - 1), y = draw_from(&random, 0, maker->height - 1);
    int up = draw_from(&random, 0, 1), length = draw_from(&random, 2, 6);
    uint8_t pole = up ? HH_TILE_POLE_UP : HH_TILE_POLE_ACROSS;
    for (int way = -1; way <= 1; way += 2)
      for (int j = 0; j < length; j++) {
        int px = x + (up ? 0 : way * j), py = y + (up ? way * j : 0);
        if (hh_room_tile(&maker->site.room, px, py) & HH_TILE_KIND) break;
        *at(maker, px, py) |= pole;
      }
  }
}

/* Rectangles, until enough free tiles are before one. */
static void put_walls(Maker *maker)
{
  HhRandom random = draws(maker, WALLS);
  int free = 0, covered = 0, tries = maker->width * maker->height / 4;
  for (int y = 0; y < maker->height; y++)
    for (int x = 0; x < maker->width; x++)
      free += is_air(maker, x, y);
  for (; tries > 0 && covered < maker->params->walls * free; tries--) {
    int x = draw_from(&random, -2, maker->width - 1), y = draw_from(&random, -2, maker->height - 1);
    int wide = draw_from(&random, 3, 10), high = draw_from(&random, 3, 8);
    for (int i = 0; i < wide * high; i++) {
      int px = x + i % wide, py = y + i / wide;
      if (hh_room_tile(&maker->site.room, px, py) & (HH_TILE_KIND | HH_TILE_WALL)) continue;
      *at(maker, px, py) |= HH_TILE_WALL;
      covered++;
    }
  }
}

static void pour_water(Maker *maker)
{
  for (int y = 0; y < maker->site.water; y++)
    for (int x = 0; x < maker->width; x++)
      if (is_air(maker, x, y)) *at(maker, x, y) |= HH_TILE_WATER;
}

void hh_room_preset(HhRoomParams *params)
{
#define SET(kind, field, name, unit, preset, ...) params->field = preset;
  HH_ROOM_PARAMS(SET)
#undef SET
}

const HhMobility *hh_room_mobility(const HhRoomParams *params)
{
  static const HhMobility *const mobilities[] = {&hh_mobility_daddy, &hh_mobility_walker,
                                                 &hh_mobility_climber, &hh_mobility_flier,
                                                 &hh_mobility_swimmer};
  enum { COUNT = sizeof mobilities / sizeof *mobilities };
  int asked = params->mobility;
  return mobilities[asked >= 0 && asked < COUNT ? asked : 0];
}

#define IN_RANGE(kind, field, name, unit, preset, low, high, ...)                                  \
  &&params->field >= (low) && params->field <= (high)

static bool in_range(const HhRoomParams *params)
{
  return true HH_ROOM_PARAMS(IN_RANGE);
}

/* What is made of bad parameters. */
static HhRoom solid_tile(uint8_t *memory)
{
  uint8_t *tiles;
  HhRoom room = hh_room_clear(1, 1, memory, &tiles);
  tiles[0] = HH_TILE_SOLID;
  return room;
}

/* Tiles, then the queue, then the bytes. */
static size_t queue_offset(const HhRoomParams *params)
{
  return (hh_room_bytes(params->width, params->height) + 3) / 4 * 4;
}

size_t hh_room_make_bytes(const HhRoomParams *params)
{
  if (!in_range(params)) return hh_room_bytes(1, 1);
  size_t count = (size_t)params->width * (size_t)params->height;
  return queue_offset(params) + count * (sizeof(int32_t) + 2);
}

static int passage_of(const HhRoomParams *params)
{
  int side = params->width < params->height ? params->width : params->height;
  return params->passage < side - 2 ? params->passage : side - 2;
}

static Maker maker_of(const HhRoomParams *params, uint64_t seed, uint32_t number, uint8_t *memory)
{
  Maker maker = {.params = params, .seed = seed, .number = number};
  HhRoomSite *site = &maker.site;
  size_t count = (size_t)params->width * (size_t)params->height;
  maker.width = params->width;
  maker.height = params->height;
  site->room = hh_room_clear(params->width, params->height, memory, &site->tiles);
  site->mobility = hh_room_mobility(params);
  site->passage = passage_of(params);
  bool swimming = site->mobility->legality[HH_ACCESS_WATER] == HH_ALLOWED;
  site->water = swimming ? params->height : (int)(params->water * params->height);
  site->queue = (int32_t *)(void *)(memory + queue_offset(params));
  site->map = memory + queue_offset(params) + count * sizeof(int32_t);
  site->mark = site->map + count;
  return maker;
}

static void adorn(Maker *maker)
{
  fill_narrow(maker);
  cut_slopes(maker);
  put_poles(maker);
  put_walls(maker);
}

HhRoom hh_room_make(const HhRoomParams *params, uint64_t seed, uint32_t number, void *memory)
{
  if (!in_range(params)) return solid_tile(memory);
  Maker maker = maker_of(params, seed, number, memory);
  bool cell = params->kind == HH_ROOM_CELL, walker = maker.site.mobility == &hh_mobility_walker;
  int ends[2] = {0, 0};
  assert((uintptr_t)memory % sizeof(int32_t) == 0);
  switch ((HhRoomKind)params->kind) {
  case HH_ROOM_CAVERNS: lay_caverns(&maker); break;
  case HH_ROOM_PLATFORMS: lay_platforms(&maker); break;
  case HH_ROOM_SHAFT: lay_shaft(&maker, ends); break;
  case HH_ROOM_CELL: lay_cells(&maker); break;
  }
  if (!cell) lay_ledges(&maker);
  if (cell || walker)
    put_level_exits(&maker, cell ? 2 : params->exits);
  else
    put_exits(&maker, ends);
  if (!cell) adorn(&maker);
  pour_water(&maker);
  hh_site_join(&maker.site, walker);
  if (!cell) hh_site_fill(&maker.site);
  return maker.site.room;
}
