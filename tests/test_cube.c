/* Unit-cube sequences. References: the first points that Joe and Kuo publish, GSL's Sobol sequence,
 * the published property A of the direction numbers, variances that follow from the definition of
 * nested scrambling; the rest are the laws of stratification and of chance. */
#include "check.h"

#include <gsl/gsl_qrng.h>

#include "cube.h"

enum { SEEDS = 2000 };

/* Reference: Joe and Kuo's notes on their generator, the first ten points in three dimensions. */
static void sobol_s_first_points_are_those_of_joe_and_kuo(void **state)
{
  (void)state;
  static const double points[10][3] = {
      {0, 0, 0},
      {0.5, 0.5, 0.5},
      {0.75, 0.25, 0.25},
      {0.25, 0.75, 0.75},
      {0.375, 0.375, 0.625},
      {0.875, 0.875, 0.125},
      {0.625, 0.125, 0.875},
      {0.125, 0.625, 0.375},
      {0.1875, 0.3125, 0.9375},
      {0.6875, 0.8125, 0.4375},
  };
  for (uint32_t i = 0; i < 10; i++)
    for (int j = 0; j < 3; j++)
      CHECK_NEAR(hhx_sobol_digits(j, i) * 0x1p-32, points[i][j], 0);
}

/* GSL has older direction numbers, after Bratley and Fox 1988, which differ from the third
 * dimension on; it leaves out the first point. */
static void sobol_s_points_are_those_of_gsl_where_the_numbers_agree(void **state)
{
  (void)state;
  gsl_qrng *reference = gsl_qrng_alloc(gsl_qrng_sobol, 2);
  assert_non_null(reference);
  for (uint32_t i = 1; i < 5000; i++) {
    double point[2];
    gsl_qrng_get(reference, point);
    for (int j = 0; j < 2; j++)
      CHECK_NEAR(hhx_sobol_digits(j, i) * 0x1p-32, point[j], 0);
  }
  gsl_qrng_free(reference);
}

/* Reference: boost::random::sobol_engine<uint32_t, 32>(200) of Boost 1.74, the first 4096 points it
 * gives (those from index 1 on), hashed by a program of its own: FNV-1a over the words, lowest byte
 * first. They are made of every number of the table. */
static void sobol_s_points_are_those_of_boost_in_every_dimension(void **state)
{
  (void)state;
  uint64_t hash = 14695981039346656037u;
  for (uint32_t i = 1; i <= 4096; i++)
    for (int j = 0; j < HHX_SOBOL_DIMENSIONS; j++)
      for (int byte = 0; byte < 4; byte++)
        hash = (hash ^ (hhx_sobol_digits(j, i) >> (8 * byte) & 255)) * 1099511628211u;
  assert_true(hash == 0x22bc91beac7eef95u);
}

enum { BITS = 31 }; /* of an index */

/* Row of a dimension's generator matrix: which bits of the Gray code a digit is the sum of. */
static uint32_t matrix_row(int dimension, int digit)
{
  uint32_t row = 0, before = 0;
  for (int k = 0; k < BITS; k++) {
    uint32_t both = hhx_sobol_digits(dimension, (uint32_t)1 << k); /* bits k and k - 1 */
    before ^= both;
    row |= (before >> (31 - digit) & 1) << k;
  }
  return row;
}

/* Rank over GF(2) of rows, of which the low `bits` count. */
static int rank_of(const uint32_t *rows, int count, int bits)
{
  uint32_t basis[BITS] = {0};
  int rank = 0;
  for (int i = 0; i < count; i++) {
    uint32_t row = rows[i] & (((uint32_t)1 << bits) - 1);
    for (int k = bits - 1; k >= 0 && row; k--) {
      if (!(row >> k & 1)) continue;
      if (basis[k] == 0) {
        basis[k] = row;
        rank++;
        break;
      }
      row ^= basis[k];
    }
  }
  return rank;
}

/* Reference: Joe and Kuo 2008, section 4: their numbers have Sobol's property A in every dimension
 * up to 1111. It says that of the first 2^D points one lies in each of the 2^D parts of the cube
 * that halving every dimension makes, so the D x D matrix of first digits is regular. Indices here
 * have 31 digits, so D ends there. */
