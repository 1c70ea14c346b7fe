/* Names of joints. See the header. */
#include "roles.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Words of a name that are told apart, and leading ones that may be a prefix. */
enum { WORDS_MOST = 12, PREFIX_MOST = 3 };

typedef enum Part {
  HEAD,
  NECK,
  COLLAR, /* from here on once a side */
  UPPER_ARM,
  FOREARM,
  HAND,
  FINGERS,
  THIGH,
  SHANK,
  FOOT,
  TOES,
  PART_COUNT
} Part;

static const char *const part_names[PART_COUNT] = {"head",    "neck", "collar",  "upper arm",
                                                   "forearm", "hand", "fingers", "thigh",
                                                   "shank",   "foot", "toes"};

static bool may_be_missing(Part part)
{
  return part == NECK || part == COLLAR || part == FINGERS || part == TOES;
}

/* A name without separators, sides and (unless given) numbers. Of a part's names those of the
 * lowest rank count: a shoulder is a collar where there is an arm, else an upper arm. */
static const struct Alias {
  const char *name;
  Part part;
  int rank;
} aliases[] = {
    {"head", HEAD, 0},          {"skull", HEAD, 0},
    {"spine6", HEAD, 1},        {"neck", NECK, 0},
    {"necktwist", NECK, 0},     {"spine4", NECK, 1},
    {"collar", COLLAR, 0},      {"collarbone", COLLAR, 0},
    {"clavicle", COLLAR, 0},    {"shoulder", COLLAR, 1},
    {"upperarm", UPPER_ARM, 0}, {"uparm", UPPER_ARM, 0},
    {"arm", UPPER_ARM, 0},      {"humerus", UPPER_ARM, 0},
    {"shldr", UPPER_ARM, 0},    {"shoulder", UPPER_ARM, 1},
    {"forearm", FOREARM, 0},    {"lowerarm", FOREARM, 0},
    {"lowarm", FOREARM, 0},     {"elbow", FOREARM, 0},
    {"hand", HAND, 0},          {"wrist", HAND, 0},
    {"palm", HAND, 0},          {"middle", FINGERS, 0},
    {"mid", FINGERS, 0},        {"handmiddle", FINGERS, 0},
    {"fmiddle", FINGERS, 0},    {"middlefinger", FINGERS, 0},
    {"middlehand", FINGERS, 0}, {"middleproximal", FINGERS, 0},
    {"finger2", FINGERS, 0},    {"fingers", FINGERS, 1},
    {"fingerbase", FINGERS, 1}, {"handend", FINGERS, 1},
    {"finger", FINGERS, 2},     {"index", FINGERS, 2},
    {"handindex", FINGERS, 2},  {"findex", FINGERS, 2},
    {"thigh", THIGH, 0},        {"upleg", THIGH, 0},
    {"upperleg", THIGH, 0},     {"femur", THIGH, 0},
    {"hip", THIGH, 1},          {"shank", SHANK, 0},
    {"shin", SHANK, 0},         {"calf", SHANK, 0},
    {"lowleg", SHANK, 0},       {"lowerleg", SHANK, 0},
    {"knee", SHANK, 0},         {"tibia", SHANK, 0},
    {"leg", SHANK, 1},          {"foot", FOOT, 0},
    {"ankle", FOOT, 0},         {"toe", TOES, 0},
    {"toes", TOES, 0},          {"toebase", TOES, 0},
    {"ball", TOES, 0},
};
enum { ALIAS_COUNT = sizeof aliases / sizeof aliases[0] };

static const struct {
  const char *word;
  HhSide side;
} side_words[] = {{"left", HH_LEFT}, {"lft", HH_LEFT}, {"l", HH_LEFT}, {"right", HH_RIGHT},
                  {"rgt", HH_RIGHT}, {"rt", HH_RIGHT}, {"r", HH_RIGHT}};
enum { SIDE_WORD_COUNT = sizeof side_words / sizeof side_words[0] };

/* A name taken apart: the part's, in lower case and without separators, and the side. */
typedef struct Key {
  char name[64];
  bool sided;
  HhSide side;
} Key;

static bool begins_word(const char *name, const char *at)
{
  bool upper = isupper((unsigned char)at[0]);
  return at == name || !isalnum((unsigned char)at[-1]) ||
         (upper && !isupper((unsigned char)at[-1])) ||
         (upper && islower((unsigned char)at[1])); /* LHip: L, Hip */
}

/* Cuts a name into words in lower case. */
static int cut(const char *name, char words[WORDS_MOST][64])
{
  int count = 0;
  size_t length = 0;
  for (const char *at = name; *at; at++) {
    if (!isalnum((unsigned char)*at)) continue;
    if (begins_word(name, at)) {
      if (count == WORDS_MOST) return count;
      count++;
      length = 0;
    }
    if (length + 1 < sizeof words[0])
      words[count - 1][length++] = (char)tolower((unsigned char)*at);
    words[count - 1][length] = '\0';
  }
  return count;
}

static int side_of(const char *word)
{
  for (int i = 0; i < SIDE_WORD_COUNT; i++)
    if (strcmp(word, side_words[i].word) == 0) return (int)side_words[i].side;
  return -1;
}

