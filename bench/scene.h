/* The scenes by name: which holds there are, and which defaults of parameters suit them.
 * Gibbons are in scenes of holds, creatures of rooms in scenes of tiles; the first come first.
 * A scene's preset is applied over the library's defaults and under the user's settings. */
#ifndef HHB_SCENE_H
#define HHB_SCENE_H

#include <stddef.h>

#include "actor/actor.h"
#include "actor/params.h"
#include "world/world.h"

typedef struct HhbPreset {
  const char *name; /* dotted parameter name; null ends the list */
  double value;
} HhbPreset;

typedef struct HhbScene {
  const char *name;
  HhSceneKind kind;
  const char *meaning;
  HhbPreset presets[8];
} HhbScene;

extern const HhbScene hhb_scene_table[];
extern const size_t hhb_scene_count;

/* Made of tiles (world/room.h), not of holds. */
static inline bool hhb_scene_is_room(const HhbScene *scene)
{
  return scene->kind >= HH_SCENE_ROOM;
}

/* How many there are of holds. */
size_t hhb_scene_hold_count(void);

/* A mover of that kind of scene. */
static inline bool hhb_scene_suits(const HhbScene *scene, HhMover mover)
{
  return hhb_scene_is_room(scene) == hh_mover_in_room(mover);
}

/* Whether anything in it reads the parameter, with some settings of the others. */
bool hhb_scene_reads(const HhbScene *scene, const HhParam *param);

/* The scene called `name`, or null. */
const HhbScene *hhb_scene_find(const char *name);

/* True when an episode of it is over by itself: not on a branch without end, nor where a gibbon
 * turns at the end of the course and comes back (gibbon.at_end), nor in a room where there is
 * nothing to reach or to hunt (den.goal). */
bool hhb_scene_ends(const HhbScene *scene, const HhParams *params);

/* The library's defaults with the scene's presets over them. */
void hhb_scene_preset(const HhbScene *scene, HhParams *params);

#endif
