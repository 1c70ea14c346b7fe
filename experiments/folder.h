/* The folder a result goes to.
 *
 * A new result wants a folder that is absent or empty. --resume takes one with a journal (goes
 * on), a finished one of the same spec (nothing to do), or an absent or empty one (begins).
 * --force removes the earlier result first, by name: the fixed files and those that its
 * datapackage.json and provenance.json name, and their .tmp. Anything else stays; and where such
 * a file is no result of ours, or another process is writing, the request is refused. */
#ifndef HHX_FOLDER_H
#define HHX_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "spec.h"

typedef enum HhxFolderState {
  HHX_FOLDER_EMPTY,
  HHX_FOLDER_UNFINISHED,
  HHX_FOLDER_FINISHED
} HhxFolderState;

/* Looks, and makes or empties the folder. 0 and *state; or *error and an exit code: 2 when the
 * request is refused (then nothing was changed), 1 when the file system would not. */
int hhx_folder_prepare(const char *path, bool resume, bool force, uint64_t spec_hash,
                       HhxFolderState *state, HhxError *error);

/* path/name in new memory; null when memory ran out. */
char *hhx_folder_file(const char *path, const char *name);

/* Makes names of the folder survive a power cut; 0, or *error and 1. */
int hhx_folder_sync(const char *path, HhxError *error);

/* Names in the folder that end in `suffix`, sorted. -1 when it cannot be read. */
int hhx_folder_list(const char *path, const char *suffix, char ***names);
void hhx_folder_list_free(char **names, int count);

#endif
