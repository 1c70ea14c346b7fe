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

/* -- designs that fill space ------------------------------------------------------------------ */

/* The only parameter from 0 to 1 on a linear scale is its own share. */
#define SHARE  "grab.randomness: {min: 0, max: 1}"
#define WEIGHT "planner.weight.cruise: {min: 0.01, max: 100, scale: log}"

/* How many of the spec's first `points` points lie in each of `bins` equal parts of an axis. */
static void count_shares(const HhxSpec *spec, int axis, int64_t points, int bins, int *counts)
{
  for (int i = 0; i < bins; i++)
    counts[i] = 0;
  for (int64_t point = 0; point < points; point++) {
    double values[HHX_AXES];
    hhx_design_values(spec, point, values);
    double share = hhx_axis_share(&spec->axes[axis], values[axis]);
    int bin = (int)floor(share * bins);
    counts[bin < bins ? bin : bins - 1]++;
  }
}

static void a_latin_hypercube_has_one_point_in_every_stratum_of_every_axis(void **state)
{
  (void)state;
  static const char *const seeds[] = {"1", "2", "9007199254740991"};
  for (size_t seed = 0; seed < 3; seed++) {
    char text[512];
    snprintf(text, sizeof text,
             "name: a\nscenes: [drop]\nseed: %s\ndesign: {kind: latin_hypercube, samples: 120}\n"
             "sweep:\n  " SHARE "\n  " WEIGHT "\n  planner.iterations: {values: [5, 1, 40, 2]}\n"
             "  planner.guesses: {min: 11, max: 30}\n",
             seeds[seed]);
    HhxSpec *spec = good(text);
    static const int strata[] = {120, 120, 4, 20};
    for (int axis = 0; axis < 4; axis++) {
      int counts[120];
      count_shares(spec, axis, 120, strata[axis], counts);
      for (int i = 0; i < strata[axis]; i++)
        assert_int_equal(counts[i], 120 / strata[axis]);
    }
    hhx_spec_free(spec);
  }
}

/* Of a Sobol sequence every 2^k points from the start have one in each of 2^k parts, and one in
 * each box of 2^a x 2^(k-a) parts of its first two dimensions; of Halton's every b^k in base b. */
static void sobol_and_halton_points_are_balanced(void **state)
{
  (void)state;
  HhxSpec *sobol =
      good("name: a\nscenes: [drop]\ndesign: {kind: sobol, samples: 256}\nsweep:\n  " SHARE
           "\n  " WEIGHT "\n");
  for (int across = 1; across <= 256; across *= 2) {
    bool met[256] = {false};
    for (int point = 0; point < 256; point++) {
      double values[2];
      hhx_design_values(sobol, point, values);
      int column = (int)floor(hhx_axis_share(&sobol->axes[0], values[0]) * across);
      int row = (int)floor(hhx_axis_share(&sobol->axes[1], values[1]) * (256 / across));
      assert_false(met[column * (256 / across) + row]);
      met[column * (256 / across) + row] = true;
    }
  }
  hhx_spec_free(sobol);

  HhxSpec *halton =
      good("name: a\nscenes: [drop]\ndesign: {kind: halton, samples: 243}\nsweep:\n  " SHARE
           "\n  " WEIGHT "\n");
  static const int parts[] = {128, 243};
  for (int axis = 0; axis < 2; axis++) {
    int counts[243];
    count_shares(halton, axis, parts[axis], parts[axis], counts);
    for (int i = 0; i < parts[axis]; i++)
      assert_int_equal(counts[i], 1);
  }
  hhx_spec_free(halton);
}

static void a_sequence_is_asked_for_no_dimension_that_it_lacks(void **state)
{
  (void)state;
  HhxSpec spec = {.axis_count = 150, .scrambles = 16};
  static const struct {
    HhxDesignKind kind;
    bool fits;
  } kinds[] = {{HHX_RANDOM, true}, {HHX_LATIN_HYPERCUBE, true}, {HHX_SOBOL, true},
               {HHX_HALTON, true}, {HHX_SALTELLI, false},       {HHX_MORRIS, true}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    spec.design = kinds[i].kind;
    HhxDimensions dimensions = hhx_design_dimensions(&spec);
    assert_int_equal(dimensions.needed <= dimensions.most, kinds[i].fits);
  }
  spec.design = HHX_SALTELLI, spec.scrambles = 0;
  assert_true(hhx_design_dimensions(&spec).most > 300);
  spec.axis_count = 201;
  spec.design = HHX_SOBOL;
  assert_true(hhx_design_dimensions(&spec).needed > hhx_design_dimensions(&spec).most);
  spec.design = HHX_HALTON;
  assert_true(hhx_design_dimensions(&spec).needed > hhx_design_dimensions(&spec).most);
}

