/* The store of finished episodes while a sweep runs: runs.journal in its result folder.
 *
 * One sparse file of fixed-size records; record r, at header + r * size, holds run r. A finished
 * episode is one pwrite by the thread that ran it, without a lock: it survives kill -9 at once,
 * and a power cut from the next hhx_journal_sync on. Each record carries a checksum over its
 * number and content, so one that is absent or torn is known as such and simply run again.
 * The header says what the records belong to; a journal of another spec, program or timing is
 * refused. Only one process at a time holds a journal, by a POSIX record lock: it goes with the
 * process, and no child inherits it. (Nor does it hold within a process, and closing any descriptor
 * of the file ends it: nothing else here opens a journal.) Nothing is mapped into memory, so a full
 * disk is an error code and never a signal. */
#ifndef HHX_JOURNAL_H
#define HHX_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "episode.h"
#include "shard.h"
#include "spec.h"

typedef struct HhxJournal HhxJournal;

/* What the records belong to. */
typedef struct HhxJournalKey {
  char command[16]; /* sweep, compare, ... */
  uint64_t spec_hash;
  int64_t runs; /* of the whole sweep */
  bool timing;
  HhxShard shard; /* whose records are here; count 0: all */
} HhxJournalKey;

/* What a locked file is. */
typedef enum HhxJournalKind {
  HHX_JOURNAL_BLANK,  /* empty, or no more than the first letters of a header */
  HHX_JOURNAL_OURS,   /* begins as a journal does */
  HHX_JOURNAL_FOREIGN /* anything else */
} HhxJournalKind;

/* Opens or makes `path` and locks it; its content stays. *journal and 0, or *error and an exit
 * code: 2 when another process holds it or it cannot be one, 1 when the system would not. */
int hhx_journal_lock(const char *path, HhxJournal **journal, HhxError *error);
HhxJournalKind hhx_journal_kind(const HhxJournal *journal);

/* True when hhx_journal_lock made the file. */
bool hhx_journal_is_made(const HhxJournal *journal);

const char *hhx_journal_path(const HhxJournal *journal);

/* When its first session began; 0 when it has no whole header. */
time_t hhx_journal_begun(const HhxJournal *journal);

/* Makes a locked file ready for the runs of `key`: goes on with it, or, `anew`, empties it first.
 * 0, or *error and an exit code: 2 when it belongs to something else, 1 when the file cannot be
 * read or written. */
int hhx_journal_begin(HhxJournal *journal, const HhxJournalKey *key, bool anew, HhxError *error);

/* Opens a journal that is there to read it only, while no other process writes it, and says what it
 * is. 0, or *error and an exit code: 2 when it is absent, in use, damaged, or of another version of
 * the program. */
int hhx_journal_open_to_read(const char *path, HhxJournal **journal, HhxJournalKey *key,
                             HhxError *error);

/* Lock, and begin without emptying. */
int hhx_journal_open(const char *path, const HhxJournalKey *key, HhxJournal **journal,
                     HhxError *error);

/* Removes the file, which stays locked until it is closed; 0 or an errno. */
int hhx_journal_remove(HhxJournal *journal);

/* Unlocks and frees; null is allowed. */
void hhx_journal_close(HhxJournal *journal);

/* Stores the result of one run; any thread. 0 or an errno. */
int hhx_journal_write(HhxJournal *journal, int64_t run, const HhbResult *result);

/* True and *result when run is there whole; any thread. */
bool hhx_journal_read(const HhxJournal *journal, int64_t run, HhbResult *result);

/* Makes everything written so far survive a power cut; nothing to do costs nothing.
 * 0 or an errno. */
int hhx_journal_sync(HhxJournal *journal);

#endif
