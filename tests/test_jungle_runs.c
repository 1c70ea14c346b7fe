/* Laws that every run through a jungle keeps; bench_jungles publishes the same of a thousand. */
#include "check.h"

#include <stdlib.h>

#include "jungle_runs.h"

/* Counted by the linker's wrap of each; see tests/CMakeLists.txt. */
static atomic_long allocations;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
  allocations++;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
  allocations++;
  return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
  allocations++;
  return __real_realloc(old, size);
}

static const HhMover movers[] = {HH_MOVER_BALLISTIC, HH_MOVER_FREE_SWING, HH_MOVER_MIXED,
                                 HH_MOVER_SINE, HH_MOVER_BIRD};
enum { MOVERS = sizeof movers / sizeof movers[0], JUNGLES_MOST = 1000 };

static int jungles(void)
{
  return check_full() ? JUNGLES_MOST : 20;
}

static HhParams jungle_params(void)
{
  HhParams params;
  hhb_scene_preset(hhb_scene_find("jungle"), &params);
  return params;
}

/* Without what moves. */
static HhParams rigid_params(void)
{
  HhParams params = jungle_params();
  params.jungle.vines = params.jungle.cables = params.jungle.canopies = 0;
  params.jungle.bending = 0;
  return params;
}

/* Seeds 1 .. jungles(), run once for all tests; freed with the program. */
static const HhbJungleRun *runs_of(const HhParams *params, HhMover mover)
{
  static HhbJungleRun *kept[2][HH_GIBBON_MOVERS];
  HhbJungleRun **runs = &kept[params->jungle.vines == 0][mover];
  if (*runs != NULL) return *runs;
  *runs = calloc((size_t)jungles(), sizeof **runs);
  assert_non_null(*runs);
  for (int i = 0; i < jungles(); i++)
    (*runs)[i] = hhb_jungle_run(params, mover, (uint64_t)i + 1);
  return *runs;
}

/* Every joule is booked by its own formula: beside things that move to 1e-6 J/kg a second. */
static void every_joule_is_booked(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  for (int m = 0; m < MOVERS; m++) {
    const HhbJungleRun *runs = runs_of(&params, movers[m]);
    for (int i = 0; i < jungles(); i++) {
      assert_int_not_equal(runs[i].status, HH_DIVERGED);
      CHECK_NEAR(runs[i].record.ledger.residual_max_Jpkg, 0, 1e-6 * (1 + runs[i].duration_s));
    }
  }
}

/* Without vines, cables and wood that bends or springs to 1e-9. */
static void every_joule_of_a_rigid_jungle_is_booked(void **state)
{
  (void)state;
  HhParams params = rigid_params();
  for (int m = 0; m < MOVERS; m++) {
    const HhbJungleRun *runs = runs_of(&params, movers[m]);
    for (int i = 0; i < jungles(); i++) {
      assert_int_not_equal(runs[i].status, HH_DIVERGED);
      CHECK_NEAR(runs[i].record.ledger.residual_max_Jpkg, 0, 1e-9 * (1 + runs[i].duration_s));
    }
  }
}

/* What is booked as a collision apart. A hand that reaches out without a plan, after a fall from a
 * vine, say, may miss by the tolerance, and then the body is moved by what an arm does not stretch:
 * in one jungle of a hundred at most. */
static void a_ballistic_gibbon_goes_over_without_a_step(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  const HhGibbonParams *gibbon = &params.gibbon;
  double most = gibbon->tolerance.miss - gibbon->tolerance.stretch * gibbon->arm_length;
  const HhbJungleRun *runs = runs_of(&params, HH_MOVER_BALLISTIC);
  long changes = 0;
  int moved = 0;
  for (int i = 0; i < jungles(); i++) {
    moved += runs[i].record.position_step_max_m > 1e-12;
    for (int pair = 0; pair < HH_WAY_COUNT * HH_WAY_COUNT; pair++) {
      const HhTransitions *all = &runs[i].record.transitions[0][0] + pair;
      changes += all->count;
      CHECK_NEAR(all->velocity_step_max_mps, 0, 1e-12);
      CHECK_NEAR(all->position_step_max_m, 0, most);
    }
  }
  assert_true(changes > 20L * jungles());
  assert_true(moved <= jungles() / 100);
}

