/* What tuning has brought, measured on the scenes and seeds that it never saw.
 *
 * Candidate 0 is the default, trial 0; 1 the winner, which best.yaml is; for several objectives
 * some of the front follow, spread over it. All meet the same holds: differences are paired by
 * seed. */
#ifndef HHX_HELD_OUT_H
#define HHX_HELD_OUT_H

#include "package.h"
#include "search.h"

enum { HHX_CANDIDATES_MOST = 18 };

typedef struct HhxCandidates {
  HhxSpec spec; /* whose points are the candidates; a copy that owns nothing but points */
  int trials[HHX_CANDIDATES_MOST];
  char *notes[HHX_CANDIDATES_MOST]; /* lines for people: the objectives, against the default */
  int count;
} HhxCandidates;

/* Room for the most candidates; false when memory ran out. */
bool hhx_candidates_create(const HhxSpec *spec, HhxCandidates *candidates);
void hhx_candidates_free(HhxCandidates *candidates);

/* Episodes of the most candidates that there may be. */
int64_t hhx_candidates_runs(const HhxSpec *spec);

/* Chooses from what a search has found, and runs them; record base + r of the journal is run r.
 * 0, or *error and a code as hhx_crew_run. */
int hhx_candidates_run(HhxCandidates *candidates, const HhxSearch *search, HhxCrew *crew,
                       int64_t base, HhxError *error);

/* "default", "tuned", "front_00". */
void hhx_candidate_name(int candidate, char *text, size_t size);

/* Writes held_out.csv into folder `out`, and the candidates' notes. 0, or *error and 1. */
int hhx_held_out_write(HhxCandidates *candidates, const HhxJournal *journal, int64_t base,
                       const char *out, HhxPackage *package, HhxError *error);

#endif
