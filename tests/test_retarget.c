/* Clips of other bodies on our skeleton: our own comes back as it went out, whatever its joints are
 * called; captured walks keep their angles, stand upright, face +x and never change sides; and what
 * is no humanoid is refused by name. */
#include "check.h"

#include "actor/params.h"
#include "base/angle.h"
#include "base/random.h"
#include "base_folder.h"
#include "bvh.h"
#include "imported.h"
#include "layer.h"
#include "retarget.h"
#include "roles.h"

enum { FRAMES = 60 }; /* of clips made here; every second one the mirror image of the one before */

static HhBody our_body(void)
{
  HhParams params;
  hh_params_preset(&params);
  return hh_body(&params.rig.body, params.gibbon.arm_length, params.rig.reach);
}

static HhBones bones_of(const HhPose *pose)
{
  HhBones bones = {.root = {0, 0, 0}};
  memcpy(bones.local, pose->local, sizeof bones.local);
  return bones;
}

/* Where the bones of a pose begin and end, in units of the body's size. */
typedef struct Points {
  HhVec3 begin[HH_BONE_COUNT], end[HH_BONE_COUNT];
  HhAxes axes[HH_BONE_COUNT];
} Points;

static Points points_of(const HhPose *pose)
{
  HhBody body = our_body();
  HhSkeleton skeleton = hh_bones_skeleton(&body);
  HhBones bones = bones_of(pose);
  HhQuat world[HH_BONE_COUNT];
  Points points;
  hh_bones_world(&skeleton, &bones, points.begin, points.end, world);
  for (int i = 0; i < HH_BONE_COUNT; i++)
    points.axes[i] = hh_quat_axes(world[i]);
  return points;
}

/* From hip to shoulder and hand to hand a gibbon is about a metre. */
static double worst_point(const Points *a, const Points *b)
{
  double worst = 0;
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    worst = fmax(worst, hh_vec3_distance(a->begin[i], b->begin[i]));
    worst = fmax(worst, hh_vec3_distance(a->end[i], b->end[i]));
  }
  return worst;
}

static HhBone mirror_of(int bone)
{
  if (bone >= HH_BONE_COLLAR_L && bone <= HH_BONE_HAND_L) return (HhBone)(bone + 4);
  if (bone >= HH_BONE_COLLAR_R && bone <= HH_BONE_HAND_R) return (HhBone)(bone - 4);
  if (bone >= HH_BONE_THIGH_L && bone <= HH_BONE_FOOT_L) return (HhBone)(bone + 3);
  if (bone >= HH_BONE_THIGH_R && bone <= HH_BONE_FOOT_R) return (HhBone)(bone - 3);
  return (HhBone)bone;
}

static double within(HhRandom *random, double most)
{
  return hh_random_range(random, -most, most);
}

/* Elbows and knees as hinges, bent by half a radian and more. */
static HhPose random_pose(HhRandom *random)
{
  HhPose pose;
  HhVec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    HhQuat a = hh_quat_about(x, within(random, 0.4)), b = hh_quat_about(z, within(random, 0.4));
    pose.local[i] = hh_quat_mul(a, b);
  }
  for (int side = 0; side < HH_SIDES; side++) {
    HhBone fore = side ? HH_BONE_FOREARM_R : HH_BONE_FOREARM_L;
    HhBone shank = side ? HH_BONE_SHANK_R : HH_BONE_SHANK_L;
    double out = hh_side_sign((HhSide)side);
    pose.local[fore] = hh_quat_about(y, out * hh_random_range(random, 0.5, 2));
    pose.local[shank] = hh_quat_about(z, -hh_random_range(random, 0.5, 2));
    /* what our skeleton has no use for: twists of neck, collars, hands and feet */
    HhBone straight[] = {side ? HH_BONE_COLLAR_R : HH_BONE_COLLAR_L,
                         side ? HH_BONE_HAND_R : HH_BONE_HAND_L,
                         side ? HH_BONE_FOOT_R : HH_BONE_FOOT_L, HH_BONE_NECK};
    for (int i = 0; i < 4; i++)
      pose.local[straight[i]] = hh_quat_identity();
  }
  pose.local[HH_BONE_PELVIS] = hh_quat_about(z, within(random, 0.3));
  return pose;
}

