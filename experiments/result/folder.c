/* Judging, locking, clearing and listing result folders. See the header. */
#include "folder.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv.h"
#include "metrics.h"
#include "provenance.h"
#include "shard.h"

/* What every result folder may hold besides traces, pictures and front_NN.yaml; the first
 * EVERY_COUNT every finished one has. */
static const char *const fixed_names[] = {
    "spec.yaml",   "runs.csv",        "summary.csv",    "datapackage.json", "provenance.json",
    "compare.csv", "sensitivity.csv", "importance.csv", "history.csv",      "race.csv",
    "front.csv",   "held_out.csv",    "best.yaml"};
enum { FIXED_COUNT = sizeof fixed_names / sizeof fixed_names[0], EVERY_COUNT = 5 };
static const char provenance_name[] = "provenance.json", journal_name[] = "runs.journal",
                  submit_name[] = "submit"; /* of submit.h */

char *hhx_folder_file(const char *path, const char *name)
{
  size_t size = strlen(path) + strlen(name) + 2;
  char *file = malloc(size);
  if (file) snprintf(file, size, "%s/%s", path, name);
  return file;
}

static int refuse(HhxError *error, const char *path, const char *what)
{
  snprintf(error->text, sizeof error->text, "%s: %s", path, what);
  return 2;
}

static int no_memory(HhxError *error, const char *path)
{
  refuse(error, path, "memory ran out");
  return 1;
}

/* -- names ------------------------------------------------------------------------------------ */

/* True when the `length` letters at `name` are the word. */
static bool is_word(const char *name, size_t length, const char *word)
{
  return strlen(word) == length && memcmp(name, word, length) == 0;
}

static bool is_fixed(const char *name, size_t length)
{
  for (int i = 0; i < FIXED_COUNT; i++)
    if (is_word(name, length, fixed_names[i])) return true;
  static const char front[] = "front_", yaml[] = ".yaml";
  return length == sizeof "front_NN.yaml" - 1 && memcmp(name, front, 6) == 0 &&
         strspn(name + 6, "0123456789") == 2 && memcmp(name + 8, yaml, 5) == 0;
}

void hhx_folder_trace(const HhbScene *scene, HhMover mover, const char *ending, char *name,
                      size_t size)
{
  snprintf(name, size, "trace_%s_%s%s", scene->name, hh_mover_names[mover], ending);
  for (char *colon = name; (colon = strchr(colon, ':')) != NULL;)
    *colon = '_';
}

static bool is_trace(const char *name, size_t length)
{
  char trace[128];
  for (size_t scene = 0; scene < hhb_scene_count; scene++)
    for (int mover = 0; mover < HH_MOVER_COUNT; mover++)
      for (int world = 0; world < 2; world++) {
        hhx_folder_trace(&hhb_scene_table[scene], (HhMover)mover, world ? ".world.csv" : ".csv",
                         trace, sizeof trace);
        if (is_word(name, length, trace)) return true;
      }
  return false;
}

/* NAME.svg as plot.h gives it: of a metric, a scene, or alone. */
static bool is_picture(const char *name, size_t length)
{
  static const char *const alone[] = {
      "failures", "jumps", "losses", "regret_vs_cpu",      "importance", "history",      "slices",
      "parallel", "front", "race",   "sensitivity_failed", "held_out",   "morris_failed"};
  static const char *const kinds[] = {"paths", "energy", "speed"};
  static const char *const of_metric[] = {"", "parallel_", "map_", "sensitivity_", "morris_"};
  if (length <= 4 || memcmp(name + length - 4, ".svg", 4) != 0) return false;
  length -= 4;
  for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
    if (is_word(name, length, alone[i])) return true;
  for (size_t kind = 0; kind < sizeof of_metric / sizeof of_metric[0]; kind++) {
    size_t begin = strlen(of_metric[kind]);
    if (length <= begin || memcmp(name, of_metric[kind], begin) != 0) continue;
    for (int i = 0; i < HHB_METRIC_COUNT; i++)
      if (is_word(name + begin, length - begin, hhb_metric_table[i].name)) return true;
  }
  for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
    for (size_t scene = 0; scene < hhb_scene_count; scene++) {
      char picture[128];
      snprintf(picture, sizeof picture, "%s_%s", kinds[kind], hhb_scene_table[scene].name);
      if (is_word(name, length, picture)) return true;
    }
  return false;
}

