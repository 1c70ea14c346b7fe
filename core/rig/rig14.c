/* Fourteen joints. Everything is computed from the centre of mass, so that far from the origin no
 * digits are lost, and moved to its place at the end. */
#include "rig/rig14.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"

/* Rounds in which the trunk is placed, drawn hands are followed, the pose is stretched, and a
 * shoulder is eased. */
enum { PLACE_ROUNDS = 40, DRAW_ROUNDS = 3, STRETCH_ROUNDS = 24, EASE_ROUNDS = 12 };

/* A stretch is found to this share of the arm; the arm itself then closes the gap exactly. */
static const double stretch_accuracy = 1e-9;

static const double foot_droop_rad = 0.5; /* of a free foot, from square to the shank */

/* What does not change while one pose is sought. */
typedef struct Task {
  const HhBodyParams *params;
  const HhBody *body;
  const HhRig5 *rig5;
  HhVec3 hand[HH_SIDES], foot[HH_SIDES];    /* asked for, from the centre of mass */
  HhVec3 shoulder[HH_SIDES], hip[HH_SIDES]; /* from which free ends are asked for */
  HhVec3 line;                              /* unit, to what is held; only while something is */
  bool holds;
  int pose_rounds;
  HhVec shoulder_cone, hip_cone; /* cosine and sine of the limits */
} Task;

/* How the trunk stands, whatever its place. */
typedef struct Stance {
  HhAxes axes, chest, loins;
  HhVec collar[HH_SIDES]; /* out and up, unit */
  HhVec3 foot[HH_SIDES];
} Stance;

static HhVec3 along3(HhVec3 at, const HhAxes *axes, double x, double y, double z)
{
  at = hh_vec3_along(at, axes->x, x);
  return hh_vec3_along(hh_vec3_along(at, axes->y, y), axes->z, z);
}

/* Axes bent about their z and then turned about their y. */
static HhAxes bent(const HhAxes *axes, double bend, double turn)
{
  HhVec b = hh_unit_from_angle(bend), t = hh_unit_from_angle(turn);
  HhVec3 zero = {0, 0, 0};
  HhVec3 x = along3(zero, axes, b.x, -b.y, 0), y = along3(zero, axes, b.y, b.x, 0);
  return (HhAxes){.x = hh_vec3_along(hh_vec3_scale(x, t.x), axes->z, -t.y),
                  .y = y,
                  .z = hh_vec3_along(hh_vec3_scale(axes->z, t.x), x, t.y)};
}

static HhAxes turned(HhQuat q, const HhAxes *axes)
{
  return (HhAxes){hh_quat_rotate(q, axes->x), hh_quat_rotate(q, axes->y),
                  hh_quat_rotate(q, axes->z)};
}

static double within(double value, double limit)
{
  return fmin(fmax(value, -limit), limit);
}

/* The wished stance (stretch 0), reached out into the arm's line (to 1), or folded away from it
 * (to -1). `ease` turns the whole trunk first. */
static Stance stand(const Task *task, HhQuat ease, double stretch)
{
  const HhBody *body = task->body;
  const HhRig5 *rig5 = task->rig5;
  double share = fabs(stretch);
  Stance stance = {.axes = turned(ease, &rig5->axes)};
  if (share > 0) {
    HhVec3 to = hh_vec3_scale(task->line, stretch > 0 ? 1 : -1);
    HhQuat whole = hh_quat_between(stance.axes.y, to);
    stance.axes = turned(hh_quat_mix(hh_quat_identity(), whole, share), &stance.axes);
  }
  double bend = rig5->bend_rad * (1 - share), twist = rig5->twist_rad;
  bend = within(bend, task->params->joint.waist);
  twist = within(twist, task->params->joint.spine);
  stance.chest = bent(&stance.axes, 0.5 * bend, HH_TWIST_OF_SHOULDERS * twist);
  stance.loins = bent(&stance.axes, -0.5 * bend, -HH_TWIST_OF_HIPS * twist);

  double span = body->arm.most_m + body->hand_m;
  double below = body->upper_trunk_m + body->lower_trunk_m - body->com_below_neck_m;
  double leg_down = below + 1.5 * body->leg.most_m; /* beyond the feet: legs straight */
  for (int side = 0; side < HH_SIDES; side++) {
    double high = hh_vec3_dot(stance.axes.y, task->hand[side]) / span;
    double raise = 0.1 + 0.35 * hh_ease((high + 0.2) / 1.2);
    if (rig5->hand_holds[side]) raise += share * (1 - raise);
    stance.collar[side] = hh_unit_from_angle(raise * task->params->joint.collar);
    stance.foot[side] = task->foot[side];
    if (rig5->foot_holds[side]) continue;
    HhVec3 down = along3((HhVec3){0, 0, 0}, &stance.axes, 0, -leg_down,
                         hh_side_sign((HhSide)side) * body->hip_m);
    stance.foot[side] = hh_vec3_mix(stance.foot[side], down, share);
  }
  return stance;
}

