/* provenance.json: which program made a result, of which request, on which machine, when. */
#ifndef HHX_PROVENANCE_H
#define HHX_PROVENANCE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "shard.h"
#include "spec.h"

/* What only the caller knows. */
typedef struct HhxProvenance {
  const char *command; /* sweep, compare, ... */
  int argc;
  char **argv; /* as typed; may be null */
  const char *spec_name;
  uint64_t spec_hash;
  int64_t runs, runs_before; /* all, and those a resumed folder had already */
  int threads;               /* of each process */
  int ranks;                 /* processes under MPI; 0: none */
  HhxShard shard; /* what was run; number 0 and a count: all, merged from so many; 0, 0: all */
  bool timing;
  time_t start, end;
  const char *const *plots; /* file names */
  int plot_count;
} HhxProvenance;

/* Version of the library with the commit it was built from. */
const char *hhx_provenance_version(void);

/* Writes the file; 0, or *error and exit code 1. */
int hhx_provenance_write(const HhxProvenance *provenance, const char *path, HhxError *error);

/* What an existing provenance.json says; only what another command needs to know. */
typedef struct HhxPast {
  char *command;
  char *version; /* as hhx_provenance_version */
  uint64_t spec_hash;
  bool timing;
  char **plots;
  int plot_count;
} HhxPast;

/* False when there is no such plain file or it is not ours. */
bool hhx_past_read(const char *path, HhxPast *past);
void hhx_past_free(HhxPast *past);

#endif
