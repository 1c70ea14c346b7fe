/* The body of one creature from parameters, and how its limbs lie. */
#include "rig/body.h"

#include <assert.h>
#include <math.h>

#include "base/angle.h"

/* The stance of rig14 reaches so far before only the hang of hh_body_hang does. */
static const double reach_margin = 0.995;

static const double foot_droop_rad = 0.5;

/* The upper arm's or thigh's resting direction, and where elbow or knee point then. */
/* (20, 5, 7) / sqrt(474) */
static const HhVec3 arm_rest = {0.9186304243492508, 0.2296576060873127, 0.3215206485222378},
                    arm_bend = {0, -0.8, 0.6};
static const HhVec3 leg_rest = {0.7071067811865476, -0.7071067811865476, 0},
                    leg_bend = {0.65, 0.65, 0.39};

static const HhAxes upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* --- limbs --- */

static HhVec3 in_axes(const HhAxes *axes, HhVec3 v, HhSide side)
{
  return hh_axes_out(axes, hh_vec3(v.x, v.y, hh_side_sign(side) * v.z));
}

HhVec3 hh_body_arm_rest(const HhAxes *chest, HhSide side)
{
  return in_axes(chest, arm_rest, side);
}

HhVec3 hh_body_leg_rest(const HhAxes *loins, HhSide side)
{
  return in_axes(loins, leg_rest, side);
}

HhSocket hh_body_shoulder(const HhBody *body, const HhAxes *chest, HhVec collar, HhSide side)
{
  HhVec3 root = {0, body->shoulder_m * collar.y, body->shoulder_m * collar.x};
  HhVec3 rest = hh_vec3_unit(hh_body_arm_rest(chest, side), chest->x);
  HhVec3 bend = in_axes(chest, arm_bend, side);
  bend = hh_vec3_along(bend, rest, -hh_vec3_dot(bend, rest));
  return (HhSocket){in_axes(chest, root, side), rest, hh_vec3_unit(bend, chest->z)};
}

HhSocket hh_body_hip(const HhBody *body, const HhAxes *loins, HhSide side)
{
  HhVec3 root = hh_vec3_scale(loins->z, hh_side_sign(side) * body->hip_m);
  HhVec3 bend = hh_vec3_unit(in_axes(loins, leg_bend, side), loins->x);
  return (HhSocket){root, hh_body_leg_rest(loins, side), bend};
}

bool hh_body_in_cone(HhVec cone, HhVec3 rest, const HhPosedLimb *limb)
{
  HhVec3 upper = hh_vec3_unit(hh_vec3_sub(limb->hinge, limb->root), rest);
  return hh_vec3_dot(upper, rest) >= cone.x;
}

HhQuat hh_body_into_cone(HhVec cone, HhVec3 rest, const HhPosedLimb *limb)
{
  if (hh_body_in_cone(cone, rest, limb)) return hh_quat_identity();
  HhVec3 upper = hh_vec3_unit(hh_vec3_sub(limb->hinge, limb->root), rest);
  HhVec3 beside = hh_vec3_along(upper, rest, -hh_vec3_dot(upper, rest));
  HhVec3 fallback = hh_vec3_unit(hh_vec3_cross(rest, limb->axis), limb->axis);
  beside = hh_vec3_unit(beside, fallback);
  return hh_quat_between(upper, hh_vec3_along(hh_vec3_scale(rest, cone.x), beside, cone.y));
}

static HhVec3 turned_about(HhQuat q, HhVec3 root, HhVec3 at)
{
  return hh_vec3_add(root, hh_quat_rotate(q, hh_vec3_sub(at, root)));
}

/* Turns a limb about its root until its upper bone is inside the cone about `rest`. */
static void keep_in_cone(HhVec cone, HhVec3 rest, HhPosedLimb *limb)
{
  if (hh_body_in_cone(cone, rest, limb)) return;
  HhQuat back = hh_body_into_cone(cone, rest, limb);
  limb->hinge = turned_about(back, limb->root, limb->hinge);
  limb->end = turned_about(back, limb->root, limb->end);
  limb->tip = turned_about(back, limb->root, limb->tip);
  limb->axis = hh_quat_rotate(back, limb->axis);
}

/* A free limb stretches out ever more slowly, so that its hinge is in no hurry near the end: beyond
 * a share k of its length, k + (1 - k) x / (1 + x) for k + (1 - k) x. */
static double unhurried(double length_m, double most_m)
{
  double share = 0.95 * most_m, over = (length_m - share) / (most_m - share);
  return over > 0 ? share + (most_m - share) * over / (1 + over) : length_m;
}

/* The two bones toward a point, `short_m` short of it but no nearer than `least_m`; the line to it.
 */
