/* Parameter tables. A tunable number is written once, as one line of a table:
 *
 *   #define HH_THING_PARAMS(X)                                                      \
 *     X(REAL,   arm_length, "gibbon.arm_length", "m", 0.75, 0.2, 3, "meaning", "source")  \
 *     X(COUNT,  guesses,    "planner.guesses",   "",  32,   1, 4096, "meaning", "source") \
 *     X(CHOICE, start,      "start.kind", "swing|rest|flight", 0, 0, 2, "meaning", "source")
 *
 * That line gives the struct field (HH_PARAM_FIELD), the registry row (HH_PARAM_ROW), and from
 * the row the default, the range check, `--set`, the YAML key, the CSV column and `list params`.
 * A CHOICE keeps the names of its values, joined by |, where others keep the unit. */
#ifndef HH_BASE_PARAM_H
#define HH_BASE_PARAM_H

#include <stdbool.h>
#include <stddef.h>

typedef enum HhParamKind { HH_REAL, HH_COUNT, HH_CHOICE } HhParamKind;

typedef struct HhParam {
  const char *name; /* dotted, as users write it */
  const char *unit; /* "" for a pure number; names joined by | for a choice */
  HhParamKind kind;
  size_t offset; /* of the field in the struct that holds all parameters */
  double preset; /* the default */
  double low, high;
  const char *meaning;
  const char *source;
} HhParam;

#define HH_PARAM_TYPE_REAL   double
#define HH_PARAM_TYPE_COUNT  int
#define HH_PARAM_TYPE_CHOICE int

/* Expands a table line to the field that stores the value. */
#define HH_PARAM_FIELD(kind, field, name, unit, preset, low, high, meaning, source)                \
  HH_PARAM_TYPE_##kind field;

/* True when value is finite, in range, and whole where the kind asks for it. */
bool hh_param_accepts(const HhParam *param, double value);

/* Reads and writes the field of `param` inside the struct at `params`; a value that
 * hh_param_accepts refuses is an error of the calling code. */
double hh_param_get(const HhParam *param, const void *params);
void hh_param_set(const HhParam *param, void *params, double value);

/* Index of the choice called `word` in a CHOICE parameter, or -1. */
int hh_param_choice(const HhParam *param, const char *word);

/* Writes the name of choice `index` into text (always terminated; "" when there is none). */
void hh_param_choice_name(const HhParam *param, int index, char *text, size_t size);

/* Row called `name`, or null. */
const HhParam *hh_param_find(const HhParam *table, size_t count, const char *name);

/* The row whose name is nearest to a misspelt one (Damerau-Levenshtein distance, where a name
 * that contains the misspelt word, or ends in it, counts as near); never null for count > 0. */
const HhParam *hh_param_nearest(const HhParam *table, size_t count, const char *name);

/* The nearest of `count` words, as above; for scenes, movers and metrics. */
const char *hh_word_nearest(const char *const *words, size_t count, const char *word);

#endif
