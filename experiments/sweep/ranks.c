/* What the environment says of ranks, and how much each is handed. See the header. */
#include <stdlib.h>

#include "ranks.h"

/* The first variable of a list that is set, as a number; otherwise `none`. MPICH's and Slurm's PMI,
 * Open MPI, and srun without any of them. */
static int look_up(const char *const *names, int none)
{
  for (; *names != NULL; names++) {
    const char *text = getenv(*names);
    if (text != NULL && *text >= '0' && *text <= '9') return atoi(text);
  }
  return none;
}

int hhx_ranks_started(void)
{
  static const char *const names[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS",
                                      NULL};
  return look_up(names, 1);
}

int hhx_ranks_started_as(void)
{
  static const char *const names[] = {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK",
                                      "SLURM_PROCID", NULL};
  return look_up(names, 0);
}

int64_t hhx_ranks_share(int64_t left, int workers, int threads, double episode_s, int64_t room)
{
  static const double least_s = 0.002, most_s = 0.25;
  enum { ROUNDS = 4 };
  double each = (double)left / ROUNDS / threads / workers;
  if (episode_s > 0 && each > most_s / episode_s) each = most_s / episode_s;
  if (episode_s > 0 && each < least_s / episode_s) each = least_s / episode_s;
  if (episode_s <= 0 || each < 1) each = 1;
  double all = each * threads;
  return all > (double)room ? room : (int64_t)all;
}
