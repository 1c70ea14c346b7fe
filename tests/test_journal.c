/* The journal: whole, absent and torn records, refusals, threads, a full disk. */
#define _GNU_SOURCE /* unshare */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/random.h"
#include "journal.h"
#include "provenance.h"

static char folder[64], path[128];

static const HhxJournalKey usual = {
    .command = "sweep", .spec_hash = 0x123456789abcdefu, .runs = 100};

static int make_folder(void **state)
{
  (void)state;
  snprintf(folder, sizeof folder, "/tmp/handhold_journal_XXXXXX");
  if (!mkdtemp(folder)) return -1;
  snprintf(path, sizeof path, "%s/runs.journal", folder);
  return 0;
}

static int remove_folder(void **state)
{
  (void)state;
  unlink(path);
  return rmdir(folder);
}

/* A result that tells its run, with every kind of number in it. */
static HhbResult example(int64_t run)
{
  HhbResult result = {.status = run % 3 ? HH_FINISHED : HH_DIVERGED,
                      .state_hash = (uint64_t)run * 0x9e3779b97f4a7c15u};
  double *values = hhb_metric_values(&result.metrics);
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    values[i] = (double)run + i / 7.0;
  values[1] = hhb_missing();
  values[2] = (double)NAN;
  values[3] = -(double)INFINITY;
  return result;
}

static bool holds(const HhxJournal *journal, int64_t run)
{
  HhbResult found, wanted = example(run);
  if (!hhx_journal_read(journal, run, &found)) return false;
  assert_int_equal(found.status, wanted.status);
  assert_true(found.state_hash == wanted.state_hash);
  assert_memory_equal(&found.metrics, &wanted.metrics, sizeof found.metrics);
  return true;
}

static HhxJournal *open_usual(void)
{
  HhxJournal *journal = NULL;
  HhxError error = {""};
  int code = hhx_journal_open(path, &usual, &journal, &error);
  if (code != 0) fail_msg("%s", error.text);
  return journal;
}

static void a_record_comes_back_to_the_bit_after_reopening(void **state)
{
  (void)state;
  HhxJournal *journal = open_usual();
  const int64_t runs[] = {99, 0, 41, 7};
  for (int i = 0; i < 4; i++) {
    HhbResult result = example(runs[i]);
    assert_int_equal(hhx_journal_write(journal, runs[i], &result), 0);
  }
  assert_int_equal(hhx_journal_sync(journal), 0);
  hhx_journal_close(journal);
  journal = open_usual();
  for (int64_t run = 0; run < usual.runs; run++)
    assert_int_equal(holds(journal, run), run == 99 || run == 0 || run == 41 || run == 7);
  hhx_journal_close(journal);
}

/* Every byte of a record, changed, makes it absent; so does half a record at the end. */
static void a_torn_record_is_absent(void **state)
{
  (void)state;
  HhxJournal *journal = open_usual();
  HhbResult result = example(0);
  assert_int_equal(hhx_journal_write(journal, 0, &result), 0);
  struct stat one, two;
  assert_int_equal(stat(path, &one), 0);
  result = example(1);
  assert_int_equal(hhx_journal_write(journal, 1, &result), 0);
  assert_int_equal(stat(path, &two), 0);
  off_t size = two.st_size - one.st_size, at = one.st_size - size;

  int fd = open(path, O_RDWR);
  assert_true(fd >= 0);
  for (off_t i = 0; i < size; i++) {
    unsigned char byte, other;
    assert_int_equal(pread(fd, &byte, 1, at + i), 1);
    other = byte ^ 0x10;
    assert_int_equal(pwrite(fd, &other, 1, at + i), 1);
    assert_false(holds(journal, 0));
    assert_int_equal(pwrite(fd, &byte, 1, at + i), 1);
  }
  assert_true(holds(journal, 0));
  assert_true(holds(journal, 1));
  assert_int_equal(ftruncate(fd, two.st_size - size / 2), 0);
  assert_false(holds(journal, 1));

  /* A whole record in the place of another is not that other. */
  char record[4096];
  assert_int_equal(pread(fd, record, (size_t)size, at), size);
  assert_int_equal(pwrite(fd, record, (size_t)size, at + 5 * size), size);
  HhbResult found;
  assert_false(hhx_journal_read(journal, 5, &found));
  close(fd);
  hhx_journal_close(journal);
}

