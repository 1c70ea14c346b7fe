/* How nodes of the document become words, numbers and values, or errors at their place. */
#include "spec_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool hhx_no_memory(HhxReader *reader)
{
  return hhx_error_at(reader->error, reader->shown, 0, 0, NULL, "memory ran out");
}

bool hhx_expect(HhxReader *reader, const HhxNode *node, const char *key, HhxNodeKind kind,
                const char *example)
{
  static const char *const kinds[] = {"a single value", "a list", "a mapping"};
  if (node->kind == kind) return true;
  bool empty = node->kind == HHX_SCALAR && node->text[0] == '\0' && !node->quoted;
  return hhx_refuse(reader, node, key, "%s where %s is expected; write %s",
                    empty ? "nothing" : kinds[node->kind], kinds[kind], example);
}

bool hhx_expect_filled(HhxReader *reader, const HhxNode *node, const char *key, const char *example)
{
  if (node->count > 0) return true;
  bool needed = strcmp(key, "scenes") == 0;
  return hhx_refuse(reader, node, key, "an empty list; write %s%s", example,
                    needed ? "" : ", or delete the key");
}

bool hhx_expect_key(HhxReader *reader, const HhxNode *key)
{
  if (key->kind == HHX_SCALAR) return true;
  return hhx_refuse(reader, key, NULL, "a key that is no word; write `key: value`");
}

static int find_word(const char *const *words, size_t count, const char *word)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(words[i], word) == 0) return (int)i;
  return -1;
}

bool hhx_read_keys(HhxReader *reader, const HhxNode *map, const char *const *words, size_t count,
                   const HhxNode **found)
{
  for (const HhxNode *key = map->child; key != NULL; key = key->next->next) {
    if (!hhx_expect_key(reader, key)) return false;
    int index = find_word(words, count, key->text);
    if (index < 0)
      return hhx_refuse(reader, key, key->text, "unknown key; did you mean %s?",
                        hh_word_nearest(words, count, key->text));
    if (found[index] != NULL)
      return hhx_refuse(reader, key, key->text, "a second time; delete one of the two");
    found[index] = key->next;
  }
  return true;
}

int hhx_read_word(HhxReader *reader, const HhxNode *node, const char *key, const char *const *words,
                  size_t count, const char *kind)
{
  if (!hhx_expect(reader, node, key, HHX_SCALAR, words[0])) return -1;
  int index = find_word(words, count, node->text);
  if (index < 0)
    hhx_refuse(reader, node, key, "unknown %s '%s'; did you mean %s?", kind,
               hhx_shown(node->text).text, hh_word_nearest(words, count, node->text));
  return index;
}

bool hhx_read_words(HhxReader *reader, const HhxNode *node, const char *key,
                    const char *const *words, size_t count, const char *kind, int *indexes,
                    int *index_count)
{
  char example[64];
  snprintf(example, sizeof example, "[%s]", words[0]);
  if (!hhx_expect(reader, node, key, HHX_LIST, example)) return false;
  if (!hhx_expect_filled(reader, node, key, example)) return false;
  bool seen[HHX_WORDS_MAX] = {false};
  assert(count <= HHX_WORDS_MAX);
  *index_count = 0;
  for (const HhxNode *item = node->child; item != NULL; item = item->next) {
    int index = hhx_read_word(reader, item, key, words, count, kind);
    if (index < 0) return false;
    if (seen[index])
      return hhx_refuse(reader, item, key, "%s a second time; delete one of the two", words[index]);
    seen[index] = true;
    indexes[(*index_count)++] = index;
  }
  return true;
}

static bool expect_plain(HhxReader *reader, const HhxNode *node, const char *key)
{
  if (!hhx_expect(reader, node, key, HHX_SCALAR, "a number")) return false;
  if (node->quoted)
    return hhx_refuse(reader, node, key,
                      "text in quotes where a number is expected; remove the quotes");
  if (node->text[0] == '\0') return hhx_refuse(reader, node, key, "no value; write a number");
  return true;
}

