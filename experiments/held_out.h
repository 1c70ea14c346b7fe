/* What tuning has brought, measured on the scenes and seeds that it never saw.
 *
 * Candidate 0 is the default, trial 0; then the winner or, for several objectives, at most
 * HHX_CANDIDATES_MOST - 1 of the front. All meet the same holds: differences are paired by seed. */
#ifndef HHX_HELD_OUT_H
#define HHX_HELD_OUT_H

#include "package.h"
#include "search.h"

enum { HHX_CANDIDATES_MOST = 17 };

typedef struct HhxCandidates {
  HhxSpec spec; /* whose points are the candidates; a copy that owns nothing but points */
  int trials[HHX_CANDIDATES_MOST];
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
void hhx_candidate_name(const HhxCandidates *candidates, int candidate, char *text, size_t size);

/* Writes held_out.csv into folder `out`, and on stdout the objectives' part of it, which `notes`
 * gets too, a line each. 0, or *error and 1. */
int hhx_held_out_write(const HhxCandidates *candidates, const HhxJournal *journal, int64_t base,
                       const char *out, HhxPackage *package, FILE *notes, HhxError *error);

#endif