static void a_step_of_morris_moves_one_axis_half_the_levels(void **state)
{
  (void)state;
  HhxSpec *spec =
      good("name: a\nscenes: [drop]\ndesign: {kind: morris, trajectories: 200, levels: 6}\n"
           "sweep:\n  " SHARE "\n  " WEIGHT "\n  world.spacing: {min: 1, max: 3}\n");
  assert_int_equal(hhx_design_points(spec), 200 * 4);
  int ends = 0, first[3] = {0};
  for (int trajectory = 0; trajectory < 200; trajectory++) {
    double before[3], after[3];
    bool moved[3] = {false};
    hhx_design_values(spec, trajectory * 4, before);
    for (int step = 1; step <= 3; step++) {
      hhx_design_values(spec, trajectory * 4 + step, after);
      int changes = 0;
      for (int axis = 0; axis < 3; axis++) {
        double from = hhx_axis_share(&spec->axes[axis], before[axis]);
        double to = hhx_axis_share(&spec->axes[axis], after[axis]);
        CHECK_NEAR(to * 5, floor(to * 5 + 0.5), 1e-12); /* on the grid {0, 1/5, ..., 1} */
        ends += after[axis] == spec->axes[axis].low || after[axis] == spec->axes[axis].high;
        if (after[axis] == before[axis]) continue;
        CHECK_NEAR(fabs(to - from), 3.0 / 5, 1e-12);
        assert_false(moved[axis]);
        moved[axis] = true;
        first[axis] += step == 1;
        changes++;
      }
      assert_int_equal(changes, 1);
      memcpy(before, after, sizeof before);
    }
  }
  assert_true(ends > 0);
  /* Each axis is as likely to move first: 200/3, standard deviation 6.7. */
  for (int axis = 0; axis < 3; axis++)
    assert_in_range(first[axis], 40, 94);
  hhx_spec_free(spec);
}

static void saltelli_points_are_a_and_b_and_a_with_each_column_of_b(void **state)
{
  (void)state;
  static const struct {
    const char *keys;
    int samples, blocks;
  } designs[] = {{"samples: 8, scrambles: 3", 8, 24}, {"samples: 10, scrambles: 0", 10, 10}};
  for (size_t i = 0; i < 2; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "name: a\nscenes: [drop]\ndesign: {kind: saltelli, %s}\n"
             "sweep:\n  " SHARE "\n  world.slope: {min: 0, max: 1}\n",
             designs[i].keys);
    HhxSpec *spec = good(text);
    assert_int_equal(hhx_design_points(spec), designs[i].blocks * 4);
    int counts[3][2][8] = {{{0}}};
    for (int row = 0; row < designs[i].blocks; row++) {
      double a[2], b[2], first[2], second[2];
      hhx_design_values(spec, row * 4, a);
      hhx_design_values(spec, row * 4 + 1, b);
      hhx_design_values(spec, row * 4 + 2, first);
      hhx_design_values(spec, row * 4 + 3, second);
      assert_true(first[0] == b[0] && first[1] == a[1]);
      assert_true(second[0] == a[0] && second[1] == b[1]);
      assert_true(a[0] != b[0] && a[1] != b[1]);
      int scramble = i == 0 ? row / 8 : 0; /* rows of one follow one another */
      counts[scramble][0][(int)(a[0] * 8)]++, counts[scramble][1][(int)(b[1] * 8)]++;
    }
    /* A scramble's rows are a balanced part of Sobol's sequence, in A and in B. */
    for (int bin = 0; i == 0 && bin < 3 * 2 * 8; bin++)
      assert_int_equal(counts[bin / 16][bin / 8 % 2][bin % 8], 1);
    hhx_spec_free(spec);
  }
}