static void expect_refusal(const HhxJournalKey *key, int code, const char *words)
{
  HhxJournal *journal = NULL;
  HhxError error = {""};
  assert_int_equal(hhx_journal_open(path, key, &journal, &error), code);
  assert_null(journal);
  if (!strstr(error.text, words)) fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void a_journal_of_something_else_is_refused_with_the_reason(void **state)
{
  (void)state;
  HhxJournal *journal = open_usual();
  HhbResult result = example(3);
  assert_int_equal(hhx_journal_write(journal, 3, &result), 0);
  hhx_journal_close(journal);

  HhxJournalKey key = usual;
  key.spec_hash++;
  expect_refusal(&key, 2, "another spec");
  key = usual;
  key.runs++;
  expect_refusal(&key, 2, "another spec");
  key = usual;
  key.timing = true;
  expect_refusal(&key, 2, "--timing=off");
  key = usual;
  memcpy(key.command, "compare", sizeof "compare");
  expect_refusal(&key, 2, "handhold sweep began it");
  key = usual;
  key.shard = (HhxShard){2, 3};
  expect_refusal(&key, 2, "of all runs and no shard");

  journal = open_usual(); /* none of this harmed it */
  assert_true(holds(journal, 3));
  hhx_journal_close(journal);

  int fd = open(path, O_RDWR);
  assert_int_equal(pwrite(fd, "?", 1, 40), 1);
  close(fd);
  expect_refusal(&usual, 2, "damaged");
  expect_refusal(&usual, 2, "--force");
}

/* Writes `size` bytes as the whole file. */
static void put_bytes(const void *bytes, size_t size)
{
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, bytes, size), size);
  close(fd);
}

static void a_shards_journal_is_of_that_shard_only(void **state)
{
  (void)state;
  HhxJournal *journal = NULL;
  HhxError error = {""};
  HhxJournalKey key = usual, found;
  key.shard = (HhxShard){2, 3};
  assert_int_equal(hhx_journal_open(path, &key, &journal, &error), 0);
  HhbResult result = example(3);
  assert_int_equal(hhx_journal_write(journal, 3, &result), 0);
  hhx_journal_close(journal);
  expect_refusal(&usual, 2, "it is shard 2/3");
  key.shard.number = 1;
  expect_refusal(&key, 2, "it is shard 2/3");
  key.shard = (HhxShard){2, 4};
  expect_refusal(&key, 2, "it is shard 2/3");

  /* Who only reads is told what it is. */
  assert_int_equal(hhx_journal_open_to_read(path, &journal, &found, &error), 0);
  assert_true(found.spec_hash == usual.spec_hash && found.runs == usual.runs && !found.timing);
  assert_string_equal(found.command, "sweep");
  assert_int_equal(found.shard.number, 2);
  assert_int_equal(found.shard.count, 3);
  assert_true(holds(journal, 3));
  assert_false(holds(journal, 4));
  hhx_journal_close(journal);
}

/* Changes one byte of the head, and its checksum, which is its last word. */
static void change_head(long place)
{
  unsigned char head[512];
  int fd = open(path, O_RDWR);
  ssize_t size = read(fd, head, sizeof head);
  assert_in_range(size, 100, 511);
  head[place] ^= 1;
  uint64_t hash = hh_hash_start(), word;
  for (ssize_t at = 0; at + 8 < size; at += 8) {
    memcpy(&word, head + at, sizeof word);
    hash = hh_hash_word(hash, word);
  }
  hash = hh_hash_end(hash);
  memcpy(head + size - 8, &hash, sizeof hash);
  assert_int_equal(pwrite(fd, head, (size_t)size, 0), size);
  close(fd);
}

