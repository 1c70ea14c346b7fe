/* Design points: which there are, in which order, and how random ones are spread.
 * Quantiles of chi-square (0.999) are from tables: 4 degrees of freedom 18.467, 7: 24.322,
 * 9: 27.877, 19: 43.820. */
#include "check.h"

#include "design.h"
#include "spec_axis.h"

static HhxSpec *good(const char *text)
{
  HhxError error;
  HhxSpec *spec = hhx_spec_parse("s.yaml", text, strlen(text), &error);
  if (spec == NULL) fail_msg("refused: %s\n%s", error.text, text);
  return spec;
}

/* -- grids ------------------------------------------------------------------------------------ */

static void a_grid_counts_with_its_last_axis_fastest(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop]\nsweep:\n"
                       "  planner.iterations: {values: [5, 1, 8]}\n"
                       "  world.spacing: {values: [2, 1.5]}\n");
  static const double expected[][2] = {{5, 2}, {5, 1.5}, {1, 2}, {1, 1.5}, {8, 2}, {8, 1.5}};
  assert_int_equal(hhx_design_points(spec), 6);
  for (int point = 0; point < 6; point++) {
    double values[2];
    hhx_design_values(spec, point, values);
    assert_true(values[0] == expected[point][0] && values[1] == expected[point][1]);
  }
  hhx_spec_free(spec);
}

static void runs_count_replicates_then_movers_then_scenes_then_points(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop, sloped_branch]\nmovers: [sine, mixed, ballistic]\n"
                       "replicates: 4\nseed: 100\n"
                       "sweep: {planner.iterations: {values: [1, 2, 3, 4, 5]}}\n");
  assert_int_equal(hhx_design_runs(spec), 5 * 2 * 3 * 4);
  int64_t run = 0;
  for (int point = 0; point < 5; point++)
    for (int scene = 0; scene < 2; scene++)
      for (int mover = 0; mover < 3; mover++)
        for (int replicate = 0; replicate < 4; replicate++, run++) {
          HhxRun found = hhx_design_run(spec, run);
          assert_true(found.run == run && found.point == point);
          assert_ptr_equal(found.scene, spec->scenes[scene]);
          assert_int_equal(found.mover, spec->movers[mover]);
          assert_int_equal(found.replicate, replicate);
          assert_true(found.seed == 100u + (unsigned)replicate);
        }
  hhx_spec_free(spec);
}

static void a_spec_without_a_sweep_has_one_point(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop]\nset: {world.spacing: 2}\n");
  assert_int_equal(hhx_design_points(spec), 1);
  HhParams params;
  hhx_design_params(spec, spec->scenes[0], 0, &params);
  assert_true(params.world.spacing == 2);
  hhx_spec_free(spec);
}

static void an_interval_begins_and_ends_where_it_says(void **state)
{
  (void)state;
  HhxSpec *spec =
      good("name: a\nscenes: [drop]\nsweep:\n"
           "  world.slope: {min: -7.3 deg, max: 11.1 deg, steps: 9}\n"
           "  world.spacing: {min: 0.123456789012345678, max: 49.9, steps: 5, scale: log}\n");
  assert_true(spec->axes[0].values[0] == spec->axes[0].low);
  assert_true(spec->axes[0].values[8] == spec->axes[0].high);
  assert_true(spec->axes[1].values[0] == 0.12345678901234568);
  assert_true(spec->axes[1].values[4] == 49.9);
  hhx_spec_free(spec);
}

static void a_grid_has_the_decimals_that_one_would_write(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop]\nsweep:\n"
                       "  grab.randomness: {min: 0, max: 1, steps: 11}\n"
                       "  planner.weight.momentum: {min: 0.1, max: 10, steps: 7, scale: log}\n"
                       "  planner.weight.closure: {min: 0.001, max: 1000, steps: 7, scale: log}\n");
  static const double tenths[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
  static const double decades[] = {0.001, 0.01, 0.1, 1, 10, 100, 1000};
  for (int i = 0; i < 11; i++)
    assert_true(spec->axes[0].values[i] == tenths[i]);
  for (int i = 0; i < 7; i++)
    assert_true(spec->axes[2].values[i] == decades[i]);
  assert_true(spec->axes[1].values[3] == 1);
  for (int i = 0; i < 7; i++)
    CHECK_RELATIVE(spec->axes[1].values[i], pow(10, -1 + i / 3.0), 1e-11);
  hhx_spec_free(spec);
}

