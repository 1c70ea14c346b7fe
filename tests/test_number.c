/* Numbers as text. References: printf and strtod of the C library in the C locale, which share no
 * code with the digits made here. */
#include "check.h"

#include <float.h>
#include <locale.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "number.h"

static uint64_t draw(HhRandom *random)
{
  return hh_random_index(random, UINT64_MAX);
}

/* Values as metrics have them: sums and quotients of any size between micro and mega. */
static double like_a_metric(HhRandom *random)
{
  double size = pow(10, hh_random_range(random, -6, 6));
  switch (hh_random_index(random, 4)) {
  case 0: return hh_random_range(random, -1, 1) * size;
  case 1: return floor(hh_random_range(random, -1, 1) * size);
  case 2: return floor(1000 * size * hh_random_unit(random)) / 1000;
  default:
    return (double)(1 + hh_random_index(random, 999)) / (double)(1 + hh_random_index(random, 97));
  }
}

/* Where decimal or binary exponents change, and their neighbours. */
static double near_a_power(HhRandom *random)
{
  double value = hh_random_index(random, 2) ? ldexp(1, (int)hh_random_index(random, 2098) - 1074)
                                            : pow(10, (int)hh_random_index(random, 617) - 308);
  uint64_t side = hh_random_index(random, 3);
  return side == 0 ? value : nextafter(value, side == 1 ? 0 : (double)INFINITY);
}

