/* A clip over the rig: contacts and the centre of mass stay exact, nothing below the bones changes,
 * and nothing jumps that does not jump in the rig or in the clip. Distances and mass centres are
 * computed here from the points alone. */
#include "check.h"

#include "actor/actor.h"
#include "base/angle.h"
#include "bvh.h"
#include "episode.h"
#include "retarget.h"

static const char *const scenes[] = {"endless_branch", "sloped_branch", "random_course", "drop"};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static HhBody body_of(const HhParams *params)
{
  return hh_body(&params->rig.body, params->gibbon.arm_length, params->rig.reach);
}

static void preset(const char *scene, HhParams *params)
{
  hhb_scene_preset(hhb_scene_find(scene), params);
  params->rig.level = HH_LEVEL_BONES;
}

/* A clip of the shared folder on our skeleton; the poses are to be freed. */
static HhPose *read_layer(const char *name, double weight, HhPoseLayer *layer)
{
  HhParams params;
  preset("endless_branch", &params);
  HhBody body = body_of(&params);
  char file[128], path[CHECK_PATH];
  snprintf(file, sizeof file, "data/motion/bvh/%s.bvh", name);
  HhxError error;
  HhxClip *clip = hhx_bvh_read(check_shared(path, file), &error);
  assert_non_null(clip);
  HhPose *poses = hhx_retarget(clip, &body, path, &error);
  assert_non_null(poses);
  layer->clip = (HhPoseClip){poses, clip->frames, clip->frame_s, true};
  for (int i = 0; i < HH_BONE_COUNT; i++)
    layer->weight[i] = weight;
  hhx_clip_destroy(clip);
  return poses;
}

/* A layer of one pose. */
static HhPoseLayer still(const HhPose *pose, double weight)
{
  HhPoseLayer layer = {.clip = {pose, 1, 1, true}};
  for (int i = 0; i < HH_BONE_COUNT; i++)
    layer.weight[i] = weight;
  return layer;
}

static HhPose rest_pose(void)
{
  HhPose pose;
  for (int i = 0; i < HH_BONE_COUNT; i++)
    pose.local[i] = hh_quat_identity();
  return pose;
}

/* Two runs of one episode, without and with a layer, in step. */
typedef struct Pair {
  HhParams bare_params, params;
  HhbEpisode *bare, *posed;
} Pair;

static void start(Pair *pair, const char *scene, HhMover mover, uint64_t seed,
                  const HhPoseLayer *layer, double dt_s, double duration_s)
{
  preset(scene, &pair->bare_params);
  pair->bare_params.episode.dt = dt_s;
  pair->params = pair->bare_params;
  pair->params.rig.layer = layer;
  HhbSetup setup = {.scene = hhb_scene_find(scene),
                    .mover = mover,
                    .params = &pair->bare_params,
                    .seed = seed,
                    .duration_s = duration_s};
  assert_int_equal(hhb_episode_create(&setup, &pair->bare), HH_RUNNING);
  setup.params = &pair->params;
  assert_int_equal(hhb_episode_create(&setup, &pair->posed), HH_RUNNING);
}

static bool step(Pair *pair)
{
  HhStatus bare = hhb_episode_step(pair->bare), posed = hhb_episode_step(pair->posed);
  assert_int_equal(bare, posed);
  return bare == HH_RUNNING;
}

static const HhRig *rig_of(const HhbEpisode *episode)
{
  return &hhb_episode_actor(episode)->rig;
}

static void end(Pair *pair)
{
  assert_true(hh_actor_hash(hhb_episode_actor(pair->bare)) ==
              hh_actor_hash(hhb_episode_actor(pair->posed)));
  hhb_episode_destroy(pair->bare);
  hhb_episode_destroy(pair->posed);
}

static bool same_bits(const void *a, const void *b, size_t size)
{
  return memcmp(a, b, size) == 0;
}

/* Members that are doubles alone, without gaps. */
#define SAME(a, b, member) same_bits(&(a)->member, &(b)->member, sizeof(a)->member)

static bool same_points(const HhRig2 *a2, const HhRig2 *b2, const HhRig5 *a, const HhRig5 *b)
{
  return SAME(a2, b2, com) && SAME(a2, b2, velocity) && SAME(a2, b2, hand) && SAME(a, b, trunk) &&
         SAME(a, b, hand) && SAME(a, b, foot) && SAME(a, b, axes) && SAME(a, b, gaze) &&
         SAME(a, b, tilt) && SAME(a, b, twist) && SAME(a, b, bend) && SAME(a, b, arm) &&
         SAME(a, b, leg) && SAME(a, b, way) && SAME(a, b, clasp);
}

