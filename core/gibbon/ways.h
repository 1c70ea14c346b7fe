/* What the ways of moving beside brachiation are set by, and what state each keeps. One section a
 * way, in the order of their files: run, slide, bounce (legs on a floor), chain (holds that move),
 * hand_over (continuous contact), spin, pair, bird, and the player's inputs. */
#ifndef HH_GIBBON_WAYS_H
#define HH_GIBBON_WAYS_H

#include <stdbool.h>

#include "base/param.h"
#include "base/vec.h"
#include "chain/chain.h"

/* clang-format off */
/* Legs: run.h, slide.h, stance.h, bounce.h. */
#define HH_LEGS_PARAMS(X)                                                                                              \
  X(REAL, height,   "legs.height", "m", 0.35, 0.05, 5, "of the centre of mass above the floor while it runs or slides", "ours") \
  X(REAL, crouch,   "legs.crouch", "m", 0.15, 0.01, 2, "by which legs stretch beyond that in a push and fold on landing", "ours") \
  X(REAL, leap,     "legs.leap", "J/kg", 35.4, 0, 1000, "most work of one push off", "Channon 2012: 35.4")              \
  X(REAL, landing,  "legs.landing", "m/s", 6, 0, 100, "speed across the floor that legs take up; the rest is a collision", "ours") \
  X(REAL, run_speed, "run.speed", "m/s", 4, 0.1, 50, "speed wanted on a floor", "ours")                              \
  X(REAL, run_force, "run.force", "m/s2", 10, 0, 100, "hardest push along the floor, per mass, for each metre forward", "ours") \
  X(REAL, lean,     "bounce.lean", "m/s2", 15, 0, 100, "hardest push along a canopy, per mass", "ours: half of what the feet press on it") \
  X(REAL, friction, "slide.friction", "", 0.15, 0, 2, "of a slide", "ours")                                           \
  X(REAL, slide_slope, "slide.slope", "rad", 0.3, 0, 1.5, "of a floor at least as steep as this, down which it slides from where it lands; a run sits down to slide where the floor is a tenth steeper", "ours")
/* clang-format on */

typedef struct HhLegsParams {
  HH_LEGS_PARAMS(HH_PARAM_FIELD)
} HhLegsParams;

/* What a run is about, once it has looked ahead. */
typedef enum HhLegsGoal {
  HH_LEGS_UNDECIDED,
  HH_LEGS_STAND, /* slow down and stand still */
  HH_LEGS_TAKE,  /* take the hold `to` in passing */
  HH_LEGS_LEAP,  /* jump to the hold `to` */
  HH_LEGS_HOP,   /* jump to another place of a floor */
  HH_LEGS_TRY    /* nothing is in reach: jump as hard as it can */
} HhLegsGoal;

typedef struct HhLegs {
  int piece;       /* the floor under it */
  double height_m; /* of the body over it while it runs or slides */

  /* run and slide */
  HhLegsGoal goal;
  int to, missed;                /* hold of the goal; hold that a hand did not close on: -1 none */
  double takeoff_m, takeoff_mps; /* abscissa and speed at which the goal is gone for */
  double drive_mps2;             /* muscle work for each metre of a run toward +x */
  double mark_m;                 /* abscissa up to which the drive is held, when mark_set */
  bool mark_set;

  /* stance: net acceleration and what is left of its time, one stretch after the other */
  HhVec push_mps2, push_next_mps2;
  double push_s, push_next_s;
  int after; /* mode that follows */

  /* bounce: the springy plane through the feet at the touch */
  HhVec rest;       /* the body there */
  double slope;     /* of the plane */
  double stretch_m; /* by which the leg has grown */
  double lean_mps2; /* muscles' acceleration along the plane, for each unit of (1, slope) */
  int bounces;      /* on this canopy in a row */
  bool pushed;      /* past the lowest point of this one */
} HhLegs;

/* clang-format off */
/* Holds that move: moving.h. */
#define HH_MOVING_PARAMS(X)                                                                                            \
  X(REAL, climb_speed, "vine.climb_speed", "m/s", 1, 0, 10, "fastest that an arm is drawn in or let out on a hold that moves", "ours") \
  X(REAL, climb_to,    "vine.climb_to", "", 0, 0, 1, "share of the vine's length up to which it climbs before it swings on", "ours")
/* clang-format on */

typedef struct HhMovingParams {
  HH_MOVING_PARAMS(HH_PARAM_FIELD)
} HhMovingParams;

