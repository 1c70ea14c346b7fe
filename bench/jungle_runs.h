/* Seeded jungles, run by one mover after the other, and how they end: what bench_jungles tells of a
 * thousand of them and the tests hold of a few. */
#ifndef HHB_JUNGLE_RUNS_H
#define HHB_JUNGLE_RUNS_H

#include "episode.h"
#include "jungle_oracle.h"

/* No jungle is given longer than this. */
#define HHB_JUNGLE_MOST_S 1200.0

typedef struct HhbJungleRun {
  HhStatus status;
  bool finished; /* it arrived, and never fell */
  double duration_s, at_m;
  HhPieceKind end; /* what it was at, at the end */
  long steps;
  uint64_t state_hash;
  HhRecord record;
  /* falls by why, what it was at, and what comes after that */
  int falls[HH_FALL_COUNT][HH_PIECE_KIND_COUNT][HH_PIECE_KIND_COUNT];
} HhbJungleRun;

/* Scene `jungle` with these parameters, to its end; status NO_MEMORY where there is none. */
HhbJungleRun hhb_jungle_run(const HhParams *params, HhMover mover, uint64_t seed);

/* What the oracle says of the same jungle, by rules. */
HhbReach hhb_jungle_oracle(const HhParams *params, uint64_t seed, HhbOracleRules rules);

#endif
