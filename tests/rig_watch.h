/* The laws that every rig keeps in every frame, watched from outside: lengths, masses, angles and
 * forward kinematics are computed here anew, from the parameters and the points alone. */
#ifndef RIG_WATCH_H
#define RIG_WATCH_H

#include "check.h"

#include "base/angle.h"
#include "rig_steps.h"

/*    id, tolerance (0: to the last bit, or a broken promise counts 1), what it guards */
#define LAWS(X)                                                                                    \
  X(COM, 0, "centre of mass of a level == that of the level below")                                \
  X(HOLDS, 0, "who holds")                                                                         \
  X(GRIP, 0, "a held point == the grip")                                                           \
  X(MISS, 0, "no contact missed")                                                                  \
  X(GRIP_BONES, 1e-12, "m, grip of the bones to the hold")                                         \
  X(MASS, 1e-12, "m, mass centre of the segments to the centre of mass")                           \
  X(MASS_AGREES, 1e-12, "m, hh_rig14_mass_centre to ours")                                         \
  X(LENGTH, 1e-12, "m, bone lengths to the parameters")                                            \
  X(AXES, 1e-12, "frames of chest, loins and skull to the points")                                 \
  X(LIMIT, 1e-9, "rad, beyond a limit")                                                            \
  X(ANGLE_AGREES, 1e-9, "rad, hh_joint_angles to ours")                                            \
  X(EXCESS_AGREES, 1e-9, "rad, hh_joint_excess_rad to ours")                                       \
  X(REBUILD, 1e-12, "m, joints rebuilt from the rotations to those of rig14")                      \
  X(WORLD_AGREES, 1e-12, "m, hh_bones_world to our forward kinematics")                            \
  X(TWIST, 1e-12, "elbows and knees as hinges, feet without twist, hands hooked")                  \
  X(UNIT, 1e-12, "quaternions of length 1")                                                        \
  X(FINITE, 0, "finite numbers")                                                                   \
  X(TURNS, 0, "hands take turns")                                                                  \
  X(KEEPS, 0, "a hand that holds is not exchanged")

typedef enum Law {
#define LAW_ID(id, tolerance, meaning) id,
  LAWS(LAW_ID)
#undef LAW_ID
      LAW_COUNT
} Law;

static const double tolerances[] = {
#define LAW_TOLERANCE(id, tolerance, meaning) tolerance,
    LAWS(LAW_TOLERANCE)
#undef LAW_TOLERANCE
};
static const char *const meanings[] = {
#define LAW_MEANING(id, tolerance, meaning) meaning,
    LAWS(LAW_MEANING)
#undef LAW_MEANING
};

/* A run under observation. */
typedef struct Watch {
  HhbRigWorst *worst; /* [LAW_COUNT] */
  const HhbSetup *setup;
  double time_s;
} Watch;

static inline void note(Watch *watch, Law law, double residual, const char *item)
{
  hhb_rig_worst_add(&watch->worst[law], residual, item, watch->setup, watch->time_s);
}

static inline void promise(Watch *watch, Law law, bool kept, const char *item)
{
  note(watch, law, kept ? 0 : 1, item);
}

static inline bool same_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

