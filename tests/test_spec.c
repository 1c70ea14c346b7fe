/* The spec reader: what it accepts, what it refuses and where, and that writing is its inverse. */
#include "check.h"

#include <dirent.h>
#include <unistd.h>

#include "base/random.h"
#include "design.h"
#include "spec.h"

static HhxSpec *parse(const char *text, HhxError *error)
{
  error->text[0] = '\0';
  return hhx_spec_parse("s.yaml", text, strlen(text), error);
}

/* Parses what must be right. */
static HhxSpec *good(const char *text)
{
  HhxError error;
  HhxSpec *spec = parse(text, &error);
  if (spec == NULL) fail_msg("refused: %s\n%s", error.text, text);
  return spec;
}

/* The whole of a stream that was written to. */
static char *contents(FILE *file, size_t *size)
{
  *size = (size_t)ftell(file);
  char *text = malloc(*size + 1);
  assert_non_null(text);
  rewind(file);
  assert_int_equal(fread(text, 1, *size, file), *size);
  text[*size] = '\0';
  fclose(file);
  return text;
}

static char *written(const HhxSpec *spec, size_t *size)
{
  FILE *file = tmpfile();
  assert_non_null(file);
  hhx_spec_write(spec, file);
  return contents(file, size);
}

static void check_same_axis(const HhxAxis *a, const HhxAxis *b)
{
  assert_ptr_equal(a->param, b->param);
  assert_int_equal(a->count, b->count);
  assert_int_equal(a->steps, b->steps);
  assert_int_equal(a->log, b->log);
  assert_true(a->low == b->low && a->high == b->high);
  for (int i = 0; i < a->count; i++)
    assert_true(a->values[i] == b->values[i]);
}

static void check_same(const HhxSpec *a, const HhxSpec *b)
{
  assert_string_equal(a->name, b->name);
  assert_int_equal(a->scene_count, b->scene_count);
  for (int i = 0; i < a->scene_count; i++)
    assert_ptr_equal(a->scenes[i], b->scenes[i]);
  assert_int_equal(a->mover_count, b->mover_count);
  for (int i = 0; i < a->mover_count; i++)
    assert_int_equal(a->movers[i], b->movers[i]);
  assert_true(a->duration_s == b->duration_s);
  assert_int_equal(a->swings, b->swings);
  assert_int_equal(a->replicates, b->replicates);
  assert_true(a->seed == b->seed);
  assert_int_equal(a->setting_count, b->setting_count);
  for (int i = 0; i < a->setting_count; i++) {
    assert_ptr_equal(a->settings[i].param, b->settings[i].param);
    assert_true(a->settings[i].value == b->settings[i].value);
  }
  assert_int_equal(a->design, b->design);
  assert_int_equal(a->samples, b->samples);
  assert_int_equal(a->axis_count, b->axis_count);
  for (int i = 0; i < a->axis_count; i++)
    check_same_axis(&a->axes[i], &b->axes[i]);
  assert_int_equal(a->metric_count, b->metric_count);
  for (int i = 0; i < a->metric_count; i++)
    assert_int_equal(a->metrics[i], b->metrics[i]);
  assert_int_equal(a->course_count, b->course_count);
  for (int i = 0; i < a->course_count; i++) {
    assert_true(a->course[i].at.x == b->course[i].at.x && a->course[i].at.y == b->course[i].at.y);
    assert_int_equal(a->course[i].branch, b->course[i].branch);
  }
  assert_true(hhx_spec_hash(a) == hhx_spec_hash(b));
}

/* parse(write(spec)) == spec, and write gives the same bytes again. */
static void check_round_trip(const HhxSpec *spec)
{
  size_t size, again_size;
  char *text = written(spec, &size);
  HhxError error;
  HhxSpec *back = hhx_spec_parse("written.yaml", text, size, &error);
  if (back == NULL) fail_msg("what was written is refused: %s\n%s", error.text, text);
  check_same(spec, back);
  char *again = written(back, &again_size);
  assert_string_equal(text, again);
  free(again);
  free(text);
  hhx_spec_free(back);
}

/* -- what is accepted ------------------------------------------------------------------------- */

static void a_name_and_a_scene_are_enough_and_the_rest_has_defaults(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: least\nscenes: [endless_branch]\n");
  assert_string_equal(spec->name, "least");
  assert_int_equal(spec->scene_count, 1);
  assert_string_equal(spec->scenes[0]->name, "endless_branch");
  assert_int_equal(spec->mover_count, 1);
  assert_int_equal(spec->movers[0], HH_MOVER_BALLISTIC);
  assert_true(spec->duration_s == 60);
  assert_int_equal(spec->swings, 0);
  assert_int_equal(spec->replicates, 1);
  assert_int_equal(spec->seed, 1);
  assert_int_equal(spec->design, HHX_GRID);
  assert_int_equal(spec->metric_count, 3);
  assert_string_equal(hhb_metric_table[spec->metrics[2]].name, "speed_cv");
  assert_int_equal(hhx_design_points(spec), 1);
  assert_int_equal(hhx_design_runs(spec), 1);
  hhx_spec_free(spec);
}

static void every_key_reaches_its_field(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: \"a \\\"b\\\" ä\"\n"
                       "scenes: [sloped_branch, drop]\n"
                       "movers: [mixed, sine]\n"
                       "swings: 200\n"
                       "replicates: 16\n"
                       "seed: 9007199254740976\n"
                       "set: {gibbon.arm_length: 0.8, start.kind: rest, world.slope: -12 deg}\n"
                       "design: {kind: random, samples: 77}\n"
                       "sweep:\n"
                       "  planner.iterations: {min: 2, max: 9, scale: log}\n"
                       "  planner.weight.closure: {values: [3, 1e2, 0.5]}\n"
                       "metrics: [falls, cpu_plan_us]\n");
  assert_string_equal(spec->name, "a \"b\" ä");
  assert_string_equal(spec->scenes[1]->name, "drop");
  assert_int_equal(spec->movers[0], HH_MOVER_MIXED);
  assert_int_equal(spec->swings, 200);
  assert_true(spec->duration_s == 0);
  assert_int_equal(spec->replicates, 16);
  assert_true(spec->seed == 9007199254740976u);
  assert_int_equal(spec->setting_count, 3);
  assert_true(spec->settings[1].value == HH_START_REST);
  CHECK_NEAR(spec->settings[2].value, -0.2094395102393195, 1e-16);
  assert_int_equal(spec->design, HHX_RANDOM);
  assert_int_equal(spec->samples, 77);
  assert_int_equal(spec->axis_count, 2);
  assert_true(spec->axes[0].log && spec->axes[0].low == 2 && spec->axes[0].high == 9);
  assert_int_equal(spec->axes[0].count, 0);
  assert_int_equal(spec->axes[1].count, 3);
  assert_true(spec->axes[1].values[1] == 100);
  assert_int_equal(spec->metric_count, 2);
  check_round_trip(spec);
  hhx_spec_free(spec);
}

