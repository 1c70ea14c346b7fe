/* Parameter files on disk: read for --set-file, written with the comments that say where the
 * values come from. The lines are core's (actor/params_text.h). */
#ifndef HHX_PARAMS_FILE_H
#define HHX_PARAMS_FILE_H

#include "spec.h"

/* What a file sets, in its order. */
struct HhxParamsFile {
  const char *path; /* the caller's */
  HhxSetting *settings;
  int *lines; /* of each setting */
  int count;
};

/* False and *error (file, line, column, name, fault and remedy) when the file is wrong. */
bool hhx_params_file_read(const char *path, HhxParamsFile *file, HhxError *error);

void hhx_params_file_free(HhxParamsFile *file);

/* Each comment becomes one line or, between its line ends, several. 0, or *error and exit code 1;
 * the file appears whole or not at all. */
int hhx_params_file_write(const char *path, const char *const *comments, int comment_count,
                          const HhxSetting *settings, int setting_count, HhxError *error);

#endif