/* The upper arm's or thigh's resting direction, and where elbow or knee point then. */
/* (20, 5, 7) / sqrt(474) */
static const HhVec3 arm_rest = {0.9186317293165036, 0.22965793232912589, 0.32152110526077624},
                    arm_bend = {0, -0.8, 0.6};
static const HhVec3 leg_rest = {0.7071067811865476, -0.7071067811865476, 0},
                    leg_bend = {0.65, 0.65, 0.39};

static HhVec3 in_axes(const HhAxes *axes, HhVec3 v, HhSide side)
{
  return along3((HhVec3){0, 0, 0}, axes, v.x, v.y, hh_side_sign(side) * v.z);
}

typedef struct Limb {
  HhVec3 root, hinge, end, tip, axis;
} Limb;

/* Turns a limb back about its root until its upper bone is inside the cone about `rest`. */
static void keep_in_cone(HhVec cone, HhVec3 rest, Limb *limb)
{
  HhVec3 upper = hh_vec3_unit(hh_vec3_sub(limb->hinge, limb->root), rest);
  if (hh_vec3_dot(upper, rest) >= cone.x) return;
  HhVec3 beside = hh_vec3_sub(upper, hh_vec3_scale(rest, hh_vec3_dot(upper, rest)));
  HhVec3 fallback = hh_vec3_unit(hh_vec3_cross(rest, limb->axis), limb->axis);
  beside = hh_vec3_unit(beside, fallback);
  HhVec3 kept = hh_vec3_along(hh_vec3_scale(rest, cone.x), beside, cone.y);
  HhQuat back = hh_quat_between(upper, kept);
  HhVec3 *each[] = {&limb->hinge, &limb->end, &limb->tip};
  for (int i = 0; i < 3; i++) {
    HhVec3 from_root = hh_vec3_sub(*each[i], limb->root);
    *each[i] = hh_vec3_add(limb->root, hh_quat_rotate(back, from_root));
  }
  limb->axis = hh_quat_rotate(back, limb->axis);
}

/* A free limb stretches out ever more slowly, so that its hinge is in no hurry near the end: beyond
 * a share k of its length, k + (1 - k) x / (1 + x) for k + (1 - k) x. */
static double unhurried(double length_m, double most_m)
{
  double share = 0.95 * most_m, over = (length_m - share) / (most_m - share);
  return over > 0 ? share + (most_m - share) * over / (1 + over) : length_m;
}

/* A free end asked for from the resting body's shoulder or hip, from the real one: as far as it is
 * drawn to something it stays there, as far as it is not it goes with its root. */
static HhVec3 free_end(HhVec3 asked, HhVec3 asked_from, HhVec3 root, double draw)
{
  return hh_vec3_along(asked, hh_vec3_sub(root, asked_from), 1 - draw);
}

