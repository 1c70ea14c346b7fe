/* The spec reader: what it accepts, what it refuses and where, and that writing is its inverse. */
#include "check.h"

#include <dirent.h>
#include <unistd.h>

#include "base/random.h"
#include "design.h"
#include "episode.h"
#include "spec.h"
#include "spec_axis.h"
#include "spec_course.h"

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
  assert_int_equal(a->when_count, b->when_count);
  for (int i = 0; i < a->when_count; i++) {
    const HhxCondition *one = &a->when[i], *other = &b->when[i];
    assert_ptr_equal(one->param, other->param);
    assert_int_equal(one->count, other->count);
    for (int j = 0; j < one->count; j++)
      assert_true(one->values[j] == other->values[j]);
  }
}

static void check_same_tuning(const HhxSpec *a, const HhxSpec *b)
{
  assert_int_equal(a->optimizer.kind, b->optimizer.kind);
  assert_int_equal(a->optimizer.budget, b->optimizer.budget);
  assert_int_equal(a->optimizer.population, b->optimizer.population);
  assert_true(a->optimizer.step == b->optimizer.step);
  assert_int_equal(a->optimizer.polish, b->optimizer.polish);
  assert_int_equal(a->optimizer.polish_budget, b->optimizer.polish_budget);
  assert_int_equal(a->objective_count, b->objective_count);
  for (int i = 0; i < a->objective_count; i++) {
    assert_int_equal(a->objectives[i].metric, b->objectives[i].metric);
    assert_int_equal(a->objectives[i].maximize, b->objectives[i].maximize);
    assert_int_equal(a->objectives[i].worst, b->objectives[i].worst);
    assert_true(a->objectives[i].weight == b->objectives[i].weight);
  }
  assert_int_equal(a->held_out.scene_count, b->held_out.scene_count);
  for (int i = 0; i < a->held_out.scene_count; i++)
    assert_ptr_equal(a->held_out.scenes[i], b->held_out.scenes[i]);
  assert_true(a->held_out.seed == b->held_out.seed);
  assert_int_equal(a->held_out.replicates, b->held_out.replicates);
}

/* The first points, and with them all that decides them. */
static void check_same_points(const HhxSpec *a, const HhxSpec *b)
{
  enum { MOST = 20 };
  double one[HHX_AXES], other[HHX_AXES];
  assert_true(hhx_design_points(a) == hhx_design_points(b));
  for (int64_t point = 0; point < MOST && point < hhx_design_points(a); point++) {
    if (a->design == HHX_TUNED) return;
    hhx_design_values(a, point, one);
    hhx_design_values(b, point, other);
    assert_memory_equal(one, other, (size_t)a->axis_count * sizeof *one);
  }
}

static void check_same_course(const HhxCourse *a, const HhxCourse *b)
{
  assert_int_equal(a->count, b->count);
  assert_int_equal(a->piece_count, b->piece_count);
  for (int i = 0; i < a->count; i++) {
    assert_true(a->holds[i].at.x == b->holds[i].at.x && a->holds[i].at.y == b->holds[i].at.y);
    assert_true(a->holds[i].slope_rad == b->holds[i].slope_rad);
    assert_int_equal(a->holds[i].branch, b->holds[i].branch);
  }
  for (int i = 0; i < a->piece_count; i++) {
    assert_int_equal(a->pieces[i].first, b->pieces[i].first);
    assert_int_equal(a->pieces[i].count, b->pieces[i].count);
    for (int param = 0; param < HHX_PIECE_PARAMS; param++)
      assert_true(hh_param_get(&hhx_piece_params[param], &a->pieces[i]) ==
                  hh_param_get(&hhx_piece_params[param], &b->pieces[i]));
  }
}

static void check_same_room(const HhRoom *a, const HhRoom *b)
{
  assert_true((a->tiles == NULL) == (b->tiles == NULL));
  assert_true(a->width == b->width && a->height == b->height && a->exit_count == b->exit_count);
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++)
      assert_int_equal(hh_room_tile(a, x, y), hh_room_tile(b, x, y));
  assert_memory_equal(a->exits, b->exits, sizeof a->exits);
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
  assert_int_equal(a->levels, b->levels);
  assert_int_equal(a->scrambles, b->scrambles);
  assert_int_equal(a->choice, b->choice);
  assert_int_equal(a->independent, b->independent);
  assert_int_equal(a->axis_count, b->axis_count);
  for (int i = 0; i < a->axis_count; i++)
    check_same_axis(&a->axes[i], &b->axes[i]);
  assert_int_equal(a->metric_count, b->metric_count);
  for (int i = 0; i < a->metric_count; i++)
    assert_int_equal(a->metrics[i], b->metrics[i]);
  check_same_course(&a->course, &b->course);
  check_same_room(&a->room.room, &b->room.room);
  check_same_tuning(a, b);
  check_same_points(a, b);
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
  assert_int_equal(spec->course.count, 3);
  assert_null(spec->course_path);
  assert_true(spec->course.holds[2].at.x == 3 && spec->course.holds[2].at.y == -0.001);
  assert_int_equal(spec->course.holds[2].branch, 2);
  check_round_trip(spec);
  hhx_spec_free(spec);
}

static void a_listed_room_is_read_and_written(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [room]\nroom:\n  - '0..\\'\n  - '>:~1'\n  - ''\n"
                       "  - exit 1 on ~ to 2 3\n");
  const HhRoom *room = &spec->room.room;
  assert_true(room->width == 4 && room->height == 2 && room->exit_count == 2);
  assert_int_equal(hh_room_tile(room, 3, 1), HH_TILE_SLOPE_SW);
  assert_int_equal(hh_room_tile(room, 0, 0), HH_TILE_SLOPE_NE);
  assert_int_equal(hh_room_tile(room, 3, 0), HH_TILE_EXIT | HH_TILE_WATER);
  assert_true(room->exits[1].room == 2 && room->exits[1].exit == 3);
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