typedef struct HhMoving {
  HhChain chain;    /* of the piece held or held last; beads along its holds */
  int piece;        /* -1: none */
  HhVec place;      /* of a bending branch's bead, at rest */
  double rest_Jpkg; /* energy of the chain at rest */
  double time_s;    /* that the chain has come to */

  int way;            /* of this half swing over the ground, 1 or -1; 0: not yet */
  double wanted_Jpkg; /* energy that the body pumps for */
  double worked_Jpkg; /* net, by the muscles in this half swing */
  double begun_Jpkg;  /* energy of body and chain at its beginning */
  double draw_mps2;   /* the arm's length changes: gathering speed, then, if draws_on, losing it */
  double draw_s, draw_half_s; /* left of this half; one half */
  bool draws_on;
} HhMoving;

/* clang-format off */
/* Continuous contact: hand_over.h. */
#define HH_HAND_OVER_PARAMS(X)                                                                                         \
  X(CHOICE, gait,    "contact.gait", "auto|ricochetal|continuous", 0, 0, 2, "continuous contact where holds are near and it is slow, never, or wherever they are within reach", "facts: the switch is at sqrt(2) arms") \
  X(REAL, overshoot, "contact.overshoot", "rad", 0, 0, 1, "angle beyond the hand-over at which a step would turn", "Usherwood and Bertram 2003: gibbons overshoot") \
  X(REAL, flexion,   "contact.flexion", "", 0, 0, 0.6, "share by which the arm that takes over may be bent then", "Usherwood and Bertram 2003")
/* clang-format on */

typedef enum HhGait { HH_GAIT_AUTO, HH_GAIT_RICOCHETAL, HH_GAIT_CONTINUOUS } HhGait;

typedef struct HhHandOverParams {
  HH_HAND_OVER_PARAMS(HH_PARAM_FIELD)
} HhHandOverParams;

/* clang-format off */
/* Turning in the air: spin.h. */
#define HH_SPIN_PARAMS(X)                                                                                              \
  X(CHOICE, flips,     "flip.kind", "off|back|somersault", 0, 0, 2, "turns in the air: none, backward, or forward, where there is time", "Gibbon article") \
  X(REAL, inertia_min, "flip.inertia_min", "m2", 0.02, 0.001, 1, "of the tucked body, per mass", "ours")              \
  X(REAL, inertia_max, "flip.inertia_max", "m2", 0.09, 0.001, 1, "of the stretched body, per mass", "ours")
/* clang-format on */

typedef struct HhSpinParams {
  HH_SPIN_PARAMS(HH_PARAM_FIELD)
} HhSpinParams;

typedef struct HhSpin {
  double angle_rad;     /* of the body, counter-clockwise since the launch; 0 unless it turns */
  double momentum_m2ps; /* per mass, about the centre of mass; kept during a flight */
  double inertia_m2;    /* per mass, now */
  double goal_rad;      /* angle at the end of the planned flight */
  double flight_s, passed_s;
  bool turning;
} HhSpin;

/* clang-format off */
/* Hand in hand: pair.h. */
#define HH_PAIR_PARAMS(X)                                                                                              \
  X(REAL, give,     "pair.give", "", 0.65, 0.2, 1, "from the thrower's centre of mass to the hand that it gives, in arm lengths", "ours: its shoulder is above that centre") \
  X(REAL, push,     "pair.push", "m/s2", 1.8, 0, 100, "its push on the partner along with the swing, per mass", "ours") \
  X(REAL, calm,     "pair.calm", "m/s", 0.18, 0, 100, "push against the fast swing, per mass and rate", "ours")
/* clang-format on */

typedef struct HhPairParams {
  HH_PAIR_PARAMS(HH_PARAM_FIELD)
} HhPairParams;

/* clang-format off */
/* A bird: bird.h. */
#define HH_BIRD_PARAMS(X)                                                                                              \
  X(REAL,  speed,      "bird.speed", "m/s", 8, 1, 50, "of the best glide, and cruising", "ours")                      \
  X(REAL,  glide_ratio, "bird.glide_ratio", "", 10, 1, 60, "best ratio of lift to drag", "ours")                       \
  X(REAL,  power,      "bird.power", "W/kg", 30, 0, 300, "of flapping, at most", "ours")                              \
  X(REAL,  clearance,  "bird.clearance", "m", 1, 0, 50, "height over holds at which it passes them", "ours")
/* clang-format on */

typedef struct HhBirdParams {
  HH_BIRD_PARAMS(HH_PARAM_FIELD)
} HhBirdParams;

typedef struct HhBird {
  double lift_mps2, thrust_mps2; /* of the last step; it goes on flapping while there is thrust */
  double beat;                   /* phase of the wings, whole numbers at the top: decides nothing */
} HhBird;

/* What a player, or nobody, asks for: three keys, whose meaning depends on where the gibbon is
 * (control.h). */
typedef struct HhInput {
  bool forward; /* go on; let go of it: stay, hang, wait */
  bool up;      /* higher: climb, jump, turn over in the air */
  bool release; /* let go now, whatever was planned */
} HhInput;

#endif
