/* handhold tune: what it tries, how it judges, what it writes of it, on what it reports; and that
 * all of this is the same bytes for any number of threads and after any end.
 * Every tune runs in a process of its own, which can be made to die, or to find the disk full, at a
 * chosen write: the linker puts the two functions of `fate` before pwrite and rename. */
#include "base_folder.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "actor/params_text.h"
#include "episode.h"
#include "folder.h"
#include "spec_value.h"
#include "tune.h"

/* -- specs ------------------------------------------------------------------------------------ */

typedef struct Kind {
  const char *name, *optimizer, *objectives;
  int replicates;
} Kind;

/* Goals of every sort; speed_cv is missing where there are fewer than two grabs. */
static const char sum[] = "{metric: cost_model_us_per_creature_step, weight: 3}, "
                          "{metric: speed_mean_mps, goal: maximize, weight: 0.25, scenes: worst}, "
                          "{metric: speed_cv, scenes: worst}";
static const char front[] = "{metric: speed_in_band_ratio}, "
                            "{metric: speed_mean_mps, goal: maximize}";

enum { CMA, RANDOM, NSGA2, RACE, KINDS };
static const Kind kinds[KINDS] = {
    {"cma_es", "kind: cma_es, population: 6, budget: 40, polish: sbplx, polish_budget: 9", sum, 3},
    {"random", "kind: random, budget: 40, polish: nelder_mead", sum, 3},
    {"nsga2", "kind: nsga2, population: 12, budget: 80", front, 3},
    {"race", "kind: race, budget: 14", sum, 12}};

/* The two scenes start differently, so that the default has no value of start.kind. */
enum { SEED = 5, HELD_SEED = 1000, HELD_REPLICATES = 6, GUESSES = 24 };
static const char axes_text[] =
    "  planner.method: {values: [exact, iterative]}\n"
    "  planner.iterations: {min: 1, max: 9, when: {planner.method: iterative}}\n"
    "  planner.weight.closure: {min: 1, max: 100, scale: log, when: {planner.method: iterative}}\n"
    "  planner.candidates: {values: [8, 16, 40], when: {planner.method: exact}}\n"
    "  start.kind: {values: [swing, rest]}\n"
    "  start.speed: {min: 2, max: 6, when: {start.kind: swing}}\n"
    "  muscle.work: {min: 0, max: 0.4}\n"; /* near 0 a course of single holds ends in a fall */

/* The spec of a kind; one text at a time. */
static const char *text_of(int kind)
{
  static char text[4096];
  snprintf(text, sizeof text,
           "name: %s\nscenes: [endless_branch, random_course]\nmovers: [ballistic]\n"
           "duration_s: 6\nreplicates: %d\nseed: %d\nset: {planner.guesses: %d}\n"
           "optimizer: {%s}\nobjectives: [%s]\n"
           "held_out: {scenes: [random_course, drop], seed: %d, replicates: %d}\nsweep:\n%s",
           kinds[kind].name, kinds[kind].replicates, SEED, GUESSES, kinds[kind].optimizer,
           kinds[kind].objectives, HELD_SEED, HELD_REPLICATES, axes_text);
  return text;
}

/* -- files ------------------------------------------------------------------------------------ */

/* All files but provenance.json, which tells of the command; neither folder has drafts. */
static void same_result(const char *a, const char *b)
{
  char **names = NULL, **others = NULL;
  int count = hhx_folder_list(at(a, NULL), "", &names);
  assert_int_equal(hhx_folder_list(at(b, NULL), "", &others), count);
  assert_true(count >= 8); /* and among them the following */
  assert_true(exists(at(a, "history.csv")) && exists(at(a, "held_out.csv")));
  for (int i = 0; i < count; i++) {
    assert_string_equal(names[i], others[i]);
    if (strcmp(names[i], "provenance.json") != 0) same_file(at(a, names[i]), at(b, names[i]));
  }
  hhx_folder_list_free(names, count);
  hhx_folder_list_free(others, count);
}

static HhxSpec *parse(const char *text)
{
  HhxError error = {""};
  HhxSpec *spec = hhx_spec_parse("test.yaml", text, strlen(text), &error);
  if (!spec) fail_msg("%s", error.text);
  return spec;
}

/* -- tune in a child -------------------------------------------------------------------------- */

/* What befalls the child at the `left`th write of the journal, or naming of a finished file. */
typedef enum Fate {
  LIVES,
  DIES_WRITING,
  ENDS_WRITING,
  FULL_WRITING,
  DIES_NAMING,
  FULL_NAMING
} Fate;
static Fate fate;
static atomic_int left;

ssize_t __real_pwrite(int file, const void *bytes, size_t size, off_t place);
ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t place);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t place)
{
  bool writing = fate == DIES_WRITING || fate == ENDS_WRITING || fate == FULL_WRITING;
  int rest = writing ? atomic_fetch_sub(&left, 1) : 2;
  if (rest == 1 && fate == DIES_WRITING) {
    __real_pwrite(file, bytes, size / 2, place); /* a torn record */
    raise(SIGKILL);
  }
  if (rest == 1 && fate == ENDS_WRITING) raise(SIGINT);
  if (rest > 1 || fate != FULL_WRITING) return __real_pwrite(file, bytes, size, place);
  errno = ENOSPC;
  return -1;
}

int __wrap_rename(const char *from, const char *to)
{
  bool naming = fate == DIES_NAMING || fate == FULL_NAMING;
  int rest = naming ? atomic_fetch_sub(&left, 1) : 2;
  if (rest == 1 && fate == DIES_NAMING) raise(SIGKILL);
  if (rest > 1 || fate != FULL_NAMING) return __real_rename(from, to);
  errno = ENOSPC;
  return -1;
}

typedef struct Job {
  const char *text, *folder;
  int jobs;
  bool resume, quiet;
  Fate fate;
  int left;
} Job;

