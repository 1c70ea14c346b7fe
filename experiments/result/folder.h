/* The folder a result goes to.
 *
 * A new result wants a folder that is absent or empty (but for what submit.h puts there). --resume
 * takes one with a journal (goes on), a finished one of the same request (nothing to do), or an
 * absent or empty one (begins).
 * --force removes the earlier result first, by name: the files that every result may have, the
 * pictures that its provenance.json names, and drafts of them. Anything else stays; and where such
 * a file is no result of ours, or another process is writing, the request is refused.
 *
 * A shard's folder keeps its journal, which is its result, and is finished once provenance.json is
 * there. Where the spec is not that of the folder, the first line that differs is named.
 *
 * Whoever writes into a folder holds the lock of its runs.journal, from before the folder is judged
 * and emptied until after the journal, the last thing, has gone. So two at once cannot mix, and
 * what a request that is refused has made is removed again. */
#ifndef HHX_FOLDER_H
#define HHX_FOLDER_H

#include <stdbool.h>
#include <time.h>

#include "journal.h"
#include "spec.h"

/* What the folder is wanted for. */
typedef struct HhxFolderWish {
  HhxJournalKey key;
  const HhxSpec *spec; /* to say what differs from the folder's; may be null */
  bool resume, force;
} HhxFolderWish;

typedef enum HhxFolderState {
  HHX_FOLDER_EMPTY,
  HHX_FOLDER_UNFINISHED,
  HHX_FOLDER_FINISHED
} HhxFolderState;

typedef struct HhxFolder {
  HhxFolderState state;
  HhxJournal *journal; /* ready for the wish's runs; null when the result is finished */
} HhxFolder;

/* Looks, makes or empties the folder, and locks it. 0 and *folder; or *error and an exit code: 2
 * when the wish is refused (then nothing was changed), 1 when the system would not. */
int hhx_folder_take(const char *path, const HhxFolderWish *wish, HhxFolder *folder,
                    HhxError *error);

/* Makes a folder and those above it that are missing; 0, or *error and an exit code. */
int hhx_folder_make(const char *path, HhxError *error);

/* Closes the journal. */
void hhx_folder_leave(HhxFolder *folder);

/* After a refusal: where the folder's spec.yaml is not `spec`, adds the first line that differs.
 * `spec` may be null. */
void hhx_folder_tell_difference(const char *path, const HhxSpec *spec, HhxError *error);

/* path/name in new memory; null when memory ran out. */
char *hhx_folder_file(const char *path, const char *name);

/* The whole of path/name, a plain file, in new memory; null when it cannot be read. */
char *hhx_folder_text(const char *path, const char *name);

/* Makes names of the folder survive a power cut; 0, or *error and 1. */
int hhx_folder_sync(const char *path, HhxError *error);

/* Names in the folder that end in `suffix`, sorted. -1 and errno when it cannot be read. */
int hhx_folder_list(const char *path, const char *suffix, char ***names);
void hhx_folder_list_free(char **names, int count);

/* The pictures of a folder, to tell afterwards which of them are drawn since. */
typedef struct HhxPictures {
  char **names;
  struct timespec *times; /* of the last change */
  uint64_t *files;        /* inodes */
  int count;
} HhxPictures;

/* False when they cannot be read. */
bool hhx_pictures_look(const char *path, HhxPictures *pictures);
void hhx_pictures_free(HhxPictures *pictures);

/* Leaves in `now` the pictures of this result: those that are not in `before`, or another file
 * there; and, drawn by an earlier attempt, those by the names that plot.h gives which are no older
 * than `begun`. */
void hhx_pictures_keep_ours(HhxPictures *now, const HhxPictures *before, time_t begun);

/* trace_SCENE_MOVER and the ending, as any file system takes it: a colon becomes _. */
void hhx_folder_trace(const HhbScene *scene, HhMover mover, const char *ending, char *name,
                      size_t size);

#endif