static HhPose mirrored(const HhPose *pose)
{
  HhPose image;
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    HhQuat q = pose->local[i];
    image.local[mirror_of(i)] = (HhQuat){q.w, -q.x, -q.y, q.z};
  }
  return image;
}

static void make_poses(HhPose poses[FRAMES])
{
  HhRandom random = hh_random(3, 1, 0);
  for (int i = 0; i < FRAMES; i += 2) {
    poses[i] = random_pose(&random);
    poses[i + 1] = mirrored(&poses[i]);
  }
}

/* Our skeleton as a clip whose joints are called `names`, hung into the world by `hang`. */
static HhxClip *make_clip(const HhPose *poses, const char *const *names, HhxPlace hang)
{
  HhBody body = our_body();
  HhSkeleton skeleton = hh_bones_skeleton(&body);
  HhxClip *clip = hhx_clip_create(HH_BONE_COUNT, FRAMES);
  assert_non_null(clip);
  clip->frame_s = 0.02;
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    clip->parents[i] = hh_bone_parents[i];
    clip->rest[i].at = skeleton.offset[i];
    if (i == HH_BONE_PELVIS) clip->rest[i] = hang;
    assert_true(hhx_clip_name(clip, i, names[i], strlen(names[i])));
    bool tip = i == HH_BONE_HEAD || i == HH_BONE_HAND_L || i == HH_BONE_HAND_R ||
               i == HH_BONE_FOOT_L || i == HH_BONE_FOOT_R;
    if (tip) assert_true(hhx_clip_add_end(clip, i, skeleton.end[i]));
    for (int frame = 0; frame < FRAMES; frame++) {
      HhxPlace local = {poses[frame].local[i], clip->rest[i].at};
      if (i == HH_BONE_PELVIS) {
        local.turn = hh_quat_mul(hang.turn, local.turn);
        local.at.x += frame;
      }
      clip->local[(size_t)frame * HH_BONE_COUNT + (size_t)i] = local;
    }
  }
  return clip;
}

/* Through a BVH file. */
static HhxClip *through_file(HhxClip *clip)
{
  const char *path = at("clip.bvh", NULL);
  HhxError error;
  assert_true(hhx_bvh_write(path, clip, &error));
  hhx_clip_destroy(clip);
  HhxClip *read = hhx_bvh_read(path, &error);
  if (!read) fail_msg("%s", error.text);
  return read;
}

static HhPose *retargeted(const HhxClip *clip)
{
  HhBody body = our_body();
  HhxError error = {""};
  HhPose *poses = hhx_retarget(clip, &body, "clip", &error);
  if (!poses) fail_msg("%s", error.text);
  return poses;
}

static void our_own_bones_come_back_as_they_went_out(void **state)
{
  (void)state;
  HhPose poses[FRAMES];
  make_poses(poses);
  HhxPlace hang = {hh_quat_identity(), {0, 3, 0}};
  HhxClip *clip = through_file(make_clip(poses, hh_bone_names, hang));
  HhPose *back = retargeted(clip);
  double worst = 0;
  for (int frame = 0; frame < FRAMES; frame++)
    for (int i = 0; i < HH_BONE_COUNT; i++)
      worst = fmax(worst, hh_quat_angle(back[frame].local[i], poses[frame].local[i]));
  CHECK_NEAR(worst, 0, 1e-12);
  free(back);
  hhx_clip_destroy(clip);
}

