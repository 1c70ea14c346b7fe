/* All parameters of a moving creature and its world, and the registry of their names. */
#ifndef HH_ACTOR_PARAMS_H
#define HH_ACTOR_PARAMS_H

#include "actor/player.h"
#include "base/param.h"
#include "creature/den.h"
#include "gibbon/gibbon.h"
#include "rig/rig.h"
#include "skin/skin.h"
#include "world/grab.h"
#include "world/jungle.h"
#include "world/room_maker.h"
#include "world/world.h"

/* clang-format off */
#define HH_EPISODE_PARAMS(X)                                                                                           \
  X(REAL,  dt,         "episode.dt", "s", 0.016666666666666666, 0.0005, 0.2, "length of a frame of a gibbon; in rooms a step is den.tick", "60 Hz")             \
  X(CHOICE, regret,    "episode.regret", "off|on", 0, 0, 1, "measure planner_regret, which takes longer than planning", "ours") \
  X(COUNT, fall_limit, "episode.fall_limit", "", 1000000, 1, 1000000, "falls after which the episode ends as fell", "ours")
/* clang-format on */

/* clang-format off */
/* A second gibbon: friend.h. */
#define HH_FRIEND_PARAMS(X)                                                                                            \
  X(CHOICE, kind,  "friend.kind", "off|follow|throw", 0, 0, 2, "a second gibbon: none, one that follows the first, or one that throws it over a gap", "ours") \
  X(CHOICE, path,  "friend.path", "same|own", 0, 0, 1, "who follows is on the same holds, or on a row of its own beside them", "ours") \
  X(REAL,   depth, "friend.depth", "m", 1.5, -20, 20, "of that row beside the first one's", "ours")                   \
  X(REAL,   gap,   "friend.gap", "m", 4, 0, 1000, "it wants to be this far behind", "ours")                           \
  X(REAL,   slack, "friend.slack", "m", 5, 0, 1000, "it waits while its next hold is nearer than that by this", "ours")                    \
  X(REAL,   hurry, "friend.hurry", "1/m", 0.15, 0, 10, "share by which it is faster for each metre that it is farther behind than it wants", "ours") \
  X(REAL,  patience, "friend.patience", "m", 0, 0, 1e6, "the first one waits while the other is farther behind than this; 0: it never does", "ours") \
  X(COUNT, hold,  "friend.hold", "", 3, 1, 1000000, "number of the hold from which it throws the first one to the next; neither is a floor's, nor does it move", "ours") \
  X(REAL,  sway,  "friend.sway", "m/s", 1.5, 0, 10, "speed at which it swings below that hold meanwhile", "ours")
/* clang-format on */

typedef struct HhFriendParams {
  HH_FRIEND_PARAMS(HH_PARAM_FIELD)
} HhFriendParams;

typedef enum HhFriendKind { HH_FRIEND_OFF, HH_FRIEND_FOLLOW, HH_FRIEND_THROW } HhFriendKind;
typedef enum HhFriendPath { HH_FRIEND_SAME, HH_FRIEND_OWN } HhFriendPath;

typedef struct HhEpisodeParams {
  HH_EPISODE_PARAMS(HH_PARAM_FIELD)
} HhEpisodeParams;

typedef struct HhParams {
  unsigned signature; /* set by hh_params_preset and checked by the first user */
  HhEpisodeParams episode;
  HhWorldParams world;
  HhJungleParams jungle;
  HhGrabParams grab;
  HhGibbonParams gibbon;
  HhPlayerParams player;
  HhFriendParams companion;
  HhRigParams rig;
  HhSkinParams skin;
  HhRoomParams room; /* from here on what lives in rooms */
  HhStrandParams strand;
  HhTentacleParams tentacle;
  HhGripParams grip;
  HhDaddyParams daddy;
  HhPreyParams prey;
  HhWallParams wall;
  HhDenParams den;
} HhParams;

/* The registry: hh_params_count rows in table order; offsets are into HhParams. */
extern const HhParam hh_params_table[];
extern const size_t hh_params_count;

/* Fills every field with its default, leaves no layer over the rig and no script, and signs the
 * struct. */
void hh_params_preset(HhParams *params);

/* Null when the struct is signed, every field is in range and ranges are the right way round
 * (gap_min <= gap_max and the like); otherwise the name of an offending parameter. */
const char *hh_params_fault(const HhParams *params);

#endif
