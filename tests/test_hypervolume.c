/* Pareto fronts and the hypervolume below a reference point.
 * References: areas and volumes by hand; inclusion and exclusion over all subsets of a few points,
 * which shares no idea with slicing. */
#include "check.h"

#include "base/random.h"
#include "hypervolume.h"
#include "pareto.h"

static double volume_of(const double *points, int count, int objectives, const double *reference)
{
  double volume = -1;
  assert_true(hhx_hypervolume(points, count, objectives, reference, &volume));
  return volume;
}

/* Sum over the subsets of (-1)^(size + 1) times the box below their largest coordinates. */
static double by_inclusion(const double *points, int count, int objectives, const double *reference)
{
  double sum = 0;
  for (unsigned subset = 1; subset < 1u << count; subset++) {
    double box = -1;
    for (int j = 0; j < objectives; j++) {
      double largest = -HUGE_VAL;
      for (int i = 0; i < count; i++)
        if (subset >> i & 1) largest = fmax(largest, points[i * objectives + j]);
      box *= fmax(0, reference[j] - largest);
    }
    for (unsigned left = subset; left; left &= left - 1)
      box = -box;
    sum += box;
  }
  return sum;
}

static void staircases_have_the_area_that_one_counts(void **state)
{
  (void)state;
  const double reference[] = {6, 5};
  const double points[] = {1, 4, 2, 2, 5, 1};
  /* Columns from 1 to 2, 2 to 5 and 5 to 6: heights 1, 3 and 4. */
  CHECK_NEAR(volume_of(points, 3, 2, reference), 1 * 1 + 3 * 3 + 1 * 4, 0);
  CHECK_NEAR(volume_of(points, 1, 2, reference), 5, 0);
  CHECK_NEAR(volume_of(points, 0, 2, reference), 0, 0);
  const double one[] = {2.385, 1.5, 4};
  CHECK_NEAR(volume_of(one, 3, 1, reference), 4.5, 0);
}

static void blocks_have_the_volume_that_one_counts(void **state)
{
  (void)state;
  const double reference[] = {3, 3, 3, 3};
  /* Three rods of a cube's 27 cells that share the far cell: 3 x 3 - 2. */
  const double rods[] = {0, 2, 2, 2, 0, 2, 2, 2, 0};
  CHECK_NEAR(volume_of(rods, 3, 3, reference), 7, 0);
  /* In four dimensions: 4 x 3 - 3. */
  const double more[] = {0, 2, 2, 2, 2, 0, 2, 2, 2, 2, 0, 2, 2, 2, 2, 0};
  CHECK_NEAR(volume_of(more, 4, 4, reference), 9, 0);
}

static void points_beyond_the_reference_or_not_finite_add_nothing(void **state)
{
  (void)state;
  const double reference[] = {1, 1};
  const double points[] = {0.25, 0.5, 1,    0,    -3, 1.5, (double)NAN, 0, -(double)INFINITY,
                           0.1,  0.5, 0.75, 0.25, 0.5};
  CHECK_NEAR(volume_of(points, 7, 2, reference), 0.375, 0);
}

static void slicing_agrees_with_inclusion_and_exclusion(void **state)
{
  (void)state;
  const double reference[] = {1, 1.1, 0.9, 1.05};
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int objectives = 1; objectives <= 4; objectives++)
    for (int repeat = 0; repeat < 100; repeat++) {
      enum { COUNT = 9 };
      double points[COUNT * 4];
      for (int i = 0; i < COUNT * objectives; i++) {
        double x = hh_random_range(&random, 0, 1.2);
        points[i] = repeat % 2 ? x : floor(8 * x) / 8; /* every other time with ties */
      }
      CHECK_NEAR(volume_of(points, COUNT, objectives, reference),
                 by_inclusion(points, COUNT, objectives, reference), 1e-13);
    }
}

/* 1000 points of f2 = 1 - sqrt(f1): the area below (1.1, 1.1) tends to 1.21 - 1/3. */
static void a_fine_front_of_zdt1_has_the_known_area(void **state)
{
  (void)state;
  enum { COUNT = 1000 };
  static double points[2 * COUNT];
  const double reference[] = {1.1, 1.1};
  for (int i = 0; i < COUNT; i++) {
    double x = (double)i / (COUNT - 1);
    points[2 * i] = x * x;
    points[2 * i + 1] = 1 - x;
  }
  CHECK_NEAR(volume_of(points, COUNT, 2, reference), 1.21 - 1 / 3.0, 1e-3);
}

static void a_front_keeps_what_nothing_dominates(void **state)
{
  (void)state;
  const double points[] = {1, 4, 2, 2, 2, 3, 5, 1, 2, 2, 5, 1.5, (double)NAN, 0};
  bool in[7];
  assert_int_equal(hhx_pareto_front(points, NULL, 7, 2, in), 3);
  const bool expected[] = {true, true, false, true, false, false, false};
  for (int i = 0; i < 7; i++)
    assert_true(in[i] == expected[i]);
}

static void fewer_failures_dominate_better_numbers(void **state)
{
  (void)state;
  const double points[] = {1, 1, 2, 2, 3, 3, 0, 0};
  const double failures[] = {1, 0, 0, 2};
  bool in[4];
  assert_int_equal(hhx_pareto_front(points, failures, 4, 2, in), 1);
  assert_true(in[1]);
  /* A point that is not finite stands with those that failed once more. */
  assert_true(hhx_pareto_failures((double[]){1, (double)INFINITY}, 2, 0) == 1);
  assert_true(hhx_pareto_failures((double[]){1, 7}, 2, 3) == 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(staircases_have_the_area_that_one_counts),
      cmocka_unit_test(blocks_have_the_volume_that_one_counts),
      cmocka_unit_test(points_beyond_the_reference_or_not_finite_add_nothing),
      cmocka_unit_test(slicing_agrees_with_inclusion_and_exclusion),
      cmocka_unit_test(a_fine_front_of_zdt1_has_the_known_area),
      cmocka_unit_test(a_front_keeps_what_nothing_dominates),
      cmocka_unit_test(fewer_failures_dominate_better_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
