/* Checks of the shards, then their records side by side. See the header. */
#include "merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "folder.h"
#include "shard.h"
#include "words.h"

typedef struct Merge {
  const HhxMergeOptions *options;
  HhxJournalKey key;    /* of the first folder, which all others must match */
  HhxSpec *spec;        /* the same */
  const char **holders; /* folder of each shard, from 1; null: not seen yet */
} Merge;

/* Opens the journal of a shard's folder. 0, or *error and a code. */
static int open_shard(const char *folder, HhxJournal **journal, HhxJournalKey *key, HhxError *error)
{
  char *path = hhx_folder_file(folder, "runs.journal");
  *journal = NULL;
  if (!path) {
    snprintf(error->text, sizeof error->text, "memory ran out");
    return 1;
  }
  struct stat there;
  if (stat(folder, &there) != 0) {
    snprintf(error->text, sizeof error->text, "%s: no such folder; name those of the shards",
             folder);
    free(path);
    return 2;
  }
  if (stat(path, &there) != 0 && errno == ENOENT) {
    snprintf(error->text, sizeof error->text,
             "%s holds no shard (it has no runs.journal): a finished result is merged already",
             folder);
    free(path);
    return 2;
  }
  int code = hhx_journal_open_to_read(path, journal, key, error);
  free(path);
  if (code != 0 || key->shard.count > 0) return code;
  hhx_journal_close(*journal);
  *journal = NULL;
  snprintf(error->text, sizeof error->text,
           "%s is no shard but an unfinished whole: the same command with --resume finishes it",
           folder);
  return 2;
}

/* The command that runs a shard into a folder, or goes on there. */
static void put_command(const Merge *merge, int number, const char *folder, bool resume, FILE *out)
{
  char *spec = hhx_folder_file(resume ? folder : merge->options->folders[0], "spec.yaml");
  fprintf(out, "handhold %s --shard %d/%d", merge->key.command, number, merge->key.shard.count);
  if (!merge->key.timing) fputs(" --timing=off", out);
  if (resume) fputs(" --resume", out);
  fputs(" --out", out);
  hhx_words_put(folder, out);
  if (spec && spec[0] == '-') fputs(" --", out);
  hhx_words_put(spec ? spec : "SPEC.yaml", out);
  free(spec);
}

/* Writes what is wrong with shard `number`, and the command that helps. Returns 2. */
static int blame_shard(const Merge *merge, int number, const char *folder, const char *what,
                       HhxError *error)
{
  FILE *out = fmemopen(error->text, sizeof error->text, "w");
  if (!out) return 2;
  if (folder) fprintf(out, "%s: ", folder);
  fprintf(out, "shard %d/%d %s:\n  ", number, merge->key.shard.count, what);
  put_command(merge, number, folder ? folder : "DIR", folder != NULL, out);
  fclose(out);
  error->text[sizeof error->text - 1] = '\0';
  return 2;
}

/* The first folder says what is merged. */
static int read_first(Merge *merge, HhxError *error)
{
  const char *folder = merge->options->folders[0];
  HhxJournal *journal;
  int code = open_shard(folder, &journal, &merge->key, error);
  hhx_journal_close(journal);
  if (code != 0) return code;
  char *path = hhx_folder_file(folder, "spec.yaml");
  merge->holders = calloc((size_t)merge->key.shard.count + 1, sizeof *merge->holders);
  if (!path || !merge->holders) {
    snprintf(error->text, sizeof error->text, "memory ran out");
    code = 1;
  } else {
    merge->spec = hhx_spec_read(path, error);
    code = merge->spec ? 0 : 2;
  }
  if (code == 0 && hhx_spec_hash(merge->spec) != merge->key.spec_hash) {
    snprintf(error->text, sizeof error->text, "%s is not the spec that its shard was run with",
             path);
    code = 2;
  }
  free(path);
  return code;
}

/* Whether a folder is of the same request as the first, and no shard is there twice. */
static int match(Merge *merge, const char *folder, const HhxJournalKey *key, HhxError *error)
{
  const char *first = merge->options->folders[0];
  const HhxJournalKey *wanted = &merge->key;
  char what[128] = "";
  if (key->spec_hash != wanted->spec_hash || key->runs != wanted->runs)
    snprintf(what, sizeof what, "is of another spec");
  else if (memcmp(key->command, wanted->command, sizeof key->command) != 0)
    snprintf(what, sizeof what, "was run by handhold %.16s and not %.16s", key->command,
             wanted->command);
  else if (key->timing != wanted->timing)
    snprintf(what, sizeof what, "was run with --timing=%s", key->timing ? "on" : "off");
  else if (key->shard.count != wanted->shard.count)
    snprintf(what, sizeof what, "is one of %d shards and not of %d", key->shard.count,
             wanted->shard.count);
  if (*what) {
    snprintf(error->text, sizeof error->text, "%s %s, unlike %s; only shards of one request merge",
             folder, what, first);
    if (key->spec_hash != wanted->spec_hash) hhx_folder_tell_difference(folder, merge->spec, error);
    return 2;
  }
  const char *other = merge->holders[key->shard.number];
  if (!other) {
    merge->holders[key->shard.number] = folder;
    return 0;
  }
  snprintf(error->text, sizeof error->text, "%s and %s both hold shard %d/%d; name one of them",
           other, folder, key->shard.number, key->shard.count);
  return 2;
}