static void a_grid_over_a_count_meets_different_whole_numbers(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop]\nsweep:\n"
                       "  planner.guesses: {min: 4, max: 256, steps: 7, scale: log}\n"
                       "  planner.iterations: {min: 1, max: 10, steps: 4}\n"
                       "  planner.lookahead: {min: 1, max: 8, steps: 8}\n");
  static const double doubling[] = {4, 8, 16, 32, 64, 128, 256};
  static const double thirds[] = {1, 4, 7, 10};
  for (int i = 0; i < 7; i++)
    assert_true(spec->axes[0].values[i] == doubling[i]);
  for (int i = 0; i < 4; i++)
    assert_true(spec->axes[1].values[i] == thirds[i]);
  for (int i = 0; i < 8; i++)
    assert_true(spec->axes[2].values[i] == i + 1);
  hhx_spec_free(spec);
}

/* Reference: the C library's exp and log, which the design does not use. */
static void what_lies_between_by_ratio_agrees_with_exp_and_log(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  for (int i = 0; i < 20000; i++) {
    double low = exp(hh_random_range(&random, -690, 600));
    double high = low * exp(hh_random_range(&random, 1e-6, 100));
    double share = hh_random_unit(&random);
    double expected = exp(log(low) + share * (log(high) - log(low)));
    CHECK_RELATIVE(hhx_axis_between(low, high, true, share), expected, 1e-12);
  }
  assert_true(hhx_axis_between(1e-3, 2.385, true, 0) >= 1e-3);
  assert_true(hhx_axis_between(1e-3, 2.385, true, 1) <= 2.385);
}

/* -- parameters ------------------------------------------------------------------------------- */

static void settings_lie_over_presets_and_points_over_both(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [random_course, drop, endless_branch]\n"
                       "set: {start.kind: swing, world.spacing: 1.25}\n"
                       "sweep: {planner.iterations: {values: [3, 9]}}\n");
  HhParams params;
  hhx_design_params(spec, hhb_scene_find("random_course"), 1, &params);
  assert_null(hh_params_fault(&params));
  assert_int_equal(params.gibbon.start, HH_START_SWING);
  assert_int_equal(params.episode.fall_limit, 1);
  assert_true(params.world.spacing == 1.25);
  assert_int_equal(params.gibbon.planner.iterations, 9);
  hhx_design_params(spec, hhb_scene_find("endless_branch"), 0, &params);
  assert_true(params.episode.fall_limit > 1);
  assert_int_equal(params.gibbon.planner.iterations, 3);
  hhx_spec_free(spec);
}

static void what_passes_the_corners_has_no_fault_at_any_point(void **state)
{
  (void)state;
  static const char *const designs[] = {
      "sweep:\n  gibbon.speed_min: {min: 0, max: 5, steps: 6}\n"
      "  gibbon.speed_max: {min: 5.5, max: 9, steps: 5}\n"
      "  world.gap_min: {values: [1, 0.5, 2]}\n  world.gap_max: {values: [3, 2]}\n",
      "design: {kind: random, samples: 2000}\n"
      "sweep:\n  gibbon.speed_min: {min: 0.1, max: 5, scale: log}\n"
      "  gibbon.speed_max: {min: 5.001, max: 9}\n  world.pitch_min: {values: [-1, 0.1]}\n"
      "  world.pitch_max: {min: 0.1, max: 1}\n  planner.guesses: {min: 1, max: 4096, scale: "
      "log}\n"};
  for (size_t i = 0; i < 2; i++) {
    char text[512];
    snprintf(text, sizeof text, "name: a\nscenes: [drop, sloped_branch]\n%s", designs[i]);
    HhxSpec *spec = good(text);
    for (int64_t point = 0; point < hhx_design_points(spec); point++)
      for (int scene = 0; scene < spec->scene_count; scene++) {
        HhParams params;
        hhx_design_params(spec, spec->scenes[scene], point, &params);
        assert_null(hh_params_fault(&params));
        double values[8];
        hhx_design_values(spec, point, values);
        for (int axis = 0; axis < spec->axis_count; axis++)
          assert_true(hh_param_get(spec->axes[axis].param, &params) == values[axis]);
      }
    hhx_spec_free(spec);
  }
}

