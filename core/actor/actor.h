/* One interface over everything that moves: start, step, and what can be seen of it.
 * A mover is chosen by name; four gibbons, a bird, and a creature of rooms, which
 * is moved in two ways. */
#ifndef HH_ACTOR_ACTOR_H
#define HH_ACTOR_ACTOR_H

#include <stdint.h>

#include "actor/params.h"
#include "base/status.h"
#include "gibbon/gibbon.h"
#include "rig/rig.h"
#include "skin/skin.h"

typedef struct HhActor {
  HhGibbon gibbon; /* state */
  HhPlayer player; /* state: who presses its keys */
  HhRecord record; /* append only */
  HhRig rig;       /* up to params.rig.level; nothing below reads it */
  HhSkin skin;     /* at level skin; nothing reads it */
  long skins;      /* counted work: steps of it */
} HhActor;

/* Movers: those of HhMover, and behind them what lives in rooms (creature/den.h), which has no
 * HhActor. */
enum {
  HH_GIBBON_MOVERS = 5,
  HH_MOVER_DADDY = HH_GIBBON_MOVERS,
  HH_MOVER_DADDY_HONEST,
  HH_MOVER_COUNT
};

static inline bool hh_mover_in_room(HhMover mover)
{
  return (int)mover >= HH_GIBBON_MOVERS;
}

/* Names as users write them, in that order. */
extern const char *const hh_mover_names[HH_MOVER_COUNT];
const char *hh_mover_meaning(HhMover mover);

/* Index of the mover called `name`, or -1. */
int hh_mover_find(const char *name);

/* Of a mover on branches. BAD_PARAMS, NO_SCENE (no hold), or RUNNING. `creature`: its number in the
 * episode. */
HhStatus hh_actor_start(const HhParams *params, const HhWorld *world, HhMover mover, uint64_t seed,
                        uint32_t creature, HhActor *actor);

/* One frame of dt_s. RUNNING, ARRIVED, FELL or DIVERGED. */
HhStatus hh_actor_step(const HhParams *params, const HhWorld *world, HhActor *actor, double dt_s);

/* The same by the keys that are in actor->gibbon.input, whoever pressed them. */
HhStatus hh_actor_advance(const HhParams *params, const HhWorld *world, HhActor *actor,
                          double dt_s);

/* A frame in two parts, for who moves the gibbon itself: what it begins with, and, once the gibbon
 * has moved to its end, the levels above it and the status of the whole. */
typedef struct HhActorFrame {
  double dt_s, before_s; /* its length; the gibbon's time */
  int falls;
} HhActorFrame;

HhActorFrame hh_actor_frame(const HhActor *actor, double dt_s);
HhStatus hh_actor_complete(const HhParams *params, const HhWorld *world, HhActorFrame frame,
                           HhStatus status, HhActor *actor);

/* A hash of everything that decides the future: the same at every level of detail. */
uint64_t hh_actor_hash(const HhActor *actor);

/* A word for the mode: swing, slack, flight, sine, blend, chain, stance, run, slide, bounce, pair,
 * wings. */
const char *hh_actor_mode(const HhActor *actor);

#endif
