/* Verdicts, the table and the CSV of the claims. See the header. */
#include "validate.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "csv.h"

static const char *const accept_words[] = {"absolute", "relative", "factor",
                                           "at_most",  "at_least", "plausible"};

static bool has_tolerance(HhxAccept accept)
{
  return accept != HHX_AT_MOST && accept != HHX_AT_LEAST;
}

HhxVerdict hhx_verdict(const HhxClaim *claim, double measured)
{
  double expected = claim->expected, off = fabs(measured - expected);
  bool fine = false;
  switch (claim->accept) {
  case HHX_ABSOLUTE:
  case HHX_PLAUSIBLE: fine = off <= claim->tolerance; break;
  case HHX_RELATIVE: fine = off <= claim->tolerance * fabs(expected); break;
  case HHX_FACTOR: {
    double ratio = measured / expected;
    fine = ratio >= 1 / claim->tolerance && ratio <= claim->tolerance;
    break;
  }
  case HHX_AT_MOST: fine = measured <= expected; break;
  case HHX_AT_LEAST: fine = measured >= expected; break;
  }
  if (fine && isfinite(measured)) return HHX_PASS;
  return claim->accept == HHX_PLAUSIBLE && isfinite(measured) ? HHX_WARN : HHX_FAIL;
}

const char *hhx_verdict_word(HhxVerdict verdict)
{
  static const char *const words[] = {"pass", "warn", "FAIL"};
  return words[verdict];
}

/* ---- the table ---- */

static void tolerance_text(const HhxClaim *claim, char *text, size_t size)
{
  switch (claim->accept) {
  case HHX_ABSOLUTE:
  case HHX_PLAUSIBLE: snprintf(text, size, "+- %g", claim->tolerance); break;
  case HHX_RELATIVE: snprintf(text, size, "%g rel", claim->tolerance); break;
  case HHX_FACTOR: snprintf(text, size, "factor %g", claim->tolerance); break;
  case HHX_AT_MOST: snprintf(text, size, "at most"); break;
  case HHX_AT_LEAST: snprintf(text, size, "at least"); break;
  }
}

static void print_title(FILE *table, const HhxClaimSet *set)
{
  fprintf(table, "%s\n  %-28s %-80s %12s %12s %-5s %-10s %-7s  %s\n", set->title, "id", "claim",
          "expected", "measured", "unit", "tolerance", "verdict", "source");
}

static void print_claim(FILE *table, const HhxClaim *claim, double measured, HhxVerdict verdict)
{
  char tolerance[32];
  tolerance_text(claim, tolerance, sizeof tolerance);
  fprintf(table, "  %-28s %-80s %12.7g %12.7g %-5s %-10s %-7s  %s\n", claim->id, claim->claim,
          claim->expected, measured, claim->unit, tolerance, hhx_verdict_word(verdict),
          claim->source);
  if (claim->note != NULL) fprintf(table, "  %-28s   note: %s\n", "", claim->note);
}

/* ---- the same as CSV ---- */

static void text_or_empty(HhxCsv *csv, const char *text)
{
  if (text == NULL || text[0] == '\0')
    hhx_csv_empty(csv);
  else
    hhx_csv_text(csv, text);
}

static void write_header(HhxCsv *csv)
{
  static const char *const columns[] = {"id",     "claim",     "expected", "measured", "unit",
                                        "accept", "tolerance", "source",   "verdict",  "note"};
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
    hhx_csv_text(csv, columns[i]);
  hhx_csv_end(csv);
}

static void write_claim(HhxCsv *csv, const HhxClaim *claim, double measured, HhxVerdict verdict)
{
  hhx_csv_text(csv, claim->id);
  hhx_csv_text(csv, claim->claim);
  hhx_csv_number(csv, claim->expected);
  hhx_csv_number(csv, measured);
  text_or_empty(csv, claim->unit);
  hhx_csv_text(csv, accept_words[claim->accept]);
  if (has_tolerance(claim->accept))
    hhx_csv_number(csv, claim->tolerance);
  else
    hhx_csv_empty(csv);
  hhx_csv_text(csv, claim->source);
  hhx_csv_text(csv, hhx_verdict_word(verdict));
  text_or_empty(csv, claim->note);
  hhx_csv_end(csv);
}

int hhx_validate_sets(const HhxClaimSet *const *sets, size_t count, FILE *table, const char *csv)
{
  HhxError error;
  HhxCsv *writer = NULL;
  if (csv != NULL) {
    writer = hhx_csv_open_anywhere(csv, &error);
    if (writer == NULL) {
      int code = hhx_exit_code(errno);
      fprintf(stderr, "handhold validate: %s\n", error.text);
      return code;
    }
    write_header(writer);
  }

  long verdicts[3] = {0};
  for (size_t s = 0; s < count; s++) {
    print_title(table, sets[s]);
    for (size_t i = 0; i < sets[s]->count; i++) {
      const HhxClaim *claim = &sets[s]->claims[i];
      double measured = claim->measure(claim->at);
      HhxVerdict verdict = hhx_verdict(claim, measured);
      verdicts[verdict]++;
      print_claim(table, claim, measured, verdict);
      if (writer != NULL) write_claim(writer, claim, measured, verdict);
    }
    fputc('\n', table);
  }
  fprintf(table, "%ld pass, %ld warn, %ld FAIL\n", verdicts[HHX_PASS], verdicts[HHX_WARN],
          verdicts[HHX_FAIL]);

  int code = verdicts[HHX_FAIL] > 0 ? 1 : 0;
  if (writer != NULL && !hhx_csv_close(writer, &error)) {
    fprintf(stderr, "handhold validate: %s\n", error.text);
    code = 1;
  }
  return code;
}

int hhx_validate(const char *csv)
{
  static const HhxClaimSet *const sets[] = {&hhx_claims_arcs, &hhx_claims_planner,
                                            &hhx_claims_pendulum, &hhx_claims_chain,
                                            &hhx_claims_hand_over};
  FILE *table = csv != NULL && strcmp(csv, "-") == 0 ? stderr : stdout;
  return hhx_validate_sets(sets, sizeof sets / sizeof sets[0], table, csv);
}
