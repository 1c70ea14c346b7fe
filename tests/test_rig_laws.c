/* The rigs: each level adds and never contradicts, in every frame of every mover in the scenes
 * without pieces; bench/rig_runs.h says what runs. Pieces: test_rig_ways. */
#include "rig_watch.h"

#include "base/random.h"
#include "rig_runs.h"

/* The last grip of an episode. */
typedef struct Grip {
  bool any;  /* there was one */
  bool held; /* in the last frame */
  HhVec at;
  HhSide side;
  int grips;
} Grip;

/* `bodily`: a body of the table's proportions reaches whatever the gibbon holds in a swing. */
static void watch_contacts(Watch *watch, bool bodily, const HhActor *actor)
{
  const HhGibbon *gibbon = &actor->gibbon;
  const HhRig *rig = &actor->rig;
  const HhParams *params = watch->setup->params;
  HhVec3 com = {gibbon->at.x, gibbon->at.y, 0};
  promise(watch, COM, same_bits(rig->rig2.com.x, com.x) && same_bits(rig->rig2.com.y, com.y),
          "rig2.com");
  promise(watch, COM,
          same_bits(rig->rig2.velocity.x, gibbon->velocity.x) &&
              same_bits(rig->rig2.velocity.y, gibbon->velocity.y),
          "rig2.velocity");
  promise(watch, COM, same_point(rig->rig5.trunk, com), "rig5.trunk");
  promise(watch, COM, same_point(rig->rig14.com, com), "rig14.com");

  bool held = hh_gibbon_holds(&params->gibbon, gibbon), holds = rig->rig2.holds;
  double distance = hh_vec_distance(gibbon->at, gibbon->grip);
  HhVec way = hh_vec_sub(gibbon->grip, gibbon->at);
  bool carried = gibbon->mode == HH_MODE_SINE || gibbon->mode == HH_MODE_BLEND;
  bool reached = distance <= rig->body.reach_most_m && distance >= rig->body.reach_least_m;
  if (carried)
    reached = reached && distance <= params->gibbon.arm_length && way.y >= 0.35 * distance;
  else if (gibbon->mode == HH_MODE_SLACK)
    reached = reached && distance >= 0.55 * params->gibbon.arm_length &&
              (way.x >= 0 || way.y >= -0.4 * distance);
  promise(watch, HOLDS, holds == (held && reached), "rig2.holds");
  if (bodily && gibbon->mode == HH_MODE_SWING)
    promise(watch, HOLDS, holds, "a swing without a hand");
  for (int side = 0; side < HH_SIDES; side++) {
    bool this = holds && side == (int)rig->rig2.side;
    bool lingers = holds && gibbon->time_s - gibbon->let_go_s < 0.08; /* after a hand-over */
    bool is = rig->rig5.hand_holds[side];
    promise(watch, HOLDS, is == this || (is && lingers), "rig5.hand_holds");
    promise(watch, HOLDS, rig->rig14.hand_holds[side] == is, "rig14.hand_holds");
    promise(watch, HOLDS, !rig->rig5.foot_holds[side] && !rig->rig14.foot_holds[side], "a foot");
  }
  if (!holds) return;
  HhSide side = rig->rig2.side;
  promise(watch, GRIP,
          same_bits(rig->rig2.hand.x, gibbon->grip.x) &&
              same_bits(rig->rig2.hand.y, gibbon->grip.y),
          "rig2.hand");
  promise(watch, GRIP, in_plane_at(rig->rig5.hand[side], gibbon->grip), "rig5.hand");
  promise(watch, GRIP, in_plane_at(rig->rig14.hand[side], gibbon->grip), "rig14.hand");
  note(watch, MISS, rig->rig14.miss_max_m, "rig14.miss_max_m");
  HhVec3 begin[HH_BONE_COUNT], end[HH_BONE_COUNT];
  rest_of(params, begin, end);
  int hand = side == HH_RIGHT ? HH_BONE_HAND_R : HH_BONE_HAND_L;
  HhVec3 tip = place_of(&rig->bones, begin, hand, end[hand]);
  note(watch, GRIP_BONES, hh_vec3_distance(tip, hh_vec3(gibbon->grip.x, gibbon->grip.y, 0)),
       hh_bone_names[hand]);
}

/* Two grips in a row are by different hands, and one grip is by one hand, within reach or not; more
 * than one may fall into a frame. */
