/* Question: how many random courses does the planned gibbon cross, beside the published
 * learning-based brachiator (Reda, Ling, van de Panne 2022, its point-mass environment), and what
 * stops it? Prediction: all of the 1-2 m, +-15 degrees; elsewhere what its muscles can lift it
 * over. Method: the generators of that work, 30 holds (29 transfers), from rest, arm 0.75 m, 1,200
 * seeds each. (a) both planner methods at the default muscle limit; (b) the exact one against the
 * muscle limit; (c) without muscles, started through the bottom at a speed, against two oracles:
 * energy alone (every transfer's least energy is there), and what a tension-only arm can do without
 * loss (a search over all zero-work arcs: let go ahead of the arrival, or turn back when the swing
 * stays below level, or circle when it stays taut over the top). The peer's figures are its
 * released policy, measured in a rewrite of its environment. Writes CSV to stdout; counts are
 * exact, so any machine prints the same. */
#include <gsl/gsl_errno.h>
#include <stdio.h>

#include "base/angle.h"
#include "episode.h"
#include "oracle.h"

enum { COURSES = 1200, HOLDS = 30 };

typedef struct Generator {
  double distance_min, distance_max, pitch_min_deg, pitch_max_deg;
  double peer_success; /* share; negative: not published */
} Generator;

static const Generator generators[] = {
    {1, 2, -15, 15, 0.7375}, {1, 2, -30, 30, 0.337}, {2, 2.5, -15, 15, 0.143},
    {0.5, 3, -15, 15, 0},    {1, 1, 0, 0, 1},        {1.5, 1.5, 0, 0, 1},
    {2, 2, 0, 0, 1},         {1, 2, 15, 15, 0.0433}, {2, 2, 15, 15, 0}};

static HhParams params_of(const Generator *generator, HhPlannerMethod method, double work)
{
  HhParams params;
  hhb_scene_preset(hhb_scene_find("random_course"), &params);
  params.world.distance_min = generator->distance_min;
  params.world.distance_max = generator->distance_max;
  params.world.pitch_min = generator->pitch_min_deg * HH_PI / 180;
  params.world.pitch_max = generator->pitch_max_deg * HH_PI / 180;
  params.gibbon.planner.method = method;
  params.gibbon.muscle.work = work;
  return params;
}

/* Crosses all courses; prints one row. */
static void cross(const char *part, const Generator *generator, const HhParams *params)
{
  double arrived = 0, transfers = 0, speed = 0, radial = 0, pumps = 0, arcs = 0;
  for (uint64_t seed = 1; seed <= COURSES; seed++) {
    HhbSetup setup = {.scene = hhb_scene_find("random_course"),
                      .mover = HH_MOVER_BALLISTIC,
                      .params = params,
                      .seed = seed};
    HhbResult result = hhb_episode_run(&setup, false);
    arrived += result.status == HH_ARRIVED;
    transfers += result.metrics.swings / COURSES;
    pumps += result.metrics.pumps / COURSES;
    if (!hhb_is_missing(result.metrics.speed_mean_mps))
      speed += result.metrics.speed_mean_mps / COURSES;
    if (!hhb_is_missing(result.metrics.grab_radial_ratio))
      radial += result.metrics.grab_radial_ratio / COURSES;
  }
  HhPlanWork work = hh_planner_work(&params->gibbon.planner);
  arcs = (double)(work.arcs_scored + work.family_arcs);
  printf("%s,%g,%g,%g,%g,%s,%g,%d,%.4f,%.4f,%.2f,%.3f,%.4f,%.2f,%.0f\n", part,
         generator->distance_min, generator->distance_max, generator->pitch_min_deg,
         generator->pitch_max_deg,
         params->gibbon.planner.method == HH_PLANNER_EXACT ? "exact" : "iterative",
         params->gibbon.muscle.work, COURSES, arrived / COURSES, generator->peer_success, transfers,
         speed, radial, pumps, arcs);
}

static void without_muscles(double speed_mps)
{
  HhParams params = params_of(&generators[0], HH_PLANNER_EXACT, 0);
  params.gibbon.start = HH_START_SWING;
  params.gibbon.start_speed = speed_mps;
  params.gibbon.tolerance.bleed = 0;
  int energy = 0, taut = 0, ours = 0, missed = 0;
  for (uint64_t seed = 1; seed <= COURSES; seed++) {
    HhHold holds[HOLDS];
    hh_world_fill(&params.world, HH_SCENE_RANDOM_COURSE, seed, holds, 0, HOLDS);
    HhbChain chain = {holds, HOLDS, params.gibbon.arm_length, params.world.gravity, 0};
    chain.energy_Jpkg = 0.5 * speed_mps * speed_mps - chain.gravity_mps2 * chain.arm_m;
    bool enough = hhb_chain_has_energy(&chain), can = enough && hhb_chain_passable(&chain);
    HhbSetup setup = {.scene = hhb_scene_find("random_course"),
                      .mover = HH_MOVER_BALLISTIC,
                      .params = &params,
                      .seed = seed};
    bool arrived = hhb_episode_run(&setup, false).status == HH_ARRIVED;
    energy += enough;
    taut += can;
    ours += arrived;
    missed += can && !arrived;
  }
  printf("%g,%d,%.4f,%.4f,%.4f,%d\n", speed_mps, COURSES, (double)energy / COURSES,
         (double)taut / COURSES, (double)ours / COURSES, missed);
}

int main(void)
{
  gsl_set_error_handler_off();
  static const double works[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1};
  static const double speeds[] = {2.5, 3, 3.5, 4, 5, 6, 8};
  printf("part,distance_min_m,distance_max_m,pitch_min_deg,pitch_max_deg,method,muscle_work_gL,"
         "courses,success_ratio,peer_success_ratio,transfers_mean,speed_mean_mps,"
         "grab_radial_ratio,pumps_mean,arcs_per_plan\n");
  for (size_t i = 0; i < sizeof generators / sizeof generators[0]; i++)
    for (int method = 0; method < 2; method++) {
      HhParams params = params_of(&generators[i], (HhPlannerMethod)method, 0.5);
      cross("peer", &generators[i], &params);
    }
  for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
    HhParams params = params_of(&generators[0], HH_PLANNER_EXACT, works[i]);
    cross("muscle", &generators[0], &params);
  }
  printf("\nstart_speed_mps,courses,enough_energy_ratio,passable_taut_ratio,success_ratio,"
         "passable_but_missed\n");
  for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++)
    without_muscles(speeds[i]);
  return 0;
}