/* A draft that a kill left, of a table or a picture. */
static bool is_draft(const char *name)
{
  static const char mark[] = ".tmp";
  size_t length = hhx_csv_draft_of(name);
  if (length > 0) return is_fixed(name, length) || is_trace(name, length);
  length = strlen(name);
  size_t end = sizeof mark - 1;
  return length > end && strcmp(name + length - end, mark) == 0 && is_picture(name, length - end);
}

/* -- making ----------------------------------------------------------------------------------- */

/* Removes the folders of `path` beyond its first `kept` letters, where they are empty. */
static void unmake_folder(const char *path, size_t kept)
{
  char *part = hhx_folder_file(path, "");
  if (!part) return;
  for (size_t end = strlen(part); end > kept && end > 0; end--) {
    if (part[end - 1] != '/') continue;
    part[end - 1] = '\0';
    if (end - 1 > kept && part[end - 2] != '/') rmdir(part);
  }
  free(part);
}

/* Makes the folder and those above it that are missing; *kept letters of the path were there. */
static int make_folder(const char *path, size_t *kept, HhxError *error)
{
  *kept = strlen(path);
  char *part = hhx_folder_file(path, "");
  if (!part) return no_memory(error, path);
  int cause = 0;
  bool made = false;
  for (char *at = part + 1; !cause && *at; at++) {
    if (*at != '/') continue;
    *at = '\0';
    if (mkdir(part, 0777) != 0)
      cause = errno == EEXIST ? 0 : errno;
    else if (!made) {
      made = true;
      char *slash = strrchr(part, '/');
      *kept = slash ? (size_t)(slash - part) : 0;
    }
    *at = '/';
  }
  struct stat status;
  if (!cause && stat(part, &status) != 0) cause = errno;
  free(part);
  if (!cause) return 0;
  snprintf(error->text, sizeof error->text, "cannot make folder %s: %s", path, strerror(cause));
  unmake_folder(path, *kept);
  return hhx_exit_code(cause);
}

/* -- differences ------------------------------------------------------------------------------- */

/* Next line at *at, without its end; *length of it. Null after the last. */
static const char *next_line(const char **at, size_t *length)
{
  const char *line = *at;
  *length = strcspn(line, "\n");
  if (*line == '\0') return NULL;
  *at += *length + (line[*length] == '\n');
  return line;
}

/* The line from a little before `column`, in backticks, or that there is none. */
static void quote_line(const char *line, size_t length, size_t column, char *text, size_t size)
{
  enum { BEFORE = 24, SHOWN = 60 };
  size_t indent = line ? strspn(line, " ") : 0;
  size_t from = column > indent + 2 * BEFORE ? column - BEFORE : indent;
  if (!line || from > length) {
    snprintf(text, size, "nothing");
    return;
  }
  size_t left = length - from;
  snprintf(text, size, "`%s%.*s%s`", from > indent ? "..." : "", (int)(left > SHOWN ? SHOWN : left),
           line + from, left > SHOWN ? "..." : "");
}

/* Adds the first line in which two specs differ to a refusal. */
static void add_difference(const char *theirs, const char *ours, HhxError *error)
{
  for (int number = 1;; number++) {
    size_t a_length, b_length, column = 0;
    const char *a = next_line(&theirs, &a_length), *b = next_line(&ours, &b_length);
    if (!a && !b) return;
    if (a && b && a_length == b_length && memcmp(a, b, a_length) == 0) continue;
    while (a && b && column < a_length && column < b_length && a[column] == b[column])
      column++;
    char there[96], now[96];
    quote_line(a, a_length, column, there, sizeof there);
    quote_line(b, b_length, column, now, sizeof now);
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used,
             "\nspec.yaml there, line %d: %s; now: %s", number, there, now);
    return;
  }
}