/* Where a text stands in the head. */
static long find_in_head(const char *text)
{
  char head[512];
  int fd = open(path, O_RDONLY);
  ssize_t size = read(fd, head, sizeof head);
  close(fd);
  for (long at = 0; at + (long)strlen(text) < size; at++)
    if (memcmp(head + at, text, strlen(text)) == 0) return at;
  fail_msg("no \"%s\" in the head", text);
  return 0;
}

static void expect_unreadable(const char *words)
{
  HhxJournal *journal = NULL;
  HhxJournalKey key;
  HhxError error = {""};
  assert_int_equal(hhx_journal_open_to_read(path, &journal, &key, &error), 2);
  assert_null(journal);
  if (!strstr(error.text, words)) fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void another_version_or_other_metrics_are_refused_with_both(void **state)
{
  (void)state;
  hhx_journal_close(open_usual());
  long place = find_in_head(hhx_provenance_version());
  change_head(place);
  expect_refusal(&usual, 2, "another version of handhold wrote it");
  expect_refusal(&usual, 2, hhx_provenance_version());
  expect_unreadable("another version");
  change_head(place);
  hhx_journal_close(open_usual());

  enum { METRICS_HASH = 32 };
  change_head(METRICS_HASH);
  expect_refusal(&usual, 2, "it holds other metrics");
  expect_unreadable("it holds other metrics");
}

static void what_is_no_journal_cannot_be_read(void **state)
{
  (void)state;
  expect_unreadable("No such file");
  put_bytes("hello", 5);
  expect_unreadable("no journal");
  put_bytes("", 0);
  expect_unreadable("no journal");
}

/* What a kill during the very first write leaves, whatever its length. */
static void a_journal_without_a_whole_head_is_begun_anew(void **state)
{
  (void)state;
  hhx_journal_close(open_usual());
  char head[1024];
  int fd = open(path, O_RDONLY);
  ssize_t whole = read(fd, head, sizeof head);
  close(fd);
  assert_in_range(whole, 100, 512);
  for (ssize_t size = 0; size < whole; size++) {
    put_bytes(head, (size_t)size);
    HhxJournal *journal = open_usual();
    assert_false(holds(journal, 0));
    HhbResult result = example(0);
    assert_int_equal(hhx_journal_write(journal, 0, &result), 0);
    assert_true(holds(journal, 0));
    assert_true(hhx_journal_begun(journal) > 1700000000);
    hhx_journal_close(journal);
  }

  /* Of another request it is none of ours to begin. */
  put_bytes(head, 100);
  HhxJournalKey key = usual;
  key.spec_hash++;
  expect_refusal(&key, 2, "--force");
}

static void a_file_of_another_program_is_refused_and_stays(void **state)
{
  (void)state;
  static const char *const texts[] = {"x", "half a head", "handhold journe!", "handhold journey"};
  char text[3000];
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    for (size_t size = strlen(texts[i]); size <= sizeof text; size *= 3) {
      memset(text, ' ', sizeof text);
      memcpy(text, texts[i], strlen(texts[i]));
      put_bytes(text, size);
      expect_refusal(&usual, 2, "another program");
      char found[sizeof text + 1];
      int fd = open(path, O_RDONLY);
      assert_int_equal(read(fd, found, sizeof found), size);
      close(fd);
      assert_memory_equal(found, text, size);
    }
}

/* In another process: a lock is nothing within its own. */
static int open_elsewhere(HhxError *error, bool to_read)
{
  int ends[2], code = 0;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    HhxJournal *journal = NULL;
    HhxJournalKey key;
    code = to_read ? hhx_journal_open_to_read(path, &journal, &key, error)
                   : hhx_journal_open(path, &usual, &journal, error);
    _exit(write(ends[1], error, sizeof *error) == sizeof *error ? code : 99);
  }
  assert_int_equal(read(ends[0], error, sizeof *error), sizeof *error);
  assert_int_equal(waitpid(child, &code, 0), child);
  close(ends[0]);
  close(ends[1]);
  return WEXITSTATUS(code);
}

