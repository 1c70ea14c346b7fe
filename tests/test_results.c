/* What a sweep leaves: CSV, the result folder, resume after kill and full disk, the same bytes for
 * any number of threads, datapackage.json, compare, traces.
 * Every sweep here runs in a process of its own: a fork after OpenMP's threads exist is not
 * allowed, and signals and limits stay there. */
#include "base_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "compare.h"
#include "csv.h"
#include "design.h"
#include "folder.h"
#include "number.h"
#include "progress.h"
#include "provenance.h"
#include "summary.h"
#include "sweep.h"
#include "trace.h"

/* 48 episodes in 4 configs, with a count and a choice among the swept parameters. */
static const char small_text[] = "name: Results Test\n"
                                 "scenes: [endless_branch, random_course]\n"
                                 "movers: [sine, ballistic]\n"
                                 "duration_s: 4\n"
                                 "replicates: 3\n"
                                 "seed: 5\n"
                                 "sweep:\n"
                                 "  planner.iterations: {values: [2, 8]}\n"
                                 "  start.kind: {values: [swing, rest]}\n"
                                 "metrics: [speed_mean_mps, falls, cpu_us_per_creature_step]\n";

/* About a second of work for one thread. */
static const char long_text[] = "name: long\n"
                                "scenes: [endless_branch]\n"
                                "movers: [ballistic]\n"
                                "duration_s: 20\n"
                                "replicates: 1500\n";

static void put_file(const char *path, const char *text)
{
  FILE *file = fopen(path, "wb");
  if (!file) fail_msg("cannot write %s", path);
  fputs(text, file);
  fclose(file);
}

static HhxSpec *parse(const char *text)
{
  HhxError error = {""};
  HhxSpec *spec = hhx_spec_parse("test.yaml", text, strlen(text), &error);
  if (!spec) fail_msg("%s", error.text);
  return spec;
}

/* Stands for gnuplot: one picture, by a name that plot.h gives. */
static int plot_one(const HhxSpec *spec, const char *out, bool quiet)
{
  (void)spec;
  (void)quiet;
  char path[256];
  snprintf(path, sizeof path, "%s/falls.svg", out);
  put_file(path, "<svg/>");
  return 0;
}

/* Killed with one of two pictures drawn and the other begun. */
static int die_while_plotting(const HhxSpec *spec, const char *out, bool quiet)
{
  (void)spec, (void)quiet;
  char path[256];
  snprintf(path, sizeof path, "%s/speed_mean_mps.svg", out);
  put_file(path, "<svg/>");
  snprintf(path, sizeof path, "%s/falls.svg.tmp", out);
  put_file(path, "<sv");
  raise(SIGKILL);
  return 0;
}

static const HhxSweepExtra plain = {.command = "sweep", .plot = plot_one};

/* A signal while files are written, and one while pictures are drawn. */
static int raise_while_writing(const HhxSpec *spec, const HhxSweepOptions *options,
                               const HhxJournal *journal, HhxPackage *package, void *state,
                               HhxError *error)
{
  (void)spec, (void)options, (void)journal, (void)package, (void)state, (void)error;
  raise(SIGTERM);
  return 0;
}

static int raise_while_plotting(const HhxSpec *spec, const char *out, bool quiet)
{
  raise(SIGINT);
  return plot_one(spec, out, quiet);
}

static const HhxSweepExtra no_pictures = {.command = "sweep"};
static const HhxSweepExtra killed_plotting = {.command = "sweep", .plot = die_while_plotting};
static const HhxSweepExtra ended_writing = {
    .command = "sweep", .write = raise_while_writing, .plot = plot_one};
static const HhxSweepExtra ended_plotting = {.command = "sweep", .plot = raise_while_plotting};

typedef struct Job {
  const char *text, *folder;
  int jobs;
  bool resume, force, timing, compare;
  rlim_t file_size; /* 0: no limit */
  const HhxSweepExtra *extra;
} Job;

/* Starts it; messages go to base/log, the table of compare to base/table. */
static pid_t start(const Job *job)
{
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child > 0) return child;
  static char *words[] = {"handhold", "sweep", "it's.yaml", "--force", NULL};
  HhxSweepOptions options = {.out = at(job->folder, NULL),
                             .jobs = job->jobs,
                             .resume = job->resume,
                             .force = job->force,
                             .timing = job->timing,
                             .argc = 4,
                             .argv = words,
                             .spec_path = "it's.yaml"};
  if (!freopen(at("log", NULL), "w", stderr) || !freopen(at("table", NULL), "w", stdout)) _exit(99);
  if (job->file_size) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = job->file_size;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  HhxSpec *spec = parse(job->text);
  if (job->compare) setenv("PATH", "/nowhere", 1); /* no gnuplot */
  const HhxSweepExtra *extra = job->extra ? job->extra : &plain;
  int code = job->compare ? hhx_compare(spec, &options) : hhx_sweep_with(spec, &options, extra);
  hhx_spec_free(spec);
  exit(code);
}