/* Names of our 18 bones elsewhere, in our order; a bone that has none is called a stand-in. */
static const char *const dialects[][HH_BONE_COUNT] = {
    /* CMU, MotionBuilder */
    {"Hips", "Spine", "Neck", "Head", "LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand",
     "RightShoulder", "RightArm", "RightForeArm", "RightHand", "LeftUpLeg", "LeftLeg", "LeftFoot",
     "RightUpLeg", "RightLeg", "RightFoot"},
    /* cgspeed's other conversion */
    {"Hips", "Chest", "Neck", "Head", "LeftCollar", "LeftShoulder", "LeftElbow", "LeftWrist",
     "RightCollar", "RightShoulder", "RightElbow", "RightWrist", "LeftHip", "LeftKnee", "LeftAnkle",
     "RightHip", "RightKnee", "RightAnkle"},
    /* Mixamo */
    {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Neck", "mixamorig:Head",
     "mixamorig:LeftShoulder", "mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand",
     "mixamorig:RightShoulder", "mixamorig:RightArm", "mixamorig:RightForeArm",
     "mixamorig:RightHand", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot",
     "mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot"},
    /* Reallusion */
    {"CC_Base_Hip", "CC_Base_Waist", "CC_Base_NeckTwist01", "CC_Base_Head", "CC_Base_L_Clavicle",
     "CC_Base_L_Upperarm", "CC_Base_L_Forearm", "CC_Base_L_Hand", "CC_Base_R_Clavicle",
     "CC_Base_R_Upperarm", "CC_Base_R_Forearm", "CC_Base_R_Hand", "CC_Base_L_Thigh",
     "CC_Base_L_Calf", "CC_Base_L_Foot", "CC_Base_R_Thigh", "CC_Base_R_Calf", "CC_Base_R_Foot"},
    /* Rigify */
    {"DEF-spine", "DEF-spine.001", "DEF-spine.004", "DEF-spine.006", "DEF-shoulder.L",
     "DEF-upper_arm.L", "DEF-forearm.L", "DEF-hand.L", "DEF-shoulder.R", "DEF-upper_arm.R",
     "DEF-forearm.R", "DEF-hand.R", "DEF-thigh.L", "DEF-shin.L", "DEF-foot.L", "DEF-thigh.R",
     "DEF-shin.R", "DEF-foot.R"},
    /* game artists */
    {"HumanArmature|Body", "Abdomen", "Neck", "Head", "Shoulder.L", "UpperArm.L", "LowerArm.L",
     "Palm.L", "Shoulder.R", "UpperArm.R", "LowerArm.R", "Palm.R", "UpperLeg.L", "LowerLeg.L",
     "Foot.L", "UpperLeg.R", "LowerLeg.R", "Foot.R"},
    /* 3ds Max */
    {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Neck", "Bip01 Head", "Bip01 L Clavicle",
     "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 L Hand", "Bip01 R Clavicle", "Bip01 R UpperArm",
     "Bip01 R Forearm", "Bip01 R Hand", "Bip01 L Thigh", "Bip01 L Calf", "Bip01 L Foot",
     "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot"},
    /* Unreal */
    {"pelvis", "spine_01", "neck_01", "head", "clavicle_l", "upperarm_l", "lowerarm_l", "hand_l",
     "clavicle_r", "upperarm_r", "lowerarm_r", "hand_r", "thigh_l", "calf_l", "foot_l", "thigh_r",
     "calf_r", "foot_r"},
    /* VRM */
    {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Neck", "J_Bip_C_Head", "J_Bip_L_Shoulder",
     "J_Bip_L_UpperArm", "J_Bip_L_LowerArm", "J_Bip_L_Hand", "J_Bip_R_Shoulder", "J_Bip_R_UpperArm",
     "J_Bip_R_LowerArm", "J_Bip_R_Hand", "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg", "J_Bip_L_Foot",
     "J_Bip_R_UpperLeg", "J_Bip_R_LowerLeg", "J_Bip_R_Foot"},
    /* Daz */
    {"hip", "abdomen", "neck", "head", "lCollar", "lShldr", "lForeArm", "lHand", "rCollar",
     "rShldr", "rForeArm", "rHand", "lThigh", "lShin", "lFoot", "rThigh", "rShin", "rFoot"},
    /* all in one case, sides before and behind */
    {"PELVIS", "SPINE", "NECK", "HEAD", "LEFTCOLLAR", "UPPERARMLEFT", "LFOREARM", "HANDL",
     "RIGHTCOLLAR", "UPPERARMRIGHT", "RFOREARM", "HANDR", "LEFTTHIGH", "SHANKLEFT", "LFOOT",
     "RIGHTTHIGH", "SHANKRIGHT", "RFOOT"},
};
enum { DIALECTS = sizeof dialects / sizeof dialects[0] };

