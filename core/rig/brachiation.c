/* The goals of a brachiating body. */
#include "rig/brachiation.h"

#include <math.h>

#include "base/angle.h"
#include "base/spring.h"

/* Where in a swing, and how the arm's line stands; forward and back from upright positive. */
typedef struct Phase {
  bool swings;     /* on an arm */
  double line_rad; /* of the line from the body to its hand, back from upright */
  double rise;     /* 0 in the descent, 1 in the rise; 1 in flight */
  double late;     /* 0 until the bottom of a swing, 1 at a usual release; 1 in flight */
} Phase;

/* Flying headlong down, a body stays more upright than the line of its arm. */
static const double line_least_rad = -0.9, line_most_rad = 1.4;
/* The other arm makes ready this long before a release that is planned. */
static const double ready_s = 0.3;

/* 1 at the release, 0 when it is not near. */
static double readiness(const HhGibbon *gibbon)
{
  if (gibbon->mode != HH_MODE_SWING || !gibbon->release_at_mark) return 0;
  double left = gibbon->facing * hh_angle_between(gibbon->swing.dir, gibbon->mark);
  double rate = gibbon->facing * gibbon->swing.rate_radps;
  if (rate <= 0 || left < 0) return 0;
  return hh_ease(1 - left / (rate * ready_s));
}

/* How far a direction leans back from upright. */
static double back_of(int facing, HhVec way)
{
  return hh_angle_of(hh_vec(way.y, -facing * way.x));
}

static double mix(double from, double to, double share)
{
  return from + (to - from) * share;
}

/* Before a hand-over the body comes to hang between both hands, legs down. */
static void between_hands(const HhGibbon *gibbon, const HhRig2 *rig2, Phase *phase)
{
  double line_rad = back_of(gibbon->facing, hh_vec_sub(gibbon->target.at, rig2->com));
  phase->line_rad = mix(phase->line_rad, 0.5 * (phase->line_rad + line_rad), rig2->next_draw);
  phase->rise *= 1 - rig2->next_draw;
}

static Phase find_phase(const HhGibbon *gibbon, const HhRig2 *rig2)
{
  Phase phase = {.swings = rig2->gripping, .rise = 1, .late = 1};
  if (rig2->gripping) {
    double rad = back_of(gibbon->facing, hh_vec_sub(rig2->grip, rig2->com));
    phase.rise = hh_ease((rad + 0.5) / 1.0);
    phase.late = fmax(hh_ease(rad / 0.7), readiness(gibbon));
    /* above a hand that does not pull: upright, the arm hanging */
    double over = fabs(rad) - HH_PI / 2;
    if (gibbon->mode != HH_MODE_SWING && over > 0) rad = copysign(HH_PI / 2 - over, rad);
    phase.line_rad = rad;
    if (gibbon->hand_over && gibbon->target.hold >= 0) between_hands(gibbon, rig2, &phase);
  } else if (hh_gibbon_carried(gibbon)) {
    HhVec way = hh_vec_sub(rig2->aim, rig2->com);
    if (rig2->aims) phase.line_rad = rig2->draw * back_of(gibbon->facing, way);
  } else {
    HhVec v = rig2->velocity;
    double rad = hh_angle_of(hh_vec(fabs(v.x), v.y)) * fmin(1, hh_vec_length(v));
    phase.line_rad = fmin(fmax(rad, line_least_rad), line_most_rad);
  }
  return phase;
}

/* Leans into the line by a share of it; upside down on a taut arm, wholly. */
static double leant(double lean, double line_rad)
{
  return line_rad - (1 - lean) * hh_unit_from_angle(line_rad).y;
}

/* What the arm or the air makes the body feel. */
static HhVec find_load(const HhWorldParams *world_params, const HhGibbon *gibbon)
{
  double g = world_params->gravity;
  switch (gibbon->mode) {
  case HH_MODE_SWING: {
    double pull = fmax(0, hh_swing_tension(g, &gibbon->swing));
    double drive = gibbon->drive.muscle + gibbon->drive.bleed + gibbon->drive.reinjection;
    HhVec felt = hh_vec_scale(gibbon->swing.dir, pull);
    return hh_vec_scale(hh_vec_along(felt, hh_vec_left(gibbon->swing.dir), -drive), 1 / g);
  }
  case HH_MODE_SLACK:
  case HH_MODE_FLIGHT: return hh_vec(0, 0);
  default: break;
  }
  return hh_vec(0, -1);
}