static void windows_line_ends_a_byte_order_mark_and_a_document_mark_change_nothing(void **state)
{
  (void)state;
  HhxSpec *plain = good("name: a\nscenes: [drop]\nuntil: end\n");
  HhxSpec *other =
      good("\xef\xbb\xbf---\r\nname: a # ä\r\nscenes: [drop]\r\nuntil: end\r\n...\r\n");
  check_same(plain, other);
  assert_true(plain->duration_s == 0 && plain->swings == 0);
  hhx_spec_free(plain);
  hhx_spec_free(other);
}

static void quotes_keep_what_is_between_them(void **state)
{
  (void)state;
  static const struct {
    const char *written, *name;
  } names[] = {{"'it''s: # a {b}'", "it's: # a {b}"},
               {"''''''''''''''", "''''''"},
               {"\"a\\\"b\\\"\\\\c'\"", "a\"b\"\\c'"},
               {"a b   # comment", "a b"},
               {"true", "true"},
               {"\" \"", " "}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char text[200];
    snprintf(text, sizeof text, "scenes: ['drop', \"endless_branch\"]\nname: %s\n",
             names[i].written);
    HhxSpec *spec = good(text);
    assert_string_equal(spec->name, names[i].name);
    check_round_trip(spec);
    hhx_spec_free(spec);
  }
}

static void a_listed_course_is_read_and_written(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [course]\ncourse: [[0, 0], [1.7, 0.25], [3, -1e-3]]\n");
  assert_int_equal(spec->course_count, 3);
  assert_null(spec->course_path);
  assert_true(spec->course[2].at.x == 3 && spec->course[2].at.y == -0.001);
  assert_int_equal(spec->course[2].branch, 2);
  check_round_trip(spec);
  hhx_spec_free(spec);
}

static void a_design_of_exactly_two_to_the_thirty_one_episodes_is_accepted(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop]\nreplicates: 262144\n"
                       "sweep: {world.gravity: {min: 1, max: 99, steps: 8192}}\n");
  assert_true(hhx_design_runs(spec) == 2147483648);
  HhxRun last = hhx_design_run(spec, 2147483647);
  assert_true(last.point == 8191 && last.replicate == 262143 && last.seed == 262144);
  hhx_spec_free(spec);
}

/* -- refusals --------------------------------------------------------------------------------- */

/* A spec that is right up to `text`, which begins on line 3. */
#define HEAD "name: a\nscenes: [endless_branch]\n"

typedef struct Refusal {
  const char *text;
  const char *place; /* line:column */
  const char *key;   /* named in the error; "" for none */
  const char *words; /* of what is wrong or of the remedy */
} Refusal;

