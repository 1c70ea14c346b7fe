/* Parts of the work: shards, shares of ranks; and words as a shell reads them. */
#include "check.h"

#include "ranks.h"
#include "shard.h"
#include "words.h"

static const int counts[] = {1, 2, 3, 7, 16, 100, 1000, HHX_SHARDS_MAX};
static const int64_t sizes[] = {0,    1, 2, 5, 8, 63, 64, 1000, 1023, 1024, 1025, 16 * 7 * 64 + 5,
                                30011};
enum { COUNTS = sizeof counts / sizeof counts[0], SIZES = sizeof sizes / sizeof sizes[0] };

static void every_run_is_in_exactly_one_shard_and_in_its_order(void **state)
{
  (void)state;
  for (int c = 0; c < COUNTS; c++)
    for (int s = 0; s < SIZES; s++) {
      int64_t runs = sizes[s], all = 0;
      char *seen = calloc((size_t)runs + 1, 1);
      assert_non_null(seen);
      for (int number = 1; number <= counts[c]; number++) {
        HhxShard shard = {number, counts[c]};
        int64_t size = hhx_shard_size(shard, runs), last = -1;
        for (int64_t i = 0; i < size; i++) {
          int64_t run = hhx_shard_run(shard, runs, i);
          assert_true(run > last && run < runs);
          assert_int_equal(hhx_shard_of(counts[c], runs, run), number);
          assert_int_equal(seen[run]++, 0);
          last = run;
        }
        all += size;
      }
      assert_true(all == runs);
      free(seen);
    }
}

static void no_shard_has_every_run(void **state)
{
  (void)state;
  HhxShard none = {0, 0};
  assert_true(hhx_shard_size(none, 1234) == 1234);
  assert_true(hhx_shard_run(none, 1234, 77) == 77);
}

/* By the definition: 640 runs for 2 shards are blocks of 640 / 16 / 2 = 20 runs. */
static void runs_are_dealt_in_short_blocks(void **state)
{
  (void)state;
  for (int64_t run = 0; run < 640; run++)
    assert_int_equal(hhx_shard_of(2, 640, run), run / 20 % 2 + 1);
  HhxShard second = {2, 2};
  assert_true(hhx_shard_size(second, 640) == 320);
  assert_true(hhx_shard_run(second, 640, 0) == 20);
  assert_true(hhx_shard_run(second, 640, 20) == 60);
  /* At most 64, at least one. */
  assert_int_equal(hhx_shard_of(3, 1000000, 63), 1);
  assert_int_equal(hhx_shard_of(3, 1000000, 64), 2);
  assert_int_equal(hhx_shard_of(100, 10, 9), 10);
}

/* No shard has more than a block and a half above another: nobody waits long. */
static void shards_are_of_like_size(void **state)
{
  (void)state;
  for (int c = 0; c < COUNTS - 1; c++) {
    int64_t runs = 16 * 64 * (int64_t)counts[c] + 17, least = runs, most = 0;
    for (int number = 1; number <= counts[c]; number++) {
      int64_t size = hhx_shard_size((HhxShard){number, counts[c]}, runs);
      least = size < least ? size : least;
      most = size > most ? size : most;
    }
    assert_true(most - least <= 64);
  }
}

static void a_shard_is_read_from_its_two_numbers_only(void **state)
{
  (void)state;
  HhxShard shard = {9, 9};
  assert_true(hhx_shard_parse("3/12", &shard));
  assert_int_equal(shard.number, 3);
  assert_int_equal(shard.count, 12);
  static const char *const wrong[] = {
      "",     "/",    "1",     "1/",    "/2",  "0/2", "3/2",   "1/0",      "-1/2",        "1/+2",
      " 1/2", "1/2 ", "1/2/3", "1.0/2", "a/2", "1/b", "0x1/2", "1/100001", "1/4294967298"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    assert_false(hhx_shard_parse(wrong[i], &shard));
  assert_int_equal(shard.number, 3); /* and nothing is changed */
}

static void a_word_comes_back_from_the_shell(void **state)
{
  (void)state;
  static const char *const words[] = {"plain/a-b_c.d=e:f,g@h%i+j",
                                      "",
                                      " ",
                                      "it's",
                                      "a \"b\" $(c) `d`",
                                      "\\",
                                      "*",
                                      "~",
                                      "#",
                                      "-",
                                      "a\nb",
                                      "'''",
                                      "\xc3\xa9"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    char command[256], found[64] = "";
    FILE *out = fmemopen(command, sizeof command, "w");
    fputs("printf %s", out);
    hhx_words_put(words[i], out);
    fclose(out);
    FILE *shell = popen(command, "r");
    assert_non_null(shell);
    found[fread(found, 1, sizeof found - 1, shell)] = '\0';
    assert_int_equal(pclose(shell), 0);
    assert_string_equal(found, words[i]);
  }
}

/* The rule of ranks.h, by hand. */
static void a_rank_is_handed_a_quarter_of_its_part_of_what_is_left(void **state)
{
  (void)state;
  /* 8000 runs for 10 workers of 2 threads: 100 a thread; of 1 ms each that is between 2 and 250. */
  assert_true(hhx_ranks_share(8000, 10, 2, 0.001, 1024) == 200);
  assert_true(hhx_ranks_share(8000, 10, 2, 0.01, 1024) == 50); /* 250 ms */
  assert_true(hhx_ranks_share(8000, 10, 2, 1, 1024) == 2);     /* one each at least */
  assert_true(hhx_ranks_share(8, 10, 2, 0.0001, 1024) == 40);  /* 2 ms */
  assert_true(hhx_ranks_share(8000000, 10, 2, 1e-5, 1024) == 1024);
  assert_true(hhx_ranks_share(8000000, 10, 3, 0, 1024) == 3); /* nothing known yet */
  assert_true(hhx_ranks_share(0, 10000, 1, 0.5, 11) == 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_run_is_in_exactly_one_shard_and_in_its_order),
      cmocka_unit_test(no_shard_has_every_run),
      cmocka_unit_test(runs_are_dealt_in_short_blocks),
      cmocka_unit_test(shards_are_of_like_size),
      cmocka_unit_test(a_shard_is_read_from_its_two_numbers_only),
      cmocka_unit_test(a_rank_is_handed_a_quarter_of_its_part_of_what_is_left),
      cmocka_unit_test(a_word_comes_back_from_the_shell),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