/* What is tuned, and for what. */
#define TUNE_HEAD "optimizer: {budget: 40}\nsweep: {world.slope: {min: 0, max: 1}}\n"
#define TUNE      TUNE_HEAD "objectives: [{metric: falls}]\n"

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
    {"name: a\nscenes: [two_way_branch]\nuntil: end\n", "3:8", "until", "scene two_way_branch never ends"},
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

    /* designs */
    {HEAD "design: {kind: sobol}\n", "3:9", "samples", "{kind: sobol, samples: 128}"},
    {HEAD "design: {kind: morris}\n", "3:9", "trajectories", "{kind: morris, trajectories: 50}"},
    {HEAD "design: {kind: list}\n", "3:9", "points", "{kind: list, points: points.csv}"},
    {HEAD "design: {kind: morris, samples: 3}\n", "3:33", "samples", "morris takes no samples; delete it, or write kind: random"},
    {HEAD "design: {kind: sobol, samples: 3, levels: 4}\n", "3:43", "levels", "write kind: morris"},
    {HEAD "design: {kind: sobol, samples: 3, trajectories: 4}\n", "3:49", "trajectories", "write kind: morris"},
    {HEAD "design: {kind: halton, samples: 3, scrambles: 4}\n", "3:47", "scrambles", "write kind: saltelli"},
    {HEAD "design: {kind: grid, points: a.csv}\n", "3:30", "points", "write kind: list"},
    {HEAD "design: {kind: latin, samples: 3}\n", "3:16", "kind", "unknown design 'latin'"},
    {HEAD "design: {kind: halton, samples: 3}\n", "3:9", "design", "halton, but nothing is swept"},
    {HEAD "design: {kind: morris, trajectories: 0}\n", "3:38", "trajectories", "from 1"},
    {HEAD "design: {kind: morris, trajectories: 9, levels: 5}\n", "3:49", "levels", "5 is odd"},
    {HEAD "design: {kind: morris, trajectories: 9, levels: 5}\n", "3:49", "levels", "choose 4 or 6"},
    {HEAD "design: {kind: morris, trajectories: 9, levels: 0}\n", "3:49", "levels", "from 2 to 1000"},
    {HEAD "design: {kind: saltelli, samples: 1000}\n", "3:35", "samples", "choose 1024, or scrambles: 0"},
    {HEAD "design: {kind: saltelli, samples: 1500}\n", "3:35", "samples", "1500 is no power of 2, and only those are balanced"},
    {HEAD "design: {kind: saltelli, samples: 1500}\n", "3:35", "samples", "choose 1024"},
    {HEAD "design: {kind: saltelli, samples: 1}\n", "3:35", "samples", "from 2"},
    {HEAD "design: {kind: saltelli, samples: 2, scrambles: 1}\n", "3:49", "scrambles", "no interval; choose 16"},
    {HEAD "design: {kind: saltelli, samples: 2, scrambles: 1001}\n", "3:49", "scrambles", "from 0 to 1000"},
    {HEAD "design: {kind: sobol, samples: 4}\nsweep: {world.spacing: {min: 1, max: 2, steps: 3}}\n", "4:48", "steps", "delete steps, or write kind: grid"},
    {HEAD "design: {kind: saltelli, samples: 1073741824, scrambles: 0}\nsweep: {world.spacing: {min: 1, max: 2}}\n", "4:8", "sweep", "2^31"},
    {HEAD "design: {kind: saltelli, samples: 65536}\nreplicates: 700\nsweep: {world.spacing: {min: 1, max: 2}}\n", "5:8", "sweep", "2.202e+09 episodes"},
    {HEAD "design: {kind: morris, trajectories: 1073741824}\nsweep: {world.spacing: {min: 1, max: 2}, world.slope: {min: 0, max: 1}}\n", "4:8", "sweep", "3.221e+09 episodes"},

    /* seeds */
    {HEAD "seeds: comon\n", "3:8", "seeds", "did you mean common?"},
    {HEAD "seeds: independent\nseed: 9007199254740990\nsweep: {world.slope: {values: [0, 0.1, 0.2]}}\n", "4:7", "seed", "choose at most 9007199254740989"},

    /* conditions */
    {HEAD "sweep: {world.slope: {values: [0], when: 3}}\n", "3:42", "when", "write {planner.method: iterative}"},
    {HEAD "sweep: {world.slope: {values: [0], when: {}}}\n", "3:42", "when", "delete the key"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.methods: exact}}}\n", "3:43", "planner.methods", "did you mean planner.method?"},
    {HEAD "sweep: {world.slope: {values: [0], when: {world.slope: 0}}}\n", "3:43", "world.slope", "a condition on itself"},
    {HEAD "sweep: {world.slope: {values: [0], when: {world.spacing: 2}}, world.spacing: {values: [2]}}\n", "3:43", "world.spacing", "move it above"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.method: exat}}}\n", "3:59", "planner.method", "did you mean exact?"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.method: []}}}\n", "3:59", "planner.method", "an empty list"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.method: {a: b}}}}\n", "3:59", "planner.method", "a mapping where a single value"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.method: [[exact]]}}}\n", "3:60", "planner.method", "a list where a single value"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.method: [exact, exact]}}}\n", "3:67", "planner.method", "a second time"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.method: exact, planner.method: exact}}}\n", "3:66", "planner.method", "a second time"},
    {HEAD "sweep: {world.slope: {values: [0], when: {planner.method: exact}}}\n", "3:9", "world.slope", "planner.method is iterative in scene endless_branch; set it"},
    {"name: a\nscenes: [random_course, drop]\nsweep: {world.slope: {values: [0], when: {start.kind: rest}}}\n", "3:9", "world.slope", "start.kind is drop in scene drop"},
    {HEAD "sweep: {planner.iterations: {values: [1, 2]}, world.slope: {values: [0], when: {planner.iterations: 3}}}\n", "3:101", "planner.iterations", "never 3 in this sweep; choose one of its values, or add it"},
    {HEAD "design: {kind: random, samples: 3}\nsweep: {planner.iterations: {min: 1, max: 2}, world.slope: {values: [0], when: {planner.iterations: 3}}}\n", "4:101", "planner.iterations", "never 3 in this sweep"},
    {HEAD "design: {kind: random, samples: 3}\nsweep: {world.spacing: {min: 1, max: 2}, world.slope: {values: [0], when: {world.spacing: 1.5}}}\n", "4:91", "world.spacing", "by chance only"},
    {HEAD "sweep:\n  planner.method: {values: [iterative, exact]}\n  planner.iterations: {values: [1], when: {planner.method: iterative}}\n"
     "  world.slope: {values: [0], when: {planner.method: exact, planner.iterations: 1}}\n", "6:3", "world.slope", "counts at no point"},
    {HEAD "sweep:\n  planner.method: {values: [iterative, exact]}\n  world.slope: {min: 0, max: 1, steps: 10000, when: {planner.method: exact}}\n"
     "  world.gravity: {min: 1, max: 2, steps: 501}\n", "4:3", "sweep", "1.002e+07 points before conditions"},

    /* a list of points */
    {HEAD "design: {kind: list, points: {a: b}}\n", "3:30", "points", "the path of a CSV file"},
    {HEAD "design: {kind: list, points: ''}\n", "3:30", "points", "the path of a CSV file"},
    {HEAD "design: {kind: list, points: no/such.csv}\n", "3:30", "points", "no/such.csv: error: cannot be opened"},
    {HEAD "design: {kind: list, points: []}\n", "3:30", "points", "no point; write a header"},
    {HEAD "design: {kind: list, points: [[world.slope]]}\n", "3:30", "points", "no point"},
    {HEAD "design: {kind: list, points: [[], []]}\n", "3:31", "points", "an empty list"},
    {HEAD "design: {kind: list, points: [[world.slope], []]}\n", "3:46", "points", "an empty list"},
    {HEAD "design: {kind: list, points: [world.slope]}\n", "3:31", "points", "where a list"},
    {HEAD "design: {kind: list, points: [[world.slope], [[0]]]}\n", "3:47", "points", "where a single value"},
    {HEAD "design: {kind: list, points: [[world.slop], [0]]}\n", "3:32", "points", "did you mean world.slope?"},
    {HEAD "design: {kind: list, points: [[world.slope, world.slope], [0, 0]]}\n", "3:45", "points", "world.slope a second time"},
    {HEAD "set: {world.slope: 0}\ndesign: {kind: list, points: [[world.slope], [0]]}\n", "4:32", "points", "both in set and in the list"},
    {HEAD "design: {kind: list, points: [[world.slope], [0, 1]]}\n", "3:46", "points", "2 values under a header of 1"},
    {HEAD "design: {kind: list, points: [[world.slope], [0], [3]]}\n", "3:52", "world.slope", "'3' is out of range"},
    {HEAD "design: {kind: list, points: [[start.kind], [rst]]}\n", "3:46", "start.kind", "did you mean rest?"},
    {HEAD "design: {kind: list, points: [[world.slope], [~]]}\n", "3:30", "world.slope", "delete the column"},
    {HEAD "design: {kind: list, points: [[world.slope], [0]]}\nsweep: {world.spacing: {values: [1]}}\n", "4:8", "sweep", "beside a list"},
    {HEAD "design: {kind: list, points: [[world.slope, world.gap_min], [0, 1], [0, 2.5]]}\n", "3:45", "world.gap_min", "below world.gap_max"},

    /* optimizer */
    {HEAD "design: {kind: grid}\n" TUNE, "3:9", "design", "beside optimizer"},
    {HEAD "optimizer: cma_es\n", "3:12", "optimizer", "write {kind: cma_es, budget: 4000}"},
    {HEAD "optimizer: {kind: cmaes, budget: 40}\n", "3:19", "kind", "did you mean cma_es?"},
    {HEAD "optimizer: {kind: race}\n", "3:12", "budget", "{kind: race, budget: 4000}"},
    {HEAD "optimizer: {budget: 0}\n", "3:21", "budget", "from 1 to 1000000"},
    {HEAD "optimizer: {budget: 40, steps: 3}\n", "3:25", "steps", "did you mean step?"},
    {HEAD "optimizer: {kind: random, budget: 40, population: 4}\n", "3:51", "population", "random takes none"},
    {HEAD "optimizer: {kind: nsga2, budget: 40, step: 0.1}\n", "3:44", "step", "nsga2 takes none"},
    {HEAD "replicates: 2\noptimizer: {kind: race, budget: 40, polish: sbplx}\n", "4:45", "polish", "race takes none"},
    {HEAD "optimizer: {kind: nsga2, budget: 40, polish_budget: 3}\n", "3:53", "polish_budget", "nsga2 takes none"},
    {HEAD "optimizer: {kind: nsga2, budget: 400, population: 11}\n", "3:51", "population", "choose 10 or 12"},
    {HEAD "optimizer: {budget: 40, population: 1}\n", "3:37", "population", "from 2 to 100000"},
    {HEAD "optimizer: {budget: 40, population: 41}\n", "3:37", "population", "the budget is 40 in all"},
    {HEAD "optimizer: {budget: 40, step: 0}\n", "3:31", "step", "more than 0"},
    {HEAD "optimizer: {budget: 40, step: 1.01}\n", "3:31", "step", "at most 1"},
    {HEAD "optimizer: {budget: 40, polish: cobyla}\n", "3:33", "polish", "unknown polish 'cobyla'"},
    {HEAD "optimizer: {budget: 40, polish_budget: 4}\n", "3:40", "polish_budget", "write polish: sbplx"},
    {HEAD "optimizer: {budget: 40, polish: none, polish_budget: 4}\n", "3:54", "polish_budget", "nothing is polished"},
    {HEAD "optimizer: {budget: 40, polish: sbplx, polish_budget: 40}\n", "3:55", "polish_budget", "40 leaves nothing of the budget of 40"},
    {HEAD "optimizer: {budget: 1, polish: sbplx}\n", "3:32", "polish_budget", "choose less"},
    {HEAD "movers: [sine, mixed]\n" TUNE, "3:9", "movers", "write one spec a mover"},
    {HEAD "seeds: independent\nreplicates: 9\noptimizer: {kind: race, budget: 9}\n", "3:8", "seeds", "write common"},
    {HEAD "optimizer: {kind: race, budget: 9}\n", "3:12", "optimizer", "`replicates: 16`"},
    {HEAD "optimizer: {budget: 9}\nobjectives: [{metric: falls}]\n", "3:12", "optimizer", "add `sweep`"},
    {HEAD "optimizer: {budget: 9}\nsweep: {world.slope: {min: 0, max: 1}}\n", "3:12", "optimizer", "add `objectives: [{metric"},
    {HEAD "optimizer: {budget: 9}\nsweep: {world.slope: {min: 0, max: 1, steps: 3}}\n", "4:46", "steps", "an optimizer places its own points; delete steps"},
    {HEAD "optimizer: {budget: 1000000}\nreplicates: 2148\nsweep: {world.slope: {min: 0, max: 1}}\n", "5:8", "sweep", "a smaller budget"},

    /* objectives */
    {HEAD "objectives: [{metric: falls}]\n", "3:13", "objectives", "no optimizer"},
    {HEAD TUNE_HEAD "objectives: []\n", "5:13", "objectives", "an empty list"},
    {HEAD TUNE_HEAD "objectives: falls\n", "5:13", "objectives", "write [{metric"},
    {HEAD TUNE_HEAD "objectives: [falls]\n", "5:14", "objectives", "write {metric"},
    {HEAD TUNE_HEAD "objectives: [{}]\n", "5:14", "metric", "missing; write {metric"},
    {HEAD TUNE_HEAD "objectives: [{metrics: falls}]\n", "5:15", "metrics", "did you mean metric?"},
    {HEAD TUNE_HEAD "objectives: [{metric: fals}]\n", "5:23", "metric", "did you mean falls?"},
    {HEAD TUNE_HEAD "objectives: [{metric: cpu_plan_us}]\n", "5:23", "metric", "measured by the clock and differs from run to run; take cost_model_us_per_creature_step"},
    {HEAD TUNE_HEAD "objectives: [{metric: falls}, {metric: falls, scenes: worst}]\n", "5:40", "metric", "falls a second time"},
    {HEAD TUNE_HEAD "objectives: [{metric: falls, goal: maximum}]\n", "5:36", "goal", "did you mean maximize?"},
    {HEAD TUNE_HEAD "objectives: [{metric: falls, scenes: best}]\n", "5:38", "scenes", "unknown word 'best'"},
    {HEAD TUNE_HEAD "objectives: [{metric: falls, weight: 0}]\n", "5:38", "weight", "not above 0"},
    {HEAD TUNE_HEAD "objectives: [{metric: falls, weight: -1}]\n", "5:38", "weight", "write goal: maximize"},
    {HEAD "optimizer: {kind: nsga2, budget: 9}\nsweep: {world.slope: {min: 0, max: 1}}\nobjectives: [{metric: falls}]\n", "5:13", "objectives", "2 to 4; add one, or write kind: cma_es"},
    {HEAD "optimizer: {kind: nsga2, budget: 9}\nsweep: {world.slope: {min: 0, max: 1}}\n"
     "objectives: [{metric: falls}, {metric: drops}, {metric: plans}, {metric: pumps}, {metric: brakes}]\n", "5:13", "objectives", "5 of them"},
    {HEAD "optimizer: {kind: nsga2, budget: 9}\nsweep: {world.slope: {min: 0, max: 1}}\nobjectives: [{metric: falls, weight: 1}, {metric: drops}]\n", "5:38", "weight", "keeps its objectives apart"},

    /* held out */
    {HEAD "held_out: {scenes: [drop], seed: 9, replicates: 9}\n", "3:11", "held_out", "nothing is tuned"},
    {HEAD TUNE "held_out: 3\n", "6:11", "held_out", "write {scenes: [random_course]"},
    {HEAD TUNE "held_out: {scenes: [drop], seed: 9}\n", "6:11", "replicates", "missing; write {scenes"},
    {HEAD TUNE "held_out: {scenes: [drop], replicates: 9}\n", "6:11", "seed", "missing"},
    {HEAD TUNE "held_out: {seed: 9, replicates: 9}\n", "6:11", "scenes", "missing"},
    {HEAD TUNE "held_out: {scene: [drop], seed: 9, replicates: 9}\n", "6:12", "scene", "did you mean scenes?"},
    {HEAD TUNE "held_out: {scenes: [drp], seed: 9, replicates: 9}\n", "6:21", "scenes", "did you mean drop?"},
    {HEAD TUNE "held_out: {scenes: [drop], seed: 9, replicates: 1}\n", "6:49", "replicates", "from 2 to 1000000"},
    {HEAD TUNE "held_out: {scenes: [drop], seed: 9007199254740991, replicates: 2}\n", "6:34", "seed", "to 9007199254740990"},
    {HEAD TUNE "held_out: {scenes: [drop, endless_branch], seed: 0, replicates: 2}\n", "6:50", "seed",
     "0 to 1, but scene endless_branch is tuned on 1 to 1, and held out means unseen; choose a seed of at least 2"},
    {HEAD "seeds: independent\nreplicates: 3\n" TUNE "held_out: {scenes: [endless_branch], seed: 120, replicates: 2}\n", "8:44", "seed", "seed of at least 121"},
    {"name: a\nscenes: [random_course]\nuntil: end\n" TUNE "held_out: {scenes: [endless_branch], seed: 9, replicates: 9}\n", "3:8", "until", "endless_branch never ends"},
    {HEAD TUNE "held_out: {scenes: [course], seed: 9, replicates: 9}\n", "6:11", "held_out", "add `course: holds.csv`"},

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
    {"name: a\nscenes: [course]\ncourse: [[0, 0, 0], [1, 1]]\n", "3:10", "course", "[x_m, y_m]"},
    {"name: a\nscenes: [course]\ncourse: [[0, 0], {points: [[1, 0]]}]\n", "3:18", "course", "[x_m, y_m]"},
    {"name: a\nscenes: [course]\ncourse: [{kind: branch}]\n", "3:10", "course", "without points"},
    {"name: a\nscenes: [course]\ncourse: [{points: [[0, 0]]}, [1, 0]]\n", "3:30", "course", "mapping"},
    {"name: a\nscenes: [course]\ncourse: [{kind: twig, points: [[0, 0]]}]\n", "3:17", "kind", "is none of branch|trunk"},
    {"name: a\nscenes: [course]\ncourse: [{colour: red, points: [[0, 0]]}]\n", "3:11", "colour", "unknown key"},
    {"name: a\nscenes: [course]\ncourse: [{mass_ratio: -1, points: [[0, 0]]}]\n", "3:23", "mass_ratio", "out of range"},
    {"name: a\nscenes: [course]\ncourse: [{kind: vine, points: [[0, 0], [0, -1]]}]\n", "3:10", "course", "begins with neither"},
    {"name: a\nscenes: [course]\ncourse: [{points: [[0, 0, 2]]}]\n", "3:20", "course", "slope out of range"},
    {"name: a\nscenes: [course]\ncourse: [{points: [[0, 0]]}, {kind: ground, points: [[1, 0]]}]\n", "3:30", "course", "a floor needs 2"},
    {"name: a\nscenes: [course]\ncourse: [{points: []}, {points: [[1, 0]]}]\n", "3:10", "course", "without a hold"},
    {"name: a\nscenes: [course]\ncourse: [{points: 3}]\n", "3:19", "points", "a list"},

    /* rooms */
    {"name: a\nscenes: [room]\n", "2:9", "scenes", "scene room needs its tiles; add `room: "},
    {"name: a\nscenes: [cavern]\nroom: room.txt\n", "3:7", "room", "no scene uses it; add scene room"},
    {"name: a\nscenes: [room]\nroom: no/such.txt\n", "3:7", "room", "no/such.txt: error: cannot be opened"},
    {"name: a\nscenes: [room]\nroom: /\n", "3:7", "room", "is a folder"},
    {"name: a\nscenes: [room]\nroom: ''\n", "3:7", "room", "no value; write the path of"},
    {"name: a\nscenes: [room]\nroom: {a: b}\n", "3:7", "room", "the path of"},
    {"name: a\nscenes: [room]\nroom: []\n", "3:7", "room", "1:1: error: there is no room here"},
    {"name: a\nscenes: [room]\nroom: ['..', ['..']]\n", "3:14", "room", "a list"},
    {"name: a\nscenes: [room]\nroom: ['..', '.']\n", "3:7", "room", "2:2: error: this row has 1 tiles"},
    {"name: a\nscenes: [room]\nroom: ['..', '.?']\n", "3:7", "room", "2:2: error: '?' is no tile"},

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
  assert_int_equal(spec->course.count, 3);
  assert_true(spec->course.holds[1].at.x == 1.5 && spec->course.holds[1].at.y == -0.25);
  assert_true(strncmp(spec->course_path, "./", 2) == 0);
  check_round_trip(spec);
  hhx_spec_free(spec);
  remove(csv);
  remove(yaml);
}

