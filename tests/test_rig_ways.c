/* Rigs in every way of moving beside brachiation: driven by motions made by hand (ways_paths.h),
 * and in jungles. */
#include "rig_watch.h"

#include "rig_runs.h"
#include "ways_paths.h"

/* A rig that follows a path. */
typedef struct Follow {
  HhParams params;
  PathWorld made;
  HhGibbon gibbon;
  HhRig rig;
  double time_s;
} Follow;

static const double frame_s = 1.0 / 60;

static HhVec turned_vec(HhVec at)
{
  return hh_vec(-at.x, at.y);
}

/* The world and a gibbon in it seen from behind: half a turn about the vertical. */
static void turn_world(PathWorld *made)
{
  PathWorld old = *made;
  int count = made->world.count;
  for (int i = 0; i < count; i++) {
    HhHold hold = old.holds[count - 1 - i];
    made->holds[i] = (HhHold){turned_vec(hold.at), -hold.slope_rad, PATH_PIECES - 1 - hold.branch};
  }
  for (int piece = 0; piece < PATH_PIECES; piece++) {
    const HhPiece *was = &old.pieces[PATH_PIECES - 1 - piece];
    made->pieces[piece] = *was;
    made->pieces[piece].first = count - was->first - was->count;
    made->pieces[piece].depth_m = -was->depth_m;
  }
}

static HhGibbon turned_gibbon(const HhGibbon *gibbon, int holds)
{
  HhGibbon other = *gibbon;
  other.facing = -gibbon->facing;
  other.at = turned_vec(gibbon->at);
  other.velocity = turned_vec(gibbon->velocity);
  other.grip = turned_vec(gibbon->grip);
  other.hold = holds - 1 - gibbon->hold;
  other.let_go_at = turned_vec(gibbon->let_go_at);
  other.legs.piece = PATH_PIECES - 1 - gibbon->legs.piece;
  other.legs.push_mps2 = turned_vec(gibbon->legs.push_mps2);
  other.spin.angle_rad = -gibbon->spin.angle_rad;
  other.spin.momentum_m2ps = -gibbon->spin.momentum_m2ps;
  other.target.at = turned_vec(gibbon->target.at);
  if (gibbon->target.hold >= 0) other.target.hold = holds - 1 - gibbon->target.hold;
  other.swing.dir = turned_vec(gibbon->swing.dir);
  other.swing.rate_radps = -gibbon->swing.rate_radps;
  other.mark = turned_vec(gibbon->mark);
  other.drive.muscle = -gibbon->drive.muscle;
  other.drive.bleed = -gibbon->drive.bleed;
  other.drive.reinjection = -gibbon->drive.reinjection;
  HhChain *chain = &other.moving.chain;
  chain->pin = turned_vec(chain->pin);
  chain->rider = turned_vec(chain->rider);
  for (int i = 0; i < chain->count; i++) {
    chain->bead[i].at = turned_vec(chain->bead[i].at);
    chain->bead[i].velocity = turned_vec(chain->bead[i].velocity);
  }
  return other;
}

static void follow_step(Follow *follow, double dt_s)
{
  const HhParams *params = &follow->params;
  if (dt_s == 0)
    hh_rig_start(&params->rig, &params->gibbon, &params->world, &follow->made.world,
                 &follow->gibbon, &follow->rig);
  else
    hh_rig_step(&params->rig, &params->gibbon, &params->world, &follow->made.world, &follow->gibbon,
                &follow->rig, dt_s);
}

static void follow_path(Follow *follow, Path path, double time_s)
{
  double dt_s = time_s - follow->time_s;
  follow->gibbon = path_at(&follow->params, &follow->made, path, time_s);
  follow->time_s = time_s;
  follow_step(follow, time_s == 0 ? 0 : dt_s);
}

static void begin(double slope, double depth_m, Follow *follow)
{
  *follow = (Follow){.time_s = 0};
  hh_params_preset(&follow->params);
  follow->params.rig.level = HH_LEVEL_BONES;
  path_world(slope, depth_m, &follow->made);
}

static int frames_of(Path path)
{
  return (int)(path_durations_s[path] / frame_s);
}