static int end_of(pid_t child)
{
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int sweep(Job job)
{
  return end_of(start(&job));
}

/* Names in a folder that begin so. */
static int count_names(const char *folder, const char *begin)
{
  char **names = NULL;
  int count = hhx_folder_list(at(folder, NULL), "", &names), found = 0;
  for (int i = 0; i < count; i++)
    found += strncmp(names[i], begin, strlen(begin)) == 0;
  hhx_folder_list_free(names, count);
  return found;
}

static const char *const results[] = {"runs.csv", "summary.csv", "datapackage.json", "spec.yaml"};

static void same_result(const char *a, const char *b)
{
  for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
    same_file(at(a, results[i]), at(b, results[i]));
}

/* CSV */

static void rows_are_written_as_rfc_4180_says(void **state)
{
  (void)state;
  HhxError error = {""};
  HhxCsv *csv = hhx_csv_open(at("a.csv", NULL), &error);
  assert_non_null(csv);
  hhx_csv_text(csv, "plain");
  hhx_csv_text(csv, "a,b");
  hhx_csv_text(csv, "say \"hm\"");
  hhx_csv_text(csv, "two\r\nlines");
  hhx_csv_end(csv);
  hhx_csv_number(csv, 0.1);
  hhx_csv_number(csv, hhb_missing());
  hhx_csv_count(csv, -12);
  hhx_csv_hash(csv, 255);
  hhx_csv_end(csv);
  hhx_csv_number(csv, (double)NAN);
  hhx_csv_empty(csv);
  hhx_csv_text(csv, "");
  hhx_csv_text(csv, "\"");
  hhx_csv_end(csv);
  assert_false(exists(at("a.csv", NULL))); /* whole or not at all */
  assert_true(hhx_csv_close(csv, &error));
  assert_int_equal(count_names(".", "a.csv"), 1); /* no draft */

  size_t size;
  char *bytes = slurp(at("a.csv", NULL), &size);
  assert_string_equal(bytes, "plain,\"a,b\",\"say \"\"hm\"\"\",\"two\r\nlines\"\r\n"
                             "0.1,,-12,h00000000000000ff\r\n"
                             "NaN,,,\"\"\"\"\r\n");
  free(bytes);

  HhxSheet sheet;
  assert_true(hhx_sheet_read(at("a.csv", NULL), &sheet, &error));
  assert_int_equal(sheet.columns, 4);
  assert_int_equal(sheet.rows, 3);
  assert_string_equal(hhx_sheet_cell(&sheet, 0, 2), "say \"hm\"");
  assert_string_equal(hhx_sheet_cell(&sheet, 0, 3), "two\r\nlines");
  assert_int_equal(hhx_sheet_column(&sheet, "a,b"), 1);
  assert_int_equal(hhx_sheet_column(&sheet, "nothing"), -1);
  double value = 0;
  assert_true(hhx_sheet_number(&sheet, 1, 0, &value));
  assert_true(value == 0.1);
  assert_true(hhx_sheet_number(&sheet, 1, 1, &value));
  assert_true(hhb_is_missing(value));
  assert_false(hhx_sheet_number(&sheet, 1, 3, &value));
  hhx_sheet_free(&sheet);
}

static void a_sheet_that_is_ragged_or_misquoted_is_refused(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
  } rows[] = {{"a,b\n1,2\n3\n", "row 3: more or fewer cells"},
              {"a,b\n1,2,3\n", "row 2: more or fewer"},
              {"a,b\n\"1,2\n", "row 2: a quote"},
              {"a,b\n1\"2,3\n", "row 2: a quote"},
              {"a,b\n\"1\"2,3\n", "row 2: a quote"},
              {"", "empty"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    put_file(at("bad.csv", NULL), rows[i].text);
    HhxSheet sheet;
    HhxError error = {""};
    assert_false(hhx_sheet_read(at("bad.csv", NULL), &sheet, &error));
    if (!strstr(error.text, rows[i].words)) fail_msg("%s", error.text);
  }
}

static void a_full_device_is_reported_when_the_file_is_closed(void **state)
{
  (void)state;
  for (int rows = 1; rows <= 20000; rows += 19999) {
    HhxError error = {""};
    HhxCsv *csv = hhx_csv_open_anywhere("/dev/full", &error);
    assert_non_null(csv);
    for (int i = 0; i < rows; i++) {
      hhx_csv_number(csv, i + 0.5);
      hhx_csv_end(csv);
    }
    assert_int_equal(hhx_csv_failed(csv), rows > 1 ? ENOSPC : 0);
    assert_false(hhx_csv_close(csv, &error));
    assert_string_equal(error.text, "cannot write /dev/full: No space left on device");
  }
  assert_false(exists("/dev/full.tmp"));
}

/* /dev/stdout is a link: replacing it, as a draft would, is not what is meant. */
static void a_link_that_the_user_names_is_written_through_and_stays(void **state)
{
  (void)state;
  put_file(at("target.csv", NULL), "old and longer than the new one");
  assert_int_equal(symlink(at("target.csv", NULL), at("link.csv", NULL)), 0);
  HhxError error = {""};
  HhxCsv *csv = hhx_csv_open_anywhere(at("link.csv", NULL), &error);
  assert_non_null(csv);
  hhx_csv_text(csv, "new");
  hhx_csv_end(csv);
  assert_true(hhx_csv_close(csv, &error));
  struct stat status;
  assert_int_equal(lstat(at("link.csv", NULL), &status), 0);
  assert_true(S_ISLNK(status.st_mode));
  size_t size;
  char *bytes = slurp(at("target.csv", NULL), &size);
  assert_string_equal(bytes, "new\r\n");
  free(bytes);
}

/* In a result folder a link leads out of it; nor is another's file a draft of ours. */
static void a_link_in_a_result_is_replaced_and_every_tmp_stays(void **state)
{
  (void)state;
  put_file(at("target.csv", NULL), "mine");
  put_file(at("link.csv.tmp", NULL), "mine");
  assert_int_equal(symlink(at("target.csv", NULL), at("link.csv", NULL)), 0);
  HhxError error = {""};
  assert_int_equal(hhx_csv_file(at("link.csv", NULL), "new", &error), 0);
  struct stat status;
  assert_int_equal(lstat(at("link.csv", NULL), &status), 0);
  assert_true(S_ISREG(status.st_mode));
  assert_true(says(at("link.csv", NULL), "new"));
  assert_true(says(at("target.csv", NULL), "mine"));
  assert_true(says(at("link.csv.tmp", NULL), "mine"));
  assert_int_equal(count_names(".", "link.csv"), 2);
}

static void a_path_that_can_be_no_file_is_told_by_errno(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    int cause;
  } rows[] = {{"/", EISDIR}, {"absent/a.csv", ENOENT}, {"a.csv/", EISDIR}, {NULL, ENOENT}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    HhxError error = {""};
    assert_null(hhx_csv_open(rows[i].name ? at(rows[i].name, NULL) : "", &error));
    assert_int_equal(errno, rows[i].cause);
    assert_non_null(strstr(error.text, "cannot write"));
    assert_int_equal(hhx_exit_code(rows[i].cause), 2);
  }
  assert_int_equal(hhx_exit_code(ENOSPC), 1);
  assert_int_equal(hhx_exit_code(EMFILE), 1);
  assert_int_equal(hhx_csv_draft_of("runs.csv.a1b2c3.tmp"), strlen("runs.csv"));
  assert_int_equal(hhx_csv_draft_of("runs.csv.tmp"), 0);
  assert_int_equal(hhx_csv_draft_of(".a1b2c3.tmp"), 0);
}

static void a_file_that_fails_leaves_the_earlier_one(void **state)
{
  (void)state;
  put_file(at("kept.csv", NULL), "old");
  HhxError error = {""};
  struct rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  struct rlimit low = {1000, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &low);
  HhxCsv *csv = hhx_csv_open(at("kept.csv", NULL), &error);
  for (int i = 0; csv && i < 30000; i++) {
    hhx_csv_count(csv, i);
    hhx_csv_end(csv);
  }
  bool closed = csv && hhx_csv_close(csv, &error);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_DFL);
  assert_false(closed);
  assert_non_null(strstr(error.text, "kept.csv: File too large"));
  assert_int_equal(count_names(".", "kept.csv"), 1);
  assert_true(says(at("kept.csv", NULL), "old"));
}

static void progress_tells_rate_and_time_left(void **state)
{
  (void)state;
  char text[192];
  hhx_progress_text("episodes", 0, 0, 400, 0, text, sizeof text);
  assert_string_equal(text, "0 of 400 episodes, 0 %, 0/s, left unknown");
  hhx_progress_text("episodes", 50, 100, 400, 10, text, sizeof text);
  assert_string_equal(text, "150 of 400 episodes (100 from before), 37 %, 5/s, left 50 s");
  hhx_progress_text("episodes", 10, 0, 100000, 10, text, sizeof text);
  assert_string_equal(text, "10 of 100000 episodes, 0 %, 1/s, left 1 d 03 h");
  hhx_progress_text("episodes", 400, 0, 400, 200, text, sizeof text);
  assert_string_equal(text, "400 of 400 episodes, 2/s, took 3 min 20 s");
}

/* Folder */

/* Takes the folder for a sweep and leaves it again. */
static int take(const char *path, bool resume, bool force, HhxFolderState *kind)
{
  HhxError error = {""};
  HhxFolder taken;
  HhxFolderWish wish = {
      .key = {.command = "sweep", .spec_hash = 7, .runs = 3}, .resume = resume, .force = force};
  int code = hhx_folder_take(path, &wish, &taken, &error);
  assert_int_equal(code == 0, error.text[0] == '\0');
  assert_int_equal(code == 0 && taken.state != HHX_FOLDER_FINISHED, taken.journal != NULL);
  *kind = taken.state;
  hhx_folder_leave(&taken);
  return code;
}

static void a_new_result_wants_an_absent_or_empty_folder(void **state)
{
  (void)state;
  HhxFolderState kind;
  assert_int_equal(take(at("a/b/c", NULL), false, false, &kind), 0);
  assert_int_equal(kind, HHX_FOLDER_EMPTY);
  assert_true(exists(at("a/b/c", "runs.journal")));
  assert_int_equal(take(at("a/b/c", NULL), false, false, &kind), 2); /* begun */
  assert_int_equal(take(at("a/b/c", NULL), true, false, &kind), 0);
  assert_int_equal(kind, HHX_FOLDER_UNFINISHED);
  assert_int_equal(unlink(at("a/b/c", "runs.journal")), 0);
  assert_int_equal(take(at("a/b/c", NULL), false, false, &kind), 0);
  assert_int_equal(take(at("a/b/d/", NULL), true, false, &kind), 0);
  assert_int_equal(take(at("a", NULL), false, false, &kind), 2);
  assert_int_equal(take(at("a", NULL), true, true, &kind), 2);
  assert_int_equal(take(at("a", NULL), true, false, &kind), 2); /* nothing to go on with */
  assert_int_equal(count_names("a", ""), 1);
}