char *hhx_folder_text(const char *path, const char *name)
{
  char *file = hhx_folder_file(path, name), *text = NULL;
  int fd = file ? hhx_plain_open(file) : -1;
  free(file);
  FILE *in = fd >= 0 ? fdopen(fd, "r") : NULL;
  if (!in) return NULL;
  size_t size = 0;
  ssize_t length = getdelim(&text, &size, '\0', in);
  fclose(in);
  if (length >= 0) return text;
  free(text);
  return NULL;
}

void hhx_folder_tell_difference(const char *path, const HhxSpec *spec, HhxError *error)
{
  if (!spec) return;
  char *theirs = hhx_folder_text(path, "spec.yaml"), *ours = hhx_spec_text(spec);
  if (theirs && ours) add_difference(theirs, ours, error);
  free(theirs);
  free(ours);
}

/* -- judging ---------------------------------------------------------------------------------- */

/* What is in a folder. */
typedef struct Look {
  int others;   /* names besides the journal's and the scripts' */
  bool journal; /* was there before us */
  HhxJournalKind kind;
  bool finished; /* provenance.json is ours, and `past` what it says */
  HhxPast past;
} Look;

/* A plain file, not a link to one. */
static bool has(const char *path, const char *name)
{
  char *file = hhx_folder_file(path, name);
  struct stat status;
  bool there = file && lstat(file, &status) == 0 && S_ISREG(status.st_mode);
  free(file);
  return there;
}

/* 0 and *look, to be freed; or *error and a code. An absent folder is an empty one. */
static int look_into(const char *path, const HhxJournal *journal, Look *look, HhxError *error)
{
  *look = (Look){.kind = HHX_JOURNAL_BLANK};
  char **names = NULL;
  int count = hhx_folder_list(path, "", &names);
  if (count < 0) {
    int cause = errno;
    struct stat status;
    if (cause == ENOENT && lstat(path, &status) != 0) return 0;
    refuse(error, path, cause == ENOENT ? "is a link to nothing" : strerror(cause));
    return hhx_exit_code(cause);
  }
  for (int i = 0; i < count; i++) {
    bool it = strcmp(names[i], journal_name) == 0;
    look->others += !it && strcmp(names[i], submit_name) != 0;
    look->journal = look->journal || it;
  }
  hhx_folder_list_free(names, count);
  if (journal) look->kind = hhx_journal_kind(journal);
  if (journal && hhx_journal_is_made(journal)) look->journal = false;
  char *file = hhx_folder_file(path, provenance_name);
  if (!file) return no_memory(error, path);
  look->finished = hhx_past_read(file, &look->past);
  free(file);
  return 0;
}

/* Name of a file that a finished result must have and has not, or null; `table` has the room. */
static const char *missing_file(const char *path, char *table, size_t size)
{
  /* What every result has; datapackage.json names the others of this one. */
  for (int i = 0; i < EVERY_COUNT; i++)
    if (!has(path, fixed_names[i])) return fixed_names[i];
  char *file = hhx_folder_file(path, "datapackage.json");
  int fd = file ? hhx_plain_open(file) : -1;
  free(file);
  if (fd < 0) return "datapackage.json";
  json_t *json = json_loadfd(fd, 0, NULL);
  close(fd);
  json_t *resources = json_object_get(json, "resources");
  const char *missing = json ? NULL : "datapackage.json";
  for (size_t i = 0; !missing && i < json_array_size(resources); i++) {
    const char *name = json_string_value(json_object_get(json_array_get(resources, i), "path"));
    snprintf(table, size, "%s", name ? name : "datapackage.json");
    if (!name || !has(path, name)) missing = table;
  }
  json_decref(json);
  return missing;
}

