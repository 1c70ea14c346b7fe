/* Ranks in a build without MPI: this process is the only one. See the header. */
#include <assert.h>

#include "ranks.h"

const char *const hhx_ranks_remedy = "start one, or build it for MPI with cmake --preset mpi";

int hhx_ranks_join(int argc, char **argv)
{
  (void)argc, (void)argv;
  return 0;
}

int hhx_ranks_count(void)
{
  return 1;
}

bool hhx_ranks_leads(void)
{
  return true;
}

int hhx_ranks_serve(void)
{
  assert(false); /* nobody leads */
  return 1;
}

void hhx_ranks_work(HhxTasks *tasks)
{
  (void)tasks;
  assert(false); /* nobody would do them */
}

void hhx_ranks_leave(int code)
{
  (void)code;
}
