/* The thrower; see the header. */
#include "actor/thrower.h"

#include <math.h>

#include "base/hash.h"
#include "gibbon/contact.h"
#include "gibbon/moving.h"

/* Halvings of a time that is looked for. */
enum { HALVINGS = 52 };

typedef struct Both {
  const HhParams *params;
  const HhWorld *world;
  HhActor *first, *second;
  HhThrower *thrower;
} Both;

static HhFrame frame_of(const Both *both, HhActor *actor)
{
  const HhParams *params = both->params;
  return (HhFrame){&params->gibbon, &params->grab,  &params->world,
                   both->world,     &actor->gibbon, &actor->record};
}

/* It can hang from a hold that stands still, and throw to one that a hand can take. */
static bool can_throw(const HhWorld *world, int hold)
{
  return hold + 1 < world->count && !hh_moving_hold(world, hold) &&
         hh_piece_holdable(hh_world_kind(world, hold)) &&
         hh_piece_holdable(hh_world_kind(world, hold + 1));
}

bool hh_thrower_start(const HhParams *params, const HhWorld *world, HhActor *second,
                      HhThrower *thrower)
{
  *thrower = (HhThrower){.phase = HH_THROW_COMING};
  if (!can_throw(world, params->companion.hold)) return false;
  Both both = {params, world, NULL, second, thrower};
  HhFrame frame = frame_of(&both, second);
  second->gibbon.drive = (HhDrive){0};
  second->gibbon.mark_set = second->gibbon.planned = false;
  second->gibbon.moving = (HhMoving){.piece = -1};
  hh_contact_hang(&frame, params->companion.hold, params->companion.sway);
  second->record.grab_hold = second->gibbon.grip;
  second->record.ledger.start_Jpkg = hh_gibbon_energy(&params->world, &second->gibbon);
  hh_rig_start(&params->rig, &params->gibbon, &params->world, world, &second->gibbon, &second->rig);
  if (params->rig.level >= HH_LEVEL_SKIN) hh_skin_start(&params->skin, &second->rig, &second->skin);
  return true;
}

static HhStatus advance(const Both *both, HhActor *actor, double dt_s)
{
  const HhParams *params = both->params;
  return hh_gibbon_step(&params->gibbon, &params->grab, &params->world, both->world, &actor->gibbon,
                        &actor->record, dt_s);
}

/* The second one for dt_s by itself: sways while it is waited for, else hangs. */
static HhStatus second_alone(const Both *both, double dt_s)
{
  HhFrame frame = frame_of(both, both->second);
  HhGibbon *gibbon = &both->second->gibbon;
  double left = dt_s;
  gibbon->input = (HhInput){.forward = false};
  bool sways = both->thrower->phase != HH_THROW_DONE;
  if (sways && gibbon->mode == HH_MODE_SWING) left -= hh_pair_sway(&frame, false, left);
  return left > 0 ? advance(both, both->second, left) : HH_RUNNING;
}

/* The first one by itself. */
static HhStatus first_alone(const Both *both, double dt_s, double *used_s)
{
  double before_s = both->first->gibbon.time_s;
  HhStatus status = advance(both, both->first, dt_s);
  *used_s = status == HH_ARRIVED ? both->first->gibbon.time_s - before_s : dt_s;
  return status;
}

/* On its way; once it swings on the hold before the thrower's, it is ready. */
static HhStatus come(const Both *both, double dt_s, double *used_s)
{
  HhGibbon *gibbon = &both->first->gibbon;
  int before = both->params->companion.hold - 1;
  bool comes_in = gibbon->mode == HH_MODE_FLIGHT && gibbon->target.hold >= before;
  if (gibbon->hold > before)
    both->thrower->phase = HH_THROW_DONE;
  else if (gibbon->hold == before && gibbon->mode == HH_MODE_SWING)
    both->thrower->phase = HH_THROW_READY;
  *used_s = 0;
  if (both->thrower->phase != HH_THROW_COMING) return HH_RUNNING;
  if (comes_in || gibbon->hold == before) gibbon->input = (HhInput){.forward = false};
  return first_alone(both, dt_s, used_s);
}

/* By how much the flight misses the hand if the first one sways for t_s and lets go. */
static double miss_after(const Both *both, double t_s)
{
  HhActor first = *both->first, second = *both->second;
  HhFrame thrower = frame_of(both, &second), partner = frame_of(both, &first);
  if (t_s > 0) {
    hh_pair_sway(&partner, true, t_s);
    hh_pair_sway(&thrower, false, t_s);
  }
  bool forward = first.gibbon.facing * first.gibbon.velocity.x > 0;
  return forward ? hh_pair_miss(&thrower, &partner) : (double)INFINITY;
}

/* The time in (0, dt_s] at which to let go, or -1. */
static double let_go_s(const Both *both, double dt_s)
{
  double low = 0, high = dt_s;
  if (both->second->gibbon.mode != HH_MODE_SWING || miss_after(both, 0) <= 0 ||
      miss_after(both, dt_s) > 0)
    return -1;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (low + high);
    *(miss_after(both, middle) > 0 ? &low : &high) = middle;
  }
  return high;
}

