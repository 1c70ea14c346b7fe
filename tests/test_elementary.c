/* exp, log and power that are the same on every machine, the normal numbers made of them, and the
 * eigenvalues of symmetric matrices.
 * References: libm within its own rounding; the moments of the normal distribution; GSL's
 * eigenvalues, which share no code with ours. */
#include "check.h"

#include <gsl/gsl_eigen.h>

#include "eigen.h"
#include "elementary.h"
#include "gaussian.h"

static void log_and_exp_agree_with_the_c_library(void **state)
{
  (void)state;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int i = 0; i < 20000; i++) {
    double y = hh_random_range(&random, -700, 700), x = exp(y);
    CHECK_NEAR(hhx_log(x), log(x), 1e-15 + 2.3e-16 * fabs(y));
    CHECK_RELATIVE(hhx_exp(y), x, 2e-15);
  }
  assert_true(hhx_log(1) == 0 && hhx_exp(0) == 1);
}

static void powers_agree_with_the_c_library_and_know_zero(void **state)
{
  (void)state;
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  for (int i = 0; i < 20000; i++) {
    double x = hh_random_range(&random, 0, 3), y = hh_random_range(&random, -4, 4);
    CHECK_RELATIVE(hhx_power(x, y), pow(x, y), 2e-14);
  }
  assert_true(hhx_power(0, 0.3) == 0);
}

static void exp_ends_in_zero_and_infinity(void **state)
{
  (void)state;
  assert_true(hhx_exp(-1e300) == 0 && hhx_exp(-(double)INFINITY) == 0);
  assert_true(isinf(hhx_exp(1e300)) && isinf(hhx_exp((double)INFINITY)));
}

/* Standard errors of the estimates from n numbers: mean 1/sqrt(n), variance sqrt(2/n), fourth
 * moment sqrt(96/n); four of them are allowed. */
static void normal_numbers_have_the_moments_and_tails_of_the_normal_distribution(void **state)
{
  (void)state;
  enum { COUNT = 400000 };
  double *x = malloc(COUNT * sizeof *x), mean = 0, square = 0, fourth = 0, pair = 0, beyond = 0;
  assert_non_null(x);
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  hhx_gaussian_fill(&random, x, COUNT);
  for (int i = 0; i < COUNT; i++) {
    mean += x[i] / COUNT;
    square += x[i] * x[i] / COUNT;
    fourth += x[i] * x[i] * x[i] * x[i] / COUNT;
    if (i % 2) pair += 2 * x[i] * x[i - 1] / COUNT;
    beyond += fabs(x[i]) > 3;
  }
  free(x);
  double n = COUNT, tail = 0.0026997960632601866;
  CHECK_NEAR(mean, 0, 4 / sqrt(n));
  CHECK_NEAR(square, 1, 4 * sqrt(2 / n));
  CHECK_NEAR(fourth, 3, 4 * sqrt(96 / n));
  CHECK_NEAR(pair, 0, 4 * sqrt(2 / n));
  CHECK_NEAR(beyond / n, tail, 4 * sqrt(tail / n));
}

static void an_odd_count_of_normal_numbers_stays_in_its_array(void **state)
{
  (void)state;
  double x[4] = {0, 0, 0, -77};
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  hhx_gaussian_fill(&random, x, 3);
  assert_true(x[3] == -77 && x[2] != 0);
}

static int compare_doubles(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

enum { MOST = 31 };

static void check_decomposition(int n, const double *matrix)
{
  double copy[MOST * MOST], values[MOST], vectors[MOST * MOST], work[2 * MOST];
  memcpy(copy, matrix, sizeof(double) * (size_t)(n * n));
  assert_true(hhx_eigen(n, copy, values, vectors, work));
  double size = 0;
  for (int i = 0; i < n * n; i++)
    size = fmax(size, n * fabs(matrix[i]));

  /* Rows are orthonormal, and A v = value v. */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double dot = 0, image = 0;
      for (int k = 0; k < n; k++) {
        dot += vectors[i * n + k] * vectors[j * n + k];
        image += matrix[j * n + k] * vectors[i * n + k];
      }
      CHECK_NEAR(dot, i == j, 1e-14);
      CHECK_NEAR(image, values[i] * vectors[i * n + j], 1e-14 * size);
    }

  gsl_matrix *a = gsl_matrix_alloc((size_t)n, (size_t)n);
  gsl_vector *expected = gsl_vector_alloc((size_t)n);
  gsl_eigen_symm_workspace *room = gsl_eigen_symm_alloc((size_t)n);
  for (int i = 0; i < n * n; i++)
    gsl_matrix_set(a, (size_t)(i / n), (size_t)(i % n), matrix[i]);
  gsl_eigen_symm(a, expected, room);
  qsort(values, (size_t)n, sizeof *values, compare_doubles);
  qsort(expected->data, (size_t)n, sizeof(double), compare_doubles);
  for (int i = 0; i < n; i++)
    CHECK_NEAR(values[i], expected->data[i], 1e-14 * size);
  gsl_eigen_symm_free(room);
  gsl_vector_free(expected);
  gsl_matrix_free(a);
}

static void random_matrices_of_every_size_fall_into_their_eigenvectors(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (int n = 1; n <= MOST; n++) {
    double matrix[MOST * MOST];
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        matrix[i * n + j] = matrix[j * n + i] = hh_random_range(&random, -1, 1);
    check_decomposition(n, matrix);
  }
}

static void matrices_with_repeated_zero_and_far_apart_eigenvalues_do_too(void **state)
{
  (void)state;
  enum { N = 7 };
  double zero[N * N] = {0}, identity[N * N] = {0}, ones[N * N], graded[N * N] = {0};
  for (int i = 0; i < N * N; i++)
    ones[i] = 2.385;
  for (int i = 0; i < N; i++) {
    identity[i * (N + 1)] = 1;
    graded[i * (N + 1)] = pow(10, 2 * i - 6);
    if (i > 0) graded[i * N + i - 1] = graded[(i - 1) * N + i] = 1e-7;
  }
  check_decomposition(N, zero);
  check_decomposition(N, identity);
  check_decomposition(N, ones);
  check_decomposition(N, graded);
}

static void a_matrix_that_is_not_finite_is_refused(void **state)
{
  (void)state;
  double nan_one[1] = {(double)NAN}, wide[9] = {1, 2, 3, 2, (double)INFINITY, 4, 3, 4, 5};
  double values[3], vectors[9], work[6];
  assert_false(hhx_eigen(1, nan_one, values, vectors, work));
  assert_false(hhx_eigen(3, wide, values, vectors, work));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(log_and_exp_agree_with_the_c_library),
      cmocka_unit_test(powers_agree_with_the_c_library_and_know_zero),
      cmocka_unit_test(exp_ends_in_zero_and_infinity),
      cmocka_unit_test(normal_numbers_have_the_moments_and_tails_of_the_normal_distribution),
      cmocka_unit_test(an_odd_count_of_normal_numbers_stays_in_its_array),
      cmocka_unit_test(random_matrices_of_every_size_fall_into_their_eigenvectors),
      cmocka_unit_test(matrices_with_repeated_zero_and_far_apart_eigenvalues_do_too),
      cmocka_unit_test(a_matrix_that_is_not_finite_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