static void a_path_that_can_be_no_folder_is_refused_and_nothing_stays(void **state)
{
  (void)state;
  HhxFolderState kind;
  put_file(at("file", NULL), "x");
  assert_int_equal(symlink("nowhere", at("link", NULL)), 0);
  char name[300];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  char deep[512];
  snprintf(deep, sizeof deep, "%s/p/q//r/%s", base, name);
  const char *const paths[] = {"", at("file", NULL), at("file/below", NULL), at("link", NULL),
                               deep};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
    for (int how = 0; how < 3; how++)
      if (take(paths[i], how == 1, how == 2, &kind) != 2) fail_msg("%s, %d", paths[i], how);
  assert_int_equal(count_names(".", ""), 2);
}

/* A pipe would be waited for, a link followed, a folder not removed. */
static void what_is_no_plain_file_is_no_result(void **state)
{
  (void)state;
  HhxFolderState kind;
  alarm(20);
  for (int how = 0; how < 3; how++) {
    bool resume = how == 1, force = how == 2;
    assert_int_equal(mkdir(at("r", NULL), 0777), 0);
    assert_int_equal(mkfifo(at("r", "provenance.json"), 0666), 0);
    assert_int_equal(mkfifo(at("r", "datapackage.json"), 0666), 0);
    assert_int_equal(take(at("r", NULL), resume, force, &kind), force ? 0 : 2);
    assert_true(exists(at("r", "provenance.json")));
    unlink(at("r", "runs.journal"));
    assert_int_equal(mkfifo(at("r", "runs.journal"), 0666), 0);
    assert_int_equal(take(at("r", NULL), resume, force, &kind), 2);
    unlink(at("r", "runs.journal"));
    put_file(at("mine", NULL), "mine");
    assert_int_equal(symlink("../mine", at("r", "runs.journal")), 0);
    assert_int_equal(take(at("r", NULL), resume, force, &kind), 2);
    assert_true(says(at("mine", NULL), "mine"));
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", at("r", NULL));
    assert_int_equal(system(command), 0);
  }
  alarm(0);
}

static void force_removes_a_result_and_nothing_else(void **state)
{
  (void)state;
  HhxFolderState kind;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "r"}), 0);
  put_file(at("r", "notes.txt"), "mine");
  put_file(at("r", "mine.svg"), "mine");
  put_file(at("r", "runs.csv.tmp"), "mine");
  put_file(at("r", "table.csv"), "mine");
  put_file(at("r", "runs.csv.0a1b2c.tmp"), "left by a kill");
  put_file(at("outside.csv", NULL), "mine");
  assert_true(exists(at("r", "falls.svg")));

  /* A datapackage.json of somebody else names what is theirs. */
  put_file(at("r", "datapackage.json"), "{\"resources\": [{\"path\": \"../outside.csv\"},"
                                        " {\"path\": \"table.csv\"}, {\"path\": 3}]}");
  assert_int_equal(take(at("r", NULL), false, false, &kind), 2);
  assert_true(exists(at("r", "runs.csv")));
  assert_int_equal(take(at("r", NULL), false, true, &kind), 0);
  static const char *const kept[] = {"mine.svg", "notes.txt", "runs.csv.tmp", "runs.journal",
                                     "table.csv"};
  char **names = NULL;
  int count = hhx_folder_list(at("r", NULL), "", &names);
  assert_int_equal(count, 5);
  for (int i = 0; i < count; i++)
    assert_string_equal(names[i], kept[i]);
  hhx_folder_list_free(names, count);
  assert_true(exists(at("outside.csv", NULL)));
}

/* A runs.csv beside a file that only bears the name of a journal, or beside none. */
static void files_of_somebody_else_are_refused_and_stay(void **state)
{
  (void)state;
  static const char *const journals[] = {NULL, "", "h", "my journal", "handhold journey\n"};
  HhxFolderState kind;
  assert_int_equal(mkdir(at("r", NULL), 0777), 0);
  put_file(at("r", "runs.csv"), "mine");
  for (size_t i = 0; i < sizeof journals / sizeof journals[0]; i++)
    for (int how = 0; how < 3; how++) {
      if (journals[i]) put_file(at("r", "runs.journal"), journals[i]);
      assert_int_equal(take(at("r", NULL), how == 1, how == 2, &kind), 2);
      assert_true(says(at("r", "runs.csv"), "mine"));
      assert_int_equal(exists(at("r", "runs.journal")), journals[i] != NULL);
      if (journals[i]) assert_true(says(at("r", "runs.journal"), journals[i]));
    }
  unlink(at("r", "runs.csv"));
  assert_int_equal(take(at("r", NULL), false, true, &kind), 2); /* the journal alone is foreign */
}

/* Sweep */

static void one_thread_and_three_give_the_same_bytes(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "one", .jobs = 1}), 0);
  assert_int_equal(sweep((Job){.text = small_text, .folder = "three", .jobs = 3}), 0);
  same_result("one", "three");
  assert_false(exists(at("one", "runs.journal")));
  assert_true(says(at("log", NULL), "48 of 48 episodes"));
}

/* Reference: the episodes run here one by one, and the order of columns that README gives. */
static void a_row_holds_what_its_episode_gives(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "r"}), 0);
  CheckTable *table = check_table_read(at("r", "runs.csv"));
  static const char *const first[] = {"run",   "config", "replicate",          "seed",
                                      "scene", "mover",  "planner.iterations", "start.kind",
                                      "status"};
  for (int i = 0; i < 9; i++)
    assert_string_equal(table->names[i], first[i]);
  assert_string_equal(table->names[table->columns - 1], "state_hash");
  assert_string_equal(table->names[table->columns - 2], "cpu_plan_us");
  assert_int_equal(table->columns, 9 + HHB_METRIC_COUNT + 1);

  HhxSpec *spec = parse(small_text);
  assert_int_equal(table->rows, hhx_design_runs(spec));
  for (int row = 0; row < table->rows; row++) {
    HhxRun run = hhx_design_run(spec, row);
    HhParams params;
    hhx_design_params(spec, run.scene, run.point, &params);
    HhbSetup setup = {.scene = run.scene,
                      .mover = run.mover,
                      .params = &params,
                      .seed = run.seed,
                      .duration_s = spec->duration_s};
    HhbResult result = hhb_episode_run(&setup, false);
    CHECK_NEAR(check_cell(table, row, "run"), row, 0);
    CHECK_NEAR(check_cell(table, row, "config"), (double)run.point, 0);
    CHECK_NEAR(check_cell(table, row, "seed"), 5 + run.replicate, 0);
    CHECK_NEAR(check_cell(table, row, "planner.iterations"), run.point / 2 ? 8 : 2, 0);
    assert_string_equal(check_text(table, row, "start.kind"), run.point % 2 ? "rest" : "swing");
    assert_string_equal(check_text(table, row, "scene"), run.scene->name);
    assert_string_equal(check_text(table, row, "mover"), hh_mover_names[run.mover]);
    assert_string_equal(check_text(table, row, "status"), hh_status_name(result.status));
    for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
      const char *text = check_text(table, row, hhb_metric_table[metric].name);
      double value = hhb_metric_values(&result.metrics)[metric];
      if (hhb_is_missing(value))
        assert_string_equal(text, "");
      else if (strtod(text, NULL) != value)
        fail_msg("row %d: %s is %s, not %.17g", row, hhb_metric_table[metric].name, text, value);
    }
    char hash[32];
    snprintf(hash, sizeof hash, "h%016llx", (unsigned long long)result.state_hash);
    assert_string_equal(check_text(table, row, "state_hash"), hash);
  }
  hhx_spec_free(spec);
  check_table_free(table);
}

