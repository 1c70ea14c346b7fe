/* Fourteen joints. Everything is computed from the centre of mass, so that far from the origin no
 * digits are lost, and moved to its place at the end. */
#include "rig/rig14.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"

/* Rounds in which the body is moved to its place, the pose is stretched, a shoulder is eased, and
 * the hang is found. */
enum { SETTLE_ROUNDS = 30, STRETCH_ROUNDS = 24, EASE_ROUNDS = 12, HANG_ROUNDS = 60 };

/* The mass centre is as exact as this, in lengths of the trunk with an arm and a leg. */
static const double settle_accuracy = 4e-15;
/* A stretch is found to this share of the arm; the arm itself then closes the gap exactly. */
static const double stretch_accuracy = 1e-9;
/* A contact this near is one, m; from the origin, as many of its distances more. */
static const double contact_accuracy = 1e-12;
/* A trunk that is turned to bring a leg in reach brings it inside by this share of the leg. */
static const double leg_margin = 0.01;
/* Beyond a cone by this in the cosine is round-off. */
static const double cone_accuracy = 1e-12;

/* What does not change while one pose is sought. */
typedef struct Task {
  const HhBodyParams *params;
  const HhBody *body;
  const HhRig5 *rig5;
  HhVec3 hand[HH_SIDES], foot[HH_SIDES];    /* asked for, from the centre of mass */
  HhVec3 shoulder[HH_SIDES], hip[HH_SIDES]; /* from which free ends are asked for */
  HhVec3 line;                              /* unit, to what is held; only while something is */
  HhVec3 waist;                             /* a guess */
  bool holds;
} Task;

/* How the trunk stands, whatever its place. */
typedef struct Stance {
  HhAxes chest, loins, skull;
  HhVec3 neck_line;
  HhSocket shoulder[HH_SIDES], hip[HH_SIDES];
  HhVec3 foot[HH_SIDES];
} Stance;

