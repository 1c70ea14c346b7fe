/* Motions of a gibbon's centre of mass made by hand, one for each way of moving and for the changes
 * between them, as functions of time: for rigs, which read nothing else. */
#ifndef WAYS_PATHS_H
#define WAYS_PATHS_H

#include <math.h>

#include "actor/params.h"
#include "base/angle.h"
#include "base/spring.h"
#include "gibbon/gibbon.h"
#include "world/surface.h"

/* A wavy floor from -20 to 40 m, a branch over it, a vine and a canopy. */
enum { PATH_FLOOR, PATH_BRANCH, PATH_VINE, PATH_CANOPY, PATH_PIECES };
enum { PATH_FLOOR_HOLDS = 31, PATH_BRANCH_HOLDS = 5, PATH_VINE_HOLDS = 6, PATH_CANOPY_HOLDS = 9 };

typedef struct PathWorld {
  HhHold holds[PATH_FLOOR_HOLDS + PATH_BRANCH_HOLDS + PATH_VINE_HOLDS + PATH_CANOPY_HOLDS];
  HhPiece pieces[PATH_PIECES];
  HhWorld world;
} PathWorld;

static inline void path_world(double slope, double depth_m, PathWorld *made)
{
  static const int counts[PATH_PIECES] = {PATH_FLOOR_HOLDS, PATH_BRANCH_HOLDS, PATH_VINE_HOLDS,
                                          PATH_CANOPY_HOLDS};
  static const HhPieceKind kinds[PATH_PIECES] = {HH_PIECE_GROUND, HH_PIECE_BRANCH, HH_PIECE_VINE,
                                                 HH_PIECE_CANOPY};
  int next = 0;
  for (int piece = 0; piece < PATH_PIECES; piece++) {
    made->pieces[piece] = (HhPiece){.kind = kinds[piece],
                                    .first = next,
                                    .count = counts[piece],
                                    .depth_m = piece * depth_m,
                                    .stiffness_ps2 = piece == PATH_CANOPY ? 120 : 0};
    for (int i = 0; i < counts[piece]; i++) {
      HhVec at = {-20 + 2 * i, slope * (-20 + 2 * i) + 0.15 * ((i * i) % 5 - 2)};
      if (piece == PATH_BRANCH) at = hh_vec(40 + 1.5 * i, 4);
      if (piece == PATH_VINE) at = hh_vec(50, 6 - 0.5 * i);
      if (piece == PATH_CANOPY) at = hh_vec(52 + 1.5 * i, 0.1 * (i % 3));
      made->holds[next++] = (HhHold){.at = at, .branch = piece};
    }
  }
  made->world = (HhWorld){.holds = made->holds,
                          .count = next,
                          .complete = true,
                          .pieces = made->pieces,
                          .piece_count = PATH_PIECES};
}

typedef enum Path {
  PATH_RUN,
  PATH_WALK,    /* to a stop and on */
  PATH_LANDING, /* flight, landing, run, push off, flight */
  PATH_SLIDE,
  PATH_BOUNCE,
  PATH_MOUNT,
  PATH_SWING_VINE,
  PATH_CLIMB,
  PATH_TURN_OVER,
  PATH_WINGS,
  PATH_COUNT
} Path;

static const char *const path_names[PATH_COUNT] = {"run",   "walk", "landing", "slide", "bounce",
                                                   "mount", "vine", "climb",   "turn",  "wings"};
static const double path_durations_s[PATH_COUNT] = {4, 4, 2.6, 2, 1.2, 1, 3, 3, 1.2, 2};

static inline double path_floor(const PathWorld *made, int piece, double x_m)
{
  return hh_surface_at(&made->world, piece, x_m).y_m;
}

/* Carried at a height over a floor. */
static inline HhVec path_over(const PathWorld *made, int piece, double x_m, double height_m)
{
  return hh_vec(x_m, path_floor(made, piece, x_m) + height_m);
}