/* Reference: the rows of runs.csv, added up here; 4.30265 is Student's t for 3 values. */
static void the_summary_adds_up_the_rows(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "r"}), 0);
  CheckTable *runs = check_table_read(at("r", "runs.csv"));
  CheckTable *summary = check_table_read(at("r", "summary.csv"));
  assert_int_equal(summary->rows * 3, runs->rows);
  for (int row = 0; row < summary->rows; row++) {
    double sum = 0, squares = 0, low = 1e9, high = -1e9, failures = 0;
    for (int i = 3 * row; i < 3 * row + 3; i++) {
      double value = check_cell(runs, i, "distance_m");
      sum += value;
      low = fmin(low, value);
      high = fmax(high, value);
      const char *status = check_text(runs, i, "status");
      failures += strcmp(status, "finished") != 0 && strcmp(status, "arrived") != 0;
      assert_string_equal(check_text(runs, i, "mover"), check_text(summary, row, "mover"));
      assert_string_equal(check_text(runs, i, "start.kind"),
                          check_text(summary, row, "start.kind"));
    }
    for (int i = 3 * row; i < 3 * row + 3; i++)
      squares += pow(check_cell(runs, i, "distance_m") - sum / 3, 2);
    double half = 4.30265 * sqrt(squares / 2 / 3);
    CHECK_NEAR(check_cell(summary, row, "n"), 3, 0);
    CHECK_NEAR(check_cell(summary, row, "failures"), failures, 0);
    CHECK_NEAR(check_cell(summary, row, "distance_m_mean"), sum / 3, 1e-12);
    CHECK_NEAR(check_cell(summary, row, "distance_m_median"), sum - low - high, 1e-12);
    CHECK_NEAR(check_cell(summary, row, "distance_m_ci95_low"), sum / 3 - half, 1e-5);
    CHECK_NEAR(check_cell(summary, row, "distance_m_ci95_high"), sum / 3 + half, 1e-5);
    assert_string_equal(check_text(summary, row, "cpu_plan_us_mean"), "");
  }
  check_table_free(summary);
  check_table_free(runs);
}

/* Whatever the room, the same numbers; and the journal is read when they are not held. */
static void a_group_holds_a_band_of_metrics_at_a_time(void **state)
{
  (void)state;
  enum { REPLICATES = 5 };
  HhxJournalKey key = {.spec_hash = 1, .runs = 2 * REPLICATES};
  HhxJournal *journal = NULL;
  HhxError error = {""};
  assert_int_equal(hhx_journal_open(at("journal", NULL), &key, &journal, &error), 0);
  for (int64_t run = 0; run < key.runs; run++) {
    HhbResult result = {.status = run == 1 || run == 7 || run == 8 ? HH_FELL : HH_FINISHED};
    for (int i = 0; i < HHB_METRIC_COUNT; i++)
      hhb_metric_values(&result.metrics)[i] = 1000.0 * (double)run + i;
    assert_int_equal(hhx_journal_write(journal, run, &result), 0);
  }
  for (size_t bytes = 0; bytes <= 4000; bytes += 90) {
    HhxGroup group;
    assert_true(hhx_group_create_within(&group, REPLICATES, bytes));
    assert_in_range(group.band, 1, HHB_METRIC_COUNT);
    assert_true(group.band == 1 || (size_t)group.band * REPLICATES * sizeof(double) <= bytes);
    for (int64_t first = 0; first < key.runs; first += REPLICATES)
      for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
        assert_int_equal(hhx_group_hold(&group, journal, first, metric, &error), 0);
        assert_int_equal(group.failures, first == 0 ? 1 : 2);
        for (int i = 0; i < REPLICATES; i++)
          assert_true(hhx_group_sample(&group, metric)[i] == 1000.0 * (double)(first + i) + metric);
      }
    hhx_group_free(&group);
  }
  hhx_journal_close(journal);
}

/* Episodes that nobody ran: their results stand in the journal, and resume makes rows of them. */
static void a_diverged_episode_is_a_row_and_stays_out_of_the_means(void **state)
{
  (void)state;
  HhxSpec *spec = parse(small_text);
  HhxJournalKey key = {
      .command = "sweep", .spec_hash = hhx_spec_hash(spec), .runs = hhx_design_runs(spec)};
  HhxError error = {""};
  HhxJournal *journal = NULL;
  assert_int_equal(mkdir(at("r", NULL), 0777), 0);
  assert_int_equal(hhx_journal_open(at("r", "runs.journal"), &key, &journal, &error), 0);
  for (int64_t run = 0; run < key.runs; run++) {
    HhbResult result = {.status = HH_FINISHED};
    double *values = hhb_metric_values(&result.metrics);
    for (int i = 0; i < HHB_METRIC_COUNT; i++)
      values[i] = hhb_missing();
    result.metrics.distance_m = (double)run;
    if (run % 3 == 1) {
      result.status = HH_DIVERGED;
      result.metrics.distance_m = (double)NAN;
      result.metrics.speed_end_mps = -(double)INFINITY;
    }
    assert_int_equal(hhx_journal_write(journal, run, &result), 0);
  }
  hhx_journal_close(journal);
  hhx_spec_free(spec);
  assert_int_equal(sweep((Job){.text = small_text, .folder = "r", .resume = true}), 0);
  assert_true(says(at("log", NULL), "48 of 48 episodes (48 from before)"));
  assert_true(says(at("log", NULL), "16 of 48 episodes failed"));

  CheckTable *runs = check_table_read(at("r", "runs.csv"));
  assert_string_equal(check_text(runs, 0, "distance_m"), "0");
  assert_string_equal(check_text(runs, 1, "status"), "diverged");
  assert_string_equal(check_text(runs, 1, "distance_m"), "NaN");
  assert_string_equal(check_text(runs, 1, "speed_end_mps"), "-Inf");
  assert_string_equal(check_text(runs, 1, "speed_cv"), "");
  check_table_free(runs);
  CheckTable *summary = check_table_read(at("r", "summary.csv"));
  CHECK_NEAR(check_cell(summary, 1, "n"), 3, 0);
  CHECK_NEAR(check_cell(summary, 1, "failures"), 1, 0);
  CHECK_NEAR(check_cell(summary, 1, "distance_m_mean"), 4, 0);
  assert_string_equal(check_text(summary, 1, "speed_end_mps_mean"), "");
  check_table_free(summary);
}

/* Waits until some dozens of episodes are in the journal. */
static void wait_for_records(const char *folder)
{
  struct stat status;
  for (int i = 0; i < 6000; i++) {
    if (stat(at(folder, "runs.journal"), &status) == 0 && status.st_size > 20000) return;
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  }
  fail_msg("no episode in a minute");
}

static void a_sweep_goes_on_after_any_end_to_the_same_bytes(void **state)
{
  (void)state;
  static const struct {
    const char *folder;
    int signal, code;
  } rows[] = {{"killed", SIGKILL, -SIGKILL}, {"int", SIGINT, 130}, {"term", SIGTERM, 143}};
  assert_int_equal(sweep((Job){.text = long_text, .folder = "whole"}), 0);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    Job job = {.text = long_text, .folder = rows[i].folder, .jobs = 2};
    pid_t child = start(&job);
    wait_for_records(job.folder);
    kill(child, rows[i].signal);
    assert_int_equal(end_of(child), rows[i].code);
    assert_true(exists(at(job.folder, "runs.journal")));
    assert_false(exists(at(job.folder, "runs.csv")));
    if (rows[i].code > 0)
      assert_true(says(at("log", NULL), "to go on: handhold sweep --resume --out /tmp/"));
    assert_int_equal(sweep(job), 2);
    assert_true(says(at("log", NULL), "--resume goes on"));
    job.resume = true;
    assert_int_equal(sweep(job), 0);
    assert_true(says(at("log", NULL), "from before"));
    same_result("whole", job.folder);
  }
}

static void a_signal_after_the_last_episode_loses_nothing(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "whole"}), 0);
  Job job = {.text = small_text, .folder = "w", .extra = &ended_writing};
  assert_int_equal(sweep(job), 143);
  assert_true(says(at("log", NULL), "interrupted; to go on: handhold"));
  assert_true(exists(at("w", "runs.journal")));
  assert_false(exists(at("w", "provenance.json")));
  job.resume = true;
  job.extra = &ended_plotting;
  assert_int_equal(sweep(job), 130);
  assert_true(says(at("log", NULL), "48 from before"));
  job.extra = NULL;
  assert_int_equal(sweep(job), 0);
  same_result("whole", "w");
}