/* Axes bent about their z and then turned about their y. */
static HhAxes bent(const HhAxes *axes, double bend, double turn)
{
  HhVec b = hh_unit_from_angle(bend), t = hh_unit_from_angle(turn);
  HhVec3 x = hh_axes_out(axes, hh_vec3(b.x, -b.y, 0)), y = hh_axes_out(axes, hh_vec3(b.y, b.x, 0));
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

/* The head's direction follows the gaze as far as the neck allows. */
static void set_head(const Task *task, Stance *stance)
{
  const HhAxes *axes = &stance->chest;
  HhVec limit = task->body->gaze_cone;
  HhVec3 face = task->rig5->gaze;
  double ahead = hh_vec3_dot(face, axes->x);
  if (ahead < limit.x) {
    HhVec3 beside = hh_vec3_along(face, axes->x, -ahead);
    beside = hh_vec3_unit(beside, axes->y);
    face = hh_vec3_along(hh_vec3_scale(axes->x, limit.x), beside, limit.y);
  }
  /* the neck leans forward and with the gaze */
  HhVec3 stalk = hh_vec3_along(hh_vec3_along(axes->y, axes->x, 0.45), face, 0.35);
  HhVec3 up = hh_vec3_along(axes->y, face, -hh_vec3_dot(axes->y, face));
  stance->neck_line = hh_vec3_unit(stalk, axes->y);
  stance->skull.x = face;
  stance->skull.y = hh_vec3_unit(up, axes->y);
  stance->skull.z = hh_vec3_cross(stance->skull.x, stance->skull.y);
}

/* The wished stance (stretch 0), reached out into the arm's line (to 1), or folded away from it
 * (to -1). `ease` turns the whole trunk first. */
static Stance stand(const Task *task, HhQuat ease, double stretch)
{
  const HhBody *body = task->body;
  const HhRig5 *rig5 = task->rig5;
  double share = fabs(stretch);
  HhAxes axes = turned(ease, &rig5->axes);
  if (share > 0) {
    HhVec3 to = hh_vec3_scale(task->line, stretch > 0 ? 1 : -1);
    HhQuat whole = hh_quat_between(axes.y, to);
    axes = turned(hh_quat_mix(hh_quat_identity(), whole, share), &axes);
  }
  double bend = within(rig5->bend_rad * (1 - share), task->params->joint.waist);
  double twist = within(rig5->twist_rad, task->params->joint.spine);
  Stance stance = {.chest = bent(&axes, 0.5 * bend, HH_TWIST_OF_SHOULDERS * twist),
                   .loins = bent(&axes, -0.5 * bend, -HH_TWIST_OF_HIPS * twist)};
  set_head(task, &stance);

  double span = body->arm.most_m + body->hand_m;
  double below = body->upper_trunk_m + body->lower_trunk_m - body->com_below_neck_m;
  double leg_down = below + 1.5 * body->leg.most_m; /* beyond the feet: legs straight */
  for (int i = 0; i < HH_SIDES; i++) {
    double high = hh_vec3_dot(axes.y, task->hand[i]) / span;
    double raise = 0.1 + 0.35 * hh_ease((high + 0.2) / 1.2);
    if (rig5->hand_holds[i]) raise += share * (1 - raise);
    HhVec collar = hh_unit_from_angle(raise * task->params->joint.collar);
    stance.shoulder[i] = hh_body_shoulder(body, &stance.chest, collar, (HhSide)i);
    stance.hip[i] = hh_body_hip(body, &stance.loins, (HhSide)i);
    stance.foot[i] = task->foot[i];
    if (rig5->foot_holds[i] || share == 0) continue;
    HhVec3 down = hh_axes_out(&axes, hh_vec3(0, -leg_down, hh_side_sign((HhSide)i) * body->hip_m));
    stance.foot[i] = hh_vec3_mix(stance.foot[i], down, share);
  }
  return stance;
}

/* A free end asked for from the resting body's shoulder or hip, from the real one: as far as it is
 * drawn to something, or has just let go, it stays there; as far as not it goes with its root. */
static HhVec3 free_end(HhVec3 asked, HhVec3 asked_from, HhVec3 root, double stays)
{
  return hh_vec3_along(asked, hh_vec3_sub(root, asked_from), 1 - stays);
}

static HhPosedLimb pose_arm(const Task *task, const Stance *stance, HhVec3 neck, int i,
                            HhRig14 *rig)
{
  const HhSocket *shoulder = &stance->shoulder[i];
  HhVec3 hand = task->hand[i];
  bool holds = task->rig5->hand_holds[i];
  if (!holds)
    hand =
        free_end(hand, task->shoulder[i], hh_vec3_add(neck, shoulder->root), task->rig5->clasp[i]);
  rig->limbs++;
  return hh_body_arm(task->body, shoulder, neck, hand, holds, task->rig5->hold[i]);
}

static HhPosedLimb pose_leg(const Task *task, const Stance *stance, HhVec3 pelvis, int i,
                            HhRig14 *rig)
{
  const HhSocket *hip = &stance->hip[i];
  HhVec3 ankle = stance->foot[i];
  bool holds = task->rig5->foot_holds[i];
  if (!holds)
    ankle = free_end(ankle, task->hip[i], hh_vec3_add(pelvis, hip->root), task->rig5->foot_draw[i]);
  rig->limbs++;
  return hh_body_leg(task->body, hip, pelvis, ankle, task->rig5->sole[i], holds);
}

static void set_arm(const HhPosedLimb *arm, int i, HhRig14 *rig)
{
  rig->shoulder[i] = arm->root;
  rig->elbow[i] = arm->hinge;
  rig->wrist[i] = arm->end;
  rig->hand[i] = arm->tip;
  rig->arm_axis[i] = arm->axis;
}

static void set_leg(const HhPosedLimb *leg, int i, HhRig14 *rig)
{
  rig->hip[i] = leg->root;
  rig->knee[i] = leg->hinge;
  rig->ankle[i] = leg->end;
  rig->toe[i] = leg->tip;
  rig->leg_axis[i] = leg->axis;
}

static HhPosedLimb arm_of(const HhRig14 *rig, int i)
{
  return (HhPosedLimb){rig->shoulder[i], rig->elbow[i], rig->wrist[i], rig->hand[i],
                       rig->arm_axis[i]};
}

static HhPosedLimb leg_of(const HhRig14 *rig, int i)
{
  return (HhPosedLimb){rig->hip[i], rig->knee[i], rig->ankle[i], rig->toe[i], rig->leg_axis[i]};
}

/* All points of a stance whose waist is at `waist`. */
static void pose_body(const Task *task, const Stance *stance, HhVec3 waist, HhRig14 *rig)
{
  const HhBody *body = task->body;
  rig->chest = stance->chest;
  rig->loins = stance->loins;
  rig->skull = stance->skull;
  rig->neck_line = stance->neck_line;
  rig->waist = waist;
  rig->neck = hh_vec3_along(waist, stance->chest.y, body->upper_trunk_m);
  rig->pelvis = hh_vec3_along(waist, stance->loins.y, -body->lower_trunk_m);
  rig->head = hh_vec3_along(rig->neck, rig->neck_line, body->neck_m + 0.5 * body->head_m);
  for (int i = 0; i < HH_SIDES; i++) {
    HhPosedLimb arm = pose_arm(task, stance, rig->neck, i, rig);
    HhPosedLimb leg = pose_leg(task, stance, rig->pelvis, i, rig);
    set_arm(&arm, i, rig);
    set_leg(&leg, i, rig);
  }
}

HhVec3 hh_rig14_mass_centre(const HhBody *body, const HhRig14 *rig)
{
  HhVec3 sum = hh_vec3_scale(rig->head, body->head_mass);
  sum = hh_vec3_along(sum, hh_vec3_mix(rig->waist, rig->neck, 0.5), body->upper_trunk_mass);
  sum = hh_vec3_along(sum, hh_vec3_mix(rig->pelvis, rig->waist, 0.5), body->lower_trunk_mass);
  for (int i = 0; i < HH_SIDES; i++) {
    HhPosedLimb arm = arm_of(rig, i), leg = leg_of(rig, i);
    sum = hh_vec3_add(sum, hh_body_arm_moment(body, &arm));
    sum = hh_vec3_add(sum, hh_body_leg_moment(body, &leg));
  }
  return sum;
}

/* --- to its place --- */

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

/* The limbs that are posed anew wherever the body is moved to; and moment and mass of the rest. */
typedef struct Load {
  bool arm[HH_SIDES], leg[HH_SIDES];
  HhPosedLimb arms[HH_SIDES], legs[HH_SIDES];
  HhVec3 moment;
  double mass;
} Load;

static Load load_of(const Task *task, bool drawn_too, const HhRig14 *rig)
{
  const HhBody *body = task->body;
  const HhRig5 *rig5 = task->rig5;
  Load load = {.moment = hh_rig14_mass_centre(body, rig), .mass = 1};
  for (int i = 0; i < HH_SIDES; i++) {
    load.arm[i] = rig5->hand_holds[i] || (drawn_too && rig5->clasp[i] > 0);
    load.leg[i] = rig5->foot_holds[i] || (drawn_too && rig5->foot_draw[i] > 0);
    if (load.arm[i]) {
      HhPosedLimb arm = arm_of(rig, i);
      load.moment = hh_vec3_sub(load.moment, hh_body_arm_moment(body, &arm));
      load.mass -= body->upper_arm_mass + body->forearm_mass + body->hand_mass;
    }
    if (load.leg[i]) {
      HhPosedLimb leg = leg_of(rig, i);
      load.moment = hh_vec3_sub(load.moment, hh_body_leg_moment(body, &leg));
      load.mass -= body->thigh_mass + body->shank_mass + body->foot_mass;
    }
  }
  return load;
}

/* Mass centre of a body that has been moved by `by` from where `rig` has it. */
static HhVec3 centre_at(const Task *task, const Stance *stance, HhVec3 by, Load *load, HhRig14 *rig)
{
  HhVec3 sum = hh_vec3_along(load->moment, by, load->mass);
  HhVec3 neck = hh_vec3_add(rig->neck, by), pelvis = hh_vec3_add(rig->pelvis, by);
  for (int i = 0; i < HH_SIDES; i++) {
    if (load->arm[i]) {
      load->arms[i] = pose_arm(task, stance, neck, i, rig);
      sum = hh_vec3_add(sum, hh_body_arm_moment(task->body, &load->arms[i]));
    }
    if (load->leg[i]) {
      load->legs[i] = pose_leg(task, stance, pelvis, i, rig);
      sum = hh_vec3_add(sum, hh_body_leg_moment(task->body, &load->legs[i]));
    }
  }
  return sum;
}

static double length_of(const HhBody *body)
{
  return body->upper_trunk_m + body->lower_trunk_m + body->arm.most_m + body->leg.most_m;
}

/* Moves the whole body so that the mass centre is at the origin while what it holds, and what a
 * hand is drawn to, stays: only those limbs stay behind, so a step by the error leaves about a
 * tenth of it, and what the steps so far have shown makes the next one better (Broyden 1965, Math.
 * Comp. 19:577, first method, by its inverse). Whether it came to rest; if not, nothing is moved.
 */
static bool settle(const Task *task, const Stance *stance, bool drawn_too, HhRig14 *rig)
{
  Load load = load_of(task, drawn_too, rig);
  double accuracy = settle_accuracy * length_of(task->body), k = 0.5 + 0.5 / load.mass;
  HhVec3 rows[3] = {{k, 0, 0}, {0, k, 0}, {0, 0, k}}, step, by = {0, 0, 0}, error_before;
  for (int round = 0; round < SETTLE_ROUNDS; round++) {
    HhVec3 error = hh_vec3_scale(centre_at(task, stance, by, &load, rig), -1);
    if (hh_vec3_dot(error, error) <= accuracy * accuracy) {
      hh_rig14_move(by, rig);
      for (int i = 0; i < HH_SIDES; i++) {
        if (load.arm[i]) set_arm(&load.arms[i], i, rig);
        if (load.leg[i]) set_leg(&load.legs[i], i, rig);
      }
      return true;
    }
    if (round > 0) learn(rows, step, hh_vec3_sub(error_before, error));
    step = times(rows, error);
    error_before = error;
    by = hh_vec3_add(by, step);
  }
  return false;
}

/* Poses a stance with its mass centre at the origin. Whether it came to rest: else a hand is not
 * led where it is drawn, or the mass centre is not there. */
static bool pose(const Task *task, const Stance *stance, HhRig14 *rig)
{
  pose_body(task, stance, task->waist, rig);
  return settle(task, stance, true, rig) || settle(task, stance, false, rig);
}

/* --- within reach --- */

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

/* A stretch, what it gave, and whether that came to rest. */
typedef struct Try {
  double stretch, room;
  bool rests;
} Try;

static Try try_stretch(const Task *task, HhQuat ease, double stretch, HhRig14 *rig)
{
  Stance stance = stand(task, ease, stretch);
  bool rests = pose(task, &stance, rig);
  return (Try){stretch, room_of(task, stretch < 0 ? -1 : 1, rig), rests};
}

/* The least stretch, one way or the other, with which the arms reach what they hold: the zero of
 * their room between two stretches (regula falsi, Illinois), ended on the side that reaches. Out of
 * reach: as near as it gets. */
static bool reach(const Task *task, HhQuat ease, HhRig14 *rig)
{
  Try low = try_stretch(task, ease, 0, rig);
  double inward = room_of(task, -1, rig);
  if (!task->holds || (low.room >= 0 && inward >= 0)) return low.rests;
  double way = low.room < 0 ? 1 : -1;
  Try high = try_stretch(task, ease, way, rig), last = high;
  if (high.room < 0) return high.rests;
  double accuracy = stretch_accuracy * task->body->arm.most_m;
  double low_weight = fmin(low.room, inward), high_weight = high.room;
  for (int round = 0; round < STRETCH_ROUNDS && high.room > accuracy; round++) {
    bool was_high = last.room >= 0;
    double share = high_weight / (high_weight - low_weight);
    last = try_stretch(task, ease, high.stretch + (low.stretch - high.stretch) * share, rig);
    if (last.room >= 0) {
      high = last;
      high_weight = high.room;
      if (was_high && round > 0) low_weight *= 0.5;
    } else {
      low = last;
      low_weight = low.room;
      if (!was_high && round > 0) high_weight *= 0.5;
    }
  }
  if (last.room < 0) last = try_stretch(task, ease, high.stretch, rig);
  return last.rests;
}

static HhVec softened(HhVec cone)
{
  return hh_vec(cone.x - cone_accuracy, cone.y);
}

/* The turn of the trunk that brings a holding upper arm inside its cone; false: none is needed. */
static bool ease_arms(const Task *task, const HhRig14 *rig, HhQuat *ease)
{
  HhVec cone = task->body->shoulder_cone;
  for (int i = 0; i < HH_SIDES; i++) {
    if (!task->rig5->hand_holds[i]) continue;
    HhVec3 rest = hh_body_arm_rest(&rig->chest, (HhSide)i);
    HhPosedLimb arm = arm_of(rig, i);
    if (hh_body_in_cone(softened(cone), rest, &arm)) continue;
    HhQuat into = hh_body_into_cone(cone, rest, &arm);
    *ease = hh_quat_mul(hh_quat_conj(into), *ease);
    return true;
  }
  return false;
}

/* The turn of the trunk that brings a hip toward its foot's hold; false: none is needed. It aims a
 * little inside the reach, so that a few turns do. */
static bool ease_legs(const Task *task, const HhRig14 *rig, HhQuat *ease)
{
  const HhLimb *leg = &task->body->leg;
  double inside = leg_margin * leg->most_m;
  for (int i = 0; i < HH_SIDES; i++) {
    if (!task->rig5->foot_holds[i]) continue;
    HhVec3 hip = rig->hip[i], way = hh_vec3_sub(task->foot[i], hip);
    double length = hh_vec3_length(way), most = leg->most_m, least = leg->least_m;
    if (length <= most && length >= least) continue;
    double over = length > most ? length - most + inside : length - least - inside;
    HhVec3 to = hh_vec3_along(hip, hh_vec3_unit(way, rig->loins.y), over);
    HhQuat turn = hh_quat_between(hh_vec3_unit(hip, rig->loins.y), hh_vec3_unit(to, rig->loins.y));
    *ease = hh_quat_mul(turn, *ease);
    return true;
  }
  return false;
}

/* The stance nearest to the wished one that reaches what is held within the limits, as far as one
 * is found: whether it came to rest, inside the cones. */
static bool find_stance(const Task *task, HhRig14 *rig)
{
  HhQuat ease = hh_quat_identity();
  bool rests = false, eased = false;
  for (int round = 0; round < EASE_ROUNDS && !eased; round++) {
    rests = reach(task, ease, rig);
    eased = !ease_arms(task, rig, &ease) && !ease_legs(task, rig, &ease);
  }
  for (int i = 0; i < HH_SIDES; i++) {
    if (!task->rig5->foot_holds[i]) continue;
    HhVec3 rest = hh_body_leg_rest(&rig->loins, (HhSide)i);
    HhPosedLimb leg = leg_of(rig, i);
    rests = rests && hh_body_in_cone(softened(task->body->hip_cone), rest, &leg);
  }
  return rests && eased;
}

/* --- what always is there --- */

static HhVec3 hung(HhQuat q, HhVec3 com, HhVec3 at)
{
  return hh_quat_rotate(q, hh_vec3_sub(at, com));
}

static HhPosedLimb hung_limb(HhQuat q, HhVec3 com, const HhPosedLimb *limb)
{
  return (HhPosedLimb){hung(q, com, limb->root), hung(q, com, limb->hinge), hung(q, com, limb->end),
                       hung(q, com, limb->tip), hh_quat_rotate(q, limb->axis)};
}

/* The body's hang with as much fold as brings a hand as far from the mass centre as what it holds,
 * then turned as a whole so that it is there. The reach is continuous in the fold, so bisection
 * finds it wherever HhBody says that it is. */
static void hang_by(const Task *task, HhSide side, HhRig14 *rig)
{
  HhHang hang;
  double wanted = hh_vec3_length(task->hand[side]), low = 0, high = 1;
  for (int round = 0; round < HANG_ROUNDS; round++) {
    double fold = 0.5 * (low + high);
    hang = hh_body_hang(task->body, fold);
    double distance = hh_vec3_distance(hang.arm[side].tip, hang.com);
    *(distance > wanted ? &low : &high) = fold;
  }
  HhVec3 com = hang.com, up = {0, 1, 0};
  HhVec3 from = hh_vec3_unit(hh_vec3_sub(hang.arm[side].tip, com), up);
  HhQuat q = hh_quat_between(from, hh_vec3_unit(task->hand[side], up));
  rig->chest = rig->loins = rig->skull = hh_quat_axes(q);
  rig->neck_line = rig->chest.y;
  rig->head = hung(q, com, hang.head);
  rig->neck = hung(q, com, hh_vec3(0, 0, 0));
  rig->waist = hung(q, com, hang.waist);
  rig->pelvis = hung(q, com, hang.pelvis);
  for (int i = 0; i < HH_SIDES; i++) {
    HhPosedLimb arm = hung_limb(q, com, &hang.arm[i]), leg = hung_limb(q, com, &hang.leg[i]);
    set_arm(&arm, i, rig);
    set_leg(&leg, i, rig);
  }
}

/* The farthest that a contact is missed by. */
static double missed(const Task *task, const HhRig14 *rig)
{
  double miss = 0;
  for (int i = 0; i < HH_SIDES; i++) {
    if (task->rig5->hand_holds[i]) miss = fmax(miss, hh_vec3_distance(rig->hand[i], task->hand[i]));
    if (task->rig5->foot_holds[i])
      miss = fmax(miss, hh_vec3_distance(rig->ankle[i], task->foot[i]));
  }
  return miss;
}

static bool within_reach(const Task *task, int side)
{
  double distance = hh_vec3_length(task->hand[side]);
  return task->rig5->hand_holds[side] && distance >= task->body->reach_least_m &&
         distance <= task->body->reach_most_m;
}

static int contacts(const HhRig14 *rig)
{
  return rig->hand_holds[HH_LEFT] + rig->hand_holds[HH_RIGHT] + rig->foot_holds[HH_LEFT] +
         rig->foot_holds[HH_RIGHT];
}

/* Every limb goes where it would, but none holds: the mass centre is exact by one move. */
static void let_go(const Task *task, HhRig14 *rig)
{
  HhRig5 free = *task->rig5;
  Task other = *task;
  other.rig5 = &free;
  for (int i = 0; i < HH_SIDES; i++) {
    if (free.hand_holds[i]) free.clasp[i] = 1;
    if (free.foot_holds[i]) free.foot_draw[i] = 1;
    free.hand_holds[i] = free.foot_holds[i] = false;
  }
  Stance stance = stand(&other, hh_quat_identity(), 0);
  pose(&other, &stance, rig);
}

/* Where not all limbs can hold: these feet alone, the other limbs led where they would be. */
static bool stand_on(const Task *task, bool left, bool right, HhRig14 *rig)
{
  HhRig5 feet = *task->rig5;
  bool stands[HH_SIDES] = {left && feet.foot_holds[HH_LEFT], right && feet.foot_holds[HH_RIGHT]};
  if (!stands[HH_LEFT] && !stands[HH_RIGHT]) return false;
  Task other = *task;
  other.rig5 = &feet;
  other.holds = false;
  for (int i = 0; i < HH_SIDES; i++) {
    if (feet.hand_holds[i]) feet.clasp[i] = 1;
    if (feet.foot_holds[i] && !stands[i]) feet.foot_draw[i] = 1;
    feet.hand_holds[i] = false;
    feet.foot_holds[i] = stands[i];
  }
  HhRig14 stance = *rig;
  bool found = find_stance(&other, &stance) && missed(&other, &stance) <= contact_accuracy;
  rig->limbs = stance.limbs;
  if (found) *rig = stance;
  return found;
}

static bool stand_on_feet(const Task *task, HhRig14 *rig)
{
  return stand_on(task, true, true, rig) || stand_on(task, true, false, rig) ||
         stand_on(task, false, true, rig);
}

void hh_rig14_move(HhVec3 by, HhRig14 *rig)
{
  HhVec3 *each[] = {&rig->head, &rig->face, &rig->neck, &rig->waist, &rig->pelvis};
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
  Task task = {.params = params, .body = body, .rig5 = rig5};
  HhVec3 held = {0, 0, 0};
  for (int i = 0; i < HH_SIDES; i++) {
    task.hand[i] = hh_vec3_sub(rig5->hand[i], rig5->trunk);
    task.foot[i] = hh_vec3_sub(rig5->foot[i], rig5->trunk);
    task.shoulder[i] = hh_vec3_sub(rig5->shoulder[i], rig5->trunk);
    task.hip[i] = hh_vec3_sub(rig5->hip[i], rig5->trunk);
    if (!rig5->hand_holds[i]) continue;
    task.holds = true;
    held = hh_vec3_add(held, task.hand[i]);
  }
  task.line = hh_vec3_unit(held, rig5->axes.y);
  task.waist = hh_vec3_scale(rig5->axes.y, body->com_below_neck_m - body->upper_trunk_m);
  return task;
}

/* Contacts are copied; what was missed is told. */
void hh_rig14_finish(const HhBody *body, const HhRig5 *rig5, HhRig14 *rig)
{
  rig->com = rig5->trunk;
  hh_rig14_move(rig5->trunk, rig);
  rig->face = hh_vec3_along(rig->head, rig->skull.x, 0.5 * body->head_m);
  rig->miss_max_m = 0;
  for (int i = 0; i < HH_SIDES; i++) {
    double hand = hh_vec3_distance(rig->hand[i], rig5->hand[i]);
    double foot = hh_vec3_distance(rig->ankle[i], rig5->foot[i]);
    double near = contact_accuracy * (1 + hh_vec3_length(rig5->trunk));
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
  rig->limbs = 0;
  rig->face = rig5->trunk;
  memcpy(rig->hand_holds, rig5->hand_holds, sizeof rig->hand_holds);
  memcpy(rig->foot_holds, rig5->foot_holds, sizeof rig->foot_holds);
  memcpy(rig->clasp, rig5->clasp, sizeof rig->clasp);
  bool found = find_stance(&task, rig);
  bool hit = missed(&task, rig) <= contact_accuracy;
  if (contacts(rig) > 1 && !(found && hit)) found = stand_on_feet(&task, rig) || found;
  int side = within_reach(&task, HH_LEFT) ? HH_LEFT : HH_RIGHT;
  if (within_reach(&task, side) && (!found || (!hit && contacts(rig) == 1)))
    hang_by(&task, (HhSide)side, rig);
  else if (!found)
    let_go(&task, rig);
  hh_rig14_finish(body, rig5, rig);
}
