/* Any legal parameters, in every scene, with every mover: an episode ends as one of its outcomes,
 * with books that close and numbers that are numbers. */
#include "check.h"

#include "base/random.h"
#include "episode.h"

/* What would only take long, or lay a world of a million holds. */
static double high_of(const HhParam *row)
{
  static const struct {
    const char *name;
    double high;
  } limits[] = {{"jungle.length", 400},
                {"jungle.branch_holds", 40},
                {"planner.guesses", 64},
                {"planner.iterations", 20},
                {"grab.candidates_per_tick", 40}};
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
    if (strcmp(row->name, limits[i].name) == 0) return limits[i].high;
  return row->high;
}

/* An end of the range, or evenly inside, or so by its logarithm. */
static double draw_value(const HhParam *row, HhRandom *random)
{
  double high = high_of(row), how = hh_random_unit(random);
  double low = row->low > 0 || row->kind != HH_REAL ? fmax(row->low, 1e-12) : 1e-4 * high;
  double value = hh_random_range(random, row->low, high);
  if (how > 0.65 && row->low >= 0 && high > low)
    value = exp(hh_random_range(random, log(fmax(low, 1e-4 * high)), log(high)));
  if (how < 0.3) value = how < 0.15 ? row->low : high;
  if (row->kind != HH_REAL) value = floor(value + hh_random_unit(random));
  return fmax(row->low, fmin(high, value));
}

/* Each parameter with the chance `share`; one that contradicts another stays as it was. */
static void draw_params(double share, HhRandom *random, HhParams *params)
{
  for (size_t i = 0; i < hh_params_count; i++) {
    const HhParam *row = &hh_params_table[i];
    if (hh_random_unit(random) > share) continue;
    HhParams before = *params;
    hh_param_set(row, params, draw_value(row, random));
    if (hh_params_fault(params) != NULL) *params = before;
  }
}

/* What it moved, J/kg. */
static double moved(const HhLedger *ledger)
{
  return ledger->collision_Jpkg + ledger->muscle_added_Jpkg + ledger->muscle_removed_Jpkg +
         ledger->bleed_Jpkg + ledger->friction_Jpkg + ledger->damped_Jpkg + ledger->drag_Jpkg +
         fabs(ledger->restart_Jpkg) + fabs(ledger->left_Jpkg) + fabs(ledger->partner_Jpkg) +
         fabs(ledger->correction_Jpkg);
}

static void check_creatures(const HhbEpisode *episode, const char *words)
{
  for (int i = 0; i < hhb_episode_creatures(episode); i++) {
    const HhActor *actor = hhb_episode_creature(episode, i);
    int hold = actor->gibbon.hold, count = hhb_episode_world_of(episode, i)->count;
    if (hold < -1 || hold >= count) fail_msg("%s: hold %d of %d", words, hold, count);
    const HhLedger *ledger = &actor->record.ledger;
    double allowed = 1e-8 * moved(ledger) + 1e-6;
    if (!(ledger->residual_max_Jpkg <= allowed))
      fail_msg("%s: a residual of %.3g J/kg, allowed %.3g", words, ledger->residual_max_Jpkg,
               allowed);
  }
}

static void check_metrics(const HhbEpisode *episode, const char *words)
{
  HhbResult result;
  hhb_episode_finish(episode, &result);
  if (result.status != HH_ARRIVED && result.status != HH_FINISHED && result.status != HH_FELL)
    fail_msg("%s: %s", words, hh_status_name(result.status));
  for (int i = 0; i < HHB_METRIC_COUNT; i++) {
    double value = hhb_metric_values(&result.metrics)[i];
    if (!isfinite(value) && !hhb_is_missing(value))
      fail_msg("%s: %s is not finite", words, hhb_metric_table[i].name);
  }
}

static void run(uint64_t number)
{
  HhRandom random = hh_random(number, HH_STREAM_TEST, 0);
  const HhbScene *scene = &hhb_scene_table[hh_random_index(&random, hhb_scene_hold_count())];
  HhMover mover = (HhMover)hh_random_index(&random, HH_GIBBON_MOVERS);
  double share = exp(hh_random_range(&random, log(0.01), 0));
  HhHold course[3] = {{{0, 0}, 0, 0}, {{2, 0.5}, 0, 1}, {{3, -0.5}, 0, 2}};
  HhParams params;
  hhb_scene_preset(scene, &params);
  draw_params(share, &random, &params);
  if (params.episode.dt < 0.005) params.episode.dt *= 10;
  HhbSetup setup = {.scene = scene,
                    .mover = mover,
                    .params = &params,
                    .course = {.holds = course, .count = 3, .complete = true},
                    .seed = number,
                    .duration_s = 20};
  char words[96];
  snprintf(words, sizeof words, "draw %d, %s, %s", (int)number, scene->name, hh_mover_names[mover]);
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(&setup, &episode);
  if (status == HH_NO_SCENE) return; /* the thrower has no hold to throw from */
  assert_int_equal(status, HH_RUNNING);
  while (status == HH_RUNNING) {
    status = hhb_episode_step(episode);
    check_creatures(episode, words);
  }
  check_metrics(episode, words);
  hhb_episode_destroy(episode);
}

static void every_legal_setting_is_an_outcome(void **state)
{
  (void)state;
  uint64_t draws = check_full() ? 5000 : 250;
  for (uint64_t number = 1; number <= draws; number++)
    run(number);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_legal_setting_is_an_outcome),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
