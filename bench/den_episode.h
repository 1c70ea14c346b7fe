/* An episode in a den (core/creature/den.h): its room, its memory, when it is over, and its
 * metrics. bench/episode.h is what callers use. A step is a tick, den.tick long.
 * It ends as STALLED where nothing was reached or eaten for ten minutes, unless nobody wants to
 * (den.goal stay, or no daddy long legs). */
#ifndef HHB_DEN_EPISODE_H
#define HHB_DEN_EPISODE_H

#include "metrics.h"
#include "scene.h"

typedef struct HhbDenEpisode {
  HhMover mover;
  HhDenSettings settings;
  HhRoom room;
  void *tiles;  /* owned; null where the room is the caller's */
  void *memory; /* owned: of the den */
  HhDen *den;
  double start_y_t;   /* mean height of the daddies at the start */
  long reached;       /* goals and prey so far, */
  long reached_ticks; /* and when the last one was */
} HhbDenEpisode;

/* Bytes of its den, in a room of the parameters' size. */
size_t hhb_den_bytes(const HhParams *params);

/* RUNNING, BAD_PARAMS, NO_SCENE or NO_MEMORY; `den` is to be freed whatever it says. `given` is the
 * room of scenes that are given one. */
HhStatus hhb_den_start(const HhParams *params, const HhbScene *scene, HhMover mover,
                       const HhRoom *given, uint64_t seed, HhbDenEpisode *den);
void hhb_den_free(HhbDenEpisode *den);

/* One tick. RUNNING, ARRIVED, STALLED or DIVERGED. */
HhStatus hhb_den_step(HhbDenEpisode *den);

double hhb_den_time_s(const HhbDenEpisode *den);

/* Fills in the metrics that apply; the clock columns are the caller's. */
void hhb_den_measure(const HhbDenEpisode *den, HhbMetrics *metrics);

/* Creatures times ticks: what a cost is shared by; walls' tentacles are counted where there is
 * nothing else. */
double hhb_den_creature_steps(const HhbDenEpisode *den);

/* The record of all daddies together: entries and counts added up, extremes of all. */
HhDaddyRecord hhb_den_record(const HhbDenEpisode *den);

#endif
