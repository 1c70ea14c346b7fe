/* Buckets of tiles; see the header. Bucket b of level l is number l << DIGIT | b. */
#include "world/frontier.h"

#include <assert.h>
#include <string.h>

enum { WORDS = (1 << HH_FRONTIER_DIGIT) / 64 /* of a level */ };

static int bucket_of(const HhFrontier *frontier, uint64_t key)
{
  uint64_t change = key ^ frontier->last;
  int level = change == 0 ? 0 : (63 - __builtin_clzll(change)) / HH_FRONTIER_DIGIT;
  int digit = (int)(key >> level * HH_FRONTIER_DIGIT & ((1 << HH_FRONTIER_DIGIT) - 1));
  return level << HH_FRONTIER_DIGIT | digit;
}

static void push(HhFrontier *frontier, const HhFrontierRows *rows, int tile, int bucket)
{
  HhFrontierLink *link = &rows->links[tile];
  link->next = frontier->head[bucket];
  link->before = -1 - bucket;
  if (link->next >= 0) rows->links[link->next].before = tile;
  frontier->head[bucket] = tile;
  frontier->some[bucket / 64] |= UINT64_C(1) << bucket % 64;
}

static void empty_bucket(HhFrontier *frontier, int bucket)
{
  frontier->head[bucket] = -1;
  frontier->some[bucket / 64] &= ~(UINT64_C(1) << bucket % 64);
}

static void unlink_tile(HhFrontier *frontier, const HhFrontierRows *rows, int tile)
{
  const HhFrontierLink *link = &rows->links[tile];
  if (link->next >= 0) rows->links[link->next].before = link->before;
  if (link->before >= 0)
    rows->links[link->before].next = link->next;
  else if (link->next >= 0)
    frontier->head[-1 - link->before] = link->next;
  else
    empty_bucket(frontier, -1 - link->before);
}

void hh_frontier_clear(HhFrontier *frontier)
{
  memset(frontier, 0, sizeof *frontier);
  memset(frontier->head, 0xff, sizeof frontier->head); /* -1 */
}

void hh_frontier_put(HhFrontier *frontier, const HhFrontierRows *rows, int tile, uint64_t key)
{
  assert(key >= frontier->last);
  if (rows->keys[tile] != HH_FRONTIER_FAR)
    unlink_tile(frontier, rows, tile);
  else
    frontier->count++;
  rows->keys[tile] = key;
  push(frontier, rows, tile, bucket_of(frontier, key));
}

/* The first bucket that is not empty. On a level none lies before the digit of the least key. */
static int first_bucket(const HhFrontier *frontier)
{
  int word = (int)(frontier->last >> 6 & (WORDS - 1));
  while (frontier->some[word] == 0)
    word++;
  return word * 64 + __builtin_ctzll(frontier->some[word]);
}

/* Spreads a bucket of a higher level over the levels below it. */
static void spread(HhFrontier *frontier, const HhFrontierRows *rows, int bucket)
{
  int first = frontier->head[bucket];
  uint64_t least = rows->keys[first];
  for (int tile = rows->links[first].next; tile >= 0; tile = rows->links[tile].next)
    if (rows->keys[tile] < least) least = rows->keys[tile];
  frontier->last = least;
  empty_bucket(frontier, bucket);
  for (int tile = first; tile >= 0;) {
    int next = rows->links[tile].next;
    push(frontier, rows, tile, bucket_of(frontier, rows->keys[tile]));
    tile = next;
  }
}

int hh_frontier_take(HhFrontier *frontier, const HhFrontierRows *rows)
{
  int bucket = first_bucket(frontier);
  if (bucket >> HH_FRONTIER_DIGIT != 0) {
    spread(frontier, rows, bucket);
    bucket = first_bucket(frontier);
  }
  int tile = frontier->head[bucket];
  frontier->last = rows->keys[tile];
  frontier->count--;
  unlink_tile(frontier, rows, tile);
  return tile;
}
