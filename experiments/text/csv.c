/* Buffered CSV to drafts that are renamed when whole, and a reader of small sheets. See the header.
 */
#include "csv.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "metrics.h"
#include "number.h"

enum { BUFFER_SIZE = 1 << 16 };

/* What a draft's name has more than the file's: .XXXXXX.tmp */
enum { DRAFT_LETTERS = 6, DRAFT_MORE = 1 + DRAFT_LETTERS + 4 };
static const char draft_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";

struct HhxCsv {
  int fd;
  bool borrowed;     /* standard output, which others use too */
  int failed;        /* errno of the first failure */
  int columns, cell; /* of the first row, of this one */
  bool first_row;
  size_t used;
  char *path;
  char *draft; /* renamed to path at the end; null when path is written directly */
  char buffer[BUFFER_SIZE];
};

bool hhx_csv_in_place(const char *path)
{
  struct stat status;
  return strcmp(path, "-") == 0 || (lstat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

bool hhx_same_file(const char *one, const char *other)
{
  struct stat a, b;
  return one && other && stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

size_t hhx_csv_draft_of(const char *name)
{
  size_t length = strlen(name);
  if (length <= DRAFT_MORE || strcmp(name + length - 4, ".tmp") != 0) return 0;
  const char *more = name + length - DRAFT_MORE;
  return more[0] == '.' && strspn(more + 1, draft_letters) == DRAFT_LETTERS ? length - DRAFT_MORE
                                                                            : 0;
}

int hhx_exit_code(int cause)
{
  static const int wrong[] = {ENOENT,       ENOTDIR, EISDIR, EEXIST, ENOTEMPTY, ELOOP,
                              ENAMETOOLONG, EACCES,  EPERM,  EROFS,  EINVAL,    ENXIO};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    if (cause == wrong[i]) return 2;
  return 1;
}

int hhx_plain_open(const char *path)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat status;
  if (fd < 0 || (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))) return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

static void csv_free(HhxCsv *csv)
{
  free(csv->path);
  free(csv->draft);
  free(csv);
}

/* Makes the draft, under a name that nobody has. Its file descriptor, or -1 and errno. */
static int open_draft(HhxCsv *csv)
{
  enum { TRIES = 100 };
  struct stat status;
  size_t length = strlen(csv->path);
  errno = ENOENT;
  if (length == 0) return -1;
  errno = EISDIR;
  if (csv->path[length - 1] == '/') return -1;
  if (lstat(csv->path, &status) == 0 && S_ISDIR(status.st_mode)) return -1;
  errno = ENOMEM;
  csv->draft = malloc(length + DRAFT_MORE + 1);
  if (!csv->draft) return -1;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  uint64_t hash = hh_hash_word(hh_hash_start(), (uint64_t)getpid());
  hash = hh_hash_word(hash, (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
  for (int i = 0; i < TRIES; i++) {
    uint64_t rest = hh_hash_end(hash = hh_hash_word(hash, (uint64_t)i));
    char letters[DRAFT_LETTERS + 1] = "";
    for (int j = 0; j < DRAFT_LETTERS; j++, rest /= sizeof draft_letters - 1)
      letters[j] = draft_letters[rest % (sizeof draft_letters - 1)];
    snprintf(csv->draft, length + DRAFT_MORE + 1, "%s.%s.tmp", csv->path, letters);
    int fd = open(csv->draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

static HhxCsv *csv_open(const char *path, bool in_place, HhxError *error)
{
  HhxCsv *csv = calloc(1, sizeof *csv);
  size_t length = strlen(path);
  if (csv) csv->path = malloc(length + 1);
  if (!csv || !csv->path) {
    free(csv);
    snprintf(error->text, sizeof error->text, "cannot write %s: memory ran out", path);
    errno = ENOMEM;
    return NULL;
  }
  memcpy(csv->path, path, length + 1);
  csv->first_row = true;
  csv->borrowed = in_place && strcmp(path, "-") == 0;
  if (csv->borrowed)
    csv->fd = STDOUT_FILENO;
  else if (in_place)
    csv->fd = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC);
  else
    csv->fd = open_draft(csv);
  if (csv->fd >= 0) return csv;
  int cause = errno;
  snprintf(error->text, sizeof error->text, "cannot write %s: %s",
           path[0] != '\0' ? path : "a file without a name", strerror(cause));
  csv_free(csv);
  errno = cause;
  return NULL;
}

HhxCsv *hhx_csv_open(const char *path, HhxError *error)
{
  return csv_open(path, false, error);
}

HhxCsv *hhx_csv_open_anywhere(const char *path, HhxError *error)
{
  return csv_open(path, hhx_csv_in_place(path), error);
}

static void put_out(HhxCsv *csv, const char *bytes, size_t size)
{
  while (size > 0 && csv->failed == 0) {
    ssize_t done = write(csv->fd, bytes, size);
    if (done >= 0) {
      bytes += done;
      size -= (size_t)done;
    } else if (errno != EINTR) {
      csv->failed = errno;
    }
  }
}

static void flush(HhxCsv *csv)
{
  put_out(csv, csv->buffer, csv->used);
  csv->used = 0;
}

void hhx_csv_bytes(HhxCsv *csv, const void *bytes, size_t size)
{
  if (size > BUFFER_SIZE - csv->used) flush(csv);
  if (size > BUFFER_SIZE) {
    put_out(csv, bytes, size);
  } else {
    memcpy(csv->buffer + csv->used, bytes, size);
    csv->used += size;
  }
}

static void begin_cell(HhxCsv *csv)
{
  if (csv->cell++ > 0) hhx_csv_bytes(csv, ",", 1);
  assert(csv->first_row || csv->cell <= csv->columns);
}

void hhx_csv_text(HhxCsv *csv, const char *text)
{
  begin_cell(csv);
  if (strpbrk(text, ",\"\r\n") == NULL) {
    hhx_csv_bytes(csv, text, strlen(text));
    return;
  }
  hhx_csv_bytes(csv, "\"", 1);
  for (const char *quote; (quote = strchr(text, '"')) != NULL; text = quote + 1) {
    hhx_csv_bytes(csv, text, (size_t)(quote - text));
    hhx_csv_bytes(csv, "\"\"", 2);
  }
  hhx_csv_bytes(csv, text, strlen(text));
  hhx_csv_bytes(csv, "\"", 1);
}

void hhx_csv_number(HhxCsv *csv, double value)
{
  begin_cell(csv);
  if (hhb_is_missing(value)) return;
  char text[HHX_NUMBER_SIZE];
  hhx_csv_bytes(csv, text, hhx_number_write(value, text));
}

void hhx_csv_count(HhxCsv *csv, int64_t value)
{
  begin_cell(csv);
  char text[HHX_NUMBER_SIZE];
  hhx_csv_bytes(csv, text, hhx_number_count(value, text));
}

void hhx_csv_hash(HhxCsv *csv, uint64_t hash)
{
  begin_cell(csv);
  char text[HHX_NUMBER_SIZE];
  hhx_csv_bytes(csv, text, hhx_number_hash(hash, text));
}

void hhx_csv_empty(HhxCsv *csv)
{
  begin_cell(csv);
}

void hhx_csv_end(HhxCsv *csv)
{
  if (csv->first_row) csv->columns = csv->cell;
  assert(csv->cell == csv->columns);
  csv->first_row = false;
  csv->cell = 0;
  hhx_csv_bytes(csv, HHX_CSV_LINE_END, sizeof HHX_CSV_LINE_END - 1);
}

const char *hhx_csv_written(const HhxCsv *csv)
{
  return csv->draft ? csv->draft : csv->path;
}

int hhx_csv_failed(const HhxCsv *csv)
{
  return csv->failed;
}

bool hhx_csv_close(HhxCsv *csv, HhxError *error)
{
  flush(csv);
  /* A pipe or a terminal cannot be synced, and says so. */
  if (csv->failed == 0 && csv->draft && fsync(csv->fd) != 0) csv->failed = errno;
  if (!csv->borrowed && close(csv->fd) != 0 && csv->failed == 0) csv->failed = errno;
  if (csv->failed == 0 && csv->draft && rename(csv->draft, csv->path) != 0) csv->failed = errno;
  bool done = csv->failed == 0;
  if (!done) {
    snprintf(error->text, sizeof error->text, "cannot write %s: %s", csv->path,
             strerror(csv->failed));
    if (csv->draft) unlink(csv->draft);
  }
  csv_free(csv);
  return done;
}

void hhx_csv_discard(HhxCsv *csv)
{
  if (!csv) return;
  if (!csv->borrowed) close(csv->fd);
  if (csv->draft) unlink(csv->draft);
  csv_free(csv);
}

int hhx_csv_finish(HhxCsv *csv, int code, HhxError *error)
{
  if (code == 0) return hhx_csv_close(csv, error) ? 0 : 1;
  hhx_csv_discard(csv);
  return code;
}

int hhx_csv_file(const char *path, const char *text, HhxError *error)
{
  if (!text) {
    snprintf(error->text, sizeof error->text, "cannot write %s: memory ran out", path);
    return 1;
  }
  HhxCsv *csv = hhx_csv_open(path, error);
  if (!csv) return 1;
  hhx_csv_bytes(csv, text, strlen(text));
  return hhx_csv_close(csv, error) ? 0 : 1;
}

/* The whole file and a final zero; null with errno. */
static char *read_whole(const char *path, size_t *size)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return NULL;
  size_t room = 1 << 16;
  char *bytes = malloc(room);
  *size = 0;
  while (bytes) {
    ssize_t got = read(fd, bytes + *size, room - *size - 1);
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    char *wider = bytes;
    if (got > 0) {
      *size += (size_t)got;
      if (*size + 1 < room) continue;
      wider = realloc(bytes, room *= 2);
    }
    if (got < 0 || !wider) {
      int cause = got < 0 ? errno : ENOMEM;
      free(bytes);
      close(fd);
      errno = cause;
      return NULL;
    }
    bytes = wider;
  }
  close(fd);
  if (bytes)
    bytes[*size] = '\0';
  else
    errno = ENOMEM;
  return bytes;
}

char *hhx_csv_cut(char *at, char **cell, bool *ended)
{
  *cell = at;
  char *to = at;
  if (*at == '"') {
    for (at++;; at++) {
      if (*at == '\0') return NULL;
      if (*at == '"' && *++at != '"') break;
      *to++ = *at;
    }
  } else {
    at += strcspn(at, ",\"\r\n");
    to = at;
  }
  if (at[0] == '\r' && at[1] == '\n') at++;
  if (*at != ',' && *at != '\n' && *at != '\0') return NULL;
  *ended = *at != ',';
  if (*at != '\0') at++;
  *to = '\0';
  return at;
}

bool hhx_sheet_read(const char *path, HhxSheet *sheet, HhxError *error)
{
  size_t size = 0;
  *sheet = (HhxSheet){.bytes = read_whole(path, &size)};
  if (!sheet->bytes) {
    snprintf(error->text, sizeof error->text, "cannot read %s: %s", path, strerror(errno));
    return false;
  }
  if (size == 0 || strlen(sheet->bytes) != size) {
    snprintf(error->text, sizeof error->text, "%s: %s", path,
             size == 0 ? "empty, a header is needed" : "a zero byte: this is no text");
    hhx_sheet_free(sheet);
    return false;
  }

  size_t most = 1;
  for (size_t i = 0; i < size; i++)
    most += sheet->bytes[i] == ',' || sheet->bytes[i] == '\n';
  sheet->cells = malloc(most * sizeof *sheet->cells);
  const char *fault = sheet->cells ? NULL : "memory ran out";
  int64_t count = 0;
  for (char *at = sheet->bytes; !fault && *at != '\0';) {
    int64_t before = count;
    for (bool ended = false; !ended && !fault;) {
      at = hhx_csv_cut(at, &sheet->cells[count], &ended);
      if (at)
        count++;
      else
        fault = "a quote out of place";
    }
    if (fault) break;
    if (sheet->rows == 0) sheet->columns = (int)count;
    if (count - before != sheet->columns) fault = "more or fewer cells than the header";
    sheet->rows += fault == NULL;
  }
  if (fault) {
    snprintf(error->text, sizeof error->text, "%s: row %lld: %s", path, (long long)sheet->rows + 1,
             fault);
    hhx_sheet_free(sheet);
    return false;
  }
  return true;
}

void hhx_sheet_free(HhxSheet *sheet)
{
  free(sheet->bytes);
  free(sheet->cells);
  *sheet = (HhxSheet){0};
}

const char *hhx_sheet_cell(const HhxSheet *sheet, int64_t row, int column)
{
  assert(row >= 0 && row < sheet->rows && column >= 0 && column < sheet->columns);
  return sheet->cells[row * sheet->columns + column];
}

int hhx_sheet_column(const HhxSheet *sheet, const char *name)
{
  for (int i = 0; i < sheet->columns; i++)
    if (strcmp(sheet->cells[i], name) == 0) return i;
  return -1;
}

bool hhx_sheet_number(const HhxSheet *sheet, int64_t row, int column, double *value)
{
  const char *text = hhx_sheet_cell(sheet, row, column);
  if (*text != '\0') return hhx_number_read(text, value);
  *value = hhb_missing();
  return true;
}
