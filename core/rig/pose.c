/* An artist's pose over the rig. Computed from the centre of mass, as in rig14.c. */
#include "rig/pose.h"

#include <assert.h>
#include <math.h>

/* Rounds in which the trunk is placed, and in which is found how far what is held is within reach.
 */
enum { PLACE_ROUNDS = 40, END_ROUNDS = 24 };

/* Counted work: a round costs about as much as so many limbs posed. */
enum { ROUND_LIMBS = 12 };

/* That is found to where the room left is this part of an arm. */
static const double room_accuracy = 1e-9;

typedef struct Limb {
  HhBone parent, first, second, third;
} Limb;

static const Limb arms[HH_SIDES] = {
    {HH_BONE_COLLAR_L, HH_BONE_UPPER_ARM_L, HH_BONE_FOREARM_L, HH_BONE_HAND_L},
    {HH_BONE_COLLAR_R, HH_BONE_UPPER_ARM_R, HH_BONE_FOREARM_R, HH_BONE_HAND_R}};
static const Limb legs[HH_SIDES] = {
    {HH_BONE_PELVIS, HH_BONE_THIGH_L, HH_BONE_SHANK_L, HH_BONE_FOOT_L},
    {HH_BONE_PELVIS, HH_BONE_THIGH_R, HH_BONE_SHANK_R, HH_BONE_FOOT_R}};

/* What does not change while one pose is blended. */
typedef struct Task {
  const HhBody *body;
  const HhRig5 *rig5;
  const HhRig14 *own; /* the rig's pose before, and its rotations */
  const HhBones *own_bones;
  const HhPose *pose;
  const double *weight;
  HhSkeleton skeleton;
  HhVec3 hand[HH_SIDES], foot[HH_SIDES]; /* held, or where the rig has them; from the mass centre */
  double grip[HH_SIDES];                 /* as in rig5, eased */
} Task;

/* Blended rotations, and the joints that they make, the pelvis at the origin. */
typedef struct Blend {
  HhBones bones;
  HhQuat world[HH_BONE_COUNT];
  HhRig14 rig;
} Blend;

/* Between rotations half a turn apart the shorter way changes sides: an arm that hangs in the clip
 * and reaches up in the rig would jump. So the way taken is the one past a middle rotation, and
 * changes sides only where one of the two passes half a turn from that. It is rest, and for upper
 * arms three quarters of the turn from rest to an arm that reaches ahead with its elbow's axis to
 * the side: the rig's arms stay 6 degrees or more from half a turn away, those of walks and runs a
 * right angle. */
static HhQuat middle_of(int bone)
{
  if (bone == HH_BONE_UPPER_ARM_L) return (HhQuat){0.7, -0.4, -0.4, 0.4};
  if (bone == HH_BONE_UPPER_ARM_R) return (HhQuat){0.7, 0.4, 0.4, 0.4};
  return hh_quat_identity();
}

static HhQuat mix(int bone, HhQuat a, HhQuat b, double share)
{
  HhQuat middle = middle_of(bone);
  double of_a = hh_quat_dot(a, middle) < 0 ? share - 1 : 1 - share;
  double of_b = hh_quat_dot(b, middle) < 0 ? -share : share;
  return hh_quat_unit((HhQuat){of_a * a.w + of_b * b.w, of_a * a.x + of_b * b.x,
                               of_a * a.y + of_b * b.y, of_a * a.z + of_b * b.z});
}