static bool same_joints(const HhRig *a, const HhRig *b)
{
  const HhRig14 *a14 = &a->rig14, *b14 = &b->rig14;
  return same_points(&a->rig2, &b->rig2, &a->rig5, &b->rig5) &&
         same_bits(a14, b14, offsetof(HhRig14, hand_holds)) && SAME(a, b, bones) &&
         a->limbs == b->limbs && a->skeletons == b->skeletons;
}

static double apart(HhVec3 a, HhVec3 b)
{
  return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static HhVec3 weighed(HhVec3 sum, HhVec3 a, HhVec3 b, double mass)
{
  return (HhVec3){sum.x + mass * (a.x + b.x) / 2, sum.y + mass * (a.y + b.y) / 2,
                  sum.z + mass * (a.z + b.z) / 2};
}

/* Segments' masses at their middles, from the table of parameters. */
static HhVec3 mass_centre(const HhBodyParams *p, const HhRig14 *rig)
{
  HhVec3 sum = weighed((HhVec3){0, 0, 0}, rig->head, rig->head, p->head_mass);
  sum = weighed(sum, rig->waist, rig->neck, (1 - p->waist) * p->trunk_mass);
  sum = weighed(sum, rig->pelvis, rig->waist, p->waist * p->trunk_mass);
  double total = p->head_mass + p->trunk_mass;
  for (int i = 0; i < HH_SIDES; i++) {
    sum = weighed(sum, rig->shoulder[i], rig->elbow[i], p->upper_arm_mass);
    sum = weighed(sum, rig->elbow[i], rig->wrist[i], p->forearm_mass);
    sum = weighed(sum, rig->wrist[i], rig->hand[i], p->hand_mass);
    sum = weighed(sum, rig->hip[i], rig->knee[i], p->thigh_mass);
    sum = weighed(sum, rig->knee[i], rig->ankle[i], p->shank_mass);
    sum = weighed(sum, rig->ankle[i], rig->toe[i], p->foot_mass);
    total += p->upper_arm_mass + p->forearm_mass + p->hand_mass + p->thigh_mass + p->shank_mass +
             p->foot_mass;
  }
  return (HhVec3){sum.x / total, sum.y / total, sum.z / total};
}

typedef struct Worst {
  double mass_m, length_m, rebuild_m, changed_m;
  long holds, frames;
} Worst;

/* The joints rebuilt from the rotations against those of the rig. */
static double rebuilt(const HhSkeleton *skeleton, const HhRig *rig)
{
  HhVec3 begin[HH_BONE_COUNT], tip[HH_BONE_COUNT];
  hh_bones_world(skeleton, &rig->bones, begin, tip, NULL);
  const HhRig14 *j = &rig->rig14;
  double worst = fmax(apart(begin[HH_BONE_HEAD], j->head), apart(begin[HH_BONE_NECK], j->neck));
  static const HhBone arm[HH_SIDES][3] = {{HH_BONE_UPPER_ARM_L, HH_BONE_FOREARM_L, HH_BONE_HAND_L},
                                          {HH_BONE_UPPER_ARM_R, HH_BONE_FOREARM_R, HH_BONE_HAND_R}};
  static const HhBone leg[HH_SIDES][3] = {{HH_BONE_THIGH_L, HH_BONE_SHANK_L, HH_BONE_FOOT_L},
                                          {HH_BONE_THIGH_R, HH_BONE_SHANK_R, HH_BONE_FOOT_R}};
  for (int i = 0; i < HH_SIDES; i++) {
    worst = fmax(worst, apart(begin[arm[i][0]], j->shoulder[i]));
    worst = fmax(worst, apart(begin[arm[i][1]], j->elbow[i]));
    worst = fmax(worst, apart(begin[arm[i][2]], j->wrist[i]));
    worst = fmax(worst, apart(tip[arm[i][2]], j->hand[i]));
    worst = fmax(worst, apart(begin[leg[i][0]], j->hip[i]));
    worst = fmax(worst, apart(begin[leg[i][1]], j->knee[i]));
    worst = fmax(worst, apart(begin[leg[i][2]], j->ankle[i]));
    worst = fmax(worst, apart(tip[leg[i][2]], j->toe[i]));
  }
  return worst;
}

/* One frame of both: nothing below the joints differs, contacts are exact. */
static void check_frame(const Pair *pair, const HhSkeleton *skeleton, const HhBody *body,
                        Worst *worst)
{
  const HhActor *bare = hhb_episode_actor(pair->bare), *posed = hhb_episode_actor(pair->posed);
  assert_true(hh_actor_hash(bare) == hh_actor_hash(posed));
  assert_true(same_points(&bare->rig.rig2, &posed->rig.rig2, &bare->rig.rig5, &posed->rig.rig5));
  const HhRig *rig = &posed->rig;
  const HhRig14 *joints = &rig->rig14;
  assert_true(same_bits(&joints->com, &rig->rig5.trunk, sizeof joints->com));
  worst->mass_m =
      fmax(worst->mass_m, apart(mass_centre(&pair->params.rig.body, joints), joints->com));
  worst->rebuild_m = fmax(worst->rebuild_m, rebuilt(skeleton, rig));
  worst->changed_m = fmax(worst->changed_m, apart(joints->head, bare->rig.rig14.head));
  worst->frames++;
  for (int i = 0; i < HH_SIDES; i++) {
    double fore = apart(joints->elbow[i], joints->wrist[i]) - body->arm.lower_m;
    double thigh = apart(joints->hip[i], joints->knee[i]) - body->leg.upper_m;
    worst->length_m = fmax(worst->length_m, fmax(fabs(fore), fabs(thigh)));
    assert_int_equal(joints->hand_holds[i], rig->rig5.hand_holds[i]);
    if (!joints->hand_holds[i] || bare->rig.rig14.miss_max_m > 0) continue;
    assert_true(same_bits(&joints->hand[i], &rig->rig5.hand[i], sizeof joints->hand[i]));
    worst->holds++;
  }
  if (bare->rig.rig14.miss_max_m == 0) assert_true(joints->miss_max_m == 0);
}

static void check_runs(const HhPoseLayer *layer, uint64_t seeds, double duration_s, Worst *worst)
{
  for (int scene = 0; scene < SCENES; scene++)
    for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++)
      for (uint64_t seed = 1; seed <= seeds; seed++) {
        Pair pair;
        start(&pair, scenes[scene], (HhMover)mover, seed, layer, 1.0 / 60, duration_s);
        HhBody body = body_of(&pair.params);
        HhSkeleton skeleton = hh_bones_skeleton(&body);
        do
          check_frame(&pair, &skeleton, &body, worst);
        while (step(&pair));
        end(&pair);
      }
}

