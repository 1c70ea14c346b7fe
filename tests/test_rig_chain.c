/* The chain of rigs by hand: what each level is a function of, and bodies driven by any goal, not
 * only by those of a gibbon. */
#include "rig_watch.h"

#include "base/random.h"
#include "rig_runs.h"

/* One rig from its parts, driven by goals. */
typedef struct Chain {
  HhRig2 rig2;
  HhRigGoal goal;
  HhRig5 rig5;
  HhRig14 rig14;
  HhBones bones;
} Chain;

static void chain_follow(const HhParams *params, const HhWorld *world, const HhBody *body,
                         const HhGibbon *gibbon, double dt_s, Chain *chain)
{
  hh_rig2_follow(&params->gibbon, body, world, gibbon, &chain->rig2);
  hh_ways_goal(&params->rig.brachiation, &params->gibbon, &params->world, body, world, gibbon,
               &chain->rig2, dt_s > 0 ? &chain->rig5 : NULL, dt_s, &chain->goal);
  if (dt_s > 0)
    hh_rig5_follow(&params->rig.rig5, body, &chain->goal, &chain->rig5, dt_s);
  else
    hh_rig5_start(&params->rig.rig5, body, &chain->goal, &chain->rig5);
  hh_rig14_follow(&params->rig.body, body, &chain->rig5, &chain->rig14);
  hh_bones_follow(&chain->rig14, &chain->bones);
}

static void joints_and_bones_are_functions_of_the_five_points(void **state)
{
  (void)state;
  for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++) {
    HhParams params;
    HhbSetup setup = hhb_rig_run(hhb_scene_find("sloped_branch"), (HhMover)mover, 11, 6, &params);
    params.rig.level = HH_LEVEL_BONES;
    HhbEpisode *episode = NULL;
    HhStatus status = hhb_episode_create(&setup, &episode);
    while (status == HH_RUNNING) {
      status = hhb_episode_step(episode);
      const HhRig *rig = &hhb_episode_actor(episode)->rig;
      HhRig14 joints;
      HhBones bones;
      memset(&joints, 0xa5, sizeof joints); /* what was there before does not matter */
      memset(&bones, 0x5a, sizeof bones);
      hh_rig14_follow(&params.rig.body, &rig->body, &rig->rig5, &joints);
      hh_bones_follow(&rig->rig14, &bones);
      HhVec3 a[RIG14_POINTS], b[RIG14_POINTS];
      points_of(&rig->rig14, a);
      points_of(&joints, b);
      assert_memory_equal(a, b, sizeof a);
      assert_memory_equal(&rig->bones.root, &bones.root, sizeof bones.root);
      assert_memory_equal(rig->bones.local, bones.local, sizeof bones.local);
    }
    hhb_episode_destroy(episode);
  }
}

/* Half a turn about the vertical. */
static HhVec3 turned(HhVec3 at)
{
  return hh_vec3(-at.x, at.y, -at.z);
}

static HhVec turned_in_plane(HhVec at)
{
  return hh_vec(-at.x, at.y);
}

static HhRigGoal turned_goal(const HhRigGoal *goal)
{
  HhRigGoal other = *goal;
  other.com = turned_in_plane(goal->com);
  other.velocity = turned_in_plane(goal->velocity);
  other.load = turned_in_plane(goal->load);
  other.facing = -goal->facing;
  other.up = turned_in_plane(goal->up);
  other.gaze = turned(goal->gaze);
  for (int i = 0; i < HH_SIDES; i++) {
    other.hand[i].at = turned(goal->hand[i].at);
    other.hand[i].let_go = turned(goal->hand[i].let_go);
    other.foot[i].let_go = turned(goal->foot[i].let_go);
    other.foot[i].at = turned(goal->foot[i].at);
  }
  return other;
}