static Limb pose_arm(const Task *task, const Stance *stance, HhVec3 neck, HhSide side)
{
  const HhBody *body = task->body;
  double out = hh_side_sign(side) * body->shoulder_m * stance->collar[side].x;
  double up = body->shoulder_m * stance->collar[side].y;
  Limb arm = {.root = along3(neck, &stance->chest, 0, up, out)};
  HhVec3 rest = hh_vec3_unit(in_axes(&stance->chest, arm_rest, side), stance->chest.x);
  HhVec3 bend = in_axes(&stance->chest, arm_bend, side);
  bend = hh_vec3_sub(bend, hh_vec3_scale(rest, hh_vec3_dot(bend, rest)));
  bend = hh_vec3_unit(bend, stance->chest.z);
  /* the hand lies in the line from the shoulder; nearer than that an arm does not fold */
  bool holds = task->rig5->hand_holds[side];
  HhVec3 hand =
      holds ? task->hand[side]
            : free_end(task->hand[side], task->shoulder[side], arm.root, task->rig5->draw[side]);
  HhVec3 way = hh_vec3_sub(hand, arm.root);
  HhVec3 line = hh_vec3_unit(way, rest);
  double wrist_m = fmax(hh_vec3_length(way) - body->hand_m, 0.5 * body->arm.least_m);
  if (!holds) wrist_m = unhurried(wrist_m, body->arm.most_m);
  HhLimbPose pose = hh_limb_solve(&body->arm, arm.root, hh_vec3_along(arm.root, line, wrist_m),
                                  hh_limb_bend(rest, bend, line));
  arm.hinge = pose.hinge;
  arm.end = pose.end;
  arm.axis = pose.axis;
  arm.tip = hh_vec3_along(pose.end, line, body->hand_m);
  if (!holds) keep_in_cone(task->shoulder_cone, rest, &arm);
  return arm;
}

static Limb pose_leg(const Task *task, const Stance *stance, HhVec3 pelvis, HhSide side)
{
  const HhBody *body = task->body;
  Limb leg = {.root = along3(pelvis, &stance->loins, 0, 0, hh_side_sign(side) * body->hip_m)};
  HhVec3 rest = in_axes(&stance->loins, leg_rest, side);
  HhVec3 bend = in_axes(&stance->loins, leg_bend, side);
  bend = hh_vec3_unit(bend, stance->loins.x);
  bool holds = task->rig5->foot_holds[side];
  HhVec3 ankle =
      holds ? task->foot[side]
            : free_end(stance->foot[side], task->hip[side], leg.root, task->rig5->foot_draw[side]);
  HhVec3 way = hh_vec3_sub(ankle, leg.root), line = hh_vec3_unit(way, rest);
  if (!holds)
    ankle = hh_vec3_along(leg.root, line, unhurried(hh_vec3_length(way), body->leg.most_m));
  HhLimbPose pose = hh_limb_solve(&body->leg, leg.root, ankle, hh_limb_bend(rest, bend, line));
  leg.hinge = pose.hinge;
  leg.end = pose.end;
  leg.axis = pose.axis;
  HhVec droop = hh_unit_from_angle(holds ? 0 : foot_droop_rad);
  HhVec3 shank = hh_vec3_unit(hh_vec3_sub(leg.end, leg.hinge), line);
  HhVec3 forward = hh_vec3_cross(shank, leg.axis);
  leg.tip = hh_vec3_along(hh_vec3_along(leg.end, forward, body->foot_m * droop.x), shank,
                          body->foot_m * droop.y);
  if (!holds) keep_in_cone(task->hip_cone, rest, &leg);
  return leg;
}

/* The head's direction follows the gaze as far as the neck allows. */
static void set_head(const Task *task, const HhAxes *axes, HhRig14 *rig)
{
  HhVec limit = hh_unit_from_angle(task->params->joint.gaze);
  HhVec3 face = task->rig5->gaze;
  double ahead = hh_vec3_dot(face, axes->x);
  if (ahead < limit.x) {
    HhVec3 beside = hh_vec3_sub(face, hh_vec3_scale(axes->x, ahead));
    beside = hh_vec3_unit(beside, axes->y);
    face = hh_vec3_along(hh_vec3_scale(axes->x, limit.x), beside, limit.y);
  }
  /* the neck leans forward and with the gaze */
  HhVec3 stalk = hh_vec3_along(hh_vec3_along(axes->y, axes->x, 0.45), face, 0.35);
  stalk = hh_vec3_unit(stalk, axes->y);
  HhVec3 up = hh_vec3_sub(axes->y, hh_vec3_scale(face, hh_vec3_dot(axes->y, face)));
  rig->neck_line = stalk;
  rig->skull.x = face;
  rig->skull.y = hh_vec3_unit(up, axes->y);
  rig->skull.z = hh_vec3_cross(rig->skull.x, rig->skull.y);
}

