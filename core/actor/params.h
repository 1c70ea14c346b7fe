/* All parameters of a moving creature and its world, and the registry of their names. */
#ifndef HH_ACTOR_PARAMS_H
#define HH_ACTOR_PARAMS_H

#include "actor/player.h"
#include "base/param.h"
#include "gibbon/gibbon.h"
#include "rig/rig.h"
#include "skin/skin.h"
#include "world/grab.h"
#include "world/jungle.h"
#include "world/world.h"

/* clang-format off */
#define HH_EPISODE_PARAMS(X)                                                                                           \
  X(REAL,  dt,         "episode.dt", "s", 0.016666666666666666, 0.0005, 0.2, "length of a frame", "60 Hz")             \
  X(CHOICE, regret,    "episode.regret", "off|on", 0, 0, 1, "measure planner_regret, which takes longer than planning", "ours") \
  X(COUNT, fall_limit, "episode.fall_limit", "", 1000000, 1, 1000000, "falls after which the episode ends as fell", "ours")
/* clang-format on */

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
  HhRigParams rig;
  HhSkinParams skin;
} HhParams;

/* The registry: hh_params_count rows in table order; offsets are into HhParams. */
extern const HhParam hh_params_table[];
extern const size_t hh_params_count;

/* Fills every field with its default, leaves no layer over the rig and no script, and signs the struct. */
void hh_params_preset(HhParams *params);

/* Null when the struct is signed, every field is in range and ranges are the right way round
 * (gap_min <= gap_max and the like); otherwise the name of an offending parameter. */
const char *hh_params_fault(const HhParams *params);

#endif
