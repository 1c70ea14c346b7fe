#include "journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "metrics.h"
#include "provenance.h"

/* Whole words only, so no byte of the file is padding. */
typedef struct Header {
  uint64_t checksum; /* of all that follows */
  char magic[16];    /* also tells the byte order: `order` reads 1 */
  uint64_t order;
  uint64_t spec_hash;
  uint64_t metrics_hash; /* of names and kinds */
  int64_t runs;
  int64_t metric_count;
  int64_t record_size;
  int64_t timing;
  char version[128];
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
  const char *from = header->magic;
  return hh_hash_end(hash_bytes(hh_hash_start(), from, sizeof *header - sizeof header->checksum));
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
                   .timing = key->timing};
  memcpy(header.magic, magic, sizeof magic);
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

/* Why a header that is whole is not the wanted one, or null. */
static const char *difference(const Header *found, const Header *wanted)
{
  if (found->order != wanted->order) return "a machine of another byte order wrote it";
  if (strncmp(found->version, wanted->version, sizeof found->version) != 0)
    return "another version of handhold wrote it";
  if (found->metric_count != wanted->metric_count || found->metrics_hash != wanted->metrics_hash ||
      found->record_size != wanted->record_size)
    return "it holds other metrics";
  if (found->spec_hash != wanted->spec_hash || found->runs != wanted->runs)
    return "it belongs to another spec";
  if (found->timing != wanted->timing)
    return found->timing ? "it was begun with --timing=on" : "it was begun with --timing=off";
  return NULL;
}

/* Opens the file and locks that very file: one that is removed meanwhile is opened anew. */
static int open_locked(const char *path, HhxError *error)
{
  for (;;) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
      snprintf(error->text, sizeof error->text, "cannot write %s: %s", path, strerror(errno));
      return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
      bool held = errno == EWOULDBLOCK;
      snprintf(error->text, sizeof error->text, "%s: %s", path,
               held ? "another handhold is writing this folder; wait for it, or take another --out"
                    : strerror(errno));
      close(fd);
      return held ? -2 : -1;
    }
    struct stat opened, named;
    if (fstat(fd, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino &&
        opened.st_dev == named.st_dev)
      return fd;
    close(fd);
  }
}

/* Compares the header with the wanted one, or writes it to a file that has none yet. */
static int check_header(int fd, const char *path, const HhxJournalKey *key, HhxError *error)
{
  Header wanted = make_header(key), found = {0};
  ssize_t size = read_whole(fd, &found, sizeof found, 0);
  struct stat status;
  if (size < 0 || fstat(fd, &status) != 0) {
    snprintf(error->text, sizeof error->text, "cannot read %s: %s", path, strerror(errno));
    return 1;
  }
  bool whole = size == sizeof found && found.checksum == header_checksum(&found) &&
               memcmp(found.magic, magic, sizeof magic) == 0;
  if (whole) {
    const char *fault = difference(&found, &wanted);
    if (!fault) return 0;
    snprintf(error->text, sizeof error->text,
             "%s: %s (%.120s, spec %016llx; now %.120s, spec %016llx)\n"
             "take another --out, or --force to begin anew",
             path, fault, found.version, (unsigned long long)found.spec_hash, wanted.version,
             (unsigned long long)wanted.spec_hash);
    return 2;
  }
  /* Records follow only a header that is on the disk, so a short file has nothing to lose. */
  if (status.st_size > HEADER_SIZE) {
    snprintf(error->text, sizeof error->text,
             "%s: the head is damaged or of another program; --force begins anew", path);
    return 2;
  }
  int cause = ftruncate(fd, 0) == 0 ? 0 : errno;
  if (!cause) cause = write_whole(fd, &wanted, sizeof wanted, 0);
  if (!cause && fdatasync(fd) != 0) cause = errno;
  if (cause) {
    snprintf(error->text, sizeof error->text, "cannot write %s: %s", path, strerror(cause));
    return 1;
  }
  return 0;
}

int hhx_journal_open(const char *path, const HhxJournalKey *key, HhxJournal **journal,
                     HhxError *error)
{
  _Static_assert(sizeof(Header) <= HEADER_SIZE, "the header has its room");
  *journal = NULL;
  int fd = open_locked(path, error);
  if (fd < 0) return -fd;
  int code = check_header(fd, path, key, error);
  if (code == 0) {
    *journal = malloc(sizeof **journal);
    if (!*journal) {
      snprintf(error->text, sizeof error->text, "%s: memory ran out", path);
      code = 1;
    }
  }
  if (code != 0) {
    close(fd);
    return code;
  }
  (*journal)->fd = fd;
  (*journal)->runs = key->runs;
  atomic_init(&(*journal)->written, 0);
  atomic_init(&(*journal)->synced, 0);
  return 0;
}

void hhx_journal_close(HhxJournal *journal)
{
  if (!journal) return;
  close(journal->fd);
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