static void pose_arm_of(const Task *task, const Stance *stance, HhVec3 neck, int side, HhRig14 *rig)
{
  Limb arm = pose_arm(task, stance, neck, (HhSide)side);
  rig->shoulder[side] = arm.root;
  rig->elbow[side] = arm.hinge;
  rig->wrist[side] = arm.end;
  rig->hand[side] = arm.tip;
  rig->arm_axis[side] = arm.axis;
  rig->limbs++;
}

static void pose_leg_of(const Task *task, const Stance *stance, HhVec3 pelvis, int side,
                        HhRig14 *rig)
{
  Limb leg = pose_leg(task, stance, pelvis, (HhSide)side);
  rig->hip[side] = leg.root;
  rig->knee[side] = leg.hinge;
  rig->ankle[side] = leg.end;
  rig->toe[side] = leg.tip;
  rig->leg_axis[side] = leg.axis;
  rig->limbs++;
}

/* All points of a stance whose waist is at `waist`. */
static void pose_body(const Task *task, const Stance *stance, HhVec3 waist, HhRig14 *rig)
{
  const HhBody *body = task->body;
  set_head(task, &stance->chest, rig);
  rig->waist = waist;
  rig->neck = hh_vec3_along(waist, stance->chest.y, body->upper_trunk_m);
  rig->pelvis = hh_vec3_along(waist, stance->loins.y, -body->lower_trunk_m);
  rig->head = hh_vec3_along(rig->neck, rig->neck_line, body->neck_m + 0.5 * body->head_m);
  rig->chest = stance->chest;
  rig->loins = stance->loins;
  for (int i = 0; i < HH_SIDES; i++) {
    pose_arm_of(task, stance, rig->neck, i, rig);
    pose_leg_of(task, stance, rig->pelvis, i, rig);
  }
}

/* Mass times place, half of every segment's mass at either end. */
static HhVec3 moment(HhVec3 root, HhVec3 hinge, HhVec3 end, HhVec3 tip, double upper, double lower,
                     double last)
{
  HhVec3 sum = hh_vec3_scale(root, 0.5 * upper);
  sum = hh_vec3_along(sum, hinge, 0.5 * (upper + lower));
  sum = hh_vec3_along(sum, end, 0.5 * (lower + last));
  return hh_vec3_along(sum, tip, 0.5 * last);
}

static HhVec3 moment_of_arm(const HhBody *body, const HhRig14 *rig, int side)
{
  return moment(rig->shoulder[side], rig->elbow[side], rig->wrist[side], rig->hand[side],
                body->upper_arm_mass, body->forearm_mass, body->hand_mass);
}

static HhVec3 moment_of_leg(const HhBody *body, const HhRig14 *rig, int side)
{
  return moment(rig->hip[side], rig->knee[side], rig->ankle[side], rig->toe[side], body->thigh_mass,
                body->shank_mass, body->foot_mass);
}

HhVec3 hh_rig14_mass_centre(const HhBody *body, const HhRig14 *rig)
{
  HhVec3 sum = hh_vec3_scale(rig->head, body->head_mass);
  sum = hh_vec3_along(sum, hh_vec3_mix(rig->waist, rig->neck, 0.5), body->upper_trunk_mass);
  sum = hh_vec3_along(sum, hh_vec3_mix(rig->pelvis, rig->waist, 0.5), body->lower_trunk_mass);
  for (int i = 0; i < HH_SIDES; i++)
    sum = hh_vec3_add(sum, hh_vec3_add(moment_of_arm(body, rig, i), moment_of_leg(body, rig, i)));
  return sum;
}