/* Nor a folder with a finished result that one of them replaces. */
static void two_sweeps_cannot_share_a_folder(void **state)
{
  (void)state;
  Job job = {.text = long_text, .folder = "r", .jobs = 1};
  for (int turn = 0; turn < 2; turn++) {
    job.resume = false;
    job.force = turn == 1;
    pid_t child = start(&job);
    wait_for_records("r");
    struct stat before, after;
    assert_int_equal(stat(at("r", "runs.journal"), &before), 0);
    for (int how = 0; how < 3; how++) {
      job.resume = how == 1;
      job.force = how == 2;
      assert_int_equal(sweep(job), 2);
      assert_true(says(at("log", NULL), "another handhold is writing"));
    }
    assert_int_equal(stat(at("r", "runs.journal"), &after), 0);
    assert_true(before.st_ino == after.st_ino);
    assert_int_equal(end_of(child), 0);
  }
  assert_int_equal(sweep((Job){.text = long_text, .folder = "whole"}), 0);
  same_result("whole", "r");
}

/* Several that replace one result at once: those that are refused have changed nothing. */
static void of_many_forces_at_once_the_last_to_finish_wrote_it_all(void **state)
{
  (void)state;
  enum { ROUNDS = 5, CHILDREN = 4 };
  Job job = {.text = small_text, .folder = "r", .jobs = 1};
  assert_int_equal(sweep(job), 0);
  assert_int_equal(sweep((Job){.text = small_text, .folder = "whole"}), 0);
  job.force = true;
  for (int round = 0; round < ROUNDS; round++) {
    pid_t children[CHILDREN];
    int done = 0;
    for (int i = 0; i < CHILDREN; i++)
      children[i] = start(&job);
    for (int i = 0; i < CHILDREN; i++) {
      int code = end_of(children[i]);
      assert_true(code == 0 || code == 2);
      done += code == 0;
    }
    assert_true(done >= 1);
    same_result("whole", "r");
    assert_false(exists(at("r", "runs.journal")));
  }
}

/* A child that gnuplot is to become holds no lock of its parent that was killed. */
static void a_lock_goes_with_its_process(void **state)
{
  (void)state;
  fflush(NULL);
  int ready[2];
  assert_int_equal(pipe(ready), 0);
  pid_t holder = fork();
  if (holder == 0) {
    HhxJournal *journal = NULL;
    HhxError error;
    mkdir(at("r", NULL), 0777);
    if (hhx_journal_lock(at("r", "runs.journal"), &journal, &error) != 0) _exit(1);
    pid_t orphan = fork();
    if (orphan == 0) {
      sleep(5);
      _exit(0);
    }
    if (write(ready[1], &orphan, sizeof orphan) < 0) _exit(1);
    pause();
  }
  pid_t orphan = 0;
  assert_int_equal(read(ready[0], &orphan, sizeof orphan), sizeof orphan);
  HhxFolderState kind;
  assert_int_equal(take(at("r", NULL), true, false, &kind), 2);
  kill(holder, SIGKILL);
  assert_int_equal(end_of(holder), -SIGKILL);
  assert_int_equal(take(at("r", NULL), true, false, &kind), 0);
  kill(orphan, SIGKILL);
  close(ready[0]);
  close(ready[1]);
}

/* Every attempt's pictures are of the result, and --force knows them; the user's are not. */
static void pictures_of_a_killed_attempt_are_of_the_result(void **state)
{
  (void)state;
  for (int how = 0; how < 2; how++) {
    const char *folder = how == 0 ? "resumed" : "replaced";
    Job job = {.text = small_text, .folder = folder, .extra = &killed_plotting};
    assert_int_equal(sweep(job), -SIGKILL);
    put_file(at(folder, "mine.svg"), "mine");
    job.resume = how == 0;
    job.force = how == 1;
    job.extra = &no_pictures; /* gnuplot is gone */
    assert_int_equal(sweep(job), 0);
    assert_false(exists(at(folder, "falls.svg.tmp")));
    assert_int_equal(exists(at(folder, "speed_mean_mps.svg")), how == 0);
    HhxPast past;
    assert_true(hhx_past_read(at(folder, "provenance.json"), &past));
    assert_int_equal(past.plot_count, how == 0);
    if (how == 0) assert_string_equal(past.plots[0], "speed_mean_mps.svg");
    hhx_past_free(&past);
    job.resume = false;
    job.force = true;
    assert_int_equal(sweep(job), 0);
    assert_false(exists(at(folder, "speed_mean_mps.svg")));
    assert_true(exists(at(folder, "mine.svg")));
  }
}

/* One episode that takes minutes. */
static const char endless_text[] = "name: endless\n"
                                   "scenes: [endless_branch]\n"
                                   "movers: [ballistic]\n"
                                   "duration_s: 1000000\n"
                                   "set: {planner.guesses: 4096}\n";

static void wait_for_file(const char *folder, const char *name)
{
  for (int i = 0; i < 6000 && !exists(at(folder, name)); i++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  assert_true(exists(at(folder, name)));
}

static void wait_for_words(const char *words)
{
  for (int i = 0; i < 6000 && !says(at("log", NULL), words); i++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  assert_true(says(at("log", NULL), words));
}

static void a_signal_is_answered_at_once_and_a_second_ends_it(void **state)
{
  (void)state;
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (int i = 0; i < 3; i++)
    for (int twice = 0; twice < 2; twice++) {
      Job job = {.text = endless_text, .folder = "r", .jobs = 1, .resume = i + twice > 0};
      pid_t child = start(&job);
      wait_for_file("r", "spec.yaml");
      nanosleep(&(struct timespec){0, 300000000}, NULL);
      kill(child, signals[i]);
      wait_for_words("once more to stop now");
      struct timespec before, after;
      clock_gettime(CLOCK_MONOTONIC, &before);
      if (twice) kill(child, SIGTERM);
      assert_int_equal(end_of(child), 128 + (twice ? SIGTERM : signals[i]));
      clock_gettime(CLOCK_MONOTONIC, &after);
      assert_true(after.tv_sec - before.tv_sec < 60); /* and the episode takes far longer */
      assert_true(says(at("log", NULL), "to go on: handhold sweep --resume"));
    }
}

/* First the journal does not fit, then the journal does and the package's description does not. */
static void a_full_disk_ends_with_1_and_resume_goes_on(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "whole"}), 0);
  struct stat status;
  assert_int_equal(stat(at("whole", "spec.yaml"), &status), 0);
  Job job = {
      .text = small_text, .folder = "full", .jobs = 2, .file_size = (rlim_t)status.st_size + 64};
  assert_int_equal(stat(at("whole", "datapackage.json"), &status), 0);
  assert_int_equal(sweep(job), 1);
  assert_true(says(at("log", NULL), "runs.journal: File too large"));
  assert_true(says(at("log", NULL), "what is finished is kept; to go on: "));
  job.resume = true;
  job.file_size = (rlim_t)status.st_size - 1;
  assert_int_equal(sweep(job), 1);
  assert_true(says(at("log", NULL), "datapackage.json: File too large"));
  assert_int_equal(count_names("full", "datapackage.json"), 0);
  job.file_size = 0;
  assert_int_equal(sweep(job), 0);
  same_result("whole", "full");
}

static void resume_refuses_another_request_and_knows_when_nothing_is_left(void **state)
{
  (void)state;
  Job job = {.text = small_text, .folder = "r"};
  assert_int_equal(sweep(job), 0);
  job.resume = true;
  assert_int_equal(sweep(job), 0);
  assert_true(says(at("log", NULL), "complete; nothing to do"));
  job.text = long_text;
  assert_int_equal(sweep(job), 2);
  assert_true(says(at("log", NULL), "another spec"));
  job.text = small_text;
  job.timing = true;
  assert_int_equal(sweep(job), 2);
  assert_true(says(at("log", NULL), "--timing=off"));
  job.timing = false;
  job.compare = true;
  assert_int_equal(sweep(job), 2);
  assert_true(says(at("log", NULL), "result of handhold sweep"));
  job.compare = false;
  for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
    assert_int_equal(rename(at("r", results[i]), at("away", NULL)), 0);
    assert_int_equal(sweep(job), 2);
    assert_true(says(at("log", NULL), results[i]));
    assert_int_equal(rename(at("away", NULL), at("r", results[i])), 0);
  }
  assert_int_equal(sweep(job), 0);
  char command[256];
  snprintf(command, sizeof command, "sed -i 's/\"commit\": \"/&x/' %s", at("r", "provenance.json"));
  assert_int_equal(system(command), 0);
  assert_int_equal(sweep(job), 2);
  assert_true(says(at("log", NULL), "another version"));

  /* The same with work left. */
  job = (Job){.text = small_text, .folder = "u", .file_size = 8000};
  assert_int_equal(sweep(job), 1);
  job = (Job){.text = small_text, .folder = "u", .resume = true, .timing = true};
  assert_int_equal(sweep(job), 2);
  assert_true(says(at("log", NULL), "--timing=off"));
  job = (Job){.text = long_text, .folder = "u", .resume = true};
  assert_int_equal(sweep(job), 2);
  assert_true(says(at("log", NULL), "another spec"));
  assert_false(exists(at("u", "runs.csv")));
  job = (Job){.text = long_text, .folder = "u", .force = true};
  assert_int_equal(sweep(job), 0);
}