/* A folder of the same request, with every run of its shard. */
static int check_folder(Merge *merge, const char *folder, HhxError *error)
{
  HhxJournal *journal;
  HhxJournalKey key;
  int code = open_shard(folder, &journal, &key, error);
  if (code == 0) code = match(merge, folder, &key, error);
  int64_t size = code == 0 ? hhx_shard_size(key.shard, key.runs) : 0, there = 0;
  for (int64_t i = 0; i < size; i++) {
    HhbResult result;
    there += hhx_journal_read(journal, hhx_shard_run(key.shard, key.runs, i), &result);
  }
  hhx_journal_close(journal);
  if (there == size) return code;
  char what[96];
  snprintf(what, sizeof what, "is unfinished, with %lld of %lld runs; to finish it",
           (long long)there, (long long)size);
  return blame_shard(merge, key.shard.number, folder, what, error);
}

/* No shard is missing, and none would be overwritten. */
static int check_all(Merge *merge, HhxError *error)
{
  const HhxMergeOptions *options = merge->options;
  struct stat out, in;
  bool there = stat(options->out, &out) == 0;
  for (int i = 0; i < options->folder_count; i++) {
    const char *folder = options->folders[i];
    if (there && stat(folder, &in) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino) {
      snprintf(error->text, sizeof error->text,
               "--out %s is one of the shards, which stay; name another folder", options->out);
      return 2;
    }
    int code = check_folder(merge, folder, error);
    if (code != 0) return code;
  }
  int missing = 0, first = 0;
  for (int number = merge->key.shard.count; number > 0; number--) {
    if (merge->holders[number]) continue;
    missing++;
    first = number;
  }
  if (missing == 0) return 0;
  char what[96] = "is missing; to run it";
  if (missing > 1) snprintf(what, sizeof what, "and %d more are missing; to run it", missing - 1);
  return blame_shard(merge, first, NULL, what, error);
}

static int copy_shard(const char *folder, HhxJournal *into, HhxError *error)
{
  HhxJournal *from;
  HhxJournalKey key;
  int code = open_shard(folder, &from, &key, error);
  int64_t size = code == 0 ? hhx_shard_size(key.shard, key.runs) : 0;
  for (int64_t i = 0; code == 0 && i < size; i++) {
    int64_t run = hhx_shard_run(key.shard, key.runs, i);
    HhbResult result;
    code = 1;
    if (!hhx_journal_read(from, run, &result)) {
      snprintf(error->text, sizeof error->text, "%s changed while it was read", folder);
      break;
    }
    int cause = hhx_journal_write(into, run, &result);
    if (cause)
      snprintf(error->text, sizeof error->text, "cannot write %s: %s", hhx_journal_path(into),
               strerror(cause));
    else
      code = 0;
  }
  hhx_journal_close(from);
  return code;
}

/* Takes the result's folder and fills its journal. */
static int copy_all(const Merge *merge, HhxError *error)
{
  const HhxMergeOptions *options = merge->options;
  HhxFolderWish wish = {
      .key = merge->key, .spec = merge->spec, .resume = options->resume, .force = options->force};
  wish.key.shard = (HhxShard){0, 0};
  HhxFolder folder;
  int code = hhx_folder_take(options->out, &wish, &folder, error);
  for (int i = 0; code == 0 && folder.journal && i < options->folder_count; i++)
    code = copy_shard(options->folders[i], folder.journal, error);
  int cause = code == 0 && folder.journal ? hhx_journal_sync(folder.journal) : 0;
  if (cause) {
    snprintf(error->text, sizeof error->text, "cannot write %s: %s",
             hhx_journal_path(folder.journal), strerror(cause));
    code = 1;
  }
  hhx_folder_leave(&folder);
  return code;
}

int hhx_merge(const HhxMergeOptions *options, HhxSpec **spec, HhxJournalKey *key)
{
  Merge merge = {.options = options};
  HhxError error = {""};
  int code = read_first(&merge, &error);
  if (code == 0) code = check_all(&merge, &error);
  if (code == 0) code = copy_all(&merge, &error);
  free(merge.holders);
  if (code != 0) {
    fprintf(stderr, "handhold merge: %s\n", error.text);
    hhx_spec_free(merge.spec);
    merge.spec = NULL;
  }
  *spec = merge.spec;
  *key = merge.key;
  return code;
}
