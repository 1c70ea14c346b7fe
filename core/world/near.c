/* The nearest hold; see the header. */
#include "world/near.h"

#include <math.h>

/* Cells are told apart to within this share of their size, whatever rounding does. */
static const double slack_cells = 1e-6;

/* Columns and rows, both ends included. */
typedef struct Block {
  int left, right, low, high;
} Block;

/* The best so far. */
typedef struct Found {
  int hold;
  double square_m2;
} Found;

static int column_of(const HhNear *near, double x_m)
{
  double column = (x_m - near->corner.x) / near->cell_m;
  return column < 0 ? 0 : column < near->columns ? (int)column : near->columns - 1;
}

static int row_of(const HhNear *near, double y_m)
{
  double row = (y_m - near->corner.y) / near->cell_m;
  return row < 0 ? 0 : row < near->rows ? (int)row : near->rows - 1;
}

static int cell_of(const HhNear *near, HhVec at)
{
  return row_of(near, at.y) * near->columns + column_of(near, at.x);
}

HhNear hh_near_plan(const HhHold *holds, int count)
{
  HhVec low = holds[0].at, high = holds[0].at;
  for (int i = 1; i < count; i++) {
    low = hh_vec(fmin(low.x, holds[i].at.x), fmin(low.y, holds[i].at.y));
    high = hh_vec(fmax(high.x, holds[i].at.x), fmax(high.y, holds[i].at.y));
  }
  HhVec size = hh_vec_sub(high, low);
  double even = sqrt(size.x) * sqrt(size.y) / sqrt(0.5 * count);
  double cell = fmax(even, fmax(size.x, size.y) / count);
  if (!(cell > 0)) cell = 1;
  return (HhNear){.holds = holds,
                  .count = count,
                  .corner = low,
                  .cell_m = cell,
                  .columns = (int)(size.x / cell) + 1,
                  .rows = (int)(size.y / cell) + 1};
}

/* Counting sort; within a cell the order of the list stays. */
void hh_near_fill(HhNear *near)
{
  int cells = near->columns * near->rows;
  for (int i = 0; i <= cells; i++)
    near->cells[i] = 0;
  for (int i = 0; i < near->count; i++)
    near->cells[cell_of(near, near->holds[i].at)]++;
  for (int i = 1; i <= cells; i++)
    near->cells[i] += near->cells[i - 1];
  for (int i = near->count - 1; i >= 0; i--)
    near->order[--near->cells[cell_of(near, near->holds[i].at)]] = i;
}

/* Farthest that the sector goes along a unit axis. */
static double extent(const HhNearAsk *ask, HhVec axis, double reach_m)
{
  double cosine = fmax(-1, ask->least_cosine), sine = sqrt(fmax(0, 1 - cosine * cosine));
  double along = hh_vec_dot(ask->way, axis), across = fabs(hh_vec_cross(ask->way, axis));
  return reach_m * (along >= cosine ? 1 : fmax(0, cosine * along + sine * across));
}

/* The cells of the box around what is asked for; none when right < left or high < low. */
static Block block_of(const HhNear *near, const HhNearAsk *ask)
{
  HhVec corner = near->corner, from = ask->from;
  double width = near->columns * near->cell_m, height = near->rows * near->cell_m;
  double far_x = fmax(fabs(from.x - corner.x), fabs(from.x - corner.x - width));
  double far_y = fmax(fabs(from.y - corner.y), fabs(from.y - corner.y - height));
  double reach = fmin(ask->reach_m, far_x + far_y), margin = slack_cells * near->cell_m;
  double left = from.x - extent(ask, hh_vec(-1, 0), reach) - margin;
  double right = from.x + extent(ask, hh_vec(1, 0), reach) + margin;
  double low = from.y - extent(ask, hh_vec(0, -1), reach) - margin;
  double high = from.y + extent(ask, hh_vec(0, 1), reach) + margin;
  bool none =
      right < corner.x || left > corner.x + width || high < corner.y || low > corner.y + height;
  if (none) return (Block){0, -1, 0, -1};
  return (Block){column_of(near, left), column_of(near, right), row_of(near, low),
                 row_of(near, high)};
}

static void look_into(const HhNear *near, const HhNearAsk *ask, int cell, Found *found)
{
  for (int i = near->cells[cell]; i < near->cells[cell + 1]; i++) {
    int hold = near->order[i];
    HhVec way = hh_vec_sub(near->holds[hold].at, ask->from);
    double square = hh_vec_dot(way, way);
    if (square > found->square_m2 || (square == found->square_m2 && hold > found->hold)) continue;
    double distance = sqrt(square);
    if (distance < ask->apart_m || distance > ask->reach_m) continue;
    if (ask->least_cosine > -1 && hh_vec_dot(way, ask->way) < ask->least_cosine * distance)
      continue;
    *found = (Found){hold, square};
  }
}

/* The cells of a block that are `ring` columns or rows away from a middle. */
static void look_around(const HhNear *near, const HhNearAsk *ask, Block block, int column, int row,
                        int ring, Found *found)
{
  int left = column - ring, right = column + ring;
  int low = row - ring > block.low ? row - ring : block.low;
  int high = row + ring < block.high ? row + ring : block.high;
  for (int r = low; r <= high; r++) {
    bool whole = r == row - ring || r == row + ring;
    int from = left > block.left ? left : block.left,
        to = right < block.right ? right : block.right;
    if (whole) {
      for (int c = from; c <= to; c++)
        look_into(near, ask, r * near->columns + c, found);
      continue;
    }
    if (left >= block.left && left <= block.right)
      look_into(near, ask, r * near->columns + left, found);
    if (ring > 0 && right >= block.left && right <= block.right)
      look_into(near, ask, r * near->columns + right, found);
  }
}

static int larger(int a, int b)
{
  return a > b ? a : b;
}

/* The point is moved into the grid, which brings no hold further away; cells of ring n are then at
 * least n - 1 cells away. */
int hh_near_find(const HhNear *near, HhNearAsk ask)
{
  Block block = block_of(near, &ask);
  if (block.right < block.left || block.high < block.low) return -1;
  int column = column_of(near, ask.from.x), row = row_of(near, ask.from.y);
  int last = larger(larger(column - block.left, block.right - column),
                    larger(row - block.low, block.high - row));
  Found found = {-1, (double)INFINITY};
  for (int ring = 0; ring <= last; ring++) {
    double least = fmax(0, ring - 1 - slack_cells) * near->cell_m;
    if (least * least > found.square_m2 || least > ask.reach_m) break;
    look_around(near, &ask, block, column, row, ring, &found);
  }
  return found.hold;
}
