/* The optimisers at work: which points become trials.
 *
 * Trial 0 is what the presets and settings are; where an optimiser wants a start, it starts there.
 * Then cma_es asks for generations (cma.h), random draws points, race runs Latin hypercube points
 * over more and more replicates, each a block of all scenes, and drops what ranks
 * badly (race.h): the best by the objectives of those left wins, nsga2
 * breeds (nsga2.h); last a local search may polish the best (polish.h). */
#ifndef HHX_SEARCH_H
#define HHX_SEARCH_H

#include "front.h"
#include "race.h"
#include "trials.h"

typedef struct HhxSearch {
  HhxTrials trials;
  HhxFront front;         /* of several objectives */
  HhxRaceRecord *records; /* of a race */
  int record_count;
  int winner; /* trial that best.yaml is of; -1: every trial failed */
} HhxSearch;

/* Room for what a search keeps; false when memory ran out. */
bool hhx_search_create(const HhxSpec *spec, HhxSearch *search);
void hhx_search_free(HhxSearch *search);

/* Least number of trials that the spec's optimiser wants. */
int hhx_search_least(const HhxSpec *spec);

/* Runs the whole search. 0, or *error and a code as hhx_crew_run. */
int hhx_search(HhxSearch *search, HhxCrew *crew, HhxError *error);

#endif
