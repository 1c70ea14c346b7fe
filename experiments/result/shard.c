/* Blocks dealt in turn. See the header. */
#include "shard.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Digits only, 1 .. HHX_SHARDS_MAX. */
static bool parse_number(const char *digits, size_t length, int *number)
{
  if (length == 0 || length > 6 || strspn(digits, "0123456789") < length) return false;
  *number = (int)strtol(digits, NULL, 10);
  return *number >= 1 && *number <= HHX_SHARDS_MAX;
}

bool hhx_shard_parse(const char *word, HhxShard *shard)
{
  size_t length = strcspn(word, "/");
  if (word[length] != '/') return false;
  const char *count = word + length + 1;
  HhxShard read;
  if (!parse_number(word, length, &read.number) ||
      !parse_number(count, strlen(count), &read.count) || read.number > read.count)
    return false;
  *shard = read;
  return true;
}

/* Sixteen blocks a shard where there are as many runs. */
static int64_t block(int count, int64_t runs)
{
  enum { BLOCKS_A_SHARD = 16, BLOCK_MAX = 64 };
  int64_t size = runs / BLOCKS_A_SHARD / count;
  return size < 1 ? 1 : size > BLOCK_MAX ? BLOCK_MAX : size;
}

int hhx_shard_of(int count, int64_t runs, int64_t run)
{
  assert(count > 0 && run >= 0 && run < runs);
  return (int)(run / block(count, runs) % count) + 1;
}

int64_t hhx_shard_size(HhxShard shard, int64_t runs)
{
  if (shard.count == 0) return runs;
  int64_t size = block(shard.count, runs), round = size * shard.count;
  int64_t rest = runs % round - (shard.number - 1) * size;
  return runs / round * size + (rest < 0 ? 0 : rest > size ? size : rest);
}

int64_t hhx_shard_run(HhxShard shard, int64_t runs, int64_t i)
{
  assert(i >= 0 && i < hhx_shard_size(shard, runs));
  if (shard.count == 0) return i;
  int64_t size = block(shard.count, runs);
  return (i / size * shard.count + shard.number - 1) * size + i % size;
}