static bool equal(HhVec3 a, HhVec3 b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* From right to left: every joint is where half a turn about the vertical takes it, exactly. */
static void a_rig_that_moves_the_other_way_is_the_same_rig_turned_round(void **state)
{
  (void)state;
  for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++) {
    HhParams params;
    HhbSetup setup = hhb_rig_run(hhb_scene_find("sloped_branch"), (HhMover)mover, 3, 8, &params);
    HhbEpisode *episode = NULL;
    HhStatus status = hhb_episode_create(&setup, &episode);
    HhBody body = hh_body(&params.rig.body, params.gibbon.arm_length, params.rig.reach);
    double worst = 0;
    Chain chain;
    HhRig5 other5;
    HhRig14 other14;
    HhBones other_bones;
    for (double dt_s = 0; status == HH_RUNNING; dt_s = params.episode.dt) {
      if (dt_s > 0) status = hhb_episode_step(episode);
      const HhGibbon *gibbon = &hhb_episode_actor(episode)->gibbon;
      chain_follow(&params, hhb_episode_world(episode), &body, gibbon, dt_s, &chain);
      HhRigGoal goal = turned_goal(&chain.goal);
      if (dt_s > 0)
        hh_rig5_follow(&params.rig.rig5, &body, &goal, &other5, dt_s);
      else
        hh_rig5_start(&params.rig.rig5, &body, &goal, &other5);
      hh_rig14_follow(&params.rig.body, &body, &other5, &other14);
      hh_bones_follow(&other14, &other_bones);
      HhVec3 a[RIG14_POINTS], b[RIG14_POINTS];
      points_of(&chain.rig14, a);
      points_of(&other14, b);
      for (int i = 0; i < RIG14_POINTS; i++)
        assert_true(equal(turned(a[i]), b[i]));
      assert_true(equal(turned(chain.bones.root), other_bones.root));
      for (int i = 1; i < HH_BONE_COUNT; i++)
        worst = fmax(worst, hh_quat_angle(chain.bones.local[i], other_bones.local[i]));
    }
    hhb_episode_destroy(episode);
    CHECK_NEAR(worst, 0, 1e-12);
  }
}

/* Apparent gravity from the motion itself: (g - dv/dt) / |g| over a short frame in one mode. */
static void the_load_is_what_the_motion_makes_the_body_feel(void **state)
{
  (void)state;
  double worst = 0, drive_most = 0;
  int swings = 0, flights = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    HhParams params;
    HhbSetup setup =
        hhb_rig_run(hhb_scene_find("sloped_branch"), HH_MOVER_BALLISTIC, seed, 3, &params);
    params.episode.dt = 0.0005;
    if (seed % 2 == 0) params.gibbon.start = HH_START_REST; /* it pumps */
    HhbEpisode *episode = NULL;
    assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
    HhBody body = hh_body(&params.rig.body, params.gibbon.arm_length, params.rig.reach);
    HhGibbon before = hhb_episode_actor(episode)->gibbon;
    HhVec load_before = {0, 0};
    for (HhStatus status = HH_RUNNING; status == HH_RUNNING;) {
      status = hhb_episode_step(episode);
      const HhGibbon *now = &hhb_episode_actor(episode)->gibbon;
      const HhWorld *world = hhb_episode_world(episode);
      HhRig2 rig2;
      HhRigGoal goal;
      hh_rig2_follow(&params.gibbon, &body, world, now, &rig2);
      hh_brachiation_goal(&params.rig.brachiation, &params.world, world, now, &rig2, &goal);
      bool steady = before.time_s > 0 && now->mode == before.mode && now->grips == before.grips &&
                    now->drive.muscle == before.drive.muscle &&
                    now->drive.bleed == before.drive.bleed;
      if (steady && (now->mode == HH_MODE_SWING || now->mode == HH_MODE_FLIGHT)) {
        double dt = now->time_s - before.time_s, g = params.world.gravity;
        HhVec felt = hh_vec_scale(hh_vec_sub(now->velocity, before.velocity), -1 / dt);
        felt.y -= g;
        HhVec mean = hh_vec_scale(hh_vec_add(goal.load, load_before), 0.5);
        worst = fmax(worst, hh_vec_distance(hh_vec_scale(felt, 1 / g), mean));
        drive_most = fmax(drive_most, fabs(now->drive.muscle));
        *(now->mode == HH_MODE_SWING ? &swings : &flights) += 1;
      }
      load_before = goal.load;
      before = *now;
    }
    hhb_episode_destroy(episode);
  }
  assert_true(swings > 5000 && flights > 5000 && drive_most > 3);
  CHECK_NEAR(worst, 0, 1e-4);
}

