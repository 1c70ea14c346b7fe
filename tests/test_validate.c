/* `handhold validate`: its claims hold, cover what they must, and a wrong model would be seen. */
#include "check.h"

#include "csv.h"
#include "validate.h"

static const HhxClaimSet *const sets[] = {&hhx_claims_arcs, &hhx_claims_planner,
                                          &hhx_claims_pendulum, &hhx_claims_chain,
                                          &hhx_claims_hand_over};
enum { SETS = sizeof sets / sizeof sets[0] };

static void every_claim_holds(void **state)
{
  (void)state;
  int failing = 0;
  for (int s = 0; s < SETS; s++) {
    for (size_t i = 0; i < sets[s]->count; i++) {
      const HhxClaim *claim = &sets[s]->claims[i];
      double measured = claim->measure(claim->at);
      if (hhx_verdict(claim, measured) != HHX_FAIL) continue;
      print_error("%s: %s: %.17g, not %.17g\n", claim->id, claim->claim, measured, claim->expected);
      failing++;
    }
  }
  assert_int_equal(failing, 0);
}

/* True for the row itself and its parts: B1 and B1.release, but not B10. */
static bool belongs(const char *id, const char *row)
{
  size_t length = strlen(row);
  return strncmp(id, row, length) == 0 && (id[length] == '\0' || id[length] == '.');
}

/* The rows of the validation table that point mass and chain can show, and the planner study's
 * claims. */
static void the_claims_cover_the_table(void **state)
{
  (void)state;
  static const char *const rows[] = {"B1",
                                     "B2",
                                     "B3",
                                     "B4",
                                     "B5",
                                     "B6",
                                     "B7",
                                     "B8",
                                     "B9",
                                     "B10",
                                     "B11",
                                     "B12",
                                     "B13",
                                     "B14",
                                     "B15",
                                     "B16",
                                     "B17",
                                     "B18",
                                     "B19",
                                     "P1.slope",
                                     "P1.critical",
                                     "P1.from",
                                     "P1.always",
                                     "P1.error.plain",
                                     "P1.fail",
                                     "P1.closure",
                                     "P4.free.semi",
                                     "P4.free.verlet",
                                     "P4.free.rk4",
                                     "P4.free.rk4p",
                                     "P4.free.ours",
                                     "P4.arc.semi",
                                     "P4.arc.verlet",
                                     "P4.arc.rk4",
                                     "P4.arc.rk4p",
                                     "P4.arc.ours",
                                     "P4.restart.semi",
                                     "P4.restart.ours",
                                     "P4.graze.60",
                                     "P4.graze.closest",
                                     "P4.late"};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
    int found = 0;
    for (int s = 0; s < SETS; s++)
      for (size_t i = 0; i < sets[s]->count; i++)
        found += belongs(sets[s]->claims[i].id, rows[r]);
    if (found == 0) fail_msg("no claim on %s", rows[r]);
  }
}

static void every_claim_says_what_and_who(void **state)
{
  (void)state;
  for (int s = 0; s < SETS; s++) {
    for (size_t i = 0; i < sets[s]->count; i++) {
      const HhxClaim *claim = &sets[s]->claims[i];
      assert_true(claim->claim[0] != '\0' && claim->claim[0] != ' ');
      assert_true(claim->source[0] != '\0');
      assert_true(isfinite(claim->expected) && claim->tolerance >= 0);
      for (size_t j = 0; j < i; j++)
        assert_string_not_equal(claim->id, sets[s]->claims[j].id);
    }
  }
}