static void sobol_s_first_digits_have_property_a(void **state)
{
  (void)state;
  uint32_t rows[BITS];
  for (int size = 1; size <= BITS; size++) {
    rows[size - 1] = matrix_row(size - 1, 0);
    assert_int_equal(rank_of(rows, size, size), size);
  }
}

/* The least t with which the first 2^m points of two dimensions are a (t, m, 2)-net. */
static int t_value(uint32_t (*rows)[BITS], int a, int b, int m)
{
  for (int k = m; k > 0; k--) {
    bool regular = true;
    for (int from_a = 0; from_a <= k && regular; from_a++) {
      uint32_t both[BITS];
      memcpy(both, rows[a], (size_t)from_a * sizeof *both);
      memcpy(both + from_a, rows[b], (size_t)(k - from_a) * sizeof *both);
      regular = rank_of(both, k, m) == k;
    }
    if (regular) return m - k;
  }
  return m;
}

/* Reference: the table "first dimension in which t occurs" beside Joe and Kuo's numbers: for
 * m = 10, t = 10 occurs in none of their 21201 dimensions, and for m = 12, t = 12 in none. In 1-D
 * any number of points is a (0, m, 1)-net, and the first two dimensions are a (0, m, 2)-net. */
static void sobol_s_planes_are_as_good_as_published(void **state)
{
  (void)state;
  static uint32_t rows[HHX_SOBOL_DIMENSIONS][BITS];
  for (int dimension = 0; dimension < HHX_SOBOL_DIMENSIONS; dimension++) {
    for (int digit = 0; digit < BITS; digit++)
      rows[dimension][digit] = matrix_row(dimension, digit);
    for (int m = 1; m <= BITS; m++)
      assert_int_equal(rank_of(rows[dimension], m, m), m);
  }
  for (int m = 1; m <= 20; m++)
    assert_int_equal(t_value(rows, 0, 1, m), 0);
  for (int m = 10; m <= 12; m += 2)
    for (int a = 0; a < HHX_SOBOL_DIMENSIONS; a++)
      for (int b = a + 1; b < HHX_SOBOL_DIMENSIONS; b++)
        assert_in_range(t_value(rows, a, b, m), 0, m - 1);
}

/* True when the points have one in each of columns x rows equal boxes. */
static bool one_in_each_box(const double *x, const double *y, int columns, int rows)
{
  static unsigned char seen[1 << 13];
  assert_in_range(columns * rows, 1, sizeof seen);
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < columns * rows; i++) {
    assert_true(x[i] >= 0 && x[i] < 1 && y[i] >= 0 && y[i] < 1);
    int box = (int)(x[i] * columns) * rows + (int)(y[i] * rows);
    if (seen[box]++) return false;
  }
  return true;
}

static void scrambled_sobol_has_one_point_in_every_interval_of_every_dimension(void **state)
{
  (void)state;
  enum { SIZE = 1024 };
  double x[SIZE], zero[SIZE] = {0};
  for (int dimension = 0; dimension < HHX_SOBOL_DIMENSIONS; dimension++) {
    for (int block = 0; block < 2; block++) {
      for (int i = 0; i < SIZE; i++)
        x[i] = hhx_cube_sobol(11, 3, dimension, (int64_t)block * 77 * SIZE + i);
      for (int size = 1; size <= SIZE; size *= 2)
        assert_true(one_in_each_box(x, zero, size, 1));
    }
  }
}

/* The first two dimensions are a (0, m, 2)-net: a point in each elementary rectangle. */
static void scrambled_sobol_has_one_point_in_every_rectangle_of_a_net(void **state)
{
  (void)state;
  enum { SIZE = 256 };
  double x[SIZE], y[SIZE];
  for (int scramble = 0; scramble < 20; scramble++) {
    for (int i = 0; i < SIZE; i++) {
      x[i] = hhx_cube_sobol(12, scramble, 0, i);
      y[i] = hhx_cube_sobol(12, scramble, 1, i);
    }
    for (int columns = 1; columns <= SIZE; columns *= 2)
      assert_true(one_in_each_box(x, y, columns, SIZE / columns));
  }
}

/* Chi-square of counts against equal chances; its mean is cells - 1, its variance twice that. */
static double chi_square(const int *counts, int cells, int total)
{
  double sum = 0, expected = (double)total / cells;
  for (int i = 0; i < cells; i++)
    sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  return sum;
}

typedef double (*Coordinate)(uint64_t seed, int dimension, int64_t index);