static void a_room_file_lies_beside_its_spec(void **state)
{
  (void)state;
  char tiles[64], yaml[64], text[200], beside[80];
  write_file(tiles, sizeof tiles, "room.txt", "0.1\r\n###\r\n");
  snprintf(text, sizeof text, "name: a\nscenes: [room]\nuntil: end\nroom: %s\n", tiles);
  write_file(yaml, sizeof yaml, "spec.yaml", text);
  snprintf(beside, sizeof beside, "./%s", yaml);
  HhxError error;
  HhxSpec *spec = hhx_spec_read(beside, &error);
  if (spec == NULL) fail_msg("%s", error.text);
  assert_true(spec->room.room.width == 3 && spec->room.room.exits[1].x == 2);
  check_round_trip(spec);
  hhx_spec_free(spec);
  remove(tiles);
  remove(yaml);
}

#define PIECES "branch,kind,x_m,y_m,depth_m,stiffness_ps2,damping_ps,mass_ratio\n"
#define START  "0,branch,0,0,,,,\n"

/* Columns in any order; what a cell leaves out is as the jungle has it by default. */
static void a_course_file_gives_a_world_of_pieces(void **state)
{
  (void)state;
  char csv[64];
  write_file(csv, sizeof csv, "holds.csv",
             PIECES
             "0,,0,0,0.25,,,\n0,,1.5,0.5,,,,\n1,vine,4,2,-0.5,,0.125,0.25\n1,vine,4,1.5,,,,\n"
             "1,,4,1,,,,\n2,trunk,6,0,,,,\n2,,6,0.5,,,,\n3,canopy,8,-2,,,,\n3,,12,-2,,,,\n"
             "4,branch,14,0,,80,2,0.5\n");
  HhxCourse course;
  HhxError error;
  if (!hhx_course_read(csv, &course, &error)) fail_msg("%s", error.text);
  HhWorld world = hhx_course_world(&course);
  assert_int_equal(world.count, 10);
  assert_int_equal(world.piece_count, 5);
  static const HhPiece pieces[] = {{HH_PIECE_BRANCH, 0, 2, 0.25, 0, 0, 0},
                                   {HH_PIECE_VINE, 2, 3, -0.5, 0, 0.125, 0.25},
                                   {HH_PIECE_TRUNK, 5, 2, 0, 0, 0, 0},
                                   {HH_PIECE_CANOPY, 7, 2, 0, 49.05, 1.4, 0},
                                   {HH_PIECE_BRANCH, 9, 1, 0, 80, 2, 0.5}};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(world.pieces[i].first, pieces[i].first);
    assert_int_equal(world.pieces[i].count, pieces[i].count);
    for (int param = 0; param < HHX_PIECE_PARAMS; param++)
      CHECK_NEAR(hh_param_get(&hhx_piece_params[param], &world.pieces[i]),
                 hh_param_get(&hhx_piece_params[param], &pieces[i]), 0);
  }
  CHECK_NEAR(world.holds[0].slope_rad, atan2(0.5, 1.5), 1e-15);
  CHECK_NEAR(world.holds[1].slope_rad, atan2(0.5, 1.5), 1e-15);
  CHECK_NEAR(world.holds[5].slope_rad, atan2(1, 0), 1e-15);
  assert_int_equal(world.holds[9].branch, 4);
  hhx_course_free(&course);
  remove(csv);
}