static void the_names_of_many_programs_are_known(void **state)
{
  (void)state;
  HhPose poses[FRAMES];
  make_poses(poses);
  HhxPlace hang = {hh_quat_identity(), {0, 0, 0}};
  for (int dialect = 0; dialect < DIALECTS; dialect++) {
    HhxClip *clip = make_clip(poses, dialects[dialect], hang);
    HhxRoles roles;
    HhxError error = {""};
    if (!hhx_roles_find(clip, "clip", &roles, &error)) fail_msg("%s", error.text);
    const HhxLimbRoles *arm = roles.arm, *leg = roles.leg;
    int found[HH_BONE_COUNT] = {0,
                                1,
                                roles.neck,
                                roles.head,
                                roles.collar[0],
                                arm[0].root,
                                arm[0].hinge,
                                arm[0].end,
                                roles.collar[1],
                                arm[1].root,
                                arm[1].hinge,
                                arm[1].end,
                                leg[0].root,
                                leg[0].hinge,
                                leg[0].end,
                                leg[1].root,
                                leg[1].hinge,
                                leg[1].end};
    for (int i = 0; i < HH_BONE_COUNT; i++)
      if (found[i] != i) fail_msg("%s is not found", dialects[dialect][i]);
    hhx_clip_destroy(clip);
  }
}

/* Every second pose is a mirror image, so that the mean faces +x. However the clip's world lies:
 * z up and facing -y, x up and facing z. */
static void under_names_of_cmu_our_own_joints_are_where_they_were(void **state)
{
  (void)state;
  HhPose poses[FRAMES];
  make_poses(poses);
  HhVec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  HhQuat turns[] = {
      hh_quat_identity(), hh_quat_mul(hh_quat_about(z, -HH_PI / 2), hh_quat_about(x, HH_PI / 2)),
      hh_quat_mul(hh_quat_about(x, 1), hh_quat_about(z, -HH_PI / 2)), hh_quat_about(y, 2.385)};
  for (int turn = 0; turn < 4; turn++) {
    HhxPlace hang = {turns[turn], {7, -5, 2}};
    HhxClip *clip = make_clip(poses, dialects[0], hang);
    if (turn == 0) clip = through_file(clip);
    HhPose *back = retargeted(clip);
    double worst = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
      Points ours = points_of(&poses[frame]), theirs = points_of(&back[frame]);
      worst = fmax(worst, worst_point(&ours, &theirs));
      worst = fmax(worst, hh_vec3_distance(ours.axes[HH_BONE_HEAD].x, theirs.axes[HH_BONE_HEAD].x));
    }
    CHECK_NEAR(worst, 0, 1e-10);
    free(back);
    hhx_clip_destroy(clip);
  }
}

/* A clip of the shared folder and its poses. */
typedef struct Read {
  HhxClip *clip;
  HhPose *poses;
} Read;

static Read read_shared(const char *name)
{
  char file[128], path[CHECK_PATH];
  snprintf(file, sizeof file, "data/motion/%s", name);
  HhxError error = {""};
  check_shared(path, file);
  bool bvh = strstr(name, ".bvh") != NULL;
  HhxClip *clip = bvh ? hhx_bvh_read(path, &error) : hhx_imported_read(path, NULL, 0.05, &error);
  if (!clip) fail_msg("%s", error.text);
  return (Read){clip, retargeted(clip)};
}

static void free_read(Read read)
{
  hhx_clip_destroy(read.clip);
  free(read.poses);
}

static HhVec3 place(const HhxPlace *world, const HhxClip *clip, const char *name)
{
  for (int i = 0; i < clip->joints; i++)
    if (strcmp(clip->names[i], name) == 0) return world[i].at;
  fail_msg("no joint %s", name);
  return (HhVec3){0, 0, 0};
}

static double angle_between(HhVec3 a, HhVec3 b)
{
  return hh_angle_of(hh_vec(hh_vec3_dot(a, b), hh_vec3_length(hh_vec3_cross(a, b))));
}

/* Angles between segments do not depend on how the clip's world lies. Sides are those that the file
 * names. */
