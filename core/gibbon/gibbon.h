/* A gibbon as a hand and a centre of mass: the four ways of brachiation, and what chooses.
 *
 *   ballistic   swing, let go where the plan says, fly, grab; the planner of planner.h
 *   free_swing  swing, let go at a fixed heading, reach out perpendicular to the velocity and
 *               take what the random search of world/grab.h finds; no plan
 *   sine        the wave of sine.h, from the first frame to the last; where others hang at the
 *               start it is on its wave already, from a flight it jumps onto it
 *   mixed       free swing for the first grab, blended into the sine along the branch; at the
 *               branch's end it lets go and flies to the next one
 *
 * Contact. The hand closes where the distance to the hold is least (r.v changes from negative to
 * positive), if tolerance.* allows. Inside the reach circle the arm is slack: the parabola goes
 * on until the arm is taut, and then the radial velocity is lost and booked as a collision.
 * Outside, the arm stretches within its limit for that swing; beyond it the body is moved to
 * where the hand reaches, and the potential energy of that move is booked as a correction.
 * Along a branch a free hand waits: as long as the branch passes well inside its reach, a better
 * point comes by itself.
 *
 * Muscles, bleed and re-injection are constant tangential accelerations over a stretch of the
 * swing, so each one's work is exact and booked under its own name.
 *
 * Not modelled at this level: joints, legs, air drag. */
#ifndef HH_GIBBON_GIBBON_H
#define HH_GIBBON_GIBBON_H

#include "base/random.h"
#include "base/status.h"
#include "gibbon/planner.h"
#include "gibbon/record.h"
#include "gibbon/sine.h"
#include "gibbon/swing.h"
#include "gibbon/ways.h"
#include "world/grab.h"
#include "world/world.h"

typedef enum HhStartKind {
  HH_START_SWING,
  HH_START_REST,
  HH_START_FLIGHT,
  HH_START_DROP
} HhStartKind;

/* clang-format off */
#define HH_BODY_PARAMS(X)                                                                                              \
  X(REAL,   arm_length,   "gibbon.arm_length", "m", 0.75, 0.05, 5, "hand to centre of mass, arm outstretched", "Reda 2022: 0.75; legs tucked 0.75 to 0.8") \
  X(REAL,   speed_min,    "gibbon.speed_min", "m/s", 2, 0, 100, "lower threshold of the wanted speed band", "planner study") \
  X(REAL,   speed_max,    "gibbon.speed_max", "m/s", 9, 0.1, 200, "upper threshold of the wanted speed band", "planner study") \
  X(REAL,   brake_speed,  "gibbon.brake_speed", "m/s", 9, 0.1, 200, "speed at a grab above which tolerance.bleed takes energy away", "planner study: 6.5") \
  X(REAL,   release,      "free_swing.release", "rad", 0.7, -1.5, 1.5, "heading at which a free swing lets go", "ours") \
  X(CHOICE, start,        "start.kind", "swing|rest|flight|drop", 0, 0, 3, "how an episode begins: through the bottom, hanging still, in the air before a perfect grab, or falling from world.drop_height", "ours") \
  X(REAL,   start_speed,  "start.speed", "m/s", 4, 0, 100, "speed at the bottom, or at the grab for flight", "ours") \
  X(REAL,   start_heading, "start.heading", "rad", -0.6, -1.5, 0.5, "heading of that grab", "ours")                   \
  X(CHOICE, at_end, "gibbon.at_end", "arrive|turn", 0, 0, 1, "what it does on the last hold: the episode is over, or it turns and comes back", "Gibbon article: back and forth on the same branch") \
  X(REAL,   start_flight, "start.flight", "s", 0.3, 0.001, 10, "time before that grab", "ours")
