/* Records at their own places in one sparse file, each with its checksum. See the header. */
#include "journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "csv.h"
#include "metrics.h"
#include "provenance.h"

/* Whole words only, so no byte of the file is padding. */
typedef struct Header {
  char magic[16];
  uint64_t order; /* 1, in the machine's byte order */
  uint64_t spec_hash;
  uint64_t metrics_hash; /* of names and kinds */
  int64_t runs;
  int64_t metric_count;
  int64_t record_size;
  int64_t timing;
  int64_t shard, shards; /* 0, 0: all runs */
  char command[16];
  char version[128];
  int64_t begun;     /* seconds since 1970; this and what follows differ between equal requests */
  uint64_t checksum; /* of all before */
} Header;

typedef struct Record {
  uint64_t checksum; /* of the run's number and all that follows */
  int64_t status;
  uint64_t state_hash;
  double metrics[HHB_METRIC_COUNT];
} Record;

enum { HEADER_SIZE = 512 };

struct HhxJournal {
  int fd;
  char *path;
  bool made; /* by us */
  int64_t runs;
  _Atomic int64_t written, synced; /* records in this session */
};

static const char magic[16] = "handhold journal";

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
  assert(size % sizeof(uint64_t) == 0);
  for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, (const char *)bytes + i, sizeof word);
    hash = hh_hash_word(hash, word);
  }
  return hash;
}

static uint64_t header_checksum(const Header *header)
{
  return hh_hash_end(hash_bytes(hh_hash_start(), header, offsetof(Header, checksum)));
}

/* Never 0, which is what a hole reads as. */
static uint64_t record_checksum(const Record *record, int64_t run)
{
  uint64_t hash = hh_hash_word(hh_hash_start(), (uint64_t)run);
  hash = hash_bytes(hash, &record->status, sizeof *record - sizeof record->checksum);
  hash = hh_hash_end(hash);
  return hash ? hash : 1;
}

static Header make_header(const HhxJournalKey *key)
{
  Header header = {.order = 1,
                   .spec_hash = key->spec_hash,
                   .metrics_hash = hh_hash_start(),
                   .runs = key->runs,
                   .metric_count = HHB_METRIC_COUNT,
                   .record_size = sizeof(Record),
                   .timing = key->timing,
                   .shard = key->shard.number,
                   .shards = key->shard.count,
                   .begun = time(NULL)};
  memcpy(header.magic, magic, sizeof magic);
  memcpy(header.command, key->command, sizeof header.command);
  for (int i = 0; i < HHB_METRIC_COUNT; i++) {
    header.metrics_hash = hh_hash_word(header.metrics_hash, hhb_metric_table[i].kind);
    for (const char *at = hhb_metric_table[i].name; *at; at++)
      header.metrics_hash = hh_hash_word(header.metrics_hash, (uint64_t)*at);
  }
  snprintf(header.version, sizeof header.version, "%s", hhx_provenance_version());
  header.checksum = header_checksum(&header);
  return header;
}

/* 0 or errno; a short write is a full disk. */
static int write_whole(int fd, const void *bytes, size_t size, off_t at)
{
  const char *from = bytes;
  while (size > 0) {
    ssize_t done = pwrite(fd, from, size, at);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    if (done == 0) return ENOSPC;
    from += done;
    at += done;
    size -= (size_t)done;
  }
  return 0;
}