/* The actor's rig is the chain of its parts, to the last bit. */
static void the_actors_rig_is_the_chain_of_the_levels(void **state)
{
  (void)state;
  for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++) {
    HhParams params;
    HhbSetup setup = hhb_rig_run(hhb_scene_find("course"), (HhMover)mover, 2, 8, &params);
    params.rig.level = HH_LEVEL_BONES;
    HhbEpisode *episode = NULL;
    HhStatus status = hhb_episode_create(&setup, &episode);
    HhBody body = hh_body(&params.rig.body, params.gibbon.arm_length, params.rig.reach);
    Chain chain;
    for (double dt_s = 0; status == HH_RUNNING;) {
      const HhActor *actor = hhb_episode_actor(episode);
      chain_follow(&params, hhb_episode_world(episode), &body, &actor->gibbon, dt_s, &chain);
      HhVec3 a[RIG14_POINTS], b[RIG14_POINTS];
      points_of(&chain.rig14, a);
      points_of(&actor->rig.rig14, b);
      assert_memory_equal(a, b, sizeof a);
      assert_memory_equal(chain.bones.local, actor->rig.bones.local, sizeof chain.bones.local);
      double before_s = hhb_episode_time_s(episode);
      status = hhb_episode_step(episode);
      dt_s = hhb_episode_time_s(episode) - before_s;
      if (status == HH_ARRIVED || actor->record.falls > 0)
        break; /* a frame cut short, or a restart */
    }
    hhb_episode_destroy(episode);
  }
}

/* --- any goal --- */

/* One draw a statement: in what order arguments are evaluated, compilers may choose. */
static HhLimbWish draw_wish(HhRandom *random)
{
  HhLimbWish wish;
  wish.flex_rad = hh_random_range(random, -2, 4);
  wish.spread_rad = hh_random_range(random, -1.5, 1.5);
  wish.extend_ratio = hh_random_range(random, 0.1, 1.1);
  return wish;
}

static HhVec draw_vec(HhRandom *random, double most)
{
  HhVec v;
  v.x = hh_random_range(random, -most, most);
  v.y = hh_random_range(random, -most, most);
  return v;
}

static HhVec3 draw_direction(HhRandom *random)
{
  HhVec3 v;
  do {
    v = hh_vec3_of(draw_vec(random, 1));
    v.z = hh_random_range(random, -1, 1);
  } while (hh_vec3_dot(v, v) > 1 || hh_vec3_dot(v, v) < 1e-4);
  return hh_vec3_scale(v, 1 / hh_vec3_length(v));
}

static HhVec3 draw_around(HhRandom *random, HhVec3 middle, double least_m, double most_m)
{
  HhVec3 way = draw_direction(random);
  return hh_vec3_along(middle, way, hh_random_range(random, least_m, most_m));
}

static void draw_limb(HhRandom *random, HhVec3 com, HhLimbGoal *limb)
{
  limb->contact = false;
  limb->wish = draw_wish(random);
  limb->at = draw_around(random, com, 0, 2);
  bool pulled = hh_random_index(random, 2);
  limb->pull = pulled ? hh_random_unit(random) : 0;
}