static HhVec3 find_gaze(const HhWorld *world, const HhGibbon *gibbon, const HhRig2 *rig2)
{
  int next = gibbon->hold + gibbon->facing;
  if (rig2->aims) return hh_vec3_of(rig2->aim);
  if (gibbon->target.hold >= 0 && gibbon->facing * (gibbon->target.at.x - gibbon->at.x) > 0)
    return hh_vec3_of(gibbon->target.at);
  if (next >= 0 && next < world->count) return hh_vec3_of(world->holds[next].at);
  return hh_vec3_of(hh_vec_add(gibbon->at, hh_vec(2 * gibbon->facing, 0)));
}

/* The arm that holds or leads, and the other one: low and bent after its release, forward and up
 * before the next one, and already at its hold when that is near. */
static void set_arms(const HhBrachiationParams *params, const HhGibbon *gibbon, const HhRig2 *rig2,
                     Phase phase, HhRigGoal *goal)
{
  HhSide side = rig2->side, rest = side == HH_LEFT ? HH_RIGHT : HH_LEFT;
  goal->hand[side] =
      (HhLimbGoal){.contact = rig2->holds,
                   .pull = rig2->lead,
                   .at = hh_vec3_of(rig2->hand),
                   .wish = {.flex_rad = 2.9, .spread_rad = 0.1, .extend_ratio = 0.97}};
  double reach = phase.swings ? phase.late : 0;
  goal->hand[rest] =
      (HhLimbGoal){.pull = reach * rig2->next_draw,
                   .at = hh_vec3_of(rig2->next),
                   .wish = {.flex_rad = mix(params->arm_low, params->arm_high, reach),
                            .spread_rad = 0.25,
                            .extend_ratio = mix(0.7, 0.92, reach)}};
  if (gibbon->mode == HH_MODE_FLIGHT) {
    goal->hand[rest].free_s = gibbon->time_s - gibbon->let_go_s;
    goal->hand[rest].let_go = hh_vec3_of(hh_vec_sub(gibbon->grip, gibbon->let_go_at));
  }
}

static void set_legs(const HhBrachiationParams *params, const HhRig2 *rig2, Phase phase,
                     HhRigGoal *goal)
{
  double kick = phase.swings ? params->kick * phase.rise : 0.3 * params->kick;
  double tuck = params->tuck * (phase.swings ? 1 - 0.35 * phase.rise : 1.1);
  for (int side = 0; side < HH_SIDES; side++) {
    double lead = (HhSide)side == rig2->side ? -1 : 1; /* the leg under the holding arm trails */
    goal->foot[side].wish =
        (HhLimbWish){.flex_rad = 0.15 + 0.75 * tuck + kick + params->stride * lead,
                     .spread_rad = 0.12,
                     .extend_ratio = 0.97 - (0.45 - 0.06 * lead) * tuck};
  }
}

void hh_brachiation_goal(const HhBrachiationParams *params, const HhWorldParams *world_params,
                         const HhWorld *world, const HhGibbon *gibbon, const HhRig2 *rig2,
                         HhRigGoal *goal)
{
  Phase phase = find_phase(gibbon, rig2);
  double side = hh_side_sign(rig2->side);
  HhVec up = hh_vec_left(hh_unit_from_angle(leant(params->lean, phase.line_rad)));
  *goal = (HhRigGoal){.com = rig2->com,
                      .velocity = rig2->velocity,
                      .load = find_load(world_params, gibbon),
                      .facing = gibbon->facing,
                      .up = hh_vec(gibbon->facing * up.x, up.y),
                      .bend_rad = params->bend + params->crunch * (phase.swings ? phase.rise : 0.7),
                      .gaze = find_gaze(world, gibbon, rig2)};
  goal->twist_rad = side * params->twist * (phase.swings ? 1 - 2 * phase.rise : 1);
  goal->roll_rad = phase.swings ? -params->roll * side : 0;
  set_arms(params, gibbon, rig2, phase, goal);
  set_legs(params, rig2, phase, goal);
}