static void a_spec_lists_a_world_of_pieces(void **state)
{
  (void)state;
  HhxSpec *spec = good("name: a\nscenes: [course]\ncourse:\n"
                       "  - {kind: branch, points: [[0, 0], [1.7, 0.25, 0.2]], depth_m: 0.5}\n"
                       "  - {kind: cable, points: [[4, 0], [5, -0.3], [6, 0]]}\n"
                       "  - {points: [[8, 0]], stiffness_ps2: 80, mass_ratio: 0.3}\n");
  assert_int_equal(spec->course.count, 6);
  assert_int_equal(spec->course.piece_count, 3);
  assert_int_equal(spec->course.pieces[1].kind, HH_PIECE_CABLE);
  CHECK_NEAR(spec->course.pieces[1].mass_ratio, 0.05, 0);
  CHECK_NEAR(spec->course.pieces[2].stiffness_ps2, 80, 0);
  CHECK_NEAR(spec->course.holds[1].slope_rad, 0.2, 0);
  hhx_spec_free(spec);
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
      {"x_m,y_m,x_m\n0,0,0\n1,1,1\n", ":1:9: error: x_m: a second time"},
      {"x_m,kind\n0,trunk\n1,trunk\n", "must be the header x_m,y_m"},
      {"x_m,y_m,colour\n0,0,0\n", "'colour' is none of them"},
      {"x_m,y_m,kind\n0,0,branch\n", ":1:1: error: kind: it is about branches"},
      {PIECES "0,branch,0,0,,,,\n1,trunk\n", ":3:8: error: x_m: '' is not a number; write as many"},
      {PIECES "0,branch,0,0,,,,\n0,,1,0,,,,,\n", ":3:12: error: more than 8 fields"},
      {PIECES "0,branch,0,0,,,,\n0,twig,1,0,,,,\n", ":3:3: error: kind: 'twig' is none of"},
      {PIECES "1,branch,0,0,,,,\n", ":2:1: error: branch: 1 where 0 is next"},
      {PIECES "0,branch,0,0,,,,\n,branch,1,0,,,,\n", ":3:1: error: branch: '' is not a number"},
      {PIECES "0,branch,0,0,,,,\n0.5,branch,1,0,,,,\n", "0.5 where 1 is next"},
      {PIECES "0,branch,0,0,,,,\n2,branch,1,0,,,,\n", "2 where 1 is next"},
      {PIECES "0,branch,0,0,,,,\n0,trunk,1,0,,,,\n", ":3:3: error: kind: another value than"},
      {PIECES "0,,0,0,0.1,,,\n0,,1,0,0.2,,,\n", ":3:8: error: depth_m: another value than"},
      {PIECES "0,,0,0,,-1,,\n", ":2:9: error: stiffness_ps2: '-1' is out of range; choose from 0"},
      {PIECES "0,,0,0,,,,200\n", ":2:11: error: mass_ratio: '200' is out of range"},
      {PIECES "0,,0,0,9999,,,\n", ":2:8: error: depth_m: '9999' is out of range"},
      {PIECES "0,vine,0,0,,,,\n0,vine,0,-1,,,,\n", ":2:1: error: the world begins with neither"},
      {PIECES "0,trunk,0,0,,9,,\n", "only branches and canopies give"},
      {PIECES "0,branch,0,0,,9,,0\n", "a bending branch whose wood has no mass"},
      {PIECES "0,trunk,0,0,,,,\n0,trunk,0.1,1,,,,\n", ":3:1: error: a trunk that does not go"},
      {PIECES "0,trunk,0,0,,,,\n0,trunk,0,-1,,,,\n", ":3:1: error: a trunk that does not go"},
      {PIECES START "1,vine,2,0,,,,\n1,vine,2,1,,,,\n", ":4:1: error: a vine that does not hang"},
      {PIECES START "1,vine,2,0,,,,0\n", ":3:1: error: beads without mass"},
      {PIECES START "1,vine,2,0,,,,\n", ":3:1: error: a vine needs 2 to 13 holds"},
      {PIECES START "1,cable,2,0,,,,\n1,,3,-1,,,,\n2,,5,0,,,,\n", ":3:1: error: a cable needs 3"},
      {PIECES START "1,cable,2,0,,,,\n1,,3,0,,,,\n1,,4,0,,,,\n", "a cable that does not sag"},
      {PIECES START "1,ground,2,-3,,,,\n", ":3:1: error: a floor needs 2 holds"},
      {PIECES START "1,canopy,2,-3,,0,,\n1,,3,-3,,,,\n", ":3:1: error: a canopy without stiff"},
      {PIECES START "1,ground,0,-3,,,,\n1,,3,-3,,,,\n", ":3:1: error: x_m does not grow"},
      {"hold,branch,x_m,y_m,slope_rad\n0,0,0,0,0\n2,0,1,0,0\n", ":3:1: error: hold: 2 where 1"},
      {"branch,x_m,y_m,slope_rad\n0,0,0,2\n", ":2:7: error: slope_rad: '2' is out of range"},
      {"x_m,y_m\n0,0\nnan,1\n", "is not a number"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char path[64];
    write_file(path, sizeof path, "bad.csv", bad[i].text);
    HhxError error;
    HhxCourse course;
    assert_false(hhx_course_read(path, &course, &error));
    remove(path);
    if (strstr(error.text, bad[i].words) == NULL)
      fail_msg("%s\nlacks %s", error.text, bad[i].words);
  }
}