static void watch_turns(Watch *watch, Grip *last, const HhActor *actor)
{
  bool held = hh_gibbon_holds(&watch->setup->params->gibbon, &actor->gibbon);
  HhVec at = actor->gibbon.grip;
  int grips = actor->gibbon.grips;
  bool same = last->held && at.x == last->at.x && at.y == last->at.y;
  if (held && last->any)
    promise(watch, same ? KEEPS : TURNS,
            (actor->rig.rig2.side == last->side) == ((grips - last->grips) % 2 == 0), "side");
  if (same) promise(watch, KEEPS, grips == last->grips, "grips");
  if (held) *last = (Grip){true, true, at, actor->rig.rig2.side, grips};
  last->held = held;
}

/* Watches a whole episode. */
static void watch_run(Watch *watch, bool bodily)
{
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(watch->setup, &episode);
  assert_int_equal(status, HH_RUNNING);
  const HhActor *actor = hhb_episode_actor(episode);
  Grip grip = {.any = false};
  for (int falls = 0;;) {
    if (actor->record.falls > falls) grip.any = grip.held = false; /* hung up anew */
    falls = actor->record.falls;
    watch->time_s = hhb_episode_time_s(episode);
    watch_contacts(watch, bodily, actor);
    watch_turns(watch, &grip, actor);
    watch_body(watch, &actor->rig.body, &actor->rig.rig14, &actor->rig.bones);
    if (status != HH_RUNNING) break;
    status = hhb_episode_step(episode);
  }
  hhb_episode_destroy(episode);
}

/* --- all runs, once; each law is a test of its own --- */

static HhbRigWorst runs_worst[LAW_COUNT], bodies_worst[LAW_COUNT];

static int watch_all(void **state)
{
  (void)state;
  uint64_t seeds = check_full() ? 250 : 3; /* 1,000 runs of a scene, or 12; 5 to 20 s */
  for (size_t scene = 0; scene < hhb_rig_scene_count(); scene++)
    for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++)
      for (uint64_t seed = 1; seed <= seeds; seed++) {
        HhParams params;
        double duration_s = 5 + (double)((5 * seed + (uint64_t)mover) % 16);
        HhbSetup setup =
            hhb_rig_run(&hhb_scene_table[scene], (HhMover)mover, seed, duration_s, &params);
        params.rig.level = HH_LEVEL_BONES;
        Watch watch = {.worst = runs_worst, .setup = &setup};
        watch_run(&watch, true);
      }
  return 0;
}

static void every_level_has_the_centre_of_mass_of_the_level_below(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, COM);
}

static void a_hand_holds_when_the_gibbon_does_and_no_other_hand_or_foot(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, HOLDS);
}

static void a_held_point_is_the_grip_in_every_level(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, GRIP, GRIP_BONES, MISS);
}

static void the_segments_balance_about_the_centre_of_mass(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, MASS, MASS_AGREES);
}

static void bones_keep_their_lengths(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, LENGTH);
}

static void the_frames_of_the_trunk_are_those_of_its_joints(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, AXES);
}

static void no_joint_is_beyond_its_limit(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, LIMIT, ANGLE_AGREES, EXCESS_AGREES);
}

static void rotations_rebuild_the_joints(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, UNIT, TWIST, REBUILD, WORLD_AGREES);
}

static void no_number_leaves_the_finite_ones(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, FINITE);
}

static void hands_take_turns(void **state)
{
  (void)state;
  CHECK_LAWS(runs_worst, TURNS, KEEPS);
}

/* --- other bodies --- */

static void vary(HhRandom *random, double *value, double share)
{
  *value *= hh_random_range(random, 1 - share, 1 + share);
}

/* A body of other proportions and habits, still one that hangs by its arms. */
static void draw_body(uint64_t seed, HhParams *params)
{
  HhRandom random = hh_random(seed, HH_STREAM_TEST, 7);
  HhBodyParams *body = &params->rig.body;
  double *sizes[] = {&body->upper_arm, &body->forearm,  &body->hand,  &body->thigh,
                     &body->shank,     &body->foot,     &body->trunk, &body->head,
                     &body->neck,      &body->shoulder, &body->hip,   &body->waist};
  double *masses[] = {&body->upper_arm_mass, &body->forearm_mass, &body->hand_mass,
                      &body->thigh_mass,     &body->shank_mass,   &body->foot_mass,
                      &body->trunk_mass,     &body->head_mass};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    vary(&random, sizes[i], 0.25);
  for (size_t i = 0; i < sizeof masses / sizeof masses[0]; i++)
    vary(&random, masses[i], 0.4);
  vary(&random, &body->joint.wrist, 0.3);
  vary(&random, &body->joint.ankle, 0.3);
  vary(&random, &body->joint.gaze, 0.15);
  vary(&random, &body->joint.waist, 0.3);
  vary(&random, &body->joint.collar, 0.3);
  vary(&random, &params->rig.reach, 0.15);
  vary(&random, &params->gibbon.arm_length, 0.5);
  params->rig.brachiation.lean = hh_random_unit(&random);
  params->rig.brachiation.twist = hh_random_range(&random, 0, 1.5);
  params->rig.brachiation.tuck = hh_random_unit(&random);
  params->rig.brachiation.kick = hh_random_range(&random, 0, 1.5);
  vary(&random, &params->rig.rig5.trunk_rate, 0.9);
  vary(&random, &params->rig.rig5.arm_rate, 0.9);
  vary(&random, &params->rig.rig5.leg_rate, 0.9);
  params->rig.rig5.leg_damping = hh_random_range(&random, 0.05, 1);
}