/* clang-format off */
static const Refusal refusals[] = {
    /* keys */
    {"nam: a\n", "1:1", "nam", "did you mean name?"},
    {HEAD "replicate: 3\n", "3:1", "replicate", "did you mean replicates?"},
    {HEAD "sweep:\n  planner.iterations: {value: [1]}\n", "4:24", "value", "did you mean values?"},
    {HEAD "design: {kinds: grid}\n", "3:10", "kinds", "did you mean kind?"},
    {HEAD "set: {planner.iteration: 3}\n", "3:7", "planner.iteration", "did you mean planner.iterations?"},
    {HEAD "sweep: {momentum: {values: [1]}}\n", "3:9", "momentum", "did you mean planner.weight.momentum?"},
    {HEAD "[a]: b\n", "3:1", "", "key: value"},
    {HEAD "set: {[a]: 1}\n", "3:7", "", "key: value"},
    {HEAD "<<: {seed: 1}\n", "3:1", "<<", "unknown key"},
    {"scenes: [drop]\n", "1:1", "name", "missing; add `name"},
    {"name: a\n", "1:1", "scenes", "missing; add `scenes"},

    /* the same twice, at every level */
    {HEAD "name: b\n", "3:1", "name", "delete one of the two"},
    {HEAD "set:\n  world.slope: 0\n  world.slope: 0\n", "5:3", "world.slope", "delete one of the two"},
    {HEAD "sweep:\n  world.slope: {values: [0]}\n  world.slope: {values: [0]}\n", "5:3", "world.slope", "delete one"},
    {HEAD "sweep:\n  world.slope: {values: [0], values: [0]}\n", "4:30", "values", "delete one"},
    {HEAD "design: {kind: grid, kind: grid}\n", "3:22", "kind", "delete one"},
    {HEAD "presets: {drop: {}, drop: {}}\n", "3:21", "drop", "delete one"},
    {"name: a\nscenes: [drop, drop]\n", "2:16", "scenes", "drop a second time"},
    {HEAD "movers: [sine, mixed, sine]\n", "3:23", "movers", "sine a second time"},
    {HEAD "metrics: [falls, falls]\n", "3:18", "metrics", "falls a second time"},
    {HEAD "sweep: {world.slope: {values: [0, 1, 2e-1, 1.0]}}\n", "3:44", "world.slope", "'1.0' is there a second time"},
    {HEAD "sweep: {world.slope: {values: [0, 0 deg]}}\n", "3:35", "world.slope", "a second time"},
    {HEAD "set: {world.slope: 0}\nsweep: {world.slope: {values: [0]}}\n", "4:9", "world.slope", "both in set and in sweep"},

    /* the wrong type, or nothing */
    {"- a\n", "1:1", "", "lines `key: value`"},
    {"scenes\n", "1:1", "", "lines `key: value`"},
    {"name: [a]\nscenes: [drop]\n", "1:7", "name", "a list where a single value"},
    {"name:\nscenes: [drop]\n", "1:1", "name", "no value; write a word"},
    {"name: a\nscenes: drop\n", "2:9", "scenes", "write [endless_branch]"},
    {"name: a\nscenes:\n", "2:1", "scenes", "nothing where a list"},
    {"name: a\nscenes: []\n", "2:9", "scenes", "an empty list"},
    {"name: a\nscenes: [[drop]]\n", "2:10", "scenes", "a list where a single value"},
    {HEAD "movers: []\n", "3:9", "movers", "an empty list; write [sine]"},
    {HEAD "metrics: []\n", "3:10", "metrics", "an empty list"},
    {HEAD "sweep: {world.slope: {values: []}}\n", "3:31", "world.slope", "an empty list"},
    {HEAD "sweep: {world.slope: [0, 1]}\n", "3:22", "world.slope", "write {values: [...]}"},
    {HEAD "sweep: {world.slope: {values: 3}}\n", "3:31", "world.slope", "write values: [1, 2, 3]"},
    {HEAD "sweep: [world.slope]\n", "3:8", "sweep", "a list where a mapping"},
    {HEAD "set: 3\n", "3:6", "set", "a single value where a mapping"},
    {HEAD "set: {world.slope: [0]}\n", "3:20", "world.slope", "a list where a single value"},
    {HEAD "set: {world.slope: }\n", "3:7", "world.slope", "no value; write a number"},
    {HEAD "set: {world.slope: '0'}\n", "3:20", "world.slope", "remove the quotes"},
    {HEAD "set: {start.kind: {a: b}}\n", "3:19", "start.kind", "write a word"},
    {HEAD "design: grid\n", "3:9", "design", "write {kind: grid}"},
    {HEAD "seed: {}\n", "3:7", "seed", "a mapping where a single value"},
    {HEAD "seed: '1'\n", "3:7", "seed", "remove the quotes"},

    /* words */
    {"name: a\nscenes: [endles_branch]\n", "2:10", "scenes", "did you mean endless_branch?"},
    {HEAD "movers: [balistic]\n", "3:10", "movers", "did you mean ballistic?"},
    {HEAD "metrics: [speed_cvs]\n", "3:11", "metrics", "did you mean speed_cv?"},
    {HEAD "set: {start.kind: swng}\n", "3:19", "start.kind", "did you mean swing?"},
    {HEAD "set: {start.kind: 0}\n", "3:19", "start.kind", "none of swing|"},
    {HEAD "design: {kind: gird}\n", "3:16", "kind", "did you mean grid?"},
    {HEAD "sweep: {world.spacing: {min: 1, max: 2, steps: 3, scale: lgo}}\n", "3:58", "scale", "did you mean log?"},
    {HEAD "until: ende\n", "3:8", "until", "did you mean end?"},

    /* numbers that readers disagree on, or that are none */
    {HEAD "set: {planner.iterations: 010}\n", "3:27", "planner.iterations", "without leading zeros"},
    {HEAD "set: {planner.iterations: 0o10}\n", "3:27", "planner.iterations", "octal"},
    {HEAD "set: {planner.iterations: 0x10}\n", "3:27", "planner.iterations", "octal or hexadecimal"},
    {HEAD "set: {planner.iterations: 1_000}\n", "3:27", "planner.iterations", "write digits only"},
    {HEAD "set: {world.slope: -00.5}\n", "3:20", "world.slope", "leading zeros"},
    {HEAD "set: {world.slope: .inf}\n", "3:20", "world.slope", "is not a number"},
    {HEAD "set: {world.slope: -.Inf}\n", "3:20", "world.slope", "is not a number"},
    {HEAD "set: {world.slope: .nan}\n", "3:20", "world.slope", "is not a number"},
    {HEAD "set: {world.slope: nan}\n", "3:20", "world.slope", "is not a number"},
    {HEAD "set: {world.slope: true}\n", "3:20", "world.slope", "is not a number"},
    {HEAD "set: {world.slope: ~}\n", "3:20", "world.slope", "is not a number"},
    {HEAD "set: {world.slope: 1e999}\n", "3:20", "world.slope", "too large"},
    {HEAD "set: {world.slope: 1e-999}\n", "3:20", "world.slope", "too small; write 0"},
    {HEAD "set: {world.slope: 3 degrees}\n", "3:20", "world.slope", "12 deg"},
    {HEAD "set: {world.spacing: 2 m}\n", "3:22", "world.spacing", "the number alone, in m"},
    {HEAD "set: {world.spacing: 12 deg}\n", "3:22", "world.spacing", "the number alone, in m"},
    {HEAD "replicates: 010\n", "3:13", "replicates", "leading zeros"},
    {HEAD "replicates: 2.5\n", "3:13", "replicates", "digits only"},
    {HEAD "replicates: 1e3\n", "3:13", "replicates", "digits only"},
    {HEAD "duration_s: 1 min\n", "3:13", "duration_s", "without a unit"},
    {HEAD "set: {planner.iterations: 2.5}\n", "3:27", "planner.iterations", "choose a whole number from 1 to 1000"},

    /* out of range */
    {HEAD "set: {planner.iterations: 0}\n", "3:27", "planner.iterations", "from 1 to 1000"},
    {HEAD "set: {world.spacing: -1.8}\n", "3:22", "world.spacing", "from 0.05 to 50 m"},
    {HEAD "set: {world.slope: 90 deg}\n", "3:20", "world.slope", "rad (-80.21 to 80.21 deg)"},
    {HEAD "sweep: {planner.iterations: {values: [1, 1001]}}\n", "3:42", "planner.iterations", "from 1 to 1000"},
    {HEAD "sweep: {planner.iterations: {min: 0, max: 3, steps: 2}}\n", "3:35", "planner.iterations", "from 1 to 1000"},
    {HEAD "duration_s: 0\n", "3:13", "duration_s", "more than 0"},
    {HEAD "duration_s: -60\n", "3:13", "duration_s", "more than 0"},
    {HEAD "duration_s: 1000001\n", "3:13", "duration_s", "at most 1000000 s"},
    {HEAD "swings: 0\n", "3:9", "swings", "from 1 to 1000000"},
    {HEAD "replicates: 0\n", "3:13", "replicates", "from 1"},
    {HEAD "replicates: 99999999999999999999\n", "3:13", "replicates", "to 2147483647"},
    {HEAD "seed: -1\n", "3:7", "seed", "from 0 to 9007199254740991"},
    {HEAD "seed: 9007199254740992\n", "3:7", "seed", "to 9007199254740991"},
    {HEAD "seed: 9007199254740993\n", "3:7", "seed", "to 9007199254740991"},
    {HEAD "seed: 9007199254740990\nreplicates: 3\n", "3:7", "seed", "choose at most 9007199254740989"},

    /* how long */
    {HEAD "duration_s: 60\nswings: 3\n", "4:9", "swings", "keep one of"},
    {HEAD "until: end\nduration_s: 60\n", "3:8", "until", "keep one of"},
    {HEAD "until: end\n", "3:8", "until", "scene endless_branch never ends; write `duration_s"},
    {"name: a\nscenes: [drop, sloped_branch]\nuntil: end\n", "3:8", "until", "scene sloped_branch never ends"},

    /* axes and designs */
    {HEAD "sweep: {world.spacing: {min: 1}}\n", "3:24", "world.spacing", "max missing"},
    {HEAD "sweep: {world.spacing: {}}\n", "3:24", "world.spacing", "min missing"},
    {HEAD "sweep: {world.spacing: {min: 1, max: 2}}\n", "3:9", "world.spacing", "steps missing"},
    {HEAD "sweep: {world.spacing: {min: 1, max: 2, steps: 1}}\n", "3:48", "steps", "from 2 to 10000"},
    {HEAD "sweep: {world.spacing: {min: 1, max: 2, steps: 10001}}\n", "3:48", "steps", "from 2 to 10000"},
    {HEAD "sweep: {world.spacing: {min: 2, max: 2, steps: 3}}\n", "3:38", "world.spacing", "not above min"},
    {HEAD "sweep: {world.spacing: {min: 3, max: 2, steps: 3}}\n", "3:38", "world.spacing", "exchange them"},
    {HEAD "sweep: {grab.randomness: {min: 0, max: 1, steps: 3, scale: log}}\n", "3:32", "grab.randomness", "scale: linear"},
    {HEAD "sweep: {world.slope: {min: -1, max: 1, steps: 3, scale: log}}\n", "3:28", "world.slope", "min above 0"},
    {HEAD "sweep: {world.spacing: {values: [1], min: 2}}\n", "3:43", "world.spacing", "either values or an interval"},
    {HEAD "sweep: {world.spacing: {values: [1], scale: log}}\n", "3:45", "world.spacing", "either values or"},
    {HEAD "sweep: {start.kind: {min: 0, max: 2, steps: 3}}\n", "3:21", "start.kind", "{values: [...]} with swing|"},
    {HEAD "sweep: {planner.iterations: {min: 1, max: 4, steps: 5}}\n", "3:53", "planner.iterations", "fewer steps"},
    {HEAD "sweep: {planner.iterations: {min: 1, max: 8, steps: 8, scale: log}}\n", "3:53", "planner.iterations", "twice"},
    {HEAD "design: {samples: 3}\n", "3:19", "samples", "kind: random"},
    {HEAD "design: {kind: random}\n", "3:9", "samples", "samples: 100"},
    {HEAD "design: {kind: random, samples: 0}\n", "3:33", "samples", "from 1"},
    {HEAD "design: {kind: random, samples: 3}\n", "3:9", "design", "add `sweep`"},
    {HEAD "design: {kind: random, samples: 3}\nsweep: {world.spacing: {min: 1, max: 2, steps: 3}}\n", "4:48", "steps", "delete steps"},

    /* too many episodes, by sums that would overflow */
    {HEAD "replicates: 2147483647\nsweep: {world.spacing: {values: [1, 2]}}\n", "4:8", "sweep", "2^31 is the most"},
    {HEAD "sweep:\n  world.spacing: {min: 1, max: 2, steps: 9999}\n  world.gravity: {min: 1, max: 2, steps: 9999}\n"
     "  world.drop_height: {min: 1, max: 2, steps: 9999}\n  sine.cadence: {min: 1, max: 2, steps: 9999}\n",
     "4:3", "sweep", "fewer steps or replicates"},
    {HEAD "design: {kind: random, samples: 2147483647}\nreplicates: 2\nsweep: {world.spacing: {min: 1, max: 2}}\n",
     "5:8", "sweep", "2^31"},

    /* ranges the wrong way round, at a corner of the design only */
    {HEAD "set: {world.gap_min: 3}\n", "3:7", "world.gap_min", "below world.gap_max"},
    {HEAD "set: {world.gap_max: 0.5}\n", "3:7", "world.gap_max", "(scene endless_branch, 1 against 0.5)"},
    {HEAD "sweep: {gibbon.speed_min: {values: [1, 9]}}\n", "3:9", "gibbon.speed_min", "set or sweep both"},
    {HEAD "sweep:\n  world.gravity: {values: [9, 10]}\n  planner.grab_max: {values: [0, -20 deg]}\n"
     "  planner.grab_min: {min: -1, max: -0.1, steps: 4}\n", "6:3", "planner.grab_min", "below planner.grab_max"},
    {HEAD "design: {kind: random, samples: 1}\nsweep:\n  world.gap_min: {min: 1, max: 3}\n  world.gap_max: {min: 2, max: 4}\n",
     "5:3", "world.gap_min", "3 against 2"},

    /* courses */
    {"name: a\nscenes: [course]\n", "2:9", "scenes", "add `course: holds.csv`"},
    {HEAD "course: holds.csv\n", "3:9", "course", "no scene uses it"},
    {"name: a\nscenes: [course]\ncourse: no/such.csv\n", "3:9", "course", "no/such.csv: error: cannot be opened"},
    {"name: a\nscenes: [course]\ncourse: /\n", "3:9", "course", "is a folder"},
    {"name: a\nscenes: [course]\ncourse: ''\n", "3:9", "course", "path of a CSV file"},
    {"name: a\nscenes: [course]\ncourse: {a: b}\n", "3:9", "course", "a mapping where a list"},
    {"name: a\nscenes: [course]\ncourse: []\n", "3:9", "course", "fewer than two holds"},
    {"name: a\nscenes: [course]\ncourse: [[0, 0], [1]]\n", "3:18", "course", "[x_m, y_m]"},
    {"name: a\nscenes: [course]\ncourse: [[0, 0], [1, a]]\n", "3:22", "course", "is not a number"},
    {"name: a\nscenes: [course]\ncourse: [[0, 0], [0, 1]]\n", "3:18", "course", "sort the holds"},
    {"name: a\nscenes: [course]\ncourse: [[0, 0], [1, 1e9]]\n", "3:18", "course", "1000 km"},

    /* presets of another build */
    {HEAD "presets: {endless_branch: {world.gravity: 9.8}}\n", "3:43", "world.gravity", "9.81 in this build; move the value under `set`"},
    {HEAD "presets: {endless_branch: {world.gravity: 9.81}}\n", "3:27", "endless_branch", "delete `presets`"},
    {HEAD "presets: {endless: {}}\n", "3:11", "endless", "did you mean endless_branch?"},
    {HEAD "presets: {endless_branch: {world.gravitas: 9}}\n", "3:28", "world.gravitas", "did you mean world.gravity?"},
    {HEAD "presets: {endless_branch: {world.gravity: 9.81, world.gravity: 9.81}}\n", "3:49", "world.gravity", "a second time"},
    {HEAD "presets: {endless_branch: 3}\n", "3:27", "endless_branch", "delete presets"},

    /* YAML that no spec needs, and what is not YAML */
    {"", "1:1", "", "is empty; the least spec"},
    {"# nothing\n", "1:1", "", "is empty"},
    {"name: &x a\nscenes: [drop]\n", "1:7", "", "write the value out"},
    {"name: a\nscenes: *x\n", "2:9", "", "write the value out"},
    {"name: a\nscenes: &y [drop]\n", "2:9", "", "write the value out"},
    {"name: !!str a\n", "1:7", "", "tags (!)"},
    {"!spec\nname: a\n", "1:1", "", "tags (!)"},
    {HEAD "---\nname: b\n", "3:1", "", "one spec into one file"},
    {HEAD "set: {a: {b: {c: {d: {e: {f: {g: {h: 1}}}}}}}}\n", "3:34", "", "close the brackets"},
    {"name: a\nscenes: [drop\n", "3:1", "", "not YAML"},
    {"name: a\n b: c\n", "1:7", "", "not YAML"},
    {"name: 'a\n", "1:8", "", "not YAML"},
    {"name: a\n\tscenes: [drop]\n", "2:1", "", "write spaces"},
    {"name: a\x01\n", "1:8", "", "U+0001"},
    {"name: \xc3\xa9\xff\n", "1:8", "", "save the file as UTF-8"},
    {"name: \xc0\x80\n", "1:7", "", "0xc0"},
    {"name: \xed\xa0\x80\n", "1:7", "", "not UTF-8"},
    {"name: \"\\0\"\n", "1:7", "", "write the character itself"},
    {"name: \"\\x41\"\n", "1:7", "", "write the character itself"},
    {"name: |\n  a\n  b\n", "2:1", "", "on one line"},
    {"name: a\n  b\n", "1:7", "", "on one line"},
    {"name: 'a\n  b'\n", "1:7", "", "on one line"},
};
/* clang-format on */