static void contacts_and_the_centre_of_mass_stay_exact_under_walks_and_runs(void **state)
{
  (void)state;
  static const char *const clips[] = {"cmu_02_01_walk", "cmu_02_03_run", "fair1_zombie"};
  static const double weights[] = {0.3, 1};
  for (int clip = 0; clip < 3; clip++)
    for (int weight = 0; weight < 2; weight++) {
      HhPoseLayer layer;
      HhPose *poses = read_layer(clips[clip], weights[weight], &layer);
      Worst worst = {0};
      check_runs(&layer, check_full() ? 20 : 1, 4, &worst);
      CHECK_NEAR(worst.mass_m, 0, 1e-12);
      CHECK_NEAR(worst.length_m, 0, 1e-12);
      CHECK_NEAR(worst.rebuild_m, 0, 1e-12);
      assert_true(worst.holds > 500);
      assert_true(worst.changed_m > 0.05);
      free(poses);
    }
}

/* Upside down with the arms at the sides: the hand is a body's length too low. */
static HhPose head_stand(void)
{
  HhPose pose = rest_pose();
  pose.local[HH_BONE_PELVIS] = hh_quat_about(hh_vec3(0, 0, 1), HH_PI * 0.9);
  pose.local[HH_BONE_UPPER_ARM_L] = hh_quat_about(hh_vec3(1, 0, 0), -HH_PI / 2);
  pose.local[HH_BONE_UPPER_ARM_R] = hh_quat_about(hh_vec3(1, 0, 0), HH_PI / 2);
  return pose;
}