/* --- laws --- */

static const char *const mode_names[HH_MODE_COUNT] = {"swing", "slack",  "flight", "sine",
                                                      "blend", "chain",  "stance", "run",
                                                      "slide", "bounce", "pair",   "wings"};

static HhbRigWorst worst[LAW_COUNT], jungle_worst[LAW_COUNT];

/* A held foot or hand is at the grip, on the floor under the gibbon or, a hand after a hand-over,
 * where it was. */
static bool touches(const HhWorld *world, const HhGibbon *gibbon, HhVec3 at, const HhVec3 *hand)
{
  if (hand && same_bits(at.x, gibbon->grip.x) && same_bits(at.y, gibbon->grip.y)) return true;
  if (hand && same_point(at, *hand) && gibbon->time_s - gibbon->let_go_s < 0.08) return true;
  double y = hh_surface_at(world, gibbon->legs.piece, at.x).y_m;
  bool sunk = gibbon->mode == HH_MODE_BOUNCE && at.y <= y;
  return same_bits(at.y, y) || sunk;
}

/* was: the rig a frame before; null: this is the first. */
static void watch_way(Watch *watch, const HhWorld *world, const HhGibbon *gibbon, const HhRig5 *was,
                      const HhRig *rig)
{
  HhVec3 trunk = rig->rig5.trunk;
  promise(watch, COM, same_bits(trunk.x, gibbon->at.x) && same_bits(trunk.y, gibbon->at.y),
          "rig5.trunk");
  promise(watch, COM, same_point(rig->rig14.com, trunk), "rig14.com");
  note(watch, MISS, rig->rig14.miss_max_m, mode_names[gibbon->mode]);
  for (int side = 0; side < HH_SIDES; side++) {
    const HhRig5 *five = &rig->rig5;
    promise(watch, HOLDS, rig->rig14.hand_holds[side] == five->hand_holds[side], "a hand");
    promise(watch, HOLDS, rig->rig14.foot_holds[side] == five->foot_holds[side], "a foot");
    if (five->hand_holds[side]) {
      HhVec3 at = rig->rig14.hand[side];
      promise(watch, GRIP, touches(world, gibbon, at, was ? &was->hand[side] : &at), "a hand");
      promise(watch, GRIP, same_point(at, five->hand[side]), "a hand");
    }
    if (five->foot_holds[side]) {
      HhVec3 at = rig->rig14.ankle[side];
      promise(watch, GRIP, touches(world, gibbon, at, NULL), "a foot");
      promise(watch, GRIP, same_point(at, five->foot[side]), "a foot");
    }
  }
  watch_body(watch, &rig->body, &rig->rig14, &rig->bones);
}

static const double slopes[] = {0, 0.15, -0.15, 0.4, -0.4};
enum { SLOPES = sizeof slopes / sizeof slopes[0] };

static void every_way_keeps_the_laws_of_the_rigs(void **state)
{
  (void)state;
  for (int path = 0; path < PATH_COUNT; path++)
    for (int i = 0; i < SLOPES; i++) {
      Follow follow;
      begin(slopes[i], 0.3, &follow);
      HhbScene scene = {.name = path_names[path]};
      HhbSetup setup = {.scene = &scene,
                        .mover = HH_MOVER_BALLISTIC,
                        .params = &follow.params,
                        .seed = (uint64_t)i};
      Watch watch = {.worst = worst, .setup = &setup};
      for (int frame = 0; frame <= frames_of((Path)path); frame++) {
        watch.time_s = frame * frame_s;
        HhRig5 was = follow.rig.rig5;
        follow_path(&follow, (Path)path, frame * frame_s);
        watch_way(&watch, &follow.made.world, &follow.gibbon, &was, &follow.rig);
        CHECK_NEAR(follow.rig.rig14.com.z, hh_ways_depth(&follow.made.world, &follow.gibbon), 0);
      }
    }
  CHECK_LAWS(worst, COM, HOLDS, GRIP, MISS, MASS, MASS_AGREES, LENGTH, AXES, LIMIT, ANGLE_AGREES,
             EXCESS_AGREES, REBUILD, WORLD_AGREES, TWIST, UNIT, FINITE);
}