/* Exit code or -signal; messages go to base/log, what is for people to base/table. */
static int tune(Job job)
{
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    static char *words[] = {"handhold", "tune", "t.yaml", NULL};
    HhxSweepOptions options = {.out = at(job.folder, NULL),
                               .jobs = job.jobs,
                               .resume = job.resume,
                               .quiet = job.quiet,
                               .argc = 3,
                               .argv = words,
                               .spec_path = "t.yaml"};
    if (!freopen(at("log", NULL), "w", stderr) || !freopen(at("table", NULL), "w", stdout))
      _exit(99);
    setenv("PATH", "/nowhere", 1); /* no gnuplot */
    fate = job.fate;
    atomic_store(&left, job.left);
    HhxSpec *spec = parse(job.text);
    int code = hhx_tune(spec, &options);
    hhx_spec_free(spec);
    exit(code);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* base, and in it an undisturbed result of each kind. */
static int make_results(void **state)
{
  if (make_base(state) != 0) return -1;
  for (int kind = 0; kind < KINDS; kind++)
    if (tune((Job){.text = text_of(kind), .folder = kinds[kind].name, .jobs = 1}) != 0) return -1;
  return 0;
}

/* A folder of base that tests use in turn. */
static int remove_work(void **state)
{
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s/work", base);
  return system(command);
}

/* -- what a result says, read back ------------------------------------------------------------ */

/* A result of one kind, with the spec it is of. */
typedef struct Result {
  int kind;
  HhxSpec *spec;
  CheckTable *history, *runs, *held;
} Result;

static Result read_result(int kind)
{
  const char *folder = kinds[kind].name;
  return (Result){kind, parse(text_of(kind)), check_table_read(at(folder, "history.csv")),
                  check_table_read(at(folder, "runs.csv")),
                  check_table_read(at(folder, "held_out.csv"))};
}

static void free_result(Result *result)
{
  hhx_spec_free(result->spec);
  check_table_free(result->history);
  check_table_free(result->runs);
  check_table_free(result->held);
}

static int whole(const CheckTable *table, int row, const char *name)
{
  double value = check_cell(table, row, name);
  assert_true(value == floor(value) && fabs(value) < 1e9);
  return (int)value;
}

static const char *metric_name(const HhxSpec *spec, int objective)
{
  return hhb_metric_table[spec->objectives[objective].metric].name;
}

/* Scene's presets, the settings, and the axes that have a cell in the row; table may be null. */
static HhParams params_of(const HhxSpec *spec, const HhbScene *scene, const CheckTable *table,
                          int row)
{
  HhParams params;
  hhb_scene_preset(scene, &params);
  params.gibbon.planner.guesses = GUESSES; /* the one setting */
  for (int i = 0; table && i < spec->axis_count; i++) {
    HhxError error;
    double value;
    const char *cell = check_text(table, row, spec->axes[i].param->name);
    if (!*cell) continue;
    if (!hhx_value_parse(spec->axes[i].param, cell, &value, &error)) fail_msg("%s", error.text);
    hh_param_set(spec->axes[i].param, &params, value);
  }
  return params;
}

static HhbResult episode(const HhxSpec *spec, const HhbScene *scene, const HhParams *params,
                         uint64_t seed)
{
  HhbSetup setup = {.scene = scene,
                    .mover = spec->movers[0],
                    .params = params,
                    .seed = seed,
                    .duration_s = spec->duration_s,
                    .swings = spec->swings};
  return hhb_episode_run(&setup, false);
}

/* Metric of the episodes of one design point in one scene. */
typedef struct Means {
  double mean;
  int count, failures, episodes;
} Means;

static Means mean_of_runs(const CheckTable *runs, int config, const char *scene, const char *metric)
{
  Means means = {.mean = 0};
  for (int row = 0; row < runs->rows; row++) {
    if (whole(runs, row, "config") != config || strcmp(check_text(runs, row, "scene"), scene) != 0)
      continue;
    const char *status = check_text(runs, row, "status");
    double value = check_cell(runs, row, metric);
    means.episodes++;
    means.failures += strcmp(status, "finished") != 0 && strcmp(status, "arrived") != 0;
    if (isnan(value)) continue;
    means.mean += value;
    means.count++;
  }
  means.mean = means.count > 0 ? means.mean / means.count : (double)NAN;
  return means;
}

static void check_same(double value, double expected)
{
  if (isnan(expected))
    assert_true(isnan(value));
  else
    CHECK_NEAR(value, expected, 1e-12 * fmax(1, fabs(expected)));
}

/* -- trials ----------------------------------------------------------------------------------- */

/* In order; a race runs as many replicates of a trial as the history says. */
static void every_trial_is_an_episode_of_each_scene_and_replicate(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    int row = 0, all = kinds[kind].replicates, scenes = it.spec->scene_count;
    for (int trial = 0; trial < it.history->rows; trial++)
      for (int scene = 0; scene < scenes; scene++)
        for (int i = 0; i < whole(it.history, trial, "replicates"); i++, row++) {
          assert_int_equal(whole(it.runs, row, "run"), (trial * scenes + scene) * all + i);
          assert_int_equal(whole(it.runs, row, "config"), trial);
          assert_int_equal(whole(it.runs, row, "replicate"), i);
          assert_int_equal(whole(it.runs, row, "seed"), SEED + i);
          assert_string_equal(check_text(it.runs, row, "scene"), it.spec->scenes[scene]->name);
          for (int axis = 0; axis < it.spec->axis_count; axis++) {
            const char *name = it.spec->axes[axis].param->name;
            assert_string_equal(check_text(it.runs, row, name),
                                check_text(it.history, trial, name));
          }
        }
    assert_int_equal(it.runs->rows, row);
    free_result(&it);
  }
}

/* Bit by bit: the shortest decimal reads back to the same number. */
static void every_row_is_what_its_episode_gives(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    for (int row = 0; row < it.runs->rows; row++) {
      const HhbScene *scene = hhb_scene_find(check_text(it.runs, row, "scene"));
      HhParams params = params_of(it.spec, scene, it.runs, row);
      HhbResult result = episode(it.spec, scene, &params, (uint64_t)whole(it.runs, row, "seed"));
      char hash[32];
      snprintf(hash, sizeof hash, "h%016" PRIx64, result.state_hash);
      assert_string_equal(check_text(it.runs, row, "state_hash"), hash);
      assert_string_equal(check_text(it.runs, row, "status"), hh_status_name(result.status));
      for (int i = 0; i < HHB_METRIC_COUNT; i++) {
        double value = hhb_metric_values(&result.metrics)[i];
        double cell = check_cell(it.runs, row, hhb_metric_table[i].name);
        assert_true(cell == value || (isnan(cell) && isnan(value)));
      }
    }
    free_result(&it);
  }
}

/* No axis is applied here at all. */
static void the_first_trial_is_the_default(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    assert_string_equal(check_text(it.history, 0, "phase"), "default");
    for (int row = 0; row < it.runs->rows && whole(it.runs, row, "config") == 0; row++) {
      const HhbScene *scene = hhb_scene_find(check_text(it.runs, row, "scene"));
      HhParams params = params_of(it.spec, scene, NULL, 0);
      HhbResult result = episode(it.spec, scene, &params, (uint64_t)whole(it.runs, row, "seed"));
      char hash[32];
      snprintf(hash, sizeof hash, "h%016" PRIx64, result.state_hash);
      assert_string_equal(check_text(it.runs, row, "state_hash"), hash);
    }
    free_result(&it);
  }
}

static bool is(const CheckTable *table, int row, const char *name, const char *word)
{
  return strcmp(check_text(table, row, name), word) == 0;
}

/* Choices are words, counts whole, everything in its range. */
static void an_axis_has_a_cell_where_its_condition_holds(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    const CheckTable *history = it.history;
    int met[2] = {0};
    assert_string_equal(check_text(history, 0, "start.kind"), ""); /* each scene its own */
    for (int row = 0; row < history->rows; row++) {
      bool iterative = is(history, row, "planner.method", "iterative");
      bool swing = is(history, row, "start.kind", "swing");
      double iterations = check_cell(history, row, "planner.iterations");
      double closure = check_cell(history, row, "planner.weight.closure");
      double candidates = check_cell(history, row, "planner.candidates");
      double speed = check_cell(history, row, "start.speed");
      met[iterative]++;
      assert_true(iterative || is(history, row, "planner.method", "exact"));
      assert_true(row == 0 || swing || is(history, row, "start.kind", "rest"));
      assert_true(swing ? speed >= 2 && speed <= 6 : isnan(speed));
      if (iterative) {
        assert_true(iterations >= 1 && iterations <= 9 && iterations == floor(iterations));
        assert_true(closure >= 1 && closure <= 100);
        assert_true(isnan(candidates));
      } else {
        assert_true(isnan(iterations) && isnan(closure));
        assert_true(candidates == 8 || candidates == 16 || candidates == 40);
      }
    }
    assert_true(met[0] > 0 && met[1] > 0);
    free_result(&it);
  }
}