static void equal_specs_have_equal_points_and_another_seed_has_others(void **state)
{
  (void)state;
  static const char *const kinds[] = {"random, samples: 40",
                                      "latin_hypercube, samples: 40",
                                      "sobol, samples: 32",
                                      "halton, samples: 40",
                                      "morris, trajectories: 40",
                                      "saltelli, samples: 32",
                                      "saltelli, samples: 40, scrambles: 0"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    HhxSpec *specs[3];
    for (int seed = 0; seed < 3; seed++) {
      char text[300];
      snprintf(text, sizeof text,
               "name: a\nscenes: [drop]\nseed: %d\ndesign: {kind: %s}\nsweep:\n  " SHARE
               "\n  " WEIGHT "\n",
               seed == 2, kinds[i]);
      specs[seed] = good(text);
    }
    int others = 0;
    for (int point = 0; point < 32; point++) {
      double values[3][2];
      for (int seed = 0; seed < 3; seed++)
        hhx_design_values(specs[seed], point, values[seed]);
      assert_memory_equal(values[0], values[1], sizeof values[0]);
      others += values[0][0] != values[2][0];
    }
    assert_true(others > 8); /* morris has few values */
    for (int seed = 0; seed < 3; seed++)
      hhx_spec_free(specs[seed]);
  }
}

/* -- shares of an axis ------------------------------------------------------------------------ */

static void the_share_of_a_value_leads_back_to_it(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop]\ndesign: {kind: random, samples: 1}\nsweep:\n"
                       "  world.spacing: {min: 0.7, max: 2.385}\n"
                       "  planner.weight.cruise: {min: 0.003, max: 70, scale: log}\n"
                       "  planner.iterations: {min: 3, max: 40}\n"
                       "  planner.guesses: {min: 2, max: 4096, scale: log}\n"
                       "  planner.lookahead: {values: [5, 1, 8, 3]}\n"
                       "  planner.method: {values: [exact, iterative]}\n");
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (int axis = 0; axis < spec->axis_count; axis++) {
    const HhxAxis *one = &spec->axes[axis];
    for (int i = 0; i <= 1000; i++) {
      double share = i == 1000 ? 1 : hh_random_unit(&random);
      double value = hhx_axis_at(one, share);
      assert_true(hh_param_accepts(one->param, value));
      if (one->count == 0) assert_true(value >= one->low && value <= one->high);
      double back = hhx_axis_share(one, value);
      assert_true(back >= 0 && back <= 1);
      CHECK_RELATIVE(hhx_axis_at(one, back), value, 1e-12);
      if (one->param->kind == HH_REAL) CHECK_NEAR(back, share, 1e-12);
    }
    if (one->count > 0) {
      assert_true(hhx_axis_at(one, 0) == one->values[0]);
      assert_true(hhx_axis_at(one, 1) == one->values[one->count - 1]);
    } else {
      assert_true(hhx_axis_at(one, 0) == one->low && hhx_axis_at(one, 1) == one->high);
    }
  }
  /* What is not on the axis: the nearest value that is. */
  assert_true(hhx_axis_share(&spec->axes[0], 99) == 1 && hhx_axis_share(&spec->axes[0], 0.1) == 0);
  assert_true(hhx_axis_at(&spec->axes[4], hhx_axis_share(&spec->axes[4], 7)) == 8);
  assert_true(hhx_axis_at(&spec->axes[2], hhx_axis_share(&spec->axes[2], 1000)) == 40);
  hhx_spec_free(spec);
}

/* -- conditions ------------------------------------------------------------------------------- */

#define METHODS                                                                                    \
  "  planner.method: {values: [iterative, exact]}\n"                                               \
  "  planner.iterations: {values: [1, 2, 4], when: {planner.method: iterative}}\n"                 \
  "  planner.relaxation: {values: [plain, damped], when: {planner.iterations: [2, 4]}}\n"          \
  "  world.spacing: {values: [1.5, 2]}\n"