static void limbs_keep_the_angles_of_the_clip(void **state)
{
  (void)state;
  static const char *const ends[][2] = {
      {"CC_Base_L_Upperarm", "CC_Base_L_Forearm"},  {"CC_Base_L_Forearm", "CC_Base_L_Hand"},
      {"CC_Base_L_Hand", "CC_Base_L_Mid1"},         {"CC_Base_R_Upperarm", "CC_Base_R_Forearm"},
      {"CC_Base_R_Forearm", "CC_Base_R_Hand"},      {"CC_Base_R_Hand", "CC_Base_R_Mid1"},
      {"CC_Base_L_Thigh", "CC_Base_L_Calf"},        {"CC_Base_L_Calf", "CC_Base_L_Foot"},
      {"CC_Base_L_Foot", "CC_Base_L_ToeBase"},      {"CC_Base_R_Thigh", "CC_Base_R_Calf"},
      {"CC_Base_R_Calf", "CC_Base_R_Foot"},         {"CC_Base_R_Foot", "CC_Base_R_ToeBase"},
      {"CC_Base_L_Clavicle", "CC_Base_L_Upperarm"}, {"CC_Base_R_Clavicle", "CC_Base_R_Upperarm"},
      {"CC_Base_NeckTwist01", "CC_Base_Head"}};
  static const HhBone bones[] = {HH_BONE_UPPER_ARM_L, HH_BONE_FOREARM_L, HH_BONE_HAND_L,
                                 HH_BONE_UPPER_ARM_R, HH_BONE_FOREARM_R, HH_BONE_HAND_R,
                                 HH_BONE_THIGH_L,     HH_BONE_SHANK_L,   HH_BONE_FOOT_L,
                                 HH_BONE_THIGH_R,     HH_BONE_SHANK_R,   HH_BONE_FOOT_R,
                                 HH_BONE_COLLAR_L,    HH_BONE_COLLAR_R,  HH_BONE_NECK};
  enum { SEGMENTS = sizeof bones / sizeof bones[0] };
  static const char *const names[] = {"bvh/cmu_02_01_walk.bvh", "bvh/cmu_02_03_run.bvh",
                                      "bvh/cmu_06_06_backward_dribble.bvh"};
  for (int n = 0; n < 3; n++) {
    Read read = read_shared(names[n]);
    HhxPlace *world = calloc((size_t)read.clip->joints, sizeof *world);
    assert_non_null(world);
    double worst = 0;
    for (int frame = 0; frame < read.clip->frames; frame++) {
      hhx_clip_world(read.clip, frame, world);
      Points points = points_of(&read.poses[frame]);
      HhVec3 ours[SEGMENTS], theirs[SEGMENTS];
      for (int i = 0; i < SEGMENTS; i++) {
        ours[i] = hh_vec3_sub(points.end[bones[i]], points.begin[bones[i]]);
        theirs[i] =
            hh_vec3_sub(place(world, read.clip, ends[i][1]), place(world, read.clip, ends[i][0]));
      }
      for (int i = 1; i < SEGMENTS; i++)
        for (int k = 0; k < i; k++)
          worst = fmax(worst,
                       fabs(angle_between(ours[i], ours[k]) - angle_between(theirs[i], theirs[k])));
    }
    CHECK_NEAR(worst, 0, 1e-10);
    free(world);
    free_read(read);
  }
}

/* What is true of every upright clip, whatever the file calls its joints and which way is up. */
typedef struct Stance {
  double head_above, feet_below;          /* least height in metres above and below the hips */
  double right_hand, right_foot;          /* mean distance to the right of the left one, m */
  double face, toes, chest;               /* mean share that points forward, of the pelvis */
  double facing_x, facing_z, knee, elbow; /* pelvis' mean; mean flexion forward */
  double lean;                            /* mean of the trunk's upward share */
} Stance;

static double forward(const Points *p, HhVec3 v)
{
  return hh_vec3_dot(hh_vec3_unit(v, (HhVec3){0, 0, 0}), p->axes[HH_BONE_PELVIS].x);
}