/* The default, generations of the search, then the polish one by one, within the budget. */
static void phases_and_generations_count_the_trials(void **state)
{
  (void)state;
  static const struct {
    const char *phase;
    int population, rows, polish;
  } expected[KINDS] = {{"cma_es 1", 6, 1 + 5 * 6, 9},
                       {"random", 35, 1 + 35, 4}, /* a tenth of the budget */
                       {"nsga2", 12, 1 + 6 * 12, 0},
                       {"race", 13, 1 + 13, 0}};
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    int search = expected[kind].rows, polish = it.history->rows - search;
    assert_in_range(polish, expected[kind].polish > 0, expected[kind].polish);
    for (int row = 0; row < it.history->rows; row++) {
      bool polished = row >= search;
      assert_int_equal(whole(it.history, row, "evaluation"), row);
      assert_string_equal(check_text(it.history, row, "phase"), row == 0   ? "default"
                                                                : polished ? "polish"
                                                                           : expected[kind].phase);
      if (kind == RACE) continue; /* its rounds are in race.csv */
      assert_int_equal(whole(it.history, row, "replicates"), kinds[kind].replicates);
      assert_int_equal(whole(it.history, row, "generation"),
                       row == 0   ? 0
                       : polished ? row - search
                                  : (row - 1) / expected[kind].population);
    }
    free_result(&it);
  }
}

/* -- judgement -------------------------------------------------------------------------------- */

/* The objective of a trial from its rows; *failures also counts scenes where nothing is measured.
 */
static double objective_of(const Result *it, int trial, int number)
{
  const HhxObjective *objective = &it->spec->objectives[number];
  double all = 0;
  for (int i = 0; i < it->spec->scene_count; i++) {
    double mean =
        mean_of_runs(it->runs, trial, it->spec->scenes[i]->name, metric_name(it->spec, number))
            .mean;
    bool worse = objective->maximize ? mean < all : mean > all;
    if (!objective->worst)
      all += mean / it->spec->scene_count;
    else if (i == 0 || worse || isnan(mean))
      all = isnan(all) && i > 0 ? all : mean;
  }
  return all;
}

static int failures_of(const Result *it, int trial)
{
  int failures = 0;
  for (int i = 0; i < it->spec->scene_count; i++) {
    int worst = 0;
    for (int j = 0; j < it->spec->objective_count; j++) {
      Means means =
          mean_of_runs(it->runs, trial, it->spec->scenes[i]->name, metric_name(it->spec, j));
      int own = means.count == 0 ? means.episodes : means.failures;
      if (own > worst) worst = own;
    }
    failures += worst;
  }
  return failures;
}

static double signed_cost(const Result *it, int row, int objective)
{
  double value = check_cell(it->history, row, metric_name(it->spec, objective));
  return it->spec->objectives[objective].maximize ? -value : value;
}

/* From runs.csv: mean over the replicates, then the mean or the worst of the scenes. */
static void objectives_follow_from_the_rows(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    for (int row = 0; row < it.history->rows; row++) {
      for (int i = 0; i < it.spec->objective_count; i++)
        check_same(check_cell(it.history, row, metric_name(it.spec, i)), objective_of(&it, row, i));
      assert_int_equal(whole(it.history, row, "failures"), failures_of(&it, row));
    }
    free_result(&it);
  }
}

/* True when row a is better: fewer failures, then the lower score, and any before none. */
static bool better(const CheckTable *history, int a, int b)
{
  int fails_a = whole(history, a, "failures"), fails_b = whole(history, b, "failures");
  double score_a = check_cell(history, a, "score"), score_b = check_cell(history, b, "score");
  if (fails_a != fails_b) return fails_a < fails_b;
  return isnan(score_b) ? !isnan(score_a) : score_a < score_b;
}

static int best_of(const CheckTable *history, int rows)
{
  int best = 0;
  for (int row = 1; row < rows; row++)
    if (better(history, row, best)) best = row;
  return best;
}

static void the_score_is_the_weighted_sum_and_the_best_is_kept(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    for (int row = 0; row < it.history->rows; row++) {
      double score = 0;
      for (int i = 0; i < it.spec->objective_count; i++)
        score += it.spec->objectives[i].weight * signed_cost(&it, row, i);
      if (kind == NSGA2) score = (double)NAN;
      check_same(check_cell(it.history, row, "score"), score);
      if (kind == NSGA2 || kind == RACE)
        assert_string_equal(check_text(it.history, row, "best_score"), "");
      else
        assert_string_equal(check_text(it.history, row, "best_score"),
                            check_text(it.history, best_of(it.history, row + 1), "score"));
      if (kind != NSGA2) assert_string_equal(check_text(it.history, row, "hypervolume"), "");
    }
    free_result(&it);
  }
}

/* -- the front -------------------------------------------------------------------------------- */

static bool fails(const CheckTable *history, int row)
{
  return whole(history, row, "failures") > 0;
}

/* Row a is nowhere worse, and somewhere better or earlier. */
static bool dominates(const Result *it, int a, int b)
{
  bool differs = false;
  for (int i = 0; i < it->spec->objective_count; i++) {
    double cost_a = signed_cost(it, a, i), cost_b = signed_cost(it, b, i);
    if (cost_a > cost_b) return false;
    differs = differs || cost_a < cost_b;
  }
  return differs || a < b;
}

/* The members among the first `rows` trials, found by comparing all with all. */
static int front_of(const Result *it, int rows, int *members)
{
  int count = 0;
  for (int b = 0; b < rows; b++) {
    bool beaten = fails(it->history, b);
    for (int a = 0; a < rows && !beaten; a++)
      beaten = a != b && !fails(it->history, a) && dominates(it, a, b);
    if (!beaten) members[count++] = b;
  }
  return count;
}

static void the_front_is_what_nothing_dominates(void **state)
{
  (void)state;
  Result it = read_result(NSGA2);
  CheckTable *table = check_table_read(at("nsga2", "front.csv"));
  int *members = calloc((size_t)it.history->rows, sizeof *members);
  assert_non_null(members);
  int count = front_of(&it, it.history->rows, members);
  assert_true(count > 4); /* else this says little */
  assert_int_equal(table->rows, count);
  for (int i = 0; i < count; i++) {
    assert_int_equal(whole(table, i, "evaluation"), members[i]);
    for (int j = 1; j < table->columns; j++)
      assert_string_equal(check_text(table, i, table->names[j]),
                          check_text(it.history, members[i], table->names[j]));
  }
  assert_int_equal(table->columns, 1 + it.spec->axis_count + it.spec->objective_count);
  free(members);
  check_table_free(table);
  free_result(&it);
}

typedef struct Point {
  double x, y;
} Point;

static int compare_points(const void *a, const void *b)
{
  const Point *p = a, *q = b;
  return (p->x > q->x) - (p->x < q->x);
}

/* Area between the points and the reference: of strips from left to right. */
static double area_of(Point *points, int count, Point reference)
{
  double area = 0, ceiling = reference.y;
  qsort(points, (size_t)count, sizeof *points, compare_points);
  for (int i = 0; i < count; i++) {
    if (points[i].x >= reference.x || points[i].y >= ceiling) continue;
    area += (reference.x - points[i].x) * (ceiling - points[i].y);
    ceiling = points[i].y;
  }
  return area;
}

