/* A*; see the header. It searches from the goal, so that the path comes out in order. */
#include "world/astar.h"

#include <string.h>

typedef struct Search {
  const HhGround *ground;
  HhFrontier frontier;
  HhFrontierRows rows; /* keys are cost and estimate together */
  uint8_t *ways;       /* 0..7 toward the goal */
  int from_x, from_y;
} Search;

size_t hh_astar_bytes(int tiles)
{
  return (size_t)tiles * (sizeof(uint64_t) + sizeof(HhFrontierLink) + 1);
}

static uint64_t apart(int a, int b)
{
  return (uint64_t)(a < b ? b - a : a - b);
}

/* From the tile at (x, y). No step costs less than 1. */
static uint64_t estimate(const Search *search, int x, int y)
{
  uint64_t over = apart(x, search->from_x), up = apart(y, search->from_y);
  uint64_t both = over < up ? over : up;
  uint64_t diagonal = search->ground->diagonal ? HH_STEP_DIAGONAL : 2 * HH_STEP_STRAIGHT;
  return diagonal * both + HH_STEP_STRAIGHT * (over + up - 2 * both);
}

/* A cheaper way for `tile`, by way `way`. */
static void offer(Search *search, int tile, uint64_t key, uint8_t way)
{
  if (key >= search->rows.keys[tile]) return;
  hh_frontier_put(&search->frontier, &search->rows, tile, key);
  search->ways[tile] = way;
}

static void spread_steps(Search *search, int tile)
{
  const HhGround *ground = search->ground;
  int x = tile % ground->width, y = tile / ground->width;
  uint64_t cost = search->rows.keys[tile] - estimate(search, x, y);
  const uint64_t own[2] = {hh_ground_toll(ground, tile, HH_STEP_STRAIGHT),
                           hh_ground_toll(ground, tile, HH_STEP_DIAGONAL)};
  for (unsigned open = hh_ground_steps_on(ground, tile, search->ways[tile]); open != 0;
       open &= open - 1) {
    int step = __builtin_ctz(open), dx = hh_step_x[step], dy = hh_step_y[step];
    uint64_t key = cost + own[step & 1] + estimate(search, x + dx, y + dy);
    offer(search, tile + dy * ground->width + dx, key, (uint8_t)(step ^ 4));
  }
}

/* Walks from the start to the goal, where the way is none. */
static void write_path(const Search *search, int *path, int most, HhAstarFound *found)
{
  int tile = search->from_y * search->ground->width + search->from_x;
  for (int count = 0;; count++) {
    if (count < most) path[count] = tile;
    uint8_t way = search->ways[tile];
    if (way > 7) return;
    if ((way & 1) != 0)
      found->diagonal++;
    else
      found->straight++;
    tile += hh_step_y[way] * search->ground->width + hh_step_x[way];
  }
}

HhAstarFound hh_astar(const HhGround *ground, int from, int to, void *scratch, int *path, int most)
{
  size_t tiles = (size_t)ground->width * (size_t)ground->height;
  Search search = {.ground = ground, .rows.keys = scratch};
  search.rows.links = (HhFrontierLink *)(void *)(search.rows.keys + tiles);
  search.ways = (uint8_t *)(search.rows.links + tiles);
  search.from_x = from % ground->width;
  search.from_y = from / ground->width;
  HhAstarFound found = {.found = false};
  if (!hh_ground_usable(ground, from) || !hh_ground_usable(ground, to)) return found;
  memset(search.rows.keys, 0xff, tiles * sizeof(uint64_t)); /* FAR */
  hh_frontier_clear(&search.frontier);
  offer(&search, to, estimate(&search, to % ground->width, to / ground->width), HH_FIELD_GOAL);
  while (!hh_frontier_empty(&search.frontier)) {
    int tile = hh_frontier_take(&search.frontier, &search.rows);
    found.expanded++;
    if (tile == from) {
      found.found = true;
      found.cost = search.rows.keys[tile];
      write_path(&search, path, most, &found);
      return found;
    }
    spread_steps(&search, tile);
  }
  return found;
}
