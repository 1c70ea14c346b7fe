#include "folder.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv.h"
#include "provenance.h"

/* What every result folder may hold; spec.yaml first and the journal last, as --force removes. */
static const char *const fixed_names[] = {"spec.yaml",   "runs.csv",         "summary.csv",
                                          "compare.csv", "datapackage.json", "provenance.json",
                                          "runs.journal"};
enum { FIXED_COUNT = sizeof fixed_names / sizeof fixed_names[0] };

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

/* A plain file, not a link to one. */
static bool has(const char *path, const char *name)
{
  char *file = hhx_folder_file(path, name);
  struct stat status;
  bool there = file && lstat(file, &status) == 0 && S_ISREG(status.st_mode);
  free(file);
  return there;
}

/* Makes the folder and those above it that are missing. */
static int make_folder(const char *path, HhxError *error)
{
  char *part = hhx_folder_file(path, "");
  if (!part) {
    snprintf(error->text, sizeof error->text, "%s: memory ran out", path);
    return 1;
  }
  int cause = 0;
  for (char *at = part + 1; !cause && *at; at++) {
    if (*at != '/') continue;
    *at = '\0';
    if (mkdir(part, 0777) != 0 && errno != EEXIST) cause = errno;
    *at = '/';
  }
  free(part);
  if (!cause) return 0;
  snprintf(error->text, sizeof error->text, "cannot make folder %s: %s", path, strerror(cause));
  return cause == ENOSPC || cause == EIO || cause == EDQUOT ? 1 : 2;
}

/* True when another process writes into the folder now. */
static bool is_held(const char *path)
{
  char *file = hhx_folder_file(path, "runs.journal");
  int fd = file ? open(file, O_RDWR | O_CLOEXEC) : -1;
  free(file);
  if (fd < 0) return false;
  bool held = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(fd);
  return held;
}

/* Removes a plain file and its draft, if they are there; no name reaches out of the folder. */
static int remove_file(const char *path, const char *name)
{
  if (name[0] == '.' || strchr(name, '/')) return 0;
  int cause = 0;
  char draft[256 + sizeof ".tmp"];
  int length = snprintf(draft, sizeof draft, "%s.tmp", name);
  if (length < 0 || (size_t)length >= sizeof draft) return 0;
  for (int i = 0; i < 2 && !cause; i++) {
    const char *one = i == 0 ? draft : name;
    if (!has(path, one)) continue;
    char *file = hhx_folder_file(path, one);
    if (!file)
      cause = ENOMEM;
    else if (unlink(file) != 0)
      cause = errno;
    free(file);
  }
  return cause;
}

/* Removes the CSV files that datapackage.json names. */
static int remove_tables(const char *path)
{
  char *file = hhx_folder_file(path, "datapackage.json");
  if (!file) return ENOMEM;
  json_t *json = json_load_file(file, 0, NULL);
  free(file);
  json_t *resources = json_object_get(json, "resources");
  int cause = 0;
  for (size_t i = 0; !cause && i < json_array_size(resources); i++) {
    const char *name = json_string_value(json_object_get(json_array_get(resources, i), "path"));
    size_t length = name ? strlen(name) : 0;
    if (length > 4 && strcmp(name + length - 4, ".csv") == 0) cause = remove_file(path, name);
  }
  json_decref(json);
  return cause;
}

/* Removes an earlier result, or refuses where what is there is none. */
static int clear(const char *path, HhxError *error)
{
  char *file = hhx_folder_file(path, "provenance.json");
  HhxPast past = {0};
  bool ours = (file && hhx_past_read(file, &past)) || has(path, "runs.journal");
  free(file);
  int cause = 0;
  if (ours) {
    cause = remove_tables(path);
    for (int i = 0; !cause && i < past.plot_count; i++)
      cause = remove_file(path, past.plots[i]);
    for (int i = 0; !cause && i < FIXED_COUNT; i++)
      cause = remove_file(path, fixed_names[i]);
  }
  hhx_past_free(&past);
  if (cause) {
    snprintf(error->text, sizeof error->text, "cannot empty %s: %s", path, strerror(cause));
    return 1;
  }
  for (int i = 0; !ours && i < FIXED_COUNT; i++)
    if (has(path, fixed_names[i])) {
      snprintf(error->text, sizeof error->text,
               "%s holds a %s that is no result of handhold, and --force removes only results; "
               "take another --out",
               path, fixed_names[i]);
      return 2;
    }
  return 0;
}

/* A folder that holds something and is to be gone on with. */
static int judge_resume(const char *path, uint64_t spec_hash, HhxFolderState *state,
                        HhxError *error)
{
  if (has(path, "runs.journal")) {
    *state = HHX_FOLDER_UNFINISHED;
    return 0;
  }
  char *file = hhx_folder_file(path, "provenance.json");
  HhxPast past = {0};
  bool finished = file && has(path, "runs.csv") && hhx_past_read(file, &past);
  bool same = past.spec_hash == spec_hash;
  hhx_past_free(&past);
  free(file);
  if (!finished) return refuse(error, path, "holds no unfinished result; take another --out");
  if (!same)
    return refuse(error, path,
                  "holds the finished result of another spec; take another --out, or --force");
  *state = HHX_FOLDER_FINISHED;
  return 0;
}

int hhx_folder_prepare(const char *path, bool resume, bool force, uint64_t spec_hash,
                       HhxFolderState *state, HhxError *error)
{
  *state = HHX_FOLDER_EMPTY;
  if (resume && force)
    return refuse(error, path, "--resume goes on and --force begins anew; take one of them");
  char **names = NULL;
  int count = hhx_folder_list(path, "", &names);
  if (count < 0 && errno == ENOENT) return make_folder(path, error);
  if (count < 0) return refuse(error, path, strerror(errno));
  hhx_folder_list_free(names, count);
  if (count == 0) return 0;
  if (resume) return judge_resume(path, spec_hash, state, error);
  bool unfinished = has(path, "runs.journal");
  if (unfinished && is_held(path))
    return refuse(error, path, "another handhold is writing this folder");
  if (force) return clear(path, error);
  return refuse(error, path,
                unfinished ? "holds an unfinished result: --resume goes on, --force begins anew"
                           : "is not empty; take another --out, or --force to replace a result");
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