static void a_list_of_points_lies_beside_its_spec(void **state)
{
  (void)state;
  char csv[64], yaml[64], text[200];
  write_file(csv, sizeof csv, "points.csv",
             "\xef\xbb\xbfplanner.method,\"world.slope\",planner.iterations\r\n"
             "exact,12 deg,\r\niterative,-0.25,\"7\"\r\nexact,,3\r\n\r\n");
  snprintf(text, sizeof text, "name: a\nscenes: [drop]\ndesign: {kind: list, points: %s}\n", csv);
  write_file(yaml, sizeof yaml, "spec.yaml", text);
  char beside[80];
  snprintf(beside, sizeof beside, "./%s", yaml);
  HhxError error;
  HhxSpec *spec = hhx_spec_read(beside, &error);
  remove(csv);
  remove(yaml);
  if (spec == NULL) fail_msg("%s", error.text);
  assert_int_equal(hhx_design_points(spec), 3);
  assert_int_equal(spec->axis_count, 3);
  assert_string_equal(spec->axes[1].param->name, "world.slope");
  assert_true(spec->axes[1].low == -0.25 && spec->axes[2].low == 3 && spec->axes[2].high == 7);
  assert_int_equal(spec->axes[0].count, 2); /* the words that are there */
  double values[3];
  hhx_design_values(spec, 0, values);
  CHECK_NEAR(values[1], 0.20943951023931953, 1e-16);
  assert_true(hhb_is_missing(values[2]));
  /* What a point leaves out is what the scene has. */
  HhParams preset, params;
  hhb_scene_preset(spec->scenes[0], &preset);
  hhx_design_params(spec, spec->scenes[0], 0, &params);
  assert_int_equal(params.gibbon.planner.iterations, preset.gibbon.planner.iterations);
  hhx_design_params(spec, spec->scenes[0], 1, &params);
  assert_int_equal(params.gibbon.planner.iterations, 7);
  check_round_trip(spec);
  hhx_spec_free(spec);
}