static HhVec3 times(const HhVec3 rows[3], HhVec3 v)
{
  return hh_vec3(hh_vec3_dot(rows[0], v), hh_vec3_dot(rows[1], v), hh_vec3_dot(rows[2], v));
}

/* The inverse that takes `gain` to the step that made it, and is otherwise as it was. */
static void learn(HhVec3 rows[3], HhVec3 step, HhVec3 gain)
{
  HhVec3 had = times(rows, gain);
  HhVec3 across = hh_vec3_along(hh_vec3_along(hh_vec3_scale(rows[0], step.x), rows[1], step.y),
                                rows[2], step.z);
  double scale = hh_vec3_dot(step, had);
  if (!(fabs(scale) > 0)) return;
  HhVec3 missed = hh_vec3_scale(hh_vec3_sub(step, had), 1 / scale);
  rows[0] = hh_vec3_along(rows[0], across, missed.x);
  rows[1] = hh_vec3_along(rows[1], across, missed.y);
  rows[2] = hh_vec3_along(rows[2], across, missed.z);
}

/* Mass centre when everything but the holding limbs has been moved by `by` from where `rig` has it;
 * poses those anew. `free` is the moment of the rest, `mass` its mass. */
static HhVec3 centre_at(const Task *task, const Stance *stance, HhVec3 free, double mass, HhVec3 by,
                        HhRig14 *rig)
{
  HhVec3 sum = hh_vec3_along(free, by, mass);
  for (int i = 0; i < HH_SIDES; i++) {
    if (rig->hand_holds[i]) {
      pose_arm_of(task, stance, hh_vec3_add(rig->neck, by), i, rig);
      sum = hh_vec3_add(sum, moment_of_arm(task->body, rig, i));
    }
    if (rig->foot_holds[i]) {
      pose_leg_of(task, stance, hh_vec3_add(rig->pelvis, by), i, rig);
      sum = hh_vec3_add(sum, moment_of_leg(task->body, rig, i));
    }
  }
  return sum;
}

/* Moves the whole body so that the mass centre is at the origin while what it holds stays: only the
 * holding limbs stay behind, so a step by the error leaves about a tenth of it, and what the steps
 * so far have shown makes the next one better (Broyden 1965, Math. Comp. 19:577, first method, by
 * its inverse). */
static void settle(const Task *task, const Stance *stance, HhRig14 *rig)
{
  const HhBody *body = task->body;
  HhVec3 free = hh_rig14_mass_centre(body, rig), by = {0, 0, 0};
  double mass = 1;
  for (int i = 0; i < HH_SIDES; i++) {
    if (rig->hand_holds[i]) {
      free = hh_vec3_sub(free, moment_of_arm(body, rig, i));
      mass -= body->upper_arm_mass + body->forearm_mass + body->hand_mass;
    }
    if (rig->foot_holds[i]) {
      free = hh_vec3_sub(free, moment_of_leg(body, rig, i));
      mass -= body->thigh_mass + body->shank_mass + body->foot_mass;
    }
  }
  double accuracy = 3e-15 * body->arm.most_m, k = 0.5 + 0.5 / mass;
  HhVec3 rows[3] = {{k, 0, 0}, {0, k, 0}, {0, 0, k}}, step = {0, 0, 0}, error_before = step;
  for (int round = 0; round < PLACE_ROUNDS; round++) {
    HhVec3 error = hh_vec3_scale(centre_at(task, stance, free, mass, by, rig), -1);
    if (hh_vec3_dot(error, error) <= accuracy * accuracy) break;
    if (round > 0) learn(rows, step, hh_vec3_sub(error_before, error));
    step = times(rows, error);
    error_before = error;
    by = hh_vec3_add(by, step);
  }
  HhRig14 held = *rig;
  hh_rig14_move(by, rig);
  for (int i = 0; i < HH_SIDES; i++) {
    if (rig->hand_holds[i]) {
      rig->shoulder[i] = held.shoulder[i];
      rig->elbow[i] = held.elbow[i];
      rig->wrist[i] = held.wrist[i];
      rig->hand[i] = held.hand[i];
    }
    if (rig->foot_holds[i]) {
      rig->hip[i] = held.hip[i];
      rig->knee[i] = held.knee[i];
      rig->ankle[i] = held.ankle[i];
      rig->toe[i] = held.toe[i];
    }
  }
}

