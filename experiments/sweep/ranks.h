/* Several processes of one job, on one machine or many, as mpirun or srun start them (MPI).
 *
 *   int code = hhx_ranks_join(argc, argv);
 *   if (code == 0) code = hhx_ranks_leads() ? command() : hhx_ranks_serve();
 *   hhx_ranks_leave(code);
 *
 * Rank 0 does what a single process does: it reads the request, owns the folder and its journal,
 * writes the files, says what there is to say. The others only run episodes. An episode is a pure
 * function of what is sent with it (scene, mover, parameters, seed), so the files are the same
 * bytes for any number of ranks, and only rank 0 has to see the spec and the folder.
 * Rank 0 itself runs none and sleeps between looks: one rank more than processors is not too many.
 *
 * Work is handed out as it is asked for. With R runs left, W threads and episodes of e seconds, a
 * thread is sent R / 4W runs, but no less than 2 ms of work and no more than 250 ms: messages are
 * rare, the end is even, and a kill costs little. Each worker has the next ones before it is done.
 *
 * Built without MPI (CMake option HANDHOLD_MPI), a process is always alone. */
#ifndef HHX_RANKS_H
#define HHX_RANKS_H

#include <stdbool.h>

#include "crew.h"

/* What helps where they cannot join. */
extern const char *const hhx_ranks_remedy;

/* How many processes mpirun or srun says it started with this one, and which it is; 1 and 0 when
 * nobody says so. In the first thread, before it starts others. */
int hhx_ranks_started(void);
int hhx_ranks_started_as(void);

/* Joins them. 0, or a message of rank 0 and an exit code: all ranks must be of one version and one
 * command line. */
int hhx_ranks_join(int argc, char **argv);

/* Those that joined; 1: alone. */
int hhx_ranks_count(void);
bool hhx_ranks_leads(void);

/* Runs what rank 0 hands out until it leaves; the exit code that it leaves with. */
int hhx_ranks_serve(void);

/* How many tasks a worker of `threads` threads is to have before it, at most `room`, when `left`
 * of the work is not handed out: the rule above. episode_s 0: not known yet. */
int64_t hhx_ranks_share(int64_t left, int workers, int threads, double episode_s, int64_t room);

/* Rank 0: has the other ranks do the tasks, as the threads of a crew would. */
void hhx_ranks_work(HhxTasks *tasks);

/* The last call of every rank. */
void hhx_ranks_leave(int code);

#endif