/* -- random points ---------------------------------------------------------------------------- */

#define RANDOM_HEAD                                                                                \
  "name: a\nscenes: [drop]\nseed: 7\ndesign: {kind: random, samples: 40000}\nsweep:\n"
enum { SAMPLES = 40000 };

static void a_random_point_depends_on_seed_axis_and_index_alone(void **state)
{
  (void)state;
  HhxSpec *one = good(RANDOM_HEAD "  world.spacing: {min: 1, max: 2}\n");
  HhxSpec *two = good(RANDOM_HEAD "  world.spacing: {min: 1, max: 2}\n"
                                  "  world.slope: {min: -1, max: 1}\n");
  HhxSpec *fewer =
      good("name: b\nscenes: [drop, random_course]\nmovers: [sine]\nseed: 7\nreplicates: 9\n"
           "design: {kind: random, samples: 40}\nsweep: {world.spacing: {min: 1, max: 2}}\n");
  HhxSpec *other =
      good("name: b\nscenes: [drop]\nseed: 8\n"
           "design: {kind: random, samples: 40}\nsweep: {world.spacing: {min: 1, max: 2}}\n");
  for (int point = 39; point >= 0; point--) {
    double value[1], pair[2], again[1], else_where[1];
    hhx_design_values(one, point, value);
    hhx_design_values(two, point, pair);
    hhx_design_values(fewer, point, again);
    hhx_design_values(other, point, else_where);
    assert_true(value[0] == pair[0] && value[0] == again[0]);
    assert_true(value[0] != else_where[0]);
  }
  hhx_spec_free(one);
  hhx_spec_free(two);
  hhx_spec_free(fewer);
  hhx_spec_free(other);
}

