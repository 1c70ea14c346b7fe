/* A daddy long legs: a body of balls, tentacles all round it, blind, hunts by what it hears.
 *
 * Two minds. One (mind.h) says where to go: an exit, a place, a sound, a prey; its way is a flow
 * field. The locomotion mind (locomotion.h) says where the limbs go: every tentacle has the ideal
 * position ahead of the body, the temporary goal that its search keeps (grip.h), and the goal
 * that it holds or moves to; it lets go when that is too far behind or when the worst placed must,
 * never so that none is left while the body moves.
 * Duties of a tentacle: locomotion; hunt (reach for prey that was touched or heard near);
 * examine (feel where a sound was).
 * Forces on the body (body.h), by daddy.forces:
 *   cheat   the talk's: gravity times the share of tentacles that do not hold, drive toward the
 *           goal times the share that do
 *   honest  holding tentacles are winches: tensions >= 0, at most daddy.tension each, along their
 *           first sticks, chosen to give weight and wanted acceleration as nearly as they can;
 *           nothing else acts but gravity and air
 * Units: tiles, ticks, masses of a body.
 * After: Rain World talk; figures of the creature notes as sources say (README, Sources). */
#ifndef HH_CREATURE_DADDY_H
#define HH_CREATURE_DADDY_H

#include "base/random.h"
#include "chain/strand.h"
#include "creature/grip.h"
#include "creature/sound.h"
#include "creature/tentacle.h"

enum {
  HH_DADDY_BALLS = 7,
  HH_DADDY_TENTACLES = 16,
  HH_DADDY_PAST = 20,      /* places that it remembers, to know that it is stuck */
  HH_DADDY_PAST_TICKS = 4, /* between two of them */
};

/* clang-format off */
#define HH_DADDY_PARAMS(X)                                                                                             \
  X(COUNT,  balls,      "daddy.balls", "", 5, 1, 7, "balls of its body, all pairs joined", "creature notes: 4 to 7")   \
  X(REAL,   radius,     "daddy.radius", "tile", 0.4, 0.05, 0.45, "of its body, the balls included", "ours: fits where one tile is free") \
  X(COUNT,  tentacles,  "daddy.tentacles", "", 12, 1, 16, "tentacles, evenly round it", "creature notes: 5 to 12")     \
  X(CHOICE, forces,     "daddy.forces", "cheat|honest", 0, 0, 1, "what moves the body: the talk's cheat, or tension of the tentacles", "Rain World talk: cheat") \
  X(REAL,   gravity,    "daddy.gravity", "tile/tick2", 0.00625, 0, 1, "of its body", "10 tile/s2 at 40 ticks a second") \
  X(REAL,   drive,      "daddy.drive", "tile/tick2", 0.03, 0, 1, "toward its goal when every tentacle holds", "creature notes: 0.6 px") \
  X(REAL,   speed,      "daddy.speed", "tile/tick", 0.2, 0, 1, "at which it wants to move when every tentacle holds; else that times 0.25 + 0.75 of the share that do", "ours") \
  X(REAL,   damping,    "daddy.damping", "1/tick", 0.05, 0, 1, "share of the body's velocity lost in a tick when every tentacle holds", "creature notes: 0.05") \
  X(REAL,   air,     "daddy.air", "1/tick", 0.05, 0, 1, "share of the body's velocity lost in a tick to the air; honest forces only", "as daddy.damping") \
  X(REAL,   tension,    "daddy.tension", "", 4, 0, 1000, "greatest pull of a tentacle, in body weights; honest forces only", "ours") \
  X(REAL,   hearing,    "daddy.hearing", "", 1, 0, 10, "sharpness of its ears: a sound is heard at distances up to this times its strength", "ours")
/* clang-format on */

typedef struct HhDaddyParams {
  HH_DADDY_PARAMS(HH_PARAM_FIELD)
} HhDaddyParams;

typedef enum HhForces { HH_FORCES_CHEAT, HH_FORCES_HONEST } HhForces;

/* Its balls, each of the same mass; together one body mass. */
typedef struct HhDaddyBody {
  HhVec at[HH_DADDY_BALLS], velocity[HH_DADDY_BALLS];
} HhDaddyBody;

/* What of a daddy long legs follows from its parameters alone. */
typedef struct HhDaddyShape {
  int balls, tentacles, beads;
  double share; /* 1 / balls */
  double lift;  /* of ideal positions upward, the way having 1: who is pulled needs holds above */
  double ball_t, ring_t;             /* radius of a ball, and of the ring of their middles */
  double rest_t[HH_DADDY_BALLS];     /* distance of ball i from ball i + n */
  HhVec ball_way[HH_DADDY_BALLS];    /* from the middle, when it is laid */
  HhVec own_way[HH_DADDY_TENTACLES]; /* of each tentacle */
  int root[HH_DADDY_TENTACLES];      /* the ball that it is rooted at */
} HhDaddyShape;

HhDaddyShape hh_daddy_shape(const HhDaddyParams *params, const HhTentacleParams *tentacle);

/* Where it wants to go. */
typedef struct HhDaddyMind {
  int goal_x, goal_y; /* tile */
  int place;          /* of the den's places that this is, -1: another tile */
  int field;          /* of the den's flow fields, toward the goal; -1: none yet */
  bool going;         /* it has a goal; else it stays */
  HhVec way;          /* to be moved along, at most 1 long; (0, 0): not at all */
  HhVec aim;          /* the point of the way ahead that it sees */
  HhVec heard;        /* the last sound */
  int interest;       /* ticks that it still looks into that */
  int since;          /* ticks since it took this goal */
} HhDaddyMind;

/* What a tentacle does that hunts or examines. */
typedef struct HhDaddyArm {
  int prey; /* that it hunts, -1: none */
  bool caught;
  int left; /* ticks until it gives up */
} HhDaddyArm;

/* State of one; what every tick needs comes first. */
typedef struct HhDaddy {
  uint32_t id;
  int holding; /* tentacles that hold, counted when its body is moved */
  HhRandom random;
  HhDaddyBody body;
  HhDaddyMind mind;
  int stuck;            /* 0..200 */
  int past_count;       /* places remembered since its start */
  unsigned stretched;   /* bit k: tentacle k has a stick that is off by more than 0.6 % */
  int claim, claim_arm; /* the prey that this tentacle's tip touches, -1: none */
  float stick[HH_DADDY_TENTACLES]; /* of its tentacles, tiles */
  HhTentacle tentacles[HH_DADDY_TENTACLES];
  float tension[HH_DADDY_TENTACLES]; /* tile/tick2 of the body; honest forces only */
  HhDaddyArm arms[HH_DADDY_TENTACLES];
  HhVec past[HH_DADDY_PAST]; /* a ring */
} HhDaddy;

/* Where tentacle `index` is rooted: at a ball. */
static inline HhVec hh_daddy_root(const HhDaddyShape *shape, const HhDaddy *daddy, int index)
{
  return daddy->body.at[shape->root[index]];
}

/* Its ideal position: `far_t` away along a blend of its own direction and the body's way. */
HhVec hh_daddy_ideal(const HhDaddyShape *shape, const HhDaddy *daddy, int index, double far_t);

/* How many tentacles hold. */
int hh_daddy_holding(const HhDaddyShape *shape, const HhDaddy *daddy);

/* Everything that decides its future but the beads. */
uint64_t hh_daddy_hash(const HhDaddyShape *shape, const HhDaddy *daddy);

#endif