/* --- jungles --- */

/* Greatest steps in a frame of 60 Hz: of a joint, and of a point beside the centre of mass. */
typedef struct Steps {
  double joint_rad, point_m;
} Steps;

static Steps steps_of(const HhRig *was, const HhRig *is)
{
  Steps steps = {0, 0};
  double before[HH_JOINT_COUNT], after[HH_JOINT_COUNT];
  hh_joint_angles(&was->rig14, before);
  hh_joint_angles(&is->rig14, after);
  for (int i = 0; i < HH_JOINT_COUNT; i++)
    steps.joint_rad = fmax(steps.joint_rad, fabs(after[i] - before[i]));
  HhVec3 a[RIG14_POINTS], b[RIG14_POINTS];
  points_of(&was->rig14, a);
  points_of(&is->rig14, b);
  for (int i = 0; i < RIG14_POINTS; i++)
    steps.point_m =
        fmax(steps.point_m, hh_vec3_distance(way(was->rig14.com, a[i]), way(is->rig14.com, b[i])));
  return steps;
}

/* Frames in which something moved farther than it does in a run, a swing or a flight. */
static long watched, jumps;

static void count_jump(const HhActor *was, const HhActor *is)
{
  watched++;
  if (is->record.falls > was->record.falls) return;
  Steps steps = steps_of(&was->rig, &is->rig);
  jumps += steps.joint_rad > 0.9 || steps.point_m > 0.3;
}

static void watch_jungle(HhbSetup *setup)
{
  Watch watch = {.worst = jungle_worst, .setup = setup};
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(setup, &episode);
  assert_int_equal(status, HH_RUNNING);
  HhActor was = *hhb_episode_actor(episode);
  while (status == HH_RUNNING) {
    const HhActor *actor = hhb_episode_actor(episode);
    watch.time_s = hhb_episode_time_s(episode);
    watch_way(&watch, hhb_episode_world(episode), &actor->gibbon, &was.rig.rig5, &actor->rig);
    count_jump(&was, actor);
    was = *actor;
    status = hhb_episode_step(episode);
  }
  hhb_episode_destroy(episode);
}

/* Every scene with pieces by every mover, and jungles of 200 m by the one that knows all ways. */
static void all_ways_in_jungles_keep_the_laws_of_the_rigs(void **state)
{
  (void)state;
  for (size_t scene = hhb_rig_scene_count(); scene < hhb_scene_hold_count(); scene++)
    for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++) {
      HhParams params;
      HhbSetup setup = hhb_rig_run(&hhb_scene_table[scene], (HhMover)mover, 1, 12, &params);
      params.rig.level = HH_LEVEL_BONES;
      watch_jungle(&setup);
    }
  uint64_t seeds = check_full() ? 1000 : 20;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    HhParams params;
    const HhbScene *scene = hhb_scene_find("jungle");
    hhb_scene_preset(scene, &params);
    params.rig.level = HH_LEVEL_BONES;
    HhbSetup setup = {.scene = scene,
                      .mover = HH_MOVER_BALLISTIC,
                      .params = &params,
                      .seed = seed,
                      .duration_s = 120};
    watch_jungle(&setup);
  }
  print_message("%ld of %ld frames jump\n", jumps, watched);
  assert_true(jumps < watched / 200);
  CHECK_LAWS(jungle_worst, COM, HOLDS, GRIP, MISS, MASS, MASS_AGREES, LENGTH, AXES, LIMIT,
             ANGLE_AGREES, EXCESS_AGREES, REBUILD, WORLD_AGREES, TWIST, UNIT, FINITE);
}

/* --- no jumps --- */