static void only_one_at_a_time_holds_a_journal(void **state)
{
  (void)state;
  HhxJournal *journal = open_usual();
  HhxError error = {""};
  assert_int_equal(open_elsewhere(&error, false), 2);
  assert_non_null(strstr(error.text, "another handhold is writing"));
  assert_int_equal(open_elsewhere(&error, true), 2);
  assert_non_null(strstr(error.text, "another handhold is writing"));
  hhx_journal_close(journal);
  assert_int_equal(open_elsewhere(&error, false), 0);

  /* Readers exclude a writer, and not each other. */
  HhxJournalKey key;
  assert_int_equal(hhx_journal_open_to_read(path, &journal, &key, &error), 0);
  assert_int_equal(open_elsewhere(&error, true), 0);
  assert_int_equal(open_elsewhere(&error, false), 2);
  hhx_journal_close(journal);
}

static void to_begin_anew_keeps_the_file_and_drops_the_records(void **state)
{
  (void)state;
  HhxJournal *journal = open_usual();
  HhbResult result = example(3);
  assert_int_equal(hhx_journal_write(journal, 3, &result), 0);
  struct stat before, after;
  assert_int_equal(stat(path, &before), 0);
  HhxError error = {""};
  HhxJournalKey other = {.spec_hash = 5, .runs = 100, .timing = true};
  assert_int_equal(hhx_journal_begin(journal, &other, true, &error), 0);
  assert_int_equal(stat(path, &after), 0);
  assert_true(before.st_ino == after.st_ino);
  assert_false(holds(journal, 3));
  hhx_journal_close(journal);
  expect_refusal(&usual, 2, "another spec");
}

enum { THREADS = 4, RUNS_A_THREAD = 2000 };

typedef struct Share {
  HhxJournal *journal;
  int64_t first;
} Share;

static void *write_share(void *argument)
{
  const Share *share = argument;
  for (int64_t i = 0; i < RUNS_A_THREAD; i++) {
    int64_t run = share->first + i * THREADS;
    HhbResult result = example(run);
    if (hhx_journal_write(share->journal, run, &result) != 0) return argument;
    if (i % 500 == 0 && hhx_journal_sync(share->journal) != 0) return argument;
  }
  return NULL;
}

