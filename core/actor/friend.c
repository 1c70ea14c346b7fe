/* A second gibbon; see the header. */
#include "actor/friend.h"

#include <math.h>

#include "base/hash.h"

HhStatus hh_friend_start(const HhParams *params, const HhWorld *world, HhMover mover, uint64_t seed,
                         HhActor *second, HhFriend *other)
{
  HhParams own = *params;
  own.gibbon.start = HH_START_REST;
  *other = (HhFriend){.waits = true};
  HhStatus status = hh_actor_start(&own, world, mover, seed, 1, second);
  if (status != HH_RUNNING || params->companion.kind != HH_FRIEND_THROW) return status;
  return hh_thrower_start(params, world, second, &other->thrower) ? status : HH_NO_SCENE;
}

double hh_friend_gap_m(const HhActor *first, const HhActor *second)
{
  return first->gibbon.at.x - second->gibbon.at.x;
}

/* What the second gibbon goes by at this gap. */
static HhParams hurried(const HhParams *params, double gap_m)
{
  HhParams own = *params;
  double share = 1 + params->companion.hurry * (gap_m - params->companion.gap);
  share = fmax(0.5, fmin(2, share));
  own.gibbon.start = HH_START_REST;
  own.gibbon.planner.cruise_speed *= share;
  own.gibbon.legs.run_speed *= share;
  return own;
}

/* How far the next hold of the second is behind the first, level, m. */
static double next_gap_m(const HhWorld *world, const HhActor *first, const HhActor *second)
{
  int next = second->gibbon.hold + 1 < world->count ? second->gibbon.hold + 1 : world->count - 1;
  return first->gibbon.at.x - world->holds[next].at.x;
}

static HhStatus follow(const HhParams *params, const HhWorld *world, const HhActor *first,
                       double gap_m, HhActor *second, HhFriend *other, double dt_s)
{
  double nearest = params->companion.gap - params->companion.slack;
  double next_m = next_gap_m(world, first, second);
  if (next_m < nearest) other->waits = true;
  if (next_m >= nearest + 0.2) other->waits = false;
  HhParams own = hurried(params, gap_m);
  second->gibbon.input = (HhInput){.forward = !other->waits};
  return hh_actor_advance(&own, world, second, dt_s);
}

static bool is_waited_for(const HhParams *params, double gap_m, HhFriend *other)
{
  double patience = params->companion.patience;
  if (gap_m > patience) other->waited_for = true;
  if (gap_m < 0.75 * patience || patience == 0 || other->arrived) other->waited_for = false;
  return other->waited_for;
}

HhStatus hh_friend_step(const HhParams *params, const HhWorld *const worlds[2], HhActor *first,
                        HhActor *second, HhFriend *other, double dt_s)
{
  double gap_m = hh_friend_gap_m(first, second), before_s = first->gibbon.time_s;
  first->gibbon.input = hh_player_press(&params->player, &first->player, before_s);
  if (params->companion.kind == HH_FRIEND_THROW)
    return hh_thrower_step(params, worlds[0], first, second, &other->thrower, dt_s);
  if (is_waited_for(params, gap_m, other)) first->gibbon.input = (HhInput){.forward = false};
  HhStatus status = hh_actor_advance(params, worlds[0], first, dt_s);
  if (status == HH_DIVERGED || other->arrived) return status;
  /* where the first one arrives, the frame ends */
  double passed_s = status == HH_ARRIVED ? first->gibbon.time_s - before_s : dt_s;
  if (!(passed_s > 0)) return status;
  HhStatus seconds = follow(params, worlds[1], first, gap_m, second, other, passed_s);
  if (seconds == HH_DIVERGED) return seconds;
  other->arrived = seconds == HH_ARRIVED;
  return status;
}

uint64_t hh_friend_hash(const HhActor *first, const HhActor *second, const HhFriend *other)
{
  uint64_t hash = hh_hash_word(hh_hash_start(), hh_actor_hash(first));
  hash = hh_hash_word(hash, hh_actor_hash(second));
  hash = hh_thrower_hash(hash, &other->thrower);
  hash =
      hh_hash_word(hash, (uint64_t)(other->waits | other->arrived << 1 | other->waited_for << 2));
  return hh_hash_end(hash);
}