/* `share` of the pose over the rig's own rotations, then all of it turned. */
static void blend(const Task *task, double share, HhQuat lean, Blend *to)
{
  HhVec3 begin[HH_BONE_COUNT], end[HH_BONE_COUNT];
  HhRig14 *rig = &to->rig;
  for (int i = 0; i < HH_BONE_COUNT; i++)
    to->bones.local[i] =
        mix(i, task->own_bones->local[i], task->pose->local[i], share * task->weight[i]);
  HhQuat *pelvis = &to->bones.local[HH_BONE_PELVIS];
  *pelvis = hh_quat_unit(hh_quat_mul(lean, *pelvis));
  to->bones.root = hh_vec3(0, 0, 0);
  hh_bones_world(&task->skeleton, &to->bones, begin, end, to->world);
  *rig = *task->own;
  rig->pelvis = begin[HH_BONE_PELVIS];
  rig->waist = begin[HH_BONE_SPINE];
  rig->neck = begin[HH_BONE_NECK];
  rig->head = begin[HH_BONE_HEAD];
  rig->loins = hh_quat_axes(to->world[HH_BONE_PELVIS]);
  rig->chest = hh_quat_axes(to->world[HH_BONE_SPINE]);
  rig->skull = hh_quat_axes(to->world[HH_BONE_HEAD]);
  rig->neck_line = hh_vec3_unit(hh_vec3_sub(rig->head, rig->neck), rig->chest.y);
  for (int i = 0; i < HH_SIDES; i++) {
    Limb arm = arms[i], leg = legs[i];
    HhVec3 elbow = hh_quat_axes(to->world[arm.first]).y,
           knee = hh_quat_axes(to->world[leg.first]).z;
    rig->shoulder[i] = begin[arm.first];
    rig->elbow[i] = begin[arm.second];
    rig->wrist[i] = begin[arm.third];
    rig->hand[i] = end[arm.third];
    rig->arm_axis[i] = hh_vec3_scale(elbow, hh_side_sign((HhSide)i));
    rig->hip[i] = begin[leg.first];
    rig->knee[i] = begin[leg.second];
    rig->ankle[i] = begin[leg.third];
    rig->toe[i] = end[leg.third];
    rig->leg_axis[i] = hh_vec3_scale(knee, -1);
  }
}

/* Leads a limb's end to `target`, its hinge as the rig has it: turned with the line from root to
 * end, which was `own_line`, unit. */
static HhLimbPose lead(const HhLimb *limb, HhVec3 root, HhVec3 target, HhVec3 own_line,
                       HhVec3 own_axis)
{
  HhVec3 line = hh_vec3_unit(hh_vec3_sub(target, root), own_line);
  HhVec3 axis = hh_quat_rotate(hh_quat_between(own_line, line), own_axis);
  return hh_limb_solve(limb, root, target, hh_vec3_cross(line, axis));
}

static void hold_hand(const Task *task, int i, HhRig14 *rig)
{
  const HhBody *body = task->body;
  const HhRig14 *own = task->own;
  HhVec3 own_line = hh_vec3_unit(hh_vec3_sub(own->hand[i], own->shoulder[i]), own->chest.y);
  HhVec3 way = hh_vec3_sub(task->hand[i], rig->shoulder[i]);
  HhVec3 line = hh_vec3_unit(way, own_line);
  double wrist_m = fmax(hh_vec3_length(way) - body->hand_m, 0.5 * body->arm.least_m);
  HhVec3 wrist = hh_vec3_along(rig->shoulder[i], line, wrist_m);
  HhLimbPose pose = lead(&body->arm, rig->shoulder[i], wrist, own_line, own->arm_axis[i]);
  rig->elbow[i] = pose.hinge;
  rig->wrist[i] = pose.end;
  rig->hand[i] = hh_vec3_along(pose.end, line, body->hand_m);
  rig->arm_axis[i] = pose.axis;
}

static void hold_foot(const Task *task, int i, HhRig14 *rig)
{
  const HhRig14 *own = task->own;
  HhVec3 own_line = hh_vec3_unit(hh_vec3_sub(own->ankle[i], own->hip[i]), own->loins.y);
  HhVec3 foot = hh_vec3_sub(rig->toe[i], rig->ankle[i]);
  HhLimbPose pose = lead(&task->body->leg, rig->hip[i], task->foot[i], own_line, own->leg_axis[i]);
  rig->knee[i] = pose.hinge;
  rig->ankle[i] = pose.end;
  rig->toe[i] = hh_vec3_add(pose.end, foot);
  rig->leg_axis[i] = pose.axis;
}