static void threads_write_side_by_side(void **state)
{
  (void)state;
  HhxJournalKey key = {.spec_hash = 1, .runs = THREADS * RUNS_A_THREAD};
  HhxJournal *journal = NULL;
  HhxError error = {""};
  assert_int_equal(hhx_journal_open(path, &key, &journal, &error), 0);
  pthread_t threads[THREADS];
  Share shares[THREADS];
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  for (int i = 0; i < THREADS; i++) {
    shares[i] = (Share){journal, i};
    assert_int_equal(pthread_create(&threads[i], NULL, write_share, &shares[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    void *failed = NULL;
    pthread_join(threads[i], &failed);
    assert_null(failed);
  }
  clock_gettime(CLOCK_MONOTONIC, &after);
  double seconds =
      (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
  print_message("%.2f us a record\n", 1e6 * seconds / (double)key.runs);
  for (int64_t run = 0; run < key.runs; run++)
    assert_true(holds(journal, run));
  hhx_journal_close(journal);
}

/* Writes until it fails, and returns the number of records before; *cause is the errno. */
static int64_t fill(HhxJournal *journal, int64_t runs, int *cause)
{
  for (int64_t run = 0; run < runs; run++) {
    HhbResult result = example(run);
    *cause = hhx_journal_write(journal, run, &result);
    if (*cause) return run;
  }
  return runs;
}

static void expect_all_before(const HhxJournal *journal, int64_t written, int64_t runs)
{
  for (int64_t run = 0; run < runs; run++)
    if (holds(journal, run) != (run < written)) fail_msg("run %lld", (long long)run);
}

static void a_limit_of_file_size_is_an_error_and_no_signal(void **state)
{
  (void)state;
  HhxJournalKey key = {.spec_hash = 1, .runs = 1000};
  HhxJournal *journal = NULL;
  HhxError error = {""};
  assert_int_equal(hhx_journal_open(path, &key, &journal, &error), 0);
  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit low = {20000, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
  int cause = 0;
  int64_t written = fill(journal, key.runs, &cause);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(cause, EFBIG);
  assert_in_range(written, 1, key.runs - 1);
  expect_all_before(journal, written, key.runs);

  /* With room again, the rest follows. */
  assert_int_equal(fill(journal, key.runs, &cause), key.runs);
  expect_all_before(journal, key.runs, key.runs);
  hhx_journal_close(journal);
}

/* In a process of its own, whose mount goes with it. 77: not allowed here. */
static int fill_a_small_disk(void)
{
  if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount("none", folder, "tmpfs", 0, "size=64k") != 0)
    return 77;
  HhxJournalKey key = {.spec_hash = 1, .runs = 5000};
  HhxJournal *journal = NULL;
  HhxError error = {""};
  if (hhx_journal_open(path, &key, &journal, &error) != 0) return 1;
  int cause = 0;
  int64_t written = fill(journal, key.runs, &cause);
  if (cause != ENOSPC || written < 10) return 2;
  for (int64_t run = 0; run < key.runs; run++) {
    HhbResult found;
    if (hhx_journal_read(journal, run, &found) != (run < written)) return 3;
  }
  hhx_journal_close(journal);
  return 0;
}

static void a_full_disk_keeps_what_was_written(void **state)
{
  (void)state;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) _exit(fill_a_small_disk());
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) {
    print_message("skipped: mounting is not allowed here\n");
    skip();
  }
  assert_int_equal(WEXITSTATUS(status), 0);
}

/* 2 where the path is wrong, 1 where the machine is at its end. */
static void a_file_that_cannot_be_made_is_told(void **state)
{
  (void)state;
  HhxJournal *journal = NULL;
  HhxError error = {""};
  assert_int_equal(hhx_journal_open("/dev/full/x/runs.journal", &usual, &journal, &error), 2);
  assert_non_null(strstr(error.text, "/dev/full/x/runs.journal"));
  assert_int_equal(hhx_journal_open("/tmp", &usual, &journal, &error), 2);
  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
  struct rlimit none = {0, before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
  int code = hhx_journal_open(path, &usual, &journal, &error);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
  assert_int_equal(code, 1);
  assert_non_null(strstr(error.text, "Too many open files"));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_FOLDER(a_record_comes_back_to_the_bit_after_reopening),
      IN_FOLDER(a_torn_record_is_absent),
      IN_FOLDER(a_journal_of_something_else_is_refused_with_the_reason),
      IN_FOLDER(a_shards_journal_is_of_that_shard_only),
      IN_FOLDER(another_version_or_other_metrics_are_refused_with_both),
      IN_FOLDER(what_is_no_journal_cannot_be_read),
      IN_FOLDER(a_journal_without_a_whole_head_is_begun_anew),
      IN_FOLDER(a_file_of_another_program_is_refused_and_stays),
      IN_FOLDER(only_one_at_a_time_holds_a_journal),
      IN_FOLDER(to_begin_anew_keeps_the_file_and_drops_the_records),
      IN_FOLDER(threads_write_side_by_side),
      IN_FOLDER(a_limit_of_file_size_is_an_error_and_no_signal),
      IN_FOLDER(a_full_disk_keeps_what_was_written),
      IN_FOLDER(a_file_that_cannot_be_made_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
