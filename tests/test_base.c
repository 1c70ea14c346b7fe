/* core/base against numbers from outside: known answers, the C library, counting. */
#include "check.h"

#include "actor/params.h"
#include "base/angle.h"
#include "base/bracket.h"
#include "base/hash.h"
#include "base/poly.h"
#include "base/random.h"
#include "base/status.h"

/* Reference: Random123's kat_vectors, philox 4x32 with 10 rounds. */
static void philox_gives_the_known_answers(void **state)
{
  (void)state;
  static const struct {
    uint64_t key, low, high;
    uint32_t expected[4];
  } known[] = {
      {0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {UINT64_MAX, UINT64_MAX, UINT64_MAX, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {0x299f31d0a4093822,
       0x85a308d3243f6a88,
       0x0370734413198a2e,
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    HhRandomBlock block = hh_random_block(known[i].key, known[i].low, known[i].high);
    assert_memory_equal(block.word, known[i].expected, sizeof block.word);
  }
}

static void draws_repeat_from_their_counter_and_streams_differ(void **state)
{
  (void)state;
  HhRandom random = hh_random(7, HH_STREAM_PLANNER, 3);
  double third = 0;
  for (int i = 0; i < 3; i++)
    third = hh_random_unit(&random);
  HhRandom again = hh_random(7, HH_STREAM_PLANNER, 3);
  again.draw = 2;
  assert_true(hh_random_unit(&again) == third);
  HhRandom other_stream = hh_random(7, HH_STREAM_GRAB, 3), other_creature = again;
  other_stream.draw = 2;
  other_creature.creature = 4;
  other_creature.draw = 2;
  assert_true(hh_random_unit(&other_stream) != third);
  assert_true(hh_random_unit(&other_creature) != third);
}

/* Reference: mean 1/2, variance 1/12; chi-squared of 100 cells is below 149 with probability 0.999.
 */
static void draws_are_uniform(void **state)
{
  (void)state;
  enum { DRAWS = 1000000, CELLS = 100 };
  static int cell[CELLS];
  double sum = 0, squares = 0, chi2 = 0;
  HhRandom random = hh_random(11, HH_STREAM_TEST, 0);
  for (int i = 0; i < DRAWS; i++) {
    double u = hh_random_unit(&random);
    assert_true(u >= 0 && u < 1);
    sum += u;
    squares += u * u;
    cell[(int)(u * CELLS)]++;
  }
  for (int i = 0; i < CELLS; i++)
    chi2 += (cell[i] - DRAWS / CELLS) * (double)(cell[i] - DRAWS / CELLS) / (DRAWS / CELLS);
  CHECK_NEAR(sum / DRAWS, 0.5, 0.001);
  CHECK_NEAR(squares / DRAWS - 0.25, 1.0 / 12, 0.001);
  assert_true(chi2 < 149);
  int index[7] = {0};
  for (int i = 0; i < 70000; i++)
    index[hh_random_index(&random, 7)]++;
  for (int i = 0; i < 7; i++)
    assert_in_range(index[i], 9600, 10400);
}

/* Reference: the C library, which shares no code with ours. */
static void angles_agree_with_the_c_library(void **state)
{
  (void)state;
  for (int i = -200000; i <= 200000; i++) {
    double rad = i * 3.1415e-5;
    HhVec unit = hh_unit_from_angle(rad);
    CHECK_NEAR(unit.x, cos(rad), 5e-16);
    CHECK_NEAR(unit.y, sin(rad), 5e-16);
    HhVec v = hh_vec(2.385 * cos(rad), 2.385 * sin(rad));
    CHECK_NEAR(hh_angle_of(v), atan2(v.y, v.x), 1e-15 * (1 + fabs(atan2(v.y, v.x))));
  }
  CHECK_NEAR(hh_angle_of(hh_vec(-1, 0)), HH_PI, 0);
  CHECK_NEAR(hh_angle_of(hh_vec(0, 0)), 0, 0);
  CHECK_NEAR(hh_angle_of(hh_vec(0, -2)), -HH_PI / 2, 0);
  CHECK_NEAR(hh_angle_between(hh_vec(0, -1), hh_vec(3, 0)), HH_PI / 2, 1e-15);
  CHECK_NEAR(hh_angle_between(hh_vec(3, 0), hh_vec(0, -1)), -HH_PI / 2, 1e-15);
  HhVec far_away = hh_unit_from_angle(999.0);
  CHECK_NEAR(far_away.x, cos(999.0), 1e-13);
}

static void a_small_angle_keeps_its_digits(void **state)
{
  (void)state;
  for (double rad = 1; rad > 1e-300; rad *= 0.1)
    CHECK_RELATIVE(hh_angle_of(hh_vec(cos(rad), sin(rad))), rad, 1e-15);
}

static void the_first_rise_of_a_polynomial_is_found_whatever_its_other_roots(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (int i = 0; i < 100000; i++) {
    double root[4], c[5] = {1, 0, 0, 0, 0};
    for (int k = 0; k < 4; k++) {
      root[k] = hh_random_range(&random, -1, 2);
      for (int j = k + 1; j > 0; j--)
        c[j] = c[j - 1] - root[k] * c[j];
      c[0] *= -root[k];
    }
    /* With a positive leading coefficient the quartic rises at its 2nd and 4th root. */
    for (int a = 0; a < 4; a++)
      for (int b = a + 1; b < 4; b++)
        if (root[b] < root[a]) {
          double swap = root[a];
          root[a] = root[b], root[b] = swap;
        }
    double expected = root[1] > 0 && root[1] < 1   ? root[1]
                      : root[3] > 0 && root[3] < 1 ? root[3]
                                                   : -1;
    double gap = fmin(root[1] - root[0], root[3] - root[2]);
    double edge =
        fmin(fmin(fabs(root[1]), fabs(root[3])), fmin(fabs(root[1] - 1), fabs(root[3] - 1)));
    if (gap < 1e-3 || edge < 1e-9) continue; /* as good as a double root, or on the border */
    double slope = 1; /* at the root: how far round-off in the coefficients moves it */
    for (int k = 0; k < 4; k++)
      if (root[k] != expected) slope *= fabs(expected - root[k]);
    CHECK_NEAR(hh_poly_first_rise(c, 4, 1), expected, 1e-13 / slope);
  }
}

static void a_touch_from_below_counts_and_a_start_at_zero_does_not(void **state)
{
  (void)state;
  double touch[3] = {-0.25, 1, -1}; /* -(t - 1/2)^2 */
  CHECK_NEAR(hh_poly_first_rise(touch, 2, 1), 0.5, 1e-15);
  double dip[4] = {0, 0, -0.5, 1}; /* leaves 0 downwards, comes back at 1/2 */
  CHECK_NEAR(hh_poly_first_rise(dip, 3, 1), 0.5, 1e-15);
}

/* Roots of t^9 - c, c^(1/9) by the C library: flat at 0, steep at the root, bad for chords. */
static void a_bracket_closes_on_the_later_side_of_its_root(void **state)
{
  (void)state;
  for (double c = 1e-8; c < 0.9; c *= 3.1) {
    HhBracket root = hh_bracket(1, -c, 1 - c);
    int asked = 0;
    for (double t; hh_bracket_ask(&root, &t); asked++)
      hh_bracket_tell(&root, t, pow(t, 9) - c);
    CHECK_RELATIVE(root.hi, pow(c, 1.0 / 9), 4e-16);
    assert_true(pow(root.hi, 9) - c >= 0);
    assert_true(asked < 60);
  }
  HhBracket none = hh_bracket(1, -1, 0);
  double t;
  assert_false(hh_bracket_ask(&none, &t));
  CHECK_NEAR(none.hi, 1, 0);
}

static void the_hash_sees_every_bit(void **state)
{
  (void)state;
  double value = 2.385;
  uint64_t before = hh_hash_end(hh_hash_double(hh_hash_start(), value));
  for (int bit = 0; bit < 64; bit++) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t after = hh_hash_end(hh_hash_word(hh_hash_start(), bits ^ (uint64_t)1 << bit));
    assert_true(after != before);
  }
  uint64_t ab = hh_hash_end(hh_hash_vec(hh_hash_start(), hh_vec(1, 2)));
  uint64_t ba = hh_hash_end(hh_hash_vec(hh_hash_start(), hh_vec(2, 1)));
  assert_true(ab != ba);
}

static void every_parameter_has_an_honest_row(void **state)
{
  (void)state;
  HhParams params;
  hh_params_preset(&params);
  assert_null(hh_params_fault(&params));
  for (size_t i = 0; i < hh_params_count; i++) {
    const HhParam *row = &hh_params_table[i];
    assert_true(hh_param_accepts(row, row->preset));
    assert_true(row->low < row->high);
    assert_non_null(strchr(row->name, '.'));
    assert_true(row->meaning[0] != '\0' && row->source[0] != '\0');
    assert_true(hh_param_find(hh_params_table, hh_params_count, row->name) == row);

    /* Setting one field changes that field and no other. */
    HhParams changed = params;
    double other = row->preset == row->high ? row->low : row->high;
    hh_param_set(row, &changed, other);
    for (size_t j = 0; j < hh_params_count; j++)
      CHECK_NEAR(hh_param_get(&hh_params_table[j], &changed),
                 j == i ? other : hh_params_table[j].preset, 0);
    assert_false(hh_param_accepts(row, row->high * 2 + 1));
    assert_false(hh_param_accepts(row, (double)NAN));
    assert_false(hh_param_accepts(row, (double)INFINITY));
    if (row->kind != HH_REAL) assert_false(hh_param_accepts(row, row->preset + 0.5));
  }
}

static void contradictions_between_parameters_are_named(void **state)
{
  (void)state;
  static const struct {
    const char *low, *high;
  } pairs[] = {
      {"world.gap_min", "world.gap_max"},         {"world.distance_min", "world.distance_max"},
      {"world.pitch_min", "world.pitch_max"},     {"gibbon.speed_min", "gibbon.speed_max"},
      {"planner.speed_min", "planner.speed_max"}, {"planner.launch_min", "planner.launch_max"},
      {"planner.grab_min", "planner.grab_max"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    HhParams params;
    hh_params_preset(&params);
    const HhParam *low = hh_param_find(hh_params_table, hh_params_count, pairs[i].low);
    const HhParam *high = hh_param_find(hh_params_table, hh_params_count, pairs[i].high);
    double middle = 0.5 * (low->preset + high->preset);
    hh_param_set(low, &params, middle + 0.01);
    hh_param_set(high, &params, middle);
    assert_string_equal(hh_params_fault(&params), pairs[i].low);
  }
}

static void a_misspelt_name_finds_the_nearest_real_one(void **state)
{
  (void)state;
  static const char *const pairs[][2] = {{"planner.iteration", "planner.iterations"},
                                         {"planer.guesses", "planner.guesses"},
                                         {"guesses", "planner.guesses"},
                                         {"grab.randomnes", "grab.randomness"},
                                         {"weight.momentum", "planner.weight.momentum"},
                                         {"gibbon.arm_lenght", "gibbon.arm_length"},
                                         {"world.gravty", "world.gravity"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    assert_string_equal(hh_param_nearest(hh_params_table, hh_params_count, pairs[i][0])->name,
                        pairs[i][1]);
  char endless[300];
  memset(endless, 'x', sizeof endless - 1);
  endless[sizeof endless - 1] = '\0';
  assert_non_null(hh_param_nearest(hh_params_table, hh_params_count, endless));
  assert_non_null(hh_param_nearest(hh_params_table, hh_params_count, ""));
}

static void choices_are_words(void **state)
{
  (void)state;
  const HhParam *start = hh_param_find(hh_params_table, hh_params_count, "start.kind");
  assert_int_equal(hh_param_choice(start, "swing"), HH_START_SWING);
  assert_int_equal(hh_param_choice(start, "drop"), HH_START_DROP);
  assert_int_equal(hh_param_choice(start, "dro"), -1);
  assert_int_equal(hh_param_choice(start, ""), -1);
  char name[8];
  hh_param_choice_name(start, HH_START_FLIGHT, name, sizeof name);
  assert_string_equal(name, "flight");
  hh_param_choice_name(start, HH_START_FLIGHT, name, 3);
  assert_string_equal(name, "fl");
}

static void statuses_have_words_and_signs(void **state)
{
  (void)state;
  assert_string_equal(hh_status_name(HH_FELL), "fell");
  assert_string_equal(hh_status_name((HhStatus)99), "unknown");
  assert_true(HH_ARRIVED > 0 && HH_FINISHED > 0 && HH_RUNNING > 0);
  assert_true(HH_FELL < 0 && HH_DIVERGED < 0 && HH_BAD_PARAMS < 0);
  assert_true(strlen(hh_status_meaning(HH_STALLED)) > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(philox_gives_the_known_answers),
      cmocka_unit_test(draws_repeat_from_their_counter_and_streams_differ),
      cmocka_unit_test(draws_are_uniform),
      cmocka_unit_test(angles_agree_with_the_c_library),
      cmocka_unit_test(a_small_angle_keeps_its_digits),
      cmocka_unit_test(the_first_rise_of_a_polynomial_is_found_whatever_its_other_roots),
      cmocka_unit_test(a_touch_from_below_counts_and_a_start_at_zero_does_not),
      cmocka_unit_test(a_bracket_closes_on_the_later_side_of_its_root),
      cmocka_unit_test(the_hash_sees_every_bit),
      cmocka_unit_test(every_parameter_has_an_honest_row),
      cmocka_unit_test(contradictions_between_parameters_are_named),
      cmocka_unit_test(a_misspelt_name_finds_the_nearest_real_one),
      cmocka_unit_test(choices_are_words),
      cmocka_unit_test(statuses_have_words_and_signs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