static void the_clock_s_columns_are_filled_only_when_asked_for(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "on", .timing = true}), 0);
  CheckTable *runs = check_table_read(at("on", "runs.csv"));
  for (int row = 0; row < runs->rows; row++)
    assert_true(check_cell(runs, row, "cpu_us_per_creature_step") > 0);
  check_table_free(runs);
  assert_int_equal(sweep((Job){.text = small_text, .folder = "off"}), 0);
  runs = check_table_read(at("off", "runs.csv"));
  for (int row = 0; row < runs->rows; row++)
    assert_string_equal(check_text(runs, row, "cpu_us_per_creature_step"), "");
  check_table_free(runs);
}

/* datapackage.json */

static bool is_frictionless_name(const char *name)
{
  return name && *name && name[strspn(name, "-abcdefghijklmnopqrstuvwxyz0123456789._/")] == '\0';
}

/* A cell that a reader of the Table Schema would take for this type. */
static bool is_of_type(const char *cell, const char *type)
{
  if (strcmp(type, "string") == 0 || *cell == '\0') return true;
  if (strcmp(type, "integer") == 0) return cell[1 + strspn(cell + 1, "0123456789")] == '\0';
  char *end = NULL;
  strtod(cell, &end);
  return *end == '\0';
}

static void check_resource(const json_t *resource, const char *folder)
{
  const char *path = json_string_value(json_object_get(resource, "path"));
  assert_non_null(path);
  assert_true(path[0] != '/' && !strstr(path, "..") && !strchr(path, '\\'));
  assert_string_equal(json_string_value(json_object_get(resource, "profile")),
                      "tabular-data-resource");
  assert_string_equal(json_string_value(json_object_get(resource, "format")), "csv");
  assert_string_equal(json_string_value(json_object_get(resource, "mediatype")), "text/csv");
  assert_string_equal(json_string_value(json_object_get(resource, "encoding")), "utf-8");
  const json_t *schema = json_object_get(resource, "schema");
  const json_t *missing = json_object_get(schema, "missingValues");
  assert_int_equal(json_array_size(missing), 1);
  assert_string_equal(json_string_value(json_array_get(missing, 0)), "");

  HhxSheet sheet;
  HhxError error = {""};
  if (!hhx_sheet_read(at(folder, path), &sheet, &error)) fail_msg("%s", error.text);
  const json_t *fields = json_object_get(schema, "fields");
  assert_int_equal(json_array_size(fields), sheet.columns);
  for (int i = 0; i < sheet.columns; i++) {
    const json_t *field = json_array_get(fields, (size_t)i);
    const char *name = json_string_value(json_object_get(field, "name"));
    const char *type = json_string_value(json_object_get(field, "type"));
    const char *meaning = json_string_value(json_object_get(field, "description"));
    assert_string_equal(name, hhx_sheet_cell(&sheet, 0, i));
    assert_int_equal(hhx_sheet_column(&sheet, name), i); /* unique */
    assert_true(meaning && strlen(meaning) > 3);
    assert_true(type && (strcmp(type, "integer") == 0 || strcmp(type, "number") == 0 ||
                         strcmp(type, "string") == 0));
    for (int64_t row = 1; row < sheet.rows; row++)
      if (!is_of_type(hhx_sheet_cell(&sheet, row, i), type))
        fail_msg("%s, %s: %s is no %s", path, name, hhx_sheet_cell(&sheet, row, i), type);
  }
  hhx_sheet_free(&sheet);
}

/* Reference: specs.frictionlessdata.io, Data Package and Tabular Data Resource v1, what must be
 * there. Returns the number of resources. */
static size_t check_package(const char *folder)
{
  json_t *package = json_load_file(at(folder, "datapackage.json"), 0, NULL);
  assert_non_null(package);
  assert_string_equal(json_string_value(json_object_get(package, "profile")),
                      "tabular-data-package");
  assert_true(is_frictionless_name(json_string_value(json_object_get(package, "name"))));
  const json_t *resources = json_object_get(package, "resources");
  size_t count = json_array_size(resources);
  for (size_t i = 0; i < count; i++) {
    const json_t *resource = json_array_get(resources, i);
    const char *name = json_string_value(json_object_get(resource, "name"));
    assert_true(is_frictionless_name(name));
    for (size_t j = 0; j < i; j++)
      assert_string_not_equal(
          name, json_string_value(json_object_get(json_array_get(resources, j), "name")));
    check_resource(resource, folder);
  }
  json_decref(package);
  return count;
}

static void the_package_describes_every_column(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "r", .timing = true}), 0);
  assert_int_equal(check_package("r"), 2);
  assert_true(says(at("r", "datapackage.json"), "\"unit\": \"J/(kg m)\""));
  assert_true(says(at("r", "datapackage.json"), "\"name\": \"results-test\""));
}

static void provenance_tells_program_machine_and_request(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "r", .jobs = 2}), 0);
  json_t *json = json_load_file(at("r", "provenance.json"), 0, NULL);
  assert_non_null(json);
  const char *command = NULL, *commit = NULL, *version = NULL, *compiler = NULL, *flags = NULL;
  const char *build = NULL, *cpu = NULL, *governor = NULL, *hash = NULL, *begun = NULL, *end = NULL;
  const char *first_word = NULL, *plot = NULL;
  int dirty = -1, threads = 0, runs = 0, timing = -1;
  assert_int_equal(json_unpack(json,
                               "{s:s, s:[s], s:{s:s, s:s, s:b, s:s, s:s, s:s}, s:{s:s, s:s, s:i},"
                               " s:{s:s, s:i, s:b}, s:{s:s, s:s}, s:[s]}",
                               "command", &command, "command_line", &first_word, "program",
                               "version", &version, "commit", &commit, "dirty", &dirty, "compiler",
                               &compiler, "flags", &flags, "build_type", &build, "machine", "cpu",
                               &cpu, "governor", &governor, "threads", &threads, "spec", "hash",
                               &hash, "runs", &runs, "timing", &timing, "time", "start", &begun,
                               "end", &end, "plots", &plot),
                   0);
  HhxSpec *spec = parse(small_text);
  char expected[32];
  snprintf(expected, sizeof expected, "h%016llx", (unsigned long long)hhx_spec_hash(spec));
  hhx_spec_free(spec);
  assert_string_equal(hash, expected);
  assert_string_equal(first_word, "handhold");
  assert_string_equal(plot, "falls.svg");
  assert_int_equal(threads, 2);
  assert_int_equal(runs, 48);
  assert_int_equal(strlen(begun), strlen("2024-11-30T11:40:00Z"));
  assert_true(strcmp(begun, end) <= 0);
  json_decref(json);

  HhxPast past;
  assert_true(hhx_past_read(at("r", "provenance.json"), &past));
  assert_int_equal(past.plot_count, 1);
  hhx_past_free(&past);
  assert_false(says(at("r", "provenance.json"), "/tmp/"));
}

/* Compare and traces */