/* A folder with a result and no journal: the same request, or why not. */
static int judge_finished(const char *path, const HhxFolderWish *wish, const HhxPast *past,
                          HhxError *error)
{
  static const char remedy[] = "take another --out, or --force";
  const char *version = past->version ? past->version : "?", *ours = hhx_provenance_version();
  if (past->spec_hash != wish->key.spec_hash)
    return refuse(error, path,
                  "holds the finished result of another spec; take another --out, or --force");
  char table[256], what[512];
  const char *missing = missing_file(path, table, sizeof table);
  if (!past->command || strcmp(past->command, wish->key.command) != 0)
    snprintf(what, sizeof what, "holds the finished result of handhold %s; %s",
             past->command ? past->command : "?", remedy);
  else if (past->timing != wish->key.timing)
    snprintf(what, sizeof what, "holds a finished result with --timing=%s; %s",
             past->timing ? "on" : "off", remedy);
  else if (strcmp(version, ours) != 0)
    snprintf(what, sizeof what,
             "holds the finished result of another version of handhold (%.120s, now %.120s); %s",
             version, ours, remedy);
  else if (missing)
    snprintf(what, sizeof what, "holds a finished result that lacks its %s; %s", missing, remedy);
  else
    return 0;
  return refuse(error, path, what);
}

/* Refuses files by the names of a result where nothing tells that they are one. */
static int judge_foreign(const char *path, const Look *look, HhxError *error)
{
  if (look->finished || look->kind == HHX_JOURNAL_OURS) return 0;
  const char *found = look->kind == HHX_JOURNAL_FOREIGN ? journal_name : NULL;
  for (int i = 0; i < FIXED_COUNT; i++)
    if (has(path, fixed_names[i])) found = fixed_names[i];
  if (!found) return 0;
  snprintf(error->text, sizeof error->text,
           "%s holds a %s that is no result of handhold, and only results are replaced; "
           "take another --out",
           path, found);
  return 2;
}

static int judge_resume(const char *path, const HhxFolderWish *wish, const Look *look,
                        HhxFolderState *state, HhxError *error)
{
  if (look->journal && look->kind == HHX_JOURNAL_BLANK && look->finished)
    return refuse(error, path, "an earlier result was being replaced here; --force begins anew");
  if (look->journal && judge_foreign(path, look, error) != 0) return 2;
  bool shard = wish->key.shard.count > 0 && look->finished && has(path, "spec.yaml");
  *state = look->journal && !shard ? HHX_FOLDER_UNFINISHED
           : look->others > 0      ? HHX_FOLDER_FINISHED
                                   : HHX_FOLDER_EMPTY;
  if (look->journal || *state == HHX_FOLDER_EMPTY) return 0;
  if (!look->finished) return refuse(error, path, "holds no unfinished result; take another --out");
  return judge_finished(path, wish, &look->past, error);
}

/* 0 and *state, or *error and 2. */
static int judge(const char *path, const HhxFolderWish *wish, const Look *look,
                 HhxFolderState *state, HhxError *error)
{
  *state = HHX_FOLDER_EMPTY;
  if (wish->resume) return judge_resume(path, wish, look, state, error);
  if (wish->force) return judge_foreign(path, look, error);
  if (look->journal)
    return refuse(error, path, "holds an unfinished result: --resume goes on, --force begins anew");
  if (look->others > 0)
    return refuse(error, path, "is not empty; take another --out, or --force to replace a result");
  return 0;
}

/* -- emptying --------------------------------------------------------------------------------- */

/* No older than the journal, so drawn by the attempt that it tells of. */
static bool is_since(const char *path, const char *name, time_t begun)
{
  char *file = hhx_folder_file(path, name);
  struct stat status;
  bool since = file && begun > 0 && lstat(file, &status) == 0 && status.st_mtim.tv_sec >= begun;
  free(file);
  return since;
}

/* Of the result that `look` tells of; provenance.json, which tells of it, is not meant. */
static bool is_part(const char *path, const char *name, const Look *look, time_t begun)
{
  size_t length = strlen(name);
  if (strcmp(name, provenance_name) == 0) return false;
  if (is_fixed(name, length) || is_trace(name, length)) return true;
  for (int i = 0; i < look->past.plot_count; i++)
    if (strcmp(name, look->past.plots[i]) == 0)
      return length > 4 && strcmp(name + length - 4, ".svg") == 0;
  return is_picture(name, length) && is_since(path, name, begun);
}

