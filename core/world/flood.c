/* Floods by bits; see the header. Bit i of word w of a row is tile 64 (w - 1) + i. */
#include "world/flood.h"

#include <assert.h>
#include <string.h>

/* In this order behind the flood. FRONTS are the tiles of the last two numbers of steps, TURNS
 * those of every third number. */
enum { REACHED, WAYS, FREE = WAYS + 3, OPEN, FRONTS, TURNS = FRONTS + 2, ROWS = TURNS + 3 };

static size_t words_of(int width, int height)
{
  return (size_t)(height + 2) * (size_t)((width + 63) / 64 + 2);
}

static uint64_t *rows_of(HhFlood *flood, int which)
{
  return (uint64_t *)(void *)(flood + 1) + (size_t)which * words_of(flood->width, flood->height);
}

size_t hh_flood_bytes(int width, int height)
{
  return sizeof(HhFlood) + ROWS * words_of(width, height) * sizeof(uint64_t);
}

HhFlood *hh_flood_start(const HhGround *ground, void *memory)
{
  assert(ground->height <= HH_ROOM_SIDE_MOST);
  HhFlood *flood = memory;
  memset(flood, 0, hh_flood_bytes(ground->width, ground->height));
  *flood = (HhFlood){
      ground->width, ground->height, (ground->width + 63) / 64 + 2, ground->diagonal, -1, 0, 0};
  uint64_t *row = rows_of(flood, FREE) + flood->words + 1;
  for (int y = 0; y < ground->height; y++, row += flood->words)
    for (int x = 0; x < ground->width; x++)
      row[x / 64] |= (uint64_t)hh_ground_usable(ground, y * ground->width + x) << x % 64;
  return flood;
}

/* The tiles whose neighbour to the right, or to the left, is in a row; the words beside are read.
 */
static inline uint64_t from_right(const uint64_t *row)
{
  return row[0] >> 1 | row[1] << 63;
}

static inline uint64_t from_left(const uint64_t *row)
{
  return row[0] << 1 | row[-1] >> 63;
}

/* The tiles that have a neighbour to the right or left in both of two rows. */
static inline uint64_t beside(const uint64_t *a, const uint64_t *b)
{
  uint64_t here = a[0] & b[0];
  return here >> 1 | (a[1] & b[1]) << 63 | here << 1 | (a[-1] & b[-1]) >> 63;
}

/* One step on in one row: from `front` to `next`, out of `open`, marked in `turn`. */
static uint64_t spread_row(const HhFlood *flood, const uint64_t *restrict free,
                           const uint64_t *restrict front, uint64_t *restrict open,
                           uint64_t *restrict next, uint64_t *restrict turn)
{
  ptrdiff_t up = flood->words;
  uint64_t any = 0, corners = flood->diagonal ? ~UINT64_C(0) : 0;
  for (ptrdiff_t i = 0; i < up - 2; i++) {
    uint64_t fresh = from_right(front + i) | from_left(front + i) | front[i + up] | front[i - up];
    fresh |= beside(front + i + up, free + i) & free[i + up] & corners;
    fresh |= beside(front + i - up, free + i) & free[i - up] & corners;
    fresh &= open[i];
    open[i] ^= fresh;
    turn[i] |= fresh;
    next[i] = fresh;
    any |= fresh;
  }
  return any;
}

/* The ways of a word's tiles of one turn, to tiles of the turn before; the least way that holds. */
static void point(const HhFlood *flood, const uint64_t *free, const uint64_t *turn,
                  const uint64_t *before, uint64_t *const ways[3])
{
  ptrdiff_t up = flood->words;
  uint64_t left = *turn; /* without a way so far */
  const uint64_t *above = before + up, *below = before - up;
  uint64_t leads[8] = {from_right(before), 0, *above, 0, from_left(before), 0, *below, 0};
  for (int way = 0; way < 8; way += 2) {
    for (int bit = 1; bit < 3; bit++)
      if (way >> bit & 1) *ways[bit] |= left & leads[way];
    left &= ~leads[way];
  }
  if (left == 0) return;
  uint64_t right_up = above[1] & free[1], right_down = below[1] & free[1];
  uint64_t left_up = above[-1] & free[-1], left_down = below[-1] & free[-1];
  leads[1] = ((above[0] & free[0]) >> 1 | right_up << 63) & free[up];
  leads[3] = ((above[0] & free[0]) << 1 | left_up >> 63) & free[up];
  leads[5] = ((below[0] & free[0]) << 1 | left_down >> 63) & free[-up];
  leads[7] = ((below[0] & free[0]) >> 1 | right_down << 63) & free[-up];
  for (int way = 1; way < 8; way += 2) {
    for (int bit = 0; bit < 3; bit++)
      if (way >> bit & 1) *ways[bit] |= left & leads[way];
    left &= ~leads[way];
  }
}