/* Turns a limb's bones by `share` from the blend's to those of `solved`, whose rotations in the
 * world are `world`. */
static void turn(const Blend *blend, Limb limb, const HhBones *solved, const HhQuat world[],
                 double share, HhBones *bones)
{
  HhQuat first = hh_quat_mul(hh_quat_conj(blend->world[limb.parent]), world[limb.first]);
  const HhQuat *from = blend->bones.local;
  bones->local[limb.first] = mix((int)limb.first, from[limb.first], first, share);
  bones->local[limb.second] =
      mix((int)limb.second, from[limb.second], solved->local[limb.second], share);
  bones->local[limb.third] =
      mix((int)limb.third, from[limb.third], solved->local[limb.third], share);
}

/* The joints of an arm from its rotations. */
static void place_arm(const Task *task, const Blend *blend, const HhBones *bones, int i,
                      HhRig14 *rig)
{
  Limb arm = arms[i];
  const HhVec3 *bone = task->skeleton.end;
  HhQuat upper = hh_quat_mul(blend->world[arm.parent], bones->local[arm.first]);
  HhQuat fore = hh_quat_mul(upper, bones->local[arm.second]);
  HhQuat hand = hh_quat_mul(fore, bones->local[arm.third]);
  rig->elbow[i] = hh_vec3_add(rig->shoulder[i], hh_quat_rotate(upper, bone[arm.first]));
  rig->wrist[i] = hh_vec3_add(rig->elbow[i], hh_quat_rotate(fore, bone[arm.second]));
  rig->hand[i] = hh_vec3_add(rig->wrist[i], hh_quat_rotate(hand, bone[arm.third]));
  rig->arm_axis[i] = hh_vec3_scale(hh_quat_axes(upper).y, hh_side_sign((HhSide)i));
}

/* Leads what holds to its hold, and hands that are about to hold, or have just let go, as far as
 * their grip says to where the rig has them. */
static void hold_on(const Task *task, const Blend *blend, HhRig14 *rig, HhBones *bones)
{
  const HhRig5 *rig5 = task->rig5;
  bool holds = false;
  for (int i = 0; i < HH_SIDES; i++) {
    if (task->grip[i] > 0) hold_hand(task, i, rig);
    if (rig5->foot_holds[i]) hold_foot(task, i, rig);
    holds = holds || task->grip[i] > 0 || rig5->foot_holds[i];
  }
  if (!holds) return;
  HhBones solved;
  HhQuat world[HH_BONE_COUNT];
  hh_bones_follow(rig, &solved);
  hh_bones_world(&task->skeleton, &solved, NULL, NULL, world);
  for (int i = 0; i < HH_SIDES; i++) {
    if (task->grip[i] > 0) turn(blend, arms[i], &solved, world, task->grip[i], bones);
    if (task->grip[i] > 0 && !rig5->hand_holds[i]) place_arm(task, blend, bones, i, rig);
    if (rig5->foot_holds[i]) turn(blend, legs[i], &solved, world, 1, bones);
  }
}

/* Puts the mass centre at the origin, the holding limbs on their holds; a fixed point whose error
 * shrinks by the share of the holding limbs' mass each round. */
static void place(const Task *task, const Blend *blend, HhRig14 *rig, HhBones *bones)
{
  double size = task->body->arm.most_m;
  HhVec3 at = hh_vec3_scale(hh_rig14_mass_centre(task->body, &blend->rig), -1);
  int limbs = rig->limbs;
  for (int round = 0; round < PLACE_ROUNDS; round++) {
    *rig = blend->rig;
    *bones = blend->bones;
    rig->limbs = limbs += ROUND_LIMBS;
    hh_rig14_move(at, rig);
    hold_on(task, blend, rig, bones);
    HhVec3 error = hh_rig14_mass_centre(task->body, rig);
    if (hh_vec3_dot(error, error) <= 1e-30 * size * size) break;
    at = hh_vec3_sub(at, error);
  }
}

