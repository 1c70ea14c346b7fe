/* One part of a sweep for one machine: shard I of N, which several machines run without a word
 * between them, each into a folder of its own; `handhold merge` makes one result of them.
 *
 * Runs are dealt in blocks of consecutive ones, which share a design point: run r is of shard
 * (r / block) mod N + 1, with blocks so short that every shard has many, and so a like mixture of
 * cheap and dear points. All is a pure function of the shard and the number of runs. */
#ifndef HHX_SHARD_H
#define HHX_SHARD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct HhxShard {
  int number; /* from 1 */
  int count;  /* 0: no shard, every run */
} HhxShard;

enum { HHX_SHARDS_MAX = 100000 };

/* Reads "I/N". */
bool hhx_shard_parse(const char *word, HhxShard *shard);

/* Which shard of `count` has a run. */
int hhx_shard_of(int count, int64_t runs, int64_t run);

/* How many of `runs` are the shard's, and the number of its i-th, from 0 and growing. */
int64_t hhx_shard_size(HhxShard shard, int64_t runs);
int64_t hhx_shard_run(HhxShard shard, int64_t runs, int64_t i);

#endif