/* No claim is so wide that a model gone wild would pass it. */
static void no_claim_accepts_anything(void **state)
{
  (void)state;
  for (int s = 0; s < SETS; s++) {
    for (size_t i = 0; i < sets[s]->count; i++) {
      const HhxClaim *claim = &sets[s]->claims[i];
      double off = fmax(fabs(claim->expected), claim->tolerance);
      double wild[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
      for (int k = 0; k < 3; k++)
        assert_int_equal(hhx_verdict(claim, wild[k]), HHX_FAIL);
      double far[] = {claim->expected - 10 * off - 1e-9, claim->expected + 10 * off + 1e-9};
      assert_true(hhx_verdict(claim, far[0]) != HHX_PASS || hhx_verdict(claim, far[1]) != HHX_PASS);
    }
  }
}

static void a_verdict_is_what_its_kind_says(void **state)
{
  (void)state;
  static const struct {
    HhxAccept accept;
    double expected, tolerance, measured;
    HhxVerdict verdict;
  } cases[] = {
      {HHX_ABSOLUTE, 45, 0.1, 45.09, HHX_PASS},
      {HHX_ABSOLUTE, 45, 0.1, 44.89, HHX_FAIL},
      {HHX_ABSOLUTE, 2, 0, 2, HHX_PASS},
      {HHX_ABSOLUTE, 2, 0, 1, HHX_FAIL},
      {HHX_RELATIVE, 2.528, 1e-3, 2.530, HHX_PASS},
      {HHX_RELATIVE, 2.528, 1e-3, 2.531, HHX_FAIL},
      {HHX_RELATIVE, -10, 0.01, -10.09, HHX_PASS},
      {HHX_RELATIVE, -10, 0.01, 10, HHX_FAIL},
      {HHX_FACTOR, 7.7e-8, 3, 2.6e-8, HHX_PASS},
      {HHX_FACTOR, 7.7e-8, 3, 2.5e-8, HHX_FAIL},
      {HHX_FACTOR, 7.7e-8, 3, 2.3e-7, HHX_PASS},
      {HHX_FACTOR, 7.7e-8, 3, 2.4e-7, HHX_FAIL},
      {HHX_FACTOR, -5e-6, 3, -2e-6, HHX_PASS},
      {HHX_FACTOR, -5e-6, 3, 5e-6, HHX_FAIL},
      {HHX_FACTOR, 7.7e-8, 3, 0, HHX_FAIL},
      {HHX_AT_MOST, 1.18, 0, 1.18, HHX_PASS},
      {HHX_AT_MOST, 1.18, 0, 1.181, HHX_FAIL},
      {HHX_AT_LEAST, 0.97, 0, 0.97, HHX_PASS},
      {HHX_AT_LEAST, 0.97, 0, 0.969, HHX_FAIL},
      {HHX_PLAUSIBLE, 0.89, 0.06, 0.923, HHX_PASS},
      {HHX_PLAUSIBLE, 0.89, 0.06, 0.96, HHX_WARN},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    HhxClaim claim = {
        .expected = cases[i].expected, .accept = cases[i].accept, .tolerance = cases[i].tolerance};
    assert_int_equal(hhx_verdict(&claim, cases[i].measured), cases[i].verdict);
  }
}

static double argument(const double *at)
{
  return at[0];
}

static double broken(const double *at)
{
  (void)at;
  return (double)NAN;
}

/* The table of one set as text, and the exit code. */
static int table_of(const HhxClaimSet *set, const char *csv, char *text, size_t size)
{
  FILE *table = tmpfile();
  assert_non_null(table);
  int code = hhx_validate_sets(&set, 1, table, csv);
  rewind(table);
  text[fread(text, 1, size - 1, table)] = '\0';
  fclose(table);
  return code;
}

static void a_claim_that_fails_is_seen_and_one_that_warns_is_no_failure(void **state)
{
  (void)state;
  HhxClaim claims[] = {
      {"T1", "a count", "", 2, HHX_ABSOLUTE, 0, "theory", argument, {2}, NULL},
      {"T2", "a time", "s", 0.89, HHX_PLAUSIBLE, 0.06, "seen", argument, {1}, "only a warning"},
      {"T3", "a speed", "m/s", 3, HHX_RELATIVE, 0.01, "theory", argument, {3.04}, NULL},
      {"T4", "an angle", "deg", 45, HHX_ABSOLUTE, 0.1, "theory", broken, {0}, NULL},
  };
  HhxClaimSet fine = {"fine", claims, 2}, off = {"off", claims, 3}, nan = {"nan", &claims[3], 1};
  char text[4096];
  assert_int_equal(table_of(&fine, NULL, text, sizeof text), 0);
  assert_non_null(strstr(text, "only a warning"));
  assert_non_null(strstr(text, "1 pass, 1 warn, 0 FAIL"));
  assert_int_equal(table_of(&off, NULL, text, sizeof text), 1);
  assert_non_null(strstr(text, "1 pass, 1 warn, 1 FAIL"));
  assert_int_equal(table_of(&nan, NULL, text, sizeof text), 1);
  assert_non_null(strstr(text, "0 pass, 0 warn, 1 FAIL"));
}

static void the_csv_has_a_row_a_claim_and_reads_back(void **state)
{
  (void)state;
  const char *path = "test_validate.csv";
  static char text[1 << 16];
  assert_int_equal(table_of(&hhx_claims_arcs, path, text, sizeof text), 0);
  HhxSheet sheet;
  HhxError error;
  assert_true(hhx_sheet_read(path, &sheet, &error));
  static const char *const columns[] = {"id",     "claim",     "expected", "measured", "unit",
                                        "accept", "tolerance", "source",   "verdict",  "note"};
  assert_int_equal(sheet.columns, 10);
  for (int i = 0; i < 10; i++)
    assert_string_equal(hhx_sheet_cell(&sheet, 0, i), columns[i]);
  assert_int_equal(sheet.rows, hhx_claims_arcs.count + 1);
  for (size_t i = 0; i < hhx_claims_arcs.count; i++) {
    const HhxClaim *claim = &hhx_claims_arcs.claims[i];
    int64_t row = (int64_t)i + 1;
    double expected, measured;
    assert_string_equal(hhx_sheet_cell(&sheet, row, 0), claim->id);
    assert_string_equal(hhx_sheet_cell(&sheet, row, 7), claim->source);
    assert_true(hhx_sheet_number(&sheet, row, 2, &expected) && expected == claim->expected);
    assert_true(hhx_sheet_number(&sheet, row, 3, &measured));
    assert_true(measured == claim->measure(claim->at));
    const char *verdict = hhx_verdict_word(hhx_verdict(claim, measured));
    assert_string_equal(hhx_sheet_cell(&sheet, row, 8), verdict);
  }
  hhx_sheet_free(&sheet);
  remove(path);
}

static void a_csv_that_cannot_be_written_is_an_error(void **state)
{
  (void)state;
  char text[4096];
  HhxClaim claim = {"T1", "a count", "", 2, HHX_ABSOLUTE, 0, "theory", argument, {2}, NULL};
  HhxClaimSet set = {"set", &claim, 1};
  assert_int_equal(table_of(&set, "no such folder/claims.csv", text, sizeof text), 2);
  assert_int_equal(table_of(&set, "/dev/full", text, sizeof text), 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_claim_holds),
      cmocka_unit_test(the_claims_cover_the_table),
      cmocka_unit_test(every_claim_says_what_and_who),
      cmocka_unit_test(no_claim_accepts_anything),
      cmocka_unit_test(a_verdict_is_what_its_kind_says),
      cmocka_unit_test(a_claim_that_fails_is_seen_and_one_that_warns_is_no_failure),
      cmocka_unit_test(the_csv_has_a_row_a_claim_and_reads_back),
      cmocka_unit_test(a_csv_that_cannot_be_written_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
