/* Nanoseconds a unit of counted work: what cost.c ships. Each unit is timed on the work of real
 * episodes; median and minimum of interleaved repetitions, and the ratio to a chain of dependent
 * multiply-adds in the same run. Writes CSV to stdout. */
#include <stdio.h>

#include "base/angle.h"
#include "clock.h"
#include "creature/den_paths.h"
#include "episode.h"
#include "gibbon/carried.h"
#include "gibbon/flight.h"
#include "yardstick.h"

static HhPlanProblem problem_of(int i)
{
  return (HhPlanProblem){.hold_to_hold = {1.5 + 0.01 * (i % 100), 0.3 - 0.006 * (i % 97)},
                         .hand_to_com = hh_hanging(-0.5),
                         .swing_arm_m = 0.75,
                         .grab_arm_m = 0.75,
                         .gravity_mps2 = 9.81,
                         .energy_Jpkg = 3,
                         .work_max_Jpkg = 3.7,
                         .force_max_mps2 = 25,
                         .speed_min_mps = 2,
                         .speed_max_mps = 9};
}

/* Seconds of 400 plans. */
static double plans_s(const HhParams *params)
{
  HhRandom random = hh_random(1, HH_STREAM_PLANNER, 0);
  HhPlan plan;
  double start = hhb_clock_thread_s();
  for (int i = 0; i < 400; i++) {
    HhPlanProblem problem = problem_of(i);
    hh_planner_choose(&params->gibbon.planner, &problem, &random, &plan);
  }
  return hhb_clock_thread_s() - start;
}

static double iterative_plans_s(int guesses, int iterations)
{
  HhParams params;
  hh_params_preset(&params);
  params.gibbon.planner.guesses = guesses;
  params.gibbon.planner.iterations = iterations;
  return plans_s(&params);
}

static double exact_plans_s(int candidates, int refinements)
{
  HhParams params;
  hh_params_preset(&params);
  params.gibbon.planner.method = HH_PLANNER_EXACT;
  params.gibbon.planner.candidates = candidates;
  params.gibbon.planner.refinements = refinements;
  return plans_s(&params);
}

/* One swing stepped on one hold, with a mark and muscles. */
static double swing_step_s(void)
{
  enum { STEPS = 20000 };
  HhSwing swing = {.dir = hh_hanging(-0.6), .rate_radps = 4, .length_m = 0.75};
  HhSwingWatch watch = {.mark_set = true, .mark = hh_hanging(2.5), .turn = true};
  HhSwingEvent event;
  double start = hhb_clock_thread_s();
  for (int i = 0; i < STEPS; i++)
    hh_swing_step(9.81, 0.5, watch, &swing, 1.0 / 60, &event);
  return (hhb_clock_thread_s() - start) / STEPS;
}

static double flight_step_s(void)
{
  enum { STEPS = 20000 };
  double sum = 0, start = hhb_clock_thread_s();
  for (int i = 0; i < STEPS; i++) {
    HhVec at = {0.001 * (i % 1000), -0.5}, velocity = {3, 1};
    sum += hh_flight_closest(9.81, hh_vec_sub(at, hh_vec(2, 0)), velocity, 1.0 / 60);
    hh_flight_advance(9.81, &at, &velocity, 1.0 / 60);
    sum += at.x;
  }
  volatile double keep = sum;
  (void)keep;
  return (hhb_clock_thread_s() - start) / STEPS;
}

/* The sine has no other work than its steps, so a whole episode is timed. */
static double sine_step_s(void)
{
  HhParams params;
  const HhbScene *scene = hhb_scene_find("endless_branch");
  hhb_scene_preset(scene, &params);
  HhbSetup setup = {.scene = scene, .mover = HH_MOVER_SINE, .params = &params, .duration_s = 300};
  double start = hhb_clock_thread_s();
  hhb_episode_run(&setup, false);
  return (hhb_clock_thread_s() - start) / (300 * 60);
}

/* A body that swings, free of muscles, on wood that bends: the commonest chain, of one bead. */
static double chain_step_s(void)
{
  enum { STEPS = 4000 };
  HhChain chain = {.count = 1, .held = -1};
  chain.bead[0] = (HhBead){.mass_ratio = 0.3, .spring_ps2 = 80, .damping_ps = 2};
  HhVec impulse = {0, 0};
  HhChainWork work = {0};
  hh_chain_grab(&chain, 0, hh_vec(-0.2, -0.7), hh_vec(3, 0), &impulse);
  double start = hhb_clock_thread_s();
  for (int i = 0; i < STEPS; i++)
    hh_chain_step(9.81, (HhChainDrive){0}, &chain, 1.0 / 60, &work);
  return (hhb_clock_thread_s() - start) / STEPS;
}

