/* Parameter files: what is read, what is refused and where, and the way there and back. */
#include "check.h"

#include <unistd.h>

#include "actor/params_text.h"
#include "base/random.h"
#include "params_file.h"

static HhParams preset(void)
{
  HhParams params;
  hh_params_preset(&params);
  return params;
}

static bool read_text(const char *text, HhParams *params, HhParamsFault *fault)
{
  return hh_params_read(text, strlen(text), params, fault);
}

static void a_file_sets_what_it_names_and_nothing_else(void **state)
{
  (void)state;
  HhParams params = preset(), expected = preset();
  HhParamsFault fault;
  assert_true(read_text("# held-out seeds 1000 to 1063\r\n"
                        "gibbon.arm_length: 0.62 # a lar\r\n"
                        "\n"
                        "  world.pitch_max:\t12 deg\n"
                        "planner.weight.momentum: 2.5e-1\n"
                        "planner.method: exact\n"
                        "planner.guesses:   64",
                        &params, &fault));
  expected.gibbon.arm_length = 0.62;
  expected.world.pitch_max = 12 * 3.141592653589793 / 180;
  expected.gibbon.planner.weight_momentum = 0.25;
  expected.gibbon.planner.method = 1;
  expected.gibbon.planner.guesses = 64;
  for (size_t i = 0; i < hh_params_count; i++)
    if (hh_param_get(&hh_params_table[i], &params) != hh_param_get(&hh_params_table[i], &expected))
      fail_msg("%s differs", hh_params_table[i].name);
}

static void an_empty_file_sets_nothing(void **state)
{
  (void)state;
  static const char *const texts[] = {"", "\n", "# nothing", "\r\n \t\r\n#\n"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    HhParams params = preset(), before = preset();
    HhParamsFault fault;
    assert_true(read_text(texts[i], &params, &fault));
    assert_int_equal(hh_params_write(&params, &before, NULL, 0), 0);
  }
}

/* Editors write what they like at the ends of lines and before the first. */
static void a_byte_order_mark_and_any_line_end_change_nothing(void **state)
{
  (void)state;
  static const char *const ends[] = {"\n", "\r\n", "\r"}, *const marks[] = {"", "\xef\xbb\xbf"};
  for (int end = 0; end < 3; end++)
    for (int mark = 0; mark < 2; mark++) {
      char text[200];
      snprintf(text, sizeof text, "%s# two%splanner.guesses: 64 # many%s%splanner.method: exact%s",
               marks[mark], ends[end], ends[end], ends[end], ends[end]);
      HhParams params = preset();
      HhParamsFault fault;
      assert_true(read_text(text, &params, &fault));
      assert_int_equal(params.gibbon.planner.guesses, 64);
      assert_int_equal(params.gibbon.planner.method, 1);
      snprintf(text, sizeof text, "%splanner.guesses: 64%s%splanner.gueses: 3%s", marks[mark],
               ends[end], ends[end], ends[end]);
      assert_false(read_text(text, &params, &fault));
      assert_int_equal(fault.line, 3);
      assert_int_equal(fault.column, 1);
    }
}