static double sobol_0(uint64_t seed, int dimension, int64_t index)
{
  return hhx_cube_sobol(seed, 0, dimension, index);
}

static double sobol_by_scramble(uint64_t scramble, int dimension, int64_t index)
{
  return hhx_cube_sobol(5, (int)scramble, dimension, index);
}

static double latin_of_13(uint64_t seed, int dimension, int64_t index)
{
  return hhx_cube_latin(seed, 0, dimension, index, 13);
}

static double latin_by_choice(uint64_t choice, int dimension, int64_t index)
{
  return hhx_cube_latin(5, (int)choice, dimension, index, 13);
}

static const Coordinate sequences[] = {hhx_cube_random, sobol_0,         sobol_by_scramble,
                                       latin_of_13,     latin_by_choice, hhx_cube_halton};
enum { SEQUENCES = sizeof sequences / sizeof sequences[0] };

/* Each coordinate is uniform over seeds (or scrambles, or choices), and independent of the same
 * point's other coordinates and of other seeds' points: 16 x 16 boxes, bounds at five deviations.
 */
static void every_coordinate_is_uniform_and_independent_over_seeds(void **state)
{
  (void)state;
  enum { SIDE = 16, CELLS = SIDE * SIDE, DRAWS = 20000 };
  static const int pairs[][2] = {{0, 1}, {1, 2}, {0, 12}, {30, 31}};
  for (int which = 0; which < SEQUENCES; which++) {
    for (int pair = 0; pair < 4; pair++) {
      int joint[CELLS] = {0}, serial[CELLS] = {0};
      for (uint64_t seed = 0; seed < DRAWS; seed++) {
        double x = sequences[which](seed, pairs[pair][0], 7);
        double y = sequences[which](seed, pairs[pair][1], 7);
        double next = sequences[which](seed + 1, pairs[pair][0], 7);
        joint[(int)(x * SIDE) * SIDE + (int)(y * SIDE)]++;
        serial[(int)(x * SIDE) * SIDE + (int)(next * SIDE)]++;
      }
      double bound = 5 * sqrt(2.0 * (CELLS - 1));
      CHECK_NEAR(chi_square(joint, CELLS, DRAWS), CELLS - 1, bound);
      CHECK_NEAR(chi_square(serial, CELLS, DRAWS), CELLS - 1, bound);
    }
  }
}

/* Variance over seeds of the mean of x^2 over the first `points` points. */
static double variance_of_mean_square(Coordinate coordinate, int dimension, int points)
{
  double sum = 0, squares = 0;
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    double mean = 0;
    for (int i = 0; i < points; i++) {
      double x = coordinate(seed, dimension, i);
      mean += x * x / points;
    }
    sum += mean - 1.0 / 3;
    squares += (mean - 1.0 / 3) * (mean - 1.0 / 3);
  }
  CHECK_NEAR(sum / SEEDS, 0, 5 * sqrt(squares) / SEEDS);
  return squares / SEEDS;
}

/* The last 21 binary digits, where the sequence itself is zero, are chance of each point's own. */
static void the_last_digits_of_scrambled_points_differ(void **state)
{
  (void)state;
  enum { CELLS = 64, POINTS = 6400 };
  int counts[CELLS] = {0};
  for (int i = 0; i < POINTS; i++) {
    double cells = hhx_cube_sobol(8, 0, 5, i) * 0x1p32;
    counts[(int)((cells - floor(cells)) * CELLS)]++;
  }
  CHECK_NEAR(chi_square(counts, CELLS, POINTS), CELLS - 1, 5 * sqrt(2.0 * (CELLS - 1)));
}

static double latin_of_128(uint64_t seed, int dimension, int64_t index)
{
  return hhx_cube_latin(seed, 0, dimension, index, 128);
}

/* With one point in each of N intervals, there uniform and independent of the others, the variance
 * of the mean of f is the mean of f'^2 / 12 over N^3, up to N^-2 of that: for x^2, 1 / (9 N^3).
 * Nested scrambling and a Latin hypercube are this in one dimension; a digital shift is not, its
 * points move together. */
