/* One note, two messages made beforehand. See the header. */
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIGNAL_COUNT = 3 };
static const int signals[SIGNAL_COUNT] = {SIGINT, SIGTERM, SIGHUP};

static atomic_int caught, current;
static char *patience, *farewell; /* whole before a handler is there */
static struct sigaction before[SIGNAL_COUNT], file_size;

static void say(const char *text)
{
  ssize_t ignored = text ? write(STDERR_FILENO, text, strlen(text)) : 0;
  (void)ignored;
}

static void on_signal(int number)
{
  int error = errno, none = 0;
  bool first = atomic_compare_exchange_strong(&caught, &none, number);
  if (!first || atomic_load(&current) == HHX_PHASE_FILES) {
    say(farewell);
    _exit(128 + number);
  }
  if (atomic_load(&current) == HHX_PHASE_EPISODES) say(patience);
  errno = error;
}

/* "handhold COMMAND: ..." on a line of its own, in new memory; null when memory ran out. */
static char *make_message(const char *command, const char *what, const char *more)
{
  size_t size = strlen(command) + strlen(what) + strlen(more) + sizeof "\nhandhold : \n";
  char *text = malloc(size);
  if (text) snprintf(text, size, "\nhandhold %s: %s%s\n", command, what, more);
  return text;
}

static void free_messages(void)
{
  free(patience);
  free(farewell);
  patience = farewell = NULL;
}

bool hhx_interrupt_take(const char *command, const char *again)
{
  patience = make_message(
      command, "finishing the running episodes, for at most two seconds; once more to stop now",
      "");
  farewell = make_message(command, "interrupted; to go on:", again);
  if (!patience || !farewell) {
    free_messages();
    return false;
  }
  atomic_store(&caught, 0);
  atomic_store(&current, HHX_PHASE_FILES);
  /* Calls are interrupted: a child's end is waited for. */
  struct sigaction ours = {.sa_handler = on_signal};
  sigemptyset(&ours.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) {
    sigaction(signals[i], NULL, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(signals[i], &ours, NULL);
  }
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGXFSZ, &ignore, &file_size);
  return true;
}

void hhx_interrupt_give_back(void)
{
  for (int i = 0; i < SIGNAL_COUNT; i++)
    sigaction(signals[i], &before[i], NULL);
  sigaction(SIGXFSZ, &file_size, NULL);
  free_messages();
}

void hhx_interrupt_phase(HhxPhase phase)
{
  atomic_store(&current, phase);
}

int hhx_interrupt_caught(void)
{
  return atomic_load(&caught);
}