/* The worst of the default and the first generation, and a tenth of their range more. */
static Point reference_of(const Result *it)
{
  double low[2] = {(double)INFINITY, (double)INFINITY},
         high[2] = {-(double)INFINITY, -(double)INFINITY};
  for (int row = 0; row < it->history->rows; row++) {
    if (fails(it->history, row) || whole(it->history, row, "generation") > 0) continue;
    for (int i = 0; i < 2; i++) {
      low[i] = fmin(low[i], signed_cost(it, row, i));
      high[i] = fmax(high[i], signed_cost(it, row, i));
    }
  }
  return (Point){high[0] + (high[0] - low[0]) / 10, high[1] + (high[1] - low[1]) / 10};
}

static double area_up_to(const Result *it, int rows)
{
  Point *points = calloc((size_t)rows, sizeof *points);
  assert_non_null(points);
  int count = 0;
  for (int row = 0; row < rows; row++)
    if (!fails(it->history, row))
      points[count++] = (Point){signed_cost(it, row, 0), signed_cost(it, row, 1)};
  double area = area_of(points, count, reference_of(it));
  free(points);
  return area;
}

static void the_hypervolume_is_the_area_and_never_shrinks(void **state)
{
  (void)state;
  Result it = read_result(NSGA2);
  int rows = it.history->rows;
  double before = 0;
  for (int row = 0, end; row < rows; row = end) {
    int generation = whole(it.history, row, "generation");
    for (end = row; end < rows && whole(it.history, end, "generation") == generation;)
      end++;
    double area = area_up_to(&it, end);
    assert_true(area > 0 && area >= before);
    before = area;
    for (int i = row; i < end; i++)
      CHECK_RELATIVE(check_cell(it.history, i, "hypervolume"), area, 1e-12);
  }
  assert_true(before > 1.001 * check_cell(it.history, 0, "hypervolume")); /* it has searched */
  free_result(&it);
}

/* -- the race --------------------------------------------------------------------------------- */

/* The one trial that race.csv calls the winner, in the last round. */
static int winner_of(const char *folder)
{
  CheckTable *race = check_table_read(at(folder, "race.csv"));
  int winner = -1;
  for (int row = 0; row < race->rows; row++) {
    if (!is(race, row, "decision", "winner")) continue;
    assert_int_equal(winner, -1);
    assert_int_equal(whole(race, row, "round"), whole(race, race->rows - 1, "round"));
    winner = whole(race, row, "evaluation");
  }
  check_table_free(race);
  return winner;
}

/* What a trial costs in one replicate, from the rows of its scenes; infinite where one failed. */
static double cost_of(const Result *it, int trial, int replicate)
{
  double cost = 0;
  for (int i = 0; i < it->spec->objective_count; i++) {
    const HhxObjective *objective = &it->spec->objectives[i];
    double all = 0, worst = -(double)INFINITY, sign = objective->maximize ? -1 : 1;
    for (int row = 0; row < it->runs->rows; row++) {
      if (whole(it->runs, row, "config") != trial) continue;
      if (whole(it->runs, row, "replicate") != replicate) continue;
      double value = sign * check_cell(it->runs, row, metric_name(it->spec, i));
      bool good = is(it->runs, row, "status", "finished") || is(it->runs, row, "status", "arrived");
      if (!good || isnan(value)) return (double)INFINITY;
      all += value / it->spec->scene_count;
      worst = fmax(worst, value);
    }
    cost += objective->weight * (objective->worst ? worst : all);
  }
  return cost;
}

/* Mean rank of a trial among several over blocks 0 .. blocks - 1, ties sharing theirs. */
static double rank_of(const Result *it, int trial, const int *others, int count, int blocks)
{
  double ranks = 0;
  for (int block = 0; block < blocks; block++) {
    double own = cost_of(it, trial, block), rank = 0.5;
    for (int i = 0; i < count; i++) {
      double other = cost_of(it, others[i], block);
      bool tie = other == own || fabs(other - own) < 1e-11;
      rank += tie ? 0.5 : other < own;
    }
    ranks += rank;
  }
  return ranks / blocks;
}

/* Who is dropped stays so; blocks double until all are run; who stays is ranked among those. */
static void every_decision_of_a_race_is_written(void **state)
{
  (void)state;
  Result it = read_result(RACE);
  CheckTable *race = check_table_read(at("race", "race.csv"));
  int alive[64] = {0}, count = it.history->rows, row = 0, drops = 0;
  static const int blocks_of[] = {0, 5, 10, 12};
  assert_in_range(count, 3, 64);
  for (int i = 0; i < count; i++)
    alive[i] = i;
  for (int round = 1; row < race->rows; round++) {
    int stay = 0, first = row, entered = count;
    assert_in_range(round, 1, 3);
    for (int i = 0; i < entered; i++, row++) {
      bool dropped = is(race, row, "decision", "dropped");
      assert_int_equal(whole(race, row, "round"), round);
      assert_int_equal(whole(race, row, "evaluation"), alive[i]);
      assert_int_equal(whole(race, row, "blocks"), blocks_of[round]);
      drops += dropped;
      if (dropped) assert_true(check_cell(race, row, "p") < 0.05 / 3);
      if (dropped) assert_int_equal(whole(it.history, alive[i], "replicates"), blocks_of[round]);
      if (dropped) assert_int_equal(whole(it.history, alive[i], "generation"), round);
      if (!dropped) alive[stay++] = alive[i];
    }
    count = stay;
    for (int i = first; count > 1 && i < row; i++) {
      if (is(race, i, "decision", "dropped")) continue;
      CHECK_NEAR(check_cell(race, i, "rank_mean"),
                 rank_of(&it, whole(race, i, "evaluation"), alive, count, blocks_of[round]), 1e-12);
    }
  }
  for (int i = 0; i < count; i++)
    assert_int_equal(whole(it.history, alive[i], "replicates"), 12);
  assert_true(drops > 3 && count > 1);
  int winner = alive[0]; /* the best by the objectives of those left, whatever it ranks */
  for (int i = 1; i < count; i++)
    if (better(it.history, alive[i], winner)) winner = alive[i];
  assert_int_equal(winner_of("race"), winner);
  check_table_free(race);
  free_result(&it);
}

/* -- parameter files -------------------------------------------------------------------------- */

/* The trial that a parameter file says it is. */
static int trial_of(const char *path)
{
  size_t size;
  char *text = slurp(path, &size), *words = strstr(text, "# Trial ");
  assert_non_null(words);
  int trial = (int)strtol(words + 8, NULL, 10);
  free(text);
  return trial;
}

/* The lines are the setting and the cells of the trial's row; all else is comment. */
static void check_file(const Result *it, const char *path, int trial)
{
  size_t size;
  char *text = slurp(path, &size), *rest = NULL, line[256];
  int assignments = 0, expected = 1;
  for (char *at_line = strtok_r(text, "\n", &rest); at_line;
       at_line = strtok_r(NULL, "\n", &rest)) {
    assert_int_not_equal(at_line[strlen(at_line) - 1], ' ');
    assignments += at_line[0] != '#';
  }
  free(text);
  snprintf(line, sizeof line, "\nplanner.guesses: %d\n", GUESSES);
  assert_true(says(path, line));
  for (int i = 0; i < it->spec->axis_count; i++) {
    const char *name = it->spec->axes[i].param->name, *cell = check_text(it->history, trial, name);
    expected += *cell != '\0';
    snprintf(line, sizeof line, "\n%s: %s\n", name, cell);
    assert_true(*cell == '\0' || says(path, line));
  }
  assert_int_equal(assignments, expected);
  snprintf(line, sizeof line, "# Trial %d of %d;", trial, it->history->rows);
  assert_true(says(path, line));
  snprintf(line, sizeof line, "hash h%016" PRIx64, hhx_spec_hash(it->spec));
  assert_true(says(path, line));
}