static HhStatus swing_up(const Both *both, double dt_s, double *used_s)
{
  HhFrame frame = frame_of(both, both->first);
  HhGibbon *gibbon = &both->first->gibbon;
  gibbon->drive = (HhDrive){0};
  double let_go = let_go_s(both, dt_s);
  *used_s = hh_pair_sway(&frame, true, let_go >= 0 ? let_go : dt_s);
  if (gibbon->mode != HH_MODE_SWING) both->thrower->phase = HH_THROW_COMING;
  if (let_go < 0) return HH_RUNNING;
  gibbon->target.hold = -1;
  gibbon->planned = true;
  gibbon->planned_s = 0;
  hh_contact_release(&frame);
  both->thrower->phase = HH_THROW_FLYING;
  return HH_RUNNING;
}

static HhStatus fly(const Both *both, double dt_s, double *used_s)
{
  HhFrame thrower = frame_of(both, both->second), partner = frame_of(both, both->first);
  double meet = hh_pair_meet_s(&thrower, &partner, dt_s);
  HhStatus status = first_alone(both, meet >= 0 ? meet : dt_s, used_s);
  if (both->first->gibbon.mode != HH_MODE_FLIGHT) both->thrower->phase = HH_THROW_DONE;
  return status;
}

/* The hands meet, now. */
static void meet(const Both *both)
{
  HhFrame thrower = frame_of(both, both->second), partner = frame_of(both, both->first);
  int goal = both->params->companion.hold + 1;
  bool caught = hh_pair_catch(&thrower, &partner, goal, &both->thrower->pair);
  both->thrower->phase = caught ? HH_THROW_TOGETHER : HH_THROW_DONE;
  both->first->gibbon.planned = false;
}

static HhStatus together(const Both *both, double dt_s, double *used_s)
{
  HhFrame thrower = frame_of(both, both->second), partner = frame_of(both, both->first);
  HhPair *pair = &both->thrower->pair;
  HhInput input = both->first->gibbon.input;
  if (input.up && pair->chain.pinned) hh_pair_fly(&thrower, pair);
  *used_s = 0;
  if (input.release)
    hh_pair_part(&thrower, &partner, pair);
  else
    *used_s = hh_pair_step(&thrower, &partner, input.forward, pair, dt_s);
  if (pair->chain.count == 0) both->thrower->phase = HH_THROW_DONE;
  return HH_RUNNING;
}

/* Both up to the next event, or for dt_s. */
static HhStatus act(const Both *both, double dt_s, double *used_s)
{
  HhThrowPhase phase = both->thrower->phase;
  HhStatus status = HH_RUNNING;
  switch (phase) {
  case HH_THROW_COMING: status = come(both, dt_s, used_s); break;
  case HH_THROW_READY: status = swing_up(both, dt_s, used_s); break;
  case HH_THROW_FLYING: status = fly(both, dt_s, used_s); break;
  case HH_THROW_TOGETHER: return together(both, dt_s, used_s);
  case HH_THROW_DONE: status = first_alone(both, dt_s, used_s); break;
  }
  if (*used_s > 0 && second_alone(both, *used_s) == HH_DIVERGED) return HH_DIVERGED;
  bool meets = phase == HH_THROW_FLYING && *used_s < dt_s && status == HH_RUNNING;
  if (meets && both->thrower->phase == HH_THROW_FLYING) meet(both);
  return status;
}

HhStatus hh_thrower_step(const HhParams *params, const HhWorld *world, HhActor *first,
                         HhActor *second, HhThrower *thrower, double dt_s)
{
  Both both = {params, world, first, second, thrower};
  HhActorFrame firsts = hh_actor_frame(first, dt_s), seconds = hh_actor_frame(second, dt_s);
  HhStatus status = HH_RUNNING;
  double left = dt_s;
  while (left > 0 && status == HH_RUNNING) {
    double used = left;
    status = act(&both, left, &used);
    left -= used;
  }
  if (status == HH_ARRIVED) seconds.dt_s = dt_s - left;
  status = hh_actor_complete(params, world, firsts, status, first);
  if (status == HH_DIVERGED) return status;
  hh_actor_complete(params, world, seconds, HH_RUNNING, second);
  return status;
}

uint64_t hh_thrower_hash(uint64_t hash, const HhThrower *thrower)
{
  const HhPair *pair = &thrower->pair;
  const HhChain *chain = &pair->chain;
  hash = hh_hash_word(hash, (uint64_t)thrower->phase);
  if (chain->count == 0) return hash;
  hash = hh_hash_vec(hh_hash_word(hash, (uint64_t)chain->pinned), chain->pin);
  hash = hh_hash_vec(hh_hash_vec(hash, chain->bead[0].at), chain->bead[0].velocity);
  hash = hh_hash_vec(hh_hash_vec(hash, chain->rider), chain->rider_velocity);
  hash = hh_hash_double(hh_hash_double(hash, chain->length_m[0]), chain->arm_m);
  hash = hh_hash_double(hash, pair->budget_Jpkg);
  return hh_hash_word(hash, (uint64_t)pair->goal << 32 | (uint64_t)(pair->way > 0));
}