/* Removes a file or a link, where there is one and it is no folder; 0 or an errno. */
static int remove_file(const char *path, const char *name)
{
  char *file = hhx_folder_file(path, name);
  if (!file) return ENOMEM;
  int cause = unlink(file) == 0 || errno == ENOENT || errno == EISDIR ? 0 : errno;
  free(file);
  return cause;
}

/* Removes drafts, and with `all` the earlier result: provenance.json last, so that what is left
 * after a kill is still known as ours. The caller holds the lock. */
static int clear(const char *path, const Look *look, const HhxJournal *journal, bool all,
                 HhxError *error)
{
  char **names = NULL;
  int count = hhx_folder_list(path, "", &names);
  int cause = count < 0 ? errno : 0;
  time_t begun = hhx_journal_begun(journal);
  for (int i = 0; !cause && i < count; i++)
    if (is_draft(names[i]) || (all && is_part(path, names[i], look, begun)))
      cause = remove_file(path, names[i]);
  if (!cause && all) cause = remove_file(path, provenance_name);
  if (count >= 0) hhx_folder_list_free(names, count);
  if (!cause) return 0;
  snprintf(error->text, sizeof error->text, "cannot empty %s: %s", path, strerror(cause));
  return 1;
}

/* -- taking ----------------------------------------------------------------------------------- */

/* Judges the folder and, when it is locked and something is to be done there, prepares it. */
static int judge_and_clear(const char *path, const HhxFolderWish *wish, HhxFolder *folder,
                           HhxError *error)
{
  Look look;
  int code = look_into(path, folder->journal, &look, error);
  if (code == 0) code = judge(path, wish, &look, &folder->state, error);
  bool ours = look.finished || look.kind == HHX_JOURNAL_OURS;
  if (code == 0 && folder->journal && folder->state != HHX_FOLDER_FINISHED && ours)
    code = clear(path, &look, folder->journal, wish->force, error);
  hhx_past_free(&look.past);
  return code;
}

/* Whether the journal has every run of a shard: the disk may have lost one since it was signed. */
static bool has_all(const HhxJournal *journal, const HhxJournalKey *key)
{
  int64_t size = hhx_shard_size(key->shard, key->runs);
  HhbResult result;
  for (int64_t i = 0; i < size; i++)
    if (!hhx_journal_read(journal, hhx_shard_run(key->shard, key->runs, i), &result)) return false;
  return true;
}

/* With the name of the journal, which is locked before anything is judged where it is there. */
static int take(const char *path, const char *file, const HhxFolderWish *wish, HhxFolder *folder,
                size_t *kept, HhxError *error)
{
  struct stat status;
  int code = 0;
  if (lstat(file, &status) == 0) code = hhx_journal_lock(file, &folder->journal, error);
  if (code != 0) return code;
  code = judge_and_clear(path, wish, folder, error);
  if (code == 0 && folder->state != HHX_FOLDER_FINISHED && !folder->journal) {
    code = make_folder(path, kept, error);
    if (code == 0) code = hhx_journal_lock(file, &folder->journal, error);
    if (code == 0) code = judge_and_clear(path, wish, folder, error);
  }
  if (code == 0 && folder->journal)
    code = hhx_journal_begin(folder->journal, &wish->key, wish->force, error);
  bool signed_shard = code == 0 && folder->journal && folder->state == HHX_FOLDER_FINISHED;
  if (signed_shard && !has_all(folder->journal, &wish->key)) folder->state = HHX_FOLDER_UNFINISHED;
  if (code == 2 && wish->resume) hhx_folder_tell_difference(path, wish->spec, error);
  return code;
}

int hhx_folder_take(const char *path, const HhxFolderWish *wish, HhxFolder *folder, HhxError *error)
{
  *folder = (HhxFolder){.state = HHX_FOLDER_EMPTY};
  if (path[0] == '\0') return refuse(error, "--out", "is empty; name a folder");
  if (wish->resume && wish->force)
    return refuse(error, path, "--resume goes on and --force begins anew; take one of them");
  char *file = hhx_folder_file(path, journal_name);
  if (!file) return no_memory(error, path);
  size_t kept = strlen(path);
  int code = take(path, file, wish, folder, &kept, error);
  free(file);
  if (code == 0 && folder->state != HHX_FOLDER_FINISHED) return 0;
  if (folder->journal && hhx_journal_is_made(folder->journal)) hhx_journal_remove(folder->journal);
  hhx_folder_leave(folder);
  if (code != 0) unmake_folder(path, kept);
  return code;
}