static void a_wrong_line_is_refused_with_its_place_and_the_row(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    int line, column;
    const char *word, *what, *row;
  } rows[] = {
      {"planner.gueses: 3\n", 1, 1, "planner.gueses", "unknown", "planner.guesses"},
      {"\n# \n planner.guesses 3\n", 3, 2, "planner.guesses 3", "assignment", NULL},
      {"planner.guesses:3\n", 1, 1, "planner.guesses:3", "assignment", NULL},
      {"planner.guesses: \n", 1, 17, "", "not a number", "planner.guesses"},
      {"planner.guesses: 010", 1, 18, "010", "octal", "planner.guesses"},
      {"planner.guesses: 0", 1, 18, "0", "out of range", "planner.guesses"},
      {"planner.guesses: 2.5", 1, 18, "2.5", "not whole", "planner.guesses"},
      {"planner.guesses: 8 m", 1, 18, "8 m", "not a number", "planner.guesses"},
      {"planner.guesses: nan", 1, 18, "nan", "not a number", "planner.guesses"},
      {"gibbon.arm_length: 0,62", 1, 20, "0,62", "not a number", "gibbon.arm_length"},
      {"gibbon.arm_length: 1e999", 1, 20, "1e999", "too large", "gibbon.arm_length"},
      {"planner.weight.momentum: 1e-999", 1, 26, "1e-999", "small", "planner.weight.momentum"},
      {"world.pitch_max: 12 dog", 1, 18, "12 dog", "not an angle", "world.pitch_max"},
      {"planner.method: exakt", 1, 17, "exakt", "no choice", "planner.method"},
      {"planner.method: 1", 1, 17, "1", "no choice", "planner.method"},
      {"planner.method: exact\nplanner.method: exact", 2, 1, "planner.method", "before",
       "planner.method"},
      {"world.gap_max: 1\nworld.gap_min: 2", 2, 1, "world.gap_min", "contradicts", "world.gap_min"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    HhParams params = preset(), before = preset();
    HhParamsFault fault;
    assert_false(read_text(rows[i].text, &params, &fault));
    assert_int_equal(fault.line, rows[i].line);
    assert_int_equal(fault.column, rows[i].column);
    assert_string_equal(fault.word, rows[i].word);
    assert_non_null(strstr(fault.what, rows[i].what));
    assert_true(fault.remedy[0] != '\0');
    if (rows[i].row == NULL)
      assert_null(fault.param);
    else
      assert_string_equal(fault.param->name, rows[i].row);
    assert_int_equal(hh_params_write(&params, &before, NULL, 0), 0);
  }
}