static void every_refusal_names_its_place_the_key_and_the_remedy(void **state)
{
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    const Refusal *refusal = &refusals[i];
    HhxError error;
    hhx_spec_free(parse(refusal->text, &error)); /* accepted: no error text */
    char begin[128];
    snprintf(begin, sizeof begin, "s.yaml:%s: error: %s%s", refusal->place, refusal->key,
             refusal->key[0] != '\0' ? ": " : "");
    if (strncmp(error.text, begin, strlen(begin)) == 0 &&
        strstr(error.text, refusal->words) != NULL)
      continue;
    print_error("'%s' is not '%s ... %s' of\n%s", error.text, begin, refusal->words, refusal->text);
    wrong++;
  }
  assert_int_equal(wrong, 0);
}

static void a_nul_byte_is_refused_where_it_stands(void **state)
{
  (void)state;
  static const char text[] = "name: a\nsce\0nes: [drop]\n";
  HhxError error;
  assert_null(hhx_spec_parse("s.yaml", text, sizeof text - 1, &error));
  assert_non_null(strstr(error.text, "s.yaml:2:4: error: character U+0000"));
}

static void a_hostile_key_cannot_reach_the_terminal_or_hide_the_remedy(void **state)
{
  (void)state;
  char text[3000] = "name: a\n";
  size_t at = strlen(text);
  for (; at < 2900; at++)
    text[at] = 'x';
  strcpy(text + at, ": 1\n");
  HhxError error;
  assert_null(parse(text, &error));
  assert_non_null(strstr(error.text, "xxx...: unknown key; did you mean"));

  assert_null(parse("name: a\n\x1b[31m: 1\n", &error));
  assert_string_equal(error.text, "s.yaml:2:1: error: character U+001B is not allowed; delete it");
}