/* What was reached, how many, and by which ways. */
static void point_all(HhFlood *flood)
{
  uint64_t *turns[3], *reached = rows_of(flood, REACHED);
  const uint64_t *free = rows_of(flood, FREE);
  for (int i = 0; i < 3; i++)
    turns[i] = rows_of(flood, TURNS + i);
  ptrdiff_t end = (flood->height + 1) * (ptrdiff_t)flood->words;
  for (ptrdiff_t i = flood->words; i < end; i++) {
    uint64_t *const ways[3] = {rows_of(flood, WAYS) + i, rows_of(flood, WAYS + 1) + i,
                               rows_of(flood, WAYS + 2) + i};
    reached[i] = turns[0][i] | turns[1][i] | turns[2][i];
    flood->tiles += __builtin_popcountll(reached[i]);
    for (int turn = 0; turn < 3; turn++)
      if (turns[turn][i] != 0)
        point(flood, free + i, turns[turn] + i, turns[(turn + 2) % 3] + i, ways);
  }
}

static void clear(HhFlood *flood, int goal)
{
  size_t bytes = words_of(flood->width, flood->height) * sizeof(uint64_t);
  memset(rows_of(flood, WAYS), 0, 3 * bytes);
  memcpy(rows_of(flood, OPEN), rows_of(flood, FREE), bytes);
  memset(rows_of(flood, FRONTS), 0, 5 * bytes);
  flood->goal = goal;
  flood->steps = 0;
  flood->tiles = 0;
}

/* A step on in every row that is near the front. `busy` says which rows had some of it. */
static bool spread(HhFlood *flood, uint8_t busy[2][HH_ROOM_SIDE_MOST + 2])
{
  int from = flood->steps % 2, turn = (flood->steps + 1) % 3;
  ptrdiff_t up = flood->words;
  bool any = false;
  for (int y = 1; y <= flood->height; y++) {
    ptrdiff_t at = y * up + 1;
    uint64_t *next = rows_of(flood, FRONTS + !from) + at;
    bool near = busy[from][y - 1] | busy[from][y] | busy[from][y + 1];
    if (near)
      near = spread_row(flood, rows_of(flood, FREE) + at, rows_of(flood, FRONTS + from) + at,
                        rows_of(flood, OPEN) + at, next, rows_of(flood, TURNS + turn) + at) != 0;
    else if (busy[!from][y])
      memset(next, 0, (size_t)(up - 2) * sizeof *next);
    busy[!from][y] = near;
    any |= near;
  }
  return any;
}

void hh_flood_run(HhFlood *flood, int goal)
{
  assert(goal >= 0 && goal < flood->width * flood->height);
  uint8_t busy[2][HH_ROOM_SIDE_MOST + 2] = {{0}};
  clear(flood, goal);
  int x = goal % flood->width, y = goal / flood->width + 1;
  ptrdiff_t at = y * (ptrdiff_t)flood->words + 1 + x / 64;
  uint64_t first = UINT64_C(1) << x % 64 & rows_of(flood, FREE)[at];
  if (first == 0) {
    memset(rows_of(flood, REACHED), 0, words_of(flood->width, flood->height) * sizeof first);
    return;
  }
  rows_of(flood, OPEN)[at] ^= first;
  rows_of(flood, FRONTS)[at] = first;
  rows_of(flood, TURNS)[at] = first;
  busy[0][y] = 1;
  while (spread(flood, busy))
    flood->steps++;
  point_all(flood);
}