static void a_grid_with_conditions_has_every_point_that_differs_once(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop]\nsweep:\n" METHODS);
  /* By hand, 9 for an axis that does not count: exact, 1 refinement, 2 and 4 plain or damped. */
  static const double expected[][4] = {{0, 1, 9, 1.5}, {0, 1, 9, 2}, {0, 2, 0, 1.5}, {0, 2, 0, 2},
                                       {0, 2, 1, 1.5}, {0, 2, 1, 2}, {0, 4, 0, 1.5}, {0, 4, 0, 2},
                                       {0, 4, 1, 1.5}, {0, 4, 1, 2}, {1, 9, 9, 1.5}, {1, 9, 9, 2}};
  assert_int_equal(hhx_design_points(spec), 12);
  assert_int_equal(hhx_design_runs(spec), 12);
  HhParams preset;
  hhb_scene_preset(spec->scenes[0], &preset);
  for (int point = 0; point < 12; point++) {
    double values[4];
    hhx_design_values(spec, point, values);
    HhParams params;
    hhx_design_params(spec, spec->scenes[0], point, &params);
    for (int axis = 0; axis < 4; axis++) {
      const HhParam *param = spec->axes[axis].param;
      bool counts = expected[point][axis] != 9;
      assert_int_equal(hhb_is_missing(values[axis]), !counts);
      if (counts) assert_true(values[axis] == expected[point][axis]);
      double had = counts ? expected[point][axis] : hh_param_get(param, &preset);
      assert_true(hh_param_get(param, &params) == had);
    }
  }
  hhx_spec_free(spec);
}

/* A grid of COUNT axes, of 1 to 3 values 1, 2, 3 each, with conditions on earlier ones; whether it
 * is accepted. Reference: every point of the full grid, those that are equal taken once. */
static bool check_grid(HhRandom *random)
{
  enum { COUNT = 4, FULL = 81 };
  static const char *const names[COUNT] = {"planner.iterations", "planner.guesses",
                                           "planner.lookahead", "grab.candidates_per_tick"};
  int counts[COUNT], on[COUNT], wanted[COUNT], full = 1;
  char text[1024] = "name: a\nscenes: [drop]\nsweep:\n";
  for (int i = 0; i < COUNT; i++) {
    static const char *const values[] = {"1", "1, 2", "1, 2, 3"};
    counts[i] = 1 + (int)hh_random_index(random, 3);
    full *= counts[i];
    on[i] = (int)hh_random_index(random, COUNT) - 1; /* below 0, or not before it: no condition */
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, sizeof text - used, "  %s: {values: [%s]", names[i],
                             values[counts[i] - 1]);
    if (on[i] >= i) on[i] = -1;
    if (on[i] >= 0) {
      wanted[i] = 1 + (int)hh_random_index(random, (uint64_t)counts[on[i]]);
      used += (size_t)snprintf(text + used, sizeof text - used, ", when: {%s: %d}", names[on[i]],
                               wanted[i]);
    }
    snprintf(text + used, sizeof text - used, "}\n");
  }
  HhxSpec *spec = good(text);
  int distinct[FULL][COUNT], found = 0;
  for (int number = 0; number < full; number++) {
    int rest = number, *point = distinct[found];
    for (int i = COUNT - 1; i >= 0; i--)
      point[i] = 1 + rest % counts[i], rest /= counts[i];
    for (int i = 0; i < COUNT; i++)
      if (on[i] >= 0 && point[on[i]] != wanted[i]) point[i] = 0;
    bool met = false;
    for (int i = 0; i < found; i++)
      met = met || memcmp(distinct[i], point, sizeof distinct[i]) == 0;
    found += !met;
  }
  assert_int_equal(hhx_design_points(spec), found);
  for (int number = 0; number < found; number++) {
    double values[COUNT];
    hhx_design_values(spec, number, values);
    for (int i = 0; i < COUNT; i++)
      assert_true(distinct[number][i] == 0 ? hhb_is_missing(values[i])
                                           : values[i] == distinct[number][i]);
  }
  bool joined = found < full;
  hhx_spec_free(spec);
  return joined;
}

static void conditional_grids_agree_with_the_full_grid_without_its_twins(void **state)
{
  (void)state;
  HhRandom random = hh_random(11, HH_STREAM_TEST, 0);
  int joined = 0;
  for (int i = 0; i < 2000; i++)
    joined += check_grid(&random);
  assert_in_range(joined, 500, 2000);
}

static void designs_that_sample_leave_axes_that_do_not_count_empty(void **state)
{
  (void)state;
  static const char *const kinds[] = {"random, samples: 400",     "latin_hypercube, samples: 400",
                                      "sobol, samples: 400",      "halton, samples: 400",
                                      "morris, trajectories: 80", "saltelli, samples: 16"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    char text[700];
    snprintf(text, sizeof text, "name: a\nscenes: [drop]\ndesign: {kind: %s}\nsweep:\n" METHODS,
             kinds[i]);
    HhxSpec *spec = good(text);
    int exact = 0;
    for (int64_t point = 0; point < hhx_design_points(spec); point++) {
      double values[4];
      hhx_design_values(spec, point, values);
      bool refined = values[0] == 0, relaxed = refined && values[1] > 1;
      assert_int_equal(hhb_is_missing(values[1]), !refined);
      assert_int_equal(hhb_is_missing(values[2]), !relaxed);
      assert_false(hhb_is_missing(values[3]));
      exact += !refined;
    }
    assert_in_range(exact, hhx_design_points(spec) / 4, hhx_design_points(spec) * 3 / 4);
    hhx_spec_free(spec);
  }
}