/* Poses a stance with its mass centre at the origin. *waist is a first guess; hands that are drawn
 * to something follow it for a few rounds, then go with the body. */
static void pose(const Task *task, const Stance *stance, HhVec3 *waist, HhRig14 *rig)
{
  for (int round = 0; round < task->pose_rounds; round++) {
    pose_body(task, stance, *waist, rig);
    if (round + 1 == task->pose_rounds) break;
    HhVec3 error = hh_rig14_mass_centre(task->body, rig);
    *waist = hh_vec3_along(*waist, error, -1.1);
  }
  settle(task, stance, rig);
  *waist = rig->waist;
}

/* Room between the arms' reach and what they hold: outward (way 1) or inward (-1); negative where
 * one does not reach. */
static double room_of(const Task *task, double way, const HhRig14 *rig)
{
  double room = task->body->arm.most_m;
  for (int i = 0; i < HH_SIDES; i++) {
    if (!task->rig5->hand_holds[i]) continue;
    double wrist = hh_vec3_distance(task->hand[i], rig->shoulder[i]) - task->body->hand_m;
    double here = way > 0 ? task->body->arm.most_m - wrist : wrist - task->body->arm.least_m;
    room = fmin(room, here);
  }
  return room;
}

static double room_at(const Task *task, HhQuat ease, double stretch, HhVec3 *waist, HhRig14 *rig)
{
  Stance stance = stand(task, ease, stretch);
  pose(task, &stance, waist, rig);
  return room_of(task, stretch < 0 ? -1 : 1, rig);
}

/* The least stretch, one way or the other, with which the arms reach what they hold: the zero of
 * their room between two stretches (regula falsi, Illinois), ended on the side that reaches. */
static void reach(const Task *task, HhQuat ease, HhVec3 *waist, HhRig14 *rig)
{
  double room = room_at(task, ease, 0, waist, rig), inward = room_of(task, -1, rig);
  if (!task->holds || (room >= 0 && inward >= 0)) return;
  double way = room < 0 ? 1 : -1;
  double low = 0, high = 1, low_room = fmin(room, inward);
  double high_room = room_at(task, ease, way, waist, rig);
  if (high_room < 0) return; /* out of reach: as near as it gets */
  double accuracy = stretch_accuracy * task->body->arm.most_m;
  bool stands_high = true, was_high = true;
  double low_weight = low_room, high_weight = high_room;
  for (int round = 0; round < STRETCH_ROUNDS && high_room > accuracy; round++) {
    double middle = low - (high - low) * low_weight / (high_weight - low_weight);
    double middle_room = room_at(task, ease, way * middle, waist, rig);
    stands_high = middle_room >= 0;
    if (stands_high) {
      high = middle;
      high_weight = high_room = middle_room;
      if (was_high && round > 0) low_weight *= 0.5;
    } else {
      low = middle;
      low_weight = middle_room;
      if (!was_high && round > 0) high_weight *= 0.5;
    }
    was_high = stands_high;
  }
  if (!stands_high) room_at(task, ease, way * high, waist, rig);
}

/* The turn of the trunk that brings the holding upper arms inside their cones; identity: none. */
static HhQuat ease_of(const Task *task, const HhRig14 *rig)
{
  for (int i = 0; i < HH_SIDES; i++) {
    if (!task->rig5->hand_holds[i]) continue;
    HhVec3 rest = in_axes(&rig->chest, arm_rest, (HhSide)i);
    rest = hh_vec3_unit(rest, rig->chest.x);
    Limb arm = {.root = rig->shoulder[i], .hinge = rig->elbow[i], .axis = rig->arm_axis[i]};
    arm.end = arm.tip = arm.hinge;
    HhVec3 upper = hh_vec3_unit(hh_vec3_sub(arm.hinge, arm.root), rest);
    if (hh_vec3_dot(upper, rest) >= task->shoulder_cone.x - 1e-12) continue;
    keep_in_cone(task->shoulder_cone, rest, &arm);
    HhVec3 kept = hh_vec3_unit(hh_vec3_sub(arm.hinge, arm.root), rest);
    return hh_quat_between(kept, upper);
  }
  return hh_quat_identity();
}