static void brackets_without_end_are_refused_at_once(void **state)
{
  (void)state;
  size_t size = 4 * 1024 * 1024;
  char *text = malloc(size + 1);
  assert_non_null(text);
  static const char *const fills[] = {"[", "{a: ", "- ", "? ", "[a,", "a: b\n", "- a\n", "# "};
  for (size_t f = 0; f < sizeof fills / sizeof fills[0]; f++) {
    size_t length = strlen(fills[f]);
    for (size_t i = 0; i < size; i++)
      text[i] = fills[f][i % length];
    HhxError error;
    assert_null(hhx_spec_parse("s.yaml", text, size, &error));
    assert_non_null(strstr(error.text, "error: "));
  }
  memset(text, '#', size + 1);
  HhxError error;
  assert_null(hhx_spec_parse("s.yaml", text, size + 1, &error));
  assert_string_equal(error.text, "s.yaml: error: is longer than 4096 KiB; shorten it");
  free(text);
}

/* -- files ------------------------------------------------------------------------------------ */

/* Writes a file in the folder of this test run and leaves its path in `path`. */
static void write_file(char *path, size_t size, const char *name, const char *text)
{
  snprintf(path, size, "test_spec_%ld_%s", (long)getpid(), name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void a_missing_file_a_folder_and_an_endless_one_are_refused(void **state)
{
  (void)state;
  HhxError error;
  assert_null(hhx_spec_read("no/such.yaml", &error));
  assert_non_null(strstr(error.text, "no/such.yaml: error: cannot be opened"));
  assert_null(hhx_spec_read("/", &error));
  assert_string_equal(error.text, "/: error: is a folder; name a file");
  assert_null(hhx_spec_read("/dev/zero", &error));
  assert_non_null(strstr(error.text, "longer than 4096 KiB"));
  assert_null(hhx_spec_read("/dev/null", &error));
  assert_non_null(strstr(error.text, "/dev/null:1:1: error: is empty"));
}

static void a_dash_reads_standard_input(void **state)
{
  (void)state;
  char path[64];
  write_file(path, sizeof path, "in.yaml", "name: a\nscenes: [drop]\nseedling: 3\n");
  int before = dup(STDIN_FILENO);
  assert_non_null(freopen(path, "rb", stdin));
  HhxError error;
  assert_null(hhx_spec_read("-", &error));
  assert_string_equal(error.text, "<stdin>:3:1: error: seedling: unknown key; did you mean seed?");
  dup2(before, STDIN_FILENO);
  close(before);
  clearerr(stdin);
  remove(path);
}

static void a_course_file_lies_beside_its_spec(void **state)
{
  (void)state;
  char csv[64], yaml[64], text[200];
  write_file(csv, sizeof csv, "holds.csv",
             "\xef\xbb\xbf\"x_m\",\"y_m\"\r\n0,0\r\n\"1.5\",-0.25\r\n3,1e-3");
  snprintf(text, sizeof text, "name: a\nscenes: [course]\nuntil: end\ncourse: %s\n", csv);
  write_file(yaml, sizeof yaml, "spec.yaml", text);
  char beside[80];
  snprintf(beside, sizeof beside, "./%s", yaml);
  HhxError error;
  HhxSpec *spec = hhx_spec_read(beside, &error);
  if (spec == NULL) fail_msg("%s", error.text);
  assert_int_equal(spec->course_count, 3);
  assert_true(spec->course[1].at.x == 1.5 && spec->course[1].at.y == -0.25);
  assert_true(strncmp(spec->course_path, "./", 2) == 0);
  check_round_trip(spec);
  hhx_spec_free(spec);
  remove(csv);
  remove(yaml);
}

static void a_bad_course_file_is_refused_at_its_line(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
  } bad[] = {
      {"", "fewer than two holds"},
      {"x,y\n0,0\n1,1\n", ":1:1: error: the first line is 'x,y'; it must be the header x_m,y_m"},
      {"x_m,y_m\n0,0\n", "fewer than two holds"},
      {"x_m,y_m\n0,0\n1\n", ":3:2: error: y_m: '' is not a number"},
      {"x_m,y_m\n0,0\n1,a\n", ":3:3: error: y_m: 'a' is not a number"},
      {"x_m,y_m\n0,0\n1,1,1\n", ":3:5: error: more than two fields"},
      {"x_m,y_m\n0,0\n\n2,1\n", ":3:1: error: x_m: '' is not a number"},
      {"x_m,y_m\n0,0\n0,1\n", ":3:1: error: x_m does not grow"},
      {"x_m,y_m\n0,0\n1e7,1\n", ":3:1: error: a hold beyond 1000 km"},
      {"x_m,y_m\n0,0\n1 m,1\n", ":3:1: error: x_m: '1 m' is not a number"},
      {"x_m,y_m\n0,0\n010,1\n", "octal"},
      {"x_m,y_m\n0,0\nnan,1\n", "is not a number"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char path[64];
    write_file(path, sizeof path, "bad.csv", bad[i].text);
    HhxError error;
    int count;
    assert_null(hhx_course_read(path, &count, &error));
    remove(path);
    if (strstr(error.text, bad[i].words) == NULL)
      fail_msg("%s\nlacks %s", error.text, bad[i].words);
  }
}

/* -- setting one parameter -------------------------------------------------------------------- */

static void an_assignment_lies_over_the_specs_own_settings(void **state)
{
  (void)state;
  HhxSpec *spec =
      good(HEAD "set: {world.spacing: 1.5}\nsweep: {planner.iterations: {values: [2]}}\n");
  HhxError error;
  assert_true(hhx_spec_set(spec, "world.spacing=2.1", &error));
  assert_true(hhx_spec_set(spec, "world.slope=-9 deg", &error));
  assert_true(hhx_spec_set(spec, "start.kind=rest", &error));
  assert_int_equal(spec->setting_count, 3);
  assert_true(spec->settings[0].value == 2.1);
  CHECK_NEAR(spec->settings[1].value, -0.15707963267948966, 1e-16);
  check_round_trip(spec);
  hhx_spec_free(spec);
}

static void a_refused_assignment_changes_nothing(void **state)
{
  (void)state;
  static const struct {
    const char *assignment, *words;
  } bad[] = {
      {"world.spacing", "write name=value"},
      {"=3", "write name=value"},
      {"", "write name=value"},
      {"world.spaceing=3", "world.spaceing: unknown parameter; did you mean world.spacing?"},
      {"planner.iterations=3", "planner.iterations: swept by the spec"},
      {"world.spacing=", "'' is not a number"},
      {"world.spacing=1e3", "world.spacing: '1e3' is out of range; choose from 0.05 to 50 m"},
      {"world.spacing=2 ", "the number alone"},
      {"world.gap_min=9", "world.gap_min: leaves world.gap_min not below world.gap_max"},
      {"start.kind=fly", "did you mean"},
  };
  HhxSpec *spec =
      good(HEAD "set: {world.gap_min: 1.1}\nsweep: {planner.iterations: {values: [2]}}\n");
  uint64_t hash = hhx_spec_hash(spec);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    HhxError error;
    assert_false(hhx_spec_set(spec, bad[i].assignment, &error));
    if (strstr(error.text, bad[i].words) == NULL)
      fail_msg("%s\nlacks %s", error.text, bad[i].words);
    assert_true(hhx_spec_hash(spec) == hash);
  }
  hhx_spec_free(spec);
}

static void ninety_degrees_are_half_pi_to_the_last_bit(void **state)
{
  (void)state;
  const HhParam *angle = hh_param_find(hh_params_table, hh_params_count, "tolerance.grab_angle");
  assert_non_null(angle);
  double value;
  HhxError error;
  assert_true(hhx_value_parse(angle, "90 deg", &value, &error));
  assert_true(value == 1.5707963267948966);
  assert_true(hhx_value_parse(angle, "57.5deg", &value, &error));
  CHECK_NEAR(value, 1.0035643198967394, 2e-16);
  assert_true(hhx_value_parse(angle, "-0", &value, &error));
  assert_false(signbit(value));
  static const char *const forms[] = {"1", "1.", "+1", "1.0", "1e0", "10e-1", ".1E+1", "0.1e1"};
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    if (!hhx_value_parse(angle, forms[i], &value, &error)) fail_msg("%s", error.text);
    assert_true(value == 1);
  }
}

