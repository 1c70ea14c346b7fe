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

static Phase find_phase(const HhRig2 *rig2)
{
  Phase phase = {.swings = rig2->gripping, .rise = 1, .late = 1};
  if (rig2->gripping) {
    HhVec line = hh_vec_sub(rig2->grip, rig2->com);
    double rad = hh_angle_of(hh_vec(line.y, -line.x));
    phase.rise = hh_ease((rad + 0.5) / 1.0);
    phase.late = hh_ease(rad / 0.7);
    /* a hand below the body: upright again, the arm hanging */
    double over = fabs(rad) - HH_PI / 2;
    if (over > 0) rad = copysign(HH_PI / 2 - over, rad);
    phase.line_rad = rad;
    return phase;
  }
  HhVec v = rig2->velocity;
  double speed = hh_vec_length(v);
  if (speed > 0) phase.line_rad = hh_angle_of(hh_vec(fabs(v.x), v.y)) * fmin(1, speed);
  return phase;
}

/* What the arm or the air makes the body feel. */
static HhVec find_load(const HhWorldParams *world_params, const HhGibbon *gibbon)
{
  double g = world_params->gravity;
  switch (gibbon->mode) {
  case HH_MODE_SWING:
    return hh_vec_scale(gibbon->swing.dir, fmax(0, hh_swing_tension(g, &gibbon->swing)) / g);
  case HH_MODE_SLACK:
  case HH_MODE_FLIGHT: return hh_vec(0, 0);
  case HH_MODE_SINE:
  case HH_MODE_BLEND: break;
  }
  return hh_vec(0, -1);
}

static HhVec3 find_gaze(const HhWorld *world, const HhGibbon *gibbon, const HhRig2 *rig2)
{
  int next = gibbon->hold + 1;
  if (rig2->aims) return hh_vec3_of(rig2->aim);
  if (gibbon->target.hold >= 0 && gibbon->target.at.x > gibbon->at.x)
    return hh_vec3_of(gibbon->target.at);
  if (next < world->count) return hh_vec3_of(world->holds[next].at);
  return hh_vec3_of(hh_vec_add(gibbon->at, hh_vec(2, 0)));
}

/* The arm that holds or leads, and the other one. */
static void set_arms(const HhRig2 *rig2, Phase phase, HhRigGoal *goal)
{
  HhSide side = rig2->side, rest = side == HH_LEFT ? HH_RIGHT : HH_LEFT;
  goal->hand[side] = (HhLimbGoal){.contact = rig2->holds,
                                  .pull = rig2->lead,
                                  .at = hh_vec3_of(rig2->hand),
                                  .wish = {2.9, 0.1, 0.97}};
  /* the other arm: low and bent after its release, forward and up before the next one */
  double reach = phase.swings ? phase.late : 0;
  goal->hand[rest] = (HhLimbGoal){.wish = {0.45 + 2.05 * reach, 0.25, 0.7 + 0.22 * reach}};
}

static void set_legs(const HhBrachiationParams *params, const HhRig2 *rig2, Phase phase,
                     HhRigGoal *goal)
{
  double kick = phase.swings ? params->kick * phase.rise : 0.3 * params->kick;
  double out = 1 - rig2->reach_out; /* a stretched body lets its legs down */
  double tuck = out * params->tuck * (phase.swings ? 1 - 0.35 * phase.rise : 1.1);
  for (int side = 0; side < HH_SIDES; side++) {
    double lead = (HhSide)side == rig2->side ? -1 : 1; /* the leg under the holding arm trails */
    goal->foot[side].wish =
        (HhLimbWish){.flex_rad = out * (0.15 + 0.75 * tuck + kick + 0.16 * lead),
                     .spread_rad = 0.12,
                     .extend_ratio = 0.97 - (0.45 - 0.06 * lead) * tuck};
  }
}

void hh_brachiation_goal(const HhBrachiationParams *params, const HhWorldParams *world_params,
                         const HhWorld *world, const HhGibbon *gibbon, const HhRig2 *rig2,
                         HhRigGoal *goal)
{
  Phase phase = find_phase(rig2);
  double side = hh_side_sign(rig2->side);
  double line = fmin(fmax(phase.line_rad, line_least_rad), line_most_rad);
  double out = rig2->reach_out, lean = params->lean + out * (1 - params->lean);
  *goal = (HhRigGoal){.com = rig2->com,
                      .velocity = rig2->velocity,
                      .load = find_load(world_params, gibbon),
                      .facing = 1,
                      .up = hh_vec_left(hh_unit_from_angle(lean * line)),
                      .bend_rad = (1 - out) * (0.3 + 0.35 * (phase.swings ? phase.rise : 0.7)),
                      .gaze = find_gaze(world, gibbon, rig2),
                      .reach_out = out};
  goal->twist_rad = side * params->twist * (phase.swings ? 1 - 2 * phase.rise : 1);
  goal->roll_rad = phase.swings ? -0.15 * side : 0;
  set_arms(rig2, phase, goal);
  set_legs(params, rig2, phase, goal);
}