static void every_body_keeps_the_laws(void **state)
{
  (void)state;
  uint64_t bodies = check_full() ? 2000 : 60;
  for (uint64_t seed = 0; seed < bodies; seed++) {
    HhParams params;
    HhbSetup setup =
        hhb_rig_run(&hhb_scene_table[seed % hhb_rig_scene_count()],
                    (HhMover)(seed / hhb_rig_scene_count() % HH_GIBBON_MOVERS), seed, 5, &params);
    draw_body(seed, &params);
    params.rig.level = HH_LEVEL_BONES;
    assert_null(hh_params_fault(&params));
    Watch watch = {.worst = bodies_worst, .setup = &setup};
    watch_run(&watch, false);
  }
  CHECK_LAWS(bodies_worst, COM, HOLDS, GRIP, MISS, GRIP_BONES, MASS, MASS_AGREES, LENGTH, AXES,
             LIMIT, ANGLE_AGREES, EXCESS_AGREES, REBUILD, WORLD_AGREES, TWIST, UNIT, FINITE, TURNS,
             KEEPS);
}

/* --- what detail may not change --- */

/* Fields without padding between: compared as bytes. */
#define GIBBON_FIELDS(X)                                                                           \
  X(mover)                                                                                         \
  X(mode)                                                                                          \
  X(time_s)                                                                                        \
  X(at)                                                                                            \
  X(velocity)                                                                                      \
  X(hold)                                                                                          \
  X(grip)                                                                                          \
  X(target.hold)                                                                                   \
  X(target.at)                                                                                     \
  X(planned)                                                                                       \
  X(planned_s)                                                                                     \
  X(search.hold)                                                                                   \
  X(search.x_m)                                                                                    \
  X(blind_s)                                                                                       \
  X(swing.dir)                                                                                     \
  X(swing.rate_radps)                                                                              \
  X(swing.length_m)                                                                                \
  X(swing.swept_rad)                                                                               \
  X(drive)                                                                                         \
  X(mark)                                                                                          \
  X(mark_set)                                                                                      \
  X(release_at_mark)                                                                               \
  X(pumps)                                                                                         \
  X(pumping)                                                                                       \
  X(debt_Jpkg)                                                                                     \
  X(phase)                                                                                         \
  X(blend_s)                                                                                       \
  X(blend_offset)                                                                                  \
  X(blend_velocity)                                                                                \
  X(plan_random.seed)                                                                              \
  X(plan_random.draw)                                                                              \
  X(plan_random.stream)                                                                            \
  X(plan_random.creature)                                                                          \
  X(grab_random.seed)                                                                              \
  X(grab_random.draw)                                                                              \
  X(grab_random.stream)                                                                            \
  X(grab_random.creature)                                                                          \
  X(grips)                                                                                         \
  X(let_go_s)                                                                                      \
  X(let_go_at)