/* The nearest to the best of both objectives, each by its range on the front; the first of equals.
 */
static int knee_of(const Result *it, const int *members, int count)
{
  double low[2] = {(double)INFINITY, (double)INFINITY},
         high[2] = {-(double)INFINITY, -(double)INFINITY}, least = (double)INFINITY;
  int knee = -1;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < count; j++) {
      low[i] = fmin(low[i], signed_cost(it, members[j], i));
      high[i] = fmax(high[i], signed_cost(it, members[j], i));
    }
  for (int j = 0; j < count; j++) {
    double x = (signed_cost(it, members[j], 0) - low[0]) / (high[0] - low[0]);
    double y = (signed_cost(it, members[j], 1) - low[1]) / (high[1] - low[1]);
    if (hypot(x, y) >= least) continue;
    least = hypot(x, y);
    knee = members[j];
  }
  return knee;
}

static void the_best_trial_is_written_as_a_parameter_file(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    int *members = calloc((size_t)it.history->rows, sizeof *members);
    assert_non_null(members);
    int best = kind == NSGA2  ? knee_of(&it, members, front_of(&it, it.history->rows, members))
               : kind == RACE ? winner_of("race")
                              : best_of(it.history, it.history->rows);
    assert_true(best > 0); /* the search has found something */
    check_file(&it, at(kinds[kind].name, "best.yaml"), best);
    free(members);
    free_result(&it);
  }
}

static const char *front_name(int number)
{
  static char name[32];
  snprintf(name, sizeof name, "front_%02d.yaml", number);
  return at("nsga2", name);
}

/* Up to 16 of its members, other ones, by the first objective; both ends are among them. */
static void files_of_the_front_show_all_of_it(void **state)
{
  (void)state;
  Result it = read_result(NSGA2);
  int *members = calloc((size_t)it.history->rows, sizeof *members), count, files = 0;
  assert_non_null(members);
  count = front_of(&it, it.history->rows, members);
  double ends[2] = {(double)INFINITY, -(double)INFINITY}, before = -(double)INFINITY;
  for (int i = 0; i < count; i++) {
    ends[0] = fmin(ends[0], signed_cost(&it, members[i], 0));
    ends[1] = fmax(ends[1], signed_cost(&it, members[i], 0));
  }
  for (; exists(front_name(files)); files++) {
    int trial = trial_of(front_name(files)), member = 0;
    while (member < count && members[member] != trial)
      member++;
    assert_true(member < count);
    assert_true(signed_cost(&it, trial, 0) > before);
    before = signed_cost(&it, trial, 0);
    if (files == 0) assert_true(before == ends[0]);
    check_file(&it, front_name(files), trial);
  }
  assert_true(before == ends[1]);
  assert_int_equal(files, count < 16 ? count : 16);
  free(members);
  free_result(&it);
}

/* -- held out --------------------------------------------------------------------------------- */

/* Parameters of a candidate: scene's presets, then its file as the library reads it. */
static HhParams params_of_file(const HhxSpec *spec, const HhbScene *scene, const char *path)
{
  HhParams params = params_of(spec, scene, NULL, 0);
  HhParamsFault fault;
  if (!path) return params;
  size_t size;
  char *text = slurp(path, &size);
  if (!hh_params_read(text, size, &params, &fault)) fail_msg("%s: %s", path, fault.what);
  free(text);
  return params;
}

/* Its episodes on the held-out seeds of a scene. */
static void run_held_out(const HhxSpec *spec, const HhbScene *scene, const char *path,
                         HhbResult *results)
{
  HhParams params = params_of_file(spec, scene, path);
  for (int i = 0; i < HELD_REPLICATES; i++)
    results[i] = episode(spec, scene, &params, HELD_SEED + (uint64_t)i);
}

/* Mean and Student's interval of what is there, by the book. */
static int check_interval(const CheckTable *held, int row, const double *values, const char *mean,
                          const char *low, const char *high)
{
  double sum_1 = 0, sum_2 = 0;
  int n = 0;
  for (int i = 0; i < HELD_REPLICATES; i++)
    if (!isnan(values[i])) sum_1 += values[i], n++;
  for (int i = 0; i < HELD_REPLICATES; i++)
    if (!isnan(values[i])) sum_2 += (values[i] - sum_1 / n) * (values[i] - sum_1 / n);
  double half = n > 1 ? gsl_cdf_tdist_Pinv(0.975, n - 1) * sqrt(sum_2 / (n - 1) / n) : (double)NAN;
  double size = n > 0 ? fabs(sum_1 / n) + 1e-9 : 1;
  if (n == 0) assert_string_equal(check_text(held, row, mean), "");
  if (n < 2) assert_string_equal(check_text(held, row, low), "");
  if (n > 0) CHECK_NEAR(check_cell(held, row, mean), sum_1 / n, 1e-11 * size);
  if (n > 1) CHECK_NEAR(check_cell(held, row, low), sum_1 / n - half, 1e-11 * (size + half));
  if (n > 1) CHECK_NEAR(check_cell(held, row, high), sum_1 / n + half, 1e-11 * (size + half));
  return n;
}

/* One row; `before` are the default's episodes, null where the row is the default's. */
static void check_row(const CheckTable *held, int row, int metric, const HhbResult *own,
                      const HhbResult *before)
{
  double values[HELD_REPLICATES];
  int failures = 0;
  for (int i = 0; i < HELD_REPLICATES; i++) {
    values[i] = ((const double *)&own[i].metrics)[metric];
    failures += own[i].status < 0;
  }
  assert_string_equal(check_text(held, row, "metric"), hhb_metric_table[metric].name);
  assert_string_equal(check_text(held, row, "unit"), hhb_metric_table[metric].unit);
  assert_int_equal(whole(held, row, "failures"), failures);
  assert_int_equal(whole(held, row, "n"),
                   check_interval(held, row, values, "mean", "ci95_low", "ci95_high"));
  for (int i = held->columns - 6; !before && i < held->columns; i++)
    assert_string_equal(held->cells[row * held->columns + i], "");
  for (int i = 0; before && i < HELD_REPLICATES; i++) {
    values[i] -= ((const double *)&before[i].metrics)[metric];
    if (fabs(values[i]) <= 1e-12) values[i] = 0; /* round-off is no difference */
  }
  if (before)
    check_interval(held, row, values, "difference", "difference_ci95_low", "difference_ci95_high");
}

/* Name of a candidate and path of its file, "" for the default; false when there is none. */
static bool name_candidate(int kind, int candidate, char *name, char *path)
{
  enum { ROOM = 32 };
  snprintf(name, ROOM,
           candidate == 0   ? "default"
           : candidate == 1 ? "tuned"
                            : "front_%02d",
           candidate - 2);
  *path = '\0';
  if (candidate > 0)
    snprintf(path, CHECK_PATH, "%s/%s/%s.yaml", base, kinds[kind].name,
             candidate == 1 ? "best" : name);
  return candidate == 0 || exists(path);
}

/* Rows of one candidate from `row` on; returns the row after them. */
static int check_candidate(const Result *it, int row, const char *name, const char *path)
{
  for (int i = 0; i < it->spec->held_out.scene_count; i++) {
    const HhbScene *scene = it->spec->held_out.scenes[i];
    HhbResult before[HELD_REPLICATES], own[HELD_REPLICATES];
    run_held_out(it->spec, scene, NULL, before);
    run_held_out(it->spec, scene, *path ? path : NULL, own);
    for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
      if (hhb_metric_table[metric].kind == HHB_CLOCK) continue;
      assert_string_equal(check_text(it->held, row, "candidate"), name);
      assert_string_equal(check_text(it->held, row, "scene"), scene->name);
      check_row(it->held, row++, metric, own, *path ? before : NULL);
    }
  }
  return row;
}