#define HH_MUSCLE_PARAMS(X)                                                                                            \
  X(REAL,  work,       "muscle.work", "", 0.5, 0, 10, "most work a swing may add or remove, in gL (J/kg)", "planner study: 0.5") \
  X(REAL,  force,      "muscle.force", "m/s2", 25, 0, 1000, "hardest pull along the arc, per mass", "ours")            \
  X(COUNT, pumps_max,  "muscle.pumps_max", "", 24, 0, 10000, "half swings on one hold before it lets go", "ours")     \
  X(REAL,  pump_angle, "muscle.pump_angle", "rad", 1.5, 0.1, 1.55, "pumping goes no higher than this from hanging", "ours")
#define HH_TOLERANCE_PARAMS(X)                                                                                         \
  X(REAL, miss,       "tolerance.grab_miss", "m", 0.1, 0, 2, "distance from hand to hold at which the hand still closes", "planner study: 0.15 L") \
  X(REAL, angle,      "tolerance.grab_angle", "rad", 1.3, 0, 1.5707963267948966, "deviation from perpendicular at which a grab still counts", "ours") \
  X(REAL, stretch,    "tolerance.arm_stretch", "", 0.05, 0, 0.5, "share by which the arm may be longer during a swing", "ours") \
  X(REAL, bend,       "tolerance.arm_bend", "", 0, 0, 0.9, "share by which a bent arm may hold instead of going slack", "ours") \
  X(REAL, projection, "tolerance.projection", "", 0, 0, 1, "share of the radial speed's energy that is turned onto the arc, not lost", "Gibbon article: velocity projection") \
  X(REAL, reinjection, "tolerance.reinjection", "", 0, 0, 1, "share of collision loss that later swings give back", "Gibbon article: re-inject lost energy") \
  X(REAL, bleed,      "tolerance.bleed", "", 0.5, 0, 1, "share of the kinetic energy above gibbon.brake_speed that a swing takes away", "Gibbon article: intentionally bleed speed")
/* clang-format on */

typedef enum HhAtEnd { HH_AT_END_ARRIVE, HH_AT_END_TURN } HhAtEnd;

typedef struct HhGibbonParams {
  HH_BODY_PARAMS(HH_PARAM_FIELD)
  struct {
    HH_MUSCLE_PARAMS(HH_PARAM_FIELD)
  } muscle;
  struct {
    HH_TOLERANCE_PARAMS(HH_PARAM_FIELD)
  } tolerance;
  HhPlannerParams planner;
  HhSineParams sine;
  HhLegsParams legs;
  HhMovingParams moving;
  HhHandOverParams contact;
  HhSpinParams spin;
  HhPairParams pair;
  HhBirdParams bird;
} HhGibbonParams;

typedef enum HhMover {
  HH_MOVER_SINE,
  HH_MOVER_FREE_SWING,
  HH_MOVER_MIXED,
  HH_MOVER_BALLISTIC,
  HH_MOVER_BIRD
} HhMover;

typedef enum HhMode {
  HH_MODE_SWING,  /* on a taut arm */
  HH_MODE_SLACK,  /* holding, arm slack */
  HH_MODE_FLIGHT, /* holding nothing */
  HH_MODE_SINE,   /* carried by the wave */
  HH_MODE_BLEND,  /* between flight and the wave */
  HH_MODE_CHAIN,  /* on a hold that moves: vine, cable, bending branch */
  HH_MODE_STANCE, /* legs push off, or take up a landing */
  HH_MODE_RUN,    /* on a floor or along the top of a branch */
  HH_MODE_SLIDE,  /* the same without muscles */
  HH_MODE_BOUNCE, /* on a canopy */
  HH_MODE_PAIR,   /* hand in hand with another gibbon */
  HH_MODE_WINGS,  /* a bird, gliding or flapping */
  HH_MODE_COUNT
} HhMode;

/* What acts along the arc until the mark, each its own ledger entry; m/s2, signed. */
typedef struct HhDrive {
  double muscle, bleed, reinjection;
} HhDrive;