/* -- writing is the inverse of reading -------------------------------------------------------- */

typedef struct Text {
  char text[1 << 16];
  size_t size;
} Text;

static void add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Text *text, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length =
      vsnprintf(text->text + text->size, sizeof text->text - text->size, format, arguments);
  va_end(arguments);
  text->size += (size_t)length;
  assert_true(text->size < sizeof text->text);
}

/* A value of `param` somewhere in its range, as text. */
static void add_value(Text *text, HhRandom *random, const HhParam *param)
{
  double value = hh_random_range(random, param->low, param->high);
  char word[32];
  if (param->kind == HH_REAL) {
    add(text, "%.17g", value);
  } else if (param->kind == HH_COUNT) {
    add(text, "%.0f", floor(value));
  } else {
    int choices = (int)param->high + 1;
    hh_param_choice_name(param, (int)hh_random_index(random, (uint64_t)choices), word, sizeof word);
    add(text, "%s", word);
  }
}

static void add_axis(Text *text, HhRandom *random, const HhParam *param, bool grid)
{
  add(text, "  %s: {", param->name);
  if (param->kind == HH_CHOICE || hh_random_index(random, 2)) {
    add(text, "values: [");
    add_value(text, random, param);
    if (param->kind == HH_REAL) add(text, ", "), add_value(text, random, param);
    add(text, "]}\n");
    return;
  }
  bool log = param->low > 0 && hh_random_index(random, 2);
  add(text, "min: %.17g, max: %.17g%s", param->low, param->high, log ? ", scale: log" : "");
  if (grid) add(text, ", steps: %d", 2 + (int)hh_random_index(random, 2));
  add(text, "}\n");
}

static void add_words(Text *text, HhRandom *random, const char *key, const char *const *words,
                      size_t count)
{
  add(text, "%s: [", key);
  size_t from = (size_t)hh_random_index(random, count),
         many = 1 + (size_t)hh_random_index(random, count);
  for (size_t i = 0; i < many; i++)
    add(text, "%s%s", i > 0 ? ", " : "", words[(from + i) % count]);
  add(text, "]\n");
}