/* A goal that any way of moving could have: at times a hand holds, anywhere within reach. */
static HhRigGoal draw_goal(HhRandom *random, const HhBody *body, double com_most)
{
  HhRigGoal goal = {0};
  goal.com = draw_vec(random, com_most);
  goal.velocity = draw_vec(random, 9);
  goal.load = draw_vec(random, 3);
  goal.facing = hh_random_index(random, 2) ? 1 : -1;
  goal.up = hh_hanging(hh_random_range(random, -HH_PI, HH_PI));
  goal.twist_rad = hh_random_range(random, -2, 2);
  goal.roll_rad = hh_random_range(random, -2, 2);
  goal.bend_rad = hh_random_range(random, -1.5, 2);
  HhVec3 com = hh_vec3_of(goal.com);
  goal.gaze = draw_around(random, com, 0, 3);
  for (int i = 0; i < HH_SIDES; i++) {
    draw_limb(random, com, &goal.hand[i]);
    draw_limb(random, com, &goal.foot[i]);
  }
  uint64_t holding = hh_random_index(random, HH_SIDES + 1);
  if (holding < HH_SIDES) {
    HhVec3 at = draw_around(random, com, body->reach_least_m, body->reach_most_m);
    goal.hand[holding] = (HhLimbGoal){.contact = true, .at = at, .wish = draw_wish(random)};
  }
  return goal;
}

/* A rig under observation. */
typedef struct Follower {
  Watch watch;
  const HhParams *params;
  HhBody body;
  HhRig5 rig5;
  HhRig14 rig14;
  HhBones bones;
} Follower;

/* A body of the defaults, before its first goal. */
static Follower follower_of(HhParams *params, HhbSetup *setup, HhbRigWorst worst[LAW_COUNT])
{
  *setup = hhb_rig_run(hhb_scene_find("drop"), HH_MOVER_SINE, 1, 1, params);
  return (Follower){.watch = {.worst = worst, .setup = setup},
                    .params = params,
                    .body =
                        hh_body(&params->rig.body, params->gibbon.arm_length, params->rig.reach)};
}

static void check_one_hand_held(Follower *rig, const HhRigGoal *goal)
{
  for (int side = 0; side < HH_SIDES; side++) {
    bool contact = goal->hand[side].contact;
    promise(&rig->watch, HOLDS, rig->rig14.hand_holds[side] == contact, "hand_holds");
    if (!contact) continue;
    note(&rig->watch, MISS, rig->rig14.miss_max_m, "a hand within reach");
    promise(&rig->watch, GRIP, same_point(rig->rig5.hand[side], goal->hand[side].at), "rig5.hand");
    promise(&rig->watch, GRIP, same_point(rig->rig14.hand[side], goal->hand[side].at),
            "rig14.hand");
  }
}

/* What several limbs hold may be too far apart: each is held exactly or missed, and told. */
static void check_many_held(Follower *rig, const HhRigGoal *goal)
{
  double miss = 0;
  for (int side = 0; side < HH_SIDES; side++) {
    if (goal->hand[side].contact)
      miss = fmax(miss, hh_vec3_distance(rig->rig14.hand[side], goal->hand[side].at));
    if (goal->foot[side].contact)
      miss = fmax(miss, hh_vec3_distance(rig->rig14.ankle[side], goal->foot[side].at));
  }
  promise(&rig->watch, MISS, miss == rig->rig14.miss_max_m, "a miss is told");
}