static HhPosedLimb toward(const HhLimb *bones, const HhSocket *socket, HhVec3 from, HhVec3 to,
                          double short_m, double least_m, double hold, HhVec3 *line)
{
  HhVec3 root = hh_vec3_add(from, socket->root), way = hh_vec3_sub(to, root);
  double length = hh_vec3_length(way), wanted = fmax(length - short_m, least_m);
  *line = length > 1e-150 ? hh_vec3_scale(way, 1 / length) : socket->rest;
  wanted = hold * wanted + (1 - hold) * unhurried(wanted, bones->most_m);
  HhLimbPose pose = hh_limb_reach(bones, root, *line, wanted, socket->rest, socket->bend);
  return (HhPosedLimb){.root = root, .hinge = pose.hinge, .end = pose.end, .axis = pose.axis};
}

HhPosedLimb hh_body_arm(const HhBody *body, const HhSocket *socket, HhVec3 neck, HhVec3 hand,
                        bool holds, double hold)
{
  HhVec3 line;
  HhPosedLimb arm = toward(&body->arm, socket, neck, hand, body->hand_m, 0.5 * body->arm.least_m,
                           holds ? 1 : hold, &line);
  arm.tip = hh_vec3_along(arm.end, line, body->hand_m);
  if (!holds) keep_in_cone(body->shoulder_cone, socket->rest, &arm);
  return arm;
}

/* How a foot stands to its shank: along it, cosine, and down it, sine, from square. */
static HhVec foot_line(const HhBody *body, HhVec3 forward, HhVec3 shank, HhSole sole, bool holds)
{
  HhVec line = holds ? hh_vec(1, 0) : body->droop;
  if (sole.share == 0) return line;
  HhVec flat = hh_vec_unit(hh_vec(hh_vec3_dot(sole.toes, forward), hh_vec3_dot(sole.toes, shank)));
  if (flat.x < body->ankle_cone.x)
    flat = hh_vec(body->ankle_cone.x, copysign(body->ankle_cone.y, flat.y));
  return hh_vec_unit(hh_vec_mix(line, flat, sole.share));
}

HhPosedLimb hh_body_leg(const HhBody *body, const HhSocket *socket, HhVec3 pelvis, HhVec3 ankle,
                        HhSole sole, bool holds)
{
  HhVec3 line;
  HhPosedLimb leg = toward(&body->leg, socket, pelvis, ankle, 0, 0, holds ? 1 : 0, &line);
  HhVec3 shank = hh_vec3_unit(hh_vec3_sub(leg.end, leg.hinge), line);
  HhVec3 forward = hh_vec3_cross(shank, leg.axis);
  HhVec foot = foot_line(body, forward, shank, sole, holds);
  leg.tip = hh_vec3_along(hh_vec3_along(leg.end, forward, body->foot_m * foot.x), shank,
                          body->foot_m * foot.y);
  if (!holds) keep_in_cone(body->hip_cone, socket->rest, &leg);
  return leg;
}

/* --- masses --- */

/* Half of every segment's mass lies at either end. */
static HhVec3 moment(const HhPosedLimb *limb, double upper, double lower, double last)
{
  HhVec3 sum = hh_vec3_scale(limb->root, 0.5 * upper);
  sum = hh_vec3_along(sum, limb->hinge, 0.5 * (upper + lower));
  sum = hh_vec3_along(sum, limb->end, 0.5 * (lower + last));
  return hh_vec3_along(sum, limb->tip, 0.5 * last);
}

HhVec3 hh_body_arm_moment(const HhBody *body, const HhPosedLimb *arm)
{
  return moment(arm, body->upper_arm_mass, body->forearm_mass, body->hand_mass);
}