/* The same jungles by the wave: it jumps where its line changes, and where it meets a floor. */
static void a_sine_jumps_at_every_kind_of_transition_it_knows(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  const HhbJungleRun *runs = runs_of(&params, HH_MOVER_SINE);
  static const HhWay pairs[][2] = {
      {HH_WAY_SWING, HH_WAY_SWING}, {HH_WAY_SWING, HH_WAY_RUN}, {HH_WAY_RUN, HH_WAY_SWING}};
  for (int pair = 0; pair < 3; pair++) {
    double most = 0;
    for (int i = 0; i < jungles(); i++)
      most = fmax(most,
                  runs[i].record.transitions[pairs[pair][0]][pairs[pair][1]].velocity_step_max_mps);
    assert_true(most > 0.1);
  }
}

static void every_fall_has_a_reason_and_a_place(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  for (int m = 0; m < MOVERS; m++) {
    const HhbJungleRun *runs = runs_of(&params, movers[m]);
    for (int i = 0; i < jungles(); i++) {
      int reasons = 0, places = 0;
      for (int why = 0; why < HH_FALL_COUNT; why++) {
        reasons += runs[i].record.falls_of[why];
        for (int cell = 0; cell < HH_PIECE_KIND_COUNT * HH_PIECE_KIND_COUNT; cell++)
          places += runs[i].falls[why][cell / HH_PIECE_KIND_COUNT][cell % HH_PIECE_KIND_COUNT];
      }
      assert_int_equal(reasons, runs[i].record.falls);
      assert_int_equal(places, runs[i].record.falls);
    }
  }
}

/* The oracle is an upper bound, and 99 of 100 that it says can be finished are. */
static void what_can_be_finished_is_finished(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  const HhbJungleRun *runs = runs_of(&params, HH_MOVER_BALLISTIC);
  int can = 0, done = 0;
  for (int i = 0; i < jungles(); i++) {
    bool arcs = hhb_jungle_oracle(&params, (uint64_t)i + 1, HHB_ORACLE_ARCS).finishes;
    bool legs = hhb_jungle_oracle(&params, (uint64_t)i + 1, HHB_ORACLE_LEGS).finishes;
    assert_true(legs || !runs[i].finished);
    can += arcs;
    done += arcs && runs[i].finished;
  }
  assert_true(can > jungles() / 2);
  assert_true(done >= 0.99 * can - (check_full() ? 0 : 1));
}

static void the_same_seed_is_the_same_run(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  for (int m = 0; m < MOVERS; m++) {
    HhbJungleRun one = hhb_jungle_run(&params, movers[m], 7);
    HhbJungleRun two = hhb_jungle_run(&params, movers[m], 7);
    HhbJungleRun other = hhb_jungle_run(&params, movers[m], 8);
    assert_true(one.state_hash == two.state_hash && one.steps == two.steps);
    assert_true(one.state_hash != other.state_hash);
  }
}

/* The columns of one run against its record, by the words of the issue. */
static void the_columns_of_transitions_are_those_of_the_record(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  HhbSetup setup = {.scene = hhb_scene_find("jungle"),
                    .mover = HH_MOVER_MIXED,
                    .params = &params,
                    .seed = 3,
                    .duration_s = 60};
  HhbEpisode *episode;
  assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
  while (hhb_episode_step(episode) == HH_RUNNING) {
  }
  HhbResult result;
  hhb_episode_finish(episode, &result);
  const HhRecord *record = &hhb_episode_actor(episode)->record;
  const HhbMetrics *m = &result.metrics;
  const HhTransitions *launches = &record->transitions[HH_WAY_SWING][HH_WAY_FLIGHT];
  const HhTransitions *over = &record->transitions[HH_WAY_SWING][HH_WAY_SWING];
  assert_true(launches->count > 0 && over->count > 0);
  CHECK_NEAR(m->swing_fly_count, launches->count, 0);
  CHECK_NEAR(m->swing_fly_velocity_step_max_mps, launches->velocity_step_max_mps, 0);
  CHECK_NEAR(m->swing_swing_velocity_step_mean_mps * over->count, over->velocity_step_sum_mps,
             1e-12);
  CHECK_NEAR(m->swing_swing_energy_step_max_ratio, over->energy_step_max_ratio, 0);
  CHECK_NEAR(m->swing_swing_slip_max_m, over->slip_max_m, 0);
  CHECK_NEAR(m->law_changes, record->law_changes, 0);
  CHECK_NEAR(m->falls_loose + m->falls_dropped + m->falls_missed + m->falls_short + m->falls_off,
             m->falls, 0);
  assert_true(m->swing_slide_count > 0 || hhb_is_missing(m->swing_slide_velocity_step_max_mps));
  hhb_episode_destroy(episode);
}

