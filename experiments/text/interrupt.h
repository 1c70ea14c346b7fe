/* Signals during a long command, so that what is finished is kept and the user knows how to go on.
 *
 * While episodes run, the first signal only leaves a note: the workers end. Any later one, and the
 * first while files are written, says how to go on and ends the process: what is on the disk then
 * is whole. A signal handler has nothing but globals; so one command at a time. */
#ifndef HHX_INTERRUPT_H
#define HHX_INTERRUPT_H

#include <stdbool.h>

typedef enum HhxPhase {
  HHX_PHASE_EPISODES, /* the first signal asks for patience and is noted */
  HHX_PHASE_FILES,    /* the first signal ends the process */
  HHX_PHASE_CHILD     /* the first signal is noted: a child is waited for */
} HhxPhase;

/* Takes SIGINT, SIGTERM and SIGHUP, where they are not ignored, in phase HHX_PHASE_FILES, and
 * ignores SIGXFSZ: a file that reaches `ulimit -f` is an error of write, as a full disk is.
 * `command` is what messages call the program's command, `again` how to go on; both are copied.
 * False when memory ran out. */
bool hhx_interrupt_take(const char *command, const char *again);
void hhx_interrupt_give_back(void);

void hhx_interrupt_phase(HhxPhase phase);

/* The first signal since hhx_interrupt_take, or 0; any thread. */
int hhx_interrupt_caught(void);

#endif