/* A rig follows a goal for some frames; its centre of mass goes with it. */
static void follow_goal(Follower *rig, const HhRigGoal *goal, bool start, bool many)
{
  const HhRigParams *params = &rig->params->rig;
  for (int frame = 0; frame < 4; frame++) {
    double dt_s = 1.0 / (15 << (frame % 5));
    if (frame == 0 && start)
      hh_rig5_start(&params->rig5, &rig->body, goal, &rig->rig5);
    else
      hh_rig5_follow(&params->rig5, &rig->body, goal, &rig->rig5, dt_s);
    hh_rig14_follow(&params->body, &rig->body, &rig->rig5, &rig->rig14);
    hh_bones_follow(&rig->rig14, &rig->bones);
    HhVec3 com = {goal->com.x, goal->com.y, 0};
    promise(&rig->watch, COM, same_point(rig->rig5.trunk, com) && same_point(rig->rig14.com, com),
            "com");
    (many ? check_many_held : check_one_hand_held)(rig, goal);
    watch_body(&rig->watch, &rig->body, &rig->rig14, &rig->bones);
  }
}

static HhbRigWorst goals_worst[LAW_COUNT];

static int follow_any_goals(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup;
  Follower rig = follower_of(&params, &setup, goals_worst);
  int goals = check_full() ? 100000 : 4000;
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  for (int i = 0; i < goals; i++) {
    HhRigGoal goal = draw_goal(&random, &rig.body, 50);
    rig.watch.time_s = i; /* the number of the goal */
    follow_goal(&rig, &goal, i % 4 == 0, false);
  }
  return 0;
}

/* Every number anywhere in its range: bodies that no creature has. */
static void draw_any_body(HhRandom *random, HhBodyParams *body)
{
#define DRAW_SIZE(kind, field, key, unit, value, least, most, ...)                                 \
  body->field = hh_random_range(random, least, most);
#define DRAW_LIMIT(kind, field, key, unit, value, least, most, ...)                                \
  body->joint.field = hh_random_range(random, least, most);
  HH_BODY_SIZE_PARAMS(DRAW_SIZE)
  HH_JOINT_LIMIT_PARAMS(DRAW_LIMIT)
#undef DRAW_SIZE
#undef DRAW_LIMIT
}

static void any_goal_of_any_body_keeps_the_laws(void **state)
{
  (void)state;
  HhbRigWorst worst[LAW_COUNT] = {{0}};
  HhParams params;
  HhbSetup setup;
  Follower rig = follower_of(&params, &setup, worst);
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  int bodies = check_full() ? 2000 : 400, can_hold = 0;
  for (int i = 0; i < bodies; i++) {
    draw_any_body(&random, &params.rig.body);
    assert_null(hh_params_fault(&params));
    rig.body = hh_body(&params.rig.body, params.gibbon.arm_length, params.rig.reach);
    can_hold += rig.body.reach_least_m < rig.body.reach_most_m;
    for (int k = 0; k < 8; k++) {
      /* not far from the origin, for the smallest bones' sake */
      HhRigGoal goal = draw_goal(&random, &rig.body, 0.5);
      bool holds = goal.hand[HH_LEFT].contact || goal.hand[HH_RIGHT].contact;
      if (holds && rig.body.reach_least_m > rig.body.reach_most_m) continue;
      rig.watch.time_s = 8 * i + k;
      follow_goal(&rig, &goal, k == 0, false);
    }
  }
  print_message("%d of %d bodies can hold\n", can_hold, bodies);
  assert_true(can_hold > bodies / 2);
  check_laws(
      worst,
      (const Law[]){COM, HOLDS, GRIP, MISS, MASS, LENGTH, LIMIT, EXCESS_AGREES, REBUILD, FINITE},
      10);
}

/* Upright over its feet, knees from well bent to nearly straight: on both, on one, or on one and a
 * hand overhead; swaying by a fifth of a leg. */