#define RECORD_FIELDS(X)                                                                           \
  X(grabs)                                                                                         \
  X(falls)                                                                                         \
  X(drops)                                                                                         \
  X(plans)                                                                                         \
  X(plans_failed)                                                                                  \
  X(retargets)                                                                                     \
  X(pumps)                                                                                         \
  X(problem.hold_to_hold)                                                                          \
  X(problem.hand_to_com)                                                                           \
  X(problem.swing_arm_m)                                                                           \
  X(problem.grab_arm_m)                                                                            \
  X(problem.gravity_mps2)                                                                          \
  X(problem.energy_Jpkg)                                                                           \
  X(problem.work_max_Jpkg)                                                                         \
  X(problem.force_max_mps2)                                                                        \
  X(problem.speed_min_mps)                                                                         \
  X(problem.speed_max_mps)                                                                         \
  X(problem.beyond_known)                                                                          \
  X(problem.hold_beyond)                                                                           \
  X(problem.onward_Jpkg)                                                                           \
  X(plan)                                                                                          \
  X(plans_found)                                                                                   \
  X(brakes)                                                                                        \
  X(distance_m)                                                                                    \
  X(intervals)                                                                                     \
  X(interval_mean_mps)                                                                             \
  X(interval_squares)                                                                              \
  X(grab_time_s)                                                                                   \
  X(interval_open)                                                                                 \
  X(grab_hold)                                                                                     \
  X(tauts)                                                                                         \
  X(angle2_sum_rad2)                                                                               \
  X(radial_sum)                                                                                    \
  X(miss_max_m)                                                                                    \
  X(law_changes)                                                                                   \
  X(velocity_step_max_mps)                                                                         \
  X(energy_step_max_ratio)                                                                         \
  X(position_step_max_m)                                                                           \
  X(unexplained_dv_mps)                                                                            \
  X(guess_iterations)                                                                              \
  X(arcs_scored)                                                                                   \
  X(family_plans)                                                                                  \
  X(family_arcs)                                                                                   \
  X(candidates)                                                                                    \
  X(swing_steps)                                                                                   \
  X(flight_steps)                                                                                  \
  X(sine_steps)

static void check_same_state(const HhActor *a, const HhActor *b)
{
  assert_true(hh_actor_hash(a) == hh_actor_hash(b));
#define SAME(field) assert_memory_equal(&a->gibbon.field, &b->gibbon.field, sizeof a->gibbon.field);
  GIBBON_FIELDS(SAME)
#undef SAME
#define SAME(field) assert_memory_equal(&a->record.field, &b->record.field, sizeof a->record.field);
  RECORD_FIELDS(SAME)
#undef SAME
}

/* What both levels have is the same in both. */
static void check_same_points(const HhRig *coarse, const HhRig *fine, HhLevel level)
{
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    const HhRigPoint *point = &hh_rig_points[i];
    if (point->level > level || point->level > HH_LEVEL_BONES) continue;
    assert_memory_equal((const char *)coarse + point->offset, (const char *)fine + point->offset,
                        sizeof(HhVec3));
  }
}

static void detail_changes_nothing_below_it(void **state)
{
  (void)state;
  enum { LEVELS = HH_LEVEL_SKIN + 1 };
  for (size_t scene = 0; scene < hhb_scene_hold_count(); scene++)
    for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++) {
      HhParams params[LEVELS];
      HhbEpisode *episodes[LEVELS];
      HhbSetup setups[LEVELS];
      for (int level = 0; level < LEVELS; level++) {
        setups[level] = hhb_rig_run(&hhb_scene_table[scene], (HhMover)mover, 5, 6, &params[level]);
        params[level].rig.level = level;
        assert_int_equal(hhb_episode_create(&setups[level], &episodes[level]), HH_RUNNING);
      }
      for (HhStatus status = HH_RUNNING; status == HH_RUNNING;) {
        status = hhb_episode_step(episodes[HH_LEVEL_COM]);
        const HhActor *bare = hhb_episode_actor(episodes[HH_LEVEL_COM]);
        for (int level = HH_LEVEL_RIG2; level < LEVELS; level++)
          assert_int_equal(hhb_episode_step(episodes[level]), status);
        const HhRig *full = &hhb_episode_actor(episodes[HH_LEVEL_SKIN])->rig;
        for (int level = HH_LEVEL_RIG2; level < LEVELS; level++) {
          const HhActor *actor = hhb_episode_actor(episodes[level]);
          check_same_state(bare, actor);
          check_same_points(&actor->rig, full, (HhLevel)level);
        }
      }
      for (int level = 0; level < LEVELS; level++)
        hhb_episode_destroy(episodes[level]);
    }
}

/* --- style: what makes it brachiation --- */

static double degrees(double rad)
{
  return rad * 180 / HH_PI;
}

/* Just before a grab of the planned gibbon: the hand that will hold points along the
 * perpendicular of the velocity, and the eyes are on the hold. */
