/* Ghosts; see the header. Breadth first from the goal's tile over a window round the root. */
#include "creature/ghost.h"

#include <math.h>
#include <string.h>

#include "world/field.h"

enum { SIDE = 2 * HH_GHOST_TILES + 1, WINDOW = SIDE * SIDE, NO_WAY = 255 };

static const double diagonal = 1.4142135623730951;

/* The window of tiles that a ghost of this length can be in. */
typedef struct Window {
  const HhRoom *room;
  int x, y, side;      /* its lower left tile */
  uint8_t way[WINDOW]; /* step toward the goal; 8: the goal; NO_WAY: not reached */
  int16_t queue[WINDOW];
} Window;

static int tile_of(double at)
{
  return (int)floor(at);
}

static bool free_tile(const HhRoom *room, int x, int y)
{
  return !hh_tile_solid(hh_room_tile(room, x, y));
}

/* A free tile that the goal touches: its own, or one beside the face that it is on. */
static bool goal_tile(const HhRoom *room, HhVec goal, int *x, int *y)
{
  const double beside = 1e-6;
  for (int side = 0; side < 5; side++) {
    double dx = side == 1 ? beside : side == 2 ? -beside : 0;
    double dy = side == 3 ? beside : side == 4 ? -beside : 0;
    *x = tile_of(goal.x + dx);
    *y = tile_of(goal.y + dy);
    if (free_tile(room, *x, *y)) return true;
  }
  return false;
}

/* At least that much is the way between two tiles. */
static double octile(int dx, int dy)
{
  dx = dx < 0 ? -dx : dx;
  dy = dy < 0 ? -dy : dy;
  return dx > dy ? dx + (diagonal - 1) * dy : dy + (diagonal - 1) * dx;
}

/* Notes the ways from the neighbours of a tile that are not farther than left_t from the root. */
static void spread(Window *window, int at, double left_t, int *last)
{
  int x = at % window->side, y = at / window->side, middle = window->side / 2;
  bool free[8];
  for (int n = 0; n < 8; n++) {
    int d = n < 4 ? 2 * n : 2 * (n - 4) + 1; /* straight ones first */
    int to_x = x + hh_step_x[d], to_y = y + hh_step_y[d];
    free[d] = to_x >= 0 && to_y >= 0 && to_x < window->side && to_y < window->side &&
              free_tile(window->room, window->x + to_x, window->y + to_y);
    if (!free[d] || ((d & 1) != 0 && (!free[d - 1] || !free[(d + 1) & 7]))) continue;
    int to = to_y * window->side + to_x;
    if (window->way[to] != NO_WAY || octile(to_x - middle, to_y - middle) > left_t) continue;
    window->way[to] = (uint8_t)(d ^ 4);
    window->queue[(*last)++] = (int16_t)to;
  }
}

/* Floods the window from tile `goal`, by numbers of steps, until it meets the root in its middle or
 * nothing is near enough. */
static bool flood(Window *window, int goal, double length_t)
{
  int root = window->side * window->side / 2;
  memset(window->way, NO_WAY, (size_t)window->side * (size_t)window->side);
  window->way[goal] = 8;
  window->queue[0] = (int16_t)goal;
  int first = 0, last = 1;
  for (int steps = 1; first < last && window->way[root] == NO_WAY; steps++)
    for (int end = last; first < end; first++)
      spread(window, window->queue[first], length_t - steps, &last);
  return window->way[root] != NO_WAY;
}

bool hh_ghost_find(const HhRoom *room, HhVec root, HhVec goal, double length_t, HhGhost *ghost)
{
  *ghost = (HhGhost){.x = tile_of(root.x), .y = tile_of(root.y)};
  double direct = hh_vec_distance(root, goal);
  if (!(direct <= length_t)) return false;
  if (hh_room_sees(room, root, goal)) return true;
  int reach = length_t < HH_GHOST_TILES ? (int)length_t : HH_GHOST_TILES, x, y;
  if (!goal_tile(room, goal, &x, &y) || !free_tile(room, ghost->x, ghost->y)) return false;
  if (x - ghost->x > reach || ghost->x - x > reach || y - ghost->y > reach || ghost->y - y > reach)
    return false;
  Window window; /* its arrays are not set here */
  window.room = room;
  window.x = ghost->x - reach;
  window.y = ghost->y - reach;
  window.side = 2 * reach + 1;
  int tile = reach * window.side + reach;
  if (!flood(&window, (y - window.y) * window.side + x - window.x, length_t)) return false;
  double length = 0;
  while (window.way[tile] < 8) {
    uint8_t way = window.way[tile];
    length += (way & 1) != 0 ? diagonal : 1;
    if (length > length_t || ghost->count >= HH_GHOST_TILES - 1) return false;
    ghost->step[ghost->count++] = way;
    tile += hh_step_y[way] * window.side + hh_step_x[way];
  }
  ghost->count++; /* the goal's own tile */
  return true;
}

void hh_ghost_tiles(const HhGhost *ghost, HhVec middle[])
{
  HhVec at = hh_vec(ghost->x + 0.5, ghost->y + 0.5);
  for (int i = 0; i < ghost->count; i++) {
    middle[i] = at;
    at = hh_vec_add(at, hh_vec(hh_step_x[ghost->step[i]], hh_step_y[ghost->step[i]]));
  }
}