/* The key of a name without its first `prefix` words. */
static Key read_key(const char *name, int prefix)
{
  for (const char *at = name; *at; at++)
    if (*at == ':' || *at == '|') name = at + 1;
  char words[WORDS_MOST][64];
  int count = cut(name, words);
  Key key = {.name = ""};
  size_t length = 0;
  for (int i = prefix; i < count; i++) {
    const char *word = words[i];
    int side = key.sided ? -1 : side_of(word);
    if (side >= 0) {
      key.sided = true;
      key.side = (HhSide)side;
      continue;
    }
    if (i > prefix && isdigit((unsigned char)*word)) word += strspn(word, "0");
    size_t size = strlen(word);
    if (length + size >= sizeof key.name) return (Key){.name = ""};
    memcpy(key.name + length, word, size + 1);
    length += size;
  }
  return key;
}

/* Whether the key is that of an alias, with or without a number behind it. */
static bool matches(const Key *key, const struct Alias *alias)
{
  size_t length = strlen(alias->name);
  if (key->sided != (alias->part >= COLLAR) || strncmp(key->name, alias->name, length) != 0)
    return false;
  const char *rest = key->name + length;
  return rest[strspn(rest, "0123456789")] == '\0';
}

static bool known(const Key *key)
{
  for (int i = 0; i < ALIAS_COUNT; i++)
    if (matches(key, &aliases[i])) return true;
  return false;
}

/* A side that is written without a break before or after the part: "lhand", "forearmright". */
static void part_side(Key *key)
{
  if (key->sided || known(key)) return;
  size_t length = strlen(key->name);
  for (int i = 0; i < 2 * SIDE_WORD_COUNT; i++) {
    const char *word = side_words[i / 2].word;
    size_t size = strlen(word);
    bool behind = i % 2;
    if (length <= size || strncmp(key->name + (behind ? length - size : 0), word, size) != 0)
      continue;
    Key part = {.sided = true, .side = side_words[i / 2].side};
    memcpy(part.name, key->name + (behind ? 0 : size), length - size);
    if (!known(&part)) continue;
    *key = part;
    return;
  }
}

/* The key of a name; up to `prefix` words before it are left out where that makes it known. */
static Key find_key(const char *name, int prefix)
{
  Key key = {.name = ""};
  for (int i = 0; i <= prefix && !known(&key); i++) {
    key = read_key(name, i);
    part_side(&key);
  }
  return key;
}

/* The joint found for each part so far, and the rank of its name. */
typedef struct Found {
  int joint[HH_SIDES][PART_COUNT], rank[HH_SIDES][PART_COUNT];
} Found;

static Found find(const HhxClip *clip, int prefix)
{
  Found found;
  for (int i = 0; i < HH_SIDES * PART_COUNT; i++)
    found.joint[i / PART_COUNT][i % PART_COUNT] = -1;
  for (int joint = 0; joint < clip->joints; joint++) {
    Key key = find_key(clip->names[joint], prefix);
    for (int i = 0; i < ALIAS_COUNT; i++) {
      const struct Alias *alias = &aliases[i];
      if (!matches(&key, alias)) continue;
      int *best = &found.joint[key.side][alias->part], *rank = &found.rank[key.side][alias->part];
      if (*best >= 0 && *rank <= alias->rank) continue;
      *best = joint;
      *rank = alias->rank;
    }
  }
  for (int side = 0; side < HH_SIDES; side++)
    if (found.joint[side][COLLAR] == found.joint[side][UPPER_ARM]) found.joint[side][COLLAR] = -1;
  return found;
}

/* Lists what is missing, as "left hand, right hand"; returns how many. */
static int list_missing(const Found *found, char *text, size_t size)
{
  static const char *const sides[HH_SIDES] = {"left ", "right "};
  int count = 0;
  size_t used = 0;
  for (int part = 0; part < PART_COUNT; part++)
    for (int side = 0; side < (part < COLLAR ? 1 : HH_SIDES); side++) {
      if (may_be_missing((Part)part) || found->joint[side][part] >= 0) continue;
      int length = snprintf(text + used, size - used, "%s%s%s", count > 0 ? ", " : "",
                            part < COLLAR ? "" : sides[side], part_names[part]);
      if (length > 0 && used + (size_t)length < size) used += (size_t)length;
      count++;
    }
  return count;
}

bool hhx_roles_find(const HhxClip *clip, const char *path, HhxRoles *roles, HhxError *error)
{
  char missing[PART_COUNT * HH_SIDES * 20];
  Found found = find(clip, 0);
  int fewest = list_missing(&found, missing, sizeof missing);
  for (int prefix = 1; prefix <= PREFIX_MOST && fewest > 0; prefix++) {
    Found tried = find(clip, prefix);
    int count = list_missing(&tried, missing, sizeof missing);
    if (count >= fewest) continue;
    fewest = count;
    found = tried;
  }
  if (list_missing(&found, missing, sizeof missing) > 0)
    return hhx_error_at(error, path, 0, 0, NULL,
                        "has no joint that by its name is: %s; name them so in the file", missing);
  roles->head = found.joint[0][HEAD];
  roles->neck = found.joint[0][NECK];
  for (int side = 0; side < HH_SIDES; side++) {
    const int *joint = found.joint[side];
    roles->collar[side] = joint[COLLAR];
    roles->arm[side] =
        (HhxLimbRoles){joint[UPPER_ARM], joint[FOREARM], joint[HAND], joint[FINGERS]};
    roles->leg[side] = (HhxLimbRoles){joint[THIGH], joint[SHANK], joint[FOOT], joint[TOES]};
  }
  return true;
}