static inline bool same_point(HhVec3 a, HhVec3 b)
{
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

static inline bool in_plane_at(HhVec3 a, HhVec b)
{
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && a.z == 0;
}

/* The points of rig14 in the order of its fields. */
enum { RIG14_POINTS = 4 + 8 * HH_SIDES };

static inline void points_of(const HhRig14 *rig, HhVec3 points[RIG14_POINTS])
{
  HhVec3 *to = points;
  *to++ = rig->head;
  *to++ = rig->neck;
  *to++ = rig->waist;
  *to++ = rig->pelvis;
  for (int i = 0; i < HH_SIDES; i++) {
    *to++ = rig->shoulder[i];
    *to++ = rig->elbow[i];
    *to++ = rig->wrist[i];
    *to++ = rig->hand[i];
    *to++ = rig->hip[i];
    *to++ = rig->knee[i];
    *to++ = rig->ankle[i];
    *to++ = rig->toe[i];
  }
}

/* --- geometry of our own --- */

static inline HhVec3 way(HhVec3 from, HhVec3 to)
{
  return hh_vec3_sub(to, from);
}

/* Exact for small angles and for those near pi. */
static inline double angle(HhVec3 a, HhVec3 b)
{
  return atan2(hh_vec3_length(hh_vec3_cross(a, b)), hh_vec3_dot(a, b));
}

static inline HhVec3 unit(HhVec3 a)
{
  return hh_vec3_scale(a, 1 / hh_vec3_length(a));
}

static inline HhVec3 corner(HhAxes axes, double forward, double up, double out)
{
  HhVec3 sum = hh_vec3_along(hh_vec3_scale(axes.x, forward), axes.y, up);
  return hh_vec3_along(sum, axes.z, out);
}

/* By how much b is turned against a about the line that they share after the least rotation of a's
 * y into b's (Rodrigues). */
static inline double turn_between(HhAxes a, HhAxes b)
{
  HhVec3 v = hh_vec3_cross(a.y, b.y);
  double c = hh_vec3_dot(a.y, b.y);
  HhVec3 x = hh_vec3_add(hh_vec3_along(hh_vec3_scale(a.x, c), hh_vec3_cross(v, a.x), 1),
                         hh_vec3_scale(v, hh_vec3_dot(v, a.x) / (1 + c)));
  return angle(x, b.x);
}

/* Upright axes of a half of the trunk from its line and the line between its two joints. */
static inline HhAxes axes_of(HhVec3 up, HhVec3 left, HhVec3 right)
{
  HhVec3 y = unit(up), x = unit(hh_vec3_cross(y, way(left, right)));
  return (HhAxes){x, y, hh_vec3_cross(x, y)};
}

static inline HhAxes chest_of(const HhRig14 *rig)
{
  return axes_of(way(rig->waist, rig->neck), rig->shoulder[HH_LEFT], rig->shoulder[HH_RIGHT]);
}

static inline HhAxes loins_of(const HhRig14 *rig)
{
  return axes_of(way(rig->pelvis, rig->waist), rig->hip[HH_LEFT], rig->hip[HH_RIGHT]);
}

static inline HhVec3 rotate(HhQuat q, HhVec3 v)
{
  HhVec3 row_x = {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z),
                  2 * (q.x * q.z + q.w * q.y)};
  HhVec3 row_y = {2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
                  2 * (q.y * q.z - q.w * q.x)};
  HhVec3 row_z = {2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x),
                  1 - 2 * (q.x * q.x + q.y * q.y)};
  return hh_vec3(hh_vec3_dot(row_x, v), hh_vec3_dot(row_y, v), hh_vec3_dot(row_z, v));
}

/* --- laws of one frame --- */

static inline void watch_mass(Watch *watch, const HhBody *sizes, const HhRig14 *rig)
{
  const HhBodyParams *body = &watch->setup->params->rig.body;
  HhVec3 sum = {0, 0, 0};
  double mass = 0;
#define SEGMENT(share, a, b)                                                                       \
  (mass += (share), sum = hh_vec3_along(sum, hh_vec3_mix((a), (b), 0.5), (share)))
  for (int i = 0; i < HH_SIDES; i++) {
    SEGMENT(body->upper_arm_mass, rig->shoulder[i], rig->elbow[i]);
    SEGMENT(body->forearm_mass, rig->elbow[i], rig->wrist[i]);
    SEGMENT(body->hand_mass, rig->wrist[i], rig->hand[i]);
    SEGMENT(body->thigh_mass, rig->hip[i], rig->knee[i]);
    SEGMENT(body->shank_mass, rig->knee[i], rig->ankle[i]);
    SEGMENT(body->foot_mass, rig->ankle[i], rig->toe[i]);
  }
  SEGMENT(body->trunk_mass * body->waist, rig->pelvis, rig->waist);
  SEGMENT(body->trunk_mass * (1 - body->waist), rig->waist, rig->neck);
  SEGMENT(body->head_mass, rig->head, rig->head);
#undef SEGMENT
  HhVec3 centre = hh_vec3_scale(sum, 1 / mass);
  note(watch, MASS, hh_vec3_distance(centre, rig->com), "mass centre");
  note(watch, MASS_AGREES, hh_vec3_distance(centre, hh_rig14_mass_centre(sizes, rig)),
       "mass centre");
}

static inline double size_ratio(const HhParams *params)
{
  return params->gibbon.arm_length / params->rig.reach;
}

