/* Episodes in rooms: what ends them, what they are measured by, and that legal parameters have
 * outcomes. Metrics are counted again from what can be seen tick by tick. */
#include "check.h"

#include <string.h>

#include "base/random.h"
#include "creature/body.h"
#include "episode.h"

static HhbSetup setup_of(const char *scene, HhParams *params)
{
  const HhbScene *found = hhb_scene_find(scene);
  assert_non_null(found);
  hhb_scene_preset(found, params);
  return (HhbSetup){.scene = found,
                    .mover = (HhMover)HH_MOVER_DADDY,
                    .params = params,
                    .seed = 3,
                    .duration_s = 20};
}

static bool same_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

static void check_same(const HhbResult *a, const HhbResult *b)
{
  HhbResult x = *a, y = *b;
  assert_int_equal(x.status, y.status);
  assert_true(x.state_hash == y.state_hash);
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    if (hhb_metric_table[i].kind != HHB_CLOCK)
      assert_true(same_bits(hhb_metric_values(&x.metrics)[i], hhb_metric_values(&y.metrics)[i]));
}

static void an_episode_is_a_pure_function_of_its_setup(void **state)
{
  (void)state;
  static const char *const scenes[] = {"cavern", "shaft", "platforms", "hunt", "wall_tentacles"};
  for (int i = 0; i < 5; i++) {
    HhParams params;
    HhbSetup setup = setup_of(scenes[i], &params);
    HhbResult first = hhb_episode_run(&setup, false), second = hhb_episode_run(&setup, false);
    HhbResult timed = hhb_episode_run(&setup, true);
    check_same(&first, &second);
    check_same(&first, &timed);
    assert_true(timed.metrics.cpu_us_per_creature_step > 0);
    setup.seed = 4;
    HhbResult other = hhb_episode_run(&setup, false);
    assert_true(other.state_hash != first.state_hash);
  }
}

static void movers_are_refused_where_they_cannot_be(void **state)
{
  (void)state;
  HhParams params;
  for (size_t i = 0; i < hhb_scene_count; i++)
    for (int mover = 0; mover < HH_MOVER_COUNT; mover++) {
      const HhbScene *scene = &hhb_scene_table[i];
      HhbSetup setup = setup_of(scene->name, &params);
      setup.mover = (HhMover)mover;
      setup.duration_s = 0.1;
      if (hhb_scene_is_room(scene) == (mover >= HH_GIBBON_MOVERS)) continue;
      assert_int_equal(hhb_episode_run(&setup, false).status, HH_BAD_PARAMS);
    }
  HhbSetup counted = setup_of("cavern", &params);
  counted.swings = 3; /* are a gibbon's */
  assert_int_equal(hhb_episode_run(&counted, false).status, HH_BAD_PARAMS);
  HhbSetup bare = setup_of("room", &params); /* is given none */
  assert_int_equal(hhb_episode_run(&bare, false).status, HH_NO_SCENE);
}

static void an_episode_ends_at_a_tick(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = setup_of("cavern", &params);
  params.den.goal = HH_DEN_WANDER;
  const double asked[] = {1, 0.98, 0.976, 0.025, 1e-9}, met[] = {1, 1, 1, 0.025, 0.025};
  for (int i = 0; i < 5; i++) {
    setup.duration_s = asked[i];
    HhbResult result = hhb_episode_run(&setup, false);
    assert_int_equal(result.status, HH_FINISHED);
    CHECK_NEAR(result.metrics.duration_s, met[i], 1e-12);
  }
  setup.duration_s = 0; /* never ends */
  assert_int_equal(hhb_episode_run(&setup, false).status, HH_BAD_PARAMS);
}

static void who_cannot_move_stalls_after_ten_minutes(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = setup_of("platforms", &params);
  params.daddy.drive = params.daddy.gravity = 0;
  params.daddy.tentacles = 1;
  params.den.tick = 0.1; /* fewer of them */
  setup.duration_s = 0;
  HhbResult result = hhb_episode_run(&setup, false);
  assert_int_equal(result.status, HH_STALLED);
  CHECK_NEAR(result.metrics.duration_s, 600.1, 1e-6);
}

/* What a run shows, counted from outside. */
typedef struct Seen {
  long ticks, falls, fallen, speeds;
  double way_m, support, climb_m, speed_sum, speed_squares;
} Seen;

static HhVec middle_m(const HhbDenEpisode *den)
{
  const HhDaddy *daddy = hh_den_daddy(den->den, 0);
  return hh_vec_scale(hh_body_middle(&den->den->shape, &daddy->body), den->settings.den.tile);
}