static void compare_pairs_the_movers_by_seed(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "c", .compare = true}), 0);
  CheckTable *runs = check_table_read(at("c", "runs.csv"));
  CheckTable *compare = check_table_read(at("c", "compare.csv"));
  int clocks = 2; /* not timed */
  assert_int_equal(compare->rows, 4 * 2 * (HHB_METRIC_COUNT - clocks));
  int checked = 0;
  for (int row = 0; row < compare->rows; row++) {
    assert_string_equal(check_text(compare, row, "mover_a"), "sine");
    assert_string_equal(check_text(compare, row, "mover_b"), "ballistic");
    if (strcmp(check_text(compare, row, "metric"), "distance_m") != 0) continue;
    double a[3] = {0}, b[3] = {0}, squares = 0;
    for (int i = 0; i < runs->rows; i++) {
      if (check_cell(runs, i, "config") != check_cell(compare, row, "config")) continue;
      if (strcmp(check_text(runs, i, "scene"), check_text(compare, row, "scene")) != 0) continue;
      bool reference = strcmp(check_text(runs, i, "mover"), "ballistic") == 0;
      (reference ? b : a)[(int)check_cell(runs, i, "replicate")] =
          check_cell(runs, i, "distance_m");
    }
    double mean = (b[0] - a[0] + b[1] - a[1] + b[2] - a[2]) / 3;
    for (int i = 0; i < 3; i++)
      squares += pow(b[i] - a[i] - mean, 2);
    CHECK_NEAR(check_cell(compare, row, "n"), 3, 0);
    CHECK_NEAR(check_cell(compare, row, "mean_a"), (a[0] + a[1] + a[2]) / 3, 1e-12);
    CHECK_NEAR(check_cell(compare, row, "difference"), mean, 1e-12);
    CHECK_NEAR(check_cell(compare, row, "ci95_high"), mean + 4.30265 * sqrt(squares / 6), 1e-5);
    double p = check_cell(compare, row, "p");
    assert_true(p >= 0.25 && p <= 1); /* 2 / 2^3 is the least that three pairs can give */
    checked++;
  }
  assert_int_equal(checked, 8);
  check_table_free(compare);
  check_table_free(runs);
  assert_int_equal(check_package("c"), 3 + 2 * 2 * 2);
  assert_true(says(at("table", NULL), "ballistic minus it"));
  assert_true(says(at("table", NULL), "speed_mean_mps"));
  assert_false(exists(at("c", "runs.journal")));

  /* The sweep inside is the sweep. */
  assert_int_equal(sweep((Job){.text = small_text, .folder = "s"}), 0);
  same_file(at("c", "runs.csv"), at("s", "runs.csv"));
  same_file(at("c", "summary.csv"), at("s", "summary.csv"));
}

/* A given course, and neither a sine nor a free swing that takes what is nearest draws a number. */
static void replicates_without_chance_are_called_identical_and_not_tested(void **state)
{
  (void)state;
  static const char text[] =
      "name: certain\nscenes: [course]\n"
      "course: [[0, 0], [1.5, 0], [3, 0.1], [4.4, 0], [6, 0]]\n"
      "movers: [sine, free_swing]\nreplicates: 4\n"
      "set: {grab.randomness: 0}\n"
      "sweep: {start.speed: {values: [2.5, 3]}}\nmetrics: [speed_mean_mps]\n";
  assert_int_equal(sweep((Job){.text = text, .folder = "c", .compare = true}), 0);
  CheckTable *compare = check_table_read(at("c", "compare.csv"));
  int checked = 0;
  for (int row = 0; row < compare->rows; row++) {
    if (strcmp(check_text(compare, row, "metric"), "speed_mean_mps") != 0) continue;
    CHECK_NEAR(check_cell(compare, row, "n"), 4, 0);
    assert_true(isfinite(check_cell(compare, row, "difference")));
    assert_string_equal(check_text(compare, row, "ci95_low"), "");
    assert_string_equal(check_text(compare, row, "p"), "");
    checked++;
  }
  assert_int_equal(checked, 2);
  check_table_free(compare);
  assert_true(says(at("table", NULL), "course, config 1: start.speed 3 m/s"));
  assert_true(says(at("table", NULL), "identical replicates"));
  assert_false(says(at("table", NULL), "+- 0"));

  /* Holds that differ from seed to seed. */
  assert_int_equal(sweep((Job){.text = small_text, .folder = "d", .compare = true}), 0);
  assert_false(says(at("table", NULL), "identical"));
}

/* Reference: the columns of the same file, corrected here. */
static void compare_corrects_the_tests_of_what_the_spec_shows(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = small_text, .folder = "c", .compare = true}), 0);
  CheckTable *compare = check_table_read(at("c", "compare.csv"));
  int family = 0, below;
  for (int row = 0; row < compare->rows; row++) {
    const char *metric = check_text(compare, row, "metric");
    bool shown = strcmp(metric, "speed_mean_mps") == 0 || strcmp(metric, "falls") == 0;
    family += shown;
    assert_int_equal(check_text(compare, row, "p_holm")[0] != '\0', shown);
    assert_int_equal(check_text(compare, row, "bca95_low")[0] != '\0', shown);
    assert_int_equal(check_text(compare, row, "median_bca95_high")[0] != '\0', shown);
    if (!shown) continue;
    double mean = check_cell(compare, row, "difference");
    assert_true(check_cell(compare, row, "bca95_low") <= mean);
    assert_true(check_cell(compare, row, "bca95_high") >= mean);
    double effect = check_cell(compare, row, "effect_size");
    assert_true(fabs(effect) <= 1 && (check_cell(compare, row, "p") == 1 || effect * mean > 0));
    /* Three pairs see 3.26 sd; the interval is 2.484 sd to either side. */
    CHECK_RELATIVE(check_cell(compare, row, "detectable_difference") + 1,
                   (check_cell(compare, row, "ci95_high") - mean) * 3.264 / 2.4841 + 1, 2e-3);
  }
  assert_int_equal(family, 4 * 2 * 2);
  /* The largest of all products with the number of tests that are not smaller, up to each p. */
  for (int row = 0; row < compare->rows; row++) {
    if (check_text(compare, row, "p_holm")[0] == '\0') continue;
    double p = check_cell(compare, row, "p"), expected = 0;
    for (int i = 0; i < compare->rows; i++) {
      if (check_text(compare, i, "p_holm")[0] == '\0') continue;
      double other = check_cell(compare, i, "p");
      below = 0;
      for (int j = 0; j < compare->rows; j++)
        below += check_text(compare, j, "p_holm")[0] != '\0' && check_cell(compare, j, "p") < other;
      if (other <= p) expected = fmax(expected, fmin(1, (family - below) * other));
    }
    CHECK_NEAR(check_cell(compare, row, "p_holm"), expected, 1e-12);
  }
  check_table_free(compare);
  assert_true(says(at("table", NULL),
                   "n = 3: only differences above 3.3 sd are likely to be seen; n >= 34 would see "
                   "0.5 sd"));
}