/* Any spec, parameters in ranges that conflict left out. */
static void random_spec(Text *text, HhRandom *random)
{
  const char *scenes[16], *metrics[HHB_METRIC_COUNT];
  for (size_t i = 0; i < hhb_scene_count; i++)
    scenes[i] = hhb_scene_table[i].name;
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    metrics[i] = hhb_metric_table[i].name;

  text->size = 0;
  bool grid = hh_random_index(random, 2);
  add(text, "name: n%d\n", (int)hh_random_index(random, 1000));
  add_words(text, random, "scenes", scenes, hhb_scene_count);
  if (strstr(text->text, "course]") != NULL || strstr(text->text, " course") != NULL ||
      strstr(text->text, "[course") != NULL) {
    bool wanted = strstr(text->text, " course") != NULL || strstr(text->text, "[course") != NULL;
    if (wanted) add(text, "course: [[0, 0.1], [%.17g, -3]]\n", 0.1 + hh_random_unit(random));
  }
  if (hh_random_index(random, 2)) add_words(text, random, "movers", hh_mover_names, HH_MOVER_COUNT);
  if (hh_random_index(random, 2)) add_words(text, random, "metrics", metrics, HHB_METRIC_COUNT);
  if (hh_random_index(random, 2))
    add(text, "duration_s: %.17g\n", 1 + 99 * hh_random_unit(random));
  else if (hh_random_index(random, 2))
    add(text, "swings: %d\n", 1 + (int)hh_random_index(random, 1000));
  if (hh_random_index(random, 2))
    add(text, "replicates: %d\n", 1 + (int)hh_random_index(random, 64));
  if (hh_random_index(random, 2))
    add(text, "seed: %llu\n", (unsigned long long)hh_random_index(random, (uint64_t)1 << 52));
  if (!grid)
    add(text, "design: {kind: random, samples: %d}\n", 1 + (int)hh_random_index(random, 1000));

  bool swept[256] = {false};
  assert_true(hh_params_count <= 256);
  add(text, "sweep:\n");
  for (int axes = 1 + (int)hh_random_index(random, 4); axes > 0;) {
    size_t row = (size_t)hh_random_index(random, hh_params_count);
    const HhParam *param = &hh_params_table[row];
    if (swept[row] || strstr(param->name, "_min") || strstr(param->name, "_max")) continue;
    add_axis(text, random, param, grid);
    swept[row] = true;
    axes--;
  }
  add(text, "set:\n");
  for (size_t row = 0; row < hh_params_count; row++) {
    const HhParam *param = &hh_params_table[row];
    if (swept[row] || strstr(param->name, "_min") || strstr(param->name, "_max")) continue;
    if (hh_random_index(random, 4) > 0) continue;
    add(text, "  %s: ", param->name);
    add_value(text, random, param);
    add(text, "\n");
  }
  if (text->text[text->size - 2] == ':') add(text, "  {}\n");
}

static void what_is_written_reads_back_as_the_same_spec(void **state)
{
  (void)state;
  HhRandom random = hh_random(2385, HH_STREAM_TEST, 0);
  Text *text = malloc(sizeof *text);
  assert_non_null(text);
  for (int i = 0; i < 500; i++) {
    random_spec(text, &random);
    HhxSpec *spec = good(text->text);
    check_round_trip(spec);
    hhx_spec_free(spec);
  }
  free(text);
}

/* The longest numbers, as many as there may be: writing must not outgrow what reading takes. */
static void the_largest_spec_reads_back_too(void **state)
{
  (void)state;
  FILE *file = tmpfile();
  assert_non_null(file);
  fprintf(file, "name: a\nscenes: [course]\nsweep: {planner.weight.cruise: {values: [0");
  for (int i = 1; i < 10000; i++)
    fprintf(file, ", 1.2345678%04de-300", i);
  fprintf(file, "]}}\ncourse: [[0, 0]");
  for (int i = 1; i < 10000; i++)
    fprintf(file, ", [1.2345678%04de-300, -1.1e-300]", i);
  fprintf(file, "]\n");
  size_t size;
  char *text = contents(file, &size);
  HhxSpec *spec = good(text);
  free(text);
  assert_int_equal(spec->axes[0].count, 10000);
  assert_int_equal(spec->course_count, 10000);
  for (int i = 0; i < 10000; i++) { /* the same, as long as doubles get */
    spec->axes[0].values[i] = nextafter(1.2345678901234e-300 * (i + 1), 1);
    spec->course[i].at =
        hh_vec(nextafter(1.2345678901234e-300 * (i + 1), 1), -1.2345678901234567e-300);
  }
  check_round_trip(spec);
  hhx_spec_free(spec);
}

static void what_is_written_names_every_parameter_once_a_scene(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [drop, random_course]\nset: {world.slope: 0.1}\n"
                       "sweep: {planner.guesses: {values: [3]}}\n");
  size_t size;
  char *text = written(spec, &size);
  for (size_t row = 0; row < hh_params_count; row++) {
    bool given = strcmp(hh_params_table[row].name, "world.slope") == 0 ||
                 strcmp(hh_params_table[row].name, "planner.guesses") == 0;
    char key[96];
    snprintf(key, sizeof key, "  %s: ", hh_params_table[row].name);
    int found = 0;
    for (const char *at = text; (at = strstr(at, key)) != NULL; at++)
      found++;
    if (found != (given ? 1 : 2)) fail_msg("%s is there %d times", key, found);
  }
  /* The scenes' own presets, not the library's defaults. */
  assert_non_null(strstr(text, "    start.kind: drop\n"));
  assert_non_null(strstr(text, "    start.kind: rest\n"));
  free(text);
  hhx_spec_free(spec);
}

static void a_changed_setting_changes_the_hash(void **state)
{
  (void)state;
  HhxSpec *a = good(HEAD "set: {world.spacing: 1.5}\n");
  HhxSpec *b = good(HEAD "set: {world.spacing: 1.5000000000000002}\n");
  assert_true(hhx_spec_hash(a) != hhx_spec_hash(b));
  hhx_spec_free(a);
  hhx_spec_free(b);
}

/* -- the shipped specs ------------------------------------------------------------------------ */

enum { SHIPPED_MAX = 64 };

typedef struct Shipped {
  char path[SHIPPED_MAX][CHECK_PATH];
  int count;
} Shipped;

static Shipped *shipped(void)
{
  Shipped *specs = calloc(1, sizeof *specs);
  assert_non_null(specs);
  DIR *folder = opendir(HHX_SPECS_DIR);
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    size_t length = strlen(entry->d_name);
    if (length < 5 || strcmp(entry->d_name + length - 5, ".yaml") != 0) continue;
    assert_in_range(specs->count, 0, SHIPPED_MAX - 1);
    snprintf(specs->path[specs->count++], CHECK_PATH, "%s/%s", HHX_SPECS_DIR, entry->d_name);
  }
  closedir(folder);
  assert_true(specs->count >= 6);
  return specs;
}

static char *read_text(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  return contents(file, size);
}

static void every_shipped_spec_is_right_and_says_what_it_asks(void **state)
{
  (void)state;
  Shipped *specs = shipped();
  for (int i = 0; i < specs->count; i++) {
    HhxError error;
    HhxSpec *spec = hhx_spec_read(specs->path[i], &error);
    if (spec == NULL) fail_msg("%s", error.text);
    check_round_trip(spec);
    hhx_spec_free(spec);
    size_t size;
    char *text = read_text(specs->path[i], &size);
    assert_true(strncmp(text, "# Question: ", 12) == 0);
    assert_non_null(strstr(text, "\n# Prediction: "));
    assert_non_null(strstr(text, "\n# Method: "));
    free(text);
  }
  free(specs);
}