/* A flight, a landing, a run, a push off, a flight. */
static inline void path_landing(const HhParams *params, const PathWorld *made, double t_s,
                                HhGibbon *gibbon)
{
  const HhLegsParams *legs = &params->gibbon.legs;
  static const double fly_s = 0.6, land_s = 0.08, run_s = 1.2, push_s = 0.08, speed = 4;
  double g = params->world.gravity, down = 2 * legs->crouch / land_s;
  double land = fly_s, run = land + land_s, push = run + run_s, leap = push + push_s;
  double x = speed * t_s - 2;
  gibbon->velocity = hh_vec(speed, 0);
  double height = legs->height;
  if (t_s < land) {
    double left = land - t_s;
    height += legs->crouch + down * left - 0.5 * g * left * left;
    gibbon->mode = HH_MODE_FLIGHT;
    gibbon->velocity.y = -down + g * left;
  } else if (t_s < run) {
    double left = run - t_s;
    height += 0.5 * down / land_s * left * left;
    gibbon->mode = HH_MODE_STANCE;
    gibbon->velocity.y = -down / land_s * left;
    gibbon->legs.push_mps2.y = down / land_s;
    gibbon->legs.after = HH_MODE_RUN;
  } else if (t_s < push) {
    gibbon->mode = HH_MODE_RUN;
  } else if (t_s < leap) {
    double gone = t_s - push;
    height += 0.5 * down / push_s * gone * gone;
    gibbon->mode = HH_MODE_STANCE;
    gibbon->velocity.y = down / push_s * gone;
    gibbon->legs.push_mps2.y = down / push_s;
    gibbon->legs.after = HH_MODE_FLIGHT;
  } else {
    double gone = t_s - leap;
    height += legs->crouch + down * gone - 0.5 * g * gone * gone;
    gibbon->mode = HH_MODE_FLIGHT;
    gibbon->velocity.y = down - g * gone;
    gibbon->let_go_s = leap;
  }
  gibbon->at = path_over(made, PATH_FLOOR, x, height);
}

/* A vine from its pin to a rider `rad` from hanging, straight; beads below hang from the grip. */
static inline void path_chain(const PathWorld *made, double rad, double rate, double arm_m,
                              int held, HhGibbon *gibbon)
{
  const HhPiece *vine = &made->pieces[PATH_VINE];
  HhChain *chain = &gibbon->moving.chain;
  HhVec dir = hh_hanging(rad), pin = made->holds[vine->first].at;
  *chain = (HhChain){.count = vine->count - 1, .pinned = true, .pin = pin, .held = held};
  for (int i = 0; i < chain->count; i++) {
    chain->length_m[i] = 0.5;
    HhVec at = hh_vec_along(pin, dir, 0.5 * (i + 1));
    if (i > held) at = hh_vec_along(chain->bead[i - 1].at, hh_hanging(0.7 * rad), 0.5);
    chain->bead[i] = (HhBead){.at = at, .mass_ratio = 0.05};
  }
  chain->arm_m = arm_m;
  gibbon->mode = HH_MODE_CHAIN;
  gibbon->moving.piece = PATH_VINE;
  gibbon->hold = vine->first + 1 + held;
  gibbon->grip = chain->bead[held].at;
  gibbon->at = hh_vec_along(gibbon->grip, dir, arm_m);
  gibbon->velocity = hh_vec_scale(hh_vec_left(dir), rate * (0.5 * (held + 1) + arm_m));
  chain->rider = gibbon->at;
  chain->rider_velocity = gibbon->velocity;
}

/* The rest of the paths, each from t_s = 0. */
static inline void path_run(const HhParams *params, const PathWorld *made, double t_s,
                            HhGibbon *gibbon)
{
  gibbon->mode = HH_MODE_RUN;
  gibbon->at = path_over(made, PATH_FLOOR, 4 * t_s - 6, params->gibbon.legs.height);
  gibbon->velocity = hh_vec(4, 0);
}

static inline void path_walk(const HhParams *params, const PathWorld *made, double t_s,
                             HhGibbon *gibbon)
{
  HhVec wave = hh_unit_from_angle(HH_PI * t_s / 2);
  double x = t_s - 2 / HH_PI * wave.y;
  gibbon->mode = HH_MODE_RUN;
  gibbon->at = path_over(made, PATH_FLOOR, x, params->gibbon.legs.height);
  gibbon->velocity = hh_vec(1 - wave.x, 0);
}

static inline void path_slide(const HhParams *params, const PathWorld *made, double t_s,
                              HhGibbon *gibbon)
{
  gibbon->mode = HH_MODE_SLIDE;
  gibbon->at = path_over(made, PATH_FLOOR, 3 * t_s - 2, params->gibbon.legs.height);
  gibbon->velocity = hh_vec(3, 0);
}