void hh_rig14_move(HhVec3 by, HhRig14 *rig)
{
  HhVec3 *each[] = {&rig->head, &rig->neck, &rig->waist, &rig->pelvis};
  HhVec3 *sides[] = {rig->shoulder, rig->elbow, rig->wrist, rig->hand,
                     rig->hip,      rig->knee,  rig->ankle, rig->toe};
  for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
    *each[i] = hh_vec3_add(*each[i], by);
  for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
    for (int side = 0; side < HH_SIDES; side++)
      sides[i][side] = hh_vec3_add(sides[i][side], by);
}

static Task make_task(const HhBodyParams *params, const HhBody *body, const HhRig5 *rig5)
{
  Task task = {.params = params,
               .body = body,
               .rig5 = rig5,
               .pose_rounds = 1,
               .shoulder_cone = hh_unit_from_angle(params->joint.shoulder),
               .hip_cone = hh_unit_from_angle(params->joint.hip)};
  HhVec3 held = {0, 0, 0};
  for (int i = 0; i < HH_SIDES; i++) {
    task.hand[i] = hh_vec3_sub(rig5->hand[i], rig5->trunk);
    task.foot[i] = hh_vec3_sub(rig5->foot[i], rig5->trunk);
    task.shoulder[i] = hh_vec3_sub(rig5->shoulder[i], rig5->trunk);
    task.hip[i] = hh_vec3_sub(rig5->hip[i], rig5->trunk);
    if (rig5->draw[i] > 0 || rig5->foot_draw[i] > 0) task.pose_rounds = DRAW_ROUNDS;
    if (!rig5->hand_holds[i]) continue;
    task.holds = true;
    held = hh_vec3_add(held, task.hand[i]);
  }
  task.line = hh_vec3_unit(held, rig5->axes.y);
  return task;
}

/* Contacts are copied; what was missed is told. */
void hh_rig14_finish(const HhRig5 *rig5, HhRig14 *rig)
{
  rig->com = rig5->trunk;
  hh_rig14_move(rig5->trunk, rig);
  rig->miss_max_m = 0;
  for (int i = 0; i < HH_SIDES; i++) {
    double hand = hh_vec3_distance(rig->hand[i], rig5->hand[i]);
    double foot = hh_vec3_distance(rig->ankle[i], rig5->foot[i]);
    double near = 1e-12 * (1 + hh_vec3_length(rig5->trunk));
    if (rig->hand_holds[i] && hand <= near)
      rig->hand[i] = rig5->hand[i];
    else if (rig->hand_holds[i])
      rig->miss_max_m = fmax(rig->miss_max_m, hand);
    if (rig->foot_holds[i] && foot <= near)
      rig->ankle[i] = rig5->foot[i];
    else if (rig->foot_holds[i])
      rig->miss_max_m = fmax(rig->miss_max_m, foot);
  }
}

void hh_rig14_follow(const HhBodyParams *params, const HhBody *body, const HhRig5 *rig5,
                     HhRig14 *rig)
{
  Task task = make_task(params, body, rig5);
  HhQuat ease = hh_quat_identity();
  HhVec3 waist = hh_vec3_scale(rig5->axes.y, body->com_below_neck_m - body->upper_trunk_m);
  rig->limbs = 0;
  memcpy(rig->hand_holds, rig5->hand_holds, sizeof rig->hand_holds);
  memcpy(rig->foot_holds, rig5->foot_holds, sizeof rig->foot_holds);
  for (int round = 0; round < EASE_ROUNDS; round++) {
    reach(&task, ease, &waist, rig);
    HhQuat more = ease_of(&task, rig);
    if (more.w == 1) break;
    ease = hh_quat_mul(more, ease);
  }
  hh_rig14_finish(rig5, rig);
}

