/* Ways through a room: looked for by flooding, cut where there are none. */
#include "world/room_site.h"

#include <string.h>

enum { UNSEEN = 255, SOURCE = 4 };

static const int step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};

static int tile_count(const HhRoomSite *site)
{
  return site->room.width * site->room.height;
}

static int exit_index(const HhRoomSite *site, int exit)
{
  return site->room.exits[exit].y * site->room.width + site->room.exits[exit].x;
}

static bool holds_on(const HhMobility *mobility)
{
  return mobility->legality[HH_ACCESS_POLE] == HH_ALLOWED;
}

static bool flies(const HhMobility *mobility)
{
  return mobility->legality[HH_ACCESS_AIR] == HH_ALLOWED;
}

static int clamp(int value, int low, int high)
{
  return value < low ? low : value > high ? high : value;
}

void hh_site_open(HhRoomSite *site, int x, int y)
{
  int passage = site->passage, half = (passage - 1) / 2;
  int left = clamp(x - half, 0, site->room.width - passage);
  int low = clamp(y - half, 0, site->room.height - passage);
  for (int i = 0; i < passage * passage; i++) {
    int row = low + i / passage;
    uint8_t *tile = hh_site_tile(site, left + i % passage, row);
    if (*tile & HH_TILE_KIND) *tile = row < site->water ? HH_TILE_WATER : HH_TILE_AIR;
    if (flies(site->mobility)) *tile &= (uint8_t)~HH_TILE_WATER;
  }
}

/* Opens a tile and puts there what the mobility needs. */
static void furnish(HhRoomSite *site, int index, bool across, bool up)
{
  int x = index % site->room.width, y = index / site->room.width;
  hh_site_open(site, x, y);
  if (!holds_on(site->mobility)) return;
  if (across) *hh_site_tile(site, x, y) |= HH_TILE_POLE_ACROSS;
  if (up) *hh_site_tile(site, x, y) |= HH_TILE_POLE_UP;
}

static bool usable(const HhRoomSite *site, int index)
{
  return site->map[index] >> 4 != HH_FORBIDDEN;
}

/* The tile one step away, or -1. */
static int neighbour(const HhRoomSite *site, int index, int step)
{
  int x = index % site->room.width + step_x[step], y = index / site->room.width + step_y[step];
  bool within = x >= 0 && y >= 0 && x < site->room.width && y < site->room.height;
  return within ? y * site->room.width + x : -1;
}

/* Marks what can be got to from a tile. Returns how many; they are in the queue. */
static int flood(HhRoomSite *site, int from)
{
  int count = 1;
  memset(site->mark, UNSEEN, (size_t)tile_count(site));
  site->queue[0] = from;
  site->mark[from] = SOURCE;
  for (int i = 0; i < count; i++)
    for (int step = 0; step < 4; step++) {
      int next = neighbour(site, site->queue[i], step);
      if (next < 0 || site->mark[next] != UNSEEN || !usable(site, next)) continue;
      site->mark[next] = SOURCE;
      site->queue[count++] = next;
    }
  return count;
}

/* Furnishes the way back from a tile to where the search began, each by the step that led to it and
 * the one that leads on. */
static void cut_back(HhRoomSite *site, int index, int on)
{
  for (;;) {
    int step = site->mark[index];
    bool across = on % 2 == 0 || (step != SOURCE && step % 2 == 0);
    bool up = on % 2 == 1 || (step != SOURCE && step % 2 == 1);
    if (!usable(site, index)) furnish(site, index, across, up);
    if (step == SOURCE) return;
    index = neighbour(site, index, (step + 2) % 4);
    on = step;
  }
}

/* Cuts the shortest way from all that exit 0 leads to, which is marked and queued, to an exit. */
static void cut_to(HhRoomSite *site, int count, int goal)
{
  for (int i = 0; i < count; i++)
    for (int step = 0; step < 4; step++) {
      int next = neighbour(site, site->queue[i], step);
      if (next < 0 || site->mark[next] != UNSEEN) continue;
      site->mark[next] = (uint8_t)step;
      if (next == goal) {
        cut_back(site, goal, step);
        return;
      }
      site->queue[count++] = next;
    }
}

/* From an exit straight to the first one, across and then up, whatever is there. It needs nothing
 * but itself, so that nothing that is cut later takes it away. */
static void cut_straight(HhRoomSite *site, int exit)
{
  HhRoomExit from = site->room.exits[exit], to = site->room.exits[0];
  int width = site->room.width;
  for (int x = from.x; x != to.x; x += to.x > from.x ? 1 : -1)
    furnish(site, from.y * width + x, true, false);
  furnish(site, from.y * width + to.x, true, true);
  for (int y = from.y; y != to.y; y += to.y > from.y ? 1 : -1)
    furnish(site, y * width + to.x, false, true);
  furnish(site, exit_index(site, 0), true, true);
}

/* The first exit to which the first one does not lead, or -1; *count tiles are in the queue. */
static int first_lost(HhRoomSite *site, int *count)
{
  hh_access_map(&site->room, site->mobility, site->map);
  *count = flood(site, exit_index(site, 0));
  for (int exit = 0; exit < site->room.exit_count; exit++)
    if (site->mark[exit_index(site, exit)] == UNSEEN || !usable(site, exit_index(site, exit)))
      return exit;
  return -1;
}

/* From the first exit's row upward, over the floor that is below it. */
static void cut_level(HhRoomSite *site)
{
  for (int x = 0; x < site->room.width; x++)
    hh_site_open(site, x, site->room.exits[0].y + (site->passage - 1) / 2);
}

void hh_site_join(HhRoomSite *site, bool level)
{
  int count, lost = first_lost(site, &count);
  if (lost >= 0 && level) {
    cut_level(site);
    lost = -1;
  }
  /* What is cut can take away what another way holds on to. */
  for (int tries = 0; lost >= 0 && tries < 2 * site->room.exit_count; tries++) {
    if (lost == 0)
      furnish(site, exit_index(site, 0), true, true);
    else
      cut_to(site, count, exit_index(site, lost));
    lost = first_lost(site, &count);
  }
  for (int exit = 1; lost >= 0 && exit < site->room.exit_count; exit++)
    cut_straight(site, exit);
}

/* Through free tiles, whoever could use them. */
void hh_site_fill(HhRoomSite *site)
{
  int width = site->room.width;
  for (int i = 0; i < tile_count(site); i++)
    site->map[i] = hh_tile_solid(*hh_site_tile(site, i % width, i / width)) ? HH_FORBIDDEN << 4 : 0;
  flood(site, exit_index(site, 0));
  for (int i = 0; i < tile_count(site); i++)
    if (site->mark[i] == UNSEEN) *hh_site_tile(site, i % width, i / width) = HH_TILE_SOLID;
}
