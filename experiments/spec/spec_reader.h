/* What the parts of the spec reader share: the document's keys, and how nodes become values.
 * A function that returns bool, an index or a pointer returns false, -1 or null with the error at
 * its place; the first fault ends the reading. */
#ifndef HHX_SPEC_READER_H
#define HHX_SPEC_READER_H

#include "error.h"
#include "spec_value.h"
#include "spec_yaml.h"

#define HHX_SEED_MAX 9007199254740991 /* 2^53 - 1: doubles hold every seed */

/* The statistics of a design point hold a metric of every replicate. */
enum { HHX_REPLICATES_MAX = 1000000, HHX_WORDS_MAX = 256 };

/* clang-format off */
#define HHX_SPEC_KEYS(X)                                                                           \
  X(name) X(scenes) X(movers) X(duration_s) X(swings) X(until) X(replicates) X(seed) X(seeds)      \
  X(set) X(design) X(sweep) X(metrics) X(course) X(room) X(presets) X(optimizer) X(objectives) X(held_out)
/* clang-format on */
#define HHX_SPEC_KEY(key) SPEC_##key,
#define HHX_KEY_NAME(key) #key,

enum { HHX_SPEC_KEYS(HHX_SPEC_KEY) SPEC_KEYS };

typedef struct HhxReader {
  const char *path;  /* as given: other files lie beside it */
  const char *shown; /* as errors name it */
  HhxError *error;
  HhxSpec *spec;
  const HhxNode *root;
  const HhxNode *keys[SPEC_KEYS];   /* a value each; null when absent */
  const HhxNode **settings, **axes; /* by row of hh_params_table: the key in set, in sweep */
  const HhxNode *points;            /* of a list design */
  int listed;                       /* values listed under sweep so far */
} HhxReader;

#define hhx_refuse(reader, node, key, ...)                                                         \
  hhx_error_at((reader)->error, (reader)->shown, (node)->line, (node)->column, key, __VA_ARGS__)

bool hhx_no_memory(HhxReader *reader);

/* -- nodes ------------------------------------------------------------------------------------ */

bool hhx_expect(HhxReader *reader, const HhxNode *node, const char *key, HhxNodeKind kind,
                const char *example);
bool hhx_expect_filled(HhxReader *reader, const HhxNode *node, const char *key,
                       const char *example);
bool hhx_expect_key(HhxReader *reader, const HhxNode *key);

/* Finds the value of each of `count` keys in a mapping; absent ones stay null. */
bool hhx_read_keys(HhxReader *reader, const HhxNode *map, const char *const *words, size_t count,
                   const HhxNode **found);

/* Index of a scalar among words, or -1. `kind` is what the words are. */
int hhx_read_word(HhxReader *reader, const HhxNode *node, const char *key, const char *const *words,
                  size_t count, const char *kind);

/* A list of different words as indexes; the caller has room for HHX_WORDS_MAX of them. */
bool hhx_read_words(HhxReader *reader, const HhxNode *node, const char *key,
                    const char *const *words, size_t count, const char *kind, int *indexes,
                    int *index_count);

/* A number in the file's own words, not a parameter's. */
bool hhx_read_number(HhxReader *reader, const HhxNode *node, const char *key, double *value);

/* A whole number, exact whatever its size: digits only. */
bool hhx_read_whole(HhxReader *reader, const HhxNode *node, const char *key, int64_t low,
                    int64_t high, int64_t *value);
bool hhx_read_int(HhxReader *reader, const HhxNode *node, const char *key, int low, int high,
                  int *value);

/* A value of `param`. */
bool hhx_read_value(HhxReader *reader, const HhxNode *node, const HhParam *param, double *value);

/* The parameter that a key names; marks its row in `seen`. */
const HhParam *hhx_read_param(HhxReader *reader, const HhxNode *key, const HhxNode **seen);

/* A list of different scenes, newly allocated. */
bool hhx_read_scenes(HhxReader *reader, const HhxNode *node, const HhbScene ***scenes, int *count);

/* `path` as seen from the spec's folder; null when memory ran out. */
char *hhx_beside(const char *spec_path, const char *path);

/* -- parts of the spec ------------------------------------------------------------------------ */

bool hhx_read_design(HhxReader *reader);
bool hhx_read_sweep(HhxReader *reader);
bool hhx_read_points(HhxReader *reader); /* of a list design */
bool hhx_read_course_list(HhxReader *reader, const HhxNode *list);
bool hhx_check_points(HhxReader *reader); /* how many there are, and their seeds */
bool hhx_read_optimizer(HhxReader *reader);
bool hhx_read_objectives(HhxReader *reader);
bool hhx_read_held_out(HhxReader *reader);

#endif