/* How a run over two canopies goes. */
typedef struct Crowns {
  HhStatus status;
  int swung, hopped; /* twigs it swung on; of those from the twig just before */
  HhRecord record;
} Crowns;

static Crowns run_over_canopies(uint64_t seed)
{
  HhParams params;
  hhb_scene_preset(hhb_scene_find("canopy"), &params);
  HhbSetup setup = {.scene = hhb_scene_find("canopy"),
                    .mover = HH_MOVER_BALLISTIC,
                    .params = &params,
                    .seed = seed,
                    .duration_s = 120};
  HhbEpisode *episode;
  assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
  const HhGibbon *gibbon = &hhb_episode_actor(episode)->gibbon;
  const HhWorld *world = hhb_episode_world(episode);
  Crowns crowns = {0};
  int last = -2;
  while ((crowns.status = hhb_episode_step(episode)) == HH_RUNNING) {
    int piece = gibbon->mode == HH_MODE_CHAIN ? gibbon->moving.piece : -1;
    if (piece < 0 || piece == last || world->pieces[piece].count != 1) continue;
    crowns.swung++;
    crowns.hopped += piece == last + 1;
    last = piece;
  }
  crowns.record = hhb_episode_actor(episode)->record;
  hhb_episode_destroy(episode);
  return crowns;
}

/* Each crown has a twig before the floor, and two after it. */
static void canopies_are_swung_in_and_bounced_on(void **state)
{
  (void)state;
  int swung = 0, hopped = 0, falls = 0;
  for (uint64_t seed = 1; seed <= 15; seed++) {
    Crowns crowns = run_over_canopies(seed);
    assert_int_equal(crowns.status, HH_ARRIVED);
    assert_true(crowns.record.transitions[HH_WAY_FLIGHT][HH_WAY_BOUNCE].count > 0);
    assert_true(crowns.swung > 0);
    CHECK_NEAR(crowns.record.ledger.residual_max_Jpkg, 0, 1e-6);
    swung += crowns.swung;
    hopped += crowns.hopped;
    falls += crowns.record.falls;
  }
  assert_true(swung > 3 * 15 && hopped > 15 && falls <= 1);
}

/* On the way back and when it comes again a vine swings that it let go before. */
static void to_and_fro_over_vines_it_hardly_ever_falls(void **state)
{
  (void)state;
  int seeds = check_full() ? 100 : 4;
  double falls = 0;
  for (int seed = 1; seed <= seeds; seed++) {
    HhbSetup setup = {.scene = hhb_scene_find("vines"),
                      .mover = HH_MOVER_BALLISTIC,
                      .seed = (uint64_t)seed,
                      .duration_s = 100};
    HhParams params;
    hhb_scene_preset(setup.scene, &params);
    params.gibbon.at_end = HH_AT_END_TURN;
    setup.params = &params;
    HhbResult result = hhb_episode_run(&setup, false);
    assert_int_equal(result.status, HH_FINISHED);
    assert_true(result.metrics.distance_m > 35);
    falls += result.metrics.falls;
  }
  assert_true(falls <= (check_full() ? 30 : 0));
}

static void no_step_takes_memory(void **state)
{
  (void)state;
  HhParams params = jungle_params();
  for (int m = 0; m < MOVERS; m++) {
    HhbSetup setup = {.scene = hhb_scene_find("jungle"),
                      .mover = movers[m],
                      .params = &params,
                      .seed = 5,
                      .duration_s = 120};
    HhbEpisode *episode;
    long before = allocations;
    assert_int_equal(hhb_episode_create(&setup, &episode), HH_RUNNING);
    assert_true(allocations > before); /* it counts */
    before = allocations;
    while (hhb_episode_step(episode) == HH_RUNNING) {
    }
    assert_int_equal(allocations, before);
    hhb_episode_destroy(episode);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_joule_is_booked),
      cmocka_unit_test(every_joule_of_a_rigid_jungle_is_booked),
      cmocka_unit_test(a_ballistic_gibbon_goes_over_without_a_step),
      cmocka_unit_test(a_sine_jumps_at_every_kind_of_transition_it_knows),
      cmocka_unit_test(every_fall_has_a_reason_and_a_place),
      cmocka_unit_test(what_can_be_finished_is_finished),
      cmocka_unit_test(the_same_seed_is_the_same_run),
      cmocka_unit_test(the_columns_of_transitions_are_those_of_the_record),
      cmocka_unit_test(canopies_are_swung_in_and_bounced_on),
      cmocka_unit_test(to_and_fro_over_vines_it_hardly_ever_falls),
      cmocka_unit_test(no_step_takes_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