HhVec3 hh_body_leg_moment(const HhBody *body, const HhPosedLimb *leg)
{
  return moment(leg, body->thigh_mass, body->shank_mass, body->foot_mass);
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

/* How far the mass centre lies below the base of the neck, trunk upright, one arm hanging up and
 * one folded, legs half drawn up. */
static double resting_depth(const HhBody *body)
{
  double trunk = body->upper_trunk_m + body->lower_trunk_m;
  double arm = body->upper_arm_mass + body->forearm_mass + body->hand_mass;
  double leg = body->thigh_mass + body->shank_mass + body->foot_mass;
  return body->upper_trunk_mass * 0.5 * body->upper_trunk_m +
         body->lower_trunk_mass * (body->upper_trunk_m + 0.5 * body->lower_trunk_m) +
         2 * leg * (trunk + 0.3 * body->leg.most_m) - arm * 0.5 * body->arm.most_m -
         body->head_mass * (body->neck_m + 0.5 * body->head_m);
}

/* --- the whole body --- */

/* The hand goes from overhead over the arm's resting direction to the mass centre at rest. */
static HhPosedLimb hanging_arm(const HhBody *body, double fold, HhSide side)
{
  HhSocket socket = hh_body_shoulder(body, &upright, body->raised, side);
  HhVec3 down = hh_vec3_sub(hh_vec3(0, -body->com_below_neck_m, 0), socket.root);
  double near =
      fmin(fmax(hh_vec3_length(down) - body->hand_m, body->arm.least_m), body->arm.most_m);
  double wrist_m = body->arm.most_m + fold * (near - body->arm.most_m);
  down = hh_vec3_unit(down, hh_vec3_scale(upright.y, -1));
  HhVec3 line = fold < 0.5 ? hh_vec3_mix(upright.y, socket.rest, 2 * fold)
                           : hh_vec3_mix(socket.rest, down, 2 * fold - 1);
  line = hh_vec3_unit(line, socket.rest);
  HhVec3 hand = hh_vec3_along(socket.root, line, wrist_m + body->hand_m);
  HhPosedLimb arm = hh_body_arm(body, &socket, hh_vec3(0, 0, 0), hand, true, 1);
  keep_in_cone(body->shoulder_cone, socket.rest, &arm);
  return arm;
}

HhHang hh_body_hang(const HhBody *body, double fold)
{
  double trunk = body->upper_trunk_m + body->lower_trunk_m;
  HhHang hang = {.head = hh_vec3(0, body->neck_m + 0.5 * body->head_m, 0),
                 .waist = hh_vec3(0, -body->upper_trunk_m, 0),
                 .pelvis = hh_vec3(0, -trunk, 0)};
  HhVec3 sum = hh_vec3_scale(hang.head, body->head_mass);
  sum = hh_vec3_along(sum, hang.waist, 0.5 * body->upper_trunk_mass);
  sum = hh_vec3_along(sum, hh_vec3_add(hang.waist, hang.pelvis), 0.5 * body->lower_trunk_mass);
  for (int i = 0; i < HH_SIDES; i++) {
    HhSocket hip = hh_body_hip(body, &upright, (HhSide)i);
    HhVec3 ankle = hh_vec3(0, hang.pelvis.y - body->leg.most_m, hip.root.z);
    hang.arm[i] = hanging_arm(body, fold, (HhSide)i);
    hang.leg[i] = hh_body_leg(body, &hip, hang.pelvis, ankle, (HhSole){.share = 0}, false);
    sum = hh_vec3_add(sum, hh_body_arm_moment(body, &hang.arm[i]));
    sum = hh_vec3_add(sum, hh_body_leg_moment(body, &hang.leg[i]));
  }
  hang.com = sum;
  return hang;
}

static double hanging_reach(const HhBody *body, double fold)
{
  HhHang hang = hh_body_hang(body, fold);
  return hh_vec3_distance(hang.arm[HH_RIGHT].tip, hang.com);
}

/* A folded arm turns the hand, which lies in the line from the shoulder, against the forearm; so
 * far that their angle keeps the wrist's limit: d = l cos w + sqrt(u^2 - l^2 sin^2 w) by the law of
 * cosines, where there is such a triangle. The angle is never more than the elbow's flexion, so
 * that limits of which the wrist's is not below the elbow's least can be kept. */
static void mind_wrist(double wrist_rad, HhLimb *arm)
{
  HhVec wrist = hh_unit_from_angle(wrist_rad);
  double u = arm->upper_m, across = arm->lower_m * wrist.y;
  if (u < across || (wrist.x < 0 && u < arm->lower_m)) return;
  double least = arm->lower_m * wrist.x + sqrt(u * u - across * across);
  arm->least_m = fmin(fmax(arm->least_m, least), arm->most_m);
}

static void set_limits(const HhBodyParams *params, HhBody *body)
{
  body->shoulder_cone = hh_unit_from_angle(params->joint.shoulder);
  body->hip_cone = hh_unit_from_angle(params->joint.hip);
  body->gaze_cone = hh_unit_from_angle(params->joint.gaze);
  body->raised = hh_unit_from_angle(params->joint.collar);
  body->ankle_cone = hh_unit_from_angle(params->joint.ankle);
  body->droop = hh_unit_from_angle(fmin(foot_droop_rad, params->joint.ankle));
  mind_wrist(params->joint.wrist, &body->arm);
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
  set_limits(params, &body);
  share_masses(params, &body);
  body.com_below_neck_m = resting_depth(&body);
  body.reach_most_m = reach_margin * hanging_reach(&body, 0);
  body.reach_least_m = hanging_reach(&body, 1) / reach_margin;
  return body;
}