static HhRigGoal draw_standing(HhRandom *random, const HhBody *body)
{
  double leg_m = body->leg.most_m;
  double hips_m = body->lower_trunk_m + body->upper_trunk_m - body->com_below_neck_m;
  HhRigGoal goal = {.load = {0, -1}, .up = {0, 1}, .facing = 1, .gaze = {5, 1, 0}};
  goal.com.x = hh_random_range(random, -0.1, 0.1) * leg_m;
  goal.com.y = hips_m + hh_random_range(random, 0.4, 0.7) * leg_m;
  if (hh_random_index(random, 2)) goal.facing = -1;
  for (int i = 0; i < HH_SIDES; i++) {
    double z = hh_side_sign((HhSide)i) * goal.facing;
    goal.hand[i].wish = (HhLimbWish){0.1, 0.2, 0.9};
    goal.foot[i].wish = (HhLimbWish){0.5, 0, 0.7};
    goal.foot[i].contact = true;
    goal.foot[i].at = hh_vec3(hh_random_range(random, -0.1, 0.1) * leg_m, 0, z * body->hip_m);
  }
  size_t stance = hh_random_index(random, 3);
  if (stance > 0) goal.foot[HH_LEFT].contact = false;
  if (stance > 1) {
    HhLimbGoal *hand = &goal.hand[HH_LEFT];
    hand->contact = true;
    hand->at = hh_vec3(goal.com.x, goal.com.y + 0.9 * body->reach_most_m, 0);
  }
  return goal;
}

static void a_standing_body_keeps_hand_and_feet_where_they_are(void **state)
{
  (void)state;
  HhbRigWorst worst[LAW_COUNT] = {{0}};
  HhParams params;
  HhbSetup setup;
  Follower rig = follower_of(&params, &setup, worst);
  HhRandom random = hh_random(6, HH_STREAM_TEST, 0);
  int goals = check_full() ? 20000 : 1000;
  for (int i = 0; i < goals; i++) {
    HhRigGoal goal = draw_standing(&random, &rig.body);
    rig.watch.time_s = i;
    follow_goal(&rig, &goal, true, true);
    promise(&rig.watch, MISS, rig.rig14.miss_max_m == 0, "standing");
  }
  check_laws(worst, (const Law[]){COM, MISS, MASS, LENGTH, LIMIT, REBUILD, FINITE}, 7);
}

static void any_limbs_that_hold_are_on_their_hold_or_told_of(void **state)
{
  (void)state;
  HhbRigWorst worst[LAW_COUNT] = {{0}};
  HhParams params;
  HhbSetup setup;
  Follower rig = follower_of(&params, &setup, worst);
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  int goals = check_full() ? 20000 : 2000;
  for (int i = 0; i < goals; i++) {
    HhRigGoal goal = draw_goal(&random, &rig.body, 50);
    for (int side = 0; side < HH_SIDES; side++) {
      HhLimbGoal *ends[] = {&goal.hand[side], &goal.foot[side]};
      for (int k = 0; k < 2; k++)
        if (hh_random_index(&random, 2)) {
          ends[k]->contact = true;
          ends[k]->at = draw_around(&random, hh_vec3_of(goal.com), 0, 1);
        }
    }
    rig.watch.time_s = i;
    follow_goal(&rig, &goal, i % 4 == 0, true);
  }
  check_laws(worst, (const Law[]){COM, MISS, MASS, LENGTH, AXES, LIMIT, REBUILD, FINITE}, 8);
}

/* Both hands on one branch, as wide apart as an upper arm is long, the body below it. */
static void two_hands_hold_one_branch(void **state)
{
  (void)state;
  HhbRigWorst worst[LAW_COUNT] = {{0}};
  HhParams params;
  HhbSetup setup;
  Follower rig = follower_of(&params, &setup, worst);
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  int goals = check_full() ? 20000 : 1000;
  for (int i = 0; i < goals; i++) {
    HhRigGoal goal = {.load = {0, -1}, .facing = 1, .up = {0, 1}, .gaze = {19, 4, 0}};
    goal.com = hh_vec(12.385, 3.145);
    double below = hh_random_range(&random, 0.4, 0.72), apart = hh_random_range(&random, 0, 0.25);
    double ahead = hh_random_range(&random, -0.1, 0.1);
    goal.bend_rad = hh_random_range(&random, 0, 0.6);
    goal.twist_rad = hh_random_range(&random, -0.4, 0.4);
    for (int side = 0; side < HH_SIDES; side++) {
      double x = goal.com.x + ahead + (side == HH_RIGHT ? 0.5 : -0.5) * apart;
      goal.hand[side].contact = true;
      goal.hand[side].at = hh_vec3(x, goal.com.y + below, 0);
      goal.foot[side].wish = (HhLimbWish){0.9, 0.1, 0.7};
    }
    rig.watch.time_s = i;
    follow_goal(&rig, &goal, i % 4 == 0, false);
  }
  check_laws(worst, (const Law[]){COM, HOLDS, GRIP, MISS, MASS, LENGTH, AXES, LIMIT, REBUILD}, 9);
}