static double limb_room(const HhLimb *limb, double length_m)
{
  return fmin(limb->most_m - length_m, length_m - limb->least_m);
}

/* How far the limbs are from where they no longer reach what they hold; negative: beyond. A hand
 * that is about to hold, or has just let go, has more room the less it grips. */
static double room_of(const Task *task, const HhRig14 *rig)
{
  const HhBody *body = task->body;
  double span = body->arm.most_m + body->hand_m, room = span;
  for (int i = 0; i < HH_SIDES; i++) {
    double grip = task->grip[i];
    double wrist = hh_vec3_distance(task->hand[i], rig->shoulder[i]) - body->hand_m;
    double ankle = hh_vec3_distance(task->foot[i], rig->hip[i]);
    if (grip > 0) room = fmin(room, limb_room(&body->arm, wrist) + 2 * span * (1 - grip));
    if (task->rig5->foot_holds[i]) room = fmin(room, limb_room(&body->leg, ankle));
  }
  return room;
}

/* The turn about the mass centre that brings the shoulders of what is held into line with it, or
 * where an arm cannot fold so far to the other side. */
static HhQuat lean_of(const Task *task, const HhRig14 *rig)
{
  const HhBody *body = task->body;
  HhVec3 from = {0, 0, 0}, to = {0, 0, 0};
  double over = 0, under = 0;
  for (int i = 0; i < HH_SIDES; i++) {
    double grip = task->grip[i];
    double wrist = hh_vec3_distance(task->hand[i], rig->shoulder[i]) - body->hand_m;
    if (grip > 0) over = fmax(over, wrist - body->arm.most_m);
    if (grip > 0) under = fmax(under, body->arm.least_m - wrist);
    from = hh_vec3_along(from, rig->shoulder[i], grip);
    to = hh_vec3_along(to, task->hand[i], grip);
  }
  if (under > over) to = hh_vec3_scale(to, -1);
  HhVec3 up = {0, 1, 0};
  return hh_quat_between(hh_vec3_unit(from, up), hh_vec3_unit(to, up));
}

typedef struct Trial {
  double share, lean; /* of the pose; of the turn into the line */
  HhQuat whole;       /* that turn */
} Trial;

/* Poses a trial; with lean 0 its `whole` is found, with `anew` too. */
static double room_at(const Task *task, Trial *trial, bool anew, HhRig14 *rig, HhBones *bones)
{
  Blend blended;
  if (trial->lean == 0 || anew) {
    blend(task, trial->share, hh_quat_identity(), &blended);
    place(task, &blended, rig, bones);
    trial->whole = lean_of(task, rig);
  }
  if (trial->lean > 0) {
    HhQuat lean = hh_quat_mix(hh_quat_identity(), trial->whole, trial->lean);
    blend(task, trial->share, lean, &blended);
    place(task, &blended, rig, bones);
  }
  return room_of(task, rig);
}

/* Moves `trial` to where the room ends between it (there is some) and `beyond` (there is none), and
 * poses it: regula falsi, Illinois, ended on the side that reaches. */