/* Limits are ours; HH_TOL_SCALE=0 tells what each leaves. */
static void no_joint_jumps_in_any_way_nor_between_them(void **state)
{
  (void)state;
  static const Steps most[PATH_COUNT] = {
      [PATH_RUN] = {0.75, 0.15},       [PATH_WALK] = {0.5, 0.1},    [PATH_LANDING] = {1.1, 0.35},
      [PATH_SLIDE] = {0.2, 0.05},      [PATH_BOUNCE] = {1.1, 0.25}, [PATH_MOUNT] = {0.9, 0.3},
      [PATH_SWING_VINE] = {0.2, 0.05}, [PATH_CLIMB] = {1.7, 0.5},   [PATH_TURN_OVER] = {0.5, 0.2},
      [PATH_WINGS] = {0.2, 0.1},
  };
  Steps found[PATH_COUNT] = {{0, 0}};
  for (int path = 0; path < PATH_COUNT; path++) {
    Follow follow;
    begin(0.1, 0, &follow);
    follow_path(&follow, (Path)path, 0);
    for (int frame = 1; frame <= frames_of((Path)path); frame++) {
      HhRig before = follow.rig;
      follow_path(&follow, (Path)path, frame * frame_s);
      Steps steps = steps_of(&before, &follow.rig);
      found[path].joint_rad = fmax(found[path].joint_rad, steps.joint_rad);
      found[path].point_m = fmax(found[path].point_m, steps.point_m);
    }
    print_message("%s: joint %.3g rad, point %.3g m\n", path_names[path], found[path].joint_rad,
                  found[path].point_m);
  }
  for (int path = 0; path < PATH_COUNT; path++) {
    CHECK_NEAR(found[path].joint_rad, 0, most[path].joint_rad);
    CHECK_NEAR(found[path].point_m, 0, most[path].point_m);
  }
}

/* --- back along the course --- */

static void the_other_way_is_the_same_pose_turned_round(void **state)
{
  (void)state;
  double off = 0;
  for (int path = 0; path < PATH_COUNT; path++) {
    Follow there, back;
    begin(0.2, 0.3, &there);
    begin(0.2, 0.3, &back);
    turn_world(&back.made);
    for (int frame = 0; frame <= frames_of((Path)path); frame++) {
      follow_path(&there, (Path)path, frame * frame_s);
      back.gibbon = turned_gibbon(&there.gibbon, back.made.world.count);
      follow_step(&back, frame == 0 ? 0 : frame_s);
      HhVec3 a[RIG14_POINTS], b[RIG14_POINTS];
      points_of(&there.rig.rig14, a);
      points_of(&back.rig.rig14, b);
      for (int i = 0; i < RIG14_POINTS; i++)
        off = fmax(off, hh_vec3_distance(hh_vec3(-a[i].x, a[i].y, -a[i].z), b[i]));
    }
  }
  CHECK_NEAR(off, 0, 1e-9);
}

/* A brachiator on its way back: the holds of the course from the last to the first. */
static void a_swing_back_is_the_same_pose_turned_round(void **state)
{
  (void)state;
  enum { COURSE_HOLDS = 12 };
  HhParams params;
  HhbSetup setup = hhb_rig_run(hhb_scene_find("course"), HH_MOVER_BALLISTIC, 3, 8, &params);
  params.rig.level = HH_LEVEL_BONES;
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(&setup, &episode);
  HhRig back;
  HhHold holds[COURSE_HOLDS];
  const HhWorld *world = hhb_episode_world(episode);
  assert_int_equal(world->count, COURSE_HOLDS);
  for (int i = 0; i < COURSE_HOLDS; i++)
    holds[i] = (HhHold){.at = turned_vec(world->holds[COURSE_HOLDS - 1 - i].at), .branch = i};
  HhWorld other = {.holds = holds, .count = HOLDS, .complete = true};
  double off = 0;
  for (double dt_s = 0; status == HH_RUNNING; dt_s = params.episode.dt) {
    if (dt_s > 0) status = hhb_episode_step(episode);
    const HhActor *actor = hhb_episode_actor(episode);
    HhGibbon gibbon = turned_gibbon(&actor->gibbon, COURSE_HOLDS);
    if (dt_s == 0)
      hh_rig_start(&params.rig, &params.gibbon, &params.world, &other, &gibbon, &back);
    else
      hh_rig_step(&params.rig, &params.gibbon, &params.world, &other, &gibbon, &back, dt_s);
    if (status != HH_RUNNING) break; /* the last frame is shorter */
    HhVec3 a[RIG14_POINTS], b[RIG14_POINTS];
    points_of(&actor->rig.rig14, a);
    points_of(&back.rig14, b);
    for (int i = 0; i < RIG14_POINTS; i++)
      off = fmax(off, hh_vec3_distance(hh_vec3(-a[i].x, a[i].y, -a[i].z), b[i]));
  }
  assert_true(hhb_episode_time_s(episode) > 1);
  hhb_episode_destroy(episode);
  CHECK_NEAR(off, 0, 1e-12);
}

