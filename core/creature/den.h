/* A den: a room and everything alive in it, stepped tick by tick.
 *
 * In order, each tick: paths (the fields' budget), prey, the tentacles of the walls, sounds, then
 * every daddy long legs on its own (mind, tentacles, body, strands), then what they caught. Daddies
 * do not touch one another, so neither their order nor the number of threads changes a bit.
 * Memory is the caller's; hh_den_bytes says how much. A den is plain data in it, without pointers,
 * and its hash is of everything that decides the future. The room is a view that the caller keeps.
 */
#ifndef HH_CREATURE_DEN_H
#define HH_CREATURE_DEN_H

#include "base/status.h"
#include "creature/daddy.h"
#include "creature/daddy_record.h"
#include "creature/prey.h"
#include "creature/wall_tentacle.h"

enum {
  HH_DEN_PLACES = 20, /* goals that daddies share */
  HH_DEN_BLOCK = 64   /* daddies stepped together: so many that strands which are solved again fill
                         registers, so few that all stay in the second cache */
};

/* clang-format off */
#define HH_DEN_PARAMS(X)                                                                                               \
  X(COUNT,  daddies, "den.daddies", "", 1, 0, 1000000, "daddy long legs in the room", "ours")                         \
  X(COUNT,  prey,    "den.prey", "", 0, 0, 64, "flying prey in the room", "Rain World: seven cicadas")                \
  X(COUNT,  walls,   "den.wall_tentacles", "", 0, 0, 64, "tentacles that grow from the walls", "Rain World talk")     \
  X(CHOICE, goal,    "den.goal", "exit|wander|hunt|stay", 0, 0, 3, "what the daddies do: go to the other exit, to and fro between random places, hunt what they hear, or stay", "ours") \
  X(COUNT,  budget,  "den.budget", "tile", 512, 1, 100000000, "tiles that the path fields may expand in a tick", "ours") \
  X(COUNT,  watch,   "den.watch", "tick", 16, 1, 100000, "between two looks at a tentacle's stretch and penetration", "ours") \
  X(CHOICE, quality, "den.quality", "off|on", 0, 0, 1, "measure how far each grip is from the best one, which takes longer than the search", "ours") \
  X(REAL,   tick,    "den.tick", "s", 0.025, 0.001, 0.1, "length of a tick", "40 a second")                           \
  X(REAL,   tile,    "den.tile", "m", 0.5, 0.01, 100, "side of a tile", "20 px of 25 mm")
/* clang-format on */

typedef struct HhDenParams {
  HH_DEN_PARAMS(HH_PARAM_FIELD)
} HhDenParams;

typedef enum HhDenGoal { HH_DEN_EXIT, HH_DEN_WANDER, HH_DEN_HUNT, HH_DEN_STAY } HhDenGoal;

/* All that a den's step reads. */
typedef struct HhDenSettings {
  HhDenParams den;
  HhDaddyParams daddy;
  HhTentacleParams tentacle;
  HhGripParams grip;
  HhGrabParams grab;
  HhStrandParams strand;
  HhPreyParams prey;
  HhWallParams wall;
} HhDenSettings;

/* A tile that many want to go to. */
typedef struct HhDenPlace {
  int x, y;
  int exit;  /* of the room, -1: none */
  int field; /* of the flow fields */
} HhDenPlace;

/* What the daddies of a block bring to what is shared, in its order. */
typedef struct HhDenSum {
  int going, claiming, asking; /* those that have a goal; that touch prey; that want a field */
  HhStrandCount strands;       /* in all */
} HhDenSum;