static void find_end(const Task *task, double room, Trial beyond, double beyond_room, Trial *trial,
                     HhRig14 *rig, HhBones *bones)
{
  bool shares = beyond.share != trial->share;
  double accuracy = room_accuracy * task->body->arm.most_m;
  double room_weight = room, beyond_weight = beyond_room;
  bool reaches = false, reached = true;
  for (int round = 0; round < END_ROUNDS && room > accuracy; round++) {
    double part = room_weight / (room_weight - beyond_weight);
    Trial middle = {.share = trial->share + part * (beyond.share - trial->share),
                    .lean = trial->lean + part * (beyond.lean - trial->lean),
                    .whole = trial->whole};
    double middle_room = room_at(task, &middle, shares, rig, bones);
    reaches = middle_room >= 0;
    if (reaches) {
      *trial = middle;
      room_weight = room = middle_room;
      if (reached && round > 0) beyond_weight *= 0.5;
    } else {
      beyond = middle;
      beyond_weight = middle_room;
      if (!reached && round > 0) room_weight *= 0.5;
    }
    reached = reaches;
  }
  if (!reaches) room_at(task, trial, shares, rig, bones);
}

/* The whole pose; leaned into the line of what is held as far as it takes to reach it; where even
 * that does not do, as much of the pose as does, leaned; and if none does, upright. */
static void find_pose(const Task *task, HhRig14 *rig, HhBones *bones)
{
  Trial upright = {.share = 1}, leaned = {.share = 1, .lean = 1}, none = {.lean = 1};
  double room = room_at(task, &upright, true, rig, bones);
  if (room >= 0) return;
  leaned.whole = upright.whole;
  double leaned_room = room_at(task, &leaned, false, rig, bones);
  if (leaned_room >= 0) {
    find_end(task, leaned_room, upright, room, &leaned, rig, bones);
    return;
  }
  double none_room = room_at(task, &none, true, rig, bones);
  if (none_room >= 0) {
    find_end(task, none_room, leaned, leaned_room, &none, rig, bones);
    return;
  }
  Trial own = {.share = 0}; /* it reaches what the rig does */
  double own_room = room_at(task, &own, true, rig, bones);
  find_end(task, own_room, upright, room, &own, rig, bones);
}

void hh_pose_blend(const HhBody *body, const HhRig5 *rig5, const HhPose *pose,
                   const double weight[HH_BONE_COUNT], HhRig14 *rig14, HhBones *bones)
{
  double most = 0;
  for (int i = 0; i < HH_BONE_COUNT; i++)
    most = fmax(most, weight[i]);
  if (most == 0) return;
  HhRig14 own = *rig14;
  HhBones own_bones = *bones;
  hh_rig14_move(hh_vec3_scale(rig5->trunk, -1), &own);
  Task task = {.body = body,
               .rig5 = rig5,
               .own = &own,
               .own_bones = &own_bones,
               .pose = pose,
               .weight = weight,
               .skeleton = hh_bones_skeleton(body)};
  for (int i = 0; i < HH_SIDES; i++) {
    task.hand[i] = rig5->hand_holds[i] ? hh_vec3_sub(rig5->hand[i], rig5->trunk) : own.hand[i];
    task.grip[i] = rig5->hand_holds[i] ? 1 : hh_ease(rig5->clasp[i]);
    task.foot[i] = hh_vec3_sub(rig5->foot[i], rig5->trunk);
  }
  find_pose(&task, rig14, bones);
  hh_rig14_finish(body, rig5, rig14);
  bones->root = rig14->pelvis;
}

HhPose hh_pose_mix(const HhPose *a, const HhPose *b, double share)
{
  HhPose pose;
  for (int i = 0; i < HH_BONE_COUNT; i++)
    pose.local[i] = hh_quat_mix(a->local[i], b->local[i], share);
  return pose;
}

HhPose hh_pose_clip_at(const HhPoseClip *clip, double time_s)
{
  assert(clip->count > 0 && clip->frame_s > 0);
  double frame = time_s / clip->frame_s, last = clip->count - 1;
  if (clip->loops) frame -= clip->count * floor(frame / clip->count);
  frame = fmin(fmax(frame, 0), clip->loops ? clip->count : last);
  int from = (int)frame < clip->count ? (int)frame : clip->count - 1;
  int to = from + 1 < clip->count ? from + 1 : clip->loops ? 0 : from;
  return hh_pose_mix(&clip->poses[from], &clip->poses[to], frame - from);
}