static void a_bad_list_of_points_is_refused_at_its_line(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
  } bad[] = {
      {"", "no point; write a header"},
      {"\n\n", "no point; write a header"},
      {"world.slope\n", "no point; write a header"},
      {",world.slope\n0,0\n", ":1:1: error: unknown parameter ''"},
      {"world.slope,world.slop\n0,0\n",
       ":1:13: error: unknown parameter 'world.slop'; did you mean world.slope?"},
      {"world.slope,world.slope\n0,0\n", ":1:13: error: world.slope a second time"},
      {"world.slope,world.spacing\n0,1\n0\n",
       ":3:2: error: world.spacing: missing; write as many fields as the header has, 2"},
      {"world.slope,world.spacing\n0,1,2\n", ":2:5: error: more fields than the header has, 2"},
      {"world.slope\n0\n\n1\n", ":3:1: error: an empty line; delete it"},
      {"world.slope,world.spacing\n0,1\n0,99\n",
       ":3:3: error: world.spacing: '99' is out of range; choose from 0.05 to 50 m"},
      {"world.slope\n\"0,1\"\n", ":2:1: error: world.slope: '\"0' is not a number"},
      {"planner.method\nexat\n", ":2:1: error: planner.method: 'exat' is none of"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char path[64], text[200];
    write_file(path, sizeof path, "bad.csv", bad[i].text);
    snprintf(text, sizeof text, HEAD "design: {kind: list, points: %s}\n", path);
    HhxError error;
    assert_null(parse(text, &error));
    remove(path);
    assert_non_null(strstr(error.text, "s.yaml:3:30: error: "));
    if (strstr(error.text, bad[i].words) == NULL)
      fail_msg("%s\nlacks %s", error.text, bad[i].words);
  }
}

/* -- tuning ----------------------------------------------------------------------------------- */