/* A fall, half a wave of the spring, a flight. */
static inline void path_bounce(const HhParams *params, const PathWorld *made, double t_s,
                               HhGibbon *gibbon)
{
  static const double fall_s = 0.4;
  double g = params->world.gravity, speed = fall_s * g;
  double rate = sqrt(made->pieces[PATH_CANOPY].stiffness_ps2), half_s = HH_PI / rate;
  double in_s = t_s - fall_s, out_s = in_s - half_s, y, rise;
  gibbon->mode = HH_MODE_FLIGHT;
  if (in_s < 0) {
    y = -speed * in_s - 0.5 * g * in_s * in_s;
    rise = -g * t_s;
  } else if (out_s < 0) {
    HhVec wave = hh_unit_from_angle(rate * in_s);
    gibbon->mode = HH_MODE_BOUNCE;
    y = -speed / rate * wave.y;
    rise = -speed * wave.x;
  } else {
    y = speed * out_s - 0.5 * g * out_s * out_s;
    rise = speed - g * out_s;
  }
  gibbon->hold = made->pieces[PATH_CANOPY].first;
  gibbon->legs.piece = PATH_CANOPY;
  gibbon->velocity = hh_vec(2, rise);
  gibbon->at = path_over(made, PATH_CANOPY, 53 + 2 * t_s, params->gibbon.legs.height);
  gibbon->at.y += y;
}

/* From hanging round behind the hold to standing over it. */
static inline void path_mount(const HhParams *params, const PathWorld *made, double t_s,
                              HhGibbon *gibbon)
{
  double share = hh_ease(t_s / path_durations_s[PATH_MOUNT]);
  HhVec round = hh_unit_from_angle(HH_PI * (share - 0.5));
  double high = round.y < 0 ? params->gibbon.arm_length : params->gibbon.legs.height;
  gibbon->mode = HH_MODE_STANCE;
  gibbon->legs.piece = PATH_BRANCH;
  gibbon->legs.after = HH_MODE_RUN;
  gibbon->hold = made->pieces[PATH_BRANCH].first + 1;
  gibbon->grip = made->holds[gibbon->hold].at;
  gibbon->at = hh_vec_add(gibbon->grip, hh_vec(-0.3 * round.x, high * round.y));
}

static inline void path_swing_vine(const HhParams *params, const PathWorld *made, double t_s,
                                   HhGibbon *gibbon)
{
  HhVec wave = hh_unit_from_angle(2.2 * t_s);
  path_chain(made, 0.7 * wave.y, 0.7 * 2.2 * wave.x, params->gibbon.arm_length, 3, gibbon);
}

/* A bead a second: drawn in by its 0.5 m, then the next one is taken. */
static inline void path_climb(const HhParams *params, const PathWorld *made, double t_s,
                              HhGibbon *gibbon)
{
  int up = (int)t_s;
  double arm_m = params->gibbon.arm_length - 0.5 * hh_ease(t_s - up);
  path_chain(made, 0.1 * hh_unit_from_angle(2 * t_s).y, 0, arm_m, 3 - up, gibbon);
  gibbon->moving.chain.arm_rate_mps = -0.5;
  gibbon->grips += up;
}

static inline void path_turn_over(const HhParams *params, const PathWorld *made, double t_s,
                                  HhGibbon *gibbon)
{
  (void)made;
  double g = params->world.gravity, whole_s = path_durations_s[PATH_TURN_OVER];
  gibbon->mode = HH_MODE_FLIGHT;
  gibbon->let_go_s = 0;
  gibbon->at = hh_vec(45 + 2.5 * t_s, 8 + 5 * t_s - 0.5 * g * t_s * t_s);
  gibbon->velocity = hh_vec(2.5, 5 - g * t_s);
  gibbon->spin = (HhSpin){.angle_rad = 2 * HH_PI * t_s / whole_s,
                          .momentum_m2ps = 0.2,
                          .inertia_m2 = params->gibbon.spin.inertia_min,
                          .flight_s = whole_s,
                          .passed_s = t_s,
                          .turning = true};
}

static inline void path_wings(const HhParams *params, const PathWorld *made, double t_s,
                              HhGibbon *gibbon)
{
  (void)params, (void)made;
  gibbon->mode = HH_MODE_WINGS;
  gibbon->mover = HH_MOVER_BIRD;
  gibbon->at = hh_vec(8 * t_s, 3);
  gibbon->velocity = hh_vec(8, 0.5);
  gibbon->bird.beat = 3 * t_s;
  gibbon->bird.thrust_mps2 = 1;
}

/* The gibbon at t_s of a path. */
static inline HhGibbon path_at(const HhParams *params, const PathWorld *made, Path path, double t_s)
{
  static void (*const paths[PATH_COUNT])(const HhParams *, const PathWorld *, double,
                                         HhGibbon *) = {
      path_run,   path_walk,       path_landing, path_slide,     path_bounce,
      path_mount, path_swing_vine, path_climb,   path_turn_over, path_wings};
  HhGibbon gibbon = {.facing = 1,
                     .time_s = t_s,
                     .hold = 0,
                     .target = {.hold = -1},
                     .grips = 1,
                     .let_go_s = -10,
                     .legs = {.piece = PATH_FLOOR, .height_m = params->gibbon.legs.height}};
  paths[path](params, made, t_s, &gibbon);
  return gibbon;
}

#endif
