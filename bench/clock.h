/* The thread's CPU clock; the only place where bench reads a clock. */
#ifndef HHB_CLOCK_H
#define HHB_CLOCK_H

/* CPU time of the calling thread, seconds; a system call of about 0.7 microseconds. */
double hhb_clock_thread_s(void);

#endif