static void what_is_tuned_reaches_its_fields(void **state)
{
  (void)state;
  HhxSpec *spec =
      good(HEAD "replicates: 8\n"
                "optimizer: {kind: cma_es, budget: 4000, population: 10, step: 0.2, "
                "polish: sbplx, polish_budget: 300}\n"
                "sweep: {planner.weight.momentum: {min: 0.1, max: 10, scale: log}}\n"
                "objectives:\n"
                "- {metric: energy_loss_J_per_kg_m, weight: 2.5, scenes: worst}\n"
                "- {metric: speed_mean_mps, goal: maximize}\n"
                "held_out: {scenes: [endless_branch, drop], seed: 9, replicates: 64}\n");
  assert_int_equal(spec->design, HHX_TUNED);
  assert_int_equal(hhx_design_runs(spec), 4000 * 8);
  assert_null(spec->points);
  assert_int_equal(spec->optimizer.kind, HHX_CMA_ES);
  assert_int_equal(spec->optimizer.population, 10);
  assert_true(spec->optimizer.step == 0.2);
  assert_int_equal(spec->optimizer.polish, HHX_SBPLX);
  assert_int_equal(spec->optimizer.polish_budget, 300);
  assert_int_equal(spec->objective_count, 2);
  assert_string_equal(hhb_metric_table[spec->objectives[0].metric].name, "energy_loss_J_per_kg_m");
  assert_true(spec->objectives[0].weight == 2.5 && spec->objectives[1].weight == 1);
  assert_true(spec->objectives[0].worst && !spec->objectives[1].worst);
  assert_true(!spec->objectives[0].maximize && spec->objectives[1].maximize);
  assert_int_equal(spec->held_out.scene_count, 2);
  assert_string_equal(spec->held_out.scenes[1]->name, "drop");
  assert_true(spec->held_out.seed == 9); /* tuned on 1 to 8 */
  assert_int_equal(spec->held_out.replicates, 64);
  check_round_trip(spec);
  const HhbScene *scenes[64];
  assert_int_equal(hhx_spec_scenes(spec, scenes), 2);
  assert_string_equal(scenes[1]->name, "drop");
  size_t size;
  char *text = written(spec, &size);
  assert_non_null(strstr(text, "\n  endless_branch:\n"));
  assert_non_null(strstr(text, "\n  drop:\n")); /* its presets */
  free(text);
  hhx_spec_free(spec);
  /* Held out on 3 to 7, tuned on 8; and on other scenes whatever the seeds. */
  hhx_spec_free(
      good(HEAD "seed: 8\n" TUNE "held_out: {scenes: [endless_branch], seed: 3, replicates: 5}\n"));
  hhx_spec_free(good(HEAD TUNE "held_out: {scenes: [drop], seed: 1, replicates: 5}\n"));
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

static void an_assignment_must_leave_every_condition_possible(void **state)
{
  (void)state;
  HhxSpec *spec = good(HEAD "sweep:\n  world.slope: {values: [0, 0.1]}\n"
                            "  planner.iterations: {values: [1, 2], when: {planner.method: "
                            "iterative, world.slope: 0}}\n");
  HhxError error;
  uint64_t hash = hhx_spec_hash(spec);
  assert_true(hhx_spec_set(spec, "planner.guesses=9", &error));
  assert_true(hhx_spec_set(spec, "planner.method=iterative", &error));
  assert_true(hhx_spec_hash(spec) != hash);
  hash = hhx_spec_hash(spec);
  assert_false(hhx_spec_set(spec, "planner.method=exact", &error));
  assert_non_null(strstr(error.text, "planner.method: leaves planner.iterations no point where it "
                                     "counts: planner.method is exact in scene endless_branch"));
  assert_false(hhx_spec_set(spec, "world.slope=0", &error));
  assert_true(hhx_spec_hash(spec) == hash);
  assert_int_equal(hhx_design_points(spec), 3);
  check_round_trip(spec);
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

/* `first` names an earlier axis and its first value, "" for none; becomes this one's when it lists
 * values. */
static void add_axis(Text *text, HhRandom *random, const HhParam *param, bool grid, char first[128])
{
  char when[160] = "";
  if (first[0] != '\0' && hh_random_index(random, 2))
    snprintf(when, sizeof when, ", when: {%s}", first);
  add(text, "  %s: {", param->name);
  if (param->kind == HH_CHOICE || hh_random_index(random, 2)) {
    add(text, "values: [");
    size_t start = text->size;
    add_value(text, random, param);
    snprintf(first, 128, "%s: %s", param->name, text->text + start);
    if (param->kind == HH_REAL) add(text, ", "), add_value(text, random, param);
    add(text, "]%s}\n", when);
    return;
  }
  bool log = param->low > 0 && hh_random_index(random, 2);
  add(text, "min: %.17g, max: %.17g%s", param->low, param->high, log ? ", scale: log" : "");
  if (grid) add(text, ", steps: %d", 2 + (int)hh_random_index(random, 2));
  add(text, "%s}\n", when);
}

/* One that others are at odds with at some values: a counterpart, or a mover that sets it. */
static bool has_company(const HhParam *param)
{
  return strstr(param->name, "_min") || strstr(param->name, "_max") ||
         strcmp(param->name, "daddy.forces") == 0;
}

static void add_list(Text *text, HhRandom *random, bool *swept)
{
  const HhParam *params[3];
  int columns = 1 + (int)hh_random_index(random, 3), rows = 1 + (int)hh_random_index(random, 5);
  add(text, "design:\n  kind: list\n  points:\n  - [");
  for (int i = 0; i < columns;) {
    size_t row = (size_t)hh_random_index(random, hh_params_count);
    params[i] = &hh_params_table[row];
    if (swept[row] || has_company(params[i])) continue;
    swept[row] = true;
    add(text, "%s%s", i > 0 ? ", " : "", params[i]->name);
    i++;
  }
  for (int row = 0; row < rows; row++)
    for (int i = 0; i < columns; i++) {
      add(text, "%s", i > 0 ? ", " : "]\n  - [");
      if (row > 0 && hh_random_index(random, 4) == 0)
        add(text, "~");
      else
        add_value(text, random, params[i]);
    }
  add(text, "]\n");
}

static void add_design(Text *text, HhRandom *random)
{
  static const char *const kinds[] = {"random", "latin_hypercube", "sobol", "halton"};
  int samples = 1 + (int)hh_random_index(random, 100), kind = (int)hh_random_index(random, 6);
  if (kind < 4)
    add(text, "design: {kind: %s, samples: %d}\n", kinds[kind], samples);
  else if (kind == 4)
    add(text, "design: {kind: morris, trajectories: %d, levels: %d}\n", samples,
        2 + 2 * (int)hh_random_index(random, 4));
  else if (hh_random_index(random, 2))
    add(text, "design: {kind: saltelli, samples: %d, scrambles: 0}\n", samples + 1);
  else
    add(text, "design: {kind: saltelli, samples: 32, scrambles: %d}\n",
        2 + (int)hh_random_index(random, 9));
}

static void add_tune(Text *text, HhRandom *random)
{
  static const char *const optimizers[] = {
      "budget: 900, step: 0.1", "kind: cma_es, budget: 77, population: 9, polish: bobyqa",
      "kind: random, budget: 3, polish: nelder_mead, polish_budget: 2", "kind: race, budget: 50",
      "kind: nsga2, budget: 60, population: 20"};
  int kind = (int)hh_random_index(random, 5);
  bool front = kind == 4;
  add(text, "replicates: %d\noptimizer: {%s}\n", 2 + (int)hh_random_index(random, 30),
      optimizers[kind]);
  const char *scenes = hh_random_index(random, 2) ? "worst" : "mean";
  add(text, "objectives:\n- {metric: falls, goal: %s, scenes: %s}\n",
      hh_random_index(random, 2) ? "maximize" : "minimize", scenes);
  add(text, "- {metric: speed_cv%s}\n", front ? "" : ", weight: 0.125");
  if (hh_random_index(random, 2)) {
    int replicates = 2 + (int)hh_random_index(random, 100);
    add(text, "held_out: {scenes: [sloped_branch, drop], seed: %llu, replicates: %d}\n",
        ((unsigned long long)1 << 52) + 1000 + hh_random_index(random, 1000), replicates);
  }
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
  const char *scenes[64], *metrics[HHB_METRIC_COUNT];
  enum { GRID, SAMPLED, LISTED, TUNED } kind = (int)hh_random_index(random, 4);
  bool room = kind != TUNED && hh_random_index(random, 4) == 0;
  size_t holds = hhb_scene_hold_count(), scene_count = room ? hhb_scene_count - holds : holds;
  for (size_t i = 0; i < scene_count; i++)
    scenes[i] = hhb_scene_table[room ? holds + i : i].name;
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    metrics[i] = hhb_metric_table[i].name;

  text->size = 0;
  add(text, "name: n%d\n", (int)hh_random_index(random, 1000));
  add_words(text, random, "scenes", scenes, scene_count);
  if (strstr(text->text, "course]") != NULL || strstr(text->text, " course") != NULL ||
      strstr(text->text, "[course") != NULL) {
    bool wanted = strstr(text->text, " course") != NULL || strstr(text->text, "[course") != NULL;
    if (wanted) add(text, "course: [[0, 0.1], [%.17g, -3]]\n", 0.1 + hh_random_unit(random));
  }
  if (strstr(text->text, "[room,") || strstr(text->text, "[room]") ||
      strstr(text->text, " room,") || strstr(text->text, " room]"))
    add(text, "room: ['0.-#', '#~:1']\n");
  if (kind != TUNED && hh_random_index(random, 2))
    add_words(text, random, "movers", room ? hh_mover_names + HH_GIBBON_MOVERS : hh_mover_names,
              room ? HH_MOVER_COUNT - HH_GIBBON_MOVERS : HH_GIBBON_MOVERS);
  if (hh_random_index(random, 2)) add_words(text, random, "metrics", metrics, HHB_METRIC_COUNT);
  if (hh_random_index(random, 2))
    add(text, "duration_s: %.17g\n", 1 + 99 * hh_random_unit(random));
  else if (!room && hh_random_index(random, 2))
    add(text, "swings: %d\n", 1 + (int)hh_random_index(random, 1000));
  if (kind != TUNED && hh_random_index(random, 2)) {
    const char *seeds = hh_random_index(random, 2) ? "common" : "independent";
    add(text, "replicates: %d\nseeds: %s\n", 1 + (int)hh_random_index(random, 64), seeds);
  }
  if (hh_random_index(random, 2))
    add(text, "seed: %llu\n", (unsigned long long)hh_random_index(random, (uint64_t)1 << 52));
  bool swept[HHX_AXES] = {false};
  assert_true(hh_params_count <= HHX_AXES);
  if (kind == SAMPLED) add_design(text, random);
  if (kind == TUNED) add_tune(text, random);
  if (kind == LISTED)
    add_list(text, random, swept);
  else
    add(text, "sweep:\n");
  char first[128] = "";
  for (int axes = kind == LISTED ? 0 : 1 + (int)hh_random_index(random, 4); axes > 0;) {
    size_t row = (size_t)hh_random_index(random, hh_params_count);
    const HhParam *param = &hh_params_table[row];
    if (swept[row] || has_company(param)) continue;
    add_axis(text, random, param, kind == GRID, first);
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
  assert_int_equal(spec->course.count, 10000);
  for (int i = 0; i < 10000; i++) { /* the same, as long as doubles get */
    spec->axes[0].values[i] = nextafter(1.2345678901234e-300 * (i + 1), 1);
    spec->course.holds[i].at =
        hh_vec(nextafter(1.2345678901234e-300 * (i + 1), 1), -1.2345678901234567e-300);
  }
  check_round_trip(spec);
  hhx_spec_free(spec);
}

/* A course and a list of points as long as may be, values with as many digits as doubles have. */
static HhxSpec *long_list(int columns, int rows, HhxError *error)
{
  FILE *file = tmpfile();
  assert_non_null(file);
  fprintf(file, "name: a\nscenes: [course]\ncourse: [[0, 0]");
  for (int i = 1; i < 10000; i++)
    fprintf(file, ", [1.2345678%04d567e-300, -1.2345678901234567e-300]", i);
  const HhParam *params[HHX_AXES];
  int count = 0;
  fprintf(file, "]\ndesign: {kind: list, points: [[");
  for (size_t row = 0; row < hh_params_count && count < columns; row++) {
    const HhParam *param = &hh_params_table[row];
    if (param->kind != HH_REAL || strstr(param->name, "_min") || strstr(param->name, "_max"))
      continue;
    fprintf(file, "%s%s", count > 0 ? ", " : "", param->name);
    params[count++] = param;
  }
  assert_int_equal(count, columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double middle = params[j]->low + (params[j]->high - params[j]->low) * (i + 0.1) / rows;
      fprintf(file, "%s%.17g", j > 0 ? ", " : "], [",
              params[j]->low <= 0 ? 1.2345678901234567e-300 * (i + 1) : middle);
    }
  fprintf(file, "]]}\n");
  size_t size;
  char *text = contents(file, &size);
  HhxSpec *spec = parse(text, error);
  free(text);
  return spec;
}

static void the_longest_lists_read_back_too_and_longer_ones_are_refused(void **state)
{
  (void)state;
  static const struct {
    int columns, rows;
    const char *refusal; /* of one row more */
  } shapes[] = {{1, 10000, "more than 10000 points; split the list"},
                {5, 10000, "more than 10000 points; split the list"},
                {25, 2000, "more than 50000 values; split the list"}};
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    HhxError error;
    HhxSpec *spec = long_list(shapes[i].columns, shapes[i].rows, &error);
    if (spec == NULL) fail_msg("%s", error.text);
    assert_int_equal(spec->samples, shapes[i].rows);
    check_round_trip(spec);
    hhx_spec_free(spec);
    assert_null(long_list(shapes[i].columns, shapes[i].rows + 1, &error));
    assert_non_null(strstr(error.text, shapes[i].refusal));
  }
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

/* Where an axis does not count its parameter is the preset's, which is so part of the spec. */
static void what_is_written_names_presets_that_conditions_and_gaps_leave(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bool named;
  } specs[] = {
      {"sweep:\n  planner.method: {values: [iterative, exact]}\n"
       "  planner.guesses: {values: [3], when: {planner.method: iterative}}\n",
       true},
      {"sweep:\n  planner.method: {values: [iterative, exact]}\n  planner.guesses: {values: [3]}\n",
       false},
      {"design: {kind: list, points: [[planner.guesses, world.slope], [3, 0], [~, 0.1]]}\n", true},
      {"design: {kind: list, points: [[planner.guesses, world.slope], [3, 0], [4, 0.1]]}\n",
       false}};
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    char text[400];
    snprintf(text, sizeof text, HEAD "%s", specs[i].text);
    HhxSpec *spec = good(text);
    size_t size;
    char *yaml = written(spec, &size);
    assert_int_equal(strstr(yaml, "    planner.guesses: 32\n") != NULL, specs[i].named);
    if (specs[i].named) { /* another build's preset is noticed */
      *strstr(yaml, "32\n") = '4';
      HhxError error;
      assert_null(parse(yaml, &error));
      assert_non_null(strstr(error.text, "planner.guesses: 42 in scene endless_branch, but 32"));
    }
    free(yaml);
    hhx_spec_free(spec);
  }
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
                                       "random",
                                       "when: {",
                                       "sobol",
                                       "morris",
                                       "latin_hypercube",
                                       "saltelli",
                                       "list",
                                       "points: [[",
                                       "optimizer: {budget: 9}\n",
                                       "objectives: [{metric: falls}]\n",
                                       "held_out: {",
                                       "independent"};
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

/* Where nothing else is asked for, what is shown is what the scene's creatures have. */
static void the_metrics_of_a_room_are_measured_there(void **state)
{
  (void)state;
  static const char *const scenes[] = {"cavern", "shaft", "platforms", "hunt", "wall_tentacles"};
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
    char text[128];
    snprintf(text, sizeof text, "name: a\nscenes: [%s]\nduration_s: 120\n", scenes[i]);
    HhxSpec *spec = good(text);
    HhParams params;
    hhx_axis_params(spec, spec->scenes[0], NULL, &params);
    HhbSetup setup = {.scene = spec->scenes[0],
                      .mover = spec->movers[0],
                      .params = &params,
                      .seed = 4,
                      .duration_s = spec->duration_s};
    HhbResult result = hhb_episode_run(&setup, false);
    for (int j = 0; j < spec->metric_count; j++)
      if (hhb_is_missing(hhb_metric_values(&result.metrics)[spec->metrics[j]]))
        fail_msg("%s: %s is missing", scenes[i], hhb_metric_table[spec->metrics[j]].name);
    hhx_spec_free(spec);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_and_a_scene_are_enough_and_the_rest_has_defaults),
      cmocka_unit_test(the_metrics_of_a_room_are_measured_there),
      cmocka_unit_test(every_key_reaches_its_field),
      cmocka_unit_test(windows_line_ends_a_byte_order_mark_and_a_document_mark_change_nothing),
      cmocka_unit_test(quotes_keep_what_is_between_them),
      cmocka_unit_test(a_listed_course_is_read_and_written),
      cmocka_unit_test(a_listed_room_is_read_and_written),
      cmocka_unit_test(a_design_of_exactly_two_to_the_thirty_one_episodes_is_accepted),
      cmocka_unit_test(every_refusal_names_its_place_the_key_and_the_remedy),
      cmocka_unit_test(a_nul_byte_is_refused_where_it_stands),
      cmocka_unit_test(a_hostile_key_cannot_reach_the_terminal_or_hide_the_remedy),
      cmocka_unit_test(brackets_without_end_are_refused_at_once),
      cmocka_unit_test(a_missing_file_a_folder_and_an_endless_one_are_refused),
      cmocka_unit_test(a_dash_reads_standard_input),
      cmocka_unit_test(a_course_file_lies_beside_its_spec),
      cmocka_unit_test(a_room_file_lies_beside_its_spec),
      cmocka_unit_test(a_course_file_gives_a_world_of_pieces),
      cmocka_unit_test(a_spec_lists_a_world_of_pieces),
      cmocka_unit_test(a_bad_course_file_is_refused_at_its_line),
      cmocka_unit_test(an_assignment_lies_over_the_specs_own_settings),
      cmocka_unit_test(a_refused_assignment_changes_nothing),
      cmocka_unit_test(ninety_degrees_are_half_pi_to_the_last_bit),
      cmocka_unit_test(what_is_written_reads_back_as_the_same_spec),
      cmocka_unit_test(the_largest_spec_reads_back_too),
      cmocka_unit_test(the_longest_lists_read_back_too_and_longer_ones_are_refused),
      cmocka_unit_test(a_list_of_points_lies_beside_its_spec),
      cmocka_unit_test(a_bad_list_of_points_is_refused_at_its_line),
      cmocka_unit_test(what_is_tuned_reaches_its_fields),
      cmocka_unit_test(an_assignment_must_leave_every_condition_possible),
      cmocka_unit_test(what_is_written_names_every_parameter_once_a_scene),
      cmocka_unit_test(what_is_written_names_presets_that_conditions_and_gaps_leave),
      cmocka_unit_test(a_changed_setting_changes_the_hash),
      cmocka_unit_test(every_shipped_spec_is_right_and_says_what_it_asks),
      cmocka_unit_test(the_main_job_has_as_many_episodes_as_it_says),
      cmocka_unit_test(a_spec_cut_off_anywhere_is_read_or_refused),
      cmocka_unit_test(no_mutation_of_a_shipped_spec_crashes_the_reader),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