static double any_bits(HhRandom *random)
{
  double value;
  uint64_t bits = draw(random);
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void same_bits(double read, double value, const char *text)
{
  if (memcmp(&read, &value, sizeof value) != 0)
    fail_msg("%a became %s, which reads %a", value, text, read);
}

static void a_number_reads_back_to_the_same_bits(void **state)
{
  (void)state;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  int count = check_full() ? 3000000 : 300000;
  for (int i = 0; i < count; i++) {
    double value = i % 3 == 0 ? like_a_metric(&random) : any_bits(&random);
    if (!isfinite(value)) continue;
    char text[HHX_NUMBER_SIZE];
    size_t length = hhx_number_write(value, text);
    assert_int_equal(length, strlen(text));
    same_bits(strtod(text, NULL), value, text);
    double read = 0;
    assert_true(hhx_number_read(text, &read));
    same_bits(read, value, text);
  }
}

/* Reference: %.15g, %.16g and %.17g, the first that strtod reads back. */
static void a_number_has_the_digits_that_printf_would_need(void **state)
{
  (void)state;
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  int count = check_full() ? 20000000 : 600000;
  for (int i = 0; i < count; i++) {
    double value = i % 3 == 0   ? like_a_metric(&random)
                   : i % 3 == 1 ? near_a_power(&random)
                                : any_bits(&random);
    if (!isfinite(value)) continue;
    char text[HHX_NUMBER_SIZE], expected[64];
    hhx_number_write(value, text);
    for (int digits = 15; digits <= 17; digits++) {
      snprintf(expected, sizeof expected, "%.*g", digits, value);
      if (strtod(expected, NULL) == value) break;
    }
    assert_string_equal(text, expected);
  }
}

static void numbers_at_the_edges_are_written_as_people_write_them(void **state)
{
  (void)state;
  static const struct {
    double value;
    const char *text;
  } rows[] = {{0, "0"},
              {-0.0, "-0"},
              {0.1, "0.1"},
              {-2.385, "-2.385"},
              {0.30000000000000004, "0.30000000000000004"},
              {1e-4, "0.0001"},
              {1e-5, "1e-05"},
              {1e-7, "1e-07"},
              {123456, "123456"},
              {999999999999999, "999999999999999"},
              {1e15, "1e+15"},
              {9007199254740993., "9007199254740992"},
              {123456789012345680, "1.2345678901234568e+17"},
              {1e22, "1e+22"},
              {1e23, "1e+23"},
              {5e-324, "4.94065645841247e-324"},
              {DBL_MIN, "2.2250738585072014e-308"},
              {DBL_MAX, "1.7976931348623157e+308"},
              {(double)NAN, "NaN"},
              {-(double)NAN, "NaN"},
              {(double)INFINITY, "Inf"},
              {-(double)INFINITY, "-Inf"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[HHX_NUMBER_SIZE];
    hhx_number_write(rows[i].value, text);
    assert_string_equal(text, rows[i].text);
  }
}

static void counts_and_hashes_have_no_point(void **state)
{
  (void)state;
  char text[HHX_NUMBER_SIZE];
  assert_int_equal(hhx_number_count(0, text), 1);
  assert_string_equal(text, "0");
  hhx_number_count(-7, text);
  assert_string_equal(text, "-7");
  hhx_number_count(INT64_MAX, text);
  assert_string_equal(text, "9223372036854775807");
  hhx_number_count(INT64_MIN, text);
  assert_string_equal(text, "-9223372036854775808");
  assert_int_equal(hhx_number_hash(0xfeedu, text), 17);
  assert_string_equal(text, "h000000000000feed");
}

/* Reference: strtod. */
static void any_decimal_is_read_as_the_nearest_double(void **state)
{
  (void)state;
  static const char *const rows[] = {"1",
                                     "+1",
                                     "-1",
                                     ".5",
                                     "5.",
                                     "007",
                                     "1e5",
                                     "1E-3",
                                     "1e+2",
                                     "0e999",
                                     "1e400",
                                     "-1e-400",
                                     "9007199254740993",
                                     "9007199254740993.0000000000000000000000000000001",
                                     "0.1e1",
                                     "2.2250738585072011e-308",
                                     "179769313486231580793728971405301e276",
                                     "123456789012345678901e-30"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    double read = -1;
    assert_true(hhx_number_read(rows[i], &read));
    same_bits(read, strtod(rows[i], NULL), rows[i]);
  }

  /* A tie, 900 digits long, that its last digit decides. */
  char tie[1000] = "9007199254740993.";
  size_t length = strlen(tie);
  memset(tie + length, '0', 900);
  tie[length + 900] = '1';
  double read = 0;
  assert_true(hhx_number_read(tie, &read));
  same_bits(read, 9007199254740994, "a long tie");

  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  for (int i = 0; i < 300000; i++) {
    char text[64];
    int power = (int)hh_random_index(&random, 60) - 30;
    unsigned long long part[2];
    for (int k = 0; k < 2; k++) {
      uint64_t shift = hh_random_index(&random, 64);
      part[k] = draw(&random) >> shift;
    }
    snprintf(text, sizeof text, "%llu.%llue%d", part[0], part[1], power);
    assert_true(hhx_number_read(text, &read));
    same_bits(read, strtod(text, NULL), text);
  }
}

static void what_is_no_number_is_refused(void **state)
{
  (void)state;
  static const char *const rows[] = {"",         "-",    ".",   "e5",    "1e",    "1e+",
                                     "1,5",      "0x10", " 1",  "1 ",    "1.2.3", "nano",
                                     "infinite", "1e5x", "--1", "swing", "h00"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    double read = 0;
    if (hhx_number_read(rows[i], &read)) fail_msg("\"%s\" was read as %g", rows[i], read);
  }
}

static void a_locale_with_a_comma_changes_nothing(void **state)
{
  (void)state;
  char folder[] = "/tmp/handhold_locale_XXXXXX";
  char command[256];
  assert_non_null(mkdtemp(folder));
  snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1",
           folder, folder);
  int made = system(command);
  setenv("LOCPATH", folder, 1);
  bool comma = setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
  char printed[16], text[HHX_NUMBER_SIZE];
  snprintf(printed, sizeof printed, "%g", 0.5);
  comma = comma && strcmp(printed, "0,5") == 0;

  double read[4] = {0};
  bool accepted = true;
  char texts[4][HHX_NUMBER_SIZE];
  static const double values[4] = {0.5, 1234.5678, 2.5e-310, 1.7e300};
  for (int i = 0; i < 4; i++) {
    hhx_number_write(values[i], texts[i]);
    accepted = hhx_number_read(texts[i], &read[i]) && accepted;
  }
  double longer = 0;
  accepted = hhx_number_read("12345.678901234567890", &longer) && accepted;
  hhx_number_write(longer, text);

  setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  snprintf(command, sizeof command, "rm -rf %s", folder);
  assert_int_equal(system(command), 0);
  if (!comma) {
    print_message("skipped: no localedef here (%d)\n", made);
    skip();
  }
  assert_true(accepted);
  assert_string_equal(texts[0], "0.5");
  assert_string_equal(texts[1], "1234.5678");
  assert_string_equal(texts[2], "2.50000000000002e-310");
  assert_string_equal(texts[3], "1.7e+300");
  assert_string_equal(text, "12345.678901234567");
  for (int i = 0; i < 4; i++)
    same_bits(read[i], values[i], texts[i]);
}

static double now_s(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* No judgement: machines differ. The budget of a row is 300 ns a number. */
static void the_time_for_a_number_is_reported(void **state)
{
  (void)state;
  enum { COUNT = 4096, REPEATS = 20 };
  static double values[COUNT];
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  for (int i = 0; i < COUNT; i++)
    values[i] = like_a_metric(&random);
  double least = 1;
  size_t bytes = 0;
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    double before = now_s();
    for (int i = 0; i < COUNT; i++) {
      char text[HHX_NUMBER_SIZE];
      bytes += hhx_number_write(values[i], text);
    }
    least = fmin(least, now_s() - before);
  }
  print_message("%.0f ns a number, %.1f bytes\n", 1e9 * least / COUNT,
                (double)bytes / COUNT / REPEATS);
  assert_true(bytes > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_number_reads_back_to_the_same_bits),
      cmocka_unit_test(a_number_has_the_digits_that_printf_would_need),
      cmocka_unit_test(numbers_at_the_edges_are_written_as_people_write_them),
      cmocka_unit_test(counts_and_hashes_have_no_point),
      cmocka_unit_test(any_decimal_is_read_as_the_nearest_double),
      cmocka_unit_test(what_is_no_number_is_refused),
      cmocka_unit_test(a_locale_with_a_comma_changes_nothing),
      cmocka_unit_test(the_time_for_a_number_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