static void scrambled_points_move_independently_in_their_intervals(void **state)
{
  (void)state;
  const double tolerance = 5 * sqrt(2.0 / SEEDS);
  for (int dimension = 0; dimension < 40; dimension += 13)
    for (int points = 16; points <= 1024; points *= 4)
      CHECK_RELATIVE(variance_of_mean_square(sobol_0, dimension, points), 1 / (9 * pow(points, 3)),
                     tolerance);
  CHECK_RELATIVE(variance_of_mean_square(latin_of_128, 3, 128), 1 / (9 * pow(128, 3)), tolerance);
  CHECK_RELATIVE(variance_of_mean_square(hhx_cube_halton, 0, 128), 1 / (9 * pow(128, 3)),
                 tolerance);
  CHECK_RELATIVE(variance_of_mean_square(hhx_cube_halton, 1, 81), 1 / (9 * pow(81, 3)), tolerance);
  CHECK_RELATIVE(variance_of_mean_square(hhx_cube_halton, 2, 125), 1 / (9 * pow(125, 3)),
                 tolerance);
  CHECK_RELATIVE(variance_of_mean_square(hhx_cube_halton, 10, 31), 1 / (9 * pow(31, 3)), tolerance);
}

static void scrambled_halton_has_one_point_in_every_box_of_powers_of_its_bases(void **state)
{
  (void)state;
  enum { SIZE = 2000 };
  double x[SIZE], y[SIZE], zero[SIZE] = {0};
  static const int bases[] = {2, 3, 5, 7, 11, 13}; /* the definition: the first primes */
  for (uint64_t seed = 0; seed < 5; seed++) {
    for (int dimension = 0; dimension < 6; dimension++) {
      for (int i = 0; i < SIZE; i++)
        x[i] = hhx_cube_halton(seed, dimension, i);
      for (int size = 1; size <= SIZE; size *= bases[dimension])
        assert_true(one_in_each_box(x, zero, size, 1));
    }
    for (int i = 0; i < SIZE; i++) {
      x[i] = hhx_cube_halton(seed, 1, i);
      y[i] = hhx_cube_halton(seed, 2, i);
    }
    for (int columns = 1; columns <= 81; columns *= 3)
      for (int rows = 1; columns * rows <= SIZE; rows *= 5)
        assert_true(one_in_each_box(x, y, columns, rows));
  }
}

/* The two digits that 0 and 1 become are any two, in order, with equal chances. */
static void halton_s_digits_go_anywhere_two_by_two(void **state)
{
  (void)state;
  enum { BASE = 5, DRAWS = 4000 };
  int counts[BASE * BASE] = {0}, pairs[BASE * (BASE - 1)], count = 0;
  for (uint64_t seed = 0; seed < DRAWS; seed++)
    counts[(int)(BASE * hhx_cube_halton(seed, 2, 0)) * BASE +
           (int)(BASE * hhx_cube_halton(seed, 2, 1))]++;
  for (int i = 0; i < BASE * BASE; i++) {
    if (i / BASE == i % BASE)
      assert_int_equal(counts[i], 0);
    else
      pairs[count++] = counts[i];
  }
  CHECK_NEAR(chi_square(pairs, count, DRAWS), count - 1, 5 * sqrt(2.0 * (count - 1)));
}

/* The last prime of the table, the 200th, is 1223. */
static void the_last_dimensions_of_halton_are_strata_of_their_primes(void **state)
{
  (void)state;
  static const int primes[] = {1201, 1213, 1217, 1223};
  double x[1223], zero[1223] = {0};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < primes[k]; i++)
      x[i] = hhx_cube_halton(3, HHX_HALTON_DIMENSIONS - 4 + k, i);
    assert_true(one_in_each_box(x, zero, primes[k], 1));
  }
}

/* Squared L2 star discrepancy by Warnock's formula (1972). */
static double discrepancy2(Coordinate coordinate, uint64_t seed, int dimensions, int points)
{
  static double x[512][8];
  double sum = pow(3, -dimensions);
  for (int i = 0; i < points; i++)
    for (int k = 0; k < dimensions; k++)
      x[i][k] = coordinate(seed, k, i);
  for (int i = 0; i < points; i++) {
    double single = 2.0 / points;
    for (int k = 0; k < dimensions; k++)
      single *= (1 - x[i][k] * x[i][k]) / 2;
    sum -= single;
    for (int j = 0; j < points; j++) {
      double both = 1.0 / points / points;
      for (int k = 0; k < dimensions; k++)
        both *= 1 - fmax(x[i][k], x[j][k]);
      sum += both;
    }
  }
  return sum;
}

