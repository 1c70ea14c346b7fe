/* A tentacle's mind; see the header. */
#include "creature/tentacle.h"

#include <math.h>

#include "base/hash.h"

enum {
  STRIDE = 32, /* of them the last BACK it walks back through a ghost that is bent */
  BACK = 8
};

#define SHUN_T                                                                                     \
  1.5 /* tiles round a goal that it did not get to, where none is chosen; each time                \
       */

void hh_tentacle_release(HhTentacle *tentacle)
{
  tentacle->holding = tentacle->reaching = false;
  tentacle->ghost.count = 0;
  tentacle->lost = 0;
}

/* Takes the temporary goal, if there is a way to it. */
static void take_goal(const HhRoom *room, HhVec root, double length_t, HhTentacle *tentacle)
{
  if (!tentacle->search.found) return;
  tentacle->goal = tentacle->search.kept;
  tentacle->reaching = hh_ghost_find(room, root, tentacle->goal, length_t, &tentacle->ghost);
  if (!tentacle->reaching) tentacle->search.found = false; /* it was reachable once */
  tentacle->toward = tentacle->goal;
  tentacle->lost = 0;
}

HhVec hh_tentacle_toward(const HhRoom *room, HhVec tip, const HhTentacle *tentacle)
{
  const HhGhost *ghost = &tentacle->ghost;
  if (ghost->count == 0 || hh_room_sees(room, tip, tentacle->goal)) return tentacle->goal;
  HhVec tiles[HH_GHOST_TILES];
  hh_ghost_tiles(ghost, tiles);
  int i = ghost->count - 1;
  while (i > 0 && !hh_room_sees(room, tip, tiles[i]))
    i--;
  return tiles[i];
}

/* The root has moved to another tile: the ghost of the way that is left. */
static void follow_root(const HhRoom *room, HhVec root, double length_t, HhTentacle *tentacle)
{
  if (hh_ghost_starts_at(&tentacle->ghost, root)) return;
  if (!hh_ghost_find(room, root, tentacle->goal, length_t, &tentacle->ghost))
    hh_tentacle_release(tentacle);
}

/* It does not get there: another goal, farther from this one the more often it failed. */
static void fail(HhTentacle *tentacle)
{
  tentacle->search.found = false;
  tentacle->search.shunned = tentacle->goal;
  tentacle->search.shun_t += SHUN_T;
  hh_tentacle_release(tentacle);
}

/* All beads are pulled the way the tip is: those before a corner crumple beside it, until the tip
 * has walked back for a while and taken them along. */
static bool walks_back(const HhTentacle *tentacle)
{
  return tentacle->ghost.count > 0 && tentacle->lost % STRIDE >= STRIDE - BACK;
}

static HhVec ghost_middle(const HhGhost *ghost)
{
  HhVec tiles[HH_GHOST_TILES];
  hh_ghost_tiles(ghost, tiles);
  return tiles[ghost->count / 2];
}

static void reach(const HhTentacleParams *params, const HhRoom *room, HhVec tip, bool look,
                  HhTentacle *tentacle, HhStrandDrive *drive, int lane)
{
  if (hh_vec_within(tip, tentacle->goal, params->snap) && hh_room_sees(room, tip, tentacle->goal)) {
    tentacle->holding = true;
    tentacle->caught = 0;
    tentacle->search.shun_t = 0;
    return;
  }
  if (++tentacle->lost > HH_TENTACLE_TRIES) {
    fail(tentacle);
    return;
  }
  if (look)
    tentacle->toward = walks_back(tentacle) ? ghost_middle(&tentacle->ghost)
                                            : hh_tentacle_toward(room, tip, tentacle);
  hh_tentacle_pull(params, tentacle, tip, drive, lane);
}

int hh_tentacle_step(const HhTentacleParams *params, const HhGrabParams *grab,
                     const HhGripParams *grip, const HhRoom *room, HhVec root, HhVec tip,
                     HhVec ideal, HhRandom *random, HhTentacle *tentacle, HhStrandDrive *drive,
                     int lane)
{
  double length_t = params->release * params->length;
  drive->pull_x[lane] = drive->pull_y[lane] = 0;
  hh_tentacle_forget(tentacle);
  bool look = !tentacle->reaching || --tentacle->rest % HH_TENTACLE_WATCH == 0;
  int tried = 0;
  if (!tentacle->reaching || tentacle->rest <= 0) {
    tried = hh_grip_search(grab, grip, room, root, ideal, length_t, random, &tentacle->search);
    tentacle->rest = grip->calm;
  }
  if (tentacle->reaching) {
    if (!hh_vec_within(root, tentacle->goal, length_t))
      hh_tentacle_release(tentacle);
    else if (look)
      follow_root(room, root, length_t, tentacle);
  }
  if (!tentacle->reaching) take_goal(room, root, length_t, tentacle);
  if (tentacle->reaching && !tentacle->holding)
    reach(params, room, tip, look, tentacle, drive, lane);
  hh_tentacle_pin(tentacle, drive, lane);
  return tried;
}

uint64_t hh_tentacle_hash(uint64_t hash, const HhTentacle *tentacle)
{
  hash = hh_hash_pair(hash, tentacle->duty, tentacle->reaching);
  hash = hh_hash_pair(hash, tentacle->holding, tentacle->lost);
  hash = hh_hash_word(hash, (uint64_t)tentacle->caught);
  hash = hh_hash_vec(hash, tentacle->goal);
  hash = hh_hash_vec(hash, tentacle->toward);
  hash = hh_hash_vec(hash, tentacle->search.kept);
  hash = hh_hash_pair(hash, tentacle->search.found, tentacle->search.misses);
  hash = hh_hash_pair(hash, tentacle->search.swept, tentacle->rest);
  hash = hh_hash_vec(hash, tentacle->search.shunned);
  hash = hh_hash_double(hash, tentacle->search.shun_t);
  hash = hh_hash_pair(hash, tentacle->ghost.x, tentacle->ghost.y);
  hash = hh_hash_word(hash, (uint64_t)tentacle->ghost.count);
  for (int i = 0; i < tentacle->ghost.count; i++)
    hash = hh_hash_word(hash, tentacle->ghost.step[i]);
  return hash;
}