/* The presets have speeds from 2 to 9 m/s. */
static void a_conflict_counts_only_where_it_can_occur(void **state)
{
  (void)state;
  static const struct {
    const char *sweep, *refusal; /* null: accepted */
  } specs[] = {
      {"  planner.iterations: {values: [1, 2]}\n"
       "  gibbon.speed_max: {values: [9.5], when: {planner.iterations: 2}}\n"
       "  gibbon.speed_min: {values: [9], when: {planner.iterations: 2}}\n",
       NULL},
      {"  planner.iterations: {values: [1, 2]}\n"
       "  gibbon.speed_max: {values: [9.5], when: {planner.iterations: 1}}\n"
       "  gibbon.speed_min: {values: [9], when: {planner.iterations: 2}}\n",
       "gibbon.speed_min: leaves gibbon.speed_min not below gibbon.speed_max"},
      {"  planner.iterations: {values: [1, 2, 3]}\n"
       "  gibbon.speed_min: {values: [1, 9], when: {planner.iterations: [1, 2]}}\n"
       "  gibbon.speed_max: {values: [2, 9.5], when: {planner.iterations: [3]}}\n",
       "gibbon.speed_min: leaves"},
      {"  planner.iterations: {values: [1, 2, 3]}\n"
       "  gibbon.speed_min: {values: [1, 1.5], when: {planner.iterations: [1, 2]}}\n"
       "  gibbon.speed_max: {values: [2.25, 9.5], when: {planner.iterations: [2, 3]}}\n",
       NULL},
      {"  planner.iterations: {values: [1, 2, 3]}\n"
       "  gibbon.speed_min: {values: [1, 2.5], when: {planner.iterations: [1, 2]}}\n"
       "  gibbon.speed_max: {values: [2.25, 9.5], when: {planner.iterations: [2, 3]}}\n",
       "(scene drop, 2.5 against 2.25)"},
      {"  planner.iterations: {values: [1, 2, 3]}\n"
       "  gibbon.speed_min: {values: [1], when: {planner.iterations: [1, 3]}}\n"
       "  gibbon.speed_max: {values: [1.5, 3]}\n",
       "(scene drop, 2 against 1.5)"}, /* at 2 refinements */
      {"  planner.iterations: {values: [1, 2]}\n"
       "  planner.guesses: {values: [1, 2], when: {planner.iterations: 2}}\n"
       "  gibbon.speed_min: {values: [1, 9.2], when: {planner.guesses: 2}}\n",
       "(scene drop, 9.2 against 9)"},
      {"  planner.iterations: {min: 1, max: 40, steps: 40}\n"
       "  gibbon.speed_min: {values: [1, 2.5], when: {planner.iterations: [5, 6]}}\n"
       "  gibbon.speed_max: {values: [2.2, 8], when: {planner.iterations: [6, 7]}}\n",
       "(scene drop, 2.5 against 2.2)"},
      {"  planner.iterations: {min: 1, max: 40, steps: 40}\n"
       "  gibbon.speed_min: {values: [1, 2.5], when: {planner.iterations: [5, 6]}}\n"
       "  gibbon.speed_max: {values: [2.2, 8], when: {planner.iterations: [7, 8]}}\n",
       NULL},
      {"  planner.iterations: {values: [1, 2, 3]}\n"
       "  gibbon.speed_min: {values: [1, 2.5], when: {planner.iterations: 1}}\n"
       "  gibbon.speed_max: {values: [2.25, 9.5], when: {planner.iterations: [2, 3]}}\n",
       NULL},
  };
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    char text[512];
    snprintf(text, sizeof text, "name: a\nscenes: [drop]\nsweep:\n%s", specs[i].sweep);
    HhxError error = {.text = ""};
    HhxSpec *spec = hhx_spec_parse("s.yaml", text, strlen(text), &error);
    if ((spec == NULL) != (specs[i].refusal != NULL)) fail_msg("%zu: %s", i, error.text);
    if (spec == NULL && strstr(error.text, specs[i].refusal) == NULL) fail_msg("%s", error.text);
    for (int64_t point = 0; spec != NULL && point < hhx_design_points(spec); point++) {
      HhParams params;
      hhx_design_params(spec, spec->scenes[0], point, &params);
      assert_null(hh_params_fault(&params));
    }
    hhx_spec_free(spec);
  }
}