/* Independent points have expected (2^-D - 3^-D) / N. Of 512 points in five dimensions Sobol leaves
 * 0.12 of it, Halton 0.16. */
static void quasi_random_points_are_far_more_even_than_random_ones(void **state)
{
  (void)state;
  enum { POINTS = 512, DIMENSIONS = 5, REPEATS = 12 };
  double expected = (pow(2, -DIMENSIONS) - pow(3, -DIMENSIONS)) / POINTS;
  double mean[3] = {0};
  const Coordinate compared[] = {hhx_cube_random, sobol_0, hhx_cube_halton};
  for (uint64_t seed = 0; seed < REPEATS; seed++)
    for (int which = 0; which < 3; which++)
      mean[which] += discrepancy2(compared[which], seed, DIMENSIONS, POINTS) / REPEATS;
  CHECK_RELATIVE(mean[0], expected, 0.5);
  assert_true(mean[1] < expected / 6);
  assert_true(mean[2] < expected / 4);
}

static void a_latin_hypercube_has_one_point_in_each_stratum_for_any_number(void **state)
{
  (void)state;
  double x[1000], zero[1000] = {0};
  for (int samples = 1; samples <= 1000; samples += samples < 300 ? 1 : 97) {
    for (int dimension = 0; dimension < 4; dimension++) {
      for (int i = 0; i < samples; i++)
        x[i] = hhx_cube_latin(9, dimension % 2, dimension, i, samples);
      assert_true(one_in_each_box(x, zero, samples, 1));
    }
  }
}

/* Number of the permutation that the strata of `samples` points are. */
static int permutation_number(uint64_t seed, int samples)
{
  int strata[8], number = 0;
  for (int i = 0; i < samples; i++) {
    strata[i] = (int)(hhx_cube_latin(seed, 0, 1, i, samples) * samples);
    int smaller = 0;
    for (int j = 0; j < i; j++)
      smaller += strata[j] < strata[i];
    number = number * (i + 1) + smaller;
  }
  return number;
}

static void every_permutation_of_the_strata_is_equally_likely(void **state)
{
  (void)state;
  int permutations = 1;
  for (int samples = 2; samples <= 5; samples++) {
    permutations *= samples;
    int counts[120] = {0};
    for (uint64_t seed = 0; seed < 12000; seed++)
      counts[permutation_number(seed, samples)]++;
    CHECK_NEAR(chi_square(counts, permutations, 12000), permutations - 1,
               5 * sqrt(2.0 * (permutations - 1)));
  }
}

static double least_distance(uint64_t seed, int choice, int dimensions, int samples)
{
  double least = dimensions;
  for (int i = 0; i < samples; i++) {
    for (int j = 0; j < i; j++) {
      double distance2 = 0;
      for (int k = 0; k < dimensions; k++)
        distance2 += pow(hhx_cube_latin(seed, choice, k, i, samples) -
                             hhx_cube_latin(seed, choice, k, j, samples),
                         2);
      least = fmin(least, sqrt(distance2));
    }
  }
  return least;
}

static void the_choice_has_the_largest_least_distance(void **state)
{
  (void)state;
  for (uint64_t seed = 0; seed < 5; seed++) {
    int choice = hhx_cube_latin_choice(seed, 3, 17);
    assert_in_range(choice, 0, 31);
    double chosen = least_distance(seed, choice, 3, 17);
    for (int other = 0; other < 32; other++)
      assert_true(least_distance(seed, other, 3, 17) <= chosen);
  }
  assert_int_equal(hhx_cube_latin_choice(1, 2, HHX_LATIN_CHOSEN), 0);
}

