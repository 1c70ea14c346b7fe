/* The tentacle's own mind: what it holds or is on its way to, and how it finds there.
 *
 * The ghost is a run of free tiles from the root's tile to the goal's, no longer than the tentacle;
 * beads follow it by the pull of the tip toward the farthest tile of it that the tip can see. A tip
 * that cannot see its tile walks back through the ghost (backtrack), and now and then any does
 * whose ghost is bent, as all beads are pulled the way the tip is and those before a corner
 * crumple; a ghost that fits no more is let go. A tip within tentacle.snap of its goal is pinned
 * there: it holds. It lets go when the goal is farther from the root than tentacle.release of its
 * length. A goal that it does not get to in 120 ticks is given up and shunned, with more and more
 * about it, so that no tentacle reaches for ever for what it cannot reach (devlog: the lizard's
 * legs). After: devlog and creature notes (README, Sources). Ours differs: no phase through
 * terrain. */
#ifndef HH_CREATURE_TENTACLE_H
#define HH_CREATURE_TENTACLE_H

#include "chain/strand.h"
#include "creature/ghost.h"
#include "creature/grip.h"

/* clang-format off */
#define HH_TENTACLE_PARAMS(X)                                                                                          \
  X(COUNT, beads,   "tentacle.beads", "", 16, 1, 20, "of each tentacle", "performance study: 16")                     \
  X(REAL,  length,  "tentacle.length", "tile", 6.4, 0.5, 40, "of each tentacle", "performance study: 6.4")            \
  X(REAL,  snap,    "tentacle.snap", "tile", 0.25, 0.01, 5, "distance from its goal at which the tip takes hold", "creature notes: 5 px") \
  X(REAL,  pull,    "tentacle.pull", "tile/tick2", 0.08, 0, 1, "of the tip toward the next tile of its ghost", "ours") \
  X(REAL,  release, "tentacle.release", "", 0.95, 0.1, 1, "distance from root to hold at which it lets go, in lengths", "performance study: 0.9")
/* clang-format on */

typedef struct HhTentacleParams {
  HH_TENTACLE_PARAMS(HH_PARAM_FIELD)
} HhTentacleParams;

typedef enum HhDuty { HH_DUTY_LOCOMOTION, HH_DUTY_HUNT, HH_DUTY_EXAMINE } HhDuty;

enum {
  HH_TENTACLE_WATCH = 4,  /* ticks between two looks at its ghost and its tip */
  HH_TENTACLE_TRIES = 120 /* in which a tip must get to its goal, before another one is chosen */
};

#define HH_TENTACLE_FORGET_T 0.005 /* by that shrinks in a tick what it shuns */

/* State. Positions in tiles. */
typedef struct HhTentacle {
  HhDuty duty;
  bool reaching, holding; /* it has a goal; its tip is pinned there */
  HhVec goal;             /* the current goal */
  HhVec toward;           /* where its tip is pulled */
  HhGripSearch search;    /* with the temporary goal */
  HhGhost ghost;
  int lost;   /* ticks that it has been reaching */
  int caught; /* ticks since it held in which it was stretched at its full length */
  int rest;   /* ticks until it searches again, though it has a goal */
} HhTentacle;

/* One tick: from where its tip is and where the body wants it, to what is asked of its strand
 * (pull, pin; the caller sets root and stick). `ideal` is the ideal position. One that has a goal
 * searches every grab.calm ticks, and looks more often where its ghost and its tip are. Returns the
 * number of candidates tried. */
int hh_tentacle_step(const HhTentacleParams *params, const HhGrabParams *grab,
                     const HhGripParams *grip, const HhRoom *room, HhVec root, HhVec tip,
                     HhVec ideal, HhRandom *random, HhTentacle *tentacle, HhStrandDrive *drive,
                     int lane);

/* True when it searches in its next tick: only then the ideal position is asked for. */
static inline bool hh_tentacle_looks(const HhTentacle *tentacle)
{
  return !tentacle->reaching || tentacle->rest <= 1;
}

/* Its tip is pinned at its goal while it holds; nothing pins it else. */
static inline void hh_tentacle_pin(const HhTentacle *tentacle, HhStrandDrive *drive, int lane)
{
  drive->pinned[lane] = tentacle->holding ? -1 : 0;
  drive->pin_x[lane] = (float)tentacle->goal.x;
  drive->pin_y[lane] = (float)tentacle->goal.y;
}

static inline void hh_tentacle_forget(HhTentacle *tentacle)
{
  double shun_t = tentacle->search.shun_t;
  if (shun_t > 0)
    tentacle->search.shun_t = shun_t > HH_TENTACLE_FORGET_T ? shun_t - HH_TENTACLE_FORGET_T : 0;
}

/* The tip is pulled to where it is to go, less where that is near. */
static inline void hh_tentacle_pull(const HhTentacleParams *params, const HhTentacle *tentacle,
                                    HhVec tip, HhStrandDrive *drive, int lane)
{
  HhVec way = hh_vec_sub(tentacle->toward, tip);
  double far2 = hh_vec_dot(way, way), pull = params->pull;
  if (far2 > 1) pull /= sqrt(far2);
  drive->pull_x[lane] = (float)(pull * way.x);
  drive->pull_y[lane] = (float)(pull * way.y);
}

/* The tick of one that goes on holding or reaching as it did, with nothing new to look at: true
 * when that was it, which is most often. */
static inline bool hh_tentacle_goes_on(const HhTentacleParams *params, HhVec root, HhVec tip,
                                       HhTentacle *tentacle, HhStrandDrive *drive, int lane)
{
  int rest = tentacle->rest;
  if (!tentacle->reaching || rest <= 1) return false;
  if (rest % HH_TENTACLE_WATCH == 1 &&
      !(tentacle->holding && hh_ghost_starts_at(&tentacle->ghost, root)))
    return false;
  double length_t = params->release * params->length;
  if (!hh_vec_within(root, tentacle->goal, length_t)) return false;
  drive->pull_x[lane] = drive->pull_y[lane] = 0;
  if (!tentacle->holding) {
    if (hh_vec_within(tip, tentacle->goal, params->snap)) return false;
    if (tentacle->lost >= HH_TENTACLE_TRIES) return false;
    tentacle->lost++;
    hh_tentacle_pull(params, tentacle, tip, drive, lane);
  }
  tentacle->rest = rest - 1;
  hh_tentacle_forget(tentacle);
  hh_tentacle_pin(tentacle, drive, lane);
  return true;
}

/* Lets go and forgets its goal; the temporary goal is kept. */
void hh_tentacle_release(HhTentacle *tentacle);

/* Where its tip is pulled: its goal when it sees that, else the farthest tile of the ghost that it
 * sees, else, walking back, the ghost's first. */
HhVec hh_tentacle_toward(const HhRoom *room, HhVec tip, const HhTentacle *tentacle);

uint64_t hh_tentacle_hash(uint64_t hash, const HhTentacle *tentacle);

#endif