static Stance stance_of(const Read *read)
{
  Stance s = {.head_above = 9, .feet_below = 9};
  double n = read->clip->frames;
  for (int frame = 0; frame < read->clip->frames; frame++) {
    Points p = points_of(&read->poses[frame]);
    const HhVec3 *at = p.begin;
    HhAxes pelvis = p.axes[HH_BONE_PELVIS];
    s.head_above = fmin(s.head_above, at[HH_BONE_HEAD].y - at[HH_BONE_PELVIS].y);
    s.feet_below = fmin(s.feet_below, at[HH_BONE_PELVIS].y - at[HH_BONE_FOOT_L].y);
    s.feet_below = fmin(s.feet_below, at[HH_BONE_PELVIS].y - at[HH_BONE_FOOT_R].y);
    s.right_hand += hh_vec3_dot(hh_vec3_sub(at[HH_BONE_HAND_R], at[HH_BONE_HAND_L]), pelvis.z) / n;
    s.right_foot += hh_vec3_dot(hh_vec3_sub(at[HH_BONE_FOOT_R], at[HH_BONE_FOOT_L]), pelvis.z) / n;
    s.face += forward(&p, p.axes[HH_BONE_HEAD].x) / n;
    s.chest += forward(&p, p.axes[HH_BONE_SPINE].x) / n;
    s.facing_x += pelvis.x.x / n;
    s.facing_z += pelvis.x.z / n;
    s.lean += (at[HH_BONE_NECK].y - at[HH_BONE_PELVIS].y) /
              hh_vec3_distance(at[HH_BONE_NECK], at[HH_BONE_PELVIS]) / n;
    for (int side = 0; side < HH_SIDES; side++) {
      HhBone thigh = side ? HH_BONE_THIGH_R : HH_BONE_THIGH_L;
      HhBone arm = side ? HH_BONE_UPPER_ARM_R : HH_BONE_UPPER_ARM_L;
      HhVec3 upper_leg = hh_vec3_sub(at[thigh + 1], at[thigh]);
      HhVec3 lower_leg = hh_vec3_sub(at[thigh + 2], at[thigh + 1]);
      HhVec3 upper_arm = hh_vec3_sub(at[arm + 1], at[arm]);
      HhVec3 forearm = hh_vec3_sub(at[arm + 2], at[arm + 1]);
      s.toes += forward(&p, hh_vec3_sub(p.end[thigh + 2], at[thigh + 2])) / 2 / n;
      s.knee += (forward(&p, upper_leg) - forward(&p, lower_leg)) / 2 / n;
      s.elbow += (forward(&p, forearm) - forward(&p, upper_arm)) / 2 / n;
    }
  }
  return s;
}

static void captured_walks_stand_upright_and_face_forward(void **state)
{
  (void)state;
  static const char *const names[] = {
      "bvh/cmu_02_01_walk.bvh",        "bvh/cmu_02_03_run.bvh",
      "bvh/cmu_03_01_uneven_walk.bvh", "bvh/cmu_07_01_walk.bvh",
      "bvh/cmu_07_12_brisk_walk.bvh",  "bvh/cmu_131_01_start_walk_stop.bvh",
      "bvh/bvhtoolbox_walk01.bvh",     "bvh/fair1_zombie.bvh"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    Read read = read_shared(names[i]);
    Stance s = stance_of(&read);
    bool turns = strstr(names[i], "zombie") || strstr(names[i], "stop"); /* as they go */
    assert_true(s.head_above > 0.2 && s.feet_below > 0.1);
    assert_true(s.right_hand > 0.05 && s.right_foot > 0.02);
    assert_true(s.face > 0.8 && s.chest > 0.8 && s.toes > 0.5);
    assert_true(s.facing_x > (turns ? 0 : 0.9));
    if (!turns) CHECK_NEAR(s.facing_z, 0, 0.02);
    assert_true(s.knee > 0.1 && s.elbow > 0.02 && s.lean > 0.9);
    free_read(read);
  }
}

static void game_characters_stand_upright_too(void **state)
{
  (void)state;
#ifndef HHX_HAS_ASSIMP
  skip();
#endif
  static const char *const names[] = {"gltf/KayKit_Knight.glb",
                                      "gltf/quaternius_KnightCharacter.glb"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    Read read = read_shared(names[i]);
    Points first = points_of(&read.poses[0]);
    const HhVec3 *at = first.begin;
    assert_true(at[HH_BONE_HEAD].y > 0.2 && at[HH_BONE_FOOT_L].y < -0.2 &&
                at[HH_BONE_FOOT_R].y < -0.2);
    assert_true(at[HH_BONE_HAND_R].z > at[HH_BONE_HAND_L].z + 0.1);
    assert_true(first.axes[HH_BONE_HEAD].x.x > 0.7);
    free_read(read);
  }
}

/* In 200 frames a knee goes from bent through straight to over-stretched by 5 degrees: its thigh,
 * which does not move, never turns by more than the shank does in ten of them. */