/* State: plain data; a copy replays. */
typedef struct HhGibbon {
  HhMover mover;
  HhMode mode;
  int facing;     /* 1: the course's way, toward greater x; -1: back along it */
  HhInput input;  /* of this frame */
  HhInput heeded; /* when the swing was decided last */
  bool mark_set, release_at_mark;
  bool planned;   /* the target is, by a plan */
  bool mounting;  /* comes to rest to mount the branch it hangs from */
  bool hand_over; /* at the mark or the turn the other hand takes the target */
  double time_s;
  HhVec at, velocity; /* centre of mass */

  int hold;        /* last hold of the list at or before the grip; -1 before the first */
  int grips;       /* times it took another hold: hands take turns; decides nothing */
  HhVec grip;      /* the point held, while holding */
  HhVec hands;     /* in mode PAIR: where the hands of both meet; decides nothing */
  double let_go_s; /* time of the last release, where the body was: decide nothing */
  HhVec let_go_at;
  HhGrabPoint target; /* the point flown to; planned for, or found in the air */
  double planned_s;   /* the planned flight: its duration, and once let go the time of its end */
  HhGrabFrom search;  /* where the search in the air begins */
  double blind_s;     /* left of the moment after a planned hand did not close */

  HhSwing swing; /* its length is also the reach of a slack arm */
  HhDrive drive;
  HhVec mark;       /* hanging direction at which the drive ends */
  int pumps;        /* half swings on this hold so far */
  int pumping;      /* 1 gains energy, -1 sheds it, 0 neither */
  double debt_Jpkg; /* collision loss not yet given back */

  double phase;                       /* of the wave */
  double blend_s;                     /* since the blend began */
  HhVec blend_offset, blend_velocity; /* body minus wave then */

  HhLegs legs;
  HhMoving moving;
  HhSpin spin;
  HhBird bird;

  HhRandom plan_random, grab_random;
} HhGibbon;

/* Places a gibbon at the start of the world; the world has at least one hold. Each creature of an
 * episode has draws of its own. */
void hh_gibbon_start(const HhGibbonParams *params, const HhGrabParams *grab,
                     const HhWorldParams *world_params, const HhWorld *world, HhMover mover,
                     uint64_t seed, uint32_t creature, HhGibbon *gibbon, HhRecord *record);

/* One frame. RUNNING; ARRIVED when it swings through below the last hold of a complete world;
 * DIVERGED when a coordinate is no longer finite. Falls are counted in the record: the gibbon is
 * hung up again below the next hold, moving as at the start. */
HhStatus hh_gibbon_step(const HhGibbonParams *params, const HhGrabParams *grab,
                        const HhWorldParams *world_params, const HhWorld *world, HhGibbon *gibbon,
                        HhRecord *record, double dt_s);

/* Mechanical energy per mass of the body, potential zero at y = 0. */
double hh_gibbon_energy(const HhWorldParams *world_params, const HhGibbon *gibbon);

/* Energy in what it moves: vine, cable, bending branch, canopy; per its mass, 0 at rest. */
double hh_gibbon_wood_energy(const HhWorldParams *world_params, const HhWorld *world,
                             const HhGibbon *gibbon);

/* What governs the motion; a wave counts as what it stands for: a run over floors, else a swing. */
HhWay hh_gibbon_way(const HhWorld *world, const HhGibbon *gibbon);

/* True in a flight off a floor that is planned for nothing: branches that do not bend are floors
 * too. */
bool hh_gibbon_perches(const HhWorld *world, const HhGibbon *gibbon);

/* True while a hand holds the grip (while the wave carries it: while the grip is within reach). */
bool hh_gibbon_holds(const HhGibbonParams *params, const HhGibbon *gibbon);

/* True while a wave moves the body, wholly or as far as it is blended in. */
static inline bool hh_gibbon_carried(const HhGibbon *gibbon)
{
  return gibbon->mode == HH_MODE_SINE || gibbon->mode == HH_MODE_BLEND;
}

#endif
