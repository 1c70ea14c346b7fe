/* The player; see the header. */
#include "actor/player.h"

#include <math.h>

HhPlayer hh_player(uint64_t seed, uint32_t creature)
{
  return (HhPlayer){.random = hh_random(seed, HH_STREAM_PLAYER, creature), .row = -1};
}

static HhInput with_key(int key, bool down)
{
  HhInput input = {.forward = true};
  switch ((HhKey)key) {
  case HH_KEY_FORWARD: input.forward = down; break;
  case HH_KEY_UP: input.up = down; break;
  case HH_KEY_RELEASE: input.release = down; break;
  }
  return input;
}

/* True in the frame of a tap; a frame longer than a period has one. */
static bool taps_now(const HhPlayerParams *params, HhPlayer *player, double periods)
{
  double due = floor(periods - params->duty) + 1; /* taps up to now */
  if (due <= (double)player->taps) return false;
  player->taps = (uint64_t)due;
  return true;
}

static HhInput draw(const HhPlayerParams *params, const HhPlayer *player, double period)
{
  HhRandom random = player->random;
  random.draw = 3 * (uint64_t)period;
  HhInput input;
  input.forward = hh_random_unit(&random) < params->duty;
  input.up = hh_random_unit(&random) < params->duty;
  input.release = hh_random_unit(&random) < params->duty;
  return input;
}

HhInput hh_player_press(const HhPlayerParams *params, HhPlayer *player, double time_s)
{
  double periods = time_s / params->period;
  if (params->script != NULL) {
    while (player->row + 1 < params->script_count &&
           params->script[player->row + 1].time_s <= time_s)
      player->row++;
    return player->row < 0 ? (HhInput){.forward = true} : params->script[player->row].input;
  }
  switch ((HhPlayerKind)params->kind) {
  case HH_PLAYER_HOLD: return with_key(params->key, periods - floor(periods) < params->duty);
  case HH_PLAYER_TAPS: {
    bool tap = taps_now(params, player, periods);
    return with_key(params->key, params->key == HH_KEY_FORWARD ? !tap : tap);
  }
  case HH_PLAYER_RANDOM: return draw(params, player, floor(periods));
  case HH_PLAYER_AUTO: break;
  }
  return (HhInput){.forward = true};
}