bool hhx_read_number(HhxReader *reader, const HhxNode *node, const char *key, double *value)
{
  if (!expect_plain(reader, node, key)) return false;
  size_t used;
  HhxError fault;
  if (!hhx_number_parse(node->text, &used, value, &fault))
    return hhx_refuse(reader, node, key, "%s", fault.text);
  if (node->text[used] != '\0')
    return hhx_refuse(reader, node, key, "'%s' is not a number; write it in digits, without a unit",
                      hhx_shown(node->text).text);
  return true;
}

bool hhx_read_whole(HhxReader *reader, const HhxNode *node, const char *key, int64_t low,
                    int64_t high, int64_t *value)
{
  double about;
  if (!hhx_read_number(reader, node, key, &about)) return false;
  const char *digits = node->text + (node->text[0] == '-' || node->text[0] == '+');
  if (about >= (double)low && about <= (double)high && digits[strspn(digits, "0123456789")] != '\0')
    return hhx_refuse(reader, node, key, "'%s' is not written as a whole number; write digits only",
                      hhx_shown(node->text).text);
  *value = about >= (double)low && about <= (double)high ? strtoll(node->text, NULL, 10) : low - 1;
  if (*value < low || *value > high)
    return hhx_refuse(reader, node, key,
                      "'%s' is out of range; choose a whole number from %lld to %lld",
                      hhx_shown(node->text).text, (long long)low, (long long)high);
  return true;
}

bool hhx_read_int(HhxReader *reader, const HhxNode *node, const char *key, int low, int high,
                  int *value)
{
  int64_t read = low;
  if (!hhx_read_whole(reader, node, key, low, high, &read)) return false;
  *value = (int)read;
  return true;
}

bool hhx_read_value(HhxReader *reader, const HhxNode *node, const HhParam *param, double *value)
{
  if (param->kind != HH_CHOICE && !expect_plain(reader, node, param->name)) return false;
  if (!hhx_expect(reader, node, param->name, HHX_SCALAR, "a word")) return false;
  HhxError fault;
  if (hhx_value_parse(param, node->text, value, &fault)) return true;
  return hhx_refuse(reader, node, param->name, "%s", fault.text);
}

const HhParam *hhx_read_param(HhxReader *reader, const HhxNode *key, const HhxNode **seen)
{
  if (!hhx_expect_key(reader, key)) return NULL;
  const HhParam *param = hh_param_find(hh_params_table, hh_params_count, key->text);
  if (param == NULL) {
    hhx_refuse(reader, key, key->text,
               "unknown parameter; did you mean %s? (`handhold list params` has them all)",
               hh_param_nearest(hh_params_table, hh_params_count, key->text)->name);
    return NULL;
  }
  size_t row = (size_t)(param - hh_params_table);
  if (seen[row] != NULL) {
    hhx_refuse(reader, key, param->name, "a second time; delete one of the two");
    return NULL;
  }
  seen[row] = key;
  return param;
}

bool hhx_read_scenes(HhxReader *reader, const HhxNode *node, const HhbScene ***scenes, int *count)
{
  const char *words[HHX_WORDS_MAX];
  int indexes[HHX_WORDS_MAX];
  assert(hhb_scene_count <= HHX_WORDS_MAX);
  for (size_t i = 0; i < hhb_scene_count; i++)
    words[i] = hhb_scene_table[i].name;
  if (!hhx_read_words(reader, node, "scenes", words, hhb_scene_count, "scene", indexes, count))
    return false;
  *scenes = calloc((size_t)*count, sizeof(const HhbScene *));
  if (*scenes == NULL) return hhx_no_memory(reader);
  for (int i = 0; i < *count; i++)
    (*scenes)[i] = &hhb_scene_table[indexes[i]];
  return true;
}

char *hhx_beside(const char *spec_path, const char *path)
{
  const char *slash = path[0] == '/' ? NULL : strrchr(spec_path, '/');
  size_t folder = slash != NULL ? (size_t)(slash - spec_path) + 1 : 0, length = strlen(path);
  /* A file by the name that elsewhere means standard input. */
  if (folder == 0 && strcmp(path, "-") == 0) spec_path = "./", folder = 2;
  char *joined = malloc(folder + length + 1);
  if (joined == NULL) return NULL;
  memcpy(joined, spec_path, folder);
  memcpy(joined + folder, path, length + 1);
  return joined;
}
