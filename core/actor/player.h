/* Who presses the three keys of gibbon/control.h: nobody, a pattern, chance, or a script.
 *
 *   auto    forward is always down
 *   hold    player.key is down for the first player.duty of each player.period
 *   taps    player.key is down for one frame of each period, the first that begins at or after
 *           player.duty of it
 *   random  through each period every key is down or not, with probability player.duty
 *
 * In hold and taps the other keys are as in auto. Period n takes numbers 3 n to 3 n + 2 of the
 * creature's own stream, so what is drawn does not depend on the frames.
 * A script's row holds until the time of the next one; before the first it is as auto. */
#ifndef HH_ACTOR_PLAYER_H
#define HH_ACTOR_PLAYER_H

#include "base/param.h"
#include "base/random.h"
#include "gibbon/ways.h"

typedef enum HhPlayerKind {
  HH_PLAYER_AUTO,
  HH_PLAYER_HOLD,
  HH_PLAYER_TAPS,
  HH_PLAYER_RANDOM
} HhPlayerKind;

typedef enum HhKey { HH_KEY_FORWARD, HH_KEY_UP, HH_KEY_RELEASE } HhKey;

/* clang-format off */
#define HH_PLAYER_PARAMS(X)                                                                                            \
  X(CHOICE, kind,   "player.kind", "auto|hold|taps|random", 0, 0, 3, "who presses the keys: forward always down, a key held for a share of each period, tapped once a period, or all by chance", "ours") \
  X(CHOICE, key,    "player.key", "forward|up|release", 0, 0, 2, "key that is held or tapped", "ours")                 \
  X(REAL,   period, "player.period", "s", 2, 0.01, 1000, "length of a period", "ours")                                \
  X(REAL,   duty,   "player.duty", "", 0.5, 0, 1, "share of the period held, when in it to tap, or how likely a key is down", "ours")
/* clang-format on */

/* From this time on these keys are down. */
typedef struct HhPlayerRow {
  double time_s;
  HhInput input;
} HhPlayerRow;

typedef struct HhPlayerParams {
  HH_PLAYER_PARAMS(HH_PARAM_FIELD)
  const HhPlayerRow *script; /* of the caller, times growing; null: none; before the kind */
  int script_count;
} HhPlayerParams;

typedef struct HhPlayer {
  HhRandom random; /* at its start */
  uint64_t taps;   /* periods tapped so far, or that have passed */
  int row;         /* of the script, at or before now; -1: none */
} HhPlayer;

HhPlayer hh_player(uint64_t seed, uint32_t creature);

/* The keys of the frame that begins at time_s, which does not go back. */
HhInput hh_player_press(const HhPlayerParams *params, HhPlayer *player, double time_s);

#endif