/* Reference: Cliff's delta and Welch's interval, from the rows of runs.csv. */
static void compare_does_not_pair_independent_seeds(void **state)
{
  (void)state;
  char text[512];
  snprintf(text, sizeof text, "%s%s", small_text, "seeds: independent\n");
  assert_int_equal(sweep((Job){.text = text, .folder = "c", .compare = true}), 0);
  CheckTable *runs = check_table_read(at("c", "runs.csv"));
  CheckTable *compare = check_table_read(at("c", "compare.csv"));
  int checked = 0;
  for (int row = 0; row < compare->rows; row++) {
    if (strcmp(check_text(compare, row, "metric"), "distance_m") != 0) continue;
    double a[3] = {0}, b[3] = {0}, delta = 0, mean_a = 0, mean_b = 0, squares_a = 0, squares_b = 0;
    for (int i = 0; i < runs->rows; i++) {
      if (check_cell(runs, i, "config") != check_cell(compare, row, "config")) continue;
      if (strcmp(check_text(runs, i, "scene"), check_text(compare, row, "scene")) != 0) continue;
      bool reference = strcmp(check_text(runs, i, "mover"), "ballistic") == 0;
      (reference ? b : a)[(int)check_cell(runs, i, "replicate")] =
          check_cell(runs, i, "distance_m");
    }
    for (int i = 0; i < 3; i++) {
      mean_a += a[i] / 3;
      mean_b += b[i] / 3;
      for (int j = 0; j < 3; j++)
        delta += b[i] > a[j] ? 1.0 / 9 : b[i] < a[j] ? -1.0 / 9 : 0;
    }
    for (int i = 0; i < 3; i++) {
      squares_a += pow(a[i] - mean_a, 2) / 6;
      squares_b += pow(b[i] - mean_b, 2) / 6;
    }
    CHECK_NEAR(check_cell(compare, row, "difference"), mean_b - mean_a, 1e-12);
    CHECK_NEAR(check_cell(compare, row, "effect_size"), delta, 1e-12);
    assert_true(check_cell(compare, row, "p") >= 0.1); /* 2 of 20 ways */
    /* t(0.975) lies between 4 degrees of freedom and 2. */
    double half = check_cell(compare, row, "ci95_high") - (mean_b - mean_a);
    double error = sqrt(squares_a + squares_b);
    assert_true(half > 2.77 * error && half < 4.31 * error);
    checked++;
  }
  assert_int_equal(checked, 8);
  check_table_free(compare);
  check_table_free(runs);
  assert_true(says(at("c", "datapackage.json"), "Mann-Whitney"));
  assert_false(says(at("c", "datapackage.json"), "Wilcoxon"));
  assert_true(says(at("table", NULL), "n >= 64 would see 0.5 sd"));
}

static void compare_wants_two_movers(void **state)
{
  (void)state;
  assert_int_equal(sweep((Job){.text = long_text, .folder = "c", .compare = true}), 2);
  assert_false(exists(at("c", NULL)));
}

static void a_trace_is_the_episode_frame_by_frame(void **state)
{
  (void)state;
  HhxSpec *spec = parse(small_text);
  HhxRun run = hhx_design_run(spec, 3); /* ballistic on the endless branch */
  HhParams params;
  hhx_design_params(spec, run.scene, run.point, &params);
  HhbSetup setup = {
      .scene = run.scene, .mover = run.mover, .params = &params, .seed = run.seed, .duration_s = 4};
  HhbResult traced, plain_run = hhb_episode_run(&setup, false);
  HhxError error = {""};
  assert_int_equal(hhx_trace_write(&setup, at("t.csv", NULL), NULL, &traced, &error), 0);
  assert_true(traced.state_hash == plain_run.state_hash);
  assert_memory_equal(&traced.metrics, &plain_run.metrics, sizeof traced.metrics);

  CheckTable *table = check_table_read(at("t.csv", NULL));
  assert_int_equal(table->rows, 4 * 60 + 1);
  CHECK_NEAR(check_cell(table, 0, "t_s"), 0, 0);
  CHECK_NEAR(check_cell(table, 4 * 60, "t_s"), 4, 0);
  CheckTable *world = check_table_read(at("t.world.csv", NULL));
  int held = 0;
  for (int row = 0; row < table->rows; row++) {
    double vx = check_cell(table, row, "vel_x_mps"), vy = check_cell(table, row, "vel_y_mps");
    double y = check_cell(table, row, "com_y_m"), speed = hypot(vx, vy);
    CHECK_NEAR(check_cell(table, row, "speed_mps"), speed, 1e-12);
    CHECK_NEAR(check_cell(table, row, "energy_J_per_kg"), speed * speed / 2 + 9.81 * y, 1e-9);
    assert_string_equal(check_text(table, row, "mover"), "ballistic");
    if (check_cell(table, row, "held") == 0) {
      assert_string_equal(check_text(table, row, "contact_x_m"), "");
      continue;
    }
    held++;
    /* Within an arm that may stretch a little, and no farther than the world goes. */
    double dx = check_cell(table, row, "com_x_m") - check_cell(table, row, "contact_x_m");
    double dy = y - check_cell(table, row, "contact_y_m");
    assert_true(hypot(dx, dy) < 0.75 * 1.2);
    assert_true(check_cell(table, row, "contact_x_m") <= check_cell(world, world->rows - 1, "x_m"));
  }
  assert_in_range(held, 20, table->rows - 20);
  for (int row = 0; row < world->rows; row++)
    CHECK_NEAR(check_cell(world, row, "hold"), row, 0);
  assert_true(world->rows >= (int)traced.metrics.swings);
  check_table_free(world);
  check_table_free(table);

  /* What cannot start writes nothing and says why. */
  setup.duration_s = 0;
  assert_int_equal(hhx_trace_write(&setup, at("no.csv", NULL), NULL, &traced, &error), 0);
  assert_int_equal(traced.status, HH_BAD_PARAMS);
  assert_false(exists(at("no.csv", NULL)));
  setup.duration_s = 4;
  assert_int_equal(hhx_trace_write(&setup, "/dev/full", NULL, &traced, &error), 1);
  assert_non_null(strstr(error.text, "No space left"));

  /* Neither of the two files is there when one cannot be made. */
  assert_int_equal(mkdir(at("half.world.csv", NULL), 0777), 0);
  assert_int_equal(hhx_trace_write(&setup, at("half.csv", NULL), NULL, &traced, &error), 2);
  assert_non_null(strstr(error.text, "half.world.csv: Is a directory"));
  assert_int_equal(count_names(".", "half.csv"), 0);
  hhx_spec_free(spec);
}

#define IN_BASE(test) cmocka_unit_test_setup_teardown(test, make_base, remove_base)

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_BASE(rows_are_written_as_rfc_4180_says),
      IN_BASE(a_sheet_that_is_ragged_or_misquoted_is_refused),
      IN_BASE(a_full_device_is_reported_when_the_file_is_closed),
      IN_BASE(a_link_that_the_user_names_is_written_through_and_stays),
      IN_BASE(a_link_in_a_result_is_replaced_and_every_tmp_stays),
      IN_BASE(a_path_that_can_be_no_file_is_told_by_errno),
      IN_BASE(a_file_that_fails_leaves_the_earlier_one),
      cmocka_unit_test(progress_tells_rate_and_time_left),
      IN_BASE(a_new_result_wants_an_absent_or_empty_folder),
      IN_BASE(a_path_that_can_be_no_folder_is_refused_and_nothing_stays),
      IN_BASE(what_is_no_plain_file_is_no_result),
      IN_BASE(force_removes_a_result_and_nothing_else),
      IN_BASE(files_of_somebody_else_are_refused_and_stay),
      IN_BASE(one_thread_and_three_give_the_same_bytes),
      IN_BASE(a_row_holds_what_its_episode_gives),
      IN_BASE(the_summary_adds_up_the_rows),
      IN_BASE(a_group_holds_a_band_of_metrics_at_a_time),
      IN_BASE(a_diverged_episode_is_a_row_and_stays_out_of_the_means),
      IN_BASE(a_sweep_goes_on_after_any_end_to_the_same_bytes),
      IN_BASE(a_signal_after_the_last_episode_loses_nothing),
      IN_BASE(a_signal_is_answered_at_once_and_a_second_ends_it),
      IN_BASE(two_sweeps_cannot_share_a_folder),
      IN_BASE(of_many_forces_at_once_the_last_to_finish_wrote_it_all),
      IN_BASE(a_lock_goes_with_its_process),
      IN_BASE(pictures_of_a_killed_attempt_are_of_the_result),
      IN_BASE(a_full_disk_ends_with_1_and_resume_goes_on),
      IN_BASE(resume_refuses_another_request_and_knows_when_nothing_is_left),
      IN_BASE(the_clock_s_columns_are_filled_only_when_asked_for),
      IN_BASE(the_package_describes_every_column),
      IN_BASE(provenance_tells_program_machine_and_request),
      IN_BASE(compare_pairs_the_movers_by_seed),
      IN_BASE(replicates_without_chance_are_called_identical_and_not_tested),
      IN_BASE(compare_corrects_the_tests_of_what_the_spec_shows),
      IN_BASE(compare_does_not_pair_independent_seeds),
      IN_BASE(compare_wants_two_movers),
      IN_BASE(a_trace_is_the_episode_frame_by_frame),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