/* --- what makes each way what it is --- */

static void a_planted_limb_stays_until_it_is_lifted(void **state)
{
  (void)state;
  Follow follow;
  begin(0.15, 0, &follow);
  follow_path(&follow, PATH_RUN, 0);
  int planted[4] = {0}, touched[4] = {0}, frames = frames_of(PATH_RUN);
  for (int frame = 1; frame <= frames; frame++) {
    HhRig5 was = follow.rig.rig5;
    follow_path(&follow, PATH_RUN, frame * frame_s);
    const HhRig5 *is = &follow.rig.rig5;
    for (int side = 0; side < HH_SIDES; side++) {
      planted[side] += is->hand_holds[side];
      planted[2 + side] += is->foot_holds[side];
      touched[side] += is->hand_holds[side] && !was.hand_holds[side];
      touched[2 + side] += is->foot_holds[side] && !was.foot_holds[side];
      if (is->hand_holds[side] && was.hand_holds[side])
        assert_true(same_point(is->hand[side], was.hand[side]));
      if (is->foot_holds[side] && was.foot_holds[side])
        assert_true(same_point(is->foot[side], was.foot[side]));
    }
  }
  /* 16 m at 4 m/s; monkeys that gallop take strides of one to two metres and have each limb on the
   * ground for a quarter to a half of it */
  for (int i = 0; i < 4; i++) {
    double duty = (double)planted[i] / frames, stride_m = 16.0 / touched[i];
    print_message("limb %d: on the ground %.2f of the time, stride %.2f m\n", i, duty, stride_m);
    CHECK_NEAR(duty, 0.35, 0.15);
    CHECK_NEAR(stride_m, 1.5, 0.5);
  }
}

static void a_slider_has_its_feet_ahead_and_leans_back(void **state)
{
  (void)state;
  Follow follow;
  begin(-0.4, 0, &follow);
  for (int frame = 0; frame <= frames_of(PATH_SLIDE); frame++) {
    follow_path(&follow, PATH_SLIDE, frame * frame_s);
    const HhRig14 *rig = &follow.rig.rig14;
    for (int side = 0; side < HH_SIDES; side++) {
      assert_true(rig->foot_holds[side]);
      assert_true(rig->ankle[side].x > rig->com.x);
    }
    HhVec3 along = hh_vec3(1, -0.4, 0);
    assert_true(hh_vec3_dot(rig->chest.y, along) < 0);
  }
}

static void on_a_vine_both_hands_are_at_it_and_the_feet_near(void **state)
{
  (void)state;
  Follow follow;
  begin(0, 0, &follow);
  double hand_m = 0, foot_m = 0;
  for (int frame = 0; frame <= frames_of(PATH_SWING_VINE); frame++) {
    follow_path(&follow, PATH_SWING_VINE, frame * frame_s);
    const HhRig *rig = &follow.rig;
    HhVec3 grip = hh_vec3_of(follow.gibbon.grip);
    assert_true(rig->rig5.hand_holds[rig->rig2.side]);
    for (int side = 0; side < HH_SIDES; side++) {
      hand_m = fmax(hand_m, hh_vec3_distance(rig->rig14.hand[side], grip));
      foot_m = fmax(foot_m, fabs(rig->rig14.ankle[side].z));
    }
  }
  CHECK_NEAR(hand_m, 0, 0.3);
  CHECK_NEAR(foot_m, 0, 0.1); /* 0.14 when they just hang */
}

