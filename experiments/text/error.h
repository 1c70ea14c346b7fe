/* Error lines of the readers: where, which key, what is wrong and what to do instead. */
#ifndef HHX_ERROR_H
#define HHX_ERROR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct HhxError {
  char text[640]; /* one or more complete lines for stderr, without the final newline */
} HhxError;

/* What a user wrote, fit for an error line. */
typedef struct HhxShown {
  char text[72];
} HhxShown;

/* Control characters become ?, and a long text is cut, with "..." in its place. */
HhxShown hhx_shown(const char *text);

/* Writes "path:line:column: error: key: ..." and returns false. Line 0 leaves the place out, a
 * null path the path too, a null key the key. */
bool hhx_error_at(HhxError *error, const char *path, int line, int column, const char *key,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));

/* The whole of a file (or of standard input, "-"), at most `most` bytes; null and *error when it
 * cannot be read or is longer. The caller frees it. */
char *hhx_file_read(const char *path, size_t most, size_t *size, HhxError *error);

/* How errors name `path`: "<stdin>" for "-". */
const char *hhx_path_shown(const char *path);

#endif