static void any_goal_keeps_the_centre_of_mass_and_the_contacts(void **state)
{
  (void)state;
  CHECK_LAWS(goals_worst, COM, HOLDS, GRIP, MISS);
}

static void any_goal_keeps_the_body_whole_and_within_its_limits(void **state)
{
  (void)state;
  CHECK_LAWS(goals_worst, MASS, LENGTH, AXES, LIMIT, ANGLE_AGREES, EXCESS_AGREES);
}

static void any_goal_leaves_rotations_that_rebuild_the_joints(void **state)
{
  (void)state;
  CHECK_LAWS(goals_worst, REBUILD, WORLD_AGREES, TWIST, UNIT, FINITE);
}

/* --- tables --- */

static void points_are_where_their_names_say(void **state)
{
  (void)state;
  HhRig rig;
  memset(&rig, 0, sizeof rig);
  const struct {
    const char *name;
    HhLevel level;
    const HhVec3 *at;
  } expected[] = {
      {"hand_l", HH_LEVEL_RIG5, &rig.rig5.hand[HH_LEFT]},
      {"hand_r", HH_LEVEL_RIG5, &rig.rig5.hand[HH_RIGHT]},
      {"foot_l", HH_LEVEL_RIG5, &rig.rig5.foot[HH_LEFT]},
      {"foot_r", HH_LEVEL_RIG5, &rig.rig5.foot[HH_RIGHT]},
      {"pelvis", HH_LEVEL_RIG14, &rig.rig14.pelvis},
      {"waist", HH_LEVEL_RIG14, &rig.rig14.waist},
      {"neck", HH_LEVEL_RIG14, &rig.rig14.neck},
      {"head", HH_LEVEL_RIG14, &rig.rig14.head},
      {"face", HH_LEVEL_RIG14, &rig.rig14.face},
      {"shoulder_l", HH_LEVEL_RIG14, &rig.rig14.shoulder[HH_LEFT]},
      {"elbow_l", HH_LEVEL_RIG14, &rig.rig14.elbow[HH_LEFT]},
      {"wrist_l", HH_LEVEL_RIG14, &rig.rig14.wrist[HH_LEFT]},
      {"hip_l", HH_LEVEL_RIG14, &rig.rig14.hip[HH_LEFT]},
      {"knee_l", HH_LEVEL_RIG14, &rig.rig14.knee[HH_LEFT]},
      {"ankle_l", HH_LEVEL_RIG14, &rig.rig14.ankle[HH_LEFT]},
      {"toe_l", HH_LEVEL_RIG14, &rig.rig14.toe[HH_LEFT]},
      {"shoulder_r", HH_LEVEL_RIG14, &rig.rig14.shoulder[HH_RIGHT]},
      {"elbow_r", HH_LEVEL_RIG14, &rig.rig14.elbow[HH_RIGHT]},
      {"wrist_r", HH_LEVEL_RIG14, &rig.rig14.wrist[HH_RIGHT]},
      {"hip_r", HH_LEVEL_RIG14, &rig.rig14.hip[HH_RIGHT]},
      {"knee_r", HH_LEVEL_RIG14, &rig.rig14.knee[HH_RIGHT]},
      {"ankle_r", HH_LEVEL_RIG14, &rig.rig14.ankle[HH_RIGHT]},
      {"grip_l", HH_LEVEL_RIG14, &rig.rig14.hand[HH_LEFT]},
      {"grip_r", HH_LEVEL_RIG14, &rig.rig14.hand[HH_RIGHT]},
      {"toe_r", HH_LEVEL_RIG14, &rig.rig14.toe[HH_RIGHT]},
  };
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    size_t found = 0;
    for (size_t k = 0; k < hh_rig_point_count; k++) {
      if (strcmp(hh_rig_points[k].name, expected[i].name) != 0) continue;
      assert_int_equal(hh_rig_points[k].level, expected[i].level);
      assert_ptr_equal(hh_rig_point(&hh_rig_points[k], &rig), expected[i].at);
      found++;
    }
    assert_int_equal(found, 1);
  }
}