/* Number of bytes that were there, or -1. */
static ssize_t read_whole(int fd, void *bytes, size_t size, off_t at)
{
  size_t have = 0;
  while (have < size) {
    ssize_t got = pread(fd, (char *)bytes + have, size - have, at + (off_t)have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    have += (size_t)got;
  }
  return (ssize_t)have;
}

/* Why this program cannot read the records of a header that is whole, or null. */
static const char *strangeness(const Header *found, const Header *ours)
{
  if (found->order != ours->order) return "a machine of another byte order wrote it";
  if (strncmp(found->version, ours->version, sizeof found->version) != 0)
    return "another version of handhold wrote it";
  if (found->metric_count != ours->metric_count || found->metrics_hash != ours->metrics_hash ||
      found->record_size != ours->record_size)
    return "it holds other metrics";
  return NULL;
}

/* Why a header that is whole is not the wanted one, or null; `text` has the room. */
static const char *difference(const Header *found, const Header *wanted, char *text, size_t size)
{
  const char *fault = strangeness(found, wanted);
  if (fault) return fault;
  if (found->spec_hash != wanted->spec_hash || found->runs != wanted->runs)
    snprintf(text, size, "it belongs to another spec");
  else if (strncmp(found->command, wanted->command, sizeof found->command) != 0)
    snprintf(text, size, "handhold %.16s began it", found->command);
  else if (found->timing != wanted->timing)
    snprintf(text, size, "it was begun with --timing=%s", found->timing ? "on" : "off");
  else if (found->shards == 0 && wanted->shards != 0)
    snprintf(text, size, "it is of all runs and no shard");
  else if (found->shard != wanted->shard || found->shards != wanted->shards)
    snprintf(text, size, "it is shard %lld/%lld", (long long)found->shard,
             (long long)found->shards);
  else
    return NULL;
  return text;
}

/* Opens a plain file, or makes it. */
static int open_plain(const char *path, bool *made)
{
  for (;;) {
    *made = false;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd >= 0 || errno != ENOENT) return fd;
    *made = true;
    fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

/* Opens the file and locks that very file: one that is removed meanwhile is opened anew. The file
 * descriptor; or -1 or -2, the exit code, and *error. */
static int open_locked(const char *path, bool *made, HhxError *error)
{
  for (;;) {
    int fd = open_plain(path, made);
    struct stat opened, named;
    if (fd < 0 || fstat(fd, &opened) != 0) {
      int cause = errno;
      if (fd >= 0) close(fd);
      snprintf(error->text, sizeof error->text, "cannot write %s: %s", path, strerror(cause));
      return -hhx_exit_code(cause);
    }
    if (!S_ISREG(opened.st_mode)) {
      close(fd);
      snprintf(error->text, sizeof error->text, "%s is no plain file; take another --out", path);
      return -2;
    }
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &lock) != 0) {
      int cause = errno;
      bool held = cause == EACCES || cause == EAGAIN;
      close(fd);
      snprintf(error->text, sizeof error->text, "%s: %s", path,
               held ? "another handhold is writing this folder; wait for it, or take another --out"
                    : strerror(cause));
      return held ? -2 : -1;
    }
    if (lstat(path, &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev)
      return fd;
    close(fd);
  }
}

/* One without a file yet; null and *error when memory ran out. */
static HhxJournal *make(const char *path, HhxError *error)
{
  HhxJournal *journal = calloc(1, sizeof *journal);
  size_t size = strlen(path) + 1;
  if (journal) journal->path = malloc(size);
  if (!journal || !journal->path) {
    free(journal);
    snprintf(error->text, sizeof error->text, "%s: memory ran out", path);
    return NULL;
  }
  memcpy(journal->path, path, size);
  journal->fd = -1;
  return journal;
}

int hhx_journal_lock(const char *path, HhxJournal **journal, HhxError *error)
{
  *journal = make(path, error);
  if (!*journal) return 1;
  int fd = open_locked(path, &(*journal)->made, error);
  if (fd >= 0) {
    (*journal)->fd = fd;
    return 0;
  }
  hhx_journal_close(*journal);
  *journal = NULL;
  return -fd;
}

HhxJournalKind hhx_journal_kind(const HhxJournal *journal)
{
  char found[sizeof magic];
  ssize_t size = read_whole(journal->fd, found, sizeof found, 0);
  if (size < 0 || memcmp(found, magic, (size_t)size) != 0) return HHX_JOURNAL_FOREIGN;
  return size < (ssize_t)sizeof magic ? HHX_JOURNAL_BLANK : HHX_JOURNAL_OURS;
}

bool hhx_journal_is_made(const HhxJournal *journal)
{
  return journal->made;
}

const char *hhx_journal_path(const HhxJournal *journal)
{
  return journal->path;
}

static bool is_whole(const Header *header, ssize_t size)
{
  return size == sizeof *header && memcmp(header->magic, magic, sizeof magic) == 0 &&
         header->checksum == header_checksum(header);
}

time_t hhx_journal_begun(const HhxJournal *journal)
{
  Header found = {0};
  ssize_t size = read_whole(journal->fd, &found, sizeof found, 0);
  return is_whole(&found, size) ? (time_t)found.begun : 0;
}

/* 0 when the header is the wanted one, -1 when it is yet to be written, or *error and a code. */
static int check_header(const HhxJournal *journal, const Header *wanted, HhxError *error)
{
  Header found = {0};
  ssize_t size = read_whole(journal->fd, &found, sizeof found, 0);
  if (size < 0) {
    snprintf(error->text, sizeof error->text, "cannot read %s: %s", journal->path, strerror(errno));
    return 1;
  }
  if (is_whole(&found, size)) {
    char text[64];
    const char *fault = difference(&found, wanted, text, sizeof text);
    if (!fault) return 0;
    snprintf(error->text, sizeof error->text,
             "%s: %s (%.120s, spec %016llx; now %.120s, spec %016llx)\n"
             "take another --out, or --force to begin anew",
             journal->path, fault, found.version, (unsigned long long)found.spec_hash,
             wanted->version, (unsigned long long)wanted->spec_hash);
    return 2;
  }
  /* Records follow only a header that is on the disk, so part of one has nothing to lose. */
  size_t same = (size_t)size < offsetof(Header, begun) ? (size_t)size : offsetof(Header, begun);
  if (size < (ssize_t)sizeof found && memcmp(&found, wanted, same) == 0) return -1;
  bool ours = size >= (ssize_t)sizeof magic && memcmp(found.magic, magic, sizeof magic) == 0;
  snprintf(error->text, sizeof error->text, "%s: %s", journal->path,
           ours ? "the head is damaged; --force begins anew"
                : "another program wrote it; take another --out");
  return 2;
}

int hhx_journal_begin(HhxJournal *journal, const HhxJournalKey *key, bool anew, HhxError *error)
{
  _Static_assert(sizeof(Header) <= HEADER_SIZE, "the header has its room");
  Header wanted = make_header(key);
  int code = anew ? -1 : check_header(journal, &wanted, error);
  if (code < 0) {
    int cause = ftruncate(journal->fd, 0) == 0 ? 0 : errno;
    if (!cause) cause = write_whole(journal->fd, &wanted, sizeof wanted, 0);
    if (!cause && fdatasync(journal->fd) != 0) cause = errno;
    if (cause)
      snprintf(error->text, sizeof error->text, "cannot write %s: %s", journal->path,
               strerror(cause));
    code = cause ? 1 : 0;
  }
  journal->runs = key->runs;
  atomic_init(&journal->written, 0);
  atomic_init(&journal->synced, 0);
  return code;
}

/* The header of a journal that is to be read; 0, or *error and an exit code. */
static int read_header(const HhxJournal *journal, HhxJournalKey *key, HhxError *error)
{
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  const HhxJournalKey none = {.runs = 0};
  Header found = {0}, ours = make_header(&none);
  if (fcntl(journal->fd, F_SETLK, &lock) != 0) {
    bool held = errno == EACCES || errno == EAGAIN;
    snprintf(error->text, sizeof error->text, "%s: %s", journal->path,
             held ? "another handhold is writing it; wait for it" : strerror(errno));
    return held ? 2 : 1;
  }
  if (!is_whole(&found, read_whole(journal->fd, &found, sizeof found, 0))) {
    snprintf(error->text, sizeof error->text, "%s: it is no journal, or its head is damaged",
             journal->path);
    return 2;
  }
  const char *fault = strangeness(&found, &ours);
  if (fault) {
    snprintf(error->text, sizeof error->text, "%s: %s (%.120s, now %.120s)", journal->path, fault,
             found.version, ours.version);
    return 2;
  }
  *key = (HhxJournalKey){.spec_hash = found.spec_hash,
                         .runs = found.runs,
                         .timing = found.timing != 0,
                         .shard = {(int)found.shard, (int)found.shards}};
  memcpy(key->command, found.command, sizeof key->command);
  return 0;
}

int hhx_journal_open_to_read(const char *path, HhxJournal **journal, HhxJournalKey *key,
                             HhxError *error)
{
  *journal = make(path, error);
  if (!*journal) return 1;
  (*journal)->fd = hhx_plain_open(path);
  int code = 0;
  if ((*journal)->fd < 0) {
    code = hhx_exit_code(errno);
    snprintf(error->text, sizeof error->text, "cannot read %s: %s", path, strerror(errno));
  } else {
    code = read_header(*journal, key, error);
    (*journal)->runs = key->runs;
  }
  if (code == 0) return 0;
  hhx_journal_close(*journal);
  *journal = NULL;
  return code;
}

int hhx_journal_open(const char *path, const HhxJournalKey *key, HhxJournal **journal,
                     HhxError *error)
{
  int code = hhx_journal_lock(path, journal, error);
  if (!*journal) return code;
  code = hhx_journal_begin(*journal, key, false, error);
  if (code == 0) return 0;
  hhx_journal_close(*journal);
  *journal = NULL;
  return code;
}

int hhx_journal_remove(HhxJournal *journal)
{
  return unlink(journal->path) == 0 ? 0 : errno;
}

void hhx_journal_close(HhxJournal *journal)
{
  if (!journal) return;
  if (journal->fd >= 0) close(journal->fd);
  free(journal->path);
  free(journal);
}

static off_t place(int64_t run)
{
  return HEADER_SIZE + (off_t)run * (off_t)sizeof(Record);
}

int hhx_journal_write(HhxJournal *journal, int64_t run, const HhbResult *result)
{
  assert(run >= 0 && run < journal->runs);
  Record record = {.status = result->status, .state_hash = result->state_hash};
  HhbMetrics metrics = result->metrics;
  memcpy(record.metrics, hhb_metric_values(&metrics), sizeof record.metrics);
  record.checksum = record_checksum(&record, run);
  int cause = write_whole(journal->fd, &record, sizeof record, place(run));
  if (!cause) atomic_fetch_add_explicit(&journal->written, 1, memory_order_release);
  return cause;
}

bool hhx_journal_read(const HhxJournal *journal, int64_t run, HhbResult *result)
{
  assert(run >= 0 && run < journal->runs);
  Record record;
  if (read_whole(journal->fd, &record, sizeof record, place(run)) != sizeof record) return false;
  if (record.checksum != record_checksum(&record, run)) return false;
  result->status = (HhStatus)record.status;
  result->state_hash = record.state_hash;
  memcpy(hhb_metric_values(&result->metrics), record.metrics, sizeof record.metrics);
  return true;
}

int hhx_journal_sync(HhxJournal *journal)
{
  int64_t written = atomic_load_explicit(&journal->written, memory_order_acquire);
  if (atomic_load(&journal->synced) == written) return 0;
  if (fdatasync(journal->fd) != 0) return errno;
  atomic_store(&journal->synced, written);
  return 0;
}