/* A counted step of a gibbon that runs along the ground, or of a bird that flies over it. */
static double way_step_s(HhMover mover)
{
  enum { STEPS = 2000, BEFORE = 300 };
  HhHold holds[] = {{.at = {0, 0}, .branch = 0},
                    {.at = {1, -2.5}, .branch = 1},
                    {.at = {900, -2.5}, .branch = 1},
                    {.at = {902, 0}, .branch = 2}};
  HhPiece pieces[] = {{.kind = HH_PIECE_BRANCH, .first = 0, .count = 1},
                      {.kind = HH_PIECE_GROUND, .first = 1, .count = 2},
                      {.kind = HH_PIECE_BRANCH, .first = 3, .count = 1}};
  HhWorld world = {holds, 4, true, pieces, 3};
  HhParams params;
  hhb_scene_preset(hhb_scene_find("jungle"), &params);
  HhActor actor;
  hh_actor_start(&params, &world, mover, 1, 0, &actor);
  for (int i = 0; i < BEFORE; i++)
    hh_actor_step(&params, &world, &actor, 1.0 / 60);
  const HhRecord *record = &actor.record;
  const long *count = mover == HH_MOVER_BIRD ? &record->wing_steps : &record->leg_steps;
  long before = *count;
  double start = hhb_clock_thread_s();
  for (int i = 0; i < STEPS; i++)
    hh_actor_step(&params, &world, &actor, 1.0 / 60);
  return (hhb_clock_thread_s() - start) / (double)(*count - before);
}

static double candidate_s(void)
{
  enum { TICKS = 2000 };
  HhHold holds[32];
  for (int i = 0; i < 32; i++)
    holds[i] = (HhHold){.at = {1.8 * i, 0}};
  HhWorld world = {.holds = holds, .count = 32, .complete = true};
  HhParams params;
  hh_params_preset(&params);
  params.grab.candidates_per_tick = 16;
  HhRandom random = hh_random(1, HH_STREAM_GRAB, 0);
  double start = hhb_clock_thread_s();
  for (int i = 0; i < TICKS; i++) {
    HhGrabPoint kept = {.hold = -1};
    hh_grab_search(&params.grab, &world, hh_vec(5, -0.5), hh_vec(5.4, 0.1), 0.75,
                   (HhGrabFrom){2, 4, 1}, &random, &kept);
  }
  return (hhb_clock_thread_s() - start) / (TICKS * 16);
}

/* A step of a planned gibbon at a level of detail; and the limbs that were posed in it. */
static double actor_step_s(HhLevel level, double *limbs)
{
  enum { STEPS = 600 };
  static HhHold holds[64];
  HhParams params;
  hhb_scene_preset(hhb_scene_find("endless_branch"), &params);
  params.rig.level = level;
  hh_world_fill(&params.world, HH_SCENE_ENDLESS_BRANCH, 1, holds, 0, 64);
  HhWorld world = {.holds = holds, .count = 64};
  HhActor actor;
  hh_actor_start(&params, &world, HH_MOVER_BALLISTIC, 1, 0, &actor);
  long limbs_before = actor.rig.limbs;
  double start = hhb_clock_thread_s();
  for (int i = 0; i < STEPS; i++)
    hh_actor_step(&params, &world, &actor, 1.0 / 60);
  double step_s = (hhb_clock_thread_s() - start) / STEPS;
  *limbs = (double)(actor.rig.limbs - limbs_before) / STEPS;
  return step_s;
}

/* What each level adds: a step of the five points, a limb, a skeleton, a skin; ns. */
static void body_ns(double *ns)
{
  double limbs, step[HH_LEVEL_SKIN + 1];
  for (int level = HH_LEVEL_RIG2; level <= HH_LEVEL_SKIN; level++)
    step[level] = 1e9 * actor_step_s((HhLevel)level, &limbs);
  ns[0] = step[HH_LEVEL_RIG5] - step[HH_LEVEL_RIG2];
  ns[1] = (step[HH_LEVEL_RIG14] - step[HH_LEVEL_RIG5]) / limbs;
  ns[2] = step[HH_LEVEL_BONES] - step[HH_LEVEL_RIG14];
  ns[3] = step[HH_LEVEL_SKIN] - step[HH_LEVEL_BONES];
}

/* Ticks of a wandering daddy long legs with so many candidates each, seconds; its work. */
static double den_ticks_s(int candidates, HhDaddyRecord *work)
{
  enum { TICKS = 800 };
  HhParams params;
  HhbDenEpisode den;
  const HhbScene *scene = hhb_scene_find("cavern");
  hhb_scene_preset(scene, &params);
  params.den.goal = HH_DEN_WANDER;
  params.grab.candidates_per_tick = candidates;
  double start = 0;
  if (hhb_den_start(&params, scene, (HhMover)HH_MOVER_DADDY, NULL, 3, &den) == HH_RUNNING) {
    start = hhb_clock_thread_s();
    for (int i = 0; i < TICKS; i++)
      hhb_den_step(&den);
  }
  double spent_s = hhb_clock_thread_s() - start;
  *work = hhb_den_record(&den);
  hhb_den_free(&den);
  return spent_s;
}

