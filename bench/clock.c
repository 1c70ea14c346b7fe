/* CPU clock; see the header. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <time.h>

double hhb_clock_thread_s(void)
{
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
