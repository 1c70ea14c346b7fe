/* See the header. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <time.h>

static double read_s(clockid_t clock)
{
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double hhb_clock_thread_s(void)
{
  return read_s(CLOCK_THREAD_CPUTIME_ID);
}

double hhb_clock_wall_s(void)
{
  return read_s(CLOCK_MONOTONIC);
}
