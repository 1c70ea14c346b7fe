/* Facts about build, machine and request, as JSON, and reading back of a past one. See the header.
 */
#include "provenance.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "csv.h"

/* The build says these; see CMakeLists.txt. */
#ifndef HHX_VERSION
#define HHX_VERSION "0"
#endif
#ifndef HHX_COMMIT
#define HHX_COMMIT "unknown"
#endif
#ifndef HHX_FLAGS
#define HHX_FLAGS "unknown"
#endif
#ifndef HHX_BUILD_TYPE
#define HHX_BUILD_TYPE "unknown"
#endif

#ifdef __clang__
static const char compiler[] = "clang " __clang_version__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif

static const char commit[] = HHX_COMMIT; /* as git describe gives it, -dirty at the end */

const char *hhx_provenance_version(void)
{
  return HHX_VERSION " commit " HHX_COMMIT;
}

/* First line of `path` that begins with `key`, without key, colon and blanks. */
static void find_line(const char *path, const char *key, char *text, size_t size,
                      const char *otherwise)
{
  snprintf(text, size, "%s", otherwise);
  FILE *file = fopen(path, "r");
  if (!file) return;
  char line[512];
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, key, strlen(key)) != 0) continue;
    const char *from = line + strlen(key);
    from += strspn(from, "\t :");
    snprintf(text, size, "%.*s", (int)strcspn(from, "\n"), from);
    break;
  }
  fclose(file);
}

/* A command line may hold bytes that are no UTF-8; JSON may not. */
static json_t *json_words(const char *word)
{
  json_t *json = json_string(word);
  if (json) return json;
  char *plain = malloc(strlen(word) + 1);
  if (!plain) return NULL;
  for (size_t i = 0; i <= strlen(word); i++)
    plain[i] = (unsigned char)word[i] < 128 ? word[i] : '?';
  json = json_string(plain);
  free(plain);
  return json;
}

static json_t *json_list(const char *const *words, int count)
{
  json_t *list = json_array();
  for (int i = 0; i < count; i++)
    if (json_array_append_new(list, json_words(words[i])) != 0) {
      json_decref(list);
      return NULL;
    }
  return list;
}

static json_t *json_time(time_t time)
{
  struct tm utc;
  char text[32] = "";
  if (gmtime_r(&time, &utc)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return json_string(text);
}

static json_t *describe_build(void)
{
  static const char dirty_mark[] = "-dirty";
  size_t length = strlen(commit), mark = strlen(dirty_mark);
  bool dirty = length > mark && strcmp(commit + length - mark, dirty_mark) == 0;
  if (dirty) length -= mark;
  return json_pack("{s:s, s:s%, s:b, s:s, s:s, s:s}", "version", HHX_VERSION, "commit", commit,
                   length, "dirty", (int)dirty, "compiler", compiler, "flags", HHX_FLAGS,
                   "build_type", HHX_BUILD_TYPE);
}

static json_t *describe_machine(int threads)
{
  char model[256], governor[64];
  find_line("/proc/cpuinfo", "model name", model, sizeof model, "unknown");
  find_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "", governor, sizeof governor,
            "unavailable");
#ifdef __GLIBC__
  const char *libc = gnu_get_libc_version();
#else
  const char *libc = "unknown";
#endif
  return json_pack("{s:o, s:s, s:s, s:i}", "cpu", json_words(model), "governor", governor, "glibc",
                   libc, "threads", threads);
}

/* Over how many machines; what is not so is left out. */
static json_t *describe_parts(const HhxProvenance *p)
{
  json_t *json = json_object();
  if (p->ranks > 0) json_object_set_new(json, "ranks", json_integer(p->ranks));
  if (p->shard.number > 0) json_object_set_new(json, "shard", json_integer(p->shard.number));
  if (p->shard.count > 0) json_object_set_new(json, "shards", json_integer(p->shard.count));
  return json;
}

static json_t *describe(const HhxProvenance *p)
{
  char hash[20];
  snprintf(hash, sizeof hash, "h%016" PRIx64, p->spec_hash);
  int argc = p->argv ? p->argc : 0;
  return json_pack("{s:s, s:o, s:o, s:o, s:{s:o, s:s, s:I, s:I, s:b}, s:o, s:{s:o, s:o}, s:o}",
                   "command", p->command, "command_line",
                   json_list((const char *const *)p->argv, argc), "program", describe_build(),
                   "machine", describe_machine(p->threads), "spec", "name",
                   json_words(p->spec_name), "hash", hash, "runs", (json_int_t)p->runs,
                   "runs_from_before", (json_int_t)p->runs_before, "timing", (int)p->timing,
                   "parts", describe_parts(p), "time", "start", json_time(p->start), "end",
                   json_time(p->end), "plots", json_list(p->plots, p->plot_count));
}

int hhx_provenance_write(const HhxProvenance *provenance, const char *path, HhxError *error)
{
  json_t *json = describe(provenance);
  char *text = json ? json_dumps(json, JSON_INDENT(2)) : NULL;
  json_decref(json);
  int code = hhx_csv_file(path, text, error);
  free(text);
  return code;
}

static char *copy(const char *text)
{
  size_t size = strlen(text) + 1;
  char *fresh = malloc(size);
  if (fresh) memcpy(fresh, text, size);
  return fresh;
}

/* The version as hhx_provenance_version has it; null when it is not told. */
static char *past_version(const json_t *program)
{
  const char *version = json_string_value(json_object_get(program, "version"));
  const char *its_commit = json_string_value(json_object_get(program, "commit"));
  if (!version || !its_commit) return NULL;
  const char *mark = json_is_true(json_object_get(program, "dirty")) ? "-dirty" : "";
  size_t size = strlen(version) + strlen(its_commit) + sizeof " commit -dirty";
  char *text = malloc(size);
  if (text) snprintf(text, size, "%s commit %s%s", version, its_commit, mark);
  return text;
}

bool hhx_past_read(const char *path, HhxPast *past)
{
  *past = (HhxPast){0};
  int fd = hhx_plain_open(path);
  if (fd < 0) return false;
  json_t *json = json_loadfd(fd, 0, NULL);
  close(fd);
  json_t *spec = json_object_get(json, "spec");
  const char *command = json_string_value(json_object_get(json, "command"));
  const char *hash = json_string_value(json_object_get(spec, "hash"));
  bool ours = command && hash && hash[0] == 'h' && strlen(hash) == 17 &&
              strspn(hash + 1, "0123456789abcdef") == 16;
  if (ours) {
    past->command = copy(command);
    past->version = past_version(json_object_get(json, "program"));
    past->timing = json_is_true(json_object_get(spec, "timing"));
    past->spec_hash = strtoull(hash + 1, NULL, 16);
    json_t *plots = json_object_get(json, "plots");
    past->plots = calloc(json_array_size(plots) + 1, sizeof *past->plots);
    for (size_t i = 0; past->plots && i < json_array_size(plots); i++) {
      const char *name = json_string_value(json_array_get(plots, i));
      char *fresh = name ? copy(name) : NULL;
      if (fresh) past->plots[past->plot_count++] = fresh;
    }
  }
  json_decref(json);
  return ours;
}

void hhx_past_free(HhxPast *past)
{
  for (int i = 0; i < past->plot_count; i++)
    free(past->plots[i]);
  free(past->plots);
  free(past->command);
  free(past->version);
  *past = (HhxPast){0};
}
