/* Question: of seeded jungles of 200 m, how many does each way of moving finish, how many could a
 * search over exact arcs with the same muscle finish, what stops the others, and what does each
 * change from one way of moving to another cost? Prediction: ballistic finishes 99 % of what can be
 * finished, without a step of velocity at any transition but a booked collision; the sine arrives
 * anywhere, and jumps at every transition; free swings fall.
 * Method: the generator's defaults, seeds 1 .. N, five movers, to the end of the course; finished
 * is to arrive without a fall. The oracle's rules are in jungle_oracle.h. Cost: thread CPU time of
 * whole runs over their steps, nine jungles, repetitions of all movers interleaved, beside
 * yardstick.h's loop in the same run.
 *   bench_jungles [--full | --jungles N] [--timing=off]
 * Writes four tables of CSV to stdout: movers, falls, transitions and cost; all but the last are
 * the same bytes with any number of threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "jungle_runs.h"
#include "yardstick.h"

enum { JUNGLES = 200, JUNGLES_FULL = 1000, TIMED = 9, REPEATS = 7 };

static const HhMover movers[] = {HH_MOVER_BALLISTIC, HH_MOVER_FREE_SWING, HH_MOVER_MIXED,
                                 HH_MOVER_SINE, HH_MOVER_BIRD};
enum { MOVERS = sizeof movers / sizeof movers[0] };

static const char *const way_names[HH_WAY_COUNT] = {"fly",   "swing",  "vine", "run",
                                                    "slide", "bounce", "pair", "wings"};
static const char *const fall_names[HH_FALL_COUNT] = {"loose", "dropped", "missed", "short", "off"};

typedef struct Study {
  int jungles;
  bool timing;
  HhParams params;
  bool (*can)[HHB_ORACLE_RULES_COUNT];
  HhbJungleRun *runs[MOVERS];
} Study;

/* Sums and extremes of one mover over all jungles. */
typedef struct Total {
  int finished, arrived, finished_of[HHB_ORACLE_RULES_COUNT], stalled, diverged, falls;
  int falls_of[HH_FALL_COUNT];
  double distance_m, duration_s, lost_Jpkg, added_Jpkg, residual_max_Jpkgps;
} Total;

static bool read_words(int argc, char **argv, Study *study)
{
  *study = (Study){.jungles = JUNGLES, .timing = true};
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--full") == 0)
      study->jungles = JUNGLES_FULL;
    else if (strcmp(argv[i], "--timing=off") == 0)
      study->timing = false;
    else if (strcmp(argv[i], "--jungles") == 0 && i + 1 < argc)
      study->jungles = atoi(argv[++i]);
    else
      return false;
  return study->jungles > 0 && study->jungles <= 1000000;
}

static bool take_room(Study *study)
{
  size_t count = (size_t)study->jungles;
  study->can = calloc(count, sizeof *study->can);
  bool fine = study->can != NULL;
  for (int m = 0; m < MOVERS; m++) {
    study->runs[m] = calloc(count, sizeof *study->runs[m]);
    fine = fine && study->runs[m] != NULL;
  }
  return fine;
}

/* Each jungle's rows are its own; they are added up in order later. */
static void run_all(Study *study)
{
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < study->jungles; i++) {
    uint64_t seed = (uint64_t)i + 1;
    for (int rules = 0; rules < HHB_ORACLE_RULES_COUNT; rules++)
      study->can[i][rules] =
          hhb_jungle_oracle(&study->params, seed, (HhbOracleRules)rules).finishes;
    for (int m = 0; m < MOVERS; m++)
      study->runs[m][i] = hhb_jungle_run(&study->params, movers[m], seed);
  }
}