/* Its beads alone: a tick of its strands, hanging in the room's middle. */
static double bead_step_s(const HhbDenEpisode *den)
{
  enum { TICKS = 400, GROUPS = 2 };
  static HhStrands groups[GROUPS];
  static HhStrandDrive drives[GROUPS];
  HhStrandCount counted = {0};
  for (int i = 0; i < GROUPS; i++) {
    groups[i] = *hh_den_strands(den->den, i < den->den->groups ? i : 0);
    for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
      drives[i].root_x[lane] = groups[i].x[0][lane];
      drives[i].root_y[lane] = groups[i].y[0][lane];
      drives[i].stick[lane] = 0.4f;
    }
  }
  double start = hhb_clock_thread_s();
  for (int i = 0; i < TICKS; i++)
    hh_strands_step(hh_strand_wide(), &den->settings.strand, &den->room, 16, drives, groups, GROUPS,
                    &counted);
  return (hhb_clock_thread_s() - start) / (TICKS * GROUPS * HH_STRAND_LANES * 16);
}

/* A tile of the fields toward random goals. */
static double tile_expanded_s(const HhbDenEpisode *den)
{
  HhRandom random = hh_random(1, HH_STREAM_DEN, 0);
  double spent_s = 0;
  long tiles = 0;
  for (int i = 0; i < 20; i++) {
    int x = (int)hh_random_index(&random, (uint64_t)den->room.width);
    int y = (int)hh_random_index(&random, (uint64_t)den->room.height);
    if (!hh_den_paths_near(den->den, &x, &y)) continue;
    hh_den_paths_ask(den->den, false, false, &x, &y);
    double start = hhb_clock_thread_s();
    tiles += hh_den_paths_step(den->den, 1 << 20);
    spent_s += hhb_clock_thread_s() - start;
  }
  return spent_s / (double)tiles;
}

/* Bead, candidate, tile of a field, and what is left of a tick of a daddy long legs; ns. */
static void den_ns(double *ns)
{
  HhParams params;
  HhbDenEpisode den;
  HhDaddyRecord few, many;
  const HhbScene *scene = hhb_scene_find("cavern");
  hhb_scene_preset(scene, &params);
  if (hhb_den_start(&params, scene, (HhMover)HH_MOVER_DADDY, NULL, 3, &den) == HH_RUNNING) {
    ns[0] = 1e9 * bead_step_s(&den);
    ns[2] = 1e9 * tile_expanded_s(&den);
  }
  hhb_den_free(&den);
  double few_ns = 1e9 * den_ticks_s(1, &few), many_ns = 1e9 * den_ticks_s(17, &many);
  ns[1] = (many_ns - few_ns) / (double)(many.candidates - few.candidates);
  ns[3] = (few_ns - ns[1] * (double)few.candidates - ns[0] * (double)few.bead_steps) /
          (double)few.ticks;
}

int main(void)
{
  enum { REPEATS = 31, UNITS = 19 };
  static const char *const names[UNITS] = {
      "guess_iteration", "arc_scored",     "candidate",     "swing_step", "flight_step",
      "sine_step",       "family_arc",     "family_plan",   "rig_step",   "limb",
      "skeleton",        "skin",           "chain_step",    "leg_step",   "wing_step",
      "bead_step",       "grip_candidate", "tile_expanded", "daddy_tick"};
  double ns[UNITS][REPEATS], chain[REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    chain[i] = hhb_chain_ns();
    double few = iterative_plans_s(32, 4);
    double many = iterative_plans_s(32, 24);
    double few_arcs = exact_plans_s(8, 8), many_arcs = exact_plans_s(40, 24);
    ns[0][i] = 1e9 * (many - few) / (400.0 * 32 * 20);
    ns[1][i] = 1e9 * few / (400.0 * 32) - 4 * ns[0][i];
    ns[2][i] = 1e9 * candidate_s();
    ns[3][i] = 1e9 * swing_step_s();
    ns[4][i] = 1e9 * flight_step_s();
    ns[5][i] = 1e9 * sine_step_s();
    ns[6][i] = 1e9 * (many_arcs - few_arcs) / (400 * 48);
    ns[7][i] = 1e9 * few_arcs / 400 - 16 * ns[6][i];
    double body[4];
    body_ns(body);
    for (int unit = 0; unit < 4; unit++)
      ns[8 + unit][i] = body[unit];
    ns[12][i] = 1e9 * chain_step_s();
    ns[13][i] = 1e9 * way_step_s(HH_MOVER_BALLISTIC);
    double den[4] = {0};
    den_ns(den);
    for (int unit = 0; unit < 4; unit++)
      ns[15 + unit][i] = den[unit];
    ns[14][i] = 1e9 * way_step_s(HH_MOVER_BIRD);
  }
  double pace = hhb_median(chain, REPEATS);
  printf("unit,median_ns,min_ns,median_chain_ratio\n");
  for (int unit = 0; unit < UNITS; unit++) {
    double median = hhb_median(ns[unit], REPEATS);
    printf("%s,%.1f,%.1f,%.1f\n", names[unit], median, hhb_minimum(ns[unit], REPEATS),
           median / pace);
  }
  return 0;
}
