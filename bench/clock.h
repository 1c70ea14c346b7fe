/* The clocks; the only place where bench reads one. */
#ifndef HHB_CLOCK_H
#define HHB_CLOCK_H

/* CPU time of the calling thread, seconds; a system call of about 0.7 microseconds. */
double hhb_clock_thread_s(void);

/* Seconds since some moment; no step of the calendar moves it. About 30 ns. */
double hhb_clock_wall_s(void);

#endif