static inline void watch_lengths(Watch *watch, const HhRig14 *rig)
{
  const HhBodyParams *body = &watch->setup->params->rig.body;
  double size = size_ratio(watch->setup->params);
#define LENGTH_OF(item, a, b, length_m)                                                            \
  note(watch, LENGTH, fabs(hh_vec3_distance((a), (b)) - size * (length_m)), (item))
  for (int i = 0; i < HH_SIDES; i++) {
    LENGTH_OF("upper arm", rig->shoulder[i], rig->elbow[i], body->upper_arm);
    LENGTH_OF("forearm", rig->elbow[i], rig->wrist[i], body->forearm);
    LENGTH_OF("hand", rig->wrist[i], rig->hand[i], body->hand);
    LENGTH_OF("thigh", rig->hip[i], rig->knee[i], body->thigh);
    LENGTH_OF("shank", rig->knee[i], rig->ankle[i], body->shank);
    LENGTH_OF("foot", rig->ankle[i], rig->toe[i], body->foot);
    LENGTH_OF("collar", rig->neck, rig->shoulder[i], body->shoulder);
    LENGTH_OF("hip", rig->pelvis, rig->hip[i], body->hip);
  }
  LENGTH_OF("lower trunk", rig->pelvis, rig->waist, body->trunk * body->waist);
  LENGTH_OF("upper trunk", rig->waist, rig->neck, body->trunk * (1 - body->waist));
  LENGTH_OF("neck", rig->neck, rig->head, body->neck + 0.5 * body->head);
  LENGTH_OF("hips", rig->hip[HH_LEFT], rig->hip[HH_RIGHT], 2 * body->hip);
#undef LENGTH_OF
}

static inline void watch_axes(Watch *watch, const HhRig14 *rig)
{
  HhAxes chest = chest_of(rig), loins = loins_of(rig), skull = rig->skull;
  const HhAxes *pairs[2][2] = {{&chest, &rig->chest}, {&loins, &rig->loins}};
  static const char *const names[] = {"chest", "loins"};
  for (int i = 0; i < 2; i++) {
    note(watch, AXES, hh_vec3_distance(pairs[i][0]->x, pairs[i][1]->x), names[i]);
    note(watch, AXES, hh_vec3_distance(pairs[i][0]->y, pairs[i][1]->y), names[i]);
    note(watch, AXES, hh_vec3_distance(pairs[i][0]->z, pairs[i][1]->z), names[i]);
  }
  note(watch, AXES, hh_vec3_distance(unit(way(rig->neck, rig->head)), rig->neck_line), "neck line");
  note(watch, AXES, fabs(hh_vec3_length(skull.x) - 1), "skull");
  note(watch, AXES, fabs(hh_vec3_length(skull.y) - 1), "skull");
  note(watch, AXES, fabs(hh_vec3_dot(skull.x, skull.y)), "skull");
  note(watch, AXES, hh_vec3_distance(hh_vec3_cross(skull.x, skull.y), skull.z), "skull");
}

/* One angle against its limits and against the library's angle of that name. */
static inline double watch_limit(Watch *watch, const double theirs_rad[HH_JOINT_COUNT],
                                 const char *joint, const char *side, double angle_rad,
                                 double least_rad, double most_rad)
{
  char name[32];
  snprintf(name, sizeof name, "%s%s", joint, side);
  int index = 0;
  while (index < HH_JOINT_COUNT && strcmp(hh_joint_names[index], name) != 0)
    index++;
  assert_true(index < HH_JOINT_COUNT);
  const char *item = hh_joint_names[index];
  double excess = fmax(0, fmax(least_rad - angle_rad, angle_rad - most_rad));
  note(watch, LIMIT, excess, item);
  note(watch, ANGLE_AGREES, fabs(angle_rad - theirs_rad[index]), item);
  return excess;
}