/* Chi-square of SAMPLES values of the only axis, sorted into `bins` by bin_of. */
static double chi_square(const char *axis, int bins, const double *shares,
                         int (*bin_of)(double value))
{
  char text[256];
  snprintf(text, sizeof text, RANDOM_HEAD "  %s\n", axis);
  HhxSpec *spec = good(text);
  double counts[32] = {0};
  for (int point = 0; point < SAMPLES; point++) {
    double value;
    hhx_design_values(spec, point, &value);
    assert_true(hh_param_accepts(spec->axes[0].param, value));
    int bin = bin_of(value);
    if (bin < 0 || bin >= bins) fail_msg("%s: %.17g", axis, value);
    counts[bin]++;
  }
  hhx_spec_free(spec);
  double sum = 0;
  for (int i = 0; i < bins; i++) {
    double expected = SAMPLES * (shares != NULL ? shares[i] : 1.0 / bins);
    sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return sum;
}

static int twentieth(double value)
{
  return (int)floor((value - 0.5) / 1.5 * 20);
}

static void reals_are_uniform(void **state)
{
  (void)state;
  double found = chi_square("world.spacing: {min: 0.5, max: 2}", 20, NULL, twentieth);
  assert_true(found < 43.820);
}

static int tenth_of_four_decades(double value)
{
  return (int)floor((log10(value) + 2) / 4 * 10);
}

static void reals_are_uniform_in_the_logarithm(void **state)
{
  (void)state;
  double found = chi_square("planner.weight.cruise: {min: 0.01, max: 100, scale: log}", 10, NULL,
                            tenth_of_four_decades);
  assert_true(found < 27.877);
}

static int above_three(double value)
{
  return value == floor(value) ? (int)value - 3 : -1;
}

static void whole_numbers_are_equally_likely_both_ends_included(void **state)
{
  (void)state;
  double found = chi_square("planner.iterations: {min: 3, max: 7}", 5, NULL, above_three);
  assert_true(found < 18.467);
}

static int above_one(double value)
{
  return value == floor(value) ? (int)value - 1 : -1;
}

static void whole_numbers_follow_the_logarithm_both_ends_included(void **state)
{
  (void)state;
  double shares[8];
  for (int k = 1; k <= 8; k++)
    shares[k - 1] = log((k + 1.0) / k) / log(9);
  double found =
      chi_square("planner.lookahead: {min: 1, max: 8, scale: log}", 8, shares, above_one);
  assert_true(found < 24.322);
}

static int listed(double value)
{
  static const double values[] = {5, 1, 40, 3, 2};
  for (int i = 0; i < 5; i++)
    if (values[i] == value) return i;
  return -1;
}

static void listed_values_are_equally_likely(void **state)
{
  (void)state;
  double found = chi_square("planner.iterations: {values: [5, 1, 40, 3, 2]}", 5, NULL, listed);
  assert_true(found < 18.467);
}

/* The correlation of independent uniform numbers has standard deviation 1 / sqrt(SAMPLES). */
static void axes_are_independent_and_so_are_neighbours(void **state)
{
  (void)state;
  HhxSpec *spec = good(RANDOM_HEAD "  world.spacing: {min: 1, max: 3}\n"
                                   "  world.gravity: {min: 1, max: 3}\n");
  double across = 0, along = 0, before = 0;
  for (int point = 0; point < SAMPLES; point++) {
    double values[2];
    hhx_design_values(spec, point, values);
    across += (values[0] - 2) * (values[1] - 2) * 3 / SAMPLES;
    along += (values[0] - 2) * before * 3 / SAMPLES;
    before = values[0] - 2;
  }
  CHECK_NEAR(across, 0, 4 / sqrt(SAMPLES));
  CHECK_NEAR(along, 0, 4 / sqrt(SAMPLES));
  hhx_spec_free(spec);
}

/* The range of COUNT values that do not fit a few bins. */
static void a_wide_count_stays_in_its_interval(void **state)
{
  (void)state;
  HhxSpec *spec = good(RANDOM_HEAD "  world.holds: {min: 2, max: 1000000, scale: log}\n"
                                   "  world.branch_holds: {min: 999998, max: 1000000}\n");
  bool met[3] = {false};
  for (int point = 0; point < SAMPLES; point++) {
    double values[2];
    hhx_design_values(spec, point, values);
    assert_true(values[0] >= 2 && values[0] <= 1000000 && values[0] == floor(values[0]));
    assert_true(values[1] >= 999998 && values[1] <= 1000000);
    met[(int)values[1] - 999998] = true;
  }
  assert_true(met[0] && met[1] && met[2]);
  hhx_spec_free(spec);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_grid_counts_with_its_last_axis_fastest),
      cmocka_unit_test(runs_count_replicates_then_movers_then_scenes_then_points),
      cmocka_unit_test(a_spec_without_a_sweep_has_one_point),
      cmocka_unit_test(an_interval_begins_and_ends_where_it_says),
      cmocka_unit_test(a_grid_has_the_decimals_that_one_would_write),
      cmocka_unit_test(a_grid_over_a_count_meets_different_whole_numbers),
      cmocka_unit_test(what_lies_between_by_ratio_agrees_with_exp_and_log),
      cmocka_unit_test(settings_lie_over_presets_and_points_over_both),
      cmocka_unit_test(what_passes_the_corners_has_no_fault_at_any_point),
      cmocka_unit_test(a_random_point_depends_on_seed_axis_and_index_alone),
      cmocka_unit_test(reals_are_uniform),
      cmocka_unit_test(reals_are_uniform_in_the_logarithm),
      cmocka_unit_test(whole_numbers_are_equally_likely_both_ends_included),
      cmocka_unit_test(whole_numbers_follow_the_logarithm_both_ends_included),
      cmocka_unit_test(listed_values_are_equally_likely),
      cmocka_unit_test(axes_are_independent_and_so_are_neighbours),
      cmocka_unit_test(a_wide_count_stays_in_its_interval),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