/* Morris 1991: Delta = p / (2 (p - 1)), 2/3 for four levels. */
static void a_trajectory_moves_each_coordinate_once_by_delta_on_the_grid(void **state)
{
  (void)state;
  enum { DIMENSIONS = 7 };
  for (int levels = 2; levels <= 10; levels += 2) {
    double delta = levels / (2.0 * (levels - 1));
    int starts[10] = {0}, ups = 0, order[DIMENSIONS][DIMENSIONS] = {{0}};
    for (int64_t trajectory = 0; trajectory < SEEDS; trajectory++) {
      int moves[DIMENSIONS] = {0};
      for (int step = 0; step <= DIMENSIONS; step++) {
        int moved = 0;
        for (int k = 0; k < DIMENSIONS; k++) {
          double x = hhx_cube_morris(21, levels, DIMENSIONS, trajectory, step, k);
          double level = x * (levels - 1);
          CHECK_NEAR(level, floor(level + 0.5), 1e-12);
          assert_true(x >= 0 && x <= 1);
          if (step == 0) {
            starts[(int)(level + 0.5)] += k == 2;
            continue;
          }
          double before = hhx_cube_morris(21, levels, DIMENSIONS, trajectory, step - 1, k);
          if (x == before) continue;
          CHECK_NEAR(fabs(x - before), delta, 1e-15);
          ups += k == 2 && x > before;
          order[k][step - 1]++;
          moves[k]++;
          moved++;
        }
        assert_int_equal(moved, step > 0);
      }
      for (int k = 0; k < DIMENSIONS; k++)
        assert_int_equal(moves[k], 1);
    }
    CHECK_NEAR(chi_square(starts, levels, SEEDS), levels - 1, 5 * sqrt(2.0 * (levels - 1)));
    CHECK_NEAR(ups, SEEDS / 2.0, 2.5 * sqrt(SEEDS));
    for (int k = 0; k < DIMENSIONS; k++)
      CHECK_NEAR(chi_square(order[k], DIMENSIONS, SEEDS), DIMENSIONS - 1,
                 5 * sqrt(2.0 * (DIMENSIONS - 1)));
  }
}

static void saltelli_s_blocks_are_columns_of_one_wide_point(void **state)
{
  (void)state;
  enum { DIMENSIONS = 5 };
  for (int scramble = -1; scramble < 2; scramble++) {
    for (int64_t row = 0; row < 50; row++) {
      for (int k = 0; k < DIMENSIONS; k++) {
        double a = hhx_cube_saltelli(4, scramble, DIMENSIONS, row, 0, k);
        double b = hhx_cube_saltelli(4, scramble, DIMENSIONS, row, 1, k);
        double first =
            scramble < 0 ? hhx_cube_random(4, k, row) : hhx_cube_sobol(4, scramble, k, row);
        double second = scramble < 0 ? hhx_cube_random(4, DIMENSIONS + k, row)
                                     : hhx_cube_sobol(4, scramble, DIMENSIONS + k, row);
        CHECK_NEAR(a, first, 0);
        CHECK_NEAR(b, second, 0);
        for (int block = 2; block < 2 + DIMENSIONS; block++)
          CHECK_NEAR(hhx_cube_saltelli(4, scramble, DIMENSIONS, row, block, k),
                     block == 2 + k ? b : a, 0);
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sobol_s_first_points_are_those_of_joe_and_kuo),
      cmocka_unit_test(sobol_s_points_are_those_of_gsl_where_the_numbers_agree),
      cmocka_unit_test(sobol_s_points_are_those_of_boost_in_every_dimension),
      cmocka_unit_test(sobol_s_first_digits_have_property_a),
      cmocka_unit_test(sobol_s_planes_are_as_good_as_published),
      cmocka_unit_test(scrambled_sobol_has_one_point_in_every_interval_of_every_dimension),
      cmocka_unit_test(scrambled_sobol_has_one_point_in_every_rectangle_of_a_net),
      cmocka_unit_test(every_coordinate_is_uniform_and_independent_over_seeds),
      cmocka_unit_test(scrambled_points_move_independently_in_their_intervals),
      cmocka_unit_test(the_last_digits_of_scrambled_points_differ),
      cmocka_unit_test(scrambled_halton_has_one_point_in_every_box_of_powers_of_its_bases),
      cmocka_unit_test(halton_s_digits_go_anywhere_two_by_two),
      cmocka_unit_test(the_last_dimensions_of_halton_are_strata_of_their_primes),
      cmocka_unit_test(quasi_random_points_are_far_more_even_than_random_ones),
      cmocka_unit_test(a_latin_hypercube_has_one_point_in_each_stratum_for_any_number),
      cmocka_unit_test(every_permutation_of_the_strata_is_equally_likely),
      cmocka_unit_test(the_choice_has_the_largest_least_distance),
      cmocka_unit_test(a_trajectory_moves_each_coordinate_once_by_delta_on_the_grid),
      cmocka_unit_test(saltelli_s_blocks_are_columns_of_one_wide_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