static void a_pose_that_would_tear_the_hand_off_leaves_it_on(void **state)
{
  (void)state;
  HhPose pose = head_stand();
  HhPoseLayer layer = still(&pose, 1);
  Worst worst = {0};
  check_runs(&layer, 1, 6, &worst);
  CHECK_NEAR(worst.mass_m, 0, 1e-12);
  CHECK_NEAR(worst.rebuild_m, 0, 1e-12);
  assert_true(worst.holds > 1000);
}

/* The head stands lower than the hips in flight; on the hold as far as the arm allows, which is
 * then stretched to its limit. */
static void a_pose_out_of_reach_is_blended_in_as_far_as_the_arm_reaches(void **state)
{
  (void)state;
  HhPose pose = head_stand();
  HhPoseLayer layer = still(&pose, 1);
  Pair pair;
  start(&pair, "endless_branch", HH_MOVER_BALLISTIC, 3, &layer, 1.0 / 60, 10);
  HhBody body = body_of(&pair.params);
  int stretched = 0, held = 0;
  while (step(&pair)) {
    const HhRig *rig = rig_of(pair.posed);
    int side = rig->rig14.hand_holds[HH_RIGHT] ? HH_RIGHT : HH_LEFT;
    if (!rig->rig14.hand_holds[side]) continue;
    held++;
    double arm_m = apart(rig->rig14.shoulder[side], rig->rig14.wrist[side]);
    assert_true(arm_m <= body.arm.most_m * (1 + 1e-12));
    stretched += arm_m > body.arm.most_m * (1 - 1e-8);
  }
  end(&pair);
  assert_true(held > 100 && stretched > held / 2);
}

static void weight_zero_is_the_rig_to_the_last_bit(void **state)
{
  (void)state;
  HhPose pose = head_stand();
  HhPoseLayer layer = still(&pose, 0);
  Pair pair;
  start(&pair, "sloped_branch", HH_MOVER_BALLISTIC, 2, &layer, 1.0 / 60, 10);
  do
    assert_true(same_joints(rig_of(pair.bare), rig_of(pair.posed)));
  while (step(&pair));
  end(&pair);
}

/* Below the smallest weight the pose goes over into the rig's own. */
static void a_little_weight_changes_little(void **state)
{
  (void)state;
  HhPose pose = head_stand();
  HhPoseLayer layer = still(&pose, 1e-7);
  Pair pair;
  start(&pair, "sloped_branch", HH_MOVER_BALLISTIC, 2, &layer, 1.0 / 60, 10);
  double worst = 0;
  do
    for (size_t i = 0; i < hh_rig_point_count; i++) {
      HhRig bare = *rig_of(pair.bare), posed = *rig_of(pair.posed);
      worst = fmax(worst, apart(*hh_rig_point(&hh_rig_points[i], &bare),
                                *hh_rig_point(&hh_rig_points[i], &posed)));
    }
  while (step(&pair));
  end(&pair);
  CHECK_NEAR(worst, 0, 1e-5);
}

/* Bones of weight 1 that neither hold nor carry the trunk are the clip's. */
static void free_limbs_follow_the_clip(void **state)
{
  (void)state;
  HhPoseLayer layer;
  HhPose *poses = read_layer("cmu_02_01_walk", 1, &layer);
  Pair pair;
  start(&pair, "endless_branch", HH_MOVER_BALLISTIC, 1, &layer, 1.0 / 60, 5);
  static const HhBone legs[] = {HH_BONE_THIGH_L, HH_BONE_SHANK_L, HH_BONE_FOOT_L,
                                HH_BONE_THIGH_R, HH_BONE_SHANK_R, HH_BONE_FOOT_R};
  double worst = 0;
  long followed = 0;
  while (step(&pair)) {
    const HhBones *bones = &rig_of(pair.posed)->bones;
    HhPose pose = hh_pose_clip_at(&layer.clip, hhb_episode_time_s(pair.posed));
    for (int i = 0; i < 6; i++) {
      double off = hh_quat_angle(bones->local[legs[i]], pose.local[legs[i]]);
      worst = fmax(worst, off);
      followed++;
    }
  }
  end(&pair);
  free(poses);
  assert_true(followed > 1000);
  CHECK_NEAR(worst, 0, 1e-12);
}

