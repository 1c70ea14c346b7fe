/* What may come next; see the header. */
#include "gibbon/ahead.h"

/* Most holds of one piece that are worth asking for. */
static int worth(HhPieceKind kind, int count)
{
  int most = count;
  if (kind == HH_PIECE_BRANCH) most = 3;
  if (kind == HH_PIECE_CABLE) most = 4;
  return most < count ? most : count;
}

/* The holds of the piece that begins at `first` going `facing`, without the pins of what hangs. */
static int add_piece(const HhWorld *world, int first, int facing, int list[HH_AHEAD_MOST],
                     int count)
{
  HhPieceKind kind = hh_world_kind(world, first);
  int branch = world->holds[first].branch, all = 0;
  for (int i = first; i >= 0 && i < world->count && world->holds[i].branch == branch; i += facing)
    all++;
  int skip = kind == HH_PIECE_CABLE || (kind == HH_PIECE_VINE && facing > 0) ? 1 : 0;
  int left = all - skip - (kind == HH_PIECE_CABLE || (kind == HH_PIECE_VINE && facing < 0));
  for (int i = 0; i < worth(kind, left) && count < HH_AHEAD_MOST; i++)
    list[count++] = first + facing * (i + skip);
  return count;
}

int hh_ahead_holds(const HhWorld *world, int hold, int facing, int list[HH_AHEAD_MOST], int *floor)
{
  enum { PIECES = 2 };
  int count = 0;
  *floor = -1;
  for (int piece = 0; piece < PIECES; piece++) {
    hold = hh_world_beyond(world, hold, facing);
    if (hold < 0) return count;
    if (!hh_piece_holdable(hh_world_kind(world, hold))) {
      *floor = world->holds[hold].branch;
      return count;
    }
    count = add_piece(world, hold, facing, list, count);
  }
  return count;
}