static void a_limb_passes_through_straight_without_a_jump(void **state)
{
  (void)state;
  HhPose poses[FRAMES];
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int i = 0; i < HH_BONE_COUNT; i++)
      poses[frame].local[i] = hh_quat_identity();
    double bent = 0.6 - 0.69 * frame / (FRAMES - 1);
    HhQuat knee = hh_quat_mul(hh_quat_about((HhVec3){1, 0, 0}, 0.02),
                              hh_quat_about((HhVec3){0, 0, 1}, -bent));
    poses[frame].local[HH_BONE_SHANK_L] = poses[frame].local[HH_BONE_SHANK_R] = knee;
    HhQuat elbow = hh_quat_about((HhVec3){0, 1, 0}, -bent);
    poses[frame].local[HH_BONE_FOREARM_L] = elbow;
    poses[frame].local[HH_BONE_FOREARM_R] = hh_quat_conj(elbow);
  }
  HhxPlace hang = {hh_quat_identity(), {0, 0, 0}};
  HhxClip *clip = make_clip(poses, dialects[0], hang);
  HhPose *back = retargeted(clip);
  double worst = 0, off = 0;
  for (int frame = 0; frame < FRAMES; frame++) {
    Points ours = points_of(&poses[frame]), theirs = points_of(&back[frame]);
    off = fmax(off, worst_point(&ours, &theirs));
    for (int i = 0; i < HH_BONE_COUNT && frame > 0; i++)
      worst = fmax(worst, hh_quat_angle(back[frame].local[i], back[frame - 1].local[i]));
  }
  CHECK_NEAR(off, 0, 1e-12);
  CHECK_NEAR(worst, 0.69 / (FRAMES - 1), 0.02);
  free(back);
  hhx_clip_destroy(clip);
}

static void refuse_of(const HhxClip *clip, const char *words)
{
  HhBody body = our_body();
  HhxError error = {""};
  assert_null(hhx_retarget(clip, &body, "some.bvh", &error));
  if (!strstr(error.text, words) || !strstr(error.text, "some.bvh"))
    fail_msg("'%s' does not say '%s'", error.text, words);
}

static void what_is_missing_is_named(void **state)
{
  (void)state;
  HhPose poses[FRAMES];
  make_poses(poses);
  const char *names[HH_BONE_COUNT];
  memcpy(names, dialects[0], sizeof names);
  names[HH_BONE_HAND_R] = "Hook";
  names[HH_BONE_THIGH_L] = "Wheel";
  HhxPlace hang = {hh_quat_identity(), {0, 0, 0}};
  HhxClip *clip = make_clip(poses, names, hang);
  refuse_of(clip, "is: right hand, left thigh; name");
  hhx_clip_destroy(clip);
  static const char *const others[][2] = {{"Fox.glb", "left thigh, right thigh"},
                                          {"quaternius_Wolf.glb", "left hand, right hand"},
                                          {"quaternius_Spider.glb", "left hand, right hand"},
                                          {"quaternius_Velociraptor.glb", "left hand, right hand"},
                                          {"CesiumMan.gltf", "head, left upper arm"}};
#ifdef HHX_HAS_ASSIMP
  for (int i = 0; i < 5; i++) {
    char file[128], path[CHECK_PATH];
    snprintf(file, sizeof file, "data/motion/gltf/%s", others[i][0]);
    HhxError error;
    clip = hhx_imported_read(check_shared(path, file), NULL, 0.1, &error);
    assert_non_null(clip);
    refuse_of(clip, others[i][1]);
    hhx_clip_destroy(clip);
  }
#else
  (void)others;
#endif
}

/* Neck, collars, fingers and toes may be missing; all frames may be one. */
static void a_clip_may_leave_out_what_a_body_can_do_without(void **state)
{
  (void)state;
  HhPose poses[FRAMES];
  make_poses(poses);
  const char *names[HH_BONE_COUNT];
  memcpy(names, dialects[0], sizeof names);
  names[HH_BONE_NECK] = names[HH_BONE_COLLAR_L] = names[HH_BONE_COLLAR_R] = "thing";
  HhxPlace hang = {hh_quat_identity(), {0, 0, 0}};
  HhxClip *clip = make_clip(poses, names, hang);
  clip->ends = 0;
  clip->frames = 1;
  HhPose *back = retargeted(clip);
  Points ours = points_of(&poses[0]), theirs = points_of(&back[0]);
  /* without ends hands and feet are what has become of their rest: the same */
  HhVec3 foot = hh_vec3_sub(ours.end[HH_BONE_FOOT_R], ours.begin[HH_BONE_FOOT_R]);
  HhVec3 shank = hh_vec3_sub(ours.begin[HH_BONE_FOOT_R], ours.begin[HH_BONE_SHANK_R]);
  HhVec3 foot_back = hh_vec3_sub(theirs.end[HH_BONE_FOOT_R], theirs.begin[HH_BONE_FOOT_R]);
  HhVec3 shank_back = hh_vec3_sub(theirs.begin[HH_BONE_FOOT_R], theirs.begin[HH_BONE_SHANK_R]);
  CHECK_NEAR(angle_between(foot, shank), angle_between(foot_back, shank_back), 1e-12);
  free(back);
  clip->frames = FRAMES;
  hhx_clip_destroy(clip);
}

