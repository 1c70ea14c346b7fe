/* Ghosts; see the header. A flood by bits from the goal's tile, as many tiles at once as a word
 * has, over the window that a way of that length can be in: what it gains or loses in x beyond the
 * goal it must make good again. Rows lie behind one another with an empty bit between them, so that
 * a step is a shift. */
#include "creature/ghost.h"

#include <string.h>

#include "world/field.h"

enum { ROW = HH_GHOST_TILES + 1, WORDS = (HH_GHOST_TILES * ROW + 63) / 64 };

#define INLINE static inline __attribute__((always_inline))

static const double diagonal = 1.4142135623730951;

/* A set of tiles. */
typedef struct Tiles {
  uint64_t word[WORDS];
} Tiles;

/* The tiles that a way can be in. */
typedef struct Window {
  int x, y, width, height; /* its lower left tile, its sides */
  int row;                 /* bits from a row to the next */
} Window;

/* A flood on its way. */
typedef struct Flood {
  Tiles open;             /* not solid */
  Tiles at_west, at_east; /* open, and so is the tile west, or east, of it */
  Tiles front;            /* come to last */
  Tiles left;             /* open, and not come to */
  Tiles way[3];           /* of those come to: the step's three bits */
} Flood;

static bool open_tile(const HhRoom *room, int x, int y)
{
  return !hh_tile_solid(hh_room_tile(room, x, y));
}

/* An open tile that the goal touches: its own, or one beside the face that it is on. */
static bool goal_tile(const HhRoom *room, HhVec goal, int *x, int *y)
{
  const double beside = 1e-6;
  for (int side = 0; side < 5; side++) {
    double dx = side == 1 ? beside : side == 2 ? -beside : 0;
    double dy = side == 3 ? beside : side == 4 ? -beside : 0;
    *x = hh_tile_of(goal.x + dx);
    *y = hh_tile_of(goal.y + dy);
    if (open_tile(room, *x, *y)) return true;
  }
  return false;
}

INLINE void clear(Tiles *tiles, int words)
{
  for (int i = 0; i < words; i++)
    tiles->word[i] = 0;
}

/* The word that a tile is in. Of a single one the compiler knows. */
INLINE int word_of(int words, int at)
{
  return words == 1 ? 0 : at >> 6;
}

INLINE bool has(int words, const Tiles *tiles, int at)
{
  return tiles->word[word_of(words, at)] >> (at & 63) & 1;
}

/* Moved by 1 to 63 bits: a word of it. */
INLINE uint64_t up(int words, const Tiles *tiles, int i, int by)
{
  uint64_t carry = i > 0 && words > 1 ? tiles->word[i - 1] >> (64 - by) : 0;
  return tiles->word[i] << by | carry;
}

INLINE uint64_t down(int words, const Tiles *tiles, int i, int by)
{
  uint64_t carry = i + 1 < words ? tiles->word[i + 1] << (64 - by) : 0;
  return tiles->word[i] >> by | carry;
}

/* Which of eight tiles in a row are open, by bits. */
static uint64_t open_bits(const uint8_t *tile)
{
  const uint64_t each = 0x0101010101010101, gather = 0x0102040810204080;
  uint64_t kinds;
  memcpy(&kinds, tile, sizeof kinds);
  uint64_t differ = (kinds & HH_TILE_KIND * each) ^ HH_TILE_SOLID * each;
  return ((differ + 0x7f * each) >> 7 & each) * gather >> 56;
}

/* One side of the window that ways between two coordinates can be in, within the room. */
static int side_of(int a, int b, int reach, int room, int *low)
{
  int high = a > b ? a : b;
  *low = a < b ? a : b;
  int spare = (reach - (high - *low)) / 2;
  *low = *low > spare ? *low - spare : 0;
  high = high + spare < room ? high + spare : room - 1;
  return high - *low + 1;
}

/* Eight tiles are read at once, which a row of the room and its ring above have. */
INLINE void look(const HhRoom *room, const Window *window, int words, Flood *flood)
{
  clear(&flood->open, words);
  for (int y = 0; y < window->height; y++) {
    const uint8_t *tiles = room->tiles + (ptrdiff_t)(window->y + y) * room->stride + window->x;
    for (int x = 0; x < window->width; x += 8) {
      uint64_t bits = open_bits(tiles + x);
      if (window->width - x < 8) bits &= (1u << (window->width - x)) - 1;
      int at = y * window->row + x, shift = at & 63, i = word_of(words, at);
      flood->open.word[i] |= bits << shift;
      if (shift > 56 && i + 1 < words) flood->open.word[i + 1] |= bits >> (64 - shift);
    }
  }
  for (int i = 0; i < words; i++) {
    flood->at_west.word[i] = flood->open.word[i] & up(words, &flood->open, i, 1);
    flood->at_east.word[i] = flood->open.word[i] & down(words, &flood->open, i, 1);
  }
}

/* Comes to those of the tiles that are left, by a step `way` to where it comes from. */
INLINE void take(uint64_t tiles, int way, uint64_t *left, uint64_t ways[3])
{
  tiles &= *left;
  *left ^= tiles;
  if (way & 1) ways[0] |= tiles;
  if (way & 2) ways[1] |= tiles;
  if (way & 4) ways[2] |= tiles;
}