static Seen watch(const HhbSetup *setup, HhbResult *result)
{
  HhbEpisode *episode = NULL;
  Seen seen = {0};
  assert_int_equal(hhb_episode_create(setup, &episode), HH_RUNNING);
  const HhbDenEpisode *den = hhb_episode_den(episode);
  HhVec before = middle_m(den), start = before, second = before;
  long each = lround(1 / setup->params->den.tick);
  bool held = hh_daddy_holding(&den->den->shape, hh_den_daddy(den->den, 0)) > 0;
  HhStatus status = HH_RUNNING;
  while (status == HH_RUNNING) {
    status = hhb_episode_step(episode);
    HhVec now = middle_m(den);
    int holding = hh_daddy_holding(&den->den->shape, hh_den_daddy(den->den, 0));
    seen.ticks++;
    seen.way_m += hh_vec_distance(before, now);
    seen.support += (double)holding / den->den->tentacles;
    seen.falls += held && holding == 0;
    seen.fallen += holding == 0;
    held = holding > 0;
    before = now;
    if (seen.ticks == 1) second = now; /* seconds begin with the first tick over */
    if (seen.ticks == 1 || (seen.ticks - 1) % each != 0) continue;
    double speed = hh_vec_distance(second, now);
    seen.speeds++;
    seen.speed_sum += speed;
    seen.speed_squares += speed * speed;
    second = now;
  }
  seen.climb_m = before.y - start.y;
  hhb_episode_finish(episode, result);
  hhb_episode_destroy(episode);
  return seen;
}

static void metrics_are_what_their_meaning_says(void **state)
{
  (void)state;
  static const char *const scenes[] = {"cavern", "shaft", "platforms"};
  for (int i = 0; i < 6; i++) {
    HhParams params;
    HhbSetup setup = setup_of(scenes[i % 3], &params);
    params.daddy.forces = i / 3;
    setup.seed = 11 + (uint64_t)i;
    HhbResult result;
    Seen seen = watch(&setup, &result);
    const HhbMetrics *m = &result.metrics;
    CHECK_NEAR(m->duration_s, (double)seen.ticks * params.den.tick, 1e-9);
    CHECK_RELATIVE(m->distance_m, seen.way_m, 1e-9);
    CHECK_RELATIVE(m->speed_mean_mps, seen.way_m / m->duration_s, 1e-9);
    CHECK_NEAR(m->climb_mps, seen.climb_m / m->duration_s, 1e-9);
    /* it is booked inside the tick, where some have not yet let go */
    CHECK_NEAR(m->support_ratio_mean, seen.support / (double)seen.ticks, 2e-3);
    CHECK_NEAR(m->falls, (double)seen.falls, 0);
    CHECK_NEAR(m->fallen_ticks, (double)seen.fallen, 0);
    double mean = seen.speed_sum / (double)seen.speeds;
    double variance = (seen.speed_squares - seen.speed_sum * mean) / (double)(seen.speeds - 1);
    CHECK_NEAR(m->speed_cv, sqrt(variance) / mean, 1e-6);
    bool arrived = result.status == HH_ARRIVED;
    CHECK_NEAR(m->goals, arrived, 0);
    if (arrived) CHECK_NEAR(m->ticks_to_goal, (double)seen.ticks, 1);
    assert_true(hhb_is_missing(m->work_drive_J_per_kg) == (params.daddy.forces == 1));
    assert_true(hhb_is_missing(m->muscle_added_J_per_kg) == (params.daddy.forces == 0));
    assert_true(m->ledger_residual_J_per_kg < 1e-9);
    assert_true(m->penetration_max_m == 0);
    const double stretches[] = {m->stretch_p50_ratio, m->stretch_p99_ratio};
    for (int j = 0; j < 2; j++) /* edges of bins in few digits, but for the largest of all */
      assert_true(stretches[j] == m->stretch_max_ratio ||
                  stretches[j] == rint(1e6 * stretches[j]) / 1e6);
    assert_true(hhb_is_missing(m->grab_quality_mean_tile) && hhb_is_missing(m->prey_eaten));
  }
}

static void the_honest_mover_is_the_parameter(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = setup_of("cavern", &params);
  HhbResult cheat = hhb_episode_run(&setup, false);
  setup.mover = (HhMover)HH_MOVER_DADDY_HONEST;
  HhbResult mover = hhb_episode_run(&setup, false);
  setup.mover = (HhMover)HH_MOVER_DADDY;
  params.daddy.forces = HH_FORCES_HONEST;
  HhbResult parameter = hhb_episode_run(&setup, false);
  check_same(&mover, &parameter);
  assert_true(cheat.state_hash != mover.state_hash);
}