static inline void watch_limits(Watch *watch, const HhRig14 *rig)
{
  const HhBodyParams *body = &watch->setup->params->rig.body;
  HhAxes chest = chest_of(rig), loins = loins_of(rig);
  double theirs[HH_JOINT_COUNT], worst = 0;
  hh_joint_angles(rig, theirs);
#define LIMITED(joint, side, angle_rad, least, most)                                               \
  (worst = fmax(worst, watch_limit(watch, theirs, (joint), (side), (angle_rad), (least), (most))))
  for (int i = 0; i < HH_SIDES; i++) {
    double out = i == HH_RIGHT ? 1 : -1;
    const char *side = i == HH_RIGHT ? "_r" : "_l";
    HhVec3 collar = way(rig->neck, rig->shoulder[i]), sideways = hh_vec3_scale(chest.z, out);
    HhVec3 arm = way(rig->shoulder[i], rig->elbow[i]), forearm = way(rig->elbow[i], rig->wrist[i]);
    HhVec3 thigh = way(rig->hip[i], rig->knee[i]), shank = way(rig->knee[i], rig->ankle[i]);
    HhVec3 hand = way(rig->wrist[i], rig->hand[i]), foot = way(rig->ankle[i], rig->toe[i]);
    LIMITED("collar", side, angle(collar, sideways), 0, body->joint.collar);
    LIMITED("shoulder", side, angle(arm, corner(chest, 20, 5, out * 7)), 0, body->joint.shoulder);
    LIMITED("elbow", side, angle(arm, forearm), body->joint.elbow_least, body->joint.elbow_most);
    LIMITED("wrist", side, angle(forearm, hand), 0, body->joint.wrist);
    LIMITED("hip", side, angle(thigh, corner(loins, 1, -1, 0)), 0, body->joint.hip);
    LIMITED("knee", side, angle(thigh, shank), body->joint.knee_least, body->joint.knee_most);
    LIMITED("ankle", side, fabs(angle(shank, foot) - HH_PI / 2), 0, body->joint.ankle);
  }
  HhVec3 lower = way(rig->pelvis, rig->waist), upper = way(rig->waist, rig->neck);
  LIMITED("waist", "", angle(lower, upper), 0, body->joint.waist);
  LIMITED("spine", "", turn_between(loins, chest), 0, body->joint.spine);
  LIMITED("gaze", "", angle(rig->skull.x, chest.x), 0, body->joint.gaze);
#undef LIMITED
  note(watch, EXCESS_AGREES, fabs(worst - hh_joint_excess_rad(body, theirs)), "all limits");
}

/* Where each bone begins and ends in its own frame at rest, from the parameters: upright, facing
 * +x, arms sideways, legs down, toes forward. */
static inline void rest_of(const HhParams *params, HhVec3 begin[HH_BONE_COUNT],
                           HhVec3 end[HH_BONE_COUNT])
{
  const HhBodyParams *body = &params->rig.body;
  double s = size_ratio(params), lower = s * body->trunk * body->waist;
  double upper = s * body->trunk * (1 - body->waist), neck = s * (body->neck + 0.5 * body->head);
  begin[HH_BONE_PELVIS] = hh_vec3(0, 0, 0);
  begin[HH_BONE_SPINE] = end[HH_BONE_PELVIS] = hh_vec3(0, lower, 0);
  begin[HH_BONE_NECK] = end[HH_BONE_SPINE] = hh_vec3(0, upper, 0);
  begin[HH_BONE_HEAD] = end[HH_BONE_NECK] = hh_vec3(0, neck, 0);
  end[HH_BONE_HEAD] = hh_vec3(0, 0.5 * s * body->head, 0);
  for (int i = 0; i < HH_SIDES; i++) {
    double out = i == HH_RIGHT ? s : -s;
    int collar = i == HH_RIGHT ? HH_BONE_COLLAR_R : HH_BONE_COLLAR_L;
    int thigh = i == HH_RIGHT ? HH_BONE_THIGH_R : HH_BONE_THIGH_L;
    begin[collar] = hh_vec3(0, upper, 0);
    begin[collar + 1] = end[collar] = hh_vec3(0, 0, out * body->shoulder);
    begin[collar + 2] = end[collar + 1] = hh_vec3(0, 0, out * body->upper_arm);
    begin[collar + 3] = end[collar + 2] = hh_vec3(0, 0, out * body->forearm);
    end[collar + 3] = hh_vec3(0, 0, out * body->hand);
    begin[thigh] = hh_vec3(0, 0, out * body->hip);
    begin[thigh + 1] = end[thigh] = hh_vec3(0, -s * body->thigh, 0);
    begin[thigh + 2] = end[thigh + 1] = hh_vec3(0, -s * body->shank, 0);
    end[thigh + 2] = hh_vec3(s * body->foot, 0, 0);
  }
}