int hhx_folder_make(const char *path, HhxError *error)
{
  size_t kept;
  return make_folder(path, &kept, error);
}

void hhx_folder_leave(HhxFolder *folder)
{
  hhx_journal_close(folder->journal);
  folder->journal = NULL;
}

int hhx_folder_sync(const char *path, HhxError *error)
{
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  /* Some file systems cannot sync a folder, and need not. */
  bool done = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP);
  if (!done) snprintf(error->text, sizeof error->text, "cannot sync %s: %s", path, strerror(errno));
  if (fd >= 0) close(fd);
  return done ? 0 : 1;
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int hhx_folder_list(const char *path, const char *suffix, char ***names)
{
  *names = NULL;
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int count = 0;
  bool failed = false;
  for (struct dirent *entry; !failed && (entry = readdir(folder)) != NULL;) {
    const char *name = entry->d_name;
    size_t length = strlen(name), end = strlen(suffix);
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    if (length < end || strcmp(name + length - end, suffix) != 0) continue;
    char **wider = realloc(*names, ((size_t)count + 1) * sizeof **names);
    if (wider) {
      *names = wider;
      wider[count] = malloc(length + 1);
    }
    failed = !wider || !wider[count];
    if (!failed) memcpy(wider[count++], name, length + 1);
  }
  closedir(folder);
  if (failed) {
    hhx_folder_list_free(*names, count);
    *names = NULL;
    errno = ENOMEM;
    return -1;
  }
  if (count > 1) qsort(*names, (size_t)count, sizeof **names, compare_names);
  return count;
}

void hhx_folder_list_free(char **names, int count)
{
  for (int i = 0; i < count; i++)
    free(names[i]);
  free(names);
}

/* -- pictures --------------------------------------------------------------------------------- */

bool hhx_pictures_look(const char *path, HhxPictures *pictures)
{
  *pictures = (HhxPictures){0};
  int count = hhx_folder_list(path, ".svg", &pictures->names);
  if (count < 0) return false;
  pictures->count = count;
  pictures->times = calloc((size_t)count + 1, sizeof *pictures->times);
  pictures->files = calloc((size_t)count + 1, sizeof *pictures->files);
  bool done = pictures->times && pictures->files;
  for (int i = 0; done && i < count; i++) {
    char *file = hhx_folder_file(path, pictures->names[i]);
    struct stat status = {0};
    done = file != NULL;
    if (done && lstat(file, &status) == 0) {
      pictures->times[i] = status.st_mtim;
      pictures->files[i] = status.st_ino;
    }
    free(file);
  }
  if (!done) hhx_pictures_free(pictures);
  return done;
}

void hhx_pictures_free(HhxPictures *pictures)
{
  hhx_folder_list_free(pictures->names, pictures->count);
  free(pictures->times);
  free(pictures->files);
  *pictures = (HhxPictures){0};
}

/* The very file of `now` was there before. */
static bool was_there(const HhxPictures *now, int i, const HhxPictures *before)
{
  for (int j = 0; j < before->count; j++)
    if (strcmp(now->names[i], before->names[j]) == 0)
      return now->files[i] == before->files[j] && now->times[i].tv_sec == before->times[j].tv_sec &&
             now->times[i].tv_nsec == before->times[j].tv_nsec;
  return false;
}

void hhx_pictures_keep_ours(HhxPictures *now, const HhxPictures *before, time_t begun)
{
  int kept = 0;
  for (int i = 0; i < now->count; i++) {
    bool rule = is_picture(now->names[i], strlen(now->names[i]));
    bool ours = !was_there(now, i, before) || (rule && now->times[i].tv_sec >= begun);
    if (ours)
      now->names[kept++] = now->names[i];
    else
      free(now->names[i]);
  }
  now->count = kept;
}