/* Every candidate's file, read by the library, gives on the held-out seeds what is reported. */
static void what_is_reported_is_what_the_files_do_on_unseen_seeds(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    char name[32], path[CHECK_PATH];
    int row = 0, candidates = 0;
    for (; name_candidate(kind, candidates, name, path); candidates++)
      row = check_candidate(&it, row, name, path);
    assert_int_equal(it.held->rows, row);
    assert_true(kind == NSGA2 ? candidates > 4 : candidates == 2);
    free_result(&it);
  }
}

/* Holm: the least p times the number of tests, the next times one less, never falling, at most 1.
 * The tests are those of the objectives: every candidate and scene. */
static void the_correction_is_for_all_objectives_of_the_report(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Result it = read_result(kind);
    int tests = 0, corrected = 0;
    for (int row = 0; row < it.held->rows; row++)
      for (int i = 0; i < it.spec->objective_count; i++)
        if (is(it.held, row, "metric", metric_name(it.spec, i)) &&
            !is(it.held, row, "wilcoxon_p", ""))
          tests++;
    for (int row = 0; row < it.held->rows; row++) {
      double p = check_cell(it.held, row, "wilcoxon_p"), holm = 0;
      if (is(it.held, row, "wilcoxon_p_holm", "")) continue;
      corrected++;
      for (int other = 0; other < it.held->rows; other++) {
        double q = check_cell(it.held, other, "wilcoxon_p");
        int less = 0;
        if (is(it.held, other, "wilcoxon_p_holm", "") || q > p) continue;
        for (int i = 0; i < it.held->rows; i++)
          less +=
              !is(it.held, i, "wilcoxon_p_holm", "") && check_cell(it.held, i, "wilcoxon_p") < q;
        holm = fmax(holm, q * (tests - less));
      }
      CHECK_RELATIVE(check_cell(it.held, row, "wilcoxon_p_holm"), fmin(1, holm), 1e-12);
    }
    assert_int_equal(corrected, tests);
    assert_true(tests >= 3);
    free_result(&it);
  }
}

static void the_package_describes_every_table(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    char **names = NULL;
    int tables = hhx_folder_list(at(kinds[kind].name, NULL), ".csv", &names);
    hhx_folder_list_free(names, tables);
    json_t *package = json_load_file(at(kinds[kind].name, "datapackage.json"), 0, NULL);
    const json_t *resources = json_object_get(package, "resources");
    assert_int_equal(json_array_size(resources), tables);
    for (int i = 0; i < tables; i++) {
      const json_t *resource = json_array_get(resources, (size_t)i);
      CheckTable *table = check_table_read(
          at(kinds[kind].name, json_string_value(json_object_get(resource, "path"))));
      const json_t *fields = json_object_get(json_object_get(resource, "schema"), "fields");
      assert_int_equal(json_array_size(fields), table->columns);
      for (int j = 0; j < table->columns; j++) {
        const json_t *field = json_array_get(fields, (size_t)j);
        assert_string_equal(json_string_value(json_object_get(field, "name")), table->names[j]);
        assert_int_equal(check_column(table, table->names[j]), j); /* unique */
      }
      check_table_free(table);
    }
    json_decref(package);
  }
}

/* -- the same bytes --------------------------------------------------------------------------- */

static void one_thread_and_three_give_the_same_bytes(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    Job job = {.text = text_of(kind), .folder = "work", .jobs = 3, .quiet = true};
    assert_int_equal(tune(job), 0);
    assert_false(says(at("log", NULL), "episodes")); /* quiet */
    assert_true(says(at("table", NULL), "on the held-out scenes and seeds"));
    same_result(kinds[kind].name, "work");
    remove_work(NULL);
  }
}

/* Its every default made explicit. */
static void the_spec_as_written_gives_the_same_result(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    size_t size;
    char *text = slurp(at(kinds[kind].name, "spec.yaml"), &size);
    assert_int_equal(tune((Job){.text = text, .folder = "work"}), 0);
    same_result(kinds[kind].name, "work");
    free(text);
    remove_work(NULL);
  }
}

/* Starts again and again with that fate; returns how often it was met before the end. */
static int outlive(const char *text, int jobs, Fate fate_then, int after, int code_then)
{
  bool naming = fate_then == DIES_NAMING || fate_then == FULL_NAMING;
  Job job = {.text = text, .folder = "work", .jobs = jobs, .fate = fate_then, .left = after};
  for (int count = 0;; count++) {
    int code = tune(job);
    if (code == 0) return count;
    assert_true(count < 1000); /* it gets on */
    assert_int_equal(code, code_then);
    assert_false(exists(at("work", "provenance.json")));
    if (code > 0) assert_true(says(at("log", NULL), "to go on: handhold tune --resume --out "));
    if (code == 1) assert_true(says(at("log", NULL), "No space left"));
    job.resume = true;
    if (naming) job.left += after; /* no attempt keeps what an earlier one has named */
  }
}

/* The journal's every write is torn once in the long tier: its header, the search, the report. */
static void killed_at_any_write_it_goes_on_to_the_same_bytes(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++)
    for (int jobs = 1; jobs <= 2; jobs++) {
      int step = check_full() ? 2 : 71 + 20 * jobs;
      assert_int_equal(tune((Job){.text = text_of(kind),
                                  .folder = "work",
                                  .jobs = jobs,
                                  .fate = DIES_WRITING,
                                  .left = 1}),
                       -SIGKILL);
      remove_work(NULL);
      int kills = outlive(text_of(kind), jobs, DIES_WRITING, step, -SIGKILL);
      assert_true(kills >= 200 / step);
      same_result(kinds[kind].name, "work");
      remove_work(NULL);
    }
}

/* The long tier tries every file, the other those of the smallest result. */
static void killed_between_any_two_files_it_goes_on_to_the_same_bytes(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    int step = kind == RANDOM || check_full() ? 1 : 4;
    assert_true(outlive(text_of(kind), 1, DIES_NAMING, step, -SIGKILL) >= 8 / step);
    same_result(kinds[kind].name, "work");
    remove_work(NULL);
  }
}

static void a_full_disk_ends_with_1_and_resume_goes_on(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    int step = kind == RANDOM || check_full() ? 1 : 5;
    assert_true(outlive(text_of(kind), 2, FULL_WRITING, 150, 1) >= 1);
    same_result(kinds[kind].name, "work");
    remove_work(NULL);
    assert_true(outlive(text_of(kind), 1, FULL_NAMING, step, 1) >= 8 / step);
    same_result(kinds[kind].name, "work");
    remove_work(NULL);
  }
}

static void interrupted_it_ends_with_130_and_runs_nothing_twice(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    assert_true(outlive(text_of(kind), 2, ENDS_WRITING, 120, 130) >= 1);
    same_result(kinds[kind].name, "work");
    remove_work(NULL);
    Job job = {
        .text = text_of(kind), .folder = "work", .jobs = 1, .fate = ENDS_WRITING, .left = 101};
    assert_int_equal(tune(job), 130); /* the header and a hundred */
    job = (Job){.text = text_of(kind), .folder = "work", .resume = true};
    assert_int_equal(tune(job), 0);
    assert_true(says(at("log", NULL), "100 from before"));
    assert_true(says(at("work", "provenance.json"), "\"runs_from_before\": 100"));
    remove_work(NULL);
  }
}