/* A bone turns what is at rest in its frame by its own rotation and then by all its parents'. */
static inline HhVec3 place_of(const HhBones *bones, const HhVec3 begin[HH_BONE_COUNT], int bone,
                              HhVec3 at)
{
  for (; bone >= 0; bone = hh_bone_parents[bone])
    at = hh_vec3_add(rotate(bones->local[bone], at),
                     hh_bone_parents[bone] < 0 ? bones->root : begin[bone]);
  return at;
}

static inline HhVec3 turn_of(const HhBones *bones, int bone, HhVec3 v)
{
  for (; bone >= 0; bone = hh_bone_parents[bone])
    v = rotate(bones->local[bone], v);
  return v;
}

static inline void watch_bones(Watch *watch, const HhBody *sizes, const HhRig14 *rig,
                               const HhBones *bones)
{
  HhVec3 begin[HH_BONE_COUNT], end[HH_BONE_COUNT], to[HH_BONE_COUNT];
  HhVec3 joint[HH_BONE_COUNT], tip[HH_BONE_COUNT];
  rest_of(watch->setup->params, begin, end);
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    tip[i] = place_of(bones, begin, i, end[i]);
    HhQuat q = bones->local[i];
    note(watch, UNIT, fabs(sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z) - 1),
         hh_bone_names[i]);
  }
  to[HH_BONE_PELVIS] = rig->waist;
  to[HH_BONE_SPINE] = rig->neck;
  to[HH_BONE_NECK] = rig->head;
  to[HH_BONE_HEAD] = tip[HH_BONE_HEAD]; /* the crown is no joint */
  for (int i = 0; i < HH_SIDES; i++) {
    int collar = i == HH_RIGHT ? HH_BONE_COLLAR_R : HH_BONE_COLLAR_L;
    int thigh = i == HH_RIGHT ? HH_BONE_THIGH_R : HH_BONE_THIGH_L;
    to[collar] = rig->shoulder[i];
    to[collar + 1] = rig->elbow[i];
    to[collar + 2] = rig->wrist[i];
    to[collar + 3] = rig->hand[i];
    to[thigh] = rig->knee[i];
    to[thigh + 1] = rig->ankle[i];
    to[thigh + 2] = rig->toe[i];
    HhVec3 hip = place_of(bones, begin, HH_BONE_PELVIS, begin[thigh]);
    note(watch, REBUILD, hh_vec3_distance(hip, rig->hip[i]), "hip");
  }
  note(watch, REBUILD, hh_vec3_distance(bones->root, rig->pelvis), "pelvis");
  for (int i = 0; i < HH_BONE_COUNT; i++)
    note(watch, REBUILD, hh_vec3_distance(tip[i], to[i]), hh_bone_names[i]);

  HhSkeleton skeleton = hh_bones_skeleton(sizes);
  HhVec3 their_tip[HH_BONE_COUNT];
  hh_bones_world(&skeleton, bones, joint, their_tip, NULL);
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    HhVec3 ours = place_of(bones, begin, i, hh_vec3(0, 0, 0));
    note(watch, WORLD_AGREES, hh_vec3_distance(joint[i], ours), hh_bone_names[i]);
    note(watch, WORLD_AGREES, hh_vec3_distance(their_tip[i], tip[i]), hh_bone_names[i]);
  }
}

/* Where a clasping hand's y is: the forearm's after the least turn to the hand's line, then turned
 * about that into the course's plane, there a quarter turn ahead of the line (behind it for who
 * faces the other way); by at most 1.8 rad, and by none where it is half a turn away. */
static inline HhVec3 clasping_y(const HhRig14 *rig, int i, HhVec3 forearm_y)
{
  double out = i == HH_RIGHT ? 1 : -1, right = chest_of(rig).z.z;
  HhVec3 from = unit(way(rig->elbow[i], rig->wrist[i]));
  HhVec3 to = unit(way(rig->wrist[i], rig->hand[i])), axis = hh_vec3_cross(from, to);
  HhVec3 y =
      hh_vec3_add(hh_vec3_scale(forearm_y, hh_vec3_dot(from, to)), hh_vec3_cross(axis, forearm_y));
  y = hh_vec3_along(y, axis, hh_vec3_dot(axis, forearm_y) / (1 + hh_vec3_dot(from, to)));
  HhVec3 z = hh_vec3_scale(to, out), x = hh_vec3_cross(y, z);
  HhVec3 ahead = {-to.y, to.x, 0};
  if (right < 0) ahead = hh_vec3_scale(ahead, -1);
  double turn = atan2(-hh_vec3_dot(x, ahead), hh_vec3_dot(y, ahead));
  double sure = fmin(2 * hh_vec3_length(ahead), 1);
  if (fabs(turn) > 1.8) turn = (turn > 0 ? HH_PI - turn : -HH_PI - turn) * 1.8 / (HH_PI - 1.8);
  turn *= sure * sure * (3 - 2 * sure) * fmin(5 * fabs(right), 1) * rig->clasp[i];
  return hh_vec3_add(hh_vec3_scale(y, cos(turn)), hh_vec3_scale(x, -sin(turn)));
}