static void a_parent_comes_before_its_bones(void **state)
{
  (void)state;
  assert_int_equal(hh_bone_parents[0], -1);
  for (int i = 1; i < HH_BONE_COUNT; i++)
    assert_in_range(hh_bone_parents[i], 0, i - 1);
}

/* Free ends and contacts of a rig begin where the goal says, whatever was there before. */
static void a_start_forgets_what_was_there(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = hhb_rig_run(hhb_scene_find("course"), HH_MOVER_BALLISTIC, 4, 3, &params);
  params.rig.level = HH_LEVEL_BONES;
  HhbEpisode *episode = NULL;
  assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
  HhRig rigs[2];
  memset(&rigs[0], 0x5a, sizeof rigs[0]);
  memset(&rigs[1], 0xa5, sizeof rigs[1]);
  for (int frame = 0; frame < 120; frame++) {
    const HhWorld *world = hhb_episode_world(episode);
    const HhGibbon *gibbon = &hhb_episode_actor(episode)->gibbon;
    HhVec3 points[2][RIG14_POINTS];
    for (int i = 0; i < 2; i++) {
      if (frame == 0)
        hh_rig_start(&params.rig, &params.gibbon, &params.world, world, gibbon, &rigs[i]);
      else
        hh_rig_step(&params.rig, &params.gibbon, &params.world, world, gibbon, &rigs[i],
                    params.episode.dt);
      points_of(&rigs[i].rig14, points[i]);
    }
    assert_memory_equal(points[0], points[1], sizeof points[0]);
    assert_memory_equal(rigs[0].bones.local, rigs[1].bones.local, sizeof rigs[0].bones.local);
    hhb_episode_step(episode);
  }
  hhb_episode_destroy(episode);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_and_bones_are_functions_of_the_five_points),
      cmocka_unit_test(a_rig_that_moves_the_other_way_is_the_same_rig_turned_round),
      cmocka_unit_test(the_load_is_what_the_motion_makes_the_body_feel),
      cmocka_unit_test(the_actors_rig_is_the_chain_of_the_levels),
      cmocka_unit_test(any_goal_keeps_the_centre_of_mass_and_the_contacts),
      cmocka_unit_test(any_goal_keeps_the_body_whole_and_within_its_limits),
      cmocka_unit_test(any_goal_leaves_rotations_that_rebuild_the_joints),
      cmocka_unit_test(any_goal_of_any_body_keeps_the_laws),
      cmocka_unit_test(any_limbs_that_hold_are_on_their_hold_or_told_of),
      cmocka_unit_test(a_standing_body_keeps_hand_and_feet_where_they_are),
      cmocka_unit_test(two_hands_hold_one_branch),
      cmocka_unit_test(points_are_where_their_names_say),
      cmocka_unit_test(a_parent_comes_before_its_bones),
      cmocka_unit_test(a_start_forgets_what_was_there),
  };
  return cmocka_run_group_tests(tests, follow_any_goals, NULL);
}