static void the_free_hand_and_the_eyes_are_ahead_of_a_grab(void **state)
{
  (void)state;
  double lead_sum = 0, lead_worst = 0, gaze_sum = 0, gaze_worst = 0;
  int grabs = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    HhParams params;
    HhbSetup setup =
        hhb_rig_run(hhb_scene_find("endless_branch"), HH_MOVER_BALLISTIC, seed, 15, &params);
    params.rig.level = HH_LEVEL_RIG14;
    HhbEpisode *episode = NULL;
    HhStatus status = hhb_episode_create(&setup, &episode);
    while (status == HH_RUNNING) {
      HhActor before = *hhb_episode_actor(episode);
      status = hhb_episode_step(episode);
      const HhActor *after = hhb_episode_actor(episode);
      bool grabbed = !before.rig.rig2.holds && after->rig.rig2.holds;
      if (!grabbed || after->record.falls > before.record.falls) continue;
      HhSide side = after->rig.rig2.side;
      const HhRig14 *rig = &before.rig.rig14;
      assert_int_equal(before.rig.rig2.side, side);
      HhVec3 hand = way(rig->com, rig->hand[side]);
      HhVec ideal = hh_vec_left(before.gibbon.velocity);
      double lead = degrees(angle(hand, hh_vec3(ideal.x, ideal.y, 0)));
      HhVec3 hold = hh_vec3(after->gibbon.grip.x, after->gibbon.grip.y, 0);
      double gaze = degrees(angle(rig->skull.x, way(rig->head, hold)));
      lead_sum += lead;
      gaze_sum += gaze;
      lead_worst = fmax(lead_worst, lead);
      gaze_worst = fmax(gaze_worst, gaze);
      grabs++;
    }
    hhb_episode_destroy(episode);
  }
  assert_true(grabs > 100);
  print_message("%d grabs, a frame before: hand %.1f (worst %.1f) and gaze %.1f (worst %.1f) "
                "degrees off\n",
                grabs, lead_sum / grabs, lead_worst, gaze_sum / grabs, gaze_worst);
  CHECK_NEAR(lead_sum / grabs, 0, 10);
  CHECK_NEAR(lead_worst, 0, 25);
  CHECK_NEAR(gaze_sum / grabs, 0, 40);
  CHECK_NEAR(gaze_worst, 0, 60);
}

/* In flight, far from any hold that it could be drawn to: perpendicular to the velocity, an arm's
 * length from the body. */
static void the_hand_of_two_points_leads_perpendicular_to_the_velocity(void **state)
{
  (void)state;
  int frames = 0;
  double worst = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    HhParams params;
    HhbSetup setup =
        hhb_rig_run(hhb_scene_find("endless_branch"), HH_MOVER_BALLISTIC, seed, 10, &params);
    params.rig.level = HH_LEVEL_RIG2;
    HhbEpisode *episode = NULL;
    HhStatus status = hhb_episode_create(&setup, &episode);
    while (status == HH_RUNNING) {
      status = hhb_episode_step(episode);
      const HhActor *actor = hhb_episode_actor(episode);
      const HhGibbon *gibbon = &actor->gibbon;
      double arm = params.gibbon.arm_length;
      bool far =
          gibbon->target.hold < 0 || hh_vec_distance(gibbon->at, gibbon->target.at) > 2 * arm;
      if (gibbon->mode != HH_MODE_FLIGHT || !far || hh_vec_length(gibbon->velocity) < 0.5) continue;
      HhVec hand = hh_vec_sub(actor->rig.rig2.hand, gibbon->at);
      HhVec ideal = hh_vec_scale(hh_vec_left(hh_vec_unit(gibbon->velocity)), arm);
      worst = fmax(worst, hh_vec_distance(hand, ideal));
      frames++;
    }
    hhb_episode_destroy(episode);
  }
  assert_true(frames > 100);
  CHECK_NEAR(worst, 0, 1e-12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_level_has_the_centre_of_mass_of_the_level_below),
      cmocka_unit_test(a_hand_holds_when_the_gibbon_does_and_no_other_hand_or_foot),
      cmocka_unit_test(a_held_point_is_the_grip_in_every_level),
      cmocka_unit_test(the_segments_balance_about_the_centre_of_mass),
      cmocka_unit_test(bones_keep_their_lengths),
      cmocka_unit_test(the_frames_of_the_trunk_are_those_of_its_joints),
      cmocka_unit_test(no_joint_is_beyond_its_limit),
      cmocka_unit_test(rotations_rebuild_the_joints),
      cmocka_unit_test(no_number_leaves_the_finite_ones),
      cmocka_unit_test(hands_take_turns),
      cmocka_unit_test(every_body_keeps_the_laws),
      cmocka_unit_test(detail_changes_nothing_below_it),
      cmocka_unit_test(the_free_hand_and_the_eyes_are_ahead_of_a_grab),
      cmocka_unit_test(the_hand_of_two_points_leads_perpendicular_to_the_velocity),
  };
  return cmocka_run_group_tests(tests, watch_all, NULL);
}