static void a_finished_tune_has_nothing_to_do_and_another_is_refused(void **state)
{
  (void)state;
  Job job = {.text = text_of(CMA), .folder = "cma_es", .resume = true};
  assert_int_equal(tune(job), 0);
  assert_true(says(at("log", NULL), "complete; nothing to do"));
  job.text = text_of(RANDOM);
  assert_int_equal(tune(job), 2);
  assert_true(says(at("log", NULL), "another spec"));
}

/* -- other requests --------------------------------------------------------------------------- */

/* Tunes into base/work and reads its history. */
static CheckTable *history_of(const char *text)
{
  assert_int_equal(tune((Job){.text = text, .folder = "work", .jobs = 1}), 0);
  return check_table_read(at("work", "history.csv"));
}

/* A sine along level holds 1.8 m apart: ten of them take T, at 18 m / T, and T is 10 / cadence but
 * for frames. */
static const char *sine_text(const char *optimizer, const char *objectives)
{
  static char text[2048];
  snprintf(text, sizeof text,
           "name: sine\nscenes: [endless_branch]\nmovers: [sine]\nswings: 10\nreplicates: 1\n"
           "set: {world.spacing_jitter: 0}\noptimizer: {%s}\nobjectives: [%s]\n"
           "held_out: {scenes: [endless_branch], seed: 9, replicates: 2}\n"
           "sweep:\n  sine.cadence: {min: 0.5, max: 8, scale: log}\n",
           optimizer, objectives);
  return text;
}

/* Reference: T + 18 / T is least at T = sqrt(18), where it is 2 sqrt(18). A frame is 1/60 s. */
static void an_optimum_within_the_range_is_found(void **state)
{
  (void)state;
  static const struct {
    const char *optimizer;
    double tolerance;
  } rows[] = {{"kind: cma_es, budget: 120", 1e-4},
              {"kind: random, budget: 400", 1e-3},
              {"kind: random, budget: 60, polish: sbplx, polish_budget: 40", 1e-4}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CheckTable *history =
        history_of(sine_text(rows[i].optimizer, "{metric: duration_s}, {metric: speed_mean_mps}"));
    double least = 2 * sqrt(18), best = check_cell(history, history->rows - 1, "best_score");
    for (int row = 0; row < history->rows; row++)
      assert_true(check_cell(history, row, "score") > least - 1e-9);
    CHECK_NEAR(best, least, rows[i].tolerance);
    assert_true(check_cell(history, 0, "score") > least + 0.1);
    check_table_free(history);
    remove_work(NULL);
  }
}

/* The fastest is at one end, the slowest at the other; near them frames make steps of speed. */
static void an_optimum_at_a_bound_is_found(void **state)
{
  (void)state;
  static const char *const optimizers[] = {"kind: cma_es, budget: 120",
                                           "kind: random, budget: 400"};
  static const struct {
    const char *goal;
    double cadence;
  } ends[] = {{"maximize", 8}, {"minimize", 0.5}};
  for (int i = 0; i < 4; i++) {
    char objective[64];
    snprintf(objective, sizeof objective, "{metric: speed_mean_mps, goal: %s}", ends[i % 2].goal);
    CheckTable *history = history_of(sine_text(optimizers[i / 2], objective));
    int best = best_of(history, history->rows);
    double speed = check_cell(history, best, "speed_mean_mps");
    CHECK_RELATIVE(check_cell(history, best, "sine.cadence"), ends[i % 2].cadence, 0.02);
    CHECK_NEAR(check_cell(history, best, "score"), i % 2 == 0 ? -speed : speed, 0);
    check_table_free(history);
    remove_work(NULL);
  }
}

/* All cadences are on the front of T and 18 / T. Reference: the area between that curve, from the
 * ends of T or the reference, and the reference. */
static void a_front_that_is_known_is_covered(void **state)
{
  (void)state;
  const char *text = sine_text("kind: nsga2, population: 20, budget: 401",
                               "{metric: duration_s}, {metric: speed_mean_mps}");
  Result it = {.kind = NSGA2, .spec = parse(text), .history = history_of(text)};
  Point reference = reference_of(&it);
  double first = (double)INFINITY, last = 0, found = check_cell(it.history, 400, "hypervolume");
  for (int row = 0; row < it.history->rows; row++) {
    first = fmin(first, check_cell(it.history, row, "duration_s"));
    last = fmax(last, check_cell(it.history, row, "duration_s"));
  }
  CHECK_NEAR(first, 10. / 8, 3. / 60);
  CHECK_NEAR(last, 10 / 0.5, 0.5);
  double low = fmax(first, 18 / reference.y), high = fmin(last, reference.x);
  double area = reference.y * (high - low) - 18 * log(high / low) +
                (reference.x - high) * (reference.y - 18 / high);
  assert_true(found < area * (1 + 1e-9));
  assert_true(found > 0.98 * area);
  hhx_spec_free(it.spec);
  check_table_free(it.history);
}

/* A course where weak muscles end in a fall, after a shorter way. */
static const char *course_text(const char *optimizer, const char *more)
{
  static char text[2048];
  snprintf(text, sizeof text,
           "name: course\nscenes: [random_course]\nmovers: [ballistic]\nuntil: end\n"
           "replicates: 3\n%soptimizer: {%s}\n"
           "objectives: [{metric: distance_m}, {metric: duration_s}]\n"
           "held_out: {scenes: [random_course], seed: 90, replicates: 3}\n"
           "sweep:\n  muscle.work: {min: 0, max: 0.2}\n",
           more, optimizer);
  return text;
}

static const char *const every_optimizer[KINDS] = {
    "kind: cma_es, budget: 30, polish: bobyqa", "kind: random, budget: 30",
    "kind: nsga2, population: 6, budget: 31", "kind: race, budget: 12"};

static void a_trial_with_failures_loses_whatever_it_scores(void **state)
{
  (void)state;
  for (int i = 0; i < KINDS; i++) {
    CheckTable *history = history_of(course_text(every_optimizer[i], ""));
    int best = trial_of(at("work", "best.yaml")), tempting = 0;
    double way = check_cell(history, best, "distance_m");
    for (int row = 0; row < history->rows; row++)
      tempting += fails(history, row) && check_cell(history, row, "distance_m") < way - 1;
    assert_true(tempting > 0);
    assert_false(fails(history, best));
    check_table_free(history);
    if (i == NSGA2) {
      CheckTable *table = check_table_read(at("work", "front.csv"));
      for (int row = 0; row < table->rows; row++)
        assert_true(check_cell(table, row, "distance_m") > way - 1);
      check_table_free(table);
    }
    remove_work(NULL);
  }
}

