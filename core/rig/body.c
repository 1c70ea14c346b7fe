/* The body of one creature from parameters. */
#include "rig/body.h"

#include <assert.h>
#include <math.h>

#include "base/angle.h"

/* What the closed forms of the reach leave out. */
static const double reach_margin = 0.995;

/* A folded arm turns the hand, which lies in the line from the shoulder, against the forearm; so
 * far that their angle keeps the wrist's limit: d = l cos w + sqrt(u^2 - l^2 sin^2 w) by the law of
 * cosines, where there is such a triangle. */
static void mind_wrist(double wrist_rad, HhLimb *arm)
{
  HhVec wrist = hh_unit_from_angle(wrist_rad);
  double u = arm->upper_m, across = arm->lower_m * wrist.y;
  if (u < across || (wrist.x < 0 && u < arm->lower_m)) return;
  double least = arm->lower_m * wrist.x + sqrt(u * u - across * across);
  arm->least_m = fmin(fmax(arm->least_m, least), arm->most_m);
}

static void share_masses(const HhBodyParams *params, HhBody *body)
{
  double total = 2 * (params->upper_arm_mass + params->forearm_mass + params->hand_mass +
                      params->thigh_mass + params->shank_mass + params->foot_mass) +
                 params->trunk_mass + params->head_mass;
  body->upper_arm_mass = params->upper_arm_mass / total;
  body->forearm_mass = params->forearm_mass / total;
  body->hand_mass = params->hand_mass / total;
  body->thigh_mass = params->thigh_mass / total;
  body->shank_mass = params->shank_mass / total;
  body->foot_mass = params->foot_mass / total;
  body->lower_trunk_mass = params->waist * params->trunk_mass / total;
  body->upper_trunk_mass = (1 - params->waist) * params->trunk_mass / total;
  body->head_mass = params->head_mass / total;
}

/* Height of the mass centre above the base of the neck, trunk upright: arms with their middles at
 * arm_y[side] from the neck and legs that reach down by leg_m. */
static double mass_height(const HhBody *body, const double arm_y[HH_SIDES], double leg_m)
{
  double trunk = body->upper_trunk_m + body->lower_trunk_m;
  double arm = body->upper_arm_mass + body->forearm_mass + body->hand_mass;
  double leg = body->thigh_mass + body->shank_mass + body->foot_mass;
  return body->head_mass * (body->neck_m + 0.5 * body->head_m) -
         body->upper_trunk_mass * 0.5 * body->upper_trunk_m -
         body->lower_trunk_mass * (body->upper_trunk_m + 0.5 * body->lower_trunk_m) +
         arm * (arm_y[HH_LEFT] + arm_y[HH_RIGHT]) - 2 * leg * (trunk + 0.5 * leg_m);
}

/* How far a held hand can be from the mass centre: hanging straight with both hands overhead, legs
 * down, collar bone raised. And how near: the arm folded, the trunk turned away, legs down. */
static void find_reach(const HhBodyParams *params, HhBody *body)
{
  HhVec collar = hh_unit_from_angle(params->joint.collar);
  double raised = collar.y * body->shoulder_m, beside = collar.x * body->shoulder_m;
  double span = body->arm.most_m + body->hand_m;
  double over[HH_SIDES] = {raised + 0.5 * span, raised + 0.5 * span};
  double down = sqrt(fmax(0, span * span - beside * beside));
  body->reach_most_m = reach_margin * (raised + down - mass_height(body, over, body->leg.most_m));

  double fold = body->arm.least_m + body->hand_m;
  double at_shoulder[HH_SIDES] = {raised, raised};
  double away = raised - mass_height(body, at_shoulder, body->leg.most_m);
  body->reach_least_m = fmax(0, fold - reach_margin * away);
}

HhBody hh_body(const HhBodyParams *params, double arm_length_m, double reach_m)
{
  assert(arm_length_m > 0 && reach_m > 0);
  double size = arm_length_m / reach_m;
  HhBody body = {
      .size_ratio = size,
      .arm = hh_limb(size * params->upper_arm, size * params->forearm, params->joint.elbow_least,
                     params->joint.elbow_most),
      .leg = hh_limb(size * params->thigh, size * params->shank, params->joint.knee_least,
                     params->joint.knee_most),
      .hand_m = size * params->hand,
      .foot_m = size * params->foot,
      .lower_trunk_m = size * params->waist * params->trunk,
      .upper_trunk_m = size * (1 - params->waist) * params->trunk,
      .neck_m = size * params->neck,
      .head_m = size * params->head,
      .shoulder_m = size * params->shoulder,
      .hip_m = size * params->hip,
  };
  mind_wrist(params->joint.wrist, &body.arm);
  share_masses(params, &body);
  find_reach(params, &body);
  double arms[HH_SIDES] = {0.5 * body.arm.most_m, 0};
  body.com_below_neck_m = -mass_height(&body, arms, 0.6 * body.leg.most_m);
  return body;
}