/* -- points that come from elsewhere ---------------------------------------------------------- */

static void a_list_is_run_in_its_order(void **state)
{
  (void)state;
  HhxSpec *spec =
      good("name: a\nscenes: [drop, random_course]\nreplicates: 2\ndesign:\n  kind: list\n"
           "  points:\n  - [planner.iterations, start.kind]\n  - [7, rest]\n"
           "  - [3, ~]\n  - [7, swing]\n");
  assert_int_equal(hhx_design_runs(spec), 3 * 2 * 2);
  static const int iterations[] = {7, 3, 7};
  static const int starts[] = {HH_START_REST, HH_START_DROP, HH_START_SWING};
  for (int point = 0; point < 3; point++) {
    HhParams params;
    hhx_design_params(spec, spec->scenes[0], point, &params);
    assert_int_equal(params.gibbon.planner.iterations, iterations[point]);
    assert_int_equal(params.gibbon.start, starts[point]);
  }
  hhx_spec_free(spec);
}

static void tuned_points_are_those_that_the_optimizer_wrote(void **state)
{
  (void)state;
  HhxSpec *spec =
      good("name: a\nscenes: [drop]\noptimizer: {budget: 3}\nobjectives: [{metric: falls}]\n"
           "sweep:\n  planner.method: {values: [iterative, exact]}\n"
           "  planner.iterations: {min: 1, max: 8, when: {planner.method: iterative}}\n");
  assert_int_equal(hhx_design_points(spec), 3);
  spec->points = calloc(3 * 2, sizeof *spec->points);
  assert_non_null(spec->points);
  static const double shares[3][2] = {{0.2, 0.99}, {0.7, 0.99}, {0.49, 0}};
  for (int point = 0; point < 3; point++)
    hhx_axis_values_at(spec, shares[point], spec->points + (ptrdiff_t)point * 2);
  static const int iterations[] = {8, 0, 1};
  for (int point = 0; point < 3; point++) {
    double values[2];
    hhx_design_values(spec, point, values);
    assert_true(values[0] == (point == 1));
    assert_true(point == 1 ? hhb_is_missing(values[1]) : values[1] == iterations[point]);
  }
  hhx_spec_free(spec);
}

static void independent_seeds_are_all_different(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop, random_course]\nmovers: [sine, mixed]\nseed: 100\n"
                       "replicates: 3\nseeds: independent\n"
                       "sweep: {planner.iterations: {values: [1, 2, 4, 8]}}\n");
  assert_int_equal(hhx_design_seeds(spec), 48);
  for (int64_t run = 0; run < hhx_design_runs(spec); run++)
    assert_true(hhx_design_run(spec, run).seed == 100 + (uint64_t)run);
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
      cmocka_unit_test(a_latin_hypercube_has_one_point_in_every_stratum_of_every_axis),
      cmocka_unit_test(sobol_and_halton_points_are_balanced),
      cmocka_unit_test(a_sequence_is_asked_for_no_dimension_that_it_lacks),
      cmocka_unit_test(a_step_of_morris_moves_one_axis_half_the_levels),
      cmocka_unit_test(saltelli_points_are_a_and_b_and_a_with_each_column_of_b),
      cmocka_unit_test(equal_specs_have_equal_points_and_another_seed_has_others),
      cmocka_unit_test(the_share_of_a_value_leads_back_to_it),
      cmocka_unit_test(a_grid_with_conditions_has_every_point_that_differs_once),
      cmocka_unit_test(conditional_grids_agree_with_the_full_grid_without_its_twins),
      cmocka_unit_test(designs_that_sample_leave_axes_that_do_not_count_empty),
      cmocka_unit_test(a_conflict_counts_only_where_it_can_occur),
      cmocka_unit_test(a_list_is_run_in_its_order),
      cmocka_unit_test(tuned_points_are_those_that_the_optimizer_wrote),
      cmocka_unit_test(independent_seeds_are_all_different),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