static Total total_of(const Study *study, int m)
{
  Total total = {0};
  for (int i = 0; i < study->jungles; i++) {
    const HhbJungleRun *run = &study->runs[m][i];
    const HhLedger *ledger = &run->record.ledger;
    total.finished += run->finished;
    total.arrived += run->status == HH_ARRIVED;
    total.stalled += run->status == HH_STALLED || run->status == HH_FINISHED;
    total.diverged += run->status == HH_DIVERGED;
    total.falls += run->record.falls;
    for (int rules = 0; rules < HHB_ORACLE_RULES_COUNT; rules++)
      total.finished_of[rules] += run->finished && study->can[i][rules];
    for (int why = 0; why < HH_FALL_COUNT; why++)
      total.falls_of[why] += run->record.falls_of[why];
    total.distance_m += run->at_m;
    total.duration_s += run->duration_s;
    total.lost_Jpkg += ledger->collision_Jpkg - ledger->projected_Jpkg + ledger->bleed_Jpkg +
                       ledger->friction_Jpkg + ledger->damped_Jpkg + ledger->left_Jpkg;
    total.added_Jpkg += ledger->muscle_added_Jpkg;
    total.residual_max_Jpkgps =
        fmax(total.residual_max_Jpkgps, ledger->residual_max_Jpkg / fmax(1, run->duration_s));
  }
  return total;
}

static void write_movers(const Study *study)
{
  int can[HHB_ORACLE_RULES_COUNT] = {0};
  for (int i = 0; i < study->jungles; i++)
    for (int rules = 0; rules < HHB_ORACLE_RULES_COUNT; rules++)
      can[rules] += study->can[i][rules];
  printf("mover,jungles,finished");
  for (int rules = 0; rules < HHB_ORACLE_RULES_COUNT; rules++)
    printf(",finishable_%s,finished_of_%s_ratio", hhb_oracle_rules_names[rules],
           hhb_oracle_rules_names[rules]);
  printf(",arrived,stalled,diverged,falls");
  for (int why = 0; why < HH_FALL_COUNT; why++)
    printf(",falls_%s", fall_names[why]);
  printf(",speed_mean_mps,energy_loss_J_per_kg_m,muscle_added_J_per_kg_m,"
         "ledger_residual_max_J_per_kg_s\n");
  for (int m = 0; m < MOVERS; m++) {
    Total total = total_of(study, m);
    printf("%s,%d,%d", hh_mover_names[movers[m]], study->jungles, total.finished);
    for (int rules = 0; rules < HHB_ORACLE_RULES_COUNT; rules++)
      printf(",%d,%.4f", can[rules],
             can[rules] > 0 ? (double)total.finished_of[rules] / can[rules] : 0);
    printf(",%d,%d,%d,%d", total.arrived, total.stalled, total.diverged, total.falls);
    for (int why = 0; why < HH_FALL_COUNT; why++)
      printf(",%d", total.falls_of[why]);
    printf(",%.3f,%.4f,%.4f,%.2e\n", total.distance_m / total.duration_s,
           total.lost_Jpkg / total.distance_m, total.added_Jpkg / total.distance_m,
           total.residual_max_Jpkgps);
  }
}

/* Falls by why and where, and where runs stopped that did not arrive. */
static void write_falls(const Study *study)
{
  printf("\nmover,why,at,next,count,jungles\n");
  for (int m = 0; m < MOVERS; m++) {
    for (int cell = 0; cell < HH_FALL_COUNT * HH_PIECE_KIND_COUNT * HH_PIECE_KIND_COUNT; cell++) {
      int next = cell % HH_PIECE_KIND_COUNT, at = cell / HH_PIECE_KIND_COUNT % HH_PIECE_KIND_COUNT;
      int why = cell / HH_PIECE_KIND_COUNT / HH_PIECE_KIND_COUNT, count = 0, jungles = 0;
      for (int i = 0; i < study->jungles; i++) {
        count += study->runs[m][i].falls[why][at][next];
        jungles += study->runs[m][i].falls[why][at][next] > 0;
      }
      if (count > 0)
        printf("%s,%s,%s,%s,%d,%d\n", hh_mover_names[movers[m]], fall_names[why],
               hh_piece_names[at], hh_piece_names[next], count, jungles);
    }
    for (int at = 0; at < HH_PIECE_KIND_COUNT; at++) {
      int count = 0;
      for (int i = 0; i < study->jungles; i++)
        count += study->runs[m][i].status != HH_ARRIVED && (int)study->runs[m][i].end == at;
      if (count > 0)
        printf("%s,stopped,%s,,%d,%d\n", hh_mover_names[movers[m]], hh_piece_names[at], count,
               count);
    }
  }
}