/* The greatest way of a point of the fourteen joints about the centre of mass in one frame. */
static double moved(const HhRig *before, const HhRig *after)
{
  HhRig a = *before, b = *after;
  double worst = 0;
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    if (hh_rig_points[i].level != HH_LEVEL_RIG14) continue;
    HhVec3 from = hh_vec3_sub(*hh_rig_point(&hh_rig_points[i], &a), a.rig14.com);
    HhVec3 to = hh_vec3_sub(*hh_rig_point(&hh_rig_points[i], &b), b.rig14.com);
    worst = fmax(worst, apart(from, to));
  }
  return worst;
}

/* In steps of a millisecond a jump would stand out: in each, no point goes much farther than the
 * farthest of the rig without the clip, and what a point at 15 m/s would go. */
static void nothing_jumps_that_does_not_jump_in_the_rig(void **state)
{
  (void)state;
  static const char *const clips[] = {"cmu_02_01_walk", "cmu_02_03_run"};
  for (int clip = 0; clip < 2; clip++)
    for (int weight = 0; weight < 2; weight++) {
      HhPoseLayer layer;
      HhPose *poses = read_layer(clips[clip], weight ? 1 : 0.5, &layer);
      layer.clip.loops = false;
      for (int scene = 0; scene < 3; scene++)
        for (uint64_t seed = 1; seed <= (check_full() ? 10 : 1); seed++) {
          Pair pair;
          start(&pair, scenes[scene], HH_MOVER_BALLISTIC, seed, &layer, 1e-3, 2);
          double worst = 0;
          int falls = 0;
          for (;;) {
            HhRig bare = *rig_of(pair.bare), posed = *rig_of(pair.posed);
            bool on = step(&pair);
            int now = hhb_episode_actor(pair.posed)->record.falls;
            double own = moved(&bare, rig_of(pair.bare));
            double of_both = moved(&posed, rig_of(pair.posed));
            if (now == falls) worst = fmax(worst, of_both - 2.5 * own);
            falls = now;
            if (!on) break;
          }
          end(&pair);
          CHECK_NEAR(worst, 0, 0.015);
        }
      free(poses);
    }
}

/* By hand: poses a quarter of a turn apart, half a second each. */
static void a_clip_is_read_at_any_time(void **state)
{
  (void)state;
  HhPose poses[3] = {rest_pose(), rest_pose(), rest_pose()};
  HhVec3 z = {0, 0, 1};
  poses[1].local[HH_BONE_HEAD] = hh_quat_about(z, HH_PI / 2);
  poses[2].local[HH_BONE_HEAD] = hh_quat_about(z, HH_PI);
  static const struct {
    double time_s, once_rad, looped_rad;
  } cases[] = {{-1, 0, HH_PI / 2},
               {0, 0, 0},
               {0.25, HH_PI / 4, HH_PI / 4},
               {0.5, HH_PI / 2, HH_PI / 2},
               {1, HH_PI, HH_PI},
               {1.25, HH_PI, HH_PI / 2},
               {1.5, HH_PI, 0},
               {7.75, HH_PI, HH_PI / 4},
               {1e9, HH_PI, HH_PI}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    HhPoseClip clip = {poses, 3, 0.5, false};
    HhPose once = hh_pose_clip_at(&clip, cases[i].time_s);
    clip.loops = true;
    HhPose looped = hh_pose_clip_at(&clip, cases[i].time_s);
    HhQuat is_once = hh_quat_about(z, cases[i].once_rad);
    HhQuat is_looped = hh_quat_about(z, cases[i].looped_rad);
    CHECK_NEAR(hh_quat_angle(once.local[HH_BONE_HEAD], is_once), 0, 1e-12);
    CHECK_NEAR(hh_quat_angle(looped.local[HH_BONE_HEAD], is_looped), 0, 1e-12);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_and_the_centre_of_mass_stay_exact_under_walks_and_runs),
      cmocka_unit_test(a_pose_that_would_tear_the_hand_off_leaves_it_on),
      cmocka_unit_test(a_pose_out_of_reach_is_blended_in_as_far_as_the_arm_reaches),
      cmocka_unit_test(weight_zero_is_the_rig_to_the_last_bit),
      cmocka_unit_test(a_little_weight_changes_little),
      cmocka_unit_test(free_limbs_follow_the_clip),
      cmocka_unit_test(nothing_jumps_that_does_not_jump_in_the_rig),
      cmocka_unit_test(a_clip_is_read_at_any_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