static void the_main_job_has_as_many_episodes_as_it_says(void **state)
{
  (void)state;
  HhxError error;
  HhxSpec *spec = hhx_spec_read(HHX_SPECS_DIR "/main_job.yaml", &error);
  if (spec == NULL) fail_msg("%s", error.text);
  assert_true(hhx_design_runs(spec) == 2000);
  hhx_spec_free(spec);
}

/* A refusal says something; what is accepted can be written and read. */
static void check_any(const char *text, size_t size)
{
  HhxError error = {.text = ""};
  HhxSpec *spec = hhx_spec_parse("s.yaml", text, size, &error);
  if (spec == NULL) {
    if (strncmp(error.text, "s.yaml:", 7) != 0) fail_msg("no error for:\n%.*s", (int)size, text);
    return;
  }
  check_round_trip(spec);
  hhx_spec_free(spec);
}

static void a_spec_cut_off_anywhere_is_read_or_refused(void **state)
{
  (void)state;
  size_t size;
  char *text = read_text(HHX_SPECS_DIR "/planner_weights.yaml", &size);
  for (size_t end = 0; end <= size; end++) {
    /* A block of its own, so that reading beyond it shows. */
    char *part = malloc(end + 1);
    assert_non_null(part);
    memcpy(part, text, end);
    check_any(part, end);
    free(part);
  }
  free(text);
}

/* Changes, removes, repeats or inserts bytes somewhere. */
static size_t mutate(HhRandom *random, char *text, size_t size, size_t room)
{
  static const char *const pieces[] = {"[",
                                       "]",
                                       "{",
                                       "}",
                                       ":",
                                       ": ",
                                       ", ",
                                       "\n",
                                       "\n  ",
                                       "#",
                                       "'",
                                       "\"",
                                       "&a ",
                                       "*a",
                                       "!!map ",
                                       "|",
                                       ">",
                                       "- ",
                                       "? ",
                                       "---\n",
                                       "...\n",
                                       "%YAML 1.1\n",
                                       "<<: ",
                                       "0x1",
                                       "010",
                                       ".inf",
                                       "1e999",
                                       "-",
                                       "~",
                                       "\r",
                                       "\t",
                                       "\xff",
                                       "\xc2\x85",
                                       "\xe2\x80\xa8",
                                       "\\u0000",
                                       "@",
                                       "`",
                                       "presets: ",
                                       "values",
                                       "99999999999999999999",
                                       "steps: 10000",
                                       "scale: log",
                                       "min: ",
                                       "deg",
                                       "course",
                                       "random"};
  for (uint64_t edits = 1 + hh_random_index(random, 4); edits > 0; edits--) {
    size_t at = (size_t)hh_random_index(random, size + 1);
    size_t span = (size_t)hh_random_index(random, 12);
    if (span > size - at) span = size - at;
    switch (hh_random_index(random, 4)) {
    case 0: /* another byte */
      if (at < size) text[at] = (char)hh_random_index(random, 256);
      break;
    case 1: /* fewer */
      memmove(text + at, text + at + span, size - at - span);
      size -= span;
      break;
    case 2: /* some of it again */
      if (size + span > room) break;
      memmove(text + at + span, text + at, size - at);
      size += span;
      break;
    default: { /* a piece of YAML */
      const char *piece = pieces[hh_random_index(random, sizeof pieces / sizeof pieces[0])];
      size_t length = strlen(piece);
      if (size + length > room) break;
      memmove(text + at + length, text + at, size - at);
      memcpy(text + at, piece, length);
      size += length;
    }
    }
  }
  return size;
}

static void no_mutation_of_a_shipped_spec_crashes_the_reader(void **state)
{
  (void)state;
  Shipped *specs = shipped();
  HhRandom random = hh_random(17, HH_STREAM_TEST, 1);
  enum { MUTANTS = 20000, ROOM = 256 };
  int each = MUTANTS / specs->count + 1;
  for (int s = 0; s < specs->count; s++) {
    size_t size;
    char *text = read_text(specs->path[s], &size);
    /* The comments at the top take no part. */
    char *start = strstr(text, "\nname");
    assert_non_null(start);
    size -= (size_t)(start - text);
    char *mutant = malloc(size + ROOM);
    assert_non_null(mutant);
    for (int i = 0; i < each; i++) {
      memcpy(mutant, start, size);
      size_t mutated = mutate(&random, mutant, size, size + ROOM);
      char *exact = malloc(mutated + 1);
      assert_non_null(exact);
      memcpy(exact, mutant, mutated);
      check_any(exact, mutated);
      free(exact);
    }
    free(mutant);
    free(text);
  }
  free(specs);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_and_a_scene_are_enough_and_the_rest_has_defaults),
      cmocka_unit_test(every_key_reaches_its_field),
      cmocka_unit_test(windows_line_ends_a_byte_order_mark_and_a_document_mark_change_nothing),
      cmocka_unit_test(quotes_keep_what_is_between_them),
      cmocka_unit_test(a_listed_course_is_read_and_written),
      cmocka_unit_test(a_design_of_exactly_two_to_the_thirty_one_episodes_is_accepted),
      cmocka_unit_test(every_refusal_names_its_place_the_key_and_the_remedy),
      cmocka_unit_test(a_nul_byte_is_refused_where_it_stands),
      cmocka_unit_test(a_hostile_key_cannot_reach_the_terminal_or_hide_the_remedy),
      cmocka_unit_test(brackets_without_end_are_refused_at_once),
      cmocka_unit_test(a_missing_file_a_folder_and_an_endless_one_are_refused),
      cmocka_unit_test(a_dash_reads_standard_input),
      cmocka_unit_test(a_course_file_lies_beside_its_spec),
      cmocka_unit_test(a_bad_course_file_is_refused_at_its_line),
      cmocka_unit_test(an_assignment_lies_over_the_specs_own_settings),
      cmocka_unit_test(a_refused_assignment_changes_nothing),
      cmocka_unit_test(ninety_degrees_are_half_pi_to_the_last_bit),
      cmocka_unit_test(what_is_written_reads_back_as_the_same_spec),
      cmocka_unit_test(the_largest_spec_reads_back_too),
      cmocka_unit_test(what_is_written_names_every_parameter_once_a_scene),
      cmocka_unit_test(a_changed_setting_changes_the_hash),
      cmocka_unit_test(every_shipped_spec_is_right_and_says_what_it_asks),
      cmocka_unit_test(the_main_job_has_as_many_episodes_as_it_says),
      cmocka_unit_test(a_spec_cut_off_anywhere_is_read_or_refused),
      cmocka_unit_test(no_mutation_of_a_shipped_spec_crashes_the_reader),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