/* Gaps that no arm can cross. */
static void where_every_trial_fails_there_is_no_best(void **state)
{
  (void)state;
  for (int i = 0; i < KINDS; i++) {
    CheckTable *history = history_of(
        course_text(every_optimizer[i], "set: {world.distance_min: 6, world.distance_max: 7}\n"));
    assert_true(says(at("table", NULL), "every trial failed: there is no best.yaml"));
    assert_false(exists(at("work", "best.yaml")));
    assert_false(exists(at("work", "front_00.yaml")));
    for (int row = 0; row < history->rows; row++)
      assert_int_equal(whole(history, row, "failures"), 3);
    char words[64];
    snprintf(words, sizeof words, "%d of %d episodes failed", 3 * history->rows, 3 * history->rows);
    assert_true(says(at("log", NULL), words));
    snprintf(words, sizeof words, "\"runs\": %d,", 3 * history->rows + 3);
    assert_true(says(at("work", "provenance.json"), words));
    CheckTable *held = check_table_read(at("work", "held_out.csv"));
    for (int row = 0; row < held->rows; row++)
      assert_string_equal(check_text(held, row, "candidate"), "default");
    check_table_free(held);
    check_table_free(history);
    remove_work(NULL);
  }
}

/* The same gaps, where a free swing falls at once, and a branch: of every trial one episode of two
 * fails, and what is best is of those. */
static void a_front_of_the_fewest_failures_is_written(void **state)
{
  (void)state;
  CheckTable *history =
      history_of("name: half\nscenes: [endless_branch, random_course]\nmovers: [free_swing]\n"
                 "duration_s: 5\nreplicates: 1\nset: {world.distance_min: 6, world.distance_max: "
                 "7}\noptimizer: {kind: nsga2, population: 6, budget: 31}\n"
                 "objectives: [{metric: distance_m, goal: maximize}, {metric: "
                 "collision_J_per_kg}]\n"
                 "held_out: {scenes: [endless_branch], seed: 90, replicates: 3}\n"
                 "sweep:\n  free_swing.release: {min: 20 deg, max: 70 deg}\n");
  CheckTable *table = check_table_read(at("work", "front.csv"));
  int members = 0;
  assert_true(table->rows > 1);
  for (int row = 0; row < history->rows; row++) {
    double way = check_cell(history, row, "distance_m");
    double cost = check_cell(history, row, "collision_J_per_kg");
    bool beaten = false;
    for (int other = 0; other < history->rows; other++) {
      double other_way = check_cell(history, other, "distance_m");
      double other_cost = check_cell(history, other, "collision_J_per_kg");
      bool same = other_way == way && other_cost == cost;
      beaten = beaten || (other_way >= way && other_cost <= cost && (!same || other < row));
    }
    assert_int_equal(whole(history, row, "failures"), 1);
    CHECK_NEAR(check_cell(history, row, "hypervolume"), 0, 0);
    if (beaten) continue;
    assert_true(members < table->rows);
    assert_int_equal(whole(table, members++, "evaluation"), row);
  }
  assert_int_equal(members, table->rows);
  int best = trial_of(at("work", "best.yaml"));
  bool among = false;
  for (int row = 0; row < table->rows; row++)
    among = among || whole(table, row, "evaluation") == best;
  assert_true(among);
  assert_true(exists(at("work", "front_00.yaml")));
  check_table_free(table);
  check_table_free(history);
}

/* All goes well, but the regret is only measured when it is asked for. */
static void an_objective_that_nothing_measures_is_named(void **state)
{
  (void)state;
  for (int i = 0; i < KINDS; i++) {
    const char *text = "name: blind\nscenes: [endless_branch]\nmovers: [ballistic]\n"
                       "duration_s: 0.1\nreplicates: 3\noptimizer: {%s}\n"
                       "objectives: [{metric: distance_m}, {metric: speed_cv}]\n"
                       "held_out: {scenes: [endless_branch], seed: 90, replicates: 3}\n"
                       "sweep:\n  planner.cruise_speed: {min: 2, max: 5}\n";
    char spec[1024];
    snprintf(spec, sizeof spec, text, every_optimizer[i]);
    CheckTable *history = history_of(spec);
    assert_true(says(at("table", NULL), "measured no speed_cv"));
    assert_false(exists(at("work", "best.yaml")));
    check_table_free(history);
    remove_work(NULL);
  }
}

/* Run n has seed 1 + n; what is held out stays paired. */
static void seeds_may_be_independent(void **state)
{
  (void)state;
  CheckTable *history = history_of(course_text("kind: random, budget: 12", "seeds: independent\n"));
  check_table_free(history);
  CheckTable *runs = check_table_read(at("work", "runs.csv"));
  assert_int_equal(runs->rows, 36);
  for (int row = 0; row < runs->rows; row++)
    assert_int_equal(whole(runs, row, "seed"), 1 + row);
  check_table_free(runs);
}

/* The default, one generation, and not one more. */
static void the_least_budget_is_enough(void **state)
{
  (void)state;
  static const struct {
    const char *optimizer;
    int rows;
  } rows[] = {{"kind: cma_es, budget: 5", 5}, /* 4 + 3 ln 1 */
              {"kind: random, budget: 2", 2},
              {"kind: nsga2, population: 4, budget: 5", 5},
              {"kind: random, budget: 3, polish: sbplx, polish_budget: 1", 3}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CheckTable *history =
        history_of(sine_text(rows[i].optimizer, "{metric: duration_s}, {metric: speed_mean_mps}"));
    assert_int_equal(history->rows, rows[i].rows);
    assert_true(exists(at("work", "best.yaml")));
    check_table_free(history);
    remove_work(NULL);
  }
}

#define IN_WORK(test) cmocka_unit_test_teardown(test, remove_work)

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_trial_is_an_episode_of_each_scene_and_replicate),
      cmocka_unit_test(every_row_is_what_its_episode_gives),
      cmocka_unit_test(the_first_trial_is_the_default),
      cmocka_unit_test(an_axis_has_a_cell_where_its_condition_holds),
      cmocka_unit_test(phases_and_generations_count_the_trials),
      cmocka_unit_test(objectives_follow_from_the_rows),
      cmocka_unit_test(the_score_is_the_weighted_sum_and_the_best_is_kept),
      cmocka_unit_test(the_front_is_what_nothing_dominates),
      cmocka_unit_test(the_hypervolume_is_the_area_and_never_shrinks),
      cmocka_unit_test(every_decision_of_a_race_is_written),
      cmocka_unit_test(the_best_trial_is_written_as_a_parameter_file),
      cmocka_unit_test(files_of_the_front_show_all_of_it),
      cmocka_unit_test(what_is_reported_is_what_the_files_do_on_unseen_seeds),
      cmocka_unit_test(the_correction_is_for_all_objectives_of_the_report),
      cmocka_unit_test(the_package_describes_every_table),
      IN_WORK(one_thread_and_three_give_the_same_bytes),
      IN_WORK(the_spec_as_written_gives_the_same_result),
      IN_WORK(an_optimum_within_the_range_is_found),
      IN_WORK(an_optimum_at_a_bound_is_found),
      IN_WORK(a_front_that_is_known_is_covered),
      IN_WORK(a_trial_with_failures_loses_whatever_it_scores),
      IN_WORK(where_every_trial_fails_there_is_no_best),
      IN_WORK(a_front_of_the_fewest_failures_is_written),
      IN_WORK(an_objective_that_nothing_measures_is_named),
      IN_WORK(seeds_may_be_independent),
      IN_WORK(the_least_budget_is_enough),
      IN_WORK(killed_at_any_write_it_goes_on_to_the_same_bytes),
      IN_WORK(killed_between_any_two_files_it_goes_on_to_the_same_bytes),
      IN_WORK(a_full_disk_ends_with_1_and_resume_goes_on),
      IN_WORK(interrupted_it_ends_with_130_and_runs_nothing_twice),
      cmocka_unit_test(a_finished_tune_has_nothing_to_do_and_another_is_refused),
  };
  return cmocka_run_group_tests(tests, make_results, remove_base);
}