static void a_turn_in_the_air_takes_the_trunk_all_the_way_round(void **state)
{
  (void)state;
  Follow follow;
  begin(0, 0, &follow);
  double swept = 0;
  HhVec3 before = {0, 0, 0};
  for (int frame = 0; frame <= frames_of(PATH_TURN_OVER); frame++) {
    follow_path(&follow, PATH_TURN_OVER, frame * frame_s);
    HhVec3 up = follow.rig.rig5.axes.y;
    if (frame > 0) swept += hh_angle_between(hh_vec(before.x, before.y), hh_vec(up.x, up.y));
    before = up;
  }
  CHECK_NEAR(swept, 2 * HH_PI, 0.6); /* the springs are a little behind */
}

static void wings_beat_at_both_sides(void **state)
{
  (void)state;
  Follow follow;
  begin(0, 0, &follow);
  double top = -1, bottom = 1;
  for (int frame = 0; frame <= frames_of(PATH_WINGS); frame++) {
    follow_path(&follow, PATH_WINGS, frame * frame_s);
    const HhRig14 *rig = &follow.rig.rig14;
    CHECK_NEAR(rig->hand[HH_LEFT].y, rig->hand[HH_RIGHT].y, 1e-9);
    CHECK_NEAR(rig->hand[HH_LEFT].z, -rig->hand[HH_RIGHT].z, 1e-9);
    assert_true(rig->hand[HH_RIGHT].z > 0.3);
    if (frame < 20) continue;
    top = fmax(top, rig->hand[HH_LEFT].y - rig->neck.y);
    bottom = fmin(bottom, rig->hand[HH_LEFT].y - rig->neck.y);
  }
  assert_true(top > 0.1 && bottom < -0.1);
}

/* --- depth --- */

static void a_flight_comes_over_to_the_depth_of_its_target(void **state)
{
  (void)state;
  Follow follow;
  begin(0, 0.5, &follow);
  HhGibbon *gibbon = &follow.gibbon;
  const HhPiece *branch = &follow.made.pieces[PATH_BRANCH];
  *gibbon = (HhGibbon){.facing = 1,
                       .mode = HH_MODE_FLIGHT,
                       .hold = 0,
                       .planned = true,
                       .let_go_s = 2,
                       .planned_s = 3,
                       .time_s = 2,
                       .target = {branch->first, follow.made.holds[branch->first].at}};
  double last = 0;
  for (int frame = 0; frame <= 60; frame++) {
    gibbon->time_s = 2 + frame * frame_s;
    follow_step(&follow, frame == 0 ? 0 : frame_s);
    double z = follow.rig.rig14.com.z, share = frame / 60.0;
    CHECK_NEAR(z, 0.5 * share * share * (3 - 2 * share), 1e-12);
    assert_true(z >= last);
    last = z;
  }
  CHECK_NEAR(last, 0.5, 1e-12);
  /* the same in the plane, whatever the depth */
  Follow flat;
  begin(0, 0, &flat);
  flat.gibbon = *gibbon;
  follow_step(&flat, 0);
  follow_step(&follow, 0);
  for (int side = 0; side < HH_SIDES; side++) {
    HhVec3 a = flat.rig.rig14.hand[side], b = follow.rig.rig14.hand[side];
    CHECK_NEAR(hh_vec3_distance(hh_vec3(a.x, a.y, a.z + 0.5), b), 0, 1e-12);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_way_keeps_the_laws_of_the_rigs),
      cmocka_unit_test(all_ways_in_jungles_keep_the_laws_of_the_rigs),
      cmocka_unit_test(no_joint_jumps_in_any_way_nor_between_them),
      cmocka_unit_test(the_other_way_is_the_same_pose_turned_round),
      cmocka_unit_test(a_swing_back_is_the_same_pose_turned_round),
      cmocka_unit_test(a_planted_limb_stays_until_it_is_lifted),
      cmocka_unit_test(a_slider_has_its_feet_ahead_and_leans_back),
      cmocka_unit_test(on_a_vine_both_hands_are_at_it_and_the_feet_near),
      cmocka_unit_test(a_turn_in_the_air_takes_the_trunk_all_the_way_round),
      cmocka_unit_test(wings_beat_at_both_sides),
      cmocka_unit_test(a_flight_comes_over_to_the_depth_of_its_target),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