static void quality_is_measured_where_that_is_asked_for_and_moves_nothing(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = setup_of("cavern", &params);
  HhbResult plain = hhb_episode_run(&setup, false);
  params.den.quality = 1;
  HhbResult graded = hhb_episode_run(&setup, false);
  assert_true(plain.state_hash == graded.state_hash);
  assert_true(graded.metrics.grab_quality_mean_tile > 0);
  assert_true(graded.metrics.grab_quality_max_tile >= graded.metrics.grab_quality_mean_tile);
}

static void several_are_counted_together(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = setup_of("cell", &params);
  params.den.daddies = 7;
  setup.duration_s = 5;
  HhbEpisode *episode = NULL;
  assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
  while (hhb_episode_step(episode) == HH_RUNNING)
    continue;
  const HhbDenEpisode *den = hhb_episode_den(episode);
  hh_den_record(den->den, 2)->strained += 3; /* some at the least */
  HhbResult result;
  hhb_episode_finish(episode, &result);
  double distance_t = 0, candidates = 0, stretch = 0, strained = 0;
  for (int i = 0; i < 7; i++) {
    const HhDaddyRecord *record = hh_den_record(den->den, i);
    distance_t += record->distance_t;
    candidates += (double)record->candidates;
    strained += (double)record->strained;
    stretch = fmax(stretch, record->stretch_max);
  }
  CHECK_RELATIVE(result.metrics.distance_m, distance_t * params.den.tile / 7, 1e-12);
  CHECK_NEAR(result.metrics.candidates, candidates, 0);
  assert_true(strained >= 3);
  CHECK_NEAR(result.metrics.grips_strained, strained, 0);
  CHECK_NEAR(result.metrics.stretch_max_ratio, stretch, 0);
  CHECK_NEAR(hhb_den_creature_steps(den), 7 * 200, 0);
  hhb_episode_destroy(episode);
}

/* Every parameter of rooms drawn, some from its whole range. */
static void draw_params(HhRandom *random, HhParams *params)
{
  static const char *const families[] = {"room.",  "strand.", "tentacle.", "grab.",
                                         "daddy.", "prey.",   "den."};
  for (size_t i = 0; i < hh_params_count; i++) {
    const HhParam *row = &hh_params_table[i];
    bool ours = false;
    for (size_t j = 0; j < sizeof families / sizeof families[0]; j++)
      ours = ours || strncmp(row->name, families[j], strlen(families[j])) == 0;
    if (!ours || hh_random_index(random, 3) > 0) continue;
    double value = hh_random_range(random, row->low, row->high);
    if (hh_random_index(random, 2) == 0) value = hh_random_index(random, 2) ? row->low : row->high;
    if (row->kind != HH_REAL) value = floor(value);
    hh_param_set(row, params, value);
  }
  if (params->room.width > 90) params->room.width = 90;
  if (params->room.height > 90) params->room.height = 90;
  if (params->den.daddies > 20) params->den.daddies = 20;
  if (params->grab.candidates_per_tick > 20) params->grab.candidates_per_tick = 20;
}

static void every_legal_setting_is_an_outcome(void **state)
{
  (void)state;
  int draws = check_full() ? 3000 : 60;
  size_t holds = hhb_scene_hold_count();
  for (int number = 1; number <= draws; number++) {
    HhRandom random = hh_random((uint64_t)number, HH_STREAM_TEST, 0);
    HhParams params;
    const HhbScene *scene =
        &hhb_scene_table[holds + hh_random_index(&random, hhb_scene_count - holds)];
    if (scene->kind == HH_SCENE_ROOM_GIVEN) continue;
    HhbSetup setup = setup_of(scene->name, &params);
    draw_params(&random, &params);
    setup.seed = (uint64_t)number;
    setup.duration_s = 60 * params.den.tick;
    HhbResult result = hhb_episode_run(&setup, false);
    if (result.status != HH_ARRIVED && result.status != HH_FINISHED && result.status != HH_NO_SCENE)
      fail_msg("draw %d, %s: %s", number, scene->name, hh_status_name(result.status));
    for (int i = 0; i < HHB_METRIC_COUNT; i++) {
      double value = hhb_metric_values(&result.metrics)[i];
      if (!isfinite(value) && !hhb_is_missing(value))
        fail_msg("draw %d, %s: %s is not finite", number, scene->name, hhb_metric_table[i].name);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_episode_is_a_pure_function_of_its_setup),
      cmocka_unit_test(movers_are_refused_where_they_cannot_be),
      cmocka_unit_test(an_episode_ends_at_a_tick),
      cmocka_unit_test(who_cannot_move_stalls_after_ten_minutes),
      cmocka_unit_test(metrics_are_what_their_meaning_says),
      cmocka_unit_test(the_honest_mover_is_the_parameter),
      cmocka_unit_test(quality_is_measured_where_that_is_asked_for_and_moves_nothing),
      cmocka_unit_test(several_are_counted_together),
      cmocka_unit_test(every_legal_setting_is_an_outcome),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