/* From the front to the next; false when there is none. A diagonal step passes the tile that the
 * straight one in x came to, and the one beside its end in x. */
INLINE bool spread(int words, int row, Flood *flood)
{
  Tiles east, west, north, south;
  for (int i = 0; i < words; i++) {
    east.word[i] = up(words, &flood->front, i, 1) & flood->open.word[i];
    west.word[i] = down(words, &flood->front, i, 1) & flood->open.word[i];
    north.word[i] = up(words, &flood->front, i, row);
    south.word[i] = down(words, &flood->front, i, row);
  }
  uint64_t any = 0;
  for (int i = 0; i < words; i++) {
    uint64_t before = flood->left.word[i], left = before, ways[3] = {0, 0, 0};
    take(east.word[i], 4, &left, ways);
    take(west.word[i], 0, &left, ways);
    take(north.word[i], 6, &left, ways);
    take(south.word[i], 2, &left, ways);
    take(up(words, &east, i, row) & flood->at_west.word[i], 5, &left, ways);
    take(down(words, &east, i, row) & flood->at_west.word[i], 3, &left, ways);
    take(up(words, &west, i, row) & flood->at_east.word[i], 7, &left, ways);
    take(down(words, &west, i, row) & flood->at_east.word[i], 1, &left, ways);
    for (int bit = 0; bit < 3; bit++)
      flood->way[bit].word[i] |= ways[bit];
    flood->left.word[i] = left;
    flood->front.word[i] = before ^ left;
    any |= before ^ left;
  }
  return any != 0;
}

INLINE void start(const HhRoom *room, const Window *window, int words, int goal, Flood *flood)
{
  look(room, window, words, flood);
  for (int bit = 0; bit < 3; bit++)
    clear(&flood->way[bit], words);
  clear(&flood->front, words);
  flood->front.word[word_of(words, goal)] = (uint64_t)1 << (goal & 63);
  for (int i = 0; i < words; i++)
    flood->left.word[i] = flood->open.word[i] ^ flood->front.word[i];
}

/* Notes the way from tile to tile; false when it is too long. */
INLINE bool note(int words, int row, const Flood *flood, int root, int goal, double length_t,
                 HhGhost *ghost)
{
  int count = 0;
  double length = 0;
  for (int at = root; at != goal;) {
    int way = has(words, &flood->way[0], at) | has(words, &flood->way[1], at) << 1 |
              has(words, &flood->way[2], at) << 2;
    at += hh_step_x[way] + hh_step_y[way] * row;
    length += (way & 1) != 0 ? diagonal : 1;
    ghost->step[count++] = (uint8_t)way;
  }
  if (length > length_t) return false;
  ghost->step[count] = 0;
  ghost->count = count + 1; /* with the goal's own tile, which no step leaves */
  return true;
}

/* The way of the fewest steps, `most` at most, between two tiles of the window. */
INLINE bool find(const HhRoom *room, const Window *window, int words, int root, int goal, int most,
                 double length_t, HhGhost *ghost)
{
  Flood flood; /* its tiles are not set here */
  start(room, window, words, goal, &flood);
  for (int steps = 0; has(words, &flood.left, root); steps++)
    if (steps == most || !spread(words, window->row, &flood)) return false;
  return note(words, window->row, &flood, root, goal, length_t, ghost);
}

bool hh_ghost_find(const HhRoom *room, HhVec root, HhVec goal, double length_t, HhGhost *ghost)
{
  int root_x = hh_tile_of(root.x), root_y = hh_tile_of(root.y), x, y;
  ghost->x = root_x;
  ghost->y = root_y;
  ghost->count = 0;
  if (!(length_t >= 0) || !hh_vec_within(root, goal, length_t)) return false;
  if (hh_room_sees(room, root, goal)) return true;
  int reach = length_t < HH_GHOST_TILES - 1 ? (int)length_t : HH_GHOST_TILES - 1;
  if (!goal_tile(room, goal, &x, &y) || !open_tile(room, root_x, root_y)) return false;
  if (x - root_x > reach || root_x - x > reach || y - root_y > reach || root_y - y > reach)
    return false;
  Window window;
  window.width = side_of(x, root_x, reach, room->width, &window.x);
  window.height = side_of(y, root_y, reach, room->height, &window.y);
  window.row = window.width + 1;
  int goal_at = (y - window.y) * window.row + x - window.x;
  int root_at = (root_y - window.y) * window.row + root_x - window.x;
  /* Arms of the usual length need one word, which is compiled on its own. */
  int words = (window.row * window.height + 63) / 64;
  return words == 1 ? find(room, &window, 1, root_at, goal_at, reach, length_t, ghost)
                    : find(room, &window, words, root_at, goal_at, reach, length_t, ghost);
}

void hh_ghost_tiles(const HhGhost *ghost, HhVec middle[])
{
  HhVec at = hh_vec(ghost->x + 0.5, ghost->y + 0.5);
  for (int i = 0; i < ghost->count; i++) {
    middle[i] = at;
    at = hh_vec_add(at, hh_vec(hh_step_x[ghost->step[i]], hh_step_y[ghost->step[i]]));
  }
}