const char *const hh_rig14_angle_names[HH_RIG14_ANGLES] = {
    "waist",   "spine",   "gaze",   "collar_l", "shoulder_l", "elbow_l",
    "wrist_l", "hip_l",   "knee_l", "ankle_l",  "collar_r",   "shoulder_r",
    "elbow_r", "wrist_r", "hip_r",  "knee_r",   "ankle_r"};

/* Angle between two directions of any length, in [0, pi]. */
static double between(HhVec3 a, HhVec3 b)
{
  return hh_angle_of(hh_vec(hh_vec3_dot(a, b), hh_vec3_length(hh_vec3_cross(a, b))));
}

/* Twist of the chest against the loins about the trunk. */
static double spine_twist(const HhRig14 *rig)
{
  HhQuat q = hh_quat_mul(hh_quat_conj(hh_quat_of_axes(rig->loins)), hh_quat_of_axes(rig->chest));
  return 2 * hh_angle_of(hh_vec(fabs(q.w), fabs(q.y)));
}

static void side_angles(const HhRig14 *rig, HhSide side, double angle_rad[7])
{
  HhVec3 collar = hh_vec3_sub(rig->shoulder[side], rig->neck);
  HhVec3 upper = hh_vec3_sub(rig->elbow[side], rig->shoulder[side]);
  HhVec3 fore = hh_vec3_sub(rig->wrist[side], rig->elbow[side]);
  HhVec3 hand = hh_vec3_sub(rig->hand[side], rig->wrist[side]);
  HhVec3 thigh = hh_vec3_sub(rig->knee[side], rig->hip[side]);
  HhVec3 shank = hh_vec3_sub(rig->ankle[side], rig->knee[side]);
  HhVec3 foot = hh_vec3_sub(rig->toe[side], rig->ankle[side]);
  HhVec3 out = hh_vec3_scale(rig->chest.z, hh_side_sign(side));
  angle_rad[0] = hh_angle_of(hh_vec(hh_vec3_dot(collar, out), hh_vec3_dot(collar, rig->chest.y)));
  angle_rad[1] = between(upper, in_axes(&rig->chest, arm_rest, side));
  angle_rad[2] = between(upper, fore);
  angle_rad[3] = between(fore, hand);
  angle_rad[4] = between(thigh, in_axes(&rig->loins, leg_rest, side));
  angle_rad[5] = between(thigh, shank);
  angle_rad[6] = fabs(HH_PI / 2 - between(shank, foot));
}

void hh_rig14_angles(const HhRig14 *rig, double angle_rad[HH_RIG14_ANGLES])
{
  angle_rad[0] = between(rig->chest.y, rig->loins.y);
  angle_rad[1] = spine_twist(rig);
  angle_rad[2] = between(rig->skull.x, rig->chest.x);
  side_angles(rig, HH_LEFT, angle_rad + 3);
  side_angles(rig, HH_RIGHT, angle_rad + 10);
}

double hh_rig14_limit_excess_rad(const HhBodyParams *params,
                                 const double angle_rad[HH_RIG14_ANGLES])
{
  double excess = 0;
  double most[HH_RIG14_ANGLES] = {params->joint.waist, params->joint.spine, params->joint.gaze};
  double least[HH_RIG14_ANGLES] = {0};
  for (int side = 0; side < HH_SIDES; side++) {
    double limits[] = {params->joint.collar, params->joint.shoulder, params->joint.elbow_most,
                       params->joint.wrist,  params->joint.hip,      params->joint.knee_most,
                       params->joint.ankle};
    memcpy(most + 3 + 7 * side, limits, sizeof limits);
    least[3 + 7 * side + 2] = params->joint.elbow_least;
    least[3 + 7 * side + 5] = params->joint.knee_least;
  }
  for (int i = 0; i < HH_RIG14_ANGLES; i++)
    excess = fmax(excess, fmax(angle_rad[i] - most[i], least[i] - angle_rad[i]));
  return excess;
}