/* The state. What is many lies behind it in the same memory, at the offsets. */
typedef struct HhDen {
  uint64_t seed;
  long tick;
  int daddies, prey_count, walls;
  int tentacles, beads;  /* of a daddy; of a tentacle */
  int width, height;     /* of the room */
  int groups, wall_lane; /* of eight strands; lane daddy * tentacles + tentacle; the walls' first */
  HhStrandWide wide;
  HhDaddyShape shape;
  int place_count;
  HhDenPlace places[HH_DEN_PLACES]; /* the exits first */
  HhSounds sounds;                  /* of this tick */
  HhPrey prey[HH_PREY_MOST];
  HhWallTentacle wall[HH_WALL_TENTACLES];
  HhStrandCount wall_strands;
  long expanded;                                                       /* tiles of fields, in all */
  size_t daddies_at, records_at, strands_at, sums_at, paths_at, bytes; /* offsets, and the whole */
} HhDen;

static inline HhDaddy *hh_den_daddy(HhDen *den, int index)
{
  return (HhDaddy *)(void *)((char *)den + den->daddies_at) + index;
}

static inline HhDaddyRecord *hh_den_record(HhDen *den, int index)
{
  return (HhDaddyRecord *)(void *)((char *)den + den->records_at) + index;
}

static inline HhStrands *hh_den_strands(HhDen *den, int group)
{
  return (HhStrands *)(void *)((char *)den + den->strands_at) + group;
}

static inline HhDenSum *hh_den_sum(HhDen *den, int block)
{
  return (HhDenSum *)(void *)((char *)den + den->sums_at) + block;
}

/* Bead `bead` of a daddy's tentacle. */
static inline HhVec hh_den_bead(HhDen *den, int daddy, int tentacle, int bead)
{
  int lane = daddy * den->tentacles + tentacle;
  const HhStrands *strands = hh_den_strands(den, lane / HH_STRAND_LANES);
  return hh_vec((double)strands->x[bead][lane % HH_STRAND_LANES],
                (double)strands->y[bead][lane % HH_STRAND_LANES]);
}

/* By how much of its length the worst stick of a daddy's tentacle is off. */
static inline double hh_den_stretch(HhDen *den, int daddy, int tentacle)
{
  int lane = daddy * den->tentacles + tentacle;
  const HhStrands *strands = hh_den_strands(den, lane / HH_STRAND_LANES);
  return (double)strands->stretch[lane % HH_STRAND_LANES];
}

/* The same of a wall's tentacle. */
static inline HhVec hh_den_wall_bead(HhDen *den, int wall, int bead)
{
  int lane = den->wall_lane + wall;
  const HhStrands *strands = hh_den_strands(den, lane / HH_STRAND_LANES);
  return hh_vec((double)strands->x[bead][lane % HH_STRAND_LANES],
                (double)strands->y[bead][lane % HH_STRAND_LANES]);
}

/* Settings that hh_den_start refuses need next to nothing. */
size_t hh_den_bytes(const HhDenSettings *settings, const HhRoom *room);

/* BAD_PARAMS, NO_SCENE (nowhere to put a creature, or no way to its goal), or RUNNING. `memory` is
 * aligned to 64 bytes. */
HhStatus hh_den_start(const HhDenSettings *settings, const HhRoom *room, uint64_t seed,
                      void *memory, HhDen **den);

/* One tick. ARRIVED: every daddy reached its goal (den.goal exit), or nothing is left to hunt;
 * DIVERGED; RUNNING. */
HhStatus hh_den_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den);

/* The same in parts: what is shared, then blocks of HH_DEN_BLOCK daddies (in any order, or on
 * threads; den_block.h has the parts of that), then what is shared again. */
void hh_den_begin(const HhDenSettings *settings, const HhRoom *room, HhDen *den);
void hh_den_step_blocks(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int first,
                        int count);
HhStatus hh_den_end(const HhDenSettings *settings, HhDen *den);

static inline int hh_den_blocks(const HhDen *den)
{
  return (den->daddies + HH_DEN_BLOCK - 1) / HH_DEN_BLOCK;
}

/* A sound from outside, heard in the next tick. */
void hh_den_sound(HhDen *den, HhVec at, double strength_t);

/* All defaults. */
void hh_den_preset(HhDenSettings *settings);

uint64_t hh_den_hash(HhDen *den);

/* Of one daddy with its strands. */
uint64_t hh_den_daddy_hash(HhDen *den, int index);

#endif
