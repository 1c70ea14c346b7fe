/* `handhold merge`: the shards of a sweep into one result, as if one process had run it all. */
#ifndef HHX_MERGE_H
#define HHX_MERGE_H

#include "journal.h"
#include "spec.h"

typedef struct HhxMergeOptions {
  const char *const *folders; /* of the shards, in any order */
  int folder_count;
  const char *out;
  bool resume, force;
} HhxMergeOptions;

/* Checks that the folders hold each shard of one request once and whole, and copies their records
 * into the journal of `out`. Then *key tells what was asked of the shards, *spec is theirs, and
 * that command with --resume makes the result of it. 0; or a message and an exit code, 2 when
 * refused: then nothing was written. */
int hhx_merge(const HhxMergeOptions *options, HhxSpec **spec, HhxJournalKey *key);

#endif