static void weights_are_given_by_bone_and_by_group(void **state)
{
  (void)state;
  double weight[HH_BONE_COUNT] = {0};
  HhxError error = {""};
  assert_true(hhx_layer_weigh("all=0.25", weight, &error));
  assert_true(hhx_layer_weigh("arms=1", weight, &error));
  assert_true(hhx_layer_weigh("hand_l=0", weight, &error));
  assert_true(hhx_layer_weigh("head=.5", weight, &error));
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    bool arm = i >= HH_BONE_COLLAR_L && i <= HH_BONE_HAND_R;
    double expected = i == HH_BONE_HAND_L                      ? 0
                      : arm                                    ? 1
                      : i == HH_BONE_HEAD || i == HH_BONE_NECK ? 0.5
                                                               : 0.25;
    assert_true(weight[i] == expected);
  }
  static const char *const wrong[][2] = {{"arms", "NAME=W"},          {"arms=", "from 0 to 1"},
                                         {"arms=2", "from 0 to 1"},   {"arms=-0.1", "from 0 to 1"},
                                         {"arms=nan", "from 0 to 1"}, {"arms=1x", "from 0 to 1"},
                                         {"amrs=1", "mean arms"},     {"=1", "no such bone"}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_false(hhx_layer_weigh(wrong[i][0], weight, &error));
    if (!strstr(error.text, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], error.text);
  }
}

/* The walk ends half a stride from where it begins; made into a loop it never turns a bone faster
 * than it did, twice over. And a loop that closes already loses the pose that is there twice. */
static void a_loop_has_no_seam(void **state)
{
  (void)state;
  HhBody body = our_body();
  HhxError error = {""};
  char path[CHECK_PATH];
  check_shared(path, "data/motion/bvh/cmu_02_01_walk.bvh");
  double fastest[2];
  for (int loops = 0; loops < 2; loops++) {
    HhPoseLayer layer;
    HhPose *poses = hhx_layer_read(path, NULL, loops, &body, &layer, &error);
    assert_non_null(poses);
    assert_int_equal(layer.clip.count, 171);
    fastest[loops] = 0;
    for (int frame = 1; frame < layer.clip.count + loops; frame++)
      for (int i = 0; i < HH_BONE_COUNT; i++) {
        double turn =
            hh_quat_angle(poses[frame % layer.clip.count].local[i], poses[frame - 1].local[i]);
        fastest[loops] = fmax(fastest[loops], turn);
      }
    free(poses);
  }
  assert_true(fastest[1] < 2 * fastest[0]);

  HhPose poses[FRAMES];
  make_poses(poses);
  poses[FRAMES - 1] = poses[0];
  HhxPlace hang = {hh_quat_identity(), {0, 0, 0}};
  hhx_clip_destroy(through_file(make_clip(poses, hh_bone_names, hang)));
  HhPoseLayer layer;
  HhPose *read = hhx_layer_read(at("clip.bvh", NULL), NULL, true, &body, &layer, &error);
  assert_non_null(read);
  assert_int_equal(layer.clip.count, FRAMES - 1);
  free(read);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(our_own_bones_come_back_as_they_went_out),
      cmocka_unit_test(the_names_of_many_programs_are_known),
      cmocka_unit_test(under_names_of_cmu_our_own_joints_are_where_they_were),
      cmocka_unit_test(limbs_keep_the_angles_of_the_clip),
      cmocka_unit_test(captured_walks_stand_upright_and_face_forward),
      cmocka_unit_test(game_characters_stand_upright_too),
      cmocka_unit_test(a_limb_passes_through_straight_without_a_jump),
      cmocka_unit_test(what_is_missing_is_named),
      cmocka_unit_test(a_clip_may_leave_out_what_a_body_can_do_without),
      cmocka_unit_test(a_loop_has_no_seam),
      cmocka_unit_test(weights_are_given_by_bone_and_by_group),
  };
  return cmocka_run_group_tests(tests, make_base, remove_base);
}