/* The twist of bones.h: elbows and knees bend about one axis of their own bone, which for a knee is
 * z, backward; feet turn without a twist about the bone they end; hands hook over the branch. */
static inline void watch_twist(Watch *watch, const HhRig14 *rig, const HhBones *bones)
{
  for (int i = 0; i < HH_SIDES; i++) {
    int collar = i == HH_RIGHT ? HH_BONE_COLLAR_R : HH_BONE_COLLAR_L;
    int thigh = i == HH_RIGHT ? HH_BONE_THIGH_R : HH_BONE_THIGH_L;
    HhQuat elbow = bones->local[collar + 2], knee = bones->local[thigh + 1];
    HhQuat wrist = bones->local[collar + 3], ankle = bones->local[thigh + 2];
    double out = i == HH_RIGHT ? 1 : -1;
    note(watch, TWIST, fabs(elbow.x) + fabs(elbow.z), "elbow");
    note(watch, TWIST, out * elbow.y * elbow.w > 0 ? 0 : 1, "elbow bent backward");
    note(watch, TWIST, fabs(knee.x) + fabs(knee.y), "knee");
    note(watch, TWIST, knee.z * knee.w < 0 ? 0 : 1, "knee bent forward");
    note(watch, TWIST, fabs(ankle.x), "ankle");
    if (rig->clasp[i] == 0) note(watch, TWIST, fabs(wrist.z), "wrist");
    HhVec3 up = {0, 1, 0}, forearm_y = turn_of(bones, collar + 2, up);
    HhVec3 y = turn_of(bones, collar + 3, up);
    note(watch, TWIST, hh_vec3_distance(y, clasping_y(rig, i, forearm_y)), "clasping hand");
  }
}

static inline void watch_finite(Watch *watch, const HhRig14 *rig, const HhBones *bones)
{
  HhVec3 points[RIG14_POINTS];
  points_of(rig, points);
  for (int i = 0; i < RIG14_POINTS; i++)
    promise(watch, FINITE, hh_vec3_finite(points[i]), "a joint");
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    HhQuat q = bones->local[i];
    promise(watch, FINITE, isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z),
            hh_bone_names[i]);
  }
}

/* All that a posed body keeps, whatever it does. */
static inline void watch_body(Watch *watch, const HhBody *sizes, const HhRig14 *rig,
                              const HhBones *bones)
{
  watch_mass(watch, sizes, rig);
  watch_lengths(watch, rig);
  watch_axes(watch, rig);
  watch_limits(watch, rig);
  watch_bones(watch, sizes, rig, bones);
  watch_twist(watch, rig, bones);
  watch_finite(watch, rig, bones);
}

/* Fails where a law is broken, when it has told of all of them how far they are from it. */
static inline void check_laws(const HhbRigWorst worst[LAW_COUNT], const Law *laws, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const HhbRigWorst *w = &worst[laws[i]];
    assert_non_null(w->item);
    print_message("%s: worst %.3g of %.3g (%s; %s, %s, seed %llu, %.4f s)\n", meanings[laws[i]],
                  w->value, tolerances[laws[i]], w->item, w->scene, w->mover,
                  (unsigned long long)w->seed, w->time_s);
  }
  for (size_t i = 0; i < count; i++)
    CHECK_NEAR(worst[laws[i]].value, 0, tolerances[laws[i]]);
}

/* The same for laws that are named. */
#define CHECK_LAWS(worst, ...)                                                                     \
  check_laws((worst), (const Law[]){__VA_ARGS__}, sizeof((Law[]){__VA_ARGS__}) / sizeof(Law))

#endif