static HhTransitions transitions_of(const Study *study, int m, int from, int to)
{
  HhTransitions all = {0};
  for (int i = 0; i < study->jungles; i++) {
    const HhTransitions *one = &study->runs[m][i].record.transitions[from][to];
    all.count += one->count;
    all.velocity_step_sum_mps += one->velocity_step_sum_mps;
    all.velocity_step_max_mps = fmax(all.velocity_step_max_mps, one->velocity_step_max_mps);
    all.energy_step_max_ratio = fmax(all.energy_step_max_ratio, one->energy_step_max_ratio);
    all.position_step_max_m = fmax(all.position_step_max_m, one->position_step_max_m);
    all.slip_max_m = fmax(all.slip_max_m, one->slip_max_m);
  }
  return all;
}

static void write_transitions(const Study *study)
{
  printf("\nmover,from,to,count,velocity_step_mean_mps,velocity_step_max_mps,"
         "energy_step_max_ratio,position_step_max_m,slip_max_m\n");
  for (int m = 0; m < MOVERS; m++)
    for (int from = 0; from < HH_WAY_COUNT; from++)
      for (int to = 0; to < HH_WAY_COUNT; to++) {
        HhTransitions all = transitions_of(study, m, from, to);
        if (all.count > 0)
          printf("%s,%s,%s,%d,%.3g,%.3g,%.3g,%.3g,%.3g\n", hh_mover_names[movers[m]],
                 way_names[from], way_names[to], all.count, all.velocity_step_sum_mps / all.count,
                 all.velocity_step_max_mps, all.energy_step_max_ratio, all.position_step_max_m,
                 all.slip_max_m);
      }
}

static void write_cost(const Study *study)
{
  double ns[MOVERS][TIMED * REPEATS], loop_ns[REPEATS];
  for (int r = 0; r < REPEATS; r++) {
    loop_ns[r] = hhb_chain_ns();
    for (int i = 0; i < TIMED; i++)
      for (int m = 0; m < MOVERS; m++) {
        double before = hhb_clock_thread_s();
        HhbJungleRun run = hhb_jungle_run(&study->params, movers[m], (uint64_t)i + 1);
        ns[m][r * TIMED + i] = 1e9 * (hhb_clock_thread_s() - before) / (double)run.steps;
      }
  }
  double loop = hhb_median(loop_ns, REPEATS);
  printf("\nmover,ns_per_step_median,ns_per_step_min,yardstick_ns,median_over_yardstick\n");
  for (int m = 0; m < MOVERS; m++) {
    double median = hhb_median(ns[m], TIMED * REPEATS);
    printf("%s,%.0f,%.0f,%.3f,%.0f\n", hh_mover_names[movers[m]], median,
           hhb_minimum(ns[m], TIMED * REPEATS), loop, median / loop);
  }
}

int main(int argc, char **argv)
{
  Study study;
  if (!read_words(argc, argv, &study)) {
    fprintf(stderr, "usage: bench_jungles [--full | --jungles N] [--timing=off]\n");
    return 2;
  }
  hhb_scene_preset(hhb_scene_find("jungle"), &study.params);
  if (!take_room(&study)) {
    fprintf(stderr, "bench_jungles: memory ran out; ask for fewer with --jungles\n");
    return 1;
  }
  run_all(&study);
  write_movers(&study);
  write_falls(&study);
  write_transitions(&study);
  if (study.timing) write_cost(&study);
  for (int m = 0; m < MOVERS; m++)
    free(study.runs[m]);
  free(study.can);
  return 0;
}
