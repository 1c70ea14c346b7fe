/* The shipped parameter files: the library reads them, and they keep what their heads promise, on
 * seeds of the test's own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "actor/params_text.h"
#include "check.h"
#include "contrast.h"
#include "episode.h"

enum { SEEDS = 24, FIRST_SEED = 7000001, TEXT_MOST = 65536 };

static HhParams preset_over(const HhbScene *scene)
{
  static char text[TEXT_MOST];
  FILE *file = fopen(HHX_PRESETS_DIR "/ballistic.yaml", "rb");
  assert_non_null(file);
  size_t size = fread(text, 1, sizeof text, file);
  assert_int_equal(fclose(file), 0);
  HhParams params;
  HhParamsFault fault;
  hhb_scene_preset(scene, &params);
  if (!hh_params_read(text, size, &params, &fault)) fail_msg("line %d: %s", fault.line, fault.what);
  return params;
}

/* Metrics of the same seeds with other parameters. */
static void run_seeds(const HhbScene *scene, const HhParams *params, HhbMetrics *metrics)
{
  for (int i = 0; i < SEEDS; i++) {
    HhbSetup setup = {.scene = scene,
                      .mover = HH_MOVER_BALLISTIC,
                      .params = params,
                      .seed = FIRST_SEED + (uint64_t)i,
                      .duration_s = 60};
    HhbResult result = hhb_episode_run(&setup, false);
    assert_true(result.status > 0);
    metrics[i] = result.metrics;
  }
}

static HhxContrast contrast(const HhbMetrics *a, const HhbMetrics *b, int metric)
{
  double x[SEEDS], y[SEEDS];
  HhxContrast found;
  for (int i = 0; i < SEEDS; i++) {
    x[i] = hhb_metric_values((HhbMetrics *)&a[i])[metric];
    y[i] = hhb_metric_values((HhbMetrics *)&b[i])[metric];
  }
  assert_true(hhx_contrast_paired(x, y, SEEDS, &found));
  return found;
}

static void the_tuned_gibbon_is_steadier_cheaper_and_loses_no_more(void **state)
{
  (void)state;
  static const char *const scenes[] = {"endless_branch", "sloped_branch", "random_course"};
  double loss[2] = {0, 0};
  for (int s = 0; s < 3; s++) {
    const HhbScene *scene = hhb_scene_find(scenes[s]);
    HhParams before, after = preset_over(scene);
    HhbMetrics a[SEEDS], b[SEEDS];
    hhb_scene_preset(scene, &before);
    run_seeds(scene, &before, a);
    run_seeds(scene, &after, b);
    assert_true(contrast(a, b, hhb_metric_find("speed_cv")).ci95_high < 0);
    assert_true(contrast(a, b, hhb_metric_find("cost_model_us_per_creature_step")).ci95_high < 0);
    HhxContrast lost = contrast(a, b, hhb_metric_find("energy_loss_J_per_kg_m"));
    loss[0] += lost.mean_a / 3;
    loss[1] += lost.mean_b / 3;
    if (s > 0) assert_true(lost.p < 0.05 && lost.effect < 0);
  }
  CHECK_NEAR(loss[1] / loss[0], 0, 0.5); /* of 256 seeds 0.22 */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_tuned_gibbon_is_steadier_cheaper_and_loses_no_more)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