static void bytes_that_are_no_text_are_refused(void **state)
{
  (void)state;
  static const char zero[] = "planner.guesses\0: 3", behind[] = "planner.guesses: 3\0",
                    word[] = "planner.method: exact\0", utf16[] = "\xff\xfep\0l\0";
  const struct {
    const char *text;
    size_t size;
  } rows[] = {{zero, sizeof zero - 1},
              {behind, sizeof behind - 1},
              {word, sizeof word - 1},
              {utf16, sizeof utf16 - 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    HhParams params = preset();
    HhParamsFault fault;
    assert_false(hh_params_read(rows[i].text, rows[i].size, &params, &fault));
    assert_int_equal(fault.line, 1);
  }
}

/* No byte behind `size` is looked at: the sanitizers watch the end of the allocation. */
static void a_file_cut_off_anywhere_is_read_or_refused(void **state)
{
  (void)state;
  static const char whole[] = "gibbon.arm_length: 6.2e-1\nworld.pitch_max: 12 deg # slope\n"
                              "planner.method: exact\r\nplanner.guesses: 64\n";
  int fine = 0;
  for (size_t size = 0; size < sizeof whole; size++) {
    char *cut = malloc(size + (size == 0));
    assert_non_null(cut);
    memcpy(cut, whole, size);
    HhParams params = preset();
    HhParamsFault fault;
    fine += hh_params_read(cut, size, &params, &fault);
    free(cut);
  }
  assert_in_range(fine, 20, sizeof whole - 20);
}

static void what_differs_is_written_and_reads_back_to_the_same_bits(void **state)
{
  (void)state;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  for (int round = 0; round < 200; round++) {
    HhParams base = preset(), params = base, read = base;
    for (size_t i = 0; i < hh_params_count; i++) {
      const HhParam *row = &hh_params_table[i];
      double value = hh_random_range(&random, row->low, row->high);
      if (row->kind != HH_REAL) value = floor(value);
      /* Ranges whose ends must be in order stay as they are. */
      bool paired = strstr(row->name, "_min") != NULL || strstr(row->name, "_max") != NULL;
      if (!paired && hh_random_index(&random, 2)) hh_param_set(row, &params, value);
    }
    char text[16384];
    size_t length = hh_params_write(&params, &base, text, sizeof text);
    assert_in_range(length, 1, sizeof text - 1);
    assert_int_equal(length, strlen(text));
    HhParamsFault fault;
    if (!hh_params_read(text, length, &read, &fault))
      fail_msg("%d:%d: %s %s", fault.line, fault.column, fault.word, fault.what);
    for (size_t i = 0; i < hh_params_count; i++) {
      double a = hh_param_get(&hh_params_table[i], &params);
      double b = hh_param_get(&hh_params_table[i], &read);
      assert_memory_equal(&a, &b, sizeof a);
    }
  }
}

static void a_text_longer_than_its_room_is_cut_and_its_length_told(void **state)
{
  (void)state;
  HhParams base = preset(), params = base;
  params.gibbon.planner.guesses = 64;
  params.gibbon.planner.method = 1;
  char whole[128], cut[21];
  size_t length = hh_params_write(&params, &base, whole, sizeof whole);
  assert_string_equal(whole, "planner.method: exact\nplanner.guesses: 64\n");
  assert_int_equal(length, strlen(whole));
  assert_int_equal(hh_params_write(&params, &base, cut, sizeof cut), length);
  assert_memory_equal(cut, whole, 20);
  assert_int_equal(cut[20], '\0');
}

static void a_file_of_the_laboratory_is_read_by_the_library_and_back(void **state)
{
  (void)state;
  char path[] = "/tmp/handhold_params_XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  static const char *const names[] = {"planner.method", "gibbon.arm_length", "planner.guesses"};
  static const double values[] = {1, 0.1 + 0.2, 64};
  static const char *const comments[] = {"tuned by cma_es\nseed: 1", "planner.guesses: 5"};
  HhxSetting settings[3];
  for (int i = 0; i < 3; i++)
    settings[i] =
        (HhxSetting){hh_param_find(hh_params_table, hh_params_count, names[i]), values[i]};
  HhxError error;
  assert_int_equal(hhx_params_file_write(path, comments, 2, settings, 3, &error), 0);

  char text[512];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t size = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[size] = '\0';
  assert_string_equal(text, "# tuned by cma_es\n# seed: 1\n# planner.guesses: 5\n"
                            "planner.method: exact\ngibbon.arm_length: 0.30000000000000004\n"
                            "planner.guesses: 64\n");
  HhParams params = preset();
  HhParamsFault fault;
  assert_true(hh_params_read(text, size, &params, &fault));
  assert_true(params.gibbon.arm_length == 0.1 + 0.2);

  HhxParamsFile back;
  if (!hhx_params_file_read(path, &back, &error)) fail_msg("%s", error.text);
  assert_int_equal(back.count, 3);
  for (int i = 0; i < 3; i++) {
    assert_ptr_equal(back.settings[i].param, settings[i].param);
    assert_true(back.settings[i].value == values[i]);
    assert_int_equal(back.lines[i], 4 + i);
  }
  hhx_params_file_free(&back);
  remove(path);
  assert_int_equal(hhx_params_file_write("/dev/null/x", comments, 2, settings, 3, &error), 1);
}

static void there_is_room_for_every_parameter(void **state)
{
  (void)state;
  assert_true(hh_params_count <= HH_PARAMS_TEXT_ROWS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(there_is_room_for_every_parameter),
      cmocka_unit_test(a_file_sets_what_it_names_and_nothing_else),
      cmocka_unit_test(an_empty_file_sets_nothing),
      cmocka_unit_test(a_byte_order_mark_and_any_line_end_change_nothing),
      cmocka_unit_test(a_wrong_line_is_refused_with_its_place_and_the_row),
      cmocka_unit_test(bytes_that_are_no_text_are_refused),
      cmocka_unit_test(a_file_cut_off_anywhere_is_read_or_refused),
      cmocka_unit_test(what_differs_is_written_and_reads_back_to_the_same_bits),
      cmocka_unit_test(a_text_longer_than_its_room_is_cut_and_its_length_told),
      cmocka_unit_test(a_file_of_the_laboratory_is_read_by_the_library_and_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
