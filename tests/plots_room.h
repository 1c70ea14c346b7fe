/* What tests of pictures share: a result folder with an awkward name, and questions about it. */
#ifndef PLOTS_ROOM_H
#define PLOTS_ROOM_H

#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "plot.h"

#define AWKWARD "it's \"a\" $(folder) `of` |results <1>"

#define IN_ROOM(test) cmocka_unit_test_setup_teardown(test, room_open, room_close)

enum { TEXT = 1 << 22 };

typedef struct Room {
  char top[64];
  char out[256];
  char text[TEXT];
} Room;

static inline int room_open(void **state)
{
  Room *room = calloc(1, sizeof *room);
  if (!room) return -1;
  snprintf(room->top, sizeof room->top, "/tmp/handhold-plots-XXXXXX");
  if (!mkdtemp(room->top)) return -1;
  snprintf(room->out, sizeof room->out, "%s/" AWKWARD, room->top);
  *state = room;
  return mkdir(room->out, 0777);
}

static inline int entry_remove(const char *path, const struct stat *status, int kind,
                               struct FTW *at)
{
  (void)status, (void)kind, (void)at;
  return remove(path);
}

static inline int room_close(void **state)
{
  Room *room = *state;
  nftw(room->top, entry_remove, 8, FTW_DEPTH | FTW_PHYS);
  free(room);
  unsetenv("HANDHOLD_PLOTS");
  return 0;
}

static inline FILE *file_open(const Room *room, const char *name)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s", room->out, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  return file;
}

/* The text of a file of the result folder; null when there is none. */
static inline const char *file_text(Room *room, const char *name)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s", room->out, name);
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  size_t size = fread(room->text, 1, TEXT - 1, file);
  room->text[size] = '\0';
  fclose(file);
  return room->text;
}

/* What plotting says on stderr goes to OUT/stderr. */
static inline int plotted(Room *room, const HhxSpec *spec,
                          int (*plot)(const HhxSpec *, const char *, bool))
{
  FILE *errors = file_open(room, "stderr");
  fflush(stderr);
  int kept = dup(STDERR_FILENO);
  dup2(fileno(errors), STDERR_FILENO);
  int code = plot(spec, room->out, true);
  fflush(stderr);
  dup2(kept, STDERR_FILENO);
  close(kept);
  fclose(errors);
  return code;
}

static inline void assert_picture(Room *room, const char *name, const char *words)
{
  const char *text = file_text(room, name);
  if (!text) fail_msg("no %s", name);
  assert_non_null(strstr(text, "<svg"));
  assert_non_null(strstr(text, "</svg>"));
  if (!strstr(text, words)) fail_msg("%s does not say '%s'", name, words);
}

static inline void assert_silent(Room *room)
{
  assert_string_equal(file_text(room, "stderr"), "");
}

static inline int pictures(const Room *room, const char *suffix)
{
  int count = 0;
  DIR *folder = opendir(room->out);
  assert_non_null(folder);
  for (const struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name), tail = strlen(suffix);
    count += length > tail && strcmp(entry->d_name + length - tail, suffix) == 0;
  }
  closedir(folder);
  return count;
}

/* --force and an interrupted run tell our pictures from others by their names. */
static inline void assert_names_known(const Room *room)
{
  HhxPictures now, before;
  assert_true(hhx_pictures_look(room->out, &now));
  assert_true(hhx_pictures_look(room->out, &before));
  int count = now.count;
  hhx_pictures_keep_ours(&now, &before, 0);
  assert_int_equal(now.count, count);
  hhx_pictures_free(&now);
  hhx_pictures_free(&before);
}

#endif
